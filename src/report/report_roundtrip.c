/* The report of a round trip: gait.roundtrip/1. */
#include "gait/report.h"

#include <math.h>
#include "gait/names.h"
#include "gait/rules.h"
#include "gait/matched_joints.h"

#include "base/diagnose.h"
#include "metadata/metadata_state.h"
#include "report/report_json.h"

/* Writes a measured number with single precision; null if it does not apply. */
static void report_roundtrip_number(gaiti_json *json, const char *key, bool applies, double value) {
    gaiti_json_member_f32(json, key, applies ? (float)value : NAN);
}

/* --- the document ----------------------------------------------------------------------------- */

/* Opens the object of one file. */
static void report_roundtrip_file(gaiti_json *json, const char *key, const char *path,
                                  gait_format format) {
    gaiti_json_member_open(json, key, '{');
    gaiti_json_member_text(json, "path", path);
    gaiti_json_member_format(json, format);
}

/* The JSON word for the reason why no clip is applied; NULL when it is not refused. */
static const char *report_roundtrip_refusal(const gait_roundtrip_summary *overview) {
    static const struct {
        gaiti_rule rule;
        const char *word;
    } words[] = {{GAITI_ROUNDTRIP_NO_BONES, "no_bones"},
                 {GAITI_ROUNDTRIP_CLIPS, "clips"},
                 {GAITI_ROUNDTRIP_NO_CLIPS, "no_clips"},
                 {GAITI_ROUNDTRIP_NOTHING_LEFT, "no_clips"},
                 {GAITI_ROUNDTRIP_EQUAL_NAMES, "equal_names"},
                 {GAITI_CONVERT_CLIP_NAME, "name"},
                 {GAITI_CONVERT_EVENT_NAME, "name"}};
    const char *word = overview->rule ? "error" : NULL;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        word = overview->rule == gait_rule_at((uint32_t)words[i].rule) ? words[i].word : word;
    }
    bool is_one_action = overview->rule == gait_rule_at(GAITI_ROUNDTRIP_CLIPS) &&
                         overview->comparison.notes & GAIT_DIFF_ONE_ACTION;
    return is_one_action ? "one_action" : word;
}

static void report_roundtrip_corrections(gaiti_json *json, const gait_diff_summary *summary) {
    gaiti_json_member_open(json, "corrections", '{');
    gaiti_json_member_bool(json, "rotated", summary->notes & GAIT_DIFF_ROTATED);
    report_roundtrip_number(json, "units", summary->notes & GAIT_DIFF_UNITS, summary->units);
    report_roundtrip_number(json, "rate", summary->notes & GAIT_DIFF_RATE, summary->rate);
    gaiti_json_member_bool(json, "other_hierarchy", summary->notes & GAIT_DIFF_OTHER_HIERARCHY);
    gaiti_json_member_bool(json, "placed", summary->notes & GAIT_DIFF_PLACED);
    gaiti_json_close(json, '}');
}

static void report_roundtrip_missing(gaiti_json *json, const gait_roundtrip_report *report,
                                     const gait_skeleton *skeleton) {
    gaiti_json_member_open(json, "missing", '[');
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (gait_roundtrip_report_joint_of(report, b) >= 0) {
            continue;
        }
        int32_t nearest = gait_roundtrip_report_nearest_joint(report, b);
        gaiti_json_open(json, '{');
        gaiti_json_member_uint(json, "index", b);
        gaiti_json_member_text(json, "name", skeleton->bones[b].name);
        gaiti_json_member_text(
            json, "nearest",
            nearest < 0 ? NULL : gait_roundtrip_report_joint(report, (uint32_t)nearest).name);
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}

