#include "skeleton/skeleton_resolve.h"

#include <stdlib.h>

#include "exit_code.h"
#include "gait/bmtr.h"
#include "skeleton/skeleton_given.h"
#include "skeleton/skeleton_pivots.h"
#include "terminal.h"

/* --- where to look ---------------------------------------------------------------------------- */

static void find_own(const source *animation, tree *out) {
    memory_check(gait_file_own_skeleton(animation->file, NULL, &out->skeleton));
    if (out->skeleton) {
        out->from = text_copy("the file itself");
    }
}

static bool is_rtm(const source *animation) {
    return animation->format == GAIT_FORMAT_RTM || animation->format == GAIT_FORMAT_BMTR;
}

/* The file's own, one beside it, a table. None found is no error. */
static void find_tree(const source *animation, bool verbose, tree *out) {
    find_own(animation, out);
    if (out->skeleton) {
        return;
    }
    text_list names = source_bone_names(animation);
    if (is_rtm(animation)) {
        tree_find_config(animation, &names, verbose, out);
        if (!out->skeleton) {
            tree_find_man(animation, &names, verbose, out);
        }
    } else {
        tree_find_model(animation, &names, verbose, out);
        if (!out->skeleton) {
            tree_find_table(&names, verbose, out);
        }
    }
    text_list_free(&names, true);
}

static int find_all(const source *animation, const text_list *given, bool verbose,
                    tree_given *out) {
    int code = tree_load(given, out);
    if (code == EXIT_FINE && !out->bones.skeleton) {
        find_tree(animation, verbose, &out->bones);
    }
    return code;
}

static char *count_origins(const gait_skeleton *skeleton, bool of_rest) {
    char *text = text_copy("");
    for (int origin = GAIT_ORIGIN_UNKNOWN; origin <= GAIT_ORIGIN_PIVOTS; origin++) {
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

static void tell_skeleton(const tree_given *from, const gait_skeleton *skeleton) {
    char *origins = skeleton_origins(skeleton);
    tell_note("skeleton: %s%s%s (%s)", from->bones.from ? from->bones.from : "none found",
              from->pivots.from ? ", pivots: " : "", from->pivots.from ? from->pivots.from : "",
              origins);
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
static gait_status fit_to_file(source *animation, tree *found, skeleton_use use,
                               gait_skeleton **out) {
    gait_options options = source_options(animation);
    if (gait_file_clip_count(animation->file) == 0 && found->skeleton) {
        *out = found->skeleton;
        found->skeleton = NULL;
        return GAIT_OK;
    }
    if (use == SKELETON_FOR_POSES || !is_rtm(animation)) {
        return gait_file_skeleton(animation->file, found->skeleton, &options, out);
    }
    uint32_t count = gait_file_bone_count(animation->file);
    gait_span *names = memory_resize(NULL, count, sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = gait_file_bone_name(animation->file, i);
    }
    gait_status status = gait_bmtr_skeleton_of(names, count, found->skeleton, &options, out);
    free(names);
    return status;
}

/* What such a file moves are its own bones: another tree could only be left unused. */
static int refuse_tree(const source *animation) {
    tell_error(source_label(animation), "a %s is posed on its own skeleton",
               animation->format == GAIT_FORMAT_BVH ? "BVH" : "glTF");
    tell_advice("leave out --skeleton");
    return EXIT_USAGE;
}

int skeleton_resolve(source *animation, const text_list *given, skeleton_use use, bool verbose,
                     gait_skeleton **out) {
    tree_given found;
    *out = NULL;
    bool has_own = animation->format == GAIT_FORMAT_GLTF || animation->format == GAIT_FORMAT_BVH;
    if (given->count > 0 && has_own) {
        return refuse_tree(animation);
    }
    int code = find_all(animation, given, verbose, &found);
    if (code == EXIT_FINE) {
        gait_status status = fit_to_file(animation, &found.bones, use, out);
        memory_check(status);
        source_forget(animation, "RTM071"); /* pivots are looked for below, or not needed */
        source_forget(animation, "BMT142");
        source_tell(animation);
        code = exit_of_status(status);
    }
    if (*out && is_rtm(animation) && use == SKELETON_FOR_POSES) {
        pivots_find(animation, found.pivots.skeleton, verbose, out);
    }
    if (*out) {
        tell_skeleton(&found, *out);
    } else if (found.bones.skeleton) {
        tell_missing(animation, found.bones.skeleton);
    }
    tree_given_free(&found);
    return code;
}

bool skeleton_knows_parents(const gait_skeleton *skeleton) {
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        if (skeleton->bones[i].parent_origin == GAIT_ORIGIN_UNKNOWN) {
            return false;
        }
    }
    return true;
}

void skeleton_advise(const source *animation) {
    if (is_rtm(animation)) {
        tell_advice("its skeleton is none of the built-in ones (`gait skeleton --list`): give the "
                    "model.cfg that");
        tell_advice("has it with --skeleton; `gait convert` takes it to glTF all the same: its "
                    "bones side by side");
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
