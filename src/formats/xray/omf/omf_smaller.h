/* Smaller tracks of a bank: shared by the files omf_optimise*.c. */
#ifndef GAITI_OMF_SMALLER_H
#define GAITI_OMF_SMALLER_H

#include "formats/xray/omf/omf.h"
#include "gait/optimise.h"

/* A track and its number of keys. */
typedef struct gaiti_omf_optimiser {
    double tolerance_m, tolerance_rad; /* 0 = none */
    uint32_t bits;                     /* as in gaiti_optimiser */
    uint32_t frame_count;
    gaiti_arena *scratch; /* for new keys */
} gaiti_omf_optimiser;

/* The largest differences between two tracks. */
typedef struct gaiti_omf_error {
    double metres, radians;
} gaiti_omf_error;

/* --- exact steps (omf_optimise_exact.c) ------------------------------------------------------- */

/* Makes a rotation constant whose keys have all the same bytes. */
bool gaiti_omf_optimise_same_rotation(const gaiti_omf_optimiser *self, gait_omf_track *track);
/* Makes a translation constant whose keys give the same float in all games. */
bool gaiti_omf_optimise_still_translation(const gaiti_omf_optimiser *self, gait_omf_track *track);
/* Stores 16-bit keys with 8 bits if each of them gives the same float in all games. */
bool gaiti_omf_optimise_narrow_translation(const gaiti_omf_optimiser *self, gait_omf_track *track);

/* --- steps within a tolerance (omf_optimise_near.c) ------------------------------------------- */

/* The same with errors up to the tolerance. `original` is the track in the file, from which errors
 * are measured. */
bool gaiti_omf_optimise_near_rotation(const gaiti_omf_optimiser *self,
                                      const gait_omf_track *original, gait_omf_track *track);
bool gaiti_omf_optimise_near_translation(const gaiti_omf_optimiser *self,
                                         const gait_omf_track *original, gait_omf_track *track);
/* Stores float keys as integers. */
bool gaiti_omf_optimise_near_floats(const gaiti_omf_optimiser *self, const gait_omf_track *original,
                                    gait_omf_track *track);
/* Stores keys that have more than `self->bits` bits with this number, whatever the error. */
bool gaiti_omf_optimise_limit_bits(const gaiti_omf_optimiser *self, gait_omf_track *track);
/* The largest error of any key; infinite when a value is not a number. Between keys the error is
 * not larger: one of the tracks is constant, or has the same keys apart from rounding. */
gaiti_omf_error gaiti_omf_optimise_measure(const gaiti_omf_optimiser *self,
                                           const gait_omf_track *original,
                                           const gait_omf_track *track);

#endif
