/* Gait - the neutral model: skeletons, clips, spaces and axes. */
#ifndef GAIT_MODEL_H
#define GAIT_MODEL_H

#include "gait/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- transforms ------------------------------------------------------------------------------- */

/* Translation in metres, unit quaternion (x,y,z,w) that rotates column vectors, scale per axis. */
typedef struct gait_transform {
    double t[3];
    double q[4];
    double s[3];
} gait_transform;

/* The same as floats. */
typedef struct gait_trs {
    float t[3];
    float q[4];
    float s[3];
} gait_trs;

/* The affine transform v' = m v + t of column vectors; m[row][column]. May contain scale and shear.
 */
typedef struct gait_affine {
    double m[3][3];
    double t[3];
} gait_affine;

/* --- labels ----------------------------------------------------------------------------------- */

/* What the transform of a bone is relative to (docs/formats/spaces.md). */
typedef enum gait_space {
    GAIT_SPACE_LOCAL = 0,  /* pose relative to the parent; for a root: pose in model space */
    GAIT_SPACE_MODEL,      /* bone pose in model space */
    GAIT_SPACE_DELTA,      /* model-space skinning delta: posed = delta * rest (plain RTM) */
    GAIT_SPACE_LOCAL_DELTA /* inverse(delta of parent) * delta (BMTR) */
} gait_space;

/* The coordinate system (docs/formats/spaces.md). */
typedef enum gait_axes {
    GAIT_AXES_ENGINE = 0, /* left-handed, X right, Y up, Z forward: the engines of both families */
    GAIT_AXES_FILE,       /* engine axes rotated by 180 degrees about Y: plain RTM and MLOD files */
    GAIT_AXES_GLTF        /* right-handed: engine with X mirrored; Y up, Z forward */
} gait_axes;

/* --- skeleton --------------------------------------------------------------------------------- */

/* The source of a parent or a rest pose of a bone. */
typedef enum gait_origin {
    GAIT_ORIGIN_UNKNOWN = 0,
    GAIT_ORIGIN_FILE,        /* a skeleton file */
    GAIT_ORIGIN_TABLE,       /* a built-in table */
    GAIT_ORIGIN_CONVENTION,  /* an assumption of a built-in table that no game file states: the
                                hierarchy of a flat skeleton, or the pivot of a similar bone */
    GAIT_ORIGIN_PARENT,      /* the pivot of the parent, because the bone's own is unknown */
    GAIT_ORIGIN_FIRST_FRAME, /* the first frame of the first clip */
    GAIT_ORIGIN_RECOVERED,   /* computed from the motion */
    GAIT_ORIGIN_PIVOTS       /* a named point of a pivots model */
} gait_origin;

/* One bone of a skeleton. */
typedef struct gait_bone {
    const char *name;    /* UTF-8 */
    int32_t parent;      /* index in the same array, -1 = root */
    gait_transform rest; /* relative to the parent, engine axes */
    gait_origin parent_origin;
    gait_origin rest_origin;
} gait_bone;

/* Bones with their hierarchy, parents before children. Immutable; may be shared by threads. */
typedef struct gait_skeleton {
    const char *name; /* such as "arma3-man" or a file's name; UTF-8 */
    uint32_t bone_count;
    const gait_bone *bones;
    const gait_affine *rest_model; /* rest pose in model space, engine axes */
    const uint32_t *lookup;        /* index of names for the library; may be NULL */
    /* Bones of the file that this skeleton leaves out (gait/bones.h), in the order of the file;
     * UTF-8. Clips on it have no keys for them. gait_convert_begin() writes such clips to a game
     * file only from a plain RTM, or with GAIT_MISSING_LEAVE_OUT. */
    const char *const *left_out;
    uint32_t left_out_count;
} gait_skeleton;

