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

static bool ltx_add_entry(gait_ltx *ltx, const gaiti_ltx_line *line) {
    if (ltx->section_count == 0) {
        return true; /* the games ignore keys before the first section */
    }
    gaiti_ltx_entry *entry = gaiti_append(&ltx->arena, &ltx->entries, &ltx->entry_count,
                                          &ltx->entry_capacity, sizeof *entry);
    if (entry) {
        *entry = (gaiti_ltx_entry){ltx_part_of(ltx, line->name), ltx_part_of(ltx, line->value),
                                   line->number};
        ltx->sections[ltx->section_count - 1].count++;
    }
    return entry != NULL;
}

static bool ltx_add_line(gait_ltx *ltx, const gaiti_ltx_line *line) {
    gaiti_ltx_part name = ltx_part_of(ltx, line->name);
    if (line->kind == GAITI_LTX_BLANK) {
        return true;
    }
    if (line->kind == GAITI_LTX_KEY) {
        return ltx_add_entry(ltx, line);
    }
    if (line->kind == GAITI_LTX_INCLUDE) {
        gaiti_ltx_include *include = gaiti_append(&ltx->arena, &ltx->includes, &ltx->include_count,
                                                  &ltx->include_capacity, sizeof *include);
        if (include) {
            *include = (gaiti_ltx_include){name, line->number, ltx->section_count};
        }
        return include != NULL;
    }
    gaiti_ltx_section *section = gaiti_append(&ltx->arena, &ltx->sections, &ltx->section_count,
                                              &ltx->section_capacity, sizeof *section);
    if (section) {
        *section = (gaiti_ltx_section){.name = name,
                                       .bases = ltx_part_of(ltx, line->value),
                                       .line = line->number,
                                       .first = ltx->entry_count,
                                       .kind = line->kind};
    }
    return section != NULL;
}

gait_status gaiti_ltx_open(gait_span bytes, const gait_options *options, gait_ltx **out_ltx) {
    gait_status status;
    if (!GAITI_CLEAR(out_ltx) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (bytes.size > UINT32_MAX) {
        return GAIT_LIMIT;
    }
    gait_ltx *ltx = gaiti_new_object(options, sizeof *ltx, offsetof(gait_ltx, arena),
                                     bytes.size / 2 + 1024, &status);
    GAITI_TRY(status);
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(bytes);
    gaiti_ltx_line line;
    ltx->source = cursor.text;
    ltx->code_page = options ? options->code_page : 0;
    while (gaiti_ltx_next(&cursor, &line)) {
        if (!ltx_add_line(ltx, &line)) {
            status = ltx->arena.status;
            gaiti_ltx_free(ltx);
            return status;
        }
    }
    *out_ltx = ltx;
    return GAIT_OK;
}
