/* Recovers a skeleton from clips: reads keys, makes the tree, and finds out what is proved. */
#include "gait/joints.h"

#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "gait/transform.h"
#include "joints/joint_state.h"
#include "model/clip.h"

enum { JOINTS_MIN_KEYS = 2, JOINTS_PROVED_KEYS = 4 };

/* A joint is proved if an element of the rotation against the parent differs by this much from its
 * mean. */
static const double joints_proved_turn = 0.02;

typedef struct joints_result {
    gait_recovered recovered;
    gaiti_arena arena;
    gait_skeleton *skeleton;
} joints_result;

/* All clips, and what is known of them. */
typedef struct joints_work {
    const gait_clip *const *clips;
    uint32_t clip_count, bone_count;
    const gait_options *options;
    gaiti_arena arena;
    gaiti_joint_name *names;
    uint32_t **bones; /* per clip: the index of each bone of the first clip; NULL = other bones */
    bool *is_used;
    gaiti_joint_figure figure; /* of all clips that are used */
} joints_work;

/* --- one clip --------------------------------------------------------------------------------- */

/* Adds the keys of a clip to a figure. */
static gait_status joints_add_clip(joints_work *self, uint32_t clip, gaiti_joint_figure *figure) {
    gaiti_arena scratch;
    gaiti_joint_keys keys;
    gaiti_arena_init(&scratch, self->options, 0);
    gait_status status = gaiti_joint_keys_read(self->clips[clip], self->bones[clip],
                                               self->bone_count, &scratch, &keys);
    if (status == GAIT_OK) {
        gaiti_joint_sums_add_pairs(&keys, figure->sums);
        figure->key_count += keys.key_count;
    }
    gaiti_arena_free(&scratch);
    return status;
}

static bool joints_init_figure(const joints_work *self, gaiti_arena *arena,
                               gaiti_joint_figure *out) {
    *out = (gaiti_joint_figure){
        .arena = arena,
        .bone_count = self->bone_count,
        .names = self->names,
        .sums = gaiti_alloc(arena, gaiti_joint_pair_count(self->bone_count), sizeof *out->sums)};
    return out->sums != NULL;
}

/* Makes the tree of a figure whose keys have been added. */
static gait_status joints_make_tree(gaiti_joint_figure *figure) {
    bool is_done = gaiti_joint_measure_pairs(figure) && gaiti_joint_make_tree(figure) &&
                   gaiti_joint_place(figure);
    return is_done ? GAIT_OK : figure->arena->status;
}

static uint32_t joints_count_placed(const gaiti_joint_figure *figure) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < figure->bone_count; b++) {
        count += figure->directions[b] == 3;
    }
    return count;
}

/* Makes the tree of one clip in an arena of its own, which the caller frees. */
static gait_status joints_examine_clip(joints_work *self, uint32_t clip, gaiti_arena *arena,
                                       gaiti_joint_figure *out) {
    gaiti_arena_init(arena, self->options, 0);
    if (!joints_init_figure(self, arena, out)) {
        return arena->status;
    }
    GAITI_TRY(joints_add_clip(self, clip, out));
    return out->key_count > 0 ? joints_make_tree(out) : GAIT_OK;
}

/* --- several clips ---------------------------------------------------------------------------- */

/* The clip that determines the most pivots. */
typedef struct joints_best {
    gaiti_arena arena; /* of the figure */
    gaiti_joint_figure figure;
    uint32_t clip, placed; /* `placed`: pivots that it determines in all directions */
} joints_best;

/* Examines a clip, and keeps it if it is the first one or better than the one before. */
static gait_status joints_offer(joints_work *self, uint32_t clip, joints_best *best) {
    joints_best offered = {.clip = clip};
    gait_status status = joints_examine_clip(self, clip, &offered.arena, &offered.figure);
    if (status == GAIT_OK && offered.figure.key_count > 0) {
        offered.placed = joints_count_placed(&offered.figure);
    }
    bool is_better = status == GAIT_OK && (clip == 0 || offered.placed > best->placed);
    gaiti_arena_free(is_better ? &best->arena : &offered.arena);
    if (is_better) {
        *best = offered;
        best->figure.arena = &best->arena;
    }
    return status;
}

/* Adds the keys of a figure to those of all clips that are used. */
static void joints_use(joints_work *self, uint32_t clip, const gaiti_joint_figure *figure) {
    const uint32_t pair_count = gaiti_joint_pair_count(self->bone_count);
    for (uint32_t pair = 0; pair < pair_count; pair++) {
        gaiti_joint_sums_merge(&self->figure.sums[pair], &figure->sums[pair]);
    }
    self->figure.key_count += figure->key_count;
    self->is_used[clip] = true;
}

