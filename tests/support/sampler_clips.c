#include "sampler_clips.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/number/trig.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

enum {
    CLIPS_MAX_BONES = 256,
    CLIPS_STRIDE = 64, /* bytes per bone and frame: rotation, then translation and scale */
    CLIPS_TRANSLATION = 36,
    CLIPS_SCALE = 48
};

/* A random integer below `count`. */
static uint32_t clips_choose(uint64_t *seed, uint32_t count) {
    uint32_t chosen = (uint32_t)((test_random(seed) + 1) / 2 * count);
    return chosen < count ? chosen : count - 1;
}

static bool clips_percent(uint64_t *seed, uint32_t percent) {
    return clips_choose(seed, 100) < percent;
}

static void *clips_allocate(size_t count, size_t size) {
    void *room = calloc(count + 1, size);
    assert_non_null(room);
    return room;
}

/* --- skeletons and motions -------------------------------------------------------------------- */

static gait_skeleton *clips_skeleton(uint64_t *seed, const sampled_way *way) {
    gait_bone bones[CLIPS_MAX_BONES];
    char names[CLIPS_MAX_BONES][16];
    bool is_absolute = way->kind == SAMPLED_MODEL || way->kind == SAMPLED_RTM;
    gait_origin lacking = is_absolute ? GAIT_ORIGIN_UNKNOWN : GAIT_ORIGIN_FILE;
    assert_true(way->bone_count <= CLIPS_MAX_BONES);
    for (uint32_t b = 0; b < way->bone_count; b++) {
        snprintf(names[b], sizeof names[b], "bone%u", b);
        bool is_root = b == 0 || clips_percent(seed, 8);
        bool is_known = !(way->lacks_parents && clips_percent(seed, 30));
        bones[b] = (gait_bone){.name = names[b],
                               .parent = is_root || !is_known ? -1 : (int32_t)clips_choose(seed, b),
                               .rest = test_random_transform(seed),
                               .parent_origin = is_known ? GAIT_ORIGIN_FILE : lacking,
                               .rest_origin = GAIT_ORIGIN_FILE};
        for (int i = 0; i < 3 && way->scales_rest; i++) {
            bones[b].rest.s[i] = 1 + 0.5 * test_random(seed);
        }
    }
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, way->bone_count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

/* A rotation by an angle about a random axis. */
static void clips_turn(uint64_t *seed, double degrees, double out[4]) {
    const double half = degrees * 3.14159265358979323846 / 360;
    double length = 0;
    while (length < 0.1) {
        for (int i = 0; i < 3; i++) {
            out[i] = test_random(seed);
        }
        length = gaiti_vector_length(out);
    }
    for (int i = 0; i < 3; i++) {
        out[i] *= gaiti_sin(half) / length;
    }
    out[3] = gaiti_cos(half);
}

/* How one bone moves. */
typedef struct clips_motion {
    double degrees, metres, scale; /* per key, range, range */
    gait_transform now;
    double middle[3];
} clips_motion;

static clips_motion clips_motion_make(uint64_t *seed, const sampled_way *way) {
    static const double degrees[] = {0, 0.1, 1, 4, 13, 14.5, 40, 90, 150, 179};
    static const double metres[] = {0, 1e-7, 1e-5, 0.01, 0.3, 0.6, 0.65, 2, 40};
    clips_motion motion = {.degrees = way->degrees, .now = test_random_transform(seed)};
    if (motion.degrees == 0) {
        motion.degrees = degrees[clips_choose(seed, 10)];
    }
    motion.metres = metres[clips_choose(seed, 9)];
    motion.scale = clips_percent(seed, 50) ? 0.6 : 0;
    gaiti_quaternion_normalise(motion.now.q);
    memcpy(motion.middle, motion.now.t, sizeof motion.middle);
    return motion;
}

static void clips_advance(uint64_t *seed, clips_motion *motion) {
    double turn[4];
    clips_turn(seed, motion->degrees, turn);
    gaiti_quaternion_multiply(turn, motion->now.q, motion->now.q);
    gaiti_quaternion_normalise(motion->now.q);
    for (int i = 0; i < 3; i++) {
        motion->now.t[i] = motion->middle[i] + motion->metres * test_random(seed);
        motion->now.s[i] = 1 + motion->scale * test_random(seed);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static void clips_store_quaternion(uint64_t *seed, const sampled_way *way, const double in[4],
                                   uint8_t *key) {
    double sign = clips_percent(seed, 30) ? -1 : 1, length = 1;
    if (way->is_hostile && clips_percent(seed, 10)) {
        static const double lengths[] = {0, 0.9, 0.5, 1e-9, 1.0002};
        length = lengths[clips_choose(seed, 5)];
    }
    bool is_short = way->kind == SAMPLED_OMF || way->kind == SAMPLED_BMTR;
    for (int i = 0; i < 4; i++) {
        double value = sign * length * in[i];
        float number = (float)value;
        if (way->is_hostile && clips_percent(seed, 3)) {
            static const float hostile[] = {NAN, INFINITY, -INFINITY, 1e20f};
            number = hostile[clips_choose(seed, 4)];
            value = -32768 / 32767.0;
        }
        value = value < -1 ? -32768 : value < 1 ? value * 32767 : 32767;
        if (is_short) {
            gaiti_store_s16(key + 2 * i, (int16_t)(value < 0 ? value - 0.4999 : value + 0.4999));
        } else {
            memcpy(key + 4 * i, &number, sizeof number);
        }
    }
}

static void clips_store_matrix(uint64_t *seed, const sampled_way *way, double m[3][3],
                               uint8_t *key) {
    for (int i = 0; i < 9; i++) {
        float number = (float)m[i % 3][i / 3];
        if (way->is_hostile && clips_percent(seed, 1)) {
            number = clips_percent(seed, 50) ? NAN : INFINITY;
        }
        gaiti_store_f32(key + 4 * i, number);
    }
}

static void clips_store_vector(uint64_t *seed, const sampled_way *way, const double in[3],
                               uint8_t *key) {
    for (int i = 0; i < 3; i++) {
        float number = (float)in[i];
        if (way->is_hostile && clips_percent(seed, 2)) {
            static const float hostile[] = {NAN, INFINITY, -INFINITY};
            number = hostile[clips_choose(seed, 3)];
        }
        memcpy(key + 4 * i, &number, sizeof number);
    }
}

static void clips_store(uint64_t *seed, const sampled_way *way, gait_affine *pose,
                        const double scale[3], uint8_t *key) {
    double q[4];
    if (way->kind == SAMPLED_RTM) {
        clips_store_matrix(seed, way, pose->m, key);
    } else {
        gaiti_quaternion_from_matrix(pose->m, q);
        clips_store_quaternion(seed, way, q, key);
    }
    clips_store_vector(seed, way, pose->t, key + CLIPS_TRANSLATION);
    clips_store_vector(seed, way, scale, key + CLIPS_SCALE);
}

/* Converts poses in local space to that of the clip. */
static void clips_convert(const gait_skeleton *skeleton, sampled_kind kind, gait_affine *poses) {
    bool is_local = kind <= SAMPLED_SCALED;
    for (uint32_t b = 0; b < skeleton->bone_count && !is_local; b++) {
        int32_t parent = skeleton->bones[b].parent;
        if (parent >= 0) {
            poses[b] = gait_affine_multiply(&poses[parent], &poses[b]);
        }
    }
    for (uint32_t b = 0; b < skeleton->bone_count && kind >= SAMPLED_RTM; b++) {
        gait_affine inverse;
        gait_affine_invert(&skeleton->rest_model[b], &inverse);
        poses[b] = gait_affine_multiply(&poses[b], &inverse);
    }
    for (uint32_t b = skeleton->bone_count; b-- > 0 && kind == SAMPLED_BMTR;) {
        gait_affine inverse;
        int32_t parent = skeleton->bones[b].parent;
        if (parent >= 0) {
            gait_affine_invert(&poses[parent], &inverse);
            poses[b] = gait_affine_multiply(&inverse, &poses[b]);
        }
    }
}

static void clips_fill(uint64_t *seed, const sampled_way *way, sampled_clip *self) {
    uint32_t bones = way->bone_count;
    clips_motion *motions = clips_allocate(bones, sizeof *motions);
    gait_affine *poses = clips_allocate(bones, sizeof *poses);
    for (uint32_t b = 0; b < bones; b++) {
        motions[b] = clips_motion_make(seed, way);
    }
    for (uint32_t f = 0; f < way->frame_count; f++) {
        for (uint32_t b = 0; b < bones; b++) {
            clips_advance(seed, &motions[b]);
            gait_transform rigid = motions[b].now;
            rigid.s[0] = rigid.s[1] = rigid.s[2] = 1;
            poses[b] = gait_affine_from_transform(&rigid);
        }
        clips_convert(self->skeleton, way->kind, poses);
        for (uint32_t b = 0; b < bones; b++) {
            poses[b] = gait_affine_change_axes(&poses[b], GAIT_AXES_ENGINE, self->clip.axes);
            clips_store(seed, way, &poses[b], motions[b].now.s,
                        self->keys + ((size_t)f * bones + b) * CLIPS_STRIDE);
        }
    }
    free(poses);
    free(motions);
}

/* --- clips ------------------------------------------------------------------------------------ */

static gait_channel clips_channel(uint64_t *seed, const sampled_way *way, const uint8_t *data,
                                  uint8_t element) {
    uint32_t chance = clips_choose(seed, 100);
    uint32_t count = chance < 8 ? 0 : chance < 20 ? 1 : way->frame_count;
    return (gait_channel){
        .data = data, .count = count, .stride = CLIPS_STRIDE * way->bone_count, .element = element};
}

sampled_clip sampled_clip_make(uint64_t *seed, const sampled_way *way) {
    static const gait_space spaces[SAMPLED_KINDS] = {GAIT_SPACE_LOCAL, GAIT_SPACE_LOCAL,
                                                     GAIT_SPACE_LOCAL, GAIT_SPACE_MODEL,
                                                     GAIT_SPACE_DELTA, GAIT_SPACE_LOCAL_DELTA};
    static const uint8_t elements[SAMPLED_KINDS] = {GAIT_SNORM16, GAIT_F32,     GAIT_F32,
                                                    GAIT_F32,     GAIT_MAT3_LE, GAIT_SNORM16};
    sampled_clip self = {.skeleton = clips_skeleton(seed, way)};
    size_t count = (size_t)way->bone_count * way->frame_count;
    self.tracks = clips_allocate(way->bone_count, sizeof *self.tracks);
    self.time = clips_allocate(way->frame_count, sizeof *self.time);
    self.keys = clips_allocate(count, CLIPS_STRIDE);
    self.clip = (gait_clip){.name = "c",
                            .skeleton = self.skeleton,
                            .space = spaces[way->kind],
                            .axes = (gait_axes)clips_choose(seed, 3),
                            .frame_count = way->frame_count,
                            .time = self.time,
                            .tracks = self.tracks};
    clips_fill(seed, way, &self);
    for (uint32_t b = 0; b < way->bone_count; b++) {
        const uint8_t *keys = self.keys + (size_t)b * CLIPS_STRIDE;
        gait_track *track = &self.tracks[b];
        track->rotation = clips_channel(seed, way, keys, elements[way->kind]);
        track->translation = clips_channel(seed, way, keys + CLIPS_TRANSLATION, GAIT_F32);
        if (way->kind == SAMPLED_SCALED) {
            track->scale = clips_channel(seed, way, keys + CLIPS_SCALE, GAIT_F32);
        }
    }
    float time = way->is_uneven ? -3.25f : 0;
    for (uint32_t f = 0; f < way->frame_count; f++) {
        self.time[f] = way->is_uneven ? time : (float)f / 30.0f;
        time += clips_percent(seed, 10) ? 0 : (float)(1.001 + test_random(seed));
    }
    return self;
}

void sampled_clip_free(sampled_clip *self) {
    gait_skeleton_free(self->skeleton);
    free(self->tracks);
    free(self->time);
    free(self->keys);
    memset(self, 0, sizeof *self);
}

sampled_way sampled_way_random(uint64_t *seed, sampled_kind kind) {
    sampled_way way = {.kind = kind};
    way.bone_count = 1 + clips_choose(seed, 70);
    uint32_t chance = clips_choose(seed, 10);
    way.frame_count = chance == 0 ? 1 : chance == 1 ? 2 : 3 + clips_choose(seed, 38);
    way.lacks_parents = kind <= SAMPLED_RTM && clips_percent(seed, 20);
    way.is_uneven = clips_percent(seed, 50);
    return way;
}

/* --- samplers --------------------------------------------------------------------------------- */

made_sampler sampler_make(const gait_clip *clip, gait_axes axes, size_t offset) {
    gait_sampler_memory memory;
    made_sampler self = {0};
    assert_int_equal(gait_sampler_measure(clip, &memory), GAIT_OK);
    assert_true(!memory.block && !memory.work && memory.size > 0);
    self.memory = clips_allocate(memory.size + 128, 1);
    size_t to_next = (64 - (uintptr_t)self.memory % 64) % 64;
    memory.block = self.memory + to_next + offset;
    uint8_t *end = (uint8_t *)memory.block + memory.size;
    memset(memory.block, 0xA5, memory.size);
    memset(end, 0x5A, 64 - offset);
    uint8_t *work = malloc(memory.work_size + 64);
    assert_non_null(work);
    memset(work, 0xA5, memory.work_size + 64);
    memory.work = work + offset;
    assert_int_equal(gait_sampler_init(clip, axes, &memory, &self.sampler), GAIT_OK);
    for (size_t i = 0; i < 64 - offset; i++) {
        assert_int_equal(end[i], 0x5A);
    }
    for (size_t i = 0; i < 64 - offset; i++) {
        assert_int_equal(work[offset + memory.work_size + i], 0xA5);
    }
    free(work);
    self.info = gait_sampler_describe(self.sampler);
    assert_true(self.info.used <= memory.size);
    memset((uint8_t *)memory.block + self.info.used, 0xC3, memory.size - self.info.used);
    return self;
}

void sampler_free(made_sampler *self) {
    free(self->memory);
    memset(self, 0, sizeof *self);
}

/* FNV-1a of the bits, from the lowest byte on. */
static void clips_hash(const float *numbers, size_t count, uint64_t *hash) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = 0x7FC00000;
        if (!isnan(numbers[i])) {
            memcpy(&bits, &numbers[i], sizeof bits);
        }
        for (int k = 0; k < 4; k++) {
            *hash = (*hash ^ (bits >> 8 * k & 255)) * UINT64_C(0x100000001B3);
        }
    }
}

static void clips_hash_sampler(const made_sampler *made, uint64_t *seed, uint64_t *hash) {
    enum { MOMENTS = 20 };
    const gait_sampler_info *info = &made->info;
    size_t rows = (size_t)info->row_size * info->row_count, matrices = info->bone_count * 12;
    float *numbers = clips_allocate(rows + matrices, sizeof *numbers);
    gait_trs *transforms = clips_allocate(info->bone_count, sizeof *transforms);
    for (int i = 0; i < MOMENTS; i++) {
        gait_moment moment;
        double time = info->first + (info->last - info->first) * 1.5 * test_random(seed);
        assert_int_equal(gait_sampler_moment(made->sampler, time, (gait_wrap)(i % 3), &moment),
                         GAIT_OK);
        if (i % 5 == 0) {
            moment.next = clips_choose(seed, info->frame_count);
        }
        float fraction = (float)moment.fraction;
        clips_hash(&fraction, 1, hash);
        assert_int_equal(gait_sampler_rows(made->sampler, &moment, numbers, rows), GAIT_OK);
        clips_hash(numbers, rows, hash);
        for (int space = GAIT_SAMPLER_LOCAL; space <= GAIT_SAMPLER_SKINNING; space++) {
            assert_int_equal(gait_sampler_matrices(made->sampler, &moment,
                                                   (gait_sampler_space)space, numbers, matrices),
                             GAIT_OK);
            clips_hash(numbers, matrices, hash);
        }
        assert_int_equal(gait_sampler_transforms(made->sampler, &moment, GAIT_SAMPLER_MODEL,
                                                 transforms, info->bone_count),
                         GAIT_OK);
        for (uint32_t b = 0; b < info->bone_count; b++) {
            clips_hash(transforms[b].t, 3, hash);
            clips_hash(transforms[b].q, 4, hash);
            clips_hash(transforms[b].s, 3, hash);
        }
    }
    free(transforms);
    free(numbers);
}

uint64_t sampler_hash(sampled_kind kind) {
    enum { CLIPS = 12 };
    uint64_t seed = 20260101 + (uint64_t)kind, hash = UINT64_C(0xCBF29CE484222325);
    for (int i = 0; i < CLIPS; i++) {
        sampled_way way = sampled_way_random(&seed, kind);
        way.is_hostile = i % 4 == 3;
        sampled_clip made = sampled_clip_make(&seed, &way);
        made_sampler sampler = sampler_make(&made.clip, (gait_axes)(i % 3), 0);
        clips_hash_sampler(&sampler, &seed, &hash);
        sampler_free(&sampler);
        sampled_clip_free(&made);
    }
    return hash;
}
