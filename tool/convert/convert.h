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

/* Converts a file. Logs errors; returns an exit code. */
int convert_file(conversion *job, const char *path);
/* The same for a file that was opened, even without success. */
int convert_opened_file(conversion *job);

/* --- formats (convert_file.c) ----------------------------------------------------------------- */

/* The extension, without dot, of files of the format with this name or extension; NULL = there is
 * no such format. */
const char *convert_file_extension(const char *name);
/* Logs that there is no such format. Returns EXIT_USAGE. */
int convert_refuse_format(const char *name);

/* --- conversions ------------------------------------------------------------------------------ */

/* Converts the chosen clips, or copies the file, to the target. Returns an exit code. */
int convert_command(const conversion *job, gait_format target);
/* Salvages a damaged bank as an .omf. Returns an exit code. */
int convert_salvage(const conversion *job, gait_format target);

/* --- steps (convert_request.c) ---------------------------------------------------------------- */

/* Refuse options of the command that do not apply to a kind of conversion, or to --salvage. Return
 * an exit code. */
int convert_request_check(const conversion *job, convert_kind kind, gait_format target);
int convert_check_salvage(const conversion *job, gait_format target);

#endif
