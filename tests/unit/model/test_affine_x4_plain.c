/* The same tests without vectors of the compiler. */
#define GAIT_NO_VECTORS
#include "test_affine_x4.c"
