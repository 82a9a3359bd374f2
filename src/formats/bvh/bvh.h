/* A parsed BVH file. */
#ifndef GAITI_BVH_H
#define GAITI_BVH_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "formats/bvh/bvh_scan.h"
#include "gait/bvh.h"

enum {
    GAITI_BVH_MAX_JOINTS = 65535,
    GAITI_BVH_MAX_FRAMES = 1 << 23, /* so that frame times are distinct as float seconds */
    GAITI_BVH_RATE = 30
};

typedef struct gaiti_bvh_joint {
    char *name; /* UTF-8 */
    int32_t parent;
    double offset[3];
    uint32_t first_channel, channel_count; /* in channels[] and in the values of a frame */
    gaiti_bvh_place place;                 /* position of the name in the file */
    uint32_t name_size;                    /* bytes in the file */
    bool has_offset, has_channels;
    bool has_name, is_spaced, is_carrier; /* properties of the name in the file */
} gaiti_bvh_joint;

struct gait_bvh {
    gaiti_arena arena;
    uint32_t code_page; /* of names that are not UTF-8; 0 = 1251 */
    gait_span source;
    uint32_t joint_count, joint_capacity;
    gaiti_bvh_joint *joints;
    uint32_t first_bone; /* 1 when the first joint is a carrier, else 0 */
    uint32_t channel_count, channel_capacity;
    uint8_t *channels; /* gait_bvh_channel values */
    uint64_t motion_at, frames_at;
    uint32_t frame_count;
    double frame_time, rate;
    double *values; /* by frame, then by channel */
};

/* Parse the two parts of the text, in this order. */
gait_status gaiti_bvh_read_hierarchy(gait_bvh *bvh, gaiti_bvh_scan *scan,
                                     const gaiti_report *report);
gait_status gaiti_bvh_read_motion(gait_bvh *bvh, gaiti_bvh_scan *scan, const gaiti_report *report);

bool gaiti_bvh_has_blanks(gait_span name);
/* A carrier is a joint that never moves, used as the parent of several root bones because BVH
 * readers expect one root. It is named "__0", or with another number when that name is used, as in
 * Blender. */
bool gaiti_bvh_is_carrier(gait_span name);
#define GAITI_BVH_CARRIER "__0"
/* Encodes `name` (UTF-8) so that BVH can represent it: characters that end a word are written as
 * %20 and so on, and a name like that of a carrier starts with %5F. Writes at most 3 * strlen(name)
 * bytes, without a NUL, and returns their number. */
size_t gaiti_bvh_encode_name(const char *name, char *out);
/* Decodes a name of a file to UTF-8 in the arena; NULL when memory is exhausted. `*out_is_utf8` is
 * false when the bytes are not UTF-8 and were decoded as CP1251. */
char *gaiti_bvh_decode_name(gaiti_arena *arena, uint32_t page, gait_span bytes, bool *out_is_utf8);

/* Like gaiti_bvh_write_file(). *out_moves_keys is true when not every key is a frame of the file.
 */
gait_status gaiti_bvh_write_clip(const gait_clip *clip, const gaiti_bvh_options *options,
                                 gait_buffer *out, bool *out_moves_keys);

#endif
