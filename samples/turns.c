#include "turns.h"

#include <math.h>

#include "base/number/trig.h"

vec3 plus(vec3 a, vec3 b) {
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

vec3 minus(vec3 a, vec3 b) {
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

vec3 times(vec3 a, double factor) {
    return (vec3){a.x * factor, a.y * factor, a.z * factor};
}

double dot(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

vec3 cross(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double length(vec3 a) {
    return sqrt(dot(a, a));
}

vec3 unit(vec3 a) {
    return times(a, 1.0 / length(a));
}

vec3 blend_unit(vec3 a, vec3 b, double t) {
    return unit(plus(times(a, 1.0 - t), times(b, t)));
}

turn no_turn(void) {
    return (turn){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

turn about_x(double angle) {
    double s, c;
    gaiti_sincos(angle, &s, &c);
    return (turn){{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
}

turn about_y(double angle) {
    double s, c;
    gaiti_sincos(angle, &s, &c);
    return (turn){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
}

turn about_z(double angle) {
    double s, c;
    gaiti_sincos(angle, &s, &c);
    return (turn){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

turn about(vec3 axis, double angle) {
    double s, c;
    gaiti_sincos(angle, &s, &c);
    vec3 a = times(axis, 1.0 - c);
    vec3 b = times(axis, s);
    return (turn){{{axis.x * a.x + c, axis.x * a.y - b.z, axis.x * a.z + b.y},
                   {axis.y * a.x + b.z, axis.y * a.y + c, axis.y * a.z - b.x},
                   {axis.z * a.x - b.y, axis.z * a.y + b.x, axis.z * a.z + c}}};
}

turn look(double pitch, double yaw, double roll) {
    return both(about_y(yaw), both(about_x(pitch), about_z(roll)));
}

turn both(turn a, turn b) {
    turn product;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            product.m[row][column] = a.m[row][0] * b.m[0][column] + a.m[row][1] * b.m[1][column] +
                                     a.m[row][2] * b.m[2][column];
        }
    }
    return product;
}

turn undo(turn a) {
    turn inverse;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            inverse.m[row][column] = a.m[column][row];
        }
    }
    return inverse;
}

vec3 turned(turn a, vec3 v) {
    return (vec3){a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
                  a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                  a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z};
}

/* Columns: the direction, the side made perpendicular to it, and their cross product. */
static turn frame_of(vec3 direction, vec3 side) {
    vec3 a = unit(direction);
    vec3 b = unit(minus(side, times(a, dot(side, a))));
    vec3 c = cross(a, b);
    return (turn){{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
}

turn turn_pair(vec3 from, vec3 from_side, vec3 to, vec3 to_side) {
    return both(frame_of(to, to_side), undo(frame_of(from, from_side)));
}
