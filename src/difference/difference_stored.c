/* Keys as stored: whether those of two clips are equal, and their hash. */
#include <string.h>

#include "base/bytes.h"
#include "difference/difference_state.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/skl.h"
#include "model/clip.h"

/* --- motions of banks ------------------------------------------------------------------------- */

/* The bank in a file; NULL for other formats. */
static const gait_omf *difference_bank(const gait_file *file) {
    const gait_ogf *model = gait_file_ogf(file);
    return model ? gait_ogf_motions(model) : gait_file_omf(file);
}

static bool difference_same_track(const gait_omf_track *a, const gait_omf_track *b) {
    bool is_same = a->flags == b->flags && gaiti_same_bytes(a->rotation_keys, b->rotation_keys);
    is_same = is_same && gaiti_same_bytes(a->translation_keys, b->translation_keys);
    is_same = is_same && memcmp(a->init, b->init, sizeof a->init) == 0;
    return is_same && (a->translation_keys.size == 0 || (a->flags & GAIT_OMF_FLOAT_KEYS) != 0 ||
                       memcmp(a->size, b->size, sizeof a->size) == 0);
}

/* True when the tracks of both banks move the same bones in the same order. */
static bool difference_same_bones(const gait_omf *a, const gait_omf *b) {
    uint32_t count = gait_omf_bone_count(a);
    bool is_same = gait_omf_bone_count(b) == count;
    for (uint32_t i = 0; is_same && i < count; i++) {
        is_same = gaiti_same_bytes(gait_omf_bone_name(a, i), gait_omf_bone_name(b, i));
    }
    return is_same;
}

bool gaiti_difference_equal_motions(const gaiti_difference_job *job, uint32_t clip,
                                    uint32_t other) {
    const gait_omf *a = difference_bank(job->side[0].file);
    const gait_omf *b = difference_bank(job->side[1].file);
    if (!a || !b ||
        gait_omf_motion_at(a, clip).frame_count != gait_omf_motion_at(b, other).frame_count) {
        return false;
    }
    bool is_same = difference_same_bones(a, b);
    uint32_t count = gait_omf_bone_count(a);
    for (uint32_t i = 0; is_same && i < count; i++) {
        gait_omf_track first = gait_omf_track_at(a, clip, i);
        gait_omf_track second = gait_omf_track_at(b, other, i);
        is_same = difference_same_track(&first, &second);
    }
    return is_same;
}

/* --- motions of the SDK ----------------------------------------------------------------------- */

static bool difference_same_envelope(const gait_skl_envelope *a, const gait_skl_envelope *b) {
    return memcmp(a->behaviour, b->behaviour, sizeof a->behaviour) == 0 &&
           gaiti_same_bytes(a->keys, b->keys);
}

bool gaiti_difference_equal_envelopes(const gaiti_difference_job *job, uint32_t clip,
                                      uint32_t other) {
    const gait_skl *a = gait_file_skl(job->side[0].file);
    const gait_skl *b = gait_file_skl(job->side[1].file);
    if (!a || !b) {
        return true;
    }
    gait_skl_motion first = gait_skl_motion_at(a, clip), second = gait_skl_motion_at(b, other);
    bool is_same = true;
    bool is_comparable = first.version == second.version && first.bone_count == second.bone_count;
    for (uint32_t i = 0; is_comparable && is_same && i < first.bone_count; i++) {
        is_same = gait_skl_bone_at(a, clip, i).flags == gait_skl_bone_at(b, other, i).flags;
        for (uint32_t c = 0; is_same && c < GAIT_SKL_CHANNELS; c++) {
            gait_skl_envelope one = gait_skl_envelope_at(a, clip, i, c);
            gait_skl_envelope two = gait_skl_envelope_at(b, other, i, c);
            is_same = difference_same_envelope(&one, &two);
        }
    }
    return is_same;
}

/* --- channels --------------------------------------------------------------------------------- */

/* The bytes of a key of a channel. */
static size_t difference_key_size(const gait_channel *channel, bool is_rotation) {
    switch ((gait_element)channel->element) {
    case GAIT_SNORM16:
        return 8;
    case GAIT_MAT3_LE:
        return 36;
    default:
        return is_rotation ? 16 : 12;
    }
}

/* True when both channels have floats, but only one of them was decoded, such as quantised keys.
 * The other one is a view of the file, such as a constant translation. */
static bool difference_is_decoded(const gait_channel *a, const gait_channel *b) {
    return (a->element == GAIT_F32 && b->element == GAIT_F32_LE) ||
           (a->element == GAIT_F32_LE && b->element == GAIT_F32);
}

/* Compares the values of vectors bit by bit. */
static bool difference_same_vectors(const gait_channel *a, const gait_channel *b, uint32_t count) {
    bool is_same = true;
    for (uint32_t i = 0; i < count && is_same; i++) {
        double first[3], second[3];
        gaiti_channel_get_vector(a, a->count > 1 ? i : 0, first);
        gaiti_channel_get_vector(b, b->count > 1 ? i : 0, second);
        is_same = memcmp(first, second, sizeof first) == 0;
    }
    return is_same;
}

