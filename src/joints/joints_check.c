/* Compares the parents that a skeleton states with the motion of several clips. */
#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/try.h"
#include "gait/joints.h"
#include "joints/joint_state.h"

/* One clip often shows other joints by chance; so many must agree. */
enum { JOINTCHECK_MIN_CLIPS = 3, JOINTCHECK_MIN_KEYS = 3 };

/* A stated joint opens if another one is so many times tighter while its bones turn by this, in
 * radians. */
static const double jointcheck_tighter = 20, jointcheck_turn_min = 0.02;

/* How many clips agree with the parent of one bone of the skeleton. */
typedef struct jointcheck_bone {
    uint32_t seen, opens; /* clips with the bone and its parent, and with an open joint */
    const char *better;   /* the bone that stays closed instead, in the last of these */
} jointcheck_bone;

typedef struct jointcheck_work {
    const gait_skeleton *stated;
    const gait_options *options;
    jointcheck_bone *bones; /* one per bone of `stated` */
} jointcheck_work;

/* The bone with the tightest joint that is better than that with the parent; -1 = none. */
static int32_t jointcheck_find_better(const gaiti_joint_figure *figure, uint32_t bone,
                                      uint32_t parent) {
    double misfit = gaiti_joint_pair_of(figure, bone, parent)->misfit;
    double least = misfit / jointcheck_tighter;
    int32_t better = -1;
    for (uint32_t b = 0; b < figure->bone_count && misfit > GAITI_JOINT_OPEN * figure->size; b++) {
        const gaiti_joint_pair *pair = b == bone ? NULL : gaiti_joint_pair_of(figure, bone, b);
        if (pair && pair->is_closed && pair->turn > jointcheck_turn_min && pair->gap < least) {
            least = pair->gap;
            better = (int32_t)b;
        }
    }
    return better;
}

static void jointcheck_figure(jointcheck_work *self, const gait_skeleton *skeleton,
                              const gaiti_joint_figure *figure) {
    for (uint32_t b = 0; b < figure->bone_count; b++) {
        int32_t stated = gait_skeleton_find(self->stated, skeleton->bones[b].name);
        int32_t parent = stated >= 0 ? self->stated->bones[stated].parent : -1;
        int32_t place =
            parent >= 0 ? gait_skeleton_find(skeleton, self->stated->bones[parent].name) : -1;
        if (place < 0 || place == (int32_t)b) {
            continue;
        }
        int32_t better = jointcheck_find_better(figure, b, (uint32_t)place);
        self->bones[stated].seen++;
        if (better >= 0) {
            self->bones[stated].opens++;
            self->bones[stated].better = skeleton->bones[better].name;
        }
    }
}

static gait_status jointcheck_clip(jointcheck_work *self, const gait_clip *clip) {
    const gait_skeleton *skeleton = clip->skeleton;
    gaiti_arena arena;
    gaiti_joint_keys keys;
    gaiti_arena_init(&arena, self->options, 0);
    gait_status status;
    GAITI_TRY_DONE(gaiti_joint_keys_read(clip, NULL, skeleton->bone_count, &arena, &keys));
    if (keys.key_count >= JOINTCHECK_MIN_KEYS) {
        gaiti_joint_figure figure = {
            .arena = &arena,
            .bone_count = skeleton->bone_count,
            .key_count = keys.key_count,
            .sums = gaiti_alloc(&arena, gaiti_joint_pair_count(skeleton->bone_count),
                                sizeof *figure.sums)};
        if (figure.sums) {
            gaiti_joint_sums_add_pairs(&keys, figure.sums);
        }
        if (figure.sums && gaiti_joint_measure_pairs(&figure)) {
            jointcheck_figure(self, skeleton, &figure);
        }
    }
    status = arena.status;
done:
    gaiti_arena_free(&arena);
    return status;
}

static void jointcheck_raise(const jointcheck_work *self, gaiti_rule rule, uint32_t bone,
                             const char *parent, const char *better) {
    gaiti_report report = gaiti_report_on_clip(self->options->diagnostics, NULL);
    gaiti_report_set_bone(&report, bone, self->stated->bones[bone].name);
    gaiti_raise(&report, rule,
                (gaiti_detail){.found = self->bones[bone].opens,
                               .expected = self->bones[bone].seen,
                               .name = gaiti_span_of(parent),
                               .name_is_utf8 = true,
                               .other = gaiti_span_of(better)});
}