static void report_roundtrip_bones(gaiti_json *json, const gait_roundtrip_report *report,
                                   const gait_roundtrip_summary *overview) {
    const gait_diff_summary *summary = &overview->comparison;
    gaiti_json_member_open(json, "bones", '{');
    gaiti_json_member_uint(json, "matched", summary->matched_bones);
    gaiti_json_member_bool(json, "rest_differs", summary->notes & GAIT_DIFF_OTHER_REST);
    report_roundtrip_missing(json, report, overview->skeleton);
    gaiti_json_member_open(json, "unused_joints", '[');
    for (uint32_t j = 0; j < overview->joint_count; j++) {
        gait_roundtrip_joint joint = gait_roundtrip_report_joint(report, j);
        if (joint.bone < 0) {
            gaiti_json_text(json, joint.name);
        }
    }
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

/* --- clips ------------------------------------------------------------------------------------ */

static void report_roundtrip_notes(gaiti_json *json, uint32_t notes) {
    static const struct {
        uint32_t note;
        const char *word;
    } words[] = {
        {GAIT_DIFF_SHIFTED, "shifted"},     {GAIT_DIFF_SAMPLED, "sampled"},
        {GAIT_DIFF_THINNED, "thinned"},     {GAIT_DIFF_SCALED, "scaled"},
        {GAIT_DIFF_LENGTH, "length"},       {GAIT_DIFF_BETWEEN_KEYS, "between_keys"},
        {GAIT_DIFF_NO_PLACE, "no_place"},   {GAIT_DIFF_CUT_START, "cut_start"},
        {GAIT_DIFF_AMBIGUOUS, "ambiguous"}, {GAIT_DIFF_NO_CURVE, "no_curve"},
        {GAIT_DIFF_RENAMED, "renamed"},     {GAIT_DIFF_OBJECT_MOTION, "object_motion"},
        {GAIT_DIFF_KEYS, "keys"},
    };
    gaiti_json_member_open(json, "notes", '[');
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (notes & words[i].note) {
            gaiti_json_text(json, words[i].word);
        }
    }
    gaiti_json_close(json, ']');
}

