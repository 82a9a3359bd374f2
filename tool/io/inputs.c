#include "io/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "gait/file.h"
#include "io/paths.h"
#include "io/platform.h"
#include "terminal.h"

static void add_input(inputs *list, char *path, char *problem) {
    list->items = memory_reserve(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (input){path, problem};
}

static int by_bytes(const void *a, const void *b) {
    const input *left = a;
    const input *right = b;
    return strcmp(left->path, right->path);
}

static void sort_from(inputs *list, size_t first) {
    if (list->count > first) {
        qsort(list->items + first, list->count - first, sizeof *list->items, by_bytes);
    }
}

/* `extensions` are separated by spaces. */
static bool has_one_of(const char *path, const char *extensions) {
    const char *at = extensions;
    while (*at) {
        size_t size = strcspn(at, " ");
        char *extension = text_slice(at, size);
        bool found = path_has_extension(path, extension);
        free(extension);
        if (found) {
            return true;
        }
        at += size;
        at += strspn(at, " ");
    }
    return false;
}

static bool is_known(const char *path) {
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *about = gait_format_get_info((gait_format)i);
        if ((about->abilities & GAIT_CAN_OPEN) != 0 && has_one_of(path, about->extensions)) {
            return true;
        }
    }
    return false;
}

/* A walk keeps the folders it has yet to see on a list: depth costs memory, not stack. */
typedef struct folder_walk {
    inputs *files;
    text_list folders;
    const char *folder;
} folder_walk;

static void visit_entry(void *user, const char *name, platform_kind kind) {
    folder_walk *walk = user;
    if (kind == PLATFORM_FOLDER) {
        text_list_add(&walk->folders, path_join(walk->folder, name));
    } else if (kind == PLATFORM_FILE && is_known(name)) {
        add_input(walk->files, path_join(walk->folder, name), NULL);
    }
}

static void walk_folder(inputs *list, const char *root) {
    size_t first = list->count;
    folder_walk walk = {.files = list};
    text_list_add(&walk.folders, text_copy(root));
    for (size_t i = 0; i < walk.folders.count; i++) {
        walk.folder = walk.folders.items[i];
        int error = platform_list(walk.folder, visit_entry, &walk);
        if (error != 0) {
            add_input(list, text_copy(walk.folder),
                      text_format("cannot list the folder: %s", platform_explain(error)));
        }
    }
    text_list_free(&walk.folders, true);
    sort_from(list, first);
    if (list->count == first) {
        log_warning(root, "no file of a known kind in this folder");
    }
}

inputs inputs_gather(const char *const *operands, size_t count) {
    inputs list = {0};
    for (size_t i = 0; i < count; i++) {
        platform_info about;
        bool is_folder = !path_is_stream(operands[i]) && platform_look(operands[i], &about) == 0 &&
                         about.kind == PLATFORM_FOLDER;
        if (is_folder) {
            walk_folder(&list, operands[i]);
        } else {
            add_input(&list, text_copy(operands[i]), NULL);
        }
    }
    return list;
}

typedef struct extension_search {
    inputs *files;
    const char *folder;
    const char *extension;
} extension_search;

static void visit_beside(void *user, const char *name, platform_kind kind) {
    extension_search *search = user;
    if (kind == PLATFORM_FILE && path_has_extension(name, search->extension)) {
        add_input(search->files, path_join(search->folder, name), NULL);
    }
}

inputs inputs_beside(const char *folder, const char *extension) {
    inputs list = {0};
    extension_search search = {&list, folder, extension};
    (void)platform_list(folder, visit_beside,
                        &search); /* a folder that cannot be listed has none */
    sort_from(&list, 0);
    return list;
}

void inputs_free(inputs *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].path);
        free(list->items[i].problem);
    }
    free(list->items);
    *list = (inputs){0};
}
