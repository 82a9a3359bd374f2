/* The comparison of the round trip, inside: one step per file. */
#ifndef GAITI_ROUNDTRIP_STATE_H
#define GAITI_ROUNDTRIP_STATE_H

#include "base/memory.h"
#include "gait/compare.h"

enum {
    GAITI_DIFF_RATE = 30,
    GAITI_DIFF_FRAMES_MAX = 1 << 23 /* of one clip */
};

/* The turn and the size of the edited skeleton as a whole: base = scale * rotation * edited. */
typedef struct gaiti_alignment {
    double scale;
    double rotation[3][3];
    bool is_rotated, is_scaled;
    bool is_apart; /* no turn and no scale brings all heads to their places */
} gaiti_alignment;

/* How the numbers of a joint become those of a bone:
 *   rotation     left * q * right
 *   translation  linear * (t + R(q) S(s) head) + offset */
typedef struct gaiti_bone_axes {
    bool is_composed; /* not so: by the poses in model space */
    bool turns_head;  /* `head` counts: the joint lies elsewhere than the bone */
    double left[4], right[4];
    double linear[3][3], offset[3], head[3];
    double scale;     /* what a scale of 1 is called in the edited file */
    gait_affine from; /* C: posed bone = fit * posed joint * from */
} gaiti_bone_axes;

/* Joints and bones of the two files. */
typedef struct gaiti_bone_map {
    const gait_skeleton *skeleton;
    const gait_edited_file *edit;
    const gait_affine *rest; /* per bone, model space, glTF axes */
    const int32_t *joint_of; /* per bone; -1 = none */
    const int32_t *bone_of;  /* per joint; -1 = none */
    gaiti_alignment alignment;
    const gaiti_bone_axes *axes; /* per bone; unset without a joint */
    gait_affine whole;           /* the fit as a map */
} gaiti_bone_map;

/* From an edited clip's time to the base's: base = edited / rate - shift. */
typedef struct gaiti_time_map {
    double rate, shift;
} gaiti_time_map;

static inline double gaiti_time_to_base(const gaiti_time_map *time_map, double edited) {
    return edited / time_map->rate - time_map->shift;
}

static inline double gaiti_time_to_edited(const gaiti_time_map *time_map, double base) {
    return (base + time_map->shift) * time_map->rate;
}

/* --- joints and bones (roundtrip_match_bones.c, _align.c, _axes.c)
 * --------------------------------- */

/* Fills `joint_of` and `bone_of` by what tools do to names. False when there is no memory. */
bool gaiti_match_joints(const gait_base_file *base, const gait_edited_file *edit,
                        gaiti_arena *arena, int32_t *joint_of, int32_t *bone_of);

/* `count` joint heads of the edited file and of the base. */
gaiti_alignment gaiti_align_heads(const double (*edited)[3], const double (*base)[3],
                                  uint32_t count);

/* Fills everything of `rig` but `edit`, which is set. False when there is no memory. */
bool gaiti_map_bones(const gait_base_file *base, gaiti_arena *arena, gaiti_bone_map *rig);

/* "name.001": the number, and the length of what is before it; 0 when there is no such end. */
uint32_t gaiti_number_suffix(const char *name, size_t *out_stem);

/* --- curves (roundtrip_curve.c)
 * -------------------------------------------------------------------- */

/* Of the edited file, at an edited time; quaternions of unit length. */
void gaiti_curve_rotation_at(const gait_edited_curve *curve, const gait_transform *node,
                             double time, double q[4]);
void gaiti_curve_vector_at(const gait_edited_curve *curve, const double node[3], double time,
                           double v[3]);

/* Times in order, each once. */
typedef struct gaiti_time_list {
    const double *at;
    uint32_t count;
} gaiti_time_list;

/* --- one bone of one clip --------------------------------------------------------------------- */

/* A channel of the base as numbers. */
typedef struct gaiti_base_track {
    uint32_t count;       /* 1 or the frames of the clip */
    bool is_absent;       /* the base has no keys: this is the rest pose */
    const double *values; /* rotations of unit length, signs continuous */
} gaiti_base_track;

/* The base's clip as numbers (roundtrip_base.c). */
typedef struct gaiti_base_clip {
    const gait_clip *clip;
    uint32_t frame_count;
    const double *times; /* seconds from the first key */
    const gaiti_base_track *rotations, *translations;
} gaiti_base_clip;

/* False when there is no memory. */
bool gaiti_base_clip_load(const gait_clip *clip, gaiti_arena *arena, gaiti_base_clip *out);

/* The last key not behind `time` and how far it is to the next one, in [0, 1]. */
uint32_t gaiti_find_key(const double *times, uint32_t count, double time, double *fraction);
/* The key nearest to a time. */
uint32_t gaiti_base_nearest_key(const gaiti_base_clip *clip, double time);

/* Rotation at a time: straight, as games and Blender do, or along the arc. */
void gaiti_base_rotation(const gaiti_base_clip *clip, uint32_t bone, double time, bool on_arc,
                         double q[4]);
void gaiti_base_translation(const gaiti_base_clip *clip, uint32_t bone, double time, double t[3]);

/* An edited clip seen through its rig (roundtrip_pose.c). */
typedef struct gaiti_edited_clip {
    const gaiti_bone_map *rig;
    const gait_edited_animation *animation;
    const gaiti_base_clip *base; /* for bones that no joint moves; NULL = they rest */
    gaiti_time_map time_map;
} gaiti_edited_clip;

