/* Functions of a row (formats/format_row.h) that call the function of a format with the same
 * arguments: the row passes the document as `void *`, and that function takes its own type. Each
 * macro defines static functions; their names end like the member of the row. `prefix` is
 * gait_FORMAT or gaiti_FORMAT, where formats differ. */
#ifndef GAITI_FORMATS_TYPED_DOCUMENT_H
#define GAITI_FORMATS_TYPED_DOCUMENT_H

#include "formats/format_row.h"

/* FORMAT_row_open. */
#define GAITI_TYPED_OPEN(format, type, prefix)                                                     \
    static gait_status format##_row_open(gait_span bytes, const gait_options *options,             \
                                         void **out_document) {                                    \
        type *document;                                                                            \
        gait_status status = prefix##_open(bytes, options, &document);                             \
        *out_document = document;                                                                  \
        return status;                                                                             \
    }

/* FORMAT_row_open, _free and _check. */
#define GAITI_TYPED_DOCUMENT(format, prefix)                                                       \
    GAITI_TYPED_OPEN(format, gait_##format, prefix)                                                \
    static void format##_row_free(void *document) {                                                \
        prefix##_free(document);                                                                   \
    }                                                                                              \
    static gait_status format##_row_check(const void *document, gait_diagnostics *diagnostics) {   \
        return gaiti_##format##_check(document, diagnostics);                                      \
    }

/* FORMAT_row_version and _write. */
#define GAITI_TYPED_WRITER(format, prefix)                                                         \
    static int32_t format##_row_version(const void *document) {                                    \
        return gaiti_##format##_version(document);                                                 \
    }                                                                                              \
    static gait_status format##_row_write(const void *document, gait_buffer *out) {                \
        return prefix##_write(document, out);                                                      \
    }

/* FORMAT_row_bone_count and _bone_name. */
#define GAITI_TYPED_BONES(format)                                                                  \
    static uint32_t format##_row_bone_count(const void *document) {                                \
        return gait_##format##_bone_count(document);                                               \
    }                                                                                              \
    static gait_span format##_row_bone_name(const void *document, uint32_t bone) {                 \
        return gait_##format##_bone_name(document, bone);                                          \
    }

/* FORMAT_row_skeleton. */
#define GAITI_TYPED_SKELETON(format)                                                               \
    static gait_status format##_row_skeleton(const void *document, const char *file_clip,          \
                                             const gait_options *options,                          \
                                             gait_skeleton **out_skeleton) {                       \
        return gaiti_##format##_skeleton(document, file_clip, options, out_skeleton);              \
    }

/* FORMAT_row_bind_skeleton. */
#define GAITI_TYPED_BIND_SKELETON(format)                                                          \
    static gait_status format##_row_bind_skeleton(const void *document, const gait_skeleton *tree, \
                                                  const gait_options *options,                     \
                                                  gait_skeleton **out_skeleton) {                  \
        return gaiti_##format##_bind_skeleton(document, tree, options, out_skeleton);              \
    }

/* FORMAT_row_clip_count and _clip of formats with one clip, which is named after the file. */
#define GAITI_TYPED_ONE_CLIP(format)                                                               \
    static uint32_t format##_row_clip_count(const void *document) {                                \
        (void)document;                                                                            \
        return 1;                                                                                  \
    }                                                                                              \
    static gait_status format##_row_clip(const void *document, uint32_t index,                     \
                                         const char *file_clip, const gait_skeleton *skeleton,     \
                                         const gait_options *options, gait_clip **out_clip) {      \
        (void)index;                                                                               \
        return gaiti_##format##_clip(document, file_clip, skeleton, options, out_clip);            \
    }

/* FORMAT_row_clip_count and _clip of formats with named motions. */
#define GAITI_TYPED_MOTIONS(format)                                                                \
    static uint32_t format##_row_clip_count(const void *document) {                                \
        return gait_##format##_motion_count(document);                                             \
    }                                                                                              \
    static gait_status format##_row_clip(const void *document, uint32_t index,                     \
                                         const char *file_clip, const gait_skeleton *skeleton,     \
                                         const gait_options *options, gait_clip **out_clip) {      \
        (void)file_clip;                                                                           \
        return gaiti_##format##_clip(document, index, skeleton, options, out_clip);                \
    }

#endif