/* True when at least four of five pivots of `best` stay closed in another clip. */
static bool joints_agree(const gaiti_joint_figure *best, const gaiti_joint_figure *other) {
    uint32_t count = 0, closed = 0;
    for (uint32_t b = 0; b < best->bone_count && other->key_count > 0; b++) {
        if (best->directions[b] == 3) {
            uint32_t pair = gaiti_joint_pair_index(b, (uint32_t)best->parents[b]);
            double gap = gaiti_joint_gap(&other->sums[pair], other->key_count, best->pivots[b]);
            count++;
            closed += gap < GAITI_JOINT_OPEN * best->size;
        }
    }
    return count > 0 && closed * 5 >= count * 4;
}

/* Adds the clips whose joints agree with those of the best one. */
static gait_status joints_add_agreeing(joints_work *self, const gaiti_joint_figure *best) {
    gait_status status = GAIT_OK;
    for (uint32_t c = 0; c < self->clip_count && status == GAIT_OK; c++) {
        gaiti_arena arena;
        gaiti_joint_figure figure;
        if (!self->bones[c] || self->is_used[c]) {
            continue;
        }
        gaiti_arena_init(&arena, self->options, 0);
        status = joints_init_figure(self, &arena, &figure) ? joints_add_clip(self, c, &figure)
                                                           : arena.status;
        if (status == GAIT_OK && joints_agree(best, &figure)) {
            joints_use(self, c, &figure);
        }
        gaiti_arena_free(&arena);
    }
    return status;
}

/* True when a figure closes nine of ten joints of another one. */
static bool joints_are_closed(const gaiti_joint_figure *figure, const gaiti_joint_figure *best) {
    uint32_t count = 0, closed = 0;
    for (uint32_t b = 0; b < best->bone_count; b++) {
        if (best->parents[b] >= 0) {
            count++;
            closed += gaiti_joint_pair_of(figure, b, (uint32_t)best->parents[b])->is_closed;
        }
    }
    return closed * 10 >= count * 9;
}

/* Uses all clips if their poses hardly move, or only the best one if they do not agree. */
static gait_status joints_add_all(joints_work *self, const gaiti_joint_figure *best) {
    gaiti_joint_figure all;
    if (!joints_init_figure(self, &self->arena, &all)) {
        return self->arena.status;
    }
    for (uint32_t c = 0; c < self->clip_count; c++) {
        GAITI_TRY(self->bones[c] ? joints_add_clip(self, c, &all) : GAIT_OK);
    }
    GAITI_TRY(joints_make_tree(&all));
    if (!joints_are_closed(&all, best)) {
        return GAIT_OK;
    }
    self->figure = all;
    for (uint32_t c = 0; c < self->clip_count; c++) {
        self->is_used[c] = self->bones[c] != NULL;
    }
    return GAIT_OK;
}

static gait_status joints_combine(joints_work *self) {
    joints_best best = {.placed = 0};
    gait_status status;
    gaiti_arena_init(&best.arena, self->options, 0);
    for (uint32_t c = 0; c < self->clip_count; c++) {
        GAITI_TRY_DONE(self->bones[c] ? joints_offer(self, c, &best) : GAIT_OK);
    }
    joints_use(self, best.clip, &best.figure);
    if (best.figure.key_count > 0) {
        status = best.placed * 4 < self->bone_count ? joints_add_all(self, &best.figure)
                                                    : joints_add_agreeing(self, &best.figure);
    }
done:
    gaiti_arena_free(&best.arena);
    return status;
}

/* --- what is proved --------------------------------------------------------------------------- */

/* The rotation of a bone against its parent, over all keys. */
typedef struct joints_turn {
    double sum[9], low[9], high[9];
} joints_turn;

static void joints_add_turn(joints_turn *turn, const gait_affine *parent, const gait_affine *bone,
                            bool is_first) {
    gait_affine inverse;
    (void)gait_affine_invert(parent, &inverse);
    gait_affine relative = gait_affine_multiply(&inverse, bone);
    for (int i = 0; i < 9; i++) {
        double value = relative.m[i / 3][i % 3];
        turn->sum[i] += value;
        turn->low[i] = is_first || value < turn->low[i] ? value : turn->low[i];
        turn->high[i] = is_first || value > turn->high[i] ? value : turn->high[i];
    }
}

