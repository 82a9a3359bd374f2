/* The SKL and SKLS document: internal declarations. */
#ifndef GAITI_SKL_H
#define GAITI_SKL_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/xray/xray_chunk.h"
#include "formats/format_row.h"
#include "formats/xray/omf/omf.h"
#include "model/clip_change.h"
#include "gait/file.h"
#include "gait/bank_edit.h"
#include "gait/skl.h"

/* The version of the first motion: 4 to 7, for object motions 3 to 5; -1 when there is no motion.
 */
int32_t gaiti_skl_version(const gait_skl *skl);
/* Sets all values of a motion except version, bone_count and mark_count, which must not differ.
 * Copies the name, which must not contain a NUL. GAIT_BAD_ARGUMENT for values that the version
 * cannot hold. */
gait_status gaiti_skl_set_motion(gait_skl *skl, uint32_t motion, const gait_skl_motion *values);
/* Removes a motion from a GAIT_SKL_MANY; the indices of the following motions decrease by one.
 * GAIT_BAD_ARGUMENT for the other kinds, which consist of one motion. */
gait_status gaiti_skl_remove_motion(gait_skl *skl, uint32_t motion);
/* The same for `count` motions, whose indices must ascend. Takes time proportional to the number of
 * motions in the file. After a failure the document is unchanged, and `diagnostics` (may be NULL)
 * contain the reason. GAIT_UNSUPPORTED for the other kinds, unless `count` is 0. */
gait_status gaiti_skl_remove_motions(gait_skl *skl, const uint32_t *motions, uint32_t count,
                                     gait_diagnostics *diagnostics);
/* Inserts a mark, like gaiti_omf_insert_mark(). GAIT_WOULD_LOSE below version 7. */
gait_status gaiti_skl_insert_mark(gait_skl *skl, uint32_t motion, uint32_t mark,
                                  const gait_omf_mark *values);
/* Removes a mark; the indices of the following marks decrease by one. */
gait_status gaiti_skl_remove_mark(gait_skl *skl, uint32_t motion, uint32_t mark);
/* Sets the name of a motion. `name` is UTF-8. GAIT_WOULD_LOSE when it is empty, longer than 127
 * bytes in the code page of the document, which is the limit of banks, or has control characters or
 * characters outside that code page. */
gait_status gaiti_skl_rename_motion(gait_skl *skl, uint32_t motion, const char *name,
                                    gait_diagnostics *diagnostics);
/* Puts the motions into another order: motion order[i] becomes motion i. `order` contains each of
 * the `count` indices once; `count` must be the number of motions. Takes time proportional to it.
 */
gait_status gaiti_skl_reorder_motions(gait_skl *skl, const uint32_t *order, uint32_t count);
/* Appends a copy of a motion, with its marks, to a GAIT_SKL_MANY under another name (UTF-8; as for
 * gaiti_skl_rename_motion()). GAIT_UNSUPPORTED for the other kinds, GAIT_LIMIT for more than 2^32 -
 * 1 motions. */
gait_status gaiti_skl_duplicate_motion(gait_skl *skl, uint32_t motion, const char *name,
                                       gait_diagnostics *diagnostics);
/* Makes a GAIT_SKL_MANY of `count` motions, or a GAIT_SKL_ONE of one motion, in the order of
 * `motions`, which contains no index twice. Bytes after the last motion are copied if `from` has
 * the same kind; otherwise a warning reports them. The motions that gaiti_skl_extract() made of a
 * GAIT_SKL_MANY, merged in order with GAIT_EQUAL_NAMES_KEEP_ALL, have the bytes of that file. The
 * new document borrows from `from` and from its bytes until gait_skl_detach(). GAIT_UNSUPPORTED
 * when `from` is a GAIT_SKL_OBJECT, whose motion has another layout. `options` may be NULL. */
gait_status gaiti_skl_extract(const gait_skl *from, const uint32_t *motions, uint32_t count,
                              gait_skl_kind kind, const gait_options *options, gait_skl **out_skl);

/* Copies motions of `from` to the end of `to`, a GAIT_SKL_MANY, in order. `from` is a GAIT_SKL_ONE
 * or a GAIT_SKL_MANY. Every motion has its own bones, so they need not be the same. Bytes after the
 * last motion of `from` are not copied; if `to` has not the same, a warning reports them. `to`
 * borrows from `from` and from its bytes until gait_skl_detach(to). Takes time proportional to the
 * number of motions in both documents. GAIT_WOULD_LOSE when the rule for equal names refuses the
 * motions, GAIT_UNSUPPORTED for other kinds, GAIT_LIMIT for more than 2^31 - 1 motions (those of
 * `from` count twice), GAIT_BAD_ARGUMENT also when `to` and `from` are the same. `options` may be
 * NULL: all zero. `out_merged` may be NULL. */
gait_status gaiti_skl_merge(gait_skl *to, const gait_skl *from, const gait_merge_options *options,
                            gait_diagnostics *diagnostics, gait_merged *out_merged);
