/* Editing the references of a model: docs/formats/ogf.md#editing-references. */
#include "base/bytes.h"
#include "base/try.h"
#include "formats/xray/ogf/ogf.h"

/* --- refusals --------------------------------------------------------------------------------- */

static gait_status ogf_raise_ref(gait_diagnostics *sink, gaiti_rule rule, gait_span name,
                                 const char *other) {
    gaiti_report report = gaiti_report_to(sink);
    report.has_no_offset = true;
    return gaiti_raise(&report, rule, (gaiti_detail){.name = name, .other = gaiti_span_of(other)});
}

static gait_status ogf_raise_refs(gait_diagnostics *sink, gaiti_rule rule, const char *why) {
    return ogf_raise_ref(sink, rule, gaiti_span_of(why), NULL);
}

static gait_status ogf_raise_path(gait_diagnostics *sink, gait_span path, const char *why) {
    return ogf_raise_ref(sink, GAITI_OGF_REF_REFUSED, path, why);
}

static bool ogf_is_blank(uint8_t byte) {
    return byte == ' ' || byte == '\t';
}

gait_span gaiti_ogf_trim_ref(gait_span ref) {
    while (ref.size > 0 && ogf_is_blank(ref.data[0])) {
        ref = gaiti_span(ref.data + 1, ref.size - 1);
    }
    while (ref.size > 0 && ogf_is_blank(ref.data[ref.size - 1])) {
        ref.size--;
    }
    return ref;
}

/* The reason why a path cannot be a reference; NULL = none. */
static const char *ogf_refuse_path(gait_span path, bool is_text) {
    if (path.size == 0) {
        return "it is empty";
    }
    if (path.size > GAITI_OGF_REF_MAX) {
        return "it is longer than 515 bytes";
    }
    for (size_t i = 0; i < path.size; i++) {
        if (path.data[i] < ' ') {
            return "it contains a control character";
        }
    }
    if (is_text && memchr(path.data, ',', path.size)) {
        return "commas separate the references of this model";
    }
    return gaiti_ogf_trim_ref(path).size < path.size ? "it begins or ends with a space" : NULL;
}

static bool ogf_refs_are_text(const gait_ogf *ogf) {
    return gaiti_ogf_refs_form_of(ogf) != GAITI_OGF_REFS_LIST;
}

/* The reason why the references cannot be changed; NULL = none. */
static const char *ogf_refuse_refs(const gait_ogf *ogf) {
    const gaiti_ogf_chunk *chunk = ogf->refs_chunk;
    if (ogf->bone_count == 0) {
        return "the model has no bones";
    }
    if (!chunk) {
        return NULL;
    }
    if (ogf_refs_are_text(ogf)) {
        return ogf->ref_count == 0 ? "their text does not end" : NULL;
    }
    bool is_whole =
        chunk->payload.size >= 4 && gaiti_load_u32(chunk->payload.data) == ogf->ref_count;
    return is_whole ? NULL : "their list is shorter than its count";
}

/* --- storing ---------------------------------------------------------------------------------- */

/* The bytes after the references; the chunk is intact. */
static gait_span ogf_refs_tail(const gait_ogf *ogf) {
    if (!ogf->refs_chunk) {
        return (gait_span){0};
    }
    gait_span payload = ogf->refs_chunk->payload;
    size_t end = 4;
    if (ogf->ref_count > 0) {
        gait_span last = ogf->refs[ogf->ref_count - 1];
        end = (size_t)(last.data - payload.data) + last.size + 1;
    }
    return gaiti_span(payload.data + end, payload.size - end);
}

static uint64_t ogf_refs_size(const gait_span *refs, uint32_t count, bool is_text) {
    uint64_t size = is_text ? 0 : 4;
    for (uint32_t r = 0; r < count; r++) {
        size += (uint64_t)refs[r].size + 1;
    }
    return size;
}

/* Writes the content of a chunk, and points `refs` to it. */
static void ogf_write_refs(gait_span *refs, uint32_t count, bool is_text, gait_span tail,
                           uint8_t *out) {
    if (!is_text) {
        gaiti_store_u32(out, count);
        out += 4;
    }
    for (uint32_t r = 0; r < count; r++) {
        if (refs[r].size > 0) {
            memcpy(out, refs[r].data, refs[r].size);
        }
        refs[r].data = out;
        out += refs[r].size;
        *out++ = is_text && r + 1 < count ? ',' : 0;
    }
    if (tail.size > 0) {
        memcpy(out, tail.data, tail.size);
    }
}

/* The size to store for references of `payload`. In a chunk that is longer than its stated size,
 * the difference stays the same, unless the bytes after the stated size would be a chunk. */
