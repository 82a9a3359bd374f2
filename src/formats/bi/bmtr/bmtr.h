/* Internals of the binarised RTM document. */
#ifndef GAITI_BMTR_H
#define GAITI_BMTR_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "base/text/text.h"
#include "codec/snorm16.h"
#include "formats/bi/bi_phases.h"
#include "formats/optimiser.h"
#include "formats/format_row.h"
#include "gait/bmtr.h"

/* A new document: empty names, phases from 0 to 1 in equal steps, no rotation, no translation.
 * GAIT_BAD_ARGUMENT for a version outside 2 to 5. */
gait_status gaiti_bmtr_new(int32_t version, uint32_t bone_count, uint32_t frame_count,
                           const gait_options *options, gait_bmtr **out_bmtr);
/* The version of the format, 2 to 5. */
int32_t gaiti_bmtr_version(const gait_bmtr *bmtr);
/* Displacement per cycle in file axes, metres, the same as in plain RTM: forward is -Z, left is +X.
 */
void gaiti_bmtr_root_motion(const gait_bmtr *bmtr, float out_root_motion[3]);
/* Sets the name of a bone; copies the bytes, which must not contain a NUL. The case is kept; games
 * require lower case. */
gait_status gaiti_bmtr_set_bone_name(gait_bmtr *bmtr, uint32_t bone, gait_span name);
/* Sets the normalised time of a key. */
gait_status gaiti_bmtr_set_phase(gait_bmtr *bmtr, uint32_t frame, float phase);
/* Sets the record of one bone in one key. A frame with a changed record is compressed anew when it
 * is written. Setting the same record again changes nothing. */
gait_status gaiti_bmtr_set_record(gait_bmtr *bmtr, uint32_t frame, uint32_t bone,
                                  const gait_bmtr_record *record);
/* Inserts a key stone before the one with this index, or appends it when index == count. Everything
 * else is as for gait_bmtr_set_key(). A removed key stone that is inserted again gives the same
 * bytes. */
gait_status gaiti_bmtr_insert_key(gait_bmtr *bmtr, uint32_t index, const gait_bmtr_key *key);
/* Removes a key stone; the indices of the following ones decrease by one. */
gait_status gaiti_bmtr_remove_key(gait_bmtr *bmtr, uint32_t index);
/* Like gait_file_check(), for this format. */
gait_status gaiti_bmtr_check(const gait_bmtr *bmtr, gait_diagnostics *diagnostics);
/* The fields of a written document, for gait_file_map(). */
void gaiti_bmtr_show(const void *document, gaiti_visitor *visitor);
/* Makes a skeleton of the bones of the file. The parent of a bone is its parent in `tree`. If the
 * file does not have that bone, the bone is a root. Records are relative to these parents.
 * GAIT_UNSUPPORTED with BMT140 for a bone that `tree` lacks. If `tree` is NULL, the parents are
 * unknown, and the skeleton can be used for GAIT_SPACE_LOCAL_DELTA only. */
gait_status gaiti_bmtr_bind_skeleton(const gait_bmtr *bmtr, const gait_skeleton *tree,
                                     const gait_options *options, gait_skeleton **out_skeleton);
/* Like gaiti_bmtr_bind_skeleton(), but with a list of names (in options->code_page, or guessed),
 * which may come from any file. Use the result for a clip that is to be written as binarised RTM.
 */
gait_status gaiti_bmtr_bind_records(const gait_span *names, uint32_t name_count,
                                    const gait_skeleton *tree, const gait_options *options,
                                    gait_skeleton **out_skeleton);
/* Makes a clip called `name` (UTF-8) from the keys, on a skeleton from gaiti_bmtr_bind_skeleton().
 * The clip is in GAIT_SPACE_LOCAL_DELTA and in GAIT_AXES_ENGINE, or GAIT_AXES_FILE when
 * gait_bmtr_reversed() is 0. It owns its keys: floats in playback order. A quaternion whose length
 * is within 0.005 of 1 is normalised; any other length gives a scale. Unlike gait_file_clip(),
 * leaves out bones that the skeleton lacks. */
gait_status gaiti_bmtr_clip(const gait_bmtr *bmtr, const char *name, const gait_skeleton *skeleton,
                            const gait_options *options, gait_clip **out_clip);
