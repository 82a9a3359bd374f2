/* Chunk 0xE: index of the keys of every motion and track. The keys themselves are not read. */
#include "base/assert.h"
#include "base/try.h"
#include "formats/xray/omf/omf.h"

/* Size of a track in bytes by its low four flag bits: a fixed part, and a part per frame. */
static const uint8_t omf_track_fixed[16] = {17, 33, 21, 37, 17, 33, 21, 37,
                                            17, 9,  29, 21, 17, 9,  29, 21};
static const uint8_t omf_track_per_frame[16] = {8,  11, 0, 3,  8,  14, 0, 6,
                                                16, 28, 0, 12, 16, 28, 0, 12};

uint64_t gaiti_omf_track_size(uint8_t flags, uint32_t frame_count) {
    return omf_track_fixed[flags & 15] + omf_track_per_frame[flags & 15] * (uint64_t)frame_count;
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

/* Number of track offsets to store. Every track takes bytes of the chunk, which limits their
 * number. */
static uint64_t omf_offsets_needed(uint64_t subs, uint64_t bones, size_t payload) {
    uint64_t max = payload / GAITI_OMF_TRACK;
    return bones && subs > max / bones ? max : subs * bones;
}

uint64_t gaiti_omf_motions_cost(const gaiti_chunk *motions, uint32_t bone_count) {
    uint64_t subs = omf_count_subs(motions);
    return subs * (sizeof(gaiti_omf_sub) + sizeof(gaiti_omf_keys) + sizeof(uint32_t)) +
           omf_offsets_needed(subs, bone_count, motions->payload.size) * sizeof(uint32_t) +
           bone_count;
}

/* State while all motions are indexed. */
typedef struct omf_index {
    uint32_t *place;   /* per sub-chunk id: index of its first occurrence + 1, 0 = none */
    uint32_t *offsets; /* free space for the next motion */
    uint64_t offsets_left;
    uint8_t *guesses; /* per track: flags in the previous motion */
} omf_index;

enum { OMF_AHEAD = 16 }; /* tracks that are predicted at once */

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

/* Finds the offsets of up to OMF_AHEAD tracks, on the assumption that they have the flags of the
 * previous motion. Returns the number of tracks for which this is true; `*at` is set to their end.
 * No address depends on a load from memory, so the loads overlap. */
static uint32_t omf_predict_tracks(gait_span bytes, uint32_t frames, const uint8_t *guesses,
                                   uint32_t count, uint32_t *offsets, uint64_t *at) {
    uint64_t ends[OMF_AHEAD], end = *at;
    uint32_t ahead = 0, same = 0;
    for (; ahead < count && ahead < OMF_AHEAD && end < bytes.size; ahead++) {
        offsets[ahead] = (uint32_t)end;
        end += gaiti_omf_track_size(guesses[ahead], frames);
        ends[ahead] = end;
    }
    while (same < ahead && bytes.data[offsets[same]] == guesses[same] && ends[same] <= bytes.size) {
        *at = ends[same++];
    }
    return same;
}

/* Finds the offsets of the tracks of one motion; the flags of a track determine its size. */
static gait_status omf_index_tracks(const gait_omf *omf, gaiti_report *report, gait_span bytes,
                                    gaiti_omf_keys *keys, omf_index *index) {
    uint8_t *guesses = index->guesses;
    uint32_t *offsets = index->offsets;
    const uint32_t count = omf->bone_count, frames = keys->frame_count;
    /* A motion that is cut off can have more tracks than there is space for offsets. */
    const uint32_t max = count < index->offsets_left ? count : (uint32_t)index->offsets_left;
    uint64_t at = 0;
    for (uint32_t t = 0; t < count; t++) {
        t += omf_predict_tracks(bytes, frames, guesses + t, max - t, offsets + t, &at);
        if (t == count) {
            break;
        }
        guesses[t] = at < bytes.size ? bytes.data[at] : guesses[t];
        uint64_t size = gaiti_omf_track_size(guesses[t], frames);
        if (size > bytes.size - at) {
            return omf_raise_track(omf, report, bytes, keys, t, at);
        }
        GAIT_ASSERT(t < max);
        offsets[t] = (uint32_t)at;
        at += size;
    }
    keys->offsets = index->offsets;
    keys->tracks = gaiti_span(bytes.data, (size_t)at);
    keys->surplus = gaiti_span(bytes.data + at, bytes.size - (size_t)at);
    index->offsets += omf->bone_count;
    index->offsets_left -= omf->bone_count;
    return GAIT_OK;
}

static gait_status omf_read_keys(const gait_omf *omf, gaiti_report *report, gait_span payload,
                                 gaiti_omf_keys *keys, omf_index *index) {
    gaiti_reader in = gaiti_reader_over(payload, gaiti_omf_offset(omf, payload.data));
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_omf_visit_keys_head(&visitor, keys);
    if (in.failed) {
        return gaiti_raise(report, GAITI_OMF_CUT_MOTION,
                           (gaiti_detail){.offset = gaiti_offset(&in),
                                          .length = in.size - in.at,
                                          .found = (int64_t)payload.size});
    }
    return omf_index_tracks(omf, report, gaiti_read_span(&in, gaiti_bytes_left(&in)), keys, index);
}

void gaiti_omf_report_leftover(const gaiti_report *report, uint64_t offset, uint64_t size) {
    if (size) {
        gaiti_raise(report, GAITI_OMF_LEFTOVER,
                    (gaiti_detail){.offset = offset, .length = size, .found = (int64_t)size});
    }
}

/* Reads the sub-chunks in file order and sets place[id] to the index of the first one with this id,
 * plus 1. */
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
    omf->motions_tail = gaiti_read_span(&in, gaiti_bytes_left(&in));
    gaiti_omf_report_leftover(report, gaiti_offset(&in) - omf->motions_tail.size,
                              omf->motions_tail.size);
    return GAIT_OK;
}

