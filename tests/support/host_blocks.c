#include "host_blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_rig.h"
#include "test.h"

enum { MOST_WIDTH = 4, RATE = 30 };

/* Keys of one channel: a time and `width` numbers each. */
typedef struct host_channel {
    const uint8_t *keys;
    uint32_t count;
    size_t width;
} host_channel;

static float host_channel_at(const host_channel *channel, uint32_t key, size_t number) {
    return host_rig_float(channel->keys, key * (channel->width + 1) + number);
}

static void host_put_u32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static void host_put_float(uint8_t *at, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    host_put_u32(at, bits);
}

void host_block_put_counts(gait_buffer *block, uint32_t rotations, uint32_t translations) {
    uint8_t header[8];
    host_put_u32(header, rotations);
    host_put_u32(header + 4, translations);
    assert_int_equal(gait_buffer_append(block, header, sizeof header), GAIT_OK);
}

void host_block_put_floats(gait_buffer *block, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4];
        host_put_float(bytes, values[i]);
        assert_int_equal(gait_buffer_append(block, bytes, sizeof bytes), GAIT_OK);
    }
}

static void host_append(gait_buffer *out, float time, const double *value, size_t width) {
    uint8_t bytes[(MOST_WIDTH + 1) * 4];
    host_put_float(bytes, time);
    for (size_t i = 0; i < width; i++) {
        host_put_float(bytes + 4 + 4 * i, (float)value[i]);
    }
    assert_int_equal(gait_buffer_append(out, bytes, 4 * (width + 1)), GAIT_OK);
}

/* Linear interpolation between two keys. Rotations are normalised. */
static void host_between(const host_channel *channel, uint32_t from, uint32_t to, double time,
                         double out[MOST_WIDTH]) {
    double a = (double)host_channel_at(channel, from, 0), length = 0;
    double b = (double)host_channel_at(channel, to, 0);
    double fraction = b > a ? fmin(fmax((time - a) / (b - a), 0), 1) : 0;
    for (size_t i = 0; i < channel->width; i++) {
        out[i] = (1 - fraction) * (double)host_channel_at(channel, from, i + 1) +
                 fraction * (double)host_channel_at(channel, to, i + 1);
        length += out[i] * out[i];
    }
    for (size_t i = 0; i < channel->width && channel->width == 4; i++) {
        out[i] /= sqrt(length);
    }
}

static uint32_t host_resample(const host_channel *channel, gait_buffer *out) {
    double value[MOST_WIDTH], last = (double)host_channel_at(channel, channel->count - 1, 0);
    uint32_t frames = (uint32_t)(last * RATE + 0.001), key = 0;
    for (uint32_t f = 0; f <= frames; f++) {
        double time = (double)f / RATE;
        while (key + 2 < channel->count && (double)host_channel_at(channel, key + 1, 0) <= time) {
            key++;
        }
        host_between(channel, key, channel->count > 1 ? key + 1 : key, time, value);
        host_append(out, (float)time, value, channel->width);
    }
    return frames + 1;
}

/* True when all keys between two keys lie on the line between them. */
static bool host_is_line(const host_channel *channel, uint32_t from, uint32_t to) {
    for (uint32_t k = from + 1; k < to; k++) {
        double value[MOST_WIDTH];
        host_between(channel, from, to, (double)host_channel_at(channel, k, 0), value);
        for (size_t i = 0; i < channel->width; i++) {
            if (!(fabs(value[i] - (double)host_channel_at(channel, k, i + 1)) <= 1e-6)) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t host_thin(const host_channel *channel, gait_buffer *out) {
    uint32_t from = 0, count = 0;
    for (uint32_t k = 0; k < channel->count; k++) {
        bool is_kept = k == 0 || k + 1 == channel->count || !host_is_line(channel, from, k + 1) ||
                       k - from > 40;
        if (is_kept) {
            double value[MOST_WIDTH];
            host_between(channel, k, k, 0, value);
            host_append(out, host_channel_at(channel, k, 0), value, channel->width);
            from = k;
            count++;
        }
    }
    return count;
}

static uint32_t host_shift(const host_channel *channel, float seconds, gait_buffer *out) {
    for (uint32_t k = 0; k < channel->count; k++) {
        double value[MOST_WIDTH];
        host_between(channel, k, k, 0, value);
        host_append(out, host_channel_at(channel, k, 0) + seconds, value, channel->width);
    }
    return channel->count;
}

static void host_change_channel(const host_channel *channel, host_change change, size_t header,
                                gait_buffer *out) {
    uint32_t count = 0;
    if (channel->count > 0) {
        count = change == HOST_RESAMPLED ? host_resample(channel, out)
                : change == HOST_THINNED ? host_thin(channel, out)
                                         : host_shift(channel, change == HOST_LATER ? 10 : 0, out);
    }
    host_put_u32(out->data + header, count);
}

gait_buffer host_block_change(gait_span block, uint32_t bone_count, host_change change) {
    gait_buffer out = {0};
    host_rig_bone *bones = calloc(bone_count, sizeof *bones);
    assert_non_null(bones);
    host_rig_split(block, bone_count, bones);
    for (uint32_t b = 0; b < bone_count; b++) {
        size_t header = out.size;
        assert_int_equal(gait_buffer_append(&out, "\0\0\0\0\0\0\0", 8), GAIT_OK);
        host_change_channel(
            &(host_channel){bones[b].rotations, bones[b].rotation_count, MOST_WIDTH}, change,
            header, &out);
        host_change_channel(&(host_channel){bones[b].translations, bones[b].translation_count, 3},
                            change, header + 4, &out);
    }
    free(bones);
    return out;
}

bool host_block_rotate(gait_buffer *block, uint32_t bone_count, uint32_t bone, float time,
                       double degrees) {
    host_rig_bone *bones = calloc(bone_count, sizeof *bones);
    double half = degrees * 3.14159265358979 / 360, s = sin(half), c = cos(half);
    bool is_found = false;
    assert_non_null(bones);
    host_rig_split((gait_span){block->data, block->size}, bone_count, bones);
    for (uint32_t k = 0; k < bones[bone].rotation_count; k++) {
        uint8_t *key = block->data + (bones[bone].rotations - block->data) + (size_t)k * 20;
        double q[4];
        if (fabsf(host_rig_float(key, 0) - time) > 1e-4F) {
            continue;
        }
        for (size_t i = 0; i < 4; i++) {
            q[i] = (double)host_rig_float(key, i + 1);
        }
        host_put_float(key + 4, (float)(q[0] * c - q[1] * s));
        host_put_float(key + 8, (float)(q[1] * c + q[0] * s));
        host_put_float(key + 12, (float)(q[2] * c + q[3] * s));
        host_put_float(key + 16, (float)(q[3] * c - q[2] * s));
        is_found = true;
    }
    free(bones);
    return is_found;
}
