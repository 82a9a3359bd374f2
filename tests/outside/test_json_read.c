/* Compares the JSON reader with jansson on random and damaged documents: both must accept the
 * same texts, with equal values. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>

#include "base/json/json_read.h"
#include "test.h"

enum { DOCUMENTS = 4000, DAMAGES = 40, MOST_BYTES = 1 << 14, MOST_DEPTH = 12 };

typedef struct text_buffer {
    char bytes[MOST_BYTES + 256];
    size_t size;
} text_buffer;

static uint64_t random_state = 20;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % limit;
}

static void put(text_buffer *out, const char *text) {
    size_t size = strlen(text);
    if (out->size + size < MOST_BYTES + 200) {
        memcpy(out->bytes + out->size, text, size);
        out->size += size;
    }
}

static void put_space(text_buffer *out) {
    static const char *const spaces[] = {"", "", "", " ", "\n", "\t", "\r\n  "};
    put(out, spaces[random_below(7)]);
}

static void put_string(text_buffer *out, bool is_key) {
    static const char *const pieces[] = {"a",
                                         "name",
                                         "\\n",
                                         "\\\"",
                                         "\\\\",
                                         "\\/",
                                         "\\u0041",
                                         "\\uD834\\uDD1E",
                                         "\xC3\xA9",
                                         "\xE2\x82\xAC",
                                         "\xF0\x9D\x84\x9E",
                                         "\x7F",
                                         " ",
                                         "{}[],:",
                                         "\\u00e9",
                                         "\\u0000"};
    put(out, "\"");
    for (uint32_t count = random_below(6); count > 0; count--) {
        put(out, pieces[random_below(is_key ? 15 : 16)]); /* jansson rejects NUL in keys */
    }
    put(out, "\"");
}

static void put_number(text_buffer *out) {
    char digits[64];
    switch (random_below(4)) {
    case 0:
        snprintf(digits, sizeof digits, "%d", (int)random_below(2000) - 1000);
        break;
    case 1:
        snprintf(digits, sizeof digits, "%.17g", random_below(1000000) / 7.0 - 1000);
        break;
    case 2:
        snprintf(digits, sizeof digits, "%u.%05uE%d", random_below(10), random_below(100000),
                 (int)random_below(640) - 330);
        break;
    default:
        snprintf(digits, sizeof digits, "-%u%u%u%u", 1 + random_below(99), random_below(1u << 30),
                 random_below(1u << 30), random_below(1u << 30));
    }
    put(out, digits);
}

static void put_scalar(text_buffer *out) {
    static const char *const words[] = {"true", "false", "null"};
    uint32_t kind = random_below(5);
    if (kind == 0) {
        put(out, words[random_below(3)]);
    } else if (kind < 3) {
        put_number(out);
    } else {
        put_string(out, false);
    }
}

static void put_value(text_buffer *out, unsigned depth) {
    uint32_t kind = depth < MOST_DEPTH && out->size < MOST_BYTES ? random_below(4) : 2;
    put_space(out);
    if (kind > 1) {
        put_scalar(out);
    } else {
        put(out, kind == 0 ? "{" : "[");
        uint32_t count = random_below(5);
        for (uint32_t i = 0; i < count; i++) {
            put(out, i ? "," : "");
            put_space(out);
            if (kind == 0) {
                put_string(out, true);
                put_space(out);
                put(out, ":");
            }
            put_value(out, depth + 1);
        }
        put_space(out);
        put(out, kind == 0 ? "}" : "]");
    }
    put_space(out);
}

/* --- comparison ------------------------------------------------------------------------------- */

/* True when our reader accepts the text. Numbers too large for a double are rejected, as by
 * jansson. */
static bool is_taken(gait_span text) {
    gaiti_json_reader reader = gaiti_json_reading(text);
    gaiti_json_item item;
    double value;
    do {
        item = gaiti_json_next(&reader);
        if (item.kind == GAITI_JSON_NUMBER && !gaiti_json_f64_of(&item, &value)) {
            return false;
        }
    } while (item.kind > GAITI_JSON_FINISHED);
    return item.kind == GAITI_JSON_FINISHED;
}

static bool is_same_string(const gaiti_json_item *item, const json_t *value) {
    uint8_t bytes[MOST_BYTES + 256];
    size_t size = gaiti_json_unescape(item, bytes);
    return json_is_string(value) && json_string_length(value) == size &&
           memcmp(json_string_value(value), bytes, size) == 0;
}

static bool is_same_scalar(const gaiti_json_item *item, const json_t *value) {
    double number;
    switch (item->kind) {
    case GAITI_JSON_NUMBER:
        return gaiti_json_f64_of(item, &number) && json_is_real(value) &&
               memcmp(&number, &(double){json_real_value(value)}, sizeof number) == 0;
    case GAITI_JSON_STRING:
        return is_same_string(item, value);
    case GAITI_JSON_TRUE:
        return json_is_true(value);
    case GAITI_JSON_FALSE:
        return json_is_false(value);
    default:
        return item->kind == GAITI_JSON_NULL && json_is_null(value);
    }
}

