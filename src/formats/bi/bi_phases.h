/* Phases of the keys of an RTM, plain or binarised: docs/formats/rtm.md, "Phases". */
#ifndef GAITI_BI_PHASES_H
#define GAITI_BI_PHASES_H

#include "base/memory.h"

/* The phases in the file, as little-endian floats. */
typedef struct gaiti_phases {
    const uint8_t *data;
    uint64_t stride; /* bytes from one phase to the next */
    uint32_t count;
} gaiti_phases;

float gaiti_phase_at(const gaiti_phases *phases, uint32_t frame);

/* The defect of a list of phases. */
typedef enum gaiti_phases_defect {
    GAITI_PHASES_GOOD,
    GAITI_PHASES_NAN,   /* at index `at` */
    GAITI_PHASES_EQUAL, /* all are equal, in two or more frames */
    GAITI_PHASES_ORDER  /* the phase at `at` is smaller than the previous one */
} gaiti_phases_defect;

gaiti_phases_defect gaiti_phases_validate(const gaiti_phases *phases, uint32_t *at);

/* Playback order: indices of frames, and their phases. */
typedef struct gaiti_play_order {
    uint32_t *frames; /* one per phase */
    float *phases;    /* in playback order */
    bool sorted;      /* true when frames is 0, 1, 2... */
} gaiti_play_order;

/* Determines the playback order: stable order of phases; evenly spaced if they are invalid or all
 * equal. False when there is no memory. */
bool gaiti_phases_order(const gaiti_phases *phases, gaiti_arena *arena,
                        gaiti_play_order *out_order);

#endif
