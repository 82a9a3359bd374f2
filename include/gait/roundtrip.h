/* Gait - round trip: applies the edits made in a glTF to the base file, the file that the glTF was
 * exported from (docs/roundtrip_algorithm.md). */
#ifndef GAIT_ROUNDTRIP_H
#define GAIT_ROUNDTRIP_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- comparison ------------------------------------------------------------------------------- */

/* The result of comparing the keys of a clip. */
typedef enum gait_diff_outcome {
    GAIT_DIFF_UNCHANGED = 0,
    GAIT_DIFF_CHANGED,
    GAIT_DIFF_ABSENT,  /* not in the edited file: stays as in the base file */
    GAIT_DIFF_REFUSED, /* cannot be compared, see the notes: stays as in the base file */
    GAIT_DIFF_NEW      /* not in the base file */
} gait_diff_outcome;

/* Details of a comparison, as bits. */
typedef enum gait_diff_note {
    /* Of one clip. */
    GAIT_DIFF_SHIFTED = 0x1,       /* the keys begin later or earlier: corrected */
    GAIT_DIFF_SAMPLED = 0x2,       /* keys at another rate: the difference was transferred */
    GAIT_DIFF_THINNED = 0x4,       /* a tool removed keys: only the remaining ones were compared */
    GAIT_DIFF_SCALED = 0x8,        /* a bone is scaled: the scale was ignored */
    GAIT_DIFF_LENGTH = 0x10,       /* the clip is longer or shorter than in the base file */
    GAIT_DIFF_BETWEEN_KEYS = 0x20, /* movement where the base file has no key: lost */
    GAIT_DIFF_NO_PLACE = 0x40,     /* movement of a bone without keys in the base file: lost */
    GAIT_DIFF_CUT_START = 0x80,    /* refused: the first keys are missing, which is the result of
                                      "Limit to Playback Range" in Blender */
    GAIT_DIFF_AMBIGUOUS = 0x100,   /* refused: several animations match one clip */
    GAIT_DIFF_NO_CURVE = 0x200,    /* properties without keys, taken from nodes */
    GAIT_DIFF_RENAMED = 0x400,     /* the clip has another name in the edited file */
    GAIT_DIFF_OBJECT_MOTION = 0x800, /* the armature is animated: its motion was added to that of
                                        the root bones */
    GAIT_DIFF_KEYS = 0x1000,         /* another number of keys, in a clip in phases */
    /* Of the whole file. */
    GAIT_DIFF_ROTATED = 0x10000, /* the whole file is rotated, for example to Z up: corrected */
    GAIT_DIFF_UNITS = 0x20000,   /* the whole file is scaled: corrected */
    GAIT_DIFF_RATE = 0x40000,    /* all clips have another playback rate: corrected */
    GAIT_DIFF_OTHER_HIERARCHY = 0x80000, /* bones have other parents: compared in model space */
    GAIT_DIFF_NO_BONES = 0x100000,       /* no joint has the name of a bone */
    /* Refused: the base file is a bank, and the only animation is called "Animation" or like the
     * armature. Blender exported only its active action. */
    GAIT_DIFF_ONE_ACTION = 0x200000,
    /* The joints have another rest pose than the bones: it was edited, or the file was made on
     * another skeleton than that of the base file. */
    GAIT_DIFF_OTHER_REST = 0x400000,
    GAIT_DIFF_PLACED = 0x800000 /* the armature was moved or rotated: ignored */
} gait_diff_note;

/* The comparison of one clip of the base file, or of a new clip. */
typedef struct gait_clip_diff {
    gait_diff_outcome outcome;
    uint32_t notes;                            /* of gait_diff_note */
    int32_t clip;                              /* index in the base file; -1 = new */
    int32_t animation;                         /* index in the edited file; -1 = none */
    uint32_t channel_count;                    /* changed rotation and translation channels */
    uint32_t key_count;                        /* changed keys of all these channels */
    gait_max_difference rotation, translation; /* of the changed channels; frames of the base */
    double shift_s;      /* GAIT_DIFF_SHIFTED: how much later the keys begin */
    double sampled_fps;  /* GAIT_DIFF_SAMPLED: the rate */
    double from_s, to_s; /* GAIT_DIFF_LENGTH: duration in the base file, and in the edited file */
    uint32_t from_keys, to_keys; /* GAIT_DIFF_KEYS: in the base file, and in the result */
    /* GAIT_DIFF_RENAMED: for GAIT_DIFF_ABSENT, the only new animation with the keys of this clip;
     * for GAIT_DIFF_NEW, the only absent clip with the keys of this animation. Otherwise unused. */
    uint32_t counterpart;
} gait_clip_diff;

