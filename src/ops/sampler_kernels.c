/* Poses of samplers at one moment, for each instruction set.
 *
 * A frame of a sampler stores one number of eight bones side by side, so that a pose is computed
 * without shuffles: the same position of two frames is loaded, weighed and stored. Rotations and
 * most translations are 16-bit integers. When many clips play, most of the time is spent waiting
 * for memory, and integers take half the space of floats. Their weights are integers with the sum
 * 32767, so that one instruction multiplies and adds the integers of both frames.
 *
 * Rotations are interpolated number by number, and normalised with a polynomial in place of a
 * square root and a division. This is precise between rotations that are at most 14 degrees apart.
 * A frame begins with one bit per bone for the others. They are computed again by slerp, after the
 * loop over the groups, because a call in that loop would make the compiler store its registers.
 * Bones with matrices (sampler_memory.h) are also computed one by one, afterwards.
 *
 * sampler_kernels.def is included for the instructions that every processor has, and for AVX2. Both
 * perform the same operations in the same order in each lane, so the results have the same bits. */
#include "ops/sampler_memory.h"

#include "base/bytes.h"
#include "base/float4.h"
#include "gait/transform.h"
#include "model/quaternion.h"

#if GAITI_HAS_AVX2
#include <immintrin.h>
#endif

/* Two frames, and the place between them. */
typedef struct kernels_keys {
    const uint8_t *from, *to;
    float fraction;
    uint32_t weights;   /* of the keys as integers, the sum is 32767: `from` in the low 16 bits */
    const uint8_t *far; /* per group: the bones that need slerp (bit = lane) */
} kernels_keys;

static inline kernels_keys kernels_keys_at(const gait_sampler *sampler, const gait_moment *moment) {
    const uint8_t *from = sampler->frames + moment->key * sampler->frame_size;
    const uint8_t *last = sampler->frames + (sampler->frame_count - 1) * sampler->frame_size;
    uint32_t weight = (uint32_t)((float)moment->fraction * GAITI_SAMPLER_UNIT + 0.5F);
    return (kernels_keys){
        .from = from,
        .to = sampler->frames + moment->next * sampler->frame_size,
        .fraction = (float)moment->fraction,
        .weights = weight << 16 | (GAITI_SAMPLER_UNIT - weight),
        .far = moment->next == moment->key + 1 ? from
               : moment->next == moment->key   ? last
                                               : sampler->all_far,
    };
}

/* Requests the memory of a pose, which is often not in the caches when many clips play. Constants
 * are read in order, so every second line is enough for the processor to follow. */
GAITI_INLINE void kernels_prefetch(const gait_sampler *sampler, kernels_keys keys) {
    enum { LINE = 64 };
    const uint8_t *groups = (const uint8_t *)sampler->groups;
    for (size_t at = 0; at < sampler->group_count * sizeof *sampler->groups; at += 2 * LINE) {
        gaiti_prefetch(groups + at);
    }
    for (size_t at = 0; at < sampler->frame_size; at += LINE) {
        gaiti_prefetch(keys.from + at);
        gaiti_prefetch(keys.to + at);
    }
}

/* The rotation of a bone between two keys by slerp. */
static void kernels_slerp_lane(const gaiti_sampler_group *group, size_t lane, kernels_keys keys,
                               float *out, size_t row) {
    double a[4], b[4];
    for (size_t i = 0; i < 4; i++) {
        size_t at = group->rotation + gaiti_sampler_integer_at(i, lane, 4);
        int16_t key;
        memcpy(&key, keys.from + at, sizeof key);
        a[i] = key;
        memcpy(&key, keys.to + at, sizeof key);
        b[i] = key;
    }
    gaiti_quaternion_normalise(a);
    gaiti_quaternion_normalise(b);
    gaiti_quaternion_slerp(a, b, (double)keys.fraction, a);
    for (size_t i = 0; i < 4; i++) {
        out[i * row] = (float)a[i];
    }
}

/* True when a bone of these groups rotates far, so that the pose needs slerp. */
GAITI_INLINE bool kernels_have_far(const uint8_t *far, uint32_t group_count) {
    unsigned any = 0;
    for (uint32_t g = 0; g < group_count; g++) {
        any |= far[g];
    }
    return any != 0;
}

