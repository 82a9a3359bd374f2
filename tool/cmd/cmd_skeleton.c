/* gait skeleton: prints the bones of a skeleton, recovers one from motions and writes it, or prints
 * the candidates for an animation. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "gait/report.h"
#include "gait/names.h"
#include "gait/bones.h"
#include "skeleton/skeleton.h"

typedef struct skeleton_options {
    common_options common;
    bool list;
    const char *animation;
    text_list folders;
    const char *out;
    const char *name;
    const char *compared;
    bool force;
    bool json;
} skeleton_options;

static const option skeleton_table[] = {
    {"list", 0, OPTION_FLAG, NULL, offsetof(skeleton_options, list), "list the built-in skeletons"},
    {"for", 0, OPTION_TEXT, "ANIMATION", offsetof(skeleton_options, animation),
     "list the bones of this file that are missing from the skeleton; without FILE, list the "
     "models "
     "that are considered for it, the best first"},
    {"out", 'o', OPTION_TEXT, "OUT", offsetof(skeleton_options, out),
     "write the skeleton to OUT: a model.cfg, or from RTM files also a .glb; that of plain RTM "
     "files is recovered from their motion"},
    {"name", 0, OPTION_TEXT, "NAME", offsetof(skeleton_options, name),
     "with --out: the name of the class; default: that of the folder of several files, else of the "
     "file"},
    {"compare", 0, OPTION_TEXT, "CONFIG[:SKELETON]", offsetof(skeleton_options, compared),
     "compare the parents in this model.cfg with the motion of at least three plain RTM files"},
    {"force", 'f', OPTION_FLAG, NULL, offsetof(skeleton_options, force), "overwrite OUT"},
    OPTIONS_SEARCH(skeleton_options),
    OPTIONS_PROJECT(skeleton_options),
    {"json", 0, OPTION_FLAG, NULL, offsetof(skeleton_options, json),
     "print JSON (gait.skeleton/1; with --list gait.skeletons/1)"},
    OPTIONS_OF_FILES(skeleton_options, "print how the skeleton was found"),
};

/* --- the list --------------------------------------------------------------------------------- */

static void skeleton_print_list(bool json) {
    if (json) {
        gait_buffer list = {0};
        result_json(gait_report_builtins(&list), &list);
        gait_buffer_free(&list);
        result_json_raw("\n");
        return;
    }
    result_heading("NAME          BONES  SUMMARY");
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        const gait_builtin builtin = gait_builtin_at(i);
        result_printf("%-13s %5u  %s%s\n", builtin.name, builtin.bone_count, builtin.summary,
                      builtin.is_flat ? " (without parents in the game)" : "");
    }
}

/* --- one skeleton ----------------------------------------------------------------------------- */

/* For a file without a skeleton: finds the one on which its clips are posed. */
static int resolve_animation(source *file, const skeleton_options *options, gait_skeleton **out) {
    const skeleton_request request = {.folders = &options->folders,
                                      .use = SKELETON_FOR_SHOWING,
                                      .verbose = options->common.verbose};
    TRY(skeleton_resolve(file, &request, out));
    /* Plain RTM can be posed without parents, a bank cannot. */
    bool is_bank = (gait_format_get_info(file->format)->abilities & GAIT_MANY_CLIPS) != 0;
    return is_bank && !gait_skeleton_has_known_parents(*out)
               ? skeleton_refuse(file, NULL, GAIT_REQUIRES_PARENTS)
               : EXIT_OK;
}

static int load_file(const char *given, const skeleton_options *options, gait_skeleton **out) {
    skeleton_place place = skeleton_place_of(given);
    source *file = source_new();
    int code;
    TRY_DONE(source_open_or_fail(file, place.path));
    TRY_DONE(skeleton_from_argument(file, place.name, out));
    const gait_format_info *info = gait_format_get_info(file->format);
    if (!*out && (info->abilities & GAIT_HAS_CLIPS) != 0) {
        code = resolve_animation(file, options, out);
    } else if (!*out) { /* a model without bones, a config without skeletons */
        log_error(source_label(file), "this %s holds no skeleton", info->name);
        code = exit_of_status(GAIT_NOT_FOUND);
    }
done:
    source_free(file);
    skeleton_place_free(&place);
    return code;
}

static int load_skeleton(const char *name, const skeleton_options *options, gait_skeleton **out) {
    gait_status status = gait_builtin_skeleton(name, NULL, out);
    memory_check(status);
    if (status == GAIT_OK) {
        return EXIT_OK;
    }
    TRY(skeleton_check_name(name));
    return load_file(name, options, out);
}

/* --- printing --------------------------------------------------------------------------------- */

/* Children of each bone as linked lists, to print the tree depth first without recursion. */
typedef struct bone_links {
    int32_t *first_child;
    int32_t *next;
    uint32_t *depth;
} bone_links;

