/* What became of one clip of an edited file, told to people. */
#include "roundtrip/roundtrip.h"

#include <stdlib.h>

#include "terminal.h"

/* Of a bank many clips may be missing or new: a few are named, all of them when asked. */
static bool is_named(const way_back *way, unsigned before) {
    return before < BACK_MOST_CLIPS || way->job->options->common.verbose;
}

static void tell_times(const char *name, const gait_back_clip *clip) {
    if (clip->notes & GAIT_BACK_SHIFTED) {
        tell_note("%s: its keys began %.3f s %s: undone", name,
                  clip->shift_s < 0 ? -clip->shift_s : clip->shift_s,
                  clip->shift_s < 0 ? "earlier" : "later");
    }
    if (clip->notes & GAIT_BACK_SAMPLED && clip->fate != GAIT_BACK_UNCHANGED) {
        tell_note("%s: sampled at %.5g fps: the difference was carried over", name,
                  clip->sampled_fps);
    }
    if (clip->notes & GAIT_BACK_LENGTH) {
        tell_note("%s: %.3f s long, it was %.3f s", name, clip->to_s, clip->from_s);
    }
}

void back_tell_clip_notes(const char *name, const gait_back_clip *clip) {
    static const back_note_text texts[] = {
        {GAIT_BACK_THINNED, "a tool took keys away: only its own were compared"},
        {GAIT_BACK_SCALED, "scale was ignored"},
        {GAIT_BACK_BETWEEN_KEYS, "moved between keys of the base: that is lost"},
        {GAIT_BACK_NO_PLACE, "a bone moved that the base does not hold: that is lost"},
    };
    tell_times(name, clip);
    back_tell_notes(name, clip->notes, texts, sizeof texts / sizeof texts[0]);
}

static const char *clip_name(const way_back *way, const gait_back_clip *clip) {
    return clip->clip >= 0 ? way->clips->clips[clip->clip]->name
                           : way->edit->animations[clip->animation].name;
}

static const char *bone_name(const way_back *way, const gait_back_worst *worst) {
    return worst->bone >= 0 ? way->skeleton->bones[worst->bone].name : "-";
}

/* Where it is farthest from the base: a new text, empty when nothing of the kind changed. */
char *back_worst_text(const way_back *way, const gait_back_worst *worst, const char *unit) {
    return worst->amount > 0 ? text_format(", by up to %.3f %s (%s, frame %u)", worst->amount, unit,
                                           bone_name(way, worst), (unsigned)worst->frame)
                             : text_copy("");
}

static void tell_change(const way_back *way, const gait_back_clip *clip) {
    char *turned = back_worst_text(way, &clip->rotation, "degrees");
    char *moved = back_worst_text(way, &clip->translation, "mm");
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
    bool is_dropped = back_drops(way, clip);
    bool named = is_named(way, is_dropped ? way->dropped : way->absent);
    way->dropped += is_dropped;
    way->absent += !is_dropped;
    if (named && is_dropped) {
        tell_note("%s: dropped", name);
    } else if (named) {
        tell_warning(source_label(way->job->in), "%s is not in it: it stays as in the base", name);
    }
}

static void tell_left_out(const way_back *way, const char *name) {
    if (way->job->options->add_new) {
        tell_warning(source_label(way->job->in), "%s is new: left out, %s is one clip", name,
                     source_label(way->base));
    } else {
        tell_warning(source_label(way->job->in), "%s is new: --add-new takes it over", name);
    }
}

static void tell_new(way_back *way, const gait_back_clip *clip, const char *name) {
    bool is_added = back_adds(way, clip);
    bool named = is_named(way, is_added ? way->added : way->not_added);
    way->added += is_added;
    way->not_added += !is_added;
    if (named && is_added) {
        tell_note("%s: new", name);
    } else if (named) {
        tell_left_out(way, name);
    }
}

void back_tell_clip(way_back *way, uint32_t index) {
    gait_back_clip found = gait_back_clip_at(way->back, index);
    const gait_back_clip *clip = &found;
    back_said said = back_said_of(way, index);
    const char *name = clip_name(way, clip);
    switch (clip->fate) {
    case GAIT_BACK_CHANGED:
        way->changed++;
        tell_change(way, clip);
        break;
    case GAIT_BACK_UNCHANGED:
        way->changed += said.changes != 0;
        way->unchanged += said.changes == 0;
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
    tell_said(way, name, &said);
    back_tell_clip_notes(name, clip);
}
