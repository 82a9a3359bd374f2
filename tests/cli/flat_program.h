/* What the parts of flat_program share. Includes nothing of Gait but flat.h. */
#ifndef FLAT_PROGRAM_H
#define FLAT_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>

#include "flat.h"

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Opens a sample by its name. */
uint32_t open_sample(gait_flat *flat, const char *name);
/* True when the last function failed with this status and an error text. */
bool has_failed(const gait_flat *flat, gait_status status);
/* The built-in skeleton of a file. */
uint32_t search(gait_flat *flat, uint32_t file);

/* Fast poses of two clips of different files in one call, compared with exact ones. */
void sample_clips(void);
/* An RTM is played as a game does, with its root motion; its poses are blended. */
void play_and_blend_clips(void);

#endif
