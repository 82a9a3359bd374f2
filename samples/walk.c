#include "walk.h"

#include "curves.h"

/* Phases of the cycle of one foot, which starts at its heel strike. */
#define HEEL_DOWN 0.0
#define SOLE_DOWN WALK_FOOT_DOWN
#define HEEL_OFF 0.31
#define BALL_OFF 0.5
#define TOES_OFF 0.61
#define UNDER_HIP 0.235 /* the ankle passes below the pelvis */

#define DROP 0.033 /* metres: height of the pelvis with straight legs minus its mean height */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Pitch of the foot in degrees, positive with toes up; slopes per cycle. */
static const knot foot_pitch[] = {
    {HEEL_DOWN, 20, -200}, {SOLE_DOWN, 0, 0},     {HEEL_OFF, 0, 0},
    {BALL_OFF, -25, -300}, {TOES_OFF, -60, -220}, {0.66, -63, 120},
    {0.76, -31, 420},      {0.87, 3, 190},        {1.0, 20, 20},
};
static const knot toes_rolling[] = {{BALL_OFF, 0, 0}, {TOES_OFF, -26, -350}};
/* Pitch of the toes relative to the foot, in the air. */
static const knot toes_hanging[] = {{TOES_OFF, 34, -130}, {0.74, 6, -60}, {0.9, 0, 0}, {1, 0, 0}};

static double between(double part) {
    while (part < 0.0) {
        part += 1.0;
    }
    while (part >= 1.0) {
        part -= 1.0;
    }
    return part;
}

static double toe_pitch(double phase, double pitch) {
    if (phase < HEEL_OFF) {
        return pitch;
    }
    if (phase < BALL_OFF) {
        return 0.0;
    }
    if (phase < TOES_OFF) {
        return curve_at(toes_rolling, COUNT(toes_rolling), phase);
    }
    return pitch + curve_at(toes_hanging, COUNT(toes_hanging), phase);
}

/* The foot during ground contact, for phases up to TOES_OFF and slightly beyond, to compute
 * slopes. */
static foot_pose touching(const figure *man, int side, double phase) {
    double joint_ahead = man->rest[man->side[side].toe].z - man->rest[man->side[side].foot].z;
    double pitch = curve_at(foot_pitch, COUNT(foot_pitch), phase);
    return foot_on_ground(man, side, outward(side) * man->foot_apart,
                          joint_ahead + man->stride * (UNDER_HIP - phase), DEGREES(7),
                          DEGREES(pitch), DEGREES(toe_pitch(phase, pitch)));
}

static vec3 touching_speed(const figure *man, int side, double phase, double step) {
    vec3 distance =
        minus(touching(man, side, phase + step).ankle, touching(man, side, phase).ankle);
    return times(distance, 1.0 / step);
}

/* The foot in the air: a curve from toe-off to heel strike that clears the ground. */
static foot_pose swinging(const figure *man, int side, double phase) {
    const double step = 0.001;
    vec3 left = touching(man, side, TOES_OFF).ankle;
    vec3 leave = touching_speed(man, side, TOES_OFF, -step);
    vec3 down = touching(man, side, HEEL_DOWN).ankle;
    vec3 land = times(touching_speed(man, side, HEEL_DOWN, step), 0.5);
    double flat = man->rest[man->side[side].foot].y - man->sole;
    const knot aside[] = {{TOES_OFF, left.x, 0}, {1, down.x, 0}};
    const knot up[] = {{TOES_OFF, left.y, leave.y},
                       {0.67, left.y + 0.034, 0.1},
                       {0.86, flat + 0.044, -0.45},
                       {1, down.y, land.y - 0.2}};
    const knot ahead[] = {{TOES_OFF, left.z, leave.z}, {1, down.z, land.z}};
    foot_pose foot;
    double pitch = curve_at(foot_pitch, COUNT(foot_pitch), phase);
    turn out = about_y(outward(side) * DEGREES(7));
    foot.ankle = (vec3){curve_at(aside, COUNT(aside), phase), curve_at(up, COUNT(up), phase),
                        curve_at(ahead, COUNT(ahead), phase)};
    foot.foot = both(out, about_x(-DEGREES(pitch)));
    foot.toe = both(out, about_x(-DEGREES(toe_pitch(phase, pitch))));
    return foot;
}

/* Angles are in degrees. An arm swings with the opposite foot, whose phase is `opposite`. */
static arm_pose walking_arm(int side, double opposite) {
    double swing = 2.0 + 21.0 * wave(opposite - 0.01);
    double bend = 20.0 + 9.0 * wave(opposite - 0.06);
    static const vec3 down = {0, -1, 0};
    turn shoulder = about_x(-DEGREES(swing));
    turn abduction = about_z(outward(side) * DEGREES(9));
    turn elbow = both(about_z(outward(side) * DEGREES(5)),
                      both(about_y(-outward(side) * DEGREES(14)), about_x(-DEGREES(bend))));
    return (arm_pose){turned(shoulder, turned(abduction, down)),
                      turned(shoulder, turned(elbow, down)), DEGREES(12), 0.0};
}

stance walk_stance(const figure *man, double part) {
    double left = between(part - WALK_LEFT_STRIKE);
    double right = between(part - WALK_RIGHT_STRIKE);
    double height = figure_height(man);
    stance at;
    at.pelvis =
        (vec3){-0.022 * wave(left - 0.30), height - DROP - 0.017 * wave(2.0 * (left - 0.05)),
               0.008 * wave(2.0 * (left - 0.05) - 0.25)};
    at.hips = look(DEGREES(4), DEGREES(6) * wave(left), DEGREES(-3.5) * wave(left - 0.17));
    at.chest = look(DEGREES(4.5 + 0.8 * wave(2.0 * (left - 0.02))), DEGREES(-6) * wave(left - 0.02),
                    DEGREES(1.2) * wave(left - 0.17));
    at.head = look(DEGREES(2), DEGREES(-0.8) * wave(left), 0.0);
    at.foot[LEFT] = left < TOES_OFF ? touching(man, LEFT, left) : swinging(man, LEFT, left);
    at.foot[RIGHT] = right < TOES_OFF ? touching(man, RIGHT, right) : swinging(man, RIGHT, right);
    at.arm[LEFT] = walking_arm(LEFT, right);
    at.arm[RIGHT] = walking_arm(RIGHT, left);
    at.curl = DEGREES(14);
    return at;
}
