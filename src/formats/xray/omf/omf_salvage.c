/* Salvaging of damaged banks: docs/formats/omf.md#salvage. Complete motions and definitions are
 * copied as bytes to a new bank, which is opened like any other. */
#include "base/try.h"
#include "formats/xray/omf/omf.h"

typedef struct omf_salvage {
    gait_span bytes;
    gaiti_report report;
    gaiti_omf_origin origin; /* the two chunks, possibly incomplete */
    const gait_span *bone_names;
    uint32_t bone_count;
    bool lost_params;
    gaiti_omf_measure measure; /* extents of the definitions to keep */
    uint32_t sub_count;        /* number of complete sub-chunks of chunk 0xE */
    uint32_t *place;           /* per id: index of the first such sub-chunk + 1, 0 = none */
    gaiti_chunk *subs;
    uint32_t stated, kept;
    gaiti_arena arena;
} omf_salvage;

/* --- what is intact --------------------------------------------------------------------------- */

/* Finds the first of each of the two chunks, including incomplete ones. */
static gait_status omf_find_remains(omf_salvage *work) {
    gaiti_reader in = gaiti_reader_over(work->bytes, 0);
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE || end == GAITI_CHUNK_CUT) {
        gait_status status = gaiti_omf_refuse_chunk(&work->report, &chunk, false);
        gaiti_chunk *known = chunk.id == GAITI_OMF_PARAMS    ? &work->origin.params
                             : chunk.id == GAITI_OMF_MOTIONS ? &work->origin.motions
                                                             : NULL;
        if (known && known->payload.size == 0) {
            *known = chunk;
        }
        if (status != GAIT_OK || end == GAITI_CHUNK_CUT) {
            return status;
        }
    }
    return GAIT_OK;
}

static uint32_t omf_whole_subs(const omf_salvage *work, gaiti_chunk *subs) {
    const gaiti_chunk *motions = &work->origin.motions;
    gaiti_reader in = gaiti_reader_over(motions->payload, motions->offset + GAITI_CHUNK_HEAD);
    gaiti_chunk sub;
    uint32_t count = 0;
    while (gaiti_next_chunk(&in, &sub) == GAITI_CHUNK_MORE) {
        if (subs) {
            subs[count] = sub;
        }
        count++;
    }
    return count;
}

static gait_status omf_index_remains(omf_salvage *work) {
    work->sub_count = omf_whole_subs(work, NULL);
    work->subs = gaiti_alloc(&work->arena, work->sub_count, sizeof *work->subs);
    work->place = gaiti_alloc(&work->arena, (uint64_t)work->sub_count + 1, sizeof *work->place);
    GAITI_TRY(work->arena.status);
    omf_whole_subs(work, work->subs);
    for (uint32_t s = 0; s < work->sub_count; s++) {
        uint32_t id = work->subs[s].id;
        if (id <= work->sub_count && !work->place[id]) {
            work->place[id] = s + 1;
        }
    }
    return GAIT_OK;
}

/* Sub-chunk motion + 1, or NULL when it is incomplete. */
static const gaiti_chunk *omf_remaining_motion(const omf_salvage *work, uint32_t motion) {
    uint32_t place = motion < work->sub_count ? work->place[motion + 1] : 0;
    return place ? &work->subs[place - 1] : NULL;
}

/* True when all tracks of the motion are complete. If the parameters are lost, the tracks must also
 * fill the payload exactly, because only the size can show whether the given bones are the right
 * ones. */
