/* gait.diff/1: the differences between files. */
#include "gait/report.h"
#include "report/report_json.h"
#include "difference/difference_state.h"

#include <string.h>

/* A key and a value of a difference: a number, or a text. */
static void report_diff_value(gaiti_json *json, const char *key, const char *value,
                              bool is_number) {
    if (is_number && value) {
        gaiti_json_key(json, key);
        gaiti_json_raw(json, value, strlen(value));
    } else {
        gaiti_json_member_text(json, key, value);
    }
}

static void report_diff_difference(gaiti_json *json, gait_difference difference) {
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "subject", gait_difference_subject_name(difference.subject));
    gaiti_json_member_text(json, "kind", gait_difference_kind_name(difference.kind));
    gaiti_json_member_text(json, "name", difference.name[0] ? difference.name : NULL);
    report_diff_value(json, "before", difference.before, difference.is_number);
    report_diff_value(json, "after", difference.after, difference.is_number);
    gaiti_json_close(json, '}');
}

/* A key and an amount with its bone and its frame; null when nothing differs. Infinite amounts are
 * null. */
static void report_diff_largest(gaiti_json *json, const char *key, const char *unit,
                                const gait_max_difference *largest) {
    if (!gaiti_json_member_open_if(json, key, '{', largest->bone_name && largest->amount > 0)) {
        return;
    }
    gaiti_json_member_f32(json, unit, (float)largest->amount);
    gaiti_json_member_text(json, "bone", largest->bone_name);
    gaiti_json_member_uint(json, "frame", largest->frame);
    gaiti_json_close(json, '}');
}

/* The same within a bone. */
static void report_diff_amount(gaiti_json *json, const char *key, const char *unit,
                               const gait_max_difference *largest) {
    gaiti_json_member_open(json, key, '{');
    gaiti_json_member_f32(json, unit, (float)largest->amount);
    gaiti_json_member_uint(json, "frame", largest->frame);
    gaiti_json_close(json, '}');
}

static void report_diff_bone(gaiti_json *json, const gait_key_difference *bone) {
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "name", bone->lever.bone_name);
    report_diff_amount(json, "rotation", "deg", &bone->rotation);
    report_diff_amount(json, "translation", "mm", &bone->translation);
    report_diff_amount(json, "lever", "mm", &bone->lever);
    report_diff_amount(json, "scale", "factor", &bone->scale);
    gaiti_json_close(json, '}');
}

/* --- clips ------------------------------------------------------------------------------------ */

static const char *report_diff_clip_kind(const gait_clip_difference *clip) {
    bool is_changed = clip->difference_count > 0 || clip->keys == GAIT_KEYS_DIFFERENT;
    return clip->clip < 0 ? "added" : clip->other < 0 ? "removed" : is_changed ? "changed" : "same";
}

/* A key and {"index","name","frames"}; null when the file lacks the clip. */
static void report_diff_side(gaiti_json *json, const char *key, int32_t index, const char *name,
                             uint32_t frames) {
    if (!gaiti_json_member_open_if(json, key, '{', index >= 0)) {
        return;
    }
    gaiti_json_member_index(json, "index", index);
    gaiti_json_member_text(json, "name", name);
    gaiti_json_member_uint(json, "frames", frames);
    gaiti_json_close(json, '}');
}

