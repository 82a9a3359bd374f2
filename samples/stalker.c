#include "stalker.h"

#include <string.h>

#include "gait/model.h"

/* Position of a bone in the rest pose, with arms lowered by 45 degrees, and the bone it points to;
 * without one it has the axes of its parent. Right bones mirror the left ones. */
typedef struct measure {
    const char *name, *toward;
    int part;
    vec3 place;
} measure;

static const measure measures[] = {
    {"root_stalker", NULL, STALKER_LEGS, {0, 0, 0}},
    {"bip01", NULL, STALKER_LEGS, {0, 0.955, 0}},
    {"bip01_pelvis", "bip01_spine", STALKER_LEGS, {0, 0.955, 0}},
    {"bip01_tail", NULL, STALKER_LEGS, {0, 0.925, -0.105}},
    {"bip01_l_thigh", "bip01_l_calf", STALKER_LEGS, {-0.092, 0.918, 0}},
    {"bip01_l_calf", "bip01_l_foot", STALKER_LEGS, {-0.098, 0.502, 0.012}},
    {"bip01_l_foot", "bip01_l_toe0", STALKER_LEGS, {-0.102, 0.092, -0.03}},
    {"bip01_l_toe0", NULL, STALKER_LEGS, {-0.104, 0.026, 0.098}},
    {"bip01_spine", "bip01_spine1", STALKER_TORSO, {0, 1.045, -0.006}},
    {"bip01_spine1", "bip01_spine2", STALKER_TORSO, {0, 1.162, -0.016}},
    {"bip01_spine2", "bip01_neck", STALKER_TORSO, {0, 1.286, -0.022}},
    {"bip01_neck", "bip01_head", STALKER_TORSO, {0, 1.462, -0.012}},
    {"bip01_head", NULL, STALKER_HEAD, {0, 1.548, 0.012}},
    {"eye_left", NULL, STALKER_HEAD, {-0.032, 1.628, 0.094}},
    {"eyelid_1", NULL, STALKER_HEAD, {0, 1.634, 0.088}},
    {"jaw_1", NULL, STALKER_HEAD, {0, 1.572, 0.036}},
    {"bip01_l_clavicle", "bip01_l_upperarm", STALKER_TORSO, {-0.028, 1.438, 0}},
    {"bip01_l_upperarm", "bip01_l_forearm", STALKER_TORSO, {-0.182, 1.42, -0.022}},
    {"bip01_l_forearm", "bip01_l_hand", STALKER_TORSO, {-0.381, 1.221, -0.03}},
    {"bip01_l_hand", "bip01_l_finger1", STALKER_TORSO, {-0.56, 1.042, -0.012}},
    {"bip01_l_finger0", "bip01_l_finger01", STALKER_TORSO, {-0.58, 1.028, 0.016}},
    {"bip01_l_finger01", "bip01_l_finger02", STALKER_TORSO, {-0.603, 1.005, 0.04}},
    {"bip01_l_finger02", NULL, STALKER_TORSO, {-0.62, 0.988, 0.052}},
    {"bip01_l_finger1", "bip01_l_finger11", STALKER_TORSO, {-0.626, 0.978, 0.018}},
    {"bip01_l_finger11", "bip01_l_finger12", STALKER_TORSO, {-0.653, 0.951, 0.023}},
    {"bip01_l_finger12", NULL, STALKER_TORSO, {-0.67, 0.934, 0.025}},
    {"bip01_l_finger2", "bip01_l_finger21", STALKER_TORSO, {-0.625, 0.977, -0.022}},
    {"bip01_l_finger21", "bip01_l_finger22", STALKER_TORSO, {-0.653, 0.949, -0.026}},
    {"bip01_l_finger22", NULL, STALKER_TORSO, {-0.67, 0.932, -0.028}},
};

static const figure_names names = {
    "bip01_pelvis",
    "bip01_spine2",
    "bip01_head",
    {{"bip01_l_clavicle", "bip01_l_upperarm", "bip01_l_forearm", "bip01_l_hand", "bip01_l_thigh",
      "bip01_l_calf", "bip01_l_foot", "bip01_l_toe0"},
     {"bip01_r_clavicle", "bip01_r_upperarm", "bip01_r_forearm", "bip01_r_hand", "bip01_r_thigh",
      "bip01_r_calf", "bip01_r_foot", "bip01_r_toe0"}},
};

