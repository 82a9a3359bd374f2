/* JSON writing: deterministic text into a buffer, no tree. */
#ifndef GAITI_JSON_H
#define GAITI_JSON_H

#include "gait/base.h"

enum { GAITI_JSON_DEPTH = 32 };

/* Commas and nesting are kept here; a failed allocation sticks in `failed`. */
typedef struct gaiti_json {
    gait_buffer *out;
    uint32_t depth;
    bool has_items[GAITI_JSON_DEPTH];
    bool after_key;
    bool failed;
} gaiti_json;

static inline gaiti_json gaiti_json_over(gait_buffer *out) {
    return (gaiti_json){.out = out};
}

void gaiti_json_open(gaiti_json *json, char bracket); /* '{' or '[' */
void gaiti_json_close(gaiti_json *json, char bracket);
void gaiti_json_key(gaiti_json *json, const char *key);
void gaiti_json_null(gaiti_json *json);
void gaiti_json_bool(gaiti_json *json, bool value);
void gaiti_json_int(gaiti_json *json, int64_t value);
void gaiti_json_uint(gaiti_json *json, uint64_t value);
/* Shortest text that reads back as the same number; NaN and infinities become null. */
void gaiti_json_f32(gaiti_json *json, float value);
void gaiti_json_f64(gaiti_json *json, double value);
/* UTF-8 text, NULL = null. Bytes that are not UTF-8 become U+FFFD. */
void gaiti_json_text(gaiti_json *json, const char *utf8);
/* The bytes of a game's name, as UTF-8. */
void gaiti_json_name(gaiti_json *json, gait_span cp1251);
/* A line break before the next item, to keep long documents readable; not inside a key's value. */
void gaiti_json_line(gaiti_json *json);
/* Text that is already JSON, as the next value. */
void gaiti_json_raw(gaiti_json *json, const char *text, size_t size);

/* Key and value in one. */
void gaiti_json_member_text(gaiti_json *json, const char *key, const char *utf8);
void gaiti_json_member_uint(gaiti_json *json, const char *key, uint64_t value);
/* An index, null when negative. */
void gaiti_json_member_index(gaiti_json *json, const char *key, int64_t value);

/* An array of numbers, each as gaiti_json_f32() has it. */
void gaiti_json_member_floats(gaiti_json *json, const char *key, const float *values,
                              uint32_t count);

#endif