static bone_links link_bones(const gait_skeleton *skeleton) {
    uint32_t count = skeleton->bone_count;
    bone_links links = {memory_resize(NULL, count, sizeof(int32_t)),
                        memory_resize(NULL, count, sizeof(int32_t)),
                        memory_resize(NULL, count, sizeof(uint32_t))};
    for (uint32_t i = 0; i < count; i++) {
        int32_t parent = skeleton->bones[i].parent;
        links.first_child[i] = -1;
        links.depth[i] = parent < 0 ? 0 : links.depth[parent] + 1;
    }
    int32_t first_root = -1;
    for (uint32_t i = count; i-- > 0;) {
        int32_t parent = skeleton->bones[i].parent;
        int32_t *list = parent < 0 ? &first_root : &links.first_child[parent];
        links.next[i] = *list;
        *list = (int32_t)i;
    }
    return links;
}

static void skeleton_print_bone(const gait_bone *bone, uint32_t depth) {
    enum { DEEPEST = 20, NAME_WIDTH = 44 };
    uint32_t indent = 2 * (depth < DEEPEST ? depth : DEEPEST);
    result_printf("%*s", (int)indent, "");
    result_text(bone->name, NAME_WIDTH - indent);
    if (bone->rest_origin == GAIT_ORIGIN_UNKNOWN) {
        result_printf(" %9s %9s %9s", "-", "-", "-");
    } else {
        for (int i = 0; i < 3; i++) {
            double t = bone->rest.t[i];
            result_printf(" %9.5f", t > -5e-6 && t < 5e-6 ? 0 : t); /* without a sign */
        }
    }
    result_printf("  %-11s %s\n", gait_origin_name(bone->parent_origin),
                  gait_origin_name(bone->rest_origin));
}

static int32_t bone_after(const gait_skeleton *skeleton, const bone_links *links, int32_t bone) {
    if (links->first_child[bone] >= 0) {
        return links->first_child[bone];
    }
    while (bone >= 0 && links->next[bone] < 0) {
        bone = skeleton->bones[bone].parent;
    }
    return bone < 0 ? -1 : links->next[bone];
}

static void print_tree(const gait_skeleton *skeleton) {
    char *origins = skeleton_origins(skeleton);
    result_printf("%u bone%s; %s\n", (unsigned)skeleton->bone_count,
                  text_plural(skeleton->bone_count), origins);
    free(origins);
    result_heading("BONE                                                TX        TY        TZ"
                   "  PARENT FROM REST FROM");
    bone_links links = link_bones(skeleton);
    for (int32_t bone = skeleton->bone_count > 0 ? 0 : -1; bone >= 0;
         bone = bone_after(skeleton, &links, bone)) {
        skeleton_print_bone(&skeleton->bones[bone], links.depth[bone]);
    }
    free(links.first_child);
    free(links.next);
    free(links.depth);
}

static void print_missing(const gait_skeleton *skeleton, const text_list *names) {
    for (size_t i = 0; i < names->count; i++) {
        if (gait_skeleton_find(skeleton, names->items[i]) < 0) {
            int32_t nearest = gait_skeleton_nearest(skeleton, names->items[i]);
            result_printf("missing: ");
            result_text(names->items[i], 0);
            result_printf("%s", nearest < 0 ? "" : ", nearest: ");
            result_text(nearest < 0 ? "" : skeleton->bones[nearest].name, 0);
            result_printf("\n");
        }
    }
}

static void print_json_skeleton(const char *path, const gait_skeleton *skeleton,
                                const gait_joint *joints, const text_list *names) {
    gait_buffer json = {0};
    gait_status status =
        gait_report_skeleton(path, skeleton, joints, names->items, (uint32_t)names->count, &json);
    result_json(status, &json);
    result_json_raw("\n");
    gait_buffer_free(&json);
}

/* --- candidates for an animation -------------------------------------------------------------- */

static int by_preference(const void *a, const void *b) {
    return gait_search_compare(*(const gait_search_entry *const *)a,
                               *(const gait_search_entry *const *)b);
}

