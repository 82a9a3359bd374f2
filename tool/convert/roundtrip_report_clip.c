/* Messages about one clip of a round trip, and about comparisons. */
#include <stdlib.h>

#include "convert/convert.h"
#include "base/base.h"
#include "gait/names.h"

/* --- comparisons ------------------------------------------------------------------------------ */

/* A note of gait_diff_note, and its text. */
typedef struct roundtrip_note_text {
    uint32_t note;
    const char *text;
} roundtrip_note_text;

/* Logs the texts of all `notes`. `clip` may be empty. */
static void roundtrip_log_notes(const char *clip, uint32_t notes, const roundtrip_note_text *texts,
                                size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (notes & texts[i].note) {
            log_note("%s%s%s", clip, clip[0] ? ": " : "", texts[i].text);
        }
    }
}

static bool is_whole(double fps) {
    double whole = (double)(long)(fps + 0.5);
    return fps - whole < 0.05 && whole - fps < 0.05;
}

/* Logs that all durations changed by the factor `rate`. The scene of the export or of the import
 * had another frame rate if that gives a whole number. */
static void log_rate(double rate) {
    const double fps = 30;
    if (is_whole(fps / rate)) {
        log_note("the edited file has %.5g instead of %g fps; Gait corrected the times", fps / rate,
                 fps);
    } else if (is_whole(fps * rate)) {
        log_note("the edited file has %g instead of %.5g fps; Gait corrected the times", fps,
                 fps * rate);
    } else {
        log_note("all clips are %.5g times as long as in the base; Gait corrected the times", rate);
    }
}

void roundtrip_log_file_notes(const gait_diff_summary *summary) {
    static const roundtrip_note_text texts[] = {
        {GAIT_DIFF_ROTATED, "the whole file is rotated; Gait corrected this"},
        {GAIT_DIFF_OTHER_HIERARCHY,
         "bones have other parents; Gait compared the poses in model space"},
        {GAIT_DIFF_PLACED,
         "the armature is moved or rotated; this is ignored, poses are relative to it"},
    };
    roundtrip_log_notes("", summary->notes, texts, sizeof texts / sizeof texts[0]);
    if (summary->notes & GAIT_DIFF_UNITS) {
        log_note("the whole file is scaled by %.4g; Gait corrected this", summary->units);
    }
    if (summary->notes & GAIT_DIFF_RATE) {
        log_rate(summary->rate);
    }
}

static void log_times(const char *name, const gait_clip_diff *clip) {
    if (clip->notes & GAIT_DIFF_SHIFTED) {
        log_note("%s: the keys start %.3f s %s; Gait corrected this", name,
                 clip->shift_s < 0 ? -clip->shift_s : clip->shift_s,
                 clip->shift_s < 0 ? "earlier" : "later");
    }
    if (clip->notes & GAIT_DIFF_SAMPLED && clip->outcome != GAIT_DIFF_UNCHANGED) {
        log_note("%s: sampled at %.5g fps; Gait transferred the difference to the keys of the base",
                 name, clip->sampled_fps);
    }
    if (clip->notes & GAIT_DIFF_LENGTH) {
        log_note("%s: %.3f s long instead of %.3f s", name, clip->to_s, clip->from_s);
    }
}

void roundtrip_log_clip_notes(const char *name, const gait_clip_diff *clip) {
    static const roundtrip_note_text texts[] = {
        {GAIT_DIFF_THINNED, "a program removed keys; Gait compared only the remaining keys"},
        {GAIT_DIFF_SCALED, "scale was ignored"},
        {GAIT_DIFF_OBJECT_MOTION,
         "the armature is animated; its motion was added to that of the root bones"},
        {GAIT_DIFF_BETWEEN_KEYS, "movement between the keys of the base is lost"},
        {GAIT_DIFF_NO_PLACE, "movement of a bone without keys in the base is lost"},
    };
    log_times(name, clip);
    roundtrip_log_notes(name, clip->notes, texts, sizeof texts / sizeof texts[0]);
}

/* --- one clip --------------------------------------------------------------------------------- */

/* Two new texts such as ", by up to 0.1 mm (head, frame 3)", or "": the maximum error of the
 * rotation and of the translation. */
static void error_texts(const gait_max_difference *rotation, const gait_max_difference *translation,
                        char *out[2]) {
    for (int i = 0; i < 2; i++) {
        const gait_max_difference *found = i == 0 ? rotation : translation;
        out[i] = found->amount > 0 ? text_format(", by up to %.3f %s (%s, frame %u)", found->amount,
                                                 i == 0 ? "degrees" : "mm", found->bone_name,
                                                 (unsigned)found->frame)
                                   : text_copy("");
    }
}

