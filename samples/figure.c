#include "figure.h"

#include <math.h>
#include <string.h>

/* --- roles ------------------------------------------------------------------------------------ */

static int find_bone(const figure *man, const char *name) {
    for (uint32_t i = 0; i < man->bone_count; i++) {
        if (strcmp(man->name[i], name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static bool find_limbs(const figure *man, const limb_names *names, limbs *out) {
    *out = (limbs){find_bone(man, names->shoulder), find_bone(man, names->upper_arm),
                   find_bone(man, names->forearm),  find_bone(man, names->hand),
                   find_bone(man, names->thigh),    find_bone(man, names->calf),
                   find_bone(man, names->foot),     find_bone(man, names->toe)};
    return out->shoulder >= 0 && out->upper_arm >= 0 && out->forearm >= 0 && out->hand >= 0 &&
           out->thigh >= 0 && out->calf >= 0 && out->foot >= 0 && out->toe >= 0;
}

bool figure_roles(figure *man, const figure_names *names) {
    man->pelvis = find_bone(man, names->pelvis);
    man->chest = find_bone(man, names->chest);
    man->head = find_bone(man, names->head);
    return man->pelvis >= 0 && man->chest >= 0 && man->head >= 0 &&
           find_limbs(man, &names->side[LEFT], &man->side[LEFT]) &&
           find_limbs(man, &names->side[RIGHT], &man->side[RIGHT]);
}

double figure_height(const figure *man) {
    const limbs *leg = &man->side[LEFT];
    vec3 hip = man->rest[leg->thigh], knee = man->rest[leg->calf], ankle = man->rest[leg->foot];
    return man->rest[man->pelvis].y - hip.y + length(minus(knee, hip)) +
           length(minus(ankle, knee)) + ankle.y - man->sole;
}

double outward(int side) {
    return side == LEFT ? -1.0 : 1.0;
}

/* --- feet ------------------------------------------------------------------------------------- */

foot_pose foot_on_ground(const figure *man, int side, double x, double z, double yaw, double pitch,
                         double toe_pitch) {
    vec3 ankle = man->rest[man->side[side].foot];
    vec3 toe = man->rest[man->side[side].toe];
    vec3 joint = {0, toe.y - man->sole, 0};
    vec3 from_joint = minus(ankle, toe);
    turn foot = about_x(-pitch);
    vec3 place;
    if (pitch > 0.0) {
        vec3 heel = {from_joint.x, 0, from_joint.z - man->heel_back};
        place = plus(heel, turned(foot, minus(plus(joint, from_joint), heel)));
    } else {
        vec3 tip = {0, 0, man->toe_ahead};
        vec3 raised = plus(tip, turned(about_x(-toe_pitch), minus(joint, tip)));
        place = plus(raised, turned(foot, from_joint));
    }
    turn out = about_y(outward(side) * yaw);
    return (foot_pose){plus((vec3){x, 0, z}, turned(out, place)), both(out, foot),
                       both(out, about_x(-toe_pitch))};
}

/* --- limbs ------------------------------------------------------------------------------------ */

/* Computes the position of the joint between two bones, bent toward `pole`. False when `to` is out
 * of reach. */
static bool bend(vec3 from, vec3 to, double upper, double lower, vec3 pole, vec3 *out_joint) {
    vec3 line = minus(to, from);
    double reach = length(line);
    if (reach >= upper + lower || reach <= fabs(upper - lower)) {
        return false;
    }
    vec3 along = times(line, 1.0 / reach);
    vec3 across = unit(minus(pole, times(along, dot(pole, along))));
    double cosine = (upper * upper + reach * reach - lower * lower) / (2.0 * upper * reach);
    double sine = sqrt(1.0 - cosine * cosine);
    *out_joint = plus(from, times(plus(times(along, cosine), times(across, sine)), upper));
    return true;
}

static bool pose_leg(const figure *man, const limbs *leg, const foot_pose *foot, pose *out) {
    static const vec3 forward = {0, 0, 1};
    static const vec3 right = {1, 0, 0};
    vec3 thigh = minus(man->rest[leg->calf], man->rest[leg->thigh]);
    vec3 calf = minus(man->rest[leg->foot], man->rest[leg->calf]);
    vec3 hip = out->place[leg->thigh];
    vec3 foot_ahead = turned(foot->foot, forward);
    vec3 pole = plus(turned(out->turn[man->pelvis], forward),
                     unit((vec3){foot_ahead.x, 0.0, foot_ahead.z}));
    vec3 knee;
    if (!bend(hip, foot->ankle, length(thigh), length(calf), pole, &knee)) {
        return false;
    }
    vec3 hinge = cross(pole, minus(foot->ankle, hip));
    out->turn[leg->thigh] = turn_pair(thigh, right, minus(knee, hip), hinge);
    out->turn[leg->calf] = turn_pair(calf, right, minus(foot->ankle, knee), hinge);
    out->turn[leg->foot] = foot->foot;
    out->turn[leg->toe] = foot->toe;
    return true;
}

static void pose_arm(const figure *man, int side, const arm_pose *arm, pose *out) {
    static const vec3 backward = {0, 0, -1};
    const limbs *bones = &man->side[side];
    vec3 upper = minus(man->rest[bones->forearm], man->rest[bones->upper_arm]);
    vec3 fore = minus(man->rest[bones->hand], man->rest[bones->forearm]);
    vec3 rest_hinge = cross(backward, upper);
    vec3 hinge = cross(arm->upper, arm->fore);
    turn chest = out->turn[man->chest];
    turn twist = about(unit(arm->fore), outward(side) * arm->twist);
    turn upper_arm = turn_pair(upper, rest_hinge, arm->upper, hinge);
    turn forearm = turn_pair(fore, rest_hinge, arm->fore, hinge);
    out->turn[bones->shoulder] = both(chest, about_z(outward(side) * arm->lift));
    out->turn[bones->upper_arm] = both(chest, upper_arm);
    out->turn[bones->forearm] = both(chest, forearm);
    out->turn[bones->hand] = both(chest, both(twist, forearm));
}

/* --- whole figure ----------------------------------------------------------------------------- */

typedef enum role { FOLLOWS = 0, ABOVE, LIMB, SPINE, NECK, FINGER } role;

typedef struct roles {
    role of[FIGURE_BONES];
    double share[FIGURE_BONES]; /* position as a fraction of the chain from pelvis to chest, or from
                                   chest to head */
} roles;

/* Sets the role of the bones from `last` up to, but excluding, `first`. */
static void set_chain(const figure *man, int first, int last, role chain, roles *found) {
    int count = 0;
    for (int bone = last; bone != first; bone = man->parent[bone]) {
        found->of[bone] = chain;
        count++;
    }
    int number = count;
    for (int bone = last; bone != first; bone = man->parent[bone]) {
        found->share[bone] = number-- / (double)count;
    }
}

static void set_limbs(const limbs *bones, roles *found) {
    const int set[] = {bones->shoulder, bones->upper_arm, bones->forearm, bones->hand,
                       bones->thigh,    bones->calf,      bones->foot,    bones->toe};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        found->of[set[i]] = LIMB;
    }
}

static roles roles_of(const figure *man) {
    roles found = {.of = {FOLLOWS}};
    set_chain(man, -1, man->pelvis, ABOVE, &found);
    set_chain(man, man->pelvis, man->chest, SPINE, &found);
    set_chain(man, man->chest, man->head, NECK, &found);
    set_limbs(&man->side[LEFT], &found);
    set_limbs(&man->side[RIGHT], &found);
    for (uint32_t i = 0; i < man->bone_count; i++) {
        int parent = man->parent[i];
        if (parent >= 0 && (parent == man->side[LEFT].hand || parent == man->side[RIGHT].hand ||
                            found.of[parent] == FINGER)) {
            found.of[i] = FINGER;
        }
    }
    return found;
}

static turn blend_turn(turn a, turn b, double t) {
    vec3 up = blend_unit((vec3){a.m[0][1], a.m[1][1], a.m[2][1]},
                         (vec3){b.m[0][1], b.m[1][1], b.m[2][1]}, t);
    vec3 ahead = blend_unit((vec3){a.m[0][2], a.m[1][2], a.m[2][2]},
                            (vec3){b.m[0][2], b.m[1][2], b.m[2][2]}, t);
    return turn_pair((vec3){0, 1, 0}, (vec3){0, 0, 1}, up, ahead);
}

/* Thumbs lie across the hand and bend much less. */
static turn finger_turn(const figure *man, uint32_t bone, double curl) {
    int side = man->rest[bone].x < 0.0 ? LEFT : RIGHT;
    bool thumb = strstr(man->name[bone], "Thumb") || strstr(man->name[bone], "finger0");
    return about_z(-outward(side) * (thumb ? 0.3 * curl : curl));
}

/* Sets rotations of trunk and fingers, copies the parent's rotation where there is no other, and
 * then computes all positions. */
static void pose_tree(const figure *man, const roles *found, const stance *target, pose *out) {
    for (uint32_t i = 0; i < man->bone_count; i++) {
        if (found->of[i] == ABOVE) {
            continue;
        }
        int parent = man->parent[i];
        turn above = out->turn[parent];
        if (found->of[i] == SPINE) {
            out->turn[i] = blend_turn(target->hips, target->chest, found->share[i]);
        } else if (found->of[i] == NECK) {
            out->turn[i] = blend_turn(target->chest, target->head, found->share[i]);
        } else if (found->of[i] == FINGER) {
            out->turn[i] = both(above, finger_turn(man, i, target->curl));
        } else if (found->of[i] == FOLLOWS) {
            out->turn[i] = above;
        }
        vec3 offset = minus(man->rest[i], man->rest[parent]);
        out->place[i] = plus(out->place[parent], turned(above, offset));
    }
}

/* The parent of the pelvis moves with it; bones above that mark the position of the model. */
static void pose_above(const figure *man, const stance *target, pose *out) {
    for (int bone = man->pelvis; bone >= 0; bone = man->parent[bone]) {
        bool moves = bone == man->pelvis || bone == man->parent[man->pelvis];
        out->turn[bone] = no_turn();
        out->place[bone] = moves ? target->pelvis : (vec3){0, 0, 0};
    }
    out->turn[man->pelvis] = target->hips;
}

bool figure_pose(const figure *man, const stance *target, pose *out) {
    roles found = roles_of(man);
    memset(out, 0, sizeof *out);
    pose_above(man, target, out);
    pose_tree(man, &found, target, out); /* first pass: the limbs need chest and hips */
    for (int side = 0; side < SIDES; side++) {
        pose_arm(man, side, &target->arm[side], out);
        if (!pose_leg(man, &man->side[side], &target->foot[side], out)) {
            return false;
        }
    }
    pose_tree(man, &found, target, out);
    return true;
}
