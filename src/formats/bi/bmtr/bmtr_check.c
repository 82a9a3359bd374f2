/* Checks of an opened binarised RTM: docs/formats/bmtr.md. */
#include "codec/half.h"
#include "formats/bi/bi_check.h"
#include "formats/bi/bmtr/bmtr.h"

typedef struct bmtr_checking {
    const gait_bmtr *bmtr;
    gaiti_report report;
    gait_status status; /* of the first error */
    gaiti_bmtr_places places;
    uint64_t frame_at; /* offset of the data of the current frame */
    int32_t pelvis;    /* -1 = none */
    bool has_playback; /* the phases ascend */
} bmtr_checking;

static void bmtr_report_defect(bmtr_checking *check, gaiti_rule rule, gaiti_detail detail) {
    gait_status status = gaiti_raise(&check->report, rule, detail);
    if (check->status == GAIT_OK) {
        check->status = status;
    }
}

static void bmtr_check_counts(bmtr_checking *check) {
    const gait_bmtr *bmtr = check->bmtr;
    if (bmtr->frame_count == 0) {
        bmtr_report_defect(check, GAITI_BMTR_NO_FRAMES, (gaiti_detail){.offset = 21, .length = 4});
    }
    if (bmtr->preload > 1 ||
        (bmtr->preload == 1) != (bmtr->frame_count <= GAITI_BMTR_MAX_PRELOADED)) {
        bmtr_report_defect(
            check, GAITI_BMTR_PRELOAD,
            (gaiti_detail){
                .offset = 25, .length = 4, .expected = bmtr->frame_count, .found = bmtr->preload});
    }
    if (bmtr->animated_bone_count != bmtr->bone_count) {
        bmtr_report_defect(check, GAITI_BMTR_ANIMATED,
                           (gaiti_detail){.offset = 29,
                                          .length = 4,
                                          .expected = bmtr->bone_count,
                                          .found = bmtr->animated_bone_count});
    }
    if (bmtr->bone_count == 0) {
        bmtr_report_defect(check, GAITI_BMTR_NO_BONES, (gaiti_detail){.offset = 33, .length = 4});
    }
}

static void bmtr_check_head(bmtr_checking *check) {
    const gait_bmtr *bmtr = check->bmtr;
    if (bmtr->reversed != 1) {
        bmtr_report_defect(check, GAITI_BMTR_REVERSED,
                           (gaiti_detail){.offset = 8, .length = 1, .found = bmtr->reversed});
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (bmtr->root_motion[i] - bmtr->root_motion[i] != 0) {
            bmtr_report_defect(check, GAITI_BMTR_STEP_NAN,
                               (gaiti_detail){.offset = 9 + 4 * i, .length = 4, .found = i});
        }
    }
    bmtr_check_counts(check);
}

/* Raises what only some games read. */
static void bmtr_check_games(bmtr_checking *check) {
    enum { OF_ARMA_2 = 4 };
    const gaiti_detail whole = {.length = 4};
    const gaiti_detail version = {.offset = 4, .length = 4, .found = check->bmtr->version};
    bmtr_report_defect(check, GAITI_BMTR_BINARISED, whole);
    if (check->bmtr->version > OF_ARMA_2) {
        bmtr_report_defect(check, GAITI_BMTR_NEWER, version);
    }
}

static void bmtr_check_name(bmtr_checking *check, gaiti_names *set, uint32_t bone, uint64_t at) {
    gait_span name = check->bmtr->names[bone];
    gaiti_detail detail = {.offset = at, .length = name.size + 1, .found = bone, .name = name};
    check->report.bone = (int32_t)bone;
    int32_t before = gaiti_names_add(set, bone);
    if (name.size == 0) {
        bmtr_report_defect(check, GAITI_BMTR_EMPTY_NAME, detail);
    } else if (before >= 0) {
        detail.expected = before;
        bmtr_report_defect(check, GAITI_BMTR_DUPLICATE_BONE, detail);
    }
    if (gaiti_has_upper_case(name)) {
        bmtr_report_defect(check, GAITI_BMTR_UPPER_CASE, detail);
    }
}

