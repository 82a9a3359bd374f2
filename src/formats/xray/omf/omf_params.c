/* Chunk 0xF: parts, bones and definitions, in two passes: count, then store. */
#include "formats/xray/omf/omf.h"
#include "base/try.h"

enum { OMF_LARGEST_ID = 255 };

/* Destination of parsed parameters. In the counting pass, the arrays are NULL. */
typedef struct omf_params_sink {
    gait_omf_part *parts;
    gait_omf_bone *bones;
    gaiti_omf_definition *definitions;
    gait_omf_mark *marks;
    uint16_t version;
    bool without_version; /* the version is not stored: it is 0 */
    gaiti_omf_listing listing;
    bool is_implausible; /* a bone is implausible: the listing is a different one */
    uint32_t part_count, bone_count, definition_count, mark_count;
    uint32_t max;              /* maximum number of definitions to parse */
    gaiti_omf_measure measure; /* extents of the parsed parts and definitions */
} omf_params_sink;

static void omf_parse_part(gaiti_visitor *visitor, omf_params_sink *sink) {
    gait_omf_part part = {0};
    gaiti_omf_visit_part_head(visitor, &part);
    part.first_bone = sink->bone_count;
    for (uint32_t b = 0; b < part.bone_count && gaiti_visit_is_ok(visitor); b++) {
        gait_omf_bone bone = {.id = sink->bone_count};
        gaiti_omf_visit_bone(visitor, sink->listing, &bone);
        sink->is_implausible = sink->is_implausible ||
                               (sink->listing == GAITI_OMF_LISTS_NAMES ? bone.name.size == 0
                                                                       : bone.id > OMF_LARGEST_ID);
        if (sink->bones && gaiti_visit_is_ok(visitor)) {
            sink->bones[sink->bone_count] = bone;
        }
        sink->bone_count += gaiti_visit_is_ok(visitor);
    }
    if (sink->parts && gaiti_visit_is_ok(visitor)) {
        sink->parts[sink->part_count] = part;
    }
    sink->part_count += gaiti_visit_is_ok(visitor);
}

static void omf_parse_definition(gaiti_visitor *visitor, omf_params_sink *sink) {
    gaiti_omf_definition definition = {0};
    gaiti_omf_visit_definition(visitor, sink->version, &definition);
    definition.marks = sink->marks ? sink->marks + sink->mark_count : NULL;
    for (uint32_t m = 0; m < definition.mark_count && gaiti_visit_is_ok(visitor); m++) {
        gait_omf_mark mark = {0};
        gaiti_omf_visit_mark(visitor, &mark);
        if (sink->marks && gaiti_visit_is_ok(visitor)) {
            sink->marks[sink->mark_count] = mark;
        }
        sink->mark_count += gaiti_visit_is_ok(visitor);
    }
    if (sink->definitions && gaiti_visit_is_ok(visitor)) {
        sink->definitions[sink->definition_count] = definition;
    }
    if (gaiti_visit_is_ok(visitor)) {
        sink->definition_count++;
        sink->measure.definitions_end = visitor->in->at;
    }
}

static bool omf_knows_version(const omf_params_sink *sink) {
    return sink->without_version || (sink->version >= 1 && sink->version <= 4);
}

/* Parses until the data ends, which sets in->failed, or until an unknown version. */
static void omf_parse_params(gaiti_reader *in, omf_params_sink *sink) {
    gaiti_visitor visitor = gaiti_visit_reading(in);
    uint16_t part_count, definition_count;
    if (!sink->without_version) {
        gaiti_visit_u16(&visitor, "version", &sink->version);
    }
    if (!omf_knows_version(sink)) {
        return;
    }
    gaiti_visit_u16(&visitor, "partCount", &part_count);
    for (uint32_t p = 0; p < part_count && gaiti_visit_is_ok(&visitor); p++) {
        omf_parse_part(&visitor, sink);
    }
    sink->measure.parts_end = in->failed ? 0 : in->at;
    gaiti_visit_u16(&visitor, "motionCount", &definition_count);
    sink->measure.definitions_end = in->at;
    sink->measure.stated = definition_count;
    for (uint32_t d = 0; d < definition_count && d < sink->max && gaiti_visit_is_ok(&visitor);
         d++) {
        omf_parse_definition(&visitor, sink);
    }
}

