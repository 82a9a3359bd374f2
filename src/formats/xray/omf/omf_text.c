/* The text form of OMF: docs/formats/text.md#omf. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_text.h"

/* --- parts ------------------------------------------------------------------------------------ */

static void omf_text_part(gaiti_text *text, gait_omf *omf, gait_omf_part *part) {
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    gaiti_text_name(text, "name", &part->name, SIZE_MAX);
    uint32_t count = gaiti_text_open_list(text, "bones", part->bone_count);
    if (gaiti_text_is_reading(text)) {
        part->first_bone = omf->bone_count;
        part->bone_count = count;
        gaiti_text_limit_count(text, NULL, UINT16_MAX, count);
    }
    for (uint32_t b = 0; b < count && gaiti_text_is_ok(text); b++) {
        if (gaiti_text_is_reading(text) &&
            gaiti_append(&omf->arena, &omf->bones, &omf->bone_count, &omf->bone_capacity, NULL,
                         sizeof *omf->bones) != GAIT_OK) {
            return;
        }
        gait_omf_bone *bone = &omf->bones[part->first_bone + b];
        gaiti_text_line(text);
        gaiti_text_open(text, NULL);
        if (omf->listing != GAITI_OMF_LISTS_IDS) {
            gaiti_text_name(text, "name", &bone->name, SIZE_MAX);
        }
        if (omf->listing != GAITI_OMF_LISTS_NAMES) {
            gaiti_text_u32(text, "id", &bone->id);
        } else if (gaiti_text_is_reading(text)) {
            bone->id = part->first_bone + b;
        }
        gaiti_text_close(text);
    }
    gaiti_text_close(text);
    gaiti_text_close(text);
}

static void omf_text_parts(gaiti_text *text, gait_omf *omf) {
    static const char *const listings[] = {"namesAndIds", "names", "ids"};
    uint32_t listing = omf->listing;
    gaiti_text_choice(text, "listing", &listing, listings, 3);
    omf->listing = (gaiti_omf_listing)listing;
    omf->parts =
        gaiti_text_open_items(text, "parts", omf->parts, &omf->part_count, sizeof *omf->parts);
    gaiti_text_limit_count(text, NULL, UINT16_MAX, omf->part_count);
    for (uint32_t p = 0; p < omf->part_count && gaiti_text_is_ok(text); p++) {
        omf_text_part(text, omf, &omf->parts[p]);
    }
    gaiti_text_close(text);
    if (gaiti_text_is_reading(text) && gaiti_text_is_ok(text) && !gaiti_omf_order_tracks(omf)) {
        text->status = omf->arena.status;
    }
}

/* --- definitions ------------------------------------------------------------------------------ */

static void omf_text_definition(gaiti_text *text, gait_omf *omf, uint32_t index) {
    gaiti_omf_definition *definition = &omf->definitions[index];
    gait_omf_motion *values = &definition->values;
    uint32_t motion = values->motion;
    gaiti_text_name(text, "name", &values->name, SIZE_MAX);
    gaiti_xray_text_flags(text, &values->flags);
    gaiti_text_u16(text, "boneOrPart", &values->bone_or_part);
    gaiti_text_u32_unless(text, "motion", &motion, index);
    gaiti_text_f32(text, "speed", &values->speed);
    gaiti_text_f32(text, "power", &values->power);
    gaiti_text_f32(text, "accrue", &values->accrue);
    gaiti_text_f32(text, "falloff", &values->falloff);
    if (gaiti_text_is_reading(text)) {
        if (motion > UINT16_MAX) {
            gaiti_text_fail(text, GAITI_TEXT_RANGE, "motion", 0, UINT16_MAX, gaiti_span(NULL, 0));
        }
        values->motion = (uint16_t)motion;
    }
    if (omf->version >= 4) {
        gaiti_xray_text_marks(text, &definition->marks, &definition->mark_count);
    }
}

/* --- tracks ----------------------------------------------------------------------------------- */

/* A checksum is left out if it is right. */
static void omf_text_crc(gaiti_text *text, uint32_t *crc, gait_span keys) {
    gaiti_text_u32_unless(text, "crc", crc, gaiti_omf_crc(keys));
}

