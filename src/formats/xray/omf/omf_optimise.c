/* Makes the motions of a bank smaller: docs/formats/omf.md#optimising. */
#include <math.h>

#include "formats/xray/omf/omf_smaller.h"
#include "base/number/trig.h"
#include "base/try.h"

#define OMF_MM_PER_METRE 1000.0

/* --- one track -------------------------------------------------------------------------------- */

/* What changed in a track. */
typedef struct omf_track_change {
    bool rotation_is_near, translation_is_near; /* not exactly the same: the error is measured */
    bool is_changed;
} omf_track_change;

/* Makes a track smaller once. */
static omf_track_change omf_shrink_track(const gaiti_omf_optimiser *self, gait_omf_track *track) {
    const gait_omf_track original = *track;
    omf_track_change change = {0};
    change.is_changed = gaiti_omf_optimise_same_rotation(self, track);
    if (!change.is_changed) {
        change.rotation_is_near = gaiti_omf_optimise_near_rotation(self, &original, track);
    }
    if (gaiti_omf_optimise_still_translation(self, track) ||
        gaiti_omf_optimise_narrow_translation(self, track)) {
        change.is_changed = true;
    }
    change.translation_is_near = gaiti_omf_optimise_near_translation(self, &original, track);
    if (gaiti_omf_optimise_near_floats(self, &original, track)) {
        change.rotation_is_near = change.translation_is_near = true;
    }
    change.is_changed |= change.rotation_is_near || change.translation_is_near;
    return change;
}

/* Makes a track smaller until nothing changes any more, so that the result of the result is the
 * same. With a tolerance, a second round can find more, because errors are measured from its own
 * start; if these errors add up to more than the tolerance, the track stays as it is. */
static bool omf_optimise_track(const gaiti_omf_optimiser *self, const gait_omf_track *original,
                               gait_omf_track *track, gaiti_omf_error *error) {
    enum { MAX_ROUNDS = 4 };
    *track = *original;
    *error = (gaiti_omf_error){0};
    if (self->bits > 0) {
        bool is_changed = gaiti_omf_optimise_limit_bits(self, track);
        *error = is_changed ? gaiti_omf_optimise_measure(self, original, track) : *error;
        return is_changed;
    }
    bool is_near[2] = {false, false};
    for (int round = 0; round < MAX_ROUNDS; round++) {
        omf_track_change change = omf_shrink_track(self, track);
        if (!change.is_changed) {
            return round > 0;
        }
        is_near[0] = is_near[0] || change.translation_is_near;
        is_near[1] = is_near[1] || change.rotation_is_near;
        if (is_near[0] || is_near[1]) {
            *error = gaiti_omf_optimise_measure(self, original, track);
            error->metres = is_near[0] ? error->metres : 0;
            error->radians = is_near[1] ? error->radians : 0;
        }
        if (!(error->metres <= self->tolerance_m) || !(error->radians <= self->tolerance_rad)) {
            break;
        }
    }
    *track = *original;
    return false;
}

/* Adds the difference between two tracks to the counts of a clip. */
static void omf_count_change(const gait_omf_track *original, const gait_omf_track *track,
                             const gaiti_omf_error *error, gait_optimised_clip *clip) {
    unsigned old_flags = original->flags, flags = track->flags;
    bool is_still = old_flags & GAIT_OMF_TRANSLATION_KEYS && !(flags & GAIT_OMF_TRANSLATION_KEYS);
    clip->constant_rotations += (flags & ~old_flags & GAIT_OMF_ROTATION_CONSTANT) != 0;
    clip->constant_translations += is_still;
    clip->narrowed_translations += gaiti_omf_is_quantised(original) &&
                                   gaiti_omf_is_quantised(track) &&
                                   (old_flags & ~flags & GAIT_OMF_TRANSLATION_16) != 0;
    clip->quantised_tracks += (old_flags & ~flags & GAIT_OMF_FLOAT_KEYS) != 0;
    double mm = error->metres * OMF_MM_PER_METRE, deg = error->radians / GAITI_RADIANS_PER_DEGREE;
    clip->error_mm = mm > clip->error_mm ? mm : clip->error_mm;
    clip->error_deg = deg > clip->error_deg ? deg : clip->error_deg;
}

