/* Finding the children of a model and their parts: docs/formats/ogf.md#geometry. */
#include "formats/xray/ogf/ogf_geometry.h"

#include "base/text/names.h"

gaiti_ogf_kind gaiti_ogf_kind_of(uint8_t version, uint32_t id) {
    /* by id */
    static const uint8_t kinds_3[] = {
        [1] = GAITI_OGF_KIND_HEADER,     [2] = GAITI_OGF_KIND_TEXTURE,
        [3] = GAITI_OGF_KIND_ELSEWHERE,  [5] = GAITI_OGF_KIND_ELSEWHERE,
        [6] = GAITI_OGF_KIND_BOUNDS,     [7] = GAITI_OGF_KIND_VERTICES,
        [8] = GAITI_OGF_KIND_INDICES,    [9] = GAITI_OGF_KIND_LODDATA,
        [10] = GAITI_OGF_KIND_ELSEWHERE, [11] = GAITI_OGF_KIND_BOUNDS,
        [12] = GAITI_OGF_KIND_ELSEWHERE, [17] = GAITI_OGF_KIND_CHILDREN,
        [19] = GAITI_OGF_KIND_ELSEWHERE, [21] = GAITI_OGF_KIND_ELSEWHERE,
        [22] = GAITI_OGF_KIND_ELSEWHERE};
    static const uint8_t kinds_4[sizeof kinds_3] = {
        [1] = GAITI_OGF_KIND_HEADER,     [2] = GAITI_OGF_KIND_TEXTURE,
        [3] = GAITI_OGF_KIND_VERTICES,   [4] = GAITI_OGF_KIND_INDICES,
        [6] = GAITI_OGF_KIND_WINDOWS,    [7] = GAITI_OGF_KIND_ELSEWHERE,
        [8] = GAITI_OGF_KIND_ELSEWHERE,  [9] = GAITI_OGF_KIND_CHILDREN,
        [10] = GAITI_OGF_KIND_ELSEWHERE, [20] = GAITI_OGF_KIND_ELSEWHERE,
        [21] = GAITI_OGF_KIND_ELSEWHERE, [22] = GAITI_OGF_KIND_ELSEWHERE};
    uint32_t plain = id & ~GAITI_CHUNK_COMPRESSED;
    if (plain >= sizeof kinds_3) {
        return GAITI_OGF_KIND_OTHER;
    }
    return (gaiti_ogf_kind)(version == 3 ? kinds_3 : kinds_4)[plain];
}

gaiti_ogf_form gaiti_ogf_form_of(uint8_t version, uint8_t type) {
    if (version == 3) {
        return type == 0 || type == 7                 ? GAITI_OGF_FORM_SURFACE
               : type == 2 || type == 3               ? GAITI_OGF_FORM_PROGRESSIVE
               : type == 1 || type == 4 || type == 15 ? GAITI_OGF_FORM_GROUP
                                                      : GAITI_OGF_FORM_NONE;
    }
    return type == 0 || type == 5                 ? GAITI_OGF_FORM_SURFACE
           : type == 2 || type == 4               ? GAITI_OGF_FORM_PROGRESSIVE
           : type == 1 || type == 3 || type == 10 ? GAITI_OGF_FORM_GROUP
                                                  : GAITI_OGF_FORM_NONE;
}

gaiti_detail gaiti_ogf_child_detail(const gait_ogf *ogf, uint32_t number, gait_span where,
                                    int64_t found, const char *reason) {
    return (gaiti_detail){.offset = gaiti_ogf_offset(ogf, where.data),
                          .length = where.size,
                          .expected = number,
                          .found = found,
                          .name = gaiti_span(reason, strlen(reason)),
                          .name_is_utf8 = true};
}

/* --- chunks ----------------------------------------------------------------------------------- */

typedef struct ogf_indexing {
    const gait_ogf *ogf;
    gaiti_arena *arena;
    gaiti_report report;
    bool notes;
    uint64_t unpack_left; /* bytes that may still be decompressed */
    gait_status refused;
} ogf_indexing;