static void print_candidate(const gait_search_entry *entry) {
    unsigned matched = entry->coverage.matched, missing = entry->coverage.missing;
    unsigned more = entry->coverage.unused;
    bool is_builtin = entry->source == GAIT_SKELETON_BUILTIN;
    result_printf("%-8s %5u of %-5u ",
                  entry->outcome == GAIT_SEARCH_USED  ? "used"
                  : entry->reason != GAIT_REASON_NONE ? "possible"
                                                      : "-",
                  matched, matched + missing);
    result_text(is_builtin ? entry->name : entry->path, 0);
    if (entry->names_file && missing > 0) {
        result_printf(": refers to this file, but lacks %u bone%s", missing, text_plural(missing));
    } else if (entry->names_file) {
        result_printf(": refers to this file");
    } else if (entry->reason == GAIT_REASON_SAME_BONES) {
        result_printf(": has exactly these bones");
    } else if (entry->reason == GAIT_REASON_ALL_BONES) {
        result_printf(": has %u other bone%s", more, text_plural(more));
    } else if (entry->outcome == GAIT_SEARCH_NO_SKELETON) {
        result_printf(": holds no skeleton for this file");
    } else {
        result_printf(": lacks %u bone%s", missing, text_plural(missing));
    }
    result_printf("%s%s\n", is_builtin ? " (built-in)" : "",
                  entry->has_other_rest ? ", another rest pose or hierarchy than the one used"
                                        : "");
}

/* Models that have no bone of the file are left out, except with -v. */
static void print_candidates(const gait_search_summary *found, bool verbose) {
    const gait_search_entry **order = memory_resize(NULL, found->entry_count, sizeof *order);
    for (uint32_t i = 0; i < found->entry_count; i++) {
        order[i] = &found->entries[i];
    }
    qsort(order, found->entry_count, sizeof *order, by_preference);
    result_heading("RESULT           BONES FILE");
    uint32_t printed = 0;
    for (uint32_t i = 0; i < found->entry_count; i++) {
        if (verbose || order[i]->coverage.matched > 0) {
            print_candidate(order[i]);
            printed++;
        }
    }
    free(order);
    if (printed == 0) {
        log_note("no model with a bone of this file was found; -v also lists the others");
    }
}

static int show_candidates(const skeleton_options *options) {
    const skeleton_request request = {.folders = &options->folders,
                                      .verbose = options->common.verbose};
    skeleton_cache *cache = skeleton_cache_new(false);
    source *file = source_new();
    gait_search_result *result = NULL;
    int code;
    TRY_DONE(source_open_or_fail(file, options->animation));
    if (gait_file_clip_count(file->file) == 0) {
        log_error(source_label(file), "holds no animation");
        TRY_DONE(EXIT_UNSUPPORTED);
    }
    TRY_DONE(skeleton_cache_load(cache, NULL, &options->folders));
    TRY_DONE(skeleton_cache_choose(cache, file));
    code = exit_of_status(skeleton_search_models(file, cache, &request, &result));
    gait_search_summary found = gait_search_result_summary(result);
    if (found.source == GAIT_SKELETON_IN_FILE) {
        log_note("%s contains its skeleton", source_label(file));
    } else {
        print_candidates(&found, options->common.verbose);
    }
done:
    gait_search_result_free(result);
    source_free(file);
    skeleton_cache_free(cache);
    return code;
}

/* --- the run ---------------------------------------------------------------------------------- */

static int load_names(const char *path, text_list *out) {
    source *file = source_new();
    int code = source_open_or_fail(file, path);
    if (code == EXIT_OK) {
        *out = source_bone_names(file);
    }
    source_free(file);
    return code;
}

static int show(const skeleton_options *options, const char *name) {
    gait_skeleton *skeleton = NULL;
    text_list names = {0};
    int code;
    TRY_DONE(load_skeleton(name, options, &skeleton));
    if (options->animation) {
        TRY_DONE(load_names(options->animation, &names));
    }
    if (options->json) {
        print_json_skeleton(name, skeleton, NULL, &names);
    } else if (!options->out) {
        print_tree(skeleton);
        print_missing(skeleton, &names);
    }
    if (options->out) {
        code = skeleton_write(options->out, options->name ? options->name : skeleton->name,
                              skeleton, NULL, NULL, options->force);
    }
done:
    text_list_free(&names, true);
    gait_skeleton_free(skeleton);
    return code;
}

/* --- from the motion -------------------------------------------------------------------------- */

/* The name of the skeleton of some files; the caller frees it. */
static char *skeleton_name_of(const skeleton_options *options, const inputs *list) {
    if (options->name) {
        return text_copy(options->name);
    }
    const char *path = list->items[0].path;
    char *folder = path_folder(path);
    char *parent = path_without_separators(folder);
    const char *parent_name = path_name(parent);
    bool is_named = list->count > 1 && parent_name[0] && strcmp(parent_name, ".") != 0;
    char *name = is_named ? text_copy(parent_name) : path_with_extension(path_name(path), "");
    free(parent);
    free(folder);
    return name;
}