static bool difference_same_keys(const gait_channel *a, const gait_channel *b, bool is_rotation,
                                 uint32_t frames) {
    uint32_t first = a->count < frames ? a->count : frames;
    uint32_t second = b->count < frames ? b->count : frames;
    size_t size = difference_key_size(a, is_rotation);
    if (a->count == 0 || b->count == 0) {
        return a->count == b->count;
    }
    uint32_t count = first > second ? first : second;
    bool has_pairs = first == second || first == 1 || second == 1;
    if (has_pairs && !is_rotation && difference_is_decoded(a, b)) {
        return difference_same_vectors(a, b, count);
    }
    if (!has_pairs || a->element != b->element || a->negate != b->negate) {
        return false;
    }
    if (first == second && a->stride == size && b->stride == size) {
        return memcmp(a->data, b->data, count * size) == 0;
    }
    bool is_same = true;
    for (uint32_t i = 0; i < count && is_same; i++) {
        is_same = memcmp(gaiti_channel_key(a, i), gaiti_channel_key(b, i), size) == 0;
    }
    return is_same;
}

bool gaiti_difference_equal_tracks(const gait_track *a, const gait_track *b, uint32_t frames) {
    return difference_same_keys(&a->rotation, &b->rotation, true, frames) &&
           difference_same_keys(&a->translation, &b->translation, false, frames) &&
           difference_same_keys(&a->scale, &b->scale, false, frames);
}

/* --- hashes ----------------------------------------------------------------------------------- */

static uint64_t difference_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t difference_hash_bytes(uint64_t hash, const uint8_t *p, size_t size) {
    uint64_t rest = size;
    for (; size >= 8; size -= 8, p += 8) {
        hash = difference_mix(hash, gaiti_load_u64(p));
    }
    for (; size > 0; size--, p++) {
        rest = rest << 8 | *p;
    }
    return difference_mix(hash, rest);
}

static uint64_t difference_hash_motion(const gait_omf *bank, uint32_t clip) {
    uint32_t count = gait_omf_bone_count(bank);
    uint64_t hash = difference_mix(1, gait_omf_motion_at(bank, clip).frame_count);
    for (uint32_t i = 0; i < count; i++) {
        gait_omf_track track = gait_omf_track_at(bank, clip, i);
        hash = difference_mix(hash, track.flags);
        hash = difference_hash_bytes(hash, track.rotation_keys.data, track.rotation_keys.size);
        hash =
            difference_hash_bytes(hash, track.translation_keys.data, track.translation_keys.size);
        hash = difference_hash_bytes(hash, (const uint8_t *)track.init, sizeof track.init);
    }
    return hash;
}

static uint64_t difference_hash_channel(uint64_t hash, const gait_channel *channel,
                                        bool is_rotation) {
    hash = difference_mix(hash, (uint64_t)channel->count << 32 | channel->element);
    size_t size = difference_key_size(channel, is_rotation);
    for (uint32_t i = 0; i < channel->count; i++) {
        hash = difference_hash_bytes(hash, gaiti_channel_key(channel, i), size);
    }
    return hash;
}

gait_status gaiti_difference_hash(gaiti_difference_job *job, int s, uint32_t clip, uint64_t *out) {
    const gaiti_difference_side *side = &job->side[s];
    const gait_omf *bank = difference_bank(side->file);
    gait_clip *keys = NULL;
    if (bank) {
        *out = difference_hash_motion(bank, clip);
        return GAIT_OK;
    }
    gait_status status =
        side->skeleton ? gait_file_clip(side->file, clip, side->skeleton, &job->options, &keys)
                       : GAIT_NOT_FOUND;
    if (!gaiti_difference_check(job, status)) {
        return status;
    }
    uint64_t hash = difference_mix(2, keys->frame_count);
    for (uint32_t b = 0; b < keys->skeleton->bone_count; b++) {
        const gait_track *track = &keys->tracks[b];
        hash = difference_hash_channel(hash, &track->rotation, true);
        hash = difference_hash_channel(hash, &track->translation, false);
        hash = difference_hash_channel(hash, &track->scale, false);
    }
    gait_clip_free(keys);
    *out = hash;
    return GAIT_OK;
}

bool gaiti_difference_equal_clips(gaiti_difference_job *job, uint32_t clip, uint32_t other) {
    gait_clip *a = NULL, *b = NULL;
    if (difference_bank(job->side[0].file)) {
        return gaiti_difference_equal_motions(job, clip, other);
    }
    gait_status status =
        gait_file_clip(job->side[0].file, clip, job->side[0].skeleton, &job->options, &a);
    if (status == GAIT_OK) {
        status = gait_file_clip(job->side[1].file, other, job->side[1].skeleton, &job->options, &b);
    }
    bool is_same = gaiti_difference_check(job, status) && a->frame_count == b->frame_count &&
                   a->skeleton->bone_count == b->skeleton->bone_count;
    for (uint32_t i = 0; is_same && i < a->skeleton->bone_count; i++) {
        is_same = gaiti_difference_equal_tracks(&a->tracks[i], &b->tracks[i], a->frame_count);
    }
    gait_clip_free(a);
    gait_clip_free(b);
    return is_same;
}
