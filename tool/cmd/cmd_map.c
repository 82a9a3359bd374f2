#include "cmd/command.h"

#include <stddef.h>
#include <stdlib.h>

#include "exit_code.h"
#include "gait/map.h"
#include "results.h"
#include "io/source.h"
#include "terminal.h"

typedef struct map_options {
    common_options common;
    bool json;
} map_options;

static const option map_table[] = {
    {"json", 0, OPTION_FLAG, NULL, offsetof(map_options, json),
     "print JSON (gait.map/1) with complete values"},
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

static int run_map(const void *given, const char *const *operands, size_t count) {
    const map_options *options = given;
    (void)count;
    source *file = source_new();
    int code = source_open_or_fail(file, operands[0]);
    if (code == EXIT_OK && options->common.verbose) {
        source_log_diagnostics(file);
    }
    if (code == EXIT_OK) {
        code = options->json ? print_json_map(file) : print_map(file, options->common.verbose);
    }
    source_free(file);
    return code;
}

const command command_map = {"map",
                             "print every field of a file: offset, size, type, name, value",
                             "FILE",
                             "gait map walk.rtm | less\n"
                             "gait map --json wpn_ak74_hud_animations.omf > fields.json",
                             "The fields cover the file without gaps and without overlaps. Long "
                             "values are shortened; -v and\n"
                             "--json print complete values.",
                             1,
                             1,
                             OPTION_TABLE(map_table),
                             sizeof(map_options),
                             run_map};
