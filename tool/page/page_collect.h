/* Finds and reads the files that a page contains. */
#ifndef TOOL_PAGE_COLLECT_H
#define TOOL_PAGE_COLLECT_H

#include "io/inputs.h"
#include "page/page_files.h"

typedef struct page_request {
    const inputs *list;
    const text_list *skeletons; /* values of --skeleton: files, or folders to search first */
    const text_list *folders;   /* values of --search */
    bool no_skeleton;           /* do not search for skeletons */
    bool verbose;
} page_request;

/* Adds the inputs in their order, then the files that these require, then the skeletons: those
 * given, or else those that the search finds for each input with clips. Each file is added once. A
 * damaged file of a known format is added with a warning; files of unknown formats are errors,
 * except that foreign files in folders are left out. Logs all errors and returns an exit code. */
int page_collect(const page_request *request, page_files *out);

#endif