/* The root of the stated tree of a bone. */
static int32_t jointcheck_root_of(const gait_skeleton *skeleton, int32_t bone) {
    while (bone >= 0 && skeleton->bones[bone].parent >= 0) {
        bone = skeleton->bones[bone].parent;
    }
    return bone;
}

static uint32_t jointcheck_tree_size(const gait_skeleton *skeleton, int32_t root) {
    uint32_t size = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        size += jointcheck_root_of(skeleton, (int32_t)b) == root;
    }
    return size;
}

/* The bone of the skeleton nearest to a bone of the recovered one, itself or above it; -1 = none.
 */
static int32_t jointcheck_find_above(const jointcheck_work *self, const gait_skeleton *found,
                                     int32_t bone) {
    int32_t stated = -1;
    while (bone >= 0 && stated < 0) {
        stated = gait_skeleton_find(self->stated, found->bones[bone].name);
        bone = found->bones[bone].parent;
    }
    return stated;
}

/* Raises a finding for each stated root that the motion joins to a bone of a larger tree. */
static void jointcheck_roots(const jointcheck_work *self, const gait_recovered *found) {
    const gait_skeleton *skeleton = found->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        int32_t root = gait_skeleton_find(self->stated, skeleton->bones[b].name);
        int32_t other = jointcheck_find_above(self, skeleton, parent);
        if (found->joints[b].kind != GAIT_JOINT_PROVED || root < 0 || other < 0 ||
            self->stated->bones[root].parent >= 0) {
            continue;
        }
        other = jointcheck_root_of(self->stated, other);
        if (other != root &&
            jointcheck_tree_size(self->stated, root) < jointcheck_tree_size(self->stated, other)) {
            jointcheck_raise(self, GAITI_CFG_JOINED_ROOT, (uint32_t)root, "",
                             skeleton->bones[parent].name);
        }
    }
}

static void jointcheck_joints(const jointcheck_work *self) {
    for (uint32_t b = 0; b < self->stated->bone_count; b++) {
        const jointcheck_bone *bone = &self->bones[b];
        if (bone->opens >= JOINTCHECK_MIN_CLIPS && bone->opens * 2 >= bone->seen) {
            jointcheck_raise(self, GAITI_CFG_JOINT_OPENS, b,
                             self->stated->bones[self->stated->bones[b].parent].name, bone->better);
        }
    }
}

gait_status gait_check_joints(const gait_skeleton *stated, const gait_clip *const *clips,
                              uint32_t clip_count, const gait_options *options) {
    if (!stated || !options || !gaiti_joint_are_clips(clips, clip_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_options quiet = *options;
    gaiti_arena arena;
    gait_recovered *found = NULL;
    quiet.diagnostics = NULL;
    gaiti_arena_init(&arena, options, 0);
    jointcheck_work self = {stated, options,
                            gaiti_alloc(&arena, stated->bone_count, sizeof *self.bones)};
    gait_status status = arena.status;
    for (uint32_t c = 0; c < clip_count && status == GAIT_OK; c++) {
        bool is_small = clips[c]->skeleton->bone_count <= GAITI_JOINT_MAX_BONES;
        status = is_small ? jointcheck_clip(&self, clips[c]) : GAIT_OK;
    }
    if (status == GAIT_OK && clip_count >= JOINTCHECK_MIN_CLIPS) {
        jointcheck_joints(&self);
        status = gait_recover_skeleton("", clips, clip_count, 0, &quiet, &found);
        uint32_t used = 0;
        for (uint32_t c = 0; c < clip_count && status == GAIT_OK; c++) {
            used += found->is_used[c];
        }
        if (used >= JOINTCHECK_MIN_CLIPS) {
            jointcheck_roots(&self, found);
        }
        status = status == GAIT_NOT_FOUND || status == GAIT_UNSUPPORTED ? GAIT_OK : status;
    }
    gait_recovered_free(found);
    gaiti_arena_free(&arena);
    return status;
}
