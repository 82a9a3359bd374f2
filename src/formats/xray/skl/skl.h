/* The SKL and SKLS document, inside. */
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
    uint32_t mark_room; /* that `marks` has memory for; 0 = those that are there */
} gaiti_skl_motion;

struct gait_skl {
    gaiti_arena arena;
    gait_span source; /* the whole file, to tell offsets; empty when there is none any more */
    gait_skl_kind kind;
    uint32_t motion_count;
    uint32_t capacity; /* motions that the array has memory for */
    gaiti_skl_motion *motions;
    gait_span tail;     /* bytes after the motion, inside its chunk */
    gait_span trailing; /* bytes after that, or after the last motion */
};

/* --- descriptions (skl_fields.c) -------------------------------------------------------------- */

/* Of versions with numbers of 32 bits, before the formats were packed. */
static inline bool gaiti_skl_is_wide(gait_skl_kind kind, uint16_t version) {
    return version < (kind == GAIT_SKL_OBJECT ? 4 : 6);
}

bool gaiti_skl_version_is_known(gait_skl_kind kind, uint16_t version);
/* The channel that stands at a place of the file. */
uint32_t gaiti_skl_channel(gait_skl_kind kind, uint16_t version, uint32_t place);

/* Without bones; ends after the version when that is unknown. */
void gaiti_skl_visit_head(gaiti_visitor *visitor, gait_skl_kind kind, gait_skl_motion *motion);
/* Without envelopes. */
void gaiti_skl_visit_bone(gaiti_visitor *visitor, uint16_t version, gait_skl_bone *bone);
void gaiti_skl_visit_envelope_head(gaiti_visitor *visitor, bool wide, gait_skl_envelope *envelope);
void gaiti_skl_visit_key(gaiti_visitor *visitor, bool wide, gait_skl_key *key);

/* --- keys (skl_keys.c) ------------------------------------------------------------------------ */

/* Takes the bytes of `count` keys; false when they are not there. */
bool gaiti_skl_read_keys(gaiti_reader *in, bool wide, uint32_t count, gait_span *out_keys);
/* What gaiti_skl_visit_key() describes, in a hurry. That the bytes are there has been seen. */
void gaiti_skl_load_keys(const gait_skl_envelope *envelope, bool wide, gait_skl_key *out);
/* The numbers that versions 6 and 7 store: -32..32 in 16 bits. */
float gaiti_skl_unpack(uint16_t packed);
uint16_t gaiti_skl_pack(float value);

/* --- rotations (skl_angles.c) ----------------------------------------------------------------- */

/* False when the components are no numbers. No length at all counts as no rotation. */
bool gaiti_skl_normalise(double q[4]);
/* Heading, pitch and bank of a unit quaternion: of the two ways to reach it (`first`: the plain
 * one), and of all turns, the one that is nearest to `before`, whose angles are no absurd ones. */
void gaiti_skl_angles(const double q[4], const float before[3], bool first, float out[3]);
/* The bank that goes with a heading and a pitch as they are stored. */
float gaiti_skl_bank(const double q[4], float heading, float pitch, float before);

/* --- changing (skl_edit.c) -------------------------------------------------------------------- */

/* The bytes of a curve's keys in the document's memory. */
gait_status gaiti_skl_store_curve(gait_skl *skl, const gait_skl_curve *curve, bool wide,
                                  gait_skl_envelope *out);
/* Appends a motion; names are copied, bones, envelopes and marks taken as they are. */
gait_status gaiti_skl_append(gait_skl *skl, gaiti_skl_motion *motion);

/* --- opening ---------------------------------------------------------------------------------- */

/* Where a byte that the document borrows stands in its source; 0 when it is not from there. */
uint64_t gaiti_skl_offset(const gait_skl *skl, const uint8_t *byte);
/* Frames per second that keys are sampled with: 30 where the file's are absurd. */
double gaiti_skl_rate(float fps);
/* Frames as 64 bits hold them. */
uint64_t gaiti_skl_frames(const gait_skl_motion *motion);

/* --- clips (skl_clip.c) ----------------------------------------------------------------------- */

/* A motion whose bones are looked up in a skeleton. */
typedef struct gaiti_skl_lookup {
    const gait_skl *skl;
    const gaiti_skl_motion *motion;
    const gait_skeleton *skeleton;
    gaiti_arena *arena; /* for names in UTF-8 */
} gaiti_skl_lookup;

/* A bone of the motion in the skeleton: by its name, by its number where it has none; -1 = none.
 * `guess` is compared first. False when there is no memory. */
bool gaiti_skl_find_bone(const gaiti_skl_lookup *lookup, uint32_t bone, uint32_t guess,
                         int32_t *out_bone);
/* Of the longest envelope; at least 1. */
uint32_t gaiti_skl_max_keys(const gaiti_skl_motion *motion);
/* True when the rotation is in model space and there is a parent to tell it from. */
bool gaiti_skl_is_oriented(const gaiti_skl_motion *motion, uint32_t bone,
                           const gait_skeleton *skeleton, int32_t target);
/* 1 yes, 0 no, -1 an object's motion does not say. */
int gaiti_skl_loops(const gait_skl *skl, uint32_t motion);

#endif
