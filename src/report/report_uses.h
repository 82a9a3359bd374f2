/* What reports about the clips of a mod have in common. */
#ifndef GAITI_REPORT_USES_H
#define GAITI_REPORT_USES_H

#include "gait/mod.h"
#include "report/report_json.h"

/* A use of a file, as in gait.uses/1. */
void gaiti_report_use(gaiti_json *json, const gait_mod *mod, const gait_mod_use *use);
/* The members "seconds" and "seconds_why". */
void gaiti_report_seconds(gaiti_json *json, double seconds, gait_seconds_why why);
/* The value of "seconds_from" and "loop_from". */
const char *gaiti_report_origin(gait_value_origin origin);

#endif