/* --- motions ---------------------------------------------------------------------------------- */

/* All tracks of one motion. */
typedef struct omf_plan {
    gait_omf_track *tracks; /* new ones */
    bool *is_changed;       /* per track */
    uint32_t changed;
} omf_plan;

/* Finds smaller tracks of a motion; their keys are in the scratch memory. */
static gait_status omf_plan_motion(const gait_omf *omf, uint32_t motion,
                                   const gaiti_omf_optimiser *self, omf_plan *plan,
                                   gait_optimised_clip *clip) {
    *plan = (omf_plan){
        .tracks = gaiti_alloc_uninitialised(self->scratch, omf->bone_count, sizeof *plan->tracks),
        .is_changed = gaiti_alloc(self->scratch, omf->bone_count, sizeof *plan->is_changed)};
    GAITI_TRY(self->scratch->status);
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        gait_omf_track original;
        gaiti_omf_error error;
        gaiti_omf_read_track(omf, motion, t, &original);
        plan->is_changed[t] = omf_optimise_track(self, &original, &plan->tracks[t], &error);
        if (self->scratch->status != GAIT_OK) {
            return self->scratch->status;
        }
        if (plan->is_changed[t]) {
            plan->changed++;
            omf_count_change(&original, &plan->tracks[t], &error, clip);
        }
    }
    return GAIT_OK;
}

/* Appends the tracks of a motion to `out`: changed ones from the plan, others as bytes. */
static gait_status omf_write_plan(const gait_omf *omf, const gaiti_omf_keys *keys,
                                  const omf_plan *plan, uint32_t *offsets, gait_buffer *out) {
    gaiti_visitor visitor = gaiti_visit_writing(out);
    size_t start = out->size;
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        size_t end = t + 1 < omf->bone_count ? keys->offsets[t + 1] : keys->tracks.size;
        offsets[t] = (uint32_t)(out->size - start);
        if (plan->is_changed[t]) {
            gaiti_omf_visit_track(&visitor, keys->frame_count, &plan->tracks[t]);
        } else {
            gait_span bytes =
                gaiti_span(keys->tracks.data + keys->offsets[t], end - keys->offsets[t]);
            gaiti_visit_bytes(&visitor, "track", bytes.size, &bytes);
        }
    }
    return visitor.no_memory ? GAIT_NO_MEMORY : GAIT_OK;
}

static uint64_t omf_motion_size(const gaiti_omf_keys *keys) {
    return GAITI_CHUNK_HEAD + keys->label.size + 1 + 4 + keys->tracks.size + keys->surplus.size;
}

static bool omf_may_optimise(const gait_omf *omf, uint32_t motion) {
    uint32_t frame_count = omf->keys[motion].frame_count;
    return omf->bone_count > 0 && frame_count > 0 && frame_count <= GAITI_OMF_FRAMES_MAX;
}

/* Makes one motion smaller; its new tracks are appended to `bytes`. */
static gait_status omf_optimise_motion(const gait_omf *omf, uint32_t motion,
                                       const gaiti_optimiser *request, gaiti_omf_keys *keys,
                                       uint32_t *offsets, gait_buffer *bytes) {
    gait_optimised_clip *clip = &request->clips[motion];
    gaiti_arena scratch;
    gaiti_omf_optimiser self = {.tolerance_m = request->tolerance_m,
                                .tolerance_rad = request->tolerance_rad,
                                .bits = request->bits,
                                .frame_count = keys->frame_count,
                                .scratch = &scratch};
    omf_plan plan;
    gaiti_arena_init(&scratch, &request->options, 0);
    gait_status status = omf_plan_motion(omf, motion, &self, &plan, clip);
    size_t start = bytes->size;
    if (status == GAIT_OK && plan.changed > 0) {
        status = omf_write_plan(omf, keys, &plan, offsets, bytes);
        /* The buffer may still move: gaiti_omf_optimise() sets the address. */
        keys->tracks = gaiti_span(NULL, bytes->size - start);
        keys->offsets = offsets;
        clip->bytes_after = omf_motion_size(keys);
    }
    gaiti_arena_free(&scratch);
    return status;
}

