/* The words of an edit, and tables of names as words. */
#ifndef TOOL_EDIT_TABLES_H
#define TOOL_EDIT_TABLES_H

#include "edit/edit.h"

/* Makes the list of words: the name of the edit, its options, and the lines of its tables. Logs an
 * error and returns its exit code. The caller frees the list with its texts in every case. */
int edit_words_make(const char *verb, const edit_request *request, text_list *out);

#endif
