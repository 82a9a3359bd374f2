/* The steps of gait optimise, and what it prints about each file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "edit/edit.h"
#include "base/base.h"
#include "base/platform.h"
#include "list/list.h"
#include "gait/report.h"

/* The result for one file. */
typedef struct optimise_outcome {
    const gait_optimised *result; /* NULL after an error */
    bool is_changed;              /* and written, unless it is a dry run */
    int exit_code;
} optimise_outcome;

/* --- text ------------------------------------------------------------------------------------- */

/* A measured error, rounded up to four digits after the point. */
static double round_up(double error) {
    const double steps = 10000;
    double whole = (double)(uint64_t)(error * steps);
    return whole < error * steps ? (whole + 1) / steps : error;
}

static void print_errors(double mm, double deg) {
    if (mm > 0) {
        result_printf(", largest error %.4f mm", round_up(mm));
    }
    if (deg > 0) {
        result_printf("%s%.4f degrees", mm > 0 ? " and " : ", largest error ", round_up(deg));
    }
}

static void print_count(const char **separator, uint32_t count, const char *singular,
                        const char *plural) {
    if (count > 0) {
        result_printf("%s%u %s", *separator, (unsigned)count, count == 1 ? singular : plural);
        *separator = ", ";
    }
}

static void print_clip(const gait_optimised_clip *clip, size_t width) {
    const char *separator = "";
    result_printf("  %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "  ", clip->bytes_before,
                  clip->bytes_after, clip->bytes_before - clip->bytes_after);
    result_text(clip->name, width);
    result_printf("  ");
    print_count(&separator, clip->constant_rotations, "constant rotation", "constant rotations");
    print_count(&separator, clip->constant_translations, "constant translation",
                "constant translations");
    print_count(&separator, clip->narrowed_translations, "translation with 8 bits",
                "translations with 8 bits");
    print_count(&separator, clip->quantised_tracks, "track without floats",
                "tracks without floats");
    print_count(&separator, clip->removed_keys, "key removed", "keys removed");
    print_count(&separator, clip->compressed_arrays, "array compressed better",
                "arrays compressed better");
    if (!*separator) {
        result_printf(clip->is_chosen ? "nothing to save" : "not chosen");
    }
    print_errors(clip->error_mm, clip->error_deg);
    result_printf("\n");
}

static bool is_shown(const gait_optimised_clip *clip, bool all) {
    return all || clip->bytes_after < clip->bytes_before;
}

static size_t find_name_width(const gait_optimised *result, uint32_t count, bool all) {
    size_t width = 4;
    for (uint32_t i = 0; i < count; i++) {
        gait_optimised_clip clip = gait_optimised_clip_at(result, i);
        char *name = text_clean(clip.name);
        size_t length = text_length(name);
        width = is_shown(&clip, all) && length > width ? length : width;
        free(name);
    }
    return width;
}

