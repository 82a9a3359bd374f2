/* Reports which skeleton was found, what it lacks, and the nearest one if none fits. */
#include "skeleton/skeleton.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/platform.h"
#include "gait/names.h"
#include "gait/rules.h"
#include "gait/bones.h"

/* --- skeletons that were considered ----------------------------------------------------------- */

static void log_human(const gait_search_entry *entry) {
    if (entry->outcome == GAIT_SEARCH_LACKS_BODY) {
        log_note("skeleton: built-in %s: only %u of its %u body bones are in the file", entry->name,
                 (unsigned)entry->body_matched, (unsigned)entry->body_count);
    } else if (entry->outcome == GAIT_SEARCH_LACKS_BONES) {
        log_note("skeleton: built-in %s: lacks %u bone%s of the file", entry->name,
                 (unsigned)entry->coverage.missing, text_plural(entry->coverage.missing));
    }
}

static void log_considered(const gait_search_entry *entry) {
    bool is_builtin = entry->source == GAIT_SKELETON_BUILTIN;
    const char *kind = is_builtin ? "built-in " : "";
    const char *from = is_builtin ? entry->name : entry->path;
    if (entry->body_count > 0) {
        log_human(entry);
    } else if (entry->outcome == GAIT_SEARCH_NO_SKELETON) {
        log_note("skeleton: %s%s: holds no skeleton for this file", kind, from);
    } else if (entry->outcome == GAIT_SEARCH_TOO_LARGE) {
        log_note("skeleton: %s: less than half of its %u bones are in the file", from,
                 (unsigned)(entry->coverage.matched + entry->coverage.unused));
    } else {
        unsigned all = entry->coverage.matched + entry->coverage.missing;
        unsigned unused = entry->coverage.unused;
        log_note("skeleton: %s%s: has %u of %u bone%s of the file, and %u other bone%s", kind, from,
                 (unsigned)entry->coverage.matched, all, text_plural(all), unused,
                 text_plural(unused));
    }
}

void skeleton_log_considered(const gait_search_result *result) {
    gait_search_summary found = gait_search_result_summary(result);
    for (uint32_t i = 0; i < found.entry_count; i++) {
        log_considered(&found.entries[i]);
    }
}

void skeleton_log_recovered(const gait_search_result *result) {
    const gait_skeleton *skeleton = gait_search_result_skeleton(result);
    const gait_pivot *pivots = gait_search_result_summary(result).recovered;
    for (uint32_t b = 0; pivots && b < skeleton->bone_count; b++) {
        if (pivots[b].origin == GAIT_ORIGIN_RECOVERED) {
            log_note("pivot of %s: computed from the motion%s, RMS error %.2f mm",
                     skeleton->bones[b].name,
                     pivots[b].directions < 3
                         ? " (a point on the only axis about which the bone turns)"
                         : "",
                     pivots[b].rms_m * 1000);
        }
    }
}

/* --- the skeleton found ----------------------------------------------------------------------- */

