/* Appending JSON by hand, where there is a lot of it. The caller has made room. */
#ifndef GAITI_FORMATS_EXCHANGE_GLTF_TEXT_H
#define GAITI_FORMATS_EXCHANGE_GLTF_TEXT_H

#include <stdint.h>
#include <string.h>

/* A literal, without its NUL. */
#define GAITI_GLTF_PUT(out, literal)                                                               \
    (memcpy((out), (literal), sizeof(literal) - 1), (out) + sizeof(literal) - 1)

enum { GAITI_GLTF_U32_ROOM = 10 }; /* written, whatever the number; returned is the true end */

static inline char *gaiti_gltf_put_u32(char *out, uint32_t value) {
    char digits[2 * GAITI_GLTF_U32_ROOM];
    unsigned at = GAITI_GLTF_U32_ROOM;
    memset(digits + GAITI_GLTF_U32_ROOM, 0, GAITI_GLTF_U32_ROOM);
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    memcpy(out, digits + at, GAITI_GLTF_U32_ROOM); /* of a fixed size: a move, not a call */
    return out + (GAITI_GLTF_U32_ROOM - at);
}

#endif
