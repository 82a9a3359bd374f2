/* Vectors, and right-handed rotations of column vectors; angles in radians. */
#ifndef SAMPLES_TURNS_H
#define SAMPLES_TURNS_H

#define DEGREES(angle) ((angle)*0.017453292519943295)

typedef struct vec3 {
    double x, y, z;
} vec3;

/* m[row][column]; always a rotation. */
typedef struct turn {
    double m[3][3];
} turn;

vec3 plus(vec3 a, vec3 b);
vec3 minus(vec3 a, vec3 b);
vec3 times(vec3 a, double factor);
double dot(vec3 a, vec3 b);
vec3 cross(vec3 a, vec3 b);
double length(vec3 a);
vec3 unit(vec3 a);
/* Interpolates from a to b and normalises. */
vec3 blend_unit(vec3 a, vec3 b, double t);

turn no_turn(void);
turn about_x(double angle);
turn about_y(double angle);
turn about_z(double angle);
/* About an axis of length 1. */
turn about(vec3 axis, double angle);
/* Positive angles lean forward, turn right and lean left (X right, Y up, Z forward). */
turn look(double pitch, double yaw, double roll);
/* The product a * b: first b, then a. */
turn both(turn a, turn b);
turn undo(turn a);
vec3 turned(turn a, vec3 v);
/* The rotation that maps one pair of directions to another. Only the component of the second
 * direction that is perpendicular to the first is used. */
turn turn_pair(vec3 from, vec3 from_side, vec3 to, vec3 to_side);

#endif
