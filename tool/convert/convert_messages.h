/* Messages that several conversions share. */
#ifndef TOOL_CONVERT_MESSAGES_H
#define TOOL_CONVERT_MESSAGES_H

#include "io/source.h"

/* Tells a status that is not GAIT_OK, and returns its exit code. */
int convert_tell_status(const source *in, const char *what, gait_status status);
/* The same of what cannot become `format`. */
int convert_tell_failure(const source *in, const char *what, gait_format format,
                         gait_status status);
/* What motions have no place for, of gait_omf_loss, as advice. */
void convert_tell_losses(uint32_t losses, bool allowed);
/* Refuses what X-Ray's formats have no place for: names outside CP1251, long ones, many parts. */
int convert_refuse_name(const source *in, const char *what, gait_format format);

#endif
