#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "gait/draw.h"
#include "gait/transform.h"
#include "test.h"
#include "model/clip.h"

enum { MOST_BONES = 20 };

/* A clip of constant local poses: place[b] is the offset of bone b from its parent. */
typedef struct still {
    gait_bone bones[MOST_BONES];
    float place[MOST_BONES][3];
    gait_track tracks[MOST_BONES];
    float time[4];
    gait_skeleton *skeleton;
    gait_clip clip;
} still;

static void still_add(still *self, const char *name, int32_t parent, float x, float y, float z) {
    uint32_t b = self->clip.event_count++; /* counts bones until still_finish() */
    self->bones[b] = (gait_bone){.name = name,
                                 .parent = parent,
                                 .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                                 .parent_origin = GAIT_ORIGIN_FILE,
                                 .rest_origin = GAIT_ORIGIN_FILE};
    memcpy(self->place[b], (float[3]){x, y, z}, sizeof self->place[b]);
}

static void still_finish(still *self, uint32_t frames) {
    uint32_t count = self->clip.event_count;
    assert_int_equal(gaiti_skeleton_new("", self->bones, count, NULL, &self->skeleton), GAIT_OK);
    for (uint32_t b = 0; b < count; b++) {
        self->tracks[b].translation = (gait_channel){
            .data = (const uint8_t *)self->place[b], .count = 1, .stride = 12, .element = GAIT_F32};
    }
    self->clip = (gait_clip){.name = "still",
                             .skeleton = self->skeleton,
                             .space = GAIT_SPACE_LOCAL,
                             .frame_count = frames,
                             .time = self->time,
                             .tracks = self->tracks,
                             .playback = {.known = true, .loop = true}};
}

/* A spine that branches to two arms, a head, and a foot on the ground. */
static still make_human(void) {
    still made = {.time = {0, 0.5F, 1, 2}};
    still_add(&made, "root", -1, 0, 0, 0);
    still_add(&made, "spine", 0, 0, 1, 0);
    still_add(&made, "bip01_l_hand", 1, -0.5F, 0.25F, 0.125F);
    still_add(&made, "RightHand", 1, 0.5F, 0.25F, 0.125F);
    still_add(&made, "head", 1, 0, 0.5F, 0);
    still_add(&made, "foot", 1, 0, -1, 0);
    return made;
}

static char *draw_svg(const gait_clip *clip, gait_draw_options options, gait_draw_facts *facts) {
    gait_buffer out = {0};
    assert_int_equal(gait_draw_strip(clip, &options, NULL, facts, &out), GAIT_OK);
    assert_true(gaiti_write_u8(&out, 0));
    return (char *)out.data;
}

/* The value of an attribute of the first joint with this name. */
static double joint(const char *svg, const char *name, const char *attribute) {
    char title[64];
    (void)snprintf(title, sizeof title, "<title>%s</title></circle>", name);
    const char *end = strstr(svg, title);
    assert_non_null(end);
    while (memcmp(end, "<circle", 7) != 0) {
        end--;
    }
    const char *value = strstr(end, attribute);
    assert_non_null(value);
    return strtod(value + strlen(attribute), NULL);
}

static double pixels_per_metre(const char *svg) {
    const char *bar = strstr(svg, "class=\"scale\"");
    assert_non_null(bar);
    double length = strtod(strchr(bar, 'h') + 1, NULL);
    return strstr(bar, ">10 cm<") ? length * 10 : length;
}

static void assert_near(double a, double b) {
    assert_true(a - b < 0.02 && b - a < 0.02);
}

