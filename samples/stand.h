/* What a man does on one spot. */
#ifndef SAMPLES_STAND_H
#define SAMPLES_STAND_H

#include "figure.h"

/* `part` of the motion, 0..1. */
stance stand_at_ease(const figure *man, double part); /* the same for every part */
stance stand_breathing(const figure *man, double part);
stance stand_saluting(const figure *man, double part); /* begins and ends at ease */
stance stand_hit(const figure *man, double part);      /* struck on the chest; ends at ease */

#endif
