/* Poses of samplers agree with exact poses and with each other, and stay within their outputs. */
#include <math.h>
#include <stdlib.h>

#include "gait/pose.h"
#include "gait/transform.h"
#include "sampler_clips.h"
#include "sampler_errors.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

enum { CLIPS = 60, MATRIX = 12 };

static const float guard = -1234.5f;

static void *allocate(size_t count, size_t size) {
    void *room = calloc(count + 1, size);
    assert_non_null(room);
    return room;
}

/* The largest errors of one kind of clips. */
static struct { double metres, degrees[2], scale; } worst; /* degrees: at keys, between keys */

static uint64_t compared;

static void compare_bone(const gait_trs *sampled, const gait_affine *from, const gait_affine *to,
                         double fraction, bool is_linear) {
    gait_transform exact;
    bool is_between = fraction > 0 && fraction < 1;
    if (!(is_linear ? sampler_interpolate_numbers(from, to, fraction, &exact)
                    : sampler_interpolate(from, to, fraction, &exact))) {
        return;
    }
    sampler_error error = sampler_error_of(sampled, &exact);
    worst.metres = fmax(worst.metres, error.metres * SAMPLER_METRES / sampler_metres(from, to));
    worst.degrees[is_between] = fmax(worst.degrees[is_between], error.degrees);
    worst.scale = fmax(worst.scale, error.scale);
    double degrees = is_between ? SAMPLER_DEGREES_BETWEEN : SAMPLER_DEGREES_AT_KEYS;
    if (!(error.metres <= sampler_metres(from, to) && error.degrees <= degrees &&
          error.scale <= SAMPLER_SCALE)) {
        fail_msg("off by %g mm, %g degrees and a scale of %g", 1000 * error.metres, error.degrees,
                 error.scale);
    }
    compared++;
}

/* Compares poses at all keys and at random moments. */
static void compare_clip(const gait_clip *clip, gait_axes axes, uint64_t *seed) {
    uint32_t bones = clip->skeleton->bone_count;
    made_sampler made = sampler_make(clip, axes, 0);
    gait_affine *from = allocate(bones, sizeof *from), *to = allocate(bones, sizeof *to);
    gait_trs *sampled = allocate(bones, sizeof *sampled);
    for (uint32_t f = 0; f < 3 * clip->frame_count; f++) {
        gait_moment moment = {.key = f / 3};
        bool has_next = moment.key + 1 < clip->frame_count;
        moment.next = has_next ? moment.key + 1 : moment.key;
        moment.fraction = f % 3 == 0 ? 0 : f % 3 == 1 ? 1 : (float)((test_random(seed) + 1) / 2);
        assert_int_equal(
            gait_sampler_transforms(made.sampler, &moment, GAIT_SAMPLER_LOCAL, sampled, bones),
            GAIT_OK);
        gait_pose_at_frame(clip, moment.key, GAIT_SPACE_LOCAL, axes, from);
        gait_pose_at_frame(clip, moment.next, GAIT_SPACE_LOCAL, axes, to);
        for (uint32_t b = 0; b < bones; b++) {
            compare_bone(&sampled[b], &from[b], &to[b], moment.fraction,
                         sampler_is_linear(clip, b));
        }
    }
    free(sampled);
    free(to);
    free(from);
    sampler_free(&made);
}

static void compare_kind(sampled_kind kind, bool is_hostile) {
    uint64_t seed = 7 + (uint64_t)kind;
    memset(&worst, 0, sizeof worst);
    compared = 0;
    for (int i = 0; i < CLIPS; i++) {
        sampled_way way = sampled_way_random(&seed, kind);
        way.is_hostile = is_hostile;
        way.scales_rest = kind <= SAMPLED_MODEL && i % 4 == 1;
        sampled_clip made = sampled_clip_make(&seed, &way);
        compare_clip(&made.clip, (gait_axes)(i % 3), &seed);
        sampled_clip_free(&made);
    }
    print_message("kind %d%s: %llu bones, %.5f mm, %.5f and %.5f degrees, scale %.5f\n", kind,
                  is_hostile ? ", invalid keys" : "", (unsigned long long)compared,
                  1000 * worst.metres, worst.degrees[0], worst.degrees[1], worst.scale);
    assert_true(compared > 1000);
}