/* The differences between the copies of the metadata of the edited file. */
static void report_roundtrip_conflicts(gaiti_json *json, const gait_metadata *metadata) {
    static const char *const copies[] = {"sidecar", "animation", "armature", "scene"};
    gaiti_json_member_open(json, "metadata_conflicts", '[');
    for (uint32_t i = 0; i < gaiti_metadata_conflict_count(metadata); i++) {
        gaiti_metadata_conflict conflict = gaiti_metadata_conflict_at(metadata, i);
        gaiti_json_open(json, '{');
        gaiti_json_member_text(json, "clip", conflict.clip);
        gaiti_json_member_words(json, "fields", conflict.fields, gaiti_metadata_difference_name);
        gaiti_json_member_text(json, "used", copies[conflict.used]);
        gaiti_json_member_text(json, "ignored", copies[conflict.ignored]);
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}

static void report_roundtrip_max_error(gaiti_json *json, const char *key, const char *unit,
                                       const gait_max_difference *max_error) {
    if (!gaiti_json_member_open_if(json, key, '{', max_error->amount > 0)) {
        return;
    }
    report_roundtrip_number(json, unit, true, max_error->amount);
    gaiti_json_member_open(json, "bone", '{');
    gaiti_json_member_index(json, "index", max_error->bone);
    gaiti_json_member_text(json, "name", max_error->bone_name);
    gaiti_json_close(json, '}');
    gaiti_json_member_uint(json, "frame", max_error->frame);
    report_roundtrip_number(json, "time_s", true, max_error->time_s);
    gaiti_json_close(json, '}');
}

static void report_roundtrip_names(gaiti_json *json, const gait_roundtrip_clip_result *clip) {
    gaiti_json_member_index(json, "index", clip->diff.clip);
    gaiti_json_member_text(json, "name", clip->name);
    if (!gaiti_json_member_open_if(json, "animation", '{', clip->animation != NULL)) {
        return;
    }
    gaiti_json_member_index(json, "index", clip->diff.animation);
    gaiti_json_member_text(json, "name", clip->animation);
    gaiti_json_close(json, '}');
}

/* The names before and after; null if the clip has the same name in both files. */
static void report_roundtrip_renaming(gaiti_json *json, const gait_roundtrip_clip_result *clip) {
    if (!gaiti_json_member_open_if(json, "renamed", '{', clip->new_name != NULL)) {
        return;
    }
    gaiti_json_member_text(json, "from", clip->old_name);
    gaiti_json_member_text(json, "to", clip->new_name);
    gaiti_json_close(json, '}');
}

static void report_roundtrip_clip(gaiti_json *json, const gait_roundtrip_clip_result *clip,
                                  bool is_refused) {
    static const char *const diff_outcomes[] = {"unchanged", "changed", "absent", "refused", "new"};
    static const char *const outcomes[] = {"kept", "changed", "kept",     "dropped",
                                           "kept", "added",   "left_out", "renamed"};
    const gait_clip_diff *diff = &clip->diff;
    bool is_compared = diff->outcome == GAIT_DIFF_UNCHANGED || diff->outcome == GAIT_DIFF_CHANGED;
    gaiti_json_open_line(json);
    report_roundtrip_names(json, clip);
    gaiti_json_member_text(json, "difference", diff_outcomes[diff->outcome]);
    gaiti_json_member_text(json, "outcome", is_refused ? NULL : outcomes[clip->outcome]);
    report_roundtrip_renaming(json, clip);
    report_roundtrip_notes(json, diff->notes);
    gaiti_json_member_index(json, "channels", is_compared ? (int64_t)diff->channel_count : -1);
    gaiti_json_member_index(json, "keys", is_compared ? (int64_t)diff->key_count : -1);
    gaiti_json_member_words(json, "metadata", clip->metadata, gait_metadata_field_name);
    report_roundtrip_max_error(json, "rotation", "deg", &diff->rotation);
    report_roundtrip_max_error(json, "translation", "mm", &diff->translation);
    report_roundtrip_number(json, "shift_s", diff->notes & GAIT_DIFF_SHIFTED, diff->shift_s);
    report_roundtrip_number(json, "sampled_fps", diff->notes & GAIT_DIFF_SAMPLED,
                            diff->sampled_fps);
    report_roundtrip_number(json, "from_s", diff->notes & GAIT_DIFF_LENGTH, diff->from_s);
    report_roundtrip_number(json, "to_s", diff->notes & GAIT_DIFF_LENGTH, diff->to_s);
    bool has_more_keys = diff->notes & GAIT_DIFF_KEYS;
    gaiti_json_member_index(json, "from_keys", has_more_keys ? (int64_t)diff->from_keys : -1);
    gaiti_json_member_index(json, "to_keys", has_more_keys ? (int64_t)diff->to_keys : -1);
    gaiti_json_close(json, '}');
}

gait_status gait_report_roundtrip(const gait_roundtrip_report *report,
                                  const gait_roundtrip_files *files, gait_buffer *out) {
    gait_roundtrip_summary overview = gait_roundtrip_report_summary(report);
    if (!overview.is_compared || !files || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    const char *refusal = report_roundtrip_refusal(&overview);
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "schema", "gait.roundtrip/1");
    report_roundtrip_file(&json, "in", files->in, GAIT_FORMAT_GLTF);
    gaiti_json_close(&json, '}');
    report_roundtrip_file(&json, "base", files->base, overview.format);
    gaiti_json_close(&json, '}');
    report_roundtrip_file(&json, "out", files->out, overview.format);
    gaiti_json_member_bool(&json, "written", files->is_written);
    gaiti_json_close(&json, '}');
    gaiti_json_member_text(&json, "refused", refusal);
    gaiti_json_member_text(&json, "rule", overview.rule ? overview.rule->id : NULL);
    gaiti_json_member_open(&json, "tolerance", '{');
    report_roundtrip_number(&json, "deg", true, overview.comparison.tolerance_deg);
    report_roundtrip_number(&json, "mm", true, overview.comparison.tolerance_mm);
    gaiti_json_close(&json, '}');
    report_roundtrip_corrections(&json, &overview.comparison);
    report_roundtrip_bones(&json, report, &overview);
    report_roundtrip_conflicts(&json, overview.metadata);
    gaiti_json_member_bool(&json, "source_changed", overview.has_other_source);
    gaiti_json_member_bool(&json, "mesh_changed", overview.has_other_mesh);
    gaiti_json_member_open(&json, "clips", '[');
    for (uint32_t i = 0; i < gait_roundtrip_report_clip_count(report); i++) {
        gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(report, i);
        report_roundtrip_clip(&json, &clip, refusal != NULL);
    }
    return gaiti_json_end(&json);
}
