/* The embedded bank of a model: docs/formats/ogf.md#motions. */
#include "base/text/names.h"
#include "base/try.h"
#include "codec/snorm16.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

bool gaiti_ogf_complete_bones(const gait_ogf *ogf, gait_omf *omf) {
    gait_span *names = NULL;
    gaiti_names set;
    if (omf->listing == GAITI_OMF_LISTS_IDS) {
        for (uint32_t b = 0; b < omf->bone_count; b++) {
            uint32_t id = omf->bones[b].id;
            omf->bones[b].name = id < ogf->bone_count ? ogf->bones[id].name : (gait_span){0};
        }
        return true;
    }
    if (omf->listing == GAITI_OMF_LISTS_NAMES_AND_IDS || ogf->bone_count == 0) {
        return true;
    }
    names = gaiti_alloc(&omf->arena, ogf->bone_count, sizeof *names);
    if (!names || !gaiti_names_init(&set, &omf->arena, names, ogf->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        names[b] = ogf->bones[b].name;
        gaiti_names_add(&set, b);
    }
    for (uint32_t b = 0; b < omf->bone_count; b++) {
        int32_t found = gaiti_names_find(&set, omf->bones[b].name);
        omf->bones[b].id = found >= 0 ? (uint32_t)found : omf->bones[b].id;
    }
    return gaiti_omf_order_tracks(omf);
}

/* --- the oldest keys: a rotation and a float translation per frame ---------------------------- */

/* Bytes per frame: 12 for the translation, and 8 for the rotation, or 16 as floats. */
enum { OGF_SHORT_FRAME = 20, OGF_FLOAT_FRAME = 28 };

/* One motion with keys of this kind. */
typedef struct ogf_old_motion {
    gaiti_omf_keys head;
    uint32_t frame_size;
    uint64_t frames; /* number of frames of all tracks; the tracks follow one another */
} ogf_old_motion;

/* Reads the fields before the frames and determines the frame size. False when the frames do not
 * fit into the payload. */
static bool ogf_begin_old_motion(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t end,
                                 ogf_old_motion *motion) {
    gaiti_omf_visit_keys_head(visitor, &motion->head);
    motion->frames = (uint64_t)motion->head.frame_count * ogf->bone_count;
    uint64_t left = visitor->in->failed ? 0 : end - visitor->in->at;
    bool is_float = motion->frames > 0 && left / OGF_FLOAT_FRAME == motion->frames &&
                    left % OGF_FLOAT_FRAME == 0;
    motion->frame_size = is_float ? OGF_FLOAT_FRAME : OGF_SHORT_FRAME;
    return !visitor->in->failed && left / motion->frame_size >= motion->frames;
}

static void ogf_show_old_frames(const gait_ogf *ogf, gaiti_visitor *visitor,
                                const ogf_old_motion *motion) {
    bool is_float = motion->frame_size == OGF_FLOAT_FRAME;
    gait_span block;
    for (uint32_t t = 0; t < ogf->bone_count; t++) {
        uint32_t mark = gaiti_visit_push(visitor, "tracks", t);
        for (uint32_t f = 0; f < motion->head.frame_count && gaiti_visit_is_ok(visitor); f++) {
            uint32_t inner = gaiti_visit_push(visitor, "frames", f);
            gaiti_visit_block(visitor, "rotation", is_float ? GAIT_FIELD_F32 : GAIT_FIELD_S16, 1, 4,
                              &block);
            gaiti_visit_block(visitor, "translation", GAIT_FIELD_F32, 1, 3, &block);
            gaiti_visit_pop(visitor, inner);
        }
        gaiti_visit_pop(visitor, mark);
    }
}

static void ogf_show_old_sub(const gait_ogf *ogf, gaiti_visitor *visitor) {
    uint32_t id, size, count;
    ogf_old_motion motion = {0};
    gait_span rest;
    uint32_t mark = gaiti_visit_push(visitor, "sub",
                                     (int64_t)gaiti_load_u32(visitor->in->data + visitor->in->at));
    gaiti_visit_chunk_head(visitor, &id, &size);
    uint64_t end = visitor->in->at + size;
    if (id == 0 && size >= 4) {
        gaiti_visit_u32(visitor, "count", &count);
    } else if (id != 0 && ogf_begin_old_motion(ogf, visitor, end, &motion)) {
        ogf_show_old_frames(ogf, visitor, &motion);
    }
    if (gaiti_visit_is_ok(visitor)) {
        gaiti_visit_bytes(visitor, "rest", end - visitor->in->at, &rest);
    }
    gaiti_visit_pop(visitor, mark);
}

void gaiti_ogf_show_oldest_keys(const gait_ogf *ogf, gaiti_visitor *visitor, uint64_t size) {
    uint64_t end = visitor->in->at + size;
    gait_span rest;
    while (gaiti_visit_is_ok(visitor) && end - visitor->in->at >= GAITI_CHUNK_HEAD &&
           gaiti_load_u32(visitor->in->data + visitor->in->at + 4) <=
               end - visitor->in->at - GAITI_CHUNK_HEAD) {
        ogf_show_old_sub(ogf, visitor);
    }
    if (gaiti_visit_is_ok(visitor)) {
        gaiti_visit_bytes(visitor, "rest", end - visitor->in->at, &rest);
    }
}

/* Converts one track to float keys with the same values. */
static void ogf_remake_track(const uint8_t *frames, const ogf_old_motion *motion, uint8_t *floats,
                             gaiti_visitor *out) {
    static const float unit[4] = {32767, 32767, 32767, 32767};
    uint32_t count = motion->head.frame_count, size = motion->frame_size;
    uint8_t *translations = floats + 16 * (size_t)count;
    for (uint32_t f = 0; f < count; f++) {
        const uint8_t *frame = frames + (size_t)f * size;
        memcpy(translations + 12 * (size_t)f, frame + size - 12, 12);
        if (size == OGF_FLOAT_FRAME) {
            memcpy(floats + 16 * (size_t)f, frame, 16);
            continue;
        }
        float key[4];
        gaiti_snorm16_to_f32(frame, 1, unit, key);
        for (int c = 0; c < 4; c++) {
            gaiti_store_f32(floats + 16 * (size_t)f + 4 * c, key[c]);
        }
    }
    gait_omf_track track = {.flags = GAIT_OMF_FLOAT_KEYS | GAIT_OMF_TRANSLATION_KEYS,
                            .rotation_keys = gaiti_span(floats, 16 * (size_t)count),
                            .translation_keys = gaiti_span(translations, 12 * (size_t)count)};
    track.rotation_crc = gaiti_omf_crc(track.rotation_keys);
    track.translation_crc = gaiti_omf_crc(track.translation_keys);
    gaiti_omf_visit_track(out, count, &track);
}

static bool ogf_remake_motion(gait_ogf *ogf, gait_span payload, gaiti_visitor *out) {
    gaiti_reader in = gaiti_reader_over(payload, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    ogf_old_motion motion = {0};
    if (!ogf_begin_old_motion(ogf, &visitor, in.size, &motion)) {
        return false;
    }
    uint64_t track_size = (uint64_t)motion.head.frame_count * motion.frame_size;
    /* Without bones, the frame count is not limited by the size of the file. */
    uint32_t frame_count = ogf->bone_count > 0 ? motion.head.frame_count : 0;
    uint8_t *floats = gaiti_alloc(&ogf->arena, frame_count, OGF_FLOAT_FRAME);
    if (!floats) {
        return false;
    }
    gaiti_omf_visit_keys_head(out, &motion.head);
    for (uint32_t t = 0; t < ogf->bone_count; t++) {
        ogf_remake_track(gaiti_read(&in, track_size), &motion, floats, out);
    }
    gait_span surplus = gaiti_read_span(&in, gaiti_bytes_left(&in));
    gaiti_visit_bytes(out, "surplus", surplus.size, &surplus);
    return true;
}

gait_span gaiti_ogf_remake_keys(gait_ogf *ogf, gait_span payload) {
    gait_buffer bytes = {.allocator = ogf->arena.allocator};
    gaiti_visitor out = gaiti_visit_writing(&bytes);
    gaiti_reader in = gaiti_reader_over(payload, 0);
    gaiti_chunk sub;
    bool done = true;
    while (done && gaiti_next_chunk(&in, &sub) == GAITI_CHUNK_MORE) {
        uint64_t mark = gaiti_begin_chunk(&out, sub.id);
        if (sub.id == 0) {
            gaiti_visit_bytes(&out, "count", sub.payload.size, &sub.payload);
        } else {
            done = ogf_remake_motion(ogf, sub.payload, &out);
        }
        done = gaiti_end_chunk(&out, mark) && done;
    }
    gait_span result = {0};
    if (done) {
        result =
            gaiti_span(gaiti_copy(&ogf->arena, gaiti_span(bytes.data, bytes.size)), bytes.size);
    } else if (out.no_memory) {
        ogf->arena.status = GAIT_NO_MEMORY;
    }
    gait_buffer_free(&bytes);
    return result.data ? result : (gait_span){0};
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The chunks of the embedded bank and how to report on them. */
typedef struct ogf_bank {
    gaiti_ogf_chunk *keys, *params;
    gaiti_report chunk_report; /* for diagnostics about the chunks themselves */
    bool oldest_keys, oldest_params;
    gaiti_report report; /* for diagnostics about their content */
} ogf_bank;

static bool ogf_find_bank(const gait_ogf *ogf, ogf_bank *bank) {
    const gaiti_ogf_numbers *numbers = gaiti_ogf_numbers_of(ogf->header.version);
    bank->keys = gaiti_ogf_find_chunk(ogf, numbers->keys);
    bank->params = gaiti_ogf_find_chunk(ogf, numbers->params);
    if (!bank->keys) {
        bank->keys = gaiti_ogf_find_chunk(ogf, numbers->oldest_keys);
        bank->oldest_keys = true;
    }
    if (!bank->params) {
        bank->params = gaiti_ogf_find_chunk(ogf, numbers->oldest_params);
        bank->oldest_params = true;
    }
    return bank->keys && bank->params;
}

static gaiti_chunk ogf_bank_chunk(const gait_ogf *ogf, gaiti_ogf_chunk *chunk,
                                  gaiti_report *report) {
    return (gaiti_chunk){chunk->id, gaiti_ogf_offset(ogf, chunk->payload.data) - GAITI_CHUNK_HEAD,
                         gaiti_ogf_content(ogf, chunk, report)};
}

/* True when a chunk is marked as compressed but cannot be decompressed. Its content may be
 * arbitrary, so the rules for banks are not applied. */
static bool ogf_cannot_unpack(const gaiti_ogf_chunk *chunk) {
    return chunk->id & GAITI_CHUNK_COMPRESSED && !chunk->unpacked.data;
}

/* Collects the data that the bank of the model is made from. */
static gait_status ogf_gather_bank(gait_ogf *ogf, ogf_bank *bank, gaiti_omf_origin *origin) {
    gait_status status = gaiti_ogf_unpack(ogf, bank->keys);
    if (status == GAIT_OK) {
        status = gaiti_ogf_unpack(ogf, bank->params);
    }
    if (status != GAIT_OK) {
        return status;
    }
    if (ogf_cannot_unpack(bank->keys) || ogf_cannot_unpack(bank->params)) {
        bank->report.sink = NULL;
    }
    *origin = (gaiti_omf_origin){.source = ogf->source,
                                 .of_old_model = ogf->header.version == 3,
                                 .without_version = bank->oldest_params};
    origin->params = ogf_bank_chunk(ogf, bank->params, &bank->report);
    origin->motions = ogf_bank_chunk(ogf, bank->keys, &bank->report);
    if (bank->oldest_keys) {
        bank->report.packed_in = (gaiti_extent){gaiti_ogf_offset(ogf, bank->keys->payload.data),
                                                bank->keys->payload.size};
        origin->motions.payload = gaiti_ogf_remake_keys(ogf, origin->motions.payload);
    }
    return origin->motions.payload.size ? GAIT_OK : ogf->arena.status;
}

/* True when no track has a flag other than "the translation has keys", the only flag of models of
 * version 3. */
static bool ogf_has_old_flags(const gait_omf *omf) {
    uint8_t flags = 0;
    for (uint32_t k = 0; k < omf->keys_count; k++) {
        for (uint32_t t = 0; t < omf->bone_count; t++) {
            flags |= omf->keys[k].tracks.data[omf->keys[k].offsets[t]];
        }
    }
    return flags <= GAIT_OMF_TRANSLATION_KEYS;
}

static gait_status ogf_make_bank(gait_ogf *ogf, const ogf_bank *bank,
                                 const gaiti_omf_origin *origin, const gait_options *options) {
    gait_omf *omf = NULL;
    gait_status status = origin->motions.payload.size
                             ? gaiti_omf_make(origin, &bank->report, options, &omf)
                             : GAIT_CORRUPT;
    if (omf && origin->of_old_model && !bank->oldest_keys && !ogf_has_old_flags(omf)) {
        gait_omf_free(omf);
        omf = NULL;
    }
    if (!omf) {
        return status == GAIT_NO_MEMORY || status == GAIT_LIMIT
                   ? status
                   : gaiti_ogf_raise_chunk(ogf, &bank->chunk_report, GAITI_OGF_BAD_MOTIONS,
                                           bank->keys);
    }
    ogf->motions = omf;
    ogf->oldest_keys = bank->oldest_keys ? bank->keys : NULL;
    bank->keys->read = bank->params->read = true;
    bank->keys->known = bank->keys->unpacked.data || bank->oldest_keys ? 0 : GAITI_OGF_MOTIONS;
    bank->params->known = bank->params->unpacked.data ? 0 : GAITI_OGF_PARAMS;
    return gaiti_ogf_complete_bones(ogf, omf) ? GAIT_OK : omf->arena.status;
}

gait_status gaiti_ogf_read_motions(gait_ogf *ogf, const gaiti_report *report,
                                   const gait_options *options) {
    ogf_bank bank = {.report = *report, .chunk_report = *report};
    gaiti_omf_origin origin;
    if (!ogf_find_bank(ogf, &bank)) {
        return GAIT_OK;
    }
    GAITI_TRY(ogf_gather_bank(ogf, &bank, &origin));
    return ogf_make_bank(ogf, &bank, &origin, options);
}