TEST(poses_agree_with_exact_poses) {
    for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
        compare_kind((sampled_kind)kind, false);
    }
}

TEST(invalid_keys_do_not_affect_other_poses) {
    for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
        compare_kind((sampled_kind)kind, true);
    }
}

/* gait_pose_at_time() finds the same keys and fraction. */
TEST(poses_at_times_agree_with_exact_poses) {
    uint64_t seed = 4;
    compared = 0;
    for (int i = 0; i < 4 * CLIPS; i++) {
        sampled_way way = sampled_way_random(&seed, (sampled_kind)(i % SAMPLED_KINDS));
        way.degrees = 10 + 20 * (i % 2);
        way.lacks_parents = false;
        sampled_clip made = sampled_clip_make(&seed, &way);
        made_sampler sampler = sampler_make(&made.clip, GAIT_AXES_GLTF, 0);
        uint32_t bones = way.bone_count;
        gait_affine *pose = allocate(bones, sizeof *pose), *work = allocate(bones, sizeof *work);
        gait_trs *sampled = allocate(bones, sizeof *sampled);
        for (int k = 0; k < 20; k++) {
            double half = (sampler.info.last - sampler.info.first) / 2;
            double time = sampler.info.first + half * (1 + test_random(&seed));
            time = k % 4 == 0 ? (double)made.time[k % way.frame_count] : time;
            gait_moment moment;
            assert_int_equal(gait_sampler_moment(sampler.sampler, time, GAIT_WRAP_CLAMP, &moment),
                             GAIT_OK);
            assert_int_equal(
                gait_pose_at_time(&made.clip, time, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, pose, work),
                GAIT_OK);
            assert_int_equal(gait_sampler_transforms(sampler.sampler, &moment, GAIT_SAMPLER_LOCAL,
                                                     sampled, bones),
                             GAIT_OK);
            for (uint32_t b = 0; b < bones; b++) {
                compare_bone(&sampled[b], &pose[b], &pose[b], 0.5, false);
            }
        }
        free(sampled);
        free(work);
        free(pose);
        sampler_free(&sampler);
        sampled_clip_free(&made);
    }
    assert_true(compared > 10000);
}

/* One bone turns by 60 degrees about X at a pivot that is not the origin, and its parent is
 * unknown. The numbers of its matrix are interpolated, so that the pivot does not move. */
TEST(pivots_of_bones_without_known_parents_do_not_move) {
    const float half = 0.8660254F, pivot = 1.6F, time[2] = {0, 1};
    const float keys[2][12] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
        {1, 0, 0, 0, 0.5F, half, 0, -half, 0.5F, 0, 0.5F * pivot, -half * pivot}};
    const gait_bone bone = {.name = "a", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const gait_channel rotation = {
        .data = (const uint8_t *)keys, .count = 2, .stride = sizeof *keys, .element = GAIT_MAT3_LE};
    gait_track track = {.rotation = rotation, .translation = rotation};
    track.translation.data += 9 * sizeof(float);
    track.translation.element = GAIT_F32_LE;
    gait_clip clip = {.name = "c",
                      .space = GAIT_SPACE_DELTA,
                      .axes = GAIT_AXES_FILE,
                      .frame_count = 2,
                      .time = time,
                      .time_unit = GAIT_TIME_PHASE,
                      .tracks = &track};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", &bone, 1, NULL, &skeleton), GAIT_OK);
    clip.skeleton = skeleton;
    made_sampler made = sampler_make(&clip, GAIT_AXES_FILE, 0);
    gait_affine pose, work;
    float matrix[MATRIX];
    gait_moment moment = {.key = 0, .next = 1, .fraction = 0.5};
    assert_int_equal(gait_pose_at_time(&clip, 0.5, GAIT_SPACE_DELTA, GAIT_AXES_FILE, &pose, &work),
                     GAIT_OK);
    assert_int_equal(
        gait_sampler_matrices(made.sampler, &moment, GAIT_SAMPLER_SKINNING, matrix, MATRIX),
        GAIT_OK);
    for (int i = 0; i < 3; i++) {
        double at = i == 1 ? (double)pivot : 0;
        test_assert_near(pose.m[i][1] * (double)pivot + pose.t[i], at, 1e-6);
        test_assert_near((double)(matrix[4 * i + 1] * pivot + matrix[4 * i + 3]), at, 1e-6);
    }
    sampler_free(&made);
    gait_skeleton_free(skeleton);
}

