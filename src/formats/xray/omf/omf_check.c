/* Checks a bank that has been opened: docs/formats/omf.md. */
#include <math.h>

#include "base/text/names.h"
#include "base/text/text.h"
#include "codec/crc32/crc32.h"
#include "codec/snorm16.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"
#include "formats/xray/xray_playback.h"

typedef struct omf_checking {
    const gait_omf *omf;
    gaiti_report report;
    gait_status status; /* status of the first error */
    gaiti_arena arena;
} omf_checking;

static void omf_report_defect(omf_checking *check, gaiti_rule rule, gaiti_detail detail) {
    gait_status status = gaiti_raise(&check->report, rule, detail);
    if (check->status == GAIT_OK) {
        check->status = status;
    }
}

static uint64_t omf_at(const omf_checking *check, gait_span bytes) {
    return gaiti_omf_offset(check->omf, bytes.data);
}

static uint64_t omf_before(const omf_checking *check, gait_span bytes, uint64_t distance) {
    uint64_t at = omf_at(check, bytes);
    return at > distance ? at - distance : 0;
}

/* Reports more names than games can hold. */
static void omf_check_limit(omf_checking *check, const gait_span *names, uint32_t found,
                            uint32_t limit) {
    if (found > limit) {
        gait_span last = names[found - 1];
        omf_report_defect(check, GAITI_OMF_BONE_LIMIT,
                          (gaiti_detail){.offset = omf_at(check, last),
                                         .length = last.size,
                                         .expected = limit,
                                         .found = found});
    }
}

static void omf_check_name(omf_checking *check, gait_span name, const char *kind, uint32_t index) {
    gaiti_detail detail = {.offset = omf_at(check, name),
                           .length = name.size,
                           .expected = GAITI_OMF_NAME_MAX,
                           .found = (int64_t)name.size,
                           .name = name};
    if (name.size > GAITI_OMF_NAME_MAX) {
        omf_report_defect(check, GAITI_OMF_NAME_LONG, detail);
    } else if (name.size == 0) {
        detail.name = gaiti_span(kind, strlen(kind));
        detail.found = index;
        omf_report_defect(check, GAITI_OMF_EMPTY_NAME, detail);
    }
}

/* --- parameters ------------------------------------------------------------------------------- */

static void omf_check_bone(omf_checking *check, gaiti_names *set, const gait_span *names,
                           uint32_t index) {
    const gait_omf *omf = check->omf;
    gaiti_detail detail = {.offset = omf_at(check, names[index]),
                           .length = names[index].size + 5,
                           .expected = omf->bone_count,
                           .found = omf->bones[index].id,
                           .name = names[index]};
    check->report.bone = (int32_t)gaiti_omf_track_of(omf, index);
    bool named = names[index].data != NULL; /* lists of ids have no names */
    if (named && gaiti_names_add(set, index) >= 0) {
        omf_report_defect(check, GAITI_OMF_DUPLICATE_BONE, detail);
    }
    if (!omf->ids_are_tracks && omf->bones[index].id != index) {
        omf_report_defect(check, GAITI_OMF_IDS, detail);
    }
    if (named && gaiti_has_upper_case(names[index])) {
        omf_report_defect(check, GAITI_OMF_UPPER_CASE, detail);
    }
    if (named) {
        omf_check_name(check, names[index], "bone", index);
    }
    check->report.bone = -1;
}

static void omf_check_parts(omf_checking *check) {
    const gait_omf *omf = check->omf;
    gaiti_names set;
    gait_span *names = gaiti_alloc(&check->arena, omf->part_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, &check->arena, names, omf->part_count)) {
        check->status = check->arena.status;
        return;
    }
    for (uint32_t p = 0; p < omf->part_count; p++) {
        names[p] = omf->parts[p].name;
        gaiti_detail detail = {
            .offset = omf_at(check, names[p]), .length = names[p].size, .name = names[p]};
        if (gaiti_names_add(&set, p) >= 0) {
            omf_report_defect(check, GAITI_OMF_DUPLICATE_PART, detail);
        }
        if (omf->parts[p].bone_count == 0) {
            omf_report_defect(check, GAITI_OMF_EMPTY_PART, detail);
        }
    }
    omf_check_limit(check, names, omf->part_count, 4);
    if (omf->bone_count == 0) {
        omf_report_defect(check, GAITI_OMF_NO_BONES, (gaiti_detail){.found = omf->part_count});
    }
}

