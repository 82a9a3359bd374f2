/* gait.uses/1: what plays an animation, and for how long. */
#include "report/report_json.h"

#include <math.h>

#include "gait/report.h"

static const char *uses_kind(gait_use_kind kind) {
    static const char *const names[] = {"state",  "hand_anim", "string", "hud_hands", "hud_item",
                                        "visual", "reference", "script", "effect"};
    return names[kind];
}

const char *gaiti_report_origin(gait_value_origin origin) {
    static const char *const names[] = {"absent", "own", "inherited", "outside"};
    return names[origin];
}

static void uses_place(gaiti_json *json, const gait_mod *mod, gait_mod_place place) {
    gaiti_json_member_open(json, "place", '{');
    gaiti_json_member_text(json, "file", gait_mod_file_at(mod, place.file).path);
    gaiti_json_member_index(json, "line", place.line > 0 ? (int64_t)place.line : -1);
    gaiti_json_member_uint(json, "offset", place.offset);
    gaiti_json_close(json, '}');
}

void gaiti_report_seconds(gaiti_json *json, double seconds, gait_seconds_why why) {
    static const char *const reasons[] = {"unknown", "known", "static",
                                          "endless", "zero",  "no_number"};
    gaiti_json_member_f64(json, "seconds", why == GAIT_SECONDS_KNOWN ? seconds : NAN);
    gaiti_json_member_text(json, "seconds_why", reasons[why]);
}

static void uses_state(gaiti_json *json, const gait_mod_use *use) {
    gaiti_json_member_text(json, "table", use->table);
    gaiti_json_member_text(json, "base", use->base);
    gaiti_json_member_bool(json, "base_is_here", use->is_base_here);
    gaiti_json_member_text(json, "outside", use->outside);
    gaiti_json_member_text(json, "value_from", gaiti_report_origin(use->file_from));
    gaiti_json_member_text(json, "inherited_from", use->inherited_from);
    gaiti_report_seconds(json, use->seconds, use->seconds_why);
    gaiti_json_member_text(json, "seconds_from", gaiti_report_origin(use->seconds_from));
    gaiti_json_member_maybe(json, "loop", use->loop);
    gaiti_json_member_text(json, "loop_from", gaiti_report_origin(use->loop_from));
    gaiti_json_member_text(json, "mask", use->mask);
    gaiti_json_member_text(json, "mask_from", gaiti_report_origin(use->mask_from));
    gaiti_json_member_text(json, "skeleton", use->skeleton);
}

void gaiti_report_use(gaiti_json *json, const gait_mod *mod, const gait_mod_use *use) {
    static const char *const statuses[] = {"found", "missing", "outside", "game"};
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "kind", uses_kind(use->kind));
    gaiti_json_member_text(json, "status", statuses[use->status]);
    gaiti_json_member_bool(json, "weak", use->is_weak);
    gaiti_json_member_bool(json, "loose", use->is_loose);
    gaiti_json_member_text(json, "name", use->name);
    gaiti_json_member_text(json, "key", use->key);
    gaiti_json_member_text(json, "value", use->value);
    if (use->kind == GAIT_USE_STATE) {
        uses_state(json, use);
    } else if (use->section_count > 0) {
        gaiti_json_member_text(json, "motion", use->motion);
        gaiti_json_member_text(json, "speed", use->speed);
        gaiti_json_member_uint(json, "sections", use->section_count);
        gaiti_json_member_text(json, "inherited_from", use->inherited_from);
    }
    if (use->near_path) {
        gaiti_json_member_text(json, "near", use->near_path);
    }
    uses_place(json, mod, use->place);
    gaiti_json_close(json, '}');
}

gait_status gait_report_config(const gait_mod *mod, const gait_mod_use *state, gait_buffer *out) {
    if (!mod || !state || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "state", state->name);
    gaiti_json_member_text(&json, "table", state->table);
    gaiti_report_seconds(&json, state->seconds, state->seconds_why);
    gaiti_json_member_maybe(&json, "loop", state->loop);
    gaiti_json_member_text(&json, "mask", state->mask);
    gaiti_json_member_text(&json, "file", gait_mod_file_at(mod, state->place.file).path);
    gaiti_json_member_index(&json, "line", state->place.line > 0 ? (int64_t)state->place.line : -1);
    return gaiti_json_end(&json);
}

gait_status gait_report_use(const gait_mod *mod, uint32_t use, gait_buffer *out) {
    const gait_mod_use *found = gait_mod_use_at(mod, use);
    if (!found || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    gaiti_report_use(&json, mod, found);
    return gaiti_json_end(&json);
}

gait_status gait_report_uses_file(const gait_mod *mod, uint32_t file, gait_buffer *out) {
    gait_mod_file info = gait_mod_file_at(mod, file);
    if (!info.path || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "path", info.path);
    gaiti_json_member_text(&json, "status",
                           info.use_count == 0   ? "unused"
                           : info.is_script_used ? "code"
                                                 : "used");
    gaiti_json_member_open(&json, "uses", '[');
    for (uint32_t u = 0; u < info.use_count; u++) {
        gaiti_report_use(&json, mod, gait_mod_use_at(mod, info.first_use + u));
    }
    return gaiti_json_end(&json);
}
