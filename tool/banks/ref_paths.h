/* The motion references of a model as texts. */
#ifndef TOOL_REF_PATHS_H
#define TOOL_REF_PATHS_H

#include "gait/file.h"
#include "text.h"

/* A reference as UTF-8, without blanks around it; the caller frees it. */
char *ref_path(const gait_file *model, uint32_t index);
/* All references of a model; the caller frees the list with its texts. */
text_list ref_paths(const gait_file *model);

#endif
