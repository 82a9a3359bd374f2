/* Names of outputs from a pattern such as "out/{dir}/{name}.{ext}". */
#ifndef TOOL_BATCH_PATTERN_H
#define TOOL_BATCH_PATTERN_H

#include "io/inputs.h"

/* True when `out` is a pattern; otherwise it is a folder. */
bool batch_is_pattern(const char *out);
/* Logs an error and returns EXIT_USAGE when the pattern has unknown words in braces. */
int batch_pattern_check(const char *pattern);
/* The folder in front of all words in braces, as a new text: "" or ending with its separator. */
char *batch_pattern_folder(const char *pattern);
/* Returns the name for an input as a new text. {dir} is its folder below the operand, or for a file
 * that is an operand its folder as given; {name} its name without extension; {from} that extension;
 * {ext} is `extension`, without a dot (NULL = the pattern has none). {clip} remains. */
char *batch_pattern_expand(const char *pattern, const input *in, const char *extension);

#endif
