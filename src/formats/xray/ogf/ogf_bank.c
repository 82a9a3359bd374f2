/* Extracting a bank from a model and replacing it: docs/formats/ogf.md#banks-out-and-in. */
#include "base/bytes.h"
#include "base/try.h"
#include "base/text/names.h"
#include "formats/xray/ogf/ogf.h"

/* --- extracting ------------------------------------------------------------------------------- */

/* Writes the bank of a model as a file. Parameters older than version 3 become version 4 with names
 * and ids, because a bank cannot store version 0, and games do not read versions 1 and 2. */
static gait_status ogf_write_bank(const gait_omf *motions, gait_buffer *out) {
    gait_omf view = *motions;
    gaiti_visitor visitor = gaiti_visit_writing(out);
    if (view.version < 3) {
        view.version = 4;
        view.listing = GAITI_OMF_LISTS_NAMES_AND_IDS;
    }
    GAITI_TRY(gaiti_omf_visit_chunk(&view, &visitor, GAITI_OMF_MOTIONS, GAITI_OMF_MOTIONS));
    return gaiti_omf_visit_chunk(&view, &visitor, GAITI_OMF_PARAMS, GAITI_OMF_PARAMS);
}

gait_status gaiti_ogf_extract_motions(const gait_ogf *ogf, const gait_options *options,
                                      gait_omf **out_omf) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_options quiet = options ? *options : (gait_options){0};
    gait_buffer bytes = {.allocator = quiet.allocator};
    quiet.diagnostics = NULL;
    if (!GAITI_CLEAR(out_omf) || !ogf) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!ogf->motions) {
        return GAIT_NOT_FOUND;
    }
    gait_status status = ogf_write_bank(ogf->motions, &bytes);
    if (status == GAIT_OK) {
        status = gait_omf_open(gaiti_span(bytes.data, bytes.size), &quiet, out_omf);
    }
    if (status == GAIT_OK && !gaiti_ogf_complete_bones(ogf, *out_omf)) {
        status = GAIT_NO_MEMORY; /* edits find bones by name, even if the bank lists only ids */
    }
    if (status == GAIT_OK) {
        status = gait_omf_detach(*out_omf);
    }
    if (status != GAIT_OK) {
        gait_omf_free(*out_omf);
        *out_omf = NULL;
    } else if (ogf->oldest_keys) {
        gaiti_ogf_raise_chunk(ogf, &report, GAITI_OGF_FLOAT_BANK, ogf->oldest_keys);
    }
    gait_buffer_free(&bytes);
    return status;
}

/* --- checking --------------------------------------------------------------------------------- */

static gait_status ogf_raise_named(const gaiti_report *report, gaiti_rule rule, const char *name) {
    return gaiti_raise(report, rule, (gaiti_detail){.name = gaiti_span_of(name)});
}

/* Every bone of the bank must be a bone of the model. */
static gait_status ogf_match_bones(const gait_ogf *ogf, const gait_omf *bank, gaiti_report *report,
                                   gaiti_arena *arena) {
    gait_status status = GAIT_OK;
    gaiti_names set;
    gait_span *names = gaiti_alloc(arena, ogf->bone_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, arena, names, ogf->bone_count)) {
        return arena->status;
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        names[b] = ogf->bones[b].name;
        gaiti_names_add(&set, b);
    }
    for (uint32_t b = 0; b < bank->bone_count && ogf->bone_count > 0; b++) {
        const gait_omf_bone *bone = &bank->bones[b];
        bool is_found = bank->listing == GAITI_OMF_LISTS_IDS
                            ? bone->id < ogf->bone_count
                            : gaiti_names_find(&set, bone->name) >= 0;
        if (!is_found) {
            report->bone = (int32_t)b;
            status = gaiti_raise(report, GAITI_OMF_NOT_IN_TREE,
                                 (gaiti_detail){.offset = gaiti_omf_offset(bank, bone->name.data),
                                                .length = bone->name.size,
                                                .name = bone->name});
        }
    }
    report->bone = -1;
    return status;
}

