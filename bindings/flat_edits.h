/* Round trips of the flat interface. */
#ifndef GAITI_FLAT_EDITS_H
#define GAITI_FLAT_EDITS_H

#include "flat_state.h"
#include "gait/report.h"

/* Ends a round trip: writes its report, and sets the error if `status` is not GAIT_OK. */
bool gaiti_flat_end_roundtrip(gait_flat *flat, gait_status status,
                              const gait_roundtrip_report *report,
                              const gait_roundtrip_files *files);

#endif
