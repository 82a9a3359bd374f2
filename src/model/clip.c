/* Allocates clips, checks their channels, and reads elements of all types as numbers. */
#include "model/clip.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/search.h"
#include "model/affine.h"

static bool clip_fill(gaiti_clip *result, const gait_skeleton *skeleton, const char *name,
                      uint32_t frame_count) {
    gaiti_arena *arena = &result->arena;
    result->tracks = gaiti_alloc(arena, skeleton->bone_count, sizeof(gait_track));
    result->time = result->tracks ? gaiti_alloc(arena, frame_count, sizeof(float)) : NULL;
    result->clip.name = result->time ? gaiti_copy_text(arena, name) : NULL;
    result->clip.skeleton = skeleton;
    result->clip.frame_count = frame_count;
    result->clip.tracks = result->tracks;
    result->clip.time = result->time;
    return result->clip.name != NULL;
}

gaiti_clip *gaiti_clip_new(const gait_skeleton *skeleton, const char *name, uint32_t frame_count,
                           uint64_t reserve, const gait_options *options, gait_status *out_status) {
    name = name ? name : "";
    uint64_t total = gaiti_arena_cost((uint64_t)skeleton->bone_count * sizeof(gait_track)) +
                     gaiti_arena_cost((uint64_t)frame_count * sizeof(float)) +
                     gaiti_arena_cost(strlen(name) + 1);
    if (reserve > SIZE_MAX / 4 || total > SIZE_MAX / 4) {
        *out_status = GAIT_LIMIT;
        return NULL;
    }
    gaiti_clip *result = gaiti_new_object(options, sizeof(gaiti_clip), offsetof(gaiti_clip, arena),
                                          (size_t)(total + reserve), out_status);
    if (result && !clip_fill(result, skeleton, name, frame_count)) {
        *out_status = result->arena.status;
        gait_clip_free(&result->clip);
        return NULL;
    }
    return result;
}

gait_event *gaiti_clip_add_events(gaiti_clip *clip, uint32_t event_count) {
    gait_event *events = gaiti_alloc(&clip->arena, event_count, sizeof(gait_event));
    if (events) {
        clip->clip.events = events;
        clip->clip.event_count = event_count;
    }
    return events;
}

void gait_clip_free(gait_clip *clip) {
    gaiti_free_object(clip, offsetof(gaiti_clip, arena)); /* the first member */
}

bool gaiti_clip_lacks_bones(const gait_clip *clip) {
    const gaiti_clip *object = (const gaiti_clip *)(const void *)clip; /* the first member */
    return object->missing_bones > clip->skeleton->left_out_count;
}

static bool channel_is_valid(const gait_channel *channel, uint32_t frame_count) {
    bool counts = channel->count <= 1 || channel->count == frame_count;
    return counts && (channel->count == 0 || channel->data);
}

bool gaiti_clip_is_valid(const gait_clip *clip) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        const gait_track *track = &clip->tracks[b];
        if (!channel_is_valid(&track->rotation, clip->frame_count) ||
            !channel_is_valid(&track->translation, clip->frame_count) ||
            !channel_is_valid(&track->scale, clip->frame_count)) {
            return false;
        }
    }
    return true;
}

static bool channel_is_writable(const gait_channel *channel, bool is_rotation) {
    bool floats = channel->element == GAIT_F32 || channel->element == GAIT_F32_LE;
    bool rotations = channel->element == GAIT_SNORM16 || channel->element == GAIT_MAT3_LE;
    return channel->count == 0 || floats || (is_rotation && rotations);
}

bool gaiti_clip_is_writable(const gait_clip *clip) {
    bool is_writable = gaiti_clip_is_valid(clip);
    for (uint32_t b = 0; b < clip->skeleton->bone_count && is_writable; b++) {
        const gait_track *track = &clip->tracks[b];
        is_writable = channel_is_writable(&track->rotation, true) &&
                      channel_is_writable(&track->translation, false) &&
                      channel_is_writable(&track->scale, false);
    }
    return is_writable;
}

