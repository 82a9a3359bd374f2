/* Blocks of curves of host programs (gait/host.h), for tests. */
#ifndef TEST_SUPPORT_HOST_CURVES_H
#define TEST_SUPPORT_HOST_CURVES_H

#include "gait/host.h"

enum { HOST_CURVES_PER_BONE = 7 };

typedef struct host_curve {
    uint32_t count;
    const uint8_t *keys; /* 8 bytes each: frame, value */
} host_curve;

/* Finds the curves of a block: HOST_CURVES_PER_BONE per bone. Fails the test when its size is
 * wrong. */
void host_curves_split(gait_span block, uint32_t bone_count, host_curve *out);

float host_curve_frame(const host_curve *curve, uint32_t key);
float host_curve_value(const host_curve *curve, uint32_t key);

/* Appends a curve with `count` pairs (frame, value). */
void host_curve_append(gait_buffer *block, const float *pairs, uint32_t count);

/* Time lines of hosts. */
enum { HOST_TIMELINES = 8 };
extern const gait_host_timeline host_timelines[HOST_TIMELINES];

#endif
