/* Calls of skl.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/skl.h"
#include "test.h"
#include "wrong.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip_change.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_skl *skl;
    gait_span bytes = test_fixture_bytes("skl/ok/still.skl");
    assert_bad(gait_skl_open(bytes, NULL, NULL));
    assert_bad_out(skl, gait_skl_open(wrong_span, NULL, &skl));
    assert_bad(gait_skl_new(GAIT_SKL_ONE, NULL, NULL));
    assert_bad_out(skl, gait_skl_new(GAIT_SKL_OBJECT, NULL, &skl));
    assert_bad_out(skl, gait_skl_new((gait_skl_kind)-1, NULL, &skl));
    gait_skl_free(NULL);
    assert_bad(gait_skl_detach(NULL));
    assert_null(gait_file_skl(NULL));
    assert_int_equal(gait_skl_kind_of(NULL), GAIT_SKL_ONE);
    assert_int_equal(gaiti_skl_version(NULL), -1);
    free((void *)(uintptr_t)bytes.data);
}

static void assert_out_of_range(const gait_skl *skl, uint32_t more) {
    uint32_t motion = gait_skl_motion_count(skl) | more;
    uint32_t bone = gait_skl_motion_at(skl, 0).bone_count | more;
    assert_empty(gait_skl_motion_at(skl, motion).name);
    assert_int_equal(gait_skl_frame_count(skl, motion), 0);
    assert_empty(gait_skl_bone_at(skl, motion, 0).name);
    assert_empty(gait_skl_bone_at(skl, 0, bone).name);
    assert_empty(gait_skl_envelope_at(skl, motion, 0, 0).keys);
    assert_empty(gait_skl_envelope_at(skl, 0, bone, 0).keys);
    assert_empty(gait_skl_envelope_at(skl, 0, 0, GAIT_SKL_CHANNELS | more).keys);
    assert_empty(gait_skl_mark_at(skl, motion, 0).name);
    assert_empty(gait_skl_mark_at(skl, 0, gait_skl_motion_at(skl, 0).mark_count | more).name);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    static const char *const paths[] = {"skl/ok/marks.skl", "skl/ok/no_bones.skls",
                                        "skl/ok/no_keys.skl", "skl/ok/object_4.skl"};
    gait_skl *empty;
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &empty), GAIT_OK);
    for (int far = 0; far < 2; far++) {
        assert_out_of_range(NULL, far ? UINT32_MAX : 0);
        assert_out_of_range(empty, far ? UINT32_MAX : 0);
        for (int i = 0; i < 4; i++) {
            test_file self = test_open(paths[i]);
            assert_out_of_range(gait_file_skl(self.file), far ? UINT32_MAX : 0);
            test_close(&self);
        }
    }
    const gait_skl_curve no_keys = {.key_count = 3};
    assert_true(gait_skl_evaluate(NULL, 0) == 0);
    assert_true(gait_skl_evaluate(&no_keys, 0) == 0);
    gait_skl_free(empty);
}

static void wrong_arguments_of_setters(void **state) {
    (void)state;
    test_file file = test_open("skl/ok/marks.skl");
    gait_skl *skl;
    assert_int_equal(gait_skl_open(file.bytes, NULL, &skl), GAIT_OK);
    gait_skl_motion values = gait_skl_motion_at(skl, 0), lost = values;
    gait_skl_bone bone = gait_skl_bone_at(skl, 0, 0), lost_bone = bone;
    gait_omf_mark mark = gait_skl_mark_at(skl, 0, 0), lost_mark = mark;
    const gait_skl_curve curve = {.key_count = 0}, no_keys = {.key_count = 3};
    gait_skl_envelope envelope = gait_skl_envelope_at(skl, 0, 0, 0);
    gait_skl_key *keys = malloc((envelope.key_count + 1) * sizeof *keys);
    assert_non_null(keys);
    gait_skl_read_keys(skl, 0, 0, 0, keys);
    free(keys);
    lost.name = lost_bone.name = lost_mark.name = wrong_span;
    for (uint32_t beyond = 1; beyond; beyond = beyond == 1 ? UINT32_MAX : 0) {
        uint32_t beyond_bone = values.bone_count | (beyond == 1 ? 0 : beyond);
        assert_bad(gaiti_skl_set_motion(skl, beyond, &values));
        assert_bad(gait_skl_set_bone(skl, beyond, 0, &bone));
        assert_bad(gait_skl_set_bone(skl, 0, beyond_bone, &bone));
        assert_bad(gait_skl_set_envelope(skl, beyond, 0, 0, &curve));
        assert_bad(gait_skl_set_envelope(skl, 0, beyond_bone, 0, &curve));
        assert_bad(gait_skl_set_envelope(skl, 0, 0, GAIT_SKL_CHANNELS, &curve));
        assert_bad(gait_skl_set_mark(skl, beyond, 0, &mark));
        assert_bad(gait_skl_set_mark(skl, 0, UINT32_MAX, &mark));
        assert_bad(gaiti_skl_insert_mark(skl, beyond, 0, &mark));
        assert_bad(gaiti_skl_insert_mark(skl, 0, UINT32_MAX, &mark));
        assert_bad(gaiti_skl_remove_mark(skl, beyond, 0));
        assert_bad(gaiti_skl_remove_mark(skl, 0, values.mark_count | (beyond == 1 ? 0 : beyond)));
        assert_bad(gaiti_skl_remove_motion(skl, beyond));
    }
    assert_bad(gaiti_skl_set_motion(NULL, 0, &values));
    assert_bad(gaiti_skl_set_motion(skl, 0, NULL));
    assert_bad(gaiti_skl_set_motion(skl, 0, &lost));
    assert_bad(gait_skl_set_bone(NULL, 0, 0, &bone));
    assert_bad(gait_skl_set_bone(skl, 0, 0, NULL));
    assert_bad(gait_skl_set_bone(skl, 0, 0, &lost_bone));
    assert_bad(gait_skl_set_envelope(NULL, 0, 0, 0, &curve));
    assert_bad(gait_skl_set_envelope(skl, 0, 0, 0, NULL));
    assert_bad(gait_skl_set_envelope(skl, 0, 0, 0, &no_keys));
    assert_bad(gait_skl_set_mark(NULL, 0, 0, &mark));
    assert_bad(gait_skl_set_mark(skl, 0, 0, NULL));
    assert_bad(gait_skl_set_mark(skl, 0, 0, &lost_mark));
    assert_bad(gaiti_skl_insert_mark(NULL, 0, 0, &mark));
    assert_bad(gaiti_skl_insert_mark(skl, 0, 0, NULL));
    assert_bad(gaiti_skl_insert_mark(skl, 0, 0, &lost_mark));
    assert_bad(gaiti_skl_remove_mark(NULL, 0, 0));
    assert_bad(gaiti_skl_remove_motion(NULL, 0));
    assert_bad(gaiti_skl_remove_motion(skl, 0)); /* the only motion of a .skl */
    gait_skl_free(skl);
    test_close(&file);
}

