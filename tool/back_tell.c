/* What became of the clips of an edited file. */
#include "back.h"

#include <stdlib.h>

#include "exit_code.h"
#include "gait/report.h"
#include "results.h"
#include "terminal.h"

typedef struct note_text {
    uint32_t note;
    const char *text;
} note_text;

static void tell_notes(const char *clip, uint32_t notes, const note_text *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (notes & texts[i].note) {
            tell_note("%s%s%s", clip, clip[0] ? ": " : "", texts[i].text);
        }
    }
}

/* --- clips ------------------------------------------------------------------------------------ */

static void tell_times(const char *name, const gait_back_clip *clip) {
    if (clip->notes & GAIT_BACK_SHIFTED) {
        tell_note("%s: its keys began %.3f s %s: undone", name,
                  clip->shift_s < 0 ? -clip->shift_s : clip->shift_s,
                  clip->shift_s < 0 ? "earlier" : "later");
    }
    if (clip->notes & GAIT_BACK_SAMPLED) {
        tell_note("%s: sampled at %.5g fps: the difference was carried over", name,
                  clip->sampled_fps);
    }
    if (clip->notes & GAIT_BACK_LENGTH) {
        tell_note("%s: %.3f s long, it was %.3f s", name, clip->to_s, clip->from_s);
    }
}

void back_tell_clip_notes(const char *name, const gait_back_clip *clip) {
    static const note_text texts[] = {
        {GAIT_BACK_THINNED, "a tool took keys away: only its own were compared"},
        {GAIT_BACK_SCALED, "scale was ignored"},
        {GAIT_BACK_BETWEEN_KEYS, "moved between keys of the base: that is lost"},
        {GAIT_BACK_NO_PLACE, "a bone moved that the base does not hold: that is lost"},
    };
    tell_times(name, clip);
    tell_notes(name, clip->notes, texts, sizeof texts / sizeof texts[0]);
}

static const char *clip_name(const way_back *way, const gait_back_clip *clip) {
    return clip->clip >= 0 ? way->clips->clips[clip->clip]->name
                           : way->edit->animations[clip->animation].name;
}

static const char *bone_name(const way_back *way, const gait_back_worst *worst) {
    return worst->bone >= 0 ? way->skeleton->bones[worst->bone].name : "-";
}

/* Where it is farthest from the base: a new text, empty when nothing of the kind changed. */
static char *worst_text(const way_back *way, const gait_back_worst *worst, const char *unit) {
    return worst->amount > 0 ? text_format(", by up to %.3f %s (%s, frame %u)", worst->amount, unit,
                                           bone_name(way, worst), (unsigned)worst->frame)
                             : text_copy("");
}

static void tell_change(const way_back *way, const gait_back_clip *clip) {
    char *turned = worst_text(way, &clip->rotation, "degrees");
    char *moved = worst_text(way, &clip->translation, "mm");
    tell_note("%s: changed, %u channel%s, %u key%s%s%s", clip_name(way, clip),
              (unsigned)clip->channel_count, clip->channel_count == 1 ? "" : "s",
              (unsigned)clip->key_count, clip->key_count == 1 ? "" : "s", turned, moved);
    free(moved);
    free(turned);
}

/* Files without a known bone are refused before clips are. */
static const char *refusal_text(uint32_t notes) {
    return notes & GAIT_BACK_CUT_START   ? "its first keys are missing"
           : notes & GAIT_BACK_AMBIGUOUS ? "several animations answer to its name"
                                         : "only the active action was exported";
}

static void tell_refusal(const way_back *way, const gait_back_clip *clip) {
    tell_error(source_label(way->job->in), "%s%s is not taken over: %s",
               clip->clip < 0 ? "animation " : "", clip_name(way, clip), refusal_text(clip->notes));
    if (clip->notes & GAIT_BACK_CUT_START) {
        tell_advice("export without \"Limit to Playback Range\"");
    } else if (!(clip->notes & GAIT_BACK_AMBIGUOUS)) {
        tell_advice("choose \"Group by NLA Track\" or mode Actions when exporting");
    }
}