/* Reads sub-chunk 0, the motion count. */
static gait_status omf_read_count(gait_omf *omf, const gaiti_report *report,
                                  const gaiti_chunk *motions, const uint32_t *place) {
    gait_span payload = {0};
    if (omf->sub_count && place[0]) {
        payload = omf->subs[place[0] - 1].payload;
        omf->subs[place[0] - 1].payload = (gait_span){0};
    }
    gaiti_reader in = gaiti_reader_over(payload, 0);
    omf->stated_count = gaiti_read_u32(&in);
    if (in.failed) {
        return gaiti_raise(report, GAITI_OMF_NO_COUNT,
                           (gaiti_detail){.offset = motions->offset,
                                          .length = GAITI_CHUNK_HEAD + motions->payload.size});
    }
    omf->count_tail = gaiti_read_span(&in, gaiti_bytes_left(&in));
    return GAIT_OK;
}

/* Payload of the first sub-chunk with this id; empty when there is none. */
static gait_span omf_sub_payload(const gait_omf *omf, const omf_index *index, uint64_t id) {
    uint32_t place = id < omf->sub_count ? index->place[id] : 0;
    return place ? omf->subs[place - 1].payload : (gait_span){0};
}

/* Prefetches the flags of every track of a motion that will be indexed soon, at the addresses that
 * follow from the guesses. For large banks, which do not fit into the caches of the processor. */
static void omf_prefetch_flags(const gait_omf *omf, gait_span payload, const omf_index *index) {
    gaiti_reader in = gaiti_reader_over(payload, 0);
    gaiti_read_text(&in);
    uint32_t frame_count = gaiti_read_u32(&in);
    uint64_t at = in.at;
    for (uint32_t t = 0; t < omf->bone_count && at < payload.size && !in.failed; t++) {
        gaiti_prefetch(payload.data + at);
        at += gaiti_omf_track_size(index->guesses[t], frame_count);
    }
}

static gait_status omf_read_all_keys(gait_omf *omf, gaiti_report *report, omf_index *index) {
    enum { LARGE_BANK = 1 << 20 };
    const uint32_t *place = index->place;
    const bool is_large = omf->source.size > LARGE_BANK;
    uint32_t max = omf->sub_count < omf->stated_count ? omf->sub_count : omf->stated_count;
    for (uint32_t i = 0; i < max && i + 1 < omf->sub_count && place[i + 1]; i++) {
        gaiti_omf_sub *sub = &omf->subs[place[i + 1] - 1];
        if (is_large) {
            gait_span after_next = omf_sub_payload(omf, index, (uint64_t)i + 3);
            gaiti_prefetch(after_next.data);
            omf_prefetch_flags(omf, omf_sub_payload(omf, index, (uint64_t)i + 2), index);
        }
        report->clip = (int32_t)i;
        GAITI_TRY(omf_read_keys(omf, report, sub->payload, &omf->keys[i], index));
        sub->payload = (gait_span){0};
        omf->keys_count++;
    }
    report->clip = report->bone = -1;
    return GAIT_OK;
}

gait_status gaiti_omf_read_motions(gait_omf *omf, gaiti_report *report,
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
        .offsets_left = needed,
    };
    GAITI_TRY(arena->status);
    GAITI_TRY(omf_read_subs(omf, report, motions, index.place));
    GAITI_TRY(omf_read_count(omf, report, motions, index.place));
    return omf_read_all_keys(omf, report, &index);
}
