/* There and back: an edited glTF into the file that it came from (docs/roundtrip_algorithm.md). The
 * library does it; here are its files and its messages. */
#ifndef TOOL_ROUNDTRIP_JOB_H
#define TOOL_ROUNDTRIP_JOB_H

#include "convert/conversion.h"
#include "gait/roundtrip.h"

/* One way back. */
typedef struct round_trip {
    const conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base */
    gait_status status;      /* of gait_roundtrip() */
    gait_roundtrip_report *report;
    gait_roundtrip_overview overview;
    gait_buffer content;
    bool is_written;
} round_trip;

/* --- the base (roundtrip_open_base.c) --------------------------------------------------------- */

/* Opens it and finds its skeleton. An .rtm as `target` becomes binarised when the base is. Returns
 * an exit code. */
int roundtrip_open_base(round_trip *trip, gait_format *target);

/* --- telling (roundtrip_report.c, roundtrip_report_clip.c) ------------------------------------ */

enum { ROUNDTRIP_MAX_CLIPS = 8 }; /* of an outcome that are named */

/* Tells everything there is to tell before the result is written; returns an exit code. */
int roundtrip_log(const round_trip *trip);
/* All of it as gait.roundtrip/1 on stdout. */
void roundtrip_print_json(const round_trip *trip);

/* Tells what becomes of one clip, after `before` others of its outcome; what an added one lost; and
 * where the result is farther from what was edited than the tolerance. */
void roundtrip_log_clip(const round_trip *trip, uint32_t index, unsigned before);
void roundtrip_log_losses(const round_trip *trip, uint32_t index);
void roundtrip_log_rounding(const round_trip *trip, uint32_t index);

#endif
