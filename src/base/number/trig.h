/* Trigonometry of our own: libm's differs between machines, and output must not. Only + - * / and
 * sqrt, so the same bits everywhere, as long as the compiler does not fuse (-ffp-contract=off).
 * What is not finite gives NaN. Angles in radians. */
#ifndef GAITI_TRIG_H
#define GAITI_TRIG_H

/* Within 1 ulp of the true value, for every angle however large. */
double gaiti_sin(double angle_rad);
double gaiti_cos(double angle_rad);
void gaiti_sincos(double angle_rad, double *out_sin, double *out_cos);

/* Within 2 ulp. The angle of the point (x, y) in -pi..pi; zeros and their signs like C's. */
double gaiti_atan2(double y, double x);

/* Within 2 ulp, 0..pi. Beyond -1..1 it answers as for -1 or 1: rounded cosines get there. */
double gaiti_acos(double x);

#endif
