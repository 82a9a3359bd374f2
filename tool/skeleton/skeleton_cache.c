/* Opens each model and each folder once for all inputs of a run. */
#include "skeleton/skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io/files.h"
#include "base/platform.h"

/* The folders of one animation and of its parents, and those of the user. */
enum { MAX_LISTS = 32, MAX_OPEN = 4096 };

typedef struct model_list {
    char *folder, *extension;
    bool is_deep;
    uint64_t last_use;
    skeleton_models models;
} model_list;

/* A skeleton of the project, for the files that match a pattern. */
typedef struct project_skeleton {
    const toml_item *item;
    skeleton_arguments arguments;
} project_skeleton;

struct skeleton_cache {
    bool keeps_models;
    bool is_loaded;
    bool is_given; /* --skeleton is on the command line */
    skeleton_arguments arguments;
    project_skeleton *of_project;
    size_t of_project_count, of_project_capacity;
    size_t chosen; /* index + 1; 0 = `arguments` */
    skeleton_folders folders;
    model_list lists[MAX_LISTS];
    size_t list_count, open_count;
    uint64_t uses;
    char *model_path; /* of `model`, which is open; NULL = none */
    source *model;
};

skeleton_cache *skeleton_cache_new(bool keeps_models) {
    skeleton_cache *self = memory_resize(NULL, 1, sizeof *self);
    memset(self, 0, sizeof *self);
    self->keeps_models = keeps_models;
    return self;
}

/* --- options ---------------------------------------------------------------------------------- */

/* Adds the folders in a list such as "a:b". */
static void add_environment(const char *list, text_list *folders) {
    while (*list) {
        const char *end = strchr(list, PLATFORM_LIST_SEPARATOR);
        size_t size = end ? (size_t)(end - list) : strlen(list);
        if (size > 0) {
            text_list_add(folders, text_slice(list, size));
        }
        list += size + (end != NULL);
    }
}

/* Splits the values of --skeleton into folders and others (`files`), and adds the other folders. */
static int split_places(const text_list *given, const text_list *searched, text_list *files,
                        skeleton_folders *folders) {
    bool is_folder;
    for (size_t i = 0; given && i < given->count; i++) {
        const char *value = given->items[i];
        is_folder = false;
        if (!text_equal(value, SKELETON_MOTION) &&
            files_look_for_folder(value, &is_folder) != EXIT_OK) {
            return EXIT_FILES;
        }
        text_list_add(is_folder ? &folders->given : files, text_copy(value));
    }
    for (size_t i = 0; searched && i < searched->count; i++) {
        const char *value = searched->items[i];
        if (files_look_for_folder(value, &is_folder) != EXIT_OK) {
            return EXIT_FILES;
        }
        if (!is_folder) {
            log_error(value, "is not a folder");
            log_hint("--search takes a folder; --skeleton takes a file or a folder");
            return EXIT_FILES;
        }
        text_list_add(&folders->added, text_copy(value));
    }
    char *list = platform_environment("GAIT_SEARCH");
    add_environment(list ? list : "", &folders->added);
    free(list);
    return EXIT_OK;
}

int skeleton_cache_load(skeleton_cache *self, const text_list *given, const text_list *folders) {
    text_list files = {0};
    if (self->is_loaded) {
        return EXIT_OK;
    }
    int code = split_places(given, folders, &files, &self->folders);
    if (code == EXIT_OK) {
        code = skeleton_arguments_load(&files, &self->arguments);
    }
    self->is_loaded = code == EXIT_OK;
    self->is_given = given && given->count > 0;
    text_list_free(&files, true);
    return code;
}

const skeleton_arguments *skeleton_cache_arguments(const skeleton_cache *self) {
    return self->chosen > 0 ? &self->of_project[self->chosen - 1].arguments : &self->arguments;
}

const skeleton_folders *skeleton_cache_folders(const skeleton_cache *self) {
    return &self->folders;
}

/* --- the project ------------------------------------------------------------------------------ */

char *skeleton_of_project(const source *animation, const toml_item **out_item) {
    char *relative =
        format_has(animation->format, GAIT_OWN_JOINTS) ? NULL : project_relative(animation->path);
    *out_item = relative ? project_match("skeletons", relative) : NULL;
    free(relative);
    if (!*out_item) {
        return NULL;
    }
    const char *value = (*out_item)->values.items[0];
    return skeleton_is_word(value) ? text_copy(value) : project_path(*out_item, value);
}

/* Loads a value, which may be NULL: its path was refused. */
static int load_of_project(const toml_item *item, char *value, skeleton_arguments *out) {
    text_list given = {0};
    if (!value) {
        return EXIT_USAGE;
    }
    text_list_add(&given, value);
    int code = skeleton_arguments_load(&given, out);
    if (code != EXIT_OK) {
        char *place = project_place(item);
        log_hint("%s has this skeleton", place);
        free(place);
    }
    text_list_free(&given, true);
    return code;
}

