/* Random but repeatable transforms, and how to compare them. */
#ifndef TEST_SUPPORT_TRANSFORMS_H
#define TEST_SUPPORT_TRANSFORMS_H

#include "gait/model.h"

/* In [-1, 1), the same sequence everywhere. */
double test_random(uint64_t *seed);

/* A unit quaternion, a translation within a metre, no scale. */
gait_transform test_random_transform(uint64_t *seed);

/* A rigid one, bent by up to `distortion` in every entry of its linear part. */
gait_affine test_random_affine(uint64_t *seed, double distortion);

void test_assert_near(double actual, double expected, double tolerance);
void test_assert_affine_near(const gait_affine *actual, const gait_affine *expected,
                             double tolerance);

/* A skeleton of `bone_count` bones in a random tree with random rest poses, all facts known. The
 * caller frees it. */
gait_skeleton *test_random_skeleton(uint64_t *seed, uint32_t bone_count);

#endif
