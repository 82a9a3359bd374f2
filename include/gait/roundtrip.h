/* Gait - round trip: an edited glTF back onto the file that it was exported from
 * (docs/roundtrip_algorithm.md). */
#ifndef GAIT_ROUNDTRIP_H
#define GAIT_ROUNDTRIP_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- comparison ------------------------------------------------------------------------------- */

/* What the comparison of its keys decided about a clip. */
typedef enum gait_diff_outcome {
    GAIT_DIFF_UNCHANGED = 0,
    GAIT_DIFF_CHANGED,
    GAIT_DIFF_ABSENT,  /* the edited file lacks it: as in the base */
    GAIT_DIFF_REFUSED, /* notes say why: as in the base */
    GAIT_DIFF_NEW      /* the base lacks it */
} gait_diff_outcome;

/* What is worth telling, of a clip or of the whole file. */
typedef enum gait_diff_note {
    /* Of clips. */
    GAIT_DIFF_SHIFTED = 0x1,       /* its keys began later or earlier */
    GAIT_DIFF_SAMPLED = 0x2,       /* keys at another rate: the difference was carried over */
    GAIT_DIFF_THINNED = 0x4,       /* a tool took keys away: only its own were compared */
    GAIT_DIFF_SCALED = 0x8,        /* a bone is scaled; that was ignored */
    GAIT_DIFF_LENGTH = 0x10,       /* it is longer or shorter now */
    GAIT_DIFF_BETWEEN_KEYS = 0x20, /* moved where the base has no key: lost */
    GAIT_DIFF_NO_PLACE = 0x40,     /* a bone moved for which the base has no keys: lost */
    GAIT_DIFF_CUT_START = 0x80,    /* refused: the first keys are missing, as Blender's "Limit to
                                      Playback Range" leaves them */
    GAIT_DIFF_AMBIGUOUS = 0x100,   /* refused: several clips answer to one name */
    GAIT_DIFF_NO_CURVE = 0x200,    /* properties without keys, taken from nodes */
    /* Of the whole file. */
    GAIT_DIFF_ROTATED = 0x10000, /* turned as a whole, such as Z up; undone */
    GAIT_DIFF_UNITS = 0x20000,   /* scaled as a whole; undone */
    GAIT_DIFF_RATE = 0x40000,    /* all clips were played at another rate; undone */
    GAIT_DIFF_OTHER_HIERARCHY =
        0x80000,                     /* bones hang elsewhere; taken by their place in the model */
    GAIT_DIFF_NO_BONES = 0x100000,   /* no joint has the name of a bone */
    GAIT_DIFF_ONE_ACTION = 0x200000, /* refused: one animation called "Animation" or like the
                                        armature, of a bank: Blender exported the active one only */
    GAIT_DIFF_OTHER_REST = 0x400000  /* joints rest elsewhere than bones: it was made on another
                                        skeleton than the base has now, or the rest was edited */
} gait_diff_note;

/* Where the edited clip is farthest from the base. */
typedef struct gait_max_error {
    double amount; /* degrees, or millimetres; 0 = nowhere */
    int32_t bone;
    uint32_t frame; /* the nearest key of the base */
} gait_max_error;

/* One clip of the base, or one that it lacks. */
typedef struct gait_clip_diff {
    gait_diff_outcome outcome;
    uint32_t notes;                       /* of gait_diff_note */
    int32_t clip;                         /* of the base; -1 = new */
    int32_t animation;                    /* of the edited file; -1 = none */
    uint32_t channel_count;               /* rotations and translations that changed */
    uint32_t key_count;                   /* keys that moved, of both */
    gait_max_error rotation, translation; /* of those that changed */
    double shift_s;                       /* GAIT_DIFF_SHIFTED: how much later its keys began */
    double sampled_fps;                   /* GAIT_DIFF_SAMPLED */
    double from_s, to_s;                  /* GAIT_DIFF_LENGTH: of the base, and now */
} gait_clip_diff;

/* What was found about the edited file as a whole. */
typedef struct gait_diff_summary {
    uint32_t notes;         /* of gait_diff_note */
    uint32_t matched_bones; /* that the edited file has */
    uint32_t missing_bones; /* whose channels are the base's */
    uint32_t unused_joints; /* that no bone asks for */
    double units;           /* GAIT_DIFF_UNITS: the edited file's size, the base being 1 */
    double rate;            /* GAIT_DIFF_RATE: lengths of the edited file, the base's being 1 */
    double tolerance_deg, tolerance_mm; /* what counted as no change */
} gait_diff_summary;

