/* Internal types and functions of the comparison (gait/edited_file.h): one source file per step. */
#ifndef GAITI_ROUNDTRIP_STATE_H
#define GAITI_ROUNDTRIP_STATE_H

#include "base/memory.h"
#include "model/clip_change.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/edited_file.h"

enum {
    GAITI_DIFF_RATE = 30,
    GAITI_DIFF_FRAMES_MAX = 1 << 23 /* maximum for one clip */
};

/* The rotation and scale from the edited skeleton to the base skeleton: base = scale * rotation *
 * edited. */
typedef struct gaiti_alignment {
    double scale;
    double rotation[3][3];
    bool is_rotated, is_scaled;
    bool is_mismatch; /* no rotation and scale map all joint heads to bone heads */
} gaiti_alignment;

/* The conversion of joint values to bone values:
 *   rotation     left * q * right
 *   translation  linear * (t + R(q) S(s) head) + offset */
typedef struct gaiti_bone_axes {
    bool is_composed;     /* the formulas do not apply: use poses in model space */
    bool has_head_offset; /* joint and bone have different positions: `head` is needed */
    double left[4], right[4];
    double linear[3][3], offset[3], head[3];
    double scale;     /* factor from the scale of the joint to that of the bone */
    gait_affine from; /* C: posed bone = alignment * posed joint * from */
} gaiti_bone_axes;

/* The mapping between joints of the edited file and bones of the base file. */
typedef struct gaiti_bone_map {
    const gait_skeleton *skeleton;
    const gait_edited_file *edit;
    const gait_affine *rest; /* per bone, model space, glTF axes */
    const int32_t *joint_of; /* per bone; -1 = none */
    const int32_t *bone_of;  /* per joint; -1 = none */
    /* Per bone: its joint, or a joint without a bone that rests at its place; -1 = none. */
    const int32_t *place_of;
    gaiti_alignment alignment;
    const gaiti_bone_axes *axes; /* per bone; not set for bones without a place; without a joint,
                                    only `from` is set */
    gait_affine whole;           /* `alignment` as a transform */
} gaiti_bone_map;

/* Conversion from times of the edited clip to times of the base clip: base = edited / rate - shift.
 */
typedef struct gaiti_time_map {
    double rate, shift;
} gaiti_time_map;

static inline double gaiti_time_to_base(const gaiti_time_map *time_map, double edited) {
    return edited / time_map->rate - time_map->shift;
}

static inline double gaiti_time_to_edited(const gaiti_time_map *time_map, double base) {
    return (base + time_map->shift) * time_map->rate;
}

/* --- joints and bones (roundtrip_match_bones.c, _align.c, _axes.c) ---------------------------- */

/* Fills `joint_of` and `bone_of`: matches names, also after changes that tools make to them. False
 * when there is no memory. */
bool gaiti_match_joints(const gaiti_base_file *base, const gait_edited_file *edit,
                        gaiti_arena *arena, int32_t *joint_of, int32_t *bone_of);

/* True for a rotation by right angles, up to noise. */
bool gaiti_is_right_rotation(double rotation[3][3]);

/* Finds the rotation and scale between `count` pairs of joint heads. */
gaiti_alignment gaiti_align_heads(const double (*edited)[3], const double (*base)[3],
                                  uint32_t count);

/* Fills `map`; `map->edit` must be set. False when there is no memory. */
bool gaiti_map_bones(const gaiti_base_file *base, gaiti_arena *arena, gaiti_bone_map *map);

/* The number of a suffix such as ".001", and the length of the name before it. 0 and the full
 * length when there is no suffix. */
uint32_t gaiti_number_suffix(const char *name, size_t *out_stem);

/* --- curves (roundtrip_curve.c) --------------------------------------------------------------- */

/* Evaluate a curve of the edited file at a time of that file. Without keys the result is the value
 * in `node`. Quaternions are normalised. */
void gaiti_curve_rotation_at(const gait_edited_curve *curve, const gait_transform *node,
                             double time, double q[4]);
void gaiti_curve_vector_at(const gait_edited_curve *curve, const double node[3], double time,
                           double v[3]);

/* Strictly ascending times. */
typedef struct gaiti_time_list {
    const double *at;
    uint32_t count;
} gaiti_time_list;

/* --- one bone of one clip --------------------------------------------------------------------- */

/* A decoded channel of the base clip. */
typedef struct gaiti_base_track {
    uint32_t count;       /* 1 or the frames of the clip */
    bool is_absent;       /* the channel has no keys: the value is that of the rest pose */
    const double *values; /* rotations are normalised, with continuous signs */
} gaiti_base_track;