static void wrong_arguments_of_add_motion(void **state) {
    (void)state;
    const gait_skl_motion motion = {.version = 7, .bone_count = 1, .fps = 30};
    const gait_skl_bone bone = {.flags = 0}, lost_bone = {.name = {NULL, 5}};
    const gait_skl_curve curves[1][GAIT_SKL_CHANNELS] = {{{.key_count = 0}}};
    const gait_skl_curve no_keys[1][GAIT_SKL_CHANNELS] = {{{.key_count = 3}}};
    gait_skl *skl;
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &skl), GAIT_OK);
    assert_bad(gait_skl_add_motion(NULL, &motion, &bone, curves));
    assert_bad(gait_skl_add_motion(skl, NULL, &bone, curves));
    assert_bad(gait_skl_add_motion(skl, &motion, NULL, curves));
    assert_bad(gait_skl_add_motion(skl, &motion, &bone, NULL));
    assert_bad(gait_skl_add_motion(skl, &motion, &lost_bone, curves));
    assert_bad(gait_skl_add_motion(skl, &motion, &bone, no_keys));
    assert_int_equal(gait_skl_add_motion(skl, &motion, &bone, curves), GAIT_OK);
    assert_bad(gait_skl_add_motion(skl, &motion, &bone, curves));
    gait_skl_free(skl);
}

