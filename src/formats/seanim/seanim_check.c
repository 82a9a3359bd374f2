/* Checks of an opened SEAnim: docs/formats/seanim.md. */
#include "base/number/number.h"
#include "base/text/names.h"
#include "formats/seanim/seanim.h"
#include "model/quaternion.h"

typedef struct seanim_checking {
    const gait_seanim *seanim;
    gaiti_report report;
    gait_status status;   /* of the first error */
    uint64_t frame_count; /* that the keys and notes require */
} seanim_checking;

static void seanim_raise(seanim_checking *check, gaiti_rule rule, gaiti_detail detail) {
    gait_status status = gaiti_raise(&check->report, rule, detail);
    check->status = check->status == GAIT_OK ? status : check->status;
}

/* --- the header ------------------------------------------------------------------------------- */

static void seanim_check_bits(seanim_checking *check, uint64_t offset, uint8_t value,
                              uint8_t known) {
    if (value & ~known) {
        seanim_raise(check, GAITI_SEANIM_UNKNOWN_BITS,
                     (gaiti_detail){.offset = offset, .length = 1, .found = value});
    }
}

static void seanim_check_type(seanim_checking *check, uint64_t offset, uint8_t type) {
    if (type >= GAITI_SEANIM_TYPES) {
        seanim_raise(check, GAITI_SEANIM_UNKNOWN_TYPE,
                     (gaiti_detail){.offset = offset, .length = 1, .found = type});
    }
}

static void seanim_check_head(seanim_checking *check) {
    const gait_seanim *seanim = check->seanim;
    seanim_check_type(check, 10, seanim->type);
    seanim_check_bits(check, 11, seanim->flags, GAITI_SEANIM_LOOPED);
    seanim_check_bits(check, 12, seanim->presence,
                      GAITI_SEANIM_HAS_KEYS | GAITI_SEANIM_HAS_NOTES | GAITI_SEANIM_HAS_CUSTOM);
    seanim_check_bits(check, 13, seanim->properties, GAITI_SEANIM_DOUBLES);
    for (int i = 0; i < 2; i++) {
        gait_span bytes = seanim->reserved[i];
        for (size_t k = 0; k < bytes.size; k++) {
            if (bytes.data[k] != 0) {
                seanim_raise(check, GAITI_SEANIM_RESERVED,
                             (gaiti_detail){.offset = gaiti_seanim_offset(seanim, bytes),
                                            .length = bytes.size});
                break;
            }
        }
    }
    if (!(seanim->rate > 0 && gaiti_is_finite((double)seanim->rate))) {
        seanim_raise(check, GAITI_SEANIM_BAD_RATE,
                     (gaiti_detail){.offset = 16,
                                    .length = 4,
                                    .number = (double)seanim->rate,
                                    .expected = GAITI_SEANIM_RATE});
    }
}

/* --- names and modifiers ---------------------------------------------------------------------- */

static void seanim_check_name(seanim_checking *check, gaiti_names *set, uint32_t bone) {
    gait_span name = check->seanim->bones[bone].name;
    const char *utf8 = check->seanim->bones[bone].utf8;
    gaiti_detail detail = {.offset = gaiti_seanim_offset(check->seanim, name),
                           .length = name.size + 1,
                           .name = gaiti_span_of(utf8),
                           .name_is_utf8 = true};
    check->report.bone = (int32_t)bone;
    int32_t before = gaiti_names_add(set, bone);
    if (name.size == 0) {
        seanim_raise(check, GAITI_SEANIM_NO_NAME, detail);
    } else if (before >= 0) {
        seanim_raise(check, GAITI_SEANIM_DUPLICATE_BONE, detail);
    }
    if (utf8 != (const char *)name.data) {
        seanim_raise(check, GAITI_SEANIM_NOT_UTF8, detail);
    }
}

static bool seanim_check_names(seanim_checking *check, gaiti_arena *arena) {
    const gait_seanim *seanim = check->seanim;
    uint32_t count = gaiti_seanim_bone_count(seanim);
    gaiti_names set;
    gait_span *names = gaiti_alloc(arena, count, sizeof *names);
    if (!names || !gaiti_names_init(&set, arena, names, count)) {
        return false;
    }
    uint64_t at = UINT64_C(8) + seanim->head_size;
    for (uint32_t b = 0; b < count; b++) {
        names[b] = seanim->bones[b].name;
        at += names[b].size + 1;
        seanim_check_name(check, &set, b);
    }
    check->report.bone = -1;
    uint32_t size = gaiti_seanim_width(count) + 1u;
    for (uint32_t m = 0; m < gaiti_seanim_modifier_count(seanim); m++, at += size) {
        const gaiti_seanim_modifier *modifier = &seanim->modifiers[m];
        seanim_check_type(check, at + size - 1, modifier->type);
        if (modifier->bone >= count) {
            seanim_raise(
                check, GAITI_SEANIM_BAD_MODIFIER,
                (gaiti_detail){
                    .offset = at, .length = size - 1, .found = modifier->bone, .expected = count});
        }
    }
    return true;
}