bool gaiti_phases_are_usable(const float *phases, uint32_t count) {
    double span = (double)phases[count - 1] - (double)phases[0];
    return gaiti_is_finite(span) && (span > 0 || count == 1);
}

gaiti_time_span gaiti_phase_span(const float *phases, uint32_t count) {
    double first = (double)phases[0], last = (double)phases[count - 1];
    if (!gaiti_phases_are_usable(phases, count)) {
        return (gaiti_time_span){0, 1};
    }
    double start = first < 0 ? first : 0;
    return (gaiti_time_span){start, (last > 1 ? last : 1) - start};
}

gaiti_time_span gaiti_clip_span(const gait_clip *clip) {
    const double rounding = 1e-6; /* of the start of a cycle, relative to its length */
    const uint32_t last = clip->frame_count - 1;
    if (clip->time_unit == GAIT_TIME_PHASE) {
        return gaiti_phase_span(clip->time, clip->frame_count);
    }
    double start = (double)clip->time[0], length = (double)clip->time[last] - start;
    gaiti_time_span seconds = {gaiti_is_finite(start) ? start : 0,
                               length > 0 && gaiti_is_finite(length) ? length : 0};
    if (!clip->phases || last == 0 || !gaiti_phases_are_usable(clip->phases, clip->frame_count)) {
        return seconds;
    }
    gaiti_time_span cycle = gaiti_phase_span(clip->phases, clip->frame_count);
    double first = (double)clip->phases[0];
    double rate = seconds.length / ((double)clip->phases[last] - first);
    start = seconds.start - (first - cycle.start) * rate;
    length = cycle.length * rate;
    bool is_zero = start <= rounding * length && -start <= rounding * length;
    return (gaiti_time_span){is_zero ? 0 : start, length};
}

double gaiti_clip_moment(const float *from, const float *to, uint32_t count, double moment) {
    uint32_t intervals = count - 1;
    if (intervals == 0) {
        return (double)to[0];
    }
    uint32_t low = gaiti_is_nan(moment)
                       ? intervals - 1
                       : gaiti_last_time_f32(from, sizeof *from, intervals, moment);
    double start = (double)from[low], span = (double)from[low + 1] - start;
    double first = (double)to[low], rise = (double)to[low + 1] - first;
    return span > 0 ? first + rise * ((moment - start) / span) : first;
}

void gaiti_root_motion_change_axes(const float in[3], gait_axes from, gait_axes to, float out[3]) {
    double signs[3];
    gaiti_axes_signs(from, to, signs);
    for (int i = 0; i < 3; i++) {
        out[i] = in[i] * (float)signs[i] + 0.0F; /* + 0 avoids negative zeros */
    }
}

static double channel_fraction(int16_t n) {
    return n * GAITI_SNORM16_FIRST + n * GAITI_SNORM16_REST;
}

/* A number of a key, with its sign applied. */
static inline double channel_number(const uint8_t *key, unsigned element, unsigned negate,
                                    unsigned index) {
    static const double signs[2] = {1, -1};
    double sign = signs[negate >> index & 1];
    float native;
    switch (element) {
    case GAIT_SNORM16:
        return sign * channel_fraction(gaiti_load_s16(key + 2 * index));
    case GAIT_F32:
        memcpy(&native, key + 4 * index, sizeof native);
        return sign * (double)native;
    default:
        return sign * (double)gaiti_load_f32(key + 4 * index);
    }
}

static inline void channel_numbers(const uint8_t *key, unsigned element, unsigned negate,
                                   unsigned count, double *out) {
    out[0] = channel_number(key, element, negate, 0);
    out[1] = channel_number(key, element, negate, 1);
    out[2] = channel_number(key, element, negate, 2);
    if (count == 4) {
        out[3] = channel_number(key, element, negate, 3);
    }
}

/* Three or four numbers. Calls with a constant type, for which the compiler omits its tests. */
static inline void channel_get_some(const gait_channel *channel, const uint8_t *key, unsigned count,
                                    double *out) {
    unsigned negate = channel->negate;
    if (channel->element == GAIT_SNORM16) {
        channel_numbers(key, GAIT_SNORM16, negate, count, out);
    } else if (channel->element == GAIT_F32) {
        channel_numbers(key, GAIT_F32, negate, count, out);
    } else {
        channel_numbers(key, GAIT_F32_LE, negate, count, out);
    }
}

