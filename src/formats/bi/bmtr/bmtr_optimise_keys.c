/* Chooses the keys of a binarised RTM that the others give: docs/formats/bmtr.md#optimising. */
#include <math.h>

#include "base/number/trig.h"
#include "base/try.h"
#include "codec/half.h"
#include "formats/bi/bmtr/bmtr.h"
#include "model/quaternion.h"

/* In loops, games drop the keys with a larger phase. The key before them is the last one. */
static const double bmtr_loop_end = 0.999;
/* Keys between which a bone turns by 30 degrees or more are kept: for smaller turns, the error
 * between keys is at most 1 % larger than at keys. */
static const double bmtr_cos_of_half_turn = 0.9659258262890683;
static const double bmtr_key_share = 0.99;

/* Errors of so many tolerances count as equally large. */
static const double bmtr_large_error = 4;

enum { BMTR_MIN_LOADED = 4 }; /* fewer keys are usually preloaded (BMT021) */

/* All keys as numbers, [frame][bone]. */
typedef struct bmtr_keys {
    const gait_bmtr *bmtr;
    double tolerance_m, tolerance_chord; /* 0 = none */
    double *rotations;                   /* 4 each, length 1 */
    float *translations;                 /* 3 each */
    bool *is_unusual;                    /* per frame: has a record that is not interpolated */
    bool *is_moving;                     /* per bone: has different records */
} bmtr_keys;

/* --- numbers ---------------------------------------------------------------------------------- */

/* What two records have in common, byte for byte. */
typedef struct bmtr_sameness {
    bool rotation, translation;
} bmtr_sameness;

static bmtr_sameness bmtr_compare(const bmtr_keys *self, uint32_t a, uint32_t b, uint32_t bone) {
    const uint8_t *p = gaiti_bmtr_record(self->bmtr, a, bone);
    const uint8_t *q = gaiti_bmtr_record(self->bmtr, b, bone);
    return (bmtr_sameness){memcmp(p, q, 8) == 0, memcmp(p + 8, q + 8, 6) == 0};
}

static const double *bmtr_rotation(const bmtr_keys *self, uint32_t frame, uint32_t bone) {
    return self->rotations + ((size_t)frame * self->bmtr->bone_count + bone) * 4;
}

static const float *bmtr_translation(const bmtr_keys *self, uint32_t frame, uint32_t bone) {
    return self->translations + ((size_t)frame * self->bmtr->bone_count + bone) * 3;
}

/* Converts a record; false when games and tools read it differently: the rotation is not of unit
 * length, or a translation has exponent 31. */
static bool bmtr_load_record(const uint8_t *record, double rotation[4], float translation[3]) {
    bool is_plain = gaiti_bmtr_is_unit(gaiti_bmtr_square(record));
    for (int i = 0; i < 4; i++) {
        rotation[i] = gaiti_load_s16(record + 2 * i);
    }
    double length = gaiti_quaternion_length(rotation);
    for (int i = 0; i < 4 && length > 0; i++) {
        rotation[i] /= length;
    }
    for (int i = 0; i < 3; i++) {
        uint16_t half = gaiti_load_u16(record + 8 + 2 * i);
        is_plain = is_plain && (half & 0x7C00) != 0x7C00;
        translation[i] = gaiti_half_to_f32(half);
    }
    return is_plain;
}

static gait_status bmtr_load_keys(bmtr_keys *self, gaiti_arena *scratch) {
    const gait_bmtr *bmtr = self->bmtr;
    uint64_t count = (uint64_t)bmtr->frame_count * bmtr->bone_count;
    self->rotations = gaiti_alloc_uninitialised(scratch, count, 32);
    self->translations = gaiti_alloc_uninitialised(scratch, count, 12);
    self->is_unusual = gaiti_alloc(scratch, bmtr->frame_count, sizeof *self->is_unusual);
    self->is_moving = gaiti_alloc(scratch, bmtr->bone_count, sizeof *self->is_moving);
    GAITI_TRY(scratch->status);
    for (uint32_t f = 0; f < bmtr->frame_count; f++) {
        for (uint32_t b = 0; b < bmtr->bone_count; b++) {
            size_t at = (size_t)f * bmtr->bone_count + b;
            bool is_plain = bmtr_load_record(gaiti_bmtr_record(bmtr, f, b),
                                             self->rotations + at * 4, self->translations + at * 3);
            bmtr_sameness same = bmtr_compare(self, 0, f, b);
            self->is_unusual[f] = self->is_unusual[f] || !is_plain;
            self->is_moving[b] = self->is_moving[b] || !same.rotation || !same.translation;
        }
    }
    return GAIT_OK;
}

