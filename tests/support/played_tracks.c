#include "played_tracks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pieces.h"

/* --- reading ---------------------------------------------------------------------------------- */

enum { STILL_ROTATION = 2, MOVES = 1, WIDE = 4, FLOATS = 8 };

static float float_at(const uint8_t *bytes) {
    float value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static int whole_at(const uint8_t *bytes) {
    int value = bytes[0] | bytes[1] << 8;
    return value < 32768 ? value : value - 65536;
}

static void take_floats(pieces_cursor *in, float out[3]) {
    gait_span bytes = pieces_take(in, 12);
    for (int i = 0; i < 3 && bytes.data; i++) {
        out[i] = float_at(bytes.data + 4 * i);
    }
}

static void take_track(pieces_cursor *in, uint32_t frame_count, played_track *out) {
    *out = (played_track){.frame_count = frame_count};
    out->flags = (uint8_t)pieces_take_number(in, 1);
    size_t key = out->flags & FLOATS ? 16 : 8;
    if (!(out->flags & STILL_ROTATION)) {
        pieces_take_number(in, 4); /* the checksum */
        key *= frame_count;
    }
    out->rotation = pieces_take(in, key).data;
    if (!(out->flags & MOVES)) {
        take_floats(in, out->init);
        return;
    }
    pieces_take_number(in, 4);
    key = out->flags & FLOATS ? 12 : out->flags & WIDE ? 6 : 3;
    out->translation = pieces_take(in, key * frame_count).data;
    if (!(out->flags & FLOATS)) {
        take_floats(in, out->size);
        take_floats(in, out->init);
    }
}

/* The content of the first chunk with this id. */
static gait_span find_chunk(gait_span bytes, uint32_t id) {
    pieces_cursor in = pieces_over(bytes);
    while (pieces_left(&in) >= 8 && !in.failed) {
        uint32_t found = pieces_take_number(&in, 4), size = pieces_take_number(&in, 4);
        gait_span content = pieces_take(&in, size);
        if (found == id && size > 0 && !in.failed) {
            return content;
        }
    }
    return (gait_span){0};
}

bool played_bank_read(gait_span file, uint32_t bone_count, played_bank *out) {
    gait_span keys = find_chunk(file, 0xE); /* 14 in models: the same number */
    gait_span head = find_chunk(keys, 0);
    *out = (played_bank){.bone_count = bone_count};
    if (head.size < 4) {
        return false;
    }
    pieces_cursor in = pieces_over(head);
    uint32_t count = pieces_take_number(&in, 4);
    if (count > 100000 || bone_count > 1000) {
        return false;
    }
    out->tracks = calloc((size_t)count * bone_count + 1, sizeof *out->tracks);
    for (uint32_t m = 0; m < count; m++) {
        in = pieces_over(find_chunk(keys, m + 1));
        pieces_take_text(&in);
        uint32_t frame_count = pieces_take_number(&in, 4);
        for (uint32_t b = 0; b < bone_count && !in.failed; b++) {
            take_track(&in, frame_count, &out->tracks[(size_t)m * bone_count + b]);
        }
        if (in.failed) {
            break;
        }
        out->motion_count++;
    }
    return out->motion_count == count;
}

void played_bank_free(played_bank *bank) {
    free(bank->tracks);
    *bank = (played_bank){0};
}

/* --- playing ---------------------------------------------------------------------------------- */

static double translation_of(int key, float size, float init, played_sum sum) {
    if (sum == PLAYED_FLOATS) {
        volatile float product = (float)key * size;
        volatile float value = product + init;
        return (double)value;
    }
    if (sum == PLAYED_DOUBLES) {
        return (double)(float)((double)key * (double)size + (double)init);
    }
    return (double)fmaf((float)key, size, init);
}

played_pose played_at_key(const played_track *track, uint32_t frame, played_sum sum) {
    played_pose pose;
    bool floats = track->flags & FLOATS;
    const uint8_t *key =
        track->rotation + (track->flags & STILL_ROTATION ? 0 : (size_t)frame * (floats ? 16 : 8));
    for (int i = 0; i < 4; i++) {
        pose.rotation[i] = floats ? (double)float_at(key + 4 * i)
                                  : (double)((float)whole_at(key + 2 * i) * (1.0F / 32767.0F));
    }
    for (int i = 0; i < 3; i++) {
        const uint8_t *at = track->translation;
        if (!at) {
            pose.translation[i] = (double)track->init[i];
        } else if (floats) {
            pose.translation[i] = (double)float_at(at + 12 * (size_t)frame + 4 * i);
        } else {
            at += track->flags & WIDE ? 6 * (size_t)frame + 2 * (size_t)i
                                      : 3 * (size_t)frame + (size_t)i;
            int key_of_axis = track->flags & WIDE ? whole_at(at) : *at < 128 ? *at : *at - 256;
            pose.translation[i] = translation_of(key_of_axis, track->size[i], track->init[i], sum);
        }
    }
    return pose;
}

/* Equal rotations give the same one. */
static void slerp(const double a[4], const double b[4], double part, double out[4]) {
    double dot = 0, from = 1 - part, to = part;
    if (memcmp(a, b, 4 * sizeof *a) == 0) {
        memcpy(out, a, 4 * sizeof *a);
        return;
    }
    for (int i = 0; i < 4; i++) {
        dot += a[i] * b[i];
    }
    double sign = dot < 0 ? -1 : 1;
    if (1 - dot * sign > 1e-5) {
        double angle = acos(dot * sign);
        from = sin((1 - part) * angle) / sin(angle);
        to = sin(part * angle) / sin(angle);
    }
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + sign * to * b[i];
    }
}

played_pose played_between(const played_track *track, uint32_t frame, double part) {
    played_pose a = played_at_key(track, frame, PLAYED_FLOATS), pose;
    played_pose b = played_at_key(track, (frame + 1) % track->frame_count, PLAYED_FLOATS);
    slerp(a.rotation, b.rotation, part, pose.rotation);
    for (int i = 0; i < 3; i++) {
        pose.translation[i] = a.translation[i] + (b.translation[i] - a.translation[i]) * part;
    }
    return pose;
}

/* --- comparing -------------------------------------------------------------------------------- */

double played_distance(const played_pose *a, const played_pose *b) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double off = a->translation[i] - b->translation[i];
        square += off * off;
    }
    return sqrt(square);
}

double played_angle(const played_pose *a, const played_pose *b) {
    double lengths[2] = {0, 0}, plus = 0, minus = 0;
    for (int i = 0; i < 4; i++) {
        lengths[0] += a->rotation[i] * a->rotation[i];
        lengths[1] += b->rotation[i] * b->rotation[i];
    }
    for (int i = 0; i < 4; i++) {
        double p = a->rotation[i] / sqrt(lengths[0]), q = b->rotation[i] / sqrt(lengths[1]);
        plus += (p + q) * (p + q);
        minus += (p - q) * (p - q);
    }
    double chord = sqrt(plus < minus ? plus : minus);
    return 4 * asin(chord / 2);
}

bool played_equal(const played_pose *a, const played_pose *b) {
    return memcmp(a, b, sizeof *a) == 0;
}