/* Replaces the rotations of the bones of a group that rotate far (bit = lane) by slerp. `out`: four
 * rows of `row` floats. */
static void kernels_slerp_group(const gaiti_sampler_group *group, unsigned far, kernels_keys keys,
                                float *out, size_t row) {
    for (size_t lane = 0; far >> lane && group->rotation; lane++) {
        if (far >> lane & 1) {
            kernels_slerp_lane(group, lane, keys, out + lane, row);
        }
    }
}

static void kernels_slerp_rows(const gait_sampler *sampler, const gait_moment *moment, float *out,
                               size_t row) {
    kernels_keys keys = kernels_keys_at(sampler, moment);
    for (size_t g = 0; g < sampler->group_count; g++) {
        kernels_slerp_group(&sampler->groups[g], keys.far[g], keys, out + g * GAITI_SAMPLER_LANES,
                            row);
    }
}

static void kernels_slerp_transforms(const gait_sampler *sampler, const gait_moment *moment,
                                     gait_trs *out) {
    kernels_keys keys = kernels_keys_at(sampler, moment);
    for (uint32_t slot = 0; slot < sampler->bone_count; slot++) {
        size_t g = slot / GAITI_SAMPLER_LANES, lane = slot % GAITI_SAMPLER_LANES;
        if (sampler->groups[g].rotation && keys.far[g] >> lane & 1) {
            kernels_slerp_lane(&sampler->groups[g], lane, keys, out[sampler->bones[slot]].q, 1);
        }
    }
}

/* The matrix of a bone that has one, between two keys. */
static void kernels_blend_matrix(kernels_keys keys, uint32_t at, float out[GAITI_SAMPLER_MATRIX]) {
    float from[GAITI_SAMPLER_MATRIX], to[GAITI_SAMPLER_MATRIX];
    memcpy(from, keys.from + at, sizeof from);
    memcpy(to, keys.to + at, sizeof to);
    for (int i = 0; i < GAITI_SAMPLER_MATRIX; i++) {
        out[i] = from[i] + (to[i] - from[i]) * keys.fraction;
    }
}

/* The same as ten numbers, `row` floats apart. */
static void kernels_blend_parts(kernels_keys keys, uint32_t at, float *out, size_t row) {
    float matrix[GAITI_SAMPLER_MATRIX];
    gait_affine pose;
    gait_transform parts;
    kernels_blend_matrix(keys, at, matrix);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            pose.m[i][j] = (double)matrix[4 * i + j];
        }
        pose.t[i] = (double)matrix[4 * i + 3];
    }
    gait_affine_decompose(&pose, &parts);
    for (size_t i = 0; i < 3; i++) {
        out[(GAITI_SAMPLER_T + i) * row] = (float)parts.t[i];
        out[(GAITI_SAMPLER_S + i) * row] = (float)parts.s[i];
    }
    for (size_t i = 0; i < 4; i++) {
        out[(GAITI_SAMPLER_Q + i) * row] = (float)parts.q[i];
    }
}

/* For functions with several callers: a module is transferred, so its code is small. */
#ifdef __wasm__
#define GAITI_KERNEL_STEP static
#else
#define GAITI_KERNEL_STEP GAITI_INLINE
#endif

/* --- plain vectors ---------------------------------------------------------------------------- */

/* A row of the product of two matrices, from that row of the first and all rows of the second. */
GAITI_INLINE gaiti_float4 kernels_multiply_row(const float *a, gaiti_float4 first,
                                               gaiti_float4 second, gaiti_float4 third) {
    gaiti_float4 row = gaiti_float4_last(gaiti_float4_load(a));
    row = gaiti_float4_add(row, gaiti_float4_multiply(gaiti_float4_of(a[0]), first));
    row = gaiti_float4_add(row, gaiti_float4_multiply(gaiti_float4_of(a[1]), second));
    return gaiti_float4_add(row, gaiti_float4_multiply(gaiti_float4_of(a[2]), third));
}

