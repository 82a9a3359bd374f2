/* Gait - the map of a file: every field with its offset, type and value. */
#ifndef GAIT_MAP_H
#define GAIT_MAP_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `visit` for every field, in file order. The fields cover the file without gap or overlap.
 * The file must have been opened successfully. GAIT_OK also when the visitor stopped. */
GAIT_API gait_status gait_file_map(const gait_file *file, gait_field_visitor visit, void *user);

/* Appends the complete gait.map/1 document of an open file. */
GAIT_API gait_status gait_report_map(const char *path, const gait_file *file, gait_buffer *out);

/* Appends the value of a field as JSON: a number, a text, or (nested) arrays of numbers;
 * GAIT_FIELD_BYTES as a text of hexadecimal digits. After `max_values` numbers or bytes (0 = all)
 * the rest is replaced by null, or by "..." after the digits. */
GAIT_API gait_status gait_report_field_value(const gait_field *field, uint32_t max_values,
                                             gait_buffer *out);
/* The type of a field as text, NUL terminated: "u32", "s16[60][4]", "char[32]", "stringz",
 * "byte[12]". */
GAIT_API void gait_report_field_type(const gait_field *field, char out[48]);

#ifdef __cplusplus
}
#endif
#endif
