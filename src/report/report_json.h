/* Helpers of all reports: vectors, names and findings. */
#ifndef GAITI_REPORT_JSON_H
#define GAITI_REPORT_JSON_H

#include "base/json/json.h"
#include "gait/file.h"
#include "gait/report.h"
#include "gait/mod.h"

/* A key and an array of numbers at single precision; -0 is written as 0. */
void gaiti_json_member_vector(gaiti_json *json, const char *key, const double *values,
                              uint32_t count);
/* The name of a clip as the next value; null when the file, which may be NULL, has no such clip. */
void gaiti_json_clip_name(gaiti_json *json, const gait_file *file, uint32_t clip);
/* The same for a bone in track order. */
void gaiti_json_bone_name(gaiti_json *json, const gait_file *file, uint32_t bone);
/* A key and a boolean; null when it is negative, for unknown ones. */
void gaiti_json_member_maybe(gaiti_json *json, const char *key, int value);
/* The member "offset" of a finding; null when it has none. */
void gaiti_json_member_offset(gaiti_json *json, const gait_diagnostic *finding);
/* A key and an array with the names of the bits that are set and have one. */
void gaiti_json_member_words(gaiti_json *json, const char *key, uint32_t bits,
                             const char *(*name_of)(uint32_t bit));
/* A key and the name of a format. */
void gaiti_json_member_format(gaiti_json *json, gait_format format);

/* A key and the cause of a finding with a rule: the id of the rule, and the hash of what is wrong
 * if the rule alone does not say it. */
void gaiti_json_member_cause(gaiti_json *json, const char *key, const gait_diagnostic *finding);

/* --- what reports about open files have in common --------------------------------------------- */

/* The members "path", "bytes", "format", "version" and "status". */
void gaiti_report_file_members(gaiti_json *json, const gait_report_input *input);
/* The members "index", "name", "frames", "duration_s" and "loop" of a clip, and with a mod also how
 * the game plays it. */
void gaiti_report_clip_members(gaiti_json *json, const gait_report_input *input, uint32_t index);
/* The member "error"; `error` may be NULL. */
void gaiti_report_member_error(gaiti_json *json, const gait_diagnostic *error);

/* --- what reports about the clips of a mod have in common ------------------------------------- */

/* A use of a file, as in gait.uses/1. */
void gaiti_report_use(gaiti_json *json, const gait_mod *mod, const gait_mod_use *use);
/* The members "seconds" and "seconds_why". */
void gaiti_report_seconds(gaiti_json *json, double seconds, gait_seconds_why why);
/* The value of "seconds_from" and "loop_from". */
const char *gaiti_report_origin(gait_value_origin origin);

#endif