static void wrong_arguments_of_whole_motion_edits(void **state) {
    (void)state;
    test_file file = test_open("skl/ok/two.skls");
    const uint32_t order[2] = {0, 1};
    const gait_skl_kind wrong_kinds[2] = {GAIT_SKL_OBJECT, (gait_skl_kind)-1};
    gait_skl *skl, *part, *empty;
    gait_merged merged = {.appended = 3};
    assert_int_equal(gait_skl_open(file.bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &empty), GAIT_OK);
    for (uint32_t beyond = 2; beyond; beyond = beyond == 2 ? UINT32_MAX : 0) {
        assert_bad(gaiti_skl_rename_motion(skl, beyond, "a", NULL));
        assert_bad(gaiti_skl_duplicate_motion(skl, beyond, "a", NULL));
        assert_bad(gaiti_skl_remove_motions(skl, &beyond, 1, NULL));
        assert_bad_out(part, gaiti_skl_extract(skl, &beyond, 1, GAIT_SKL_MANY, NULL, &part));
    }
    assert_bad(gaiti_skl_rename_motion(NULL, 0, "a", NULL));
    assert_bad(gaiti_skl_rename_motion(skl, 0, NULL, NULL));
    assert_bad(gaiti_skl_rename_motion(empty, 0, "a", NULL));
    assert_bad(gaiti_skl_duplicate_motion(NULL, 0, "a", NULL));
    assert_bad(gaiti_skl_duplicate_motion(skl, 0, NULL, NULL));
    assert_bad(gaiti_skl_duplicate_motion(empty, 0, "a", NULL));
    assert_bad(gaiti_skl_reorder_motions(NULL, order, 0));
    assert_bad(gaiti_skl_reorder_motions(skl, NULL, 2));
    assert_bad(gaiti_skl_reorder_motions(skl, order, 0));
    assert_int_equal(gaiti_skl_reorder_motions(empty, NULL, 0), GAIT_OK);
    assert_bad(gaiti_skl_remove_motions(NULL, order, 1, NULL));
    assert_bad(gaiti_skl_remove_motions(skl, NULL, 1, NULL));
    assert_bad(gaiti_skl_remove_motions(empty, order, 1, NULL));
    assert_int_equal(gaiti_skl_remove_motions(skl, NULL, 0, NULL), GAIT_OK);
    assert_bad_out(part, gaiti_skl_extract(NULL, order, 1, GAIT_SKL_MANY, NULL, &part));
    assert_bad_out(part, gaiti_skl_extract(skl, NULL, 1, GAIT_SKL_MANY, NULL, &part));
    assert_bad_out(part, gaiti_skl_extract(skl, order, 2, GAIT_SKL_ONE, NULL, &part));
    assert_bad_out(part, gaiti_skl_extract(skl, order, 1, wrong_kinds[0], NULL, &part));
    assert_bad_out(part, gaiti_skl_extract(skl, order, 1, wrong_kinds[1], NULL, &part));
    assert_bad(gaiti_skl_extract(skl, order, 1, GAIT_SKL_MANY, NULL, NULL));
    assert_bad(gaiti_skl_merge(NULL, skl, NULL, NULL, &merged));
    assert_int_equal(merged.appended, 0);
    assert_bad(gaiti_skl_merge(skl, NULL, NULL, NULL, NULL));
    assert_bad(gaiti_skl_merge(skl, skl, NULL, NULL, NULL));
    gait_skl_free(empty);
    gait_skl_free(skl);
    test_close(&file);
}

