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

/* Opens a model. The bytes must outlive the document. */
GAIT_API gait_status gaiti_ogf_open(gait_span bytes, const gait_options *options,
                                    gait_ogf **out_ogf);
/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_ogf_free(gait_ogf *ogf);
/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_ogf *gait_file_ogf(const gait_file *file);

/* The version of the format, 3 or 4. */
GAIT_API int32_t gaiti_ogf_version(const gait_ogf *ogf);
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
/* The number of motion banks that the model refers to. */
GAIT_API uint32_t gaiti_ogf_ref_count(const gait_ogf *ogf);
/* The path of one of these banks as stored, without extension. */
GAIT_API gait_span gaiti_ogf_ref(const gait_ogf *ogf, uint32_t ref);
/* How a model stores its references. */
typedef enum gaiti_ogf_refs_form {
    GAITI_OGF_REFS_NONE = 0, /* there are none */
    GAITI_OGF_REFS_TEXT,     /* one text, separated by commas */
    GAITI_OGF_REFS_LIST      /* a count, and one text each */
} gaiti_ogf_refs_form;

/* GAITI_OGF_REFS_NONE for NULL. */
GAIT_API gaiti_ogf_refs_form gaiti_ogf_refs_form_of(const gait_ogf *ogf);
/* The bank in the model, valid as long as the model; NULL when there is none. */
GAIT_API const gait_omf *gait_ogf_motions(const gait_ogf *ogf);

/* Makes a separate bank from a copy of the bank in the model. The caller frees it. Chunks 14 and 15
 * keep their bytes; compressed ones are decompressed. Bones that the bank lists only by number get
 * the names of the model, which are not written. The bank of a model of version 3 gets version 4,
 * with names and ids of bones. GAIT_NOT_FOUND when there is no readable bank. */
GAIT_API gait_status gaiti_ogf_extract_motions(const gait_ogf *ogf, const gait_options *options,
                                               gait_omf **out_omf);
/* Replaces the bank in the model by a copy of `bank`. The other chunks keep their bytes. If `bank`
 * is the unchanged result of gaiti_ogf_extract_motions(), all bytes of the model stay the same.
 * GAIT_UNSUPPORTED, with a diagnostic, for models of version 3, banks of versions below 3, and
 * banks with bones that the model lacks. `diagnostics` (may be NULL) also get reasons why games
 * would not play the bank. Earlier results of gait_ogf_motions() become invalid. */
GAIT_API gait_status gaiti_ogf_replace_motions(gait_ogf *ogf, const gait_omf *bank,
                                               gait_diagnostics *diagnostics);

/* The longest reference, and the longest text with references separated by commas, in bytes. Games
 * read both, and the extension that they append to a reference, into buffers of 520 bytes. */
enum { GAITI_OGF_REF_MAX = 515, GAITI_OGF_REFS_TEXT_MAX = 519 };

/* The next three functions change the references of a model. The form of the references, the blanks
 * around other references and all other chunks keep their bytes. GAIT_BAD_ARGUMENT for an index out
 * of range. GAIT_UNSUPPORTED, with a diagnostic, when the model cannot store the result
 * (docs/formats/ogf.md#editing-references); GAIT_LIMIT when the chunk would exceed 4 GiB. After a
 * failure the model is unchanged. Earlier results of gaiti_ogf_ref() become invalid. Replaced bytes
 * are freed with the document. `diagnostics` may be NULL. */

/* Inserts a reference before the one with index `at`, or after the last one if `at` is the number
 * of references. `path` is copied; it is in the code page of the model, without extension. The
 * first reference of a model is stored as a text. */
GAIT_API gait_status gaiti_ogf_insert_ref(gait_ogf *ogf, uint32_t at, gait_span path,
                                          gait_diagnostics *diagnostics);
/* Replaces the path of a reference, which is copied. Blanks around it are kept. */
GAIT_API gait_status gaiti_ogf_set_ref(gait_ogf *ogf, uint32_t ref, gait_span path,
                                       gait_diagnostics *diagnostics);
/* Removes a reference, and with the last one its chunk. */
GAIT_API gait_status gaiti_ogf_remove_ref(gait_ogf *ogf, uint32_t ref,
                                          gait_diagnostics *diagnostics);

/* Makes a skeleton called `name` (UTF-8) from the bones and their bind pose. The caller frees it.
 * GAIT_NOT_FOUND when the model has no bones, GAIT_CORRUPT when the parents are not a valid
 * hierarchy. */
GAIT_API gait_status gaiti_ogf_skeleton(const gait_ogf *ogf, const char *name,
                                        const gait_options *options, gait_skeleton **out_skeleton);
/* Makes the mesh: one part per child, window 0 of children with several levels of detail. The bones
 * are those of the model. Children that cannot be read are left out, with a diagnostic.
 * GAIT_NOT_FOUND when the model has no geometry. GAIT_UNSUPPORTED, with a diagnostic, when none of
 * it can be read (docs/formats/ogf.md#geometry). */
GAIT_API gait_status gaiti_ogf_mesh(const gait_ogf *ogf, const gait_options *options,
                                    gait_mesh **out_mesh);
/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_ogf_check(const gait_ogf *ogf, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format. */
GAIT_API gait_status gaiti_ogf_map(const gait_ogf *ogf, gait_field_visitor visit, void *user);
/* Like gait_file_write(), for this format. */
GAIT_API gait_status gaiti_ogf_write(const gait_ogf *ogf, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
