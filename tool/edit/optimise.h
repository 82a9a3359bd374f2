/* Makes banks smaller: the command `optimise`. */
#ifndef TOOL_OPTIMISE_H
#define TOOL_OPTIMISE_H

#include "convert/tolerance.h"
#include "edit/edit.h"

typedef struct optimise_request {
    const text_list *clips; /* patterns; none = all clips */
    tolerance tolerance;
    const edit_options *edit;
    const input_options *inputs;
    bool json, verbose;
} optimise_request;

/* Optimises all inputs. Logs errors; returns an exit code. */
int optimise_command(const command *self, const optimise_request *request,
                     const char *const *operands, size_t count);

#endif
