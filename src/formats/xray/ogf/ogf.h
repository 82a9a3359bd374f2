/* The OGF document: internal declarations. */
#ifndef GAITI_OGF_H
#define GAITI_OGF_H

#include "formats/xray/omf/omf.h"
#include "formats/format_row.h"
#include "gait/ogf.h"

/* Opens a model. The bytes must outlive the document. */
gait_status gaiti_ogf_open(gait_span bytes, const gait_options *options, gait_ogf **out_ogf);
/* Frees the object. NULL is allowed. */
void gaiti_ogf_free(gait_ogf *ogf);
/* The version of the format, 3 or 4. */
int32_t gaiti_ogf_version(const gait_ogf *ogf);
/* The number of motion banks that the model refers to. */
uint32_t gaiti_ogf_ref_count(const gait_ogf *ogf);
/* The path of one of these banks as stored, without extension. */
gait_span gaiti_ogf_ref(const gait_ogf *ogf, uint32_t ref);

/* How a model stores its references. */
typedef enum gaiti_ogf_refs_form {
    GAITI_OGF_REFS_NONE = 0, /* there are none */
    GAITI_OGF_REFS_TEXT,     /* one text, separated by commas */
    GAITI_OGF_REFS_LIST      /* a count, and one text each */
} gaiti_ogf_refs_form;

/* GAITI_OGF_REFS_NONE for NULL. */
gaiti_ogf_refs_form gaiti_ogf_refs_form_of(const gait_ogf *ogf);
/* Makes a separate bank from a copy of the bank in the model. The caller frees it. Chunks 14 and 15
 * keep their bytes; compressed ones are decompressed. Bones that the bank lists only by number get
 * the names of the model, which are not written. The bank of a model of version 3 gets version 4,
 * with names and ids of bones. GAIT_NOT_FOUND when there is no readable bank. */
gait_status gaiti_ogf_extract_motions(const gait_ogf *ogf, const gait_options *options,
                                      gait_omf **out_omf);
/* Replaces the bank in the model by a copy of `bank`. The other chunks keep their bytes. If `bank`
 * is the unchanged result of gaiti_ogf_extract_motions(), all bytes of the model stay the same.
 * GAIT_UNSUPPORTED, with a diagnostic, for models of version 3, banks of versions below 3, and
 * banks with bones that the model lacks. `diagnostics` (may be NULL) also get reasons why games
 * would not play the bank. Earlier results of gait_ogf_motions() become invalid. */
gait_status gaiti_ogf_replace_motions(gait_ogf *ogf, const gait_omf *bank,
                                      gait_diagnostics *diagnostics);

/* The longest reference, and the longest text with references separated by commas, in bytes. Games
 * read both, and the extension that they append to a reference, into buffers of 520 bytes. */
enum { GAITI_OGF_REF_MAX = 515, GAITI_OGF_REFS_TEXT_MAX = 519 };

/* Inserts a reference before the one with index `at`, or after the last one if `at` is the number
 * of references. `path` is copied; it is in the code page of the model, without extension. The
 * first reference of a model is stored as a text. */
gait_status gaiti_ogf_insert_ref(gait_ogf *ogf, uint32_t at, gait_span path,
                                 gait_diagnostics *diagnostics);
/* Replaces the path of a reference, which is copied. Blanks around it are kept. */
gait_status gaiti_ogf_set_ref(gait_ogf *ogf, uint32_t ref, gait_span path,
                              gait_diagnostics *diagnostics);
/* Removes a reference, and with the last one its chunk. */
gait_status gaiti_ogf_remove_ref(gait_ogf *ogf, uint32_t ref, gait_diagnostics *diagnostics);
/* Makes a skeleton called `name` (UTF-8) from the bones and their bind pose. The caller frees it.
 * GAIT_NOT_FOUND when the model has no bones, GAIT_CORRUPT when the parents are not a valid
 * hierarchy. */
gait_status gaiti_ogf_skeleton(const gait_ogf *ogf, const char *name, const gait_options *options,
                               gait_skeleton **out_skeleton);
