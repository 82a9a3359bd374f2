/* What the library asks of an open file beside gait/file.h. */
#ifndef GAITI_FORMATS_FILE_H
#define GAITI_FORMATS_FILE_H

#include "gait/file.h"

/* The skeleton that `file` holds for `animation`: of several in a model.cfg the one of the model
 * that is called like `animation`. Else as gait_file_own_skeleton(). */
gait_status gaiti_file_skeleton_for(const gait_file *file, const gait_file *animation,
                                    const gait_options *options, gait_skeleton **out_skeleton);

#endif