/* The first chunk of each kind that is not empty. */
typedef struct ogf_pieces {
    gait_span payloads[GAITI_OGF_KINDS];
    uint32_t ids[GAITI_OGF_KINDS];
    gait_span rest; /* bytes after the last complete chunk */
    bool is_cut;    /* they begin with the head of a chunk */
} ogf_pieces;

static void ogf_add_piece(ogf_pieces *pieces, uint8_t version, uint32_t id, gait_span payload) {
    gaiti_ogf_kind kind = gaiti_ogf_kind_of(version, id);
    if (pieces->payloads[kind].size == 0) {
        pieces->payloads[kind] = payload;
        pieces->ids[kind] = id;
    }
}

static ogf_pieces ogf_find_pieces(gait_span content, uint8_t version) {
    gaiti_reader in = gaiti_reader_over(content, 0);
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    ogf_pieces pieces = {0};
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE) {
        ogf_add_piece(&pieces, version, chunk.id, chunk.payload);
    }
    pieces.is_cut = end == GAITI_CHUNK_CUT;
    pieces.rest = gaiti_read_span(&in, gaiti_bytes_left(&in));
    return pieces;
}

/* The chunk of a kind or, if there is none, the header: a place for diagnostics. */
static gait_span ogf_place(const ogf_pieces *pieces, gaiti_ogf_kind kind) {
    bool is_there = pieces->payloads[kind].size > 0;
    return pieces->payloads[is_there ? kind : GAITI_OGF_KIND_HEADER];
}

static void ogf_raise_structure(ogf_indexing *indexing, gaiti_rule rule, uint32_t number,
                                gait_span where, int64_t found, const char *reason) {
    gait_status status =
        gaiti_raise(&indexing->report, rule,
                    gaiti_ogf_child_detail(indexing->ogf, number, where, found, reason));
    indexing->refused = indexing->refused == GAIT_OK ? status : indexing->refused;
}

/* Marks a child as unreadable. */
static void ogf_refuse_child(ogf_indexing *indexing, gaiti_ogf_child *child, gait_span where,
                             const char *reason) {
    ogf_raise_structure(indexing, GAITI_OGF_BAD_CHILD, child->number, where, 0, reason);
}

/* The content of a chunk that games decompress if bit 31 of its id is set. */
static gait_span ogf_open_piece(ogf_indexing *indexing, uint32_t id, gait_span payload) {
    if (!(id & GAITI_CHUNK_COMPRESSED)) {
        return payload;
    }
    gaiti_detail detail = {.offset = gaiti_ogf_offset(indexing->ogf, payload.data),
                           .length = payload.size,
                           .found = id};
    gait_span unpacked = gaiti_omf_decompress(indexing->arena, payload, &indexing->unpack_left);
    if (indexing->notes) {
        gaiti_raise(&indexing->report, unpacked.data ? GAITI_OGF_PACKED : GAITI_OGF_FALSE_MARK,
                    detail);
    }
    if (unpacked.data && indexing->report.packed_in.length == 0) {
        indexing->report.packed_in = (gaiti_extent){detail.offset, detail.length};
    }
    return unpacked.data ? unpacked : payload;
}

/* Reports bit 31 of chunks that games read in place. */
static void ogf_note_marks(ogf_indexing *indexing, const ogf_pieces *pieces) {
    for (int kind = GAITI_OGF_KIND_HEADER; kind <= GAITI_OGF_KIND_INDICES; kind++) {
        gait_span payload = pieces->payloads[kind];
        if (indexing->notes && payload.size && pieces->ids[kind] & GAITI_CHUNK_COMPRESSED) {
            gaiti_raise(&indexing->report, GAITI_OGF_FALSE_MARK,
                        (gaiti_detail){.offset = gaiti_ogf_offset(indexing->ogf, payload.data),
                                       .length = payload.size,
                                       .found = pieces->ids[kind]});
        }
    }
}

/* --- the parts of a child --------------------------------------------------------------------- */

