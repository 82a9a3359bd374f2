/* JSON reader: a strict pull parser (RFC 8259), safe for untrusted input. No tree, no recursion, no
 * allocation; time is linear in the size of the text. */
#ifndef GAITI_JSON_READ_H
#define GAITI_JSON_READ_H

#include "gait/base.h"

enum { GAITI_JSON_READ_DEPTH = 256 };

typedef enum gaiti_json_kind {
    GAITI_JSON_FAILED = 0, /* not JSON: see the reader's `fault`; all further calls fail too */
    GAITI_JSON_FINISHED,   /* end of the text */
    GAITI_JSON_OBJECT,     /* followed by its members (key, value) and OBJECT_END */
    GAITI_JSON_OBJECT_END,
    GAITI_JSON_ARRAY, /* followed by its values and ARRAY_END */
    GAITI_JSON_ARRAY_END,
    GAITI_JSON_KEY, /* duplicates are not detected */
    GAITI_JSON_STRING,
    GAITI_JSON_NUMBER,
    GAITI_JSON_TRUE,
    GAITI_JSON_FALSE,
    GAITI_JSON_NULL
} gaiti_json_kind;

typedef enum gaiti_json_fault {
    GAITI_JSON_OK = 0,
    GAITI_JSON_CUT,        /* the text ends too early */
    GAITI_JSON_UNEXPECTED, /* a character that is not allowed here */
    GAITI_JSON_BAD_NUMBER,
    GAITI_JSON_BAD_ESCAPE, /* unknown, or an unpaired surrogate */
    GAITI_JSON_CONTROL,    /* a control character inside a string */
    GAITI_JSON_BAD_UTF8,
    GAITI_JSON_TRAILING, /* text after the value */
    GAITI_JSON_TOO_DEEP  /* more than GAITI_JSON_READ_DEPTH levels */
} gaiti_json_fault;

/* One token of the text. */
typedef struct gaiti_json_item {
    gaiti_json_kind kind;
    bool is_escaped; /* keys and strings: `raw` contains escapes */
    uint64_t at;     /* offset in the text */
    gait_span raw;   /* as written; keys and strings without the quotes */
} gaiti_json_item;

typedef struct gaiti_json_reader {
    const uint8_t *data;
    size_t size;
    size_t at;
    gaiti_json_fault fault;
    size_t fault_at;
    uint8_t expects; /* one of the JREAD_ values of json_read.c */
    uint32_t depth;
    uint64_t is_object[GAITI_JSON_READ_DEPTH / 64]; /* one bit per level */
} gaiti_json_reader;

gaiti_json_reader gaiti_json_reading(gait_span text);

gaiti_json_item gaiti_json_next(gaiti_json_reader *reader);
/* Skips the rest of an object or array that `item` has begun; does nothing for other items. False
 * when the text is invalid. */
bool gaiti_json_skip(gaiti_json_reader *reader, const gaiti_json_item *item);

/* True when the next token should be a value. */
bool gaiti_json_awaits_value(const gaiti_json_reader *reader);

/* The text of a fault, such as "unexpected end of the text"; static storage. */
const char *gaiti_json_fault_text(gaiti_json_fault fault);

/* True when the key or string equals `text`. */
bool gaiti_json_is(const gaiti_json_item *item, const char *text);
/* Decodes the next bytes (one to four) inside a valid string and advances *at. */
unsigned gaiti_json_character(gait_span raw, size_t *at, uint8_t out[4]);
/* Converts a key or string to UTF-8; `out` needs raw.size bytes. Returns the size. The result may
 * contain NULs. */
size_t gaiti_json_unescape(const gaiti_json_item *item, uint8_t *out);
/* The value of a number; false when it is too large for a double. */
bool gaiti_json_f64_of(const gaiti_json_item *item, double *out);
/* The value of a number; false unless it is an integer from 0 to 2^53. */
bool gaiti_json_u64_of(const gaiti_json_item *item, uint64_t *out);

enum { GAITI_JSON_POINTER = 96 }; /* size of the pointers that the library itself builds */

/* The JSON pointer (RFC 6901) of the innermost value that begins at or before `offset`, or that is
 * missing there. NUL terminated, truncated to `capacity`. Parses the text again, so it is meant for
 * error messages only. */
void gaiti_json_pointer(gait_span text, uint64_t offset, char *out, size_t capacity);

#endif
