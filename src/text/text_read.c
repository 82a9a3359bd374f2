/* The nodes of a text, and finding them. */
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "text/text_state.h"

#include <string.h>

/* --- errors ----------------------------------------------------------------------------------- */

/* "line 12, /motions/3/name"; returns the size. */
static size_t text_print_place(const gaiti_text *text, uint64_t offset, char *out,
                               size_t capacity) {
    uint64_t line = 1;
    for (uint64_t i = 0; i < offset && i < text->source.size; i++) {
        line += text->source.data[i] == '\n';
    }
    memcpy(out, "line ", 5);
    size_t size = 5 + gaiti_print_u64(out + 5, line);
    memcpy(out + size, ", ", 2);
    gaiti_json_pointer(text->source, offset, out + size + 2, capacity - size - 2);
    return out[size + 2] ? size + 2 + strlen(out + size + 2) : size;
}

void gaiti_text_raise(gaiti_text *text, uint64_t offset, const gaiti_text_fault *fault) {
    if (text->status == GAIT_OK && text->arena) {
        text->status = text->arena->status; /* values are missing because memory ran out */
    }
    if (text->status != GAIT_OK) {
        return;
    }
    char place[GAITI_JSON_POINTER + 40];
    size_t size = text_print_place(text, offset, place, sizeof place);
    text->status = gaiti_raise(text->report, fault->rule,
                               (gaiti_detail){.offset = text->mark_size + offset,
                                              .expected = fault->expected,
                                              .found = fault->found,
                                              .name = fault->name,
                                              .name_is_utf8 = true,
                                              .place = gaiti_span(place, size),
                                              .other = fault->other,
                                              .words = fault->name});
}

void gaiti_text_raise_name(gaiti_text *text, uint64_t offset, gaiti_rule rule, const char *name) {
    gaiti_text_raise(text, offset, &(gaiti_text_fault){.rule = rule, .name = gaiti_span_of(name)});
}

void gaiti_text_fail(gaiti_text *text, gaiti_rule rule, const char *key, int64_t expected,
                     int64_t found, gait_span name) {
    if (!gaiti_text_is_ok(text)) {
        return;
    }
    uint32_t open = text->depth > 0 ? text->levels[text->depth - 1].node : 0;
    const gaiti_text_node *node = &text->nodes[open];
    uint32_t child = key ? node->first : 0;
    for (; child; child = text->nodes[child].next) {
        const gaiti_text_node *member = &text->nodes[child];
        if (member->key.size == strlen(key) &&
            memcmp(member->key.data, key, member->key.size) == 0) {
            node = member;
            break;
        }
    }
    gaiti_text_raise(
        text, gaiti_text_offset(text, node),
        &(gaiti_text_fault){.rule = rule, .expected = expected, .found = found, .name = name});
}

void gaiti_text_expect_count(gaiti_text *text, const char *key, uint64_t expected, uint64_t count) {
    if (gaiti_text_is_reading(text) && count != expected) {
        gaiti_text_fail(text, GAITI_TEXT_COUNT, key, (int64_t)expected, (int64_t)count,
                        gaiti_span(NULL, 0));
    }
}

void gaiti_text_limit_count(gaiti_text *text, const char *key, uint64_t max, uint64_t count) {
    gaiti_text_expect_count(text, key, count > max ? max : count, count);
}

void gaiti_text_fail_name(gaiti_text *text, gaiti_rule rule, const char *key, gait_span name) {
    const char *utf8 = gaiti_utf8(text->arena, text->code_page, name);
    gaiti_text_fail(text, rule, key, 0, 0, gaiti_span_of(utf8));
}

/* --- parsing ---------------------------------------------------------------------------------- */

typedef struct text_parser {
    gaiti_text *text;
    gaiti_arena *scratch;
    gaiti_json_reader in;
    uint64_t max_bytes;                     /* that the nodes may have */
    uint32_t count, capacity;               /* of the nodes */
    uint32_t open[GAITI_JSON_READ_DEPTH];   /* per level: the node of the object or array */
    uint32_t newest[GAITI_JSON_READ_DEPTH]; /* per level: its last item; 0 = none */
    uint32_t depth;
    gaiti_json_item key;
} text_parser;

/* True for an array whose items are read from its text: `in` is after its bracket. */
static bool text_is_leaf(const gaiti_json_reader *in) {
    size_t at = in->at;
    while (at < in->size && (in->data[at] == ' ' || in->data[at] == '\n' || in->data[at] == '\r' ||
                             in->data[at] == '\t')) {
        at++;
    }
    uint8_t c = at < in->size ? in->data[at] : 0;
    return c == '[' || c == '-' || (c >= '0' && c <= '9');
}