static void ogf_index_texture(ogf_indexing *indexing, gaiti_ogf_child *child,
                              const ogf_pieces *pieces) {
    gait_span payload = pieces->payloads[GAITI_OGF_KIND_TEXTURE];
    gaiti_reader in = gaiti_reader_over(payload, 0);
    child->texture = gaiti_read_text(&in);
    child->shader = gaiti_read_text(&in);
    if (in.failed) {
        ogf_raise_structure(
            indexing, GAITI_OGF_ODD_CHILD, child->number, ogf_place(pieces, GAITI_OGF_KIND_TEXTURE),
            0, payload.size ? "the names of texture and shader do not end" : "it has no texture");
    } else if (gaiti_bytes_left(&in)) {
        gait_span surplus = gaiti_read_span(&in, gaiti_bytes_left(&in));
        ogf_raise_structure(indexing, GAITI_OGF_MESH_SURPLUS, child->number, surplus,
                            (int64_t)surplus.size, "");
    }
}

static bool ogf_index_vertices(ogf_indexing *indexing, gaiti_ogf_child *child, uint8_t version,
                               const ogf_pieces *pieces) {
    gait_span payload = pieces->payloads[GAITI_OGF_KIND_VERTICES];
    gaiti_reader in = gaiti_reader_over(payload, 0);
    uint32_t id = gaiti_read_u32(&in);
    bool is_known;
    child->vertex_count = gaiti_read_u32(&in);
    uint64_t size = gaiti_bytes_left(&in);
    child->layout = gaiti_ogf_layout_of(version, id, child->vertex_count, size, &is_known);
    child->vertices = gaiti_read_span(&in, size);
    if (in.failed || !child->layout) {
        ogf_refuse_child(indexing, child, ogf_place(pieces, GAITI_OGF_KIND_VERTICES),
                         payload.size == 0 ? "it has no vertices"
                         : in.failed       ? "its vertices are truncated"
                         : is_known        ? "the size of its vertices does not match their number"
                                           : "its vertices have an unknown id");
        return false;
    }
    if (child->layout->links > 0 && indexing->ogf->bone_count == 0) {
        ogf_refuse_child(indexing, child, payload,
                         "its vertices refer to bones, but the model has none");
        return false;
    }
    return true;
}

static bool ogf_index_indices(ogf_indexing *indexing, gaiti_ogf_child *child,
                              const ogf_pieces *pieces) {
    gait_span payload = pieces->payloads[GAITI_OGF_KIND_INDICES];
    gaiti_reader in = gaiti_reader_over(payload, 0);
    uint64_t size = 2 * (uint64_t)gaiti_read_u32(&in);
    child->indices = gaiti_read_span(&in, size);
    if (in.failed) {
        ogf_refuse_child(indexing, child, ogf_place(pieces, GAITI_OGF_KIND_INDICES),
                         payload.size ? "its triangles are truncated" : "it has no triangles");
        return false;
    }
    if (gaiti_bytes_left(&in)) {
        gait_span surplus = gaiti_read_span(&in, gaiti_bytes_left(&in));
        ogf_raise_structure(indexing, GAITI_OGF_MESH_SURPLUS, child->number, surplus,
                            (int64_t)surplus.size, "");
    }
    return true;
}

/* Finds the finest level of detail: window 0, or all indices without windows. */
static void ogf_index_windows(ogf_indexing *indexing, gaiti_ogf_child *child,
                              const ogf_pieces *pieces) {
    gait_span payload = ogf_open_piece(indexing, pieces->ids[GAITI_OGF_KIND_WINDOWS],
                                       pieces->payloads[GAITI_OGF_KIND_WINDOWS]);
    gaiti_reader in = gaiti_reader_over(payload, 0);
    gaiti_read(&in, GAITI_OGF_WINDOWS_HEAD - 4);
    child->stated_windows = gaiti_read_u32(&in);
    uint64_t complete = gaiti_bytes_left(&in) / GAITI_OGF_WINDOW;
    complete = complete < child->stated_windows ? complete : child->stated_windows;
    child->windows = gaiti_read_span(&in, complete * GAITI_OGF_WINDOW);
    if (complete == 0) {
        ogf_raise_structure(indexing, GAITI_OGF_NO_WINDOW, child->number,
                            ogf_place(pieces, GAITI_OGF_KIND_WINDOWS), 0, "");
        child->stated_windows = 0;
    }
}

