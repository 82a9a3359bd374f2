/* Rounds the keys of all bones to 16 bits, with the range of each channel. */
#include "ops/sampler_memory.h"

#include "gait/transform.h"
#include "model/affine.h"
#include "model/clip.h"
#include "ops/sampler_round.h"

enum { KEYS_INTEGERS = 16, KEYS_FLOATS = 32 }; /* bytes of a row of eight */

/* Distances in metres: below the first, a translation is constant. Up to the second, the error of
 * 16-bit integers and weights is at most 0.02 mm. */
#define KEYS_STILL 1e-6
#define KEYS_LARGEST_RANGE 0.8

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

/* True when the numbers of the matrices of a bone are interpolated, unless it does not rotate. */
static bool keys_may_have_matrix(const gait_clip *clip, uint32_t bone) {
    return (clip->space == GAIT_SPACE_MODEL || clip->space == GAIT_SPACE_DELTA) &&
           gaiti_bone_outcome(&clip->skeleton->bones[bone]) == GAIT_BONE_ALONE;
}

/* The properties of a bone that are not constant. */
enum {
    KEYS_ROTATES = 1,
    KEYS_MOVES = 2,
    KEYS_SCALES = 4,
    KEYS_KINDS = 8,
    KEYS_MOVES_FAR = 8 /* 16-bit integers are not precise enough */
};

/* --- ranges ----------------------------------------------------------------------------------- */

/* The values of a vector in all frames. */
typedef struct keys_range {
    double first[3], low[3], high[3];
    double size;    /* the largest range of a component */
    bool has_keys;  /* there may be more than one value */
    bool is_finite; /* all values are */
} keys_range;

/* Adds a value to one component of a range. */
static inline void keys_extend(keys_range *range, int i, double value) {
    range->low[i] = value < range->low[i] ? value : range->low[i];
    range->high[i] = value > range->high[i] ? value : range->high[i];
    range->is_finite = range->is_finite && value - value == 0;
}

/* The extremes of a row in four lanes. The defects are 0 when all numbers are finite. */
typedef struct keys_extremes {
    float low[4], high[4], defect[4];
} keys_extremes;

#if GAITI_HAS_VECTORS && defined(__SSE2__)
static void keys_find_extremes(const float *row, uint32_t frame_count, keys_extremes *out) {
    __m128 low[2], high[2], defect[2];
    low[0] = low[1] = high[0] = high[1] = _mm_set1_ps(row[0]);
    defect[0] = defect[1] = _mm_setzero_ps();
    for (uint32_t f = 0; f < frame_count; f += 8) {
        GAITI_UNROLL
        for (int i = 0; i < 2; i++) {
            __m128 value = _mm_loadu_ps(row + f + 4 * i);
            low[i] = _mm_min_ps(value, low[i]); /* low if one is NaN */
            high[i] = _mm_max_ps(value, high[i]);
            defect[i] = _mm_add_ps(defect[i], _mm_sub_ps(value, value));
        }
    }
    _mm_storeu_ps(out->low, _mm_min_ps(low[0], low[1]));
    _mm_storeu_ps(out->high, _mm_max_ps(high[0], high[1]));
    _mm_storeu_ps(out->defect, _mm_add_ps(defect[0], defect[1]));
}
#else
static void keys_find_extremes(const float *row, uint32_t frame_count, keys_extremes *out) {
    for (int i = 0; i < 4; i++) {
        out->low[i] = out->high[i] = row[0];
        out->defect[i] = 0;
    }
    for (uint32_t f = 0; f < frame_count; f += 4) {
        for (int i = 0; i < 4; i++) {
            float value = row[f + (uint32_t)i];
            out->low[i] = value < out->low[i] ? value : out->low[i];
            out->high[i] = value > out->high[i] ? value : out->high[i];
            out->defect[i] += value - value;
        }
    }
}
#endif

/* A row of gaiti_local_keys(), which is complete to a multiple of eight floats. */
static void keys_extend_by_row(const float *row, uint32_t frame_count, int i, keys_range *range) {
    keys_extremes extremes;
    keys_find_extremes(row, frame_count, &extremes);
    for (int lane = 0; lane < 4; lane++) {
        keys_extend(range, i, (double)extremes.low[lane]);
        keys_extend(range, i, (double)extremes.high[lane]);
        range->is_finite = range->is_finite && extremes.defect[lane] == 0;
    }
}

