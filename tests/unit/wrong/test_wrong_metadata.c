/* Wrong calls of metadata.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gait/clip.h"
#include "gait/metadata.h"
#include "wrong.h"

static gait_extras *extras_of(const char *json) {
    gait_extras *extras;
    gait_span bytes = {(const uint8_t *)json, strlen(json)};
    assert_int_equal(gait_extras_open(bytes, NULL, &extras), GAIT_OK);
    return extras;
}

static void opening(void **state) {
    (void)state;
    const gait_span json = {(const uint8_t *)"{}", 2};
    gait_extras *extras;
    assert_bad(gait_extras_open(json, NULL, NULL));
    assert_bad_out(extras, gait_extras_open(wrong_span, NULL, &extras));
    extras = (void *)&wrong_place;
    assert_int_equal(gait_extras_open((gait_span){0}, NULL, &extras), GAIT_CORRUPT);
    assert_null(extras);
    extras = (void *)&wrong_place;
    assert_int_equal(gait_extras_open(json, NULL, &extras), GAIT_UNSUPPORTED);
    assert_null(extras);
    gait_extras_free(NULL);
}

static void no_extras(void **state) {
    (void)state;
    gait_skeleton *skeleton;
    assert_int_equal(gait_extras_clip_count(NULL), 0);
    assert_null(gait_extras_clip_at(NULL, 0));
    assert_null(gait_extras_find(NULL, "walk"));
    assert_int_equal(gait_extras_part_count(NULL), 0);
    assert_null(gait_extras_part_name(NULL, 0));
    assert_int_equal(gait_extras_part_bone_count(NULL, 0), 0);
    assert_null(gait_extras_part_bone(NULL, 0, 0));
    assert_int_equal(gait_extras_bone_count(NULL), 0);
    assert_null(gait_extras_bone(NULL, 0));
    assert_bad_out(skeleton, gait_extras_skeleton(NULL, "", NULL, &skeleton));
}

static void out_of_range(void **state) {
    (void)state;
    static const char *const documents[] = {
        "{\"schema\":\"gait.extras/1\"}",
        "{\"schema\":\"gait.extras/1\",\"skeleton\":{\"bones\":[\"a\",\"b\"]},"
        "\"parts\":[{\"name\":\"p\",\"bones\":[\"a\"]},{\"name\":\"q\",\"bones\":[]}],"
        "\"clips\":[{\"name\":\"w\",\"animation\":\"walk\"}]}"};
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        gait_extras *extras = extras_of(documents[i]);
        gait_skeleton *skeleton;
        assert_int_equal(gait_extras_part_count(extras), i == 0 ? 0 : 2);
        assert_int_equal(gait_extras_clip_count(extras), i == 0 ? 0 : 1);
        for (int far = 0; far < 2; far++) {
            uint32_t more = far ? UINT32_MAX : 0;
            uint32_t part = gait_extras_part_count(extras) | more;
            assert_null(gait_extras_clip_at(extras, gait_extras_clip_count(extras) | more));
            assert_null(gait_extras_part_name(extras, part));
            assert_int_equal(gait_extras_part_bone_count(extras, part), 0);
            assert_null(gait_extras_part_bone(extras, part, 0));
            for (uint32_t p = 0; p < gait_extras_part_count(extras); p++) {
                assert_null(gait_extras_part_bone(extras, p,
                                                  gait_extras_part_bone_count(extras, p) | more));
            }
            assert_null(gait_extras_bone(extras, gait_extras_bone_count(extras) | more));
        }
        assert_null(gait_extras_find(extras, NULL));
        assert_null(gait_extras_find(extras, ""));
        assert_bad(gait_extras_skeleton(extras, "", NULL, NULL));
        assert_bad_out(skeleton, gait_extras_skeleton(extras, NULL, NULL, &skeleton));
        skeleton = (void *)&wrong_place;
        assert_int_equal(gait_extras_skeleton(extras, "", NULL, &skeleton), GAIT_NOT_FOUND);
        assert_null(skeleton);
        gait_extras_free(extras);
    }
}

enum { WRONG_SAID = 4 };

/* What is said of a clip, each without something. */
static void wrong_said(gait_extras_clip out[WRONG_SAID]) {
    static const gait_extras_event no_name = {.value = ""}, no_value = {.name = "step"};
    for (int i = 0; i < WRONG_SAID; i++) {
        out[i] = (gait_extras_clip){.name = "walk", .animation = "walk", .says = GAIT_SAYS_EVENTS};
    }
    out[0].time_count = 2;
    out[1].event_count = 1;
    out[2].event_count = 1;
    out[2].events = &no_name;
    out[3].event_count = 1;
    out[3].events = &no_value;
}

