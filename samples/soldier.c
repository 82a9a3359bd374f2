#include "soldier.h"

#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "walk.h"
#include "formats/bi/rtm/rtm.h"

#include "gait/transform.h"
#include "gait/model.h"
#include "gait/rtm.h"

enum { STEPS = 24 }; /* number of frames - 1: the last frame equals the first */

static const figure_names names = {
    "Pelvis",
    "Spine3",
    "head",
    {{"LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "LeftUpLeg", "LeftLeg", "LeftFoot",
      "LeftToeBase"},
     {"RightShoulder", "RightArm", "RightForeArm", "RightHand", "RightUpLeg", "RightLeg",
      "RightFoot", "RightToeBase"}},
};

/* Bones of the face are omitted: they move with the head. */
static bool is_face(const gait_skeleton *skeleton, uint32_t bone) {
    int32_t parent = skeleton->bones[bone].parent;
    while (parent >= 0 && strcmp(skeleton->bones[parent].name, "head") != 0) {
        parent = skeleton->bones[parent].parent;
    }
    return parent >= 0;
}

static bool soldier_figure(const gait_skeleton *skeleton, figure *man) {
    int place[256] = {0};
    memset(man, 0, sizeof *man);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        if (is_face(skeleton, i) || man->bone_count == FIGURE_BONES) {
            continue;
        }
        const double *t = skeleton->rest_model[i].t;
        uint32_t bone = man->bone_count++;
        int32_t parent = skeleton->bones[i].parent;
        place[i] = (int)bone;
        man->name[bone] = skeleton->bones[i].name;
        man->parent[bone] = parent < 0 ? -1 : place[parent];
        man->rest[bone] = (vec3){t[0], t[1], t[2]};
    }
    man->sole = -1.0315;
    man->heel_back = 0.065;
    man->toe_ahead = 0.085;
    man->stride = 1.5;
    man->foot_apart = 0.085;
    return figure_roles(man, &names);
}

/* posed = delta * rest, and no bone is rotated in the rest pose. */
static gait_affine delta_of(const figure *man, const pose *at, uint32_t bone) {
    gait_affine delta;
    vec3 moved = turned(at->turn[bone], man->rest[bone]);
    memcpy(delta.m, at->turn[bone].m, sizeof delta.m);
    delta.t[0] = at->place[bone].x - moved.x;
    delta.t[1] = at->place[bone].y - moved.y;
    delta.t[2] = at->place[bone].z - moved.z;
    return gait_affine_change_axes(&delta, GAIT_AXES_ENGINE, GAIT_AXES_FILE);
}

static gait_status set_frame(gait_rtm *rtm, uint32_t frame, const figure *man, const pose *at) {
    gait_status status = GAIT_OK;
    for (uint32_t bone = 0; status == GAIT_OK && bone < man->bone_count; bone++) {
        gait_affine delta = delta_of(man, at, bone);
        float matrix[12];
        for (int i = 0; i < 9; i++) {
            matrix[i] = (float)delta.m[i % 3][i / 3];
        }
        for (int i = 0; i < 3; i++) {
            matrix[9 + i] = (float)delta.t[i];
        }
        status = gaiti_rtm_set_matrix(rtm, frame, bone, matrix);
    }
    return status;
}

static gait_status set_frames(gait_rtm *rtm, const figure *man) {
    gait_status status = GAIT_OK;
    for (uint32_t frame = 0; status == GAIT_OK && frame <= STEPS; frame++) {
        stance target = walk_stance(man, frame % STEPS / (double)STEPS);
        pose at;
        status = figure_pose(man, &target, &at) ? set_frame(rtm, frame, man, &at) : GAIT_INTERNAL;
    }
    return status;
}

static gait_status set_names(gait_rtm *rtm, const figure *man) {
    gait_status status = GAIT_OK;
    for (uint32_t bone = 0; status == GAIT_OK && bone < man->bone_count; bone++) {
        gait_span name = {(const uint8_t *)man->name[bone], strlen(man->name[bone])};
        status = gaiti_rtm_set_bone_name(rtm, bone, name);
    }
    return status;
}

/* Adds a property at each heel strike, for which the engine plays a step sound. */
static gait_status set_steps(gait_rtm *rtm, const figure *man) {
    static const char sound[] = "StepSound";
    static const float phases[] = {(float)WALK_LEFT_STRIKE, (float)WALK_RIGHT_STRIKE};
    float step[3] = {0.0f, 0.0f, -(float)man->stride};
    gait_status status = gaiti_rtm_set_root_motion(rtm, step);
    for (uint32_t i = 0; status == GAIT_OK && i < 2; i++) {
        gait_rtm_property property = {
            phases[i], {(const uint8_t *)sound, sizeof sound - 1}, {NULL, 0}};
        status = gaiti_rtm_set_property(rtm, i, &property);
    }
    return status;
}

static gait_status write_figure(const figure *man, gait_buffer *out) {
    gait_rtm *rtm = NULL;
    gait_status status = gaiti_rtm_new(man->bone_count, STEPS + 1, NULL, &rtm);
    if (status == GAIT_OK) {
        status = set_names(rtm, man);
    }
    if (status == GAIT_OK) {
        status = set_steps(rtm, man);
    }
    if (status == GAIT_OK) {
        status = set_frames(rtm, man);
    }
    if (status == GAIT_OK) {
        status = gaiti_rtm_write(rtm, out);
    }
    gaiti_rtm_free(rtm);
    return status;
}

gait_status write_walk(gait_buffer *out) {
    gait_skeleton *skeleton = NULL;
    figure *man = malloc(sizeof *man);
    gait_status status = man ? gait_builtin_skeleton("arma3-man", NULL, &skeleton) : GAIT_NO_MEMORY;
    if (status == GAIT_OK) {
        status = soldier_figure(skeleton, man) ? write_figure(man, out) : GAIT_INTERNAL;
    }
    gait_skeleton_free(skeleton);
    free(man);
    return status;
}