static double bmtr_part_of(const bmtr_keys *self, uint32_t from, uint32_t at, uint32_t to) {
    double start = (double)gait_bmtr_phase(self->bmtr, from);
    double end = (double)gait_bmtr_phase(self->bmtr, to);
    return ((double)gait_bmtr_phase(self->bmtr, at) - start) / (end - start);
}

/* --- errors of one segment -------------------------------------------------------------------- */

static double bmtr_ratio(double error, double tolerance) {
    return error == 0 ? 0 : tolerance > 0 ? error / tolerance : HUGE_VAL;
}

/* The frames of a segment: list[from] and list[to] are kept, those between may be removed. */
typedef struct bmtr_segment {
    uint32_t from, to;
} bmtr_segment;

/* The error of a translation between those of the ends. */
static double bmtr_still_error(const float *start, const float *end, const float *t, double part) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double off = (double)start[k] + ((double)end[k] - (double)start[k]) * part - (double)t[k];
        square += off * off;
    }
    return sqrt(square);
}

/* The place of the largest error of one bone between the ends of a segment, or of several large
 * errors the place that is nearest to the middle, so that long segments are halved; `to` when all
 * errors are within the tolerance. */
static uint32_t bmtr_find_bone_worst(const bmtr_keys *self, const uint32_t *list,
                                     bmtr_segment segment, uint32_t bone) {
    uint32_t first = list[segment.from], last = list[segment.to], worst = segment.to;
    const double *a = bmtr_rotation(self, first, bone), *b = bmtr_rotation(self, last, bone);
    const float *start = bmtr_translation(self, first, bone);
    const float *end = bmtr_translation(self, last, bone);
    double max = 0, nearest = 1;
    bool is_short = gaiti_quaternion_dot(a, b) > 0;
    const bmtr_sameness ends = bmtr_compare(self, first, last, bone);
    for (uint32_t i = segment.from + 1; i < segment.to; i++) {
        uint32_t frame = list[i];
        const bmtr_sameness same = bmtr_compare(self, first, frame, bone);
        bool is_still = ends.translation && same.translation;
        if (is_still && ends.rotation && same.rotation) {
            continue;
        }
        double error = 0, part = bmtr_part_of(self, first, frame, last), q[4];
        if (!is_still) {
            const float *t = bmtr_translation(self, frame, bone);
            error = bmtr_ratio(bmtr_still_error(start, end, t, part), self->tolerance_m);
        }
        if (!ends.rotation || !same.rotation) {
            gaiti_quaternion_slerp(a, b, part, q);
            double square = gaiti_quaternion_square_distance(q, bmtr_rotation(self, frame, bone));
            double turn = is_short ? bmtr_ratio(sqrt(square), self->tolerance_chord) : HUGE_VAL;
            error = turn > error ? turn : error;
        }
        double limited = error < bmtr_large_error ? error : bmtr_large_error;
        double distance = gaiti_abs(part - 0.5);
        if (limited > 1 && (limited > max || (limited == max && distance < nearest))) {
            max = limited;
            nearest = distance;
            worst = i;
        }
    }
    return worst;
}

/* The place of the largest error in a segment of the first bone that is not within the tolerance;
 * `to` when all bones are. In long segments the first moving bones decide. */