static void applying(void **state) {
    (void)state;
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_extras *extras = extras_of("{\"schema\":\"gait.extras/1\"}");
    gait_extras_clip said = {.says = GAIT_SAYS_EVENTS}, wrongly[WRONG_SAID];
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *made, wrong[WRONG_CLIPS];
    assert_int_equal(gait_clip_convert(clip, clip->space, GAIT_AXES_GLTF, NULL, &made), GAIT_OK);
    assert_bad(gait_extras_apply(extras, NULL, made));
    assert_bad(gait_extras_apply(extras, &said, NULL));
    wrong_clips(made, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_extras_apply(extras, &said, &wrong[i]));
    }
    wrong_said(wrongly);
    for (int i = 0; i < WRONG_SAID; i++) {
        assert_bad(gait_extras_apply(extras, &wrongly[i], made));
    }
    assert_int_equal(gait_extras_apply(extras, &said, made), GAIT_OK);
    /* The bone of an FX, beyond those of the document, and without one. */
    said.playback = (gait_playback){.known = true, .flags = 1, .bone_or_part = 0xFFFE};
    assert_int_equal(gait_extras_apply(extras, &said, made), GAIT_OK);
    assert_int_equal(made->playback.bone_or_part, 0xFFFE);
    assert_int_equal(gait_extras_apply(NULL, &said, made), GAIT_OK);
    gait_clip_free(made);
    gait_extras_free(extras);
    wrong_free_clip(clip, skeleton);
    wrong_close(&walk);
}

static void comparing(void **state) {
    (void)state;
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_extras_clip said = {.says = GAIT_SAYS_EVENTS}, wrongly[WRONG_SAID];
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *out, wrong[WRONG_CLIPS];
    assert_int_equal(clip->time_unit, GAIT_TIME_PHASE);
    gait_extras_base base = {.clip = clip, .seconds = clip->time}, wrong_base = base;
    uint32_t changes = 7;
    assert_bad_out(out, gait_extras_compare(NULL, &base, NULL, &changes, &out));
    assert_int_equal(changes, 0);
    assert_bad_out(out, gait_extras_compare(&said, NULL, NULL, &changes, &out));
    assert_bad_out(out, gait_extras_compare(&said, &base, NULL, NULL, &out));
    changes = 7;
    assert_bad(gait_extras_compare(&said, &base, NULL, &changes, NULL));
    assert_int_equal(changes, 0);
    wrong_base.clip = NULL;
    assert_bad_out(out, gait_extras_compare(&said, &wrong_base, NULL, &changes, &out));
    wrong_base = base;
    wrong_base.seconds = NULL;
    assert_bad_out(out, gait_extras_compare(&said, &wrong_base, NULL, &changes, &out));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        wrong_base = base;
        wrong_base.clip = &wrong[i];
        assert_bad_out(out, gait_extras_compare(&said, &wrong_base, NULL, &changes, &out));
    }
    wrong_said(wrongly);
    for (int i = 0; i < WRONG_SAID; i++) {
        assert_bad_out(out, gait_extras_compare(&wrongly[i], &base, NULL, &changes, &out));
    }
    wrong_free_clip(clip, skeleton);
    wrong_close(&walk);
}

static void open_files(void **state) {
    (void)state;
    static const char *const paths[] = {"samples/walk.rtm", "gltf/ok/nothing.gltf",
                                        "gltf/ok/sidecar.glb", "gltf/ok/waving.glb",
                                        "samples/stalker.omf"};
    assert_null(gait_file_extras(NULL));
    assert_null(gait_file_extras_clip(NULL, 0));
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        wrong_file self = wrong_open(paths[i]);
        assert_null(gait_file_extras(self.file));
        assert_null(gait_file_extras_clip(self.file, 0));
        assert_null(gait_file_extras_clip(self.file, gait_file_clip_count(self.file)));
        assert_null(gait_file_extras_clip(self.file, UINT32_MAX));
        wrong_close(&self);
    }
    wrong_file self = wrong_open_skeleton("gltf/ok/extras.glb");
    assert_null(gait_file_extras_clip(self.file, 0));
    (void)gait_file_extras(self.file);
    wrong_close(&self);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening),  cmocka_unit_test(no_extras), cmocka_unit_test(out_of_range),
        cmocka_unit_test(applying), cmocka_unit_test(comparing), cmocka_unit_test(open_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
