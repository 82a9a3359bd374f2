#include "ops/sampler_keys.h"

#include "base/bytes.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "model/clip.h"

enum { KEYS_UNIT = 32767, KEYS_INTEGERS = 16, KEYS_FLOATS = 32 }; /* bytes of a row of eight */

/* Distances in metres: below the first, a translation is constant. Up to the second, the error of
 * 16-bit integers and weights is at most 0.02 mm. */
#define KEYS_STILL 1e-6
#define KEYS_LARGEST_RANGE 0.8
/* Scales that differ less from 1 are 1, as in conversions. */
#define KEYS_SCALE_TOLERANCE 1e-3
/* Largest difference of a squared length from 1 for rotations that are used as stored. */
#define KEYS_LENGTH_TOLERANCE 1e-3
/* Below this cosine of half the angle between two keys (14 degrees), normalising is less precise
 * than 0.005 degrees. */
#define KEYS_NEAR 0.9925

/* --- the keys of a bone ----------------------------------------------------------------------- */

/* Where the keys of one bone come from. */
typedef struct keys_bone {
    const float *local; /* rows of gaiti_local_keys(); NULL = the channels */
    uint32_t row;
    gait_channel rotation, translation; /* in the axes of the sampler */
    gait_transform rest;                /* for channels without keys */
} keys_bone;

/* What a sampler is filled with. */
typedef struct keys_job {
    const gait_clip *clip;
    gait_axes axes;
    const float *local; /* of all bones; NULL = the channels of the clip */
    uint32_t row;
} keys_job;

static bool keys_is_direct_track(const gait_track *track) {
    return track->rotation.element != GAIT_MAT3_LE && track->scale.count == 0;
}

bool gaiti_sampler_is_direct(const gait_clip *clip) {
    bool is_direct = clip->space == GAIT_SPACE_LOCAL;
    for (uint32_t b = 0; b < clip->skeleton->bone_count && is_direct; b++) {
        is_direct = keys_is_direct_track(&clip->tracks[b]);
    }
    return is_direct;
}

/* A bone after the last one does not move. */
static keys_bone keys_of_bone(const gait_clip *clip, gait_axes axes, uint32_t bone) {
    keys_bone keys = {.rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    if (bone >= clip->skeleton->bone_count) {
        return keys;
    }
    const gait_track *track = &clip->tracks[bone];
    keys.rotation = track->rotation;
    keys.translation = track->translation;
    gait_channel_change_axes(&keys.rotation, true, clip->axes, axes);
    gait_channel_change_axes(&keys.translation, false, clip->axes, axes);
    if (!track->rotation.count || !track->translation.count) {
        gait_affine rest = gait_affine_from_transform(&clip->skeleton->bones[bone].rest);
        rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, axes);
        gait_affine_decompose(&rest, &keys.rest);
    }
    for (int i = 0; i < 3; i++) { /* the linear part of a bone with rotations is the rotation */
        bool is_one = gaiti_abs(keys.rest.s[i] - 1) <= KEYS_SCALE_TOLERANCE;
        keys.rest.s[i] = is_one || track->rotation.count ? 1 : keys.rest.s[i];
    }
    return keys;
}