/* A decoded base clip (roundtrip_base.c). */
typedef struct gaiti_base_clip {
    const gait_clip *clip;
    uint32_t frame_count;
    const double *times; /* seconds from the start of the clip */
    double length;       /* seconds; the clip can end after its last key */
    const gaiti_base_track *rotations, *translations;
} gaiti_base_clip;

/* The rotation or the translation of a bone. */
static inline const gaiti_base_track *gaiti_base_track_of(const gaiti_base_clip *clip,
                                                          uint32_t bone, bool is_rotation) {
    return is_rotation ? &clip->rotations[bone] : &clip->translations[bone];
}

/* False when there is no memory. */
bool gaiti_base_clip_load(const gait_clip *clip, gaiti_arena *arena, gaiti_base_clip *out);

/* The last key at or before `time`, and the fraction of the interval to the next key, in [0, 1]. */
uint32_t gaiti_find_key(const double *times, uint32_t count, double time, double *fraction);
/* The key nearest to `time`. */
uint32_t gaiti_base_nearest_key(const gaiti_base_clip *clip, double time);

/* The rotation at a time, interpolated linearly, as in games and Blender, or spherically
 * (`on_arc`). */
void gaiti_base_rotation(const gaiti_base_clip *clip, uint32_t bone, double time, bool on_arc,
                         double q[4]);
void gaiti_base_translation(const gaiti_base_clip *clip, uint32_t bone, double time, double t[3]);

/* An edited clip in bones and times of the base file (roundtrip_pose.c). */
typedef struct gaiti_edited_clip {
    const gaiti_bone_map *map;
    const gait_edited_animation *animation;
    const gaiti_base_clip *base; /* poses of bones without a joint; NULL = rest pose */
    gaiti_time_map time_map;
} gaiti_edited_clip;

/* The pose of a bone in the edited file at a time of the base clip, relative to its parent, in glTF
 * axes. */
void gaiti_edited_rotation(const gaiti_edited_clip *edited_clip, uint32_t bone, double time,
                           double q[4]);
void gaiti_edited_translation(const gaiti_edited_clip *edited_clip, uint32_t bone, double time,
                              double t[3]);
/* The times of the keys of a channel in the edited file, as times of the base clip. At least one.
 * False when there is no memory. */
bool gaiti_edited_key_times(const gaiti_edited_clip *edited_clip, uint32_t bone, bool is_rotation,
                            gaiti_arena *arena, gaiti_time_list *out);
/* True when a bone has a scale key other than 1. */
bool gaiti_edited_is_scaled(const gaiti_edited_clip *edited_clip, uint32_t bone);

/* --- clips and time (roundtrip_match_clips.c, _time.c) ---------------------------------------- */

/* The mapping between animations and clips of the base file. */
typedef struct gaiti_clip_pairs {
    int32_t *animation_of;   /* per clip; -1 = none */
    int32_t *clip_of;        /* per animation; -1 = none */
    bool *is_ambiguous;      /* per animation */
    bool *is_clip_ambiguous; /* per clip: several animations match its name */
    bool is_one_action;
    bool is_only_pair;    /* the only clip and the only animation, which have different names */
    int32_t *new_name_of; /* per clip without an animation: the one with its keys; -1 = none */
    int32_t *old_name_of; /* per animation without a clip: the one with its keys; -1 = none */
} gaiti_clip_pairs;

/* False when there is no memory. */
bool gaiti_match_clips(const gaiti_base_file *base, const gait_edited_file *edit,
                       gaiti_arena *arena, gaiti_clip_pairs *out);

/* The key times of an animation, in times of the edited file. */
typedef struct gaiti_key_range {
    double first, last;
    double step;   /* key interval of the densest curve; 0 = not uniform, or too few keys */
    bool is_few;   /* no curve has three keys */
    bool is_open;  /* the length is unknown: that of the base clip */
    bool is_exact; /* the keys are those that the user left */
} gaiti_key_range;

gaiti_key_range gaiti_key_range_of(const gaiti_bone_map *map,
                                   const gait_edited_animation *animation);

/* The playback rate of the edited file, from all animations. */
typedef struct gaiti_playback_rate {
    double rate;     /* gaiti_time_map.rate */
    double step;     /* the most frequent key interval, seconds of the base file */
    bool is_thinned; /* a tool removed keys */
} gaiti_playback_rate;

/* `ranges` has one element per animation. False when there is no memory. */
bool gaiti_find_playback_rate(const gaiti_base_file *base, const gaiti_bone_map *map,
                              const gaiti_clip_pairs *pairs, const gaiti_key_range *ranges,
                              const gait_options *memory, gaiti_playback_rate *out);

