/* References of models to banks. */
#ifndef GAITI_SEARCH_REFERENCE_H
#define GAITI_SEARCH_REFERENCE_H

#include <stdbool.h>

/* True when a reference names the bank with this path: all components that both have are equal from
 * the end on, ignoring ASCII case and the extension .omf. Both slashes separate components; '*' in
 * the reference matches any text within a component (docs/formats/ogf.md). */
bool gaiti_reference_names(const char *reference, const char *path);

#endif
