/* Outputs of a conversion: their names, and writing them. */
#ifndef TOOL_CONVERT_OUTPUT_H
#define TOOL_CONVERT_OUTPUT_H

#include "convert/conversion.h"

/* `pattern` with {clip} replaced by what fits into a file's name: a new text. */
char *convert_path(const char *pattern, const char *clip_name);
/* Makes one output of a clip; returns an exit code. */
typedef int convert_maker(void *user, const char *path, uint32_t clip);
/* One output for each of these clips, until one fails: `pattern` with {clip} replaced. Names that
 * differ only in case are one file on some systems: such get a number. */
int convert_each(const source *in, const clip_choice *clips, const char *pattern,
                 convert_maker *make, void *user);
bool convert_is_per_clip(const char *out);
/* A misspelt {clip} would be a file of that name. */
void convert_warn_of_braces(const char *out);
/* Writes one output unless --dry-run, where it only asks whether it could. */
int convert_write(const conversion *job, const char *path, const gait_buffer *content);
int convert_write_parts(const conversion *job, const char *path, const gait_span *parts,
                        uint32_t count);

#endif