static void ogf_find_triangles(gaiti_ogf_child *child) {
    uint64_t count = child->indices.size / 2, offset = 0;
    child->stated_triangles = (uint32_t)((count + 2) / 3);
    if (child->stated_windows > 0) {
        gaiti_reader in = gaiti_reader_over(child->windows, 0);
        gaiti_visitor visitor = gaiti_visit_reading(&in);
        gaiti_ogf_window window;
        gaiti_ogf_visit_window(&visitor, &window);
        offset = window.offset < count ? window.offset : count;
        child->stated_triangles = window.triangles;
    }
    uint64_t triangles = (count - offset) / 3;
    triangles = triangles < child->stated_triangles ? triangles : child->stated_triangles;
    child->triangles = triangles == 0 ? (gait_span){0}
                                      : gaiti_span(child->indices.data + 2 * (size_t)offset,
                                                   6 * (size_t)triangles);
}

/* The type of a child, and the chunks that only some types have. */
static bool ogf_index_form(ogf_indexing *indexing, gaiti_ogf_child *child, uint8_t version,
                           const ogf_pieces *pieces) {
    gaiti_ogf_form form = gaiti_ogf_form_of(version, child->header.type);
    bool has_levels = form == GAITI_OGF_FORM_PROGRESSIVE;
    gait_span windows = pieces->payloads[GAITI_OGF_KIND_WINDOWS];
    gait_span elsewhere = pieces->payloads[GAITI_OGF_KIND_ELSEWHERE];
    gait_span loddata = pieces->payloads[GAITI_OGF_KIND_LODDATA];
    gait_span header = pieces->payloads[GAITI_OGF_KIND_HEADER];
    if (form == GAITI_OGF_FORM_NONE || form == GAITI_OGF_FORM_GROUP) {
        ogf_refuse_child(indexing, child, header, "its type has no triangles");
        return false;
    }
    if (elsewhere.size || loddata.size) {
        ogf_raise_structure(indexing, GAITI_OGF_NO_GEOMETRY, child->number,
                            elsewhere.size ? elsewhere : loddata, 0,
                            elsewhere.size ? "it is in the file of a level or in another model"
                                           : "it is a progressive mesh of version 3");
        return false;
    }
    if (has_levels) {
        ogf_index_windows(indexing, child, pieces);
    } else if (windows.size) {
        ogf_raise_structure(indexing, GAITI_OGF_ODD_CHILD, child->number, windows, 0,
                            "it has levels of detail, but its type has none");
    }
    return true;
}

static void ogf_index_surface(ogf_indexing *indexing, gaiti_ogf_child *child, uint8_t version,
                              const ogf_pieces *pieces) {
    ogf_note_marks(indexing, pieces);
    child->packed_in = indexing->report.packed_in;
    if (!ogf_index_form(indexing, child, version, pieces)) {
        return;
    }
    /* A compressed list of windows is in memory of its own. */
    indexing->report.packed_in = child->packed_in;
    child->is_readable = ogf_index_vertices(indexing, child, version, pieces) &&
                         ogf_index_indices(indexing, child, pieces);
    if (child->is_readable) {
        ogf_index_texture(indexing, child, pieces);
        ogf_find_triangles(child);
    }
}

/* --- children --------------------------------------------------------------------------------- */

