/* Compares a channel of the edited clip with the base clip. See docs/roundtrip_algorithm.md. */
#include <string.h>

#include "base/number/trig.h"
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"

/* Rounding error of floats, in metres per metre from the parent. */
#define COMPARE_PER_METRE 2e-6
/* The same where the hierarchies differ: the rotation of the parent contributes its tolerance. */
#define COMPARE_COMPOSED 1e-4
/* Exporters reduce a channel to its two ends if its components vary by less. */
#define COMPARE_FLAT 2e-4
/* Factors for the limits of such channels. */
#define COMPARE_FLAT_DEGREES 2
#define COMPARE_FLAT_METRES 4
/* Relative increase of the error that counts as noise, for keys of a pose that is held. */
#define COMPARE_HELD 1e-4

double gaiti_angle_deg(const double a[4], const double b[4]) {
    return gaiti_quaternion_angle(a, b) * GAITI_DEGREES_PER_RADIAN;
}

/* --- limits ----------------------------------------------------------------------------------- */

/* The maximum distance of a bone from its parent, in this clip and in the rest pose. */
static double compare_reach(const gaiti_channel_diff *channel) {
    const gaiti_base_track *track = &channel->edited_clip->base->translations[channel->bone];
    double reach =
        gaiti_vector_length(channel->edited_clip->map->skeleton->bones[channel->bone].rest.t);
    for (uint32_t k = 0; k < track->count; k++) {
        double length = gaiti_vector_length(track->values + (size_t)k * 3);
        reach = length > reach ? length : reach;
    }
    return reach;
}

static bool compare_is_flat(const gaiti_base_track *track, unsigned width) {
    for (unsigned i = 0; i < width; i++) {
        double low = track->values[i], high = low;
        for (uint32_t k = 1; k < track->count; k++) {
            double value = track->values[(size_t)k * width + i];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (!(high - low < COMPARE_FLAT)) {
            return false;
        }
    }
    return true;
}

void gaiti_channel_diff_set_limits(gaiti_channel_diff *channel, const gaiti_diff_options *options) {
    const gaiti_base_clip *base = channel->edited_clip->base;
    double degrees = options->tolerance_deg, metres = options->tolerance_mm / 1000;
    const gaiti_base_track *track = gaiti_base_track_of(base, channel->bone, channel->is_rotation);
    bool is_flat = channel->key_times.count == 2 && base->frame_count > 2 &&
                   compare_is_flat(track, channel->is_rotation ? 4 : 3);
    channel->limit_deg = degrees * (is_flat ? COMPARE_FLAT_DEGREES : 1);
    channel->limit_m = metres * (is_flat ? COMPARE_FLAT_METRES : 1);
    if (!channel->is_rotation) {
        bool is_composed = channel->edited_clip->map->axes[channel->bone].is_composed;
        channel->limit_m +=
            compare_reach(channel) * (is_composed ? COMPARE_COMPOSED : COMPARE_PER_METRE);
    }
}

/* --- the test --------------------------------------------------------------------------------- */

/* The error of the edited channel at a time: in metres, or for rotations as a squared chord, which
 * is monotonic in the angle and cheaper to compute. Between keys of the base clip the nearer one of
 * linear and spherical interpolation counts. `error_limit` is the error up to which the linear one
 * is sufficient. */
static double compare_error_at(const gaiti_channel_diff *channel, double error_limit, double time) {
    const gaiti_edited_clip *edited_clip = channel->edited_clip;
    double edited[4], base[4];
    if (!channel->is_rotation) {
        gaiti_edited_translation(edited_clip, channel->bone, time, edited);
        gaiti_base_translation(edited_clip->base, channel->bone, time, base);
        return gaiti_distance(edited, base);
    }
    gaiti_edited_rotation(edited_clip, channel->bone, time, edited);
    gaiti_base_rotation(edited_clip->base, channel->bone, time, false, base);
    double straight = gaiti_quaternion_chord(edited, base);
    if (straight <= error_limit) {
        return straight;
    }
    gaiti_base_rotation(edited_clip->base, channel->bone, time, true, base);
    double on_arc = gaiti_quaternion_chord(edited, base);
    return on_arc < straight ? on_arc : straight;
}

static void compare_times(gaiti_channel_diff *channel, double error_limit, const double *times,
                          uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        double error = compare_error_at(channel, error_limit, times[k]);
        if (!(error <= channel->max_error)) {
            channel->max_error = error;
            /* Keys of a held pose differ by noise: keep the time of the first one. */
            if (!(error <= channel->recorded_error * (1 + COMPARE_HELD))) {
                channel->recorded_error = error;
                channel->max_error_time = times[k];
            }
        }
    }
}

/* True when the keys of both files are at exactly the same times. */
static bool compare_has_same_times(const gaiti_time_list *edited, const double *base,
                                   uint32_t count) {
    return edited->count == count && memcmp(edited->at, base, count * sizeof *base) == 0;
}

/* Ends a comparison. True when the channel is within its limits. */
static bool compare_finish(gaiti_channel_diff *channel) {
    if (channel->is_rotation) {
        channel->max_error = gaiti_angle_of_chord(channel->max_error) * GAITI_DEGREES_PER_RADIAN;
    }
    return channel->max_error <= (channel->is_rotation ? channel->limit_deg : channel->limit_m);
}

/* Condition A: every key of the edited file lies on the curve of the base clip. Condition B: every
 * key of the base clip lies on the edited curve. A constant of the base clip has one key. */
bool gaiti_channel_diff_is_unchanged(gaiti_channel_diff *channel) {
    const gaiti_base_clip *base = channel->edited_clip->base;
    const gaiti_base_track *track = gaiti_base_track_of(base, channel->bone, channel->is_rotation);
    double limit = channel->is_rotation ? channel->limit_deg : channel->limit_m;
    double error_limit =
        channel->is_rotation ? gaiti_chord_of_angle(limit / GAITI_DEGREES_PER_RADIAN) : limit;
    channel->max_error = 0;
    channel->recorded_error = 0;
    compare_times(channel, error_limit, channel->key_times.at, channel->key_times.count);
    if (!channel->skips_base_keys &&
        !compare_has_same_times(&channel->key_times, base->times, track->count)) {
        compare_times(channel, error_limit, base->times, track->count);
    }
    return compare_finish(channel);
}

bool gaiti_channel_diff_is_unchanged_at(gaiti_channel_diff *channel, gaiti_time_list times) {
    channel->max_error = 0;
    channel->recorded_error = 0;
    compare_times(channel, 0, times.at, times.count);
    return compare_finish(channel);
}
