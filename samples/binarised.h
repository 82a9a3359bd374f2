/* The walk of the man of Arma 3, as the games' packing would have it. */
#ifndef SAMPLES_BINARISED_H
#define SAMPLES_BINARISED_H

#include "gait/base.h"

/* Appends binarised RTM of version 5 to `out`. */
gait_status write_binarised_walk(gait_buffer *out);

#endif
