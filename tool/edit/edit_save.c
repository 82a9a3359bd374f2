/* Where edits are written: -o, --in-place, --backup and --dry-run, for one file or many. */
#include "edit/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"

int edit_exit_code(gait_status status) {
    return status == GAIT_BAD_ARGUMENT || status == GAIT_NOT_FOUND ? EXIT_USAGE
                                                                   : exit_of_status(status);
}

/* --- options ---------------------------------------------------------------------------------- */

bool edit_is_given(const edit_options *options) {
    return options->out || options->in_place || options->backup || options->dry_run ||
           options->force;
}

int edit_check_json(const edit_options *options, bool is_json) {
    return is_json && edit_uses_stdout(options)
               ? refuse(EXIT_USAGE, NULL,
                        "--json and -o - cannot be combined: both write to stdout")
               : EXIT_OK;
}

int edit_check(const edit_options *options, const inputs *list, bool is_json) {
    TRY(edit_check_json(options, is_json));
    bool is_one = list->count == 1 && !list->items[0].is_found;
    if (options->out && options->in_place) {
        return refuse(EXIT_USAGE, NULL, "-o and --in-place cannot be combined: give one of them");
    }
    if (!options->out && !options->in_place && !options->dry_run) {
        return refuse(EXIT_USAGE, NULL, "give the output with -o FILE, or --in-place");
    }
    if (options->backup && !options->in_place) {
        return refuse(EXIT_USAGE, NULL, "--backup requires --in-place");
    }
    if (options->out && !is_one) {
        return refuse(EXIT_USAGE, NULL, "-o writes one file: several inputs require --in-place");
    }
    for (size_t i = 0; options->in_place && i < list->count; i++) {
        if (path_is_stream(list->items[i].path)) {
            return refuse(EXIT_USAGE, NULL,
                          "--in-place requires files: write standard input with -o");
        }
    }
    return EXIT_OK;
}

bool edit_uses_stdout(const edit_options *options) {
    return options->out && path_is_stream(options->out) && !options->dry_run;
}

/* --- writing ---------------------------------------------------------------------------------- */

int edit_refuse_input(const char *out, const char *in) {
    if (path_is_stream(out) || path_is_stream(in) || !platform_is_same(out, in)) {
        return EXIT_OK;
    }
    log_error(out, "is an input, and would be overwritten");
    log_hint("give another name");
    return EXIT_USAGE;
}

int edit_refuse_extension(const char *out, gait_format format) {
    const char *expected = gait_format_get_info(format)->extensions;
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        if (!path_has_one_of(out, expected) && path_has_one_of(out, info->extensions)) {
            log_error(out, "the result is %s, but the extension belongs to another format",
                      gait_format_get_info(format)->name);
            log_hint("give a name that ends in %s; `gait convert` converts to other formats",
                     expected);
            return EXIT_USAGE;
        }
    }
    return EXIT_OK;
}

int edit_write(const edit_options *options, const file_content *content) {
    return options->dry_run ? files_may_write(content->path, options->force)
                            : files_write_all(content, 1, options->force);
}

static int save_in_place(const edit_options *options, const source *file,
                         const file_content *content) {
    const file_content output = {file->path, content->parts, content->count};
    if (options->dry_run) {
        return files_may_replace(file->path, options->backup, options->force);
    }
    files_transaction *files = files_transaction_new();
    int code = files_transaction_replace(files, &output, options->backup, options->force);
    if (code == EXIT_OK) {
        code = files_transaction_commit(files);
    }
    files_transaction_free(files);
    return code;
}

static bool is_content(const source *file, const file_content *content) {
    size_t at = 0;
    for (uint32_t i = 0; i < content->count; i++) {
        gait_span part = content->parts[i];
        if (part.size > file->bytes.size - at ||
            (part.size > 0 && memcmp(file->bytes.data + at, part.data, part.size) != 0)) {
            return false;
        }
        at += part.size;
    }
    return at == file->bytes.size;
}

int edit_save(const edit_options *options, const source *file, const file_content *content,
              bool *out_changed) {
    int code = EXIT_OK;
    *out_changed = false;
    if (options->out && !path_is_stream(options->out)) {
        TRY(edit_refuse_extension(options->out, file->format));
    }
    if (is_content(file, content)) {
        return EXIT_OK;
    }
    if (options->in_place) {
        code = save_in_place(options, file, content);
    } else if (options->out) {
        code = edit_write(options, &(file_content){options->out, content->parts, content->count});
    }
    *out_changed = code == EXIT_OK;
    if (*out_changed && options->out) {
        log_note("%s %s", options->dry_run ? "would write" : "wrote",
                 path_is_stream(options->out) ? "standard output" : options->out);
    }
    return code;
}

/* --- all inputs ------------------------------------------------------------------------------- */

/* Logs how many of the inputs were changed, if there are several or none was. `failed` are those
 * that could not be changed. */
static void edit_log_summary(const edit_loop *self, size_t changed, const text_list *failed,
                             bool is_complete) {
    const char *verb = self->options->dry_run ? "would be changed" : "changed";
    size_t count = self->list->count;
    if (failed->count > 0 && count > 1) {
        char *names = text_list_join_first(failed, 10, ", and");
        log_news("%zu of %zu files %s; not changed: %s", changed, count, verb, names);
        free(names);
    } else if (failed->count == 0 && changed == 0 && is_complete) {
        log_note("nothing to change; no file is written");
    } else if (failed->count == 0 && count > 1) {
        log_note("%zu of %zu files %s", changed, count, verb);
    }
}

/* The reader of the results can stop early: that ends a dry run, but not the edits. */
static bool is_useless(const edit_loop *self) {
    return platform_interrupted() || files_disk_is_full() ||
           (result_failed() && !self->options->in_place);
}

int edit_each(const edit_loop *self) {
    text_list failed = {0};
    size_t changed = 0, done = 0;
    int code = EXIT_OK;
    if (self->list->count > 1) {
        platform_watch_interrupts();
    }
    if (self->schema) {
        result_printf("{\"schema\":\"%s\",\"files\":[", self->schema);
    }
    for (; done < self->list->count && !is_useless(self); done++) {
        const input *item = &self->list->items[done];
        bool is_changed = false;
        int result = self->process(self->user, item, &is_changed);
        changed += is_changed;
        if (result != EXIT_OK) {
            text_list_add(&failed, item->path);
        }
        code = exit_worse(code, result);
    }
    for (size_t i = done; self->schema && i < self->list->count; i++) {
        char problem[] = "not processed, because the command stopped before";
        input rest = {.path = self->list->items[i].path, .problem = problem};
        self->leave_out(self->user, &rest);
    }
    inputs_log_rest(self->list, done);
    edit_log_summary(self, changed, &failed, done == self->list->count);
    if (self->schema) {
        result_json_raw("]}\n");
    }
    text_list_free(&failed, false);
    return done < self->list->count ? exit_worse(code, EXIT_FILES) : code;
}
