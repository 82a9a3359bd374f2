/* Messages about a glTF whose joints become bones of another skeleton. */
#ifndef TOOL_CONVERT_RETARGET_H
#define TOOL_CONVERT_RETARGET_H

#include "convert/conversion.h"
#include "gait/convert.h"

/* True when --skeleton asks for it, or the extras of the glTF know the skeleton of a bank. */
bool retarget_is_asked(const conversion *job, gait_format target);
/* The skeleton that --skeleton names, and what it is called. Without one both stay NULL: that of
 * the extras. Tells what is wrong; returns an exit code. The caller frees both. */
int retarget_load(const conversion *job, gait_skeleton **out_tree, char **out_from);
/* What fits and what does not. */
void retarget_log(const conversion *job, const gait_retarget_info *info, const char *from,
                  gait_format target);
/* No joint is a bone; returns the exit code. */
int retarget_refuse(const conversion *job, const gait_retarget_info *info, const char *from);

#endif
