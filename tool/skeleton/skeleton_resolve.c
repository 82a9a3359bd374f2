/* Runs the search of the library over the models of --skeleton, the mod and --search. */
#include "skeleton/skeleton.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/platform.h"

gait_status skeleton_search_models(source *animation, skeleton_cache *cache,
                                   const skeleton_request *request, gait_search_result **out) {
    *out = NULL;
    if (skeleton_cache_choose(cache, animation) != EXIT_OK) {
        return GAIT_NOT_FOUND;
    }
    const skeleton_arguments *given = skeleton_cache_arguments(cache);
    skeleton_places places = {0};
    gait_search *search;
    static const gait_format targets[] = {[SKELETON_FOR_POSES] = GAIT_FORMAT_UNKNOWN,
                                          [SKELETON_FOR_SHOWING] = GAIT_FORMAT_GLTF,
                                          [SKELETON_FOR_RECORDS] = GAIT_FORMAT_BMTR,
                                          [SKELETON_FOR_NAMES] = GAIT_FORMAT_RTM};
    bool is_for_names = request->use == SKELETON_FOR_NAMES;
    gait_search_options options = {.common = source_options(animation),
                                   .target = targets[request->use],
                                   .missing_bones = (gait_missing_bones)request->missing_bones,
                                   .skeleton = given->bones.skeleton,
                                   .bones_only = is_for_names,
                                   .from_motion = given->from_motion,
                                   .pivots = given->pivots.skeleton,
                                   .refused = out};
    if (!given->bones.from) {
        places = skeleton_places_of(animation);
    }
    options.path = places.path;
    options.common.diagnostics = is_for_names ? NULL : options.common.diagnostics;
    gait_status status = gait_search_begin(animation->file, &options, &search);
    if (status == GAIT_OK) {
        skeleton_candidates_add(search, animation, &places, cache,
                                is_for_names       ? SKELETON_LOG_QUIET
                                : request->verbose ? SKELETON_LOG_VERBOSE
                                                   : SKELETON_LOG_SOME);
        status = gait_search_end(search, out);
    }
    memory_check(status);
    /* A model that is added to the folder of the animation, or removed, can change the result. */
    if (request->used_files && places.folders.count > 0) {
        const char *own = places.folders.items[0];
        text_list_add(request->used_files, text_copy(own[0] ? own : "."));
    }
    skeleton_places_free(&places);
    return status;
}

static void skeleton_resolve_log_result(source *animation, const skeleton_arguments *given,
                                        const skeleton_request *request,
                                        const gait_search_result *result) {
    gait_search_summary found = gait_search_result_summary(result);
    bool verbose = request->verbose;
    if (verbose) {
        skeleton_log_considered(result);
    }
    source_log_diagnostics(animation);
    if (verbose) {
        skeleton_log_recovered(result);
    }
    if (gait_search_result_skeleton(result)) {
        skeleton_log_found(animation, result, given);
        /* For records, a diagnostic has already listed the bones that are left out. */
        bool lists_missing = request->use != SKELETON_FOR_RECORDS || verbose;
        if (source_is_rtm(animation)) {
            if (found.tree && lists_missing) {
                skeleton_log_missing(animation, found.tree);
            }
        } else if (found.tree && request->missing_bones == GAIT_MISSING_LEAVE_OUT) {
            skeleton_log_left_out(animation, found.tree);
        }
        skeleton_log_ties(animation, result);
    } else if (found.tree) {
        skeleton_log_unfit(animation, result, given);
    }
    if (found.nearest) {
        skeleton_log_nearest(animation, result);
    }
}

/* Adds the files from which the skeleton was taken. */
static void add_used_files(const skeleton_request *request, const skeleton_cache *cache,
                           const gait_search_result *result) {
    gait_search_summary found = gait_search_result_summary(result);
    const toml_item *chosen = skeleton_cache_chosen(cache);
    if (request->used_files && chosen) {
        bool leaves;
        text_list_add(request->used_files, text_copy(project_current()->path));
        if (!skeleton_is_word(chosen->values.items[0])) {
            char *path = project_find_path(chosen->values.items[0], &leaves);
            skeleton_place place = skeleton_place_of(path);
            text_list_add(request->used_files, text_copy(place.path));
            skeleton_place_free(&place);
            free(path);
        }
    }
    for (size_t i = 0; request->used_files && request->given && i < request->given->count; i++) {
        text_list_add(request->used_files, text_copy(request->given->items[i]));
    }
    if (request->used_files && found.source == GAIT_SKELETON_CANDIDATE && found.used) {
        text_list_add(request->used_files, text_copy(found.used->path));
    }
    if (request->used_model && found.source == GAIT_SKELETON_CANDIDATE && found.used &&
        path_has_extension(found.used->path, ".ogf")) {
        *request->used_model = text_copy(found.used->path);
    }
}

static int resolve_with(source *animation, skeleton_cache *cache, const skeleton_request *request,
                        gait_skeleton **out) {
    gait_search_result *result;
    uint64_t errors = animation->diagnostics.errors;
    gait_status status = skeleton_search_models(animation, cache, request, &result);
    bool has_reason =
        gait_search_result_summary(result).tree || animation->diagnostics.errors > errors;
    int code = exit_of_status(status);
    skeleton_resolve_log_result(animation, skeleton_cache_arguments(cache), request, result);
    add_used_files(request, cache, result);
    *out = gait_search_result_detach_skeleton(result);
    gait_search_result_free(result);
    if (status == GAIT_NOT_FOUND) {
        log_error(source_label(animation), "has no bones, so its clips have no poses");
    } else if (status != GAIT_OK && !has_reason) {
        log_error(source_label(animation), "has no skeleton: %s", gait_status_name(status));
    }
    return code;
}

int skeleton_resolve(source *animation, const skeleton_request *request, gait_skeleton **out) {
    *out = NULL;
    if (request->used_model) {
        *request->used_model = NULL;
    }
    bool has_own = format_has(animation->format, GAIT_OWN_JOINTS);
    if (request->given && request->given->count > 0 && has_own) {
        log_error(source_label(animation), "%s is posed on its own skeleton",
                  format_has_scene(animation->format)                ? "a glTF"
                  : format_has(animation->format, GAIT_MOVES_OBJECT) ? "the motion of an object"
                                                                     : "a BVH");
        log_hint("leave out --skeleton");
        return EXIT_USAGE;
    }
    skeleton_cache *cache = request->cache ? request->cache : skeleton_cache_new(false);
    int code;
    TRY_DONE(skeleton_cache_load(cache, request->given, request->folders));
    TRY_DONE(skeleton_cache_choose(cache, animation));
    source *mesh = skeleton_cache_arguments(cache)->mesh.model;
    if (mesh && !request->used_model) {
        gait_skeleton *none;
        TRY_DONE(skeleton_from_argument(mesh, NULL, &none)); /* logs that it has no pivots */
    }
    code = resolve_with(animation, cache, request, out);
done:
    if (!request->cache) {
        skeleton_cache_free(cache);
    }
    return code;
}
