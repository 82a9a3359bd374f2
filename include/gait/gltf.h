/* Gait - writing glTF 2.0 (docs/formats/gltf.md). */
#ifndef GAIT_GLTF_H
#define GAIT_GLTF_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the clips come from, for extras.gait; strings are UTF-8 and may be NULL. */
typedef struct gait_gltf_source {
    const char *format; /* "rtm", "omf" */
    int32_t version;    /* -1 = none */
    const char *file;   /* file name without folders */
} gait_gltf_source;

typedef struct gait_gltf_options {
    gait_allocator allocator;
    gait_gltf_source source;
    double fps;        /* phase clips: 0 = by the rule of docs/formats/gltf.md#time */
    double duration_s; /* phase clips: 0 = by the rule; not together with fps */
    gait_diagnostics *diagnostics;
} gait_gltf_options;

/* A glTF being written; by one thread at a time. */
typedef struct gait_gltf gait_gltf;

/* Starts with the skeleton of all clips. Copies what it needs. `options` may be NULL.
 * GAIT_BAD_ARGUMENT for a rate outside 0.001..1,000,000, a duration over 279,620 s, or both. */
GAIT_API gait_status gait_gltf_begin(const gait_skeleton *skeleton,
                                     const gait_gltf_options *options, gait_gltf **out_gltf);

/* Appends a part (a group of bones that clips play on) to what the extras say, and a bone to the
 * last part. Names are CP1251. GAIT_BAD_ARGUMENT for a bone without a part. */
GAIT_API gait_status gait_gltf_add_part(gait_gltf *gltf, gait_span name);
GAIT_API gait_status gait_gltf_add_part_bone(gait_gltf *gltf, gait_span name);

/* Appends all parts of an open file; nothing when it has none. */
GAIT_API gait_status gait_gltf_add_parts(gait_gltf *gltf, const gait_file *file);

/* Appends one clip on that skeleton; nothing of it is kept. The clip is in GAIT_SPACE_LOCAL and
 * GAIT_AXES_GLTF (gait_clip_convert() makes it so; for local clips that costs nothing), else
 * GAIT_BAD_ARGUMENT. 16-bit rotations stay 16-bit. Phase clips get times by the rule. Scale is not
 * written: a warning. GAIT_LIMIT when the file would be larger than 4 GiB. After any failure but
 * GAIT_BAD_ARGUMENT the glTF is of no use: every later call returns the same. */
GAIT_API gait_status gait_gltf_add(gait_gltf *gltf, const gait_clip *clip);

/* The same for a clip in any space and axes, such as gait_file_clip() lifts it: converted with
 * gait_clip_convert_rigid() first, for which `options` are (may be NULL). GAIT_UNSUPPORTED when
 * gait_pose_needs() misses something for GAIT_SPACE_MODEL. A clip that is refused so, or cannot be
 * converted, leaves the glTF as it was. */
GAIT_API gait_status gait_gltf_add_lifted(gait_gltf *gltf, const gait_clip *clip,
                                          const gait_options *options);

/* Appends the finished binary container (.glb) to `out`. More clips may be added afterwards. */
GAIT_API gait_status gait_gltf_finish_glb(gait_gltf *gltf, gait_buffer *out);

/* The same container as parts, to be written one after the other without a copy of everything;
 * some are small. They and their list belong to `gltf`, and are valid until it is added to,
 * finished again or freed. */
GAIT_API gait_status gait_gltf_finish_parts(gait_gltf *gltf, const gait_span **out_parts,
                                            uint32_t *out_count);

/* Appends the finished text (.gltf), and its buffer, which the text calls `bin_name` (UTF-8, a file
 * name; percent-encoded here). */
GAIT_API gait_status gait_gltf_finish_text(gait_gltf *gltf, const char *bin_name,
                                           gait_buffer *out_text, gait_buffer *out_bin);

/* NULL is fine. */
GAIT_API void gait_gltf_free(gait_gltf *gltf);

#ifdef __cplusplus
}
#endif
#endif
