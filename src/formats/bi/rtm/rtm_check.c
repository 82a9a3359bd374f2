/* Checks of an opened plain RTM: docs/formats/rtm.md. */
#include <math.h>

#include "formats/bi/bi_check.h"
#include "formats/bi/rtm/rtm.h"
#include "model/affine.h"

typedef struct rtm_checking {
    const gait_rtm *rtm;
    gaiti_report report;
    gait_status status; /* of the first error */
    bool repairs_only;  /* raise only what clips repair or drop */
    uint64_t names_at, frames_at;
    int32_t pelvis;    /* -1 = none */
    bool has_playback; /* the phases ascend */
    gaiti_rtm_common common;
} rtm_checking;

static bool rtm_is_repaired(gaiti_rule rule) {
    return rule == GAITI_RTM_DUPLICATE_BONE || rule == GAITI_RTM_FRAME_NAME ||
           rule == GAITI_RTM_PHASE_NAN || rule == GAITI_RTM_PHASE_EQUAL ||
           rule == GAITI_RTM_PHASE_ORDER || rule == GAITI_RTM_NOT_RIGID ||
           rule == GAITI_RTM_NEARLY_RIGID || rule == GAITI_RTM_MIRRORED ||
           rule == GAITI_RTM_ALL_SCALED;
}

static void rtm_report_defect(rtm_checking *check, gaiti_rule rule, gaiti_detail detail) {
    if (check->repairs_only && !rtm_is_repaired(rule)) {
        return;
    }
    gait_status status = gaiti_raise(&check->report, rule, detail);
    if (check->status == GAIT_OK) {
        check->status = status;
    }
}

static void rtm_check_properties(rtm_checking *check) {
    const gait_rtm *rtm = check->rtm;
    uint64_t at = 16;
    if (rtm->has_properties && rtm->reserved != 0) {
        rtm_report_defect(check, GAITI_RTM_MDAT_RESERVED,
                          (gaiti_detail){.offset = 8, .length = 4, .found = rtm->reserved});
    }
    for (uint32_t i = 0; i < rtm->property_count; i++) {
        const gait_rtm_property *property = &rtm->properties[i];
        if (!(property->phase >= 0 && property->phase <= 1)) {
            rtm_report_defect(
                check, GAITI_RTM_PROPERTY_PHASE,
                (gaiti_detail){
                    .offset = at, .length = 4, .number = property->phase, .name = property->name});
        }
        at += GAITI_RTM_PROPERTY + property->name.size + property->value.size;
    }
}

static void rtm_check_limit(rtm_checking *check, uint32_t found, uint32_t limit, uint64_t at) {
    if (found > limit) {
        rtm_report_defect(
            check, GAITI_RTM_GAME_LIMIT,
            (gaiti_detail){.offset = at, .length = 4, .expected = limit, .found = found});
    }
}

static void rtm_check_head(rtm_checking *check) {
    const gait_rtm *rtm = check->rtm;
    uint64_t block = check->names_at - (rtm->version == 100 ? 20 : 28);
    if (rtm->version == 100) {
        rtm_report_defect(check, GAITI_RTM_OLD_BLOCK, (gaiti_detail){.offset = block, .length = 8});
    }
    for (uint32_t i = rtm->version == 100 ? 2 : 0; i < 3; i++) {
        if (rtm->root_motion[i] - rtm->root_motion[i] != 0) {
            uint64_t at = block + 8 + (rtm->version == 100 ? 0 : 4 * i);
            rtm_report_defect(check, GAITI_RTM_STEP_NAN,
                              (gaiti_detail){.offset = at, .length = 4, .found = i});
        }
    }
    if (rtm->frame_count == 0) {
        rtm_report_defect(check, GAITI_RTM_NO_FRAMES,
                          (gaiti_detail){.offset = check->names_at - 8, .length = 4});
    }
    if (rtm->bone_count == 0) {
        rtm_report_defect(check, GAITI_RTM_NO_BONES,
                          (gaiti_detail){.offset = check->names_at - 4, .length = 4});
    }
    rtm_check_limit(check, rtm->frame_count, 100000, check->names_at - 8);
    rtm_check_limit(check, rtm->bone_count, 1000, check->names_at - 4);
}

/* Raises what only some games read. */
static void rtm_check_games(rtm_checking *check) {
    enum { MESH_BONES = 127 }; /* of a signed byte */
    const gait_rtm *rtm = check->rtm;
    gaiti_detail detail = {.expected = MESH_BONES, .found = rtm->bone_count, .length = 4};
    if (rtm->bone_count > MESH_BONES) {
        detail.offset = check->names_at - 4;
        rtm_report_defect(check, GAITI_RTM_MANY_BONES, detail);
    }
    if (rtm->has_properties) {
        detail.offset = 0;
        detail.length = check->names_at - (rtm->version == 100 ? 20 : 28);
        detail.found = (int64_t)detail.length;
        rtm_report_defect(check, GAITI_RTM_PROPERTIES, detail);
    }
}

