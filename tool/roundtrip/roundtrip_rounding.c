/* What was made, compared with what was edited: some formats round more than that they could be
 * taken for each other, and what cannot be read again is not written at all. */
#include "roundtrip/roundtrip_job.h"

#include <stdlib.h>

#include "convert/convert_messages.h"
#include "exit_code.h"
#include "roundtrip/roundtrip_notes.h"
#include "terminal.h"

/* What is made of the edited file, seen as a base. */
typedef struct made_file {
    gait_file *file;
    gait_back_base *clips;
    gait_back *back;
} made_file;

static gait_status open_made(const way_back *way, const gait_buffer *content, made_file *made) {
    gait_back_options options = {.tolerance_deg = way->job->tolerance.deg,
                                 .tolerance_mm = way->job->tolerance.mm};
    gait_span bytes = {content->data, content->size};
    gait_status status = gait_file_open(bytes, way->base->path, NULL, &made->file);
    if (status == GAIT_OK) {
        status = gait_back_base_new(made->file, way->skeleton, NULL, &made->clips);
    }
    if (status == GAIT_OK) {
        status = back_place_keys(way, made->clips);
    }
    return status == GAIT_OK ? gait_back_new(made->clips, way->edited.edit, &options, &made->back)
                             : status;
}

/* Of which animations every key had a place: of others it is told already what is lost. */
static bool *find_whole(const way_back *way) {
    const uint32_t partly = GAIT_BACK_SAMPLED | GAIT_BACK_SCALED | GAIT_BACK_LENGTH |
                            GAIT_BACK_BETWEEN_KEYS | GAIT_BACK_NO_PLACE;
    size_t count = way->edited.edit->animation_count;
    bool *is_whole = memory_resize(NULL, count + 1, sizeof *is_whole);
    for (size_t a = 0; a < count; a++) {
        is_whole[a] = false;
    }
    for (uint32_t i = 0; i < gait_back_clip_count(way->back); i++) {
        gait_back_clip clip = gait_back_clip_at(way->back, i);
        if (clip.fate == GAIT_BACK_CHANGED) {
            is_whole[clip.animation] = (clip.notes & partly) == 0;
        }
    }
    return is_whole;
}

static void tell_off(const way_back *way, const gait_back_clip *clip) {
    char *turned = back_worst_text(way->skeleton, &clip->rotation, "degrees");
    char *moved = back_worst_text(way->skeleton, &clip->translation, "mm");
    tell_warning(source_label(way->base), "%s: rounded to what this file can hold%s%s",
                 way->edited.edit->animations[clip->animation].name, turned, moved);
    free(moved);
    free(turned);
}

int back_tell_rounding(const way_back *way, const gait_buffer *content) {
    made_file made = {0};
    gait_status status = open_made(way, content, &made);
    bool *is_whole = find_whole(way);
    uint32_t count = status == GAIT_OK ? gait_back_clip_count(made.back) : 0;
    for (uint32_t i = 0; i < count; i++) {
        gait_back_clip clip = gait_back_clip_at(made.back, i);
        if (clip.fate == GAIT_BACK_CHANGED && is_whole[clip.animation]) {
            tell_off(way, &clip);
        }
    }
    free(is_whole);
    gait_back_free(made.back);
    gait_back_base_free(made.clips);
    gait_file_free(made.file);
    return convert_tell_status(way->base, "what was made of it cannot be read again", status);
}