static void omf_text_rotation(gaiti_text *text, uint32_t frame_count, gait_omf_track *track) {
    const char *columns = track->flags & GAIT_OMF_FLOAT_KEYS ? "ffff" : "ssss";
    gaiti_text_open(text, "rotation");
    bool is_constant = gaiti_text_is_reading(text) ? gaiti_text_has(text, "constant")
                                                   : track->flags & GAIT_OMF_ROTATION_CONSTANT;
    if (is_constant) {
        uint32_t count = 4;
        gaiti_text_numbers(text, "constant", columns[0], &count, &track->rotation_keys);
        gaiti_text_expect_count(text, "constant", 4, count);
        track->flags |= GAIT_OMF_ROTATION_CONSTANT;
    } else {
        gaiti_text_block(text, "keys", columns, frame_count, &track->rotation_keys);
        omf_text_crc(text, &track->rotation_crc, track->rotation_keys);
    }
    gaiti_text_close(text);
}

static void omf_text_translation_keys(gaiti_text *text, uint32_t frame_count,
                                      gait_omf_track *track) {
    bool is_float = track->flags & GAIT_OMF_FLOAT_KEYS;
    bool is_wide = track->flags & GAIT_OMF_TRANSLATION_16;
    track->flags |= GAIT_OMF_TRANSLATION_KEYS;
    if (!is_float) {
        uint8_t bits = is_wide ? 16 : 8;
        gaiti_text_u8(text, "bits", &bits);
        if (bits != 8 && bits != 16) {
            gaiti_text_fail(text, GAITI_TEXT_WORD, "bits", 0, 0, gaiti_span("8, 16", 5));
        }
        is_wide = bits == 16;
        track->flags |= is_wide ? GAIT_OMF_TRANSLATION_16 : 0;
        gaiti_text_f32s(text, "size", track->size, 3);
        gaiti_text_f32s(text, "init", track->init, 3);
    }
    gaiti_text_block(text, "keys",
                     is_float  ? "fff"
                     : is_wide ? "sss"
                               : "ccc",
                     frame_count, &track->translation_keys);
    omf_text_crc(text, &track->translation_crc, track->translation_keys);
}

static void omf_text_translation(gaiti_text *text, uint32_t frame_count, gait_omf_track *track) {
    gaiti_text_open(text, "translation");
    bool is_constant = gaiti_text_is_reading(text) ? gaiti_text_has(text, "constant")
                                                   : !(track->flags & GAIT_OMF_TRANSLATION_KEYS);
    if (is_constant) {
        gaiti_text_f32s(text, "constant", track->init, 3);
    } else {
        omf_text_translation_keys(text, frame_count, track);
    }
    gaiti_text_close(text);
}

/* The bits that follow from the form of the keys. */
static uint32_t omf_text_known_flags(const gait_omf_track *track) {
    uint32_t known = GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_ROTATION_CONSTANT | GAIT_OMF_FLOAT_KEYS;
    return gaiti_omf_is_quantised(track) ? known | GAIT_OMF_TRANSLATION_16 : known;
}

/* Adds bits that have no other fields. Others would contradict the form of the keys. */
static void omf_text_add_flags(gaiti_text *text, gait_omf_track *track, uint32_t others) {
    static const char expected[] =
        "a number from 0 to 255 without bits that follow from other fields";
    if (gaiti_text_is_ok(text) && (others > UINT8_MAX || others & omf_text_known_flags(track))) {
        gaiti_text_fail(text, GAITI_TEXT_TYPE, "otherFlags", 0, 0,
                        gaiti_span(expected, sizeof expected - 1));
        return;
    }
    track->flags |= (uint8_t)others;
}

