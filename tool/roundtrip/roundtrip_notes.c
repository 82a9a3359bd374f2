/* Words the notes of a comparison about files and clips. */
#include "roundtrip/roundtrip_notes.h"

#include "terminal.h"

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
        {GAIT_DIFF_BETWEEN_KEYS, "movement between the keys of the base is lost"},
        {GAIT_DIFF_NO_PLACE, "movement of a bone without keys in the base is lost"},
    };
    log_times(name, clip);
    roundtrip_log_notes(name, clip->notes, texts, sizeof texts / sizeof texts[0]);
}

char *roundtrip_error_text(const gait_skeleton *skeleton, const gait_max_error *max_error,
                           const char *unit) {
    const char *bone = max_error->bone >= 0 ? skeleton->bones[max_error->bone].name : "-";
    return max_error->amount > 0
               ? text_format(", by up to %.3f %s (%s, frame %u)", max_error->amount, unit, bone,
                             (unsigned)max_error->frame)
               : text_copy("");
}
