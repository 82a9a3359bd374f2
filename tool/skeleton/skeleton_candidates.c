#include "skeleton/skeleton_candidates.h"

#include <stdlib.h>

#include "exit_code.h"
#include "io/paths.h"
#include "terminal.h"

static bool has_own_skeleton(const source *animation) {
    gait_skeleton *own = NULL;
    memory_check(gait_file_skeleton(animation->file, NULL, &own));
    gait_skeleton_free(own);
    return own != NULL;
}

skeleton_candidates skeleton_candidates_open(const source *animation) {
    skeleton_candidates self = {0};
    if (path_is_stream(animation->path) || has_own_skeleton(animation)) {
        return self;
    }
    bool is_rtm = source_is_rtm(animation);
    char *folder = path_folder(animation->path);
    self.files = inputs_beside(folder, is_rtm ? ".cfg" : ".ogf");
    self.items = memory_resize(NULL, self.files.count, sizeof *self.items);
    self.opened = memory_resize(NULL, self.files.count, sizeof *self.opened);
    for (size_t i = 0; i < self.files.count; i++) {
        const char *path = self.files.items[i].path;
        if (!is_rtm || text_equal(path_name(path), "model.cfg")) {
            gait_file *file = files_open_skeleton(path); /* its errors are not logged */
            self.opened[self.count] = file;
            self.items[self.count++] = (gait_candidate){file, path};
        }
    }
    free(folder);
    return self;
}

void skeleton_candidates_free(skeleton_candidates *self) {
    for (uint32_t i = 0; i < self->count; i++) {
        gait_file_free(self->opened[i]);
    }
    free(self->opened);
    free(self->items);
    inputs_free(&self->files);
    *self = (skeleton_candidates){0};
}