/* Makes a document from a clip in GAIT_SPACE_LOCAL_DELTA or GAIT_SPACE_DELTA, in any axes; convert
 * other clips with gaiti_clip_convert() first. Records are relative to the parents in the skeleton
 * of the clip; make this skeleton with gaiti_bmtr_bind_records(). Names are those of the skeleton
 * in lower case, bones without channels are left out, events become key stones, and times in
 * seconds become phases. Rotations are rounded, translations are truncated to 16-bit floats, and a
 * scale is kept if it is uniform. The clip is not needed afterwards. *out_losses (may be NULL)
 * receives the losses of shear, uneven scale and events, of gait_loss. Versions below 4 lose
 * events, which needs GAIT_LOSES_EVENTS in `allowed_losses`; the other losses need no permission.
 * GAIT_BAD_ARGUMENT for another space or a version outside 2 to 5; GAIT_WOULD_LOSE with a
 * diagnostic (BMT2xx) for data that the format cannot hold. */
gait_status gaiti_bmtr_from_clip(const gait_clip *clip, int32_t version, uint32_t allowed_losses,
                                 const gait_options *options, uint32_t *out_losses,
                                 gait_bmtr **out_bmtr);
/* Applies changed metadata from gaiti_metadata_compare() (metadata.h); `changes` are of
 * gait_metadata_field. Events replace all key stones; a new key stone gets the id of an old one
 * with the same name. Root motion replaces the displacement. Playback is ignored, since the format
 * cannot hold it. GAIT_WOULD_LOSE for events below version 4; discard the document then. */
gait_status gaiti_bmtr_apply_metadata(gait_bmtr *bmtr, const gait_clip *clip_metadata,
                                      uint32_t changes, const gait_options *options);
/* Applies the values of another document to `base`, so that only real differences change bytes.
 * Records of `base` stay if their rotation differs by at most 1.6 / 16384 per component, and their
 * translation by at most one step of 16-bit floats. Bones are matched by name. *out_changed (may be
 * NULL) is the number of changed records, phases and key stones, plus one for a changed
 * displacement and for each frame that is added or removed. Key stones that `edited` lacks are
 * removed. GAIT_NOT_FOUND when the bones differ or only one has frames; discard `base` then.
 * GAIT_BAD_ARGUMENT also when gait_bmtr_reversed() differs. */
gait_status gaiti_bmtr_patch(gait_bmtr *base, const gait_bmtr *edited, const gait_options *options,
                             uint32_t *out_changed);

enum {
    GAITI_BMTR_HEAD = 37, /* size of the header before the names */
    GAITI_BMTR_RECORD = 14,
    GAITI_BMTR_KEY = 10,          /* size of the smallest key stone */
    GAITI_BMTR_MAX_PRELOADED = 3, /* frames of clips that games keep in memory */
    GAITI_BMTR_PACKED = 1024      /* arrays of versions 2 to 4 are compressed from this size */
};

/* The phases, or the records of one frame. */
typedef struct gaiti_bmtr_array {
    gait_span stored;    /* the bytes after count and flag, as in the source */
    const uint8_t *data; /* decompressed */
    uint8_t flag;        /* version 5: 0 = not compressed */
    bool loose;          /* `data` is in the arena and not shared, so it may be modified */
    bool changed;        /* `data` differs from the content of `stored` */
} gaiti_bmtr_array;

/* A file consists of: head, names, metas, keys, phases, frames, trailing. */
struct gait_bmtr {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    uint32_t version;
    uint8_t reversed;
    bool packs; /* arrays of version 5 may be compressed */
    float root_motion[3];
    uint32_t frame_count, preload, animated_bone_count, bone_count;
    gait_span *names;
    uint32_t meta_count, key_count;
    uint32_t key_capacity; /* capacity of `keys`; 0 = key_count */
    gait_span *metas;
    gait_bmtr_key *keys;
    gaiti_bmtr_array phases;
    gaiti_bmtr_array *frames; /* one per frame */
    gait_span trailing;
};

/* The id of a new key stone. Games identify "StepSound" by a number, and all other events by their
 * names. */
static inline int32_t gaiti_bmtr_key_id(gait_span name) {
    return gaiti_equal_name(name, gaiti_span_of("StepSound")) ? 0 : -1;
}

static inline bool gaiti_bmtr_has_keys(const gait_bmtr *bmtr) {
    return bmtr->version >= 4;
}

static inline uint64_t gaiti_bmtr_frame_size(const gait_bmtr *bmtr) {
    return (uint64_t)bmtr->bone_count * GAITI_BMTR_RECORD;
}

static inline const uint8_t *gaiti_bmtr_record(const gait_bmtr *bmtr, uint32_t frame,
                                               uint32_t bone) {
    return bmtr->frames[frame].data + (size_t)bone * GAITI_BMTR_RECORD;
}

