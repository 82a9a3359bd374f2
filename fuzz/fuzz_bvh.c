/* Fuzzes BVH. A file that opens can be written, and the result opens with the same number of joints
 * and can be written again. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/bvh.h"
#include "require.h"
#include "formats/bvh/bvh.h"

enum { MAX_FRAMES = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* False when there are no frames, too many frames, or the rate is out of range. */
static bool write_again(gait_span bytes, gait_buffer *out, uint32_t *out_joints) {
    gait_bvh *bvh;
    gait_skeleton *skeleton;
    gait_clip *clip;
    if (gaiti_bvh_open(bytes, NULL, &bvh) != GAIT_OK) {
        return false;
    }
    *out_joints = gait_bvh_joint_count(bvh);
    uint32_t frames = gaiti_bvh_frame_count(bvh);
    REQUIRE(gaiti_bvh_check(bvh, NULL) == GAIT_OK);
    REQUIRE(gaiti_bvh_skeleton(bvh, "", NULL, &skeleton) == GAIT_OK);
    REQUIRE(gaiti_bvh_clip(bvh, "", skeleton, NULL, &clip) == GAIT_OK);
    REQUIRE(clip->frame_count == frames);
    gaiti_bvh_options options = {.rate = gait_bvh_rate(bvh)};
    bool is_writable =
        frames > 0 && frames <= MAX_FRAMES && options.rate >= 1 && options.rate <= 1000;
    if (is_writable) {
        REQUIRE(gaiti_bvh_write_file(clip, &options, out) == GAIT_OK);
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gaiti_bvh_free(bvh);
    return is_writable;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_buffer first = {0}, second = {0};
    uint32_t joints, more_joints;
    if (write_again((gait_span){data, size}, &first, &joints)) {
        gait_span bytes = {first.data, first.size};
        REQUIRE(write_again(bytes, &second, &more_joints));
        REQUIRE(more_joints == joints);
    }
    gait_buffer_free(&first);
    gait_buffer_free(&second);
    return 0;
}
