/* Opening OMF banks: two passes over the small chunk, one over the heads of the tracks. */
#include <stddef.h>

#include "formats/xray/omf.h"

/* --- parameters ------------------------------------------------------------------------------- */

enum { OMF_LARGEST_ID = 255 };

/* Where parsed parameters go: nowhere but the counts in the first pass. */
typedef struct omf_params_sink {
    gait_omf_part *parts;
    gait_omf_bone *bones;
    gaiti_omf_definition *definitions;
    gait_omf_mark *marks;
    uint16_t version;
    bool bare_ids, absurd_ids;
    uint32_t part_count, bone_count, definition_count, mark_count;
} omf_params_sink;

static void omf_parse_part(gaiti_walk *walk, omf_params_sink *sink) {
    gait_omf_part part = {0};
    gaiti_omf_walk_part_head(walk, &part);
    part.first_bone = sink->bone_count;
    for (uint32_t b = 0; b < part.bone_count && gaiti_walk_goes_on(walk); b++) {
        gait_omf_bone bone = {0};
        gaiti_omf_walk_bone(walk, sink->bare_ids, &bone);
        sink->absurd_ids = sink->absurd_ids || bone.id > OMF_LARGEST_ID;
        if (sink->bones && gaiti_walk_goes_on(walk)) {
            sink->bones[sink->bone_count] = bone;
        }
        sink->bone_count += gaiti_walk_goes_on(walk);
    }
    if (sink->parts && gaiti_walk_goes_on(walk)) {
        sink->parts[sink->part_count] = part;
    }
    sink->part_count += gaiti_walk_goes_on(walk);
}

static void omf_parse_definition(gaiti_walk *walk, omf_params_sink *sink) {
    gaiti_omf_definition definition = {0};
    gaiti_omf_walk_definition(walk, sink->version, &definition);
    definition.marks = sink->marks ? sink->marks + sink->mark_count : NULL;
    for (uint32_t m = 0; m < definition.mark_count && gaiti_walk_goes_on(walk); m++) {
        gait_omf_mark mark = {0};
        gaiti_omf_walk_mark(walk, &mark);
        if (sink->marks && gaiti_walk_goes_on(walk)) {
            sink->marks[sink->mark_count] = mark;
        }
        sink->mark_count += gaiti_walk_goes_on(walk);
    }
    if (sink->definitions && gaiti_walk_goes_on(walk)) {
        sink->definitions[sink->definition_count] = definition;
    }
    sink->definition_count += gaiti_walk_goes_on(walk);
}

/* Reads as far as it can; in->failed tells the rest. Stops after the version when that is not 3 or
 * 4. */
static void omf_parse_params(gaiti_reader *in, omf_params_sink *sink) {
    gaiti_walk walk = gaiti_walk_reading(in);
    uint16_t part_count, definition_count;
    gaiti_walk_u16(&walk, "version", &sink->version);
    if (sink->version != 3 && sink->version != 4) {
        return;
    }
    gaiti_walk_u16(&walk, "partCount", &part_count);
    for (uint32_t p = 0; p < part_count && gaiti_walk_goes_on(&walk); p++) {
        omf_parse_part(&walk, sink);
    }
    gaiti_walk_u16(&walk, "motionCount", &definition_count);
    for (uint32_t d = 0; d < definition_count && gaiti_walk_goes_on(&walk); d++) {
        omf_parse_definition(&walk, sink);
    }
}

/* The vendor's exporter lists bones by bare ids when an object has no parts, under a version that
 * promises names: taken so where names make no sense and bare ids do. */
static omf_params_sink omf_count_params(const gaiti_chunk *params) {
    omf_params_sink named = {0}, bare = {.bare_ids = true};
    gaiti_reader in = gaiti_reader_over(params->payload, 0);
    omf_parse_params(&in, &named);
    if (!in.failed && !named.absurd_ids) {
        return named;
    }
    in = gaiti_reader_over(params->payload, 0);
    omf_parse_params(&in, &bare);
    return in.failed || bare.absurd_ids ? named : bare;
}

static uint32_t omf_count_subs(const gaiti_chunk *motions) {
    gaiti_reader in = gaiti_reader_over(motions->payload, 0);
    gaiti_chunk sub;
    uint32_t count = 0;
    while (gaiti_next_chunk(&in, &sub) == GAITI_CHUNK_MORE) {
        count++;
    }
    return count;
}

