/* Text in XML. */
#ifndef GAITI_TEXT_XML_H
#define GAITI_TEXT_XML_H

#include "gait/base.h"

/* Appends a UTF-8 text, escaped for elements and attributes. Control characters, invalid bytes,
 * U+FFFE and U+FFFF become U+FFFD. Returns false when there is no memory. */
bool gaiti_write_xml(gait_buffer *out, const char *utf8);

#endif
