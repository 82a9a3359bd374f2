/* Checks SDK motions that have been opened: docs/formats/skl.md. */
#include "base/text/names.h"
#include "base/text/text.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"
#include "formats/xray/xray_playback.h"

typedef struct skl_checking {
    const gait_skl *skl;
    const gait_skl_motion *motion;
    gaiti_report report;
    gait_status status; /* status of the first error */
    gaiti_arena arena;
} skl_checking;

static void skl_report_defect(skl_checking *check, gaiti_rule rule, gaiti_detail detail) {
    gait_status status = gaiti_raise(&check->report, rule, detail);
    if (check->status == GAIT_OK) {
        check->status = status;
    }
}

static uint64_t skl_at(const skl_checking *check, gait_span bytes) {
    return gaiti_skl_offset(check->skl, bytes.data);
}

/* --- motions ---------------------------------------------------------------------------------- */

/* Offset of a field after the name. */
static uint64_t skl_after_name(const skl_checking *check, uint64_t distance) {
    return skl_at(check, check->motion->name) + check->motion->name.size + 1 + distance;
}

static void skl_check_time(skl_checking *check) {
    const gait_skl_motion *motion = check->motion;
    uint64_t frames = gaiti_skl_frames(motion);
    gaiti_detail detail = {.offset = skl_after_name(check, 0), .length = 8, .name = motion->name};
    if (frames == 0) {
        detail.expected = motion->frame_start;
        detail.found = motion->frame_end;
        skl_report_defect(check, GAITI_SKL_NO_FRAMES, detail);
    }
    if (frames > GAITI_SKL_FRAMES_MAX) {
        detail.expected = GAITI_SKL_FRAMES_MAX;
        detail.found = (int64_t)frames;
        skl_report_defect(check, GAITI_SKL_LENGTH, detail);
    }
    if (!(motion->fps >= 1 && motion->fps <= 1000)) {
        skl_report_defect(check, GAITI_SKL_RATE,
                          (gaiti_detail){.offset = skl_after_name(check, 8),
                                         .length = 4,
                                         .number = (double)motion->fps,
                                         .name = motion->name});
    }
}

static void skl_check_values(skl_checking *check) {
    const gait_skl_motion *motion = check->motion;
    const float values[4] = {motion->speed, motion->accrue, motion->falloff, motion->power};
    static const gaiti_xray_value kinds[4] = {GAITI_XRAY_SPEED, GAITI_XRAY_ACCRUE,
                                              GAITI_XRAY_FALLOFF, GAITI_XRAY_POWER};
    static const uint8_t before[8] = {0, 0, 0, 0, 20, 22, 17, 17};
    const gaiti_xray_owner owner = {.is_sdk = true, .is_fx = motion->flags & GAIT_OMF_FX};
    for (uint32_t i = 0; i < 4; i++) {
        gaiti_xray_check_value(
            &check->report, owner, kinds[i],
            (gaiti_detail){.offset = skl_after_name(check, before[motion->version] + 4 * i),
                           .length = 4,
                           .number = (double)values[i],
                           .name = motion->name});
    }
}

