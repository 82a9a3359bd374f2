/* Motions of a standing figure. */
#ifndef SAMPLES_STAND_H
#define SAMPLES_STAND_H

#include "figure.h"

/* `part` is the fraction of the motion, 0 to 1. */
stance stand_at_ease(const figure *man, double part); /* does not depend on `part` */
stance stand_breathing(const figure *man, double part);
stance stand_saluting(const figure *man, double part); /* starts and ends at ease */
stance stand_hit(const figure *man, double part);      /* hit on the chest; ends at ease */

#endif
