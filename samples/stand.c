#include "stand.h"

#include "curves.h"

stance stand_at_ease(const figure *man, double part) {
    (void)part;
    stance at;
    at.pelvis = (vec3){0.0, figure_height(man) - 0.01, 0.0};
    at.hips = look(DEGREES(2), 0.0, 0.0);
    at.chest = look(DEGREES(1), 0.0, 0.0);
    at.head = no_turn();
    at.curl = DEGREES(14);
    for (int side = 0; side < SIDES; side++) {
        double out = outward(side);
        at.foot[side] = foot_on_ground(man, side, out * 0.12, 0.10, DEGREES(14), 0.0, 0.0);
        at.arm[side].upper = unit((vec3){out * 0.19, -1.0, -0.03});
        at.arm[side].fore = unit((vec3){out * 0.05, -1.0, 0.27});
        at.arm[side].twist = DEGREES(10);
        at.arm[side].lift = 0.0;
    }
    return at;
}

stance stand_breathing(const figure *man, double part) {
    double breath = 0.5 - 0.5 * wave(part);
    double sway = wave(part - 0.25);
    stance at = stand_at_ease(man, part);
    at.pelvis.x += 0.008 * sway;
    at.pelvis.y += 0.003 * breath;
    at.hips = look(DEGREES(2), 0.0, DEGREES(0.6) * sway);
    at.chest = look(DEGREES(1.0 - 2.2 * breath), DEGREES(1.2) * sway, DEGREES(-0.5) * sway);
    at.head = look(DEGREES(0.6) * breath, DEGREES(4) * wave(part - 0.35), 0.0);
    for (int side = 0; side < SIDES; side++) {
        arm_pose *arm = &at.arm[side];
        arm->lift = DEGREES(2.5) * breath;
        arm->upper = unit(plus(arm->upper, (vec3){outward(side) * 0.02 * breath, 0.0, 0.0}));
        arm->fore = unit(plus(arm->fore, (vec3){0.0, 0.0, 0.03 * breath}));
    }
    return at;
}

stance stand_saluting(const figure *man, double part) {
    static const vec3 upper = {0.75, -0.12, 0.60};
    static const vec3 fore = {-0.74, 0.66, -0.05};
    double raised = ease(0.0, 0.34, part) - ease(0.62, 1.0, part);
    stance at = stand_at_ease(man, part);
    arm_pose *arm = &at.arm[RIGHT];
    arm->upper = blend_unit(arm->upper, unit(upper), raised);
    arm->fore = blend_unit(arm->fore, unit(fore), raised);
    arm->lift = DEGREES(8) * raised;
    at.chest = look(DEGREES(1.0 - 3.0 * raised), 0.0, DEGREES(1) * raised);
    at.head = look(DEGREES(-2) * raised, DEGREES(5) * raised, 0.0);
    return at;
}

stance stand_hit(const figure *man, double part) {
    double blow = ease(0.0, 0.2, part) - ease(0.25, 1.0, part);
    stance at = stand_at_ease(man, part);
    at.pelvis.z -= 0.03 * blow;
    at.pelvis.y -= 0.012 * blow;
    at.hips = look(DEGREES(2.0 - 4.0 * blow), 0.0, 0.0);
    at.chest = look(DEGREES(1.0 - 14.0 * blow), DEGREES(-12) * blow, DEGREES(4) * blow);
    at.head = look(DEGREES(12) * blow, DEGREES(-5) * blow, 0.0);
    for (int side = 0; side < SIDES; side++) {
        arm_pose *arm = &at.arm[side];
        arm->fore = unit(plus(arm->fore, (vec3){0.0, 0.25 * blow, 0.5 * blow}));
    }
    return at;
}
