/* Files that are edited by scripts (gait/edit.h). */
#ifndef TEST_SUPPORT_EDIT_CASE_H
#define TEST_SUPPORT_EDIT_CASE_H

#include "fixtures.h"
#include "gait/edit.h"

typedef struct edit_case {
    gait_span bytes;
    const char *name;
    gait_edit *edit;
    gait_diagnostic stored[4];
    gait_diagnostics sink;
} edit_case;

/* Opens a fixture or a sample for edits, until edit_case_close(). */
void edit_case_open(edit_case *self, const char *path);
void edit_case_close(edit_case *self);
/* Makes all edits of a script in a file, and appends the result to `out`: all edits or none.
 * *out_line (may be NULL) is the line of the edit that failed, otherwise 0. */
gait_status edit_apply(gait_span bytes, const char *file_name, gait_span script,
                       const gait_options *options, gait_buffer *out, uint32_t *out_line);
/* Makes the edits of a script. */
gait_status edit_case_run(edit_case *self, const char *script);
/* The differences, each with a line feed, such as "clip idle -> wait\n". Free the text. */
char *edit_case_changes(const edit_case *self);
/* Writes the edited file and opens the result, which must have the same format, and write the same
 * bytes again. Close it with test_close(). */
test_file edit_case_write(edit_case *self);

/* Asserts that the script makes exactly these differences, and that the result opens again. No
 * difference: the bytes of the result are those of the file. Close the result. */
test_file edit_assert_changes(const char *path, const char *script, const char *changes);
/* Asserts that the script fails with this status, at this line, with one error of this rule, and
 * that nothing can be written. */
void edit_assert_refused(const char *path, const char *script, gait_status status, const char *rule,
                         uint32_t line);
/* The same for scripts of one line. */
#define EDIT_REFUSED(path, script, status, rule) edit_assert_refused(path, script, status, rule, 1)

/* Asserts the names of the clips of a file, separated by spaces. */
void edit_assert_clips(const gait_file *file, const char *names);

/* A bank of `count` copies of the clip "hit_chest" of samples/stalker.omf, named "m00000" and so
 * on. Free with gait_buffer_free(). */
gait_buffer edit_many_clips(uint32_t count);

#endif