static void rtm_check_bone(rtm_checking *check, gaiti_names *set, const gait_span *names,
                           uint32_t bone) {
    gaiti_detail detail = {.offset = check->names_at + (uint64_t)bone * GAITI_RTM_NAME,
                           .length = GAITI_RTM_NAME,
                           .found = bone,
                           .name = names[bone]};
    check->report.bone = (int32_t)bone;
    int32_t before = gaiti_names_add(set, bone);
    if (names[bone].size == 0) {
        rtm_report_defect(check, GAITI_RTM_EMPTY_NAME, detail);
    } else if (before >= 0) {
        detail.expected = before;
        rtm_report_defect(check, GAITI_RTM_DUPLICATE_BONE, detail);
    }
    if (names[bone].size == GAITI_RTM_NAME) {
        rtm_report_defect(check, GAITI_RTM_LONG_NAME, detail);
    }
}

/* Raises the entries of a frame whose names differ from those of the header, or their order. */
static void rtm_check_frame_names(rtm_checking *check, const gaiti_names *set,
                                  const gait_span *names, uint32_t frame) {
    const gait_rtm *rtm = check->rtm;
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        gait_span name = gaiti_rtm_frame_bone_name(rtm, frame, b);
        int32_t found = gaiti_names_find(set, name);
        if (found == (int32_t)b || (found >= 0 && gaiti_names_find(set, names[b]) == found)) {
            continue;
        }
        check->report.bone = (int32_t)b;
        check->report.frame = (int32_t)frame;
        rtm_report_defect(
            check, found >= 0 ? GAITI_RTM_FRAME_ORDER : GAITI_RTM_FRAME_NAME,
            (gaiti_detail){.offset = check->frames_at + frame * gaiti_rtm_frame_size(rtm) +
                                     GAITI_RTM_FRAME_HEAD + (uint64_t)b * GAITI_RTM_ENTRY,
                           .length = GAITI_RTM_NAME,
                           .found = found,
                           .name = name});
    }
}

static bool rtm_check_names(rtm_checking *check, gaiti_arena *arena) {
    const gait_rtm *rtm = check->rtm;
    gaiti_names set;
    gait_span *names = gaiti_alloc(arena, rtm->bone_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, arena, names, rtm->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < rtm->bone_count; b++) {
        names[b] = gait_rtm_bone_name(rtm, b);
        rtm_check_bone(check, &set, names, b);
    }
    for (uint32_t f = 0; f < rtm->frame_count && !rtm->uniform; f++) {
        rtm_check_frame_names(check, &set, names, f);
    }
    check->report.bone = check->report.frame = -1;
    check->pelvis = gaiti_find_pelvis(&set);
    if (gaiti_lacks_weapon(&set)) {
        rtm_report_defect(check, GAITI_RTM_NO_WEAPON,
                          (gaiti_detail){.offset = check->names_at, .length = rtm->names.size});
    }
    return true;
}

static void rtm_raise_phase_fault(rtm_checking *check, gaiti_rule rule, uint32_t frame) {
    check->report.frame = (int32_t)frame;
    rtm_report_defect(
        check, rule,
        (gaiti_detail){.offset = check->frames_at + frame * gaiti_rtm_frame_size(check->rtm),
                       .length = 4,
                       .found = check->rtm->frame_count,
                       .number = gait_rtm_phase(check->rtm, frame)});
    check->report.frame = -1;
}

/* True if a bone turns by more than 0.05 degrees or moves by more than 0.1 mm between two keys. */
static bool rtm_is_moving(const gait_rtm *rtm) {
    for (uint32_t f = 1; f < rtm->frame_count; f++) {
        for (uint32_t b = 0; b < rtm->bone_count; b++) {
            float before[12], m[12];
            double turned = 0, moved = 0;
            gait_rtm_matrix(rtm, f - 1, b, before);
            gait_rtm_matrix(rtm, f, b, m);
            for (int i = 0; i < 12; i++) {
                double difference = (double)m[i] - before[i];
                *(i < 9 ? &turned : &moved) += difference * difference;
            }
            if (turned > 1.523e-6 || moved > 1e-8) { /* the first is 2 * 0.05 degrees squared */
                return true;
            }
        }
    }
    return false;
}

static void rtm_check_cycle(rtm_checking *check, const gaiti_phases *phases) {
    if (!check->repairs_only && gaiti_phases_are_partial(phases) && rtm_is_moving(check->rtm)) {
        uint64_t last = (phases->count - 1) * phases->stride;
        gaiti_raise_cycle(&check->report, phases, check->frames_at + last);
    }
}

