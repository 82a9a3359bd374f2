/* Opens the values of --skeleton, and sorts them into skeletons, pivots and models. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "skeleton/skeleton.h"
#include "gait/inspect.h"

/* --- FILE:NAME -------------------------------------------------------------------------------- */

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

/* --- --skeleton ------------------------------------------------------------------------------- */

/* For a name that is neither built in nor a file; suggests a built-in name. */
static int refuse_unknown_name(const char *given) {
    text_list names = {0};
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        text_list_add(&names, gait_builtin_at(i).name);
    }
    const char *nearest = text_nearest(given, names.items, names.count);
    text_list_free(&names, false);
    if (nearest) {
        log_error(NULL, "there is no skeleton '%s'; did you mean %s?", given, nearest);
    } else {
        log_error(NULL, "there is no skeleton '%s': neither a file nor a built-in name", given);
    }
    log_hint("`gait skeleton --list` lists the built-in skeletons");
    return EXIT_USAGE;
}

static bool looks_like_path(const char *text) {
    return strchr(text, '.') || path_name(text) != text || path_is_stream(text);
}

/* True for a .p3d. */
static bool is_mesh(const source *file) {
    return format_has(file->format, GAIT_HAS_MESH) && !format_has(file->format, GAIT_HAS_CLIPS);
}

/* True for a .p3d without pivots, which can have a mesh. */
static bool has_no_pivots(const source *file) {
    gait_skeleton *pivots = NULL;
    if (!is_mesh(file)) {
        return false;
    }
    gait_status status = gait_file_skeleton(file->file, NULL, &pivots);
    memory_check(status);
    gait_skeleton_free(pivots);
    return status == GAIT_UNSUPPORTED;
}

/* Recovers the skeleton of a plain RTM from its motion. */
static int load_from_motion(source *file, gait_skeleton **out) {
    const gait_search_options options = {.common = source_options(file), .from_motion = true};
    gait_search_result *result;
    gait_status status = gait_skeleton_search(file->file, NULL, 0, &options, &result);
    memory_check(status);
    source_log_diagnostics(file);
    if (status != GAIT_OK && file->diagnostics.errors == 0) {
        log_error(source_label(file), "its motion shows no skeleton: %s",
                  status == GAIT_UNSUPPORTED ? "it has more bones than can be examined"
                                             : gait_status_name(status));
        log_hint("choose another skeleton");
    }
    *out = gait_search_result_detach_skeleton(result);
    gait_search_result_free(result);
    return exit_of_status(status);
}

static int load_from_file(const char *given, loaded_skeleton *out, bool *is_p3d) {
    skeleton_place place = skeleton_place_of(given);
    source *file = source_new();
    int code = source_open_or_fail(file, place.path);
    if (code == EXIT_UNSUPPORTED) {
        log_hint("--skeleton takes an .ogf, a glTF, a model.cfg, a .p3d with pivots, an .rtm, "
                 "'motion' or a built-in name (`gait skeleton --list`)");
    }
    TRY_DONE(code);
    if (!place.name && format_has(file->format, GAIT_MODEL_SPACE)) {
        TRY_DONE(load_from_motion(file, &out->skeleton));
    } else if (place.name || !has_no_pivots(file)) {
        TRY_DONE(skeleton_from_argument(file, place.name, &out->skeleton));
        if (!out->skeleton) {
            log_error(place.path, "this %s holds no skeleton",
                      gait_format_get_info(file->format)->name);
            log_hint(
                "give an .ogf, a glTF, a model.cfg or a built-in name (`gait skeleton --list`)");
            TRY_DONE(exit_of_status(GAIT_NOT_FOUND));
        }
    }
    *is_p3d = is_mesh(file);
    out->from = place.name ? text_format("%s:%s", source_label(file), place.name)
                           : text_copy(source_label(file));
    if (format_has(file->format, GAIT_HAS_BANK) || *is_p3d) {
        out->model = file;
        file = NULL;
    }
done:
    source_free(file);
    skeleton_place_free(&place);
    return code;
}

static bool skeleton_arguments_is_builtin(const char *name) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        if (text_equal(gait_builtin_at(i).name, name)) {
            return true;
        }
    }
    return false;
}

bool skeleton_is_word(const char *given) {
    return skeleton_arguments_is_builtin(given) || text_equal(given, SKELETON_MOTION);
}

int skeleton_check_name(const char *given) {
    platform_info info;
    if (skeleton_arguments_is_builtin(given) || looks_like_path(given) ||
        !platform_is_missing(platform_look(given, &info))) {
        return EXIT_OK;
    }
    return refuse_unknown_name(given);
}

void loaded_skeleton_free(loaded_skeleton *self) {
    gait_skeleton_free(self->skeleton);
    source_free(self->model);
    free(self->from);
    *self = (loaded_skeleton){0};
}

/* Loads one skeleton. Its file determines what it is. */
static int load_one(const char *given, skeleton_arguments *out) {
    loaded_skeleton loaded = {0};
    bool is_p3d = false;
    int code = EXIT_OK;
    memory_check(gait_builtin_skeleton(given, NULL, &loaded.skeleton));
    bool is_motion = text_equal(given, SKELETON_MOTION);
    if (loaded.skeleton) {
        loaded.from = text_format("built-in %s", loaded.skeleton->name);
    } else if (is_motion) {
        loaded.from = text_copy("the motion");
    } else {
        TRY(skeleton_check_name(given));
        code = load_from_file(given, &loaded, &is_p3d);
    }
    loaded_skeleton *place = !is_p3d ? &out->bones : loaded.skeleton ? &out->pivots : &out->mesh;
    if (code == EXIT_OK && place->from) {
        code = refuse(EXIT_USAGE, given, "is a second %s: give only one",
                      !is_p3d           ? "skeleton"
                      : loaded.skeleton ? "pivots model"
                                        : "model without pivots");
    }
    if (code != EXIT_OK) {
        loaded_skeleton_free(&loaded);
        return code;
    }
    *place = loaded;
    out->from_motion = out->from_motion || is_motion;
    return EXIT_OK;
}

int skeleton_arguments_load(const text_list *given, skeleton_arguments *out) {
    *out = (skeleton_arguments){0};
    for (size_t i = 0; i < given->count; i++) {
        int code = load_one(given->items[i], out);
        if (code != EXIT_OK) {
            skeleton_arguments_free(out);
            return code;
        }
    }
    return EXIT_OK;
}

int skeleton_arguments_load_bones(const text_list *given, loaded_skeleton *out) {
    skeleton_arguments arguments;
    *out = (loaded_skeleton){0};
    TRY(skeleton_arguments_load(given, &arguments));
    if (arguments.pivots.from || arguments.mesh.from || arguments.from_motion) {
        log_error(NULL, "--skeleton requires a skeleton with bones, not %s",
                  arguments.from_motion ? "the motion of the file" : "pivots");
        log_hint("give one --skeleton: an .ogf, a glTF, a model.cfg or a built-in name");
        skeleton_arguments_free(&arguments);
        return EXIT_USAGE;
    }
    *out = arguments.bones;
    return EXIT_OK;
}

source *skeleton_arguments_model(const skeleton_arguments *self) {
    return self->mesh.model     ? self->mesh.model
           : self->pivots.model ? self->pivots.model
                                : self->bones.model;
}

void skeleton_arguments_free(skeleton_arguments *self) {
    loaded_skeleton_free(&self->bones);
    loaded_skeleton_free(&self->pivots);
    loaded_skeleton_free(&self->mesh);
}
