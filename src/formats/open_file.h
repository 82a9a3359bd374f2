/* What conversion and the round trip know of an open file beyond its public functions. */
#ifndef GAITI_OPEN_FILE_H
#define GAITI_OPEN_FILE_H

#include "gait/file.h"

/* The bytes that the file was opened on. */
gait_span gaiti_file_bytes(const gait_file *file);
/* The name that it was opened with, folders included; NULL = none. */
const char *gaiti_file_name(const gait_file *file);
/* That name without folders and extension; "" = none. */
const char *gaiti_file_stem(const gait_file *file);

/* The document of that format; NULL when the file is of another one. */
const void *gaiti_file_document(const gait_file *file, gait_format format);

#endif
