/* Repairs of banks that need no choice, for "fix": checksums, ids of bones, marks, surplus bytes.
 */
#include "base/text/names.h"
#include "base/try.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"

/* --- checksums -------------------------------------------------------------------------------- */

/* Sets the checksums of the keys of a track; returns how many were wrong. */
static uint32_t omf_correct_track(gait_omf_track *track) {
    uint32_t wrong = 0;
    if (!(track->flags & GAIT_OMF_ROTATION_CONSTANT)) {
        uint32_t crc = gaiti_omf_crc(track->rotation_keys);
        wrong += crc != track->rotation_crc;
        track->rotation_crc = crc;
    }
    if (track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        uint32_t crc = gaiti_omf_crc(track->translation_keys);
        wrong += crc != track->translation_crc;
        track->translation_crc = crc;
    }
    return wrong;
}

static gait_status omf_correct_motion(gait_omf *omf, uint32_t motion, gait_omf_track *tracks,
                                      uint64_t *count) {
    uint32_t wrong = 0;
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        gaiti_omf_read_track(omf, motion, t, &tracks[t]);
        wrong += omf_correct_track(&tracks[t]);
    }
    *count += wrong;
    return wrong > 0 ? gaiti_omf_set_tracks(omf, motion, omf->keys[motion].frame_count, tracks)
                     : GAIT_OK;
}

gait_status gaiti_omf_repair_checksums(gait_omf *omf, uint64_t *out_count) {
    const gait_options memory = {.allocator = omf->arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    gait_omf_track *tracks = gaiti_alloc(&scratch, omf->bone_count, sizeof *tracks);
    gait_status status = scratch.status;
    *out_count = 0;
    for (uint32_t m = 0; status == GAIT_OK && m < omf->keys_count; m++) {
        status = omf_correct_motion(omf, m, tracks, out_count);
    }
    gaiti_arena_free(&scratch);
    return status;
}

/* --- ids of bones ----------------------------------------------------------------------------- */

/* True when the ids are in the order of the list, and each bone is listed once. Otherwise the order
 * of the tracks would be a guess. */
static bool omf_ids_ascend(const gait_omf *omf, gaiti_arena *scratch) {
    gaiti_names set;
    gait_span *names = gaiti_alloc(scratch, omf->bone_count, sizeof *names);
    bool is_ascending = names && gaiti_names_init(&set, scratch, names, omf->bone_count);
    for (uint32_t b = 0; is_ascending && b < omf->bone_count; b++) {
        names[b] = omf->bones[b].name;
        is_ascending =
            gaiti_names_add(&set, b) < 0 && (b == 0 || omf->bones[b].id > omf->bones[b - 1].id);
    }
    return is_ascending;
}

gait_status gaiti_omf_repair_ids(gait_omf *omf, uint64_t *out_count) {
    *out_count = 0;
    if (omf->ids_are_tracks || omf->listing != GAITI_OMF_LISTS_NAMES_AND_IDS) {
        return GAIT_OK;
    }
    const gait_options memory = {.allocator = omf->arena.allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &memory, 0);
    bool is_ascending = omf_ids_ascend(omf, &scratch);
    gait_status status = scratch.status;
    gaiti_arena_free(&scratch);
    for (uint32_t b = 0; is_ascending && b < omf->bone_count; b++) {
        *out_count += omf->bones[b].id != b;
        omf->bones[b].id = b;
    }
    return status != GAIT_OK || gaiti_omf_order_tracks(omf) ? status : omf->arena.status;
}

/* --- marks ------------------------------------------------------------------------------------ */

static uint64_t omf_repair_marks(gait_omf *omf, uint64_t (*repair)(gaiti_mark_list list)) {
    uint64_t count = 0;
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        gaiti_omf_definition *definition = &omf->definitions[d];
        count += repair((gaiti_mark_list){&omf->arena, &definition->marks, &definition->mark_count,
                                          &definition->mark_capacity, omf->version >= 4});
    }
    return count;
}

uint64_t gaiti_omf_repair_line_ends(gait_omf *omf) {
    return omf_repair_marks(omf, gaiti_marks_repair_line_ends);
}

uint64_t gaiti_omf_repair_empty_marks(gait_omf *omf) {
    return omf_repair_marks(omf, gaiti_marks_repair_empty);
}

/* --- surplus bytes ---------------------------------------------------------------------------- */

/* Removes bytes; returns their number. */
static uint64_t omf_remove_bytes(gait_span *bytes) {
    uint64_t size = bytes->size;
    *bytes = (gait_span){0};
    return size;
}

/* Removes the bytes after the last complete chunk. */
static uint64_t omf_remove_leftover(gait_span *chunks) {
    gaiti_reader in = gaiti_reader_over(*chunks, 0);
    gaiti_chunk chunk;
    while (gaiti_next_chunk(&in, &chunk) == GAITI_CHUNK_MORE) {
    }
    uint64_t size = gaiti_bytes_left(&in);
    chunks->size -= (size_t)size;
    return size;
}

/* True when the bytes after the last definition may be intervals. */
static bool omf_has_swallowed_marks(const gait_omf *omf) {
    bool is_found = false;
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        for (uint32_t m = 0; m < omf->definitions[d].mark_count; m++) {
            is_found = is_found || gaiti_mark_is_swallowed(&omf->definitions[d].marks[m]);
        }
    }
    return is_found;
}

uint64_t gaiti_omf_repair_tails(gait_omf *omf) {
    uint64_t params = omf_has_swallowed_marks(omf) ? 0 : omf_remove_bytes(&omf->params_tail);
    return params + omf_remove_bytes(&omf->motions_tail) + omf_remove_leftover(&omf->gaps[2]);
}
