/* The LZO1X encoder: writes literals and matches, which lzo1x_parse.c selects. */
#include "base/bytes.h"
#include "codec/lzo1x/lzo1x.h"
#include "codec/lzo1x/lzo1x_parse.h"

/* Writes the part of a length that exceeds the instruction, 1 or more. */
static bool lzo1x_write_length(gait_buffer *out, size_t rest) {
    return gaiti_write_fill(out, 0, (rest - 1) / 255) &&
           gaiti_write_u8(out, (uint8_t)((rest - 1) % 255 + 1));
}

static bool lzo1x_write_literals(gait_buffer *out, gait_span literals, bool first) {
    bool done = true;
    if (literals.size == 0) {
        return true;
    }
    if (first && literals.size <= GAITI_LZO1X_FIRST_MAX) {
        done = gaiti_write_u8(out, (uint8_t)(17 + literals.size));
    } else if (literals.size <= GAITI_LZO1X_LITERALS_MAX) {
        /* The two lowest bits in the last byte but one of every match hold this count. */
        out->data[out->size - 2] |= (uint8_t)literals.size;
    } else if (literals.size <= GAITI_LZO1X_RUN_MAX) {
        done = gaiti_write_u8(out, (uint8_t)(literals.size - 3));
    } else {
        done =
            gaiti_write_u8(out, 0) && lzo1x_write_length(out, literals.size - GAITI_LZO1X_RUN_MAX);
    }
    return done && gaiti_write(out, literals.data, literals.size);
}

/* Writes a match instruction of three bytes or more; `first` contains the opcode, `max` is the
 * largest length that fits in it. */
static bool lzo1x_write_long_match(gait_buffer *out, uint32_t first, uint32_t max, uint32_t length,
                                   uint32_t back) {
    bool done = length <= max
                    ? gaiti_write_u8(out, (uint8_t)(first | (length - 2)))
                    : gaiti_write_u8(out, (uint8_t)first) && lzo1x_write_length(out, length - max);
    return done && gaiti_write_u16(out, (uint16_t)(back << 2));
}

static bool lzo1x_write_two_bytes(gait_buffer *out, uint32_t first, uint32_t second) {
    return gaiti_write_u8(out, (uint8_t)first) && gaiti_write_u8(out, (uint8_t)second);
}

static bool lzo1x_write_match(gait_buffer *out, const gaiti_lzo1x_match *match, size_t literals) {
    uint32_t length = match->length, back = match->distance - 1;
    if (length == 2) {
        return lzo1x_write_two_bytes(out, (back & 3) << 2, back >> 2);
    }
    if (length <= GAITI_LZO1X_NEAR_MAX && back < GAITI_LZO1X_NEAR_REACH) {
        return lzo1x_write_two_bytes(out, (length - 1) << 5 | (back & 7) << 2, back >> 3);
    }
    if (length == 3 && literals > GAITI_LZO1X_LITERALS_MAX && back < GAITI_LZO1X_TRIPLE_REACH) {
        back -= GAITI_LZO1X_NEAR_REACH;
        return lzo1x_write_two_bytes(out, (back & 3) << 2, back >> 2);
    }
    if (back < GAITI_LZO1X_MIDDLE_REACH) {
        return lzo1x_write_long_match(out, 32, GAITI_LZO1X_MIDDLE_MAX, length, back);
    }
    back -= GAITI_LZO1X_MIDDLE_REACH - 1;
    return lzo1x_write_long_match(out, 16 | (back >> 11 & 8), GAITI_LZO1X_FAR_MAX, length,
                                  back & 16383);
}

bool gaiti_lzo1x_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out) {
    gaiti_lzo1x_parser parser;
    gaiti_lzo1x_match match;
    size_t at = 0;
    if (!gaiti_lzo1x_parser_init(&parser, in, scratch)) {
        return false;
    }
    while (gaiti_lzo1x_parser_next(&parser, &match)) {
        gait_span literals = gaiti_span(in.data + at, match.place - at);
        if (!lzo1x_write_literals(out, literals, at == 0) ||
            !lzo1x_write_match(out, &match, literals.size)) {
            return false;
        }
        at = match.place + match.length;
    }
    return lzo1x_write_literals(out, gaiti_span(in.data ? in.data + at : NULL, in.size - at),
                                at == 0) &&
           gaiti_write(out, "\x11\0\0", 3);
}
