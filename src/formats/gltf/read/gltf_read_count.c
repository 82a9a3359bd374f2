/* First pass over the JSON: checks its syntax and counts the objects. */
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "formats/gltf/read/gltf_read.h"

/* Maximum end of the JSON in the file, because offsets are stored in 32 bits. */
#define GCOUNT_MAX_BYTES UINT64_C(0xFFFFFF00)

/* A list whose items are counted: a top-level list, or a list inside the items of one. */
typedef struct gcount_list {
    const char *name;
    const char *inner; /* NULL = the top-level list itself */
    size_t counter;    /* in gaiti_gltf_read_counts */
} gcount_list;

static const gcount_list gcount_lists[] = {
    {"buffers", NULL, offsetof(gaiti_gltf_read_counts, buffers)},
    {"bufferViews", NULL, offsetof(gaiti_gltf_read_counts, views)},
    {"accessors", NULL, offsetof(gaiti_gltf_read_counts, accessors)},
    {"nodes", NULL, offsetof(gaiti_gltf_read_counts, nodes)},
    {"scenes", NULL, offsetof(gaiti_gltf_read_counts, scenes)},
    {"skins", NULL, offsetof(gaiti_gltf_read_counts, skins)},
    {"skins", "joints", offsetof(gaiti_gltf_read_counts, joints)},
    {"animations", NULL, offsetof(gaiti_gltf_read_counts, animations)},
    {"animations", "channels", offsetof(gaiti_gltf_read_counts, channels)},
    {"animations", "samplers", offsetof(gaiti_gltf_read_counts, samplers)},
};

enum {
    GCOUNT_LISTS = sizeof gcount_lists / sizeof gcount_lists[0],
    GCOUNT_LIST_DEPTH = 2,  /* inside {"nodes":[ */
    GCOUNT_INNER_DEPTH = 4, /* inside {"skins":[{"joints":[ */
    GCOUNT_ROUNDING = 16    /* maximum padding of one allocation from the arena */
};

/* State of the pass. */
typedef struct gcount_state {
    gaiti_json_reader in;
    gaiti_json_item top, inner; /* keys at depth 1 and 3 */
    const gcount_list *list, *inner_list;
    gaiti_gltf_read_counts *counts;
} gcount_state;

static const gcount_list *gcount_find(const gaiti_json_item *top, const gaiti_json_item *inner) {
    for (int i = 0; i < GCOUNT_LISTS; i++) {
        const gcount_list *list = &gcount_lists[i];
        if (gaiti_json_is(top, list->name) &&
            (inner ? list->inner && gaiti_json_is(inner, list->inner) : !list->inner)) {
            return list;
        }
    }
    return NULL;
}

static void gcount_add(gaiti_gltf_read_counts *counts, const gcount_list *list) {
    if (list) {
        uint8_t *counter = (uint8_t *)counts + list->counter;
        uint32_t count;
        memcpy(&count, counter, sizeof count);
        count++;
        memcpy(counter, &count, sizeof count);
    }
}

static void gcount_key(gcount_state *state, const gaiti_json_item *key) {
    if (state->in.depth == 1) {
        state->top = *key;
        state->list = gcount_find(key, NULL);
    } else if (state->in.depth == 3) {
        state->inner = *key;
        state->inner_list = state->list ? gcount_find(&state->top, key) : NULL;
    }
}

/* Adds the maximum size of copies of a string: the text when it has escapes, and for a buffer's URI
 * the path or the decoded bytes. */
static void gcount_string(gcount_state *state, const gaiti_json_item *item) {
    if (item->is_escaped) {
        state->counts->text_bytes += item->raw.size + GCOUNT_ROUNDING;
    }
    if (state->in.depth == 3 && state->list == &gcount_lists[0] &&
        gaiti_json_is(&state->inner, "uri")) {
        state->counts->text_bytes += item->raw.size + 2 * GCOUNT_ROUNDING;
    }
}

static void gcount_item(gcount_state *state, const gaiti_json_item *item, uint32_t depth) {
    bool is_value = item->kind != GAITI_JSON_OBJECT_END && item->kind != GAITI_JSON_ARRAY_END;
    if (item->kind == GAITI_JSON_KEY) {
        gcount_key(state, item);
    } else if (is_value && depth == GCOUNT_LIST_DEPTH) {
        gcount_add(state->counts, state->list);
        state->inner_list = NULL;
    } else if (is_value && depth == GCOUNT_INNER_DEPTH) {
        gcount_add(state->counts, state->inner_list);
    }
    if (item->kind == GAITI_JSON_STRING) {
        gcount_string(state, item);
    }
}

static gait_status gcount_refuse(const gait_gltf *file, const gaiti_report *report,
                                 const gaiti_json_reader *in) {
    char pointer[GAITI_JSON_POINTER];
    const char *why = gaiti_json_fault_text(in->fault);
    bool is_deep = in->fault == GAITI_JSON_TOO_DEEP;
    gaiti_json_pointer(file->json, in->fault_at, pointer, sizeof pointer);
    const char *place = pointer[0] ? pointer : "the top level";
    return gaiti_raise(report, is_deep ? GAITI_GLTF_READ_TOO_MUCH : GAITI_GLTF_READ_SYNTAX,
                       (gaiti_detail){.offset = file->json_at + in->fault_at,
                                      .expected = GAITI_JSON_READ_DEPTH,
                                      .found = GAITI_JSON_READ_DEPTH + 1,
                                      .name = gaiti_span(why, strlen(why)),
                                      .place = gaiti_span(place, strlen(place))});
}

gait_status gaiti_gltf_read_count(const gait_gltf *file, const gaiti_report *report,
                                  gaiti_gltf_read_counts *out_counts) {
    gcount_state state = {.in = gaiti_json_reading(file->json), .counts = out_counts};
    *out_counts = (gaiti_gltf_read_counts){0};
    if (file->json.size > GCOUNT_MAX_BYTES - file->json_at) {
        return gaiti_raise(report, GAITI_GLTF_READ_TOO_MUCH,
                           (gaiti_detail){.expected = (int64_t)GCOUNT_MAX_BYTES,
                                          .found = (int64_t)file->json.size,
                                          .place = gaiti_span("the top level", 13)});
    }
    for (;;) {
        uint32_t depth = state.in.depth;
        gaiti_json_item item = gaiti_json_next(&state.in);
        if (item.kind == GAITI_JSON_FINISHED) {
            return GAIT_OK;
        }
        if (item.kind == GAITI_JSON_FAILED) {
            return gcount_refuse(file, report, &state.in);
        }
        gcount_item(&state, &item, depth);
    }
}
