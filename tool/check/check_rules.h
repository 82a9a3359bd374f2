/* Lists of rules given on the command line. */
#ifndef TOOL_CHECK_RULES_H
#define TOOL_CHECK_RULES_H

#include "text.h"

/* Splits each text at its commas into patterns for ids of rules, such as "RTM051" or "OMF*". Logs
 * an error and returns EXIT_USAGE when a pattern matches no rule. The caller frees the list with
 * its texts. */
int check_rules_parse(const text_list *texts, text_list *out_patterns);
/* True when one of the patterns matches the id. */
bool check_rules_match(const text_list *patterns, const char *id);
/* Logs that there is no rule `id`, with the nearest one; returns EXIT_USAGE. */
int check_rules_refuse(const char *id);

#endif