/* Makes the mesh: one part per child, window 0 of children with several levels of detail. The bones
 * are those of the model. Children that cannot be read are left out, with a diagnostic.
 * GAIT_NOT_FOUND when the model has no geometry. GAIT_UNSUPPORTED, with a diagnostic, when none of
 * it can be read (docs/formats/ogf.md#geometry). */
gait_status gaiti_ogf_mesh(const gait_ogf *ogf, const gait_options *options, gait_mesh **out_mesh);
/* Like gait_file_check(), for this format. */
gait_status gaiti_ogf_check(const gait_ogf *ogf, gait_diagnostics *diagnostics);
/* The fields of a written document, for gait_file_map(). */
void gaiti_ogf_show(const void *document, gaiti_visitor *visitor);
/* Like gait_file_write(), for this format. */
gait_status gaiti_ogf_write(const gait_ogf *ogf, gait_buffer *out);

enum {
    GAITI_OGF_HEADER = 1,
    GAITI_OGF_BONES = 13,
    GAITI_OGF_MOTIONS = 14, /* as in OMF */
    GAITI_OGF_PARAMS = 15,
    GAITI_OGF_IK = 16,
    GAITI_OGF_USER_DATA = 17,
    GAITI_OGF_REFS = 19,  /* one text with comma-separated paths */
    GAITI_OGF_REFS2 = 24, /* a count and one text per path */
    GAITI_OGF_BONE = 62,  /* size of the smallest bone in bytes */
    GAITI_OGF_SHAPE_FLOATS = 27
};

/* Variants of IK data. They differ in their fields and in the space of the bind pose. */
typedef enum gaiti_ogf_ik_form {
    GAITI_OGF_IK_FULL = 0,    /* version 4, and the newest of version 3 */
    GAITI_OGF_IK_UNVERSIONED, /* without version and friction */
    GAITI_OGF_IK_OLDEST /* also without flags and break values; the bind pose is in model space */
} gaiti_ogf_ik_form;

/* Chunk ids of one version of the format; 0 = no such chunk. Newer variants come first. */
typedef struct gaiti_ogf_numbers {
    uint32_t ik[3]; /* by gaiti_ogf_ik_form */
    uint32_t refs, refs2;
    uint32_t keys, oldest_keys;
    uint32_t params, oldest_params;
} gaiti_ogf_numbers;

typedef struct gaiti_ogf_header {
    uint8_t version, type;
    uint16_t shader;
    /* from version 4 on */
    float box[6], sphere[4];
} gaiti_ogf_header;

typedef struct gaiti_ogf_bone {
    gait_span name, parent;
    float obb[15]; /* rotation 3x3, centre, half size */
} gaiti_ogf_bone;

/* IK data of one bone. */
typedef struct gaiti_ogf_ik {
    uint32_t version; /* in the low 16 bits; friction is present when it is above 0 */
    gait_span material;
    uint16_t shape_type, shape_flags;
    float shape[GAITI_OGF_SHAPE_FLOATS]; /* box 15, sphere 4, cylinder 8 */
    uint32_t joint_type;
    float limits[12]; /* three axes: min, max, spring, damping */
    float spring, damping;
    uint32_t flags;
    float break_force, break_torque, friction;
    float rotation[3], translation[3];
    float mass, center_of_mass[3];
} gaiti_ogf_ik;

/* A top-level chunk in file order. `size` is the stored size, which is wrong in some hand-edited
 * files. */
typedef struct gaiti_ogf_chunk {
    uint32_t id, size;
    uint32_t known; /* the structure that the payload was parsed into and is written from, as its
                       chunk id in version 4; 0 = none: the payload is written as it is */
    bool read;      /* the content was parsed, even if `known` is 0 */
    gait_span payload;
    gait_span unpacked; /* the decompressed payload; NULL data when it is not compressed */
} gaiti_ogf_chunk;

