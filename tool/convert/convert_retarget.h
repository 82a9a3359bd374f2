/* Retargeting of a glTF to another skeleton: options and messages. */
#ifndef TOOL_CONVERT_RETARGET_H
#define TOOL_CONVERT_RETARGET_H

#include "convert/conversion.h"
#include "gait/convert.h"
#include "skeleton/skeleton_arguments.h"

/* True when --skeleton is given, or the metadata of the glTF contains the skeleton of a bank. */
bool retarget_is_asked(const conversion *job, gait_format target);
/* Loads the skeleton given with --skeleton, and its description. Without that option
 * out->skeleton is NULL: the skeleton in the metadata is used. Logs errors and returns an exit
 * code. The caller frees the result. */
int retarget_load(const conversion *job, loaded_skeleton *out);
/* Logs matched and missing bones. */
void retarget_log(const conversion *job, const gait_retarget_info *info, const char *from,
                  gait_format target);
/* Logs the skeleton and its bones without a joint, each with the joint that has the nearest name,
 * after a message that no joint matches. */
void retarget_log_missing(const gait_retarget_info *info, const char *from);

#endif