void gaiti_channel_get_vector(const gait_channel *channel, uint32_t key, double out[3]) {
    channel_get_some(channel, gaiti_channel_key(channel, key), 3, out);
}

void gaiti_channel_get_quaternion(const gait_channel *channel, uint32_t key, double out[4]) {
    channel_get_some(channel, gaiti_channel_key(channel, key), 4, out);
}

void gaiti_channel_get(const gait_channel *channel, bool is_rotation, uint32_t key, double out[9]) {
    const uint8_t *from = gaiti_channel_key(channel, key);
    if (channel->element == GAIT_MAT3_LE) {
        for (unsigned i = 0; i < 9; i++) {
            out[i] = channel_number(from, GAIT_F32_LE, channel->negate, i);
        }
    } else if (is_rotation) {
        channel_get_some(channel, from, 4, out);
    } else {
        channel_get_some(channel, from, 3, out);
    }
}

/* A column of the matrices, whose numbers follow each other. */
static inline void channel_get_column(const gait_channel *channel, const uint8_t *key,
                                      unsigned column, double m[3][3]) {
    m[0][column] = channel_number(key, GAIT_F32_LE, channel->negate, 3 * column);
    m[1][column] = channel_number(key, GAIT_F32_LE, channel->negate, 3 * column + 1);
    m[2][column] = channel_number(key, GAIT_F32_LE, channel->negate, 3 * column + 2);
}

void gaiti_channel_get_matrix(const gait_channel *channel, uint32_t key, double m[3][3]) {
    if (channel->element == GAIT_MAT3_LE) {
        const uint8_t *from = gaiti_channel_key(channel, key);
        channel_get_column(channel, from, 0, m);
        channel_get_column(channel, from, 1, m);
        channel_get_column(channel, from, 2, m);
        return;
    }
    double q[4];
    gaiti_channel_get_quaternion(channel, key, q);
    gaiti_quaternion_normalise(q);
    gaiti_matrix_from_quaternion(q, m);
}

gait_channel gaiti_channel_of_floats(const float *keys, uint32_t count, uint32_t stride) {
    const uint8_t *data = (const uint8_t *)keys;
    uint32_t equal = 1;
    while (equal < count && memcmp(data, data + (size_t)equal * stride, stride) == 0) {
        equal++;
    }
    return (gait_channel){.data = data,
                          .count = equal < count ? count : count > 0,
                          .stride = stride,
                          .element = GAIT_F32};
}

/* The bits to flip in gait_channel.negate when the axes with a bit in `axes` are reversed. The
 * vector part of a quaternion is an axial vector: it is reversed like a vector, and once more if
 * handedness changes. */
static unsigned channel_negate_bits(unsigned axes, bool is_rotation, uint8_t element) {
    const unsigned all = 7, changes_handedness = (axes ^ axes >> 1 ^ axes >> 2) & 1;
    unsigned bits = 0;
    if (!is_rotation) {
        return axes;
    }
    if (element != GAIT_MAT3_LE) {
        return axes ^ (changes_handedness ? all : 0);
    }
    for (unsigned column = 0; column < 3; column++) {
        bits |= (axes ^ (axes >> column & 1 ? all : 0)) << (column * 3);
    }
    return bits;
}

void gaiti_channel_change_axes(gait_channel *channel, bool is_rotation, gait_axes from,
                               gait_axes to) {
    double signs[3];
    if (!channel) {
        return;
    }
    gaiti_axes_signs(from, to, signs);
    unsigned axes = (signs[0] < 0) | (unsigned)(signs[1] < 0) << 1 | (unsigned)(signs[2] < 0) << 2;
    unsigned bits = channel_negate_bits(axes, is_rotation, channel->element);
    channel->negate = (uint16_t)(channel->negate ^ bits);
}
