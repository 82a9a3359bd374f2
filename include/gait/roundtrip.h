/* Gait - there and back: what an edited animation changed of the file that it came from. */
#ifndef GAIT_ROUNDTRIP_H
#define GAIT_ROUNDTRIP_H

#include "gait/change.h"
#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- the edited file -------------------------------------------------------------------------- */

typedef enum gait_back_interpolation {
    GAIT_BACK_LINEAR = 0,
    GAIT_BACK_STEP,
    GAIT_BACK_CUBIC /* Hermite, as glTF's CUBICSPLINE */
} gait_back_interpolation;

/* The keys of one property as the edited file has them. */
typedef struct gait_back_curve {
    uint32_t count; /* 0 = no curve: the joint's node says what it is */
    gait_back_interpolation interpolation;
    const double *times;    /* count, seconds, ascending */
    const double *values;   /* count * 3, of rotations count * 4 (x,y,z,w), of any length */
    const double *tangents; /* cubic: in and out of each key per second, count * 2 * 3 or 4 */
} gait_back_curve;

typedef struct gait_back_track {
    gait_back_curve rotation, translation, scale;
} gait_back_track;

/* A joint of the edited file, in its own axes. */
typedef struct gait_back_joint {
    const char *name;        /* UTF-8 */
    const char *alternative; /* extras.name, where three.js keeps names; NULL = none */
    int32_t parent;          /* a joint before this one; -1 = none */
    gait_affine rest;        /* relative to what the root joints hang on: inverse bind, inverted */
    gait_transform node;     /* relative to the parent: for properties without a curve */
} gait_back_joint;

typedef struct gait_back_animation {
    const char *name;              /* UTF-8 */
    const gait_back_track *tracks; /* one per joint */
} gait_back_animation;

typedef struct gait_back_edit {
    const char *generator; /* asset.generator; NULL = none */
    const char *object;    /* what the root joints hang on; NULL = nothing with a name */
    uint32_t joint_count;
    const gait_back_joint *joints;
    uint32_t animation_count;
    const gait_back_animation *animations;
} gait_back_edit;

struct gait_gltf_file;
struct gait_gltf_rig;

/* An open glTF as an edited file: the joints of a rig, and keys where the file has them (splines as
 * short straight pieces). Every need must have been given. Copies what it needs, but `file` and
 * `rig` must outlive the call only. */
GAIT_API gait_status gait_gltf_edit_new(const struct gait_gltf_file *file,
                                        const struct gait_gltf_rig *rig,
                                        const gait_options *options, gait_back_edit **out_edit);
/* NULL is fine. */
GAIT_API void gait_gltf_edit_free(gait_back_edit *edit);

/* --- the base --------------------------------------------------------------------------------- */

/* The game's file as it was exported. */
typedef struct gait_back_base {
    const gait_skeleton *skeleton;
    const char *const *bone_names; /* as exported, one per bone; NULL = the skeleton's */
    uint32_t clip_count;
    const gait_clip *const *clips;  /* GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, seconds as exported */
    const char *const *clip_names;  /* as exported; NULL = the clips' own */
    const gait_clip *const *lifted; /* clips as gait_file_clip() has them; NULL = not from a file */
} gait_back_base;

/* Lifts all clips of a file on a skeleton from gait_file_skeleton(), with the names and times that
 * an export with default options gives them. File and skeleton must outlive it. GAIT_UNSUPPORTED
 * when gait_pose_needs() misses something. */
GAIT_API gait_status gait_back_base_new(const gait_file *file, const gait_skeleton *skeleton,
                                        const gait_options *options, gait_back_base **out_base);
/* Puts the keys of a clip in phases where an export with other options than the default ones put
 * them, whose last key stood at `last_s` seconds (duration_s of metadata.h). Clips in seconds, and
 * what no export gives such an end, stay as they are. */
