/* A BVH while it is written. */
#ifndef GAITI_BVH_WRITER_H
#define GAITI_BVH_WRITER_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "formats/keyframes.h"
#include "gait/bvh.h"

/* A bone as written, in glTF axes. */
typedef struct gaiti_bvh_bone {
    gait_span name;                            /* coded, each once */
    int32_t parent, first_child, next_sibling; /* -1 = none */
    double offset[3];                          /* from the parent's head, in model axes */
    double above[4];                           /* rest rotation of the parent in model space */
    double undo[4];                            /* inverse of its own */
    double rest_t[3], rest_q[4];               /* local, for channels that are absent */
    double angles[3];                          /* of the frame before, degrees: Z, X, Y */
} gaiti_bvh_bone;

typedef struct gaiti_bvh_writer {
    const gait_clip *clip;
    gaiti_arena arena;
    gaiti_report report;
    gait_buffer *out;
    bool no_memory; /* `out` could not grow */
    uint32_t bone_count;
    gaiti_bvh_bone *bones;
    uint32_t *order; /* bones in the order of the file */
    int32_t first_root;
    bool has_carrier; /* there are several roots, or none */
    uint32_t *frames; /* of the keys, of 30 per second */
    float *seconds;   /* of the keys */
    bool is_kept;     /* seconds count, not frames */
    double rate;
    uint32_t frame_count;
} gaiti_bvh_writer;

void gaiti_bvh_write(gaiti_bvh_writer *self, const char *text);
/* At most 9 significant digits and never an exponent. */
size_t gaiti_bvh_print(char *out, double value);

/* Rest poses, names, children. */
gait_status gaiti_bvh_list_bones(gaiti_bvh_writer *self);
/* Writes HIERARCHY, and fills `order`. */
void gaiti_bvh_write_hierarchy(gaiti_bvh_writer *self);

/* When keys stand, and how many frames that makes. */
gait_status gaiti_bvh_plan_frames(gaiti_bvh_writer *self, const gait_bvh_options *options);
/* Seconds from the first key to key `key`. */
double gaiti_bvh_key_time(const gaiti_bvh_writer *self, uint32_t key);

/* Degrees about Z, X and Y of a unit quaternion: first Y, then X, then Z are turned. Of all angles
 * that say the same those nearest to `angles`, which they replace. */
void gaiti_bvh_euler(const double q[4], double angles[3]);

#endif
