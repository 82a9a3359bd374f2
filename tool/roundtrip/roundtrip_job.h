/* Round trip of an edited glTF (docs/roundtrip_algorithm.md). The library does the work; this part
 * opens and writes the files and logs messages. */
#ifndef TOOL_ROUNDTRIP_JOB_H
#define TOOL_ROUNDTRIP_JOB_H

#include "convert/conversion.h"
#include "gait/roundtrip.h"

/* One round trip. */
typedef struct round_trip {
    const conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base file */
    gait_status status;      /* of gait_roundtrip() */
    gait_roundtrip_report *report;
    gait_roundtrip_summary overview;
    gait_buffer content;
    bool is_written;
} round_trip;

/* --- the base file (roundtrip_open_base.c) ---------------------------------------------------- */

/* Opens the base file and finds its skeleton. If it is a binarised RTM, a target of plain RTM
 * becomes binarised unless --to is given. Returns an exit code. */
int roundtrip_open_base(round_trip *trip, gait_format *target);

/* --- messages (roundtrip_report.c, roundtrip_report_clip.c) ----------------------------------- */

enum {
    ROUNDTRIP_MAX_CLIPS = 8
}; /* number of clips with the same outcome that are logged by name */

/* Logs everything that is known before the result is written. Returns an exit code. */
int roundtrip_log(const round_trip *trip);
/* Writes the gait.roundtrip/1 document to stdout. */
void roundtrip_print_json(const round_trip *trip);

/* Log the outcome of one clip, after `before` others with the same outcome; the losses of an added
 * clip; and where the result differs from the edit by more than the tolerance. */
void roundtrip_log_clip(const round_trip *trip, uint32_t index, unsigned before);
void roundtrip_log_losses(const round_trip *trip, uint32_t index);
void roundtrip_log_rounding(const round_trip *trip, uint32_t index);

#endif
