/* Wrong calls of compare.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "gait/compare.h"
#include "gait/gltf.h"
#include "gait/transform.h"
#include "wrong.h"

/* A base of one clip. */
typedef struct sample {
    wrong_file file;
    gait_skeleton *skeleton;
    gait_back_base *base;
} sample;

static sample sample_open(void) {
    sample self = {.file = wrong_open("samples/walk.rtm")};
    gait_skeleton *tree;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_skeleton(self.file.file, tree, NULL, &self.skeleton), GAIT_OK);
    assert_int_equal(gait_back_base_new(self.file.file, self.skeleton, NULL, &self.base), GAIT_OK);
    gait_skeleton_free(tree);
    return self;
}

static void sample_close(sample *self) {
    gait_back_base_free(self->base);
    gait_skeleton_free(self->skeleton);
    wrong_close(&self->file);
}

/* An edited file of one joint that turns once, and all that it points to. */
typedef struct little_edit {
    double times[2], values[8];
    gait_back_joint joint;
    gait_back_track track;
    gait_back_animation animation;
    gait_back_edit edit;
} little_edit;

static void make_edit(little_edit *out) {
    *out = (little_edit){.times = {0, 1}, .values = {0, 0, 0, 1, 0, 1, 0, 0}};
    out->joint = (gait_back_joint){.name = "pelvis",
                                   .parent = -1,
                                   .rest = gait_affine_identity(),
                                   .node = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    out->track.rotation = (gait_back_curve){.count = 2, .times = out->times, .values = out->values};
    out->animation = (gait_back_animation){.name = "turn", .tracks = &out->track};
    out->edit = (gait_back_edit){.joint_count = 1,
                                 .joints = &out->joint,
                                 .animation_count = 1,
                                 .animations = &out->animation};
}

static void edited_files(void **state) {
    (void)state;
    wrong_file self = wrong_open("gltf/ok/waving.glb"), other = wrong_open("gltf/ok/nothing.gltf");
    const gait_gltf_file *file = gait_file_gltf(self.file);
    gait_gltf_rig *rig;
    gait_back_edit *edit;
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_bad(gait_gltf_edit_new(file, rig, NULL, NULL));
    assert_bad_out(edit, gait_gltf_edit_new(NULL, rig, NULL, &edit));
    assert_bad_out(edit, gait_gltf_edit_new(file, NULL, NULL, &edit));
    assert_bad_out(edit, gait_gltf_edit_new(gait_file_gltf(other.file), rig, NULL, &edit));
    gait_gltf_edit_free(NULL);
    gait_gltf_rig_free(rig);
    wrong_close(&other);
    wrong_close(&self);
}

static void an_edited_file_without_its_needs(void **state) {
    (void)state;
    sample from = sample_open();
    gait_buffer text = {0}, bin = {0};
    gait_gltf *gltf;
    gait_gltf_file *file;
    gait_gltf_rig *rig;
    gait_back_edit *edit = (void *)&wrong_place;
    assert_int_equal(gait_gltf_begin(from.skeleton, NULL, &gltf), GAIT_OK);
    assert_int_equal(gait_gltf_add(gltf, from.base->clips[0]), GAIT_OK);
    assert_int_equal(gait_gltf_finish_text(gltf, "walk.bin", &text, &bin), GAIT_OK);
    assert_int_equal(gait_gltf_open((gait_span){text.data, text.size}, NULL, &file), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_int_equal(gait_gltf_edit_new(file, rig, NULL, &edit), GAIT_UNSUPPORTED);
    assert_null(edit);
    gait_gltf_rig_free(rig);
    gait_gltf_close(file);
    gait_gltf_free(gltf);
    gait_buffer_free(&text);
    gait_buffer_free(&bin);
    sample_close(&from);
}

static void bases(void **state) {
    (void)state;
    sample from = sample_open();
    const gait_file *file = from.file.file;
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *flat;
    gait_back_base *base;
    assert_bad(gait_back_base_new(file, from.skeleton, NULL, NULL));
    assert_bad_out(base, gait_back_base_new(NULL, from.skeleton, NULL, &base));
    assert_bad_out(base, gait_back_base_new(file, NULL, NULL, &base));
    assert_int_equal(gait_file_skeleton(file, NULL, NULL, &flat), GAIT_OK);
    const gait_skeleton *others[] = {flat, &nothing}; /* none is the one of the export */
    for (int i = 0; i < 2; i++) {
        base = (void *)&wrong_place;
        gait_status status = gait_back_base_new(file, others[i], NULL, &base);
        assert_true((status == GAIT_OK) == (base != NULL));
        gait_back_base_free(base);
    }
    assert_bad(gait_back_base_place(NULL, 0, 1));
    assert_bad(gait_back_base_place(from.base, from.base->clip_count, 1));
    assert_bad(gait_back_base_place(from.base, UINT32_MAX, 1));
    assert_int_equal(gait_back_base_place(from.base, 0, -1), GAIT_OK);
    gait_back_base_free(NULL);
    gait_skeleton_free(flat);
    sample_close(&from);
}

/* Bases and edited files of a caller, each without something. */
static void comparing(void **state) {
    (void)state;
    sample from = sample_open();
    little_edit it;
    gait_back *back;
    gait_clip wrong[WRONG_CLIPS];
    make_edit(&it);
    assert_bad(gait_back_new(from.base, &it.edit, NULL, NULL));
    assert_bad_out(back, gait_back_new(NULL, &it.edit, NULL, &back));
    assert_bad_out(back, gait_back_new(from.base, NULL, NULL, &back));

    gait_back_base base = *from.base;
    base.skeleton = NULL;
    assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    base = *from.base;
    base.clips = NULL;
    assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    const gait_clip *clip = NULL;
    base.clips = &clip;
    assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    clip = from.base->lifted[0]; /* deltas */
    assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    wrong_clips(from.base->clips[0], wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        clip = &wrong[i];
        assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    }
    const char *no_name = NULL;
    base = *from.base;
    base.clip_names = &no_name;
    assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    base = *from.base;
    const char **no_names = calloc(base.skeleton->bone_count, sizeof *no_names);
    assert_non_null(no_names);
    base.bone_names = no_names;
    assert_bad_out(back, gait_back_new(&base, &it.edit, NULL, &back));
    free(no_names);
    sample_close(&from);
}

static void assert_edit_is_bad(const gait_back_base *base, const gait_back_edit *edit) {
    gait_back *back;
    gait_skeleton *skeleton;
    assert_bad_out(back, gait_back_new(base, edit, NULL, &back));
    assert_bad_out(skeleton,
                   gait_back_skeleton(base->skeleton, edit, GAIT_BACK_EVERY_BONE, NULL, &skeleton));
}

static void comparing_edits(void **state) {
    (void)state;
    sample from = sample_open();
    little_edit it;
    make_edit(&it);
    it.edit.joints = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.edit.animations = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.joint.name = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.animation.name = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.animation.tracks = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.track.rotation.times = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.track.rotation.values = NULL;
    assert_edit_is_bad(from.base, &it.edit);
    make_edit(&it);
    it.track.rotation.interpolation = GAIT_BACK_CUBIC;
    assert_edit_is_bad(from.base, &it.edit);

    static const int32_t parents[] = {0, 1, -2, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof parents / sizeof parents[0]; i++) {
        gait_back *back = (void *)&wrong_place;
        gait_skeleton *skeleton = (void *)&wrong_place;
        make_edit(&it);
        it.joint.parent = parents[i];
        assert_int_equal(gait_back_new(from.base, &it.edit, NULL, &back), GAIT_CORRUPT);
        assert_null(back);
        assert_int_equal(
            gait_back_skeleton(from.skeleton, &it.edit, GAIT_BACK_EVERY_BONE, NULL, &skeleton),
            GAIT_CORRUPT);
        assert_null(skeleton);
    }
    sample_close(&from);
}

static void no_comparison(void **state) {
    (void)state;
    gait_clip *clip;
    assert_int_equal(gait_back_summarize(NULL).matched_bones, 0);
    assert_int_equal(gait_back_joint_of(NULL, 0), -1);
    assert_int_equal(gait_back_bone_of(NULL, 0), -1);
    assert_int_equal(gait_back_near_joint(NULL, 0), -1);
    assert_int_equal(gait_back_clip_count(NULL), 0);
    assert_int_equal(gait_back_clip_at(NULL, 0).clip, -1);
    assert_int_equal(gait_back_clip_at(NULL, 0).animation, -1);
    assert_null(gait_back_change_of(NULL, 0));
    assert_bad_out(clip, gait_back_added(NULL, 0, NULL, &clip));
    gait_back_free(NULL);
}

static void ask(const gait_back *back, uint32_t bones, uint32_t joints) {
    gait_clip *clip;
    for (int far = 0; far < 2; far++) {
        uint32_t more = far ? UINT32_MAX : 0;
        uint32_t index = gait_back_clip_count(back) | more;
        assert_int_equal(gait_back_joint_of(back, bones | more), -1);
        assert_int_equal(gait_back_near_joint(back, bones | more), -1);
        assert_int_equal(gait_back_bone_of(back, joints | more), -1);
        assert_int_equal(gait_back_clip_at(back, index).clip, -1);
        assert_int_equal(gait_back_clip_at(back, index).animation, -1);
        assert_null(gait_back_change_of(back, index));
        assert_bad_out(clip, gait_back_added(back, index, NULL, &clip));
    }
    for (uint32_t c = 0; c < gait_back_clip_count(back); c++) {
        bool is_new = gait_back_clip_at(back, c).fate == GAIT_BACK_NEW;
        bool is_changed = gait_back_clip_at(back, c).fate == GAIT_BACK_CHANGED;
        assert_true((gait_back_change_of(back, c) != NULL) == is_changed);
        assert_bad(gait_back_added(back, c, NULL, NULL));
        if (!is_new) {
            assert_bad_out(clip, gait_back_added(back, c, NULL, &clip));
        }
    }
}

static void out_of_range(void **state) {
    (void)state;
    sample from = sample_open();
    const gait_skeleton nothing = {.name = ""};
    const gait_back_base no_clips = {.skeleton = from.skeleton}, no_bones = {.skeleton = &nothing};
    const gait_back_edit no_joints = {0};
    const gait_back_base *bases[] = {from.base, &no_clips, &no_bones};
    little_edit it;
    make_edit(&it);
    for (int b = 0; b < 3; b++) {
        for (int e = 0; e < 2; e++) {
            const gait_back_edit *edit = e ? &no_joints : &it.edit;
            gait_back *back;
            assert_int_equal(gait_back_new(bases[b], edit, NULL, &back), GAIT_OK);
            ask(back, bases[b]->skeleton->bone_count, edit->joint_count);
            gait_back_free(back);
        }
    }
    sample_close(&from);
}

static void skeletons(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    const gait_back_edit no_joints = {0};
    gait_skeleton *tree, *skeleton;
    little_edit it;
    make_edit(&it);
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_bad(gait_back_skeleton(tree, &it.edit, GAIT_BACK_EVERY_BONE, NULL, NULL));
    assert_bad_out(skeleton,
                   gait_back_skeleton(NULL, &it.edit, GAIT_BACK_EVERY_BONE, NULL, &skeleton));
    assert_bad_out(skeleton, gait_back_skeleton(tree, NULL, GAIT_BACK_EVERY_BONE, NULL, &skeleton));
    assert_bad_out(skeleton,
                   gait_back_skeleton(tree, &it.edit, (gait_back_bones)(GAIT_BACK_RECORDS + 1),
                                      NULL, &skeleton));
    skeleton = (void *)&wrong_place;
    assert_int_equal(gait_back_skeleton(&nothing, &it.edit, GAIT_BACK_EVERY_BONE, NULL, &skeleton),
                     GAIT_NOT_FOUND);
    assert_null(skeleton);
    skeleton = (void *)&wrong_place;
    assert_int_equal(gait_back_skeleton(tree, &no_joints, GAIT_BACK_RECORDS, NULL, &skeleton),
                     GAIT_NOT_FOUND);
    assert_null(skeleton);
    gait_skeleton_free(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edited_files),    cmocka_unit_test(an_edited_file_without_its_needs),
        cmocka_unit_test(bases),           cmocka_unit_test(comparing),
        cmocka_unit_test(comparing_edits), cmocka_unit_test(no_comparison),
        cmocka_unit_test(out_of_range),    cmocka_unit_test(skeletons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
