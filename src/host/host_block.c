/* Checks a block of keys or curves, and makes the tracks of edited clips from it. */
#include "host/host_block.h"

#include "base/try.h"
#include "host/host_rig.h"
#include "model/quaternion.h"

/* --- finding ---------------------------------------------------------------------------------- */

/* Finds a run of keys with one time and `width` values each. */
static bool host_find_run(gaiti_reader *reader, uint32_t count, uint32_t width,
                          gaiti_host_raw *out) {
    *out = (gaiti_host_raw){.width = width, .stride = 4 * (1 + width)};
    const uint8_t *data = gaiti_read(reader, (uint64_t)count * out->stride);
    for (uint32_t i = 0; data && i < width; i++) {
        out->parts[i] = (gaiti_host_component){data, data + 4 + (size_t)i * 4, count};
    }
    return data != NULL;
}

/* Finds one curve per component. */
static bool host_find_curves(gaiti_reader *reader, uint32_t width, gaiti_host_raw *out) {
    *out = (gaiti_host_raw){.width = width, .stride = 8};
    for (uint32_t i = 0; i < width; i++) {
        uint32_t count = gaiti_read_u32(reader);
        const uint8_t *data = gaiti_read(reader, (uint64_t)count * out->stride);
        if (!data) {
            return false;
        }
        out->parts[i] = (gaiti_host_component){data, data + 4, count};
    }
    return true;
}

static bool host_find_bone(gaiti_reader *reader, gaiti_host_form form, gaiti_host_raw_bone *out) {
    if (form == GAITI_HOST_CURVES) {
        return host_find_curves(reader, 4, &out->rotation) &&
               host_find_curves(reader, 3, &out->translation);
    }
    uint32_t rotations = gaiti_read_u32(reader), translations = gaiti_read_u32(reader);
    return host_find_run(reader, rotations, 4, &out->rotation) &&
           host_find_run(reader, translations, 3, &out->translation);
}

/* --- checking --------------------------------------------------------------------------------- */

static double host_number_at(const uint8_t *numbers, const gaiti_host_raw *raw, uint32_t key) {
    return (double)gaiti_load_f32(numbers + (size_t)key * raw->stride);
}

static bool host_has_valid_times(const gaiti_host_raw *raw, const gaiti_host_component *part,
                                 double max_time) {
    double previous = -max_time;
    for (uint32_t k = 0; k < part->count; k++) {
        double time = host_number_at(part->times, raw, k);
        if (!(time >= previous && time <= max_time)) {
            return false;
        }
        previous = time;
    }
    return true;
}

static bool host_has_valid_values(const gaiti_host_raw *raw, const gaiti_host_component *part) {
    for (uint32_t k = 0; k < part->count; k++) {
        if (!(gaiti_abs(host_number_at(part->values, raw, k)) <= GAITI_HOST_MAX_VALUE)) {
            return false;
        }
    }
    return true;
}

static bool host_has_equal_times(const gaiti_host_raw *raw, const gaiti_host_component *a,
                                 const gaiti_host_component *b) {
    for (uint32_t k = 0; k < a->count && a->count == b->count && a->times != b->times; k++) {
        if (host_number_at(a->times, raw, k) != host_number_at(b->times, raw, k)) {
            return false;
        }
    }
    return a->count == b->count;
}

/* Checks the numbers, and sets `is_joined` and `room`. */
static gait_status host_check_numbers(gaiti_host_raw *raw, double max_time) {
    uint64_t room = 0;
    raw->is_joined = true;
    for (uint32_t i = 0; i < raw->width; i++) {
        const gaiti_host_component *part = &raw->parts[i];
        bool has_equal_times = host_has_equal_times(raw, &raw->parts[0], part);
        bool has_checked_times = i > 0 && has_equal_times;
        if (!(has_checked_times || host_has_valid_times(raw, part, max_time)) ||
            !host_has_valid_values(raw, part)) {
            return GAIT_CORRUPT;
        }
        raw->is_joined = raw->is_joined && has_equal_times;
        room += part->count;
    }
    room = raw->is_joined ? raw->parts[0].count : room;
    raw->room = (uint32_t)room;
    return room <= UINT32_MAX ? GAIT_OK : GAIT_LIMIT;
}

gait_status gaiti_host_find_keys(gait_span block, gaiti_host_form form, double max_time,
                                 gaiti_host_raw_bone *out, uint32_t count) {
    gaiti_reader reader = gaiti_reader_over(block, 0);
    for (uint32_t b = 0; b < count; b++) {
        GAITI_TRY(host_find_bone(&reader, form, &out[b]) ? GAIT_OK : GAIT_TRUNCATED);
        GAITI_TRY(host_check_numbers(&out[b].rotation, max_time));
        GAITI_TRY(host_check_numbers(&out[b].translation, max_time));
    }
    return gaiti_bytes_left(&reader) > 0 ? GAIT_CORRUPT : GAIT_OK;
}

