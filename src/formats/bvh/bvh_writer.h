/* State of the BVH writer. */
#ifndef GAITI_BVH_WRITER_H
#define GAITI_BVH_WRITER_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "model/keyframes.h"
#include "formats/bvh/bvh.h"
#include "gait/bvh.h"

/* Maximum distance of a key from its frame, in frames. */
#define GAITI_BVH_TOLERANCE 0.02

/* A bone as written, in glTF axes. */
typedef struct gaiti_bvh_bone {
    gait_span name;                            /* encoded and unique */
    int32_t parent, first_child, next_sibling; /* -1 = none */
    double offset[3];                          /* from the parent's position, in model axes */
    double above[4];                           /* rest rotation of the parent in model space */
    double undo[4];                            /* inverse of the rest rotation of this bone */
    double rest_t[3], rest_q[4];               /* local rest pose, for missing channels */
    double angles[3];                          /* of the previous frame, in degrees: Z, X, Y */
} gaiti_bvh_bone;

typedef struct gaiti_bvh_writer {
    const gait_clip *clip;
    gaiti_arena arena;
    gaiti_report report;
    gait_buffer *out;
    bool no_memory; /* `out` could not grow */
    uint32_t bone_count;
    gaiti_bvh_bone *bones;
    uint32_t *order; /* bones in file order */
    int32_t first_root;
    bool has_carrier; /* the number of roots is not 1 */
    float *seconds;   /* times of the keys */
    double length;    /* seconds, from the start to the end */
    bool moves_keys;  /* not every key is a frame of the file */
    double rate;
    uint32_t frame_count;
} gaiti_bvh_writer;

void gaiti_bvh_write(gaiti_bvh_writer *self, const char *text);
/* Prints a number with at most 9 significant digits and without an exponent. Returns the size. */
size_t gaiti_bvh_print(char *out, double value);

/* Fills `bones` with rest poses, names and children. */
gait_status gaiti_bvh_list_bones(gaiti_bvh_writer *self);
/* Writes HIERARCHY, and fills `order`. */
void gaiti_bvh_write_hierarchy(gaiti_bvh_writer *self);

/* Computes key times, frame rate and number of frames. */
gait_status gaiti_bvh_plan_frames(gaiti_bvh_writer *self, const gaiti_bvh_options *options);

/* Converts a unit quaternion to degrees about Z, X and Y, where the rotation about Y is applied
 * first and the one about Z last. Of all equivalent angles it chooses those nearest to the previous
 * value of `angles`. */
void gaiti_bvh_euler(const double q[4], double angles[3]);

#endif