/* Frees a skeleton made by the library. NULL is allowed. */
GAIT_API void gait_skeleton_free(gait_skeleton *skeleton);
/* Index of a bone, ignoring ASCII case; the first one of duplicates; -1 = none. */
GAIT_API int32_t gait_skeleton_find(const gait_skeleton *skeleton, const char *name);

/* Games that share formats and skeletons. */
typedef enum gait_family {
    GAIT_FAMILY_NONE = 0, /* of no game: exchange formats */
    GAIT_FAMILY_BOHEMIA,  /* Operation Flashpoint, Arma, DayZ */
    GAIT_FAMILY_XRAY      /* S.T.A.L.K.E.R. */
} gait_family;

/* Built-in skeletons: ofp-man, arma1-man, arma2-man, arma3-man, xray-stalker, xray-hands. The rest
 * poses of the *-man skeletons are pivots relative to the pelvis; those of the X-Ray tables are
 * unknown (identity, GAIT_ORIGIN_UNKNOWN). The games have no hierarchy for ofp-man and arma1-man;
 * the hierarchy of these tables is marked GAIT_ORIGIN_CONVENTION, and so are the pivots of ofp-man,
 * which are those of Arma. */
GAIT_API uint32_t gait_builtin_count(void);
/* Facts about a built-in skeleton. */
typedef struct gait_builtin {
    const char *name;
    const char *summary; /* one line */
    gait_family family;
    uint32_t bone_count;
    bool is_flat; /* these bones have no parents in the game */
} gait_builtin;

/* Texts are static storage. All zero when the index is out of range. */
GAIT_API gait_builtin gait_builtin_at(uint32_t index);
/* GAIT_NOT_FOUND for an unknown name. The caller frees the skeleton. */
GAIT_API gait_status gait_builtin_skeleton(const char *name, const gait_options *options,
                                           gait_skeleton **out_skeleton);

/* --- clip ------------------------------------------------------------------------------------- */

/* Type of the elements of a channel. Integers and *_LE are little-endian on every machine, other
 * floats native. No alignment is required. */
typedef enum gait_element {
    GAIT_F32 = 0, /* 3 or 4 floats */
    GAIT_SNORM16, /* rotations: 4 signed shorts / 32767 */
    GAIT_F32_LE,  /* 3 or 4 little-endian floats inside a file */
    GAIT_MAT3_LE  /* rotations: 9 little-endian floats, the three columns of the linear part */
} gait_element;

/* The keys of one animated property, as a typed view of bytes. */
typedef struct gait_channel {
    const uint8_t *data; /* borrowed from the file, or owned by the clip */
    uint32_t count;      /* 0 = absent, 1 = constant, or the clip's frame_count */
    uint32_t stride;     /* bytes from one key to the next */
    uint16_t negate;     /* bit i: negate component i; MAT3: bit column*3 + row */
    uint8_t element;     /* gait_element */
} gait_channel;

/* The animated properties of one bone. */
typedef struct gait_track {
    gait_channel rotation;
    gait_channel translation;
    gait_channel scale;
} gait_track;

/* An event of a clip, at a moment or during an interval. */
typedef struct gait_event {
    const char *name;  /* UTF-8 */
    const char *value; /* UTF-8, "" = none */
    double start, end; /* in the time unit of the clip; equal = a moment */
} gait_event;

/* The unit of the times of a clip: seconds, or phases from 0 to 1 per cycle. */
typedef enum gait_time_unit { GAIT_TIME_SECONDS = 0, GAIT_TIME_PHASE } gait_time_unit;

/* How a game plays the clip. All zero when the format does not store this (`known` is false). */
typedef struct gait_playback {
    bool known;
    bool loop;
    uint32_t flags; /* as stored (docs/formats/omf.md#flags) */
    uint16_t bone_or_part;
    float speed, power, accrue, falloff;
} gait_playback;