static bool bmtr_check_names(bmtr_checking *check, gaiti_arena *arena) {
    const gait_bmtr *bmtr = check->bmtr;
    gaiti_names set;
    uint64_t at = GAITI_BMTR_HEAD;
    if (!gaiti_names_init(&set, arena, bmtr->names, bmtr->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < bmtr->bone_count; b++) {
        bmtr_check_name(check, &set, b, at);
        at += bmtr->names[b].size + 1;
    }
    check->report.bone = -1;
    check->pelvis = gaiti_find_pelvis(&set);
    if (gaiti_lacks_weapon(&set)) {
        bmtr_report_defect(
            check, GAITI_RTM_NO_WEAPON,
            (gaiti_detail){.offset = GAITI_BMTR_HEAD, .length = at - GAITI_BMTR_HEAD});
    }
    return true;
}

static void bmtr_check_key(bmtr_checking *check, const gait_bmtr_key *key, uint64_t at) {
    gaiti_detail detail = {.offset = at,
                           .length = 4,
                           .found = key->id,
                           .number = (double)key->time,
                           .name = key->name};
    if (key->id != gaiti_bmtr_key_id(key->name)) {
        detail.expected = gaiti_bmtr_key_id(key->name);
        bmtr_report_defect(check, GAITI_BMTR_KEY_ID, detail);
    }
    if (!(key->time >= 0 && key->time <= 1)) {
        detail.offset += 4 + key->name.size + 1;
        bmtr_report_defect(check, GAITI_BMTR_KEY_PHASE, detail);
    }
}

static void bmtr_check_keys(bmtr_checking *check) {
    const gait_bmtr *bmtr = check->bmtr;
    uint64_t at = check->places.keys;
    if (bmtr->meta_count > 0) {
        bmtr_report_defect(check, GAITI_BMTR_META,
                           (gaiti_detail){.offset = check->places.metas,
                                          .length = bmtr->metas[0].size + 1,
                                          .found = bmtr->meta_count});
    }
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        bmtr_check_key(check, &bmtr->keys[k], at);
        at += GAITI_BMTR_KEY + bmtr->keys[k].name.size + bmtr->keys[k].value.size;
    }
}

/* --- phases ----------------------------------------------------------------------------------- */

/* The position of an element of an array, or of the complete array if it is compressed. */
static gaiti_detail bmtr_place(const gaiti_bmtr_array *array, uint64_t at, uint64_t offset,
                               uint64_t size) {
    bool plain = array->data == array->stored.data || array->changed;
    return plain ? (gaiti_detail){.offset = at + offset, .length = size}
                 : (gaiti_detail){.offset = at, .length = array->stored.size};
}

static void bmtr_raise_phase_fault(bmtr_checking *check, gaiti_rule rule, uint32_t frame) {
    gaiti_detail detail =
        bmtr_place(&check->bmtr->phases, check->places.phases, 4 * (uint64_t)frame, 4);
    detail.found = check->bmtr->frame_count;
    detail.number = (double)gait_bmtr_phase(check->bmtr, frame);
    check->report.frame = (int32_t)frame;
    bmtr_report_defect(check, rule, detail);
    check->report.frame = -1;
}

/* True if a record turns by more than 0.05 degrees or moves by more than 0.1 mm between two keys.
 */