static int16_t keys_round(double value) {
    double scaled = value * KEYS_UNIT;
    scaled = scaled > -KEYS_UNIT ? scaled < KEYS_UNIT ? scaled : KEYS_UNIT : -KEYS_UNIT;
    return (int16_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

static void keys_quantise(double q[4], int16_t out[4]) {
    gaiti_quaternion_normalize(q);
    for (int i = 0; i < 4; i++) {
        out[i] = keys_round(q[i]);
    }
}

/* A rotation of 16-bit integers: as stored, unless its length is not 1. */
static void keys_stored_rotation(const gait_channel *channel, uint32_t key, int16_t out[4]) {
    const uint8_t *from = channel->data + (channel->count > 1 ? (size_t)key * channel->stride : 0);
    int32_t square = 0;
    for (unsigned i = 0; i < 4; i++) {
        int32_t value = gaiti_load_s16(from + 2 * i);
        value = value < -KEYS_UNIT ? -KEYS_UNIT : value;
        out[i] = (int16_t)(channel->negate >> i & 1 ? -value : value);
        square += value * value / 4; /* the sum of four is less than 2^31 */
    }
    const double unit = (double)KEYS_UNIT * KEYS_UNIT / 4;
    if (gaiti_abs(square - unit) > KEYS_LENGTH_TOLERANCE * unit) {
        double q[4];
        for (int i = 0; i < 4; i++) {
            q[i] = out[i] / (double)KEYS_UNIT;
        }
        keys_quantise(q, out);
    }
}

static void keys_rotation(const keys_bone *bone, uint32_t key, int16_t out[4]) {
    double q[9];
    if (bone->local) {
        for (size_t i = 0; i < 4; i++) {
            out[i] = keys_round((double)bone->local[(GAITI_SAMPLER_Q + i) * bone->row + key]);
        }
        return;
    }
    if (bone->rotation.count == 0) {
        memcpy(q, bone->rest.q, sizeof bone->rest.q);
    } else if (bone->rotation.element == GAIT_SNORM16) {
        keys_stored_rotation(&bone->rotation, key, out);
        return;
    } else {
        gait_channel_get(&bone->rotation, true, key, q);
    }
    keys_quantise(q, out);
}

/* A translation, or with `first` GAITI_SAMPLER_S a scale. */
static void keys_vector(const keys_bone *bone, size_t first, uint32_t key, double out[9]) {
    const double *rest = first == GAITI_SAMPLER_T ? bone->rest.t : bone->rest.s;
    if (bone->local) {
        for (size_t i = 0; i < 3; i++) {
            out[i] = (double)bone->local[(first + i) * bone->row + key];
        }
    } else if (first == GAITI_SAMPLER_T && bone->translation.count > 0) {
        gait_channel_get(&bone->translation, false, key, out);
    } else {
        memcpy(out, rest, 3 * sizeof *out);
    }
}

/* --- constants -------------------------------------------------------------------------------- */

/* The values of a vector in all frames. */
typedef struct keys_range {
    double first[3], low[3], high[3];
    double size;    /* the largest range of a component */
    bool has_keys;  /* there may be more than one value */
    bool is_finite; /* all values are */
} keys_range;

static keys_range keys_range_of(const keys_bone *bone, size_t first, uint32_t frame_count) {
    bool has_keys = bone->local || (first == GAITI_SAMPLER_T && bone->translation.count > 1);
    double value[9];
    keys_range range = {.has_keys = has_keys, .is_finite = true};
    keys_vector(bone, first, 0, value);
    for (int i = 0; i < 3; i++) {
        range.first[i] = range.low[i] = range.high[i] = value[i];
    }
    for (uint32_t f = 0; f < (has_keys ? frame_count : 1); f++) {
        keys_vector(bone, first, f, value);
        for (int i = 0; i < 3; i++) {
            range.low[i] = value[i] < range.low[i] ? value[i] : range.low[i];
            range.high[i] = value[i] > range.high[i] ? value[i] : range.high[i];
            range.is_finite = range.is_finite && value[i] - value[i] == 0;
        }
    }
    for (int i = 0; i < 3; i++) {
        double size = range.high[i] - range.low[i];
        range.size = size > range.size ? size : range.size;
    }
    return range;
}

/* True when a vector needs keys in the frames. A constant that is not finite does not:
 * gaiti_sampler_frame_limit() has no room for it. */
static bool keys_varies(const keys_range *range) {
    return range->has_keys && (!range->is_finite || range->size > KEYS_STILL);
}

static bool keys_rotates(const keys_bone *bone, uint32_t frame_count) {
    int16_t first[4], key[4];
    if (!bone->local) {
        return bone->rotation.count > 1;
    }
    keys_rotation(bone, 0, first);
    bool rotates = false;
    for (uint32_t f = 1; f < frame_count && !rotates; f++) {
        keys_rotation(bone, f, key);
        rotates = memcmp(first, key, sizeof first) != 0;
    }
    return rotates;
}

/* The constant rotation of a bone, with more digits than integers have. */
static void keys_constant_rotation(const keys_bone *bone, size_t lane, gaiti_sampler_group *group) {
    double q[9];
    memcpy(q, bone->rest.q, sizeof bone->rest.q);
    if (!bone->local && bone->rotation.count > 0) {
        gait_channel_get(&bone->rotation, true, 0, q);
    }
    for (size_t i = 0; bone->local && i < 4; i++) {
        q[i] = (double)bone->local[(GAITI_SAMPLER_Q + i) * bone->row];
    }
    gaiti_quaternion_normalize(q);
    for (size_t i = 0; i < 4; i++) {
        group->constants[GAITI_SAMPLER_Q + i][lane] = (float)q[i];
    }
}

/* Sets the constants of one bone to its first key, or of translations to the middle, and marks
 * the properties of the group that are not constant with 1 as their offset. */
static void keys_examine_bone(const keys_bone *bone, uint32_t frame_count, size_t lane,
                              gaiti_sampler_group *group) {
    keys_constant_rotation(bone, lane, group);
    group->rotation |= keys_rotates(bone, frame_count);
    keys_range at = keys_range_of(bone, GAITI_SAMPLER_T, frame_count);
    bool moves = keys_varies(&at);
    group->translation |= moves;
    group->has_float_translation |= moves && (!at.is_finite || at.size > KEYS_LARGEST_RANGE);
    keys_range scale = keys_range_of(bone, GAITI_SAMPLER_S, frame_count);
    bool is_scaled = !scale.is_finite;
    for (size_t i = 0; i < 3; i++) {
        double middle = at.low[i] + (at.high[i] - at.low[i]) / 2;
        group->constants[GAITI_SAMPLER_T + i][lane] = (float)(moves ? middle : at.first[i]);
        group->steps[i][lane] = moves ? (float)((at.high[i] - at.low[i]) / 2 / KEYS_UNIT) : 0;
        is_scaled = is_scaled || scale.low[i] < 1 - KEYS_SCALE_TOLERANCE ||
                    scale.high[i] > 1 + KEYS_SCALE_TOLERANCE;
    }
    for (size_t i = 0; i < 3; i++) {
        group->constants[GAITI_SAMPLER_S + i][lane] = is_scaled ? (float)scale.first[i] : 1;
    }
    group->scale |= is_scaled && keys_varies(&scale);
}

/* --- frames ----------------------------------------------------------------------------------- */

static size_t keys_mask_size(uint32_t group_count) {
    return ((size_t)group_count + KEYS_INTEGERS - 1) / KEYS_INTEGERS * KEYS_INTEGERS;
}

/* The most groups that can contain `count` of the bones. They are in at most four places. */
static uint64_t keys_group_limit(uint32_t count, uint32_t group_count) {
    uint32_t limit = count / GAITI_SAMPLER_LANES + 8;
    return count == 0 ? 0 : limit < group_count ? limit : group_count;
}

uint64_t gaiti_sampler_frame_limit(const gait_clip *clip) {
    bool is_direct = gaiti_sampler_is_direct(clip);
    uint32_t bone_count = clip->skeleton->bone_count, rotated = bone_count, moved = bone_count;
    uint32_t group_count = (bone_count + GAITI_SAMPLER_LANES - 1) / GAITI_SAMPLER_LANES;
    for (uint32_t b = 0; b < bone_count && is_direct; b++) {
        rotated -= clip->tracks[b].rotation.count <= 1;
        moved -= clip->tracks[b].translation.count <= 1;
    }
    uint64_t limit = keys_group_limit(rotated, group_count) * 4 * KEYS_INTEGERS;
    limit += keys_group_limit(moved, group_count) * 3 * KEYS_FLOATS;
    limit += is_direct ? 0 : (uint64_t)group_count * 3 * KEYS_FLOATS;
    return limit + keys_mask_size(group_count);
}

/* Gives each property that is not constant its place in a frame. */
static void keys_place(gaiti_sampler_group *group, size_t *frame_size) {
    uint32_t at = (uint32_t)*frame_size;
    if (group->rotation) {
        group->rotation = at;
        at += 4 * KEYS_INTEGERS;
    }
    if (group->translation) {
        group->translation = at;
        at += group->has_float_translation ? 3 * KEYS_FLOATS : 3 * KEYS_INTEGERS;
    }
    if (group->scale) {
        group->scale = at;
        at += 3 * KEYS_FLOATS;
    }
    *frame_size = at;
}

/* What is filled: one lane of all frames. */
typedef struct keys_lane {
    const gaiti_sampler_group *group;
    uint8_t *frame; /* the first frame */
    size_t frame_size;
    uint32_t frame_count;
    uint32_t group_index, lane;
} keys_lane;

/* Negates keys where needed, so that the dot product with the previous key is not negative. */
static void keys_fill_rotation(const keys_bone *bone, const keys_lane *to) {
    const int64_t near = (int64_t)(KEYS_NEAR * KEYS_UNIT * KEYS_UNIT);
    int16_t previous[4] = {0};
    uint8_t *frame = to->frame;
    for (uint32_t f = 0; f < to->frame_count; f++, frame += to->frame_size) {
        int16_t key[4];
        keys_rotation(bone, f, key);
        int64_t dot = 0;
        for (int i = 0; i < 4; i++) {
            dot += key[i] * previous[i];
        }
        if (f > 0 && (dot < 0 ? -dot : dot) < near) {
            uint8_t *mask = frame - to->frame_size + to->group_index;
            *mask = (uint8_t)(*mask | 1U << to->lane);
        }
        uint8_t *at = frame + to->group->rotation + to->lane * sizeof *key;
        for (size_t i = 0; i < 4; i++) {
            key[i] = (int16_t)(dot < 0 ? -key[i] : key[i]);
            memcpy(at + i * KEYS_INTEGERS, &key[i], sizeof *key);
            previous[i] = key[i];
        }
    }
}

static void keys_fill_integers(const keys_bone *bone, const keys_lane *to) {
    uint8_t *frame = to->frame + to->group->translation + to->lane * sizeof(int16_t);
    double middle[3], scale[3];
    for (size_t i = 0; i < 3; i++) {
        double step = (double)to->group->steps[i][to->lane];
        middle[i] = (double)to->group->constants[GAITI_SAMPLER_T + i][to->lane];
        scale[i] = step > 0 ? 1 / (step * KEYS_UNIT) : 0;
    }
    for (uint32_t f = 0; f < to->frame_count; f++, frame += to->frame_size) {
        double value[9];
        keys_vector(bone, GAITI_SAMPLER_T, f, value);
        for (size_t i = 0; i < 3; i++) {
            int16_t key = keys_round((value[i] - middle[i]) * scale[i]);
            memcpy(frame + i * KEYS_INTEGERS, &key, sizeof key);
        }
    }
}

static void keys_fill_floats(const keys_bone *bone, size_t first, uint32_t offset,
                             const keys_lane *to) {
    uint8_t *frame = to->frame + offset + to->lane * sizeof(float);
    for (uint32_t f = 0; f < to->frame_count; f++, frame += to->frame_size) {
        double value[9];
        keys_vector(bone, first, f, value);
        for (size_t i = 0; i < 3; i++) {
            float key = (float)value[i];
            memcpy(frame + i * KEYS_FLOATS, &key, sizeof key);
        }
    }
}

static void keys_fill_lane(const keys_bone *bone, const keys_lane *to) {
    if (to->group->rotation) {
        keys_fill_rotation(bone, to);
    }
    if (to->group->translation && to->group->has_float_translation) {
        keys_fill_floats(bone, GAITI_SAMPLER_T, to->group->translation, to);
    } else if (to->group->translation) {
        keys_fill_integers(bone, to);
    }
    if (to->group->scale) {
        keys_fill_floats(bone, GAITI_SAMPLER_S, to->group->scale, to);
    }
}

static keys_bone keys_of(const keys_job *job, uint32_t b) {
    keys_bone bone = keys_of_bone(job->clip, job->axes, b);
    if (job->local && b < job->clip->skeleton->bone_count) {
        bone.local = job->local + (size_t)b * GAIT_SAMPLER_ROWS * job->row;
        bone.row = job->row;
    }
    return bone;
}

/* The properties of a bone that are not constant, as bits. */
static uint32_t keys_kind(const keys_bone *bone, uint32_t frame_count) {
    gaiti_sampler_group alone = {0};
    keys_examine_bone(bone, frame_count, 0, &alone);
    return alone.rotation | alone.translation << 1 | alone.scale << 2;
}

/* Gives the bones their slots: first those that rotate and move. */
static void keys_order(const keys_job *job, gait_sampler *sampler) {
    static const uint8_t kinds[8] = {7, 3, 1, 5, 4, 6, 2, 0};
    uint32_t slot = 0;
    for (uint32_t b = 0; b < sampler->bone_count; b++) {
        keys_bone bone = keys_of(job, b);
        sampler->slots[b] = keys_kind(&bone, sampler->frame_count);
        sampler->bones[b] = GAITI_SAMPLER_NO_BONE;
    }
    for (int k = 0; k < 8; k++) {
        for (uint32_t b = 0; b < sampler->bone_count; b++) {
            if (sampler->slots[b] == kinds[k]) {
                sampler->bones[slot++] = b;
            }
        }
    }
    for (uint32_t i = 0; i < sampler->bone_count; i++) {
        sampler->slots[sampler->bones[i]] = i;
    }
    for (; slot < sampler->group_count * GAITI_SAMPLER_LANES; slot++) {
        sampler->bones[slot] = GAITI_SAMPLER_NO_BONE;
    }
}

static void keys_examine_group(const keys_job *job, uint32_t group, gait_sampler *sampler) {
    gaiti_sampler_group *to = &sampler->groups[group];
    memset(to, 0, sizeof *to);
    for (uint32_t lane = 0; lane < GAITI_SAMPLER_LANES; lane++) {
        keys_bone bone = keys_of(job, sampler->bones[group * GAITI_SAMPLER_LANES + lane]);
        keys_examine_bone(&bone, sampler->frame_count, lane, to);
        for (size_t i = GAITI_SAMPLER_S; i < GAIT_SAMPLER_ROWS; i++) {
            sampler->is_scaled = sampler->is_scaled || to->constants[i][lane] != 1;
        }
    }
    sampler->is_scaled = sampler->is_scaled || to->scale;
    keys_place(to, &sampler->frame_size);
}

static void keys_fill_group(const keys_job *job, uint32_t group, const gait_sampler *sampler) {
    keys_lane to = {.group = &sampler->groups[group],
                    .frame = sampler->frames,
                    .frame_size = sampler->frame_size,
                    .frame_count = sampler->frame_count,
                    .group_index = group};
    for (; to.lane < GAITI_SAMPLER_LANES; to.lane++) {
        keys_bone bone = keys_of(job, sampler->bones[group * GAITI_SAMPLER_LANES + to.lane]);
        keys_fill_lane(&bone, &to);
    }
}

void gaiti_sampler_fill(gait_sampler *sampler, const gait_clip *clip, gait_axes axes,
                        const float *local, uint32_t row) {
    const keys_job job = {.clip = clip, .axes = axes, .local = local, .row = row};
    size_t mask_size = keys_mask_size(sampler->group_count);
    sampler->frame_size = mask_size;
    keys_order(&job, sampler);
    for (uint32_t g = 0; g < sampler->group_count; g++) {
        keys_examine_group(&job, g, sampler);
    }
    for (uint32_t f = 0; f < sampler->frame_count; f++) {
        memset(sampler->frames + f * sampler->frame_size, 0, mask_size);
    }
    for (uint32_t g = 0; g < sampler->group_count; g++) {
        keys_fill_group(&job, g, sampler);
    }
}
