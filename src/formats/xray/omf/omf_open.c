/* Opening OMF banks, and access to their fields. */
#include <stddef.h>

#include "base/try.h"
#include "base/text/names.h"
#include "formats/xray/omf/omf.h"

static gait_span omf_name_in(const gait_omf *omf, uint32_t motion, bool has_keys) {
    return has_keys ? omf->keys[motion].label : omf->definitions[motion].values.name;
}

/* The first motion that has only keys or only a definition; empty if all names have both. */
static gait_span omf_find_single(gait_omf *omf, bool has_keys) {
    uint32_t others = has_keys ? omf->definition_count : omf->keys_count;
    uint32_t count = has_keys ? omf->keys_count : omf->definition_count;
    gaiti_names set;
    gait_span *names = gaiti_alloc(&omf->arena, others, sizeof *names), single = {0};
    if (!names || !gaiti_names_init(&set, &omf->arena, names, others)) {
        return single;
    }
    for (uint32_t m = 0; m < others; m++) {
        names[m] = omf_name_in(omf, m, !has_keys);
        gaiti_names_add(&set, m);
    }
    for (uint32_t m = 0; m < count && !single.data; m++) {
        gait_span name = omf_name_in(omf, m, has_keys);
        single = gaiti_names_find(&set, name) < 0 ? name : single;
    }
    return single;
}

static void omf_report_counts(gait_omf *omf, const gaiti_report *report,
                              const gaiti_chunk *motions) {
    gaiti_detail detail = {.offset = motions->offset, .length = GAITI_CHUNK_HEAD};
    if (omf->keys_count != omf->stated_count) {
        detail.expected = omf->stated_count;
        detail.found = omf->keys_count;
        gaiti_raise(report, GAITI_OMF_KEYS_MISSING, detail);
    }
    if (omf->keys_count != omf->definition_count) {
        bool has_keys = omf->keys_count > omf->definition_count;
        detail.expected = omf->definition_count;
        detail.found = omf->keys_count;
        detail.name = omf_find_single(omf, has_keys);
        detail.words = gaiti_span_of(has_keys ? "definition" : "keys");
        gaiti_raise(report, GAITI_OMF_COUNTS_DIFFER, detail);
    }
}

/* The tracks of the motions cannot be read: reports a bone that is listed in two parts, which gives
 * a wrong number of tracks. */
static void omf_report_twice(gait_omf *omf, const gaiti_report *report) {
    gaiti_names set;
    int64_t repeated = 0;
    gait_span *names = gaiti_alloc(&omf->arena, omf->bone_count, sizeof *names), twice = {0};
    if (!names || !gaiti_names_init(&set, &omf->arena, names, omf->bone_count)) {
        return;
    }
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        names[b] = omf->bones[b].name;
        if (names[b].size > 0 && gaiti_names_add(&set, b) >= 0) {
            twice = twice.data ? twice : names[b];
            repeated++;
        }
    }
    if (repeated > 0) {
        gaiti_raise(report, GAITI_OMF_BONE_TWICE,
                    (gaiti_detail){.offset = gaiti_omf_offset(omf, twice.data),
                                   .length = twice.size,
                                   .expected = (int64_t)omf->bone_count - repeated,
                                   .found = omf->bone_count,
                                   .name = twice});
    }
}

static gait_status omf_read(gait_omf *omf, const gaiti_report *report,
                            const gaiti_omf_origin *origin, const gaiti_omf_counts *counts) {
    const gaiti_chunk *params = &origin->params, *motions = &origin->motions;
    gaiti_report here = *report;
    omf->has_params = params->payload.size > 0;
    omf->has_motions = motions->payload.size > 0;
    omf->params_first = params->offset < motions->offset;
    if (!omf->has_params) {
        return gaiti_raise(
            report, GAITI_OMF_NO_PARAMS,
            (gaiti_detail){.offset = motions->offset, .length = motions->payload.size});
    }
    gait_status status = gaiti_omf_read_params(omf, report, origin, counts);
    if (status == GAIT_OK && omf->has_motions) {
        status = gaiti_omf_read_motions(omf, &here, motions);
        if (status == GAIT_OK) {
            omf_report_counts(omf, report, motions);
        } else {
            omf_report_twice(omf, report);
        }
    } else if (status == GAIT_OK) {
        gaiti_raise(report, GAITI_OMF_NO_MOTIONS, (gaiti_detail){.offset = params->offset});
    }
    return status;
}

gait_status gaiti_omf_make(const gaiti_omf_origin *origin, const gaiti_report *report,
                           const gait_options *options, gait_omf **out_omf) {
    gaiti_omf_counts counts = gaiti_omf_count_params(origin);
    uint64_t cost = counts.parts * (uint64_t)sizeof(gait_omf_part) +
                    counts.bones * (uint64_t)(sizeof(gait_omf_bone) + sizeof(uint32_t)) +
                    counts.definitions * (uint64_t)sizeof(gaiti_omf_definition) +
                    counts.marks * (uint64_t)sizeof(gait_omf_mark) +
                    gaiti_omf_motions_cost(&origin->motions, counts.bones) +
                    256; /* alignment of each allocation */
    gait_status status;
    *out_omf = NULL;
    gait_omf *omf = gaiti_new_object(options, sizeof *omf, offsetof(gait_omf, arena),
                                     cost < SIZE_MAX / 2 ? (size_t)cost : SIZE_MAX / 2, &status);
    GAITI_TRY(status);
    omf->source = origin->source;
    omf->code_page = options ? options->code_page : 0;
    omf->packed_in = report->packed_in;
    status = omf_read(omf, report, origin, &counts);
    if (status != GAIT_OK) {
        gait_omf_free(omf);
        return status;
    }
    *out_omf = omf;
    return GAIT_OK;
}