static void assert_seen_at(gait_view view, double u, double v) {
    still made = make_human();
    still_finish(&made, 1);
    char *svg = draw_svg(&made.clip, (gait_draw_options){.view = view}, NULL);
    double scale = pixels_per_metre(svg);
    assert_near(joint(svg, "bip01_l_hand", "cx=\""), u * scale);
    assert_near(joint(svg, "bip01_l_hand", "cy=\""), -v * scale);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(side_view_shows_forward_to_the_right) {
    assert_seen_at(GAIT_VIEW_SIDE, 0.125, 1.25);
}

TEST(front_view_shows_the_left_hand_on_the_right) {
    assert_seen_at(GAIT_VIEW_FRONT, 0.5, 1.25);
}

TEST(top_view_shows_forward_up) {
    assert_seen_at(GAIT_VIEW_TOP, -0.5, 0.125);
}

TEST(three_quarter_view_is_halfway_between_side_and_front) {
    assert_seen_at(GAIT_VIEW_THREE_QUARTER, 0.625 * 0.70710678, 1.25);
}

TEST(bone_names_determine_the_side_colours) {
    still made = {.time = {0}};
    static const char *const left[] = {"l_clavicle", "LeftArm", "EyeLeft", "lruka",
                                       "RigLBLeg1",  "leftarm", "eyeleft"};
    static const char *const right[] = {"bip01_r_hand", "Bip01 R Hand", "pstehno", "right_ear",
                                        "RigRFLeg1",    "rightarm",     "eyeright"};
    static const char *const none[] = {"cleft", "pelvis", "roll", "spine"};
    for (int i = 0; i < 7; i++) {
        still_add(&made, left[i], -1, (float)i, 0, 0);
        still_add(&made, right[i], -1, (float)i, 1, 0);
        if (i < 4) {
            still_add(&made, none[i], -1, (float)i, 2, 0);
        }
    }
    still_finish(&made, 1);
    char *svg = draw_svg(&made.clip, (gait_draw_options){.view = GAIT_VIEW_FRONT}, NULL);
    for (int i = 0; i < 7; i++) {
        (void)joint(svg, left[i], "fill=\"#4a80cc\"");
        (void)joint(svg, right[i], "fill=\"#e2743a\"");
        if (i < 4) {
            (void)joint(svg, none[i], "fill=\"#6b6b76\"");
        }
    }
    free(svg);
    gait_skeleton_free(made.skeleton);
}

static uint32_t count_occurrences(const char *svg, const char *text) {
    uint32_t count = 0;
    for (const char *at = strstr(svg, text); at; at = strstr(at + 1, text)) {
        count++;
    }
    return count;
}

/* No limb is drawn from the ground to the first branch: it would look like a third leg. */
TEST(bones_below_the_first_branch_are_not_drawn) {
    still made = make_human();
    still_finish(&made, 1);
    gait_draw_facts facts;
    char *svg = draw_svg(&made.clip, (gait_draw_options){0}, &facts);
    assert_int_equal(facts.bones, 5);
    assert_int_equal(count_occurrences(svg, "<title>root</title>"), 0);
    assert_int_equal(count_occurrences(svg, "<ellipse"), 1);
    assert_int_equal(count_occurrences(svg, "stroke-linecap"), 1);
    assert_int_equal(count_occurrences(svg, "<path d=\"M0 -"), 4); /* limbs from the spine */
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(an_unbranched_chain_is_drawn_completely) {
    still made = {.time = {0}};
    still_add(&made, "a", -1, 0, 1, 0);
    still_add(&made, "b", 0, 0, 1, 0);
    still_add(&made, "c", 1, 0, 1, 0);
    still_finish(&made, 1);
    gait_draw_facts facts;
    char *svg = draw_svg(&made.clip, (gait_draw_options){0}, &facts);
    assert_int_equal(facts.bones, 3);
    assert_int_equal(count_occurrences(svg, "<path d=\"M0 -"), 2);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(distant_bones_are_listed_and_do_not_affect_the_scale) {
    still near = make_human();
    still_finish(&near, 1);
    still far = make_human();
    still_add(&far, "shell", 1, 4000, 0, 900);
    still_add(&far, "no<where", 1, 0, 1e30F, 0);
    still_finish(&far, 1);
    gait_draw_facts facts;
    char *plain = draw_svg(&near.clip, (gait_draw_options){0}, NULL);
    char *svg = draw_svg(&far.clip, (gait_draw_options){0}, &facts);
    assert_int_equal(facts.left_out, 2);
    assert_near(pixels_per_metre(svg), pixels_per_metre(plain));
    assert_int_equal(count_occurrences(svg, "too far from the other bones: shell, no&lt;where<"),
                     1);
    free(plain);
    free(svg);
    gait_skeleton_free(near.skeleton);
    gait_skeleton_free(far.skeleton);
}

TEST(bones_without_a_pivot_are_not_drawn_in_delta_clips) {
    still made = make_human();
    made.bones[3].rest_origin = GAIT_ORIGIN_UNKNOWN;
    still_finish(&made, 1);
    made.clip.space = GAIT_SPACE_DELTA;
    gait_draw_facts facts;
    char *svg = draw_svg(&made.clip, (gait_draw_options){0}, &facts);
    assert_int_equal(facts.unplaced, 1);
    assert_int_equal(count_occurrences(svg, "no pivot is known: RightHand<"), 1);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(figures_are_evenly_spaced_and_at_most_one_per_key) {
    still made = make_human();
    still_finish(&made, 4);
    gait_draw_facts facts;
    char *svg = draw_svg(&made.clip, (gait_draw_options){.figures = 100}, &facts);
    assert_int_equal(facts.figures, 4);
    assert_int_equal(count_occurrences(svg, "class=\"figure\""), 4);
    free(svg);
    svg = draw_svg(&made.clip, (gait_draw_options){.figures = 2}, &facts);
    assert_int_equal(count_occurrences(svg, "<title>frame 0</title>"), 1);
    assert_int_equal(count_occurrences(svg, "<title>frame 3</title>"), 1);
    assert_int_equal(count_occurrences(svg, "4 frames, 2 s, loops"), 2);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(events_are_drawn_as_moments_or_intervals) {
    still made = make_human();
    still_finish(&made, 4);
    const gait_event events[] = {{"Step & go", "left", 1, 1}, {"Hold", "", 0.5, 1.5}};
    made.clip.events = events;
    made.clip.event_count = 2;
    char *svg = draw_svg(&made.clip, (gait_draw_options){0}, NULL);
    assert_int_equal(count_occurrences(svg, "class=\"event\""), 2);
    assert_int_equal(count_occurrences(svg, ">Step &amp; go = left</text>"), 1);
    assert_int_equal(count_occurrences(svg, "height=\"6\" fill=\"#0f8a6a\""), 1);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(events_that_do_not_fit_are_counted) {
    still made = make_human();
    still_finish(&made, 4);
    gait_event events[20];
    for (int i = 0; i < 20; i++) {
        events[i] = (gait_event){"the same moment", "", 1, 1};
    }
    made.clip.events = events;
    made.clip.event_count = 20;
    char *svg = draw_svg(&made.clip, (gait_draw_options){0}, NULL);
    assert_int_equal(count_occurrences(svg, "class=\"event\""), 8);
    assert_int_equal(count_occurrences(svg, "and 12 more events"), 1);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

/* Plain RTM: forward is -Z in the file. */
TEST(root_motion_is_drawn_as_an_arrow_to_scale) {
    still made = make_human();
    still_finish(&made, 4);
    made.clip.axes = GAIT_AXES_FILE;
    made.clip.root_motion[2] = -0.75F;
    char *svg = draw_svg(&made.clip, (gait_draw_options){0}, NULL);
    assert_int_equal(count_occurrences(svg, "motion per cycle: 0.75 m"), 1);
    assert_int_equal(count_occurrences(svg, "forward 0.75)"), 1);
    const char *arrow = strstr(svg, "class=\"motion\" d=\"");
    assert_non_null(arrow);
    /* The line ends inside the head, which is 8 pixels long. */
    assert_near(strtod(strchr(strchr(arrow, 'M'), 'l') + 1, NULL),
                0.75 * pixels_per_metre(svg) - 4);
    free(svg);
    svg = draw_svg(&made.clip, (gait_draw_options){.view = GAIT_VIEW_FRONT}, NULL);
    assert_int_equal(count_occurrences(svg, "towards the viewer"), 1);
    assert_null(strstr(svg, "class=\"motion\""));
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(names_are_drawn_beside_a_large_figure) {
    still made = make_human();
    still_finish(&made, 1);
    char *svg = draw_svg(&made.clip, (gait_draw_options){.names = true}, NULL);
    assert_int_equal(count_occurrences(svg, "class=\"figure\""), 2);
    assert_int_equal(count_occurrences(svg, ">bip01_l_hand</text>"), 1);
    assert_int_equal(count_occurrences(svg, ">head</text>"), 1);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(characters_not_allowed_in_xml_are_replaced) {
    still made = make_human();
    made.bones[2].name = "a\x01\"<&>\xFFz\xEF\xBF\xBF";
    still_finish(&made, 1);
    char *svg = draw_svg(&made.clip, (gait_draw_options){.file = "f\n.rtm"}, NULL);
    assert_int_equal(
        count_occurrences(svg, "<title>a\xEF\xBF\xBD&quot;&lt;&amp;&gt;\xEF\xBF\xBDz\xEF\xBF\xBD"
                               "</title>"),
        1);
    assert_int_equal(count_occurrences(svg, "f\xEF\xBF\xBD.rtm: still"), 2);
    free(svg);
    gait_skeleton_free(made.skeleton);
}

TEST(clips_that_cannot_be_drawn_are_refused) {
    still made = make_human();
    still_finish(&made, 1);
    gait_buffer out = {0};
    gait_draw_options many = {.figures = GAIT_DRAW_MAX_FIGURES + 1};
    assert_int_equal(gait_draw_strip(&made.clip, &many, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    gait_draw_options path = {.draws_path = true}; /* the clip has several bones */
    assert_int_equal(gait_draw_strip(&made.clip, &path, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    made.clip.frame_count = 0;
    assert_int_equal(gait_draw_strip(&made.clip, NULL, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    gait_skeleton_free(made.skeleton);

    still lost = {.time = {0}};
    still_add(&lost, "lost", -1, 1e30F, 0, 0);
    still_finish(&lost, 1);
    assert_int_equal(gait_draw_strip(&lost.clip, NULL, NULL, NULL, &out), GAIT_NOT_FOUND);
    assert_int_equal(out.size, 0);
    gait_skeleton_free(lost.skeleton);
}

TEST(parents_must_be_known) {
    still made = make_human();
    made.bones[1].parent_origin = GAIT_ORIGIN_UNKNOWN;
    still_finish(&made, 1);
    gait_buffer out = {0};
    assert_int_equal(gait_draw_strip(&made.clip, NULL, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    gait_skeleton_free(made.skeleton);
}

static gait_status draw_with(const gait_options *options, void *user) {
    const gait_draw_options drawing = {.names = true};
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_draw_strip(user, &drawing, options, NULL, &out);
    gait_buffer_free(&out);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    still made = make_human();
    still_finish(&made, 4);
    const gait_event events[] = {{"Step", "", 1, 1}};
    made.clip.events = events;
    made.clip.event_count = 1;
    assert_true(test_every_failing_allocation(draw_with, &made.clip) > 4);
    gait_skeleton_free(made.skeleton);
}
