/* The geometry in the field map of a model: docs/formats/ogf.md#geometry. */
#include "formats/xray/ogf/ogf_geometry.h"

static void ogf_show_bytes(gaiti_visitor *visitor, const char *name, uint64_t end) {
    gait_span bytes;
    gaiti_visit_bytes(visitor, name, end - visitor->in->at, &bytes);
}

/* The unread bytes up to `end`. */
static gait_span ogf_peek(const gaiti_visitor *visitor, uint64_t end) {
    return gaiti_span(visitor->in->data + visitor->in->at, (size_t)(end - visitor->in->at));
}

static void ogf_show_texture(gaiti_visitor *visitor, uint64_t end) {
    static const char *const names[] = {"texture", "shader"};
    for (int i = 0; i < 2; i++) {
        gait_span text, left = ogf_peek(visitor, end);
        if (left.size == 0 || !memchr(left.data, 0, left.size)) {
            break;
        }
        gaiti_visit_text(visitor, names[i], &text);
    }
    ogf_show_bytes(visitor, "tail", end);
}

static void ogf_show_vertices(gaiti_visitor *visitor, uint8_t version, uint64_t end) {
    uint32_t id, count;
    bool is_known;
    if (end - visitor->in->at < 8) {
        ogf_show_bytes(visitor, "payload", end);
        return;
    }
    gaiti_visit_u32(visitor, "format", &id);
    gaiti_visit_u32(visitor, "count", &count);
    const gaiti_ogf_layout *layout =
        gaiti_ogf_layout_of(version, id, count, end - visitor->in->at, &is_known);
    for (uint32_t v = 0; layout && v < count && gaiti_visit_is_ok(visitor); v++) {
        gaiti_ogf_vertex vertex;
        uint32_t mark = gaiti_visit_push(visitor, "vertices", v);
        gaiti_ogf_visit_vertex(visitor, layout, &vertex);
        gaiti_visit_pop(visitor, mark);
    }
    if (!visitor->stopped) {
        ogf_show_bytes(visitor, "tail", end);
    }
}

static void ogf_show_indices(gaiti_visitor *visitor, uint64_t end) {
    uint32_t count;
    gait_span block;
    if (end - visitor->in->at < 4) {
        ogf_show_bytes(visitor, "payload", end);
        return;
    }
    gaiti_visit_u32(visitor, "count", &count);
    uint64_t available = (end - visitor->in->at) / 2;
    count = count < available ? count : (uint32_t)available;
    bool is_whole = count % 3 == 0;
    gaiti_visit_block(visitor, "indices", GAIT_FIELD_U16, is_whole ? count / 3 : 1,
                      is_whole ? 3 : count, &block);
    ogf_show_bytes(visitor, "tail", end);
}

static void ogf_show_windows(gaiti_visitor *visitor, uint64_t end) {
    uint32_t count;
    gait_span reserved;
    if (end - visitor->in->at < GAITI_OGF_WINDOWS_HEAD) {
        ogf_show_bytes(visitor, "payload", end);
        return;
    }
    gaiti_visit_block(visitor, "reserved", GAIT_FIELD_U32, 1, 4, &reserved);
    gaiti_visit_u32(visitor, "count", &count);
    uint64_t available = (end - visitor->in->at) / GAITI_OGF_WINDOW;
    for (uint32_t w = 0; w < count && w < available && gaiti_visit_is_ok(visitor); w++) {
        gaiti_ogf_window window;
        uint32_t mark = gaiti_visit_push(visitor, "windows", w);
        gaiti_ogf_visit_window(visitor, &window);
        gaiti_visit_pop(visitor, mark);
    }
    if (!visitor->stopped) {
        ogf_show_bytes(visitor, "tail", end);
    }
}

static void ogf_show_header(gaiti_visitor *visitor, uint64_t end) {
    gait_span left = ogf_peek(visitor, end);
    gaiti_ogf_header header;
    if (left.size >= (left.size > 0 && left.data[0] >= 4 ? 44u : 4u)) {
        gaiti_ogf_visit_header(visitor, &header);
    }
    ogf_show_bytes(visitor, "tail", end);
}

/* Shows the payload of a chunk of a child. */
static void ogf_show_piece(gaiti_visitor *visitor, gaiti_ogf_kind kind, uint8_t version,
                           uint64_t end) {
    if (kind == GAITI_OGF_KIND_HEADER) {
        ogf_show_header(visitor, end);
    } else if (kind == GAITI_OGF_KIND_TEXTURE) {
        ogf_show_texture(visitor, end);
    } else if (kind == GAITI_OGF_KIND_VERTICES) {
        ogf_show_vertices(visitor, version, end);
    } else if (kind == GAITI_OGF_KIND_INDICES) {
        ogf_show_indices(visitor, end);
    } else if (kind == GAITI_OGF_KIND_WINDOWS) {
        ogf_show_windows(visitor, end);
    } else {
        ogf_show_bytes(visitor, "payload", end);
    }
}

/* The id of the next chunk. False when no complete chunk is left. */
static bool ogf_peek_chunk(const gaiti_visitor *visitor, uint64_t end, uint32_t *out_id) {
    gait_span left = ogf_peek(visitor, end);
    if (!left.data || left.size < GAITI_CHUNK_HEAD ||
        gaiti_load_u32(left.data + 4) > left.size - GAITI_CHUNK_HEAD) {
        return false;
    }
    *out_id = gaiti_load_u32(left.data);
    return true;
}

