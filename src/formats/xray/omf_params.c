/* Chunk 0xF: parts, bones and definitions, in two passes: one counts, one keeps. */
#include "formats/xray/omf.h"

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
gaiti_omf_counts gaiti_omf_count_params(const gaiti_chunk *params) {
    omf_params_sink named = {0}, bare = {.bare_ids = true}, *right = &named;
    gaiti_reader in = gaiti_reader_over(params->payload, 0);
    omf_parse_params(&in, &named);
    if (in.failed || named.absurd_ids) {
        in = gaiti_reader_over(params->payload, 0);
        omf_parse_params(&in, &bare);
        right = in.failed || bare.absurd_ids ? &named : &bare;
    }
    return (gaiti_omf_counts){.bare_ids = right->bare_ids,
                              .parts = right->part_count,
                              .bones = right->bone_count,
                              .definitions = right->definition_count,
                              .marks = right->mark_count};
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

gait_status gaiti_omf_read_params(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_chunk *params, const gaiti_omf_counts *counts) {
    gaiti_arena *arena = &omf->arena;
    omf_params_sink sink = {
        .bare_ids = counts->bare_ids,
        .parts = gaiti_alloc(arena, counts->parts, sizeof *sink.parts),
        .bones = gaiti_alloc(arena, counts->bones, sizeof *sink.bones),
        .definitions = gaiti_alloc(arena, counts->definitions, sizeof *sink.definitions),
        .marks = gaiti_alloc(arena, counts->marks, sizeof *sink.marks),
    };
    if (!sink.parts || !sink.bones || !sink.definitions || !sink.marks) {
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
