/* Reads a .glb for tests: JSON values by path, and accessors as numbers. */
#ifndef TEST_SUPPORT_GLB_H
#define TEST_SUPPORT_GLB_H

#include "gait/base.h"

/* Values are pointers into the JSON text; NULL = not found. */

/* The value of a key of an object. */
const char *test_json_member(const char *object, const char *key);
/* The element of an array. */
const char *test_json_item(const char *array, uint32_t index);
uint32_t test_json_count(const char *array);
double test_json_number(const char *value);
/* True when the text of the value equals this JSON. */
bool test_json_is(const char *value, const char *json);
/* The text of a string with escapes decoded (\uXXXX up to 7F only). The caller frees it. */
char *test_json_text(const char *value);

typedef struct test_glb {
    char *json; /* NUL-terminated */
    const uint8_t *bin;
    size_t bin_size;
} test_glb;

/* Asserts that the header and chunks are valid. `bytes` must outlive the result. */
test_glb test_glb_open(const gait_buffer *bytes);
void test_glb_close(test_glb *glb);

/* The value root.key[index]. */
const char *test_glb_item(const test_glb *glb, const char *key, uint32_t index);

typedef struct test_accessor {
    uint32_t count;
    uint32_t component; /* 5122, 5126, ... */
    uint32_t width;     /* numbers per element */
    const uint8_t *data;
    const char *json;
} test_accessor;

/* Asserts that the accessor lies within its buffer view. */
test_accessor test_glb_accessor(const test_glb *glb, uint32_t index);
double test_accessor_get(const test_accessor *accessor, uint32_t element, uint32_t component);

/* The keys of a bone in an animation, for the path "rotation" or "translation". Asserts that there
 * are keys. */
void test_glb_channel(const test_glb *glb, uint32_t animation, uint32_t bone, const char *path,
                      test_accessor *out_times, test_accessor *out_values);

#endif