/* Every indexed track has taken at least 21 bytes of the chunk, so more are never stored. */
static uint64_t omf_offsets_needed(uint64_t subs, uint64_t bones, size_t payload) {
    uint64_t most = payload / GAITI_OMF_TRACK;
    return bones && subs > most / bones ? most : subs * bones;
}

uint64_t gaiti_omf_cost(const gaiti_chunk *params, const gaiti_chunk *motions) {
    omf_params_sink sink = omf_count_params(params);
    uint64_t subs = omf_count_subs(motions);
    return sink.part_count * (uint64_t)sizeof *sink.parts +
           sink.bone_count * (uint64_t)(sizeof *sink.bones + sizeof(uint32_t) + 1) +
           sink.definition_count * (uint64_t)sizeof *sink.definitions +
           sink.mark_count * (uint64_t)sizeof *sink.marks +
           subs * (sizeof(gaiti_omf_sub) + sizeof(gaiti_omf_keys) + sizeof(uint32_t)) +
           omf_offsets_needed(subs, sink.bone_count, motions->payload.size) * sizeof(uint32_t) +
           256; /* rounding of each request */
}

uint64_t gaiti_omf_offset(const gait_omf *omf, const uint8_t *byte) {
    uint64_t offset = (uint64_t)((uintptr_t)byte - (uintptr_t)omf->source.data);
    return offset <= omf->source.size ? offset : 0;
}

bool gaiti_omf_order_tracks(gait_omf *omf) {
    uint32_t count = omf->bone_count;
    omf->bone_of_track = gaiti_alloc(&omf->arena, count, sizeof *omf->bone_of_track);
    if (!omf->bone_of_track) {
        return false;
    }
    omf->ids_are_tracks = true;
    for (uint32_t b = 0; b < count && omf->ids_are_tracks; b++) {
        uint32_t id = omf->bones[b].id;
        omf->ids_are_tracks = id < count && omf->bone_of_track[id] == 0;
        if (omf->ids_are_tracks) {
            omf->bone_of_track[id] = b + 1; /* 0 = not seen */
        }
    }
    for (uint32_t t = 0; t < count; t++) {
        omf->bone_of_track[t] = omf->ids_are_tracks ? omf->bone_of_track[t] - 1 : t;
    }
    return true;
}

static gait_status omf_raise_params(const gait_omf *omf, const gaiti_report *report,
                                    const gaiti_chunk *params, const gaiti_reader *in) {
    if (!in->failed && omf->version != 3 && omf->version != 4) {
        return gaiti_raise(
            report,
            omf->version == 1 || omf->version == 2 ? GAITI_OMF_OLD_VERSION : GAITI_OMF_BAD_VERSION,
            (gaiti_detail){
                .offset = params->offset + GAITI_CHUNK_HEAD, .length = 2, .found = omf->version});
    }
    return gaiti_raise(report, GAITI_OMF_CUT_PARAMS,
                       (gaiti_detail){.offset = gaiti_offset(in),
                                      .length = in->size - in->at,
                                      .expected = omf->part_count,
                                      .found = omf->definition_count});
}

