#include "host_curves.h"

#include "host_blocks.h"
#include "host_rig.h"
#include "test.h"

const gait_host_timeline host_timelines[HOST_TIMELINES] = {{30, 0}, {30, 1}, {24, 0}, {24, 1},
                                                           {25, 0}, {25, 1}, {60, 0}, {60, 1}};

static uint32_t host_curve_u32(const uint8_t *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void host_curves_split(gait_span block, uint32_t bone_count, host_curve *out) {
    size_t at = 0;
    for (uint32_t c = 0; c < bone_count * HOST_CURVES_PER_BONE; c++) {
        assert_true(block.size - at >= 4);
        out[c] = (host_curve){host_curve_u32(block.data + at), block.data + at + 4};
        assert_true((block.size - at - 4) / 8 >= out[c].count);
        at += 4 + (size_t)out[c].count * 8;
    }
    assert_int_equal(at, block.size);
}

float host_curve_frame(const host_curve *curve, uint32_t key) {
    return host_rig_float(curve->keys, (size_t)key * 2);
}

float host_curve_value(const host_curve *curve, uint32_t key) {
    return host_rig_float(curve->keys, (size_t)key * 2 + 1);
}

void host_curve_append(gait_buffer *block, const float *pairs, uint32_t count) {
    const uint8_t bytes[4] = {(uint8_t)count, (uint8_t)(count >> 8), (uint8_t)(count >> 16),
                              (uint8_t)(count >> 24)};
    assert_int_equal(gait_buffer_append(block, bytes, sizeof bytes), GAIT_OK);
    host_block_put_floats(block, pairs, (size_t)count * 2);
}
