/* JSON reading: a strict pull reader (RFC 8259) over bytes that mean no good. No tree, no
 * recursion, no allocation; time is linear in the bytes. */
#ifndef GAITI_JSON_READ_H
#define GAITI_JSON_READ_H

#include "gait/base.h"

enum { GAITI_JSON_READ_DEPTH = 256 };

typedef enum gaiti_json_kind {
    GAITI_JSON_FAILED = 0, /* no JSON: the reader's fault says why, and it stays so */
    GAITI_JSON_FINISHED,   /* behind the one value */
    GAITI_JSON_OBJECT,     /* the members follow, key and value in turn, and the end */
    GAITI_JSON_OBJECT_END,
    GAITI_JSON_ARRAY, /* the values follow, and the end */
    GAITI_JSON_ARRAY_END,
    GAITI_JSON_KEY, /* also one that was there before: the caller decides what that means */
    GAITI_JSON_STRING,
    GAITI_JSON_NUMBER,
    GAITI_JSON_TRUE,
    GAITI_JSON_FALSE,
    GAITI_JSON_NULL
} gaiti_json_kind;

typedef enum gaiti_json_fault {
    GAITI_JSON_OK = 0,
    GAITI_JSON_CUT,        /* the text ends too early */
    GAITI_JSON_UNEXPECTED, /* something that cannot stand here */
    GAITI_JSON_BAD_NUMBER,
    GAITI_JSON_BAD_ESCAPE, /* unknown, or half of a surrogate pair */
    GAITI_JSON_CONTROL,    /* a control character inside a string */
    GAITI_JSON_BAD_UTF8,
    GAITI_JSON_TRAILING, /* more behind the value */
    GAITI_JSON_TOO_DEEP  /* more than GAITI_JSON_READ_DEPTH levels */
} gaiti_json_fault;

/* What comes next in the text. */
typedef struct gaiti_json_item {
    gaiti_json_kind kind;
    bool is_escaped; /* of keys and strings: raw holds escapes */
    uint64_t at;     /* where it begins in the text */
    gait_span raw;   /* as written; of keys and strings without the quotes */
} gaiti_json_item;

typedef struct gaiti_json_reader {
    const uint8_t *data;
    size_t size;
    size_t at;
    gaiti_json_fault fault;
    size_t fault_at;
    uint8_t expects; /* see json_read.c */
    uint32_t depth;
    uint64_t is_object[GAITI_JSON_READ_DEPTH / 64]; /* a bit per level */
} gaiti_json_reader;

gaiti_json_reader gaiti_json_reading(gait_span text);

gaiti_json_item gaiti_json_next(gaiti_json_reader *reader);
/* To the end of what `item` begins; nothing to do for all but objects and arrays. False when the
 * text fails. */
bool gaiti_json_skip(gaiti_json_reader *reader, const gaiti_json_item *item);

/* Is a value to come next? */
bool gaiti_json_awaits_value(const gaiti_json_reader *reader);

/* The text of a fault, such as "unexpected end of the text"; static storage. */
const char *gaiti_json_fault_text(gaiti_json_fault fault);

/* Of a key or string: is it this text? */
bool gaiti_json_is(const gaiti_json_item *item, const char *text);
/* The next bytes of what the inside of a valid string stands for, one to four; `*at` moves on. */
unsigned gaiti_json_character(gait_span raw, size_t *at, uint8_t out[4]);
/* The UTF-8 of a key or string; `out` has room for raw.size bytes. May hold NULs. */
size_t gaiti_json_unescape(const gaiti_json_item *item, uint8_t *out);
/* Of a number: false when it is too large for a double. */
bool gaiti_json_f64_of(const gaiti_json_item *item, double *out);
/* Of a number: false when it is no whole one from 0 to 2^53. */
bool gaiti_json_u64_of(const gaiti_json_item *item, uint64_t *out);

enum { GAITI_JSON_POINTER = 96 }; /* room for the pointers that we put together ourselves */

/* The JSON pointer (RFC 6901) of the innermost value that begins at or before `offset`, or that is
 * missing there; NUL terminated, cut where `capacity` ends. Reads the text again: for errors. */
void gaiti_json_pointer(gait_span text, uint64_t offset, char *out, size_t capacity);

#endif
