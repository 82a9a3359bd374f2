/* What becomes of each clip of the base and of the edited file. */
#include "roundtrip/roundtrip_job.h"

/* Those without frames are in no edited file. */
static bool is_dropped(const way_back *way, const gait_back_clip *clip) {
    return way->job->options->drop_missing && way->clips->clips[clip->clip]->frame_count > 0;
}

/* Some formats are one clip. */
static bool has_room_for_more(gait_format format) {
    return format == GAIT_FORMAT_OMF || format == GAIT_FORMAT_OGF || format == GAIT_FORMAT_SKLS;
}

static back_outcome outcome_of(const way_back *way, uint32_t index) {
    gait_back_clip clip = gait_back_clip_at(way->back, index);
    switch (clip.fate) {
    case GAIT_BACK_ABSENT:
        return is_dropped(way, &clip) ? BACK_DROPPED : BACK_KEPT;
    case GAIT_BACK_NEW:
        return way->job->options->add_new && has_room_for_more(way->base->format) ? BACK_ADDED
                                                                                  : BACK_LEFT_OUT;
    case GAIT_BACK_REFUSED:
        return BACK_REFUSED;
    case GAIT_BACK_CHANGED:
        return BACK_CHANGED;
    case GAIT_BACK_UNCHANGED:
    default:
        return back_said_of(way, index).changes != 0 ? BACK_CHANGED : BACK_UNCHANGED;
    }
}

void back_decide(way_back *way) {
    uint32_t count = gait_back_clip_count(way->back);
    way->outcomes = memory_resize(NULL, (size_t)count + 1, sizeof *way->outcomes);
    for (uint32_t i = 0; i < count; i++) {
        way->outcomes[i] = outcome_of(way, i);
        way->counts[way->outcomes[i]]++;
    }
}