/* The differences in timing between a base clip and its edited clip. */
typedef struct gaiti_clip_timing {
    gaiti_time_map time_map;
    bool is_cut_start, is_shifted, is_sampled, has_length;
    double step; /* key interval of the edited clip, seconds of the base file; 0 = not uniform */
    double last; /* time from the first to the last edited key, seconds of the base file */
} gaiti_clip_timing;

gaiti_clip_timing gaiti_find_clip_timing(const gaiti_key_range *range,
                                         const gaiti_playback_rate *playback,
                                         const gaiti_base_clip *base);

/* --- comparison (roundtrip_compare.c, _add_keys.c, _change.c) --------------------------------- */

/* The angle in degrees between unit quaternions (q and -q are equal). */
double gaiti_angle_deg(const double a[4], const double b[4]);

/* Seconds: a time at a smaller distance from a key of the base clip is that of the key. */
#define GAITI_DIFF_SAME_TIME 1e-4

/* The comparison of one channel of one clip. */
typedef struct gaiti_channel_diff {
    const gaiti_edited_clip *edited_clip;
    uint32_t bone;
    bool is_rotation;
    bool skips_base_keys;      /* the clip was resampled or thinned: base keys are not compared */
    bool is_retimed;           /* the number or the times of keys differ from the base clip */
    double limit_deg, limit_m; /* limits of this channel */
    gaiti_time_list key_times; /* key times of the edited file, times of the base clip */
    double max_error;          /* degrees or metres; set by the comparison */
    double max_error_time;     /* the first time with this error, up to noise */
    double recorded_error;     /* the error at max_error_time; for rotations a squared chord */
} gaiti_channel_diff;

/* Sets the limits of a channel. Both tolerances must be positive. */
void gaiti_channel_diff_set_limits(gaiti_channel_diff *channel, const gaiti_diff_options *options);
/* True when the channel is within its limits. */
bool gaiti_channel_diff_is_unchanged(gaiti_channel_diff *channel);
/* The same at these times only. */
bool gaiti_channel_diff_is_unchanged_at(gaiti_channel_diff *channel, gaiti_time_list times);

/* Makes the new keys of a channel at times of the base clip. A bone without a joint has the values
 * of the base clip. Adds to *moved_keys the number of keys that are not keys of the base clip.
 * out->count is 0 when the channel does not change. False when there is no memory. */
bool gaiti_make_channel_change(const gaiti_channel_diff *channel, gaiti_time_list times,
                               gaiti_arena *scratch, gaiti_arena *arena, gaiti_channel_change *out,
                               uint32_t *moved_keys);

/* Adds key times to the `count` ones of a clip at which the edited clip is not what is interpolated
 * between them: in each gap where a channel differs by more than its limit, all times at which the
 * edited file has a key. *out_times are `times` if there are none. GAIT_LIMIT above
 * GAITI_DIFF_FRAMES_MAX times. */
gait_status gaiti_add_key_times(const gaiti_edited_clip *edited_clip,
                                const gaiti_diff_options *options, gaiti_time_list times,
                                gaiti_arena *scratch, gaiti_arena *arena,
                                gaiti_time_list *out_times);

/* Sets `new_name_of` and `old_name_of` of the pairs (roundtrip_rename.c). The map, the ranges and
 * the playback rate must be set. False when there is no memory. */
bool gaiti_find_renamed(gaiti_diff *diff);

/* --- the diff object (roundtrip_diff.c, _validate.c) ------------------------------------------ */

struct gaiti_diff {
    gaiti_arena arena;
    gait_options memory; /* for scratch arenas */
    gaiti_diff_options options;
    const gaiti_base_file *base;
    gaiti_bone_map map;
    gaiti_clip_pairs pairs;
    gaiti_key_range *ranges; /* per animation */
    gaiti_playback_rate playback;
    gait_diff_summary summary;
    uint32_t joint_count; /* number of joints of the edited file */
    uint32_t clip_count;
    gait_clip_diff *clips;
    gaiti_clip_change **changes; /* per clip of the base, NULL = none */
};

/* Validation of the arguments of gaiti_diff_new(). */
bool gaiti_base_file_is_valid(const gaiti_base_file *base);
bool gaiti_edited_file_is_valid(const gait_edited_file *edit);
/* True when no required pointer is NULL. */
bool gaiti_edited_file_is_complete(const gait_edited_file *edit);
/* True when every joint comes after its parent. */
bool gaiti_edited_file_is_sorted(const gait_edited_file *edit);

#endif
