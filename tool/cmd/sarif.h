/* Findings as SARIF 2.1.0, what code hosts and editors read. */
#ifndef TOOL_SARIF_H
#define TOOL_SARIF_H

#include "io/source.h"

typedef struct sarif {
    bool has_results;
    /* Files that could not be read: no findings, but the run did not do all of its work. */
    text_list unread; /* path and reason in turn */
} sarif;

sarif sarif_begin(void);
void sarif_add(sarif *self, const source *file);
void sarif_end(sarif *self);

#endif
