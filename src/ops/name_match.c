/* Coverage of a skeleton by names, and similarity of names. */
#include <string.h>

#include "base/text/text.h"
#include "gait/clip.h"
#include "gait/ops.h"
#include "ops/name_match.h"

enum { MATCH_MAX_BONES = 65535, MATCH_MAX_LETTERS = 64 };

gait_coverage gait_skeleton_coverage(const gait_skeleton *skeleton, const char *const *names,
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

static uint32_t match_letters(const char *name) {
    size_t length = strlen(name);
    return length < MATCH_MAX_LETTERS ? (uint32_t)length : MATCH_MAX_LETTERS;
}

/* The edit distance of the first 64 bytes of both names: insertions, deletions and substitutions,
 * ignoring ASCII case. */
static uint32_t match_edit_distance(const char *a, const char *b) {
    uint32_t row[MATCH_MAX_LETTERS + 1];
    uint32_t a_length = match_letters(a);
    uint32_t b_length = match_letters(b);
    for (uint32_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (uint32_t i = 1; i <= a_length; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            uint32_t differs =
                gaiti_ascii_lower((uint8_t)a[i - 1]) != gaiti_ascii_lower((uint8_t)b[j - 1]);
            uint32_t gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            uint32_t replaced = diagonal + differs;
            diagonal = row[j];
            row[j] = gap < replaced ? gap : replaced;
        }
    }
    return row[b_length];
}

uint32_t gaiti_name_distance_limit(const char *name) {
    return match_letters(name) / 3 + 1;
}

bool gaiti_name_is_nearer(const char *name, const char *other, uint32_t *nearest) {
    uint32_t a = match_letters(name), b = match_letters(other);
    /* The difference in length is a lower bound of the distance. */
    if ((a > b ? a - b : b - a) >= *nearest) {
        return false;
    }
    uint32_t distance = match_edit_distance(name, other);
    bool is_nearer = distance < *nearest;
    *nearest = is_nearer ? distance : *nearest;
    return is_nearer;
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
