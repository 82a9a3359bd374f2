#include "gait/report.h"

#include "report/report_json.h"

typedef struct report_back_word {
    uint32_t note;
    const char *word;
} report_back_word;

/* Numbers that were measured: single precision says enough, and what is 100 reads so. */
static void report_back_number(gaiti_json *json, const char *key, bool applies, double value) {
    gaiti_json_key(json, key);
    if (applies) {
        gaiti_json_f32(json, (float)value);
    } else {
        gaiti_json_null(json);
    }
}

static void report_back_member_bool(gaiti_json *json, const char *key, bool value) {
    gaiti_json_key(json, key);
    gaiti_json_bool(json, value);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void report_back_file(gaiti_json *json, const char *key, const char *path,
                             gait_format format) {
    gaiti_json_key(json, key);
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "path", path);
    gaiti_json_member_format(json, format);
}

static void report_back_files(gaiti_json *json, const gait_back_report *report) {
    report_back_file(json, "in", report->in, report->in_format);
    gaiti_json_close(json, '}');
    report_back_file(json, "base", report->base, report->format);
    gaiti_json_close(json, '}');
    report_back_file(json, "out", report->out, report->format);
    report_back_member_bool(json, "written", report->is_written);
    gaiti_json_close(json, '}');
}

/* Those without frames are in no edited file: they stay. */
static bool report_back_drops(const gait_back_report *report, const gait_back_clip *clip) {
    return report->drops_missing && clip->fate == GAIT_BACK_ABSENT &&
           report->clips->clips[clip->clip]->frame_count > 0;
}

/* Why nothing is taken over; NULL when nothing stands against it. */
static const char *report_back_refusal(const gait_back_report *report, uint32_t notes) {
    uint32_t count = gait_back_clip_count(report->back), pairs = 0, kept = 0, dropped = 0;
    if (notes & GAIT_BACK_NO_BONES) {
        return "no_bones";
    }
    for (uint32_t i = 0; i < count; i++) {
        gait_back_clip clip = gait_back_clip_at(report->back, i);
        if (clip.fate == GAIT_BACK_REFUSED) {
            return notes & GAIT_BACK_ONE_ACTION ? "one_action" : "clips";
        }
        bool drops = report_back_drops(report, &clip);
        pairs += clip.clip >= 0 && clip.animation >= 0;
        dropped += drops;
        kept += clip.fate == GAIT_BACK_ABSENT && !drops;
    }
    bool is_another = count > 0 && pairs + dropped == 0 && !report->adds_new;
    bool is_emptied = dropped > 0 && pairs + kept == 0;
    return is_another || is_emptied ? "no_clips" : NULL;
}

static void report_back_mended(gaiti_json *json, const gait_back_summary *summary) {
    gaiti_json_key(json, "mended");
    gaiti_json_open(json, '{');
    report_back_member_bool(json, "turned", summary->notes & GAIT_BACK_TURNED);
    report_back_number(json, "units", summary->notes & GAIT_BACK_UNITS, summary->units);
    report_back_number(json, "rate", summary->notes & GAIT_BACK_RATE, summary->rate);
    report_back_member_bool(json, "other_tree", summary->notes & GAIT_BACK_OTHER_TREE);
    gaiti_json_close(json, '}');
}

static void report_back_missing(gaiti_json *json, const gait_back_report *report) {
    const gait_skeleton *skeleton = report->clips->skeleton;
    gaiti_json_key(json, "missing");
    gaiti_json_open(json, '[');
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (gait_back_joint_of(report->back, b) >= 0) {
            continue;
        }
        int32_t nearest = gait_back_near_joint(report->back, b);
        gaiti_json_open(json, '{');
        gaiti_json_member_uint(json, "index", b);
        gaiti_json_member_text(json, "name", skeleton->bones[b].name);
        gaiti_json_member_text(json, "nearest",
                               nearest < 0 ? NULL : report->edit->joints[nearest].name);
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}

static void report_back_bones(gaiti_json *json, const gait_back_report *report,
                              const gait_back_summary *summary) {
    gaiti_json_key(json, "bones");
    gaiti_json_open(json, '{');
    gaiti_json_member_uint(json, "matched", summary->matched_bones);
    report_back_member_bool(json, "other_rest", summary->notes & GAIT_BACK_OTHER_REST);
    report_back_missing(json, report);
    gaiti_json_key(json, "unused_joints");
    gaiti_json_open(json, '[');
    for (uint32_t j = 0; j < report->edit->joint_count; j++) {
        if (gait_back_bone_of(report->back, j) < 0) {
            gaiti_json_text(json, report->edit->joints[j].name);
        }
    }
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

/* --- clips ------------------------------------------------------------------------------------ */

static void report_back_notes(gaiti_json *json, uint32_t notes) {
    static const report_back_word words[] = {
        {GAIT_BACK_SHIFTED, "shifted"},     {GAIT_BACK_SAMPLED, "sampled"},
        {GAIT_BACK_THINNED, "thinned"},     {GAIT_BACK_SCALED, "scaled"},
        {GAIT_BACK_LENGTH, "length"},       {GAIT_BACK_BETWEEN_KEYS, "between_keys"},
        {GAIT_BACK_NO_PLACE, "no_place"},   {GAIT_BACK_CUT_START, "cut_start"},
        {GAIT_BACK_AMBIGUOUS, "ambiguous"}, {GAIT_BACK_NO_CURVE, "no_curve"},
    };
    gaiti_json_key(json, "notes");
    gaiti_json_open(json, '[');
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (notes & words[i].note) {
            gaiti_json_text(json, words[i].word);
        }
    }
    gaiti_json_close(json, ']');
}