/* A clip of one bone that is about `distance` metres away and moves by `range` metres. */
static void compare_distance(gait_space space, float distance, float range, uint64_t *seed) {
    enum { FRAMES = 200 };
    static float keys[FRAMES][3], time[FRAMES];
    const gait_bone bone = {.name = "a", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", &bone, 1, NULL, &skeleton), GAIT_OK);
    for (int f = 0; f < FRAMES; f++) {
        time[f] = (float)f;
        for (int i = 0; i < 3; i++) {
            double share = f < 2 ? 2 * f - 1 : test_random(seed); /* the ends of the range */
            keys[f][i] = distance + range / 2 * (float)share;
        }
    }
    const gait_track track = {.translation = {.data = (const uint8_t *)keys,
                                              .count = FRAMES,
                                              .stride = sizeof *keys,
                                              .element = GAIT_F32}};
    const gait_clip clip = {.name = "c",
                            .skeleton = skeleton,
                            .space = space,
                            .frame_count = FRAMES,
                            .time = time,
                            .tracks = &track};
    compare_clip(&clip, GAIT_AXES_GLTF, seed);
    gait_skeleton_free(skeleton);
}

TEST(distant_poses_agree_with_exact_poses) {
    static const float distances[] = {0, 1, 30, 36, 40, 56, 57.5f, 60, 1000, 12345.6f, 1e6f, 1e9f};
    static const float ranges[] = {0, 1e-7f, 1e-5f, 0.001f, 0.1f, 1.25f, 1.2999f, 1.79f, 5, 500};
    uint64_t seed = 6;
    memset(&worst, 0, sizeof worst);
    compared = 0;
    for (int i = 0; i < 240; i++) {
        compare_distance(i / 10 % 2 ? GAIT_SPACE_LOCAL : GAIT_SPACE_MODEL, distances[i / 20],
                         ranges[i % 10], &seed);
    }
    print_message("%llu bones, at most %.3f of the bound\n", (unsigned long long)compared,
                  worst.metres / SAMPLER_METRES);
    assert_true(compared > 100000);
}

/* Two numbers with the same bits, or two that are not numbers. */
static bool is_same(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void assert_same(const void *a, const void *b, size_t floats) {
    const float *p = a, *q = b;
    for (size_t i = 0; i < floats; i++) {
        if (!is_same(p[i], q[i])) {
            fail_msg("number %zu is %.9g and %.9g", i, (double)p[i], (double)q[i]);
        }
    }
}

/* --- the outputs of one moment ---------------------------------------------------------------- */

/* All outputs, each followed by one more number. */
typedef struct outputs {
    float *rows, *matrices[3];
    gait_trs *transforms[2];
    size_t row_floats;
} outputs;

static outputs outputs_make(const gait_sampler_info *info) {
    outputs self = {.row_floats = (size_t)info->row_size * info->row_count};
    self.rows = allocate(self.row_floats, sizeof *self.rows);
    for (int i = 0; i < 3; i++) {
        self.matrices[i] = allocate((size_t)info->bone_count * MATRIX, sizeof **self.matrices);
    }
    for (int i = 0; i < 2; i++) {
        self.transforms[i] = allocate(info->bone_count, sizeof **self.transforms);
    }
    return self;
}

static void outputs_free(outputs *self) {
    free(self->rows);
    for (int i = 0; i < 3; i++) {
        free(self->matrices[i]);
    }
    free(self->transforms[0]);
    free(self->transforms[1]);
}

static void outputs_fill(outputs *self, const made_sampler *made, const gait_moment *moment) {
    uint32_t bones = made->info.bone_count;
    self->rows[self->row_floats] = guard;
    assert_int_equal(gait_sampler_rows(made->sampler, moment, self->rows, self->row_floats),
                     GAIT_OK);
    assert_true(self->rows[self->row_floats] == guard);
    for (int space = 0; space < 3; space++) {
        float *matrices = self->matrices[space];
        matrices[(size_t)bones * MATRIX] = guard;
        assert_int_equal(gait_sampler_matrices(made->sampler, moment, (gait_sampler_space)space,
                                               matrices, (size_t)bones * MATRIX),
                         GAIT_OK);
        assert_true(matrices[(size_t)bones * MATRIX] == guard);
    }
    for (int space = 0; space < 2; space++) {
        gait_trs *transforms = self->transforms[space];
        transforms[bones].t[0] = guard;
        assert_int_equal(gait_sampler_transforms(made->sampler, moment, (gait_sampler_space)space,
                                                 transforms, bones),
                         GAIT_OK);
        assert_true(transforms[bones].t[0] == guard);
    }
}

static void assert_same_outputs(const outputs *a, const outputs *b, uint32_t bones) {
    assert_same(a->rows, b->rows, a->row_floats);
    for (int i = 0; i < 3; i++) {
        assert_same(a->matrices[i], b->matrices[i], (size_t)bones * MATRIX);
    }
    assert_same(a->transforms[0], b->transforms[0], (size_t)bones * GAIT_SAMPLER_ROWS);
    assert_same(a->transforms[1], b->transforms[1], (size_t)bones * GAIT_SAMPLER_ROWS);
}

/* --- agreement -------------------------------------------------------------------------------- */

static gait_affine affine_of_trs(const gait_trs *trs) {
    gait_transform wide;
    for (int i = 0; i < 3; i++) {
        wide.t[i] = (double)trs->t[i];
        wide.s[i] = (double)trs->s[i];
    }
    for (int i = 0; i < 4; i++) {
        wide.q[i] = (double)trs->q[i];
    }
    return gait_affine_from_transform(&wide);
}

static gait_affine affine_of_matrix(const float *matrix) {
    gait_affine affine;
    for (int i = 0; i < 12; i++) {
        double *to = i % 4 < 3 ? &affine.m[i / 4][i % 4] : &affine.t[i / 4];
        *to = (double)matrix[i];
    }
    return affine;
}

static void assert_matrix(const float *matrix, const gait_affine *expected, double tolerance) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
            double wanted = c < 3 ? expected->m[r][c] : expected->t[r];
            test_assert_near((double)matrix[4 * r + c], wanted, tolerance * (1 + fabs(wanted)));
        }
    }
}

