/* Interpolation of animation samplers as specified by glTF 2.0. */
#include "formats/gltf/read/gltf_read.h"
#include "model/affine.h"

gaiti_gltf_read_curve gaiti_gltf_read_curve_of(const gait_gltf *file,
                                               const gaiti_gltf_read_channel *channel) {
    const gaiti_gltf_read_sampler *sampler = &file->samplers[channel->sampler];
    return (gaiti_gltf_read_curve){
        .times = gaiti_gltf_read_array_of(file, (uint32_t)sampler->input),
        .values = gaiti_gltf_read_array_of(file, (uint32_t)sampler->output),
        .interpolation = sampler->interpolation,
        .is_rotation = channel->path == GAITI_GLTF_PATH_ROTATION,
    };
}

/* The last key at or before `time`, the last one of equal times; 0 when all keys are later. */
static uint32_t gcurve_seek(gaiti_gltf_read_curve *curve, double time) {
    uint32_t last = (uint32_t)curve->times.count - 1;
    uint32_t low = curve->cursor, high = last, step = 1;
    if (gaiti_gltf_read_time(&curve->times, low) > time) {
        low = 0;
    } else {
        /* Usually the result is the next key or the one after it. */
        while (low < last && last - low > step &&
               gaiti_gltf_read_time(&curve->times, low + step) <= time) {
            low += step;
            step *= 2;
        }
        high = last - low > step ? low + step : last;
    }
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (gaiti_gltf_read_time(&curve->times, middle) <= time) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    curve->cursor = low;
    return low;
}

/* For cubic splines, part 0 = in-tangent, 1 = value, 2 = out-tangent; else `part` is ignored. */
static void gcurve_key(const gaiti_gltf_read_curve *curve, uint32_t key, unsigned part,
                       double out[4]) {
    uint64_t index = curve->interpolation == GAITI_GLTF_CUBIC ? (uint64_t)key * 3 + part : key;
    gaiti_gltf_read_value(&curve->values, index, out);
}

static void gcurve_read_key(const gaiti_gltf_read_curve *curve, uint32_t key, double out[4]) {
    gcurve_key(curve, key, 1, out);
    if (curve->is_rotation) {
        gaiti_quaternion_normalise(out);
    }
}

static void gcurve_linear(const gaiti_gltf_read_curve *curve, uint32_t key, double fraction,
                          double out[4]) {
    double from[4], to[4];
    gcurve_read_key(curve, key, from);
    gcurve_read_key(curve, key + 1, to);
    if (curve->is_rotation) {
        gaiti_quaternion_slerp(from, to, fraction, out);
        return;
    }
    for (int i = 0; i < 3; i++) {
        out[i] = from[i] + fraction * (to[i] - from[i]);
    }
}

static void gcurve_cubic(const gaiti_gltf_read_curve *curve, uint32_t key, double fraction,
                         double seconds, double out[4]) {
    double from[4], leaving[4], arriving[4], to[4];
    double t = fraction, tt = t * t, ttt = tt * t;
    gcurve_key(curve, key, 1, from);
    gcurve_key(curve, key, 2, leaving);
    gcurve_key(curve, key + 1, 0, arriving);
    gcurve_key(curve, key + 1, 1, to);
    for (int i = 0; i < (curve->is_rotation ? 4 : 3); i++) {
        out[i] = (2 * ttt - 3 * tt + 1) * from[i] + seconds * (ttt - 2 * tt + t) * leaving[i] +
                 (3 * tt - 2 * ttt) * to[i] + seconds * (ttt - tt) * arriving[i];
    }
    if (curve->is_rotation) {
        gaiti_quaternion_normalise(out);
    }
}

void gaiti_gltf_read_evaluate(gaiti_gltf_read_curve *curve, double time, double snap,
                              double out[4]) {
    uint32_t key = gcurve_seek(curve, time), last = (uint32_t)curve->times.count - 1;
    double start = gaiti_gltf_read_time(&curve->times, key);
    if (time - start <= snap || key == last) {
        gcurve_read_key(curve, key, out); /* also before the first key */
        return;
    }
    double end = gaiti_gltf_read_time(&curve->times, key + 1);
    if (end - time <= snap) {
        gcurve_read_key(curve, key + 1, out);
        return;
    }
    double fraction = (time - start) / (end - start);
    if (curve->interpolation == GAITI_GLTF_STEP) {
        gcurve_read_key(curve, key, out);
    } else if (curve->interpolation == GAITI_GLTF_CUBIC) {
        gcurve_cubic(curve, key, fraction, end - start, out);
    } else {
        gcurve_linear(curve, key, fraction, out);
    }
}
