/* Splits FILE:NAME, and loads the skeleton with this name. */
#include "skeleton/skeleton_file.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/platform.h"
#include "terminal.h"
#include "gait/inspect.h"

/* The colon before the name of a skeleton, but not the one of C:\ or in the name of a folder. */
static const char *find_colon(const char *given) {
    const char *colon = strrchr(given, ':');
    bool has_name = colon && colon - given > 1 && colon[1] && !strpbrk(colon, "/\\");
    platform_info info;
    return has_name && platform_is_missing(platform_look(given, &info)) ? colon : NULL;
}

skeleton_place skeleton_place_of(const char *given) {
    const char *colon = find_colon(given);
    size_t size = colon ? (size_t)(colon - given) : strlen(given);
    return (skeleton_place){text_slice(given, size), colon ? text_copy(colon + 1) : NULL};
}

void skeleton_place_free(skeleton_place *place) {
    free(place->path);
    free(place->name);
    *place = (skeleton_place){0};
}

/* Names of the skeletons that have bones; borrowed. */
static text_list list_skeletons(const source *file) {
    text_list names = {0};
    uint32_t count = gait_file_skeleton_count(file->file);
    for (uint32_t i = 0; i < count; i++) {
        if (gait_file_skeleton_info(file->file, i).bone_count > 0) {
            text_list_add(&names, gait_file_skeleton_info(file->file, i).name);
        }
    }
    return names;
}

static int skeleton_file_refuse_name(const source *file, const char *name) {
    text_list names = list_skeletons(file);
    const char *nearest = text_nearest(name, names.items, names.count);
    char *list = text_list_join(&names, " ");
    log_error(source_label(file), "holds no skeleton '%s'%s%s%s", name,
              nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    log_hint("it holds: %s", names.count > 0 ? list : "none");
    free(list);
    text_list_free(&names, false);
    return EXIT_USAGE;
}

/* For a file with several skeletons, when no name is given. */
static int refuse_to_choose(const source *file, const text_list *names) {
    char *list = text_list_join(names, " ");
    log_error(source_label(file), "holds %zu skeletons: choose one by name", names->count);
    log_hint("it holds: %s", list);
    log_hint("try: %s:%s", file->path, names->items[0]);
    free(list);
    return EXIT_UNSUPPORTED;
}

static int load_named(source *file, const char *name, gait_skeleton **out) {
    uint32_t count = gait_file_skeleton_count(file->file);
    for (uint32_t i = 0; i < count; i++) {
        if (text_equal(gait_file_skeleton_info(file->file, i).name, name)) {
            gait_options options = source_options(file);
            gait_status status = gait_file_skeleton_at(file->file, i, &options, out);
            memory_check(status);
            source_log_diagnostics(file);
            return exit_of_status(status);
        }
    }
    return skeleton_file_refuse_name(file, name);
}

int skeleton_from_argument(source *file, const char *name, gait_skeleton **out) {
    *out = NULL;
    if (name) {
        return load_named(file, name, out);
    }
    uint64_t errors = file->diagnostics.errors;
    gait_options options = source_options(file);
    gait_status status = gait_file_skeleton(file->file, &options, out);
    memory_check(status);
    source_log_diagnostics(file);
    if (status != GAIT_NOT_FOUND) {
        if (status != GAIT_OK && file->diagnostics.errors == errors) {
            log_error(source_label(file), "its bones form no skeleton: %s",
                      gait_status_name(status));
        }
        return exit_of_status(status);
    }
    text_list names = list_skeletons(file);
    int code = names.count > 1 ? refuse_to_choose(file, &names) : EXIT_OK;
    text_list_free(&names, false);
    return code;
}
