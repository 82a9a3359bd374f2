/* Runs a command that makes edits in files: the same edits in every input. */
#ifndef TOOL_EDIT_RUN_H
#define TOOL_EDIT_RUN_H

#include "edit/edit.h"

/* Makes one edit: its name is that of the command, its options are request->words. Returns an exit
 * code. */
int edit_run(const command *self, const edit_request *request, const char *const *operands,
             size_t count);
/* Makes the edits of a script; `script_path` may be "-". */
int edit_run_script(const command *self, const edit_request *request, const char *script_path,
                    const char *const *operands, size_t count);

#endif
