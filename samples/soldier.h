/* A walk of the Arma 3 human as plain RTM. */
#ifndef SAMPLES_SOLDIER_H
#define SAMPLES_SOLDIER_H

#include "gait/base.h"

/* Appends a walk to `out`. */
gait_status write_walk(gait_buffer *out);

#endif