/* Doubles the capacity of the nodes and frees the old ones, so that texts of many small values do
 * not require several times the memory of their nodes. */
static bool text_reserve_nodes(text_parser *parser) {
    gaiti_text *text = parser->text;
    gaiti_arena *old = parser->scratch;
    gaiti_arena grown = {.allocator = old->allocator,
                         .bytes_left = parser->max_bytes,
                         .allocations_left = old->allocations_left};
    uint64_t capacity = (uint64_t)parser->capacity * 2;
    gaiti_text_node *nodes =
        capacity > UINT32_MAX ? NULL : gaiti_alloc_uninitialised(&grown, capacity, sizeof *nodes);
    if (!nodes) {
        text->status = grown.status ? grown.status : GAIT_LIMIT;
        return false;
    }
    memcpy(nodes, text->nodes, parser->count * sizeof *nodes);
    gaiti_arena_free(old);
    *old = grown;
    text->nodes = nodes;
    parser->capacity = (uint32_t)capacity;
    return true;
}

static bool text_add_node(text_parser *parser, const gaiti_json_item *item) {
    gaiti_text *text = parser->text;
    if (parser->count == parser->capacity && !text_reserve_nodes(parser)) {
        return false;
    }
    gaiti_text_node *nodes = text->nodes;
    nodes[parser->count] = (gaiti_text_node){.key = parser->key.raw,
                                             .is_key_escaped = parser->key.is_escaped,
                                             .kind = (uint8_t)item->kind,
                                             .raw = item->raw,
                                             .is_escaped = item->is_escaped};
    nodes[parser->count].raw.data = text->source.data + item->at;
    if (item->kind == GAITI_JSON_STRING) {
        nodes[parser->count].raw.data = item->raw.data;
    }
    if (parser->depth > 0) {
        uint32_t parent = parser->open[parser->depth - 1], last = parser->newest[parser->depth - 1];
        *(last ? &nodes[last].next : &nodes[parent].first) = parser->count;
        nodes[parent].count++;
        parser->newest[parser->depth - 1] = parser->count;
    }
    parser->key = (gaiti_json_item){0};
    parser->count++;
    return true;
}

/* Sets the extent of an object or array that ended at the position of the reader. */
static void text_end_node(text_parser *parser, uint32_t node) {
    gaiti_text_node *ended = &parser->text->nodes[node];
    ended->raw.size = (size_t)(parser->in.data + parser->in.at - ended->raw.data);
}

static void text_parse_item(text_parser *parser, const gaiti_json_item *item) {
    if (item->kind == GAITI_JSON_KEY) {
        parser->key = *item;
        return;
    }
    if (item->kind == GAITI_JSON_OBJECT_END || item->kind == GAITI_JSON_ARRAY_END) {
        text_end_node(parser, parser->open[--parser->depth]);
        return;
    }
    if (!text_add_node(parser, item)) {
        return;
    }
    uint32_t node = parser->count - 1;
    if (item->kind == GAITI_JSON_ARRAY && text_is_leaf(&parser->in)) {
        if (gaiti_json_skip(&parser->in, item)) {
            text_end_node(parser, node);
        }
    } else if (item->kind == GAITI_JSON_ARRAY || item->kind == GAITI_JSON_OBJECT) {
        parser->open[parser->depth] = node;
        parser->newest[parser->depth++] = 0;
    }
}

/* Skips a byte order mark of UTF-8, which some editors write. Refuses UTF-16. */
static void text_skip_mark(gaiti_text *text) {
    const uint8_t *p = text->source.data;
    if (text->source.size >= 3 && p[0] == 0xEF && p[1] == 0xBB && p[2] == 0xBF) {
        text->source = gaiti_span(p + 3, text->source.size - 3);
        text->mark_size = 3;
    } else if (text->source.size >= 2 && p[0] + p[1] == 0xFF + 0xFE &&
               (p[0] == 0xFF || p[0] == 0xFE)) {
        gaiti_text_raise_name(text, 0, GAITI_TEXT_NOT_JSON,
                              "this text is UTF-16; save it as UTF-8");
    }
}