static void omf_text_track(gaiti_text *text, const gait_omf *omf, uint32_t index,
                           uint32_t frame_count, gait_omf_track *track) {
    gait_span name = gait_omf_bone_name(omf, index), given = name;
    uint32_t others = track->flags & ~omf_text_known_flags(track);
    bool is_float = track->flags & GAIT_OMF_FLOAT_KEYS;
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    if (!gaiti_text_is_reading(text) || gaiti_text_has(text, "bone")) {
        gaiti_text_name(text, "bone", &given, SIZE_MAX);
    }
    if (gaiti_text_is_ok(text) && !gaiti_same_bytes(given, name)) {
        gaiti_text_fail_name(text, GAITI_TEXT_BONE, "bone", name);
    }
    gaiti_text_u32_unless(text, "otherFlags", &others, 0);
    gaiti_text_flag(text, "floats", &is_float);
    if (gaiti_text_is_reading(text)) {
        track->flags = is_float ? GAIT_OMF_FLOAT_KEYS : 0;
    }
    omf_text_rotation(text, frame_count, track);
    omf_text_translation(text, frame_count, track);
    omf_text_add_flags(text, track, others);
    gaiti_text_close(text);
}

/* --- motions ---------------------------------------------------------------------------------- */

static void omf_dump_tracks(gaiti_text *text, const gait_omf *omf, uint32_t motion) {
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        gait_omf_track track;
        gaiti_omf_read_track(omf, motion, t, &track);
        omf_text_track(text, omf, t, omf->keys[motion].frame_count, &track);
    }
}

/* Reads the tracks of a motion and makes their bytes. */
static void omf_build_tracks(gaiti_text *text, gait_omf *omf, gaiti_omf_keys *keys,
                             uint32_t count) {
    gait_buffer bytes = {.allocator = omf->arena.allocator};
    gaiti_visitor visitor = gaiti_visit_writing(&bytes);
    gaiti_text_expect_count(text, NULL, omf->bone_count, count);
    for (uint32_t t = 0; t < omf->bone_count && gaiti_text_is_ok(text); t++) {
        gait_omf_track track = {0};
        omf_text_track(text, omf, t, keys->frame_count, &track);
        if (gaiti_text_is_ok(text)) {
            gaiti_omf_visit_track(&visitor, keys->frame_count, &track);
        }
    }
    uint8_t *copy = gaiti_copy(&omf->arena, gaiti_span(bytes.data, bytes.size));
    keys->tracks = gaiti_span(copy, copy ? bytes.size : 0);
    text->status = text->status        ? text->status
                   : !copy             ? omf->arena.status
                   : visitor.no_memory ? GAIT_NO_MEMORY
                                       : GAIT_OK;
    gait_buffer_free(&bytes);
}

static void omf_text_keys(gaiti_text *text, gait_omf *omf, uint32_t motion, gait_span name) {
    gaiti_omf_keys *keys = &omf->keys[motion];
    gait_span surplus = keys->surplus;
    gaiti_text_name_unless(text, "label", &keys->label, SIZE_MAX, name);
    gaiti_text_u32(text, "frames", &keys->frame_count);
    gaiti_text_bytes(text, "surplus", &surplus);
    uint32_t count = gaiti_text_open_list(text, "tracks", omf->bone_count);
    if (gaiti_text_is_reading(text)) {
        keys->surplus = surplus;
        omf_build_tracks(text, omf, keys, count);
    } else {
        omf_dump_tracks(text, omf, motion);
    }
    gaiti_text_close(text);
}

/* Extends the lists of definitions and keys. */
static void omf_text_reserve(gaiti_text *text, gait_omf *omf, uint32_t definitions, uint32_t keys) {
    gaiti_text_limit_count(text, NULL, UINT16_MAX, definitions > keys ? definitions : keys);
    if (!gaiti_text_is_ok(text)) {
        return;
    }
    gaiti_omf_definition *more_definitions =
        gaiti_grow(&omf->arena, omf->definitions, omf->definition_count, definitions,
                   sizeof *more_definitions);
    gaiti_omf_keys *more_keys =
        gaiti_grow(&omf->arena, omf->keys, omf->keys_count, keys, sizeof *more_keys);
    if (!more_definitions || !more_keys) {
        text->status = omf->arena.status;
        return;
    }
    omf->definitions = more_definitions;
    omf->definition_count = definitions;
    omf->keys = more_keys;
    omf->keys_count = keys;
}