static void report_diff_clip(gaiti_json *json, const gait_file_comparison *comparison,
                             uint32_t index) {
    gait_clip_difference clip = gait_file_comparison_clip(comparison, index);
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "kind", report_diff_clip_kind(&clip));
    report_diff_side(json, "before", clip.clip, clip.name, clip.frame_count);
    report_diff_side(json, "after", clip.other, clip.other_name, clip.other_frame_count);
    gaiti_json_member_bool(json, "renamed", clip.is_renamed);
    gaiti_json_member_bool(json, "moved", clip.is_moved);
    gaiti_json_member_text(json, "keys", gaiti_compared_keys_name(clip.keys));
    gaiti_json_member_text(json, "problem",
                           clip.status != GAIT_OK ? gait_status_name(clip.status) : NULL);
    report_diff_largest(json, "rotation", "deg", &clip.largest.rotation);
    report_diff_largest(json, "translation", "mm", &clip.largest.translation);
    report_diff_largest(json, "lever", "mm", &clip.largest.lever);
    report_diff_largest(json, "scale", "factor", &clip.largest.scale);
    report_diff_largest(json, "displacement", "mm", &clip.displacement);
    gaiti_json_member_open(json, "differences", '[');
    for (uint32_t i = 0; i < clip.difference_count; i++) {
        report_diff_difference(json, gait_file_comparison_clip_difference(comparison, index, i));
    }
    gaiti_json_close(json, ']');
    gaiti_json_member_open(json, "bones", '[');
    for (uint32_t i = 0; i < clip.bone_count; i++) {
        gait_key_difference bone = gait_file_comparison_bone(comparison, index, i);
        report_diff_bone(json, &bone);
    }
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

/* --- files ------------------------------------------------------------------------------------ */

static void report_diff_counts(gaiti_json *json, const gait_files_summary *summary) {
    gaiti_json_member_open(json, "clip_counts", '{');
    gaiti_json_member_uint(json, "total", summary->clip_count);
    gaiti_json_member_uint(json, "added", summary->added);
    gaiti_json_member_uint(json, "removed", summary->removed);
    gaiti_json_member_uint(json, "renamed", summary->renamed);
    gaiti_json_member_uint(json, "moved", summary->moved);
    gaiti_json_member_uint(json, "changed", summary->changed);
    gaiti_json_member_uint(json, "not_compared", summary->not_compared);
    gaiti_json_close(json, '}');
}

static void report_diff_tolerance(gaiti_json *json, const gait_files_summary *summary) {
    gaiti_json_member_open(json, "tolerance", '{');
    gaiti_json_member_f64(json, "deg", summary->tolerance_deg);
    gaiti_json_member_f64(json, "mm", summary->tolerance_mm);
    gaiti_json_close(json, '}');
}

static void report_diff_comparison(gaiti_json *json, const gait_file_comparison *comparison) {
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    gaiti_json_member_text(json, "format", gait_format_get_info(summary.format)->name);
    gaiti_json_member_text(json, "other_format", gait_format_get_info(summary.other_format)->name);
    gaiti_json_member_uint(json, "bytes", summary.size);
    gaiti_json_member_uint(json, "other_bytes", summary.other_size);
    gaiti_json_member_uint(json, "differing_bytes", summary.differing_bytes);
    gaiti_json_member_bool(json, "posed", summary.is_posed);
    report_diff_tolerance(json, &summary);
    gaiti_json_member_open(json, "differences", '[');
    for (uint32_t i = 0; i < summary.difference_count; i++) {
        report_diff_difference(json, gait_file_comparison_difference(comparison, i));
    }
    gaiti_json_close(json, ']');
    report_diff_counts(json, &summary);
    gaiti_json_member_open(json, "clips", '[');
    for (uint32_t i = 0; i < summary.clip_count; i++) {
        gait_clip_difference clip = gait_file_comparison_clip(comparison, i);
        if (clip.is_different || clip.status != GAIT_OK) {
            report_diff_clip(json, comparison, i);
        }
    }
    gaiti_json_close(json, ']');
}

gait_status gait_report_difference(const gait_report_pair *pair, gait_buffer *out) {
    if (!pair || !out || (!pair->comparison && !pair->status)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "path", pair->path);
    gaiti_json_member_text(&json, "other_path", pair->other_path);
    if (pair->comparison) {
        gait_files_summary summary = gait_file_comparison_summary(pair->comparison);
        gaiti_json_member_text(&json, "status", gaiti_files_outcome_name(summary.outcome));
        report_diff_comparison(&json, pair->comparison);
    } else {
        gaiti_json_member_text(&json, "status", pair->status);
    }
    gaiti_report_member_error(&json, pair->error);
    return gaiti_json_end(&json);
}
