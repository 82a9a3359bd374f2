/* gait map: prints every field of a file. */
#include "cmd/command.h"

#include <stdlib.h>

#include "batch/batch.h"
#include "base/base.h"
#include "gait/map.h"
#include "io/source.h"

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
    OPTIONS_OF_FILES(map_options, "print complete values; print warnings and notes"),
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

/* --- many files ------------------------------------------------------------------------------- */

/* The maps of several files on stdout. */
typedef struct map_list {
    const map_options *options;
    bool is_list; /* there are several inputs */
    size_t printed;
} map_list;

static int map_print_next(void *user, source *in, batch_file *file) {
    map_list *self = user;
    (void)file;
    if (self->is_list && self->options->json) {
        result_json_raw(self->printed > 0 ? "," : "");
    } else if (self->is_list) {
        result_printf("%s", self->printed > 0 ? "\n" : "");
        result_text(source_label(in), 0);
        result_printf("\n");
    }
    self->printed++;
    return map_source(self->options, in);
}

static int map_print_all(const map_options *options, const batch_work *work, const inputs *list) {
    map_list all = {.options = options, .is_list = list->count > 1};
    bool is_json_list = all.is_list && options->json;
    if (is_json_list) {
        result_json_raw("{\"schema\":\"gait.maps/1\",\"maps\":[\n");
    }
    int code = batch_print_inputs(work, list, map_print_next, &all);
    if (is_json_list) {
        result_json_raw("]}\n");
    }
    return code;
}

static int map_print_to_file(void *user, source *in, batch_file *file) {
    (void)file;
    return map_source(user, in);
}

static int map_item(void *user, batch_file *file) {
    return batch_write_results(file, ((const map_options *)user)->force, map_print_to_file, user);
}

/* --- the run ---------------------------------------------------------------------------------- */

static int run_map(const command_call *call) {
    map_options options = *(const map_options *)call->options;
    const batch_work work = {.done = "mapped",
                             .extension = options.json ? "json" : "txt",
                             .keeps_extension = true,
                             .verbose = options.common.verbose,
                             .user = &options,
                             .run = map_item};
    if (options.batch.out) {
        return batch_run(&work, &options.batch, call);
    }
    inputs list;
    int code = batch_gather_printed(call, &options.batch, &list);
    if (code == EXIT_OK) {
        code = map_print_all(&options, &work, &list);
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
                             COMMAND_RUN(map_table, map_options, run_map)};