static inline gaiti_phases gaiti_bmtr_phases(const gait_bmtr *bmtr) {
    return (gaiti_phases){bmtr->phases.data, 4, bmtr->frame_count};
}

/* True when an array of that many bytes must be compressed because of its size (versions 2 to
 * 4). */
static inline bool gaiti_bmtr_must_pack(uint32_t version, uint64_t size) {
    return version < 5 && size >= GAITI_BMTR_PACKED;
}

/* --- field descriptions (bmtr_fields.c) ------------------------------------------------------- */

void gaiti_bmtr_visit_head(gaiti_visitor *visitor, gait_bmtr *bmtr);
void gaiti_bmtr_visit_key(gaiti_visitor *visitor, gait_bmtr_key *key);
/* All that precedes the arrays, to write it, or to show what was written. */
void gaiti_bmtr_visit_start(gaiti_visitor *visitor, const gait_bmtr *bmtr);
/* The count of an array, and its flag if version and count require one. */
void gaiti_bmtr_visit_array(gaiti_visitor *visitor, uint32_t version, uint32_t *count,
                            uint8_t *flag);

/* Offsets in the file as it was opened: of the first meta text, the first key stone, and the data
 * of the phases and of the first frame, after count and flag. */
typedef struct gaiti_bmtr_places {
    uint64_t metas, keys, phases, frames;
} gaiti_bmtr_places;

gaiti_bmtr_places gaiti_bmtr_find_places(const gait_bmtr *bmtr);
/* The size of count and flag before the data of an array of `count` elements. */
uint64_t gaiti_bmtr_array_head(const gait_bmtr *bmtr, uint32_t count);

/* Appends the compressed form of an array of this version (2 to 5). False when there is no
 * memory. */
bool gaiti_bmtr_pack(const gait_bmtr *bmtr, gait_span data, gait_buffer *out);

/* --- optimising ------------------------------------------------------------------------------- */

/* Removes keys that the others give, and compresses arrays better (bmtr_optimise.c). New arrays are
 * in `arena`; the old ones stay as they are, so `bmtr` may be a copy of the struct of a document.
 * Only the first clip of the request is used. After a failure `bmtr` is unchanged. */
gait_status gaiti_bmtr_optimise(gait_bmtr *bmtr, const gaiti_optimiser *request,
                                gaiti_arena *arena);
/* Sets `kept` of each key: false if the others give it within the tolerance
 * (bmtr_optimise_keys.c). */
gait_status gaiti_bmtr_choose_keys(const gait_bmtr *bmtr, const gaiti_optimiser *request,
                                   gaiti_arena *scratch, bool *kept);
/* The largest errors if only the keys that are marked in `kept` stay: metres and radians. */
gait_status gaiti_bmtr_measure_keys(const gait_bmtr *original, const bool *kept,
                                    gaiti_arena *scratch, double out_errors[2]);

/* --- records ---------------------------------------------------------------------------------- */

/* The range of squared lengths, in units of 1 / 16384 squared, that count as 1: within 0.005 of
 * it. */
#define GAITI_BMTR_UNIT_LOW UINT32_C(265757813)
#define GAITI_BMTR_UNIT_HIGH UINT32_C(271126521)
#define GAITI_BMTR_UNIT 268435456.0

/* The squared length of the quaternion of a record, in those units. */
static inline uint64_t gaiti_bmtr_square(const uint8_t *record) {
    return gaiti_snorm16_square(record);
}

static inline bool gaiti_bmtr_is_unit(uint64_t square) {
    return square >= GAITI_BMTR_UNIT_LOW && square <= GAITI_BMTR_UNIT_HIGH;
}

/* The bytes of a loose array for writing. Casts away const, which happens only here. */
static inline uint8_t *gaiti_bmtr_writable(const gaiti_bmtr_array *array) {
    return (uint8_t *)(uintptr_t)array->data;
}

/* True when the quaternions of `count` consecutive records have unit length. */
bool gaiti_bmtr_all_unit(const uint8_t *records, size_t count);

/* Warns of zero quaternions, which clips replace by the identity. */
void gaiti_bmtr_warn_zero(const gait_bmtr *bmtr, gait_diagnostics *diagnostics);

/* --- for the row of the format ---------------------------------------------------------------- */

void gaiti_bmtr_text(struct gaiti_text *text, void *document);
extern const gaiti_roundtrip_functions gaiti_bmtr_roundtrip;
extern const struct gaiti_edit_functions gaiti_bmtr_edit;

#endif
