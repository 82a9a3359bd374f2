/* When the keys of an RTM, plain or binarised, are played: docs/formats/rtm.md, "Phases". */
#ifndef GAITI_BI_PHASES_H
#define GAITI_BI_PHASES_H

#include "base/memory.h"

/* Little-endian floats where the file has them. */
typedef struct gaiti_phases {
    const uint8_t *data;
    uint64_t stride; /* bytes from one to the next */
    uint32_t count;
} gaiti_phases;

float gaiti_phase_at(const gaiti_phases *phases, uint32_t frame);

/* What is wrong with them as a whole. */
typedef enum gaiti_phases_defect {
    GAITI_PHASES_GOOD,
    GAITI_PHASES_NAN,   /* at `at` */
    GAITI_PHASES_EQUAL, /* two frames or more */
    GAITI_PHASES_ORDER  /* at `at` comes one that is smaller than the one before */
} gaiti_phases_defect;

gaiti_phases_defect gaiti_phases_validate(const gaiti_phases *phases, uint32_t *at);

/* How keys are played: frame indices in playback order and their times. */
typedef struct gaiti_play_order {
    uint32_t *frames; /* as many as there are phases */
    float *phases;    /* in playback order */
    bool sorted;      /* frames is 0, 1, 2... */
} gaiti_play_order;

/* False when there is no memory. */
bool gaiti_phases_order(const gaiti_phases *phases, gaiti_arena *arena,
                        gaiti_play_order *out_order);

#endif
