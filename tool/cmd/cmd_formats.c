/* gait formats: lists the known formats. */
#include "cmd/command.h"

#include "base/base.h"
#include "gait/report.h"

typedef struct formats_options {
    common_options common;
    bool json;
} formats_options;

static const option formats_table[] = {
    {"json", 0, OPTION_FLAG, NULL, offsetof(formats_options, json), "print JSON (gait.formats/1)"},
    OPTIONS_COLOR(formats_options),
    OPTIONS_HELP(formats_options),
};

static const struct {
    uint32_t bit;
    const char *key;
} abilities[] = {{GAIT_CAN_OPEN, "open"},         {GAIT_CAN_WRITE, "write"},
                 {GAIT_CAN_EXPORT, "export"},     {GAIT_HAS_CLIPS, "clips"},
                 {GAIT_HAS_SKELETON, "skeleton"}, {GAIT_MANY_CLIPS, "bank"}};
enum { ABILITIES = sizeof abilities / sizeof abilities[0] };

static void print_format(const gait_format_info *info) {
    const char *marks[ABILITIES];
    for (size_t i = 0; i < ABILITIES; i++) {
        marks[i] = (info->abilities & abilities[i].bit) != 0 ? abilities[i].key : "-";
    }
    result_printf("%-9s %-4s  %-5s  %-6s  %-5s  %-8s  %-4s  %-11s  %s\n", info->name, marks[0],
                  marks[1], marks[2], marks[3], marks[4], marks[5], info->extensions, info->title);
}

static int run_formats(const command_call *call) {
    if (((const formats_options *)call->options)->json) {
        gait_buffer json = {0};
        result_json(gait_report_formats(&json), &json);
        gait_buffer_free(&json);
        result_json_raw("\n");
        return EXIT_OK;
    }
    result_heading("FORMAT    CAN                  HOLDS                  EXTENSIONS   TITLE");
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        print_format(gait_format_get_info((gait_format)i));
    }
    return EXIT_OK;
}

const command command_formats = {
    "formats",
    "list the known formats and what Gait can do with each",
    "",
    "gait formats",
    "open: Gait reads the format. write: Gait writes it; an unchanged file keeps its bytes.\n"
    "export: clips of other formats can be converted to it. A format without\n"
    "these words is only recognised: Gait can name it but cannot read it.",
    0,
    0,
    COMMAND_RUN(formats_table, formats_options, run_formats)};
