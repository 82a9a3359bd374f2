/* Gait - OGF models: their skeleton and embedded motions (docs/formats/ogf.md). */
#ifndef GAIT_OGF_H
#define GAIT_OGF_H

#include "gait/mesh.h"
#include "gait/omf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with all fields of one model of version 3 or 4; meshes are kept as bytes. Several
 * threads may read it, but not while it is changed. Names are bytes of a code page. Indices must be
 * in range. */
typedef struct gait_ogf gait_ogf;

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_ogf *gait_file_ogf(const gait_file *file);

/* The number of bones; 0 for models without a skeleton. */
GAIT_API uint32_t gait_ogf_bone_count(const gait_ogf *ogf);
/* The name of a bone as stored. */
GAIT_API gait_span gait_ogf_bone_name(const gait_ogf *ogf, uint32_t bone);
/* The name of the parent; empty = root. */
GAIT_API gait_span gait_ogf_parent_name(const gait_ogf *ogf, uint32_t bone);
/* The bind pose: angles as stored (radians) and translation (metres). Returns false when the model
 * has no IK data. */
GAIT_API bool gait_ogf_bind(const gait_ogf *ogf, uint32_t bone, float out_rotation[3],
                            float out_translation[3]);
/* True when the bind pose is relative to the parent. It is in model space only in the oldest models
 * of version 3. gaiti_ogf_skeleton() makes either form relative to the parent. */
GAIT_API bool gait_ogf_bind_is_local(const gait_ogf *ogf);

/* The bank in the model, valid as long as the model; NULL when there is none. */
GAIT_API const gait_omf *gait_ogf_motions(const gait_ogf *ogf);

/* The next three functions change the references of a model. The form of the references, the blanks
 * around other references and all other chunks keep their bytes. GAIT_BAD_ARGUMENT for an index out
 * of range. GAIT_UNSUPPORTED, with a diagnostic, when the model cannot store the result
 * (docs/formats/ogf.md#editing-references); GAIT_LIMIT when the chunk would exceed 4 GiB. After a
 * failure the model is unchanged. Earlier results of gaiti_ogf_ref() become invalid. Replaced bytes
 * are freed with the document. `diagnostics` may be NULL. */

#ifdef __cplusplus
}
#endif
#endif