/* A channel of native floats. */
static void keys_extend_by_floats(const gait_channel *channel, keys_range *range) {
    float low[3], high[3], value[3], defect[3] = {0};
    const uint8_t *key = channel->data;
    memcpy(low, key, sizeof low);
    memcpy(high, key, sizeof high);
    for (uint32_t f = 0; f < channel->count; f++, key += channel->stride) {
        memcpy(value, key, sizeof value);
        for (int i = 0; i < 3; i++) {
            low[i] = value[i] < low[i] ? value[i] : low[i];
            high[i] = value[i] > high[i] ? value[i] : high[i];
            defect[i] += value[i] - value[i];
        }
    }
    for (int i = 0; i < 3; i++) {
        double sign = channel->negate >> i & 1 ? -1 : 1;
        keys_extend(range, i, sign * (double)low[i]);
        keys_extend(range, i, sign * (double)high[i]);
        range->is_finite = range->is_finite && defect[i] == 0;
    }
}

static void keys_extend_by_all(const gaiti_sampler_source *bone, size_t property,
                               uint32_t frame_count, keys_range *range) {
    double value[9];
    if (bone->local) {
        for (int i = 0; i < 3; i++) {
            const float *row = bone->local + (property + (size_t)i) * bone->row;
            keys_extend_by_row(row, frame_count, i, range);
        }
        return;
    }
    if (gaiti_sampler_is_float(&bone->translation)) {
        keys_extend_by_floats(&bone->translation, range);
        return;
    }
    for (uint32_t f = 0; f < frame_count; f++) {
        gaiti_sampler_vector(bone, property, f, value);
        for (int i = 0; i < 3; i++) {
            keys_extend(range, i, value[i]);
        }
    }
}

/* Of translations, or with `property` GAITI_SAMPLER_S of scales. */
static void keys_find_range(const gaiti_sampler_source *bone, size_t property, uint32_t frame_count,
                            keys_range *range) {
    double value[9];
    range->has_keys = bone->local || (property == GAITI_SAMPLER_T && bone->translation.count > 1);
    range->is_finite = true;
    range->size = 0;
    gaiti_sampler_vector(bone, property, 0, value);
    for (int i = 0; i < 3; i++) {
        range->first[i] = range->low[i] = range->high[i] = value[i];
        range->is_finite = range->is_finite && value[i] - value[i] == 0;
    }
    if (!range->has_keys) {
        return;
    }
    keys_extend_by_all(bone, property, frame_count, range);
    for (int i = 0; i < 3; i++) {
        double size = range->high[i] - range->low[i];
        range->size = size > range->size ? size : range->size;
    }
}

/* True when a vector needs keys in the frames. A constant that is not finite does not:
 * gaiti_sampler_frame_limit() has no room for it. */
static bool keys_varies(const keys_range *range) {
    return range->has_keys && (!range->is_finite || range->size > KEYS_STILL);
}

/* True when a row of gaiti_local_keys() has more than one integer. */
static bool keys_row_varies(const float *row, uint32_t frame_count) {
    double wide[GAITI_SAMPLER_BLOCK];
    int16_t first[GAITI_SAMPLER_BLOCK], integers[GAITI_SAMPLER_BLOCK];
    const int16_t constant = gaiti_sampler_round((double)row[0]);
    bool varies = false;
    for (int i = 0; i < GAITI_SAMPLER_BLOCK; i++) {
        first[i] = constant;
    }
    for (uint32_t f = 0; f < frame_count && !varies; f += GAITI_SAMPLER_BLOCK) {
        gaiti_sampler_widen(row + f, wide);
        gaiti_sampler_round_8(wide, 0, 1, integers);
        varies = memcmp(first, integers, sizeof first) != 0;
    }
    return varies;
}