static bool omf_motion_is_whole(const omf_salvage *work, gait_span payload) {
    gaiti_reader in = gaiti_reader_over(payload, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_omf_keys head = {0};
    gaiti_omf_visit_keys_head(&visitor, &head);
    for (uint32_t t = 0; t < work->bone_count && !in.failed; t++) {
        if (gaiti_bytes_left(&in) == 0) {
            return false;
        }
        gaiti_read(&in, gaiti_omf_track_size(in.data[in.at], head.frame_count));
    }
    return !in.failed && (!work->lost_params || gaiti_bytes_left(&in) == 0);
}

/* The largest motion count stored in the readable parts of the bank. */
static uint32_t omf_stated_motions(const omf_salvage *work) {
    uint32_t place = work->sub_count ? work->place[0] : 0;
    gait_span count = place ? work->subs[place - 1].payload : (gait_span){0};
    uint32_t stated = count.size >= 4 ? gaiti_load_u32(count.data) : work->sub_count;
    return stated > work->measure.stated ? stated : work->measure.stated;
}

static gait_status omf_refuse_salvage(const omf_salvage *work) {
    return gaiti_raise(&work->report, GAITI_OMF_SALVAGE_NOTHING,
                       (gaiti_detail){.length = work->bytes.size, .expected = work->bone_count});
}

/* Counts bones and definitions, and the leading motions that have both keys and a definition. */
static gait_status omf_count_remains(omf_salvage *work) {
    uint32_t names = work->bone_count;
    work->measure = gaiti_omf_measure_params(&work->origin, UINT32_MAX);
    work->lost_params = work->measure.parts_end == 0;
    work->bone_count = work->lost_params ? names : work->measure.bones;
    if (work->lost_params && names == 0) {
        return gaiti_raise(&work->report, GAITI_OMF_SALVAGE_BONES,
                           (gaiti_detail){.offset = work->bytes.size});
    }
    work->stated = omf_stated_motions(work);
    uint32_t max = work->lost_params ? work->stated : work->measure.definitions;
    while (work->kept < max && work->kept < UINT16_MAX) {
        const gaiti_chunk *motion = omf_remaining_motion(work, work->kept);
        if (!motion || !omf_motion_is_whole(work, motion->payload)) {
            break;
        }
        work->kept++;
    }
    if (work->kept == 0) {
        return omf_refuse_salvage(work);
    }
    work->measure = gaiti_omf_measure_params(&work->origin, work->kept);
    return GAIT_OK;
}

/* --- the new bank ----------------------------------------------------------------------------- */

static void omf_save_count(const omf_salvage *work, gaiti_visitor *out, gait_span old) {
    uint64_t mark = gaiti_begin_chunk(out, 0);
    uint32_t count = work->kept;
    gait_span tail = {0};
    gaiti_visit_u32(out, "count", &count);
    if (old.size > 4) {
        tail = gaiti_span(old.data + 4, old.size - 4);
        gaiti_visit_bytes(out, "tail", tail.size, &tail);
    }
    gaiti_end_chunk(out, mark);
}

static void omf_save_chunk(gaiti_visitor *out, const gaiti_chunk *chunk) {
    gaiti_chunk copy = *chunk;
    uint64_t mark = gaiti_begin_chunk(out, copy.id);
    gaiti_visit_bytes(out, "payload", copy.payload.size, &copy.payload);
    gaiti_end_chunk(out, mark);
}

static void omf_save_motions(const omf_salvage *work, gaiti_visitor *out) {
    uint64_t mark = gaiti_begin_chunk(out, GAITI_OMF_MOTIONS);
    if (work->place[0] == 0) {
        omf_save_count(work, out, (gait_span){0});
    }
    for (uint32_t s = 0; s < work->sub_count; s++) {
        const gaiti_chunk *sub = &work->subs[s];
        bool lost = sub->id > work->kept && sub->id <= work->stated;
        if (sub->id == 0 && work->place[0] == s + 1) {
            omf_save_count(work, out, sub->payload);
        } else if (!lost) {
            omf_save_chunk(out, sub);
        }
    }
    gaiti_end_chunk(out, mark);
}

/* Writes replacement parameters: the given bone names, and motions named after their labels. */
static void omf_save_defaults(const omf_salvage *work, gaiti_visitor *out) {
    uint16_t version = 4, part_count = 1, kept = (uint16_t)work->kept;
    gait_omf_part part = {.name = gaiti_span("default", 7), .bone_count = work->bone_count};
    gaiti_visit_u16(out, "version", &version);
    gaiti_visit_u16(out, "partCount", &part_count);
    gaiti_omf_visit_part_head(out, &part);
    for (uint32_t b = 0; b < work->bone_count; b++) {
        gait_omf_bone bone = {work->bone_names[b], b};
        gaiti_omf_visit_bone(out, GAITI_OMF_LISTS_NAMES_AND_IDS, &bone);
    }
    gaiti_visit_u16(out, "motionCount", &kept);
    for (uint32_t m = 0; m < work->kept; m++) {
        gaiti_reader in = gaiti_reader_over(omf_remaining_motion(work, m)->payload, 0);
        gaiti_omf_definition definition = {.values = {.name = gaiti_read_text(&in),
                                                      .flags = GAIT_OMF_STOP_AT_END,
                                                      .bone_or_part = 0xFFFF,
                                                      .motion = (uint16_t)m,
                                                      .speed = 1,
                                                      .power = 1,
                                                      .accrue = 2,
                                                      .falloff = 2}};
        gaiti_omf_visit_definition(out, version, &definition);
    }
}

static void omf_save_params(const omf_salvage *work, gaiti_visitor *out) {
    uint64_t mark = gaiti_begin_chunk(out, GAITI_OMF_PARAMS);
    if (work->lost_params) {
        omf_save_defaults(work, out);
    } else {
        const gaiti_omf_measure *measure = &work->measure;
        const uint8_t *data = work->origin.params.payload.data;
        uint16_t kept = (uint16_t)work->kept;
        gait_span parts = gaiti_span(data, (size_t)measure->parts_end);
        gait_span definitions =
            gaiti_span(data + measure->parts_end + 2,
                       (size_t)(measure->definitions_end - measure->parts_end - 2));
        gaiti_visit_bytes(out, "parts", parts.size, &parts);
        gaiti_visit_u16(out, "motionCount", &kept);
        gaiti_visit_bytes(out, "definitions", definitions.size, &definitions);
    }
    gaiti_end_chunk(out, mark);
}

/* Writes the two chunks and the complete unknown chunks in their order. */
static bool omf_save_file(const omf_salvage *work, gait_buffer *bytes) {
    gaiti_visitor out = gaiti_visit_writing(bytes);
    gaiti_reader in = gaiti_reader_over(work->bytes, 0);
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE || end == GAITI_CHUNK_CUT) {
        if (chunk.payload.data == work->origin.motions.payload.data) {
            omf_save_motions(work, &out);
        } else if (chunk.payload.data == work->origin.params.payload.data) {
            omf_save_params(work, &out);
        } else if (end == GAITI_CHUNK_MORE) {
            omf_save_chunk(&out, &chunk);
        }
        if (end == GAITI_CHUNK_CUT) {
            break;
        }
    }
    if (work->origin.params.payload.size == 0) {
        omf_save_params(work, &out);
    }
    return !out.no_memory;
}

