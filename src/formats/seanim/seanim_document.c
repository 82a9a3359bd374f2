/* SEAnim: only recognised. */
#include "base/sniff.h"
#include "formats/format_row.h"

static gaiti_guess seanim_row_probe(gait_span bytes) {
    return gaiti_begins(bytes, "SEAnim") ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

const gaiti_format_row gaiti_seanim_row = {
    .info = {GAIT_FORMAT_SEANIM, "seanim", "SEAnim", ".seanim", GAIT_FAMILY_NONE, GAIT_HAS_CLIPS},
    .probe = seanim_row_probe,
};
