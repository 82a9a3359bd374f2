/* How far poses of samplers are from exact poses. */
#ifndef TEST_SUPPORT_SAMPLER_ERRORS_H
#define TEST_SUPPORT_SAMPLER_ERRORS_H

#include "gait/sampler.h"

/* The bounds of gait/sampler.h in local space. */
#define SAMPLER_METRES 2e-5
#define SAMPLER_DEGREES_AT_KEYS 0.005
#define SAMPLER_DEGREES_BETWEEN 0.01
/* Scales that differ less from 1 are 1. */
#define SAMPLER_SCALE 1.001e-3

/* Degrees between two rotations; q and -q are equal. NaN if a number is NaN. */
double sampler_angle(const double p[4], const double q[4]);

/* The pose of a bone between two exact poses, computed from the definition: slerp by arc cosine and
 * sine, and lerp. False when this is not defined: a pose is not finite or has no rotation, or the
 * rotations are nearly 180 degrees apart. */
bool sampler_interpolate(const gait_affine *from, const gait_affine *to, double fraction,
                         gait_transform *out);

/* The same for a bone of unknown parents in a clip in model space or of deltas: each number of the
 * matrix is interpolated. False, too, when the result is nearly singular. */
bool sampler_interpolate_numbers(const gait_affine *from, const gait_affine *to, double fraction,
                                 gait_transform *out);

/* True when sampler_interpolate_numbers() applies to a bone. */
bool sampler_is_linear(const gait_clip *clip, uint32_t bone);

/* The bound for the translation of a pose between these two, in metres. */
double sampler_metres(const gait_affine *from, const gait_affine *to);

/* The errors of a sampled transform. */
typedef struct sampler_error {
    double metres, degrees, scale;
} sampler_error;

sampler_error sampler_error_of(const gait_trs *sampled, const gait_transform *exact);

#endif
