/* The walk of the Arma 3 human as binarised RTM. */
#ifndef SAMPLES_BINARISED_H
#define SAMPLES_BINARISED_H

#include "gait/base.h"

/* Appends binarised RTM of version 5 to `out`. */
gait_status write_binarised_walk(gait_buffer *out);

#endif
