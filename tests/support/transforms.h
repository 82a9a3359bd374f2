/* Repeatable pseudo-random transforms, and their comparison. */
#ifndef TEST_SUPPORT_TRANSFORMS_H
#define TEST_SUPPORT_TRANSFORMS_H

#include "gait/model.h"

/* A value in [-1, 1). The sequence is the same on all platforms. */
double test_random(uint64_t *seed);

/* A unit quaternion, a translation of at most 1 m per axis, and no scale. */
gait_transform test_random_transform(uint64_t *seed);

/* A rigid transform with up to `distortion` added to every entry of its linear part. */
gait_affine test_random_affine(uint64_t *seed, double distortion);

void test_assert_near(double actual, double expected, double tolerance);
void test_assert_affine_near(const gait_affine *actual, const gait_affine *expected,
                             double tolerance);

/* A skeleton of `bone_count` bones with random parents and rest poses, all of known origin. The
 * caller frees it. */
gait_skeleton *test_random_skeleton(uint64_t *seed, uint32_t bone_count);

#endif