/* Listings to try per version: the specified one, then the alternative. Games read names and ids
 * regardless of the version, and the vendor's exporter lists only ids for objects without parts. */
static const gaiti_omf_listing omf_listings[5][2] = {
    {GAITI_OMF_LISTS_IDS, GAITI_OMF_LISTS_IDS},
    {GAITI_OMF_LISTS_IDS, GAITI_OMF_LISTS_NAMES_AND_IDS},
    {GAITI_OMF_LISTS_NAMES, GAITI_OMF_LISTS_NAMES_AND_IDS},
    {GAITI_OMF_LISTS_NAMES_AND_IDS, GAITI_OMF_LISTS_IDS},
    {GAITI_OMF_LISTS_NAMES_AND_IDS, GAITI_OMF_LISTS_IDS},
};

typedef enum omf_fit {
    OMF_FITS_NOT = 0,
    OMF_FITS_PARTS, /* parts can be read, but definitions end too early */
    OMF_FITS_WITH_REST,
    OMF_FITS
} omf_fit;

static omf_params_sink omf_try_listing(const gaiti_omf_origin *origin, gaiti_omf_listing listing,
                                       omf_fit *out_fit) {
    omf_params_sink sink = {
        .without_version = origin->without_version, .listing = listing, .max = UINT32_MAX};
    gaiti_reader in = gaiti_reader_over(origin->params.payload, 0);
    omf_parse_params(&in, &sink);
    *out_fit = sink.is_implausible || sink.measure.parts_end == 0 ? OMF_FITS_NOT
               : in.failed                                        ? OMF_FITS_PARTS
               : gaiti_bytes_left(&in) > 0                        ? OMF_FITS_WITH_REST
                                                                  : OMF_FITS;
    return sink;
}

/* Selects the specified listing, or the alternative when it parses better and at least as well as
 * `min`. */
static omf_params_sink omf_choose_listing(const gaiti_omf_origin *origin, omf_fit min) {
    omf_fit fit, other_fit;
    gait_span payload = origin->params.payload;
    uint32_t version = payload.size >= 2 ? gaiti_load_u16(payload.data) : 0;
    version = origin->without_version || version > 4 ? 0 : version;
    omf_params_sink sink = omf_try_listing(origin, omf_listings[version][0], &fit);
    if (fit != OMF_FITS) {
        omf_params_sink other = omf_try_listing(origin, omf_listings[version][1], &other_fit);
        sink = other_fit > fit && other_fit >= min ? other : sink;
    }
    return sink;
}

gaiti_omf_counts gaiti_omf_count_params(const gaiti_omf_origin *origin) {
    omf_params_sink sink = omf_choose_listing(origin, OMF_FITS_WITH_REST);
    return (gaiti_omf_counts){.listing = sink.listing,
                              .parts = sink.part_count,
                              .bones = sink.bone_count,
                              .definitions = sink.definition_count,
                              .marks = sink.mark_count};
}

gaiti_omf_measure gaiti_omf_measure_params(const gaiti_omf_origin *origin, uint32_t max) {
    omf_params_sink sink = {.listing = omf_choose_listing(origin, OMF_FITS_PARTS).listing,
                            .max = max};
    gaiti_reader in = gaiti_reader_over(origin->params.payload, 0);
    omf_parse_params(&in, &sink);
    sink.measure.bones = sink.bone_count;
    sink.measure.definitions = sink.definition_count;
    return sink.measure;
}

