/* Makes the index of a mod at the first animation of it, and finds the durations of animations. */
#include "mod/mod_durations.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "io/threads.h"
#include "mod/mod_index.h"

struct mod_durations {
    const state_options *options;
    thread_lock *lock; /* of the following */
    mod_index **mods;  /* by root */
    text_list roots;   /* owned, as given to mod_index_load() */
    char *folder;      /* the last one in which a file was; NULL = none */
    const mod_index *of_folder;
};

mod_durations *mod_durations_new(const state_options *options) {
    mod_durations *self = memory_resize(NULL, 1, sizeof *self);
    *self = (mod_durations){.options = options, .lock = thread_lock_new()};
    return self;
}

void mod_durations_free(mod_durations *self) {
    for (size_t m = 0; self && m < self->roots.count; m++) {
        mod_index_free(self->mods[m]);
        free(self->mods[m]);
    }
    if (self) {
        text_list_free(&self->roots, true);
        thread_lock_free(self->lock);
        free(self->folder);
        free(self->mods);
        free(self);
    }
}

/* The index of the mod with this root, which is freed. An index that cannot be made is empty. */
static const mod_index *durations_load(mod_durations *self, char *root) {
    size_t m = 0;
    while (m < self->roots.count && strcmp(self->roots.items[m], root) != 0) {
        m++;
    }
    if (m < self->roots.count) {
        free(root);
        return self->mods[m];
    }
    self->mods = memory_resize(self->mods, m + 1, sizeof *self->mods);
    self->mods[m] = memory_resize(NULL, 1, sizeof **self->mods);
    const mod_request request = {.root = root};
    if (mod_index_load(&request, self->mods[m]) != EXIT_OK) {
        mod_index_free(self->mods[m]); /* it would miss files that are there */
    }
    text_list_add(&self->roots, root);
    return self->mods[m];
}

/* The index for files of the folder with this one; NULL = no config is above it. */
static const mod_index *durations_of_folder(mod_durations *self, const char *path) {
    char *folder = path_folder(path);
    thread_lock_acquire(self->lock);
    if (!self->folder || strcmp(self->folder, folder) != 0) {
        char *last = self->folder;
        self->folder = folder;
        folder = last;
        self->of_folder = mod_has_config(path) ? durations_load(self, mod_root_of(path)) : NULL;
    }
    const mod_index *index = self->of_folder;
    thread_lock_release(self->lock);
    free(folder);
    return index;
}

const mod_index *mod_durations_of_source(mod_durations *self, const source *file,
                                         uint32_t *out_file) {
    uint32_t played = GAIT_HAS_PHASES | GAIT_HAS_PARTS | GAIT_HAS_BANK | GAIT_MOVES_OBJECT;
    bool is_played = gait_format_get_info(file->format)->abilities & played;
    const mod_index *index = is_played && !self->options->no_config && !path_is_stream(file->path)
                                 ? durations_of_folder(self, file->path)
                                 : NULL;
    int32_t found = index ? mod_index_find(index, file->path) : -1;
    *out_file = found < 0 ? 0 : (uint32_t)found;
    return found < 0 ? NULL : index;
}

/* "lasts 1.667 s (state, config.cpp:387; 2 other states: 1 s)" */
static void mod_durations_log(const mod_index *index, const char *path,
                              const gait_mod_duration *found) {
    const gait_mod_use *state = found->state;
    bool is_pose = state->seconds_why == GAIT_SECONDS_STATIC;
    char *place = mod_index_place(index, state);
    char *others = found->other_count == 0
                       ? text_copy("")
                       : text_format("; %lu other state%s", (unsigned long)found->other_count,
                                     text_plural(found->other_count));
    char *other = found->other ? text_format(", such as %s: %.4g s", found->other->name,
                                             found->other->seconds_why == GAIT_SECONDS_STATIC
                                                 ? 1.0
                                                 : found->other->seconds)
                               : text_copy("");
    log_note("%s: %s %.4g s (%s, %s%s%s)", path, is_pose ? "a pose, shown for" : "lasts",
             found->seconds, state->name, place, others, other);
    free(place);
    free(others);
    free(other);
}

/* Logs that the animation has no state with the name that was given. */
static int mod_durations_refuse(const mod_index *index, const char *path, int32_t file,
                                const char *name) {
    text_list states = {0};
    gait_mod_file info = gait_mod_file_at(index->mod, (uint32_t)file);
    for (uint32_t u = 0; u < info.use_count; u++) {
        const gait_mod_use *use = gait_mod_use_at(index->mod, info.first_use + u);
        if (use->kind == GAIT_USE_STATE) {
            text_list_add(&states, use->name);
        }
    }
    const char *nearest = text_nearest(name, states.items, states.count);
    log_error(path, "no state '%s' with a duration plays it%s%s%s", name,
              nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    log_hint("`gait uses` lists the states of a file");
    text_list_free(&states, false);
    return EXIT_USAGE;
}

int mod_durations_find(mod_durations *self, const char *path, mod_duration *out,
                       text_list *used_files) {
    const char *name = self->options->name;
    gait_mod_duration found = {0};
    *out = (mod_duration){0};
    const mod_index *index = self->options->no_config ? NULL : durations_of_folder(self, path);
    if (!index) {
        if (name) {
            log_error(path, "no config of its mod is used: --state needs one");
        }
        return name ? EXIT_USAGE : EXIT_OK;
    }
    int32_t file = mod_index_find(index, path);
    gait_status status =
        file < 0 ? GAIT_NOT_FOUND : gait_mod_duration_of(index->mod, (uint32_t)file, name, &found);
    if (status == GAIT_OK) {
        *out = (mod_duration){found.seconds, index->mod, found.state};
        if (used_files) {
            text_list_add(used_files, mod_index_path(index, found.state->place.file));
        }
        mod_durations_log(index, path, &found);
        return EXIT_OK;
    }
    if (name && file < 0) {
        log_error(path, "is not in the mod '%s': --state needs its configs",
                  index->root ? index->root : "");
    }
    return !name ? EXIT_OK : file < 0 ? EXIT_FILES : mod_durations_refuse(index, path, file, name);
}