static void omf_check_bones(omf_checking *check) {
    const gait_omf *omf = check->omf;
    gaiti_names set;
    gait_span *names = gaiti_alloc(&check->arena, omf->bone_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, &check->arena, names, omf->bone_count)) {
        check->status = check->arena.status;
        return;
    }
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        names[b] = omf->bones[b].name;
        omf_check_bone(check, &set, names, b);
    }
    omf_check_limit(check, names, omf->bone_count, 64);
}

static void omf_check_values(omf_checking *check, const gaiti_omf_definition *definition) {
    const gait_omf_motion *values = &definition->values;
    uint64_t at = omf_at(check, values->name);
    const float numbers[4] = {values->speed, values->power, values->accrue, values->falloff};
    bool cycle = !(values->flags & GAIT_OMF_FX);
    for (int i = 0; i < GAITI_XRAY_VALUES; i++) {
        gaiti_xray_check_value(
            &check->report, (gaiti_xray_owner){.is_fx = !cycle}, (gaiti_xray_value)i,
            (gaiti_detail){.offset = at + values->name.size + 9 + 4 * (uint64_t)i,
                           .length = 4,
                           .number = (double)numbers[i],
                           .name = values->name});
    }
    uint32_t max = cycle ? check->omf->part_count : check->omf->bone_count;
    if (values->bone_or_part != 0xFFFF && values->bone_or_part >= max) {
        omf_report_defect(check, GAITI_OMF_PART,
                          (gaiti_detail){.offset = at + values->name.size + 5,
                                         .length = 2,
                                         .expected = max,
                                         .found = values->bone_or_part,
                                         .name = values->name});
    }
}

static void omf_check_marks(omf_checking *check, const gaiti_omf_definition *definition,
                            double length_s) {
    const gait_omf_mark *marks = definition->marks;
    uint32_t count = definition->mark_count;
    gaiti_marks_check(&check->report, check->omf->source, marks, count, length_s);
    if (count > 0) {
        omf_report_defect(check, GAITI_OMF_MARKS,
                          (gaiti_detail){.offset = omf_at(check, marks[0].name),
                                         .length = marks[0].name.size,
                                         .found = count,
                                         .name = definition->values.name});
    }
}

static void omf_check_definitions(omf_checking *check) {
    const gait_omf *omf = check->omf;
    gaiti_names set;
    gait_span *names = gaiti_alloc(&check->arena, omf->definition_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, &check->arena, names, omf->definition_count)) {
        check->status = check->arena.status;
        return;
    }
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        const gaiti_omf_definition *definition = &omf->definitions[d];
        check->report.clip = (int32_t)d;
        names[d] = definition->values.name;
        omf_check_name(check, names[d], "motion", d);
        if (gaiti_names_add(&set, d) >= 0) {
            omf_report_defect(check, GAITI_OMF_DUPLICATE_MOTION,
                              (gaiti_detail){.offset = omf_at(check, names[d]),
                                             .length = names[d].size,
                                             .name = names[d]});
        }
        omf_check_values(check, definition);
        double length_s = d < omf->keys_count ? gaiti_mark_last_time(omf->keys[d].frame_count,
                                                                     definition->values.speed)
                                              : GAITI_MARK_ANY_TIME;
        omf_check_marks(check, definition, length_s);
    }
    omf_check_limit(check, names, omf->definition_count, 0x3FFE);
    check->report.clip = -1;
}

/* --- keys ------------------------------------------------------------------------------------- */

static void omf_check_crc(omf_checking *check, gait_span keys, uint32_t stored) {
    uint32_t computed = gaiti_crc32(keys.data, keys.size);
    if (computed != stored) {
        omf_report_defect(check, GAITI_OMF_CRC,
                          (gaiti_detail){.offset = omf_before(check, keys, 4),
                                         .length = 4,
                                         .expected = computed,
                                         .found = stored});
    }
}

