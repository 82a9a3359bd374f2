/* JSON writer: appends deterministic text to a buffer, without building a tree. */
#ifndef GAITI_JSON_H
#define GAITI_JSON_H

#include "gait/base.h"

enum { GAITI_JSON_DEPTH = 32 };

/* State of the writer. `failed` remains set after a failed allocation. */
typedef struct gaiti_json {
    gait_buffer *out;
    uint32_t depth;
    bool has_items[GAITI_JSON_DEPTH];
    char closing[GAITI_JSON_DEPTH]; /* the bracket that ends each open array or object */
    bool after_key;
    bool failed;
} gaiti_json;

static inline gaiti_json gaiti_json_over(gait_buffer *out) {
    return (gaiti_json){.out = out};
}

/* Begins a document that is an object. */
gaiti_json gaiti_json_begin(gait_buffer *out);
/* Closes everything that is open. */
gait_status gaiti_json_end(gaiti_json *json);
void gaiti_json_open(gaiti_json *json, char bracket); /* '{' or '[' */
void gaiti_json_close(gaiti_json *json, char bracket);
void gaiti_json_key(gaiti_json *json, const char *key);
void gaiti_json_null(gaiti_json *json);
void gaiti_json_bool(gaiti_json *json, bool value);
void gaiti_json_int(gaiti_json *json, int64_t value);
void gaiti_json_uint(gaiti_json *json, uint64_t value);
/* The shortest text that reads back as the same number; NaN and infinities become null. */
void gaiti_json_f32(gaiti_json *json, float value);
void gaiti_json_f64(gaiti_json *json, double value);
/* A UTF-8 text; NULL becomes null. Invalid UTF-8 is replaced by U+FFFD. */
void gaiti_json_text(gaiti_json *json, const char *utf8);
/* A name in a code page, converted to UTF-8. */
void gaiti_json_name(gaiti_json *json, uint32_t page, gait_span name);
/* Inserts a line break before the next item of an array or object, to keep long documents readable.
 * Must not be called between a key and its value. */
void gaiti_json_line(gaiti_json *json);
/* Begins an object on a line of its own. */
void gaiti_json_open_line(gaiti_json *json);
/* Inserts JSON text as the next value. */
void gaiti_json_raw(gaiti_json *json, const char *text, size_t size);

/* A key and its value, or the start of it. */
void gaiti_json_member_open(gaiti_json *json, const char *key, char bracket);
/* The same if `has` is true; otherwise writes null and returns false. */
bool gaiti_json_member_open_if(gaiti_json *json, const char *key, char bracket, bool has);
void gaiti_json_member_text(gaiti_json *json, const char *key, const char *utf8);
void gaiti_json_member_bool(gaiti_json *json, const char *key, bool value);
void gaiti_json_member_uint(gaiti_json *json, const char *key, uint64_t value);
void gaiti_json_member_f32(gaiti_json *json, const char *key, float value);
void gaiti_json_member_f64(gaiti_json *json, const char *key, double value);
/* A key and an index; null when the index is negative. */
void gaiti_json_member_index(gaiti_json *json, const char *key, int64_t value);

/* A key and an array of numbers in the form of gaiti_json_f32(); null without the
 * numbers. */
void gaiti_json_member_floats(gaiti_json *json, const char *key, const float *values,
                              uint32_t count);

#endif
