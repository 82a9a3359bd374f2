/* LZSS encoder and decoder. Each bit of a flag byte, lowest first, announces a literal (1), or two
 * bytes with distance and length (0). */
#include "codec/lzss.h"

#include "base/bytes.h"
#include "codec/match_chains.h"

enum {
    LZSS_WINDOW = 4096,
    LZSS_SHORTEST = 3,
    LZSS_LONGEST = 18,
    LZSS_SUM_SIZE = 4,
    LZSS_LITERAL_BITS = 9,
    LZSS_MATCH_BITS = 17,
    LZSS_SEGMENT = 16384, /* positions that are parsed together */
    LZSS_EFFORT = 256,    /* of the search per position */
    LZSS_HASH_BITS = 13
};

/* --- decoding --------------------------------------------------------------------------------- */

/* Copies a match and returns the number of bytes written. The window before the start of the output
 * contains blanks. Distance 0 means 4096, the oldest byte of the window. A match that exceeds the
 * output is truncated. */
static size_t lzss_copy(uint8_t *out, size_t done, size_t size, unsigned low, unsigned high) {
    size_t distance = low | (high & 0xF0) << 4;
    size_t length = (high & 0x0F) + LZSS_SHORTEST;
    distance = distance ? distance : LZSS_WINDOW;
    length = length < size - done ? length : size - done;
    for (size_t i = done; i < done + length; i++) {
        out[i] = i >= distance ? out[i - distance] : ' ';
    }
    return length;
}

/* Decodes one group: the flags and their items. False when the input ends. */
static bool lzss_read_group(gaiti_reader *in, uint8_t *out, size_t size, size_t *done) {
    unsigned flags = gaiti_read_u8(in);
    for (int i = 0; i < 8 && *done < size && !in->failed; i++, flags >>= 1) {
        uint32_t item = flags & 1 ? gaiti_read_u8(in) : gaiti_read_u16(in);
        if (!in->failed && flags & 1) {
            out[(*done)++] = (uint8_t)item;
        } else if (!in->failed) {
            *done += lzss_copy(out, *done, size, item & 0xFF, item >> 8);
        }
    }
    return !in->failed;
}

/* Compares the stored sum with those of unsigned and signed bytes. As signed numbers, bytes from
 * 128 count 256 less. */
static gaiti_lzss_sum lzss_classify_sum(const uint8_t *data, size_t size, uint32_t stored) {
    uint32_t sum = 0, high = 0;
    for (size_t i = 0; i < size; i++) {
        sum += data[i];
        high += data[i] >> 7;
    }
    if (stored == sum) {
        return GAITI_LZSS_SUM_UNSIGNED;
    }
    return stored == sum - 256 * high ? GAITI_LZSS_SUM_SIGNED : GAITI_LZSS_SUM_WRONG;
}

gait_status gaiti_lzss_decode(gait_span in, uint8_t *out, size_t out_size, size_t *out_consumed,
                              gaiti_lzss_sum *out_sum) {
    gaiti_reader reader = gaiti_reader_over(in, 0);
    size_t done = 0;
    *out_sum = GAITI_LZSS_SUM_WRONG;
    while (done < out_size && lzss_read_group(&reader, out, out_size, &done)) {
    }
    uint32_t stored = gaiti_read_u32(&reader);
    *out_consumed = (size_t)reader.at;
    if (reader.failed) {
        return GAIT_TRUNCATED;
    }
    *out_sum = lzss_classify_sum(out, out_size, stored);
    return GAIT_OK;
}

/* --- encoding --------------------------------------------------------------------------------- */

/* The best choice at a position for the cheapest encoding up to the end of the segment. */
typedef struct lzss_choice {
    uint32_t bits;     /* from this position to the end of the segment */
    uint16_t distance; /* of the longest match */
    uint8_t longest;   /* its length; 0 = none */
    uint8_t length;    /* the length to encode; 1 = a literal */
} lzss_choice;