/* Reads the header of a child, which the ids of the other chunks depend on. */
static bool ogf_index_header(ogf_indexing *indexing, gaiti_ogf_child *child, gait_span content) {
    uint8_t version = indexing->ogf->header.version;
    ogf_pieces pieces = ogf_find_pieces(content, version);
    gaiti_reader in = gaiti_reader_over(pieces.payloads[GAITI_OGF_KIND_HEADER], 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    if (pieces.is_cut) {
        ogf_refuse_child(indexing, child, pieces.rest, "a chunk of it is truncated");
        return false;
    }
    gaiti_ogf_visit_header(&visitor, &child->header);
    if (in.failed || (child->header.version != 3 && child->header.version != 4)) {
        ogf_refuse_child(indexing, child, content, "it has no valid header");
        return false;
    }
    return true;
}

static void ogf_index_child(ogf_indexing *indexing, gaiti_ogf_child *child, uint32_t id,
                            gait_span payload) {
    gait_span content = ogf_open_piece(indexing, id, payload);
    if (!ogf_index_header(indexing, child, content)) {
        return;
    }
    uint8_t version = child->header.version;
    ogf_pieces pieces = ogf_find_pieces(content, version);
    gait_span other = pieces.payloads[GAITI_OGF_KIND_OTHER].size
                          ? pieces.payloads[GAITI_OGF_KIND_OTHER]
                          : pieces.payloads[GAITI_OGF_KIND_CHILDREN];
    if (version != indexing->ogf->header.version) {
        ogf_raise_structure(indexing, GAITI_OGF_ODD_CHILD, child->number,
                            pieces.payloads[GAITI_OGF_KIND_HEADER], 0,
                            "its version is not that of the model");
    }
    if (other.size) {
        ogf_raise_structure(indexing, GAITI_OGF_ODD_CHILD, child->number, other, 0,
                            "it has chunks that games do not read");
    }
    if (pieces.rest.size) {
        ogf_raise_structure(indexing, GAITI_OGF_MESH_SURPLUS, child->number, pieces.rest,
                            (int64_t)pieces.rest.size, "");
    }
    ogf_index_surface(indexing, child, version, &pieces);
}

/* A nested chunk. */
typedef struct ogf_slot {
    uint32_t id;
    gait_span payload;
} ogf_slot;

/* Games open chunks 0, 1, 2 and so on, up to the first that is missing. */
static void ogf_index_children(ogf_indexing *indexing, gait_span content, gaiti_ogf_geometry *out) {
    gaiti_reader in = gaiti_reader_over(content, 0), counting = in;
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    uint64_t count = 0;
    while (gaiti_next_chunk(&counting, &chunk) == GAITI_CHUNK_MORE) {
        count++;
    }
    ogf_slot *slots = gaiti_alloc(indexing->arena, count, sizeof *slots);
    if (!slots) {
        return;
    }
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE) {
        uint32_t number = chunk.id & ~GAITI_CHUNK_COMPRESSED;
        if (number < count && chunk.payload.size && slots[number].payload.size == 0) {
            slots[number] = (ogf_slot){chunk.id, chunk.payload};
        } else if (chunk.payload.size) {
            ogf_raise_structure(indexing, GAITI_OGF_ODD_CHILD, number, chunk.payload, 0,
                                "games do not find it");
        }
    }
    while (out->count < count && slots[out->count].payload.size) {
        out->count++;
    }
    for (uint32_t c = out->count; c < count; c++) {
        if (slots[c].payload.size) {
            ogf_raise_structure(indexing, GAITI_OGF_ODD_CHILD, c, slots[c].payload, 0,
                                "games do not find it");
        }
    }
    gait_span rest = gaiti_read_span(&in, gaiti_bytes_left(&in));
    if (end == GAITI_CHUNK_CUT) {
        ogf_raise_structure(indexing, GAITI_OGF_BAD_CHILD, out->count, rest, 0, "it is truncated");
    } else if (rest.size) {
        ogf_raise_structure(indexing, GAITI_OGF_MESH_SURPLUS, out->count, rest, (int64_t)rest.size,
                            "");
    }
    gaiti_extent packed_in = indexing->report.packed_in;
    out->children = gaiti_alloc(indexing->arena, out->count, sizeof *out->children);
    for (uint32_t c = 0; out->children && c < out->count; c++) {
        out->children[c].number = c;
        indexing->report.packed_in = packed_in;
        ogf_index_child(indexing, &out->children[c], slots[c].id, slots[c].payload);
    }
}

/* A model without children. */
static void ogf_index_model(ogf_indexing *indexing, const ogf_pieces *pieces,
                            gaiti_ogf_geometry *out) {
    out->children = gaiti_alloc(indexing->arena, 1, sizeof *out->children);
    if (out->children) {
        out->count = 1;
        out->children->header = indexing->ogf->header;
        ogf_index_surface(indexing, out->children, indexing->ogf->header.version, pieces);
    }
}

