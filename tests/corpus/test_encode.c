/* Encodes every motion of real banks again from its clip, and the first motions of each bank
 * also from SDK motions. Encoded directly, rotations keep their integers unless they become
 * constant. Positions must be within half a quantization step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "omf_floats.h"
#include "test.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

enum { MOST_BY_SDK = 2 };

static struct {
    unsigned banks, motions, by_sdk, tracks, same_kind, smaller, wrong;
    double worst_step, worst_turn; /* in half quantization steps, in radians */
} seen;

static gait_omf *bank_like(const gait_omf *from) {
    gait_omf *to;
    assert_int_equal(gaiti_omf_new(4, NULL, &to), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(to, (gait_span){(const uint8_t *)"all", 3}), GAIT_OK);
    for (uint32_t t = 0; t < gait_omf_bone_count(from); t++) {
        assert_int_equal(gaiti_omf_add_bone(to, gait_omf_bone_name(from, t), t), GAIT_OK);
    }
    return to;
}

/* The angle between two rotations in radians. The quaternions need not be normalized. */
static double turn_between(const float *p, const float *q) {
    double apart = 0, together = 0, a = 0, b = 0;
    for (int i = 0; i < 4; i++) {
        a += (double)p[i] * (double)p[i];
        b += (double)q[i] * (double)q[i];
    }
    for (int i = 0; i < 4; i++) {
        double x = (double)p[i] / sqrt(a), y = (double)q[i] / sqrt(b);
        apart += (x - y) * (x - y);
        together += (x + y) * (x + y);
    }
    return 2 * sqrt(apart < together ? apart : together);
}

/* Half of the quantization step of 16-bit keys for the range of an axis, plus float rounding. */
static double half_step(const float *metres, uint32_t frames, uint32_t axis) {
    float least = metres[axis], most = metres[axis];
    for (uint32_t k = 0; k < frames; k++) {
        least = fminf(least, metres[3 * k + axis]);
        most = fmaxf(most, metres[3 * k + axis]);
    }
    double far = fmax(fabs((double)least), fabs((double)most));
    return ((double)most - (double)least) / 65534 / 2 + far * 0x1p-22 + 1e-12;
}

typedef struct decoded {
    uint32_t bones, frames;
    float *turns, *metres;
} decoded;

static decoded decode(const gait_omf *omf, uint32_t motion) {
    decoded keys = {gait_omf_bone_count(omf), gait_omf_motion_at(omf, motion).frame_count, 0, 0};
    size_t count = (size_t)keys.bones * keys.frames;
    keys.turns = malloc((count + 1) * 4 * sizeof(float));
    keys.metres = malloc((count + 1) * 3 * sizeof(float));
    assert_int_equal(omf_floats(omf, motion, keys.turns, keys.metres), GAIT_OK);
    return keys;
}

static void discard(decoded *keys) {
    free(keys->turns);
    free(keys->metres);
}

static void compare(const decoded *a, const decoded *b, double most_turn) {
    assert_int_equal(a->frames, b->frames);
    for (uint32_t t = 0; t < a->bones; t++) {
        const float *metres = a->metres + (size_t)t * a->frames * 3;
        double half[3] = {half_step(metres, a->frames, 0), half_step(metres, a->frames, 1),
                          half_step(metres, a->frames, 2)};
        for (uint32_t k = 0; k < a->frames; k++) {
            size_t at = (size_t)t * a->frames + k;
            double turn = turn_between(a->turns + 4 * at, b->turns + 4 * at);
            seen.worst_turn = turn > seen.worst_turn ? turn : seen.worst_turn;
            seen.wrong += !(turn <= most_turn);
            for (int i = 0; i < 3; i++) {
                double off = fabs((double)a->metres[3 * at + (unsigned)i] -
                                  (double)b->metres[3 * at + (unsigned)i]) /
                             half[i];
                seen.worst_step = off > seen.worst_step ? off : seen.worst_step;
                seen.wrong += !(off <= 1);
            }
        }
    }
}

static void compare_tracks(const gait_omf *a, uint32_t motion, const gait_omf *b) {
    for (uint32_t t = 0; t < gait_omf_bone_count(a); t++) {
        gait_omf_track old = gait_omf_track_at(a, motion, t), new = gait_omf_track_at(b, 0, t);
        bool smaller = new.rotation_keys.size < old.rotation_keys.size;
        seen.tracks++;
        seen.same_kind += new.flags == (old.flags & (old.flags & 1 ? 7 : 3));
        seen.smaller += smaller;
        if (!smaller) {
            seen.wrong +=
                new.rotation_keys.size != old.rotation_keys.size ||
                memcmp(new.rotation_keys.data, old.rotation_keys.data, old.rotation_keys.size) != 0;
        }
    }
}

static void by_sdk(const gait_omf *bank, uint32_t motion, const gait_clip *clip) {
    gait_skl *skl;
    gait_clip *back;
    gait_omf *omf = bank_like(bank);
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_add_clip(skl, clip, 7, 0, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_clip(skl, 0, clip->skeleton, NULL, &back), GAIT_OK);
    assert_int_equal(gaiti_omf_add_clip(omf, back, NULL, GAIT_LOSES_PARTS, NULL), GAIT_OK);
    decoded old = decode(bank, motion), new = decode(omf, 0);
    compare(&old, &new, 2.0 / 32767);
    discard(&old);
    discard(&new);
    gait_clip_free(back);
    gait_skl_free(skl);
    gait_omf_free(omf);
    seen.by_sdk++;
}

static void convert_and_back(const gait_omf *bank, uint32_t motion, const gait_skeleton *skeleton) {
    gait_clip *clip;
    gait_omf *omf = bank_like(bank);
    assert_int_equal(gaiti_omf_clip(bank, motion, skeleton, NULL, &clip), GAIT_OK);
    assert_int_equal(gaiti_omf_add_clip(omf, clip, NULL, GAIT_LOSES_PARTS, NULL), GAIT_OK);
    decoded old = decode(bank, motion), new = decode(omf, 0);
    compare(&old, &new, 1e-6);
    compare_tracks(bank, motion, omf);
    discard(&old);
    discard(&new);
    if (motion < MOST_BY_SDK) {
        by_sdk(bank, motion, clip);
    }
    gait_clip_free(clip);
    gait_omf_free(omf);
    seen.motions++;
}

static void visit(const char *path, gait_span bytes) {
    gait_omf *omf = NULL;
    gait_skeleton *skeleton;
    if (gait_omf_open(bytes, NULL, &omf) == GAIT_OK &&
        gaiti_omf_bind_skeleton(omf, NULL, NULL, &skeleton) == GAIT_OK) {
        unsigned before = seen.wrong;
        for (uint32_t m = 0; m < gait_omf_motion_count(omf); m++) {
            convert_and_back(omf, m, skeleton);
        }
        if (seen.wrong > before) {
            print_message("%s: %u keys\n", path, seen.wrong - before);
        }
        seen.banks++;
        gait_skeleton_free(skeleton);
    }
    gait_omf_free(omf);
}

static void real_motions_survive_a_round_trip(void **state) {
    (void)state;
    assert_true(corpus_each(".omf", visit));
    print_message("%u banks, %u motions, %u of them by way of the SDK; %u tracks, %u of the same "
                  "kind, %u constant now; worst %.2f half steps, %.6f radians; %u keys wrong\n",
                  seen.banks, seen.motions, seen.by_sdk, seen.tracks, seen.same_kind, seen.smaller,
                  seen.worst_step, seen.worst_turn, seen.wrong);
    assert_true(seen.banks >= 10);
    assert_int_equal(seen.wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_motions_survive_a_round_trip)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
