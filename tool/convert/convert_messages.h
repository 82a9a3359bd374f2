/* Messages of conversions. */
#ifndef TOOL_CONVERT_MESSAGES_H
#define TOOL_CONVERT_MESSAGES_H

#include "convert/convert.h"

/* Logs a status other than GAIT_OK; returns its exit code. */
int convert_log_status(const source *in, const char *what, gait_status status);
/* Logs the data that was lost, of gait_loss, as hints. */
void convert_log_losses(uint32_t losses);
/* Logs hints for opening the outputs in other programs. */
void convert_log_next_step(const conversion *job);
/* Logs the possible targets of a file, after an error. */
void convert_log_targets(const source *in);

/* Logs the diagnostics of a conversion that was refused or stopped, and what helps with its input;
 * returns the exit code. */
int convert_log_problem(const conversion *job, gait_status status, gait_convert_problem problem);
/* Logs one output that was written, and its losses. */
void convert_log_output(const conversion *job, convert_kind kind, gait_format target,
                        const gait_output *output, const gait_losses *losses);

#endif
