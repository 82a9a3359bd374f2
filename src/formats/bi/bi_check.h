/* Checks that plain and binarised RTM have in common: docs/formats/rtm.md. */
#ifndef GAITI_BI_CHECK_H
#define GAITI_BI_CHECK_H

#include "base/diagnose.h"
#include "base/text/names.h"
#include "formats/bi/bi_phases.h"

/* True for phases that leave out more of the cycle than one step between keys. They are finite and
 * ascend. */
bool gaiti_phases_are_partial(const gaiti_phases *phases);
/* Raises RTM044 or RTM046; `offset` is that of the last phase. */
void gaiti_raise_cycle(gaiti_report *report, const gaiti_phases *phases, uint64_t offset);

/* True for half of the body of an Arma human, or more, without the bone that holds the weapon. */
bool gaiti_lacks_weapon(const gaiti_names *bones);
/* The index of the pelvis; -1 = none. */
int32_t gaiti_find_pelvis(const gaiti_names *bones);

/* The height of the pelvis in the rest pose, in metres, if the model is not known. */
#define GAITI_PELVIS_HEIGHT 0.99
/* Raises RTM061 if the pelvis moves from `first` to `last` along the ground; `root_motion` is at
 * `offset` in the file. */
void gaiti_check_travel(const gaiti_report *report, const double first[3], const double last[3],
                        gaiti_extent root_motion);

#endif
