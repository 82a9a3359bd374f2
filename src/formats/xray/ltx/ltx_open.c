/* Makes a document of the lines of an LTX. */
#include <stddef.h>

#include "base/try.h"
#include "formats/xray/ltx/ltx.h"

void gaiti_ltx_free(gait_ltx *ltx) {
    gaiti_free_object(ltx, offsetof(gait_ltx, arena));
}

static gaiti_ltx_part ltx_part_of(const gait_ltx *ltx, gait_span text) {
    size_t at = text.data ? (size_t)(text.data - ltx->source.data) : 0;
    return (gaiti_ltx_part){(uint32_t)at, (uint32_t)text.size};
}

static void ltx_add_entry(gait_ltx *ltx, const gaiti_ltx_line *line) {
    if (ltx->section_count == 0) {
        return; /* the games ignore keys before the first section */
    }
    if (ltx->sections) {
        ltx->entries[ltx->entry_count] = (gaiti_ltx_entry){
            ltx_part_of(ltx, line->name), ltx_part_of(ltx, line->value), line->number};
        ltx->sections[ltx->section_count - 1].count++;
    }
    ltx->entry_count++;
}

static void ltx_add_section(gait_ltx *ltx, const gaiti_ltx_line *line) {
    if (ltx->sections) {
        ltx->sections[ltx->section_count] =
            (gaiti_ltx_section){.name = ltx_part_of(ltx, line->name),
                                .bases = ltx_part_of(ltx, line->value),
                                .line = line->number,
                                .first = ltx->entry_count,
                                .kind = line->kind};
    }
    ltx->section_count++;
}

static void ltx_add_include(gait_ltx *ltx, const gaiti_ltx_line *line) {
    if (ltx->sections) {
        ltx->includes[ltx->include_count] =
            (gaiti_ltx_include){ltx_part_of(ltx, line->name), line->number, ltx->section_count};
    }
    ltx->include_count++;
}

/* Adds all lines. Runs twice: without sections, it only counts. */
static void ltx_add_lines(gait_ltx *ltx) {
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(ltx->source);
    gaiti_ltx_line line;
    ltx->section_count = ltx->entry_count = ltx->include_count = 0;
    while (gaiti_ltx_next(&cursor, &line)) {
        if (line.kind == GAITI_LTX_INCLUDE) {
            ltx_add_include(ltx, &line);
        } else if (line.kind == GAITI_LTX_KEY) {
            ltx_add_entry(ltx, &line);
        } else if (line.kind != GAITI_LTX_BLANK) {
            ltx_add_section(ltx, &line);
        }
    }
}

gait_status gaiti_ltx_open(gait_span bytes, const gait_options *options, gait_ltx **out_ltx) {
    gait_status status;
    if (!GAITI_CLEAR(out_ltx) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (bytes.size > UINT32_MAX) {
        return GAIT_LIMIT;
    }
    gait_ltx *ltx = gaiti_new_object(options, sizeof *ltx, offsetof(gait_ltx, arena), 0, &status);
    GAITI_TRY(status);
    ltx->source = gaiti_ltx_begin(bytes).text;
    ltx->code_page = options ? options->code_page : 0;
    ltx_add_lines(ltx);
    gaiti_arena *arena = &ltx->arena;
    ltx->entries = gaiti_alloc_uninitialised(arena, ltx->entry_count, sizeof *ltx->entries);
    ltx->includes = gaiti_alloc_uninitialised(arena, ltx->include_count, sizeof *ltx->includes);
    ltx->sections = gaiti_alloc_uninitialised(arena, ltx->section_count, sizeof *ltx->sections);
    if (!ltx->entries || !ltx->includes || !ltx->sections) {
        status = arena->status;
        gaiti_ltx_free(ltx);
        return status;
    }
    ltx_add_lines(ltx);
    *out_ltx = ltx;
    return GAIT_OK;
}
