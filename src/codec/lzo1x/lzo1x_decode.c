/* The LZO1X decoder. docs/formats/lzo.md describes the instructions.
 *
 * Before each instruction at least three bytes are left, the size of the end mark, so that one
 * comparison per instruction checks the input. Copies are made in pieces of 16 bytes that may write
 * past their end if both buffers have that much space left; otherwise they are exact. */
#include "base/bytes.h"
#include "base/try.h"
#include "codec/lzo1x/lzo1x.h"

enum {
    LZO1X_MARK = 3,  /* bytes of the shortest end mark */
    LZO1X_WIDE = 16, /* bytes that a copy may write past its end */
    LZO1X_RUN = 4 /* `state` after a run; otherwise the number of literals after the last match */
};

typedef struct lzo1x_cursor {
    const uint8_t *in, *in_end;
    uint8_t *out, *out_begin, *out_end;
} lzo1x_cursor;

typedef struct lzo1x_match {
    uint64_t length;
    size_t distance; /* 0 = the end mark */
    unsigned literals;
} lzo1x_match;

static inline size_t lzo1x_in_left(const lzo1x_cursor *at) {
    return (size_t)(at->in_end - at->in);
}

static inline size_t lzo1x_out_left(const lzo1x_cursor *at) {
    return (size_t)(at->out_end - at->out);
}

/* Reads a length that does not fit in its instruction: each zero byte adds 255, the first nonzero
 * byte ends it. False when the input ends before the two bytes that must follow. */
static bool lzo1x_read_length(lzo1x_cursor *at, uint64_t base, uint64_t *out_length) {
    const uint8_t *digit = at->in, *limit = at->in_end - 2;
    while (digit < limit && *digit == 0) {
        digit++;
    }
    if (digit >= limit) {
        return false;
    }
    *out_length = base + 255 * (uint64_t)(digit - at->in) + *digit;
    at->in = digit + 1;
    return true;
}

static inline gait_status lzo1x_read_literals(lzo1x_cursor *at, uint64_t count) {
    size_t out_left = lzo1x_out_left(at), in_left = lzo1x_in_left(at);
    if (count > out_left) {
        return GAIT_CORRUPT;
    }
    if (count + LZO1X_MARK > in_left) {
        return GAIT_TRUNCATED;
    }
    if (count + LZO1X_WIDE <= out_left && count + LZO1X_WIDE <= in_left) {
        const uint8_t *end = at->in + count;
        uint8_t *to = at->out;
        for (const uint8_t *from = at->in; from < end; from += LZO1X_WIDE, to += LZO1X_WIDE) {
            memcpy(to, from, LZO1X_WIDE);
        }
    } else {
        memcpy(at->out, at->in, (size_t)count);
    }
    at->in += count;
    at->out += count;
    return GAIT_OK;
}

/* Copies over a distance below 16. For distances below 8, writes the first eight bytes one by one
 * and then uses the smallest multiple of the distance that is at least 8. */
static inline void lzo1x_copy_near(uint8_t *to, size_t distance, const uint8_t *end) {
    static const uint8_t multiple[8] = {0, 8, 8, 9, 8, 10, 12, 14};
    if (distance < 8) {
        for (size_t i = 0; i < 8; i++) {
            to[i] = *(to + i - distance);
        }
        to += 8;
        distance = multiple[distance];
    }
    for (; to < end; to += 8) {
        memcpy(to, to - distance, 8);
    }
}

/* Copies `length` bytes; may write up to 16 bytes more. */
static inline void lzo1x_copy_wide(uint8_t *to, size_t distance, size_t length) {
    const uint8_t *end = to + length;
    if (distance < LZO1X_WIDE) {
        lzo1x_copy_near(to, distance, end);
        return;
    }
    do {
        memcpy(to, to - distance, LZO1X_WIDE);
        to += LZO1X_WIDE;
    } while (to < end);
}

static gait_status lzo1x_copy_exactly(lzo1x_cursor *at, const lzo1x_match *match) {
    if (match->length > lzo1x_out_left(at)) {
        return GAIT_CORRUPT;
    }
    const uint8_t *end = at->out + match->length;
    for (; at->out < end; at->out++) {
        *at->out = *(at->out - match->distance);
    }
    if (match->literals > lzo1x_out_left(at)) {
        return GAIT_CORRUPT;
    }
    memcpy(at->out, at->in, match->literals);
    at->out += match->literals;
    at->in += match->literals;
    return GAIT_OK;
}

