/* Text forms: JSON documents with every field of a file (docs/formats/text.md). A format describes
 * each of its structures once, as a function that visits the fields in the order of the text. The
 * same function writes the text or reads it. */
#ifndef GAITI_TEXT_FORM_H
#define GAITI_TEXT_FORM_H

#include "base/diagnose.h"
#include "base/json/json.h"
#include "base/json/json_read.h"
#include "base/memory.h"

enum { GAITI_TEXT_DEPTH = 16 };

/* A value of the text. Arrays that begin with a number or with another array have no nodes for
 * their items: they are read from their text. */
typedef struct gaiti_text_node {
    gait_span key;               /* as written, without the quotes; empty for items of arrays */
    gait_span raw;               /* as gaiti_json_item; objects and arrays: the complete text */
    uint32_t first, next, count; /* of the items: index of the first and of the next; 0 = none */
    uint8_t kind;                /* gaiti_json_kind */
    bool is_key_escaped, is_escaped, is_used;
} gaiti_text_node;

/* An object or array that is being read. */
typedef struct gaiti_text_level {
    uint32_t node;
    uint32_t next; /* the item that probably comes next */
    uint32_t used; /* number of items read */
} gaiti_text_level;

/* A visitor: writes if `json` is set, otherwise reads. The first error is stored in `status`; then
 * all functions do nothing, and values that were to be read are 0 or empty. */
typedef struct gaiti_text {
    gaiti_json *json;
    uint32_t code_page; /* of names */
    bool allows_nul;    /* inside of names */
    bool is_clean;      /* written without the unused bytes after names */
    gaiti_arena *arena; /* allocates values; used only for reading */
    gait_status status;
    const gaiti_report *report;
    gait_span source;   /* without a byte order mark */
    uint32_t mark_size; /* bytes of this mark */
    gaiti_text_node *nodes;
    uint32_t depth;
    gaiti_text_level levels[GAITI_TEXT_DEPTH];
} gaiti_text;

static inline bool gaiti_text_is_reading(const gaiti_text *text) {
    return !text->json;
}

static inline bool gaiti_text_is_ok(const gaiti_text *text) {
    return text->status == GAIT_OK;
}

/* Parses `source` into nodes, which are in `scratch` (empty before), and opens the outermost
 * object. Reports text that is not JSON. */
void gaiti_text_begin(gaiti_text *text, gaiti_arena *scratch);

/* Ends the outermost object. Returns `status` or, if that is GAIT_OK, the status of `arena`. */
gait_status gaiti_text_end(gaiti_text *text);

/* In all functions, `key` is the name of a member, or NULL for an item of a list. */

/* --- objects and lists ------------------------------------------------------------------------ */

void gaiti_text_open(gaiti_text *text, const char *key);
/* Writing: opens the object if `is_present`. Reading: if the text has it. Returns whether it is
 * open. */
bool gaiti_text_open_if(gaiti_text *text, const char *key, bool is_present);
/* Ends an object or a list. Reading: reports a member that was not read. */
void gaiti_text_close(gaiti_text *text);
/* Opens a list of objects or texts. Returns `count` or, when reading, the number of items. */
uint32_t gaiti_text_open_list(gaiti_text *text, const char *key, uint32_t count);
/* The same for a list whose items are an array: reading sets *count, and allocates the items, which
 * are zero. Returns the array; *count is 0 when out of memory. */
void *gaiti_text_open_items(gaiti_text *text, const char *key, void *items, uint32_t *count,
                            size_t size);
/* The same as gaiti_text_open_list() for a list that is left out when it is empty. Must be closed
 * even then. */
uint32_t gaiti_text_open_list_if_any(gaiti_text *text, const char *key, uint32_t count);
/* Reading: reads a member; true when it is the text `value`. */
bool gaiti_text_take(gaiti_text *text, const char *key, const char *value);
/* Reading: true when the open object has this member. */
bool gaiti_text_has(gaiti_text *text, const char *key);
/* Reading: true when the next item of the open list is an object. */
bool gaiti_text_is_object_next(const gaiti_text *text);
/* Begins a new line before the next item or member; does nothing when reading. */
void gaiti_text_line(gaiti_text *text);

/* --- values ----------------------------------------------------------------------------------- */

void gaiti_text_integer(gaiti_text *text, const char *key, int64_t *value, int64_t min,
                        int64_t max);
