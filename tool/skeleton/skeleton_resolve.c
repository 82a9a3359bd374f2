#include "skeleton/skeleton_resolve.h"

#include "exit_code.h"
#include "skeleton/skeleton_candidates.h"
#include "skeleton/skeleton_arguments.h"
#include "terminal.h"

static gait_status search(source *animation, const skeleton_arguments *given, skeleton_use use,
                          gait_search_result **out) {
    skeleton_candidates candidates = {0};
    gait_search_options options = {.common = source_options(animation),
                                   .target = use == SKELETON_FOR_RECORDS ? GAIT_FORMAT_BMTR
                                                                         : GAIT_FORMAT_UNKNOWN,
                                   .skeleton = given->bones.skeleton,
                                   .pivots = given->pivots.skeleton};
    if (!options.skeleton) {
        candidates = skeleton_candidates_open(animation);
    }
    gait_status status =
        gait_skeleton_search(animation->file, candidates.items, candidates.count, &options, out);
    memory_check(status);
    skeleton_candidates_free(&candidates);
    return status;
}

static void log_result(source *animation, const skeleton_arguments *given, bool verbose,
                       const gait_search_result *result) {
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
    } else if (found.tree) {
        skeleton_log_missing(animation, found.tree);
    }
}

int skeleton_resolve(source *animation, const text_list *given, skeleton_use use, bool verbose,
                     gait_skeleton **out) {
    skeleton_arguments arguments;
    *out = NULL;
    bool has_own = animation->format == GAIT_FORMAT_GLTF || animation->format == GAIT_FORMAT_BVH;
    if (given->count > 0 && has_own) {
        log_error(source_label(animation), "a %s is posed on its own skeleton",
                  animation->format == GAIT_FORMAT_BVH ? "BVH" : "glTF");
        log_hint("leave out --skeleton");
        return EXIT_USAGE;
    }
    int code = skeleton_arguments_load(given, &arguments);
    if (code == EXIT_OK) {
        gait_search_result *result;
        code = exit_of_status(search(animation, &arguments, use, &result));
        log_result(animation, &arguments, verbose, result);
        *out = gait_search_result_detach_skeleton(result);
        gait_search_result_free(result);
    }
    skeleton_arguments_free(&arguments);
    return code;
}