/* --- the call --------------------------------------------------------------------------------- */

/* All zero is the default. */
typedef struct gait_roundtrip_options {
    gait_options common;  /* diagnostics: about the base */
    double tolerance_deg; /* less is no change, and keys are written half as exact; 0 = 0.01 */
    double tolerance_mm;  /* 0 = 0.05; farther from the parent 0.002 mm per metre come on top */
    bool adds_new;        /* clips that the base lacks are added, where its format holds several */
    bool drops_missing;   /* clips that the edited file lacks are removed */
} gait_roundtrip_options;

/* What happens to a clip. */
typedef enum gait_roundtrip_outcome {
    GAIT_ROUNDTRIP_UNCHANGED = 0, /* in both files: as in the base */
    GAIT_ROUNDTRIP_CHANGED,       /* in both files: keys or metadata of the edited file */
    GAIT_ROUNDTRIP_KEPT,          /* not in the edited file: as in the base */
    GAIT_ROUNDTRIP_DROPPED,       /* not in the edited file: removed */
    GAIT_ROUNDTRIP_REFUSED,       /* cannot be applied: diff.notes say why */
    GAIT_ROUNDTRIP_ADDED,         /* not in the base: added */
    GAIT_ROUNDTRIP_LEFT_OUT,      /* not in the base, and not in the result */
    GAIT_ROUNDTRIP_OUTCOME_COUNT
} gait_roundtrip_outcome;

/* Why a round trip is refused, in the order in which it is checked. The status of gait_roundtrip()
 * is GAIT_UNSUPPORTED; for (*) it is the status of the step that failed. */
typedef enum gait_roundtrip_problem {
    GAIT_ROUNDTRIP_NO_PROBLEM = 0,
    GAIT_ROUNDTRIP_NO_MOTIONS,    /* the base is a model without motions */
    GAIT_ROUNDTRIP_NO_PARENTS,    /* the parents of the bones of the base are unknown */
    GAIT_ROUNDTRIP_BASE_CLIPS,    /* the base cannot be read (*) */
    GAIT_ROUNDTRIP_NO_JOINTS,     /* the edited file has no bones */
    GAIT_ROUNDTRIP_EDITED_CLIPS,  /* the edited file cannot be read (*) */
    GAIT_ROUNDTRIP_COMPARISON,    /* the files cannot be compared (*) */
    GAIT_ROUNDTRIP_METADATA,      /* their metadata cannot be compared (*) */
    GAIT_ROUNDTRIP_NO_BONES,      /* no joint has the name of a bone of the base */
    GAIT_ROUNDTRIP_REFUSED_CLIPS, /* clips are GAIT_ROUNDTRIP_REFUSED */
    GAIT_ROUNDTRIP_NO_CLIPS,      /* the edited file has no clip of the base */
    GAIT_ROUNDTRIP_NOTHING_LEFT,  /* the same, and every clip of the base would be dropped */
    GAIT_ROUNDTRIP_NAME,          /* the base cannot hold a new name: GAIT_WOULD_LOSE */
    GAIT_ROUNDTRIP_APPLYING,      /* the changes cannot be applied (*) */
    GAIT_ROUNDTRIP_READING_BACK   /* the result cannot be read (*) */
} gait_roundtrip_problem;

/* What a round trip did, or why it was refused. Several threads may read one report. */
typedef struct gait_roundtrip_report gait_roundtrip_report;

/* Applies what was edited in a glTF to a copy of the file that it was exported from, and appends
 * that copy to `out_bytes`. Clips and keys that were not edited keep their bytes; when nothing was
 * edited the result is the base.
 *
 * `base` is an RTM, BMTR, OMF, OGF, SKL or SKLS. `edited` is a glTF whose needs were all given
 * (gait_file_check_complete()). The clips of the base are posed on the first of these skeletons
 * that there is:
 *   1. the one in the metadata of the edited file, if it fits: gait_roundtrip_skeleton();
 *   2. `skeleton`, from gait_skeleton_search() or gait_file_bind_skeleton(); it must be the one of
 * the export;
 *   3. the one that gait_skeleton_search() finds without candidates.
 *
 * `skeleton` and `options` may be NULL. The result is read again and compared with the edited file,
 * to report what the format of the base had to round.
 *
 * The caller frees *out_report. When the round trip is refused it is returned too: then
 * gait_roundtrip_overview.problem is the reason, and the report covers what was done before.
 * `base`, `edited` and `skeleton` must outlive it. After GAIT_NO_MEMORY it is NULL.
 *
 * GAIT_BAD_ARGUMENT, and no report, when one of the other arguments is NULL, when `base` has
 * another format or when `edited` is not a glTF. Unless the status is GAIT_OK, the content of
 * `out_bytes` does not change. */
