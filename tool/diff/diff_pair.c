/* Opens two files, compares them and prints the differences. */
#include <string.h>

#include "diff/diff.h"
#include "base/base.h"
#include "base/platform.h"
#include "skeleton/skeleton.h"
#include "gait/bones.h"

/* --- skeletons -------------------------------------------------------------------------------- */

static bool has_clips(const source *file) {
    return gait_file_clip_count(file->file) > 0;
}

/* The skeleton for one of the files; NULL when none is found. Returns an exit code, which is an
 * error only for values of --skeleton. */
static int diff_pair_find_skeleton(diff_context *self, source *file, gait_skeleton **out) {
    const diff_options *options = self->options;
    gait_search_result *result = NULL;
    bool has_own = format_has(file->format, GAIT_OWN_JOINTS);
    *out = NULL;
    if (!has_clips(file) || has_own) {
        return EXIT_OK;
    }
    TRY(skeleton_cache_choose(self->cache, file));
    const skeleton_arguments *given = skeleton_cache_arguments(self->cache);
    gait_status status = skeleton_search_models(
        file, self->cache, &(skeleton_request){.use = SKELETON_FOR_POSES}, &result);
    if (status != GAIT_OK && given->bones.from) {
        source_log_diagnostics(file);
        if (gait_search_result_summary(result).tree) {
            skeleton_log_unfit(file, result, given);
        }
        gait_search_result_free(result);
        return exit_of_status(status);
    }
    const gait_skeleton *found = status == GAIT_OK ? gait_search_result_skeleton(result) : NULL;
    bool is_plain =
        format_has(file->format, GAIT_MODEL_SPACE) && gait_search_result_summary(result).tree;
    if (found && found->bone_count > 0 && (is_plain || gait_skeleton_has_known_parents(found))) {
        if (options->common.verbose) {
            skeleton_log_found(file, result, given);
        }
        *out = gait_search_result_detach_skeleton(result);
    }
    gait_search_result_free(result);
    return EXIT_OK;
}

/* The skeleton for both files: the one found for the first file, or for the second. */
static int find_skeletons(diff_context *self, gait_skeleton **out) {
    *out = NULL;
    int code = skeleton_cache_load(self->cache, &self->options->skeletons, &self->options->folders);
    for (int s = 0; s < 2 && code == EXIT_OK && !*out; s++) {
        code = diff_pair_find_skeleton(self, self->files[s], out);
    }
    return code;
}

/* --- output ----------------------------------------------------------------------------------- */

static const char *pair_label(const diff_context *self, const diff_pair *pair, int s) {
    return self->options->labels.count > 0 ? self->options->labels.items[0]
           : pair->in[s]                   ? pair->in[s]->path
                                           : NULL;
}

static void diff_pair_print_json(diff_context *self, const gait_report_pair *report) {
    result_json_raw(self->index == 0 ? "\n" : ",\n");
    gait_status status = gait_report_difference(report, &self->json);
    result_json(status, &self->json);
}

/* Prints that only one of the sides has the file. */
static void print_single(diff_context *self, const diff_pair *pair, int s) {
    const char *status = s == 0 ? "removed" : "added";
    if (self->options->json) {
        diff_pair_print_json(self,
                             &(gait_report_pair){.path = s == 0 ? pair->in[0]->path : NULL,
                                                 .other_path = s == 1 ? pair->in[1]->path : NULL,
                                                 .status = status});
    } else if (!self->options->common.quiet) {
        const char *name = pair->name ? pair->name : pair_label(self, pair, s);
        result_text(name, 0);
        result_printf(": %s\n", status);
    }
}

/* Prints why the files were not compared. */
static void print_failure(diff_context *self, const diff_pair *pair, bool is_foreign) {
    const source *failed = NULL;
    for (int s = 0; s < 2; s++) {
        source *file = self->files[s];
        if (file->exit_code != EXIT_OK) {
            failed = failed ? failed : file;
        }
        if (file->exit_code != EXIT_OK && !is_foreign) {
            source_log_diagnostics(file);
        }
    }
    if (self->options->json) {
        diff_pair_print_json(self, &(gait_report_pair){.path = pair->in[0]->path,
                                                       .other_path = pair->in[1]->path,
                                                       .status = source_status(failed),
                                                       .error = source_error(failed)});
    }
}

/* Logs which poses were not compared. It is no error if the files have no common bone: then all
 * bones are differences of the files. */
static int log_uncompared(const diff_context *self, const gait_file_comparison *comparison) {
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    int code = EXIT_OK;
    uint32_t unposed = 0, boneless = 0;
    for (uint32_t i = 0; i < summary.clip_count && summary.not_compared > 0; i++) {
        gait_clip_difference clip = gait_file_comparison_clip(comparison, i);
        if (clip.status == GAIT_UNSUPPORTED) {
            unposed++;
        } else if (clip.status == GAIT_NOT_FOUND) {
            boneless++;
        } else if (clip.status != GAIT_OK) {
            log_error(source_label(self->files[0]), "the keys of clip '%s' cannot be read: %s",
                      clip.name, gait_status_name(clip.status));
            code = exit_worse(code, exit_of_status(clip.status));
        }
    }
    if (boneless > 0) {
        log_note("%s: the keys of %u clip%s are not compared: the files have no bone in common",
                 source_label(self->files[0]), (unsigned)boneless, text_plural(boneless));
    }
    if (unposed > 0) {
        bool is_given = self->options->skeletons.count > 0;
        log_error(source_label(self->files[0]), "the keys of %u clip%s are not compared: %s",
                  (unsigned)unposed, text_plural(unposed),
                  is_given ? "the skeleton lacks bones of the second file"
                           : "the skeleton is unknown");
        log_hint(is_given
                     ? "--skeleton must have all bones of a binarised file"
                     : "--skeleton gives the skeleton: a model, a model.cfg or a built-in name");
        code = exit_worse(code, EXIT_UNSUPPORTED);
    }
    return code;
}

