#include "skeleton/skeleton_given.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/paths.h"
#include "io/platform.h"
#include "skeleton/skeleton_file.h"
#include "terminal.h"

/* No such file: was a built-in name meant? */
static int refuse_unknown_name(const char *given) {
    text_list names = {0};
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        text_list_add(&names, gait_builtin_at(i).name);
    }
    const char *nearest = text_nearest(given, names.items, names.count);
    text_list_free(&names, false);
    if (nearest) {
        tell_error(NULL, "there is no skeleton '%s'; did you mean %s?", given, nearest);
    } else {
        tell_error(NULL, "there is no skeleton '%s', neither a file nor a built-in one", given);
    }
    tell_advice("`gait skeleton --list` lists the built-in ones");
    return EXIT_USAGE;
}

static bool looks_like_path(const char *text) {
    return strchr(text, '.') || path_name(text) != text || path_is_stream(text);
}

static int load_from_file(const char *given, tree *out, bool *is_pivots) {
    skeleton_place place = skeleton_place_of(given);
    source *file = source_new();
    int code = source_need(file, place.path);
    if (code == EXIT_UNSUPPORTED) {
        tell_advice(
            "--skeleton takes an .ogf, a glTF, a model.cfg, a pivots .p3d or a built-in name: "
            "`gait skeleton --list`");
    }
    if (code == EXIT_FINE) {
        code = skeleton_take(file, place.name, &out->skeleton);
        if (code == EXIT_FINE && !out->skeleton) {
            tell_error(place.path, "this %s holds no skeleton",
                       gait_format_get_info(file->format)->name);
            tell_advice(
                "give an .ogf, a glTF, a model.cfg or a built-in name: `gait skeleton --list`");
            code = exit_of_status(GAIT_NOT_FOUND);
        }
    }
    *is_pivots = file->format == GAIT_FORMAT_P3D;
    if (code == EXIT_FINE) {
        out->from = place.name ? text_format("%s:%s", source_label(file), place.name)
                               : text_copy(source_label(file));
    }
    source_free(file);
    skeleton_place_free(&place);
    return code;
}

static bool is_builtin(const char *name) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        if (text_equal(gait_builtin_at(i).name, name)) {
            return true;
        }
    }
    return false;
}

int skeleton_check_name(const char *given) {
    platform_info about;
    if (is_builtin(given) || looks_like_path(given) ||
        !platform_is_missing(platform_look(given, &about))) {
        return EXIT_FINE;
    }
    return refuse_unknown_name(given);
}

static void tree_free(tree *self) {
    gait_skeleton_free(self->skeleton);
    free(self->from);
    *self = (tree){0};
}

/* Which of the two it is shows only when it is there. */
static int load_one(const char *given, tree_given *out) {
    tree loaded = {0};
    bool is_pivots = false;
    int code = EXIT_FINE;
    memory_check(gait_builtin_skeleton(given, NULL, &loaded.skeleton));
    if (loaded.skeleton) {
        loaded.from = text_format("built-in %s", loaded.skeleton->name);
    } else {
        code = skeleton_check_name(given);
        code = code == EXIT_FINE ? load_from_file(given, &loaded, &is_pivots) : code;
    }
    tree *place = is_pivots ? &out->pivots : &out->bones;
    if (code == EXIT_FINE && place->skeleton) {
        tell_error(given, "is a second %s; one is enough", is_pivots ? "pivots model" : "tree");
        code = EXIT_USAGE;
    }
    if (code != EXIT_FINE) {
        tree_free(&loaded);
        return code;
    }
    *place = loaded;
    return EXIT_FINE;
}

int tree_load(const text_list *given, tree_given *out) {
    int code = EXIT_FINE;
    *out = (tree_given){0};
    for (size_t i = 0; i < given->count && code == EXIT_FINE; i++) {
        code = load_one(given->items[i], out);
    }
    if (code != EXIT_FINE) {
        tree_given_free(out);
    }
    return code;
}

void tree_given_free(tree_given *self) {
    tree_free(&self->bones);
    tree_free(&self->pivots);
}
