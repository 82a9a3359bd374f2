/* Trigonometric functions whose results are identical on every machine, unlike those of libm. They
 * use only + - * / and sqrt, which are exact if the compiler does not fuse operations
 * (-ffp-contract=off). Non-finite arguments give NaN. Angles in radians. */
#ifndef GAITI_TRIG_H
#define GAITI_TRIG_H

#define GAITI_DEGREES_PER_RADIAN 57.29577951308232
#define GAITI_RADIANS_PER_DEGREE 0.017453292519943295

/* Within 1 ulp of the exact value for every finite angle. */
double gaiti_sin(double angle_rad);
double gaiti_cos(double angle_rad);
void gaiti_sincos(double angle_rad, double *out_sin, double *out_cos);

/* Within 2 ulp. The angle of the point (x, y) in -pi..pi; zeros and their signs as in C. */
double gaiti_atan2(double y, double x);

#endif
