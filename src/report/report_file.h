/* What reports about open files have in common. */
#ifndef GAITI_REPORT_FILE_H
#define GAITI_REPORT_FILE_H

#include "gait/report.h"
#include "report/report_json.h"

/* The members "path", "bytes", "format", "version" and "status". */
void gaiti_report_file_members(gaiti_json *json, const gait_report_input *input);
/* The members "index", "name", "frames", "duration_s" and "loop" of a clip, and with a mod also how
 * the game plays it. */
void gaiti_report_clip_members(gaiti_json *json, const gait_report_input *input, uint32_t index);
/* The member "error"; `error` may be NULL. */
void gaiti_report_member_error(gaiti_json *json, const gait_diagnostic *error);

#endif
