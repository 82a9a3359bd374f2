/* Finds the options of an export, a frame rate or a duration, from the times that its keys got. */
#include "model/clip.h"
#include "model/keyframes.h"
#include "model/quaternion.h"

/* Maximum difference of equal times: 0.02 frames, and the rounding of floats per second. */
#define REQUEST_TOLERANCE (0.02 / GAITI_KEY_RATE)
#define REQUEST_FLOAT 2.5e-7

/* Rates that are tried for invalid phases, for which the duration does not determine the rate. */
static const double request_rates[] = {24, 25, 60, 12, 15, 50, 48, 20, 10, 120};

enum { REQUEST_RATES = sizeof request_rates / sizeof *request_rates };

/* The search for requests that fit one clip. */
typedef struct request_search {
    gaiti_key_times times;
    double last_s;
    const float *found; /* times of all keys; NULL = only that of the last key is known */
    uint32_t *frames;   /* temporary arrays */
    float *seconds;
    gaiti_key_request *out; /* GAITI_KEY_REQUESTS_MAX elements; with `found` one */
    uint32_t count;         /* requests in `out` */
} request_search;

static bool request_is_equal(double a, double b) {
    return gaiti_abs(a - b) <= REQUEST_TOLERANCE + REQUEST_FLOAT * gaiti_abs(a);
}

/* Adds a request to the result if it gives the known times. */
static void request_try(request_search *self, gaiti_key_request request) {
    const uint32_t count = self->times.count;
    uint32_t k = self->found ? 0 : count;
    if (self->count == (self->found ? 1 : GAITI_KEY_REQUESTS_MAX)) {
        return;
    }
    self->times.fps = request.fps;
    self->times.duration_s = request.duration_s;
    self->times.is_since_first = request.is_since_first;
    gaiti_placing placing = gaiti_place_keys(&self->times, self->frames, self->seconds);
    if (!self->found && !request_is_equal((double)placing.end_s, self->last_s)) {
        return;
    }
    double start = self->found && request.is_since_first ? (double)self->found[0] : 0;
    while (k < count &&
           request_is_equal((double)self->seconds[k], (double)self->found[k] - start)) {
        k++;
    }
    if (k == count) {
        self->out[self->count++] = request;
    }
}

/* Keys at equal distances because the phases are invalid: tries the step that gives all known
 * times, and common rates. */
static void request_try_even(request_search *self) {
    uint32_t gaps = self->times.count - 1;
    double min_step = 0, max_step = (double)GAITI_KEY_FRAME_MAX;
    for (uint32_t k = 1; self->found && k <= gaps; k++) {
        double frame = ((double)self->found[k] - (double)self->found[0]) * GAITI_KEY_RATE;
        double whole = (double)(int64_t)(frame + 0.5);
        min_step = (whole - 0.5) / k > min_step ? (whole - 0.5) / k : min_step;
        max_step = (whole + 0.5) / k < max_step ? (whole + 0.5) / k : max_step;
    }
    request_try(self, (gaiti_key_request){.duration_s = self->last_s, .is_since_first = true});
    for (int i = 0; i < REQUEST_RATES; i++) {
        request_try(self, (gaiti_key_request){.fps = request_rates[i], .is_since_first = true});
    }
    if (self->found && min_step < max_step) {
        double step = (min_step + max_step) / 2;
        request_try(self, (gaiti_key_request){.duration_s = step * gaps / GAITI_KEY_RATE,
                                              .is_since_first = true});
    }
}

static void request_try_cycle(request_search *self, double frames) {
    if (frames >= 1) {
        request_try(self, (gaiti_key_request){.duration_s = frames / GAITI_KEY_RATE,
                                              .is_since_first = true});
    }
}

/* Tries all numbers of frames per cycle that can give the time of the last key, those in the middle
 * of the range first. */
static void request_try_cycles(request_search *self, double span) {
    double last = (double)(int64_t)(self->last_s * GAITI_KEY_RATE + 0.5);
    double nearest = (double)(int64_t)(last / span + 0.5), reach = 1 / span + 1;
    for (int i = 0; i < GAITI_KEY_REQUESTS_MAX && i <= reach; i++) {
        request_try_cycle(self, nearest + i);
        if (i > 0) {
            request_try_cycle(self, nearest - i);
        }
    }
    if (last <= self->times.count - 1) { /* fewer frames than keys give one frame per key */
        request_try_cycle(self, 1);
    }
}

static bool request_ascends(const float *time, uint32_t count) {
    for (uint32_t k = 1; k < count; k++) {
        if (!(time[k] > time[k - 1])) {
            return false;
        }
    }
    return true;
}

/* Tries the default, and the duration of the whole clip. */
static void request_try_whole(request_search *self) {
    const gaiti_key_times *times = &self->times;
    gaiti_time_span span = gaiti_phase_span(times->time, times->count);
    double keys = (double)times->time[times->count - 1] - (double)times->time[0];
    bool is_part = self->found && request_ascends(times->time, times->count);
    double part = is_part ? span.length / keys : 1;
    request_try(self, (gaiti_key_request){0});
    request_try(self, (gaiti_key_request){.duration_s = self->last_s * part});
}

static void request_run(request_search *self) {
    const gaiti_key_times *times = &self->times;
    const double max_s = (double)GAITI_KEY_FRAME_MAX / GAITI_KEY_RATE;
    if (times->unit != GAIT_TIME_PHASE || times->count < 2 || !(self->last_s > 0) ||
        !(self->last_s <= max_s) || (self->found && !request_ascends(self->found, times->count))) {
        return;
    }
    if (!times->is_since_first) {
        request_try_whole(self);
    }
    request_try(self, (gaiti_key_request){.is_since_first = true});
    double span = (double)times->time[times->count - 1] - (double)times->time[0];
    if (span > 0 && self->last_s / span <= max_s) {
        request_try_cycles(self, span);
    }
    if (!request_ascends(times->time, times->count)) {
        request_try_even(self);
    }
}

uint32_t gaiti_list_key_requests(const gaiti_key_times *times, double last_s, uint32_t *frames,
                                 float *seconds, gaiti_key_request out[GAITI_KEY_REQUESTS_MAX]) {
    request_search search = {
        .times = *times, .last_s = last_s, .frames = frames, .seconds = seconds, .out = out};
    request_run(&search);
    return search.count;
}

bool gaiti_find_key_request(const gaiti_key_times *times, const float *found, uint32_t *frames,
                            float *seconds, gaiti_key_request *out) {
    if (times->count < 2) {
        return false;
    }
    request_search search = {.times = *times,
                             .last_s = (double)found[times->count - 1] - (double)found[0],
                             .found = found,
                             .frames = frames,
                             .seconds = seconds,
                             .out = out};
    request_run(&search);
    return search.count > 0;
}