/* Like gait_file_bind_skeleton(), for this format. `tree` must have the bones of all motions. */
gait_status gaiti_skl_bind_skeleton(const gait_skl *skl, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton);
/* Makes a clip in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE. It owns its keys: one per frame in
 * channels that change. Unlike gait_file_clip(), leaves out bones that the skeleton lacks.
 * GAIT_LIMIT for more frames than games can count, 2^24 - 1. */
gait_status gaiti_skl_clip(const gait_skl *skl, uint32_t motion, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip);
/* Appends a clip as a motion of version 6 or 7, with exact stepped keys on the frames where a value
 * changes; to an empty GAIT_SKL_OBJECT a clip of one bone in version 3 to 5, with linear keys. The
 * requirements for the clip are those of gaiti_omf_add_clip(), but with any constant rate.
 * *out_losses (may be NULL) receives the losses, of gait_loss. If any of them is not in
 * `allowed_losses`, nothing is added: GAIT_WOULD_LOSE. Version 6 cannot hold events. */
gait_status gaiti_skl_add_clip(gait_skl *skl, const gait_clip *clip, uint16_t version,
                               uint32_t allowed_losses, uint32_t *out_losses);
/* Applies a change (change.h) whose base is this motion. Unchanged envelopes keep their bytes. In a
 * changed envelope whose keys are all stepped or linear, unchanged keys keep their bytes too. All
 * other changed envelopes get exact stepped keys on every frame. Rotations stored in model space
 * are adjusted when a parent changes. Marks and parameters stay. GAIT_BAD_ARGUMENT when the change
 * is for another motion, and for translations and rotations that do not fit into a float;
 * GAIT_LIMIT when an envelope would get too many keys, or frames are so late that their times are
 * equal as floats. */
gait_status gaiti_skl_apply_changes(gait_skl *skl, uint32_t motion,
                                    const gaiti_clip_change *change);
/* Like gaiti_omf_apply_metadata(). GAIT_WOULD_LOSE for events below version 7, and for flags that
 * the version cannot hold. */
gait_status gaiti_skl_apply_metadata(gait_skl *skl, uint32_t motion, const gait_clip *clip_metadata,
                                     uint32_t changes);
/* Like gait_file_check(), for this format. */
gait_status gaiti_skl_check(const gait_skl *skl, gait_diagnostics *diagnostics);
/* The fields of a written document, for gait_file_map(). */
void gaiti_skl_show(const void *document, gaiti_visitor *visitor);

enum {
    GAITI_SKL_CHUNK = 0x1200,
    GAITI_SKL_OBJECT_CHUNK = 0x1100,
    GAITI_SKL_FRAMES_MAX = 0xFFFFFF, /* as for OMF */
    GAITI_SKL_WIDE_KEY = 40,
    GAITI_SKL_STEPPED_KEY = 9,
    GAITI_SKL_KEY = 23
};

typedef struct gaiti_skl_bone {
    gait_skl_bone values;
    gait_skl_envelope envelopes[GAIT_SKL_CHANNELS];
} gaiti_skl_bone;

typedef struct gaiti_skl_motion {
    gait_skl_motion values;
    gaiti_skl_bone *bones;
    gait_omf_mark *marks;
    uint32_t mark_capacity; /* capacity of `marks`; 0 = exactly mark_count */
} gaiti_skl_motion;

struct gait_skl {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    /* The whole file, for offsets in diagnostics; empty after gait_skl_detach(). */
    gait_span source;
    gait_skl_kind kind;
    uint32_t motion_count;
    uint32_t capacity; /* capacity of `motions` */
    gaiti_skl_motion *motions;
    gait_span tail;     /* bytes after the motion, inside its chunk */
    gait_span trailing; /* bytes after the chunk, or after the last motion */
};

/* --- descriptions (skl_fields.c) -------------------------------------------------------------- */

/* True for versions with 32-bit numbers, before the fields were packed. */
static inline bool gaiti_skl_is_wide(gait_skl_kind kind, uint16_t version) {
    return version < (kind == GAIT_SKL_OBJECT ? 4 : 6);
}

/* True for versions with marks. */
static inline bool gaiti_skl_has_marks(gait_skl_kind kind, uint16_t version) {
    return kind != GAIT_SKL_OBJECT && version >= 7;
}

bool gaiti_skl_version_is_known(gait_skl_kind kind, uint16_t version);
/* The channel of the envelope at this position of a bone. */
uint32_t gaiti_skl_channel(gait_skl_kind kind, uint16_t version, uint32_t place);

/* Excludes the bones; ends after the version when it is unknown. */
void gaiti_skl_visit_head(gaiti_visitor *visitor, gait_skl_kind kind, gait_skl_motion *motion);
/* Excludes the envelopes. */
void gaiti_skl_visit_bone(gaiti_visitor *visitor, uint16_t version, gait_skl_bone *bone);
void gaiti_skl_visit_envelope_head(gaiti_visitor *visitor, bool wide, gait_skl_envelope *envelope);
void gaiti_skl_visit_key(gaiti_visitor *visitor, bool wide, gait_skl_key *key);

/* --- keys (skl_keys.c) ------------------------------------------------------------------------ */