static uint32_t ogf_stated_size(const gaiti_ogf_chunk *old, gait_span payload) {
    size_t surplus = old ? old->payload.size - old->size : 0;
    bool is_kept = surplus < payload.size;
    if (is_kept && surplus >= GAITI_CHUNK_HEAD) {
        const uint8_t *head = payload.data + payload.size - surplus;
        is_kept = gaiti_load_u32(head + 4) > surplus - GAITI_CHUNK_HEAD;
    }
    return (uint32_t)(is_kept ? payload.size - surplus : payload.size);
}

/* Index for a new chunk: the last, as exporters write it. Bytes after the last chunk would be read
 * as a part of it, and games use the first chunk with an id, even if it is empty. */
static uint32_t ogf_refs_place(const gait_ogf *ogf, uint32_t id) {
    uint32_t place = ogf->tail.size > 0 ? ogf->chunk_count - 1 : ogf->chunk_count;
    for (uint32_t c = 0; c < place; c++) {
        if ((ogf->chunks[c].id & ~GAITI_CHUNK_COMPRESSED) == id) {
            place = c;
        }
    }
    return place;
}

/* Replaces the references by `refs`, an array in the arena. */
static gait_status ogf_store_refs(gait_ogf *ogf, gait_span *refs, uint32_t count) {
    bool is_text = ogf_refs_are_text(ogf);
    gait_span tail = ogf_refs_tail(ogf);
    uint64_t size = ogf_refs_size(refs, count, is_text) + tail.size;
    if (size > UINT32_MAX) {
        return GAIT_LIMIT;
    }
    uint8_t *data = gaiti_alloc(&ogf->arena, size, 1);
    if (!data || (!ogf->refs_chunk && !gaiti_ogf_reserve_chunks(ogf, 1))) {
        return ogf->arena.status;
    }
    ogf_write_refs(refs, count, is_text, tail, data);
    uint32_t at;
    gaiti_ogf_chunk chunk = {.read = true, .payload = gaiti_span(data, (size_t)size)};
    if (ogf->refs_chunk) {
        at = (uint32_t)(ogf->refs_chunk - ogf->chunks);
        chunk.id = ogf->refs_chunk->id;
    } else {
        chunk.id = gaiti_ogf_numbers_of(ogf->header.version)->refs;
        at = ogf_refs_place(ogf, chunk.id);
        gaiti_ogf_insert_chunk(ogf, at);
    }
    chunk.size = ogf_stated_size(ogf->refs_chunk, chunk.payload);
    ogf->chunks[at] = chunk;
    ogf->refs_chunk = &ogf->chunks[at];
    ogf->refs = refs;
    ogf->ref_count = count;
    return GAIT_OK;
}

/* Games read a text into a buffer of fixed size. A longer text may become shorter. */
static const char *ogf_refuse_size(const gait_ogf *ogf, const gait_span *refs, uint32_t count) {
    uint64_t size = ogf_refs_size(refs, count, true);
    return ogf_refs_are_text(ogf) && size > GAITI_OGF_REFS_TEXT_MAX + 1 &&
                   size > ogf_refs_size(ogf->refs, ogf->ref_count, true)
               ? "the text with all references would be longer than 519 bytes"
               : NULL;
}

/* --- editing ---------------------------------------------------------------------------------- */

gaiti_ogf_refs_form gaiti_ogf_refs_form_of(const gait_ogf *ogf) {
    if (!ogf || !ogf->refs_chunk) {
        return GAITI_OGF_REFS_NONE;
    }
    uint32_t plain = ogf->refs_chunk->id & ~GAITI_CHUNK_COMPRESSED;
    return plain == gaiti_ogf_numbers_of(ogf->header.version)->refs ? GAITI_OGF_REFS_TEXT
                                                                    : GAITI_OGF_REFS_LIST;
}

static void ogf_report_first_ref(const gait_ogf *ogf, gait_diagnostics *diagnostics) {
    uint8_t animated = ogf->header.version == 3 ? 4 : 3;
    if (ogf->header.type != animated) {
        ogf_raise_refs(diagnostics, GAITI_OGF_REFS_NOT_READ, "the model type is rigid");
    }
    if (ogf->motions) {
        ogf_raise_refs(diagnostics, GAITI_OGF_REPLACE_NOT_PLAYED,
                       "the model has motion references, which take precedence");
    }
}

