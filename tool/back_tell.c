/* What became of the clips of an edited file. */
#include "back.h"

#include <stdlib.h>

#include "exit_code.h"
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

void back_tell_clip_notes(const char *clip, uint32_t notes) {
    static const note_text texts[] = {
        {GAIT_BACK_SHIFTED, "its keys began at another time; undone"},
        {GAIT_BACK_SAMPLED, "sampled at another rate: the difference was carried over"},
        {GAIT_BACK_THINNED, "a tool took keys away: only its own were compared"},
        {GAIT_BACK_SCALED, "scale was ignored"},
        {GAIT_BACK_LENGTH, "it has another length now"},
        {GAIT_BACK_BETWEEN_KEYS, "moved between keys of the base: that is lost"},
        {GAIT_BACK_NO_PLACE, "a bone moved that the base does not hold: that is lost"},
        {GAIT_BACK_CUT_START,
         "its first keys are missing: export without \"Limit to Playback Range\""},
        {GAIT_BACK_AMBIGUOUS, "several animations answer to its name"},
    };
    tell_notes(clip, notes, texts, sizeof texts / sizeof texts[0]);
}

void back_tell_file_notes(const gait_back_summary *summary) {
    static const note_text texts[] = {
        {GAIT_BACK_TURNED, "turned as a whole: undone"},
        {GAIT_BACK_UNITS, "scaled as a whole: undone"},
        {GAIT_BACK_RATE, "all clips had another rate: undone"},
        {GAIT_BACK_OTHER_TREE, "bones hang elsewhere: taken by their place in the model"},
        {GAIT_BACK_ONE_ACTION, "only the active action was exported: choose \"Group by NLA Track\""
                               " or mode Actions"},
    };
    tell_notes("", summary->notes, texts, sizeof texts / sizeof texts[0]);
}

static const char *clip_name(const way_back *way, const gait_back_clip *clip) {
    return clip->clip >= 0 ? way->clips->clips[clip->clip]->name
                           : way->edit->animations[clip->animation].name;
}

static const char *bone_name(const way_back *way, const gait_back_worst *worst) {
    return worst->bone >= 0 ? way->skeleton->bones[worst->bone].name : "-";
}

static void tell_change(const way_back *way, const gait_back_clip *clip) {
    tell_note("%s: changed, %u channels, %u keys, by %.3f degrees (%s, frame %u), %.3f mm (%s, "
              "frame %u)",
              clip_name(way, clip), (unsigned)clip->channel_count, (unsigned)clip->key_count,
              clip->rotation.amount, bone_name(way, &clip->rotation),
              (unsigned)clip->rotation.frame, clip->translation.amount,
              bone_name(way, &clip->translation), (unsigned)clip->translation.frame);
}

/* What no field of the base's format can hold is told, and lost. */
static void tell_said(const way_back *way, const char *name, uint32_t changes) {
    bool is_rtm = way->base->format == GAIT_FORMAT_RTM || way->base->format == GAIT_FORMAT_BMTR;
    uint32_t lost = changes & (is_rtm ? (uint32_t)GAIT_SAYS_PLAYBACK : (uint32_t)GAIT_SAYS_MOTION);
    char *kept_text = back_said_text(changes & ~lost), *lost_text = back_said_text(lost);
    if (changes & ~lost) {
        tell_note("%s: taken over from the extras: %s", name, kept_text);
    }
    if (lost) {
        tell_warning(source_label(way->base), "%s: %s has no place for this: %s", name,
                     gait_format_about(way->base->format)->name, lost_text);
    }
    free(kept_text);
    free(lost_text);
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

static void tell_fate(way_back *way, const gait_back_clip *clip, uint32_t said) {
    const char *name = clip_name(way, clip);
    switch (clip->fate) {
    case GAIT_BACK_CHANGED:
        way->changed++;
        tell_change(way, clip);
        break;
    case GAIT_BACK_UNCHANGED:
        way->changed += said != 0;
        way->unchanged += said == 0;
        break;
    case GAIT_BACK_ABSENT:
        tell_absent(way, clip, name);
        break;
    case GAIT_BACK_REFUSED:
        way->refused++;
        tell_error(source_label(way->job->in), "%s: is not taken over", name);
        break;
    case GAIT_BACK_NEW:
        tell_new(way, clip, name);
        break;
    }
    tell_said(way, name, said);
    back_tell_clip_notes(name, clip->notes);
}

int back_tell(way_back *way) {
    gait_back_summary summary = gait_back_summarize(way->back);
    if (summary.notes & GAIT_BACK_NO_BONES) {
        tell_error(source_label(way->job->in), "no joint has the name of a bone of %s",
                   source_label(way->base));
        return EXIT_UNSUPPORTED;
    }
    back_tell_file_notes(&summary);
    if (summary.missing_bones > 0) {
        tell_warning(source_label(way->job->in), "%u bones are not in it: they stay as in the base",
                     (unsigned)summary.missing_bones);
    }
    for (uint32_t i = 0; i < gait_back_clip_count(way->back); i++) {
        gait_back_clip clip = gait_back_clip_at(way->back, i);
        tell_fate(way, &clip, back_said_of(way, i).changes);
    }
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
