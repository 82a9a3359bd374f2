/* Calls of sampler.h with invalid arguments. */
#include <math.h>
#include <stdlib.h>

#include "gait/sampler.h"
#include "test.h"
#include "wrong.h"

/* A clip with memory for its sampler. */
typedef struct prepared {
    test_file file;
    gait_skeleton *skeleton;
    gait_clip *clip;
    gait_sampler_memory memory;
    const gait_sampler *sampler;
} prepared;

static prepared prepare(const char *path) {
    prepared self = {.file = test_open(path)};
    self.clip = wrong_clip_of(self.file.file, &self.skeleton);
    assert_int_equal(gait_sampler_measure(self.clip, &self.memory), GAIT_OK);
    self.memory.block = malloc(self.memory.size);
    self.memory.work = malloc(self.memory.work_size ? self.memory.work_size : 1);
    assert_true(self.memory.block && self.memory.work);
    assert_int_equal(gait_sampler_init(self.clip, GAIT_AXES_ENGINE, &self.memory, &self.sampler),
                     GAIT_OK);
    return self;
}

static void release(prepared *self) {
    free(self->memory.block);
    free(self->memory.work);
    wrong_free_clip(self->clip, self->skeleton);
    test_close(&self->file);
}

static void wrong_clips_of_samplers(void **state) {
    (void)state;
    prepared at = prepare("samples/walk.rtm");
    gait_sampler_memory measured;
    gait_clip wrong[WRONG_CLIPS];
    const gait_sampler *out;
    wrong_clips(at.clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_sampler_measure(&wrong[i], &measured));
        assert_bad_out(out, gait_sampler_init(&wrong[i], GAIT_AXES_ENGINE, &at.memory, &out));
    }
    gait_clip still = *at.clip;
    still.frame_count = 0;
    assert_bad(gait_sampler_measure(&still, &measured));
    assert_bad_out(out, gait_sampler_init(&still, GAIT_AXES_ENGINE, &at.memory, &out));
    gait_clip cut = *at.clip; /* channels have another number of keys */
    cut.frame_count = 3;
    assert_bad(gait_sampler_measure(&cut, &measured));
    assert_bad_out(out, gait_sampler_init(&cut, GAIT_AXES_ENGINE, &at.memory, &out));
    assert_bad(gait_sampler_measure(NULL, &measured));
    assert_bad(gait_sampler_measure(at.clip, NULL));
    assert_bad_out(out, gait_sampler_init(NULL, GAIT_AXES_ENGINE, &at.memory, &out));
    assert_bad_out(out, gait_sampler_init(at.clip, (gait_axes)3, &at.memory, &out));
    assert_bad_out(out, gait_sampler_init(at.clip, GAIT_AXES_ENGINE, NULL, &out));
    assert_bad(gait_sampler_init(at.clip, GAIT_AXES_ENGINE, &at.memory, NULL));
    release(&at);
}

static void wrong_memory_of_samplers(void **state) {
    (void)state;
    prepared at = prepare("samples/walk.rtm");
    const gait_sampler *out;
    assert_true(at.memory.work_size > 0);
    gait_sampler_memory wrong[5] = {at.memory, at.memory, at.memory, at.memory, at.memory};
    wrong[0].block = NULL;
    wrong[1].size--;
    wrong[2].size = 0;
    wrong[3].work = NULL;
    wrong[4].work_size--;
    for (int i = 0; i < 5; i++) {
        assert_bad_out(out, gait_sampler_init(at.clip, GAIT_AXES_ENGINE, &wrong[i], &out));
    }
    release(&at);
}

static void wrong_times_of_samplers(void **state) {
    (void)state;
    prepared at = prepare("samples/walk.rtm");
    static const double wrong[] = {NAN, INFINITY, -INFINITY};
    gait_moment moment;
    for (int i = 0; i < 3; i++) {
        for (int wrap = 0; wrap < 3; wrap++) {
            assert_bad(gait_sampler_moment(at.sampler, wrong[i], (gait_wrap)wrap, &moment));
        }
    }
    assert_bad(gait_sampler_moment(at.sampler, 0, (gait_wrap)3, &moment));
    assert_bad(gait_sampler_moment(at.sampler, 0, (gait_wrap)-1, &moment));
    assert_bad(gait_sampler_moment(NULL, 0, GAIT_WRAP_CLAMP, &moment));
    assert_bad(gait_sampler_moment(at.sampler, 0, GAIT_WRAP_CLAMP, NULL));
    assert_int_equal(gait_sampler_describe(NULL).frame_count, 0);
    assert_int_equal(gait_sampler_describe(NULL).used, 0);
    release(&at);
}

