/* The LZO1X decoder. docs/formats/lzo.md describes the instructions.
 *
 * At the beginning of an instruction three bytes are left, the size of the end mark: one comparison
 * per instruction guards the input. Copies are made of pieces of 16 bytes that run past their end
 * where both buffers have that much more, and are exact elsewhere. */
#include "base/bytes.h"
#include "codec/lzo1x/lzo1x.h"

enum {
    LZO1X_MARK = 3,  /* bytes of the shortest end mark */
    LZO1X_WIDE = 16, /* what a copy may write too much */
    LZO1X_RUN = 4    /* `state` behind a run; else the number of literals behind the last match */
};

typedef struct lzo1x_cursor {
    const uint8_t *in, *in_end;
    uint8_t *out, *out_begin, *out_end;
} lzo1x_cursor;

typedef struct lzo1x_match {
    uint64_t length;
    size_t distance; /* 0: the end mark */
    unsigned literals;
} lzo1x_match;

static inline size_t lzo1x_in_left(const lzo1x_cursor *at) {
    return (size_t)(at->in_end - at->in);
}

static inline size_t lzo1x_out_left(const lzo1x_cursor *at) {
    return (size_t)(at->out_end - at->out);
}

/* A length that its instruction has no room for: zeros are worth 255 each, the first other byte
 * ends it. False when the input ends before the two bytes that must follow. */
static bool lzo1x_take_long(lzo1x_cursor *at, uint64_t base, uint64_t *out_length) {
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

static inline gait_status lzo1x_take_literals(lzo1x_cursor *at, uint64_t count) {
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

/* From fewer than 16 bytes back. From fewer than 8, eight bytes repeat the pattern, and the
 * smallest multiple of it that has 8 bytes serves as distance from then on. */
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

/* Up to 16 bytes more than `length` may be written. */
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

/* A match and the literals behind it. */
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

/* The matches of three bytes: `short_most` is the length that still lies in the first of them. */
static inline bool lzo1x_take_far(lzo1x_cursor *at, unsigned first, unsigned short_most,
                                  lzo1x_match *match) {
    match->length = (first & short_most) + 2;
    if (match->length == 2 && !lzo1x_take_long(at, short_most + 2, &match->length)) {
        return false;
    }
    unsigned place = gaiti_load_u16(at->in);
    at->in += 2;
    match->literals = place & 3;
    match->distance = place >> 2;
    return true;
}

/* The instruction that begins with `first`, no run of literals. False when the input ends in it. */
static inline bool lzo1x_take_match(lzo1x_cursor *at, unsigned first, unsigned state,
                                    lzo1x_match *match) {
    if (first >= 64) {
        match->length = (first >> 5) + 1;
        match->distance = ((size_t)*at->in++ << 3) + (first >> 2 & 7) + 1;
        match->literals = first & 3;
        return true;
    }
    if (first >= 32) {
        bool whole = lzo1x_take_far(at, first, 31, match);
        match->distance++;
        return whole;
    }
    if (first >= 16) {
        bool whole = lzo1x_take_far(at, first, 7, match);
        match->distance += (first & 8) << 11;
        match->distance += match->distance ? 16384 : 0;
        return whole;
    }
    match->length = state == LZO1X_RUN ? 3 : 2;
    match->distance = ((size_t)*at->in++ << 2) + (first >> 2) + (state == LZO1X_RUN ? 2049 : 1);
    match->literals = first & 3;
    return true;
}

static gait_status lzo1x_take_instructions(lzo1x_cursor *at, unsigned state) {
    gait_status status = GAIT_OK;
    while (status == GAIT_OK) {
        lzo1x_match match = {0};
        unsigned first = *at->in++;
        if (first < 16 && state == 0) {
            uint64_t count = first + 3;
            if (first == 0 && !lzo1x_take_long(at, 18, &count)) {
                return GAIT_TRUNCATED;
            }
            status = lzo1x_take_literals(at, count);
            state = LZO1X_RUN;
            continue;
        }
        if (!lzo1x_take_match(at, first, state, &match)) {
            return GAIT_TRUNCATED;
        }
        if (match.distance == 0) {
            return at->out == at->out_end ? GAIT_OK : GAIT_CORRUPT;
        }
        status = lzo1x_copy(at, &match);
        state = match.literals;
    }
    return status;
}

gait_status gaiti_lzo1x_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed) {
    uint8_t nothing; /* no bytes may have no address; arithmetic must have one */
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
        status = lzo1x_take_literals(&at, count);
        state = count < LZO1X_RUN ? count : LZO1X_RUN;
    }
    if (status == GAIT_OK) {
        status = lzo1x_take_instructions(&at, state);
    }
    *out_consumed = (size_t)(at.in - in.data);
    return status;
}