/* --- the report ------------------------------------------------------------------------------- */

/* Offset of the first data that is not kept; the size of the file when everything is kept. */
static uint64_t omf_damage_offset(const omf_salvage *work) {
    const gaiti_chunk *motion = omf_remaining_motion(work, work->kept);
    const gaiti_chunk *last = omf_remaining_motion(work, work->kept - 1);
    if (work->kept >= work->stated) {
        return work->bytes.size;
    }
    if (!work->lost_params && work->kept == work->measure.definitions &&
        work->measure.definitions < work->measure.stated && motion &&
        omf_motion_is_whole(work, motion->payload)) {
        return work->origin.params.offset + GAITI_CHUNK_HEAD + work->measure.definitions_end;
    }
    return motion ? motion->offset
           : last ? last->offset + GAITI_CHUNK_HEAD + last->payload.size
                  : work->origin.motions.offset;
}

static void omf_report_salvaged(const omf_salvage *work, gait_salvaged *out) {
    *out = (gait_salvaged){.kept = work->kept,
                           .stated = work->stated,
                           .damage_offset = omf_damage_offset(work),
                           .lost_params = work->lost_params};
    gaiti_detail detail = {.offset = out->damage_offset,
                           .length = work->bytes.size - out->damage_offset,
                           .expected = out->stated,
                           .found = out->kept};
    if (out->kept < out->stated) {
        gaiti_raise(&work->report, GAITI_OMF_SALVAGED, detail);
    }
    if (out->lost_params) {
        gaiti_raise(&work->report, GAITI_OMF_SALVAGE_VALUES, detail);
    }
}

static gait_status omf_open_salvaged(const omf_salvage *work, const gait_options *options,
                                     gait_omf **out_omf) {
    gait_options quiet = options ? *options : (gait_options){0};
    gait_buffer bytes = {.allocator = quiet.allocator};
    gait_status status = GAIT_NO_MEMORY;
    quiet.diagnostics = NULL;
    if (omf_save_file(work, &bytes)) {
        status = gait_omf_open(gaiti_span(bytes.data, bytes.size), &quiet, out_omf);
    }
    /* With fewer definitions after it, a damaged bone list may parse as a different listing. Then
     * the salvaged bank has different bones and is refused. */
    if (status == GAIT_OK && gait_omf_motion_count(*out_omf) == work->kept &&
        (*out_omf)->bone_count == work->bone_count) {
        status = gait_omf_detach(*out_omf);
    } else if (status != GAIT_NO_MEMORY && status != GAIT_LIMIT) {
        status = omf_refuse_salvage(work);
    }
    if (status != GAIT_OK) {
        gait_omf_free(*out_omf);
        *out_omf = NULL;
    }
    gait_buffer_free(&bytes);
    return status;
}

gait_status gaiti_omf_salvage(gait_span bytes, const gait_span *bone_names, uint32_t bone_count,
                              const gait_options *options, gait_omf **out_omf,
                              gait_salvaged *out_salvaged) {
    omf_salvage work = {.bytes = bytes,
                        .report = gaiti_report_to(options ? options->diagnostics : NULL),
                        .origin = {.source = bytes},
                        .bone_names = bone_names,
                        .bone_count = bone_count < UINT16_MAX ? bone_count : UINT16_MAX};
    if (out_salvaged) {
        *out_salvaged = (gait_salvaged){0};
    }
    if (!GAITI_CLEAR(out_omf) || !out_salvaged || !gaiti_is_span(bytes) ||
        (!bone_names && bone_count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t b = 0; b < bone_count; b++) {
        if (!gaiti_is_span(bone_names[b])) {
            return GAIT_BAD_ARGUMENT;
        }
    }
    gaiti_arena_init(&work.arena, options, 0);
    gait_status status;
    GAITI_TRY_DONE(omf_find_remains(&work));
    GAITI_TRY_DONE(omf_index_remains(&work));
    GAITI_TRY_DONE(omf_count_remains(&work));
    GAITI_TRY_DONE(omf_open_salvaged(&work, options, out_omf));
    omf_report_salvaged(&work, out_salvaged);
done:
    gaiti_arena_free(&work.arena);
    return status;
}
