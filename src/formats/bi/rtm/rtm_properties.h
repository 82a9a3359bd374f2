/* The property block of plain RTM. */
#ifndef GAITI_RTM_PROPERTIES_H
#define GAITI_RTM_PROPERTIES_H

#include "formats/bi/rtm/rtm.h"

/* Reads the block at the start of the file, up to the animation. */
gait_status gaiti_rtm_read_properties(gait_rtm *rtm, const gaiti_report *report, gaiti_reader *in);

/* The number of texts that are longer than 255 bytes. */
uint32_t gaiti_rtm_count_long_texts(const gait_rtm *rtm);
/* False when a reader could not find the properties again after another one is inserted. */
bool gaiti_rtm_may_insert_property(const gait_rtm *rtm);

#endif