/* The comparison of the files as a whole. */
typedef struct gait_diff_summary {
    uint32_t notes;         /* of gait_diff_note */
    uint32_t matched_bones; /* bones that have a joint */
    uint32_t missing_bones; /* bones without a joint: they stay as in the base file */
    uint32_t unused_joints; /* joints without a bone: they are ignored */
    double units;           /* GAIT_DIFF_UNITS: size, edited file divided by base file */
    double rate;            /* GAIT_DIFF_RATE: durations, edited file divided by base file */
    double tolerance_deg, tolerance_mm; /* tolerances used in the comparison */
} gait_diff_summary;

/* --- the call --------------------------------------------------------------------------------- */

/* The result of a round trip, or the reason why it was refused. Several threads may read one
 * report. */
typedef struct gait_roundtrip_report gait_roundtrip_report;

/* All zero is the default. */
typedef struct gait_roundtrip_options {
    gait_options common;  /* diagnostics are about the base file */
    double tolerance_deg; /* smaller differences are no change, and new keys are written with half
                             of this error; 0 = 0.01 */
    double tolerance_mm;  /* the same; 0 = 0.05. Grows by 0.002 mm per metre of distance from the
                             parent */
    bool adds_new;        /* add clips that the base file lacks, if its format holds several */
    bool drops_missing;   /* remove clips that are not in the edited file. Clips that were only
                             renamed stay; with adds_new, they get the new name
                             (GAIT_DIFF_RENAMED) */
    /* gait_roundtrip_edited() only: the metadata of the edited clips, found by the names of their
     * animations, in place of the metadata in a glTF. It must outlive the report. NULL = none. */
    const struct gait_metadata *metadata;
    /* Receives the report of a round trip that is refused; the caller frees it. Otherwise NULL. It
     * may be the variable that receives the report. NULL = not needed. */
    gait_roundtrip_report **refused;
} gait_roundtrip_options;

/* What a round trip does with a clip. */
typedef enum gait_roundtrip_outcome {
    GAIT_ROUNDTRIP_UNCHANGED = 0, /* in both files: stays as in the base file */
    GAIT_ROUNDTRIP_CHANGED,  /* in both files: keys or metadata of the edited file are applied */
    GAIT_ROUNDTRIP_KEPT,     /* not in the edited file: stays as in the base file */
    GAIT_ROUNDTRIP_DROPPED,  /* not in the edited file: removed */
    GAIT_ROUNDTRIP_REFUSED,  /* cannot be applied: see diff.notes */
    GAIT_ROUNDTRIP_ADDED,    /* not in the base file: added */
    GAIT_ROUNDTRIP_LEFT_OUT, /* not in the base file: not added */
    GAIT_ROUNDTRIP_RENAMED,  /* in both files: gets `new_name`; keys or metadata of the edited file
                                are applied as well */
    GAIT_ROUNDTRIP_OUTCOME_COUNT
} gait_roundtrip_outcome;

/* Applies the edits in a glTF to a copy of the base file, and appends that copy to `out_bytes`.
 * Clips and keys that were not edited keep their bytes; without any edit the result is equal to the
 * base file.
 *
 * `base` is an RTM, BMTR, OMF, OGF, SKL or SKLS. `edited` is a glTF with all dependencies provided
 * (gait_file_check_complete()). The clips of the base file are posed on the first of these
 * skeletons that exists:
 *   1. the one in the metadata of the edited file, if it fits: gait_roundtrip_skeleton();
 *   2. `skeleton`, from gait_skeleton_search() or gait_file_bind_skeleton(); it must be the one of
 *      the export;
 *   3. the result of gait_skeleton_search() without candidates.
 *
 * `skeleton` and `options` may be NULL. The result is read again and compared with the edited file,
 * to report rounding by the format of the base file.
 *
 * The caller frees *out_report. `base`, `edited` and `skeleton` must outlive it. When the round
 * trip is refused, the diagnostics have the reason: a rule of the group RTP, or those of the step
 * that failed (docs/formats/refusals.md#round-trips). options->refused has a report about the steps
 * done before. It stays NULL after GAIT_NO_MEMORY, after GAIT_LIMIT when the report itself exceeds
 * a limit, and after GAIT_BAD_ARGUMENT.
 *
 * GAIT_BAD_ARGUMENT when one of the other arguments is NULL, `base` has another
 * format, `edited` is not a glTF, or one of them was opened with GAIT_OPEN_SKELETON. Unless the
 * status is GAIT_OK, the content of `out_bytes` does not change. */
