/* Opens SEAnim files. Reads all numbers and names; keys remain spans. */
#include <stddef.h>

#include "base/try.h"
#include "base/bits.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "formats/seanim/seanim.h"

/* A reader that raises what does not fit into the file. */
typedef struct seanim_reading {
    gait_seanim *seanim;
    gaiti_reader in;
    gaiti_visitor visitor;
    gaiti_report report;
} seanim_reading;

/* Raises a rule about the read that failed. */
static gait_status seanim_refuse(seanim_reading *reading, gaiti_rule rule, int64_t expected) {
    const gaiti_reader *in = &reading->in;
    return gaiti_raise(&reading->report, rule,
                       (gaiti_detail){.offset = in->at,
                                      .length = in->size - in->at,
                                      .expected = expected,
                                      .found = (int64_t)(in->size - in->at)});
}

/* --- the header ------------------------------------------------------------------------------- */

static gait_status seanim_read_head(seanim_reading *reading) {
    gait_seanim *seanim = reading->seanim;
    gaiti_reader *in = &reading->in;
    if (in->size >= 8 && gaiti_load_u16(in->data + 6) != 1) {
        return gaiti_raise(
            &reading->report, GAITI_SEANIM_BAD_VERSION,
            (gaiti_detail){.offset = 6, .length = 2, .found = gaiti_load_u16(in->data + 6)});
    }
    if (in->size >= 10 && gaiti_load_u16(in->data + 8) < GAITI_SEANIM_HEAD) {
        return gaiti_raise(&reading->report, GAITI_SEANIM_BAD_HEAD,
                           (gaiti_detail){.offset = 8,
                                          .length = 2,
                                          .expected = GAITI_SEANIM_HEAD,
                                          .found = gaiti_load_u16(in->data + 8)});
    }
    gaiti_seanim_visit_head(&reading->visitor, seanim);
    return in->failed ? seanim_refuse(reading, GAITI_SEANIM_CUT_HEAD, (int64_t)in->requested)
                      : GAIT_OK;
}

/* --- the content ------------------------------------------------------------------------------ */

/* A name in UTF-8: the bytes of the file, which end with a NUL, or a copy of them. */
static const char *seanim_utf8(gaiti_arena *arena, gait_span name) {
    const uint8_t *p = name.data, *end = p + name.size;
    while (p < end && gaiti_utf8_character(p) > 0) {
        p += gaiti_utf8_character(p);
    }
    return p == end ? (const char *)name.data : gaiti_utf8(arena, 1252, name);
}

static gait_status seanim_read_names(seanim_reading *reading) {
    gait_seanim *seanim = reading->seanim;
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim); b++) {
        gaiti_visit_text(&reading->visitor, "name", &seanim->bones[b].name);
    }
    for (uint32_t m = 0; m < gaiti_seanim_modifier_count(seanim); m++) {
        gaiti_seanim_visit_modifier(&reading->visitor, seanim, &seanim->modifiers[m]);
    }
    return reading->in.failed ? seanim_refuse(reading, GAITI_SEANIM_CUT_NAMES, seanim->bone_count)
                              : GAIT_OK;
}

static gait_status seanim_read_bones(seanim_reading *reading) {
    gait_seanim *seanim = reading->seanim;
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim); b++) {
        gaiti_seanim_bone *bone = &seanim->bones[b];
        gaiti_seanim_visit_bone_flags(&reading->visitor, bone);
        for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS; kind++) {
            if (gaiti_seanim_has(seanim, kind)) {
                gaiti_seanim_visit_keys(&reading->visitor, seanim, kind, &bone->keys[kind]);
            }
        }
        if (reading->in.failed) {
            reading->report.bone = (int32_t)b;
            return seanim_refuse(reading, GAITI_SEANIM_CUT_KEYS, (int64_t)reading->in.requested);
        }
    }
    return GAIT_OK;
}

static gait_status seanim_read_rest(seanim_reading *reading) {
    gait_seanim *seanim = reading->seanim;
    for (uint32_t n = 0; n < gaiti_seanim_note_count(seanim); n++) {
        gaiti_seanim_visit_note(&reading->visitor, seanim, &seanim->notes[n]);
    }
    if (seanim->presence & GAITI_SEANIM_HAS_CUSTOM) {
        gaiti_seanim_visit_custom(&reading->visitor, seanim);
    }
    if (reading->in.failed) {
        return seanim_refuse(reading, GAITI_SEANIM_CUT_NOTES, seanim->note_count);
    }
    gaiti_visit_bytes(&reading->visitor, "trailing", gaiti_bytes_left(&reading->in),
                      &seanim->trailing);
    return GAIT_OK;
}

/* Reads what follows the header, with frames of `width` bytes. */
static gait_status seanim_read_content(seanim_reading *reading, uint8_t width) {
    reading->seanim->width = width;
    GAITI_TRY(seanim_read_names(reading));
    GAITI_TRY(seanim_read_bones(reading));
    return seanim_read_rest(reading);
}

/* True if the file ends where its content ends with frames of this size. */
static bool seanim_has_width(const seanim_reading *reading, uint8_t width) {
    seanim_reading attempt = *reading;
    attempt.report.sink = NULL;
    attempt.visitor.in = &attempt.in;
    return seanim_read_content(&attempt, width) == GAIT_OK && attempt.seanim->trailing.size == 0;
}

