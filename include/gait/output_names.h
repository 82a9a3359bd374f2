/* Gait - names of output files. */
#ifndef GAIT_OUTPUT_NAMES_H
#define GAIT_OUTPUT_NAMES_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes unique file names from a pattern like gait_convert_options.name, for callers that write the
 * results of other functions. */
typedef struct gait_output_names gait_output_names;

/* For at most `count` names. `pattern` is copied. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_output_names_new(const char *pattern, uint32_t count,
                                           const gait_options *options,
                                           gait_output_names **out_names);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_output_names_free(gait_output_names *names);
/* A new unique name for a clip with this name (UTF-8); valid until `names` is freed. NULL when
 * memory is exhausted, and after `count` names. */
GAIT_API const char *gait_output_names_next(gait_output_names *names, const char *clip_name);
/* True when "{clip}" is in the pattern: one file per clip. */
GAIT_API bool gait_output_name_is_per_clip(const char *pattern);
/* True when Windows reserves the file name at the end of the path for a device: CON, PRN, AUX, NUL,
 * CONIN$, CONOUT$, and COM and LPT with a digit, in any case and with any extension. False for
 * NULL. */
GAIT_API bool gait_output_name_is_device(const char *path);

#ifdef __cplusplus
}
#endif
#endif