/* Prints a table of the clips that became smaller, with `all` of all clips. */
static void optimise_print(const source *file, const gait_optimised *result, bool all) {
    gait_optimise_summary total = gait_optimised_summary(result);
    uint64_t saved = total.bytes_before - total.bytes_after;
    double percent =
        total.bytes_before > 0 ? 100.0 * (double)saved / (double)total.bytes_before : 0;
    size_t width = find_name_width(result, total.clip_count, all);
    result_text(source_label(file), 0);
    result_printf(": %" PRIu64 " -> %" PRIu64 " bytes (%.1f %% saved)", total.bytes_before,
                  total.bytes_after, percent);
    print_errors(total.error_mm, total.error_deg);
    result_printf("\n");
    char *heading = text_format("     BEFORE     AFTER     SAVED  CLIP%*s  CHANGES",
                                (int)(width - strlen("CLIP")), "");
    result_heading(heading);
    free(heading);
    for (uint32_t i = 0; i < total.clip_count; i++) {
        gait_optimised_clip clip = gait_optimised_clip_at(result, i);
        if (is_shown(&clip, all)) {
            print_clip(&clip, width);
        }
    }
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void optimise_print_json_file(const source *file, const optimise_outcome *outcome,
                                     bool is_first) {
    gait_buffer json = {0};
    result_json_member(is_first ? "\n{\"path\":" : ",\n{\"path\":", file->path);
    result_json_member(
        ",\"format\":",

        file->format == GAIT_FORMAT_UNKNOWN ? NULL : gait_format_get_info(file->format)->name);
    result_json_raw(outcome->is_changed ? ",\"changed\":true" : ",\"changed\":false");
    result_json_raw(",\"result\":");
    if (outcome->result) {
        result_json(gait_report_optimised(outcome->result, &json), &json);
    } else {
        result_json_raw("null");
    }
    gait_buffer_free(&json);
    result_printf(",\"exit_code\":%d", outcome->exit_code);
    source_print_error(file, -1);
    result_json_raw("}");
}

/* --- the steps -------------------------------------------------------------------------------- */

/* One run of the command. */
typedef struct optimise_run_state {
    const optimise_options *options;
    tolerance tolerance;
    list_filter filter;
    inputs list;
    source *file;
    gait_buffer content;
    size_t searched; /* files in which patterns of clips were searched */
    size_t printed;
} optimise_run_state;

/* --- one file --------------------------------------------------------------------------------- */

/* A file in a folder that cannot be optimised: of another program, of another format, or a model
 * without a bank. */
static bool optimise_is_left_out(const optimise_run_state *run, const input *item) {
    const source *file = run->file;
    gait_format format = file->format;
    bool is_bank = format_has(format, GAIT_HAS_PARTS) || format_has_records(format) ||
                   (format_has(format, GAIT_HAS_BANK) &&
                    (!file->file || gait_file_clip_count(file->file) > 0));
    bool is_unknown = format == GAIT_FORMAT_UNKNOWN && !source_is_foreign(file);
    return item->is_found && !is_bank && !is_unknown;
}

static int optimise_file(optimise_run_state *run, gait_optimised **out_result,
                         optimise_outcome *outcome) {
    source *file = run->file;
    size_t count;
    list_matches matches;
    uint32_t *clips = list_filter_apply(&run->filter, file, &count, &matches);
    const gait_optimise_options options = {.common = source_options(file),
                                           .tolerance_mm = run->tolerance.mm,
                                           .tolerance_deg = run->tolerance.deg,
                                           .clips = clips,
                                           .clip_count = (uint32_t)count};
    run->content.size = 0;
    gait_status status = gait_optimise(file->file, &options, &run->content, out_result);
    outcome->result = *out_result;
    list_filter_collect(&run->filter, &matches);
    free(clips);
    int code = source_finish(file, status);
    if (status == GAIT_INTERNAL) {
        log_error(source_label(file), "the result could not be read again; it is not written");
    }
    TRY(code);
    const gait_span part = {run->content.data, run->content.size};
    const file_content content = {NULL, &part, 1};
    return edit_save(&run->options->edit, file, &content, &outcome->is_changed);
}

static void optimise_print_outcome(optimise_run_state *run, const optimise_outcome *outcome) {
    const optimise_options *options = run->options;
    if (options->json) {
        optimise_print_json_file(run->file, outcome, run->printed++ == 0);
    } else if (outcome->result && (outcome->is_changed || options->common.verbose) &&
               outcome->exit_code == EXIT_OK && !terminal_is_quiet() &&
               !edit_uses_stdout(&options->edit)) {
        optimise_print(run->file, outcome->result, options->common.verbose);
    }
}

static int optimise_process(void *user, const input *item, bool *out_changed) {
    optimise_run_state *run = user;
    gait_optimised *result = NULL;
    optimise_outcome outcome = {0};
    int code = source_open_input(run->file, item);
    if (optimise_is_left_out(run, item)) {
        return EXIT_OK;
    }
    if (code == EXIT_OK) {
        code = optimise_file(run, &result, &outcome);
    } else {
        log_diagnostic(source_label(run->file), source_error(run->file));
    }
    outcome.exit_code = run->file->exit_code = code;
    optimise_print_outcome(run, &outcome);
    *out_changed = outcome.is_changed;
    gait_optimised_free(result);
    return code;
}

/* Adds an input that is not processed to the JSON. */
static void optimise_leave_out(void *user, const input *item) {
    optimise_run_state *run = user;
    optimise_print_outcome(run,
                           &(optimise_outcome){.exit_code = source_open_input(run->file, item)});
}

/* --- all files -------------------------------------------------------------------------------- */

/* Opens all files, so that nothing is written when a pattern matches nowhere, or when an operand
 * cannot be read. */
static int optimise_try_all(optimise_run_state *run) {
    for (size_t i = 0; i < run->list.count; i++) {
        const input *item = &run->list.items[i];
        int code = source_open_input(run->file, item);
        if (code == EXIT_FILES && !item->is_found) {
            log_diagnostic(source_label(run->file), source_error(run->file));
            log_hint("nothing is written");
            return code;
        }
        if (run->file->file && !optimise_is_left_out(run, item)) {
            size_t count;
            list_matches matches;
            free(list_filter_apply(&run->filter, run->file, &count, &matches));
            list_filter_collect(&run->filter, &matches);
            run->searched++;
        }
    }
    return EXIT_OK;
}

static int optimise_process_all(optimise_run_state *run) {
    bool is_one = run->list.count == 1;
    if (!is_one || run->filter.count > 0) {
        TRY(optimise_try_all(run));
    }
    if (run->searched > 0) {
        TRY(list_filter_check(&run->filter, is_one ? run->list.items[0].path : NULL));
    }
    return edit_each(&(edit_loop){.options = &run->options->edit,
                                  .list = &run->list,
                                  .schema = run->options->json ? "gait.optimise/1" : NULL,
                                  .user = run,
                                  .process = optimise_process,
                                  .leave_out = optimise_leave_out});
}

int optimise_command(const command_call *call) {
    const optimise_options *options = call->options;
    optimise_run_state run = {.options = options, .content = {.allocator = large_allocator()}};
    int code;
    TRY(tolerance_read(&options->tolerances, &run.tolerance));
    TRY_DONE(inputs_read(call, &options->inputs, &run.list));
    TRY_DONE(edit_check(&options->edit, &run.list, options->json));
    list_filter_add(&run.filter, LIST_CLIP, &options->clips);
    run.file = source_new();
    code = optimise_process_all(&run);
    source_free(run.file);
done:
    list_filter_free(&run.filter);
    gait_buffer_free(&run.content);
    inputs_free(&run.list);
    return code;
}
