#include "glb.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "test.h"

static const char *skip_string(const char *p) {
    for (p++; *p && *p != '"'; p++) {
        p += *p == '\\';
    }
    return *p ? p + 1 : p;
}

/* The position after the value at `p`. */
static const char *skip_value(const char *p) {
    int depth = 0;
    for (; *p; p++) {
        if (*p == '"') {
            p = skip_string(p) - 1;
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0) {
                return p;
            }
            depth--;
        } else if (*p == ',' && depth == 0) {
            return p;
        }
    }
    return p;
}

const char *test_json_member(const char *object, const char *key) {
    size_t size = strlen(key);
    if (!object || *object != '{') {
        return NULL;
    }
    for (const char *p = object + 1; *p == '"';) {
        const char *end = skip_string(p);
        bool found = (size_t)(end - p) == size + 2 && memcmp(p + 1, key, size) == 0;
        p = end + 1; /* the colon */
        if (found) {
            return p;
        }
        p = skip_value(p);
        p += *p == ',';
    }
    return NULL;
}

const char *test_json_item(const char *array, uint32_t index) {
    if (!array || *array != '[' || array[1] == ']') {
        return NULL;
    }
    const char *p = array + 1;
    for (uint32_t i = 0; i < index; i++) {
        p = skip_value(p);
        if (*p != ',') {
            return NULL;
        }
        p++;
    }
    return p;
}

uint32_t test_json_count(const char *array) {
    uint32_t count = 0;
    for (const char *p = test_json_item(array, 0); p; p = *p == ',' ? p + 1 : NULL) {
        p = skip_value(p);
        count++;
    }
    return count;
}

double test_json_number(const char *value) {
    assert_non_null(value);
    return strtod(value, NULL);
}

bool test_json_is(const char *value, const char *json) {
    size_t size = strlen(json);
    return value && strncmp(value, json, size) == 0 && skip_value(value) == value + size;
}

char *test_json_text(const char *value) {
    assert_non_null(value);
    assert_int_equal(*value, '"');
    size_t room = (size_t)(skip_string(value) - value);
    char *text = calloc(1, room), *out = text;
    for (const char *p = value + 1; *p && *p != '"'; p++) {
        static const char escapes[] = "b\bf\fn\nr\rt\t";
        if (*p != '\\') {
            *out++ = *p;
        } else if (*++p == 'u') {
            char digits[5] = {p[1], p[2], p[3], p[4], 0};
            *out++ = (char)strtol(digits, NULL, 16);
            p += 4;
        } else {
            const char *known = strchr(escapes, *p);
            *out++ = known && strchr("bfnrt", *p) ? known[1] : *p;
        }
    }
    return text;
}

test_glb test_glb_open(const gait_buffer *bytes) {
    test_glb glb = {0};
    assert_true(bytes->size >= 20);
    assert_int_equal(gaiti_load_u32(bytes->data), 0x46546C67);
    assert_int_equal(gaiti_load_u32(bytes->data + 4), 2);
    assert_int_equal(gaiti_load_u32(bytes->data + 8), bytes->size);
    size_t json_size = gaiti_load_u32(bytes->data + 12);
    assert_int_equal(gaiti_load_u32(bytes->data + 16), 0x4E4F534A);
    assert_int_equal(json_size % 4, 0);
    assert_true(20 + json_size <= bytes->size);
    glb.json = calloc(1, json_size + 1);
    memcpy(glb.json, bytes->data + 20, json_size);
    if (20 + json_size < bytes->size) {
        const uint8_t *chunk = bytes->data + 20 + json_size;
        glb.bin_size = gaiti_load_u32(chunk);
        assert_int_equal(gaiti_load_u32(chunk + 4), 0x004E4942);
        assert_int_equal(glb.bin_size % 4, 0);
        assert_int_equal(20 + json_size + 8 + glb.bin_size, bytes->size);
        glb.bin = chunk + 8;
    }
    return glb;
}

void test_glb_close(test_glb *glb) {
    free(glb->json);
    glb->json = NULL;
}

const char *test_glb_item(const test_glb *glb, const char *key, uint32_t index) {
    return test_json_item(test_json_member(glb->json, key), index);
}

test_accessor test_glb_accessor(const test_glb *glb, uint32_t index) {
    test_accessor accessor = {.json = test_glb_item(glb, "accessors", index)};
    const char *type = test_json_member(accessor.json, "type");
    assert_non_null(type);
    accessor.count = (uint32_t)test_json_number(test_json_member(accessor.json, "count"));
    accessor.component =
        (uint32_t)test_json_number(test_json_member(accessor.json, "componentType"));
    accessor.width = type[1] == 'S' ? 1 : type[1] == 'M' ? 16 : (uint32_t)(type[4] - '0');
    uint32_t view_index = (uint32_t)test_json_number(test_json_member(accessor.json, "bufferView"));
    const char *view = test_glb_item(glb, "bufferViews", view_index);
    size_t view_offset = (size_t)test_json_number(test_json_member(view, "byteOffset"));
    size_t view_size = (size_t)test_json_number(test_json_member(view, "byteLength"));
    size_t offset = (size_t)test_json_number(test_json_member(accessor.json, "byteOffset"));
    size_t component_size = accessor.component == 5126 || accessor.component == 5125 ? 4
                            : accessor.component == 5121                             ? 1
                                                                                     : 2;
    assert_true(view_offset + view_size <= glb->bin_size);
    assert_true(offset + component_size * accessor.width * accessor.count <= view_size);
    accessor.data = glb->bin + view_offset + offset;
    return accessor;
}

double test_accessor_get(const test_accessor *accessor, uint32_t element, uint32_t component) {
    size_t index = (size_t)element * accessor->width + component;
    assert_true(element < accessor->count && component < accessor->width);
    switch (accessor->component) {
    case 5121:
        return accessor->data[index];
    case 5122:
        return gaiti_load_s16(accessor->data + 2 * index);
    case 5123:
        return gaiti_load_u16(accessor->data + 2 * index);
    case 5125:
        return gaiti_load_u32(accessor->data + 4 * index);
    default:
        return (double)gaiti_load_f32(accessor->data + 4 * index);
    }
}

void test_glb_channel(const test_glb *glb, uint32_t animation, uint32_t bone, const char *path,
                      test_accessor *out_times, test_accessor *out_values) {
    const char *item = test_glb_item(glb, "animations", animation), *channel;
    const char *channels = test_json_member(item, "channels");
    for (uint32_t i = 0; (channel = test_json_item(channels, i)); i++) {
        const char *target = test_json_member(channel, "target");
        char *text = test_json_text(test_json_member(target, "path"));
        bool found = test_json_number(test_json_member(target, "node")) == bone + 1 &&
                     strcmp(text, path) == 0;
        free(text);
        if (found) {
            uint32_t index = (uint32_t)test_json_number(test_json_member(channel, "sampler"));
            const char *sampler = test_json_item(test_json_member(item, "samplers"), index);
            uint32_t input = (uint32_t)test_json_number(test_json_member(sampler, "input"));
            uint32_t output = (uint32_t)test_json_number(test_json_member(sampler, "output"));
            *out_times = test_glb_accessor(glb, input);
            *out_values = test_glb_accessor(glb, output);
            assert_int_equal(out_times->count, out_values->count);
            return;
        }
    }
    fail_msg("animation %u has no %s of bone %u", animation, path, bone);
}
