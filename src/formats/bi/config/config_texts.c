/* The files of a config, the lines that macros produced, and the places of spans in them. */
#include <string.h>

#include "base/bytes.h"
#include "formats/bi/config/config.h"

enum { TEXTS_FIRST_BLOCK = 1 << 12, TEXTS_LARGE_BLOCK = 1 << 18, TEXTS_SHORT_LINE = 8 };

/* A line that macros produced: its first byte in the block, and what they replaced. */
typedef struct texts_line {
    const uint8_t *from;
    uint32_t from_size, begins;
} texts_line;

/* A block of such lines, one after the other. */
struct gaiti_config_made {
    uint8_t *data;
    size_t size, capacity;
    texts_line *lines; /* one for TEXTS_SHORT_LINE bytes of the capacity */
    uint32_t line_count, line_capacity;
};

bool gaiti_config_make_source(gaiti_arena *arena, gait_span text, const char *path,
                              gaiti_config_source *out) {
    static const uint8_t nothing[1] = {0};
    *out = (gaiti_config_source){.text = text.data ? text : gaiti_span(nothing, 0), .path = path};
    return gaiti_lines_init(&out->lines, arena, out->text);
}

gait_status gaiti_config_share_source(gaiti_config_texts *texts,
                                      const gaiti_config_source *source) {
    return gaiti_append(texts->arena, &texts->sources, &texts->source_count,
                        &texts->source_capacity, source, sizeof *source);
}

gait_status gaiti_config_add_source(gaiti_config_texts *texts, gait_span text, const char *path) {
    gaiti_config_source source;
    return gaiti_config_make_source(texts->arena, text, path, &source)
               ? gaiti_config_share_source(texts, &source)
               : texts->arena->status;
}

/* The number of blocks that begin at this address or before it. Pointers to different objects can
 * only be compared as numbers. */
static uint32_t texts_blocks_before(const gaiti_config_texts *texts, const uint8_t *at) {
    uint32_t low = 0, high = texts->made_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool is_after = (uintptr_t)texts->made[middle]->data > (uintptr_t)at;
        low = is_after ? low : middle + 1;
        high = is_after ? middle : high;
    }
    return low;
}

static gaiti_config_made *texts_new_block(gaiti_config_texts *texts, size_t size) {
    size_t capacity = texts->last_made ? 2 * texts->last_made->capacity : TEXTS_FIRST_BLOCK;
    capacity = capacity < TEXTS_LARGE_BLOCK ? capacity : TEXTS_LARGE_BLOCK;
    capacity = capacity > size ? capacity : size;
    uint32_t lines = (uint32_t)(capacity / TEXTS_SHORT_LINE) + 1;
    gaiti_config_made *block = gaiti_alloc(texts->arena, 1, sizeof *block);
    if (!block) {
        return NULL;
    }
    *block = (gaiti_config_made){
        .data = gaiti_alloc_uninitialised(texts->arena, capacity, 1),
        .capacity = capacity,
        .lines = gaiti_alloc_uninitialised(texts->arena, lines, sizeof *block->lines),
        .line_capacity = lines};
    if (!block->data || !block->lines) {
        return NULL;
    }
    uint32_t index = texts_blocks_before(texts, block->data);
    gaiti_config_made **made = gaiti_insert(texts->arena, texts->made, texts->made_count,
                                            &texts->made_capacity, index, sizeof(void *));
    if (!made) {
        return NULL;
    }
    made[index] = block;
    texts->made = made;
    texts->made_count++;
    texts->last_made = block;
    return block;
}

const uint8_t *gaiti_config_make(gaiti_config_texts *texts, gait_span text, gait_span from) {
    gaiti_config_made *block = texts->last_made;
    /* One byte more, so that the end of a line is never the beginning of the next one. */
    if (!block || text.size + 1 > block->capacity - block->size ||
        block->line_count == block->line_capacity) {
        block = texts_new_block(texts, text.size + 1);
    }
    if (!block) {
        return NULL;
    }
    uint8_t *out = block->data + block->size;
    block->lines[block->line_count++] =
        (texts_line){from.data, (uint32_t)from.size, (uint32_t)block->size};
    if (text.size > 0) {
        memcpy(out, text.data, text.size);
    }
    out[text.size] = '\n';
    block->size += text.size + 1;
    return out;
}

