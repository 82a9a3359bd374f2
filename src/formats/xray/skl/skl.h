/* The SKL and SKLS document: internal declarations. */
#ifndef GAITI_SKL_H
#define GAITI_SKL_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/xray/xray_chunk.h"
#include "gait/file.h"
#include "gait/skl.h"

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
uint64_t gaiti_skl_offset(const gait_skl *skl, const uint8_t *byte);
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
/* Unknown for motions of objects. */
gait_playback gaiti_skl_playback(const gait_skl *skl, uint32_t motion);

#endif