enum { ROOM = 256 };

/* Calls all functions of poses; each must refuse the moment. */
static void assert_bad_moment(const gait_sampler *sampler, const gait_moment *moment) {
    static float floats[ROOM * 12];
    static gait_trs transforms[ROOM];
    floats[0] = transforms[0].t[0] = -77;
    assert_bad(gait_sampler_rows(sampler, moment, floats, ROOM * GAIT_SAMPLER_ROWS));
    for (int space = 0; space < 3; space++) {
        assert_bad(
            gait_sampler_matrices(sampler, moment, (gait_sampler_space)space, floats, ROOM * 12));
        assert_bad(
            gait_sampler_transforms(sampler, moment, (gait_sampler_space)space, transforms, ROOM));
    }
    assert_bad(gait_sampler_bone(sampler, moment, 0, transforms));
    assert_true(floats[0] == -77 && transforms[0].t[0] == -77);
}

static void wrong_moments_of_samplers(void **state) {
    (void)state;
    prepared at = prepare("samples/walk.rtm");
    uint32_t count = at.clip->frame_count;
    const gait_moment wrong[] = {
        {.key = count, .next = 0},           {.key = UINT32_MAX, .next = 0},
        {.key = 0, .next = count},           {.key = count - 1, .next = count},
        {.key = 0, .next = UINT32_MAX},      {.fraction = -1e-7f},
        {.next = 1, .fraction = 1.0000002f}, {.next = 1, .fraction = NAN},
        {.next = 1, .fraction = INFINITY},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_bad_moment(at.sampler, &wrong[i]);
    }
    const gait_moment start = {0};
    assert_bad_moment(at.sampler, NULL);
    assert_bad_moment(NULL, &start);
    release(&at);
}

static void wrong_outputs_of_samplers(void **state) {
    (void)state;
    prepared at = prepare("samples/walk.rtm");
    const gait_moment start = {0};
    static float floats[ROOM * 12];
    static gait_trs transforms[ROOM];
    uint32_t bones = at.skeleton->bone_count;
    assert_true(bones < ROOM);
    assert_null(gait_sampler_slots(NULL));
    assert_bad(gait_sampler_rows(at.sampler, &start, NULL, ROOM * GAIT_SAMPLER_ROWS));
    assert_bad(gait_sampler_rows(at.sampler, &start, floats, bones));
    assert_bad(gait_sampler_matrices(at.sampler, &start, GAIT_SAMPLER_LOCAL, NULL, ROOM * 12));
    assert_bad(gait_sampler_matrices(at.sampler, &start, (gait_sampler_space)3, floats, ROOM * 12));
    assert_bad(
        gait_sampler_matrices(at.sampler, &start, (gait_sampler_space)-1, floats, ROOM * 12));
    assert_bad(gait_sampler_transforms(at.sampler, &start, GAIT_SAMPLER_LOCAL, NULL, ROOM));
    assert_bad(
        gait_sampler_transforms(at.sampler, &start, GAIT_SAMPLER_SKINNING, transforms, ROOM));
    assert_bad(
        gait_sampler_transforms(at.sampler, &start, GAIT_SAMPLER_LOCAL, transforms, bones - 1));
    assert_bad(gait_sampler_bone(at.sampler, &start, bones, transforms));
    assert_bad(gait_sampler_bone(at.sampler, &start, UINT32_MAX, transforms));
    assert_bad(gait_sampler_bone(at.sampler, &start, 0, NULL));
    release(&at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_clips_of_samplers),   cmocka_unit_test(wrong_memory_of_samplers),
        cmocka_unit_test(wrong_times_of_samplers),   cmocka_unit_test(wrong_moments_of_samplers),
        cmocka_unit_test(wrong_outputs_of_samplers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
