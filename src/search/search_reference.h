/* References of models to banks. */
#ifndef GAITI_SEARCH_REFERENCE_H
#define GAITI_SEARCH_REFERENCE_H

#include <stdbool.h>

/* True when a reference names the bank with this path: the components of the path are equal to the
 * last ones of the reference, ignoring ASCII case, the extension .omf and spaces around the
 * reference. If the path begins with a slash, it is complete: the reference must have no other
 * components. Both slashes separate components; '*' in the reference matches any text within a
 * component (docs/formats/ogf.md). */
bool gaiti_reference_names(const char *reference, const char *path);

#endif
