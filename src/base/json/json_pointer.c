/* Finds the path of a JSON value at a byte offset, for messages. */
#include "base/json/json_read.h"
#include "base/number/number.h"

/* The path to the position of the reader. */
typedef struct json_path {
    gaiti_json_item key[GAITI_JSON_READ_DEPTH]; /* current key, for objects */
    uint64_t begun[GAITI_JSON_READ_DEPTH];      /* number of values so far, for arrays */
} json_path;

static void pointer_put(char *out, size_t capacity, size_t *size, const char *bytes, size_t count) {
    for (size_t i = 0; i < count && *size + 1 < capacity; i++) {
        out[(*size)++] = bytes[i];
    }
}

static void pointer_put_key(char *out, size_t capacity, size_t *size, const gaiti_json_item *key) {
    for (size_t at = 0; at < key->raw.size;) {
        uint8_t bytes[4];
        unsigned count = gaiti_json_character(key->raw, &at, bytes);
        bool is_special = bytes[0] == '~' || bytes[0] == '/';
        pointer_put(out, capacity, size,
                    is_special ? bytes[0] == '~' ? "~0" : "~1" : (const char *)bytes,
                    is_special ? 2 : count);
    }
}

static void pointer_put_path(const gaiti_json_reader *reader, const json_path *path, char *out,
                             size_t capacity) {
    bool awaits_value = reader->fault != GAITI_JSON_OK && gaiti_json_awaits_value(reader);
    size_t size = 0;
    for (uint32_t level = 0; level < reader->depth; level++) {
        bool is_object = reader->is_object[level / 64] >> (level % 64) & 1;
        bool is_missing = awaits_value && level + 1 == reader->depth;
        if (is_object ? !path->key[level].raw.data : path->begun[level] == 0 && !is_missing) {
            break; /* no item of this level has been read */
        }
        pointer_put(out, capacity, &size, "/", 1);
        if (is_object) {
            pointer_put_key(out, capacity, &size, &path->key[level]);
        } else {
            char digits[GAITI_NUMBER_MAX];
            uint64_t index = path->begun[level] - !is_missing;
            pointer_put(out, capacity, &size, digits, gaiti_print_u64(digits, index));
        }
    }
    out[size] = 0;
}

/* Updates the path after reading an item; `depth` is the reader's depth before it. */
static void pointer_track(const gaiti_json_reader *reader, json_path *path,
                          const gaiti_json_item *item, uint32_t depth) {
    if (item->kind == GAITI_JSON_KEY) {
        path->key[depth - 1] = *item;
    } else if (depth > 0 && reader->depth >= depth) {
        path->begun[depth - 1]++;
    }
    if (reader->depth > depth) {
        path->key[depth].raw.data = NULL;
        path->begun[depth] = 0;
    }
}

void gaiti_json_pointer(gait_span text, uint64_t offset, char *out, size_t capacity) {
    gaiti_json_reader reader = gaiti_json_reading(text);
    json_path path = {0};
    for (;;) {
        gaiti_json_reader before = reader;
        gaiti_json_item item = gaiti_json_next(&reader);
        if (item.kind == GAITI_JSON_FAILED) {
            break;
        }
        if (item.kind == GAITI_JSON_FINISHED || item.at > offset) {
            reader = before;
            break;
        }
        pointer_track(&reader, &path, &item, before.depth);
    }
    pointer_put_path(&reader, &path, out, capacity);
}
