/* Tests giving clips without movement a key every 1/30 s. */
#include <string.h>

#include "convert/convert_state.h"
#include "test.h"

enum { KEYS = 2 };

/* A clip of two keys; bone 1 has keys. */
typedef struct still {
    gait_skeleton *hands;
    gait_clip clip;
    gait_track tracks[128];
    float times[KEYS], turns[KEYS][4], places[KEYS][3];
} still;

static void still_make(still *self, double duration_s) {
    *self = (still){.times = {0, (float)duration_s}};
    assert_int_equal(gait_builtin_skeleton("xray-hands", NULL, &self->hands), GAIT_OK);
    assert_true(self->hands->bone_count <= 128);
    for (int k = 0; k < KEYS; k++) {
        self->turns[k][3] = 1;
        self->places[k][1] = 2;
    }
    self->tracks[1].rotation =
        (gait_channel){(const uint8_t *)self->turns, KEYS, sizeof self->turns[0], 0, GAIT_F32};
    self->tracks[1].translation =
        (gait_channel){(const uint8_t *)self->places, KEYS, sizeof self->places[0], 0, GAIT_F32};
    self->clip = (gait_clip){.name = "still",
                             .skeleton = self->hands,
                             .frame_count = KEYS,
                             .time = self->times,
                             .tracks = self->tracks,
                             .root_motion = {0, 0, 1}};
}

static bool is_filled(const gait_clip *clip) {
    gait_clip *filled;
    assert_int_equal(gaiti_convert_fill_still(clip, NULL, &filled), GAIT_OK);
    gait_clip_free(filled);
    return filled != NULL;
}

TEST(test_a_still_clip_keeps_its_duration) {
    still made;
    gait_clip *filled;
    still_make(&made, 19 / 30.0);
    assert_int_equal(gaiti_convert_fill_still(&made.clip, NULL, &filled), GAIT_OK);
    assert_non_null(filled);
    assert_int_equal(filled->frame_count, 20);
    assert_true(filled->time[1] == (float)(1 / 30.0));
    assert_true(filled->time[19] == (float)(19 / 30.0));
    assert_int_equal(filled->tracks[1].rotation.count, 1);
    assert_int_equal(filled->tracks[1].translation.count, 1);
    assert_int_equal(filled->tracks[0].rotation.count, 0);
    assert_string_equal(filled->name, "still");
    assert_true(filled->root_motion[2] == 1);
    gait_clip_free(filled);
    gait_skeleton_free(made.hands);
}

TEST(test_other_clips_are_not_changed) {
    still made;
    still_make(&made, 19 / 30.0);
    made.places[1][1] = 2.5F; /* it moves */
    assert_false(is_filled(&made.clip));
    made.places[1][1] = 2;
    made.turns[1][3] = -1;
    assert_false(is_filled(&made.clip));
    made.turns[1][3] = 1;
    assert_true(is_filled(&made.clip));
    made.times[1] = 1 / 30.0F; /* the keys are 1/30 s apart */
    assert_false(is_filled(&made.clip));
    made.times[1] = 19.5F / 30; /* no whole number of frames */
    assert_false(is_filled(&made.clip));
    made.times[1] = 1e6F; /* too many frames */
    assert_false(is_filled(&made.clip));
    made.clip.frame_count = 1;
    assert_false(is_filled(&made.clip));
    gait_skeleton_free(made.hands);
}
