/* The web page of `gait page`, in which files are embedded. */
#ifndef TOOL_PAGE_H
#define TOOL_PAGE_H

#include "io/files.h"
#include "io/inputs.h"
#include "options/options.h"
#include "gait/base.h"

/* --- files ------------------------------------------------------------------------------------ */

typedef struct page_file {
    char *path;     /* for messages */
    char *absolute; /* with '/' between the names */
    char *folded;   /* the same, by platform_fold_case() */
    char *reason;   /* why the file is included, for messages; "" = it is an input */
    char *base64;
    size_t base64_size;
    size_t size; /* of the file */
} page_file;

/* Initialise it with zeros. */
typedef struct page_files {
    page_file *items;
    size_t count, capacity;
} page_files;

/* Returns the absolute path of a file as a new text, with '/' between the names. Links in the path
 * of its folder are resolved, but the file itself can be a link. Logs an error and returns NULL if
 * there is no such folder. */
char *page_absolute(const char *path);

/* True when the list contains the file at this absolute path. */
bool page_files_contain(const page_files *self, const char *absolute);
/* Adds the content of a file. The list takes `absolute`, and copies everything else. */
void page_files_add(page_files *self, const char *path, char *absolute, const char *reason,
                    gait_span bytes);
void page_files_free(page_files *self);

/* --- the template ----------------------------------------------------------------------------- */

/* A page with exactly one marker, which the files replace. Initialise it with zeros. */
typedef struct page_template {
    char *path;
    file_bytes bytes;
    gait_span before, after; /* the bytes before and after the marker */
} page_template;

/* Reads the page at the path `given`. NULL means the gait.html beside the program, or else the one
 * in the folder ../share/gait. Logs an error when the page does not exist, or when it does not
 * contain the marker exactly once. Returns an exit code. */
int page_template_load(page_template *self, const char *given);
void page_template_free(page_template *self);

/* --- which files ------------------------------------------------------------------------------ */

typedef struct page_options {
    common_options common;
    const char *page;    /* the template; NULL = the one that is installed */
    text_list skeletons; /* files, or folders to search first */
    text_list folders;   /* values of --search */
    bool no_skeleton;    /* do not search for skeletons */
    bool force;
} page_options;

/* Adds the inputs in their order, then the files that these require, then the skeletons: those
 * given, or else those that the search finds for each input with clips. Each file is added once. A
 * damaged file of a known format is added with a warning; files of unknown formats are errors,
 * except that foreign files in folders are left out. Logs all errors and returns an exit code. */
int page_collect(const page_options *options, const inputs *list, page_files *out);

/* --- the result ------------------------------------------------------------------------------- */

/* Writes the page to `out` with one block for each file in place of its marker:
 *   <script type="text/plain" class="gait-file" data-name="NAME">BASE64</script>
 * NAME is the path from the common folder of all files. Logs what was written, and with `verbose`
 * each file. Returns an exit code. */
int page_write(const page_template *page, const page_files *files, const char *out, bool force,
               bool verbose);

#endif