/* True when the keys of a bone differ. */
static bool has_different_keys(const gait_file_comparison *comparison) {
    uint32_t count = gait_file_comparison_summary(comparison).clip_count;
    bool is_found = false;
    for (uint32_t i = 0; i < count && !is_found; i++) {
        is_found = gait_file_comparison_clip(comparison, i).keys == GAIT_KEYS_DIFFERENT;
    }
    return is_found;
}

static void print_comparison(diff_context *self, const diff_pair *pair,
                             const gait_file_comparison *comparison) {
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    if (self->options->json) {
        diff_pair_print_json(self, &(gait_report_pair){.path = pair->in[0]->path,
                                                       .other_path = pair->in[1]->path,
                                                       .comparison = comparison});
        return;
    }
    bool is_silent = self->pairs->are_folders && summary.outcome != GAIT_FILES_DIFFERENT &&
                     !self->options->common.verbose;
    if (self->options->common.quiet || is_silent) {
        return;
    }
    diff_print_options options = {.is_whole = self->options->common.verbose};
    for (int s = 0; s < 2; s++) {
        options.names[s] = pair->name ? pair->name : pair_label(self, pair, s);
    }
    diff_print(comparison, &options);
    bool is_plain = source_is_rtm(self->files[0]) && source_is_rtm(self->files[1]);
    if (is_plain && !summary.is_posed && has_different_keys(comparison)) {
        log_note("the parents of the bones are unknown: keys are compared as stored, so the "
                 "descendants of a changed bone differ too");
        log_hint("--skeleton gives the skeleton: a model.cfg or a built-in name");
    }
}

/* --- one pair --------------------------------------------------------------------------------- */

/* True when the bytes of both files are equal and contain everything: no skeleton is needed. */
static bool are_equal_bytes(const diff_context *self) {
    const source *a = self->files[0], *b = self->files[1];
    return a->bytes.size == b->bytes.size && !format_has_scene(a->format) &&
           (a->bytes.size == 0 || memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
}

static int compare_open_files(diff_context *self, const diff_pair *pair, diff_result *out_result) {
    static const diff_result results[] = {DIFF_EQUAL, DIFF_SAME_CONTENT, DIFF_DIFFERENT};
    gait_skeleton *skeleton = NULL;
    gait_file_comparison *comparison = NULL;
    int code = are_equal_bytes(self) ? EXIT_OK : find_skeletons(self, &skeleton);
    if (code != EXIT_OK) {
        *out_result = DIFF_FAILED;
        return code;
    }
    gait_file_compare_options options = {.common = source_options(self->files[0]),
                                         .skeleton = skeleton,
                                         .tolerance_deg = self->tolerance.deg,
                                         .tolerance_mm = self->tolerance.mm};
    gait_status status =
        gait_file_compare(self->files[0]->file, self->files[1]->file, &options, &comparison);
    memory_check(status);
    gait_skeleton_free(skeleton);
    if (status != GAIT_OK) {
        log_error(source_label(self->files[0]), "cannot be compared: %s", gait_status_name(status));
        *out_result = DIFF_FAILED;
        return exit_of_status(status);
    }
    *out_result = results[gait_file_comparison_summary(comparison).outcome];
    print_comparison(self, pair, comparison);
    code = log_uncompared(self, comparison);
    gait_file_comparison_free(comparison);
    return exit_worse(code, *out_result == DIFF_DIFFERENT ? EXIT_FINDINGS : EXIT_OK);
}

/* Git compares a new or a removed file with this path. */
static bool is_no_file(const input *item) {
    return !item || strcmp(item->path, "/dev/null") == 0 ||
           (PLATFORM_HAS_WINDOWS_NAMES && text_equal(item->path, "nul"));
}

int diff_pair_run(diff_context *self, const diff_pair *pair, diff_result *out_result) {
    int code = EXIT_OK;
    for (int s = 0; s < 2; s++) {
        if (is_no_file(pair->in[s]) && !is_no_file(pair->in[1 - s])) {
            *out_result = s == 0 ? DIFF_ADDED : DIFF_REMOVED;
            print_single(self, pair, 1 - s);
            return EXIT_FINDINGS;
        }
    }
    for (int s = 0; s < 2; s++) {
        code = exit_worse(code, source_open_input(self->files[s], pair->in[s]));
    }
    bool is_foreign = self->pairs->are_folders && code != EXIT_OK &&
                      source_is_foreign(self->files[0]) && source_is_foreign(self->files[1]);
    if (code != EXIT_OK) {
        *out_result = is_foreign ? DIFF_FOREIGN : DIFF_FAILED;
        print_failure(self, pair, is_foreign);
        return is_foreign ? EXIT_OK : code;
    }
    return compare_open_files(self, pair, out_result);
}