static char *count_origins(const gait_skeleton *skeleton, bool of_rest) {
    char *text = text_copy("");
    for (int origin = GAIT_ORIGIN_UNKNOWN; origin <= GAIT_ORIGIN_PIVOTS; origin++) {
        unsigned count = 0;
        for (uint32_t i = 0; i < skeleton->bone_count; i++) {
            const gait_bone *bone = &skeleton->bones[i];
            count += (int)(of_rest ? bone->rest_origin : bone->parent_origin) == origin;
        }
        if (count > 0) {
            text_append(&text, "%s%s %u", text[0] ? ", " : "",
                        gait_origin_name((gait_origin)origin), count);
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

void skeleton_count_joints(const gait_recovered *found, unsigned kinds[GAIT_JOINT_PROVED + 1]) {
    for (int kind = 0; kind <= GAIT_JOINT_PROVED; kind++) {
        kinds[kind] = 0;
    }
    for (uint32_t b = 0; b < found->skeleton->bone_count; b++) {
        kinds[found->joints[b].kind]++;
    }
}

/* Returns a new text such as "recovered from the motion: proved 38, held 8, rigid 3". */
static char *describe_motion(const gait_recovered *motion) {
    enum { FEW_KEYS = 4 };
    unsigned kinds[GAIT_JOINT_PROVED + 1];
    skeleton_count_joints(motion, kinds);
    char *few = motion->key_count < FEW_KEYS
                    ? text_format("of only %u different keys, ", (unsigned)motion->key_count)
                    : text_copy("");
    char *text =
        text_format("recovered from the motion: %sproved %u, held %u, rigid %u", few,
                    kinds[GAIT_JOINT_PROVED], kinds[GAIT_JOINT_HELD], kinds[GAIT_JOINT_RIGID]);
    free(few);
    return text;
}

/* Returns a new text such as "the file itself", "model.cfg:Crane" or "built-in xray-hands". */
static char *describe_found(const source *animation, const gait_search_result *result,
                            const skeleton_arguments *given) {
    gait_search_summary found = gait_search_result_summary(result);
    const gait_search_entry *entry = found.used;
    switch (found.source) {
    case GAIT_SKELETON_GIVEN:
        return text_copy(given->bones.from);
    case GAIT_SKELETON_IN_FILE:
        return text_copy("the file itself");
    case GAIT_SKELETON_CANDIDATE:
        return source_is_rtm(animation) ? text_format("%s:%s", entry->path, entry->name)
                                        : text_copy(entry->path);
    case GAIT_SKELETON_BUILTIN:
        return entry->body_count > 0
                   ? text_format("built-in %s, %u of its %u body bones are in the file",
                                 entry->name, (unsigned)entry->body_matched,
                                 (unsigned)entry->body_count)
                   : text_format("built-in %s", entry->name);
    case GAIT_SKELETON_RECOVERED:
        return describe_motion(found.motion);
    case GAIT_SKELETON_NONE:
    default:
        return text_copy("none found");
    }
}

/* The name of the parent in `tree` when `bound` has another one; NULL for a root of `bound`. */
static const char *lost_parent(const gait_skeleton *tree, const gait_skeleton *bound,
                               uint32_t bone) {
    int32_t at = gait_skeleton_find(tree, bound->bones[bone].name);
    int32_t parent = at >= 0 ? tree->bones[at].parent : -1;
    const char *name = parent >= 0 ? tree->bones[parent].name : NULL;
    bool is_lost = name && bound->bones[bone].parent >= 0 && gait_skeleton_find(bound, name) < 0;
    return is_lost ? name : NULL;
}

/* Logs bones of an X-Ray skeleton that the search left out because their poses are unknown. */
static void log_unknown_bones(const source *animation, const gait_search_result *result) {
    const gait_skeleton *tree = gait_search_result_summary(result).tree;
    const gait_skeleton *bound = gait_search_result_skeleton(result);
    bool is_motion = format_has(animation->format, GAIT_HAS_MOTIONS);
    if (!is_motion || !tree || bound->bone_count >= tree->bone_count) {
        return;
    }
    unsigned count = tree->bone_count - bound->bone_count;
    log_note("%u bone%s of the skeleton %s not in the file and %s no known pose: left out", count,
             text_plural(count), count == 1 ? "is" : "are", count == 1 ? "has" : "have");
    for (uint32_t b = 0; b < bound->bone_count; b++) {
        const char *parent = lost_parent(tree, bound, b);
        if (parent) {
            log_warning(source_label(animation),
                        "the pose of bone \"%s\", the parent of \"%s\", is unknown", parent,
                        bound->bones[b].name);
            log_hint("pass the .ogf of its model with --skeleton");
            return;
        }
    }
}

void skeleton_log_found(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given) {
    char *from = describe_found(animation, result, given);
    char *origins = skeleton_origins(gait_search_result_skeleton(result));
    log_note("skeleton: %s%s%s (%s)", from, given->pivots.from ? ", pivots: " : "",
             given->pivots.from ? given->pivots.from : "", origins);
    free(origins);
    free(from);
    log_unknown_bones(animation, result);
}

/* The number of bones of the animation that a skeleton lacks. */
static unsigned count_missing(const source *animation, const gait_skeleton *skeleton) {
    text_list names = source_bone_names(animation);
    unsigned missing = 0;
    for (size_t i = 0; i < names.count; i++) {
        missing += gait_skeleton_find(skeleton, names.items[i]) < 0;
    }
    text_list_free(&names, true);
    return missing;
}

void skeleton_log_unfit(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given) {
    gait_search_summary found = gait_search_result_summary(result);
    char *from = describe_found(animation, result, given);
    unsigned missing = count_missing(animation, found.tree);
    if (format_has(animation->format, GAIT_MODEL_SPACE) && missing > 0) {
        log_error(source_label(animation), "the skeleton (%s) lacks %u of %llu bones", from,
                  missing, (unsigned long long)gait_file_bone_count(animation->file));
    }
    skeleton_log_missing(animation, found.tree);
    free(from);
}

void skeleton_log_ties(const source *animation, const gait_search_result *result) {
    enum { MAX_SHOWN = 3 };
    gait_search_summary found = gait_search_result_summary(result);
    unsigned ties = 0;
    text_list shown = {0};
    for (uint32_t i = 0; i < found.entry_count; i++) {
        const gait_search_entry *tie = &found.entries[i];
        bool is_config = path_has_extension(tie->path, ".cfg");
        if (tie->has_other_rest && ties++ < MAX_SHOWN) {
            text_list_add(&shown, text_format("%s%s%s", tie->path, is_config ? ":" : "",
                                              is_config ? tie->name : ""));
        }
    }
    if (ties > 0) {
        char *list = text_list_join(&shown, ", ");
        log_warning(source_label(animation),
                    "%u other model%s with another rest pose or hierarchy, also possible: %s%s",
                    ties, text_plural(ties), list, ties > MAX_SHOWN ? ", ..." : "");
        log_hint("--skeleton chooses one; -v lists all that were compared");
        free(list);
    }
    text_list_free(&shown, true);
}

/* --- missing data ----------------------------------------------------------------------------- */

void skeleton_log_missing(const source *animation, const gait_skeleton *skeleton) {
    text_list names = source_bone_names(animation);
    for (size_t i = 0; i < names.count; i++) {
        if (gait_skeleton_find(skeleton, names.items[i]) < 0) {
            int32_t nearest = gait_skeleton_nearest(skeleton, names.items[i]);
            log_hint("missing: %s%s%s", names.items[i], nearest < 0 ? "" : ", nearest: ",
                     nearest < 0 ? "" : skeleton->bones[nearest].name);
        }
    }
    text_list_free(&names, true);
}

void skeleton_log_left_out(const source *animation, const gait_skeleton *skeleton) {
    unsigned missing = count_missing(animation, skeleton);
    if (missing > 0) {
        log_warning(source_label(animation), "%u bone%s %s left out", missing, text_plural(missing),
                    missing == 1 ? "is" : "are");
        skeleton_log_missing(animation, skeleton);
    }
}

void skeleton_log_nearest(const source *animation, const gait_search_result *result) {
    gait_search_summary found = gait_search_result_summary(result);
    const gait_search_entry *nearest = found.nearest;
    unsigned all = nearest->coverage.matched + nearest->coverage.missing;
    bool is_builtin = nearest->source == GAIT_SKELETON_BUILTIN;
    log_warning(source_label(animation), "%s%s%s has only %u of its %u bone%s",
                is_builtin ? "built-in " : "", is_builtin ? nearest->name : nearest->path,
                nearest->names_file ? ", which refers to this file," : "",
                (unsigned)nearest->coverage.matched, all, text_plural(all));
    bool is_near = nearest->coverage.matched >= nearest->coverage.missing;
    if (is_near) {
        skeleton_log_missing(animation, found.nearest_tree);
    }
    if (!found.tree && nearest->coverage.matched > 0) {
        log_hint("--missing-bones leave-out converts the other bones");
    }
}

void skeleton_log_hint(const source *animation) {
    if (source_is_rtm(animation)) {
        bool is_plain = format_has(animation->format, GAIT_MODEL_SPACE);
        log_hint("pass its model.cfg, or the name of a built-in skeleton, with --skeleton");
        log_hint("`gait skeleton --list` lists the built-in skeletons%s",
                 is_plain ? "; `gait convert` to glTF works without a skeleton" : "");
        return;
    }
    log_hint("pass the .ogf of its model with --skeleton, or its folder with --search");
    log_hint("`gait skeleton --for FILE` lists the models that were considered");
    log_hint("`gait skeleton --list` lists the built-in skeletons");
}

void skeleton_log_needs(const source *animation) {
    skeleton_log_hint(animation);
    text_list names = source_bone_names(animation);
    char *list = text_list_join(&names, " ");
    log_hint("the file has %u bone%s: %s", (unsigned)names.count, text_plural(names.count), list);
    free(list);
    text_list_free(&names, true);
}

int skeleton_refuse(const source *animation, const char *clip, gait_requirement need) {
    const gait_rule *rule = gait_rule_find(need == GAIT_REQUIRES_PARENTS ? "CNV024" : "CNV025");
    log_error(source_label(animation), "%s%s%s%s [%s]", clip ? "clip \"" : "", clip ? clip : "",
              clip ? "\": " : "", rule->summary, rule->id);
    log_hint("%s", rule->advice);
    skeleton_log_needs(animation);
    return EXIT_UNSUPPORTED;
}