static uint32_t bmtr_find_worst(const bmtr_keys *self, const uint32_t *list, bmtr_segment segment) {
    uint32_t worst = segment.to;
    for (uint32_t b = 0; b < self->bmtr->bone_count && worst == segment.to; b++) {
        if (self->is_moving[b]) {
            worst = bmtr_find_bone_worst(self, list, segment, b);
        }
    }
    return worst;
}

/* --- choosing --------------------------------------------------------------------------------- */

/* Keeps a frame between two others unless all three have the same bytes. Returns the number of
 * frames in `list` that are kept. */
static uint32_t bmtr_keep_changes(const gait_bmtr *bmtr, uint32_t *list, uint32_t end,
                                  uint32_t count) {
    size_t size = (size_t)gaiti_bmtr_frame_size(bmtr);
    uint32_t kept = 0;
    bool was_same = false; /* the frame has the bytes of the one before */
    for (uint32_t i = 0; i < count; i++) {
        bool is_same = i + 1 < count && memcmp(bmtr->frames[list[i]].data,
                                               bmtr->frames[list[i + 1]].data, size) == 0;
        bool is_removed = was_same && is_same && i < end;
        was_same = is_same;
        if (!is_removed) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

/* Finds the frames that are not interpolated: those with unusual records, and those before and
 * after a large turn. `is_fixed` has an element for each element of the list. */
static void bmtr_find_fixed(const bmtr_keys *self, const uint32_t *list, uint32_t count,
                            bool *is_fixed) {
    for (uint32_t i = 0; i < count; i++) {
        bool is_large = false;
        is_fixed[i] = is_fixed[i] || self->is_unusual[list[i]];
        for (uint32_t b = 0; b < self->bmtr->bone_count && i + 1 < count && !is_large; b++) {
            is_large =
                gaiti_quaternion_dot(bmtr_rotation(self, list[i], b),
                                     bmtr_rotation(self, list[i + 1], b)) < bmtr_cos_of_half_turn;
        }
        if (is_large) {
            is_fixed[i] = is_fixed[i + 1] = true;
        }
    }
}

/* Divides segments at a frame with the largest error of a bone until all errors are within the
 * tolerance. Then the same search among the kept frames finds the same ones. Frames that are marked
 * in `is_kept` are ends of segments. False when that takes too many steps. */
static bool bmtr_keep_far(const bmtr_keys *self, const uint32_t *list, uint32_t end,
                          bmtr_segment *stack, bool *is_kept) {
    enum { MAX_VISITS = 64 };
    uint64_t visits_left = (uint64_t)end * MAX_VISITS;
    uint32_t depth = 0, from = 0;
    for (uint32_t i = 1; i <= end; i++) {
        if (!is_kept[i]) {
            continue;
        }
        stack[depth++] = (bmtr_segment){from, i};
        from = i;
        while (depth > 0) {
            bmtr_segment segment = stack[--depth];
            if (segment.to - segment.from > visits_left) {
                return false;
            }
            visits_left -= segment.to - segment.from;
            uint32_t worst = bmtr_find_worst(self, list, segment);
            if (worst != segment.to) {
                is_kept[worst] = true;
                stack[depth++] = (bmtr_segment){worst, segment.to};
                stack[depth++] = (bmtr_segment){segment.from, worst};
            }
        }
    }
    return true;
}

/* The last frame of `list` that loops play. */
static uint32_t bmtr_find_loop_end(const gait_bmtr *bmtr, const uint32_t *list, uint32_t count) {
    uint32_t end = count - 1;
    while (end > 0 && (double)gait_bmtr_phase(bmtr, list[end]) > bmtr_loop_end) {
        end--;
    }
    return end;
}

/* Removes frames from a list once; returns the new count, 0 when there is no memory. */
static uint32_t bmtr_shrink(bmtr_keys *self, uint32_t *list, uint32_t count, gaiti_arena *scratch) {
    bool may_interpolate = self->rotations != NULL;
    uint32_t end = bmtr_find_loop_end(self->bmtr, list, count);
    count = bmtr_keep_changes(self->bmtr, list, end, count);
    end = bmtr_find_loop_end(self->bmtr, list, count);
    if (!may_interpolate || end == 0) {
        return count;
    }
    bool *is_kept = gaiti_alloc(scratch, count, sizeof *is_kept);
    bmtr_segment *stack = gaiti_alloc_uninitialised(scratch, (uint64_t)end + 2, sizeof *stack);
    if (!is_kept || !stack) {
        return 0;
    }
    is_kept[0] = true;
    memset(is_kept + end, true, count - end);
    bmtr_find_fixed(self, list, count, is_kept);
    if (!bmtr_keep_far(self, list, end, stack, is_kept)) {
        return count;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_kept[i]) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

/* Marks the frames of the list, and the first ones without them if there are too few: files with
 * fewer keys are usually preloaded. Makes the list anew. */
static uint32_t bmtr_mark_kept(const gait_bmtr *bmtr, uint32_t *list, uint32_t count, bool *kept) {
    uint32_t min = bmtr->preload || bmtr->frame_count < BMTR_MIN_LOADED ? 0 : BMTR_MIN_LOADED;
    memset(kept, false, bmtr->frame_count);
    for (uint32_t i = 0; i < count; i++) {
        kept[list[i]] = true;
    }
    for (uint32_t f = 0; f < bmtr->frame_count && count < min; f++) {
        count += !kept[f];
        kept[f] = true;
    }
    count = 0;
    for (uint32_t f = 0; f < bmtr->frame_count; f++) {
        if (kept[f]) {
            list[count++] = f;
        }
    }
    return count;
}

/* True when the phases are numbers that ascend strictly. */
static bool bmtr_phases_ascend(const gait_bmtr *bmtr) {
    bool ascend = true;
    for (uint32_t f = 0; f < bmtr->frame_count && ascend; f++) {
        float phase = gait_bmtr_phase(bmtr, f);
        ascend = phase - phase == 0 && (f == 0 || phase > gait_bmtr_phase(bmtr, f - 1));
    }
    return ascend;
}

static bool bmtr_within(const double errors[2], const gaiti_optimiser *request) {
    return errors[0] <= request->tolerance_m && errors[1] <= request->tolerance_rad;
}

/* Shrinks the list until nothing changes any more, so that the result of the result is the same. A
 * second round can find more, because errors are measured from its own start. If these errors add
 * up to more than the tolerance, all keys are kept. */
static gait_status bmtr_choose(bmtr_keys *self, const gaiti_optimiser *request, uint32_t *list,
                               gaiti_arena *scratch, bool *kept) {
    enum { MAX_ROUNDS = 4 };
    const gait_bmtr *bmtr = self->bmtr;
    uint32_t count = bmtr->frame_count;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        double errors[2] = {0, 0};
        uint32_t before = count;
        count = bmtr_shrink(self, list, count, scratch);
        if (count == 0) {
            return scratch->status;
        }
        count = bmtr_mark_kept(bmtr, list, count, kept);
        gait_status status = self->rotations && count < before
                                 ? gaiti_bmtr_measure_keys(bmtr, kept, scratch, errors)
                                 : GAIT_OK;
        if (status != GAIT_OK || count == before) {
            return status;
        }
        if (!bmtr_within(errors, request)) {
            break;
        }
    }
    memset(kept, true, bmtr->frame_count);
    return GAIT_OK;
}

gait_status gaiti_bmtr_choose_keys(const gait_bmtr *bmtr, const gaiti_optimiser *request,
                                   gaiti_arena *scratch, bool *kept) {
    bmtr_keys self = {.bmtr = bmtr,
                      .tolerance_m = request->tolerance_m * bmtr_key_share,
                      .tolerance_chord =
                          2 * gaiti_sin(request->tolerance_rad / 4) * bmtr_key_share};
    memset(kept, true, bmtr->frame_count);
    if (bmtr->frame_count < 3 || bmtr->bone_count == 0 || !bmtr_phases_ascend(bmtr)) {
        return GAIT_OK;
    }
    uint32_t *list = gaiti_alloc(scratch, bmtr->frame_count, sizeof *list);
    bool is_exact = request->tolerance_m == 0 && request->tolerance_rad == 0;
    GAITI_TRY(is_exact ? scratch->status : bmtr_load_keys(&self, scratch));
    for (uint32_t f = 0; f < bmtr->frame_count; f++) {
        list[f] = f;
    }
    return bmtr_choose(&self, request, list, scratch, kept);
}

/* --- measuring -------------------------------------------------------------------------------- */

/* A value between two keys. */
typedef struct bmtr_moment {
    uint32_t from, to;
    double part;
} bmtr_moment;

static void bmtr_rotation_at(const bmtr_keys *self, const bmtr_moment *place, uint32_t bone,
                             double out[4]) {
    gaiti_quaternion_slerp(bmtr_rotation(self, place->from, bone),
                           bmtr_rotation(self, place->to, bone), place->part, out);
}

static void bmtr_translation_at(const bmtr_keys *self, const bmtr_moment *place, uint32_t bone,
                                float out[3]) {
    const float *start = bmtr_translation(self, place->from, bone);
    const float *end = bmtr_translation(self, place->to, bone);
    for (int k = 0; k < 3; k++) {
        out[k] = (float)((double)start[k] + ((double)end[k] - (double)start[k]) * place->part);
    }
}

/* Measures one bone in the interval after a frame of the original: at its end, and at three places
 * between. What does not move in the whole segment is not measured. */
static void bmtr_measure_interval(const bmtr_keys *self, uint32_t bone, uint32_t frame,
                                  bmtr_segment kept, bmtr_sameness still, double errors[2]) {
    double start = bmtr_part_of(self, kept.from, frame, kept.to);
    double end = bmtr_part_of(self, kept.from, frame + 1, kept.to);
    for (int i = 1; i <= 4; i++) {
        double p[4], q[4], part = i / 4.0, error;
        const bmtr_moment before = {frame, frame + 1, part};
        const bmtr_moment after = {kept.from, kept.to, start + (end - start) * part};
        float t[3];
        if (!still.translation) {
            bmtr_translation_at(self, &before, bone, t);
            error = bmtr_still_error(bmtr_translation(self, kept.from, bone),
                                     bmtr_translation(self, kept.to, bone), t, after.part);
            errors[0] = error > errors[0] ? error : errors[0];
        }
        if (!still.rotation) {
            bmtr_rotation_at(self, &before, bone, p);
            bmtr_rotation_at(self, &after, bone, q);
            error = gaiti_quaternion_angle(p, q);
            errors[1] = error > errors[1] ? error : errors[1];
        }
    }
}

static void bmtr_measure_segment(const bmtr_keys *self, bmtr_segment kept, double errors[2]) {
    for (uint32_t b = 0; b < self->bmtr->bone_count; b++) {
        bmtr_sameness still = {true, true};
        for (uint32_t f = kept.from; f < kept.to; f++) {
            bmtr_sameness same = bmtr_compare(self, f, f + 1, b);
            still.rotation = still.rotation && same.rotation;
            still.translation = still.translation && same.translation;
        }
        for (uint32_t f = kept.from; f < kept.to && !(still.rotation && still.translation); f++) {
            bmtr_measure_interval(self, b, f, kept, still, errors);
        }
    }
}

gait_status gaiti_bmtr_measure_keys(const gait_bmtr *original, const bool *kept,
                                    gaiti_arena *scratch, double out_errors[2]) {
    bmtr_keys self = {.bmtr = original};
    out_errors[0] = out_errors[1] = 0;
    GAITI_TRY(bmtr_load_keys(&self, scratch));
    uint32_t from = 0;
    for (uint32_t f = 1; f < original->frame_count; f++) {
        if (kept[f]) {
            if (f > from + 1) {
                bmtr_measure_segment(&self, (bmtr_segment){from, f}, out_errors);
            }
            from = f;
        }
    }
    return GAIT_OK;
}
