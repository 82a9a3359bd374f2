/* Coverage of a skeleton by names, and similarity of names. */
#include "base/text/similar.h"
#include "ops/name_match.h"
#include "gait/pose.h"
#include "gait/bones.h"

enum { MATCH_MAX_BONES = 65535 };

gait_coverage gaiti_skeleton_coverage(const gait_skeleton *skeleton, const char *const *names,
                                      uint32_t name_count) {
    uint8_t is_matched[MATCH_MAX_BONES / 8 + 1] = {0};
    gait_coverage coverage = {0, 0, skeleton ? skeleton->bone_count : 0};
    for (uint32_t i = 0; names && i < name_count; i++) {
        int32_t bone = gait_skeleton_find(skeleton, names[i]);
        if (bone < 0) {
            coverage.missing++;
            continue;
        }
        uint8_t bit = (uint8_t)(1 << (bone & 7));
        coverage.matched++;
        coverage.unused -= !(is_matched[bone >> 3] & bit);
        is_matched[bone >> 3] |= bit;
    }
    return coverage;
}

int32_t gait_skeleton_nearest(const gait_skeleton *skeleton, const char *name) {
    int32_t bone = -1;
    uint32_t nearest = name ? gaiti_name_distance_limit(name) : 0;
    for (uint32_t b = 0; name && skeleton && b < skeleton->bone_count; b++) {
        if (gaiti_name_is_nearer(name, skeleton->bones[b].name, &nearest)) {
            bone = (int32_t)b;
        }
    }
    return bone;
}