/* --- decoding --------------------------------------------------------------------------------- */

/* The place of a component in a decoded key: quaternions have w last. */
static uint32_t host_place_of(const gaiti_host_raw *raw, uint32_t component) {
    return raw->width == 4 ? (component + 3) % 4 : component;
}

static uint32_t host_decode_joined(const gaiti_host_raw *raw, const gaiti_host_place *place,
                                   double *times, double *values) {
    const gaiti_host_component *first = &raw->parts[0];
    for (uint32_t k = 0; k < first->count; k++) {
        times[k] = gaiti_host_time(place, host_number_at(first->times, raw, k));
    }
    for (uint32_t i = 0; i < raw->width; i++) {
        double *value = values + host_place_of(raw, i);
        for (uint32_t k = 0; k < first->count; k++, value += raw->width) {
            *value = host_number_at(raw->parts[i].values, raw, k);
        }
    }
    return first->count;
}

/* --- joining ---------------------------------------------------------------------------------- */

/* The components of a channel at a moving time. */
typedef struct host_join {
    const gaiti_host_raw *raw;
    bool is_stepped;
    uint32_t next[GAITI_HOST_WIDTH]; /* per component: the first key that is not passed */
} host_join;

/* Sets the time of the next key of any component. False at the end. */
static bool host_join_next(const host_join *self, double *out_time) {
    bool is_found = false;
    for (uint32_t i = 0; i < self->raw->width; i++) {
        const gaiti_host_component *part = &self->raw->parts[i];
        if (self->next[i] < part->count) {
            double time = host_number_at(part->times, self->raw, self->next[i]);
            *out_time = is_found && *out_time <= time ? *out_time : time;
            is_found = true;
        }
    }
    return is_found;
}

/* The value of a component at a time that is not after its next key. Before the first key and after
 * the last one it is constant; without keys it is that of the rest pose. */
static double host_join_value(const host_join *self, uint32_t component, double time) {
    const gaiti_host_raw *raw = self->raw;
    const gaiti_host_component *part = &raw->parts[component];
    uint32_t next = self->next[component];
    if (part->count == 0) {
        return raw->width == 4 && component == 0 ? 1 : 0;
    }
    if (next == part->count) {
        return host_number_at(part->values, raw, next - 1);
    }
    double to = host_number_at(part->times, raw, next);
    double end = host_number_at(part->values, raw, next);
    if (next == 0 || time == to) {
        return end;
    }
    double from = host_number_at(part->times, raw, next - 1);
    double start = host_number_at(part->values, raw, next - 1);
    return self->is_stepped ? start : start + (time - from) / (to - from) * (end - start);
}

/* Passes all keys of a component at a time. Returns their number. */
static uint32_t host_join_pass(host_join *self, uint32_t component, double time) {
    const gaiti_host_component *part = &self->raw->parts[component];
    uint32_t first = self->next[component], next = first;
    while (next < part->count && host_number_at(part->times, self->raw, next) == time) {
        next++;
    }
    self->next[component] = next;
    return next - first;
}

/* Several keys of a component at one time are a jump: then there are two keys, with the values
 * before and after it. */
static uint32_t host_decode_curves(const gaiti_host_raw *raw, const gaiti_host_place *place,
                                   bool is_stepped, double *times, double *values) {
    host_join join = {.raw = raw, .is_stepped = is_stepped};
    uint32_t count = 0;
    double time = 0;
    while (host_join_next(&join, &time)) {
        bool has_jump = false;
        double *before = values + (size_t)count * raw->width, *after = before + raw->width;
        double jump[GAITI_HOST_WIDTH];
        for (uint32_t i = 0; i < raw->width; i++) {
            uint32_t at = host_place_of(raw, i);
            before[at] = jump[at] = host_join_value(&join, i, time);
            if (host_join_pass(&join, i, time) > 1) {
                jump[at] = host_number_at(raw->parts[i].values, raw, join.next[i] - 1);
                has_jump = true;
            }
        }
        times[count] = gaiti_host_time(place, time);
        count++;
        if (has_jump) {
            memcpy(after, jump, raw->width * sizeof *jump);
            times[count] = times[count - 1];
            count++;
        }
    }
    return count;
}

uint32_t gaiti_host_decode(const gaiti_host_raw *raw, const gaiti_host_place *place,
                           bool is_stepped, double *times, double *values) {
    uint32_t count = raw->is_joined ? host_decode_joined(raw, place, times, values)
                                    : host_decode_curves(raw, place, is_stepped, times, values);
    for (uint32_t k = 0; raw->width == 4 && k < count; k++) {
        gaiti_quaternion_normalise(values + (size_t)k * 4);
    }
    return count;
}
