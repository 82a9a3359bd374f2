#include "ops/sampler_kernels.h"

#include "base/float4.h"
#include "model/quaternion.h"

/* Not with gcc for Windows, which spills 256-bit registers to unaligned addresses. */
#if defined(__x86_64__) && GAITI_HAS_VECTORS && (defined(__clang__) || !defined(_WIN32))
#define SAMPLER_HAS_AVX2 1
#include <immintrin.h>
#else
#define SAMPLER_HAS_AVX2 0
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

#define GAITI_KERNEL(name) kernels_##name##_base
#define GAITI_KERNEL_WEIGH gaiti_float8_weigh_s16
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_WEIGH

#if SAMPLER_HAS_AVX2
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
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

/* __builtin_cpu_supports() is explained at gaiti_crc32_has(). */
const gaiti_sampler_kernels *gaiti_sampler_kernels_by(gaiti_sampler_way way) {
#if SAMPLER_HAS_AVX2
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