/* The specification derives the size of frames from the last frame, other programs from the number
 * of frames. Files whose two sizes differ are read with the one that fits. */
static uint8_t seanim_choose_width(const seanim_reading *reading) {
    uint32_t count = reading->seanim->frame_count;
    uint8_t specified = gaiti_seanim_width(count > 0 ? count - 1 : 0),
            other = gaiti_seanim_width(count);
    return specified != other && !seanim_has_width(reading, specified) &&
                   seanim_has_width(reading, other)
               ? other
               : specified;
}

/* Compares the counts with the bytes left: a bone has at least a NUL, flags and a count, a note has
 * a frame and a NUL. */
static gait_status seanim_check_counts(seanim_reading *reading) {
    gait_seanim *seanim = reading->seanim;
    uint64_t left = gaiti_bytes_left(&reading->in);
    if (gaiti_seanim_bone_count(seanim) > left / 3) {
        return seanim_refuse(reading, GAITI_SEANIM_TOO_MANY_BONES, seanim->bone_count);
    }
    if (gaiti_seanim_note_count(seanim) > left / 2) {
        return seanim_refuse(reading, GAITI_SEANIM_TOO_MANY_NOTES, seanim->note_count);
    }
    return GAIT_OK;
}

static bool seanim_convert_names(gait_seanim *seanim) {
    bool has_memory = true;
    for (uint32_t b = 0; has_memory && b < gaiti_seanim_bone_count(seanim); b++) {
        seanim->bones[b].utf8 = seanim_utf8(&seanim->arena, seanim->bones[b].name);
        has_memory = seanim->bones[b].utf8 != NULL;
    }
    for (uint32_t n = 0; has_memory && n < gaiti_seanim_note_count(seanim); n++) {
        seanim->notes[n].utf8 = seanim_utf8(&seanim->arena, seanim->notes[n].name);
        has_memory = seanim->notes[n].utf8 != NULL;
    }
    return has_memory;
}

static gait_status seanim_read(seanim_reading *reading) {
    gait_seanim *seanim = reading->seanim;
    gaiti_arena *arena = &seanim->arena;
    GAITI_TRY(seanim_read_head(reading));
    GAITI_TRY(seanim_check_counts(reading));
    seanim->bones = gaiti_alloc(arena, gaiti_seanim_bone_count(seanim), sizeof *seanim->bones);
    seanim->modifiers =
        gaiti_alloc(arena, gaiti_seanim_modifier_count(seanim), sizeof *seanim->modifiers);
    seanim->notes = gaiti_alloc(arena, gaiti_seanim_note_count(seanim), sizeof *seanim->notes);
    GAITI_TRY(arena->status);
    GAITI_TRY(seanim_read_content(reading, seanim_choose_width(reading)));
    return seanim_convert_names(seanim) ? GAIT_OK : arena->status;
}

gait_status gaiti_seanim_open(gait_span bytes, const gait_options *options,
                              gait_seanim **out_seanim) {
    gait_status status;
    if (!GAITI_CLEAR(out_seanim)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_seanim *seanim = gaiti_new_object(options, sizeof *seanim, offsetof(gait_seanim, arena),
                                           bytes.size < 4096 ? bytes.size : 4096, &status);
    GAITI_TRY(status);
    seanim->source = bytes;
    seanim_reading reading = {.seanim = seanim,
                              .in = gaiti_reader_over(bytes, 0),
                              .report = gaiti_report_to(options ? options->diagnostics : NULL)};
    reading.visitor = gaiti_visit_reading(&reading.in);
    status = seanim_read(&reading);
    if (status != GAIT_OK) {
        gaiti_seanim_free(seanim);
        return status;
    }
    *out_seanim = seanim;
    return GAIT_OK;
}

void gaiti_seanim_free(gait_seanim *seanim) {
    gaiti_free_object(seanim, offsetof(gait_seanim, arena));
}

/* --- access ----------------------------------------------------------------------------------- */

int32_t gaiti_seanim_version(const gait_seanim *seanim) {
    return seanim->version;
}

double gaiti_seanim_rate(const gait_seanim *seanim) {
    float rate = seanim->rate;
    return rate > 0 && gaiti_is_finite((double)rate) ? (double)rate : GAITI_SEANIM_RATE;
}

static uint32_t seanim_load_frame(const uint8_t *p, unsigned width) {
    return width == 1 ? *p : width == 2 ? gaiti_load_u16(p) : gaiti_load_u32(p);
}

uint32_t gaiti_seanim_key(const gait_seanim *seanim, const gaiti_seanim_keys *keys, unsigned kind,
                          uint32_t key, double out[4]) {
    const uint8_t *p = keys->bytes.data + (size_t)key * gaiti_seanim_key_size(seanim, kind);
    uint32_t frame = seanim_load_frame(p, seanim->width);
    p += seanim->width;
    for (uint32_t i = 0; i < gaiti_seanim_numbers(kind); i++) {
        bool is_double = seanim->properties & GAITI_SEANIM_DOUBLES;
        out[i] = is_double ? gaiti_f64_of_bits(gaiti_load_u64(p + 8 * i))
                           : (double)gaiti_load_f32(p + 4 * i);
    }
    return frame;
}

uint64_t gaiti_seanim_offset(const gait_seanim *seanim, gait_span part) {
    return part.data ? (uint64_t)(part.data - seanim->source.data) : 0;
}
