/* What the extras of an edited file say otherwise: events, how a clip is played, its motion. */
#include "roundtrip/roundtrip_job.h"

#include <stdlib.h>

#include "convert/convert_messages.h"
#include "exit_code.h"
#include "terminal.h"

/* Its own extras, else what is said of the name that the clip was exported with. */
static const gait_extras_clip *find_said(const way_back *way, const gait_back_clip *clip) {
    const gait_file *file = way->job->in->file;
    const gait_extras *all = gait_file_extras(file);
    const gait_extras_clip *own = gait_file_extras_clip(file, (uint32_t)clip->animation);
    return own || !all ? own : gait_extras_find(all, way->clips->clip_names[clip->clip]);
}

/* Banks and SDK motions; RTM has properties. */
static bool has_marks(gait_format format) {
    return format != GAIT_FORMAT_RTM && format != GAIT_FORMAT_BMTR;
}

static uint32_t without_place(gait_format format) {
    return has_marks(format) ? GAIT_SAYS_MOTION : GAIT_SAYS_PLAYBACK;
}

static bool has_values(const gait_clip *clip) {
    bool found = false;
    for (uint32_t e = 0; e < clip->event_count; e++) {
        found = found || clip->events[e].value[0];
    }
    return found;
}

static gait_status listen_to(way_back *way, uint32_t index) {
    gait_back_clip clip = gait_back_clip_at(way->back, index);
    bool is_taken = clip.fate == GAIT_BACK_UNCHANGED || clip.fate == GAIT_BACK_CHANGED;
    const gait_extras_clip *said = is_taken ? find_said(way, &clip) : NULL;
    if (!said) {
        return GAIT_OK;
    }
    gait_extras_base base = {.clip = way->clips->lifted[clip.clip],
                             .seconds = way->clips->clips[clip.clip]->time,
                             .rate = gait_back_summarize(way->back).rate};
    back_said *out = &way->said[index];
    gait_status status = gait_extras_compare(said, &base, NULL, &out->changes, &out->clip);
    out->lost = out->changes & without_place(way->base->format);
    out->changes &= ~out->lost;
    out->loses_values =
        out->changes & GAIT_SAYS_EVENTS && has_marks(way->base->format) && has_values(out->clip);
    return status;
}

int back_listen(way_back *way) {
    gait_status status = GAIT_OK;
    uint32_t count = gait_back_clip_count(way->back);
    if (!gait_file_extras(way->job->in->file)) {
        return EXIT_FINE;
    }
    way->said = memory_resize(NULL, (size_t)count + 1, sizeof *way->said);
    for (uint32_t i = 0; i < count; i++) {
        way->said[i] = (back_said){0};
    }
    for (uint32_t i = 0; i < count && status == GAIT_OK; i++) {
        status = listen_to(way, i);
    }
    return convert_tell_status(way->job->in, "its extras cannot be compared", status);
}

void back_forget(way_back *way) {
    uint32_t count = way->said ? gait_back_clip_count(way->back) : 0;
    for (uint32_t i = 0; i < count; i++) {
        gait_clip_free(way->said[i].clip);
    }
    free(way->said);
}

back_said back_said_of(const way_back *way, uint32_t index) {
    return way->said ? way->said[index] : (back_said){0};
}

uint32_t *back_said_changes(const way_back *way) {
    uint32_t count = gait_back_clip_count(way->back);
    uint32_t *changes = memory_resize(NULL, (size_t)count + 1, sizeof *changes);
    for (uint32_t i = 0; i < count; i++) {
        changes[i] = back_said_of(way, i).changes;
    }
    return changes;
}

char *back_said_text(uint32_t changes) {
    text_list names = {0};
    for (uint32_t field = 1; gait_said_name(field); field <<= 1) {
        if (changes & field) {
            text_list_add(&names, gait_said_name(field));
        }
    }
    char *text = text_list_join(&names, ", ");
    text_list_free(&names, false);
    return text;
}
