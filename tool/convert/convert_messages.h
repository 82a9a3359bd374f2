/* Messages of conversions. */
#ifndef TOOL_CONVERT_MESSAGES_H
#define TOOL_CONVERT_MESSAGES_H

#include "convert/convert.h"

/* Tells a status that is not GAIT_OK, and returns its exit code. */
int convert_log_status(const source *in, const char *what, gait_status status);
/* What a format has no place for, of gait_loss, as advice. */
void convert_log_losses(uint32_t losses, bool allowed);
/* Refuses what X-Ray's formats have no place for: names outside CP1251, long ones, many parts. */
int convert_refuse_name(const source *in, const char *what, gait_format format);
/* What to know before the files are opened elsewhere. */
void convert_log_next_step(const conversion *job);
/* What the file can become: advice after a refusal. */
void convert_log_targets(const source *in);

/* Why the library refused or stopped; returns the exit code. `base` may be NULL. */
int convert_log_problem(const conversion *job, gait_format target, const source *base,
                        gait_status status, gait_convert_problem problem);
/* One output that was written. */
void convert_log_output(const conversion *job, convert_kind kind, gait_format target,
                        const gait_output *output);

#endif