struct gait_ogf {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    gait_span source;
    uint32_t chunk_count;
    gaiti_ogf_chunk *chunks;
    gait_span tail; /* bytes after the last chunk */
    gaiti_ogf_header header;
    uint32_t bone_count;
    gaiti_ogf_bone *bones;
    gait_span bones_tail;
    bool has_ik;
    gaiti_ogf_ik_form ik_form;
    gaiti_ogf_ik *ik; /* bone_count items */
    const gaiti_ogf_chunk *ik_chunk;
    gait_span ik_tail;
    uint32_t ref_count;
    gait_span *refs;
    const gaiti_ogf_chunk *refs_chunk;  /* the chunk with the references, or NULL */
    gait_omf *motions;                  /* may be NULL */
    const gaiti_ogf_chunk *oldest_keys; /* chunk with keys of the oldest kind, from which the bank
                                           was made; usually NULL */
};

/* Field descriptions (ogf_fields.c). */
void gaiti_ogf_visit_header(gaiti_visitor *visitor, gaiti_ogf_header *header);
void gaiti_ogf_visit_bone(gaiti_visitor *visitor, gaiti_ogf_bone *bone);
void gaiti_ogf_visit_ik(gaiti_visitor *visitor, gaiti_ogf_ik_form form, gaiti_ogf_ik *ik);

/* Chunks (ogf_chunks.c). */
const gaiti_ogf_numbers *gaiti_ogf_numbers_of(uint8_t version);
/* The first chunk with this id (bit 31 is ignored) that is not empty; NULL for id 0. */
gaiti_ogf_chunk *gaiti_ogf_find_chunk(const gait_ogf *ogf, uint32_t plain);
gait_status gaiti_ogf_raise_chunk(const gait_ogf *ogf, const gaiti_report *report, gaiti_rule rule,
                                  const gaiti_ogf_chunk *chunk);
/* Decompresses a chunk that is marked as compressed into the arena. Leaves other chunks, and those
 * that cannot be decompressed, unchanged. */
gait_status gaiti_ogf_unpack(gait_ogf *ogf, gaiti_ogf_chunk *chunk);
/* The content of a chunk. For compressed chunks, sets report->packed_in so that diagnostics refer
 * to the chunk in the file. */
gait_span gaiti_ogf_content(const gait_ogf *ogf, const gaiti_ogf_chunk *chunk,
                            gaiti_report *report);
/* Reserves memory for more chunks. False when out of memory. */
bool gaiti_ogf_reserve_chunks(gait_ogf *ogf, uint32_t count);
/* Makes place for a chunk at this index, which the caller must fill. Memory must be reserved. */
void gaiti_ogf_insert_chunk(gait_ogf *ogf, uint32_t at);
/* Removes a chunk. Links to it must be set to NULL. */
void gaiti_ogf_remove_chunk(gait_ogf *ogf, uint32_t at);
/* Reads the embedded bank (ogf_motions.c). If that fails, its errors and a warning are reported,
 * and the model is opened without a bank; the chunks are kept as bytes. */
gait_status gaiti_ogf_read_motions(gait_ogf *ogf, const gaiti_report *report,
                                   const gait_options *options);
/* Functions for the oldest kind of keys (ogf_motions.c). The first one shows their fields. The
 * second one converts them to keys of banks, in the arena. It returns an empty span when the keys
 * are invalid or memory is exhausted; only exhausted memory sets the status of the arena. */
void gaiti_ogf_show_oldest_keys(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t size);
gait_span gaiti_ogf_remake_keys(gait_ogf *ogf, gait_span payload);
/* Sets the names or ids that the listing of the bank does not store, from the bones of the model.
 * False when out of memory. */
bool gaiti_ogf_complete_bones(const gait_ogf *ogf, gait_omf *omf);

/* A reference without the spaces and tabs around it (ogf_refs.c). */
gait_span gaiti_ogf_trim_ref(gait_span ref);

/* The `outline` function of gaiti_format_row: copies header, bones, IK data and references
 * (ogf_outline.c). */
gait_status gaiti_ogf_outline(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);

/* Offset in the source of a byte of the document; 0 when an edit has replaced it. */
static inline uint64_t gaiti_ogf_offset(const gait_ogf *ogf, const uint8_t *byte) {
    return gaiti_offset_in(ogf->source, byte);
}

/* --- for the row of the format ---------------------------------------------------------------- */

extern const gaiti_model_functions gaiti_ogf_model_functions;

#endif
