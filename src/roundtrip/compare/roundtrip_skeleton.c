/* A skeleton for animations of an edited file: a tree, with what the file knows of its rest pose.
 */
#include "base/arguments.h"
#include "base/memory.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "gait/transform.h"

typedef struct skeleton_job {
    const gait_skeleton *tree;
    const gait_edited_file *edit;
    gait_retarget_bones which;
    gaiti_arena scratch;
    int32_t *joint_of;  /* per bone of the tree */
    gait_affine *model; /* per bone of the tree: its rest */
    gait_bone *bones;   /* the result */
    uint32_t count;
} skeleton_job;

/* False when the place of the parent cannot be undone: the bone keeps the rest that it has. */
static bool skeleton_rest_below(const gait_affine *parent, const gait_affine *bone,
                                gait_transform *out) {
    gait_affine inverse;
    if (!gait_affine_invert(parent, &inverse)) {
        return false;
    }
    gait_affine local = gait_affine_multiply(&inverse, bone);
    gait_affine_decompose(&local, out);
    return true;
}

static void skeleton_borrow_rest(skeleton_job *job, uint32_t bone, gait_bone *out) {
    gait_affine up = out->parent >= 0 ? job->model[out->parent] : gait_affine_identity();
    int32_t joint = job->joint_of[bone];
    if (out->rest_origin == GAIT_ORIGIN_UNKNOWN && joint >= 0) {
        gait_affine rest = gait_affine_change_axes(&job->edit->joints[joint].rest, GAIT_AXES_GLTF,
                                                   GAIT_AXES_ENGINE);
        if (skeleton_rest_below(&up, &rest, &out->rest)) {
            out->rest_origin = GAIT_ORIGIN_FILE;
        }
    }
    gait_affine local = gait_affine_from_transform(&out->rest);
    job->model[bone] = gait_affine_multiply(&up, &local);
}

/* `place`: per bone of the tree, where it is among those that are kept; -1 = left out. */
static void skeleton_keep(skeleton_job *job, uint32_t bone, const gait_bone *from, int32_t *place) {
    int32_t up = from->parent;
    while (job->which == GAIT_RETARGET_MOVED_BONES && up >= 0 && place[up] < 0) {
        up = job->tree->bones[up].parent;
    }
    bool is_root = up < 0 || place[up] < 0;
    gait_affine above = is_root ? gait_affine_identity() : job->model[up];
    gait_bone *out = &job->bones[job->count];
    *out = *from;
    out->parent = is_root ? -1 : place[up];
    if (up != from->parent || is_root) {
        skeleton_rest_below(&above, &job->model[bone], &out->rest);
    }
    place[bone] = (int32_t)job->count++;
}

static gait_status retarget_make_skeleton(skeleton_job *job, const gait_options *options,
                                          gait_skeleton **out_skeleton) {
    const gait_skeleton *tree = job->tree;
    int32_t *place = gaiti_alloc(&job->scratch, tree->bone_count, sizeof *place);
    job->bones = gaiti_alloc(&job->scratch, tree->bone_count, sizeof *job->bones);
    job->model = gaiti_alloc(&job->scratch, tree->bone_count, sizeof *job->model);
    if (!place || !job->bones || !job->model) {
        return job->scratch.status;
    }
    for (uint32_t b = 0; b < tree->bone_count; b++) {
        gait_bone bone = tree->bones[b];
        place[b] = -1;
        skeleton_borrow_rest(job, b, &bone);
        if (job->which == GAIT_RETARGET_EVERY_BONE || job->joint_of[b] >= 0) {
            skeleton_keep(job, b, &bone, place);
        }
    }
    return job->count > 0
               ? gait_skeleton_new(tree->name, job->bones, job->count, options, out_skeleton)
               : GAIT_NOT_FOUND;
}

gait_status gait_retarget_skeleton(const gait_skeleton *tree, const gait_edited_file *edit,
                                   gait_retarget_bones which, const gait_options *options,
                                   gait_skeleton **out_skeleton) {
    gait_base_file base = {.skeleton = tree};
    skeleton_job job = {.tree = tree, .edit = edit, .which = which};
    gait_status status;
    if (!GAITI_CLEAR(out_skeleton) || !tree || !gaiti_edited_file_is_complete(edit) ||
        (unsigned)which > GAIT_RETARGET_RECORDS) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!gaiti_edited_file_is_sorted(edit)) {
        return GAIT_CORRUPT;
    }
    gaiti_arena_init(&job.scratch, options, 0);
    job.joint_of = gaiti_alloc(&job.scratch, tree->bone_count, sizeof *job.joint_of);
    int32_t *bone_of = gaiti_alloc(&job.scratch, edit->joint_count, sizeof *bone_of);
    if (job.joint_of && bone_of &&
        gaiti_match_joints(&base, edit, &job.scratch, job.joint_of, bone_of)) {
        status = retarget_make_skeleton(&job, options, out_skeleton);
    } else {
        status = job.scratch.status;
    }
    gaiti_arena_free(&job.scratch);
    return status;
}