static gait_status joints_add_turns(joints_work *self, uint32_t clip, joints_turn *turns,
                                    uint32_t *key_count) {
    gaiti_arena scratch;
    gaiti_joint_keys keys = {0};
    gaiti_arena_init(&scratch, self->options, 0);
    gait_status status = gaiti_joint_keys_read(self->clips[clip], self->bones[clip],
                                               self->bone_count, &scratch, &keys);
    for (uint32_t k = 0; k < keys.key_count && status == GAIT_OK; k++) {
        const gait_affine *pose = keys.poses + (size_t)k * self->bone_count;
        for (uint32_t b = 0; b < self->bone_count; b++) {
            int32_t parent = self->figure.parents[b];
            if (parent >= 0) {
                joints_add_turn(&turns[b], &pose[parent], &pose[b], *key_count == 0);
            }
        }
        (*key_count)++;
    }
    gaiti_arena_free(&scratch);
    return status;
}

static bool joints_is_proved(const joints_turn *turn, uint32_t key_count) {
    for (int i = 0; i < 9 && key_count >= JOINTS_PROVED_KEYS; i++) {
        double mean = turn->sum[i] / key_count;
        if (turn->high[i] - mean >= joints_proved_turn ||
            mean - turn->low[i] >= joints_proved_turn) {
            return true;
        }
    }
    return false;
}

static gait_joint joints_joint_of(const joints_work *self, uint32_t bone, const joints_turn *turn,
                                  uint32_t key_count) {
    const gaiti_joint_figure *figure = &self->figure;
    if (figure->parents[bone] < 0) {
        return (gait_joint){.kind = GAIT_JOINT_NONE};
    }
    uint32_t pair = gaiti_joint_pair_index(bone, (uint32_t)figure->parents[bone]);
    gait_joint joint = {
        .directions = figure->directions[bone],
        .gap_m = gaiti_joint_gap(&figure->sums[pair], figure->key_count, figure->pivots[bone])};
    joint.kind = figure->pairs[pair].is_rigid        ? GAIT_JOINT_RIGID
                 : joints_is_proved(turn, key_count) ? GAIT_JOINT_PROVED
                                                     : GAIT_JOINT_HELD;
    return joint;
}

/* Fills the joints of the result, in the order of its skeleton. */
static gait_status joints_fill_joints(joints_work *self, joints_result *result,
                                      gait_joint *joints) {
    joints_turn *turns = gaiti_alloc(&self->arena, self->bone_count, sizeof *turns);
    const gait_skeleton *first = self->clips[0]->skeleton;
    uint32_t key_count = 0;
    GAITI_TRY(turns ? GAIT_OK : self->arena.status);
    for (uint32_t c = 0; c < self->clip_count; c++) {
        GAITI_TRY(self->is_used[c] ? joints_add_turns(self, c, turns, &key_count) : GAIT_OK);
    }
    for (uint32_t b = 0; b < self->bone_count; b++) {
        int32_t place = gait_skeleton_find(result->skeleton, first->bones[b].name);
        if (place >= 0) {
            joints[place] = joints_joint_of(self, b, &turns[b], key_count);
        }
    }
    return GAIT_OK;
}

/* --- the result ------------------------------------------------------------------------------- */

static gait_bone joints_bone_of(const joints_work *self, uint32_t bone) {
    const gaiti_joint_figure *figure = &self->figure;
    int32_t parent = figure->parents[bone];
    gait_bone out = {.name = self->clips[0]->skeleton->bones[bone].name, .parent = parent};
    out.rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        out.rest.t[i] = figure->pivots[bone][i] - (parent >= 0 ? figure->pivots[parent][i] : 0);
    }
    if (!figure->is_alone[bone]) {
        bool is_rigid =
            parent >= 0 && gaiti_joint_pair_of(figure, bone, (uint32_t)parent)->is_rigid;
        out.parent_origin = GAIT_ORIGIN_RECOVERED;
        out.rest_origin = is_rigid ? GAIT_ORIGIN_PARENT : GAIT_ORIGIN_RECOVERED;
    }
    return out;
}

static gait_status joints_make_result(joints_work *self, const char *name, joints_result *result) {
    gait_bone *bones = gaiti_alloc(&self->arena, self->bone_count, sizeof *bones);
    gait_joint *joints = gaiti_alloc(&result->arena, self->bone_count, sizeof *joints);
    bool *is_used = gaiti_alloc(&result->arena, self->clip_count, sizeof *is_used);
    gait_recovered *out = &result->recovered;
    if (!bones || !joints || !is_used) {
        return bones ? result->arena.status : self->arena.status;
    }
    for (uint32_t b = 0; b < self->bone_count; b++) {
        bones[b] = joints_bone_of(self, b);
        out->joint_count += bones[b].parent >= 0;
    }
    memcpy(is_used, self->is_used, self->clip_count * sizeof *is_used);
    out->joints = joints;
    out->is_used = is_used;
    out->clip_count = self->clip_count;
    out->key_count = self->figure.key_count;
    if (out->joint_count == 0) {
        return GAIT_NOT_FOUND;
    }
    GAITI_TRY(gaiti_skeleton_new(name, bones, self->bone_count, self->options, &result->skeleton));
    out->skeleton = result->skeleton;
    GAITI_TRY(joints_fill_joints(self, result, joints));
    for (uint32_t b = 0; b < self->bone_count; b++) {
        if (joints[b].kind > GAIT_JOINT_RIGID) {
            return GAIT_OK;
        }
    }
    return GAIT_NOT_FOUND; /* only names would decide */
}

