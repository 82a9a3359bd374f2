/* Parsing the frames. */
#include <string.h>

#include "base/try.h"
#include "formats/bvh/bvh.h"
#include "formats/bvh/bvh_number.h"

/* State of parsing the motion. */
typedef struct bvh_motion {
    gait_bvh *bvh;
    gaiti_bvh_scan *scan;
    gaiti_report report;
    gaiti_bvh_scan first; /* position of the first frame */
    uint64_t line;        /* line of the last word */
    bool is_ragged;       /* a frame that is not exactly one line was raised */
} bvh_motion;

static gait_status motion_raise(const bvh_motion *self, gaiti_rule rule, gait_span word,
                                gaiti_detail detail) {
    char text[GAITI_BVH_PLACE_TEXT];
    gaiti_bvh_place place = gaiti_bvh_place_of(self->scan, word);
    detail.offset = place.offset;
    detail.length = word.size;
    detail.name = word;
    detail.name_is_utf8 = true;
    detail.place = gaiti_bvh_place_text(&place, NULL, text);
    return gaiti_raise(&self->report, rule, detail);
}

/* --- Frames and Frame Time -------------------------------------------------------------------- */

static gait_status motion_read_count(bvh_motion *self) {
    uint64_t count;
    if (!gaiti_bvh_skip_label(self->scan, "frames")) {
        char text[GAITI_BVH_PLACE_TEXT];
        gait_span word = gaiti_bvh_number(self->scan);
        gaiti_bvh_place place = gaiti_bvh_place_of(self->scan, word);
        return gaiti_raise(&self->report, word.size ? GAITI_BVH_SYNTAX : GAITI_BVH_CUT,
                           (gaiti_detail){.offset = place.offset,
                                          .length = word.size,
                                          .name = word,
                                          .name_is_utf8 = true,
                                          .place = gaiti_bvh_place_text(&place, "Frames:", text)});
    }
    gait_span word = gaiti_bvh_number(self->scan);
    if (!gaiti_parse_u64((const char *)word.data, word.size, &count)) {
        return motion_raise(self, word.size ? GAITI_BVH_FRAME_COUNT : GAITI_BVH_CUT, word,
                            (gaiti_detail){0});
    }
    if (count > GAITI_BVH_MAX_FRAMES) {
        return motion_raise(self, GAITI_BVH_TOO_LONG, word,
                            (gaiti_detail){.expected = GAITI_BVH_MAX_FRAMES});
    }
    self->line = self->scan->line;
    self->bvh->frame_count = (uint32_t)count;
    return count == 0 ? motion_raise(self, GAITI_BVH_NO_FRAMES, word, (gaiti_detail){0}) : GAIT_OK;
}

/* The value of one unit in the last printed digit: the maximum error of a truncated number. */
static double motion_unit_of(gait_span number) {
    const uint8_t *point = memchr(number.data, '.', number.size);
    double unit = 1;
    for (size_t i = point ? (size_t)(point - number.data) + 1 : number.size;
         i < number.size && number.data[i] >= '0' && number.data[i] <= '9' && unit > 1e-12; i++) {
        unit /= 10;
    }
    return unit;
}

/* The integer rate whose rounded reciprocal is the frame time, if only one rate matches; else the
 * exact reciprocal. */
static double motion_rate_of(double frame_time, double unit) {
    double rate = 1 / frame_time;
    if (!(rate >= 0.5 && rate < 10000)) {
        return rate;
    }
    double whole = (double)(uint32_t)(rate + 0.5);
    double difference = whole > 0 ? 1 / whole - frame_time : 1;
    bool is_near = difference <= unit && -difference <= unit;
    return is_near && unit < 0.5 / (whole * whole) ? whole : rate;
}

