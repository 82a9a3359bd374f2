/* Reads matrices of rest poses, and removes what is not rigid. */
#include "host/host_rig.h"

#include <string.h>

#include "gait/transform.h"
#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Maximum difference between the entries of a matrix and of the nearest rotation. */
#define HOST_RIGID 1e-3
/* Metres: larger translations are refused, because floats cannot represent motion there. */
#define HOST_MAX_DISTANCE 1e7

/* Replaces the linear part of a transform by the nearest rotation. Returns the maximum difference
 * between their entries. */
static double host_make_rigid(gait_affine *a) {
    gait_transform transform;
    double skew = gait_affine_decompose(a, &transform);
    gaiti_matrix_from_quaternion(transform.q, a->m);
    return skew;
}

bool gaiti_host_read_matrix(const float *columns, gait_affine *out, double *out_skew) {
    bool is_valid = true;
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            double value = (double)columns[4 * c + r];
            is_valid = is_valid && gaiti_abs(value) <= HOST_MAX_DISTANCE;
            *(c < 3 ? &out->m[r][c] : &out->t[r]) = value;
        }
        double last = (double)columns[4 * c + 3] - (c == 3);
        is_valid = is_valid && gaiti_abs(last) <= HOST_RIGID;
    }
    *out_skew = is_valid ? host_make_rigid(out) : 0;
    return is_valid;
}

/* The same for a rotation with a translation; false for another matrix. */
static bool host_read_rigid(const float *columns, gait_affine *out) {
    double skew;
    return gaiti_host_read_matrix(columns, out, &skew) && skew <= HOST_RIGID;
}

bool gaiti_host_read_axes(const gait_host *host, gait_affine *out_inverse) {
    gait_affine axes = gait_affine_identity();
    bool is_valid = !host->axes || host_read_rigid(host->axes, &axes);
    for (int i = 0; i < 3; i++) {
        is_valid = is_valid && gaiti_abs(axes.t[i]) <= HOST_RIGID;
        axes.t[i] = 0;
    }
    gait_affine_invert(&axes, out_inverse);
    return is_valid;
}

/* True when the comparison of a round trip would find another rotation or scale of the whole
 * skeleton. */
static bool host_is_aligned(const gaiti_host_rest *rests, uint32_t count, double (*heads)[3]) {
    double(*others)[3] = heads + count;
    for (uint32_t b = 0; b < count; b++) {
        memcpy(heads[b], rests[b].host.t, sizeof heads[b]);
        memcpy(others[b], rests[b].skeleton.t, sizeof others[b]);
    }
    gaiti_alignment alignment =
        gaiti_align_heads((const double(*)[3])heads, (const double(*)[3])others, count);
    return !alignment.is_rotated && !alignment.is_scaled;
}

gait_status gaiti_host_read_rests(const gait_host *host, gaiti_arena *arena,
                                  gaiti_host_rest **out) {
    gait_affine to_gltf;
    const gait_skeleton *skeleton = host ? host->skeleton : NULL;
    *out = NULL;
    if (!skeleton || !host->rests || !gaiti_host_read_axes(host, &to_gltf)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t count = skeleton->bone_count;
    gaiti_host_rest *rests = gaiti_alloc(arena, count, sizeof *rests);
    double(*heads)[3] = gaiti_alloc(arena, (uint64_t)count * 2, sizeof *heads);
    if (!rests || !heads) {
        return arena->status;
    }
    for (uint32_t b = 0; b < count; b++) {
        if (!host_read_rigid(host->rests + (size_t)b * 16, &rests[b].host)) {
            return GAIT_BAD_ARGUMENT;
        }
        rests[b].host = gait_affine_multiply(&to_gltf, &rests[b].host);
        rests[b].skeleton =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        if (host_make_rigid(&rests[b].skeleton) > HOST_RIGID) {
            return GAIT_UNSUPPORTED;
        }
    }
    *out = rests;
    return host_is_aligned(rests, count, heads) ? GAIT_OK : GAIT_UNSUPPORTED;
}
