/* `gait convert`: what is asked for is checked, the library converts, the outputs are written. */
#ifndef TOOL_CONVERT_H
#define TOOL_CONVERT_H

#include "convert/conversion.h"
#include "gait/convert.h"

/* Which messages go with a conversion, and which options. */
typedef enum convert_kind {
    CONVERT_COPY,    /* the input's own format again */
    CONVERT_EXTRACT, /* the bank inside a model */
    CONVERT_REPLACE, /* a bank into the model of --base */
    CONVERT_SALVAGE, /* what is whole in a bank that does not open */
    CONVERT_GLTF,
    CONVERT_RTM,     /* plain or binarised */
    CONVERT_MOTIONS, /* OMF, SKL, SKLS */
    CONVERT_BVH,
    CONVERT_NOTHING /* no conversion leads there */
} convert_kind;

/* Chosen clips, or all of a copy, to the target. Returns an exit code. */
int convert_run(const conversion *job, gait_format target);
/* What is whole in a bank that does not open, as an .omf. */
int convert_salvage(const conversion *job, gait_format target);

/* --- steps (convert_request.c) ---------------------------------------------------------------- */

/* Refuses options that a kind of conversion has no use for, and clips that it has no place for. */
int convert_check_request(const conversion *job, convert_kind kind, gait_format target);

#endif