/* Motions from index `first` on, with definitions, keys, or both. Reading appends them. */
static void omf_text_motions(gaiti_text *text, gait_omf *omf, uint32_t first, uint32_t count,
                             bool has_definitions, bool has_keys) {
    for (uint32_t m = first; m < first + count && gaiti_text_is_ok(text); m++) {
        gait_span name = gaiti_span(NULL, 0);
        gaiti_text_line(text);
        gaiti_text_open(text, NULL);
        if (has_definitions) {
            omf_text_definition(text, omf, m);
            name = omf->definitions[m].values.name;
        }
        if (has_keys) {
            omf_text_keys(text, omf, m, name);
        }
        gaiti_text_close(text);
    }
}

static void omf_dump_motions(gaiti_text *text, gait_omf *omf) {
    uint32_t definitions = omf->definition_count, keys = omf->keys_count;
    uint32_t pairs = definitions < keys ? definitions : keys;
    gaiti_text_open_list(text, "motions", pairs);
    omf_text_motions(text, omf, 0, pairs, true, true);
    gaiti_text_close(text);
    gaiti_text_open_list_if_any(text, "definitionsOnly", definitions - pairs);
    omf_text_motions(text, omf, pairs, definitions - pairs, true, false);
    gaiti_text_close(text);
    gaiti_text_open_list_if_any(text, "keysOnly", keys - pairs);
    omf_text_motions(text, omf, pairs, keys - pairs, false, true);
    gaiti_text_close(text);
}

/* Reports motions that belong to a chunk that the file does not have. */
static void omf_text_refuse(gaiti_text *text, const char *key, uint32_t count, bool has_chunks) {
    gaiti_text_limit_count(text, key, has_chunks ? UINT32_MAX : 0, count);
}

/* In damaged banks the last motions have only a definition or only keys. */
static void omf_build_motions(gaiti_text *text, gait_omf *omf) {
    bool has_more = gaiti_text_has(text, "definitionsOnly");
    const char *more = has_more ? "definitionsOnly" : "keysOnly";
    uint32_t pairs = gaiti_text_open_list(text, "motions", 0);
    omf_text_reserve(text, omf, pairs, pairs);
    omf_text_motions(text, omf, 0, pairs, true, true);
    gaiti_text_close(text);
    omf_text_refuse(text, "motions", pairs, omf->has_params && omf->has_motions);
    uint32_t rest = gaiti_text_open_list_if_any(text, more, 0);
    omf_text_reserve(text, omf, has_more ? pairs + rest : pairs, has_more ? pairs : pairs + rest);
    omf_text_motions(text, omf, pairs, rest, has_more, !has_more);
    gaiti_text_close(text);
    omf_text_refuse(text, more, rest, has_more ? omf->has_params : omf->has_motions);
}

/* --- chunks ----------------------------------------------------------------------------------- */

/* True when chunk 0xE has the count and then the motions in order. */
static bool omf_text_is_plain(const gait_omf *omf) {
    bool is_plain = omf->sub_count == omf->keys_count + 1;
    for (uint32_t s = 0; is_plain && s < omf->sub_count; s++) {
        is_plain = omf->subs[s].id == s && !omf->subs[s].payload.data;
    }
    return is_plain;
}

static void omf_text_set_plain(gaiti_text *text, gait_omf *omf) {
    omf->sub_count = omf->keys_count + 1;
    omf->subs = gaiti_alloc(&omf->arena, omf->sub_count, sizeof *omf->subs);
    if (!omf->subs) {
        text->status = omf->arena.status;
        return;
    }
    for (uint32_t s = 0; s < omf->sub_count; s++) {
        omf->subs[s].id = s;
    }
}

