/* Finds out whether a clip jumps where a loop begins again: docs/formats/rtm.md, Loops.
 *
 * The step from one key to the next one is the largest rotation of a bone. The step from the last
 * key to the first one is a jump if it is much larger than almost all others, in the space in which
 * the clip is stored. */
#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/try.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "model/quaternion.h"

enum { LOOP_MIN_KEYS = 3 };

static const double loop_jump_min_deg = 10, loop_usual_min_deg = 0.5, loop_factor = 3,
                    loop_degrees = 57.295779513082321;

/* The rotations of all bones at one key. */
typedef struct loop_pose {
    gait_affine *affines;
    double (*rotations)[4];
} loop_pose;

typedef struct loop_work {
    const gait_clip *clip;
    gaiti_arena arena;
    loop_pose first, before, now;
    double *steps;   /* in degrees, between each key and the next one */
    uint32_t *order; /* of the steps */
} loop_work;

static bool loop_alloc_pose(loop_work *self, loop_pose *out) {
    uint32_t bones = self->clip->skeleton->bone_count;
    out->affines = gaiti_alloc(&self->arena, bones, sizeof *out->affines);
    out->rotations = gaiti_alloc(&self->arena, bones, sizeof *out->rotations);
    return out->affines && out->rotations;
}

static gait_status loop_read(loop_work *self, uint32_t key, loop_pose *out) {
    const gait_clip *clip = self->clip;
    GAITI_TRY(gait_pose_at_frame(clip, key, clip->space, GAIT_AXES_ENGINE, out->affines));
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        gait_transform transform;
        gait_affine_decompose(&out->affines[b], &transform);
        for (int i = 0; i < 4; i++) {
            out->rotations[b][i] = transform.q[i];
        }
    }
    return GAIT_OK;
}

/* The largest rotation of a bone between two poses, in degrees. */
static double loop_step(const loop_work *self, const loop_pose *a, const loop_pose *b,
                        uint32_t *out_bone) {
    double largest = 0;
    *out_bone = 0;
    for (uint32_t bone = 0; bone < self->clip->skeleton->bone_count; bone++) {
        double angle = gaiti_quaternion_angle(a->rotations[bone], b->rotations[bone]);
        if (angle > largest) {
            largest = angle;
            *out_bone = bone;
        }
    }
    return largest * loop_degrees;
}

static void loop_swap(loop_pose *a, loop_pose *b) {
    loop_pose kept = *a;
    *a = *b;
    *b = kept;
}

static bool loop_is_smaller(const void *user, uint32_t a, uint32_t b) {
    const double *steps = user;
    return steps[a] < steps[b];
}

/* The step that 95 % of the steps do not exceed. */
static double loop_usual_step(loop_work *self, uint32_t count, uint32_t *work) {
    for (uint32_t k = 0; k < count; k++) {
        self->order[k] = k;
    }
    gaiti_sort(self->order, count, loop_is_smaller, self->steps, work);
    return self->steps[self->order[(uint32_t)(0.95 * (count - 1) + 0.5)]];
}

static gait_status loop_measure(loop_work *self, gaiti_report report) {
    const gait_clip *clip = self->clip;
    uint32_t keys = clip->frame_count, bone;
    GAITI_TRY(loop_read(self, 0, &self->first));
    GAITI_TRY(loop_read(self, 0, &self->before));
    for (uint32_t k = 1; k < keys; k++) {
        GAITI_TRY(loop_read(self, k, &self->now));
        self->steps[k - 1] = loop_step(self, &self->before, &self->now, &bone);
        loop_swap(&self->before, &self->now);
    }
    double usual = loop_usual_step(self, keys - 1, self->order + keys);
    double jump = loop_step(self, &self->before, &self->first, &bone);
    double least = loop_factor * (usual > loop_usual_min_deg ? usual : loop_usual_min_deg);
    if (jump > loop_jump_min_deg && jump > least) {
        gaiti_report_set_bone(&report, bone, clip->skeleton->bones[bone].name);
        report.frame = (int32_t)keys - 1;
        (void)gaiti_raise(&report, GAITI_RTM_LOOP_JUMPS,
                          (gaiti_detail){.offset = GAIT_NO_OFFSET,
                                         .number = (double)(int64_t)(jump * 10 + 0.5) / 10,
                                         .found = (int64_t)(usual + 0.5),
                                         .name = gaiti_span_of(clip->skeleton->bones[bone].name),
                                         .name_is_utf8 = true});
    }
    return GAIT_OK;
}

gait_status gait_check_loop(const gait_clip *clip, const gait_options *options) {
    if (!clip || !clip->skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    if (clip->frame_count < LOOP_MIN_KEYS ||
        gait_pose_requirements(clip, clip->space) != GAIT_REQUIRES_NOTHING) {
        return GAIT_OK;
    }
    loop_work self = {.clip = clip};
    gaiti_arena_init(&self.arena, options, 0);
    self.steps = gaiti_alloc(&self.arena, clip->frame_count, sizeof *self.steps);
    self.order = gaiti_alloc(&self.arena, (uint64_t)2 * clip->frame_count, sizeof *self.order);
    bool is_ready = self.steps && self.order && loop_alloc_pose(&self, &self.first) &&
                    loop_alloc_pose(&self, &self.before) && loop_alloc_pose(&self, &self.now);
    gait_status status =
        is_ready ? loop_measure(&self, gaiti_report_to(options ? options->diagnostics : NULL))
                 : self.arena.status;
    gaiti_arena_free(&self.arena);
    return status;
}
