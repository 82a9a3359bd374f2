/* Motions that leave, and motions that are edited: what is left opens again, and an edit of what
 * did not move changes nothing. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/omf.h"
#include "gait/compare.h"
#include "gait/skl.h"
#include "require.h"

enum { MOST_FRAMES = 64, MOST_BONES = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void leave_bank(gait_span bytes) {
    gait_omf *omf, *again;
    gait_buffer out = {0};
    if (gait_omf_open(bytes, NULL, &omf) != GAIT_OK) {
        return;
    }
    uint32_t count = gait_omf_motion_count(omf);
    gait_status status = gait_omf_remove_motion(omf, count ? (uint32_t)(bytes.size % count) : 0);
    REQUIRE(status == (count ? GAIT_OK : GAIT_BAD_ARGUMENT) || status == GAIT_WOULD_LOSE);
    REQUIRE(gait_omf_write(omf, &out) == GAIT_OK);
    REQUIRE(gait_omf_open((gait_span){out.data, out.size}, NULL, &again) == GAIT_OK);
    REQUIRE(gait_omf_motion_count(again) == count - (status == GAIT_OK));
    gait_omf_free(again);
    gait_omf_free(omf);
    gait_buffer_free(&out);
}

/* --- edited SDK motions ----------------------------------------------------------------------- */

/* An edit that takes its numbers from the file's own bytes. */
typedef struct edit {
    gait_span bytes;
    bool moves;
    double values[MOST_FRAMES * 4], times[MOST_FRAMES];
    int32_t from[MOST_FRAMES];
    gait_bone_change bones[MOST_BONES];
    gait_clip_change change;
} edit;

static void edit_make(edit *it, const gait_clip *base) {
    gait_span bytes = it->bytes;
    uint32_t frames = base->frame_count, wanted = frames;
    it->change = (gait_clip_change){.base = base, .times = it->times, .bones = it->bones};
    if (it->moves && bytes.size % 3 == 0) {
        wanted = (uint32_t)(bytes.size % MOST_FRAMES) + 1;
    }
    it->change.is_retimed = wanted != frames;
    it->change.frame_count = wanted;
    for (uint32_t k = 0; k < MOST_FRAMES; k++) {
        it->from[k] = it->moves && bytes.data[(k * 7) % bytes.size] % 4 == 0 ? -1 : (int32_t)k;
        for (uint32_t i = 0; i < 4; i++) {
            it->values[k * 4 + i] = (bytes.data[(k * 11 + i) % bytes.size] - 127) / 64.0;
        }
    }
    for (uint32_t b = 0; b < base->skeleton->bone_count; b++) {
        uint32_t kind = bytes.data[b % bytes.size] % 4;
        gait_channel_change channel = {kind ? wanted : 1, it->values, it->from};
        it->bones[b].rotation = kind & 1 ? channel : (gait_channel_change){0};
        it->bones[b].translation = kind & 2 ? channel : (gait_channel_change){0};
    }
}

static void require_written(const gait_skl *skl, gait_span bytes, bool is_same) {
    gait_buffer out = {0};
    gait_skl *again;
    REQUIRE(gait_skl_write(skl, &out) == GAIT_OK);
    REQUIRE(!is_same || (out.size == bytes.size && memcmp(out.data, bytes.data, out.size) == 0));
    REQUIRE(gait_skl_open((gait_span){out.data, out.size}, NULL, &again) == GAIT_OK);
    gait_skl_free(again);
    gait_buffer_free(&out);
}

static void take_one(gait_skl *skl, uint32_t motion, const gait_skeleton *skeleton, edit *it) {
    gait_clip *clip;
    if (gait_skl_frame_count(skl, motion) - 1 >= MOST_FRAMES ||
        gait_skl_clip(skl, motion, skeleton, NULL, &clip) != GAIT_OK) {
        return;
    }
    edit_make(it, clip);
    gait_status status = gait_skl_apply_changes(skl, motion, &it->change);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT || status == GAIT_BAD_ARGUMENT);
    require_written(skl, it->bytes, !it->moves || status != GAIT_OK);
    gait_clip_free(clip);
}

static void take_edits(gait_span bytes, bool moves) {
    static edit it;
    gait_skl *skl;
    gait_skeleton *skeleton = NULL;
    if (gait_skl_open(bytes, NULL, &skl) != GAIT_OK) {
        return;
    }
    it.bytes = bytes;
    it.moves = moves;
    if (gait_skl_motion_count(skl) > 0 &&
        gait_skl_bind_skeleton(skl, NULL, NULL, &skeleton) == GAIT_OK &&
        skeleton->bone_count <= MOST_BONES) {
        take_one(skl, 0, skeleton, &it);
    }
    gait_skeleton_free(skeleton);
    if (gait_skl_kind_of(skl) == GAIT_SKL_MANY && gait_skl_motion_count(skl) > 0) {
        REQUIRE(gait_skl_remove_motion(skl, 0) == GAIT_OK);
        require_written(skl, bytes, false);
    }
    gait_skl_free(skl);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    leave_bank(bytes);
    take_edits(bytes, false);
    take_edits(bytes, true);
    return 0;
}
