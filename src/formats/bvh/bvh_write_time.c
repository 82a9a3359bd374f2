/* Conversion of key times to evenly spaced frames. */
#include "formats/bvh/bvh.h"
#include "formats/bvh/bvh_writer.h"
#include "model/affine.h"
#include "base/try.h"

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
    double length = (double)self->seconds[gaps];
    double rate = gaps > 0 && length > 0 ? gaps / length : 0;
    if (!(rate >= 1 && rate <= 1000)) {
        return GAITI_KEY_RATE;
    }
    rate = bvhtime_round(rate);
    for (uint32_t k = 0; k <= gaps; k++) {
        if (gaiti_abs((double)self->seconds[k] * rate - k) > GAITI_BVH_TOLERANCE) {
            return GAITI_KEY_RATE;
        }
    }
    return rate;
}

/* The frame rate of a clip in phases: if possible, all keys and the end of the clip are on frames.
 * Otherwise only the end is, and the rate is as near to `fps` as possible. */
static double bvhtime_phase_rate(const gaiti_bvh_writer *self, const gaiti_key_times *times,
                                 gaiti_timing timing) {
    double fps = times->fps > 0 ? times->fps : GAITI_KEY_RATE;
    if (timing == GAITI_TIMING_EXACT || !(self->length > 0)) {
        return fps;
    }
    double frames = timing == GAITI_TIMING_EVEN ? times->count - 1 : gaiti_find_key_grid(times);
    double rate = frames / self->length;
    if (!(rate >= 1 && rate <= 1000)) {
        frames = bvhtime_round(self->length * fps);
        rate = (frames > 1 ? frames : 1) / self->length;
    }
    return rate;
}

static void bvhtime_raise(gaiti_bvh_writer *self, const gaiti_key_times *times,
                          gaiti_timing timing) {
    uint32_t count = self->clip->frame_count;
    double fps = times->fps > 0 ? times->fps : GAITI_KEY_RATE;
    self->moves_keys = timing == GAITI_TIMING_EVEN;
    if (self->moves_keys) {
        gaiti_raise(&self->report, GAITI_BVH_OUT_TIMES_EVEN, (gaiti_detail){.found = count});
    }
    if (times->unit == GAIT_TIME_PHASE && gaiti_abs(self->rate - fps) > GAITI_BVH_TOLERANCE) {
        gaiti_raise(&self->report, GAITI_BVH_OUT_RATE, (gaiti_detail){.number = 1 / self->rate});
    }
    double before = -1;
    for (uint32_t k = 0; k < count; k++) {
        double frames = (double)self->seconds[k] * self->rate, frame = bvhtime_round(frames);
        bool is_alone = frame != before;
        before = frame;
        if (!is_alone || !bvhtime_is_on_frame(frames)) {
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
    double frames = self->length * self->rate;
    if (!(frames < GAITI_BVH_MAX_FRAMES - 1)) {
        return bvhtime_refuse(self, self->length);
    }
    double whole = bvhtime_round(frames);
    whole += frames - whole > GAITI_BVH_TOLERANCE ? 1 : 0;
    self->frame_count = (uint32_t)whole + 1;
    return GAIT_OK;
}

gait_status gaiti_bvh_plan_frames(gaiti_bvh_writer *self, const gaiti_bvh_options *options) {
    const gait_clip *clip = self->clip;
    self->rate = options->rate > 0 ? options->rate : GAITI_KEY_RATE;
    if (clip->frame_count == 0) {
        return gaiti_raise(&self->report, GAITI_BVH_OUT_NO_FRAMES, (gaiti_detail){0});
    }
    if (clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return bvhtime_refuse(self, clip->frame_count / self->rate);
    }
    uint32_t *frames = gaiti_alloc(&self->arena, clip->frame_count, sizeof *frames);
    self->seconds = gaiti_alloc(&self->arena, clip->frame_count, sizeof *self->seconds);
    GAITI_TRY(self->arena.status);
    gaiti_key_times times = gaiti_key_times_of(clip, options->fps, options->duration_s);
    gaiti_placing placing = gaiti_place_keys(&times, frames, self->seconds);
    self->length = (double)placing.end_s;
    if (options->rate == 0 && times.unit == GAIT_TIME_PHASE) {
        self->rate = bvhtime_phase_rate(self, &times, placing.timing);
    } else if (options->rate == 0 && placing.timing == GAITI_TIMING_KEPT) {
        self->rate = bvhtime_even_rate(self);
    }
    bvhtime_raise(self, &times, placing.timing);
    return bvhtime_count(self);
}