gait_span gaiti_config_last_made(const gaiti_config_texts *texts) {
    const gaiti_config_made *block = texts->last_made;
    const texts_line *line =
        block && block->line_count > 0 ? &block->lines[block->line_count - 1] : NULL;
    return line ? gaiti_span(line->from, line->from_size) : (gait_span){0};
}

/* --- places ----------------------------------------------------------------------------------- */

/* True when `where` is in the text, or at its end. */
static bool texts_contain(const uint8_t *data, size_t size, gait_span where) {
    uintptr_t begins = (uintptr_t)data, at = (uintptr_t)where.data;
    return at >= begins && at - begins <= size;
}

/* The line that macros produced and that contains a text; NULL = no macro produced it. */
static const texts_line *texts_find_line(const gaiti_config_texts *texts, gait_span where) {
    const gaiti_config_made *block = texts->last_made;
    if (block && !texts_contain(block->data, block->size, where)) {
        uint32_t count = texts_blocks_before(texts, where.data);
        block = count > 0 ? texts->made[count - 1] : NULL;
    }
    if (!block || !texts_contain(block->data, block->size, where)) {
        return NULL;
    }
    size_t at = (size_t)(where.data - block->data);
    uint32_t low = 0, high = block->line_count;
    if (block->lines[high - 1].begins <= at) { /* the one that is read */
        return &block->lines[high - 1];
    }
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (block->lines[middle].begins <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &block->lines[low];
}

/* True for a text in a file; at its end, it may be in another one. */
static bool texts_is_in(const gaiti_config_texts *texts, uint32_t source, gait_span where,
                        gaiti_config_place *out) {
    gait_span text = texts->sources[source].text;
    if (!texts_contain(text.data, text.size, where)) {
        return false;
    }
    size_t at = (size_t)((uintptr_t)where.data - (uintptr_t)text.data);
    *out = (gaiti_config_place){source, at, where.size};
    return at < text.size;
}

gaiti_config_place gaiti_config_place_of(const gaiti_config_texts *texts, gait_span where) {
    const gaiti_config_preprocessor *reading = texts->reading;
    const texts_line *line = texts_find_line(texts, where);
    where = line ? gaiti_span(line->from, line->from_size) : where;
    gaiti_config_place place = {0};
    for (uint32_t d = reading ? reading->depth + 1 : 0; d > 0; d--) {
        if (texts_is_in(texts, reading->frames[d - 1].source, where, &place)) {
            return place;
        }
    }
    place = (gaiti_config_place){0};
    for (uint32_t s = 0; s < texts->source_count; s++) {
        if (texts_is_in(texts, s, where, &place)) {
            break;
        }
    }
    return place;
}

gait_status gaiti_config_raise(const gaiti_config_texts *texts, const gaiti_report *report,
                               gaiti_rule rule, gait_span where, gait_span name) {
    if (!report && (!texts || !texts->finder)) {
        return GAIT_OK;
    }
    gaiti_config_place at = gaiti_config_place_of(texts, where);
    if (!report) {
        const gaiti_config_finder *finder = texts->finder;
        finder->found(finder->context, rule, where, at.source, at.offset, name);
        return GAIT_OK;
    }
    gaiti_place place = {0};
    if (gaiti_needs_text(report, rule)) {
        place = gaiti_lines_at(&texts->sources[at.source].lines, at.offset);
    }
    return gaiti_raise(report, rule,
                       (gaiti_detail){.offset = at.offset,
                                      .length = at.length,
                                      .expected = (int64_t)place.column,
                                      .found = (int64_t)place.line,
                                      .name = name});
}