/* Reports keys with a length below 1/2. Zero length is included: it is read as no rotation. The
 * diagnostic contains the length in percent, rounded to two decimals. */
static void omf_check_quaternions(omf_checking *check, gait_span bytes) {
    const uint32_t unit = 32767 * 32767, far_from_unit = unit / 4;
    const uint8_t *keys = bytes.data;
    const size_t count = bytes.size / 8;
    if (count == 1 && gaiti_snorm16_square(keys) >= far_from_unit) {
        return; /* most tracks have one key: this is faster than a search */
    }
    size_t k = gaiti_snorm16_find_short(keys, 0, count, far_from_unit);
    for (; k < count; k = gaiti_snorm16_find_short(keys, k + 1, count, far_from_unit)) {
        double length = sqrt((double)gaiti_snorm16_square(keys + 8 * k)) / 32767;
        check->report.frame = (int32_t)k;
        omf_report_defect(check, GAITI_OMF_QUATERNION,
                          (gaiti_detail){.offset = omf_at(check, bytes) + 8 * k,
                                         .length = 8,
                                         .number = (double)(int64_t)(length * 10000 + 0.5) / 100});
        check->report.frame = -1;
    }
}

/* 0 if three numbers are finite, otherwise NaN. */
static float omf_zero(const float v[3]) {
    return (v[0] - v[0]) + (v[1] - v[1]) + (v[2] - v[2]);
}

static bool omf_is_finite(const gait_omf_track *track) {
    float zero = omf_zero(track->size) + omf_zero(track->init);
    if (track->flags & GAIT_OMF_FLOAT_KEYS) {
        for (size_t k = 0; k + 4 <= track->translation_keys.size; k += 4) {
            float value = gaiti_load_f32(track->translation_keys.data + k);
            zero += value - value;
        }
    }
    return zero == 0;
}

/* Raises keys of translations that only newer games read; one finding per motion counts them. */
static void omf_check_width(omf_checking *check, const gaiti_omf_keys *keys, uint32_t motion,
                            const gait_omf_track *track) {
    const gait_omf *omf = check->omf;
    uint8_t keyed = GAIT_OMF_TRANSLATION_KEYS, wide = GAIT_OMF_TRANSLATION_16;
    bool is_float = (track->flags & GAIT_OMF_FLOAT_KEYS) != 0;
    if (omf->version == 0 || (!is_float && (track->flags & (keyed | wide)) != (keyed | wide))) {
        return; /* version 0: in a model of the oldest kind, all keys are floats */
    }
    bool is_defined = motion < omf->definition_count;
    gait_span keyed_at =
        track->translation_keys.data ? track->translation_keys : track->rotation_keys;
    omf_report_defect(
        check, is_float ? GAITI_OMF_KEYS_32 : GAITI_OMF_KEYS_16,
        (gaiti_detail){.offset = omf_at(check, keyed_at),
                       .length = keyed_at.size,
                       .name = is_defined ? omf->definitions[motion].values.name : keys->label});
}

static void omf_check_track(omf_checking *check, const gaiti_omf_keys *keys, uint32_t motion,
                            uint32_t index) {
    gait_omf_track track;
    gaiti_omf_read_track(check->omf, motion, index, &track);
    check->report.bone = (int32_t)index;
    if (track.flags & 0xF0) {
        uint64_t start = omf_at(check, keys->tracks) + keys->offsets[index];
        omf_report_defect(check, GAITI_OMF_TRACK_FLAGS,
                          (gaiti_detail){.offset = start, .length = 1, .found = track.flags});
    }
    if (!(track.flags & GAIT_OMF_ROTATION_CONSTANT)) {
        omf_check_crc(check, track.rotation_keys, track.rotation_crc);
    }
    if (track.flags & GAIT_OMF_TRANSLATION_KEYS) {
        omf_check_crc(check, track.translation_keys, track.translation_crc);
    }
    if (!(track.flags & GAIT_OMF_FLOAT_KEYS)) {
        omf_check_quaternions(check, track.rotation_keys);
    }
    omf_check_width(check, keys, motion, &track);
    if (!omf_is_finite(&track)) {
        uint64_t offset = omf_at(check, track.rotation_keys) + track.rotation_keys.size;
        omf_report_defect(check, GAITI_OMF_TRANSLATION_NAN, (gaiti_detail){.offset = offset});
    }
}

