/* Gait - OGF models: their skeleton, and the motions inside (docs/formats/ogf.md). */
#ifndef GAIT_OGF_H
#define GAIT_OGF_H

#include "gait/omf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact mirror of one model of version 4; meshes are carried. Reading from several threads is
 * fine. Names are CP1251 bytes. Indices must be in range. */
typedef struct gait_ogf gait_ogf;

/* Mirrors the bytes, which must outlive the document. */
GAIT_API gait_status gait_ogf_open(gait_span bytes, const gait_options *options,
                                   gait_ogf **out_ogf);
GAIT_API void gait_ogf_free(gait_ogf *ogf);

GAIT_API int32_t gait_ogf_version(const gait_ogf *ogf);
/* 0 for models without a skeleton. */
GAIT_API uint32_t gait_ogf_bone_count(const gait_ogf *ogf);
GAIT_API gait_span gait_ogf_bone_name(const gait_ogf *ogf, uint32_t bone);
/* The parent's name; empty = root. */
GAIT_API gait_span gait_ogf_parent_name(const gait_ogf *ogf, uint32_t bone);
/* The bind pose relative to the parent: angles as stored (radians) and translation (metres). False
 * when the model has no IK data. */
GAIT_API bool gait_ogf_bind(const gait_ogf *ogf, uint32_t bone, float out_rotation[3],
                            float out_translation[3]);
/* Paths of motion banks as stored, without extension. */
GAIT_API uint32_t gait_ogf_ref_count(const gait_ogf *ogf);
GAIT_API gait_span gait_ogf_ref(const gait_ogf *ogf, uint32_t ref);
/* The bank inside the model, which lives as long; NULL when there is none. */
GAIT_API const gait_omf *gait_ogf_motions(const gait_ogf *ogf);

/* As in file.h, for this format. `name` (UTF-8) becomes the skeleton's. GAIT_NOT_FOUND when the
 * model has no bones, GAIT_CORRUPT when they form no tree. */
GAIT_API gait_status gait_ogf_skeleton(const gait_ogf *ogf, const char *name,
                                       const gait_options *options, gait_skeleton **out_skeleton);
GAIT_API gait_status gait_ogf_check(const gait_ogf *ogf, gait_diagnostics *diagnostics);
GAIT_API gait_status gait_ogf_map(const gait_ogf *ogf, gait_field_visitor visit, void *user);
GAIT_API gait_status gait_ogf_write(const gait_ogf *ogf, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