/* Metadata of a clip, as bits. */
typedef enum gait_metadata_field {
    GAIT_META_EVENTS = 0x01,
    GAIT_META_ROOT_MOTION = 0x02,
    GAIT_META_LOOP = 0x04, /* this and the following bits: playback */
    GAIT_META_FLAGS = 0x08,
    GAIT_META_BONE_OR_PART = 0x10,
    GAIT_META_SPEED = 0x20,
    GAIT_META_POWER = 0x40,
    GAIT_META_ACCRUE = 0x80,
    GAIT_META_FALLOFF = 0x100,
    GAIT_META_PLAYBACK = 0x1FC /* all bits of playback */
} gait_metadata_field;

/* An animation of one skeleton, independent of formats. tracks[b] moves bone b. */
typedef struct gait_clip {
    const char *name;              /* UTF-8 */
    const gait_skeleton *skeleton; /* borrowed; outlives the clip */
    gait_space space;
    gait_axes axes;
    gait_time_unit time_unit;
    uint32_t frame_count;
    const float *time;   /* one per frame; ascending in valid files */
    const float *phases; /* one per frame: original phases of a clip that was converted to seconds
                            (metadata.h); NULL = none */
    const gait_track *tracks;
    uint32_t event_count;
    const gait_event *events;
    float root_motion[3]; /* metres per cycle, in `axes`; 0 when the format has none */
    gait_playback playback;
    uint32_t bone_order_count;  /* 0 = the file has the order of the skeleton */
    const uint32_t *bone_order; /* indices of bones in the order of the file. Plain RTM is written
                                   in this order, followed by all other bones with keys */
} gait_clip;

/* Data of a clip that a format cannot hold, as bits. */
typedef enum gait_loss {
    GAIT_LOSES_SCALE = 0x01,  /* scale other than 1; in a BMTR, shear and uneven scale */
    GAIT_LOSES_EVENTS = 0x02, /* all events */
    GAIT_LOSES_RATE = 0x04,   /* key distances other than 1/30 s: games play them at that rate */
    GAIT_LOSES_BONES = 0x08,  /* keys of bones that the file does not list */
    GAIT_LOSES_ROOT_MOTION = 0x10,
    GAIT_LOSES_FLAGS = 0x20,        /* flags that do not fit into the field of the format */
    GAIT_LOSES_EVENT_VALUES = 0x40, /* values of events */
    GAIT_LOSES_EVENT_ENDS = 0x80,   /* ends of events: only the start is stored */
    GAIT_LOSES_LOOP = 0x100,        /* that the clip is a loop */
    GAIT_LOSES_PLAYBACK = 0x200,    /* speed, power, accrue, falloff, flags */
    GAIT_LOSES_PARTS = 0x400,       /* parts, and the part on which a motion plays */
    GAIT_LOSES_KEY_TIMES = 0x800,   /* times of keys that are not on a frame */
    GAIT_LOSES_DURATION = 0x1000,
    GAIT_LOSES_LETTER_CASE = 0x2000, /* capital letters in names of bones */
    GAIT_LOSES_CLIP_NAME = 0x4000,   /* the name of the clip, which differs from the file name */
    GAIT_LOSES_EMPTY_MARKS = 0x8000  /* marks without intervals, which games never trigger */
} gait_loss;

/* The largest difference of its kind between two clips, over all frames; all zero = none. */
typedef struct gait_max_difference {
    double amount;  /* degrees, millimetres or a factor; infinite when a number is not finite */
    uint32_t frame; /* of the first clip, in the order in which it is played */
    int32_t bone;   /* in the first skeleton; -1 = no bone was compared */
    const char *bone_name; /* UTF-8, valid as long as the comparison and the skeletons; or NULL */
    double time_s; /* only of round trips (roundtrip.h): seconds from the start of the clip */
} gait_max_difference;

/* Frees a clip made by the library. Free clips before the documents that they borrow from. */
GAIT_API void gait_clip_free(gait_clip *clip);

#ifdef __cplusplus
}
#endif
#endif