static gait_status omf_read_params(gait_omf *omf, const gaiti_report *report,
                                   const gaiti_chunk *params) {
    omf_params_sink counts = omf_count_params(params), sink = {.bare_ids = counts.bare_ids};
    gaiti_arena *arena = &omf->arena;
    sink.parts = gaiti_alloc(arena, counts.part_count, sizeof *sink.parts);
    sink.bones = sink.parts ? gaiti_alloc(arena, counts.bone_count, sizeof *sink.bones) : NULL;
    sink.definitions =
        sink.bones ? gaiti_alloc(arena, counts.definition_count, sizeof *sink.definitions) : NULL;
    sink.marks =
        sink.definitions ? gaiti_alloc(arena, counts.mark_count, sizeof *sink.marks) : NULL;
    if (!sink.marks) {
        return arena->status;
    }
    gaiti_reader in = gaiti_reader_over(params->payload, params->offset + GAITI_CHUNK_HEAD);
    omf_parse_params(&in, &sink);
    omf->version = sink.version;
    omf->bare_ids = sink.bare_ids;
    omf->parts = sink.parts;
    omf->part_count = sink.part_count;
    omf->bones = sink.bones;
    omf->bone_count = sink.bone_count;
    omf->definitions = sink.definitions;
    omf->definition_count = sink.definition_count;
    if (in.failed || (sink.version != 3 && sink.version != 4)) {
        return omf_raise_params(omf, report, params, &in);
    }
    omf->params_tail = gaiti_take_span(&in, gaiti_left(&in));
    if (omf->bare_ids) {
        gaiti_raise(report, GAITI_OMF_BARE_IDS,
                    (gaiti_detail){.offset = params->offset, .found = omf->bone_count});
    }
    return gaiti_omf_order_tracks(omf) ? GAIT_OK : arena->status;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Bytes of a track by its lowest four flags: these, and these for every frame. */
static const uint8_t omf_track_fixed[16] = {17, 33, 21, 37, 17, 33, 21, 37,
                                            17, 9,  29, 21, 17, 9,  29, 21};
static const uint8_t omf_track_per_frame[16] = {8,  11, 0, 3,  8,  14, 0, 6,
                                                16, 28, 0, 12, 16, 28, 0, 12};

uint64_t gaiti_omf_track_size(uint8_t flags, uint32_t frame_count) {
    return omf_track_fixed[flags & 15] + omf_track_per_frame[flags & 15] * (uint64_t)frame_count;
}

/* The indexing of all motions. */
typedef struct omf_index {
    uint32_t *place;   /* per sub-chunk id: index of its first occurrence + 1, 0 = none */
    uint32_t *offsets; /* of the tracks to come */
    uint8_t *guesses;  /* per track: flags in the motion before */
} omf_index;

static gait_status omf_raise_track(const gait_omf *omf, gaiti_report *report, gait_span bytes,
                                   const gaiti_omf_keys *keys, uint32_t track, uint64_t at) {
    uint8_t flags = at < bytes.size ? bytes.data[at] : 0;
    report->bone = (int32_t)track;
    return gaiti_raise(
        report, GAITI_OMF_CUT_TRACK,
        (gaiti_detail){.offset = gaiti_omf_offset(omf, bytes.data) + at,
                       .length = bytes.size - at,
                       .expected = (int64_t)gaiti_omf_track_size(flags, keys->frame_count),
                       .found = (int64_t)(bytes.size - at),
                       .name = keys->label});
}

/* Offsets of the tracks of one motion; the bytes that each takes follow from its flags. `guesses`
 * are the flags that the motion before had: while they are right, the next address is known without
 * waiting for the flags to arrive from memory. */
static gait_status omf_index_tracks(const gait_omf *omf, gaiti_report *report, gait_span bytes,
                                    gaiti_omf_keys *keys, omf_index *index) {
    const uint8_t *data = bytes.data;
    uint8_t *guesses = index->guesses;
    uint32_t *offsets = index->offsets;
    const uint32_t count = omf->bone_count, frames = keys->frame_count;
    uint64_t at = 0;
    for (uint32_t t = 0; t < count; t++) {
        if (at < bytes.size && data[at] != guesses[t]) {
            guesses[t] = data[at];
        }
        uint64_t size = gaiti_omf_track_size(guesses[t], frames);
        if (size > bytes.size - at) {
            return omf_raise_track(omf, report, bytes, keys, t, at);
        }
        offsets[t] = (uint32_t)at;
        at += size;
    }
    keys->offsets = index->offsets;
    keys->tracks = gaiti_span(bytes.data, (size_t)at);
    keys->surplus = gaiti_span(bytes.data + at, bytes.size - (size_t)at);
    index->offsets += omf->bone_count;
    return GAIT_OK;
}

static gait_status omf_read_keys(const gait_omf *omf, gaiti_report *report, gait_span payload,
                                 gaiti_omf_keys *keys, omf_index *index) {
    gaiti_reader in = gaiti_reader_over(payload, gaiti_omf_offset(omf, payload.data));
    gaiti_walk walk = gaiti_walk_reading(&in);
    gaiti_omf_walk_keys_head(&walk, keys);
    if (in.failed) {
        return gaiti_raise(report, GAITI_OMF_CUT_MOTION,
                           (gaiti_detail){.offset = gaiti_offset(&in),
                                          .length = in.size - in.at,
                                          .found = (int64_t)payload.size});
    }
    return omf_index_tracks(omf, report, gaiti_take_span(&in, gaiti_left(&in)), keys, index);
}

static void omf_note_leftover(const gaiti_report *report, uint64_t offset, uint64_t size) {
    if (size) {
        gaiti_raise(report, GAITI_OMF_LEFTOVER,
                    (gaiti_detail){.offset = offset, .length = size, .found = (int64_t)size});
    }
}

/* Sub-chunks in file order, and where each id stands first: place[id] = index + 1. */
static gait_status omf_read_subs(gait_omf *omf, const gaiti_report *report,
                                 const gaiti_chunk *motions, uint32_t *place) {
    gaiti_reader in = gaiti_reader_over(motions->payload, motions->offset + GAITI_CHUNK_HEAD);
    gaiti_chunk sub;
    gaiti_chunk_end end;
    uint32_t at = 0;
    while ((end = gaiti_next_chunk(&in, &sub)) == GAITI_CHUNK_MORE) {
        omf->subs[at++] = (gaiti_omf_sub){sub.id, sub.payload};
        if (sub.id < omf->sub_count && !place[sub.id]) {
            place[sub.id] = at;
        }
    }
    if (end == GAITI_CHUNK_CUT) {
        return gaiti_raise(report, GAITI_OMF_CUT_CHUNK,
                           (gaiti_detail){.offset = sub.offset,
                                          .length = GAITI_CHUNK_HEAD + sub.payload.size,
                                          .expected = gaiti_load_u32(in.data + in.at + 4),
                                          .found = (int64_t)sub.payload.size});
    }
    omf->motions_tail = gaiti_take_span(&in, gaiti_left(&in));
    omf_note_leftover(report, gaiti_offset(&in) - omf->motions_tail.size, omf->motions_tail.size);
    return GAIT_OK;
}

/* Sub-chunk 0. */
static gait_status omf_read_count(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_chunk *motions, const uint32_t *place) {
    gait_span payload = {0};
    if (omf->sub_count && place[0]) {
        payload = omf->subs[place[0] - 1].payload;
        omf->subs[place[0] - 1].payload = (gait_span){0};
    }
    gaiti_reader in = gaiti_reader_over(payload, 0);
    omf->stated_count = gaiti_take_u32(&in);
    if (in.failed) {
        return gaiti_raise(report, GAITI_OMF_NO_COUNT,
                           (gaiti_detail){.offset = motions->offset,
                                          .length = GAITI_CHUNK_HEAD + motions->payload.size});
    }
    omf->count_tail = gaiti_take_span(&in, gaiti_left(&in));
    return GAIT_OK;
}

/* Motions are the sub-chunks 1, 2, 3 ... without a hole, as many as stated. */
static gait_status omf_read_all_keys(gait_omf *omf, gaiti_report *report, omf_index *index) {
    const uint32_t *place = index->place;
    uint32_t most = omf->sub_count < omf->stated_count ? omf->sub_count : omf->stated_count;
    for (uint32_t i = 0; i < most && i + 1 < omf->sub_count && place[i + 1]; i++) {
        gaiti_omf_sub *sub = &omf->subs[place[i + 1] - 1];
        report->clip = (int32_t)i;
        gait_status status = omf_read_keys(omf, report, sub->payload, &omf->keys[i], index);
        if (status != GAIT_OK) {
            return status;
        }
        sub->payload = (gait_span){0};
        omf->keys_count++;
    }
    report->clip = report->bone = -1;
    return GAIT_OK;
}

static gait_status omf_read_motions(gait_omf *omf, gaiti_report *report,
                                    const gaiti_chunk *motions) {
    gaiti_arena *arena = &omf->arena;
    omf->sub_count = omf_count_subs(motions);
    omf->subs = gaiti_alloc(arena, omf->sub_count, sizeof *omf->subs);
    omf->keys = gaiti_alloc(arena, omf->sub_count, sizeof *omf->keys);
    uint64_t needed = omf_offsets_needed(omf->sub_count, omf->bone_count, motions->payload.size);
    omf_index index = {
        .place = gaiti_alloc(arena, omf->sub_count, sizeof *index.place),
        .offsets = gaiti_alloc(arena, needed, sizeof *index.offsets),
        .guesses = gaiti_alloc(arena, omf->bone_count, sizeof *index.guesses),
    };
    if (!omf->subs || !omf->keys || !index.place || !index.offsets || !index.guesses) {
        return arena->status;
    }
    gait_status status = omf_read_subs(omf, report, motions, index.place);
    if (status == GAIT_OK) {
        status = omf_read_count(omf, report, motions, index.place);
    }
    return status == GAIT_OK ? omf_read_all_keys(omf, report, &index) : status;
}

static void omf_note_counts(const gait_omf *omf, const gaiti_report *report,
                            const gaiti_chunk *motions) {
    gaiti_detail detail = {.offset = motions->offset, .length = GAITI_CHUNK_HEAD};
    if (omf->keys_count != omf->stated_count) {
        detail.expected = omf->stated_count;
        detail.found = omf->keys_count;
        gaiti_raise(report, GAITI_OMF_KEYS_MISSING, detail);
    }
    if (omf->keys_count != omf->definition_count) {
        detail.expected = omf->definition_count;
        detail.found = omf->keys_count;
        gaiti_raise(report, GAITI_OMF_COUNTS_DIFFER, detail);
    }
}

gait_status gaiti_omf_read(gait_omf *omf, const gaiti_report *report, const gaiti_chunk *params,
                           const gaiti_chunk *motions) {
    gaiti_report here = *report;
    omf->has_params = params->payload.size > 0;
    omf->has_motions = motions->payload.size > 0;
    omf->params_first = params->offset < motions->offset;
    if (!omf->has_params) {
        return gaiti_raise(
            report, GAITI_OMF_NO_PARAMS,
            (gaiti_detail){.offset = motions->offset, .length = motions->payload.size});
    }
    gait_status status = omf_read_params(omf, report, params);
    if (status == GAIT_OK && omf->has_motions) {
        status = omf_read_motions(omf, &here, motions);
        if (status == GAIT_OK) {
            omf_note_counts(omf, report, motions);
        }
    } else if (status == GAIT_OK) {
        gaiti_raise(report, GAITI_OMF_NO_MOTIONS, (gaiti_detail){.offset = params->offset});
    }
    return status;
}

/* --- the file --------------------------------------------------------------------------------- */

typedef struct omf_top {
    gaiti_chunk params, motions;
    uint64_t end; /* of the last whole chunk */
} omf_top;

static gait_status omf_refuse_chunk(const gaiti_report *report, const gaiti_chunk *chunk,
                                    bool cut) {
    uint32_t id = chunk->id, plain = id & ~GAITI_CHUNK_COMPRESSED;
    gaiti_detail detail = {
        .offset = chunk->offset, .length = GAITI_CHUNK_HEAD + chunk->payload.size, .found = id};
    if (id == 0x80000E || id == 0x80000F) {
        return gaiti_raise(report, GAITI_OMF_ENCRYPTED, detail);
    }
    if (plain != GAITI_OMF_MOTIONS && plain != GAITI_OMF_PARAMS) {
        return GAIT_OK;
    }
    if (id != plain) {
        return gaiti_raise(report, GAITI_OMF_COMPRESSED, detail);
    }
    if (cut) {
        detail.found = (int64_t)chunk->payload.size;
        detail.expected = gaiti_load_u32(chunk->payload.data - 4);
        return gaiti_raise(report, GAITI_OMF_CUT_CHUNK, detail);
    }
    return GAIT_OK;
}

static gait_status omf_scan(gait_span bytes, const gaiti_report *report, omf_top *top) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE || end == GAITI_CHUNK_CUT) {
        gait_status status = omf_refuse_chunk(report, &chunk, end == GAITI_CHUNK_CUT);
        if (status != GAIT_OK || end == GAITI_CHUNK_CUT) {
            if (status != GAIT_OK) {
                return status;
            }
            break;
        }
        gaiti_chunk *known = chunk.id == GAITI_OMF_PARAMS    ? &top->params
                             : chunk.id == GAITI_OMF_MOTIONS ? &top->motions
                                                             : NULL;
        if (known && known->payload.size == 0) {
            *known = chunk;
        } else if (known) {
            gaiti_raise(report, GAITI_OMF_DUPLICATE_CHUNK,
                        (gaiti_detail){.offset = chunk.offset,
                                       .length = GAITI_CHUNK_HEAD + chunk.payload.size,
                                       .found = chunk.id});
        }
    }
    top->end = in.at;
    omf_note_leftover(report, in.at, bytes.size - in.at);
    return GAIT_OK;
}

