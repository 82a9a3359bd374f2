/* Motion marks, the same in banks and in SDK motions: docs/formats/omf.md#marks. Their fields are
 * gaiti_omf_visit_mark(). */
#ifndef GAITI_XRAY_MARKS_H
#define GAITI_XRAY_MARKS_H

#include "base/diagnose.h"
#include "gait/omf.h"
#include "model/clip.h"

enum { GAITI_OMF_NAME_MAX = 127 }; /* bytes of a name, of marks and motions, that games read */

/* True for marks that the games read as they were meant. */
bool gaiti_mark_fits(const gait_omf_mark *mark);
/* Fills in CR LF where there is no terminator; false when it is none. */
bool gaiti_mark_end(gait_omf_mark *mark);
/* Copies what it borrows; false when there is no memory. */
bool gaiti_mark_detach(gaiti_arena *arena, gait_omf_mark *mark);

/* Says what is wrong with one, whose name and intervals stand at these offsets. */
void gaiti_mark_check(const gaiti_report *report, const gait_omf_mark *mark, uint64_t name_at,
                      uint64_t intervals_at);

/* Every interval as an event. False when there is no memory. */
bool gaiti_marks_to_events(const gait_omf_mark *marks, uint32_t mark_count, gaiti_clip *result);
/* The events of a clip as marks in the arena: one per name, in the order in which they come; a mark
 * whose count of intervals the games misread is split. GAIT_BAD_ARGUMENT for names that no mark can
 * have. */
gait_status gaiti_marks_from_events(const gait_clip *clip, gaiti_arena *arena,
                                    gait_omf_mark **out_marks, uint32_t *out_count);
/* The marks of a motion whose events became those of `clip_metadata`; behind them stand the old
 * ones without an interval, of which no event tells. As gaiti_marks_from_events(); after a failure
 * nothing changed. */
gait_status gaiti_marks_replace(const gait_clip *clip_metadata, gaiti_arena *arena,
                                gait_omf_mark **marks, uint32_t *count);

#endif