bool gaiti_omf_order_tracks(gait_omf *omf) {
    uint32_t count = omf->bone_count;
    if (omf->bone_capacity < count || !omf->bone_of_track) {
        omf->bone_of_track = gaiti_alloc(&omf->arena, count, sizeof *omf->bone_of_track);
    }
    if (!omf->bone_of_track) {
        return false;
    }
    for (uint32_t t = 0; t < count; t++) {
        omf->bone_of_track[t] = 0;
    }
    omf->ids_are_tracks = true;
    for (uint32_t b = 0; b < count && omf->ids_are_tracks; b++) {
        uint32_t id = omf->bones[b].id;
        omf->ids_are_tracks = id < count && omf->bone_of_track[id] == 0;
        if (omf->ids_are_tracks) {
            omf->bone_of_track[id] = b + 1; /* 0 = unused id */
        }
    }
    for (uint32_t t = 0; t < count; t++) {
        omf->bone_of_track[t] = omf->ids_are_tracks ? omf->bone_of_track[t] - 1 : t;
    }
    return true;
}

static gait_status omf_raise_params(const gait_omf *omf, const gaiti_report *report,
                                    const gaiti_chunk *params, const gaiti_reader *in) {
    if (!in->failed) {
        return gaiti_raise(report, GAITI_OMF_BAD_VERSION,
                           (gaiti_detail){.offset = params->offset + GAITI_CHUNK_HEAD,
                                          .length = 2,
                                          .found = omf->version});
    }
    return gaiti_raise(report, GAITI_OMF_CUT_PARAMS,
                       (gaiti_detail){.offset = gaiti_offset(in),
                                      .length = in->size - in->at,
                                      .expected = omf->part_count,
                                      .found = omf->definition_count});
}

/* Reports unusual parameters. Old models are excluded, because theirs are normal. */
static void omf_report_params(const gait_omf *omf, const gaiti_report *report,
                              const gaiti_omf_origin *origin) {
    uint64_t offset = origin->params.offset;
    if (origin->of_old_model) {
        return;
    }
    if (omf->version < 3) {
        gaiti_raise(report, GAITI_OMF_OLD_VERSION,
                    (gaiti_detail){
                        .offset = offset + GAITI_CHUNK_HEAD, .length = 2, .found = omf->version});
    }
    if (omf->listing == GAITI_OMF_LISTS_IDS) {
        gaiti_raise(report, GAITI_OMF_BARE_IDS,
                    (gaiti_detail){.offset = offset, .found = omf->bone_count});
    }
}

static bool omf_store_params(gait_omf *omf, const omf_params_sink *sink) {
    omf->version = sink->version;
    omf->listing = sink->listing;
    omf->parts = sink->parts;
    omf->part_count = sink->part_count;
    omf->bones = sink->bones;
    omf->bone_count = sink->bone_count;
    omf->definitions = sink->definitions;
    omf->definition_count = sink->definition_count;
    return omf_knows_version(sink);
}

gait_status gaiti_omf_read_params(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_omf_origin *origin, const gaiti_omf_counts *counts) {
    const gaiti_chunk *params = &origin->params;
    gaiti_arena *arena = &omf->arena;
    omf_params_sink sink = {
        .without_version = origin->without_version,
        .listing = counts->listing,
        .max = UINT32_MAX,
        .parts = gaiti_alloc(arena, counts->parts, sizeof *sink.parts),
        .bones = gaiti_alloc(arena, counts->bones, sizeof *sink.bones),
        .definitions = gaiti_alloc(arena, counts->definitions, sizeof *sink.definitions),
        .marks = gaiti_alloc(arena, counts->marks, sizeof *sink.marks),
    };
    GAITI_TRY(arena->status);
    gaiti_reader in = gaiti_reader_over(params->payload, params->offset + GAITI_CHUNK_HEAD);
    omf_parse_params(&in, &sink);
    if (!omf_store_params(omf, &sink) || in.failed) {
        return omf_raise_params(omf, report, params, &in);
    }
    omf->params_tail = gaiti_read_span(&in, gaiti_bytes_left(&in));
    omf_report_params(omf, report, origin);
    return gaiti_omf_order_tracks(omf) ? GAIT_OK : arena->status;
}
