#include "skeletons.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "paths.h"
#include "platform.h"
#include "terminal.h"

void tree_free(tree *self) {
    gait_skeleton_free(self->skeleton);
    free(self->from);
    *self = (tree){0};
}

static gait_fit fit_names(const gait_skeleton *skeleton, const text_list *names) {
    return gait_skeleton_fit(skeleton, names->items, (uint32_t)names->count);
}

/* --- what the user gave ----------------------------------------------------------------------- */

static gait_skeleton *load_builtin(const char *name) {
    gait_skeleton *skeleton = NULL;
    memory_check(gait_builtin_skeleton(name, NULL, &skeleton));
    return skeleton;
}

/* No such file: was a built-in name meant? */
static int refuse_unknown_name(const char *given) {
    text_list names = {0};
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        text_list_add(&names, gait_builtin_name(i));
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

static int load_from_file(const char *path, tree *out) {
    source *file = source_new();
    int code = source_need(file, path);
    if (code == EXIT_UNSUPPORTED) {
        tell_advice("--skeleton takes an .ogf, a glTF or a built-in name: `gait skeleton --list`");
    }
    if (code == EXIT_FINE) {
        gait_options options = source_options(file);
        gait_status status = gait_file_own_skeleton(file->file, &options, &out->skeleton);
        memory_check(status);
        source_tell(file);
        code = exit_of_status(status);
        if (status == GAIT_NOT_FOUND) {
            tell_error(path, "this %s holds no skeleton", gait_format_about(file->format)->name);
            tell_advice("give an .ogf, a glTF or a built-in name: `gait skeleton --list`");
        }
    }
    if (code == EXIT_FINE) {
        out->from = text_copy(source_label(file));
    }
    source_free(file);
    return code;
}

static bool is_builtin(const char *name) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        if (text_equal(gait_builtin_name(i), name)) {
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

int tree_load(const char *given, tree *out) {
    *out = (tree){.skeleton = load_builtin(given)};
    if (out->skeleton) {
        out->from = text_format("built-in %s", out->skeleton->name);
        return EXIT_FINE;
    }
    int code = skeleton_check_name(given);
    return code == EXIT_FINE ? load_from_file(given, out) : code;
}

/* --- an .ogf beside the bank ------------------------------------------------------------------ */

/* The skeleton of a file nobody asked for: whatever is wrong with it is no business of ours. */
static gait_skeleton *peek_skeleton(source *file, const char *path) {
    gait_skeleton *skeleton = NULL;
    if (source_open(file, path) == EXIT_FINE) {
        memory_check(gait_file_own_skeleton(file->file, NULL, &skeleton));
    }
    return skeleton;
}

static void tell_candidate(const char *from, const gait_skeleton *skeleton,
                           const text_list *names) {
    if (!skeleton) {
        tell_note("skeleton: %s: holds none", from);
        return;
    }
    gait_fit fit = fit_names(skeleton, names);
    tell_note("skeleton: %s: has %u of %zu bones, and %u more", from, (unsigned)fit.matched,
              names->count, (unsigned)fit.unused);
}

/* Takes the candidate when it has every bone and the one before, if any, has superfluous ones. */
static bool consider(tree *best, gait_skeleton *skeleton, const char *from,
                     const text_list *names) {
    size_t wanted = names->count;
    gait_fit fit = skeleton ? fit_names(skeleton, names) : (gait_fit){0};
    bool fits = skeleton && fit.missing == 0;
    bool better = fits && (!best->skeleton || (best->skeleton->bone_count != wanted &&
                                               skeleton->bone_count == wanted));
    if (!better) {
        gait_skeleton_free(skeleton);
        return false;
    }
    tree_free(best);
    *best = (tree){skeleton, text_copy(from)};
    return true;
}

static void find_beside(const source *animation, const text_list *names, bool verbose, tree *best) {
    if (path_is_stream(animation->path)) {
        return;
    }
    char *folder = path_folder(animation->path);
    inputs files = inputs_beside(folder, ".ogf");
    source *file = source_new();
    for (size_t i = 0; i < files.count; i++) {
        const char *path = files.items[i].path;
        gait_skeleton *skeleton = peek_skeleton(file, path);
        if (verbose) {
            tell_candidate(path, skeleton, names);
        }
        if (consider(best, skeleton, path, names) && best->skeleton->bone_count == names->count) {
            break; /* no later one can be better */
        }
    }
    source_free(file);
    inputs_free(&files);
    free(folder);
}

/* --- built-in tables -------------------------------------------------------------------------- */

/* An OMF's table must have every name. */
static void find_bank_table(const text_list *names, bool verbose, tree *best) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        const char *name = gait_builtin_name(i);
        if (strncmp(name, "xray-", 5) == 0) {
            char *from = text_format("built-in %s", name);
            gait_skeleton *skeleton = load_builtin(name);
            if (verbose) {
                tell_candidate(from, skeleton, names);
            }
            consider(best, skeleton, from, names);
            free(from);
        }
    }
}