gait_status gaiti_omf_optimise(gait_omf *omf, const gaiti_optimiser *request, gaiti_arena *arena,
                               gait_buffer *bytes) {
    uint32_t count = gait_omf_motion_count(omf);
    gaiti_omf_keys *all = gaiti_alloc(
        arena, omf->capacity > omf->keys_count ? omf->capacity : omf->keys_count, sizeof *all);
    uint32_t *offsets = gaiti_alloc_uninitialised(arena, omf->bone_count, sizeof *offsets);
    gait_status status = GAIT_OK;
    GAITI_TRY(arena->status);
    if (omf->keys_count > 0) {
        memcpy(all, omf->keys, omf->keys_count * sizeof *all);
    }
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        gait_optimised_clip *clip = &request->clips[m];
        clip->bytes_before = clip->bytes_after = omf_motion_size(&all[m]);
        if (!clip->is_chosen || !omf_may_optimise(omf, m)) {
            continue;
        }
        status = omf_optimise_motion(omf, m, request, &all[m], offsets, bytes);
        if (status == GAIT_OK && all[m].offsets == offsets) {
            offsets = gaiti_alloc_uninitialised(arena, omf->bone_count, sizeof *offsets);
            GAITI_TRY(arena->status);
        }
    }
    size_t at = 0;
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        if (all[m].offsets != omf->keys[m].offsets) {
            all[m].tracks.data = bytes->data + at;
            at += all[m].tracks.size;
        }
    }
    if (status == GAIT_OK) {
        omf->keys = all;
    }
    return status;
}

/* True when a track has keys with more bits: numbers that are not finite stay as they are. */
static bool omf_exceeds_bits(const gait_omf *omf, uint32_t motion, uint32_t bits) {
    const unsigned wide = GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16;
    bool exceeds = false;
    for (uint32_t t = 0; omf_may_optimise(omf, motion) && t < omf->bone_count && !exceeds; t++) {
        gait_omf_track track;
        gaiti_omf_read_track(omf, motion, t, &track);
        exceeds = track.flags & GAIT_OMF_FLOAT_KEYS || (bits < 16 && (track.flags & wide) == wide);
    }
    return exceeds;
}

gait_status gaiti_omf_limit_bits(gait_omf *omf, uint32_t bits, const gait_options *options,
                                 gait_optimised_clip *clips) {
    gaiti_optimiser request = {.options = *options, .bits = bits, .clips = clips};
    gait_buffer bytes = {.allocator = options->allocator};
    uint32_t count = gait_omf_motion_count(omf);
    request.options.diagnostics = NULL;
    for (uint32_t m = 0; m < count; m++) {
        clips[m] = (gait_optimised_clip){.is_chosen = true};
    }
    gait_status status = gaiti_omf_optimise(omf, &request, &omf->arena, &bytes);
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        bool is_changed = clips[m].bytes_after != clips[m].bytes_before;
        status = is_changed ? gaiti_own(&omf->arena, &omf->keys[m].tracks) : GAIT_OK;
    }
    for (uint32_t m = 0; m < count && status == GAIT_OK; m++) {
        clips[m].error_mm = omf_exceeds_bits(omf, m, bits) ? HUGE_VAL : clips[m].error_mm;
    }
    gait_buffer_free(&bytes);
    return status;
}