/* --- measures --------------------------------------------------------------------------------- */

static bool is_right(const char *name) {
    return strstr(name, "_r_") || strcmp(name, "eye_right") == 0;
}

/* True when the names are equal apart from the side. */
static bool same_bone(const char *left, const char *name) {
    static const char eye[] = "eye_";
    if (strncmp(name, eye, sizeof eye - 1) == 0) {
        return strncmp(left, eye, sizeof eye - 1) == 0;
    }
    if (strlen(left) != strlen(name)) {
        return false;
    }
    const char *side = is_right(name) ? strstr(name, "_r_") + 1 : NULL;
    for (size_t i = 0; name[i] != '\0'; i++) {
        char expected = side == &name[i] ? 'l' : name[i];
        if (left[i] != expected) {
            return false;
        }
    }
    return true;
}

static const measure *measure_of(const char *name) {
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        if (same_bone(measures[i].name, name)) {
            return &measures[i];
        }
    }
    return NULL;
}

static vec3 mirrored(vec3 place, bool mirror) {
    return (vec3){mirror ? -place.x : place.x, place.y, place.z};
}

/* X along the bone; Y as far forward as possible, or upward for bones that point forward. */
static turn axes_along(vec3 direction) {
    static const vec3 x = {1, 0, 0}, up = {0, 1, 0}, forward = {0, 0, 1};
    vec3 along = unit(direction);
    bool points_forward = along.z > 0.8 || along.z < -0.8;
    return turn_pair(x, up, along, points_forward ? up : forward);
}

static bool measure_bone(stalker *man, uint32_t bone) {
    figure *body = &man->man;
    const measure *found = measure_of(body->name[bone]);
    if (!found) {
        return false;
    }
    bool right = is_right(body->name[bone]);
    int parent = body->parent[bone];
    body->rest[bone] = mirrored(found->place, right);
    man->part[bone] = found->part;
    if (found->toward) {
        vec3 next = mirrored(measure_of(found->toward)->place, right);
        man->axes[bone] = axes_along(minus(next, body->rest[bone]));
    } else {
        man->axes[bone] = parent < 0 ? no_turn() : man->axes[parent];
    }
    return true;
}

static bool measure_body(stalker *man) {
    figure *body = &man->man;
    body->bone_count = man->skeleton->bone_count;
    if (body->bone_count > FIGURE_BONES) {
        return false;
    }
    for (uint32_t i = 0; i < body->bone_count; i++) {
        body->name[i] = man->skeleton->bones[i].name;
        body->parent[i] = man->skeleton->bones[i].parent;
        if (!measure_bone(man, i)) {
            return false;
        }
    }
    body->heel_back = 0.06;
    body->toe_ahead = 0.085;
    body->stride = 1.4;
    body->foot_apart = 0.08;
    return figure_roles(body, &names);
}

gait_status stalker_make(stalker *out_man) {
    memset(out_man, 0, sizeof *out_man);
    gait_status status = gait_builtin_skeleton("xray-stalker", NULL, &out_man->skeleton);
    if (status == GAIT_OK && !measure_body(out_man)) {
        stalker_free(out_man);
        return GAIT_INTERNAL;
    }
    return status;
}

void stalker_free(stalker *man) {
    gait_skeleton_free(man->skeleton);
    man->skeleton = NULL;
}

/* --- poses ------------------------------------------------------------------------------------ */

void stalker_local(const stalker *man, const pose *at, uint32_t bone, turn *out_turn,
                   vec3 *out_place) {
    int parent = man->man.parent[bone];
    *out_turn = both(at->turn[bone], man->axes[bone]);
    *out_place = at->place[bone];
    if (parent >= 0) {
        turn into = undo(both(at->turn[parent], man->axes[parent]));
        *out_turn = both(into, *out_turn);
        *out_place = turned(into, minus(*out_place, at->place[parent]));
    }
}