static void tell_said(const way_back *way, const char *name, const back_said *said) {
    char *taken = back_said_text(said->changes), *lost = back_said_text(said->lost);
    if (said->changes) {
        tell_note("%s: taken over from the extras: %s", name, taken);
    }
    if (said->lost) {
        tell_warning(source_label(way->base), "%s: %s has no place for this: %s", name,
                     gait_format_about(way->base->format)->name, lost);
    }
    if (said->loses_values) {
        tell_warning(source_label(way->base), "%s: marks have no place for values of events", name);
    }
    free(taken);
    free(lost);
}

static void tell_absent(way_back *way, const gait_back_clip *clip, const char *name) {
    if (back_drops(way, clip)) {
        way->dropped++;
        tell_note("%s: dropped", name);
    } else {
        way->absent++;
        tell_warning(source_label(way->job->in), "%s is not in it: it stays as in the base", name);
    }
}

static void tell_new(way_back *way, const gait_back_clip *clip, const char *name) {
    if (back_adds(way, clip)) {
        way->added++;
        tell_note("%s: new", name);
        return;
    }
    way->not_added++;
    if (way->job->options->add_new) {
        tell_warning(source_label(way->job->in), "%s is new: left out, %s is one clip", name,
                     source_label(way->base));
    } else {
        tell_warning(source_label(way->job->in), "%s is new: --add-new takes it over", name);
    }
}

static void tell_fate(way_back *way, const gait_back_clip *clip, const back_said *said) {
    const char *name = clip_name(way, clip);
    switch (clip->fate) {
    case GAIT_BACK_CHANGED:
        way->changed++;
        tell_change(way, clip);
        break;
    case GAIT_BACK_UNCHANGED:
        way->changed += said->changes != 0;
        way->unchanged += said->changes == 0;
        break;
    case GAIT_BACK_ABSENT:
        tell_absent(way, clip, name);
        break;
    case GAIT_BACK_REFUSED:
        way->refused++;
        tell_refusal(way, clip);
        break;
    case GAIT_BACK_NEW:
        tell_new(way, clip, name);
        break;
    }
    tell_said(way, name, said);
    back_tell_clip_notes(name, clip);
}

/* --- the whole file --------------------------------------------------------------------------- */

static bool is_whole(double fps) {
    double whole = (double)(long)(fps + 0.5);
    return fps - whole < 0.05 && whole - fps < 0.05;
}

/* All lengths by one factor: of the scene that it was exported from, or imported into. */
static void tell_rate(double rate) {
    const double fps = 30;
    if (is_whole(fps / rate)) {
        tell_note("played at %.5g instead of %g fps: undone", fps / rate, fps);
    } else if (is_whole(fps * rate)) {
        tell_note("played at %g instead of %.5g fps: undone", fps, fps * rate);
    } else {
        tell_note("all clips %.5g times as long: undone", rate);
    }
}

void back_tell_file_notes(const gait_back_summary *summary) {
    static const note_text texts[] = {
        {GAIT_BACK_TURNED, "turned as a whole: undone"},
        {GAIT_BACK_OTHER_TREE, "bones hang elsewhere: taken by their place in the model"},
    };
    tell_notes("", summary->notes, texts, sizeof texts / sizeof texts[0]);
    if (summary->notes & GAIT_BACK_UNITS) {
        tell_note("scaled by %.4g as a whole: undone", summary->units);
    }
    if (summary->notes & GAIT_BACK_RATE) {
        tell_rate(summary->rate);
    }
}

enum { MOST_NAMES = 4 };

/* A few names in one text, and how many are left. */
static char *few_names(const text_list *names) {
    text_list few = *names;
    few.count = names->count > MOST_NAMES ? MOST_NAMES : names->count;
    char *text = text_list_join(&few, ", ");
    if (names->count > few.count) {
        char *longer = text_format("%s and %zu more", text, names->count - few.count);
        free(text);
        text = longer;
    }
    return text;
}

static void tell_missing(const way_back *way) {
    text_list names = {0};
    for (uint32_t b = 0; b < way->skeleton->bone_count; b++) {
        if (gait_back_joint_of(way->back, b) >= 0) {
            continue;
        }
        const char *name = way->skeleton->bones[b].name;
        int32_t near = names.count < MOST_NAMES ? gait_back_near_joint(way->back, b) : -1;
        text_list_add(&names, near < 0
                                  ? text_copy(name)
                                  : text_format("%s (%s?)", name, way->edit->joints[near].name));
    }
    char *few = few_names(&names);
    if (names.count > 0) {
        tell_warning(source_label(way->job->in), "%zu bone%s not in it, as in the base: %s",
                     names.count, names.count == 1 ? " is" : "s are", few);
    }
    free(few);
    text_list_free(&names, true);
}