static bool bmtr_is_moving(const gait_bmtr *bmtr) {
    const int turned = 7; /* in a component of the rotation */
    for (uint32_t f = 1; f < bmtr->frame_count; f++) {
        for (uint32_t b = 0; b < bmtr->bone_count; b++) {
            gait_bmtr_record one = gait_bmtr_record_at(bmtr, f - 1, b);
            gait_bmtr_record next = gait_bmtr_record_at(bmtr, f, b);
            for (int i = 0; i < 3; i++) {
                float from = gaiti_half_to_f32(one.translation[i]);
                float moved = gaiti_half_to_f32(next.translation[i]) - from;
                int difference = next.rotation[i] - one.rotation[i];
                if (moved > 1e-4f || moved < -1e-4f || difference > turned ||
                    difference < -turned) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void bmtr_check_cycle(bmtr_checking *check, const gaiti_phases *phases) {
    if (gaiti_phases_are_partial(phases) && bmtr_is_moving(check->bmtr)) {
        uint64_t last = 4 * (uint64_t)(phases->count - 1);
        gaiti_detail place = bmtr_place(&check->bmtr->phases, check->places.phases, last, 4);
        gaiti_raise_cycle(&check->report, phases, place.offset);
    }
}

static void bmtr_check_phases(bmtr_checking *check) {
    uint32_t at = 0;
    gaiti_phases phases = gaiti_bmtr_phases(check->bmtr);
    gaiti_phases_defect defect = gaiti_phases_validate(&phases, &at);
    if (defect == GAITI_PHASES_NAN) {
        bmtr_raise_phase_fault(check, GAITI_BMTR_PHASE_NAN, at);
        return;
    }
    if (defect == GAITI_PHASES_EQUAL) {
        bmtr_raise_phase_fault(check, GAITI_BMTR_PHASE_EQUAL, 0);
    } else if (defect == GAITI_PHASES_ORDER) {
        bmtr_raise_phase_fault(check, GAITI_BMTR_PHASE_ORDER, at);
    } else {
        check->has_playback = true;
        bmtr_check_cycle(check, &phases);
    }
    for (uint32_t f = 0; f < phases.count; f++) {
        float phase = gaiti_phase_at(&phases, f);
        if (phase < 0 || phase > 1) {
            bmtr_raise_phase_fault(check, GAITI_BMTR_PHASE_RANGE, f);
        }
    }
}

/* --- records ---------------------------------------------------------------------------------- */

static void bmtr_raise_record_fault(bmtr_checking *check, gaiti_rule rule, uint32_t bone,
                                    double number) {
    const gait_bmtr *bmtr = check->bmtr;
    gaiti_detail detail = bmtr_place(&bmtr->frames[check->report.frame], check->frame_at,
                                     (uint64_t)bone * GAITI_BMTR_RECORD, GAITI_BMTR_RECORD);
    detail.number = number;
    detail.name = bmtr->names[bone];
    check->report.bone = (int32_t)bone;
    bmtr_report_defect(check, rule, detail);
    check->report.bone = -1;
}

/* True when a translation has exponent 31: a number for the games, but infinity or NaN for other
 * programs. */
static bool bmtr_is_huge(const uint8_t *record) {
    enum { EXPONENT = 0x7C00 };
    return (gaiti_load_u16(record + 8) & EXPONENT) == EXPONENT ||
           (gaiti_load_u16(record + 10) & EXPONENT) == EXPONENT ||
           (gaiti_load_u16(record + 12) & EXPONENT) == EXPONENT;
}

static void bmtr_check_record(bmtr_checking *check, const uint8_t *record, uint32_t bone) {
    uint64_t square = gaiti_bmtr_square(record);
    if (square == 0) {
        bmtr_raise_record_fault(check, GAITI_BMTR_ZERO_ROTATION, bone, 0);
    } else if (!gaiti_bmtr_is_unit(square)) {
        double hundredths = (double)square / GAITI_BMTR_UNIT * 10000;
        bmtr_raise_record_fault(check, GAITI_BMTR_SCALED, bone,
                                (double)(int64_t)(hundredths + 0.5) / 100);
    }
    if (bmtr_is_huge(record)) {
        bmtr_raise_record_fault(check, GAITI_BMTR_HUGE, bone, 0);
    }
}

static void bmtr_pelvis_at(const gait_bmtr *bmtr, uint32_t frame, uint32_t pelvis, double out[3]) {
    gait_bmtr_record record = gait_bmtr_record_at(bmtr, frame, pelvis);
    double x = record.rotation[0], y = record.rotation[1], z = record.rotation[2];
    double w = -record.rotation[3]; /* the stored quaternion is the conjugate */
    double unit = GAITI_PELVIS_HEIGHT / GAITI_BMTR_UNIT;
    const double up[3] = {2 * (x * y - w * z), w * w + y * y - x * x - z * z, 2 * (y * z + w * x)};
    for (int i = 0; i < 3; i++) {
        out[i] = up[i] * unit + (double)gaiti_half_to_f32(record.translation[i]);
    }
}

/* Raises a body that moves away, in a file without root motion. The pelvis is a root. */
static void bmtr_check_travel(bmtr_checking *check) {
    const gait_bmtr *bmtr = check->bmtr;
    const float *step = bmtr->root_motion;
    bool has_step = step[0] != 0 || step[1] != 0 || step[2] != 0;
    if (check->pelvis < 0 || !check->has_playback || bmtr->frame_count < 3 || has_step) {
        return;
    }
    double first[3], last[3];
    bmtr_pelvis_at(bmtr, 0, (uint32_t)check->pelvis, first);
    bmtr_pelvis_at(bmtr, bmtr->frame_count - 1, (uint32_t)check->pelvis, last);
    gaiti_check_travel(&check->report, first, last, (gaiti_extent){9, 12});
}

static void bmtr_check_flag(bmtr_checking *check, const gaiti_bmtr_array *array, uint64_t at) {
    enum { FLAG_LZO = 2 };
    if (array->flag != 0 && array->flag != FLAG_LZO) {
        bmtr_report_defect(check, GAITI_BMTR_FLAG,
                           (gaiti_detail){.offset = at - 1, .length = 1, .found = array->flag});
    }
}

/* Advances to the next frame and sets its offset. False after the last frame. */
static bool bmtr_next_frame(bmtr_checking *check) {
    const gait_bmtr *bmtr = check->bmtr;
    int32_t next = check->report.frame + 1;
    check->frame_at = next == 0 ? check->places.frames
                                : check->frame_at + bmtr->frames[next - 1].stored.size +
                                      gaiti_bmtr_array_head(bmtr, bmtr->bone_count);
    check->report.frame = next;
    return (uint32_t)next < bmtr->frame_count;
}

static void bmtr_check_frames(bmtr_checking *check) {
    const gait_bmtr *bmtr = check->bmtr;
    while (bmtr_next_frame(check)) {
        const gaiti_bmtr_array *frame = &bmtr->frames[check->report.frame];
        bmtr_check_flag(check, frame, check->frame_at);
        for (uint32_t b = 0; b < bmtr->bone_count; b++) {
            bmtr_check_record(check, frame->data + (size_t)b * GAITI_BMTR_RECORD, b);
        }
    }
    check->report.frame = -1;
}

void gaiti_bmtr_warn_zero(const gait_bmtr *bmtr, gait_diagnostics *diagnostics) {
    bmtr_checking check = {.bmtr = bmtr, .report = gaiti_report_to(diagnostics)};
    check.places = gaiti_bmtr_find_places(bmtr);
    while (bmtr_next_frame(&check)) {
        const uint8_t *record = bmtr->frames[check.report.frame].data;
        for (uint32_t b = 0; b < bmtr->bone_count; b++, record += GAITI_BMTR_RECORD) {
            if (gaiti_bmtr_square(record) == 0) {
                bmtr_raise_record_fault(&check, GAITI_BMTR_ZERO_ROTATION, b, 0);
            }
        }
    }
}

gait_status gaiti_bmtr_check(const gait_bmtr *bmtr, gait_diagnostics *diagnostics) {
    if (!bmtr) {
        return GAIT_BAD_ARGUMENT;
    }
    bmtr_checking check = {.bmtr = bmtr, .report = gaiti_report_to(diagnostics)};
    gaiti_arena arena;
    gait_options options = {.allocator = bmtr->arena.allocator};
    gaiti_arena_init(&arena, &options, 0);
    check.places = gaiti_bmtr_find_places(bmtr);
    check.pelvis = -1;
    bmtr_check_head(&check);
    bmtr_check_games(&check);
    if (!bmtr_check_names(&check, &arena)) {
        check.status = arena.status;
    }
    bmtr_check_keys(&check);
    bmtr_check_flag(&check, &bmtr->phases, check.places.phases);
    bmtr_check_phases(&check);
    bmtr_check_travel(&check);
    bmtr_check_frames(&check);
    gaiti_arena_free(&arena);
    return check.status;
}