static void log_change(const gait_roundtrip_clip_result *clip) {
    const gait_clip_diff *diff = &clip->diff;
    char *texts[2];
    error_texts(&diff->rotation, &diff->translation, texts);
    log_note("%s: changed, %u channel%s, %u key%s%s%s", clip->name, (unsigned)diff->channel_count,
             text_plural(diff->channel_count), (unsigned)diff->key_count,
             text_plural(diff->key_count), texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

static void log_refusal(const round_trip *trip, const gait_roundtrip_clip_result *clip) {
    uint32_t notes = clip->diff.notes;
    /* Files without a known bone are refused earlier. */
    const char *reason = notes & GAIT_DIFF_CUT_START   ? "its first keys are missing"
                         : notes & GAIT_DIFF_AMBIGUOUS ? "several animations match it"
                                                       : "only the active action was exported";
    log_error(source_label(trip->job->in), "%s%s cannot be applied: %s",
              clip->diff.clip < 0 ? "animation " : "", clip->name, reason);
    if (notes & GAIT_DIFF_CUT_START) {
        log_hint("export without \"Limit to Playback Range\"");
    } else if (!(notes & GAIT_DIFF_AMBIGUOUS)) {
        log_hint("export with \"Group by NLA Track\" or with the mode \"Actions\"");
    }
}

/* Returns a new text such as "events, speed". */
static char *metadata_text(uint32_t fields) {
    text_list names = {0};
    for (uint32_t field = 1; gait_metadata_field_name(field); field <<= 1) {
        if (fields & field) {
            text_list_add(&names, gait_metadata_field_name(field));
        }
    }
    char *text = text_list_join(&names, ", ");
    text_list_free(&names, false);
    return text;
}

static void log_metadata(const round_trip *trip, const gait_roundtrip_clip_result *clip) {
    char *applied = metadata_text(clip->metadata), *lost = metadata_text(clip->lost_metadata);
    const char *base = source_label(trip->base);
    if (clip->metadata) {
        log_note("%s: applied from the metadata: %s", clip->name, applied);
    }
    if (clip->lost_metadata) {
        log_warning(base, "%s: %s cannot store this: %s", clip->name,
                    gait_format_get_info(trip->base->format)->name, lost);
    }
    if (clip->loses_event_values) {
        log_warning(base, "%s: marks cannot store the values of events", clip->name);
    }
    free(applied);
    free(lost);
}

/* Logs a clip that looks renamed, when its name is not applied. */
static void log_apparent_rename(const round_trip *trip, const gait_roundtrip_clip_result *clip) {
    const char *result = clip->outcome == GAIT_ROUNDTRIP_DROPPED ? "removed"
                         : clip->outcome == GAIT_ROUNDTRIP_KEPT  ? "kept as in the base"
                                                                 : "its name is kept";
    log_warning(source_label(trip->job->in), "clip %s looks renamed to %s: %s", clip->old_name,
                clip->new_name, result);
}

static void log_added(const gait_roundtrip_clip_result *clip) {
    if (clip->has_default_playback) {
        log_note(
            "%s: added; it has no metadata, so it is played once, speed and power are 1, accrue "
            "and falloff are 2",
            clip->name);
    } else {
        log_note("%s: added", clip->name);
    }
}

void roundtrip_log_clip(const round_trip *trip, uint32_t index, unsigned before) {
    gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(trip->report, index);
    const char *name = clip.name;
    /* Many clips of a bank may be missing or new: only a few are named, with -v all of them. */
    bool is_named = before < ROUNDTRIP_MAX_CLIPS || trip->job->options->common.verbose;
    if (clip.new_name && clip.diff.clip >= 0 && clip.outcome != GAIT_ROUNDTRIP_RENAMED) {
        if (is_named) {
            log_apparent_rename(trip, &clip);
        }
        is_named = false;
    } else if (clip.new_name && clip.outcome == GAIT_ROUNDTRIP_LEFT_OUT) {
        is_named = false; /* logged with the clip of the base */
    }
    switch (clip.outcome) {
    case GAIT_ROUNDTRIP_RENAMED:
        log_note("%s: renamed to %s", name, clip.new_name);
        if (clip.diff.outcome == GAIT_DIFF_CHANGED) {
            log_change(&clip);
        }
        break;
    case GAIT_ROUNDTRIP_CHANGED:
        if (clip.diff.outcome == GAIT_DIFF_CHANGED) {
            log_change(&clip);
        }
        break;
    case GAIT_ROUNDTRIP_KEPT:
        if (is_named) {
            log_warning(source_label(trip->job->in), "clip %s is missing: kept as in the base",
                        name);
        }
        break;
    case GAIT_ROUNDTRIP_DROPPED:
        if (is_named) {
            log_note("%s: removed", name);
        }
        break;
    case GAIT_ROUNDTRIP_REFUSED:
        log_refusal(trip, &clip);
        break;
    case GAIT_ROUNDTRIP_ADDED:
        if (is_named) {
            log_added(&clip);
        }
        break;
    case GAIT_ROUNDTRIP_LEFT_OUT:
        if (is_named && trip->job->options->add_new) {
            log_warning(source_label(trip->job->in), "clip %s is new: left out, %s holds one clip",
                        name, source_label(trip->base));
        } else if (is_named) {
            log_warning(source_label(trip->job->in), "clip %s is new: left out, --add-new adds it",
                        name);
        }
        break;
    case GAIT_ROUNDTRIP_UNCHANGED:
    default:
        break;
    }
    log_metadata(trip, &clip);
    roundtrip_log_clip_notes(name, &clip.diff);
}

void roundtrip_log_losses(const round_trip *trip, uint32_t index) {
    gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(trip->report, index);
    if (clip.lost) {
        log_warning(source_label(trip->base), "%s: %s cannot store all of its data", clip.name,
                    gait_format_get_info(trip->base->format)->name);
        convert_log_losses(clip.lost);
    }
}

void roundtrip_log_rounding(const round_trip *trip, uint32_t index) {
    gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(trip->report, index);
    char *texts[2];
    if (!clip.is_rounded) {
        return;
    }
    error_texts(&clip.rounded_rotation, &clip.rounded_translation, texts);
    log_warning(source_label(trip->base), "%s: rounded to the precision of this file%s%s",
                clip.animation, texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}
