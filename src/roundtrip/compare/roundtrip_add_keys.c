/* Finds the times at which a clip in phases needs more keys than the base file has. */
#include <string.h>

#include "model/affine.h"
#include "model/quaternion.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "base/try.h"

/* The gaps of a list of key times: gap g is before time g, and the last one after all times. */
typedef struct add_keys_job {
    gaiti_time_list times;
    /* Per gap: the edited clip differs from the interpolation between its ends. */
    bool *has_movement;
} add_keys_job;

/* True at a time of the list. Moves *gap forward to the gap of a time after the previous one. */
static bool add_keys_is_old(const add_keys_job *job, double time, uint32_t *gap) {
    const gaiti_time_list *times = &job->times;
    while (*gap < times->count && times->at[*gap] < time - GAITI_DIFF_SAME_TIME) {
        ++*gap;
    }
    return *gap < times->count && times->at[*gap] <= time + GAITI_DIFF_SAME_TIME;
}

/* The rotation at a time that the result has: that of the base clip if it is within the limit. */
static void add_keys_rotation(const gaiti_channel_diff *channel, double time, double q[4]) {
    double base[4];
    gaiti_edited_rotation(channel->edited_clip, channel->bone, time, q);
    gaiti_base_rotation(channel->edited_clip->base, channel->bone, time, false, base);
    if (gaiti_angle_deg(q, base) <= channel->limit_deg) {
        memcpy(q, base, sizeof base);
    }
}

static void add_keys_translation(const gaiti_channel_diff *channel, double time, double t[3]) {
    double base[3];
    gaiti_edited_translation(channel->edited_clip, channel->bone, time, t);
    gaiti_base_translation(channel->edited_clip->base, channel->bone, time, base);
    if (gaiti_distance(t, base) <= channel->limit_m) {
        memcpy(t, base, sizeof base);
    }
}

/* How far a rotation is from the nearer one of both interpolations in its gap, in degrees. */
static double add_keys_rotation_error(const gaiti_channel_diff *channel, double time,
                                      const double ends[2], double fraction) {
    double seen[4], from[4], to[4], straight[4], on_arc[4];
    gaiti_edited_rotation(channel->edited_clip, channel->bone, time, seen);
    add_keys_rotation(channel, ends[0], from);
    add_keys_rotation(channel, ends[1], to);
    gaiti_quaternion_continue(to, from);
    for (int i = 0; i < 4; i++) {
        straight[i] = from[i] + fraction * (to[i] - from[i]);
    }
    gaiti_quaternion_normalise(straight);
    gaiti_quaternion_slerp(from, to, fraction, on_arc);
    double error = gaiti_angle_deg(seen, straight), other = gaiti_angle_deg(seen, on_arc);
    return other < error ? other : error;
}

static double add_keys_translation_error(const gaiti_channel_diff *channel, double time,
                                         const double ends[2], double fraction) {
    double seen[3], from[3], to[3];
    gaiti_edited_translation(channel->edited_clip, channel->bone, time, seen);
    add_keys_translation(channel, ends[0], from);
    add_keys_translation(channel, ends[1], to);
    for (int i = 0; i < 3; i++) {
        from[i] += fraction * (to[i] - from[i]);
    }
    return gaiti_distance(seen, from);
}

/* True when a channel at a time of a gap is not what is interpolated between its ends. Before the
 * first and after the last key the pose is held. */
static bool add_keys_is_moved(const add_keys_job *job, const gaiti_channel_diff *channel,
                              double time, uint32_t gap) {
    const gaiti_time_list *times = &job->times;
    const double ends[2] = {times->at[gap > 0 ? gap - 1 : 0],
                            times->at[gap < times->count ? gap : times->count - 1]};
    double fraction = ends[1] > ends[0] ? (time - ends[0]) / (ends[1] - ends[0]) : 0;
    return channel->is_rotation
               ? add_keys_rotation_error(channel, time, ends, fraction) > channel->limit_deg
               : add_keys_translation_error(channel, time, ends, fraction) > channel->limit_m;
}

static void add_keys_find_movement(add_keys_job *job, const gaiti_channel_diff *channel) {
    uint32_t gap = 0;
    for (uint32_t k = 0; k < channel->key_times.count; k++) {
        double time = channel->key_times.at[k];
        if (!add_keys_is_old(job, time, &gap) && !job->has_movement[gap]) {
            job->has_movement[gap] = add_keys_is_moved(job, channel, time, gap);
        }
    }
}