/* Each bone has a slot of its own, and the numbers of the other slots are those of an identity. */
static void assert_rows(const outputs *out, const made_sampler *made) {
    const gait_sampler_info *info = &made->info;
    const uint32_t *slots = gait_sampler_slots(made->sampler);
    bool *is_used = allocate(info->row_size, sizeof *is_used);
    memset(is_used, 0, info->row_size * sizeof *is_used);
    assert_int_equal(info->row_count, info->is_scaled ? 10 : 7);
    for (uint32_t b = 0; b < info->bone_count; b++) {
        assert_true(slots[b] < info->row_size && !is_used[slots[b]]);
        is_used[slots[b]] = true;
        const float *transform = out->transforms[0][b].t;
        for (uint32_t i = 0; i < GAIT_SAMPLER_ROWS; i++) {
            float found =
                i < info->row_count ? out->rows[(size_t)i * info->row_size + slots[b]] : 1.0f;
            assert_true(is_same(found, transform[i]));
        }
    }
    for (uint32_t slot = 0; slot < info->row_size; slot++) {
        for (uint32_t i = 0; i < info->row_count && !is_used[slot]; i++) {
            assert_true(out->rows[(size_t)i * info->row_size + slot] == (i >= 6 ? 1.0f : 0.0f));
        }
    }
    free(is_used);
}