/* Finds the bones of the first clip in all clips. */
static gait_status joints_match_bones(joints_work *self) {
    const gait_skeleton *first = self->clips[0]->skeleton;
    for (uint32_t c = 0; c < self->clip_count; c++) {
        const gait_skeleton *skeleton = self->clips[c]->skeleton;
        uint32_t *bones = gaiti_alloc(&self->arena, self->bone_count, sizeof *bones), b = 0;
        GAITI_TRY(self->arena.status);
        for (; b < self->bone_count; b++) {
            int32_t bone = c == 0 ? (int32_t)b : gait_skeleton_find(skeleton, first->bones[b].name);
            if (bone < 0) {
                break;
            }
            bones[b] = (uint32_t)bone;
        }
        bool is_same = b == self->bone_count && skeleton->bone_count == self->bone_count;
        self->bones[c] = is_same ? bones : NULL;
    }
    return GAIT_OK;
}

static gait_status joints_recover(joints_work *self, uint32_t min_keys) {
    gaiti_arena *arena = &self->arena;
    self->bone_count = self->clips[0]->skeleton->bone_count;
    self->names = gaiti_alloc(arena, self->bone_count, sizeof *self->names);
    self->bones = gaiti_alloc(arena, self->clip_count, sizeof *self->bones);
    self->is_used = gaiti_alloc(arena, self->clip_count, sizeof *self->is_used);
    if (!self->names || !self->bones || !self->is_used ||
        !gaiti_joint_names_read(self->clips[0]->skeleton, arena, self->names) ||
        !joints_init_figure(self, arena, &self->figure)) {
        return arena->status;
    }
    GAITI_TRY(joints_match_bones(self));
    if (self->clip_count > 1) {
        GAITI_TRY(joints_combine(self));
    } else {
        self->is_used[0] = true;
        GAITI_TRY(joints_add_clip(self, 0, &self->figure));
    }
    return self->figure.key_count < min_keys ? GAIT_NOT_FOUND : joints_make_tree(&self->figure);
}

bool gaiti_joint_are_clips(const gait_clip *const *clips, uint32_t clip_count) {
    bool are_clips = clips || clip_count == 0;
    for (uint32_t c = 0; c < clip_count && are_clips; c++) {
        are_clips = gaiti_clip_is_complete(clips[c]) && gaiti_clip_is_valid(clips[c]) &&
                    clips[c]->space == GAIT_SPACE_DELTA;
    }
    return are_clips;
}

gait_status gait_recover_skeleton(const char *name, const gait_clip *const *clips,
                                  uint32_t clip_count, uint32_t min_keys,
                                  const gait_options *options, gait_recovered **out_recovered) {
    gait_status status;
    if (!GAITI_CLEAR(out_recovered) || !name || clip_count == 0 ||
        !gaiti_joint_are_clips(clips, clip_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (clips[0]->skeleton->bone_count > GAITI_JOINT_MAX_BONES) {
        return GAIT_UNSUPPORTED;
    }
    joints_result *result =
        gaiti_new_object(options, sizeof *result, offsetof(joints_result, arena), 0, &status);
    GAITI_TRY(status);
    joints_work self = {.clips = clips, .clip_count = clip_count, .options = options};
    gaiti_arena_init(&self.arena, options, 0);
    status = joints_recover(&self, min_keys ? min_keys : JOINTS_MIN_KEYS);
    if (status == GAIT_OK) {
        status = joints_make_result(&self, name, result);
    }
    gaiti_arena_free(&self.arena);
    if (status == GAIT_OK) {
        *out_recovered = &result->recovered;
    } else {
        gait_recovered_free(&result->recovered);
    }
    return status;
}

void gait_recovered_free(gait_recovered *recovered) {
    joints_result *result = (joints_result *)(void *)recovered; /* the first member */
    if (result) {
        gait_skeleton_free(result->skeleton);
        gaiti_free_object(result, offsetof(joints_result, arena));
    }
}
