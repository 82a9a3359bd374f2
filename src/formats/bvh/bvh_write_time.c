/* Conversion of key times to evenly spaced frames. */
#include "formats/bvh/bvh.h"
#include "formats/bvh/bvh_writer.h"
#include "model/affine.h"

double gaiti_bvh_key_time(const gaiti_bvh_writer *self, uint32_t key) {
    return self->is_kept ? (double)self->seconds[key] : (double)self->frames[key] / GAITI_KEY_RATE;
}

/* Rounds a non-negative number up to 2^62 to the nearest integer. */
static double bvhtime_round(double x) {
    return (double)(uint64_t)(x + 0.5);
}

static bool bvhtime_is_on_frame(double frames) {
    return gaiti_abs(frames - bvhtime_round(frames)) <= GAITI_BVH_TOLERANCE;
}

/* The integer rate at which every key is one frame after the previous one, else 30. */
static double bvhtime_even_rate(const gaiti_bvh_writer *self) {
    uint32_t gaps = self->clip->frame_count - 1;
    double length = gaiti_bvh_key_time(self, gaps);
    double rate = gaps > 0 && length > 0 ? gaps / length : 0;
    if (!(rate >= 1 && rate <= 1000)) {
        return GAITI_KEY_RATE;
    }
    rate = bvhtime_round(rate);
    for (uint32_t k = 0; k <= gaps; k++) {
        if (gaiti_abs(gaiti_bvh_key_time(self, k) * rate - k) > GAITI_BVH_TOLERANCE) {
            return GAITI_KEY_RATE;
        }
    }
    return rate;
}

static void bvhtime_raise(gaiti_bvh_writer *self, gaiti_timing timing) {
    static const gaiti_rule rules[] = {
        [GAITI_TIMING_MOVED] = GAITI_BVH_OUT_TIMES_MOVED,
        [GAITI_TIMING_STRETCHED] = GAITI_BVH_OUT_TIMES_STRETCHED,
        [GAITI_TIMING_EVEN] = GAITI_BVH_OUT_TIMES_EVEN,
    };
    uint32_t count = self->clip->frame_count;
    self->moves_keys = timing != GAITI_TIMING_EXACT && timing != GAITI_TIMING_KEPT;
    if (self->moves_keys) {
        gaiti_raise(&self->report, rules[timing],
                    (gaiti_detail){.found = count, .number = (double)self->seconds[count - 1]});
    }
    for (uint32_t k = 0; k < count; k++) {
        if (!bvhtime_is_on_frame(gaiti_bvh_key_time(self, k) * self->rate)) {
            self->moves_keys = true;
            gaiti_raise(&self->report, GAITI_BVH_OUT_RESAMPLED,
                        (gaiti_detail){.number = self->rate});
            return;
        }
    }
}

static gait_status bvhtime_refuse(const gaiti_bvh_writer *self, double length) {
    return gaiti_raise(&self->report, GAITI_BVH_OUT_TOO_LONG,
                       (gaiti_detail){.number = length, .expected = GAITI_BVH_MAX_FRAMES});
}

static gait_status bvhtime_count(gaiti_bvh_writer *self) {
    double length = gaiti_bvh_key_time(self, self->clip->frame_count - 1);
    double frames = length * self->rate;
    if (!(frames < GAITI_BVH_MAX_FRAMES - 1)) {
        return bvhtime_refuse(self, length);
    }
    double whole = bvhtime_round(frames);
    whole += frames - whole > GAITI_BVH_TOLERANCE ? 1 : 0;
    self->frame_count = (uint32_t)whole + 1;
    return GAIT_OK;
}

gait_status gaiti_bvh_plan_frames(gaiti_bvh_writer *self, const gait_bvh_options *options) {
    const gait_clip *clip = self->clip;
    self->rate = options->rate > 0 ? options->rate : GAITI_KEY_RATE;
    if (clip->frame_count == 0) {
        return gaiti_raise(&self->report, GAITI_BVH_OUT_NO_FRAMES, (gaiti_detail){0});
    }
    if (clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return bvhtime_refuse(self, clip->frame_count / self->rate);
    }
    self->frames = gaiti_alloc(&self->arena, clip->frame_count, sizeof *self->frames);
    self->seconds = gaiti_alloc(&self->arena, clip->frame_count, sizeof *self->seconds);
    if (!self->frames || !self->seconds) {
        return self->arena.status;
    }
    gaiti_key_times times = {.time = clip->time,
                             .count = clip->frame_count,
                             .unit = clip->time_unit,
                             .fps = options->fps,
                             .duration_s = options->duration_s};
    gaiti_timing timing = gaiti_place_keys(&times, self->frames, self->seconds);
    self->is_kept = timing == GAITI_TIMING_KEPT;
    if (options->rate == 0 && self->is_kept) {
        self->rate = bvhtime_even_rate(self);
    }
    bvhtime_raise(self, timing);
    return bvhtime_count(self);
}