/* Compares the value that starts with `item` with jansson's. */
static bool is_same(gaiti_json_reader *reader, gaiti_json_item item, const json_t *value) {
    size_t count = 0;
    if (item.kind == GAITI_JSON_ARRAY) {
        while ((item = gaiti_json_next(reader)).kind != GAITI_JSON_ARRAY_END) {
            if (!is_same(reader, item, json_array_get(value, count++))) {
                return false;
            }
        }
        return json_is_array(value) && json_array_size(value) == count;
    }
    if (item.kind == GAITI_JSON_OBJECT) {
        while ((item = gaiti_json_next(reader)).kind != GAITI_JSON_OBJECT_END) {
            char key[MOST_BYTES + 257];
            key[gaiti_json_unescape(&item, (uint8_t *)key)] = 0;
            count++;
            if (!gaiti_json_is(&item, key) ||
                !is_same(reader, gaiti_json_next(reader), json_object_get(value, key))) {
                return false;
            }
        }
        return json_is_object(value) && json_object_size(value) == count;
    }
    return is_same_scalar(&item, value);
}

typedef struct tally {
    unsigned taken, refused, compared, keys_with_nul;
} tally;

static void compare_with_reference(gait_span text, tally *seen) {
    const size_t flags = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL;
    const char *bytes = (const char *)text.data;
    json_error_t error;
    json_t *value = json_loadb(bytes, text.size, flags, &error);
    if (!value && strstr(error.text, "NUL byte in object key")) {
        seen->keys_with_nul++;
        return;
    }
    if (memchr(bytes, 0, text.size)) {
        json_decref(value); /* jansson treats a NUL between values as the end */
        return;
    }
    if (is_taken(text) != (value != NULL)) {
        fail_msg("%s by jansson (%s): %.*s", value ? "taken" : "refused", value ? "" : error.text,
                 (int)text.size, bytes);
    }
    seen->taken += value != NULL;
    seen->refused += value == NULL;
    json_decref(value);
    value = json_loadb(bytes, text.size, flags | JSON_REJECT_DUPLICATES, &error);
    if (value) {
        gaiti_json_reader reader = gaiti_json_reading(text);
        if (!is_same(&reader, gaiti_json_next(&reader), value)) {
            fail_msg("other values than jansson's: %.*s", (int)text.size, bytes);
        }
        seen->compared++;
        json_decref(value);
    }
}

/* Replaces, removes or inserts a byte, or inverts a bit, sometimes after truncating the text. */
static void damage(text_buffer *text) {
    static const char likely[] = "{}[]\",:\\u0eE+-.tfn19 \x80\xC3\xED\xA0\x01";
    size_t at = random_below((uint32_t)text->size);
    switch (random_below(4)) {
    case 0:
        text->bytes[at] = likely[random_below(sizeof likely - 1)];
        break;
    case 1:
        text->size--;
        memmove(text->bytes + at, text->bytes + at + 1, text->size - at);
        break;
    case 2:
        memmove(text->bytes + at + 1, text->bytes + at, text->size - at);
        text->bytes[at] = likely[random_below(sizeof likely - 1)];
        text->size++;
        break;
    default:
        text->size = random_below(8) == 0 && at > 0 ? at : text->size;
        text->bytes[at < text->size ? at : 0] ^= (char)(1u << random_below(8));
    }
}

/* Copies to a block of the exact size, so that sanitizers detect reads past its end. */
static void compare_with_jansson(const text_buffer *text, tally *seen) {
    uint8_t *block = malloc(text->size ? text->size : 1);
    assert_non_null(block);
    memcpy(block, text->bytes, text->size);
    compare_with_reference((gait_span){block, text->size}, seen);
    free(block);
}

TEST(json_reader_agrees_with_jansson) {
    static text_buffer whole, damaged;
    tally sound = {0}, broken = {0};
    for (unsigned i = 0; i < DOCUMENTS; i++) {
        whole.size = 0;
        put_value(&whole, 0);
        compare_with_jansson(&whole, &sound);
        for (unsigned d = 0; d < DAMAGES; d++) {
            damaged = whole;
            for (uint32_t times = 1 + random_below(3); times > 0 && damaged.size > 1; times--) {
                damage(&damaged);
            }
            compare_with_jansson(&damaged, &broken);
        }
    }
    print_message("made: %u taken, %u refused, %u compared; damaged: %u taken, %u refused, "
                  "%u compared, %u with a NUL in a key\n",
                  sound.taken, sound.refused, sound.compared, broken.taken, broken.refused,
                  broken.compared, broken.keys_with_nul);
    assert_true(sound.taken > DOCUMENTS * 8 / 10 && broken.refused > DOCUMENTS * 10);
    assert_true(broken.taken > DOCUMENTS && broken.compared > DOCUMENTS);
}