/* out = a b. `out` may be a or b. */
GAITI_KERNEL_STEP void kernels_multiply_base(const float *a, const float *b, float *out) {
    gaiti_float4 first = gaiti_float4_load(b), second = gaiti_float4_load(b + 4);
    gaiti_float4 third = gaiti_float4_load(b + 8);
    gaiti_float4 x = kernels_multiply_row(a, first, second, third);
    gaiti_float4 y = kernels_multiply_row(a + 4, first, second, third);
    gaiti_float4 z = kernels_multiply_row(a + 8, first, second, third);
    gaiti_float4_store(out, x);
    gaiti_float4_store(out + 4, y);
    gaiti_float4_store(out + 8, z);
}

/* Stores four numbers of each of eight bones from position `at` on. They are in four rows. */
GAITI_KERNEL_STEP void kernels_transpose_base(const float *rows,
                                              float *const to[GAITI_SAMPLER_LANES], size_t at) {
    enum { ROW = GAITI_SAMPLER_LANES };
    for (size_t half = 0; half < ROW; half += 4) {
        gaiti_float4 a = gaiti_float4_load(rows + half);
        gaiti_float4 b = gaiti_float4_load(rows + half + ROW);
        gaiti_float4 c = gaiti_float4_load(rows + half + 2 * ROW);
        gaiti_float4 d = gaiti_float4_load(rows + half + 3 * ROW);
        gaiti_float4_transpose(a, b, c, d);
        gaiti_float4_store(to[half] + at, a);
        gaiti_float4_store(to[half + 1] + at, b);
        gaiti_float4_store(to[half + 2] + at, c);
        gaiti_float4_store(to[half + 3] + at, d);
    }
}

/* As kernels_transpose_base(). */
GAITI_INLINE void kernels_transpose_vectors_base(const gaiti_float8 vectors[4],
                                                 float *const to[GAITI_SAMPLER_LANES], size_t at) {
    float rows[4 * GAITI_SAMPLER_LANES];
    memcpy(rows, vectors, sizeof rows);
    kernels_transpose_base(rows, to, at);
}

#define GAITI_KERNEL(name) kernels_##name##_base
#define GAITI_KERNEL_WEIGH gaiti_float8_weigh_s16
#define GAITI_KERNEL_WEIGH_TWO gaiti_float8_weigh_two_s16
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_WEIGH
#undef GAITI_KERNEL_WEIGH_TWO

/* --- AVX2 ------------------------------------------------------------------------------------- */

#if GAITI_HAS_AVX2
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
/* out = a b, two rows at once. `out` may be a or b. */
GAITI_INLINE void kernels_multiply_avx2(const float *a, const float *b, float *out) {
    __m256 first = _mm256_broadcast_ps((const __m128 *)(const void *)b);
    __m256 second = _mm256_broadcast_ps((const __m128 *)(const void *)(b + 4));
    __m256 third = _mm256_broadcast_ps((const __m128 *)(const void *)(b + 8));
    __m256 two = _mm256_loadu_ps(a);
    __m128 one = _mm_loadu_ps(a + 8);
    __m256 rows = _mm256_blend_ps(two, _mm256_setzero_ps(), 0x77);
    __m128 row = _mm_blend_ps(one, _mm_setzero_ps(), 0x7);
    rows = _mm256_add_ps(rows, _mm256_mul_ps(_mm256_permute_ps(two, 0x00), first));
    row = _mm_add_ps(row, _mm_mul_ps(_mm_permute_ps(one, 0x00), _mm256_castps256_ps128(first)));
    rows = _mm256_add_ps(rows, _mm256_mul_ps(_mm256_permute_ps(two, 0x55), second));
    row = _mm_add_ps(row, _mm_mul_ps(_mm_permute_ps(one, 0x55), _mm256_castps256_ps128(second)));
    rows = _mm256_add_ps(rows, _mm256_mul_ps(_mm256_permute_ps(two, 0xAA), third));
    row = _mm_add_ps(row, _mm_mul_ps(_mm_permute_ps(one, 0xAA), _mm256_castps256_ps128(third)));
    _mm256_storeu_ps(out, rows);
    _mm_storeu_ps(out + 8, row);
}

