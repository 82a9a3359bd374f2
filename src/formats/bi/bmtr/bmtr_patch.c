/* Another version of a file laid over the file: what did not really change keeps its bytes. */
#include <math.h>

#include "base/text/text.h"
#include "codec/half.h"
#include "formats/bi/bmtr/bmtr.h"
#include "model/affine.h"

/* Per component: a step of the stored integers and what normalising costs; a step of the smallest
 * 16-bit floats, metres. */
static const double rebase_rotation_max = 1.6 / 16384, rebase_translation_min = 6.2e-5;

/* The rotation that a record stands for, and the length it gives as scale. */
static void rebase_rotation(const int16_t stored[4], double out[4]) {
    double square = 0;
    for (int i = 0; i < 4; i++) {
        out[i] = stored[i] / 16384.0;
        square += out[i] * out[i];
    }
    if (square == 0) {
        out[3] = 1;
    } else if (gaiti_bmtr_is_unit((uint64_t)(square * GAITI_BMTR_UNIT + 0.5))) {
        double length = sqrt(square);
        for (int i = 0; i < 4; i++) {
            out[i] /= length;
        }
    }
}

static bool rebase_same_rotation(const gait_bmtr_record *a, const gait_bmtr_record *b) {
    double p[4], q[4];
    rebase_rotation(a->rotation, p);
    rebase_rotation(b->rotation, q);
    gaiti_quaternion_continue(q, p);
    for (int i = 0; i < 4; i++) {
        if (gaiti_abs(p[i] - q[i]) > rebase_rotation_max) {
            return false;
        }
    }
    return true;
}

/* 16-bit floats in their order: neighbours are one apart. */
static int32_t rebase_rank(uint16_t half) {
    return half & 0x8000 ? -(int32_t)(half & 0x7FFF) : half;
}

static bool rebase_same_translation(const gait_bmtr_record *a, const gait_bmtr_record *b) {
    for (int i = 0; i < 3; i++) {
        int32_t steps = rebase_rank(a->translation[i]) - rebase_rank(b->translation[i]);
        double x = (double)gaiti_half_to_f32(a->translation[i]);
        double y = (double)gaiti_half_to_f32(b->translation[i]);
        if ((steps > 1 || steps < -1) && gaiti_abs(x - y) > rebase_translation_min) {
            return false;
        }
    }
    return true;
}

/* --- bones and phases ------------------------------------------------------------------------- */

/* Per bone of the base its place in the other, which has the same bones in any order. False when
 * one is missing. */
static bool rebase_match(const gait_bmtr *base, const gait_bmtr *edited, uint32_t *places) {
    for (uint32_t b = 0; b < base->bone_count; b++) {
        uint32_t at = 0;
        while (at < edited->bone_count && !gaiti_equal_name(base->names[b], edited->names[at])) {
            at++;
        }
        if (at == edited->bone_count) {
            return false;
        }
        places[b] = at;
    }
    return true;
}

/* --- what may differ -------------------------------------------------------------------------- */

static gait_status rebase_frame(gait_bmtr *base, const gait_bmtr *edited, const uint32_t *places,
                                uint32_t frame, uint32_t *changed) {
    gait_status status = GAIT_OK;
    for (uint32_t b = 0; b < base->bone_count && status == GAIT_OK; b++) {
        gait_bmtr_record old = gait_bmtr_record_at(base, frame, b);
        gait_bmtr_record wanted = gait_bmtr_record_at(edited, frame, places[b]);
        bool rotation = rebase_same_rotation(&old, &wanted);
        bool translation = rebase_same_translation(&old, &wanted);
        if (rotation && translation) {
            continue;
        }
        if (rotation) {
            memcpy(wanted.rotation, old.rotation, sizeof wanted.rotation);
        }
        if (translation) {
            memcpy(wanted.translation, old.translation, sizeof wanted.translation);
        }
        ++*changed;
        status = gait_bmtr_set_record(base, frame, b, &wanted);
    }
    return status;
}

static gait_status rebase_records(gait_bmtr *base, const gait_bmtr *edited, gaiti_arena *scratch,
                                  uint32_t *changed) {
    uint32_t *places = gaiti_alloc(scratch, base->bone_count, sizeof *places);
    if (!places) {
        return scratch->status;
    }
    if (base->bone_count != edited->bone_count || base->frame_count != edited->frame_count ||
        !rebase_match(base, edited, places)) {
        return GAIT_NOT_FOUND;
    }
    gait_status status = GAIT_OK;
    for (uint32_t f = 0; f < base->frame_count && status == GAIT_OK; f++) {
        if (gait_bmtr_phase(base, f) != gait_bmtr_phase(edited, f)) {
            status = gait_bmtr_set_phase(base, f, gait_bmtr_phase(edited, f));
            ++*changed;
        }
        if (status == GAIT_OK) {
            status = rebase_frame(base, edited, places, f, changed);
        }
    }
    return status;
}

static bool rebase_same_key(const gait_bmtr_key *a, const gait_bmtr_key *b) {
    return a->time == b->time && gaiti_equal_name(a->name, b->name) &&
           a->value.size == b->value.size &&
           (a->value.size == 0 || memcmp(a->value.data, b->value.data, a->value.size) == 0);
}

/* Keys of plain files have no ids: those of equal keys stay. */
static gait_status rebase_keys(gait_bmtr *base, const gait_bmtr *edited, uint32_t *changed) {
    gait_status status = base->key_count > edited->key_count ? GAIT_NOT_FOUND : GAIT_OK;
    for (uint32_t k = 0; k < edited->key_count && status == GAIT_OK; k++) {
        gait_bmtr_key key = gait_bmtr_key_at(edited, k);
        if (k >= base->key_count || !rebase_same_key(&base->keys[k], &key)) {
            status = gait_bmtr_set_key(base, k, &key);
            ++*changed;
        }
    }
    return status;
}

/* Zeros lose their sign where clips turn their axes. */
static bool patch_same_root_motion(const float a[3], const float b[3]) {
    bool same = true;
    for (int i = 0; i < 3; i++) {
        same = same && (a[i] == b[i] || memcmp(&a[i], &b[i], sizeof *a) == 0);
    }
    return same;
}

gait_status gait_bmtr_patch(gait_bmtr *base, const gait_bmtr *edited, const gait_options *options,
                            uint32_t *out_changed) {
    gaiti_arena scratch;
    uint32_t changed = 0;
    if (out_changed) {
        *out_changed = 0;
    }
    if (!base || !edited || base->reversed != edited->reversed) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&scratch, options, 0);
    gait_status status = rebase_records(base, edited, &scratch, &changed);
    gaiti_arena_free(&scratch);
    if (status == GAIT_OK && !patch_same_root_motion(base->root_motion, edited->root_motion)) {
        status = gait_bmtr_set_root_motion(base, edited->root_motion);
        changed++;
    }
    if (status == GAIT_OK && gaiti_bmtr_has_keys(base)) {
        status = rebase_keys(base, edited, &changed);
    }
    if (out_changed) {
        *out_changed = changed;
    }
    return status;
}
