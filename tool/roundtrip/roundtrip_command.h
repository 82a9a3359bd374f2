/* An edited glTF back into the file that it came from: --base. */
#ifndef TOOL_ROUNDTRIP_COMMAND_H
#define TOOL_ROUNDTRIP_COMMAND_H

#include "convert/conversion.h"

/* True when a conversion is one. */
bool convert_is_roundtrip(const conversion *job, gait_format target);
int convert_roundtrip(const conversion *job, gait_format target);

#endif