static void omf_check_keys(omf_checking *check, uint32_t motion) {
    const gait_omf *omf = check->omf;
    const gaiti_omf_keys *keys = &omf->keys[motion];
    gaiti_detail detail = {
        .offset = omf_before(check, keys->tracks, 4), .length = 4, .name = keys->label};
    check->report.clip = (int32_t)motion;
    if (keys->frame_count == 0) {
        omf_report_defect(check, GAITI_OMF_NO_FRAMES, detail);
    }
    if (keys->frame_count > GAITI_OMF_FRAMES_MAX) {
        detail.expected = GAITI_OMF_FRAMES_MAX;
        detail.found = keys->frame_count;
        omf_report_defect(check, GAITI_OMF_LENGTH, detail);
    }
    if (motion < omf->definition_count &&
        !gaiti_equal_name(keys->label, omf->definitions[motion].values.name)) {
        detail.name = omf->definitions[motion].values.name;
        detail.found = motion;
        check->report.clip = -1; /* one finding per file, because a protector changes all labels */
        omf_report_defect(check, GAITI_OMF_LABEL, detail);
        check->report.clip = (int32_t)motion;
    }
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        omf_check_track(check, keys, motion, t);
    }
    check->report.bone = -1;
    if (keys->surplus.size) {
        omf_report_defect(check, GAITI_OMF_SURPLUS,
                          (gaiti_detail){.offset = omf_at(check, keys->surplus),
                                         .length = keys->surplus.size,
                                         .found = (int64_t)keys->surplus.size});
    }
}

static void omf_check_version(omf_checking *check) {
    const gait_omf *omf = check->omf;
    if (omf->version == 4 && omf->part_count > 0) {
        omf_report_defect(
            check, GAITI_OMF_VERSION_4,
            (gaiti_detail){.offset = omf_before(check, omf->parts[0].name, 4), .length = 2});
    }
}

static void omf_check_rest(omf_checking *check) {
    const gait_omf *omf = check->omf;
    check->report.clip = -1;
    for (uint32_t s = 0; s < omf->sub_count; s++) {
        if (omf->subs[s].payload.data) {
            omf_report_defect(
                check, GAITI_OMF_UNKNOWN_SUB,
                (gaiti_detail){.offset = omf_before(check, omf->subs[s].payload, GAITI_CHUNK_HEAD),
                               .length = omf->subs[s].payload.size + GAITI_CHUNK_HEAD,
                               .found = omf->subs[s].id});
        }
    }
    if (omf->params_tail.size) {
        omf_report_defect(check, GAITI_OMF_TAIL,
                          (gaiti_detail){.offset = omf_at(check, omf->params_tail),
                                         .length = omf->params_tail.size,
                                         .found = (int64_t)omf->params_tail.size});
    }
}

gait_status gaiti_omf_check(const gait_omf *omf, gait_diagnostics *diagnostics) {
    if (!omf) {
        return GAIT_BAD_ARGUMENT;
    }
    omf_checking check = {.omf = omf, .report = gaiti_report_to(diagnostics)};
    check.report.packed_in = omf->packed_in;
    gait_options options = {.allocator = omf->arena.allocator};
    gaiti_arena_init(&check.arena, &options,
                     gaiti_names_cost(omf->bone_count) + gaiti_names_cost(omf->definition_count));
    omf_check_version(&check);
    omf_check_parts(&check);
    omf_check_bones(&check);
    omf_check_definitions(&check);
    for (uint32_t k = 0; k < omf->keys_count; k++) {
        omf_check_keys(&check, k);
    }
    omf_check_rest(&check);
    gaiti_arena_free(&check.arena);
    return check.status;
}

uint32_t gaiti_omf_crc(gait_span keys) {
    return keys.data ? gaiti_crc32(keys.data, keys.size) : 0;
}
