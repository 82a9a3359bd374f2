/* Checks of one LTX, which may be a part of a game's config: docs/formats/ltx.md#checks. */
#include <string.h>

#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/text/names.h"
#include "formats/xray/ltx/ltx.h"

typedef struct ltx_checking {
    const gait_ltx *ltx;
    gaiti_report report;
    gait_status status; /* of the first error */
    gaiti_arena arena;
    gait_span *sections;
    uint32_t *section_lines;
    uint32_t section_count;
    gaiti_names names;
} ltx_checking;

static void ltx_raise(ltx_checking *check, gaiti_rule rule, const gaiti_ltx_line *line,
                      gait_span where, uint32_t other_line) {
    gait_status status =
        gaiti_raise(&check->report, rule,
                    (gaiti_detail){.offset = (uint64_t)(where.data - check->ltx->source.data),
                                   .length = where.size,
                                   .found = (int64_t)line->number,
                                   .expected = (int64_t)other_line,
                                   .name = line->name});
    check->status = check->status == GAIT_OK ? status : check->status;
}

static void ltx_check_section(ltx_checking *check, const gaiti_ltx_line *line) {
    if (line->is_open) {
        ltx_raise(check, GAITI_LTX_NO_BRACKET, line, line->content, 0);
    }
    if (line->kind != GAITI_LTX_SECTION) {
        ltx_raise(check, GAITI_LTX_OVERRIDE, line, line->content, 0);
        return;
    }
    check->sections[check->section_count] = line->name;
    check->section_lines[check->section_count] = line->number;
    int32_t first = gaiti_names_add(&check->names, check->section_count);
    if (first >= 0) {
        ltx_raise(check, GAITI_LTX_TWICE, line, line->name, check->section_lines[first]);
    } else {
        check->section_count++;
    }
}

static void ltx_check_line(ltx_checking *check, const gaiti_ltx_line *line) {
    switch (line->kind) {
    case GAITI_LTX_INCLUDE:
        if (line->name.size > 0 && memchr(line->name.data, '*', line->name.size)) {
            ltx_raise(check, GAITI_LTX_WILDCARD, line, line->name, 0);
        }
        break;
    case GAITI_LTX_KEY:
        if (line->is_open) {
            ltx_raise(check, GAITI_LTX_OPEN_QUOTE, line, line->value, 0);
        }
        break;
    case GAITI_LTX_SECTION:
    case GAITI_LTX_CHANGED:
    case GAITI_LTX_ENSURED:
    case GAITI_LTX_REMOVED:
        ltx_check_section(check, line);
        break;
    case GAITI_LTX_BLANK:
    default:
        break;
    }
}

gait_status gaiti_ltx_check(const gait_ltx *ltx, gait_diagnostics *diagnostics) {
    gait_options options = {.allocator = ltx->arena.allocator};
    ltx_checking check = {.ltx = ltx, .report = gaiti_report_to(diagnostics)};
    uint32_t capacity = ltx->section_count + 1;
    gaiti_arena_init(&check.arena, &options, 0);
    check.sections = gaiti_alloc(&check.arena, capacity, sizeof *check.sections);
    check.section_lines = gaiti_alloc(&check.arena, capacity, sizeof *check.section_lines);
    if (!check.sections || !check.section_lines ||
        !gaiti_names_init(&check.names, &check.arena, check.sections, capacity)) {
        check.status = check.arena.status;
        gaiti_arena_free(&check.arena);
        return check.status;
    }
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(ltx->source);
    gaiti_ltx_line line = {0};
    if (cursor.at > 0) {
        ltx_raise(&check, GAITI_LTX_MARK, &line, gaiti_span(ltx->source.data, cursor.at), 0);
    }
    while (gaiti_ltx_next(&cursor, &line)) {
        ltx_check_line(&check, &line);
    }
    gaiti_arena_free(&check.arena);
    return check.status;
}
