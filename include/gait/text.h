/* Gait - the text form of files: JSON with every field (docs/formats/text.md). */
#ifndef GAIT_TEXT_H
#define GAIT_TEXT_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends the complete gait.text/1 document of an open file: UTF-8 with one row of keys per line.
 * gait_text_build() makes the identical bytes from it. The formats are RTM, BMTR, OMF, SKL and
 * SKLS; GAIT_UNSUPPORTED with a diagnostic for all others, and for files opened with
 * GAIT_OPEN_SKELETON. `diagnostics` may be NULL. */
GAIT_API gait_status gait_text_dump(const gait_file *file, gait_diagnostics *diagnostics,
                                    gait_buffer *out);
/* The same without the unused bytes after the names of a plain RTM. gait_text_build() writes zeros
 * there, so the file can get other bytes, but the same content. */
GAIT_API gait_status gait_text_dump_clean(const gait_file *file, gait_diagnostics *diagnostics,
                                          gait_buffer *out);

/* All zero is the default. */
typedef struct gait_text_options {
    gait_options common; /* `code_page` is ignored: the text states it */
    bool allow_damage;   /* also build files in which gait_file_check() finds errors */
} gait_text_options;

/* Appends the file that a text describes. Sizes, counts and checksums that the text leaves out are
 * computed; a compressed block is kept if it still decodes to the keys beside it. Errors have the
 * line and the JSON pointer of the value: GAIT_CORRUPT for text that is not JSON or not of this
 * form, GAIT_UNSUPPORTED for another schema. The result is opened and checked. Errors in it
 * give GAIT_CORRUPT and no output, unless `allow_damage`; their offsets are those of the built
 * file. `options` may be NULL. `out_format` (may be NULL) receives the format. */
GAIT_API gait_status gait_text_build(gait_span text, const gait_text_options *options,
                                     gait_buffer *out, gait_format *out_format);

#ifdef __cplusplus
}
#endif
#endif
