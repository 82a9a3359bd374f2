/* The real files of the corpus, in the folder that the environment variable GAIT_CORPUS names. */
#ifndef TEST_SUPPORT_CORPUS_FILES_H
#define TEST_SUPPORT_CORPUS_FILES_H

#include <stdbool.h>

#include "gait/base.h"

/* The exit code of a test that is skipped. */
enum { CORPUS_SKIPPED = 77 };

/* The folder. NULL, with a message to stdout, when there is none: main() returns CORPUS_SKIPPED. */
const char *corpus_folder(void);
/* Calls `visit` with each regular file below `folder` that has this extension, such as ".omf"; NULL
 * = with every file that is not empty. The bytes are freed after the call. Links are not followed.
 * False when the folder cannot be read. */
bool corpus_each_below(const char *folder, const char *extension,
                       void (*visit)(const char *path, gait_span bytes));
/* The same for corpus_folder(). */
bool corpus_each(const char *extension, void (*visit)(const char *path, gait_span bytes));

#endif