GAITI_INLINE void kernels_store_two(__m256 both, float *low, float *high) {
    _mm_storeu_ps(low, _mm256_castps256_ps128(both));
    _mm_storeu_ps(high, _mm256_extractf128_ps(both, 1));
}

/* As kernels_transpose_base(). */
GAITI_INLINE void kernels_transpose_vectors_avx2(const gaiti_float8 vectors[4],
                                                 float *const to[GAITI_SAMPLER_LANES], size_t at) {
    __m256 a = (__m256)vectors[0], b = (__m256)vectors[1];
    __m256 c = (__m256)vectors[2], d = (__m256)vectors[3];
    __m256d ab = (__m256d)_mm256_unpacklo_ps(a, b), cd = (__m256d)_mm256_unpacklo_ps(c, d);
    kernels_store_two((__m256)_mm256_unpacklo_pd(ab, cd), to[0] + at, to[4] + at);
    kernels_store_two((__m256)_mm256_unpackhi_pd(ab, cd), to[1] + at, to[5] + at);
    ab = (__m256d)_mm256_unpackhi_ps(a, b), cd = (__m256d)_mm256_unpackhi_ps(c, d);
    kernels_store_two((__m256)_mm256_unpacklo_pd(ab, cd), to[2] + at, to[6] + at);
    kernels_store_two((__m256)_mm256_unpackhi_pd(ab, cd), to[3] + at, to[7] + at);
}

GAITI_INLINE void kernels_transpose_avx2(const float *rows, float *const to[GAITI_SAMPLER_LANES],
                                         size_t at) {
    const gaiti_float8 vectors[4] = {gaiti_float8_load(rows),
                                     gaiti_float8_load(rows + GAITI_SAMPLER_LANES),
                                     gaiti_float8_load(rows + 2 * GAITI_SAMPLER_LANES),
                                     gaiti_float8_load(rows + 3 * GAITI_SAMPLER_LANES)};
    kernels_transpose_vectors_avx2(vectors, to, at);
}

#define GAITI_KERNEL(name) kernels_##name##_avx2
/* gaiti_float8_weigh_s16() */
GAITI_INLINE gaiti_float8 kernels_weigh_avx2(const uint8_t *a, const uint8_t *b, uint32_t weights) {
    __m128i from = GAITI_VECTOR_LOAD(__m128i, a), to = GAITI_VECTOR_LOAD(__m128i, b);
    __m256i pairs = _mm256_set_m128i(_mm_unpackhi_epi16(from, to), _mm_unpacklo_epi16(from, to));
    __m256i sums = _mm256_madd_epi16(pairs, _mm256_set1_epi32((int32_t)weights));
    return (gaiti_float8)_mm256_cvtepi32_ps(sums);
}

/* gaiti_float8_weigh_two_s16() */
GAITI_INLINE void kernels_weigh_two_avx2(const uint8_t *a, const uint8_t *b, uint32_t weights,
                                         gaiti_float8 out[2]) {
    __m256i from = GAITI_VECTOR_LOAD(__m256i, a), to = GAITI_VECTOR_LOAD(__m256i, b);
    __m256i both = _mm256_set1_epi32((int32_t)weights);
    __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(from, to), both);
    __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(from, to), both);
    out[0] = (gaiti_float8)_mm256_cvtepi32_ps(low);
    out[1] = (gaiti_float8)_mm256_cvtepi32_ps(high);
}

#define GAITI_KERNEL_WEIGH kernels_weigh_avx2
#define GAITI_KERNEL_WEIGH_TWO kernels_weigh_two_avx2
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_WEIGH
#undef GAITI_KERNEL_WEIGH_TWO
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

const gaiti_sampler_kernels *gaiti_sampler_kernels_by(gaiti_sampler_way way) {
#if GAITI_HAS_AVX2
    if (way == GAITI_SAMPLER_AVX2) {
        return __builtin_cpu_supports("avx2") ? &kernels_all_avx2 : NULL;
    }
#endif
    return way == GAITI_SAMPLER_BASE ? &kernels_all_base : NULL;
}
