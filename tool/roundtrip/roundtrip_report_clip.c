/* What becomes of one clip of an edited file, told to people. */
#include "roundtrip/roundtrip_job.h"

#include <stdlib.h>

#include "roundtrip/roundtrip_notes.h"
#include "terminal.h"

static const char *clip_name(const way_back *way, const gait_back_clip *clip) {
    return clip->clip >= 0 ? way->clips->clips[clip->clip]->name
                           : way->edited.edit->animations[clip->animation].name;
}

static void tell_change(const way_back *way, const gait_back_clip *clip) {
    char *turned = back_worst_text(way->skeleton, &clip->rotation, "degrees");
    char *moved = back_worst_text(way->skeleton, &clip->translation, "mm");
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

static void tell_left_out(const way_back *way, const char *name) {
    if (way->job->options->add_new) {
        tell_warning(source_label(way->job->in), "%s is new: left out, %s is one clip", name,
                     source_label(way->base));
    } else {
        tell_warning(source_label(way->job->in), "%s is new: --add-new takes it over", name);
    }
}

void back_tell_clip(const way_back *way, uint32_t index, unsigned before) {
    gait_back_clip clip = gait_back_clip_at(way->back, index);
    back_said said = back_said_of(way, index);
    const char *name = clip_name(way, &clip);
    /* Of a bank many clips may be missing or new: a few are named, all of them when asked. */
    bool is_named = before < BACK_MOST_CLIPS || way->job->options->common.verbose;
    switch (way->outcomes[index]) {
    case BACK_CHANGED:
        if (clip.fate == GAIT_BACK_CHANGED) {
            tell_change(way, &clip);
        }
        break;
    case BACK_UNCHANGED:
        break;
    case BACK_KEPT:
        if (is_named) {
            tell_warning(source_label(way->job->in), "%s is not in it: it stays as in the base",
                         name);
        }
        break;
    case BACK_DROPPED:
        if (is_named) {
            tell_note("%s: dropped", name);
        }
        break;
    case BACK_REFUSED:
        tell_refusal(way, &clip);
        break;
    case BACK_ADDED:
        if (is_named) {
            tell_note("%s: new", name);
        }
        break;
    case BACK_LEFT_OUT:
        if (is_named) {
            tell_left_out(way, name);
        }
        break;
    }
    tell_said(way, name, &said);
    back_tell_clip_notes(name, &clip);
}
