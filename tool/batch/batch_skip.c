/* Decides which files of a folder a command leaves out, and why. */
#include "batch/batch_skip.h"

#include <stdlib.h>

#include "io/paths.h"

static bool has_matching_clip(const source *file, const text_list *patterns) {
    uint32_t count = gait_file_clip_count(file->file);
    bool is_found = !patterns || patterns->count == 0;
    for (uint32_t i = 0; i < count && !is_found; i++) {
        char *name = source_clip_name(file, i);
        for (size_t k = 0; k < patterns->count && !is_found; k++) {
            is_found =
                text_equal(patterns->items[k], name) || text_matches(patterns->items[k], name);
        }
        free(name);
    }
    return is_found;
}

int batch_open_input(const batch_work *self, const input *in, source *file) {
    return self->text_extensions ? source_read_input(file, in) : source_open_input(file, in);
}

const char *batch_reason_to_skip(const batch_work *self, const input *in, const source *file) {
    if (!in->is_found || self->text_extensions) {
        return NULL;
    }
    if (source_is_foreign(file)) {
        return "belongs to another program";
    }
    if (self->needs_text && file->format != GAIT_FORMAT_UNKNOWN &&
        !(gait_format_get_info(file->format)->abilities & GAIT_HAS_TEXT)) {
        return "has no text form";
    }
    if (!self->needs_clips) {
        return NULL;
    }
    bool has_no_clips =
        (file->format != GAIT_FORMAT_UNKNOWN && !format_has(file->format, GAIT_HAS_CLIPS)) ||
        path_has_one_of(in->path, ".p3d .cfg");
    if (!file->file && !has_no_clips) {
        return NULL;
    }
    if (has_no_clips || gait_file_clip_count(file->file) == 0) {
        return "holds no clips";
    }
    return has_matching_clip(file, self->clips) ? NULL : "no clip matches --clip";
}
