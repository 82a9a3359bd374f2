/* A parsed BVH file. */
#ifndef GAITI_BVH_H
#define GAITI_BVH_H

#include "base/fields.h"
#include "base/diagnose.h"
#include "base/memory.h"
#include "formats/bvh/bvh_scan.h"
#include "gait/bvh.h"

/* Options of the writer; all zero is the default. */
typedef struct gaiti_bvh_options {
    gait_options common; /* for temporary memory; the buffer has its own allocator */
    double rate; /* frames per second of the file: 0.001 to 1000000; 0 = 30, or the rate of the keys
                    if it is another whole number */
    double fps;  /* for clips in phases: as in gaiti_gltf_writer_options */
    double duration_s; /* for clips in phases: as in gaiti_gltf_writer_options */
} gaiti_bvh_options;

/* Appends one clip as a BVH, in metres and glTF axes. Every bone becomes a joint with three
 * positions and three rotations in the order Z, X, Y, relative to the rest pose. GAIT_BAD_ARGUMENT
 * when the clip is not in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, or when a number in `options` is out
 * of range. Between keys, rotations are interpolated by slerp, translations linearly. Scale is not
 * written (warning). GAIT_LIMIT for more than 8388608 frames. */
gait_status gaiti_bvh_write_file(const gait_clip *clip, const gaiti_bvh_options *options,
                                 gait_buffer *out);
/* Opens a BVH. All numbers are parsed here. */
gait_status gaiti_bvh_open(gait_span bytes, const gait_options *options, gait_bvh **out_bvh);
/* Frees the object. NULL is allowed. */
void gaiti_bvh_free(gait_bvh *bvh);
/* The number of frames. */
uint32_t gaiti_bvh_frame_count(const gait_bvh *bvh);
/* Makes a skeleton called `name` (UTF-8; NULL = "") from the joints, in the same order. The unit of
 * the file is read as metres. The rest pose has all rotations 0. */
gait_status gaiti_bvh_skeleton(const gait_bvh *bvh, const char *name, const gait_options *options,
                               gait_skeleton **out_skeleton);
/* Makes a clip called `name` (UTF-8; NULL = "") in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, in seconds
 * from 0, with rotation and translation of every bone. `skeleton` is that of gaiti_bvh_skeleton()
 * or has the same bones, otherwise GAIT_BAD_ARGUMENT; it must outlive the clip. `bvh` is not needed
 * afterwards. */
gait_status gaiti_bvh_clip(const gait_bvh *bvh, const char *name, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip);
/* Like gait_file_check(), for this format. */
gait_status gaiti_bvh_check(const gait_bvh *bvh, gait_diagnostics *diagnostics);
/* The lines of the source, for gait_file_map(). */
void gaiti_bvh_show(const void *document, gaiti_visitor *visitor);

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
    double *values; /* by frame, then by channel: in the unit of the file, and degrees */
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