static bool list_has(const text_list *names, const char *name) {
    for (size_t i = 0; i < names->count; i++) {
        if (text_equal(names->items[i], name)) {
            return true;
        }
    }
    return false;
}

static bool list_has_any(const text_list *names, const char *const *wanted) {
    for (; *wanted; wanted++) {
        if (list_has(names, *wanted)) {
            return true;
        }
    }
    return false;
}

/* The generations of the Arma man share their body; the face tells them apart. */
static const char *choose_man(const text_list *names) {
    static const char *const arma3[] = {"Face_Hub", NULL};
    static const char *const arma2[] = {"jaw_rf", "HeadCutScene", NULL};
    static const char *const arma1[] = {"lBrow",  "mBrow",   "rBrow", "lMouth", "mMouth",
                                        "rMouth", "eyelids", "LLip",  NULL};
    static const char *const ofp[] = {"bricho", "hrudnik", "lruka", "pruka", "lstehno", NULL};
    return list_has_any(names, arma3)   ? "arma3-man"
           : list_has_any(names, arma2) ? "arma2-man"
           : list_has_any(names, arma1) ? "arma1-man"
           : list_has_any(names, ofp)   ? "ofp-man"
                                        : "arma3-man";
}

/* The face is what hangs on the head. */
static bool is_body(const gait_skeleton *man, uint32_t bone) {
    for (int32_t at = man->bones[bone].parent; at >= 0; at = man->bones[at].parent) {
        if (text_equal(man->bones[at].name, "head") || text_equal(man->bones[at].name, "hlava")) {
            return false;
        }
    }
    return true;
}

/* A man, when at least half of his body is in the file. */
static void find_man_table(const text_list *names, bool verbose, tree *best) {
    gait_skeleton *man = load_builtin(choose_man(names));
    unsigned body = 0;
    unsigned found = 0;
    for (uint32_t i = 0; man && i < man->bone_count; i++) {
        bool counts = is_body(man, i);
        body += counts;
        found += counts && list_has(names, man->bones[i].name);
    }
    if (body == 0 || 2 * found < body) {
        if (verbose && man) {
            tell_note("skeleton: built-in %s: less than half of its body is in the file, %u of %u",
                      man->name, found, body);
        }
        gait_skeleton_free(man);
        return;
    }
    *best = (tree){man, text_format("built-in %s, whose body has %u bones, %u of them in the file",
                                    man->name, body, found)};
}

/* --- all together ----------------------------------------------------------------------------- */

static void find_own(const source *animation, tree *out) {
    memory_check(gait_file_own_skeleton(animation->file, NULL, &out->skeleton));
    if (out->skeleton) {
        out->from = text_copy("the file itself");
    }
}

int tree_find(const source *animation, const char *given, bool verbose, tree *out) {
    *out = (tree){0};
    if (given) {
        return tree_load(given, out);
    }
    find_own(animation, out);
    if (out->skeleton) {
        return EXIT_FINE;
    }
    text_list names = source_bone_names(animation);
    bool is_bank = animation->format == GAIT_FORMAT_OMF;
    if (is_bank) {
        find_beside(animation, &names, verbose, out);
    }
    if (is_bank && !out->skeleton) {
        find_bank_table(&names, verbose, out);
    }
    if (!is_bank) {
        find_man_table(&names, verbose, out);
    }
    text_list_free(&names, true);
    return EXIT_FINE;
}

static char *count_origins(const gait_skeleton *skeleton, bool of_rest) {
    char *text = text_copy("");
    for (int origin = GAIT_ORIGIN_UNKNOWN; origin <= GAIT_ORIGIN_RECOVERED; origin++) {
        unsigned count = 0;
        for (uint32_t i = 0; i < skeleton->bone_count; i++) {
            const gait_bone *bone = &skeleton->bones[i];
            count += (int)(of_rest ? bone->rest_origin : bone->parent_origin) == origin;
        }
        if (count > 0) {
            char *longer = text_format("%s%s%s %u", text, text[0] ? ", " : "",
                                       gait_origin_name((gait_origin)origin), count);
            free(text);
            text = longer;
        }
    }
    return text;
}