/* Copies a match and the literals after it. */
static inline gait_status lzo1x_copy(lzo1x_cursor *at, const lzo1x_match *match) {
    size_t in_left = lzo1x_in_left(at);
    if (match->distance > (size_t)(at->out - at->out_begin)) {
        return GAIT_CORRUPT;
    }
    if (match->literals + LZO1X_MARK > in_left) {
        return GAIT_TRUNCATED;
    }
    if (match->length + 4 + LZO1X_WIDE > lzo1x_out_left(at) || in_left < 4) {
        return lzo1x_copy_exactly(at, match);
    }
    lzo1x_copy_wide(at->out, match->distance, (size_t)match->length);
    at->out += match->length;
    memcpy(at->out, at->in, 4);
    at->out += match->literals;
    at->in += match->literals;
    return GAIT_OK;
}

/* Reads a match instruction of three bytes or more; `length_mask` is the mask of the length in its
 * first byte, and the largest length code that fits there. */
static inline bool lzo1x_read_long_match(lzo1x_cursor *at, unsigned first, unsigned length_mask,
                                         lzo1x_match *match) {
    match->length = (first & length_mask) + 2;
    if (match->length == 2 && !lzo1x_read_length(at, length_mask + 2, &match->length)) {
        return false;
    }
    unsigned place = gaiti_load_u16(at->in);
    at->in += 2;
    match->literals = place & 3;
    match->distance = place >> 2;
    return true;
}

/* Reads the match instruction that begins with `first`. False when the input ends within it. */
static inline bool lzo1x_read_match(lzo1x_cursor *at, unsigned first, unsigned state,
                                    lzo1x_match *match) {
    if (first >= 64) {
        match->length = (first >> 5) + 1;
        match->distance = ((size_t)*at->in++ << 3) + (first >> 2 & 7) + 1;
        match->literals = first & 3;
        return true;
    }
    if (first >= 32) {
        bool whole = lzo1x_read_long_match(at, first, 31, match);
        match->distance++;
        return whole;
    }
    if (first >= 16) {
        bool whole = lzo1x_read_long_match(at, first, 7, match);
        match->distance += (first & 8) << 11;
        match->distance += match->distance ? 16384 : 0;
        return whole;
    }
    match->length = state == LZO1X_RUN ? 3 : 2;
    match->distance = ((size_t)*at->in++ << 2) + (first >> 2) + (state == LZO1X_RUN ? 2049 : 1);
    match->literals = first & 3;
    return true;
}

static gait_status lzo1x_read_instructions(lzo1x_cursor *at, unsigned state) {
    for (;;) {
        lzo1x_match match = {0};
        unsigned first = *at->in++;
        if (first < 16 && state == 0) {
            uint64_t count = first + 3;
            if (first == 0 && !lzo1x_read_length(at, 18, &count)) {
                return GAIT_TRUNCATED;
            }
            GAITI_TRY(lzo1x_read_literals(at, count));
            state = LZO1X_RUN;
            continue;
        }
        if (!lzo1x_read_match(at, first, state, &match)) {
            return GAIT_TRUNCATED;
        }
        if (match.distance == 0) {
            return at->out == at->out_end ? GAIT_OK : GAIT_CORRUPT;
        }
        GAITI_TRY(lzo1x_copy(at, &match));
        state = match.literals;
    }
}

gait_status gaiti_lzo1x_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed) {
    uint8_t nothing; /* an empty output may have no address, but pointer arithmetic needs one */
    *out_consumed = 0;
    if (in.size < LZO1X_MARK) {
        return GAIT_TRUNCATED;
    }
    out = out ? out : &nothing;
    lzo1x_cursor at = {in.data, in.data + in.size, out, out, out + out_size};
    gait_status status = GAIT_OK;
    unsigned state = 0;
    if (*at.in > 17) {
        unsigned count = *at.in++ - 17u;
        status = lzo1x_read_literals(&at, count);
        state = count < LZO1X_RUN ? count : LZO1X_RUN;
    }
    if (status == GAIT_OK) {
        status = lzo1x_read_instructions(&at, state);
    }
    *out_consumed = (size_t)(at.in - in.data);
    return status;
}