static bool keys_rotates(const gaiti_sampler_source *bone, uint32_t frame_count) {
    if (!bone->local) {
        return bone->rotation.count > 1;
    }
    bool rotates = false;
    for (size_t i = 0; i < 4 && !rotates; i++) {
        rotates = keys_row_varies(bone->local + (GAITI_SAMPLER_Q + i) * bone->row, frame_count);
    }
    return rotates;
}

/* --- constants -------------------------------------------------------------------------------- */

/* The constant rotation of a bone, with more digits than integers have. */
static void keys_constant_rotation(const gaiti_sampler_source *bone, size_t lane,
                                   gaiti_sampler_group *group) {
    double q[9];
    memcpy(q, bone->rest.q, sizeof bone->rest.q);
    if (!bone->local && bone->rotation.count > 0) {
        gaiti_channel_get(&bone->rotation, true, 0, q);
    }
    for (size_t i = 0; bone->local && i < 4; i++) {
        q[i] = (double)bone->local[(GAITI_SAMPLER_Q + i) * bone->row];
    }
    gaiti_quaternion_normalise(q);
    for (size_t i = 0; i < 4; i++) {
        group->constants[GAITI_SAMPLER_Q + i][lane] = (float)q[i];
    }
}

static bool keys_is_scaled(const keys_range *scale) {
    bool is_scaled = !scale->is_finite;
    for (int i = 0; i < 3; i++) {
        is_scaled = is_scaled || scale->low[i] < 1 - GAITI_SAMPLER_SCALE_TOLERANCE ||
                    scale->high[i] > 1 + GAITI_SAMPLER_SCALE_TOLERANCE;
    }
    return is_scaled;
}

/* Sets the constants of a bone in its lane to its first key, or of translations to the middle.
 * Returns KEYS_ROTATES etc. */
