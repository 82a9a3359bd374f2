/* The conversion with --base of an edited glTF: a round trip. */
#ifndef TOOL_ROUNDTRIP_COMMAND_H
#define TOOL_ROUNDTRIP_COMMAND_H

#include "convert/conversion.h"

/* True when a conversion is a round trip. */
bool convert_is_roundtrip(const conversion *job, gait_format target);
int convert_roundtrip(const conversion *job, gait_format target);

#endif