static gait_status ogf_check_bank(const gait_ogf *ogf, const gait_omf *bank, gaiti_report *report) {
    const char *why = ogf->header.version != 4 ? "the version of the model is too old"
                      : ogf->bone_count == 0   ? "the model has no bones"
                      : bank->version < 3      ? "the version of the bank's parameters is too old"
                      : !bank->has_motions     ? "the bank has no keys"
                                               : NULL;
    if (why) {
        return ogf_raise_named(report, GAITI_OGF_REPLACE_REFUSED, why);
    }
    gait_options options = {.allocator = ogf->arena.allocator};
    gaiti_arena arena;
    gaiti_arena_init(&arena, &options, 0);
    gait_status status = ogf_match_bones(ogf, bank, report, &arena);
    gaiti_arena_free(&arena);
    return status;
}

static void ogf_report_bank(const gait_ogf *ogf, const gait_omf *bank, const gaiti_report *report) {
    enum { OGF_TYPE_ANIMATED = 3 };
    size_t other_size = bank->gaps[0].size + bank->gaps[1].size + bank->gaps[2].size;
    if (bank->bone_count != ogf->bone_count) {
        gaiti_raise(report, GAITI_OGF_REPLACE_BONES,
                    (gaiti_detail){.expected = ogf->bone_count, .found = bank->bone_count});
    }
    if (ogf->refs_chunk) {
        ogf_raise_named(report, GAITI_OGF_REPLACE_NOT_PLAYED,
                        "the model has motion references, which take precedence");
    }
    if (ogf->header.type != OGF_TYPE_ANIMATED) {
        ogf_raise_named(report, GAITI_OGF_REPLACE_NOT_PLAYED, "the model type is rigid");
    }
    if (other_size > 0) {
        gaiti_raise(report, GAITI_OGF_REPLACE_LEFT_OUT,
                    (gaiti_detail){.found = (int64_t)other_size});
    }
}

/* --- replacing -------------------------------------------------------------------------------- */

/* The two chunks of a bank without their headers. */
typedef struct ogf_payloads {
    gait_buffer bytes;
    gait_span keys, params;
} ogf_payloads;

static gait_status ogf_write_payloads(const gait_omf *bank, ogf_payloads *out) {
    gaiti_visitor visitor = gaiti_visit_writing(&out->bytes);
    GAITI_TRY(gaiti_omf_visit_chunk(bank, &visitor, GAITI_OMF_MOTIONS, GAITI_OMF_MOTIONS));
    size_t middle = out->bytes.size;
    GAITI_TRY(gaiti_omf_visit_chunk(bank, &visitor, GAITI_OMF_PARAMS, GAITI_OMF_PARAMS));
    const uint8_t *data = out->bytes.data;
    out->keys = gaiti_span(data + GAITI_CHUNK_HEAD, middle - GAITI_CHUNK_HEAD);
    out->params =
        gaiti_span(data + middle + GAITI_CHUNK_HEAD, out->bytes.size - middle - GAITI_CHUNK_HEAD);
    return GAIT_OK;
}

/* Sets *out_same when the model already contains exactly this bank. Then its chunks are kept, even
 * compressed ones. */
static gait_status ogf_has_payloads(const gait_ogf *ogf, const ogf_payloads *payloads,
                                    bool *out_same) {
    ogf_payloads present = {.bytes = {.allocator = ogf->arena.allocator}};
    gait_status status = ogf->motions ? ogf_write_payloads(ogf->motions, &present) : GAIT_OK;
    *out_same = status == GAIT_OK && ogf->motions &&
                gaiti_same_bytes(present.keys, payloads->keys) &&
                gaiti_same_bytes(present.params, payloads->params);
    gait_buffer_free(&present.bytes);
    return status;
}

/* Index of the chunk that games read, or of an empty one; chunk_count when there is none. */
static uint32_t ogf_chunk_index(const gait_ogf *ogf, uint32_t plain) {
    const gaiti_ogf_chunk *taken = gaiti_ogf_find_chunk(ogf, plain);
    uint32_t c = 0;
    while (c < ogf->chunk_count && &ogf->chunks[c] != taken &&
           (taken || (ogf->chunks[c].id & ~GAITI_CHUNK_COMPRESSED) != plain)) {
        c++;
    }
    return c;
}

/* Index for a new chunk: after bones, IK data and user data, as exporters write them. */
static uint32_t ogf_new_place(const gait_ogf *ogf) {
    uint32_t place = 0;
    for (uint32_t c = 0; c < ogf->chunk_count; c++) {
        uint32_t plain = ogf->chunks[c].id & ~GAITI_CHUNK_COMPRESSED;
        if (plain == GAITI_OGF_BONES || plain == GAITI_OGF_IK || plain == GAITI_OGF_USER_DATA ||
            plain == GAITI_OGF_MOTIONS) {
            place = c + 1;
        }
    }
    return place;
}

