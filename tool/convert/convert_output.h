/* Writing the outputs of a conversion. */
#ifndef TOOL_CONVERT_OUTPUT_H
#define TOOL_CONVERT_OUTPUT_H

#include "convert/conversion.h"
#include "gait/convert.h"

/* A misspelt {clip} would be a file of that name. */
void convert_warn_of_braces(const char *out);
/* Can all files of an output be written to, as far as one can know before? */
int convert_may_write(const conversion *job, const gait_output *output);
/* Writes all files of an output unless --dry-run, where it only asks whether it could. */
int convert_write_output(const conversion *job, const gait_output *output);
/* The same of one file. */
int convert_write(const conversion *job, const char *path, const gait_buffer *content);

#endif
