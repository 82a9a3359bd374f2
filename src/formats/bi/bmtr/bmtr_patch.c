/* Applies an edited version to a file: values that did not change beyond rounding keep their
 * bytes. */
#include <math.h>

#include "base/text/text.h"
#include "base/try.h"
#include "codec/half.h"
#include "formats/bi/bmtr/bmtr.h"
#include "model/affine.h"

/* Maximum error of a rotation component: a step of the stored integers and the error of
 * normalisation. Maximum error of a translation component: a step of the smallest 16-bit floats, in
 * metres. */
static const double bmtr_patch_max_rotation = 1.6 / 16384, bmtr_patch_max_translation = 6.2e-5;

/* The rotation of a record. A length near 1 is normalised; any other length represents a scale and
 * is kept. All zeros become the identity. */
static void bmtr_patch_rotation(const int16_t stored[4], double out[4]) {
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

static bool bmtr_patch_same_rotation(const gait_bmtr_record *a, const gait_bmtr_record *b) {
    double p[4], q[4];
    bmtr_patch_rotation(a->rotation, p);
    bmtr_patch_rotation(b->rotation, q);
    gaiti_quaternion_continue(q, p);
    for (int i = 0; i < 4; i++) {
        if (gaiti_abs(p[i] - q[i]) > bmtr_patch_max_rotation) {
            return false;
        }
    }
    return true;
}

/* Maps 16-bit floats to integers of the same order, in which neighbours differ by one. */
static int32_t bmtr_patch_rank(uint16_t half) {
    return half & 0x8000 ? -(int32_t)(half & 0x7FFF) : half;
}

static bool bmtr_patch_same_translation(const gait_bmtr_record *a, const gait_bmtr_record *b) {
    for (int i = 0; i < 3; i++) {
        int32_t steps = bmtr_patch_rank(a->translation[i]) - bmtr_patch_rank(b->translation[i]);
        double x = (double)gaiti_half_to_f32(a->translation[i]);
        double y = (double)gaiti_half_to_f32(b->translation[i]);
        if ((steps > 1 || steps < -1) && gaiti_abs(x - y) > bmtr_patch_max_translation) {
            return false;
        }
    }
    return true;
}

/* --- bones ------------------------------------------------------------------------------------ */

/* Finds the index in `edited` of each bone of the base; the order may differ. False when a bone is
 * missing. */
static bool bmtr_patch_match_bones(const gait_bmtr *base, const gait_bmtr *edited,
                                   uint32_t *places) {
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

/* --- records and key stones ------------------------------------------------------------------- */

/* Copies an array of `old` bytes to `bytes`, which has room for `size`. */
static gaiti_bmtr_array bmtr_patch_copy(const gaiti_bmtr_array *array, size_t old, uint8_t *bytes,
                                        size_t size) {
    memcpy(bytes, array->data, old < size ? old : size);
    return (gaiti_bmtr_array){
        .stored = {NULL, size}, .data = bytes, .flag = array->flag, .loose = true, .changed = true};
}

/* Changes the number of frames of a document that has frames. New ones are copies of the last
 * one. */
static gait_status bmtr_patch_resize(gait_bmtr *bmtr, uint32_t count) {
    uint32_t old = bmtr->frame_count, added = count > old ? count - old : 0;
    uint64_t size = gaiti_bmtr_frame_size(bmtr);
    if (size > SIZE_MAX) {
        return GAIT_LIMIT;
    }
    uint8_t *phases = gaiti_alloc(&bmtr->arena, count, 4);
    uint8_t *records = gaiti_alloc(&bmtr->arena, added, (size_t)size);
    gaiti_bmtr_array *frames = gaiti_alloc(&bmtr->arena, count, sizeof *frames);
    GAITI_TRY(bmtr->arena.status);
    memcpy(frames, bmtr->frames, (count - added) * sizeof *frames);
    for (uint32_t f = 0; f < added; f++) {
        frames[old + f] = bmtr_patch_copy(&bmtr->frames[old - 1], (size_t)size,
                                          records + (size_t)(f * size), (size_t)size);
    }
    bmtr->phases = bmtr_patch_copy(&bmtr->phases, 4 * (size_t)old, phases, 4 * (size_t)count);
    bmtr->preload = (bmtr->preload == 1) == (old <= GAITI_BMTR_MAX_PRELOADED)
                        ? count <= GAITI_BMTR_MAX_PRELOADED
                        : bmtr->preload;
    bmtr->frames = frames;
    bmtr->frame_count = count;
    return GAIT_OK;
}

static gait_status bmtr_patch_frame(gait_bmtr *base, const gait_bmtr *edited,
                                    const uint32_t *places, uint32_t frame, uint32_t *changed) {
    for (uint32_t b = 0; b < base->bone_count; b++) {
        gait_bmtr_record old = gait_bmtr_record_at(base, frame, b);
        gait_bmtr_record replacement = gait_bmtr_record_at(edited, frame, places[b]);
        bool rotation = bmtr_patch_same_rotation(&old, &replacement);
        bool translation = bmtr_patch_same_translation(&old, &replacement);
        if (rotation && translation) {
            continue;
        }
        if (rotation) {
            memcpy(replacement.rotation, old.rotation, sizeof replacement.rotation);
        }
        if (translation) {
            memcpy(replacement.translation, old.translation, sizeof replacement.translation);
        }
        ++*changed;
        GAITI_TRY(gaiti_bmtr_set_record(base, frame, b, &replacement));
    }
    return GAIT_OK;
}

static gait_status bmtr_patch_records(gait_bmtr *base, const gait_bmtr *edited,
                                      gaiti_arena *scratch, uint32_t *changed) {
    uint32_t *places = gaiti_alloc(scratch, base->bone_count, sizeof *places);
    GAITI_TRY(scratch->status);
    if (base->bone_count != edited->bone_count ||
        (base->frame_count == 0) != (edited->frame_count == 0) ||
        !bmtr_patch_match_bones(base, edited, places)) {
        return GAIT_NOT_FOUND;
    }
    gait_status status = GAIT_OK;
    if (base->frame_count != edited->frame_count) {
        *changed += base->frame_count > edited->frame_count
                        ? base->frame_count - edited->frame_count
                        : edited->frame_count - base->frame_count;
        status = bmtr_patch_resize(base, edited->frame_count);
    }
    for (uint32_t f = 0; f < base->frame_count && status == GAIT_OK; f++) {
        if (gait_bmtr_phase(base, f) != gait_bmtr_phase(edited, f)) {
            status = gaiti_bmtr_set_phase(base, f, gait_bmtr_phase(edited, f));
            ++*changed;
        }
        if (status == GAIT_OK) {
            status = bmtr_patch_frame(base, edited, places, f, changed);
        }
    }
    return status;
}

static bool bmtr_patch_same_key(const gait_bmtr_key *a, const gait_bmtr_key *b) {
    return a->time == b->time && gaiti_equal_name(a->name, b->name) &&
           gaiti_same_bytes(a->value, b->value);
}

/* Replaces key stones that differ. Equal ones keep their id, which keys from plain RTM do not
 * have. */
static gait_status bmtr_patch_keys(gait_bmtr *base, const gait_bmtr *edited, uint32_t *changed) {
    gait_status status = GAIT_OK;
    uint32_t from = 0; /* the next key stone of the base */
    for (uint32_t k = 0; k < edited->key_count && status == GAIT_OK; k++) {
        gait_bmtr_key key = gait_bmtr_key_at(edited, k);
        /* Fewer key stones: one that is equal to a later one of the base was moved up. */
        uint32_t last = base->key_count > edited->key_count ? base->key_count : from + 1;
        uint32_t equal = from;
        while (equal < last && equal < base->key_count &&
               !bmtr_patch_same_key(&base->keys[equal], &key)) {
            equal++;
        }
        bool is_equal = equal < last && equal < base->key_count;
        key = is_equal ? base->keys[equal] : key;
        if (!is_equal || equal != k) {
            status = gait_bmtr_set_key(base, k, &key);
            *changed += !is_equal;
        }
        from = is_equal ? equal + 1 : from + 1;
    }
    if (status == GAIT_OK && base->key_count > edited->key_count) {
        *changed += base->key_count - edited->key_count;
        base->key_count = edited->key_count;
    }
    return status;
}

/* True when both are equal; the sign of zeros is ignored, because changing axes may lose it. */
static bool bmtr_patch_same_root_motion(const float a[3], const float b[3]) {
    bool same = true;
    for (int i = 0; i < 3; i++) {
        same = same && (a[i] == b[i] || memcmp(&a[i], &b[i], sizeof *a) == 0);
    }
    return same;
}

gait_status gaiti_bmtr_patch(gait_bmtr *base, const gait_bmtr *edited, const gait_options *options,
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
    gait_status status = bmtr_patch_records(base, edited, &scratch, &changed);
    gaiti_arena_free(&scratch);
    if (status == GAIT_OK && !bmtr_patch_same_root_motion(base->root_motion, edited->root_motion)) {
        status = gait_bmtr_set_root_motion(base, edited->root_motion);
        changed++;
    }
    if (status == GAIT_OK && gaiti_bmtr_has_keys(base)) {
        status = bmtr_patch_keys(base, edited, &changed);
    }
    if (out_changed) {
        *out_changed = changed;
    }
    return status;
}