int skeleton_cache_choose(skeleton_cache *self, const source *animation) {
    const toml_item *item;
    project_skeleton added = {0};
    self->chosen = 0;
    char *value = self->is_given ? NULL : skeleton_of_project(animation, &item);
    if (self->is_given || !item) {
        return EXIT_OK;
    }
    for (size_t i = 0; i < self->of_project_count; i++) {
        if (self->of_project[i].item == item) {
            self->chosen = i + 1;
            free(value);
            return EXIT_OK;
        }
    }
    TRY(load_of_project(item, value, &added.arguments));
    added.item = item;
    self->of_project = memory_reserve(self->of_project, self->of_project_count,
                                      &self->of_project_capacity, sizeof *self->of_project);
    self->of_project[self->of_project_count++] = added;
    self->chosen = self->of_project_count;
    return EXIT_OK;
}

const toml_item *skeleton_cache_chosen(const skeleton_cache *self) {
    return self->chosen > 0 ? self->of_project[self->chosen - 1].item : NULL;
}

/* --- models ----------------------------------------------------------------------------------- */

source *skeleton_cache_model(skeleton_cache *self, source *file, const char *found) {
    source *given =
        source_has_mesh(file) ? file : skeleton_arguments_model(skeleton_cache_arguments(self));
    if (given || !found) {
        return given;
    }
    if (!self->model_path || strcmp(self->model_path, found) != 0) {
        free(self->model_path);
        self->model_path = text_copy(found);
        self->model = self->model ? self->model : source_new();
        if (source_open(self->model, self->model_path) != EXIT_OK) {
            log_warning(found, "cannot be opened completely: its mesh is left out");
        }
    }
    return self->model->file ? self->model : NULL;
}

static void free_list(skeleton_cache *self, model_list *list) {
    for (size_t i = 0; i < list->models.files.count; i++) {
        self->open_count -= list->models.open[i] != NULL;
        gait_file_free(list->models.open[i]);
    }
    free(list->models.open);
    inputs_free(&list->models.files);
    free(list->folder);
    free(list->extension);
}

void skeleton_cache_free(skeleton_cache *self) {
    if (!self) {
        return;
    }
    for (size_t i = 0; i < self->list_count; i++) {
        free_list(self, &self->lists[i]);
    }
    source_free(self->model);
    free(self->model_path);
    skeleton_arguments_free(&self->arguments);
    for (size_t i = 0; i < self->of_project_count; i++) {
        skeleton_arguments_free(&self->of_project[i].arguments);
    }
    free(self->of_project);
    text_list_free(&self->folders.given, true);
    text_list_free(&self->folders.added, true);
    free(self);
}

/* An unused list, or the one that was not used for the longest time. */
static model_list *skeleton_cache_free_place(skeleton_cache *self) {
    model_list *oldest = &self->lists[0];
    if (self->list_count < MAX_LISTS) {
        return &self->lists[self->list_count++];
    }
    for (size_t i = 1; i < MAX_LISTS; i++) {
        oldest = self->lists[i].last_use < oldest->last_use ? &self->lists[i] : oldest;
    }
    free_list(self, oldest);
    return oldest;
}

skeleton_models *skeleton_cache_models(skeleton_cache *self, const char *folder,
                                       const char *extension, bool is_deep) {
    self->uses++;
    for (size_t i = 0; self->keeps_models && i < self->list_count; i++) {
        model_list *list = &self->lists[i];
        if (list->is_deep == is_deep && strcmp(list->folder, folder) == 0 &&
            strcmp(list->extension, extension) == 0) {
            list->last_use = self->uses;
            return &list->models;
        }
    }
    model_list *list = skeleton_cache_free_place(self);
    inputs files = is_deep ? inputs_below(folder, extension) : inputs_beside(folder, extension);
    *list = (model_list){.folder = text_copy(folder),
                         .extension = text_copy(extension),
                         .is_deep = is_deep,
                         .last_use = self->uses,
                         .models.files = files};
    list->models.open = memory_resize(NULL, files.count, sizeof *list->models.open);
    for (size_t i = 0; i < files.count; i++) {
        list->models.open[i] = NULL;
    }
    return &list->models;
}

gait_file *skeleton_cache_open(skeleton_cache *self, skeleton_models *models, size_t index) {
    input *model = &models->files.items[index];
    if (models->open[index]) {
        return models->open[index];
    }
    gait_file *file = files_open_skeleton(model->path, &model->problem);
    if (file && self->keeps_models && self->open_count < MAX_OPEN) {
        models->open[index] = file;
        self->open_count++;
    }
    return file;
}

void skeleton_cache_close(const skeleton_models *models, size_t index, gait_file *file) {
    if (models->open[index] != file) {
        gait_file_free(file);
    }
}
