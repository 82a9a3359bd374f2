/* What optimise.c asks of the formats. */
#ifndef GAITI_FORMATS_OPTIMISER_H
#define GAITI_FORMATS_OPTIMISER_H

#include "gait/optimise.h"

/* A request to make the clips of a document smaller. */
typedef struct gaiti_optimiser {
    gait_options options;              /* of temporary memory; without diagnostics */
    double tolerance_m, tolerance_rad; /* 0 = none */
    uint32_t bits; /* not 0: only store keys of translations with at most so many bits, 8 or 16 */
    gait_optimised_clip *clips; /* one per clip; is_chosen is set, the formats set the rest */
} gaiti_optimiser;

#endif
