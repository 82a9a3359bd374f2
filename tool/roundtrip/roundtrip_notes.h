/* Messages about comparisons, also of retargeted animations. */
#ifndef TOOL_ROUNDTRIP_NOTES_H
#define TOOL_ROUNDTRIP_NOTES_H

#include "gait/roundtrip.h"

/* Log the notes about the edited file as a whole, and about one clip. */
void roundtrip_log_file_notes(const gait_diff_summary *summary);
void roundtrip_log_clip_notes(const char *name, const gait_clip_diff *clip);
/* Returns a new text such as ", by up to 0.1 mm (head, frame 3)", or an empty one. */
char *roundtrip_error_text(const gait_skeleton *skeleton, const gait_max_error *max_error,
                           const char *unit);

#endif
