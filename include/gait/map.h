/* Gait - the map of a file: every field with its offset, type and value. */
#ifndef GAIT_MAP_H
#define GAIT_MAP_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every field, in file order; the fields tile the file without gap or overlap. Works on bytes of a
 * file that opens. GAIT_OK also when the visitor stopped. */
GAIT_API gait_status gait_file_map(const gait_file *file, gait_field_visitor visit, void *user);

/* The whole gait.map/1 document of an open file. */
GAIT_API gait_status gait_report_map(const char *path, const gait_file *file, gait_buffer *out);

/* The value of a field as JSON: a number, a text, or (nested) arrays of numbers; bytes that are not
 * described as a text of hexadecimal digits. At most `max_values` numbers or bytes (0 = all), then
 * null, or "..." at the end of the digits. */
GAIT_API gait_status gait_report_field_value(const gait_field *field, uint32_t max_values,
                                             gait_buffer *out);
/* "u32", "s16[60][4]", "char[32]", "stringz", "byte[12]": the field's type, NUL terminated. */
GAIT_API void gait_report_field_type(const gait_field *field, char out[48]);

#ifdef __cplusplus
}
#endif
#endif