gait_status gaiti_ogf_index_geometry(const gait_ogf *ogf, gaiti_arena *arena,
                                     const gaiti_report *report, bool notes,
                                     gaiti_ogf_geometry *out) {
    ogf_indexing indexing = {.ogf = ogf,
                             .arena = arena,
                             .report = *report,
                             .notes = notes,
                             .unpack_left = (uint64_t)ogf->source.size * GAITI_OGF_MAX_RATIO};
    indexing.unpack_left =
        indexing.unpack_left < GAITI_OGF_MIN_UNPACK ? GAITI_OGF_MIN_UNPACK : indexing.unpack_left;
    uint8_t version = ogf->header.version;
    gaiti_ogf_form form = gaiti_ogf_form_of(version, ogf->header.type);
    ogf_pieces pieces = {0};
    *out = (gaiti_ogf_geometry){0};
    for (uint32_t c = 0; c < ogf->chunk_count; c++) {
        ogf_add_piece(&pieces, version, ogf->chunks[c].id, ogf->chunks[c].payload);
    }
    gait_span children = pieces.payloads[GAITI_OGF_KIND_CHILDREN];
    gait_span vertices = pieces.payloads[GAITI_OGF_KIND_VERTICES];
    gait_span elsewhere = pieces.payloads[GAITI_OGF_KIND_ELSEWHERE];
    if (elsewhere.size) {
        ogf_raise_structure(&indexing, GAITI_OGF_NO_GEOMETRY, 0, elsewhere, 0,
                            "it is in the file of a level or in another model");
    } else if (form == GAITI_OGF_FORM_GROUP && children.size) {
        uint32_t id = pieces.ids[GAITI_OGF_KIND_CHILDREN];
        ogf_index_children(&indexing, ogf_open_piece(&indexing, id, children), out);
    } else if (form == GAITI_OGF_FORM_NONE && (children.size || vertices.size)) {
        ogf_raise_structure(&indexing, GAITI_OGF_NO_GEOMETRY, 0,
                            children.size ? children : vertices, 0,
                            "games do not draw models of this type as triangles");
    } else if (form != GAITI_OGF_FORM_GROUP && vertices.size) {
        ogf_index_model(&indexing, &pieces, out);
    }
    out->refused = indexing.refused;
    return arena->status;
}

/* --- counts ----------------------------------------------------------------------------------- */

static gait_status ogf_count_parts(const gaiti_ogf_geometry *geometry, gaiti_arena *arena,
                                   gait_mesh_info *out_info) {
    gait_span *textures = gaiti_alloc(arena, geometry->count, sizeof *textures);
    gaiti_names set;
    gait_mesh_info info = {0};
    if (!textures || !gaiti_names_init(&set, arena, textures, geometry->count)) {
        return arena->status;
    }
    for (uint32_t c = 0; c < geometry->count; c++) {
        const gaiti_ogf_child *child = &geometry->children[c];
        textures[c] = child->texture;
        if (child->is_readable) {
            info.part_count++;
            info.vertex_count += child->vertex_count;
            info.triangle_count += child->triangles.size / 6;
            info.texture_count += child->texture.size > 0 && gaiti_names_add(&set, c) < 0;
        }
    }
    *out_info = info;
    return info.part_count > 0 ? GAIT_OK : GAIT_NOT_FOUND;
}

gait_status gaiti_ogf_mesh_info(const void *document, const gait_options *options,
                                gait_mesh_info *out_info) {
    gaiti_report silent = gaiti_report_to(NULL);
    gaiti_ogf_geometry geometry;
    gaiti_arena arena;
    gaiti_arena_init(&arena, options, 0);
    gait_status status = gaiti_ogf_index_geometry(document, &arena, &silent, false, &geometry);
    if (status == GAIT_OK) {
        status = ogf_count_parts(&geometry, &arena, out_info);
    }
    gaiti_arena_free(&arena);
    return status;
}