typedef struct lzss_encoder {
    gait_span in;
    gaiti_chains chains;
    lzss_choice *choices; /* one per position of a segment, and one for its end */
    gait_buffer *out;
    size_t flags_at; /* offset in `out` of the flags of the group */
    unsigned flag;   /* bit of the next item; 0 = begin a new group */
} lzss_encoder;

static void lzss_find(const lzss_encoder *encoder, size_t place, size_t max, lzss_choice *choice) {
    max = max < LZSS_LONGEST ? max : LZSS_LONGEST;
    gaiti_match_search search = gaiti_match_begin(&encoder->chains, place, max, LZSS_EFFORT);
    while (gaiti_match_next(&encoder->chains, &search)) {
    }
    choice->longest = search.distance ? (uint8_t)search.longest : 0;
    choice->distance = (uint16_t)search.distance;
}

/* Selects a literal or a match. All matches have the same cost, so all lengths up to that of the
 * longest match are tried. */
static void lzss_choose(lzss_choice *choice) {
    choice->bits = choice[1].bits + LZSS_LITERAL_BITS;
    choice->length = 1;
    for (uint8_t length = LZSS_SHORTEST; length <= choice->longest; length++) {
        if (choice[length].bits + LZSS_MATCH_BITS <= choice->bits) {
            choice->bits = choice[length].bits + LZSS_MATCH_BITS;
            choice->length = length;
        }
    }
}

static bool lzss_write_item(lzss_encoder *encoder, const void *item, size_t size, bool literal) {
    if (encoder->flag == 0) {
        encoder->flags_at = encoder->out->size;
        encoder->flag = 1;
        if (!gaiti_write_u8(encoder->out, 0)) {
            return false;
        }
    }
    if (literal) {
        encoder->out->data[encoder->flags_at] |= (uint8_t)encoder->flag;
    }
    encoder->flag = encoder->flag << 1 & 0xFF;
    return gaiti_write(encoder->out, item, size);
}

static bool lzss_write_choice(lzss_encoder *encoder, const uint8_t *p, const lzss_choice *choice) {
    if (choice->length == 1) {
        return lzss_write_item(encoder, p, 1, true);
    }
    unsigned high = (choice->distance >> 4 & 0xF0u) | (choice->length - LZSS_SHORTEST + 0u);
    uint8_t item[2] = {(uint8_t)choice->distance, (uint8_t)high};
    return lzss_write_item(encoder, item, sizeof item, false);
}

static bool lzss_encode_segment(lzss_encoder *encoder, size_t begin, size_t size) {
    lzss_choice *choices = encoder->choices;
    gaiti_chains_add(&encoder->chains, begin, begin + size);
    for (size_t i = 0; i < size; i++) {
        lzss_find(encoder, begin + i, size - i, &choices[i]);
    }
    choices[size].bits = 0;
    for (size_t i = size; i-- > 0;) {
        lzss_choose(&choices[i]);
    }
    for (size_t i = 0; i < size; i += choices[i].length) {
        if (!lzss_write_choice(encoder, encoder->in.data + begin + i, &choices[i])) {
            return false;
        }
    }
    return true;
}

bool gaiti_lzss_encode(gait_span in, gaiti_arena *scratch, gait_buffer *out) {
    size_t segment = in.size < LZSS_SEGMENT ? in.size : LZSS_SEGMENT;
    lzss_encoder encoder = {.in = in, .out = out};
    encoder.choices = gaiti_alloc(scratch, segment + 1, sizeof *encoder.choices);
    gaiti_chains_options options = {.key = LZSS_SHORTEST,
                                    .reach = LZSS_WINDOW - 1,
                                    .ahead = segment,
                                    .max_hash_bits = LZSS_HASH_BITS};
    if (!encoder.choices || !gaiti_chains_init(&encoder.chains, scratch, in, &options)) {
        return false;
    }
    for (size_t begin = 0; begin < in.size; begin += segment) {
        size_t left = in.size - begin;
        if (!lzss_encode_segment(&encoder, begin, left < segment ? left : segment)) {
            return false;
        }
    }
    uint32_t sum = 0;
    for (size_t i = 0; i < in.size; i++) {
        sum += in.data[i];
    }
    return gaiti_write_u32(out, sum);
}
