/* Masks of the bones on which clips play. */

#include "base/text/text.h"
#include "formats/file_state.h"
#include "gait/file.h"
#include "gait/metadata.h"

enum {
    MASK_FX = 1,             /* flag of gait_playback: plays on a bone, not on a part */
    MASK_EVERYTHING = 0xFFFF /* in bone_or_part */
};

/* The bone with a name in the code page of the file, ignoring ASCII case; -1 = none. */
static int32_t mask_find_bone(const gait_skeleton *skeleton, uint32_t page, gait_span name) {
    char utf8[512]; /* longer than any name in a bank */
    size_t size = gaiti_utf8_size(page, name);
    if (size < sizeof utf8) {
        gaiti_to_utf8(page, name, utf8);
        utf8[size] = '\0';
        return gait_skeleton_find(skeleton, utf8);
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (gaiti_equal_utf8(page, name, skeleton->bones[b].name)) {
            return (int32_t)b;
        }
    }
    return -1;
}

static void mask_add_part(const gait_file *file, uint32_t part, const gait_skeleton *skeleton,
                          float *mask) {
    const gait_metadata *metadata = gaiti_file_metadata(file);
    uint32_t page = gait_file_code_page(file), bone_count = gaiti_file_part(file, part).bone_count;
    for (uint32_t i = 0; i < bone_count; i++) {
        int32_t bone =
            metadata ? gait_skeleton_find(skeleton, gait_metadata_part_bone(metadata, part, i))
                     : mask_find_bone(skeleton, page, gaiti_file_part_bone(file, part, i));
        if (bone >= 0) {
            mask[bone] = 1;
        }
    }
}

static void mask_fill(float *mask, uint32_t bone_count, float value) {
    for (uint32_t b = 0; b < bone_count; b++) {
        mask[b] = value;
    }
}

gait_status gait_file_part_mask(const gait_file *file, uint32_t part, const gait_skeleton *skeleton,
                                float *out_mask) {
    if (!file || !skeleton || !out_mask || part >= gait_file_part_count(file)) {
        return GAIT_BAD_ARGUMENT;
    }
    mask_fill(out_mask, skeleton->bone_count, 0);
    mask_add_part(file, part, skeleton, out_mask);
    return GAIT_OK;
}

/* The mask of an FX: a bone and its descendants. */
static gait_status mask_of_fx(const gait_file *file, uint32_t clip, const gait_skeleton *skeleton,
                              float *mask) {
    gait_span name = gait_file_playback_part(file, clip);
    int32_t root = name.size ? mask_find_bone(skeleton, gait_file_code_page(file), name) : -1;
    if (root < 0) {
        return GAIT_NOT_FOUND;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) { /* parents precede children */
        int32_t parent = skeleton->bones[b].parent;
        mask[b] = (int32_t)b == root || (parent >= 0 && mask[parent] > 0) ? 1 : 0;
    }
    return GAIT_OK;
}

gait_status gait_file_clip_mask(const gait_file *file, uint32_t clip, const gait_skeleton *skeleton,
                                float *out_mask) {
    if (!file || !skeleton || !out_mask || clip >= gait_file_clip_count(file)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_playback playback = gait_file_playback(file, clip);
    uint32_t part_count = gait_file_part_count(file);
    bool is_fx = playback.flags & MASK_FX, is_everything = playback.bone_or_part == MASK_EVERYTHING;
    if (!playback.known || (is_everything && (is_fx || part_count == 0))) {
        mask_fill(out_mask, skeleton->bone_count, 1);
        return GAIT_OK;
    }
    if (is_fx) {
        return mask_of_fx(file, clip, skeleton, out_mask);
    }
    if (!is_everything) {
        return playback.bone_or_part < part_count
                   ? gait_file_part_mask(file, playback.bone_or_part, skeleton, out_mask)
                   : GAIT_NOT_FOUND;
    }
    mask_fill(out_mask, skeleton->bone_count, 0);
    for (uint32_t p = 0; p < part_count; p++) {
        mask_add_part(file, p, skeleton, out_mask);
    }
    return GAIT_OK;
}
