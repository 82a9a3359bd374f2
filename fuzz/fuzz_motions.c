/* Fuzzes removing and editing motions. The result must open again, and an edit without changes must
 * not change the file. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/omf.h"
#include "gait/edited_file.h"
#include "gait/skl.h"
#include "require.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip_change.h"

enum { MAX_FRAMES = 64, MAX_BONES = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void remove_motion(gait_span bytes) {
    gait_omf *omf, *again;
    gait_buffer out = {0};
    if (gait_omf_open(bytes, NULL, &omf) != GAIT_OK) {
        return;
    }
    uint32_t count = gait_omf_motion_count(omf);
    gait_status status = gaiti_omf_remove_motion(omf, count ? (uint32_t)(bytes.size % count) : 0);
    REQUIRE(status == (count ? GAIT_OK : GAIT_BAD_ARGUMENT) || status == GAIT_WOULD_LOSE);
    REQUIRE(gait_omf_write(omf, &out) == GAIT_OK);
    REQUIRE(gait_omf_open((gait_span){out.data, out.size}, NULL, &again) == GAIT_OK);
    REQUIRE(gait_omf_motion_count(again) == count - (status == GAIT_OK));
    gait_omf_free(again);
    gait_omf_free(omf);
    gait_buffer_free(&out);
}

/* --- edited SDK motions ----------------------------------------------------------------------- */

/* An edit with numbers derived from the bytes of the input. */
typedef struct edit {
    gait_span bytes;
    bool moves;
    double values[MAX_FRAMES * 4], times[MAX_FRAMES];
    int32_t from[MAX_FRAMES];
    gaiti_bone_change bones[MAX_BONES];
    gaiti_clip_change change;
} edit;

static void edit_make(edit *it, const gait_clip *base) {
    gait_span bytes = it->bytes;
    uint32_t frames = base->frame_count, new_count = frames;
    it->change = (gaiti_clip_change){.base = base, .times = it->times, .bones = it->bones};
    if (it->moves && bytes.size % 3 == 0) {
        new_count = (uint32_t)(bytes.size % MAX_FRAMES) + 1;
    }
    it->change.is_retimed = new_count != frames;
    it->change.frame_count = new_count;
    for (uint32_t k = 0; k < MAX_FRAMES; k++) {
        it->from[k] = it->moves && bytes.data[(k * 7) % bytes.size] % 4 == 0 ? -1 : (int32_t)k;
        for (uint32_t i = 0; i < 4; i++) {
            it->values[k * 4 + i] = (bytes.data[(k * 11 + i) % bytes.size] - 127) / 64.0;
        }
    }
    for (uint32_t b = 0; b < base->skeleton->bone_count; b++) {
        uint32_t kind = bytes.data[b % bytes.size] % 4;
        gaiti_channel_change channel = {kind ? new_count : 1, it->values, it->from};
        it->bones[b].rotation = kind & 1 ? channel : (gaiti_channel_change){0};
        it->bones[b].translation = kind & 2 ? channel : (gaiti_channel_change){0};
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

static void apply_edit(gait_skl *skl, uint32_t motion, const gait_skeleton *skeleton, edit *it) {
    gait_clip *clip;
    if (gait_skl_frame_count(skl, motion) - 1 >= MAX_FRAMES ||
        gaiti_skl_clip(skl, motion, skeleton, NULL, &clip) != GAIT_OK) {
        return;
    }
    edit_make(it, clip);
    gait_status status = gaiti_skl_apply_changes(skl, motion, &it->change);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT || status == GAIT_BAD_ARGUMENT);
    require_written(skl, it->bytes, !it->moves || status != GAIT_OK);
    gait_clip_free(clip);
}

static void edit_motions(gait_span bytes, bool moves) {
    static edit it;
    gait_skl *skl;
    gait_skeleton *skeleton = NULL;
    if (gait_skl_open(bytes, NULL, &skl) != GAIT_OK) {
        return;
    }
    it.bytes = bytes;
    it.moves = moves;
    if (gait_skl_motion_count(skl) > 0 &&
        gaiti_skl_bind_skeleton(skl, NULL, NULL, &skeleton) == GAIT_OK &&
        skeleton->bone_count <= MAX_BONES) {
        apply_edit(skl, 0, skeleton, &it);
    }
    gait_skeleton_free(skeleton);
    if (gait_skl_kind_of(skl) == GAIT_SKL_MANY && gait_skl_motion_count(skl) > 0) {
        REQUIRE(gaiti_skl_remove_motion(skl, 0) == GAIT_OK);
        require_written(skl, bytes, false);
    }
    gait_skl_free(skl);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    remove_motion(bytes);
    edit_motions(bytes, false);
    edit_motions(bytes, true);
    return 0;
}
