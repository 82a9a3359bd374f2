#include "cmd/command.h"

#include <stddef.h>
#include <stdlib.h>

#include "batch/batch.h"
#include "batch/batch_print.h"
#include "batch/batch_skip.h"
#include "batch/batch_update.h"
#include "exit_code.h"
#include "gait/map.h"
#include "results.h"
#include "io/source.h"
#include "terminal.h"

typedef struct map_options {
    common_options common;
    bool json;
    bool force;
    batch_options batch;
} map_options;

static const option map_table[] = {
    OPTIONS_BATCH(map_options),
    {"force", 'f', OPTION_FLAG, NULL, offsetof(map_options, force), "with --out: overwrite files"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(map_options, json),
     "print JSON with complete values (gait.map/1; for several files gait.maps/1)"},
    OPTIONS_VERBOSE(map_options, "print complete values; print warnings and notes"),
    OPTIONS_CODE_PAGE(map_options, "names"),
    OPTIONS_QUIET(map_options),
    OPTIONS_COLOR(map_options),
    OPTIONS_HELP(map_options),
};

typedef struct map_printer {
    gait_buffer value;
    bool complete;
    gait_status status;
} map_printer;

enum { MAP_VALUES = 8, MAP_WIDTH = 60 };

/* The size of the part of `text` that fits into `width` bytes, without splitting a character. */
static size_t cut_at(const char *text, size_t size, size_t width) {
    if (size <= width) {
        return size;
    }
    while (width > 0 && ((unsigned char)text[width] & 0xC0) == 0x80) {
        width--;
    }
    return width;
}

static bool print_field(void *user, const gait_field *field) {
    map_printer *printer = user;
    char type[48];
    gait_report_field_type(field, type);
    printer->value.size = 0;
    printer->status =
        gait_report_field_value(field, printer->complete ? 0 : MAP_VALUES, &printer->value);
    memory_check(printer->status);
    const char *value = (const char *)printer->value.data;
    size_t size = printer->value.size;
    size_t shown = printer->complete ? size : cut_at(value, size, MAP_WIDTH);
    result_printf("%10llu %9llu  %-14s %-44s ", (unsigned long long)field->offset,
                  (unsigned long long)field->bytes.size, type, field->name);
    char *text = text_slice(value, shown);
    result_text(text, 0);
    free(text);
    result_printf("%s\n", shown < size ? "..." : "");
    return !result_failed();
}

static int print_map(const source *file, bool complete) {
    map_printer printer = {.complete = complete};
    result_heading("    OFFSET      SIZE  TYPE           NAME"
                   "                                         VALUE");
    gait_status status = gait_file_map(file->file, print_field, &printer);
    memory_check(status);
    gait_buffer_free(&printer.value);
    return exit_of_status(status);
}

static int print_json_map(const source *file) {
    gait_buffer json = {0};
    gait_status status = gait_report_map(file->path, file->file, &json);
    result_json(status, &json);
    result_json_raw("\n");
    gait_buffer_free(&json);
    return exit_of_status(status);
}

static int map_source(const map_options *options, source *in) {
    if (options->common.verbose) {
        source_log_diagnostics(in);
    }
    return options->json ? print_json_map(in) : print_map(in, options->common.verbose);
}

/* --- stdout ----------------------------------------------------------------------------------- */

/* True when the input is open and is not skipped. Otherwise *out_code is set. */
static bool open_input(source *in, const batch_work *work, const input *item, int *out_code) {
    *out_code = source_open_input(in, item);
    if (batch_reason_to_skip(work, item, in)) {
        *out_code = EXIT_OK;
        return false;
    }
    if (*out_code != EXIT_OK) {
        source_log_diagnostics(in);
    }
    return *out_code == EXIT_OK;
}

/* Prints the maps of all inputs. */
static int print_all(const map_options *options, const batch_work *work, const inputs *list) {
    source *in = source_new();
    bool is_list = list->count > 1;
    size_t printed = 0;
    int code = EXIT_OK, result;
    if (is_list && options->json) {
        result_json_raw("{\"schema\":\"gait.maps/1\",\"maps\":[\n");
    }
    for (size_t i = 0; i < list->count && !result_failed(); i++) {
        bool is_open = open_input(in, work, &list->items[i], &result);
        code = exit_worse(code, result);
        if (!is_open) {
            continue;
        }
        if (is_list && options->json) {
            result_json_raw(printed > 0 ? "," : "");
        } else if (is_list) {
            result_printf("%s", printed > 0 ? "\n" : "");
            result_text(source_label(in), 0);
            result_printf("\n");
        }
        printed++;
        code = exit_worse(code, map_source(options, in));
    }
    if (is_list && options->json) {
        result_json_raw("]}\n");
    }
    source_free(in);
    return code;
}

/* --- a file for each input -------------------------------------------------------------------- */

/* Of all threads. */
typedef struct map_batch {
    const map_options *options;
    batch_work work;
} map_batch;

/* Of one thread. */
typedef struct map_context {
    const map_batch *run;
    source *in;
} map_context;

static void *begin_map(void *user) {
    map_context *self = memory_resize(NULL, 1, sizeof *self);
    *self = (map_context){user, source_new()};
    return self;
}

static void end_map(void *user, void *context) {
    map_context *self = context;
    (void)user;
    source_free(self->in);
    free(self);
}

static int print_one(void *user) {
    const map_context *self = user;
    return map_source(self->run->options, self->in);
}

static int map_item(void *context, const batch_item *item, batch_result *out) {
    map_context *self = context;
    const map_options *options = self->run->options;
    int code = source_open(self->in, item->in->path);
    out->skipped = batch_reason_to_skip(&self->run->work, item->in, self->in);
    if (out->skipped) {
        return EXIT_OK;
    }
    if (code != EXIT_OK) {
        source_log_diagnostics(self->in);
        return code;
    }
    batch_add_source(out, self->in);
    if (batch_is_current(out, self->in, item->out, NULL)) {
        return EXIT_OK;
    }
    return batch_write_results(item, options->force || options->batch.update, print_one, self, out);
}

/* --- the run ---------------------------------------------------------------------------------- */

static int run_map(const void *given, const char *const *operands, size_t count) {
    const map_options *options = given;
    map_batch run = {.options = options};
    run.work = (batch_work){.done = "mapped",
                            .extension = options->json ? "json" : "txt",
                            .keeps_extension = true,
                            .verbose = options->common.verbose,
                            .user = &run,
                            .begin = begin_map,
                            .run = map_item,
                            .end = end_map};
    inputs list = {0};
    if (options->batch.out) {
        return batch_run(&run.work, &options->batch, operands, count);
    }
    int code = batch_gather_printed(&command_map, &options->batch, operands, count, &list);
    if (code == EXIT_OK) {
        code = print_all(options, &run.work, &list);
    }
    inputs_free(&list);
    return code;
}

const command command_map = {"map",
                             "print every field of a file: offset, size, type, name, value",
                             "PATH...",
                             "gait map walk.rtm | less\n"
                             "gait map --json wpn_ak74_hud_animations.omf > fields.json\n"
                             "gait map --json animations/ --out maps",
                             "The fields cover the file without gaps and without overlaps. Long "
                             "values are shortened; -v and\n"
                             "--json print complete values. With --out, the map of each file is "
                             "written to a file of its\n"
                             "own; see `gait help convert`.",
                             0,
                             SIZE_MAX,
                             OPTION_TABLE(map_table),
                             sizeof(map_options),
                             run_map};