char *skeleton_origins(const gait_skeleton *skeleton) {
    char *parents = count_origins(skeleton, false);
    char *rest = count_origins(skeleton, true);
    char *text = text_format("parents: %s; rest: %s", parents, rest);
    free(parents);
    free(rest);
    return text;
}

static void tell_skeleton(const tree *from, const gait_skeleton *skeleton) {
    char *origins = skeleton_origins(skeleton);
    tell_note("skeleton: %s (%s)", from->from ? from->from : "none found", origins);
    free(origins);
}

/* The bones that the tree lacks, each with the name that may have been meant. */
static void tell_missing(const source *animation, const gait_skeleton *skeleton) {
    enum { MOST_SHOWN = 32 };
    text_list names = source_bone_names(animation);
    unsigned missing = 0;
    for (size_t i = 0; i < names.count; i++) {
        if (gait_skeleton_find(skeleton, names.items[i]) < 0 && missing++ < MOST_SHOWN) {
            int32_t nearest = gait_skeleton_nearest(skeleton, names.items[i]);
            tell_advice("missing: %s%s%s", names.items[i], nearest < 0 ? "" : ", nearest: ",
                        nearest < 0 ? "" : skeleton->bones[nearest].name);
        }
    }
    if (missing > MOST_SHOWN) {
        tell_advice("and %u more", missing - MOST_SHOWN);
    }
    text_list_free(&names, true);
}

/* A model without motions of its own has nothing to fit to: its tree is the answer. */
static gait_status fit_to_file(source *animation, tree *found, gait_skeleton **out) {
    if (gait_file_clip_count(animation->file) == 0 && found->skeleton) {
        *out = found->skeleton;
        found->skeleton = NULL;
        return GAIT_OK;
    }
    gait_options options = source_options(animation);
    return gait_file_skeleton(animation->file, found->skeleton, &options, out);
}

/* What such a file moves are its own bones: another tree could only be left unused. */
static int refuse_tree(const source *animation) {
    tell_error(source_label(animation), "a %s is posed on its own skeleton",
               animation->format == GAIT_FORMAT_BVH ? "BVH" : "glTF");
    tell_advice("leave out --skeleton");
    return EXIT_USAGE;
}

int skeleton_resolve(source *animation, const char *given, bool verbose, gait_skeleton **out) {
    tree found;
    *out = NULL;
    if (given && (animation->format == GAIT_FORMAT_GLTF || animation->format == GAIT_FORMAT_BVH)) {
        return refuse_tree(animation);
    }
    int code = tree_find(animation, given, verbose, &found);
    if (code == EXIT_FINE) {
        gait_status status = fit_to_file(animation, &found, out);
        memory_check(status);
        source_tell(animation);
        code = exit_of_status(status);
    }
    if (*out) {
        tell_skeleton(&found, *out);
    } else if (found.skeleton) {
        tell_missing(animation, found.skeleton);
    }
    tree_free(&found);
    return code;
}

void skeleton_advise(const source *animation) {
    if (animation->format == GAIT_FORMAT_RTM) {
        tell_advice("its skeleton is none of the built-in ones (`gait skeleton --list`), and gait "
                    "does not read");
        tell_advice("model.cfg and P3D; `gait convert` takes it to glTF all the same: its bones "
                    "side by side");
        return;
    }
    tell_advice("give --skeleton with the .ogf of the model that plays it, or put that .ogf into "
                "the same");
    tell_advice("folder; `gait info -v FOLDER` shows which .ogf refers to which bank, and");
    tell_advice("`gait skeleton --list` lists built-in ones");
}

int skeleton_refuse(const source *animation, gait_need need) {
    tell_error(source_label(animation), need == GAIT_NEED_PARENTS
                                            ? "the parents of its bones are not known"
                                            : "the rest pose of its bones is not known");
    skeleton_advise(animation);
    text_list names = source_bone_names(animation);
    char *list = text_list_join(&names, " ");
    tell_advice("its %u bones: %s", (unsigned)names.count, list);
    free(list);
    text_list_free(&names, true);
    return EXIT_UNSUPPORTED;
}
