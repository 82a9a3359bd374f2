/* Makes a binarised RTM smaller: docs/formats/bmtr.md#optimising. */
#include "formats/bi/bmtr/bmtr.h"
#include "base/number/trig.h"
#include "base/try.h"

#define BMTR_MM_PER_METRE 1000.0

enum { BMTR_NOT_PACKED = 0, BMTR_LZO = 2 };

/* Makes an array smaller if that is possible: compressed anew or, in version 5, not at all. Its
 * content stays. `packed` is memory for the result. */
static bool bmtr_pack_better(const gait_bmtr *bmtr, gaiti_bmtr_array *array, size_t size,
                             gaiti_arena *arena, gait_buffer *packed, bool *is_smaller) {
    bool has_flag = bmtr->version >= 5 && size > 0;
    bool is_known = array->flag == BMTR_NOT_PACKED || array->flag == BMTR_LZO;
    *is_smaller = false;
    if (!is_known || (!has_flag && !gaiti_bmtr_must_pack(bmtr->version, size))) {
        return true;
    }
    packed->size = 0;
    if (!gaiti_bmtr_pack(bmtr, gaiti_span(array->data, size), packed)) {
        return false;
    }
    gait_span best = gaiti_span(packed->data, packed->size);
    uint8_t flag = has_flag ? BMTR_LZO : array->flag;
    if (has_flag && size <= best.size) {
        best = gaiti_span(array->data, size);
        flag = BMTR_NOT_PACKED;
    }
    if (best.size < array->stored.size) {
        const uint8_t *copy = gaiti_copy(arena, best);
        *is_smaller = copy != NULL;
        array->stored = copy ? gaiti_span(copy, best.size) : array->stored;
        array->flag = flag;
        return copy != NULL;
    }
    return true;
}

/* The phases of the kept keys as a new array, not yet compressed. */
static bool bmtr_cut_phases(gait_bmtr *bmtr, const bool *kept, uint32_t kept_count,
                            gaiti_arena *arena, gait_buffer *packed) {
    uint8_t *phases = gaiti_alloc_uninitialised(arena, kept_count, 4), *p = phases;
    size_t size = (size_t)kept_count * 4;
    for (uint32_t f = 0; phases && f < bmtr->frame_count; f++) {
        if (kept[f]) {
            memcpy(p, bmtr->phases.data + 4 * (size_t)f, 4);
            p += 4;
        }
    }
    if (!phases) {
        return false;
    }
    bmtr->phases = (gaiti_bmtr_array){.stored = gaiti_span(phases, size), .data = phases};
    if (!gaiti_bmtr_must_pack(bmtr->version, size)) {
        return true;
    }
    packed->size = 0;
    if (!gaiti_bmtr_pack(bmtr, bmtr->phases.stored, packed)) {
        return false;
    }
    const uint8_t *copy = gaiti_copy(arena, gaiti_span(packed->data, packed->size));
    bmtr->phases.stored = gaiti_span(copy, packed->size);
    return copy != NULL;
}

static bool bmtr_cut_keys(gait_bmtr *bmtr, const bool *kept, uint32_t kept_count,
                          gaiti_arena *arena, gait_buffer *packed) {
    if (!bmtr_cut_phases(bmtr, kept, kept_count, arena, packed)) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t f = 0; f < bmtr->frame_count; f++) {
        if (kept[f]) {
            bmtr->frames[count++] = bmtr->frames[f];
        }
    }
    bmtr->frame_count = count;
    return true;
}

static bool bmtr_pack_all(gait_bmtr *bmtr, gaiti_arena *arena, gait_buffer *packed,
                          uint32_t *compressed) {
    bool is_smaller;
    bool done = bmtr_pack_better(bmtr, &bmtr->phases, (size_t)bmtr->frame_count * 4, arena, packed,
                                 &is_smaller);
    *compressed += is_smaller;
    for (uint32_t f = 0; f < bmtr->frame_count && done; f++) {
        done = bmtr_pack_better(bmtr, &bmtr->frames[f], (size_t)gaiti_bmtr_frame_size(bmtr), arena,
                                packed, &is_smaller);
        *compressed += is_smaller;
    }
    return done;
}

/* Chooses the keys of the result, and measures the error. */
static gait_status bmtr_choose_kept(const gait_bmtr *bmtr, const gaiti_optimiser *request,
                                    bool *kept) {
    gait_optimised_clip *clip = &request->clips[0];
    double errors[2] = {0, 0};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &request->options, 0);
    gait_status status = gaiti_bmtr_choose_keys(bmtr, request, &scratch, kept);
    for (uint32_t f = 0; f < bmtr->frame_count && status == GAIT_OK; f++) {
        clip->removed_keys += !kept[f];
    }
    if (status == GAIT_OK && clip->removed_keys > 0 &&
        (request->tolerance_m > 0 || request->tolerance_rad > 0)) {
        status = gaiti_bmtr_measure_keys(bmtr, kept, &scratch, errors);
    }
    gaiti_arena_free(&scratch);
    clip->error_mm = errors[0] * BMTR_MM_PER_METRE;
    clip->error_deg = errors[1] * GAITI_DEGREES_PER_RADIAN;
    return status;
}

gait_status gaiti_bmtr_optimise(gait_bmtr *bmtr, const gaiti_optimiser *request,
                                gaiti_arena *arena) {
    gait_optimised_clip *clip = &request->clips[0];
    gait_bmtr result = *bmtr;
    bool *kept = gaiti_alloc(arena, bmtr->frame_count, sizeof *kept);
    result.frames = gaiti_alloc(arena, bmtr->frame_count, sizeof *result.frames);
    GAITI_TRY(arena->status);
    if (bmtr->frame_count > 0) {
        memcpy(result.frames, bmtr->frames, bmtr->frame_count * sizeof *result.frames);
    }
    GAITI_TRY(bmtr_choose_kept(bmtr, request, kept));
    gait_buffer packed = {.allocator = request->options.allocator};
    bool done =
        clip->removed_keys == 0 ||
        bmtr_cut_keys(&result, kept, bmtr->frame_count - clip->removed_keys, arena, &packed);
    done = done && bmtr_pack_all(&result, arena, &packed, &clip->compressed_arrays);
    gait_buffer_free(&packed);
    if (!done) {
        return arena->status ? arena->status : GAIT_NO_MEMORY;
    }
    *bmtr = result;
    return GAIT_OK;
}