/* Includes a .skl without motions. */
static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    gait_skl *skl;
    gait_buffer out = {0};
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &skl), GAIT_OK);
    assert_bad(gaiti_skl_check(NULL, NULL));
    assert_bad(gaiti_skl_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_skl_map(skl, NULL, NULL));
    assert_bad(gait_skl_write(NULL, &out));
    assert_bad(gait_skl_write(skl, NULL));
    assert_bad(gait_skl_write(skl, &out));
    assert_bad(gaiti_skl_map(skl, wrong_visit, NULL));
    assert_int_equal(gaiti_skl_check(skl, NULL), GAIT_OK);
    assert_int_equal(gait_skl_detach(skl), GAIT_OK);
    gait_buffer_free(&out);
    gait_skl_free(skl);
}

static void wrong_arguments_of_clip_functions(void **state) {
    (void)state;
    test_file file = test_open("skl/ok/moving.skls");
    const gait_skl *document = gait_file_skl(file.file);
    gait_skl *skl, *empty;
    gait_skeleton *skeleton, *out;
    gait_clip *clip = wrong_clip_of(file.file, &skeleton), *out_clip, wrong[WRONG_CLIPS];
    gaiti_clip_change changes[WRONG_CHANGES];
    uint32_t losses = 7, beyond = gait_skl_motion_count(document);
    assert_int_equal(gait_skl_open(file.bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &empty), GAIT_OK);
    assert_bad_out(out, gaiti_skl_bind_skeleton(NULL, NULL, NULL, &out));
    assert_bad(gaiti_skl_bind_skeleton(document, NULL, NULL, NULL));
    assert_bad_out(out_clip, gaiti_skl_clip(NULL, 0, skeleton, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_skl_clip(document, 0, NULL, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_skl_clip(document, beyond, skeleton, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_skl_clip(empty, 0, skeleton, NULL, &out_clip));
    assert_bad(gaiti_skl_clip(document, 0, skeleton, NULL, NULL));
    assert_bad(gaiti_skl_add_clip(NULL, clip, 7, 0, &losses));
    assert_int_equal(losses, 0);
    assert_bad(gaiti_skl_add_clip(skl, NULL, 7, 0, NULL));
    assert_bad(gaiti_skl_add_clip(skl, clip, 5, 0, NULL));
    assert_bad(gaiti_skl_apply_metadata(NULL, 0, clip, GAIT_META_EVENTS));
    assert_bad(gaiti_skl_apply_metadata(skl, 0, NULL, GAIT_META_EVENTS));
    assert_bad(gaiti_skl_apply_metadata(skl, beyond, clip, GAIT_META_EVENTS));
    assert_bad(gaiti_skl_apply_changes(skl, 0, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gaiti_skl_add_clip(skl, &wrong[i], 7, 0, NULL));
        assert_bad(gaiti_skl_apply_metadata(skl, 0, &wrong[i], GAIT_META_EVENTS));
    }
    wrong_changes(clip, wrong, changes);
    for (int i = 0; i < WRONG_CHANGES; i++) {
        assert_bad(gaiti_skl_apply_changes(skl, 0, &changes[i]));
    }
    assert_bad(gaiti_skl_apply_changes(NULL, 0, &changes[0]));
    gait_skl_free(empty);
    gait_skl_free(skl);
    wrong_free_clip(clip, skeleton);
    test_close(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_setters),
        cmocka_unit_test(wrong_arguments_of_add_motion),
        cmocka_unit_test(wrong_arguments_of_whole_motion_edits),
        cmocka_unit_test(wrong_arguments_of_document_functions),
        cmocka_unit_test(wrong_arguments_of_clip_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