static void rtm_check_phases(rtm_checking *check) {
    uint32_t at = 0;
    gaiti_phases phases = gaiti_rtm_phases(check->rtm);
    gaiti_phases_defect defect = gaiti_phases_validate(&phases, &at);
    if (defect == GAITI_PHASES_NAN) {
        rtm_raise_phase_fault(check, GAITI_RTM_PHASE_NAN, at);
        return;
    }
    if (defect == GAITI_PHASES_EQUAL) {
        rtm_raise_phase_fault(check, GAITI_RTM_PHASE_EQUAL, 0);
    } else if (defect == GAITI_PHASES_ORDER) {
        rtm_raise_phase_fault(check, GAITI_RTM_PHASE_ORDER, at);
    } else {
        check->has_playback = true;
        rtm_check_cycle(check, &phases);
    }
    for (uint32_t f = 0; f < check->rtm->frame_count; f++) {
        float phase = gait_rtm_phase(check->rtm, f);
        if (phase < 0 || phase > 1) {
            rtm_raise_phase_fault(check, GAITI_RTM_PHASE_RANGE, f);
        }
    }
}

/* Tolerance for rigid matrices, well above the rounding errors of the tools that write these
 * files. */
#define RTM_RIGID_ENOUGH 1e-3
/* Up to this difference it is a note: a scale of 1 percent. */
#define RTM_NEARLY_RIGID_ENOUGH 0.0201

/* Two decimals, for messages. Larger numbers, which int64_t may not hold, stay as they are. */
static double rtm_round(double value) {
    return value < 1e6 ? (double)(int64_t)(value * 100 + 0.5) / 100 : value;
}

static double rtm_max(double a, double b, double c) {
    double larger = a > b ? a : b;
    return larger > c ? larger : c;
}

/* The largest difference of an axis from length 1, or of two axes from a right angle, in percent.
 */
static double rtm_percent(const double m[9]) {
    double length[3], largest = 0;
    for (int a = 0; a < 3; a++) {
        length[a] = sqrt(gaiti_vector_dot(m + 3 * a, m + 3 * a));
        largest = rtm_max(largest, gaiti_abs(length[a] - 1), 0);
    }
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3;
        double product = gaiti_vector_dot(m + 3 * a, m + 3 * b);
        largest = rtm_max(largest, gaiti_abs(product) / (length[a] * length[b]), 0);
    }
    return rtm_round(largest * 100);
}

/* The largest deviation of m^T m from the identity. */
static double rtm_shear(const double m[9]) {
    const double *x = m, *y = m + 3, *z = m + 6;
    double length =
        rtm_max(gaiti_abs(gaiti_vector_dot(x, x) - 1), gaiti_abs(gaiti_vector_dot(y, y) - 1),
                gaiti_abs(gaiti_vector_dot(z, z) - 1));
    double angle = rtm_max(gaiti_abs(gaiti_vector_dot(x, y)), gaiti_abs(gaiti_vector_dot(x, z)),
                           gaiti_abs(gaiti_vector_dot(y, z)));
    return length > angle ? length : angle;
}

static double rtm_determinant(const double m[9]) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) +
           m[6] * (m[1] * m[5] - m[2] * m[4]);
}

static void rtm_raise_matrix_fault(rtm_checking *check, gaiti_rule rule, uint32_t frame,
                                   uint32_t bone, double number) {
    const gait_rtm *rtm = check->rtm;
    check->report.frame = (int32_t)frame;
    check->report.bone = (int32_t)bone;
    rtm_report_defect(check, rule,
                      (gaiti_detail){.offset = check->frames_at +
                                               frame * gaiti_rtm_frame_size(rtm) +
                                               GAITI_RTM_FRAME_HEAD + GAITI_RTM_NAME +
                                               (uint64_t)bone * GAITI_RTM_ENTRY,
                                     .length = 48,
                                     .number = number,
                                     .name = gait_rtm_bone_name(rtm, bone)});
}

static void rtm_check_shear(rtm_checking *check, const double m[9], uint32_t frame, uint32_t bone) {
    double shear = rtm_shear(m);
    if (shear > RTM_RIGID_ENOUGH) {
        gaiti_rule rule =
            shear > RTM_NEARLY_RIGID_ENOUGH ? GAITI_RTM_NOT_RIGID : GAITI_RTM_NEARLY_RIGID;
        rtm_raise_matrix_fault(check, rule, frame, bone, rtm_percent(m));
    }
}

