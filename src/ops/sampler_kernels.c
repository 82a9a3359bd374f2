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

gaiti_sampler_keys gaiti_sampler_keys_at(const gait_sampler *sampler, const gait_moment *moment) {
    const uint8_t *from = sampler->frames + moment->key * sampler->frame_size;
    const uint8_t *last = sampler->frames + (sampler->frame_count - 1) * sampler->frame_size;
    return (gaiti_sampler_keys){
        .from = from,
        .to = sampler->frames + moment->next * sampler->frame_size,
        .fraction = moment->fraction,
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
static void kernels_slerp(const gaiti_sampler_group *group, gaiti_sampler_keys keys, unsigned mask,
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
#define GAITI_KERNEL_LOAD_S16 gaiti_float8_load_s16
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_LOAD_S16

#if SAMPLER_HAS_AVX2
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define GAITI_KERNEL(name) kernels_##name##_avx2
/* gcc converts generic vectors of this size by halves. */
#define GAITI_KERNEL_LOAD_S16(p)                                                                   \
    _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(GAITI_VECTOR_LOAD(__m128i, p)))
#include "ops/sampler_kernels.def"
#undef GAITI_KERNEL
#undef GAITI_KERNEL_LOAD_S16
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

void gaiti_sampler_one(const gait_sampler *sampler, gaiti_sampler_keys keys, uint32_t bone,
                       gait_trs *out) {
    float rows[GAIT_SAMPLER_ROWS][GAITI_SAMPLER_LANES], numbers[GAIT_SAMPLER_ROWS];
    uint32_t group = sampler->slots[bone] / GAITI_SAMPLER_LANES;
    uint32_t lane = sampler->slots[bone] % GAITI_SAMPLER_LANES;
    kernels_group_pose_base(&sampler->groups[group], keys.far[group], keys, true, rows[0],
                            GAITI_SAMPLER_LANES);
    for (int i = 0; i < GAIT_SAMPLER_ROWS; i++) {
        numbers[i] = rows[i][lane];
    }
    memcpy(out, numbers, sizeof numbers);
}
