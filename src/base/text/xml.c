/* Escapes text for XML, and leaves out characters that XML forbids. */
#include "base/text/xml.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"

/* True for control characters, U+FFFE and U+FFFF, which XML forbids or discourages. */
static bool xml_is_forbidden(const uint8_t *character, unsigned size) {
    return character[0] < 0x20 || character[0] == 0x7F ||
           (size == 3 && character[0] == 0xEF && character[1] == 0xBF && character[2] >= 0xBE);
}

static const char *xml_entity(uint8_t character) {
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

bool gaiti_write_xml(gait_buffer *out, const char *utf8) {
    const uint8_t *at = (const uint8_t *)utf8;
    bool is_written = true;
    while (*at && is_written) {
        unsigned size = gaiti_utf8_character(at);
        const char *entity = xml_entity(*at);
        if (size == 0 || xml_is_forbidden(at, size)) {
            is_written = gaiti_write(out, "\xEF\xBF\xBD", 3);
        } else if (entity) {
            is_written = gaiti_write(out, entity, strlen(entity));
        } else {
            is_written = gaiti_write(out, at, size);
        }
        at += size ? size : 1;
    }
    return is_written;
}