/* What OUT holds of a clip. */
static const char *report_back_done(const gait_back_report *report, const gait_back_clip *clip,
                                    uint32_t extras) {
    switch (clip->fate) {
    case GAIT_BACK_CHANGED:
        return "changed";
    case GAIT_BACK_NEW:
        return report->adds_new ? "added" : "left_out";
    case GAIT_BACK_ABSENT:
        return report_back_drops(report, clip) ? "dropped" : "kept";
    case GAIT_BACK_UNCHANGED:
    case GAIT_BACK_REFUSED:
    default:
        return extras ? "changed" : "kept";
    }
}

static void report_back_extras(gaiti_json *json, uint32_t extras) {
    gaiti_json_key(json, "extras");
    gaiti_json_open(json, '[');
    for (uint32_t field = 1; gait_said_name(field); field <<= 1) {
        if (extras & field) {
            gaiti_json_text(json, gait_said_name(field));
        }
    }
    gaiti_json_close(json, ']');
}

static void report_back_worst(gaiti_json *json, const gait_back_report *report, const char *key,
                              const char *unit, const gait_back_worst *worst) {
    gaiti_json_key(json, key);
    if (!(worst->amount > 0)) {
        gaiti_json_null(json);
        return;
    }
    gaiti_json_open(json, '{');
    report_back_number(json, unit, true, worst->amount);
    gaiti_json_key(json, "bone");
    gaiti_json_open(json, '{');
    gaiti_json_member_index(json, "index", worst->bone);
    gaiti_json_member_text(json, "name", report->clips->skeleton->bones[worst->bone].name);
    gaiti_json_close(json, '}');
    gaiti_json_member_uint(json, "frame", worst->frame);
    gaiti_json_close(json, '}');
}

static void report_back_names(gaiti_json *json, const gait_back_report *report,
                              const gait_back_clip *clip) {
    const char *animation =
        clip->animation < 0 ? NULL : report->edit->animations[clip->animation].name;
    gaiti_json_member_index(json, "index", clip->clip);
    gaiti_json_member_text(json, "name",
                           clip->clip < 0 ? animation : report->clips->clips[clip->clip]->name);
    gaiti_json_key(json, "animation");
    if (!animation) {
        gaiti_json_null(json);
        return;
    }
    gaiti_json_open(json, '{');
    gaiti_json_member_index(json, "index", clip->animation);
    gaiti_json_member_text(json, "name", animation);
    gaiti_json_close(json, '}');
}

static void report_back_clip(gaiti_json *json, const gait_back_report *report,
                             const gait_back_clip *clip, uint32_t extras, bool is_refused) {
    static const char *const fates[] = {"unchanged", "changed", "absent", "refused", "new"};
    bool is_compared = clip->fate == GAIT_BACK_UNCHANGED || clip->fate == GAIT_BACK_CHANGED;
    gaiti_json_line(json);
    gaiti_json_open(json, '{');
    report_back_names(json, report, clip);
    gaiti_json_member_text(json, "fate", fates[clip->fate]);
    gaiti_json_member_text(json, "done",
                           is_refused ? NULL : report_back_done(report, clip, extras));
    report_back_notes(json, clip->notes);
    gaiti_json_member_index(json, "channels", is_compared ? (int64_t)clip->channel_count : -1);
    gaiti_json_member_index(json, "keys", is_compared ? (int64_t)clip->key_count : -1);
    report_back_extras(json, extras);
    report_back_worst(json, report, "rotation", "deg", &clip->rotation);
    report_back_worst(json, report, "translation", "mm", &clip->translation);
    report_back_number(json, "shift_s", clip->notes & GAIT_BACK_SHIFTED, clip->shift_s);
    report_back_number(json, "sampled_fps", clip->notes & GAIT_BACK_SAMPLED, clip->sampled_fps);
    report_back_number(json, "from_s", clip->notes & GAIT_BACK_LENGTH, clip->from_s);
    report_back_number(json, "to_s", clip->notes & GAIT_BACK_LENGTH, clip->to_s);
    gaiti_json_close(json, '}');
}

gait_status gait_report_back(const gait_back_report *report, gait_buffer *out) {
    gaiti_json json = gaiti_json_over(out);
    gait_back_summary summary = gait_back_summarize(report->back);
    const char *refusal = report_back_refusal(report, summary.notes);
    gaiti_json_open(&json, '{');
    gaiti_json_member_text(&json, "schema", "gait.back/1");
    report_back_files(&json, report);
    gaiti_json_member_text(&json, "refused", refusal);
    gaiti_json_key(&json, "tolerance");
    gaiti_json_open(&json, '{');
    report_back_number(&json, "deg", true, summary.tolerance_deg);
    report_back_number(&json, "mm", true, summary.tolerance_mm);
    gaiti_json_close(&json, '}');
    report_back_mended(&json, &summary);
    report_back_bones(&json, report, &summary);
    gaiti_json_key(&json, "clips");
    gaiti_json_open(&json, '[');
    for (uint32_t i = 0; i < gait_back_clip_count(report->back); i++) {
        gait_back_clip clip = gait_back_clip_at(report->back, i);
        report_back_clip(&json, report, &clip, report->extras ? report->extras[i] : 0,
                         refusal != NULL);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_close(&json, '}');
    return gaiti_json_status(&json);
}