static void skl_check_nameless(skl_checking *check, gait_span name, const char *kind,
                               uint32_t index) {
    if (name.size == 0) {
        skl_report_defect(check, GAITI_SKL_EMPTY_NAME,
                          (gaiti_detail){.offset = skl_at(check, name),
                                         .length = 1,
                                         .found = index,
                                         .name = gaiti_span(kind, strlen(kind))});
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool skl_key_is_finite(const gait_skl_key *key) {
    float sum = key->value - key->value + (key->time_s - key->time_s);
    sum += key->tension - key->tension + (key->continuity - key->continuity);
    sum += key->bias - key->bias;
    for (int i = 0; i < 4; i++) {
        sum += key->param[i] - key->param[i];
    }
    return sum == 0;
}

static void skl_check_key(skl_checking *check, const gait_skl_key *key, const gait_skl_key *before,
                          gaiti_detail detail) {
    if (!skl_key_is_finite(key)) {
        skl_report_defect(check, GAITI_SKL_KEY_NAN, detail);
    }
    if ((key->shape & 0xFF) > GAIT_SKL_BEZIER_2D) {
        detail.found = key->shape & 0xFF;
        skl_report_defect(check, GAITI_SKL_SHAPE, detail);
    }
    if (before && key->time_s < before->time_s) {
        detail.number = (double)key->time_s;
        skl_report_defect(check, GAITI_SKL_KEY_ORDER, detail);
    }
}

static void skl_check_keys(skl_checking *check, const gait_skl_envelope *envelope,
                           gaiti_detail detail) {
    bool wide = gaiti_skl_is_wide(check->skl->kind, check->motion->version);
    gait_skl_envelope rest = *envelope;
    gait_skl_key keys[2];
    rest.key_count = 1;
    for (uint32_t k = 0; k < envelope->key_count; k++) {
        gait_skl_key *key = &keys[k % 2];
        gaiti_skl_load_keys(&rest, wide, key);
        uint32_t size = wide                             ? GAITI_SKL_WIDE_KEY
                        : key->shape == GAIT_SKL_STEPPED ? GAITI_SKL_STEPPED_KEY
                                                         : GAITI_SKL_KEY;
        detail.offset = skl_at(check, rest.keys);
        detail.length = size;
        check->report.frame = (int32_t)k;
        skl_check_key(check, key, k > 0 ? &keys[(k - 1) % 2] : NULL, detail);
        rest.keys.data += size;
    }
    check->report.frame = -1;
}

static void skl_check_envelope(skl_checking *check, const gaiti_skl_bone *bone, uint32_t channel) {
    const gait_skl_envelope *envelope = &bone->envelopes[channel];
    bool wide = gaiti_skl_is_wide(check->skl->kind, check->motion->version);
    uint32_t head = wide ? 12 : 4;
    uint64_t at = skl_at(check, envelope->keys);
    gaiti_detail detail = {.offset = at > head ? at - head : 0,
                           .length = head,
                           .expected = channel,
                           .name = bone->values.name};
    for (int side = 0; side < 2; side++) {
        if (envelope->behaviour[side] > GAIT_SKL_GO_ON) {
            detail.found = envelope->behaviour[side];
            skl_report_defect(check, GAITI_SKL_BEHAVIOUR, detail);
        }
    }
    if (envelope->key_count == 0) {
        skl_report_defect(check, GAITI_SKL_NO_KEYS, detail);
    }
    skl_check_keys(check, envelope, detail);
}

/* --- bones ------------------------------------------------------------------------------------ */

static void skl_check_bone(skl_checking *check, const gaiti_skl_bone *bone, uint32_t index) {
    gait_span name = bone->values.name;
    bool named = check->skl->kind != GAIT_SKL_OBJECT && check->motion->version >= 5;
    if (named) {
        skl_check_nameless(check, name, "bone", index);
    }
    if (bone->values.flags & GAIT_SKL_WORLD_ORIENT) {
        /* Version 4 has no name before the flags. */
        uint64_t first = skl_at(check, bone->envelopes[0].keys);
        bool wide = gaiti_skl_is_wide(check->skl->kind, check->motion->version);
        uint64_t before = wide ? 16 : 5;
        skl_report_defect(check, GAITI_SKL_WORLD,
                          (gaiti_detail){.offset = first > before ? first - before : 0,
                                         .length = wide ? 4 : 1,
                                         .name = name});
    }
    for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
        skl_check_envelope(check, bone, c);
    }
}

/* Reports bones that are listed twice, and lists that differ from the one of the first motion.
 * False when out of memory. */
static bool skl_check_names(skl_checking *check, const gaiti_skl_motion *motion) {
    const gaiti_skl_motion *first = &check->skl->motions[0];
    uint32_t count = motion->values.bone_count;
    gaiti_arena scratch;
    gaiti_names set;
    gait_options options = {.allocator = check->arena.allocator};
    gaiti_arena_init(&scratch, &options, gaiti_names_cost(count));
    gait_span *names = gaiti_alloc(&scratch, count, sizeof *names);
    bool done = names && gaiti_names_init(&set, &scratch, names, count);
    bool same = count == first->values.bone_count;
    for (uint32_t b = 0; done && b < count; b++) {
        names[b] = motion->bones[b].values.name;
        same = same && gaiti_equal_name(names[b], first->bones[b].values.name);
        if (names[b].size > 0 && gaiti_names_add(&set, b) >= 0) {
            check->report.bone = (int32_t)b;
            skl_report_defect(check, GAITI_SKL_DUPLICATE_BONE,
                              (gaiti_detail){.offset = skl_at(check, names[b]),
                                             .length = names[b].size,
                                             .name = names[b]});
            check->report.bone = -1;
        }
    }
    gaiti_arena_free(&scratch);
    if (done && !same) {
        skl_report_defect(check, GAITI_SKL_OTHER_BONES,
                          (gaiti_detail){.offset = skl_at(check, motion->values.name),
                                         .length = motion->values.name.size,
                                         .expected = first->values.bone_count,
                                         .found = count,
                                         .name = motion->values.name});
    }
    return done;
}

static void skl_check_motion(skl_checking *check, const gaiti_skl_motion *motion, uint32_t index) {
    bool object = check->skl->kind == GAIT_SKL_OBJECT;
    check->motion = &motion->values;
    check->report.clip = (int32_t)index;
    if (!object) { /* editors leave these names empty for objects */
        skl_check_nameless(check, motion->values.name, "motion", index);
        skl_check_values(check);
    }
    skl_check_time(check);
    if (!object && motion->values.version < 5) {
        skl_report_defect(check, GAITI_SKL_BY_ORDER,
                          (gaiti_detail){.offset = skl_at(check, motion->values.name),
                                         .length = motion->values.name.size,
                                         .found = motion->values.bone_count,
                                         .name = motion->values.name});
    }
    if (!skl_check_names(check, motion)) {
        check->status = GAIT_NO_MEMORY;
        return;
    }
    for (uint32_t b = 0; b < motion->values.bone_count; b++) {
        check->report.bone = (int32_t)b;
        skl_check_bone(check, &motion->bones[b], b);
    }
    check->report.bone = -1;
    double length_s =
        gaiti_mark_last_time(gait_skl_frame_count(check->skl, index), motion->values.speed);
    gaiti_marks_check(&check->report, check->skl->source, motion->marks, motion->values.mark_count,
                      length_s);
}

static void skl_check_motions(skl_checking *check) {
    const gait_skl *skl = check->skl;
    gaiti_names set;
    gait_span *names = gaiti_alloc(&check->arena, skl->motion_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, &check->arena, names, skl->motion_count)) {
        check->status = check->arena.status;
        return;
    }
    for (uint32_t m = 0; m < skl->motion_count && check->status != GAIT_NO_MEMORY; m++) {
        names[m] = skl->motions[m].values.name;
        check->report.clip = (int32_t)m;
        if (names[m].size > 0 && gaiti_names_add(&set, m) >= 0) {
            skl_report_defect(check, GAITI_SKL_DUPLICATE_MOTION,
                              (gaiti_detail){.offset = skl_at(check, names[m]),
                                             .length = names[m].size,
                                             .name = names[m]});
        }
        skl_check_motion(check, &skl->motions[m], m);
    }
}

gait_status gaiti_skl_check(const gait_skl *skl, gait_diagnostics *diagnostics) {
    if (!skl) {
        return GAIT_BAD_ARGUMENT;
    }
    skl_checking check = {.skl = skl, .report = gaiti_report_to(diagnostics)};
    gait_options options = {.allocator = skl->arena.allocator};
    gaiti_arena_init(&check.arena, &options, gaiti_names_cost(skl->motion_count));
    skl_check_motions(&check);
    gaiti_arena_free(&check.arena);
    return check.status;
}