GAIT_API gait_status gait_roundtrip(const gait_file *base, const gait_file *edited,
                                    const gait_skeleton *skeleton,
                                    const gait_roundtrip_options *options,
                                    gait_roundtrip_report **out_report, gait_buffer *out_bytes);

/* The skeleton in the metadata of the edited file, bound to the base file by
 * gait_file_bind_skeleton(). gait_roundtrip() prefers it to all others. The caller frees it.
 * GAIT_NOT_FOUND when there is none or it does not fit; GAIT_BAD_ARGUMENT for NULL (`options` may
 * be NULL). */
GAIT_API gait_status gait_roundtrip_skeleton(const gait_file *base, const gait_file *edited,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);

/* --- the report ------------------------------------------------------------------------------- */

/* Frees the object. NULL is allowed. */
GAIT_API void gait_roundtrip_report_free(gait_roundtrip_report *report);

/* The result of a round trip as a whole. */
typedef struct gait_roundtrip_summary {
    const gait_rule *rule;         /* why the round trip is refused; NULL = it is not */
    gait_format format;            /* of the base file and the result */
    bool uses_metadata_skeleton;   /* true = the one of gait_roundtrip_skeleton() */
    const gait_skeleton *skeleton; /* on which the clips of the base file are posed; indices of
                                      bones refer to it. NULL = none was found */
    bool is_compared;     /* false = the members below are 0, and there are no clips and joints */
    uint32_t joint_count; /* joints of the edited file that were compared */
    gait_diff_summary comparison;                    /* the files as a whole */
    uint32_t outcomes[GAIT_ROUNDTRIP_OUTCOME_COUNT]; /* number of clips per outcome */
    const struct gait_metadata *metadata; /* gaiti_file_metadata() of the edited file; its conflicts
                                             are differences between its copies */
    bool has_other_parts;  /* the metadata of the edited file has other parts than the base file;
                              they are not applied */
    bool has_other_source; /* the edited file was not made from the bytes of the base file, and
                              changes clips: what was changed in these since is replaced */
    bool has_other_mesh;   /* the metadata of the edited file counts the triangles of the exported
                              mesh, and the edited file has another number; changes of meshes are
                              not applied */
    uint64_t kept_events;  /* events of the base file, if the edited file has no metadata that could
                              change them */
} gait_roundtrip_summary;

/* The result as a whole; its skeleton is valid as long as the report. All zero when `report` is
 * NULL. */
GAIT_API gait_roundtrip_summary gait_roundtrip_report_summary(const gait_roundtrip_report *report);

/* The result for one clip. Texts are UTF-8 and valid as long as the report. */
typedef struct gait_roundtrip_clip_result {
    const char *name;      /* of the clip in the base file; for a new clip, of the animation */
    const char *animation; /* name in the edited file; NULL = none */
    gait_roundtrip_outcome outcome;
    gait_clip_diff diff; /* comparison of the keys with those of the base file */
    /* GAIT_DIFF_RENAMED: the names before and after, also when the clip is not renamed; otherwise
     * NULL. */
    const char *old_name, *new_name;
    uint32_t metadata;      /* of gait_metadata_field: changed by the metadata of the edited file */
    uint32_t lost_metadata; /* of gait_metadata_field: changed, but the format cannot hold them */
    bool loses_event_values;   /* changed events have values, but the format cannot hold values */
    uint32_t lost;             /* of gait_loss: data of an added clip that the format cannot hold */
    bool has_default_playback; /* an added clip without playback in the metadata: played once, speed
                                  and power 1, accrue and falloff 2, part 0
                                  (docs/commands/convert.md) */
    bool is_rounded; /* the result differs from the edited clip by more than the tolerance, by the
                        following errors */
    gait_max_difference rounded_rotation, rounded_translation;
} gait_roundtrip_clip_result;

/* The number of clips: those of the base file in its order, then the new ones in the order of the
 * edited file. 0 when `report` is NULL. */
GAIT_API uint32_t gait_roundtrip_report_clip_count(const gait_roundtrip_report *report);
/* The result for one of these clips. When the index is out of range, the name is empty, and clip
 * and animation are -1. */
GAIT_API gait_roundtrip_clip_result gait_roundtrip_report_clip(const gait_roundtrip_report *report,
                                                               uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