/* Replaces the chunk with this id, or inserts it; the caller has reserved memory. */
static void ogf_set_chunk(gait_ogf *ogf, uint32_t id) {
    uint32_t at = ogf_chunk_index(ogf, id);
    if (at == ogf->chunk_count) {
        at = ogf_new_place(ogf);
        gaiti_ogf_insert_chunk(ogf, at);
    }
    ogf->chunks[at] = (gaiti_ogf_chunk){.id = id, .known = id, .read = true};
}

/* Replaces the bank of the model. */
static gait_status ogf_replace_bank(gait_ogf *ogf, const ogf_payloads *payloads) {
    gait_options options = {.allocator = ogf->arena.allocator};
    gaiti_report quiet = gaiti_report_to(NULL);
    gaiti_omf_origin origin = {0};
    gait_omf *result;
    const uint8_t *bytes =
        gaiti_copy(&ogf->arena, gaiti_span(payloads->bytes.data, payloads->bytes.size));
    if (!bytes) {
        return ogf->arena.status;
    }
    origin.motions.payload = gaiti_span(bytes + GAITI_CHUNK_HEAD, payloads->keys.size);
    origin.params.payload =
        gaiti_span(bytes + (payloads->params.data - payloads->bytes.data), payloads->params.size);
    GAITI_TRY(gaiti_omf_make(&origin, &quiet, &options, &result));
    if (!gaiti_ogf_complete_bones(ogf, result) || !gaiti_ogf_reserve_chunks(ogf, 2)) {
        gait_omf_free(result);
        return ogf->arena.status ? ogf->arena.status : GAIT_NO_MEMORY;
    }
    ogf_set_chunk(ogf, GAITI_OGF_MOTIONS);
    ogf_set_chunk(ogf, GAITI_OGF_PARAMS);
    gait_omf_free(ogf->motions);
    ogf->motions = result;
    return GAIT_OK;
}

gait_status gaiti_ogf_replace_motions(gait_ogf *ogf, const gait_omf *bank,
                                      gait_diagnostics *diagnostics) {
    if (!ogf || !bank) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(diagnostics);
    ogf_payloads payloads = {.bytes = {.allocator = ogf->arena.allocator}};
    bool same = false;
    gait_status status;
    GAITI_TRY_DONE(ogf_check_bank(ogf, bank, &report));
    GAITI_TRY_DONE(ogf_write_payloads(bank, &payloads));
    GAITI_TRY_DONE(ogf_has_payloads(ogf, &payloads, &same));
    ogf_report_bank(ogf, bank, &report);
    status = same ? GAIT_OK : ogf_replace_bank(ogf, &payloads);
done:
    gait_buffer_free(&payloads.bytes);
    return status;
}

/* --- for the row of the format ---------------------------------------------------------------- */

static gait_status ogf_row_extract(const void *model, const gait_options *options,
                                   void **out_bank) {
    gait_omf *bank = NULL;
    gait_status status = gaiti_ogf_extract_motions(model, options, &bank);
    *out_bank = bank;
    return status;
}

static const void *ogf_row_motions(const void *model) {
    return gait_ogf_motions(model);
}

static gait_status ogf_row_replace(void *model, const void *bank, gait_diagnostics *diagnostics) {
    return gaiti_ogf_replace_motions(model, bank, diagnostics);
}

/* Old versions are extracted as version 4 (ogf_write_bank()). */
static bool ogf_row_is_exact(const void *model) {
    const gait_ogf *ogf = model;
    return ogf->motions && ogf->motions->version >= 3 && ogf->header.version == 4 &&
           ogf->bone_count > 0;
}

static uint64_t ogf_row_remove_tail(void *model) {
    gait_ogf *ogf = model;
    uint64_t size = ogf->tail.size;
    ogf->tail = (gait_span){0};
    return size;
}

const gaiti_model_functions gaiti_ogf_model_functions = {
    .bank = &gaiti_omf_row,
    .motions = ogf_row_motions,
    .extract = ogf_row_extract,
    .replace = ogf_row_replace,
    .is_exact = ogf_row_is_exact,
    .remove_tail = ogf_row_remove_tail,
};
