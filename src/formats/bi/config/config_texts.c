/* The files of a config, the lines that macros produced, and the places of spans in them. */
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "formats/bi/config/config.h"

enum { TEXTS_FIRST_BLOCK = 1 << 12, TEXTS_LARGE_BLOCK = 1 << 18, TEXTS_SHORT_LINE = 8 };

/* A line that macros produced: its first byte in the block, and what they replaced. */
typedef struct texts_line {
    const uint8_t *from;
    uint32_t from_size, begins;
} texts_line;

/* A block of such lines, one after the other. */
struct gaiti_config_made {
    gaiti_config_made *older;
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
    gaiti_config_source *sources = gaiti_reserve(texts->arena, texts->sources, texts->source_count,
                                                 &texts->source_capacity, sizeof *sources);
    if (!sources) {
        return texts->arena->status;
    }
    texts->sources = sources;
    sources[texts->source_count++] = *source;
    return GAIT_OK;
}

gait_status gaiti_config_add_source(gaiti_config_texts *texts, gait_span text, const char *path) {
    gaiti_config_source source;
    return gaiti_config_make_source(texts->arena, text, path, &source)
               ? gaiti_config_share_source(texts, &source)
               : texts->arena->status;
}

static gaiti_config_made *texts_new_block(gaiti_config_texts *texts, size_t size) {
    size_t capacity = texts->made ? 2 * texts->made->capacity : TEXTS_FIRST_BLOCK;
    capacity = capacity < TEXTS_LARGE_BLOCK ? capacity : TEXTS_LARGE_BLOCK;
    capacity = capacity > size ? capacity : size;
    uint32_t lines = (uint32_t)(capacity / TEXTS_SHORT_LINE) + 1;
    gaiti_config_made *block = gaiti_alloc(texts->arena, 1, sizeof *block);
    if (!block) {
        return NULL;
    }
    *block = (gaiti_config_made){
        .older = texts->made,
        .data = gaiti_alloc_uninitialised(texts->arena, capacity, 1),
        .capacity = capacity,
        .lines = gaiti_alloc_uninitialised(texts->arena, lines, sizeof *block->lines),
        .line_capacity = lines};
    if (!block->data || !block->lines) {
        return NULL;
    }
    texts->made = block;
    return block;
}

const uint8_t *gaiti_config_make(gaiti_config_texts *texts, gait_span text, gait_span from) {
    gaiti_config_made *block = texts->made;
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

/* --- places ----------------------------------------------------------------------------------- */

/* True when `where` is in the text, or at its end. Pointers to different objects can only be
 * compared as numbers. */
static bool texts_contain(const uint8_t *data, size_t size, gait_span where) {
    uintptr_t begins = (uintptr_t)data, at = (uintptr_t)where.data;
    return at >= begins && at - begins <= size;
}

static bool texts_is_before(const void *user, uint32_t a, uint32_t b) {
    const gaiti_config_made *const *blocks = user;
    return (uintptr_t)blocks[a]->data < (uintptr_t)blocks[b]->data;
}

gait_status gaiti_config_sort_texts(gaiti_config_texts *texts) {
    uint32_t count = 0;
    for (gaiti_config_made *block = texts->made; block; block = block->older) {
        count++;
    }
    gaiti_arena *arena = texts->arena;
    const gaiti_config_made **blocks = gaiti_alloc(arena, count, sizeof *blocks);
    const gaiti_config_made **sorted = gaiti_alloc(arena, count, sizeof *sorted);
    uint32_t *order = gaiti_alloc(arena, count, sizeof *order);
    uint32_t *work = gaiti_alloc(arena, count, sizeof *work);
    if (!blocks || !sorted || !order || !work) {
        return arena->status;
    }
    count = 0;
    for (gaiti_config_made *block = texts->made; block; block = block->older) {
        order[count] = count;
        blocks[count++] = block;
    }
    gaiti_sort(order, count, texts_is_before, blocks, work);
    for (uint32_t b = 0; b < count; b++) {
        sorted[b] = blocks[order[b]];
    }
    texts->sorted = sorted;
    texts->sorted_count = count;
    return GAIT_OK;
}

/* The block that contains a text; NULL = none. */
static const gaiti_config_made *texts_find_block(const gaiti_config_texts *texts, gait_span where) {
    const gaiti_config_made *block = texts->made;
    if (texts->sorted_count > 0) {
        uint32_t low = 0, high = texts->sorted_count;
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            bool is_after = (uintptr_t)texts->sorted[middle]->data > (uintptr_t)where.data;
            low = is_after ? low : middle;
            high = is_after ? middle : high;
        }
        block = texts->sorted[low];
        return texts_contain(block->data, block->size, where) ? block : NULL;
    }
    while (block && !texts_contain(block->data, block->size, where)) {
        block = block->older;
    }
    return block;
}

/* What macros replaced by the text at `where`; without data if no macro produced it. */
static gait_span texts_replaced(const gaiti_config_texts *texts, gait_span where) {
    const gaiti_config_made *block = texts_find_block(texts, where);
    if (!block) {
        return (gait_span){0};
    }
    size_t at = (size_t)(where.data - block->data);
    uint32_t low = 0, high = block->line_count;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (block->lines[middle].begins <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return gaiti_span(block->lines[low].from, block->lines[low].from_size);
}

gaiti_config_place gaiti_config_place_of(const gaiti_config_texts *texts, gait_span where) {
    gait_span replaced = texts_replaced(texts, where);
    where = replaced.data ? replaced : where;
    gaiti_config_place at_end = {0};
    for (uint32_t s = 0; s < texts->source_count; s++) {
        gait_span text = texts->sources[s].text;
        if (texts_contain(text.data, text.size, where)) {
            size_t at = (size_t)((uintptr_t)where.data - (uintptr_t)text.data);
            if (at < text.size) {
                return (gaiti_config_place){s, at, where.size};
            }
            at_end = (gaiti_config_place){s, at, where.size};
        }
    }
    return at_end; /* the end of one file may be the beginning of another one */
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