/* A sub-chunk: the count, the keys of a motion, or unknown bytes. */
static void omf_text_sub(gaiti_text *text, const gait_omf *omf, gaiti_omf_sub *sub) {
    bool is_payload = sub->payload.data != NULL;
    gaiti_text_open(text, NULL);
    gaiti_text_u32(text, "id", &sub->id);
    gaiti_text_flag(text, "unknown", &is_payload);
    gaiti_text_bytes(text, "payload", &sub->payload);
    gaiti_text_close(text);
    if (gaiti_text_is_reading(text) && is_payload && !sub->payload.data) {
        sub->payload = gaiti_span("", 0);
    }
    if (gaiti_text_is_ok(text) && !is_payload && sub->id > omf->keys_count) {
        gaiti_text_fail(text, GAITI_TEXT_RANGE, NULL, 0, omf->keys_count, gaiti_span(NULL, 0));
    }
}

/* The keys of each motion must be in one sub-chunk: none are left out without an error. */
static void omf_text_check_subs(gaiti_text *text, gait_omf *omf) {
    bool *is_listed = gaiti_alloc(&omf->arena, (uint64_t)omf->keys_count + 1, 1);
    uint32_t listed = 0, distinct = 0;
    for (uint32_t s = 0; is_listed && gaiti_text_is_ok(text) && s < omf->sub_count; s++) {
        const gaiti_omf_sub *sub = &omf->subs[s];
        if (sub->id > 0 && !sub->payload.data) {
            listed++;
            distinct += !is_listed[sub->id];
            is_listed[sub->id] = true;
        }
    }
    gaiti_text_expect_count(text, "subChunks", omf->keys_count,
                            listed != omf->keys_count ? listed : distinct);
}

static void omf_text_subs(gaiti_text *text, gait_omf *omf) {
    bool is_reading = gaiti_text_is_reading(text);
    if (is_reading ? !gaiti_text_has(text, "subChunks") : omf_text_is_plain(omf)) {
        if (is_reading) {
            omf_text_set_plain(text, omf);
        }
        return;
    }
    omf->subs =
        gaiti_text_open_items(text, "subChunks", omf->subs, &omf->sub_count, sizeof *omf->subs);
    for (uint32_t s = 0; s < omf->sub_count && gaiti_text_is_ok(text); s++) {
        omf_text_sub(text, omf, &omf->subs[s]);
    }
    gaiti_text_close(text);
    if (is_reading) {
        omf_text_check_subs(text, omf);
    }
}

/* Which of the two chunks the file has, and in which order. */
static void omf_text_order(gaiti_text *text, gait_omf *omf) {
    static const char *const orders[] = {"motions, parameters", "parameters, motions", "motions",
                                         "parameters"};
    uint32_t order = !omf->has_params ? 2 : !omf->has_motions ? 3 : omf->params_first ? 1 : 0;
    gaiti_text_choice(text, "chunks", &order, orders, 4);
    omf->has_params = order != 2;
    omf->has_motions = order != 3;
    omf->params_first = order == 1 || order == 3;
}

void gaiti_omf_text(gaiti_text *text, void *document) {
    gait_omf *omf = document;
    static const char *const gaps[] = {"bytesBefore", "bytesBetween", "bytesAfter"};
    int64_t version = omf->version;
    if (!gaiti_text_is_reading(text) && !omf->has_motions && !omf->params_first) {
        omf->gaps[0] = omf->gaps[1]; /* read as if chunk 0xE were before it */
        omf->gaps[1] = gaiti_span(NULL, 0);
    }
    gaiti_text_integer(text, "version", &version, 1, UINT16_MAX);
    omf->version = (uint16_t)version;
    omf_text_order(text, omf);
    if (omf->has_params) {
        omf_text_parts(text, omf);
    }
    gaiti_text_line(text);
    if (gaiti_text_is_reading(text)) {
        omf_build_motions(text, omf);
    } else {
        omf_dump_motions(text, omf);
    }
    if (omf->has_motions) {
        gaiti_text_u32_unless(text, "statedCount", &omf->stated_count, omf->keys_count);
        omf_text_subs(text, omf);
        gaiti_text_bytes(text, "countTail", &omf->count_tail);
        gaiti_text_bytes(text, "motionsTail", &omf->motions_tail);
    }
    gaiti_text_bytes(text, "parametersTail", &omf->params_tail);
    for (int i = 0; i < 3; i++) {
        gaiti_text_bytes(text, gaps[i], &omf->gaps[i]);
    }
}
