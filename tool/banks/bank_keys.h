/* Keys: the paths of banks and the references to them, in one form in which they can be compared.
 * A key is in lower case, with '\' between the names and .omf at the end. */
#ifndef TOOL_BANK_KEYS_H
#define TOOL_BANK_KEYS_H

#include "io/source.h"

/* Converts a path in place to lower case (ASCII), with '\'. */
void bank_key_normalise(char *path);
/* A reference of a model as a key, as a new text; NULL when no file can have such a path. */
char *bank_key_of_reference(const gait_file *model, uint32_t ref);
/* True for the key of a reference that can match several banks. */
bool bank_key_is_pattern(const char *key);

#endif
