#include "keys.h"
#include "formats/xray/omf/omf.h"

#include <math.h>
#include <string.h>

#include "gait/transform.h"
#include "gait/model.h"

#define STILL 0.001 /* metres: smaller ranges are stored as constants */

static int nearest(double value) {
    return value < 0.0 ? -(int)(0.5 - value) : (int)(value + 0.5);
}

static void put16(uint8_t *out, int value) {
    unsigned bits = (unsigned)value & 0xFFFFu;
    out[0] = (uint8_t)(bits & 0xFF);
    out[1] = (uint8_t)(bits >> 8);
}

/* --- rotation --------------------------------------------------------------------------------- */

/* Files store the conjugate of the quaternion for column vectors. */
static void file_quaternion(const turn *from, double out[4]) {
    gait_affine affine = {{{0}}, {0, 0, 0}};
    gait_transform split;
    memcpy(affine.m, from->m, sizeof affine.m);
    gait_affine_decompose(&affine, &split);
    for (int i = 0; i < 3; i++) {
        out[i] = -split.q[i];
    }
    out[3] = split.q[3];
}

/* Negates the quaternion if that is closer to the last key; it is the same rotation. */
static void keep_sign(const double last[4], double q[4]) {
    double cosine = last[0] * q[0] + last[1] * q[1] + last[2] * q[2] + last[3] * q[3];
    for (int i = 0; i < 4 && cosine < 0.0; i++) {
        q[i] = -q[i];
    }
}

static void make_rotation(const turn *turns, uint32_t frame_count, track_keys *out) {
    double last[4] = {0, 0, 0, 1};
    bool moves = false;
    for (uint32_t frame = 0; frame < frame_count; frame++) {
        double q[4];
        uint8_t *key = out->rotation + 8 * frame;
        file_quaternion(&turns[frame], q);
        keep_sign(last, q);
        for (int i = 0; i < 4; i++) {
            put16(key + 2 * i, nearest(q[i] * 32767.0));
            last[i] = q[i];
        }
        moves = moves || memcmp(key, out->rotation, 8) != 0;
    }
    out->track.rotation_keys.data = out->rotation;
    out->track.rotation_keys.size = 8 * (size_t)(moves ? frame_count : 1);
    if (moves) {
        out->track.rotation_crc = gaiti_omf_crc(out->track.rotation_keys);
    } else {
        out->track.flags |= GAIT_OMF_ROTATION_CONSTANT;
    }
}

/* --- translation ------------------------------------------------------------------------------ */

static double axis_of(vec3 place, int axis) {
    return axis == 0 ? place.x : axis == 1 ? place.y : place.z;
}

/* Centre and half of the range along one axis. */
static void measure_axis(const vec3 *places, uint32_t frame_count, int axis, double *out_middle,
                         double *out_half) {
    double low = axis_of(places[0], axis), high = low;
    for (uint32_t frame = 1; frame < frame_count; frame++) {
        double value = axis_of(places[frame], axis);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    *out_middle = 0.5 * (low + high);
    *out_half = 0.5 * (high - low);
}

static void quantise_axis(const vec3 *places, uint32_t frame_count, int axis, bool fine,
                          track_keys *out) {
    int key_size = fine ? 6 : 3;
    double middle = (double)out->track.init[axis], unit = (double)out->track.size[axis];
    int max = fine ? 32767 : 127;
    for (uint32_t frame = 0; frame < frame_count; frame++) {
        double offset = axis_of(places[frame], axis) - middle;
        int value = unit > 0.0 ? nearest(offset / unit) : 0;
        value = value > max ? max : value < -max ? -max : value;
        uint8_t *key = out->translation + (size_t)key_size * frame;
        if (fine) {
            put16(key + 2 * axis, value);
        } else {
            key[axis] = (uint8_t)((unsigned)value & 0xFFu);
        }
    }
}

static void make_translation(const vec3 *places, uint32_t frame_count, bool fine, track_keys *out) {
    double half[3];
    for (int axis = 0; axis < 3; axis++) {
        double middle;
        measure_axis(places, frame_count, axis, &middle, &half[axis]);
        out->track.init[axis] = (float)middle;
    }
    if (fine) {
        out->track.flags |= GAIT_OMF_TRANSLATION_16;
    }
    if (half[0] < STILL && half[1] < STILL && half[2] < STILL) {
        return;
    }
    out->track.flags |= GAIT_OMF_TRANSLATION_KEYS;
    for (int axis = 0; axis < 3; axis++) {
        out->track.size[axis] = (float)(half[axis] / (fine ? 32767.0 : 127.0));
        quantise_axis(places, frame_count, axis, fine, out);
    }
    out->track.translation_keys.data = out->translation;
    out->track.translation_keys.size = (size_t)(fine ? 6 : 3) * frame_count;
    out->track.translation_crc = gaiti_omf_crc(out->track.translation_keys);
}

void make_track(const turn *turns, const vec3 *places, uint32_t frame_count, bool fine,
                track_keys *out) {
    memset(out, 0, sizeof *out);
    make_rotation(turns, frame_count, out);
    make_translation(places, frame_count, fine, out);
}