static void tell_unused(const way_back *way) {
    text_list names = {0};
    for (uint32_t j = 0; j < way->edit->joint_count; j++) {
        if (gait_back_bone_of(way->back, j) < 0) {
            text_list_add(&names, way->edit->joints[j].name);
        }
    }
    char *few = few_names(&names);
    if (names.count > 0) {
        tell_note("%zu joint%s no bone: %s", names.count, names.count == 1 ? " moves" : "s move",
                  few);
    }
    free(few);
    text_list_free(&names, false);
}

/* With other rests all motions of a bank change, and none was edited; matrices of RTM are relative
 * to rests, and stay. */
static void tell_other_rest(const way_back *way, uint32_t notes) {
    gait_format format = way->base->format;
    if (notes & GAIT_BACK_OTHER_REST && way->changed > 0 && format != GAIT_FORMAT_RTM &&
        format != GAIT_FORMAT_BMTR) {
        tell_warning(source_label(way->job->in),
                     "its bones rest elsewhere than those of %s: motions change along",
                     source_label(way->base));
        tell_advice("give the --skeleton that it was exported with, here too");
    }
}

/* Of a bank with events, an export without them says nothing of those that were moved. */
static void tell_silence(const way_back *way) {
    uint64_t events = 0;
    for (uint32_t i = 0; i < way->clips->clip_count; i++) {
        events += way->clips->lifted[i] ? way->clips->lifted[i]->event_count : 0;
    }
    if (events > 0 && !gait_file_extras(way->job->in->file)) {
        tell_note("%s says nothing of events: they stay as in the base (Blender exports them with "
                  "\"Custom Properties\")",
                  source_label(way->job->in));
    }
}

void back_tell_json(const way_back *way) {
    gait_buffer json = {0};
    uint32_t *extras = back_said_changes(way);
    gait_back_report report = {.in = way->job->in->path,
                               .base = way->base->path,
                               .out = way->job->out,
                               .in_format = way->job->in->format,
                               .format = way->base->format,
                               .back = way->back,
                               .clips = way->clips,
                               .edit = way->edit,
                               .extras = extras,
                               .adds_new = way->added > 0,
                               .drops_missing = way->job->options->drop_missing,
                               .is_written = way->is_written};
    gait_status status = gait_report_back(&report, &json);
    result_json(status, &json);
    result_json_raw("\n");
    gait_buffer_free(&json);
    free(extras);
}

int back_tell(way_back *way) {
    gait_back_summary summary = gait_back_summarize(way->back);
    if (summary.notes & GAIT_BACK_NO_BONES) {
        tell_error(source_label(way->job->in), "no joint has the name of a bone of %s",
                   source_label(way->base));
        return EXIT_UNSUPPORTED;
    }
    back_tell_file_notes(&summary);
    tell_missing(way);
    tell_silence(way);
    if (way->job->options->common.verbose) {
        tell_unused(way);
    }
    for (uint32_t i = 0; i < gait_back_clip_count(way->back); i++) {
        gait_back_clip clip = gait_back_clip_at(way->back, i);
        back_said said = back_said_of(way, i);
        tell_fate(way, &clip, &said);
    }
    tell_other_rest(way, summary.notes);
    if (way->refused > 0) {
        tell_advice("mend the export, or leave these clips out of the edited file");
        return EXIT_UNSUPPORTED;
    }
    return EXIT_FINE;
}

int back_refuse_emptying(const way_back *way) {
    if (way->dropped == 0 || way->changed + way->unchanged + way->absent > 0) {
        return EXIT_FINE;
    }
    tell_error(source_label(way->job->in),
               "holds no clip of %s: --drop-missing would leave none of them",
               source_label(way->base));
    tell_advice("clips go by their names: gait info lists those of both files");
    return EXIT_UNSUPPORTED;
}