static int show_recovered(const skeleton_options *options, const inputs *list,
                          const motion_files *files) {
    const text_list no_names = {0};
    gait_recovered *found = NULL;
    char *name = skeleton_name_of(options, list);
    int code;
    TRY_DONE(motion_recover(files, name, &found));
    if (options->json) {
        print_json_skeleton(list->items[0].path, found->skeleton, found->joints, &no_names);
    } else if (!options->out) {
        print_tree(found->skeleton);
    }
    if (options->out) {
        code = skeleton_write(options->out, name, found->skeleton, found->joints, files,
                              options->force);
    }
done:
    gait_recovered_free(found);
    free(name);
    return code;
}

/* Recovers a skeleton from RTM files, or compares one with them. */
static int show_motion(const command_call *call) {
    static const char *extensions[] = {"*.rtm"};
    const text_list included = {.items = extensions, .count = 1};
    const input_filter filter = {.included = &included};
    const skeleton_options *options = call->options;
    inputs list = inputs_gather(call->operands, call->count, &filter);
    motion_files *files = NULL;
    int code = EXIT_FILES;
    if (list.count == 0) {
        log_error(call->operands[0], "there is no RTM file in it");
        goto done;
    }
    TRY_DONE(motion_files_open(&list, &files));
    code = options->compared ? motion_compare(files, options->compared)
                             : show_recovered(options, &list, files);
done:
    motion_files_free(files);
    inputs_free(&list);
    return code;
}

/* Finds out whether the operands are several files, or RTM files that are written as a skeleton.
 * Returns an exit code. */
static int is_about_motion(const command_call *call, bool *out_is_motion) {
    const skeleton_options *options = call->options;
    bool is_rtm = path_has_extension(call->operands[0], ".rtm");
    bool is_folder = false;
    if (!is_rtm) {
        TRY(files_look_for_folder(call->operands[0], &is_folder));
    }
    *out_is_motion = options->compared || call->count > 1 || is_folder || (is_rtm && options->out);
    return EXIT_OK;
}

/* Refuses options that cannot be combined. */
static int check_combination(const command_call *call) {
    const skeleton_options *options = call->options;
    const char *text = NULL;
    if (options->list && options->animation) {
        text = "--for and --list cannot be combined";
    } else if (options->list && (options->out || options->compared)) {
        text = "--list cannot be combined with --out and --compare";
    } else if (options->compared && (options->out || options->json)) {
        text = "--compare cannot be combined with --out and --json";
    } else if (options->animation && (options->compared || call->count > 1)) {
        text = "--for cannot be combined with --compare and several files";
    } else if (options->name && !options->out) {
        text = "--name requires --out";
    }
    if (text) {
        log_error(NULL, "%s", text);
    }
    return text ? EXIT_USAGE : EXIT_OK;
}

static int run_skeleton(const command_call *call) {
    const skeleton_options *options = call->options;
    bool has_operand = call->count > 0;
    bool is_motion;
    TRY(check_combination(call));
    if (options->animation && !has_operand && !options->list && !options->json) {
        return show_candidates(options);
    }
    if (options->list == has_operand) {
        log_error(NULL, "give a file, the name of a built-in skeleton, or --list");
        log_hint("try: gait skeleton --list");
        return EXIT_USAGE;
    }
    if (options->list) {
        skeleton_print_list(options->json);
        return EXIT_OK;
    }
    TRY(is_about_motion(call, &is_motion));
    return is_motion ? show_motion(call) : show(options, call->operands[0]);
}

const command command_skeleton = {
    "skeleton",
    "print the bones of a skeleton and where each value came from",
    "FILE[:SKELETON]|NAME|--list|RTM...",
    "gait skeleton --list\n"
    "gait skeleton arma3-man\n"
    "gait skeleton model.cfg:OFP2_ManSkeleton\n"
    "gait skeleton animations/ -o model.cfg\n"
    "gait skeleton --compare model.cfg animations/\n"
    "gait skeleton --for stalker_animation.omf\n"
    "gait skeleton --for stalker_animation.omf actor.ogf",
    "FILE is an .ogf, a glTF, a model.cfg or an animation. For an animation, Gait prints the\n"
    "skeleton that it uses for the poses. FILE:SKELETON selects one of several skeletons in a\n"
    "file.\n\n"
    "Gait takes the skeleton of an .omf from an .ogf in the same mod: one that refers to the\n"
    ".omf, one that has exactly its bones, or one that has all of its bones. Otherwise it is a\n"
    "built-in skeleton.\n\n"
    "Gait takes the skeleton of an .rtm from a model.cfg in the same mod; otherwise it is the\n"
    "built-in human skeleton, if the file has enough of its body bones (a binarised RTM: if\n"
    "the skeleton has all bones of the file); otherwise that of a plain RTM is recovered from\n"
    "its motion. From several RTM files, or with --out, the skeleton is always that of the\n"
    "motion; files whose joints differ from the others are left out.",
    0,
    SIZE_MAX,
    COMMAND_RUN(skeleton_table, skeleton_options, run_skeleton)};
