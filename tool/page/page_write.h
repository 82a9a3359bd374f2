/* Writes a page with files inside. */
#ifndef TOOL_PAGE_WRITE_H
#define TOOL_PAGE_WRITE_H

#include "page/page_files.h"
#include "page/page_template.h"

/* Writes the page to `out` with one block for each file in place of its marker:
 *   <script type="text/plain" class="gait-file" data-name="NAME">BASE64</script>
 * NAME is the path from the common folder of all files. Logs what was written, and with `verbose`
 * each file. Returns an exit code. */
int page_write(const page_template *page, const page_files *files, const char *out, bool force,
               bool verbose);

#endif