GAIT_API gait_status gait_back_base_place(gait_back_base *base, uint32_t clip, double last_s);
/* NULL is fine. */
GAIT_API void gait_back_base_free(gait_back_base *base);

/* --- what became of it ------------------------------------------------------------------------ */

typedef struct gait_back_options {
    gait_allocator allocator;
    double tolerance_deg; /* 0 = 0.01: less is no change, and keys are written half as exact */
    double tolerance_mm;  /* 0 = 0.05; farther from the parent 0.002 mm per metre come on top */
} gait_back_options;

typedef enum gait_back_fate {
    GAIT_BACK_UNCHANGED = 0,
    GAIT_BACK_CHANGED,
    GAIT_BACK_ABSENT,  /* the edited file lacks it: as in the base */
    GAIT_BACK_REFUSED, /* notes say why: as in the base */
    GAIT_BACK_NEW      /* the base lacks it */
} gait_back_fate;

/* What is worth telling, of a clip or of the whole file. */
typedef enum gait_back_note {
    /* Of clips. */
    GAIT_BACK_SHIFTED = 0x1,       /* its keys began later or earlier */
    GAIT_BACK_SAMPLED = 0x2,       /* keys at another rate: the difference was carried over */
    GAIT_BACK_THINNED = 0x4,       /* a tool took keys away: only its own were compared */
    GAIT_BACK_SCALED = 0x8,        /* a bone is scaled; that was ignored */
    GAIT_BACK_LENGTH = 0x10,       /* it is longer or shorter now */
    GAIT_BACK_BETWEEN_KEYS = 0x20, /* moved where the base has no key: lost */
    GAIT_BACK_NO_PLACE = 0x40,     /* a bone moved for which the base has no keys: lost */
    GAIT_BACK_CUT_START = 0x80,    /* refused: the first keys are missing, as Blender's "Limit to
                                      Playback Range" leaves them */
    GAIT_BACK_AMBIGUOUS = 0x100,   /* refused: several clips answer to one name */
    GAIT_BACK_NO_CURVE = 0x200,    /* properties without keys, taken from nodes */
    /* Of the whole file. */
    GAIT_BACK_TURNED = 0x10000,      /* turned as a whole, such as Z up; undone */
    GAIT_BACK_UNITS = 0x20000,       /* scaled as a whole; undone */
    GAIT_BACK_RATE = 0x40000,        /* all clips were played at another rate; undone */
    GAIT_BACK_OTHER_TREE = 0x80000,  /* bones hang elsewhere; taken by their place in the model */
    GAIT_BACK_NO_BONES = 0x100000,   /* no joint has the name of a bone */
    GAIT_BACK_ONE_ACTION = 0x200000, /* refused: one animation called "Animation" or like the
                                        armature, of a bank: Blender exported the active one only */
    GAIT_BACK_OTHER_REST = 0x400000  /* joints rest elsewhere than bones: it was made on another
                                        skeleton than the base has now, or the rest was edited */
} gait_back_note;

/* Where the edited clip is farthest from the base. */
typedef struct gait_back_worst {
    double amount; /* degrees, or millimetres; 0 = nowhere */
    int32_t bone;
    uint32_t frame; /* the nearest key of the base */
} gait_back_worst;

/* One clip of the base, or one that it lacks. */
typedef struct gait_back_clip {
    gait_back_fate fate;
    uint32_t notes;                        /* of gait_back_note */
    int32_t clip;                          /* of the base; -1 = new */
    int32_t animation;                     /* of the edited file; -1 = none */
    uint32_t channel_count;                /* rotations and translations that changed */
    uint32_t key_count;                    /* keys that moved, of both */
    gait_back_worst rotation, translation; /* of those that changed */
    double shift_s;                        /* GAIT_BACK_SHIFTED: how much later its keys began */
    double sampled_fps;                    /* GAIT_BACK_SAMPLED */
    double from_s, to_s;                   /* GAIT_BACK_LENGTH: of the base, and now */
} gait_back_clip;