void gaiti_text_begin(gaiti_text *text, gaiti_arena *scratch) {
    enum {
        NODES = 16,
        NODE_TEXT = 128 /* texts have at most one node in so many bytes, usually */
    };
    text_skip_mark(text);
    text_parser parser = {.text = text,
                          .scratch = scratch,
                          .max_bytes = scratch->bytes_left,
                          .capacity = UINT32_MAX / 2,
                          .in = gaiti_json_reading(text->source)};
    if (text->source.size / NODE_TEXT < parser.capacity - NODES) {
        parser.capacity = (uint32_t)(text->source.size / NODE_TEXT) + NODES;
    }
    text->nodes = gaiti_alloc_uninitialised(scratch, parser.capacity, sizeof *text->nodes);
    if (!text->nodes && text->status == GAIT_OK) {
        text->status = scratch->status;
    }
    gaiti_json_item item = gaiti_json_next(&parser.in);
    while (text->status == GAIT_OK && item.kind != GAITI_JSON_FAILED &&
           item.kind != GAITI_JSON_FINISHED) {
        text_parse_item(&parser, &item);
        item = gaiti_json_next(&parser.in);
    }
    if (item.kind == GAITI_JSON_FAILED) { /* does nothing after another error */
        gaiti_text_raise_name(text, parser.in.fault_at, GAITI_TEXT_NOT_JSON,
                              gaiti_json_fault_text(parser.in.fault));
    }
    if (text->status == GAIT_OK && text->nodes[0].kind != GAITI_JSON_OBJECT) {
        gaiti_text_raise_name(text, 0, GAITI_TEXT_TYPE, "an object");
    }
    if (text->status == GAIT_OK) {
        text->levels[0] = (gaiti_text_level){.next = text->nodes[0].first};
        text->depth = 1;
    }
}

/* --- finding ---------------------------------------------------------------------------------- */

static bool text_has_key(const gaiti_text_node *node, const char *key) {
    gaiti_json_item item = {
        .kind = GAITI_JSON_KEY, .is_escaped = node->is_key_escaped, .raw = node->key};
    return gaiti_json_is(&item, key);
}

/* The unused member with this key; 0 when there is none. Members in the order of the description
 * are found at once. */
static uint32_t text_find_key(const gaiti_text *text, const gaiti_text_level *level,
                              const char *key) {
    const gaiti_text_node *nodes = text->nodes;
    if (level->next && text_has_key(&nodes[level->next], key)) {
        return level->next;
    }
    for (uint32_t n = nodes[level->node].first; n; n = nodes[n].next) {
        if (!nodes[n].is_used && text_has_key(&nodes[n], key)) {
            return n;
        }
    }
    return 0;
}

/* The member that was not read and has the key most similar to `key`; NULL when none is similar. */
static const gaiti_text_node *text_find_similar(const gaiti_text *text,
                                                const gaiti_text_level *level, const char *key) {
    const gaiti_text_node *found = NULL;
    uint32_t nearest = gaiti_name_distance_limit(key);
    for (uint32_t n = text->nodes[level->node].first; n; n = text->nodes[n].next) {
        const gaiti_text_node *member = &text->nodes[n];
        char name[64];
        if (!member->is_used && member->key.size < sizeof name) {
            memcpy(name, member->key.data, member->key.size);
            name[member->key.size] = 0;
            found = gaiti_name_is_nearer(key, name, &nearest) ? member : found;
        }
    }
    return found;
}

/* Reports that a member or the next item is missing or, if there is one with a similar key, that
 * one at its place. */
static void text_fail_missing(gaiti_text *text, const gaiti_text_level *level, const char *key) {
    const gaiti_text_node *similar = key ? text_find_similar(text, level, key) : NULL;
    gaiti_text_fault fault = {.rule = GAITI_TEXT_MISSING};
    key = key ? key : "item";
    fault.name = gaiti_span_of(key);
    if (similar) {
        fault.rule = GAITI_TEXT_MISSPELT;
        fault.other = similar->key;
    }
    gaiti_text_raise(text, gaiti_text_offset(text, similar ? similar : &text->nodes[level->node]),
                     &fault);
}

gaiti_text_node *gaiti_text_find(gaiti_text *text, const char *key, bool is_optional) {
    if (!gaiti_text_is_ok(text)) {
        return NULL;
    }
    gaiti_text_level *level = &text->levels[text->depth - 1];
    uint32_t n = key ? text_find_key(text, level, key) : level->next;
    if (n == 0) {
        if (!is_optional) {
            text_fail_missing(text, level, key);
        }
        return NULL;
    }
    gaiti_text_node *node = &text->nodes[n];
    node->is_used = true;
    level->next = node->next;
    level->used++;
    return node;
}

gaiti_text_node *gaiti_text_find_kind(gaiti_text *text, const char *key, gaiti_json_kind kind,
                                      const char *name) {
    gaiti_text_node *node = gaiti_text_find(text, key, false);
    if (node && node->kind != kind) {
        gaiti_text_raise_name(text, gaiti_text_offset(text, node), GAITI_TEXT_TYPE, name);
        return NULL;
    }
    return node;
}

