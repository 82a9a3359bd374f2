/* Validation of keys of a channel: ascending times, finite values, unit rotations. */
#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/quaternion.h"

/* Maximum deviation of a rotation's length from 1, as in glTF validators. */
#define GKEYS_UNIT 0.00769

static gait_status gkeys_raise_element(const gait_gltf *file, gaiti_report report, gaiti_rule rule,
                                       uint32_t accessor, uint64_t index, double number) {
    char pointer[GAITI_JSON_POINTER];
    gaiti_detail detail = {.number = number,
                           .place =
                               gaiti_gltf_read_pointer(pointer, "accessors", accessor, NULL, 0)};
    detail.offset = gaiti_gltf_read_offset_of(file, accessor, index, &detail.length);
    report.frame = (int32_t)index;
    return gaiti_raise(&report, rule, detail);
}

static gait_status gkeys_sparse(const gait_gltf *file, const gaiti_report *report,
                                uint32_t accessor) {
    char pointer[GAITI_JSON_POINTER];
    if (!file->accessors[accessor].is_broken) {
        return GAIT_OK;
    }
    return gaiti_raise(
        report, GAITI_GLTF_READ_SPARSE,
        (gaiti_detail){.offset = file->accessors[accessor].at,
                       .place = gaiti_gltf_read_pointer(pointer, "accessors", accessor, NULL, 0)});
}

gait_status gaiti_gltf_read_validate_times(const gait_gltf *file, const gaiti_report *report,
                                           const gaiti_gltf_read_channel *channel) {
    uint32_t accessor = (uint32_t)file->samplers[channel->sampler].input;
    GAITI_TRY(gkeys_sparse(file, report, accessor));
    gaiti_gltf_read_array times = gaiti_gltf_read_array_of(file, accessor);
    double before = 0;
    for (uint64_t k = 0; k < times.count; k++) {
        double time = gaiti_gltf_read_time(&times, k);
        if (time - time != 0 || (k > 0 && time < before)) {
            return gkeys_raise_element(file, *report, GAITI_GLTF_READ_TIMES, accessor, k, time);
        }
        if (k > 0 && time == before) {
            gkeys_raise_element(file, *report, GAITI_GLTF_READ_TIMES_EQUAL, accessor, k, time);
        }
        before = time;
    }
    return GAIT_OK;
}

static void gkeys_rotation(const gait_gltf *file, const gaiti_report *report, uint32_t accessor,
                           uint64_t index, const double q[4]) {
    double length = gaiti_quaternion_length(q);
    if (length < GAITI_DEGENERATE_QUATERNION) {
        gkeys_raise_element(file, *report, GAITI_GLTF_READ_NO_DIRECTION, accessor, index, length);
    } else if (!(gaiti_abs(length - 1) <= GKEYS_UNIT)) {
        gkeys_raise_element(file, *report, GAITI_GLTF_READ_NOT_UNIT, accessor, index, length);
    }
}

gait_status gaiti_gltf_read_validate_values(const gait_gltf *file, const gaiti_report *report,
                                            const gaiti_gltf_read_channel *channel) {
    const gaiti_gltf_read_sampler *sampler = &file->samplers[channel->sampler];
    uint32_t accessor = (uint32_t)sampler->output;
    GAITI_TRY(gkeys_sparse(file, report, accessor));
    gaiti_gltf_read_array values = gaiti_gltf_read_array_of(file, accessor);
    for (uint64_t i = 0; i < values.count; i++) {
        double value[16], sum = 0;
        gaiti_gltf_read_value(&values, i, value);
        for (int c = 0; c < values.rows; c++) {
            sum += value[c] * 0;
        }
        if (sum != 0) {
            return gkeys_raise_element(file, *report, GAITI_GLTF_READ_KEY_NAN, accessor, i, 0);
        }
        bool is_tangent = sampler->interpolation == GAITI_GLTF_CUBIC && i % 3 != 1;
        if (channel->path == GAITI_GLTF_PATH_ROTATION && !is_tangent) {
            gkeys_rotation(file, report, accessor, i, value);
        }
    }
    return GAIT_OK;
}