/* Checks the references and a new path. */
static gait_status ogf_begin_refs(const gait_ogf *ogf, const gait_span *path,
                                  gait_diagnostics *diagnostics) {
    const char *why = ogf_refuse_refs(ogf);
    if (why) {
        return ogf_raise_refs(diagnostics, GAITI_OGF_REFS_REFUSED, why);
    }
    why = path ? ogf_refuse_path(*path, ogf_refs_are_text(ogf)) : NULL;
    return why ? ogf_raise_path(diagnostics, *path, why) : GAIT_OK;
}

gait_status gaiti_ogf_insert_ref(gait_ogf *ogf, uint32_t at, gait_span path,
                                 gait_diagnostics *diagnostics) {
    if (!ogf || at > ogf->ref_count || !gaiti_is_span(path)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(ogf_begin_refs(ogf, &path, diagnostics));
    bool is_first = ogf->ref_count == 0;
    uint32_t capacity = 0; /* makes a copy */
    gait_span *refs =
        gaiti_insert(&ogf->arena, ogf->refs, ogf->ref_count, &capacity, at, sizeof *refs);
    if (!refs) {
        return ogf->arena.status;
    }
    refs[at] = path;
    const char *why = ogf_refuse_size(ogf, refs, ogf->ref_count + 1);
    if (why) {
        return ogf_raise_path(diagnostics, path, why);
    }
    GAITI_TRY(ogf_store_refs(ogf, refs, ogf->ref_count + 1));
    if (is_first) {
        ogf_report_first_ref(ogf, diagnostics);
    }
    return GAIT_OK;
}

gait_status gaiti_ogf_set_ref(gait_ogf *ogf, uint32_t ref, gait_span path,
                              gait_diagnostics *diagnostics) {
    if (!ogf || ref >= ogf->ref_count || !gaiti_is_span(path)) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(ogf_begin_refs(ogf, &path, diagnostics));
    gait_span old = ogf->refs[ref], inner = gaiti_ogf_trim_ref(old);
    size_t before = (size_t)(inner.data - old.data), after = old.size - before - inner.size;
    gait_span *refs =
        gaiti_grow(&ogf->arena, ogf->refs, ogf->ref_count, ogf->ref_count, sizeof *refs);
    uint8_t *text = gaiti_alloc(&ogf->arena, (uint64_t)before + path.size + after, 1);
    if (!refs || !text) {
        return ogf->arena.status;
    }
    memcpy(text, old.data, before);
    memcpy(text + before, path.data, path.size);
    memcpy(text + before + path.size, old.data + before + inner.size, after);
    refs[ref] = gaiti_span(text, before + path.size + after);
    const char *why = ogf_refuse_size(ogf, refs, ogf->ref_count);
    return why ? ogf_raise_path(diagnostics, path, why) : ogf_store_refs(ogf, refs, ogf->ref_count);
}

/* Removes the chunk of the references. */
static gait_status ogf_remove_refs(gait_ogf *ogf, gait_diagnostics *diagnostics) {
    const gaiti_ogf_numbers *numbers = gaiti_ogf_numbers_of(ogf->header.version);
    uint32_t at = (uint32_t)(ogf->refs_chunk - ogf->chunks);
    for (uint32_t c = 0; c < ogf->chunk_count; c++) {
        const gaiti_ogf_chunk *chunk = &ogf->chunks[c];
        uint32_t plain = chunk->id & ~GAITI_CHUNK_COMPRESSED;
        if (c != at && chunk->payload.size > 0 &&
            (plain == numbers->refs || (numbers->refs2 != 0 && plain == numbers->refs2))) {
            return ogf_raise_refs(diagnostics, GAITI_OGF_REFS_REFUSED,
                                  "games would use those of another chunk after the last one is "
                                  "removed");
        }
    }
    gaiti_ogf_remove_chunk(ogf, at);
    ogf->refs_chunk = NULL;
    ogf->refs = NULL;
    ogf->ref_count = 0;
    return GAIT_OK;
}

gait_status gaiti_ogf_remove_ref(gait_ogf *ogf, uint32_t ref, gait_diagnostics *diagnostics) {
    if (!ogf || ref >= ogf->ref_count) {
        return GAIT_BAD_ARGUMENT;
    }
    GAITI_TRY(ogf_begin_refs(ogf, NULL, diagnostics));
    if (ogf->ref_count == 1) {
        return ogf_remove_refs(ogf, diagnostics);
    }
    uint32_t count = ogf->ref_count;
    gait_span *refs = gaiti_grow(&ogf->arena, ogf->refs, count, count, sizeof *refs);
    if (!refs) {
        return ogf->arena.status;
    }
    gaiti_remove(refs, count, &count, ref, sizeof *refs);
    return ogf_store_refs(ogf, refs, count - 1);
}
