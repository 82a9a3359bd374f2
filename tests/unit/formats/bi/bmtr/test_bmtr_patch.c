/* Tests applying the values of another document to a base document. */
#include <string.h>

#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"
#include "formats/bi/bmtr/bmtr.h"

/* A document like that of the sample, made from its clip with some of its events. */
static gait_bmtr *encode_events(const test_file *walk, uint32_t first, uint32_t count) {
    gait_skeleton *man, *bound;
    gait_clip *clip;
    gait_bmtr *made;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    assert_int_equal(gait_file_bind_skeleton(walk->file, man, NULL, &bound), GAIT_OK);
    assert_int_equal(gait_file_clip(walk->file, 0, bound, NULL, &clip), GAIT_OK);
    assert_true(first + count <= clip->event_count);
    gait_clip changed = *clip;
    changed.events = clip->events + first;
    changed.event_count = count;
    assert_int_equal(gaiti_bmtr_from_clip(&changed, 5, 0, NULL, NULL, &made), GAIT_OK);
    gait_clip_free(clip);
    gait_skeleton_free(bound);
    gait_skeleton_free(man);
    return made;
}

TEST(test_key_stones_are_removed) {
    static const struct {
        uint32_t first, count, changed;
    } cases[] = {{0, 2, 0}, {1, 1, 1}, {0, 1, 1}, {0, 0, 2}};
    test_file walk = test_open("samples/walk_binarised.rtm");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_bmtr *edited = encode_events(&walk, cases[i].first, cases[i].count), *base;
        uint32_t changed;
        assert_int_equal(gait_bmtr_open(walk.bytes, NULL, &base), GAIT_OK);
        gait_bmtr_key wanted = gait_bmtr_key_at(base, cases[i].first);
        assert_int_equal(gait_bmtr_key_count(base), 2);
        assert_int_equal(gaiti_bmtr_patch(base, edited, NULL, &changed), GAIT_OK);
        assert_int_equal(changed, cases[i].changed);
        assert_int_equal(gait_bmtr_key_count(base), cases[i].count);
        if (cases[i].count > 0) {
            gait_bmtr_key key = gait_bmtr_key_at(base, 0);
            assert_true(key.time == wanted.time);
            assert_int_equal(key.id, wanted.id);
        }
        gait_bmtr_free(base);
        gait_bmtr_free(edited);
    }
    test_close(&walk);
}

/* The first frames of a document, and then its last one again and again. */
static gait_bmtr *with_frames(const gait_bmtr *from, uint32_t count) {
    uint32_t bones = gait_bmtr_bone_count(from), last = gait_bmtr_frame_count(from) - 1;
    gait_bmtr *made;
    assert_int_equal(gaiti_bmtr_new(5, bones, count, NULL, &made), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        gait_span name = gait_bmtr_bone_name(from, b);
        assert_int_equal(gaiti_bmtr_set_bone_name(made, b, name), GAIT_OK);
        for (uint32_t f = 0; f < count; f++) {
            gait_bmtr_record record = gait_bmtr_record_at(from, f < last ? f : last, b);
            assert_int_equal(gaiti_bmtr_set_record(made, f, b, &record), GAIT_OK);
        }
    }
    return made;
}

TEST(test_frames_are_added_and_removed) {
    static const struct {
        uint32_t count, preload;
    } cases[] = {{35, 0}, {26, 0}, {13, 0}, {4, 0}, {3, 1}, {1, 1}};
    test_file walk = test_open("samples/walk_binarised.rtm");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_bmtr *base, *edited, *again;
        gait_buffer out = {0};
        uint32_t changed;
        assert_int_equal(gait_bmtr_open(walk.bytes, NULL, &base), GAIT_OK);
        edited = with_frames(base, cases[i].count);
        assert_int_equal(gaiti_bmtr_patch(base, edited, NULL, &changed), GAIT_OK);
        assert_true(changed > 0);
        assert_int_equal(gait_bmtr_write(base, &out), GAIT_OK);
        assert_int_equal(gait_bmtr_open((gait_span){out.data, out.size}, NULL, &again), GAIT_OK);
        assert_int_equal(gait_bmtr_frame_count(again), cases[i].count);
        assert_int_equal(gait_bmtr_preload(again), cases[i].preload);
        for (uint32_t f = 0; f < cases[i].count; f++) {
            assert_true(gait_bmtr_phase(again, f) == gait_bmtr_phase(edited, f));
            for (uint32_t b = 0; b < gait_bmtr_bone_count(again); b++) {
                gait_bmtr_record found = gait_bmtr_record_at(again, f, b);
                gait_bmtr_record wanted = gait_bmtr_record_at(edited, f, b);
                assert_memory_equal(&found, &wanted, sizeof found);
            }
        }
        gait_buffer_free(&out);
        gait_bmtr_free(again);
        gait_bmtr_free(edited);
        gait_bmtr_free(base);
    }
    test_close(&walk);
}
