/* Gait - round trip: an edited glTF back onto the file that it was exported from. */
#ifndef GAIT_ROUNDTRIP_H
#define GAIT_ROUNDTRIP_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- one clip and the whole file, compared with the base -----------------------------------------
 */

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

#ifdef __cplusplus
}
#endif
#endif
