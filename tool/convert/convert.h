/* `gait convert`: checks the request, converts with the library, writes the outputs. */
#ifndef TOOL_CONVERT_H
#define TOOL_CONVERT_H

#include "convert/conversion.h"
#include "gait/convert.h"

/* Kinds of conversions, which determine messages and valid options. */
typedef enum convert_kind {
    CONVERT_COPY,    /* to the format of the input */
    CONVERT_EXTRACT, /* the bank in a model to a file */
    CONVERT_REPLACE, /* a bank into the model of --base */
    CONVERT_SALVAGE, /* the complete motions of a damaged bank */
    CONVERT_GLTF,
    CONVERT_RTM,     /* plain or binarised */
    CONVERT_MOTIONS, /* OMF, SKL, SKLS */
    CONVERT_BVH,
    CONVERT_NOTHING /* not possible */
} convert_kind;

/* Converts the chosen clips, or copies the file, to the target. Returns an exit code. */
int convert_run(const conversion *job, gait_format target);
/* Salvages a damaged bank as an .omf. Returns an exit code. */
int convert_salvage(const conversion *job, gait_format target);

/* --- steps (convert_request.c) ---------------------------------------------------------------- */

/* Rejects options and clips that do not apply to a kind of conversion. Returns an exit code. */
int convert_check_request(const conversion *job, convert_kind kind, gait_format target);

#endif
