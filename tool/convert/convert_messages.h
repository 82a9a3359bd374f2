/* Messages of conversions. */
#ifndef TOOL_CONVERT_MESSAGES_H
#define TOOL_CONVERT_MESSAGES_H

#include "convert/convert.h"

/* Logs a status other than GAIT_OK; returns its exit code. */
int convert_log_status(const source *in, const char *what, gait_status status);
/* Logs the data that a format cannot hold, of gait_loss, as hints. `allowed` means that the loss is
 * accepted. */
void convert_log_losses(uint32_t losses, bool allowed);
/* Logs that X-Ray formats cannot hold the name of an event of a clip, the name of a clip (`event`
 * is NULL), or the parts (`clip` is NULL): names outside the code page, long names, too many parts.
 * Returns the exit code. */
int convert_refuse_name(const source *in, const char *clip, const char *event, gait_format format);
/* Logs hints for opening the outputs in other programs. */
void convert_log_next_step(const conversion *job);
/* Logs the possible targets of a file, after an error. */
void convert_log_targets(const source *in);

/* Logs why the library refused or stopped a conversion; returns the exit code. `base` may be NULL.
 */
int convert_log_problem(const conversion *job, gait_format target, const source *base,
                        gait_status status, gait_convert_problem problem);
/* Logs one output that was written, and its losses. */
void convert_log_output(const conversion *job, convert_kind kind, gait_format target,
                        const gait_output *output, const gait_losses *losses);

#endif