static void rtm_check_matrix(rtm_checking *check, uint32_t frame, uint32_t bone) {
    const double far_away = 100;
    float stored[12], sum = 0;
    double m[9];
    gait_rtm_matrix(check->rtm, frame, bone, stored);
    for (int i = 0; i < 12; i++) {
        sum += stored[i] - stored[i];
    }
    if (sum != 0) {
        rtm_raise_matrix_fault(check, GAITI_RTM_MATRIX_NAN, frame, bone, 0);
        return;
    }
    for (int i = 0; i < 9; i++) {
        m[i] = stored[i] / check->common.scale;
    }
    double distance = rtm_max(gaiti_abs(stored[9]), gaiti_abs(stored[10]), gaiti_abs(stored[11]));
    double determinant = rtm_determinant(m);
    if (determinant <= 1e-6) { /* shear of a mirrored matrix is not reported */
        if (determinant != 0 || !check->common.is_zero) {
            rtm_raise_matrix_fault(check, GAITI_RTM_MIRRORED, frame, bone, determinant);
        }
    } else {
        rtm_check_shear(check, m, frame, bone);
    }
    if (distance > far_away && check->common.distance == 0) {
        rtm_raise_matrix_fault(check, GAITI_RTM_FAR_AWAY, frame, bone, rtm_round(distance));
    }
}

/* Raises what most matrices have in common. Zeros are not a repair of clips, which report each
 * matrix of zeros. */
static void rtm_check_common(rtm_checking *check) {
    const gait_rtm *rtm = check->rtm;
    gaiti_rtm_common common = gaiti_rtm_find_common(rtm);
    gaiti_detail detail = {.offset = check->frames_at,
                           .length = rtm->frames.size,
                           .expected = rtm->bone_count,
                           .found = rtm->frame_count};
    if (common.is_zero) {
        rtm_report_defect(check, GAITI_RTM_ZEROS, detail);
        common.is_zero = !check->repairs_only;
    }
    if (common.scale != 1) {
        detail.number = rtm_round(common.scale * 100);
        rtm_report_defect(check, GAITI_RTM_ALL_SCALED, detail);
    }
    if (common.distance != 0) {
        detail.number = rtm_round(common.distance);
        rtm_report_defect(check, GAITI_RTM_OTHER_UNIT, detail);
    }
    check->common = common;
}

static void rtm_pelvis_at(const gait_rtm *rtm, uint32_t frame, uint32_t pelvis, double out[3]) {
    float m[12];
    gait_rtm_matrix(rtm, frame, pelvis, m);
    for (int i = 0; i < 3; i++) {
        out[i] = GAITI_PELVIS_HEIGHT * (double)m[3 + i] + (double)m[9 + i];
    }
}

/* Raises a body that moves away, in a file without root motion whose unit is the metre. */
static void rtm_check_travel(rtm_checking *check) {
    const gait_rtm *rtm = check->rtm;
    const float *step = rtm->root_motion;
    bool has_step = step[0] != 0 || step[1] != 0 || step[2] != 0;
    if (check->pelvis < 0 || !check->has_playback || !rtm->uniform || rtm->frame_count < 3 ||
        has_step || check->common.distance != 0 || check->repairs_only) {
        return;
    }
    double first[3], last[3];
    uint64_t size = rtm->version == 100 ? 4 : 12;
    rtm_pelvis_at(rtm, 0, (uint32_t)check->pelvis, first);
    rtm_pelvis_at(rtm, rtm->frame_count - 1, (uint32_t)check->pelvis, last);
    gaiti_check_travel(&check->report, first, last,
                       (gaiti_extent){check->names_at - 8 - size, size});
}

static gait_status rtm_check_all(rtm_checking *check) {
    const gait_rtm *rtm = check->rtm;
    gaiti_arena arena;
    gait_options options = {.allocator = rtm->arena.allocator};
    gaiti_arena_init(&arena, &options, 0);
    check->pelvis = -1;
    check->names_at = gaiti_rtm_names_offset(rtm);
    check->frames_at = gaiti_rtm_frame_offset(rtm, 0);
    rtm_check_properties(check);
    rtm_check_head(check);
    rtm_check_games(check);
    if (!rtm_check_names(check, &arena)) {
        check->status = arena.status;
    }
    rtm_check_phases(check);
    rtm_check_common(check);
    rtm_check_travel(check);
    for (uint32_t f = 0; f < rtm->frame_count; f++) {
        for (uint32_t b = 0; b < rtm->bone_count; b++) {
            rtm_check_matrix(check, f, b);
        }
    }
    gaiti_arena_free(&arena);
    return check->status;
}

gait_status gaiti_rtm_warn_repairs(const gait_rtm *rtm, gait_diagnostics *diagnostics) {
    rtm_checking check = {.rtm = rtm, .report = gaiti_report_to(diagnostics), .repairs_only = true};
    return rtm_check_all(&check);
}

gait_status gaiti_rtm_check(const gait_rtm *rtm, gait_diagnostics *diagnostics) {
    rtm_checking check = {.rtm = rtm, .report = gaiti_report_to(diagnostics)};
    return rtm ? rtm_check_all(&check) : GAIT_BAD_ARGUMENT;
}