GAIT_API gait_status gait_roundtrip(const gait_file *base, const gait_file *edited,
                                    const gait_skeleton *skeleton,
                                    const gait_roundtrip_options *options,
                                    gait_roundtrip_report **out_report, gait_buffer *out_bytes);

/* The skeleton in the metadata of the edited file, bound to the base by gait_file_bind_skeleton():
 * gait_roundtrip() uses it before any other. The caller frees it. GAIT_NOT_FOUND when there is none
 * or it does not fit; GAIT_BAD_ARGUMENT for NULL (`options` may be). */
GAIT_API gait_status gait_roundtrip_skeleton(const gait_file *base, const gait_file *edited,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);

/* --- the report ------------------------------------------------------------------------------- */

/* Frees the object. NULL is allowed. */
GAIT_API void gait_roundtrip_report_free(gait_roundtrip_report *report);

/* The result of a round trip as a whole. */
typedef struct gait_roundtrip_overview {
    gait_roundtrip_problem problem;
    gait_format format;            /* of the base and of the result */
    bool uses_metadata_skeleton;   /* that of gait_roundtrip_skeleton() */
    const gait_skeleton *skeleton; /* that the clips of the base are posed on: bones are indices
                                      into it. NULL = none was found */
    bool is_compared;     /* else everything below is 0, and there are no clips and joints */
    uint32_t joint_count; /* joints of the edited file that are compared */
    gait_diff_summary comparison;                    /* of the files as a whole */
    uint32_t outcomes[GAIT_ROUNDTRIP_OUTCOME_COUNT]; /* clips of each */
    uint64_t kept_events; /* of the base, when the edited file has no metadata to change them */
} gait_roundtrip_overview;

/* The result as a whole; its skeleton lives as long as the report. All zero when `report` is NULL.
 */
GAIT_API gait_roundtrip_overview
gait_roundtrip_report_overview(const gait_roundtrip_report *report);

/* The result for one clip. Texts are UTF-8 and live as long as the report. */
typedef struct gait_roundtrip_clip_result {
    const char *name;      /* of the clip of the base; of the animation when the base lacks it */
    const char *animation; /* of the edited file; NULL = none */
    gait_roundtrip_outcome outcome;
    gait_clip_diff diff;    /* keys of the edited file compared with those of the base */
    uint32_t metadata;      /* of gait_metadata_field: changed by the metadata of the edited file */
    uint32_t lost_metadata; /* of gait_metadata_field: changed, but the format cannot hold it */
    bool loses_event_values; /* changed events have values, which the format cannot hold */
    uint32_t lost;           /* of gait_loss: lost when the clip was added */
    bool is_rounded;         /* the result differs from the edited clip by more than allowed: */
    gait_max_error rounded_rotation, rounded_translation;
} gait_roundtrip_clip_result;

/* The number of clips: those of the base in their order, then those that it lacks in the order of
 * the edited file. 0 when `report` is NULL. */
GAIT_API uint32_t gait_roundtrip_report_clip_count(const gait_roundtrip_report *report);
/* The result for one of these clips. An empty name, and -1 as clip and animation, when the index is
 * out of range. */
GAIT_API gait_roundtrip_clip_result gait_roundtrip_report_clip(const gait_roundtrip_report *report,
                                                               uint32_t index);

/* One joint of the edited file. */
typedef struct gait_roundtrip_joint {
    const char *name; /* UTF-8; lives as long as the report */
    int32_t bone;     /* that it moves; -1 = none */
} gait_roundtrip_joint;

/* A joint. Its name is NULL, and its bone -1, when the index is out of range or `report` is NULL.
 */
GAIT_API gait_roundtrip_joint gait_roundtrip_report_joint(const gait_roundtrip_report *report,
                                                          uint32_t joint);
/* The joint that moves a bone. -1 when there is none, when the index is out of range, and when
 * `report` is NULL. */
GAIT_API int32_t gait_roundtrip_report_joint_of(const gait_roundtrip_report *report, uint32_t bone);
/* Of the joints that move no bone, the one whose name is nearest to that of a bone, of the first
 * 4096; -1 likewise. */
GAIT_API int32_t gait_roundtrip_report_nearest_joint(const gait_roundtrip_report *report,
                                                     uint32_t bone);

#ifdef __cplusplus
}
#endif
#endif