/* The bone of the base as the edited file has it at a time of the base; local, glTF axes. */
void gaiti_edited_rotation(const gaiti_edited_clip *view, uint32_t bone, double time, double q[4]);
void gaiti_edited_translation(const gaiti_edited_clip *view, uint32_t bone, double time,
                              double t[3]);
/* Where the edited file has keys of the channel, in times of the base. At least one. False when
 * there is no memory. */
bool gaiti_edited_key_times(const gaiti_edited_clip *view, uint32_t bone, bool is_rotation,
                            gaiti_arena *arena, gaiti_time_list *out);
/* True when a bone has a scale other than 1 somewhere. */
bool gaiti_edited_is_scaled(const gaiti_edited_clip *view, uint32_t bone);

/* --- clips and time (roundtrip_match_clips.c, _time.c)
 * ----------------------------------------------- */

/* Which animation is which clip of the base. */
typedef struct gaiti_clip_pairs {
    int32_t *animation_of;   /* per clip; -1 = none */
    int32_t *clip_of;        /* per animation; -1 = none */
    bool *is_ambiguous;      /* per animation */
    bool *is_clip_ambiguous; /* per clip: several animations answer to its name */
    bool is_one_action;
} gaiti_clip_pairs;

/* False when there is no memory. */
bool gaiti_match_clips(const gait_base_file *base, const gait_edited_file *edit, gaiti_arena *arena,
                       gaiti_clip_pairs *out);

/* When an animation has keys, edited times. */
typedef struct gaiti_key_range {
    double first, last;
    double step; /* between the keys of the densest curve; 0 = they are uneven, or too few */
    bool is_few; /* no curve has three keys */
} gaiti_key_range;

gaiti_key_range gaiti_key_range_of(const gaiti_bone_map *rig,
                                   const gait_edited_animation *animation);

/* What all animations together say of time. */
typedef struct gaiti_playback_rate {
    double rate; /* gaiti_time_map.rate */
    double step; /* the commonest distance of keys, seconds of the base */
    bool is_thinned;
} gaiti_playback_rate;

/* `spans` one per animation. False when there is no memory. */
bool gaiti_find_playback_rate(const gait_base_file *base, const gaiti_bone_map *rig,
                              const gaiti_clip_pairs *pairs, const gaiti_key_range *ranges,
                              const gait_options *memory, gaiti_playback_rate *out);

/* What happened to the time of one clip. */
typedef struct gaiti_clip_timing {
    gaiti_time_map time_map;
    bool is_cut_start, is_shifted, is_sampled, has_length;
    double step; /* seconds of the base between edited keys; 0 = uneven */
    double last; /* of the edited clip, from its first key on, at the base's pace */
} gaiti_clip_timing;

gaiti_clip_timing gaiti_find_clip_timing(const gaiti_key_range *span,
                                         const gaiti_playback_rate *playback,
                                         const gaiti_base_clip *base);

/* --- comparing (roundtrip_compare.c, _change.c)
 * ---------------------------------------------------
 */

/* Degrees between unit quaternions, whatever their signs; metres between vectors. */
double gaiti_angle_deg(const double a[4], const double b[4]);
double gaiti_distance(const double a[3], const double b[3]);

/* One channel of one clip on trial. */
typedef struct gaiti_channel_diff {
    const gaiti_edited_clip *view;
    uint32_t bone;
    bool is_rotation;
    bool skips_base_keys;      /* the edited file has keys at other times, or too few */
    bool is_retimed;           /* keys are wanted at other times than the base's */
    double limit_deg, limit_m; /* of this channel */
    gaiti_time_list own;
    double max_error;      /* degrees or metres; filled by the test */
    double max_error_time; /* the first time that is as far, but for noise */
    double noted;          /* how far it is then, as worst was counted */
} gaiti_channel_diff;

/* The limits of a channel; both tolerances are given. */
void gaiti_channel_diff_set_limits(gaiti_channel_diff *channel, const gait_diff_options *options);
/* True when nothing moved. */
bool gaiti_channel_diff_is_unchanged(gaiti_channel_diff *channel);

/* The channel at times of the base; a bone without a joint has the base's own values. Adds to
 * *moved_keys how many are not keys of the base. out->count stays 0 when the channel is as it was.
 * False when there is no memory. */
bool gaiti_make_channel_change(const gaiti_channel_diff *channel, gaiti_time_list times,
                               gaiti_arena *scratch, gaiti_arena *arena, gait_channel_change *out,
                               uint32_t *moved_keys);

/* --- the whole (roundtrip_diff.c, _validate.c)
 * -------------------------------------------------------- */

struct gait_diff {
    gaiti_arena arena;
    gait_options memory; /* for scratch arenas */
    gait_diff_options options;
    const gait_base_file *base;
    gaiti_bone_map rig;
    gaiti_clip_pairs pairs;
    gaiti_key_range *ranges; /* per animation */
    gaiti_playback_rate playback;
    gait_diff_summary summary;
    uint32_t joint_count; /* of the edited file */
    uint32_t clip_count;
    gait_clip_diff *clips;
    gait_clip_change **changes; /* per clip of the base, NULL = none */
};

/* What gait_diff_new() asks of its arguments. */
bool gaiti_base_file_is_valid(const gait_base_file *base);
bool gaiti_edited_file_is_valid(const gait_edited_file *edit);
/* False when a pointer is missing in it. */
bool gaiti_edited_file_is_complete(const gait_edited_file *edit);
/* True when all joints come after their parents. */
bool gaiti_edited_file_is_sorted(const gait_edited_file *edit);

#endif