static void assert_matrices(const outputs *out, const gait_clip *clip, gait_axes axes) {
    uint32_t bones = clip->skeleton->bone_count;
    gait_affine *model = allocate(bones, sizeof *model);
    double tolerance = 1e-5; /* of errors that add up along chains */
    for (uint32_t b = 0; b < bones; b++) {
        int32_t parent = clip->skeleton->bones[b].parent;
        gait_affine rest =
            gait_affine_change_axes(&clip->skeleton->rest_model[b], GAIT_AXES_ENGINE, axes);
        if (sampler_is_linear(clip, b)) { /* matrices keep shear */
            model[b] = affine_of_matrix(out->matrices[0] + (size_t)b * MATRIX);
        } else {
            model[b] = affine_of_trs(&out->transforms[0][b]);
        }
        assert_matrix(out->matrices[0] + (size_t)b * MATRIX, &model[b], 1e-6);
        if (parent >= 0) {
            model[b] = gait_affine_multiply(&model[parent], &model[b]);
        }
        double size = 1;
        for (int i = 0; i < 9; i++) {
            size = fmax(size, fabs(model[b].m[i / 3][i % 3]));
        }
        for (int i = 0; i < 3; i++) {
            size = fmax(size, fabs(model[b].t[i]));
        }
        assert_matrix(out->matrices[1] + (size_t)b * MATRIX, &model[b], tolerance * size);
        gait_affine_invert(&rest, &rest);
        gait_affine skinning = gait_affine_multiply(&model[b], &rest);
        for (int i = 0; i < 3; i++) {
            size = fmax(size, size * fabs(rest.t[i]));
        }
        assert_matrix(out->matrices[2] + (size_t)b * MATRIX, &skinning, tolerance * size);
    }
    free(model);
}

/* In model space, transforms are matrices, unless a bone is scaled. */
static void assert_transforms(const outputs *out, const gait_clip *clip, bool is_scaled) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        const gait_trs *model = &out->transforms[1][b], *local = &out->transforms[0][b];
        int32_t parent = clip->skeleton->bones[b].parent;
        for (int i = 0; i < 3; i++) {
            float above = parent >= 0 ? out->transforms[1][parent].s[i] : 1;
            assert_true(fabsf(model->s[i] - above * local->s[i]) <= 1e-5f * fabsf(model->s[i]));
        }
        if (!is_scaled) {
            gait_affine affine = affine_of_trs(model);
            double size = 1 + fabs(affine.t[0]) + fabs(affine.t[1]) + fabs(affine.t[2]);
            assert_matrix(out->matrices[1] + (size_t)b * MATRIX, &affine, 1e-5 * size);
        }
    }
}

static gait_moment random_moment(const made_sampler *made, uint64_t *seed) {
    gait_moment moment;
    double half = (made->info.last - made->info.first) / 2;
    double time = made->info.first + half * (1 + 1.2 * test_random(seed));
    assert_int_equal(gait_sampler_moment(made->sampler, time, GAIT_WRAP_REPEAT, &moment), GAIT_OK);
    if (test_random(seed) < -0.5) { /* keys that are not adjacent */
        moment.next = (uint32_t)(fabs(test_random(seed)) * made->info.frame_count);
    }
    return moment;
}