/* What lies before, between and after the two chunks. */
static void omf_find_gaps(gait_omf *omf, gait_span bytes, const omf_top *top) {
    const gaiti_chunk *order[2] = {&top->motions, &top->params};
    if (omf->params_first) {
        order[0] = &top->params;
        order[1] = &top->motions;
    }
    uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        if (order[i]->payload.size) {
            omf->gaps[i] = gaiti_span(bytes.data + at, (size_t)(order[i]->offset - at));
            at = order[i]->offset + GAITI_CHUNK_HEAD + order[i]->payload.size;
        }
    }
    omf->gaps[2] = gaiti_span(bytes.data + at, bytes.size - (size_t)at);
}

gait_status gait_omf_open(gait_span bytes, const gait_options *options, gait_omf **out_omf) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    omf_top top = {0};
    *out_omf = NULL;
    gait_status status = omf_scan(bytes, &report, &top);
    if (status != GAIT_OK) {
        return status;
    }
    uint64_t cost = gaiti_omf_cost(&top.params, &top.motions);
    gait_omf *omf = gaiti_new_object(options, sizeof *omf, offsetof(gait_omf, arena),
                                     cost < SIZE_MAX / 2 ? (size_t)cost : SIZE_MAX / 2, &status);
    if (!omf) {
        return status;
    }
    omf->source = bytes;
    status = gaiti_omf_read(omf, &report, &top.params, &top.motions);
    if (status != GAIT_OK) {
        gait_omf_free(omf);
        return status;
    }
    omf_find_gaps(omf, bytes, &top);
    *out_omf = omf;
    return GAIT_OK;
}