typedef struct gait_back_summary {
    uint32_t notes;         /* of gait_back_note */
    uint32_t matched_bones; /* that the edited file has */
    uint32_t missing_bones; /* whose channels are the base's */
    uint32_t unused_joints; /* that no bone asks for */
    double units;           /* GAIT_BACK_UNITS: the edited file's size, the base being 1 */
    double rate;            /* GAIT_BACK_RATE: lengths of the edited file, the base's being 1 */
    double tolerance_deg, tolerance_mm; /* what counted as no change */
} gait_back_summary;

/* Everything about one edited file. Reading it from several threads is fine. */
typedef struct gait_back gait_back;

/* Matches joints with bones and animations with clips, undoes what tools do to axes, units, rest
 * frames and times, and compares every channel (docs/there_and_back.md). `base` must outlive it,
 * `edit` only when gait_back_added() or gait_back_near_joint() is to be asked. GAIT_CORRUPT for
 * times that do not ascend, for what is no number, and for joints that do not come after their
 * parents. */
GAIT_API gait_status gait_back_new(const gait_back_base *base, const gait_back_edit *edit,
                                   const gait_back_options *options, gait_back **out_back);
/* NULL is fine. */
GAIT_API void gait_back_free(gait_back *back);

GAIT_API gait_back_summary gait_back_summarize(const gait_back *back);
/* The joint that moves a bone, -1 = none. */
GAIT_API int32_t gait_back_joint_of(const gait_back *back, uint32_t bone);
/* The bone that a joint moves, -1 = none. */
GAIT_API int32_t gait_back_bone_of(const gait_back *back, uint32_t joint);
/* Of the joints that move no bone, the one whose name is nearest to a bone's by edit distance, -1
 * when none is near. Only the first 4096 are looked at. */
GAIT_API int32_t gait_back_near_joint(const gait_back *back, uint32_t bone);

/* The clips of the base in their order, then those that it lacks in the order of the edited file.
 * The index must be in range. */
GAIT_API uint32_t gait_back_clip_count(const gait_back *back);
GAIT_API gait_back_clip gait_back_clip_at(const gait_back *back, uint32_t index);
/* What to do to the document; NULL unless the fate is GAIT_BACK_CHANGED. */
GAIT_API const gait_back_change *gait_back_change_of(const gait_back *back, uint32_t index);

/* A clip that the base lacks, on the base's skeleton: GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, every frame
 * of 30 per second, rotation and translation of every bone, the rest pose where no joint says
 * otherwise. GAIT_BAD_ARGUMENT unless the fate is GAIT_BACK_NEW. */
GAIT_API gait_status gait_back_added(const gait_back *back, uint32_t index,
                                     const gait_options *options, gait_clip **out_clip);

/* --- without a base --------------------------------------------------------------------------- */

/* Which bones of a tree a skeleton has for animations of an edited file. */
typedef enum gait_back_bones {
    GAIT_BACK_EVERY_BONE = 0, /* what no joint moves rests: banks list every bone */
    GAIT_BACK_MOVED_BONES,    /* those with a joint, below their nearest ancestor: plain RTM */
    GAIT_BACK_RECORDS         /* the same, below their parent, else roots: binarised RTM */
} gait_back_bones;

/* For animations that are to be put on a skeleton: with a base of no clips all are GAIT_BACK_NEW,
 * and gait_back_added() makes them. This is `tree` with the rest poses of joints where its own are
 * not known (GAIT_ORIGIN_UNKNOWN). The caller frees it. GAIT_NOT_FOUND when it would have no bone.
 */
GAIT_API gait_status gait_back_skeleton(const gait_skeleton *tree, const gait_back_edit *edit,
                                        gait_back_bones which, const gait_options *options,
                                        gait_skeleton **out_skeleton);

#ifdef __cplusplus
}
#endif
#endif