void gaiti_text_u8(gaiti_text *text, const char *key, uint8_t *value);
void gaiti_text_u16(gaiti_text *text, const char *key, uint16_t *value);
void gaiti_text_u32(gaiti_text *text, const char *key, uint32_t *value);
void gaiti_text_s32(gaiti_text *text, const char *key, int32_t *value);
void gaiti_text_u32_up_to(gaiti_text *text, const char *key, uint32_t *value, uint32_t max);
/* A member that is left out when it has the value `normal`. */
void gaiti_text_u32_unless(gaiti_text *text, const char *key, uint32_t *value, uint32_t normal);
/* A member that is left out when it is false. */
void gaiti_text_flag(gaiti_text *text, const char *key, bool *value);
/* Numbers that are not finite are written as a text with their bits: "0x7fc00000". */
void gaiti_text_f32(gaiti_text *text, const char *key, float *value);
/* An array of exactly `count` numbers. */
void gaiti_text_f32s(gaiti_text *text, const char *key, float *values, uint32_t count);
/* Bits as a list of their names; bits without a name as one number. */
void gaiti_text_bits(gaiti_text *text, const char *key, uint32_t *value, const char *const *names,
                     uint32_t name_count);
/* One of the names, as its index. */
void gaiti_text_choice(gaiti_text *text, const char *key, uint32_t *value, const char *const *names,
                       uint32_t name_count);
/* A name in the code page of the file: at most `max_size` bytes, no NUL unless allowed. */
void gaiti_text_name(gaiti_text *text, const char *key, gait_span *name, size_t max_size);
/* The same for a member that is left out when it is equal to `normal`. */
void gaiti_text_name_unless(gaiti_text *text, const char *key, gait_span *name, size_t max_size,
                            gait_span normal);
/* Bytes as hexadecimal digits; left out when there are none. */
void gaiti_text_bytes(gaiti_text *text, const char *key, gait_span *bytes);

/* --- rows of numbers -------------------------------------------------------------------------- */

/* The columns of a row, one character each: 'c' s8, 's' s16, 'w' u16, 'b' u8, 'u' u32, 'f' f32, 'h'
 * 16-bit float (half.h). All are stored without gaps, in the byte order of files. */

/* The bytes of a row. */
size_t gaiti_text_row_size(const char *columns);

/* An array of rows that is written or read row by row. */
typedef struct gaiti_text_rows {
    gaiti_json_reader in;
    uint64_t at; /* offset of `in` in the source */
    bool has_items;
    uint32_t column_count; /* reading: columns of the open row that were read */
} gaiti_text_rows;

/* Returns `count` or, when reading, an upper bound of the number of rows, which is below the size
 * of the text. */
uint32_t gaiti_text_open_rows(gaiti_text *text, gaiti_text_rows *rows, const char *key,
                              uint32_t count);
/* False when reading and there is no row left. */
bool gaiti_text_open_row(gaiti_text *text, gaiti_text_rows *rows);
/* The next columns of a row: writes or sets gaiti_text_row_size() bytes. */
void gaiti_text_columns(gaiti_text *text, gaiti_text_rows *rows, const char *columns,
                        uint8_t *bytes);
void gaiti_text_close_row(gaiti_text *text, gaiti_text_rows *rows);
/* Ends the array; reading: after its last row. */
void gaiti_text_end_rows(gaiti_text *text, gaiti_text_rows *rows);

/* Exactly `count` rows, whose first bytes are `stride` apart. */
void gaiti_text_table(gaiti_text *text, const char *key, const char *columns, uint8_t *first,
                      size_t stride, uint32_t count);
/* `count` consecutive rows; reading allocates them, and their number must be `count`. */
void gaiti_text_block(gaiti_text *text, const char *key, const char *columns, uint32_t count,
                      gait_span *block);
/* The same for any number of rows. */
void gaiti_text_list(gaiti_text *text, const char *key, const char *columns, uint32_t *count,
                     gait_span *block);
/* An array of any number of numbers, of one kind of column. */
void gaiti_text_numbers(gaiti_text *text, const char *key, char column, uint32_t *count,
                        gait_span *numbers);
/* One row that is not inside of another array. */
void gaiti_text_row(gaiti_text *text, const char *key, const char *columns, uint8_t *bytes);

/* --- errors ----------------------------------------------------------------------------------- */

/* Reports an error of the text at a member of the open object, or of the outermost one after
 * gaiti_text_end(); NULL or a member that is missing: at the object itself. */
void gaiti_text_fail(gaiti_text *text, gaiti_rule rule, const char *key, int64_t expected,
                     int64_t found, gait_span name);

/* Reading: report GAITI_TEXT_COUNT at such a place when a count is another one, or is too high. */
void gaiti_text_expect_count(gaiti_text *text, const char *key, uint64_t expected, uint64_t count);
void gaiti_text_limit_count(gaiti_text *text, const char *key, uint64_t max, uint64_t count);

/* The same as gaiti_text_fail() with a name in the code page of the file. */
void gaiti_text_fail_name(gaiti_text *text, gaiti_rule rule, const char *key, gait_span name);

#endif