void gait_omf_free(gait_omf *omf) {
    gaiti_free_object(omf, offsetof(gait_omf, arena));
}

/* --- what the document says ------------------------------------------------------------------- */

int32_t gait_omf_version(const gait_omf *omf) {
    return omf->version;
}

uint32_t gait_omf_part_count(const gait_omf *omf) {
    return omf->part_count;
}

gait_omf_part gait_omf_part_at(const gait_omf *omf, uint32_t part) {
    return omf->parts[part];
}

uint32_t gait_omf_bone_count(const gait_omf *omf) {
    return omf->bone_count;
}

gait_omf_bone gait_omf_listed_bone(const gait_omf *omf, uint32_t index) {
    return omf->bones[index];
}

gait_span gait_omf_bone_name(const gait_omf *omf, uint32_t track) {
    return omf->bones[omf->bone_of_track[track]].name;
}

uint32_t gait_omf_motion_count(const gait_omf *omf) {
    return omf->keys_count < omf->definition_count ? omf->keys_count : omf->definition_count;
}

gait_omf_motion gait_omf_motion_at(const gait_omf *omf, uint32_t motion) {
    gait_omf_motion values = omf->definitions[motion].values;
    values.label = omf->keys[motion].label;
    values.frame_count = omf->keys[motion].frame_count;
    return values;
}

gait_omf_track gait_omf_track_at(const gait_omf *omf, uint32_t motion, uint32_t track) {
    const gaiti_omf_keys *keys = &omf->keys[motion];
    uint32_t at = keys->offsets[track];
    gaiti_reader in =
        gaiti_reader_over(gaiti_span(keys->tracks.data + at, keys->tracks.size - at), 0);
    gaiti_walk walk = gaiti_walk_reading(&in);
    gait_omf_track values = {0};
    gaiti_omf_walk_track(&walk, keys->frame_count, &values);
    return values;
}

uint32_t gait_omf_mark_count(const gait_omf *omf, uint32_t motion) {
    return omf->definitions[motion].mark_count;
}

gait_omf_mark gait_omf_mark_at(const gait_omf *omf, uint32_t motion, uint32_t mark) {
    return omf->definitions[motion].marks[mark];
}

void gait_omf_mark_interval(const gait_omf_mark *mark, uint32_t interval, float out_from_to[2]) {
    const uint8_t *p = mark->intervals.data + (size_t)interval * 8;
    out_from_to[0] = gaiti_load_f32(p);
    out_from_to[1] = gaiti_load_f32(p + 4);
}