bool gaiti_text_take(gaiti_text *text, const char *key, const char *value) {
    const gaiti_text_node *node = gaiti_text_find(text, key, true);
    gaiti_json_item item = node ? gaiti_text_item(text, node) : (gaiti_json_item){0};
    return item.kind == GAITI_JSON_STRING && gaiti_json_is(&item, value);
}

bool gaiti_text_has(gaiti_text *text, const char *key) {
    return gaiti_text_is_ok(text) && text_find_key(text, &text->levels[text->depth - 1], key) != 0;
}

/* --- objects and lists ------------------------------------------------------------------------ */

void gaiti_text_put_key(gaiti_text *text, const char *key) {
    if (key) {
        gaiti_json_key(text->json, key);
    }
}

static void text_push(gaiti_text *text, const gaiti_text_node *node) {
    GAIT_ASSERT(text->depth < GAITI_TEXT_DEPTH);
    text->levels[text->depth++] =
        (gaiti_text_level){.node = (uint32_t)(node - text->nodes), .next = node->first};
}

void gaiti_text_open(gaiti_text *text, const char *key) {
    if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_open(text->json, '{');
        text->levels[text->depth++].node = '}';
        return;
    }
    const gaiti_text_node *node = gaiti_text_find_kind(text, key, GAITI_JSON_OBJECT, "an object");
    if (node) {
        text_push(text, node);
    }
}

bool gaiti_text_open_if(gaiti_text *text, const char *key, bool is_present) {
    bool opens = text->json ? is_present : gaiti_text_has(text, key);
    if (opens) {
        gaiti_text_open(text, key);
    }
    return opens && gaiti_text_is_ok(text);
}

uint32_t gaiti_text_open_list(gaiti_text *text, const char *key, uint32_t count) {
    if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_open(text->json, '[');
        text->levels[text->depth++].node = ']';
        return count;
    }
    const gaiti_text_node *node = gaiti_text_find_kind(text, key, GAITI_JSON_ARRAY, "an array");
    if (!node) {
        return 0;
    }
    text_push(text, node);
    if (node->count == 0 && text_is_leaf(&(gaiti_json_reader){.data = node->raw.data + 1,
                                                              .size = node->raw.size - 1})) {
        gaiti_text_raise_name(text, gaiti_text_offset(text, node) + 1, GAITI_TEXT_TYPE,
                              "an object or a text");
        return 0;
    }
    return node->count;
}

void *gaiti_text_open_items(gaiti_text *text, const char *key, void *items, uint32_t *count,
                            size_t size) {
    *count = gaiti_text_open_list(text, key, *count);
    if (gaiti_text_is_reading(text)) {
        items = gaiti_alloc(text->arena, *count, size);
        *count = items ? *count : 0;
    }
    return items;
}

uint32_t gaiti_text_open_list_if_any(gaiti_text *text, const char *key, uint32_t count) {
    bool is_left_out = text->json ? count == 0 : !gaiti_text_has(text, key);
    if (!is_left_out) {
        return gaiti_text_open_list(text, key, count);
    }
    text->levels[text->depth++] = (gaiti_text_level){.node = UINT32_MAX};
    return 0;
}

void gaiti_text_close(gaiti_text *text) {
    if (!gaiti_text_is_ok(text)) {
        return;
    }
    gaiti_text_level *level = &text->levels[--text->depth];
    if (level->node == UINT32_MAX) {
        return;
    }
    if (text->json) {
        gaiti_json_close(text->json, (char)level->node);
        return;
    }
    const gaiti_text_node *node = &text->nodes[level->node];
    if (level->used == node->count) {
        return;
    }
    uint32_t n = node->first;
    while (text->nodes[n].is_used) {
        n = text->nodes[n].next;
    }
    const gaiti_text_node *unused = &text->nodes[n];
    gaiti_text_raise(text, gaiti_text_offset(text, unused),
                     &(gaiti_text_fault){.rule = GAITI_TEXT_UNKNOWN, .name = unused->key});
}

void gaiti_text_line(gaiti_text *text) {
    if (text->json) {
        gaiti_json_line(text->json);
    }
}

bool gaiti_text_is_object_next(const gaiti_text *text) {
    uint32_t next = gaiti_text_is_ok(text) ? text->levels[text->depth - 1].next : 0;
    return next && text->nodes[next].kind == GAITI_JSON_OBJECT;
}

gait_status gaiti_text_end(gaiti_text *text) {
    gaiti_text_close(text);
    return text->status == GAIT_OK ? text->arena->status : text->status;
}
