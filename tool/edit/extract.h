/* Copies clips of a bank to new files: what `extract` and `split` have in common. */
#ifndef TOOL_EXTRACT_H
#define TOOL_EXTRACT_H

#include "edit/edit.h"

typedef struct extract_request {
    const char *in;
    const text_list *clips; /* patterns; none = all clips */
    const edit_options *edit;
    bool is_split; /* `out` may be a folder, which is created if it does not exist */
    bool json;
} extract_request;

/* Makes one file, or with "{clip}" in the name of the output one for each clip. Logs errors;
 * returns an exit code. */
int extract_run(const extract_request *request);

#endif