static uint32_t keys_examine_bone(const gaiti_sampler_source *bone, uint32_t frame_count,
                                  size_t lane, gaiti_sampler_group *group) {
    keys_constant_rotation(bone, lane, group);
    keys_range at, scale;
    keys_find_range(bone, GAITI_SAMPLER_T, frame_count, &at);
    keys_find_range(bone, GAITI_SAMPLER_S, frame_count, &scale);
    bool moves = keys_varies(&at), is_scaled = keys_is_scaled(&scale);
    for (size_t i = 0; i < 3; i++) {
        double half = (at.high[i] - at.low[i]) / 2;
        group->constants[GAITI_SAMPLER_T + i][lane] =
            (float)(moves ? at.low[i] + half : at.first[i]);
        group->steps[i][lane] = moves ? (float)(half / GAITI_SAMPLER_UNIT) : 0;
        group->constants[GAITI_SAMPLER_S + i][lane] = is_scaled ? (float)scale.first[i] : 1;
    }
    bool is_far = moves && (!at.is_finite || at.size > KEYS_LARGEST_RANGE);
    return (keys_rotates(bone, frame_count) ? KEYS_ROTATES : 0) | (moves ? KEYS_MOVES : 0) |
           (is_scaled && keys_varies(&scale) ? KEYS_SCALES : 0) | (is_far ? KEYS_MOVES_FAR : 0);
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
    for (uint32_t b = 0; b < bone_count; b++) {
        limit += keys_may_have_matrix(clip, b) ? GAITI_SAMPLER_MATRIX * sizeof(float) : 0;
    }
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

/* Requests the memory of the first rotations of all bones, which are far apart in files. */
static void keys_prefetch(const gaiti_sampler_job *job) {
#ifdef __GNUC__
    for (uint32_t b = 0; b < job->clip->skeleton->bone_count && !job->local; b++) {
        __builtin_prefetch(job->clip->tracks[b].rotation.data);
    }
#else
    (void)job;
#endif
}

/* Marks a bone that has matrices with 1 as their offset. Its lane of the group is constant. */
static void keys_mark_matrix(const gait_clip *clip, uint32_t bone, gaiti_sampler_group *group,
                             gait_sampler *sampler) {
    bool has_matrix = keys_may_have_matrix(clip, bone) && sampler->slots[bone] & KEYS_ROTATES;
    sampler->matrices[bone] = has_matrix;
    if (has_matrix) {
        for (size_t i = 0; i < 3; i++) {
            group->steps[i][bone % GAITI_SAMPLER_LANES] = 0;
        }
        sampler->slots[bone] = 0;
        sampler->has_matrices = true;
        sampler->is_scaled = true; /* between keys */
    }
}

/* Examines each bone in the lane of its index, and sets its slot to its kind. Lanes after the last
 * bone do not move. */
static void keys_examine(const gaiti_sampler_job *job, gait_sampler *sampler) {
    memset(sampler->groups, 0, sampler->group_count * sizeof *sampler->groups);
    for (uint32_t b = 0; b < sampler->group_count * GAITI_SAMPLER_LANES; b++) {
        gaiti_sampler_group *group = &sampler->groups[b / GAITI_SAMPLER_LANES];
        size_t lane = b % GAITI_SAMPLER_LANES;
        gaiti_sampler_source bone;
        gaiti_sampler_set_source(job, b, &bone);
        uint32_t kind = keys_examine_bone(&bone, sampler->frame_count, lane, group);
        if (b < sampler->bone_count) {
            sampler->slots[b] = kind;
            keys_mark_matrix(job->clip, b, group, sampler);
        }
        for (size_t i = GAITI_SAMPLER_S; i < GAIT_SAMPLER_ROWS; i++) {
            sampler->is_scaled = sampler->is_scaled || group->constants[i][lane] != 1;
        }
        sampler->is_scaled = sampler->is_scaled || kind & KEYS_SCALES;
    }
}

/* Marks the properties of a group that are not constant with 1 as their offset. */
static void keys_mark(uint32_t kind, gaiti_sampler_group *group) {
    group->rotation |= (kind & KEYS_ROTATES) != 0;
    group->translation |= (kind & KEYS_MOVES) != 0;
    group->scale |= (kind & KEYS_SCALES) != 0;
    group->has_float_translation |= (kind & KEYS_MOVES_FAR) != 0;
}

/* Replaces the kinds of the bones by slots: first those that rotate and move. */
static void keys_order(gait_sampler *sampler) {
    static const uint8_t kinds[KEYS_KINDS] = {7, 3, 1, 5, 4, 6, 2, 0};
    uint32_t slot = 0, counts[KEYS_KINDS] = {0}, next[KEYS_KINDS];
    for (uint32_t b = 0; b < sampler->bone_count; b++) {
        counts[sampler->slots[b] % KEYS_KINDS]++;
    }
    for (int k = 0; k < KEYS_KINDS; k++) {
        next[kinds[k]] = slot;
        slot += counts[kinds[k]];
    }
    for (uint32_t b = 0; b < sampler->bone_count; b++) {
        uint32_t kind = sampler->slots[b];
        slot = next[kind % KEYS_KINDS]++;
        keys_mark(kind, &sampler->groups[slot / GAITI_SAMPLER_LANES]);
        sampler->slots[b] = slot;
        sampler->bones[slot] = b;
    }
    for (slot = sampler->bone_count; slot < sampler->group_count * GAITI_SAMPLER_LANES; slot++) {
        sampler->bones[slot] = GAITI_SAMPLER_NO_BONE;
    }
}

static void keys_swap(float *a, float *b) {
    float old = *a;
    *a = *b;
    *b = old;
}

static void keys_swap_lanes(gaiti_sampler_group *groups, uint32_t slot, uint32_t other) {
    gaiti_sampler_group *a = &groups[slot / GAITI_SAMPLER_LANES];
    gaiti_sampler_group *b = &groups[other / GAITI_SAMPLER_LANES];
    slot %= GAITI_SAMPLER_LANES, other %= GAITI_SAMPLER_LANES;
    for (int i = 0; i < GAIT_SAMPLER_ROWS; i++) {
        keys_swap(&a->constants[i][slot], &b->constants[i][other]);
    }
    for (int i = 0; i < 3; i++) {
        keys_swap(&a->steps[i][slot], &b->steps[i][other]);
    }
}

/* Moves the constants of each bone from the lane of its index to its slot. Each exchange brings
 * those of one bone to their slot. */
static void keys_move_constants(gait_sampler *sampler) {
    uint32_t *slots = sampler->slots;
    for (uint32_t i = 0; i < sampler->bone_count; i++) {
        while (slots[i] != i) {
            uint32_t slot = slots[i];
            keys_swap_lanes(sampler->groups, i, slot);
            slots[i] = slots[slot];
            slots[slot] = slot;
        }
    }
    for (uint32_t slot = 0; slot < sampler->bone_count; slot++) {
        slots[sampler->bones[slot]] = slot;
    }
}

/* The matrix of a key of gaiti_local_keys(). */
static void keys_matrix(const gaiti_sampler_source *bone, uint32_t frame,
                        float out[GAITI_SAMPLER_MATRIX]) {
    gait_transform key;
    double numbers[GAIT_SAMPLER_ROWS];
    for (size_t i = 0; i < GAIT_SAMPLER_ROWS; i++) {
        numbers[i] = (double)bone->local[i * bone->row + frame];
    }
    memcpy(key.t, numbers + GAITI_SAMPLER_T, sizeof key.t);
    memcpy(key.q, numbers + GAITI_SAMPLER_Q, sizeof key.q);
    for (int i = 0; i < 3; i++) {
        double scale = numbers[GAITI_SAMPLER_S + i];
        key.s[i] = gaiti_abs(scale - 1) <= GAITI_SAMPLER_SCALE_TOLERANCE ? 1 : scale;
    }
    gait_affine pose = gait_affine_from_transform(&key);
    gaiti_sampler_store_matrix(&pose, out);
}

/* Gives matrices their places in a frame. */
static void keys_place_matrices(gait_sampler *sampler) {
    for (uint32_t b = 0; b < sampler->bone_count && sampler->has_matrices; b++) {
        if (sampler->matrices[b]) {
            sampler->matrices[b] = (uint32_t)sampler->frame_size;
            sampler->frame_size += GAITI_SAMPLER_MATRIX * sizeof(float);
        }
    }
}

static void keys_fill_matrices(const gaiti_sampler_job *job, const gait_sampler *sampler) {
    for (uint32_t b = 0; b < sampler->bone_count && sampler->has_matrices; b++) {
        gaiti_sampler_source bone;
        gaiti_sampler_set_source(job, b, &bone);
        for (uint32_t f = 0; f < sampler->frame_count && sampler->matrices[b]; f++) {
            float matrix[GAITI_SAMPLER_MATRIX];
            keys_matrix(&bone, f, matrix);
            memcpy(sampler->frames + f * sampler->frame_size + sampler->matrices[b], matrix,
                   sizeof matrix);
        }
    }
}

static void keys_fill_group(const gaiti_sampler_job *job, uint32_t group,
                            const gait_sampler *sampler) {
    const gaiti_sampler_place to = {.group = &sampler->groups[group],
                                    .group_index = group,
                                    .frame_count = sampler->frame_count,
                                    .frames = sampler->frames,
                                    .frame_size = sampler->frame_size};
    gaiti_sampler_source bones[GAITI_SAMPLER_LANES];
    for (uint32_t lane = 0; lane < GAITI_SAMPLER_LANES; lane++) {
        gaiti_sampler_set_source(job, sampler->bones[group * GAITI_SAMPLER_LANES + lane],
                                 &bones[lane]);
    }
    gaiti_sampler_fill_group(bones, &to);
}

void gaiti_sampler_fill(gait_sampler *sampler, const gait_clip *clip, gait_axes axes,
                        const float *local, uint32_t row) {
    const gaiti_sampler_job job = gaiti_sampler_job_of(clip, axes, local, row);
    size_t mask_size = keys_mask_size(sampler->group_count);
    sampler->frame_size = mask_size;
    keys_prefetch(&job);
    keys_examine(&job, sampler);
    keys_order(sampler);
    keys_move_constants(sampler);
    for (uint32_t g = 0; g < sampler->group_count; g++) {
        keys_place(&sampler->groups[g], &sampler->frame_size);
    }
    keys_place_matrices(sampler);
    for (uint32_t f = 0; f < sampler->frame_count; f++) {
        memset(sampler->frames + f * sampler->frame_size, 0, mask_size);
    }
    for (uint32_t g = 0; g < sampler->group_count; g++) {
        keys_fill_group(&job, g, sampler);
    }
    keys_fill_matrices(&job, sampler);
}