/* --- the file --------------------------------------------------------------------------------- */

gait_status gaiti_omf_refuse_chunk(const gaiti_report *report, const gaiti_chunk *chunk, bool cut) {
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

static gait_status omf_scan(gait_span bytes, const gaiti_report *report, gaiti_omf_origin *top) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk;
    gaiti_chunk_end end;
    while ((end = gaiti_next_chunk(&in, &chunk)) == GAITI_CHUNK_MORE || end == GAITI_CHUNK_CUT) {
        gait_status status = gaiti_omf_refuse_chunk(report, &chunk, end == GAITI_CHUNK_CUT);
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
    gaiti_omf_report_leftover(report, in.at, bytes.size - in.at);
    return GAIT_OK;
}

/* Sets the bytes before, between and after the two chunks. */
static void omf_find_gaps(gait_omf *omf, gait_span bytes, const gaiti_omf_origin *top) {
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

static gait_status omf_open_plain(gait_span bytes, const gaiti_report *report,
                                  const gait_options *options, gait_omf **out_omf) {
    gaiti_omf_origin top = {.source = bytes};
    gait_omf *omf = NULL;
    gait_status status = omf_scan(bytes, report, &top);
    if (status == GAIT_OK) {
        status = gaiti_omf_make(&top, report, options, &omf);
    }
    if (omf) {
        omf_find_gaps(omf, bytes, &top);
    }
    *out_omf = omf;
    return status;
}

/* Opens a bank with compressed chunks. The document owns a decompressed copy. */
static gait_status omf_open_packed(gait_span bytes, gaiti_report *report,
                                   const gait_options *options, gait_omf **out_omf) {
    gait_buffer plain = {.allocator = options ? options->allocator : (gait_allocator){0}};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, 0);
    gait_status status = gaiti_omf_unpack(bytes, &scratch, report, &plain);
    if (status == GAIT_OK) {
        status = omf_open_plain(gaiti_span(plain.data, plain.size), report, options, out_omf);
    }
    if (*out_omf) {
        status = gait_omf_detach(*out_omf);
        (*out_omf)->packed = bytes;
    }
    if (status != GAIT_OK) {
        gait_omf_free(*out_omf);
        *out_omf = NULL;
    }
    gait_buffer_free(&plain);
    gaiti_arena_free(&scratch);
    return status;
}

gait_status gait_omf_open(gait_span bytes, const gait_options *options, gait_omf **out_omf) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    if (!GAITI_CLEAR(out_omf) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    return gaiti_omf_has_packed(bytes) ? omf_open_packed(bytes, &report, options, out_omf)
                                       : omf_open_plain(bytes, &report, options, out_omf);
}

void gait_omf_free(gait_omf *omf) {
    gaiti_free_object(omf, offsetof(gait_omf, arena));
}

/* --- fields ----------------------------------------------------------------------------------- */

int32_t gaiti_omf_version(const gait_omf *omf) {
    return omf ? omf->version : -1;
}

uint32_t gait_omf_part_count(const gait_omf *omf) {
    return omf ? omf->part_count : 0;
}

gait_omf_part gait_omf_part_at(const gait_omf *omf, uint32_t part) {
    return part < gait_omf_part_count(omf) ? omf->parts[part] : (gait_omf_part){0};
}

uint32_t gait_omf_bone_count(const gait_omf *omf) {
    return omf ? omf->bone_count : 0;
}

gait_omf_bone gait_omf_listed_bone(const gait_omf *omf, uint32_t index) {
    return index < gait_omf_bone_count(omf) ? omf->bones[index] : (gait_omf_bone){0};
}

gait_span gait_omf_bone_name(const gait_omf *omf, uint32_t track) {
    bool is_there = track < gait_omf_bone_count(omf);
    return is_there ? omf->bones[omf->bone_of_track[track]].name : (gait_span){0};
}

uint32_t gait_omf_motion_count(const gait_omf *omf) {
    if (!omf) {
        return 0;
    }
    return omf->keys_count < omf->definition_count ? omf->keys_count : omf->definition_count;
}

gait_omf_motion gait_omf_motion_at(const gait_omf *omf, uint32_t motion) {
    if (motion >= gait_omf_motion_count(omf)) {
        return (gait_omf_motion){0};
    }
    gait_omf_motion values = omf->definitions[motion].values;
    values.label = omf->keys[motion].label;
    values.frame_count = omf->keys[motion].frame_count;
    return values;
}

uint32_t gait_omf_mark_count(const gait_omf *omf, uint32_t motion) {
    bool is_there = omf && motion < omf->definition_count;
    return is_there ? omf->definitions[motion].mark_count : 0;
}

gait_omf_mark gait_omf_mark_at(const gait_omf *omf, uint32_t motion, uint32_t mark) {
    bool is_there = mark < gait_omf_mark_count(omf, motion);
    return is_there ? omf->definitions[motion].marks[mark] : (gait_omf_mark){0};
}
