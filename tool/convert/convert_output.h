/* Writing the outputs of a conversion. */
#ifndef TOOL_CONVERT_OUTPUT_H
#define TOOL_CONVERT_OUTPUT_H

#include "convert/conversion.h"
#include "gait/convert.h"

/* Warns if the name contains '{' without being {clip}: it would be used literally. */
void convert_warn_of_braces(const char *out);
/* Checks all files of an output with files_may_write(). Returns an exit code. */
int convert_may_write(const conversion *job, const gait_output *output);
/* Writes all files of an output; with --dry-run only checks whether that is possible. */
int convert_write_output(const conversion *job, const gait_output *output);
/* The same for one file. */
int convert_write(const conversion *job, const char *path, const gait_buffer *content);

#endif
