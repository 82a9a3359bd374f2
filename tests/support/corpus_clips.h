/* The clips of the real files of the corpus, on the skeletons that a search finds. */
#ifndef TEST_SUPPORT_CORPUS_CLIPS_H
#define TEST_SUPPORT_CORPUS_CLIPS_H

#include "corpus_files.h"
#include "gait/file.h"

/* Calls `visit` with each clip of the files with this extension; NULL = of all files. Files that do
 * not open, files without a skeleton, and clips that cannot be read are left out. False when the
 * folder cannot be read. */
bool corpus_each_clip(const char *extension, void (*visit)(const char *path, const gait_file *file,
                                                           const gait_clip *clip));

#endif
