/* A bank of motions for the stalkers of X-Ray. */
#ifndef SAMPLES_BANK_H
#define SAMPLES_BANK_H

#include "gait/base.h"

/* Appends the bank to `out`. */
gait_status write_bank(gait_buffer *out);

#endif
