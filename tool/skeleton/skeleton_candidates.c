/* Finds the root of a mod, and lists its models by their distance from the animation. */
#include "skeleton/skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"

enum { MAX_LEVELS = 8, LEVELS_WITHOUT_ROOT = 2, MAX_NAMED = 3 };

/* --- places ----------------------------------------------------------------------------------- */

static bool contains(const char *folder, const char *name) {
    platform_info info;
    char *path = path_join(folder, name);
    bool found = platform_look(path, &info) == 0;
    free(path);
    return found;
}

static bool is_root(const char *folder) {
    char *without = text_slice(folder, strlen(folder) - 1);
    const char *name = path_name(without);
    bool is_named =
        text_equal(name, "meshes") || text_equal(name, "gamedata") || text_equal(name, "addons");
    free(without);
    bool is_marked = !project_contains(folder) && (is_named || contains(folder, "$PBOPREFIX$"));
    return is_marked || project_is_root(folder);
}

skeleton_places skeleton_places_of(const source *animation) {
    skeleton_places self = {0};
    char *absolute = NULL;
    if (path_is_stream(animation->path)) {
        return self;
    }
    char *own = path_folder(animation->path);
    text_list_add(&self.folders, own);
    self.path = text_copy(path_name(animation->path));
    if (platform_absolute(own, &absolute) != 0) {
        return self;
    }
    char *folder = path_join(absolute, "");
    free(absolute);
    self.own = text_copy(folder);
    char *full = path_join(folder, path_name(animation->path));
    free(self.path);
    const char *below = path_below(full, "meshes");
    self.path = below ? text_format("/%s", below) : text_copy(path_name(full));
    free(full);
    bool is_limited = !project_contains(folder);
    for (int level = 0; folder && (level <= MAX_LEVELS || !is_limited) && !self.root; level++) {
        if (level > 0) {
            text_list_add(&self.folders, text_copy(folder));
        }
        self.root = is_root(folder) ? text_copy(folder) : NULL;
        char *parent = path_parent(folder);
        free(folder);
        folder = parent;
    }
    free(folder);
    size_t max_folders = source_is_rtm(animation) ? 1 + LEVELS_WITHOUT_ROOT : 1;
    while (!self.root && self.folders.count > max_folders) {
        free((char *)(uintptr_t)self.folders.items[--self.folders.count]);
    }
    return self;
}

void skeleton_places_free(skeleton_places *self) {
    text_list_free(&self->folders, true);
    free(self->own);
    free(self->root);
    free(self->path);
    *self = (skeleton_places){0};
}

/* --- candidates ------------------------------------------------------------------------------- */

/* The state of adding candidates. */
typedef struct adding {
    gait_search *search;
    const char *label; /* of the animation */
    const skeleton_places *places;
    skeleton_cache *cache;
    const char *extension;
    bool is_rtm;
    skeleton_log log;
    unsigned *left_out;     /* number of candidates with a problem */
    uint32_t first_distant; /* the first place whose candidates are distant */
} adding;

/* Says that a file or a folder is no candidate. */
static void log_problem(const adding *self, const input *model) {
    bool is_verbose = self->log == SKELETON_LOG_VERBOSE;
    if (self->log == SKELETON_LOG_QUIET) {
        return;
    }
    if (!model->is_link) {
        ++*self->left_out;
    }
    if (!model->is_link && (is_verbose || *self->left_out <= MAX_NAMED)) {
        log_warning(self->label, "'%s' is left out of the search for the skeleton: %s", model->path,
                    model->problem);
    } else if (model->is_link && is_verbose) {
        log_note("%s: %s", model->path, model->problem);
    }
}

static void add_file(const adding *self, skeleton_models *models, size_t index, uint32_t place,
                     bool is_distant) {
    input *model = &models->files.items[index];
    gait_file *file = model->problem ? NULL : skeleton_cache_open(self->cache, models, index);
    if (!file) {
        log_problem(self, model);
    }
    gait_candidate candidate = {.file = file,
                                .path = model->path,
                                .place = place,
                                .is_distant = is_distant || place >= self->first_distant};
    memory_check(gait_search_add(self->search, &candidate));
    skeleton_cache_close(models, index, file);
}

/* True when the models of this folder were added already. */
static bool skeleton_candidates_is_listed(const adding *self, const char *path) {
    char *folder = path_folder(path);
    bool found = self->places->own && strcmp(folder, self->places->own) == 0;
    for (size_t i = 1; i < self->places->folders.count && !found; i++) {
        found = strcmp(folder, self->places->folders.items[i]) == 0;
    }
    free(folder);
    return found;
}

/* How many folders one has to go up from the animation to a folder that contains `path`. */
static uint32_t levels_up(const adding *self, const char *path) {
    const text_list *folders = &self->places->folders;
    for (size_t i = 0; i < folders->count; i++) {
        const char *folder = i == 0 && self->places->own ? self->places->own : folders->items[i];
        if (strncmp(path, folder, strlen(folder)) == 0) {
            return (uint32_t)i;
        }
    }
    return (uint32_t)folders->count;
}

/* Adds the models in a folder, or with `is_deep` in and below it. */
static void add_folder(const adding *self, const char *folder, bool is_deep, uint32_t place,
                       bool is_distant) {
    skeleton_models *models = skeleton_cache_models(self->cache, folder, self->extension, is_deep);
    for (size_t i = 0; i < models->files.count; i++) {
        const input *model = &models->files.items[i];
        const char *path = model->path;
        bool is_model = path_has_extension(path, self->extension) &&
                        (!self->is_rtm || text_equal(path_name(path), "model.cfg"));
        if (model->is_link || (model->problem && !is_model)) {
            log_problem(self, model);
        } else if (is_model && !(is_distant && skeleton_candidates_is_listed(self, path))) {
            add_file(self, models, i, place + (is_distant ? levels_up(self, path) : 0), is_distant);
        }
    }
}

static void add_folders(const adding *self, const text_list *folders, uint32_t *place) {
    for (size_t i = 0; i < folders->count && !gait_search_is_final(self->search); i++) {
        add_folder(self, folders->items[i], true, (*place)++, false);
    }
}

void skeleton_candidates_add(gait_search *search, const source *animation,
                             const skeleton_places *places, skeleton_cache *cache,
                             skeleton_log log) {
    bool is_rtm = source_is_rtm(animation);
    const skeleton_folders *extra = skeleton_cache_folders(cache);
    adding self = {.search = search,
                   .label = source_label(animation),
                   .places = places,
                   .cache = cache,
                   .extension = is_rtm ? ".cfg" : ".ogf",
                   .is_rtm = is_rtm,
                   .log = log,
                   .first_distant = is_rtm ? UINT32_MAX : (uint32_t)extra->given.count + 1};
    uint32_t place = 0;
    unsigned left_out = 0;
    self.left_out = &left_out;
    add_folders(&self, &extra->given, &place);
    for (size_t i = 0; i < places->folders.count && !gait_search_is_final(search); i++, place++) {
        add_folder(&self, places->folders.items[i], false, place, false);
    }
    if (places->root && !gait_search_is_final(search)) {
        add_folder(&self, places->root, true, place, true);
    }
    place += (uint32_t)places->folders.count + 1;
    add_folders(&self, &extra->added, &place);
    if (left_out > MAX_NAMED && log != SKELETON_LOG_VERBOSE) {
        unsigned more = left_out - MAX_NAMED;
        log_warning(self.label, "%u other file%s left out of the search for the skeleton", more,
                    more == 1 ? " is" : "s are");
        log_hint("-v names all of them");
    }
}
