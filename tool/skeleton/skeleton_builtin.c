/* Tables of bones that are built in. */
#include "skeleton/skeleton_tree.h"

#include <stdlib.h>
#include <string.h>

#include "terminal.h"

enum { NEW_BMTR = 5 }; /* versions of Arma 3 */

gait_skeleton *tree_builtin(const char *name) {
    gait_skeleton *skeleton = NULL;
    memory_check(gait_builtin_skeleton(name, NULL, &skeleton));
    return skeleton;
}

void tree_find_table(const text_list *names, bool verbose, tree *best) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        const char *name = gait_builtin_name(i);
        if (strncmp(name, "xray-", 5) == 0) {
            char *from = text_format("built-in %s", name);
            gait_skeleton *skeleton = tree_builtin(name);
            if (verbose) {
                tree_tell_candidate(from, skeleton, names);
            }
            tree_consider(best, skeleton, from, names);
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
static const char *choose_man(const source *animation, const text_list *names) {
    static const char *const arma3[] = {"Face_Hub", NULL};
    static const char *const arma2[] = {"jaw_rf", "HeadCutScene", NULL};
    static const char *const arma1[] = {"lBrow",  "mBrow",   "rBrow", "lMouth", "mMouth",
                                        "rMouth", "eyelids", "LLip",  NULL};
    static const char *const ofp[] = {"bricho", "hrudnik", "lruka", "pruka", "lstehno", NULL};
    bool is_old =
        animation->format == GAIT_FORMAT_BMTR && gait_file_version(animation->file) < NEW_BMTR;
    return list_has_any(names, arma3)   ? "arma3-man"
           : list_has_any(names, arma2) ? "arma2-man"
           : list_has_any(names, arma1) ? "arma1-man"
           : list_has_any(names, ofp)   ? "ofp-man"
           : is_old                     ? "arma2-man"
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

/* Records of binarised files are relative to parents: each bone's must be known. */
static bool man_fits(const source *animation, const gait_skeleton *man, const text_list *names) {
    return animation->format != GAIT_FORMAT_BMTR || tree_fit(man, names).missing == 0;
}

static void tell_unfit_man(const gait_skeleton *man, unsigned found, unsigned body,
                           const text_list *names) {
    if (2 * found < body) {
        tell_note("skeleton: built-in %s: less than half of its body is in the file, %u of %u",
                  man->name, found, body);
    } else {
        tell_note("skeleton: built-in %s: lacks %u bones of the file", man->name,
                  (unsigned)tree_fit(man, names).missing);
    }
}

void tree_find_man(const source *animation, const text_list *names, bool verbose, tree *best) {
    gait_skeleton *man = tree_builtin(choose_man(animation, names));
    unsigned body = 0;
    unsigned found = 0;
    for (uint32_t i = 0; man && i < man->bone_count; i++) {
        bool counts = is_body(man, i);
        body += counts;
        found += counts && list_has(names, man->bones[i].name);
    }
    if (body == 0 || 2 * found < body || !man_fits(animation, man, names)) {
        if (verbose && man) {
            tell_unfit_man(man, found, body, names);
        }
        gait_skeleton_free(man);
        return;
    }
    *best = (tree){man, text_format("built-in %s, whose body has %u bones, %u of them in the file",
                                    man->name, body, found)};
}
