/* What a comparison found, told to people: also of animations that are put on a skeleton. */
#ifndef TOOL_ROUNDTRIP_NOTES_H
#define TOOL_ROUNDTRIP_NOTES_H

#include "gait/roundtrip.h"

/* What was found in the edited file as a whole, and in one clip. */
void roundtrip_log_file_notes(const gait_diff_summary *summary);
void roundtrip_log_clip_notes(const char *name, const gait_clip_diff *clip);
/* ", by up to 0.1 mm (head, frame 3)", or nothing: a new text. */
char *roundtrip_error_text(const gait_skeleton *skeleton, const gait_max_error *max_error,
                           const char *unit);

#endif
