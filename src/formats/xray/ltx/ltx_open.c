/* Makes a document of the lines of an LTX. */
#include <stddef.h>

#include "base/arguments.h"
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
    gaiti_ltx_entry *entries = gaiti_reserve(&ltx->arena, ltx->entries, ltx->entry_count,
                                             &ltx->entry_capacity, sizeof *entries);
    if (!entries) {
        return false;
    }
    ltx->entries = entries;
    entries[ltx->entry_count++] = (gaiti_ltx_entry){ltx_part_of(ltx, line->name),
                                                    ltx_part_of(ltx, line->value), line->number};
    ltx->sections[ltx->section_count - 1].count++;
    return true;
}

static bool ltx_add_section(gait_ltx *ltx, const gaiti_ltx_line *line) {
    gaiti_ltx_section *sections = gaiti_reserve(&ltx->arena, ltx->sections, ltx->section_count,
                                                &ltx->section_capacity, sizeof *sections);
    if (!sections) {
        return false;
    }
    ltx->sections = sections;
    sections[ltx->section_count++] = (gaiti_ltx_section){.name = ltx_part_of(ltx, line->name),
                                                         .bases = ltx_part_of(ltx, line->value),
                                                         .line = line->number,
                                                         .first = ltx->entry_count,
                                                         .kind = line->kind};
    return true;
}

static bool ltx_add_include(gait_ltx *ltx, const gaiti_ltx_line *line) {
    gaiti_ltx_include *includes = gaiti_reserve(&ltx->arena, ltx->includes, ltx->include_count,
                                                &ltx->include_capacity, sizeof *includes);
    if (!includes) {
        return false;
    }
    ltx->includes = includes;
    includes[ltx->include_count++] =
        (gaiti_ltx_include){ltx_part_of(ltx, line->name), line->number, ltx->section_count};
    return true;
}

static bool ltx_add_line(gait_ltx *ltx, const gaiti_ltx_line *line) {
    switch (line->kind) {
    case GAITI_LTX_INCLUDE:
        return ltx_add_include(ltx, line);
    case GAITI_LTX_KEY:
        return ltx_add_entry(ltx, line);
    case GAITI_LTX_SECTION:
    case GAITI_LTX_CHANGED:
    case GAITI_LTX_ENSURED:
    case GAITI_LTX_REMOVED:
        return ltx_add_section(ltx, line);
    case GAITI_LTX_BLANK:
    default:
        return true;
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
