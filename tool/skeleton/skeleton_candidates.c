#include "skeleton/skeleton_candidates.h"

#include <stdlib.h>

#include "exit_code.h"
#include "io/paths.h"
#include "terminal.h"

static bool has_own_skeleton(const source *animation) {
    gait_skeleton *own = NULL;
    memory_check(gait_file_own_skeleton(animation->file, NULL, &own));
    gait_skeleton_free(own);
    return own != NULL;
}

/* Nobody asked for the file: what is wrong with it is not told. NULL when it does not open, or is a
 * model without bones, which most are. */
static source *open_candidate(const char *path) {
    source *file = source_new();
    bool is_open = source_open(file, path) == EXIT_FINE;
    if (!is_open || (file->format == GAIT_FORMAT_OGF && gait_file_bone_count(file->file) == 0)) {
        source_free(file);
        return NULL;
    }
    return file;
}

skeleton_candidates skeleton_candidates_open(const source *animation) {
    skeleton_candidates self = {0};
    if (path_is_stream(animation->path) || has_own_skeleton(animation)) {
        return self;
    }
    bool is_rtm = animation->format == GAIT_FORMAT_RTM || animation->format == GAIT_FORMAT_BMTR;
    char *folder = path_folder(animation->path);
    self.files = inputs_beside(folder, is_rtm ? ".cfg" : ".ogf");
    self.items = memory_resize(NULL, self.files.count, sizeof *self.items);
    self.sources = memory_resize(NULL, self.files.count, sizeof *self.sources);
    for (size_t i = 0; i < self.files.count; i++) {
        const char *path = self.files.items[i].path;
        if (!is_rtm || text_equal(path_name(path), "model.cfg")) {
            source *file = open_candidate(path);
            self.sources[self.count] = file;
            self.items[self.count++] = (gait_candidate){file ? file->file : NULL, path};
        }
    }
    free(folder);
    return self;
}

void skeleton_candidates_free(skeleton_candidates *self) {
    for (uint32_t i = 0; i < self->count; i++) {
        source_free(self->sources[i]);
    }
    free(self->sources);
    free(self->items);
    inputs_free(&self->files);
    *self = (skeleton_candidates){0};
}
