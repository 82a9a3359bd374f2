#include "ops/sampler_kernels.h"

#include "base/float4.h"
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
    uint32_t weight = (uint32_t)(moment->fraction * GAITI_SAMPLER_UNIT + 0.5F);
    return (kernels_keys){
        .from = from,
        .to = sampler->frames + moment->next * sampler->frame_size,
        .fraction = moment->fraction,
        .weights = weight << 16 | (GAITI_SAMPLER_UNIT - weight),
        .far = moment->next == moment->key + 1 ? from
               : moment->next == moment->key   ? last
                                               : sampler->all_far,
    };
}

/* The rotation of a bone between two keys by slerp. Integers are 16 bytes apart. */
static void kernels_slerp_lane(const uint8_t *from, const uint8_t *to, float fraction, float *out,
                               size_t row) {
    double a[4], b[4];
    for (int i = 0; i < 4; i++) {
        int16_t key;
        memcpy(&key, from + 16 * i, sizeof key);
        a[i] = key;
        memcpy(&key, to + 16 * i, sizeof key);
        b[i] = key;
    }
    gaiti_quaternion_normalize(a);
    gaiti_quaternion_normalize(b);
    gaiti_quaternion_slerp(a, b, (double)fraction, a);
    for (size_t i = 0; i < 4; i++) {
        out[i * row] = (float)a[i];
    }
}

/* Replaces the rotations of bones (mask: bit = lane) by slerp. `out`: four rows of `row` floats. */
static void kernels_slerp(const gaiti_sampler_group *group, kernels_keys keys, unsigned mask,
                          float *out, size_t row) {
    for (size_t lane = 0; lane < GAITI_SAMPLER_LANES; lane++) {
        if (mask >> lane & 1) {
            size_t at = group->rotation + sizeof(int16_t) * lane;
            kernels_slerp_lane(keys.from + at, keys.to + at, keys.fraction, out + lane, row);
        }
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

#define GAITI_KERNEL(name) kernels_##name##_base
#define GAITI_KERNEL_WEIGH gaiti_float8_weigh_s16
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_WEIGH

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
    __m128 first = _mm_loadu_ps(b), second = _mm_loadu_ps(b + 4), third = _mm_loadu_ps(b + 8);
    __m256 two = _mm256_loadu_ps(a);
    __m128 one = _mm_loadu_ps(a + 8);
    __m256 rows = _mm256_blend_ps(two, _mm256_setzero_ps(), 0x77);
    __m128 row = _mm_blend_ps(one, _mm_setzero_ps(), 0x7);
    rows = _mm256_add_ps(
        rows, _mm256_mul_ps(_mm256_permute_ps(two, 0x00), _mm256_set_m128(first, first)));
    row = _mm_add_ps(row, _mm_mul_ps(_mm_permute_ps(one, 0x00), first));
    rows = _mm256_add_ps(
        rows, _mm256_mul_ps(_mm256_permute_ps(two, 0x55), _mm256_set_m128(second, second)));
    row = _mm_add_ps(row, _mm_mul_ps(_mm_permute_ps(one, 0x55), second));
    rows = _mm256_add_ps(
        rows, _mm256_mul_ps(_mm256_permute_ps(two, 0xAA), _mm256_set_m128(third, third)));
    row = _mm_add_ps(row, _mm_mul_ps(_mm_permute_ps(one, 0xAA), third));
    _mm256_storeu_ps(out, rows);
    _mm_storeu_ps(out + 8, row);
}

#define GAITI_KERNEL(name) kernels_##name##_avx2
/* gaiti_float8_weigh_s16() with instructions for eight integers. */
#define GAITI_KERNEL_WEIGH(a, b, weights)                                                          \
    _mm256_cvtepi32_ps(_mm256_madd_epi16(                                                          \
        _mm256_or_si256(                                                                           \
            _mm256_cvtepu16_epi32(GAITI_VECTOR_LOAD(__m128i, a)),                                  \
            _mm256_slli_epi32(_mm256_cvtepu16_epi32(GAITI_VECTOR_LOAD(__m128i, b)), 16)),          \
        _mm256_set1_epi32((int32_t)(weights))))
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_WEIGH
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

void gaiti_sampler_one(const gait_sampler *sampler, const gait_moment *moment, uint32_t bone,
                       gait_trs *out) {
    float rows[GAIT_SAMPLER_ROWS][GAITI_SAMPLER_LANES], numbers[GAIT_SAMPLER_ROWS];
    kernels_keys keys = kernels_keys_at(sampler, moment);
    uint32_t group = sampler->slots[bone] / GAITI_SAMPLER_LANES;
    uint32_t lane = sampler->slots[bone] % GAITI_SAMPLER_LANES;
    kernels_group_pose_base(&sampler->groups[group], keys.far[group], keys, true, rows[0],
                            GAITI_SAMPLER_LANES);
    for (int i = 0; i < GAIT_SAMPLER_ROWS; i++) {
        numbers[i] = rows[i][lane];
    }
    memcpy(out, numbers, sizeof numbers);
}
