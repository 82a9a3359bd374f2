/* Conversions that `gait convert` can do. */
#ifndef TOOL_CONVERT_H
#define TOOL_CONVERT_H

#include "convert/conversion.h"

/* The input's own format again, from its fields. */
int convert_copy(const conversion *job);
int convert_to_gltf(const conversion *job);
/* RTM, plain or binarised. */
int convert_to_rtm(const conversion *job, gait_format format);
/* OMF, SKL or SKLS. */
int convert_to_motions(const conversion *job, gait_format format);
/* The bank inside a model as a bank of its own, and a bank into the model of --base. */
int convert_take_bank(const conversion *job);
int convert_put_bank(const conversion *job);
/* What is whole in a bank that does not open. */
int convert_salvage(const conversion *job, gait_format target);
int convert_to_bvh(const conversion *job);

#endif