static void assert_outputs(const made_sampler *made, const gait_clip *clip, gait_axes axes,
                           uint64_t *seed) {
    outputs out = outputs_make(&made->info);
    for (int i = 0; i < 8; i++) {
        gait_moment moment = random_moment(made, seed);
        outputs_fill(&out, made, &moment);
        assert_rows(&out, made);
        assert_matrices(&out, clip, axes);
        assert_transforms(&out, clip, made->info.is_scaled);
        for (uint32_t b = 0; b < made->info.bone_count; b++) {
            const float *q = out.transforms[0][b].q;
            double length = 0;
            for (int k = 0; k < 4; k++) {
                length += (double)q[k] * (double)q[k];
            }
            test_assert_near(length, 1, 1e-6);
        }
    }
    outputs_free(&out);
}

TEST(outputs_of_one_moment_agree) {
    uint64_t seed = 11;
    for (int i = 0; i < CLIPS; i++) {
        gait_axes axes = (gait_axes)(i % 3);
        sampled_way way = sampled_way_random(&seed, (sampled_kind)(i % SAMPLED_KINDS));
        sampled_clip made = sampled_clip_make(&seed, &way);
        made_sampler sampler = sampler_make(&made.clip, axes, 0);
        assert_outputs(&sampler, &made.clip, axes, &seed);
        sampler_free(&sampler);
        sampled_clip_free(&made);
    }
}

/* Moments forwards, then the same in another order, from a sampler whose clip was freed, in a block
 * with another alignment. */
TEST(poses_do_not_depend_on_poses_before) {
    enum { MOMENTS = 97, STEP = 36 };
    uint64_t seed = 23;
    for (int i = 0; i < CLIPS; i++) {
        sampled_way way = sampled_way_random(&seed, (sampled_kind)(i % SAMPLED_KINDS));
        way.is_hostile = i % 3 == 0;
        sampled_clip made = sampled_clip_make(&seed, &way);
        made_sampler first = sampler_make(&made.clip, GAIT_AXES_FILE, 0);
        made_sampler second = sampler_make(&made.clip, GAIT_AXES_FILE, 8 * (size_t)(i % 8));
        sampled_clip_free(&made);
        outputs forward[MOMENTS], other = outputs_make(&second.info);
        gait_moment moments[MOMENTS];
        for (int k = 0; k < MOMENTS; k++) {
            moments[k] = random_moment(&first, &seed);
            forward[k] = outputs_make(&first.info);
            outputs_fill(&forward[k], &first, &moments[k]);
        }
        for (int k = 0, at = 0; k < MOMENTS; k++, at = (at + STEP) % MOMENTS) {
            outputs_fill(&other, &second, &moments[at]);
            assert_same_outputs(&forward[at], &other, way.bone_count);
        }
        for (int k = 0; k < MOMENTS; k++) {
            outputs_free(&forward[k]);
        }
        outputs_free(&other);
        sampler_free(&second);
        sampler_free(&first);
    }
}

/* --- small outputs ---------------------------------------------------------------------------- */

static void assert_untouched(const float *floats, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_true(floats[i] == guard);
    }
}

TEST(small_outputs_remain_unchanged) {
    uint64_t seed = 5;
    for (int i = 0; i < CLIPS; i++) {
        sampled_way way = sampled_way_random(&seed, SAMPLED_OMF);
        sampled_clip clip = sampled_clip_make(&seed, &way);
        made_sampler made = sampler_make(&clip.clip, GAIT_AXES_ENGINE, 0);
        const gait_moment moment = {0};
        size_t bones = way.bone_count, rows = (size_t)made.info.row_size * made.info.row_count;
        float *out = allocate(rows + bones * MATRIX, sizeof *out);
        for (size_t k = 0; k < rows + bones * MATRIX; k++) {
            out[k] = guard;
        }
        for (size_t less = 1; less <= rows; less = 2 * less + 1) {
            assert_int_equal(gait_sampler_rows(made.sampler, &moment, out, rows - less),
                             GAIT_BAD_ARGUMENT);
        }
        for (size_t less = 1; less <= bones * MATRIX; less = 2 * less + 1) {
            assert_int_equal(gait_sampler_matrices(made.sampler, &moment, GAIT_SAMPLER_MODEL, out,
                                                   bones * MATRIX - less),
                             GAIT_BAD_ARGUMENT);
        }
        for (size_t less = 1; less <= bones; less = 2 * less + 1) {
            assert_int_equal(gait_sampler_transforms(made.sampler, &moment, GAIT_SAMPLER_LOCAL,
                                                     (gait_trs *)(void *)out, bones - less),
                             GAIT_BAD_ARGUMENT);
        }
        assert_untouched(out, rows + bones * MATRIX);
        free(out);
        sampler_free(&made);
        sampled_clip_free(&clip);
    }
}