static void motion_read_time(bvh_motion *self) {
    gait_bvh *bvh = self->bvh;
    bvh->rate = GAITI_BVH_RATE;
    if (!gaiti_bvh_skip_label(self->scan, "frame time")) {
        gaiti_bvh_skip(self->scan);
        gait_span none = gaiti_span(self->scan->data + self->scan->at, 0);
        motion_raise(self, GAITI_BVH_NO_TIME, none, (gaiti_detail){.expected = GAITI_BVH_RATE});
        return;
    }
    double time;
    self->line = self->scan->line;
    gait_span word = gaiti_bvh_rest_of_line(self->scan);
    if (!gaiti_bvh_parse(word, &time) || !(time >= 1e-6)) {
        motion_raise(self, GAITI_BVH_BAD_TIME, word, (gaiti_detail){.expected = GAITI_BVH_RATE});
        return;
    }
    bvh->frame_time = time;
    bvh->rate = motion_rate_of(time, motion_unit_of(word));
}

/* --- frames ----------------------------------------------------------------------------------- */

/* Reports that frames are missing, with the number of complete frames. */
static gait_status motion_refuse_cut(const bvh_motion *self) {
    gaiti_bvh_scan ahead = self->first;
    uint64_t words = 0;
    while (gaiti_bvh_number(&ahead).size > 0) {
        words++;
    }
    uint64_t frames = words / (self->bvh->channel_count ? self->bvh->channel_count : 1);
    return gaiti_raise(&self->report, GAITI_BVH_FRAMES_CUT,
                       (gaiti_detail){.offset = self->scan->size,
                                      .expected = self->bvh->frame_count,
                                      .found = (int64_t)frames});
}

/* False when the text is too short for the declared frames. Each number needs at least a digit and
 * a separator. A frame without channels needs at least a line break. */
static bool motion_fits(const bvh_motion *self) {
    uint64_t left = self->scan->size - self->scan->at, frames = self->bvh->frame_count;
    uint64_t channels = self->bvh->channel_count;
    return channels == 0 ? frames <= left + 1 : frames == 0 || channels <= (left + 1) / 2 / frames;
}

static gait_status motion_read_frame(bvh_motion *self, double *values) {
    uint64_t line_before = self->line;
    for (uint32_t c = 0; c < self->bvh->channel_count; c++) {
        gait_span word = gaiti_bvh_number(self->scan);
        if (word.size == 0) {
            return motion_refuse_cut(self);
        }
        bool is_wrapped = c > 0 && self->scan->line != self->line;
        bool is_joined = c == 0 && self->scan->line == line_before;
        if ((is_wrapped || is_joined) && !self->is_ragged) {
            self->is_ragged = true;
            motion_raise(self, GAITI_BVH_RAGGED, word, (gaiti_detail){0});
        }
        self->line = self->scan->line;
        if (!gaiti_bvh_parse(word, &values[c])) {
            return motion_raise(self, GAITI_BVH_NUMBER, word, (gaiti_detail){0});
        }
    }
    return GAIT_OK;
}

static gait_status motion_read_frames(bvh_motion *self) {
    gait_bvh *bvh = self->bvh;
    gait_status status = GAIT_OK;
    self->first = *self->scan;
    if (!motion_fits(self)) {
        return motion_refuse_cut(self);
    }
    bvh->values =
        gaiti_alloc(&bvh->arena, (uint64_t)bvh->frame_count * bvh->channel_count, sizeof(double));
    GAITI_TRY(bvh->arena.status);
    for (uint32_t f = 0; f < bvh->frame_count && status == GAIT_OK; f++) {
        self->report.frame = (int32_t)f;
        status = motion_read_frame(self, bvh->values + (size_t)f * bvh->channel_count);
    }
    self->report.frame = -1;
    return status;
}

gait_status gaiti_bvh_read_motion(gait_bvh *bvh, gaiti_bvh_scan *scan, const gaiti_report *report) {
    bvh_motion self = {.bvh = bvh, .scan = scan, .report = *report};
    GAITI_TRY(motion_read_count(&self));
    motion_read_time(&self);
    bvh->frames_at = scan->at;
    GAITI_TRY(motion_read_frames(&self));
    gaiti_bvh_skip(scan);
    if (scan->at < scan->size) {
        gait_span rest = gaiti_span(scan->data + scan->at, (size_t)(scan->size - scan->at));
        motion_raise(&self, GAITI_BVH_TRAILING, rest, (gaiti_detail){.expected = bvh->frame_count});
    }
    return GAIT_OK;
}
