/* A BVH as read. */
#ifndef GAITI_BVH_H
#define GAITI_BVH_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "formats/bvh/bvh_scan.h"
#include "gait/bvh.h"

enum {
    GAITI_BVH_MAX_JOINTS = 65535,
    GAITI_BVH_MAX_FRAMES = 1 << 23, /* up to here frames are distinct as float seconds */
    GAITI_BVH_RATE = 30
};

typedef struct gaiti_bvh_joint {
    char *name; /* UTF-8 */
    int32_t parent;
    double offset[3];
    uint32_t first_channel, channel_count; /* in channels[], and in the values of a frame */
    gaiti_bvh_place place;                 /* of its name */
    uint32_t name_size;                    /* there */
    bool has_offset, has_channels;
    bool has_name, is_spaced, is_carrier; /* by its name as the file has it */
} gaiti_bvh_joint;

struct gait_bvh {
    gaiti_arena arena;
    gait_span source;
    uint32_t joint_count, joint_room;
    gaiti_bvh_joint *joints;
    uint32_t first_bone; /* 1 when the first joint only carries roots */
    uint32_t channel_count, channel_room;
    uint8_t *channels; /* of gait_bvh_channel */
    uint64_t motion_at, frames_at;
    uint32_t frame_count;
    double frame_time, rate;
    double *values; /* frame after frame, channel after channel */
};

/* The two halves of the text, one after the other. */
gait_status gaiti_bvh_read_hierarchy(gait_bvh *bvh, gaiti_bvh_scan *scan,
                                     const gaiti_report *report);
gait_status gaiti_bvh_read_motion(gait_bvh *bvh, gaiti_bvh_scan *scan, const gaiti_report *report);

bool gaiti_bvh_has_blanks(gait_span name);
/* BVH readers expect one root, so several bones without parents hang on a joint that never moves:
 * "__0", or another number when that is taken, as Blender calls it. */
bool gaiti_bvh_is_carrier(gait_span name);
#define GAITI_BVH_CARRIER "__0"
/* Names as BVH can hold them: what ends a word is written as %20 and so on, and what would be taken
 * for a carrier as %5F_0. Encodes `name` (UTF-8)
 * to at most 3 * strlen(name) bytes, without a NUL. */
size_t gaiti_bvh_encode_name(const char *name, char *out);
/* The name that the bytes of a file stand for, in the arena; NULL when there is no memory.
 * `out_is_utf8`: else they were read as CP1251. */
char *gaiti_bvh_decode_name(gaiti_arena *arena, gait_span bytes, bool *out_is_utf8);

#endif
