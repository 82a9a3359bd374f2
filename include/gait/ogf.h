/* Gait - OGF models: their skeleton, and the motions inside (docs/formats/ogf.md). */
#ifndef GAIT_OGF_H
#define GAIT_OGF_H

#include "gait/omf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact mirror of one model of version 3 or 4; meshes are carried. Reading from several threads
 * is fine. Names are CP1251 bytes. Indices must be in range. */
typedef struct gait_ogf gait_ogf;

/* Mirrors the bytes, which must outlive the document. */
GAIT_API gait_status gait_ogf_open(gait_span bytes, const gait_options *options,
                                   gait_ogf **out_ogf);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_ogf_free(gait_ogf *ogf);
/* The document of an open file, which owns it: it lives until gait_file_free(). NULL when `file` is
 * NULL or of another format. */
GAIT_API const gait_ogf *gait_file_ogf(const gait_file *file);

/* The version of the format, 3 or 4. */
GAIT_API int32_t gait_ogf_version(const gait_ogf *ogf);
/* The number of bones; 0 for models without a skeleton. */
GAIT_API uint32_t gait_ogf_bone_count(const gait_ogf *ogf);
/* The name of a bone as stored. */
GAIT_API gait_span gait_ogf_bone_name(const gait_ogf *ogf, uint32_t bone);
/* The parent's name; empty = root. */
GAIT_API gait_span gait_ogf_parent_name(const gait_ogf *ogf, uint32_t bone);
/* The bind pose: angles as stored (radians) and translation (metres). False when the model has no
 * IK data. */
GAIT_API bool gait_ogf_bind(const gait_ogf *ogf, uint32_t bone, float out_rotation[3],
                            float out_translation[3]);
/* Whether the bind pose is relative to the parent, as in all but the oldest models of version 3,
 * which have it in model space. gait_ogf_skeleton() makes both relative. */
GAIT_API bool gait_ogf_bind_is_local(const gait_ogf *ogf);
/* The number of motion banks that the model refers to. */
GAIT_API uint32_t gait_ogf_ref_count(const gait_ogf *ogf);
/* The path of one of these banks as stored, without extension. */
GAIT_API gait_span gait_ogf_ref(const gait_ogf *ogf, uint32_t ref);
/* The bank inside the model, which lives as long; NULL when there is none. */
GAIT_API const gait_omf *gait_ogf_motions(const gait_ogf *ogf);

/* A copy of the bank inside as a bank of its own, which the caller frees: chunks 14 and 15 byte for
 * byte, unpacked where they are compressed. Bones that it lists by number alone have the names of
 * the model, which are not written. From models of version 3 it is of version 4, with names
 * and ids of bones. GAIT_NOT_FOUND when there is no bank that can be read. */
GAIT_API gait_status gait_ogf_extract_motions(const gait_ogf *ogf, const gait_options *options,
                                              gait_omf **out_omf);
/* Puts a copy of a bank into the model, in place of the one inside. The other chunks keep their
 * bytes, and all do when it is the bank that was taken out. GAIT_UNSUPPORTED, with a diagnostic,
 * for models of version 3, banks of versions below 3, and banks with bones that the model lacks.
 * `diagnostics` (may be NULL) also tell why games would not play it. What gait_ogf_motions() gave
 * before is gone. */
GAIT_API gait_status gait_ogf_replace_motions(gait_ogf *ogf, const gait_omf *bank,
                                              gait_diagnostics *diagnostics);

/* The bones with their bind pose as a skeleton called `name` (UTF-8), which the caller frees.
 * GAIT_NOT_FOUND when the model has no bones, GAIT_CORRUPT when they form no tree. */
GAIT_API gait_status gait_ogf_skeleton(const gait_ogf *ogf, const char *name,
                                       const gait_options *options, gait_skeleton **out_skeleton);
/* As gait_file_check(), for this format. */
GAIT_API gait_status gait_ogf_check(const gait_ogf *ogf, gait_diagnostics *diagnostics);
/* As gait_file_map(), for this format. */
GAIT_API gait_status gait_ogf_map(const gait_ogf *ogf, gait_field_visitor visit, void *user);
/* As gait_file_write(), for this format. */
GAIT_API gait_status gait_ogf_write(const gait_ogf *ogf, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
