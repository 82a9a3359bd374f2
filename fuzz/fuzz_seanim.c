/* Fuzzes SEAnim. A file that opens is written with the same bytes, and its clip can be written as a
 * file that opens. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/seanim/seanim.h"
#include "require.h"

enum { MAX_FRAMES = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_clip(const gait_seanim *seanim) {
    const gaiti_clip_writing writing = {.fps = 0};
    gait_skeleton *skeleton;
    gait_clip *clip;
    gait_buffer out = {0};
    uint32_t losses = 0;
    gait_status status = gaiti_seanim_bind_skeleton(seanim, NULL, NULL, &skeleton);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT);
    if (status != GAIT_OK) {
        return;
    }
    REQUIRE(gaiti_seanim_clip(seanim, "", skeleton, NULL, &clip) == GAIT_OK);
    REQUIRE(clip->frame_count == seanim->frame_count);
    status = gaiti_seanim_write_clip(clip, &writing, &out, &losses);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT);
    if (status == GAIT_OK) {
        gait_seanim *again;
        REQUIRE(gaiti_seanim_open((gait_span){out.data, out.size}, NULL, &again) == GAIT_OK);
        gaiti_seanim_free(again);
    }
    gait_buffer_free(&out);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_seanim *seanim;
    gait_buffer out = {0};
    if (size < 6 || memcmp(data, "SEAnim", 6) != 0 ||
        gaiti_seanim_open((gait_span){data, size}, NULL, &seanim) != GAIT_OK) {
        return 0;
    }
    REQUIRE(gaiti_seanim_write(seanim, &out) == GAIT_OK);
    REQUIRE(out.size == size && memcmp(out.data, data, size) == 0);
    gait_buffer_free(&out);
    (void)gaiti_seanim_check(seanim, NULL);
    if (seanim->frame_count <= MAX_FRAMES) {
        write_clip(seanim);
    }
    gaiti_seanim_free(seanim);
    return 0;
}