/* --- what is not known ------------------------------------------------------------------------ */

/* Forgets the parents or the rest poses of all bones. */
static void forget(sampled_clip *self, bool parents, bool rest) {
    gait_bone *bones = (gait_bone *)(uintptr_t)self->skeleton->bones;
    for (uint32_t b = 0; b < self->skeleton->bone_count; b++) {
        bones[b].parent_origin = parents ? GAIT_ORIGIN_UNKNOWN : bones[b].parent_origin;
        bones[b].rest_origin = rest ? GAIT_ORIGIN_UNKNOWN : bones[b].rest_origin;
    }
}

static void assert_spaces(const gait_clip *clip, const gait_status expected[3]) {
    made_sampler made = sampler_make(clip, GAIT_AXES_ENGINE, 0);
    const gait_moment moment = {0};
    size_t floats = (size_t)clip->skeleton->bone_count * MATRIX;
    float *out = allocate(floats, sizeof *out);
    for (int space = 0; space < 3; space++) {
        out[0] = guard;
        assert_int_equal(
            gait_sampler_matrices(made.sampler, &moment, (gait_sampler_space)space, out, floats),
            expected[space]);
        assert_true((out[0] == guard) == (expected[space] != GAIT_OK));
        out[0] = guard;
        assert_int_equal(gait_sampler_transforms(made.sampler, &moment, (gait_sampler_space)space,
                                                 (gait_trs *)(void *)out,
                                                 clip->skeleton->bone_count),
                         space == GAIT_SAMPLER_SKINNING ? GAIT_BAD_ARGUMENT : expected[space]);
        assert_true((out[0] == guard) == (space > 1 || expected[space] != GAIT_OK));
    }
    free(out);
    sampler_free(&made);
}

TEST(spaces_without_what_they_require_are_unsupported) {
    static const gait_status all[3] = {GAIT_OK, GAIT_OK, GAIT_OK},
                             local[3] = {GAIT_OK, GAIT_UNSUPPORTED, GAIT_UNSUPPORTED},
                             no_rest[3] = {GAIT_OK, GAIT_OK, GAIT_UNSUPPORTED};
    uint64_t seed = 8;
    for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
        bool is_relative = kind <= SAMPLED_SCALED;
        sampled_way way = {.kind = (sampled_kind)kind, .bone_count = 9, .frame_count = 4};
        sampled_clip made = sampled_clip_make(&seed, &way);
        assert_spaces(&made.clip, all);
        forget(&made, false, true);
        assert_spaces(&made.clip, kind <= SAMPLED_MODEL ? no_rest : all);
        forget(&made, true, false);
        if (kind == SAMPLED_BMTR) { /* not even local poses */
            static double block[1 << 16], work[1 << 16];
            const gait_sampler_memory memory = {block, sizeof block, work, sizeof work};
            const gait_sampler *sampler = NULL;
            assert_int_equal(gait_sampler_init(&made.clip, GAIT_AXES_GLTF, &memory, &sampler),
                             GAIT_UNSUPPORTED);
            assert_null(sampler);
        } else {
            assert_spaces(&made.clip, is_relative ? local : kind == SAMPLED_MODEL ? no_rest : all);
        }
        sampled_clip_free(&made);
    }
}
