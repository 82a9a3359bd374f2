#include "skeleton/skeleton_resolve.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/platform.h"
#include "skeleton/skeleton_candidates.h"
#include "skeleton/skeleton_arguments.h"
#include "terminal.h"

static bool is_folder(const char *path) {
    platform_info info;
    return platform_look(path, &info) == 0 && info.kind == PLATFORM_FOLDER;
}

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

int skeleton_split_places(const skeleton_request *request, text_list *files,
                          skeleton_folders *folders) {
    for (size_t i = 0; request->given && i < request->given->count; i++) {
        const char *value = request->given->items[i];
        text_list_add(is_folder(value) ? &folders->given : files, text_copy(value));
    }
    for (size_t i = 0; request->folders && i < request->folders->count; i++) {
        const char *value = request->folders->items[i];
        if (!is_folder(value)) {
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

void skeleton_folders_free(skeleton_folders *self) {
    text_list_free(&self->given, true);
    text_list_free(&self->added, true);
}

gait_status skeleton_search_models(source *animation, const skeleton_arguments *given,
                                   const skeleton_folders *folders, const skeleton_request *request,
                                   gait_search_result **out) {
    skeleton_places places = {0};
    gait_search *search;
    bool is_for_records = request->use == SKELETON_FOR_RECORDS;
    gait_search_options options = {.common = source_options(animation),
                                   .target =
                                       is_for_records ? GAIT_FORMAT_BMTR : GAIT_FORMAT_UNKNOWN,
                                   .leave_out_missing = request->leave_out,
                                   .skeleton = given->bones.skeleton,
                                   .pivots = given->pivots.skeleton};
    if (!options.skeleton) {
        places = skeleton_places_of(animation);
    }
    options.path = places.path;
    *out = NULL;
    gait_status status = gait_search_begin(animation->file, &options, &search);
    if (status == GAIT_OK) {
        skeleton_candidates_add(search, animation, &places, folders, request->verbose);
        status = gait_search_end(search, out);
    }
    memory_check(status);
    skeleton_places_free(&places);
    return status;
}

static void log_result(source *animation, const skeleton_arguments *given, bool verbose,
                       bool leave_out, const gait_search_result *result) {
    gait_search_summary found = gait_search_result_summary(result);
    if (verbose) {
        skeleton_log_considered(result);
    }
    source_log_diagnostics(animation);
    if (verbose) {
        skeleton_log_recovered(result);
    }
    if (gait_search_result_skeleton(result)) {
        skeleton_log_found(animation, result, given);
        if (source_is_rtm(animation)) {
            skeleton_log_missing(animation, found.tree);
        } else if (found.tree && leave_out) {
            skeleton_log_left_out(animation, found.tree);
        }
        skeleton_log_ties(result);
    } else if (found.tree) {
        skeleton_log_unfit(animation, result, given);
    }
    if (found.nearest) {
        skeleton_log_nearest(animation, result);
    }
}

int skeleton_resolve(source *animation, const skeleton_request *request, gait_skeleton **out) {
    skeleton_arguments arguments = {0};
    text_list files = {0};
    skeleton_folders folders = {0};
    *out = NULL;
    bool has_own = animation->format == GAIT_FORMAT_GLTF || animation->format == GAIT_FORMAT_BVH;
    if (request->given && request->given->count > 0 && has_own) {
        log_error(source_label(animation), "a %s is posed on its own skeleton",
                  animation->format == GAIT_FORMAT_BVH ? "BVH" : "glTF");
        log_hint("leave out --skeleton");
        return EXIT_USAGE;
    }
    int code = skeleton_split_places(request, &files, &folders);
    if (code == EXIT_OK) {
        code = skeleton_arguments_load(&files, &arguments);
    }
    if (code == EXIT_OK) {
        gait_search_result *result;
        code = exit_of_status(
            skeleton_search_models(animation, &arguments, &folders, request, &result));
        log_result(animation, &arguments, request->verbose, request->leave_out, result);
        *out = gait_search_result_detach_skeleton(result);
        gait_search_result_free(result);
    }
    skeleton_arguments_free(&arguments);
    text_list_free(&files, true);
    skeleton_folders_free(&folders);
    return code;
}