/* Reads the bytes of `count` keys. False when they do not fit into the bytes left. */
bool gaiti_skl_read_keys(gaiti_reader *in, bool wide, uint32_t count, gait_span *out_keys);
/* Faster equivalent of gaiti_skl_visit_key(). The caller has checked that the bytes exist. */
void gaiti_skl_load_keys(const gait_skl_envelope *envelope, bool wide, gait_skl_key *out);
/* The curve of an envelope, whose keys are loaded to `keys`. */
gait_skl_curve gaiti_skl_load_curve(const gait_skl_envelope *envelope, bool wide,
                                    gait_skl_key *keys);
/* Packed numbers of versions 6 and 7: -32 to 32 in 16 bits. */
float gaiti_skl_unpack(uint16_t packed);
uint16_t gaiti_skl_pack(float value);

/* --- rotations (skl_angles.c) ----------------------------------------------------------------- */

/* Normalises a quaternion. False when a component is not finite. A length near 0 becomes the
 * identity. */
bool gaiti_skl_normalise(double q[4]);
/* Heading, pitch and bank of a unit quaternion. Two sets of angles give the same rotation; selects
 * the one that is nearer to `before`, or with `first` the one with pitch in -90..90 degrees. Adds
 * full turns to be nearest to `before`, whose angles must be finite and moderate. */
void gaiti_skl_angles(const double q[4], const float before[3], bool first, float out[3]);
/* The bank angle that, with the stored heading and pitch, gives the rotation. */
float gaiti_skl_bank(const double q[4], float heading, float pitch, float before);

/* --- editing (skl_edit.c, skl_bank.c) --------------------------------------------------------- */

/* True when a motion of this version can be added: 6 or 7, for objects 3 to 5. */
bool gaiti_skl_can_add(const gait_skl *skl, uint16_t version);
/* Copies the keys of a curve as bytes to the arena of the document. */
gait_status gaiti_skl_store_curve(gait_skl *skl, const gait_skl_curve *curve, bool wide,
                                  gait_skl_envelope *out);
/* Appends a motion. Names are copied; bones, envelopes and marks are stored without a copy. */
gait_status gaiti_skl_append(gait_skl *skl, gaiti_skl_motion *motion);
/* Reserves capacity for `extra` more motions; it doubles, because arenas do not free memory. False
 * when out of memory; the document is unchanged. */
bool gaiti_skl_reserve_motions(gait_skl *skl, uint32_t extra);
/* Copies the arrays of bones and marks, so that edits of the copy do not change the original. Their
 * bytes are shared. False when out of memory; `motion` is unchanged. */
bool gaiti_skl_copy_arrays(gaiti_arena *arena, gaiti_skl_motion *motion);
/* The number of bytes of `from` besides its motions, without those that are equal to `tail` and
 * `trailing`. */
uint64_t gaiti_skl_count_rest(const gait_skl *from, gait_span tail, gait_span trailing);

/* --- opening ---------------------------------------------------------------------------------- */

/* Offset in the source of a byte borrowed by the document; 0 when it is not from the source. */
static inline uint64_t gaiti_skl_offset(const gait_skl *skl, const uint8_t *byte) {
    return gaiti_offset_in(skl->source, byte);
}
/* Sampling rate in frames per second: 30 when the value in the file is out of range. */
double gaiti_skl_rate(float fps);
/* The number of frames, which can exceed 32 bits. */
uint64_t gaiti_skl_frames(const gait_skl_motion *motion);

/* --- clips (skl_clip.c) ----------------------------------------------------------------------- */

/* A motion whose bones are to be found in a skeleton. */
typedef struct gaiti_skl_lookup {
    const gait_skl *skl;
    const gaiti_skl_motion *motion;
    const gait_skeleton *skeleton;
    gaiti_arena *arena; /* for names in UTF-8 */
} gaiti_skl_lookup;

/* Finds a bone of the motion in the skeleton by its name, or by its index when the format has no
 * names; -1 = not found. `guess` is compared first. False when out of memory. */
bool gaiti_skl_find_bone(const gaiti_skl_lookup *lookup, uint32_t bone, uint32_t guess,
                         int32_t *out_bone);
/* Number of keys of the longest envelope; at least 1. */
uint32_t gaiti_skl_max_keys(const gaiti_skl_motion *motion);
/* True when the rotation is in model space and the bone has a parent, so that it must be
 * converted. */
bool gaiti_skl_is_oriented(const gaiti_skl_motion *motion, uint32_t bone,
                           const gait_skeleton *skeleton, int32_t target);
/* Names the bone of an object after the motion; without a name of the motion "object". */
void gaiti_skl_name_object(gaiti_skl_motion *motion);
/* Unknown for motions of objects. */
gait_playback gaiti_skl_playback(const void *document, uint32_t motion);

/* --- for the row of the format ---------------------------------------------------------------- */

void gaiti_skl_text(struct gaiti_text *text, void *document);
extern const gaiti_roundtrip_functions gaiti_skl_roundtrip, gaiti_anm_roundtrip;
extern const struct gaiti_edit_functions gaiti_skl_edit, gaiti_anm_edit;
extern const gaiti_bank_functions gaiti_skl_bank_functions;

#endif