/* Shows the head of that chunk. Returns the value for gaiti_visit_pop(). */
static uint32_t ogf_show_head(gaiti_visitor *visitor, const char *name, int64_t index,
                              uint64_t *out_end) {
    uint32_t id, size, mark = gaiti_visit_push(visitor, name, index);
    gaiti_visit_chunk_head(visitor, &id, &size);
    *out_end = visitor->in->at + size;
    return mark;
}

/* The version of a child, from its header; that of the model if it has none. */
static uint8_t ogf_child_version(gait_span content, uint8_t version) {
    gaiti_reader in = gaiti_reader_over(content, 0);
    gaiti_chunk chunk;
    while (gaiti_next_chunk(&in, &chunk) == GAITI_CHUNK_MORE) {
        if (gaiti_ogf_kind_of(version, chunk.id) == GAITI_OGF_KIND_HEADER && chunk.payload.size) {
            return chunk.payload.data[0];
        }
    }
    return version;
}

static bool ogf_is_packed(const gait_ogf *ogf, gaiti_visitor *visitor, uint32_t id,
                          gait_span payload) {
    gait_options options = {.allocator = ogf->arena.allocator};
    uint64_t max_size = (uint64_t)payload.size * GAITI_OGF_MAX_RATIO;
    max_size = max_size < GAITI_OGF_MIN_UNPACK ? GAITI_OGF_MIN_UNPACK : max_size;
    gaiti_arena arena;
    if (!(id & GAITI_CHUNK_COMPRESSED)) {
        return false;
    }
    gaiti_arena_init(&arena, &options, 0);
    bool is_packed = gaiti_omf_decompress(&arena, payload, &max_size).data != NULL;
    visitor->no_memory = visitor->no_memory || arena.status == GAIT_NO_MEMORY;
    gaiti_arena_free(&arena);
    return is_packed;
}

static void ogf_show_child(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t end) {
    static const char *const names[GAITI_OGF_KINDS] = {[GAITI_OGF_KIND_HEADER] = "header",
                                                       [GAITI_OGF_KIND_TEXTURE] = "texture",
                                                       [GAITI_OGF_KIND_VERTICES] = "geometry",
                                                       [GAITI_OGF_KIND_INDICES] = "triangles",
                                                       [GAITI_OGF_KIND_WINDOWS] = "levels"};
    bool is_shown[GAITI_OGF_KINDS] = {false};
    uint8_t version = ogf_child_version(ogf_peek(visitor, end), ogf->header.version);
    uint64_t piece_end;
    uint32_t id;
    for (int64_t c = 0; gaiti_visit_is_ok(visitor) && ogf_peek_chunk(visitor, end, &id); c++) {
        gaiti_ogf_kind kind = gaiti_ogf_kind_of(version, id);
        bool is_named = names[kind] && !is_shown[kind];
        uint32_t mark =
            ogf_show_head(visitor, is_named ? names[kind] : "chunk", is_named ? -1 : c, &piece_end);
        bool is_packed = kind == GAITI_OGF_KIND_WINDOWS &&
                         ogf_is_packed(ogf, visitor, id, ogf_peek(visitor, piece_end));
        is_shown[kind] = true;
        ogf_show_piece(visitor, is_named && !is_packed ? kind : GAITI_OGF_KIND_OTHER, version,
                       piece_end);
        gaiti_visit_pop(visitor, mark);
    }
    if (gaiti_visit_is_ok(visitor)) {
        ogf_show_bytes(visitor, "leftover", end);
    }
}

static void ogf_show_children(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t end) {
    uint64_t child_end;
    uint32_t id;
    for (int64_t c = 0; gaiti_visit_is_ok(visitor) && ogf_peek_chunk(visitor, end, &id); c++) {
        uint32_t mark = ogf_show_head(visitor, "children", c, &child_end);
        if (ogf_is_packed(ogf, visitor, id, ogf_peek(visitor, child_end))) {
            ogf_show_bytes(visitor, "payload", child_end);
        } else {
            ogf_show_child(ogf, visitor, child_end);
        }
        gaiti_visit_pop(visitor, mark);
    }
    if (gaiti_visit_is_ok(visitor)) {
        ogf_show_bytes(visitor, "leftover", end);
    }
}

bool gaiti_ogf_show_geometry(const gait_ogf *ogf, gaiti_visitor *visitor,
                             const gaiti_ogf_chunk *chunk) {
    uint8_t version = ogf->header.version;
    gaiti_ogf_kind kind = gaiti_ogf_kind_of(version, chunk->id);
    gaiti_ogf_form form = gaiti_ogf_form_of(version, ogf->header.type);
    uint64_t end = visitor->in->at + chunk->payload.size;
    bool is_surface = form == GAITI_OGF_FORM_SURFACE || form == GAITI_OGF_FORM_PROGRESSIVE;
    bool is_piece = kind >= GAITI_OGF_KIND_TEXTURE && kind <= GAITI_OGF_KIND_WINDOWS;
    bool is_opened = kind == GAITI_OGF_KIND_CHILDREN || kind == GAITI_OGF_KIND_WINDOWS;
    if (is_opened && ogf_is_packed(ogf, visitor, chunk->id, chunk->payload)) {
        return false;
    }
    if (kind == GAITI_OGF_KIND_CHILDREN && form == GAITI_OGF_FORM_GROUP) {
        ogf_show_children(ogf, visitor, end);
        return true;
    }
    if (is_surface && is_piece) {
        ogf_show_piece(visitor, kind, version, end);
        return true;
    }
    return false;
}