/* --- keys and notes --------------------------------------------------------------------------- */

static void seanim_check_values(seanim_checking *check, const double *values, unsigned kind,
                                gaiti_detail detail) {
    double sum = 0;
    for (uint32_t i = 0; i < gaiti_seanim_numbers(kind); i++) {
        sum += values[i] - values[i];
    }
    if (sum != 0) {
        seanim_raise(check, GAITI_SEANIM_NOT_FINITE, detail);
    } else if (kind == GAITI_SEANIM_ROTATION) {
        detail.number = gaiti_quaternion_length(values);
        if (!(detail.number > 0.99 && detail.number < 1.01)) {
            seanim_raise(check, GAITI_SEANIM_NOT_UNIT, detail);
        }
    }
}

static void seanim_check_keys(seanim_checking *check, const gaiti_seanim_keys *keys,
                              unsigned kind) {
    const gait_seanim *seanim = check->seanim;
    int64_t before = -1;
    gaiti_detail detail = {.offset = gaiti_seanim_offset(seanim, keys->bytes),
                           .length = gaiti_seanim_key_size(seanim, kind)};
    for (uint32_t k = 0; k < keys->count; k++, detail.offset += detail.length) {
        double values[4] = {0};
        uint32_t frame = gaiti_seanim_key(seanim, keys, kind, k, values);
        check->report.frame = frame <= INT32_MAX ? (int32_t)frame : -1;
        detail.found = frame;
        if (frame <= before) {
            seanim_raise(check, GAITI_SEANIM_KEY_ORDER, detail);
        } else {
            before = frame;
        }
        seanim_check_values(check, values, kind, detail);
    }
    check->frame_count =
        before >= (int64_t)check->frame_count ? (uint64_t)before + 1 : check->frame_count;
    check->report.frame = -1;
}

static void seanim_check_content(seanim_checking *check) {
    const gait_seanim *seanim = check->seanim;
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim); b++) {
        check->report.bone = (int32_t)b;
        for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS; kind++) {
            seanim_check_keys(check, &seanim->bones[b].keys[kind], kind);
        }
    }
    check->report.bone = -1;
    for (uint32_t n = 0; n < gaiti_seanim_note_count(seanim); n++) {
        uint64_t needed = (uint64_t)seanim->notes[n].frame + 1;
        check->frame_count = needed > check->frame_count ? needed : check->frame_count;
    }
    if (check->frame_count > 0 && check->frame_count != seanim->frame_count) {
        seanim_raise(check, GAITI_SEANIM_FRAME_COUNT,
                     (gaiti_detail){.offset = 20,
                                    .length = 4,
                                    .expected = (int64_t)check->frame_count,
                                    .found = seanim->frame_count});
    }
    if (seanim->frame_count > GAITI_SEANIM_FRAMES_MAX) {
        seanim_raise(check, GAITI_SEANIM_TOO_MANY_FRAMES,
                     (gaiti_detail){.offset = 20,
                                    .length = 4,
                                    .expected = GAITI_SEANIM_FRAMES_MAX,
                                    .found = seanim->frame_count});
    }
    if (seanim->trailing.size > 0) {
        seanim_raise(check, GAITI_SEANIM_TRAILING,
                     (gaiti_detail){.offset = gaiti_seanim_offset(seanim, seanim->trailing),
                                    .length = seanim->trailing.size,
                                    .found = (int64_t)seanim->trailing.size});
    }
}

gait_status gaiti_seanim_check(const gait_seanim *seanim, gait_diagnostics *diagnostics) {
    seanim_checking check = {.seanim = seanim, .report = gaiti_report_to(diagnostics)};
    const gait_options options = {.allocator = seanim->arena.allocator};
    gaiti_arena arena;
    gaiti_arena_init(&arena, &options, 0);
    seanim_check_head(&check);
    if (!seanim_check_names(&check, &arena)) {
        check.status = arena.status;
    }
    seanim_check_content(&check);
    gaiti_arena_free(&arena);
    return check.status;
}