/* Adds the times of a channel in gaps with movement to a sorted list. False when there is no
 * memory. */
static bool add_keys_merge(const add_keys_job *job, gaiti_time_list added, gaiti_arena *scratch,
                           gaiti_time_list *list) {
    double *merged = gaiti_alloc(scratch, (uint64_t)list->count + added.count, sizeof *merged);
    uint32_t count = 0, gap = 0, next = 0;
    for (uint32_t k = 0; merged && k < added.count; k++) {
        if (add_keys_is_old(job, added.at[k], &gap) || !job->has_movement[gap]) {
            continue;
        }
        while (next < list->count && list->at[next] <= added.at[k] + GAITI_DIFF_SAME_TIME) {
            merged[count++] = list->at[next++];
        }
        if (count == 0 || added.at[k] - merged[count - 1] > GAITI_DIFF_SAME_TIME) {
            merged[count++] = added.at[k];
        }
    }
    bool is_longer = count > next;
    for (; merged && next < list->count; next++) {
        merged[count++] = list->at[next];
    }
    *list = is_longer ? (gaiti_time_list){merged, count} : *list;
    return merged != NULL;
}

/* Reads the channels that can be written. Returns their number; on failure scratch->status is
 * set. */
static uint32_t add_keys_read(const gaiti_edited_clip *edited_clip,
                              const gaiti_diff_options *options, gaiti_arena *scratch,
                              gaiti_channel_diff *out) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < 2 * edited_clip->map->skeleton->bone_count; c++) {
        gaiti_channel_diff channel = {
            .edited_clip = edited_clip, .bone = c / 2, .is_rotation = c % 2 == 0};
        if (edited_clip->map->joint_of[channel.bone] < 0 ||
            gaiti_base_track_of(edited_clip->base, channel.bone, channel.is_rotation)->is_absent) {
            continue;
        }
        if (!gaiti_edited_key_times(edited_clip, channel.bone, channel.is_rotation, scratch,
                                    &channel.key_times)) {
            return 0;
        }
        gaiti_channel_diff_set_limits(&channel, options);
        out[count++] = channel;
    }
    return count;
}

static bool add_keys_are_equal(const gaiti_time_list *a, const gaiti_time_list *b) {
    return a->count == b->count && memcmp(a->at, b->at, a->count * sizeof *a->at) == 0;
}

gait_status gaiti_add_key_times(const gaiti_edited_clip *edited_clip,
                                const gaiti_diff_options *options, gaiti_time_list times,
                                gaiti_arena *scratch, gaiti_arena *arena,
                                gaiti_time_list *out_times) {
    uint32_t bones = edited_clip->map->skeleton->bone_count;
    add_keys_job job = {times, NULL};
    gaiti_channel_diff *channels = gaiti_alloc(scratch, bones, 2 * sizeof *channels);
    job.has_movement = gaiti_alloc(scratch, (uint64_t)times.count + 1, sizeof *job.has_movement);
    *out_times = times;
    GAITI_TRY(scratch->status);
    uint32_t count = add_keys_read(edited_clip, options, scratch, channels);
    for (uint32_t c = 0; c < count; c++) {
        add_keys_find_movement(&job, &channels[c]);
    }
    gaiti_time_list merged = times;
    for (uint32_t c = 0; c < count; c++) {
        bool is_repeated =
            c > 0 && add_keys_are_equal(&channels[c].key_times, &channels[c - 1].key_times);
        if (!is_repeated && !add_keys_merge(&job, channels[c].key_times, scratch, &merged)) {
            return scratch->status;
        }
    }
    if (scratch->status != GAIT_OK || merged.count == times.count) {
        return scratch->status;
    }
    if (merged.count > GAITI_DIFF_FRAMES_MAX) {
        return GAIT_LIMIT;
    }
    const gait_span found = {(const uint8_t *)merged.at, merged.count * sizeof *merged.at};
    *out_times =
        (gaiti_time_list){(const double *)(const void *)gaiti_copy(arena, found), merged.count};
    return out_times->at ? GAIT_OK : arena->status;
}
