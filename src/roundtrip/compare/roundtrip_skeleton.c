/* gaiti_retarget_skeleton_new(): makes the skeleton for retargeting, with rest poses of the edited
 * file where the target skeleton has none. */
#include "base/try.h"
#include "base/memory.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "model/clip.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/transform.h"

typedef struct skeleton_job {
    const gait_skeleton *tree;
    const gait_edited_file *edit;
    gaiti_retarget_bones which;
    gaiti_arena scratch;
    int32_t *joint_of;  /* per bone of the tree */
    gait_affine *model; /* per bone of the tree: rest pose in model space */
    gait_bone *bones;   /* the result */
    uint32_t count;
} skeleton_job;

/* Computes the rest pose of a bone relative to its parent. False, with *out unchanged, when the
 * rest pose of the parent cannot be inverted. */
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

/* Adds a bone to the result. `index_of`: per bone of the tree, its index in the result; -1 =
 * omitted. */
static void skeleton_add_bone(skeleton_job *job, uint32_t bone, const gait_bone *from,
                              int32_t *index_of) {
    int32_t up = from->parent;
    while (job->which != GAITI_RETARGET_RECORDS && up >= 0 && index_of[up] < 0) {
        up = job->tree->bones[up].parent;
    }
    bool is_root = up < 0 || index_of[up] < 0;
    gait_affine above = is_root ? gait_affine_identity() : job->model[up];
    gait_bone *out = &job->bones[job->count];
    *out = *from;
    out->parent = is_root ? -1 : index_of[up];
    if (up != from->parent || is_root) {
        skeleton_rest_below(&above, &job->model[bone], &out->rest);
    }
    index_of[bone] = (int32_t)job->count++;
}

static gait_status retarget_make_skeleton(skeleton_job *job, const gait_options *options,
                                          gait_skeleton **out_skeleton) {
    const gait_skeleton *tree = job->tree;
    int32_t *index_of = gaiti_alloc(&job->scratch, tree->bone_count, sizeof *index_of);
    job->bones = gaiti_alloc(&job->scratch, tree->bone_count, sizeof *job->bones);
    job->model = gaiti_alloc(&job->scratch, tree->bone_count, sizeof *job->model);
    GAITI_TRY(job->scratch.status);
    for (uint32_t b = 0; b < tree->bone_count; b++) {
        gait_bone bone = tree->bones[b];
        index_of[b] = -1;
        skeleton_borrow_rest(job, b, &bone);
        bool is_kept =
            job->which == GAITI_RETARGET_EVERY_BONE && bone.rest_origin != GAIT_ORIGIN_UNKNOWN;
        if (is_kept || job->joint_of[b] >= 0) {
            skeleton_add_bone(job, b, &bone, index_of);
        }
    }
    return job->count > 0
               ? gaiti_skeleton_new(tree->name, job->bones, job->count, options, out_skeleton)
               : GAIT_NOT_FOUND;
}

gait_status gaiti_retarget_skeleton_new(const gait_skeleton *tree, const gait_edited_file *edit,
                                        gaiti_retarget_bones which, const gait_options *options,
                                        gait_skeleton **out_skeleton) {
    gaiti_base_file base = {.skeleton = tree};
    skeleton_job job = {.tree = tree, .edit = edit, .which = which};
    gait_status status;
    if (!GAITI_CLEAR(out_skeleton) || !tree || !gaiti_edited_file_is_complete(edit) ||
        (unsigned)which > GAITI_RETARGET_RECORDS) {
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
