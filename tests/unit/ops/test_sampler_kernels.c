/* All instruction sets give the same bits: the vectors of the library, AVX2, and plain C, which is
 * compiled here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GAIT_NO_VECTORS
#define gaiti_sampler_kernels_by plain_kernels_by
#include "ops/sampler_kernels.c"
#undef gaiti_sampler_kernels_by

#include "sampler_clips.h"
#include "test.h"
#include "transforms.h"

/* The functions of the library. */
const gaiti_sampler_kernels *gaiti_sampler_kernels_by(gaiti_sampler_way way);

enum { MAX_BONES = 72, MATRIX = 12, OUTPUTS = 5, FLOATS = MAX_BONES * MATRIX };

/* Rows, local transforms, and matrices in three spaces. */
typedef struct outputs {
    float numbers[OUTPUTS][FLOATS];
} outputs;

static void fill(const gaiti_sampler_kernels *kernels, const gait_sampler *sampler,
                 const gait_moment *moment, outputs *out) {
    memset(out, 0, sizeof *out);
    kernels->rows(sampler, moment, out->numbers[0]);
    kernels->transforms(sampler, moment, (gait_trs *)(void *)out->numbers[1]);
    for (int space = 0; space < 3; space++) {
        kernels->matrices(sampler, moment, (gait_sampler_space)space, out->numbers[2 + space]);
    }
}

static void assert_same_bits(const outputs *a, const outputs *b) {
    for (int i = 0; i < OUTPUTS; i++) {
        for (int k = 0; k < FLOATS; k++) {
            const float *p = &a->numbers[i][k], *q = &b->numbers[i][k];
            if (memcmp(p, q, sizeof *p) != 0 && !(isnan(*p) && isnan(*q))) {
                fail_msg("output %d: number %d is %.9g and %.9g", i, k, (double)*p, (double)*q);
            }
        }
    }
}

static void compare_sampler(const gait_sampler *sampler, uint64_t *seed) {
    static outputs base, wide, plain;
    const gaiti_sampler_kernels *avx2 = gaiti_sampler_kernels_by(GAITI_SAMPLER_AVX2);
    uint32_t frames = gait_sampler_describe(sampler).frame_count;
    for (int i = 0; i < 50; i++) {
        gait_moment moment = {.key = (uint32_t)(fabs(test_random(seed)) * frames),
                              .fraction = (float)fabs(test_random(seed))};
        moment.next = i % 4 == 0                ? (uint32_t)(fabs(test_random(seed)) * frames)
                      : moment.key + 1 < frames ? moment.key + 1
                                                : moment.key;
        moment.fraction = i % 10 == 0 ? (float)(i / 10 % 2) : moment.fraction;
        fill(gaiti_sampler_kernels_by(GAITI_SAMPLER_BASE), sampler, &moment, &base);
        fill(plain_kernels_by(GAITI_SAMPLER_BASE), sampler, &moment, &plain);
        assert_same_bits(&base, &plain);
        if (avx2) {
            fill(avx2, sampler, &moment, &wide);
            assert_same_bits(&base, &wide);
        }
    }
}

TEST(instruction_sets_give_the_same_bits) {
    uint64_t seed = 99;
    assert_null(plain_kernels_by(GAITI_SAMPLER_AVX2));
    if (!gaiti_sampler_kernels_by(GAITI_SAMPLER_AVX2)) {
        print_message("without AVX2\n");
    }
    for (int i = 0; i < 120; i++) {
        sampled_way way = sampled_way_random(&seed, (sampled_kind)(i % SAMPLED_KINDS));
        way.is_hostile = i % 5 == 0;
        sampled_clip made = sampled_clip_make(&seed, &way);
        made_sampler sampler = sampler_make(&made.clip, GAIT_AXES_GLTF, 0);
        compare_sampler(sampler.sampler, &seed);
        sampler_free(&sampler);
        sampled_clip_free(&made);
    }
}

/* The numbers were computed by this test. They must be the same on all machines. */
TEST(poses_have_known_bits) {
    static const uint64_t expected[SAMPLED_KINDS] = {
        UINT64_C(0xBB3A94BE6E6EE3AC), UINT64_C(0xC45FE5562645D516), UINT64_C(0x4B958B134A765687),
        UINT64_C(0x025BED4C35BB8292), UINT64_C(0x3690094908416EE1), UINT64_C(0xDB694D1FCD689C2E),
    };
    bool is_same = true;
    for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
        uint64_t hash = sampler_hash((sampled_kind)kind);
        if (hash != expected[kind]) {
            print_message("kind %d: UINT64_C(0x%016llX)\n", kind, (unsigned long long)hash);
            is_same = false;
        }
    }
    assert_true(is_same);
}
