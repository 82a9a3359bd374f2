/* A jointed wooden figure as MLOD P3D, for the skeleton of the Arma 3 human. */
#ifndef SAMPLES_MANNEQUIN_H
#define SAMPLES_MANNEQUIN_H

#include "gait/base.h"

/* Appends the model to `out`. */
gait_status write_mannequin(gait_buffer *out);

#endif
