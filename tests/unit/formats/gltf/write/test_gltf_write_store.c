/* Accessors: equal content is stored once, bounds, one buffer view per kind, at most 4 GiB. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_share.h"
#include "formats/gltf/write/gltf_write_text.h"
#include "glb.h"
#include "test.h"

static gaiti_gltf_store store;

static int begin(void **state) {
    const gait_allocator allocator = {0};
    (void)state;
    gaiti_gltf_store_init(&store, &allocator);
    return 0;
}

static int end(void **state) {
    (void)state;
    gaiti_gltf_store_free(&store);
    return 0;
}

static void put(gaiti_gltf_kind kind, const float *values, uint32_t count) {
    size_t numbers = gaiti_gltf_element_size(kind) / 4 * count;
    uint8_t *room = gaiti_gltf_reserve(&store, kind, count);
    assert_non_null(room);
    for (size_t i = 0; i < numbers; i++) {
        gaiti_store_f32(room + 4 * i, values[i]);
    }
}

static uint32_t add(gaiti_gltf_kind kind, const float *values, uint32_t count) {
    put(kind, values, count);
    return gaiti_gltf_share(&store, kind, count);
}

static gaiti_gltf_content note(gaiti_gltf_kind kind, const float *values, uint32_t count) {
    put(kind, values, count);
    return gaiti_gltf_last_content(&store, kind, count);
}

static char *accessors(void) {
    char *text = calloc(1, store.json.size + 3);
    text[0] = '[';
    memcpy(text + 1, store.json.data, store.json.size);
    text[store.json.size + 1] = ']';
    return text;
}

TEST_WITH(equal_content_is_stored_once, begin, end) {
    const float a[] = {1, 2, 3}, b[] = {1, 2, 4};
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, a, 1), 0);
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, b, 1), 1);
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, a, 1), 0);
    assert_int_equal(store.accessor_count, 2);
    assert_int_equal(store.total, 24);
    assert_int_equal(store.bytes[GAITI_GLTF_TRANSLATIONS].size, 24);
}

TEST_WITH(trim_closes_the_gaps_left_by_duplicates, begin, end) {
    const gaiti_gltf_kind kind = GAITI_GLTF_TRANSLATIONS;
    const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {7, 8, 9};
    const gaiti_gltf_content contents[] = {note(kind, a, 2), note(kind, a, 2), note(kind, b, 1),
                                           note(kind, a, 1), note(kind, b, 1)};
    const uint32_t expected[] = {0, 0, 1, 2, 1};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(gaiti_gltf_resolve_content(&store, &contents[i]), expected[i]);
    }
    gaiti_gltf_trim(&store, kind);
    assert_int_equal(store.total, 48);
    assert_int_equal(store.bytes[kind].size, 48);
    for (uint32_t i = 0; i < 12; i++) {
        const float kept[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3};
        assert_true(gaiti_load_f32(store.bytes[kind].data + (size_t)i * 4) == kept[i]);
    }
    assert_int_equal(add(kind, b, 1), 1);
}

TEST_WITH(integers_are_written_without_padding, begin, end) {
    static const uint32_t edges[] = {0,         1,         9,          10,        99,
                                     100,       9999,      10000,      10001,     99999999,
                                     100000000, 100000001, 1000000,    12345678,  87654321,
                                     99990000,  999999999, 1000000000, 4294967295};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        char text[32] = "", expected[32];
        *gaiti_gltf_write_u32(text, edges[i]) = 0;
        snprintf(expected, sizeof expected, "%lu", (unsigned long)edges[i]);
        assert_string_equal(text, expected);
    }
    for (uint32_t value = 1; value < UINT32_MAX / 3; value += value / 64 + 1) {
        char text[32] = "";
        *gaiti_gltf_write_u32(text, value) = 0;
        assert_true(strtoul(text, NULL, 10) == value);
    }
}

TEST_WITH(content_of_another_kind_or_count_is_not_shared, begin, end) {
    const float zeros[12] = {0};
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, zeros, 4), 0);
    assert_int_equal(add(GAITI_GLTF_ROTATIONS, zeros, 3), 1);
    assert_int_equal(add(GAITI_GLTF_TIMES, zeros, 12), 2);
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, zeros, 2), 3);
    assert_int_equal(store.view_count, 3);
}

/* Only samples of long content are hashed; a difference anywhere must still be detected. */
TEST_WITH(long_content_with_any_difference_is_stored, begin, end) {
    enum { COUNT = 100 };
    float values[COUNT * 3] = {0};
    uint32_t wrong = 0;
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, values, COUNT), 0);
    for (uint32_t i = 0; i < COUNT * 3; i++) {
        values[i] = 1;
        wrong += add(GAITI_GLTF_TRANSLATIONS, values, COUNT) != i + 1;
        values[i] = 0;
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, values, COUNT), 0);
}

TEST_WITH(thousands_of_entries_are_deduplicated, begin, end) {
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 20000; i++) {
            const float values[3] = {(float)i, 0, 0};
            assert_int_equal(add(GAITI_GLTF_TRANSLATIONS, values, 1), i);
        }
    }
    assert_int_equal(store.total, 20000 * 12);
}

TEST_WITH(accessors_have_type_offset_and_bounds, begin, end) {
    const float times[] = {0, 0.5f, 2}, positions[] = {1, -2, 3, -1, 5, 3}, rotation[4] = {0};
    add(GAITI_GLTF_ROTATIONS16, rotation, 2);
    add(GAITI_GLTF_TIMES, times, 3);
    add(GAITI_GLTF_POSITIONS, positions, 2);
    add(GAITI_GLTF_TIMES, times, 2);
    char *text = accessors();
    assert_string_equal(
        text, "[{\"bufferView\":0,\"componentType\":5122,\"normalized\":true,\"type\":\"VEC4\","
              "\"byteOffset\":0,\"count\":2},"
              "{\"bufferView\":1,\"componentType\":5126,\"type\":\"SCALAR\",\"byteOffset\":0,"
              "\"count\":3,\"min\":[0],\"max\":[2]},"
              "{\"bufferView\":2,\"componentType\":5126,\"type\":\"VEC3\",\"byteOffset\":0,"
              "\"count\":2,\"min\":[-1,-2,3],\"max\":[1,5,3]},"
              "{\"bufferView\":1,\"componentType\":5126,\"type\":\"SCALAR\",\"byteOffset\":12,"
              "\"count\":2,\"min\":[0],\"max\":[0.5]}]");
    free(text);
}

TEST_WITH(buffer_views_are_consecutive, begin, end) {
    const float values[16] = {0};
    gait_buffer views = {0};
    add(GAITI_GLTF_TRANSLATIONS, values, 1);
    add(GAITI_GLTF_TIMES, values, 1);
    add(GAITI_GLTF_POSITIONS, values, 1);
    assert_true(gaiti_gltf_write_views(&store, &views));
    assert_true(gaiti_write_u8(&views, 0));
    assert_string_equal((const char *)views.data,
                        "{\"buffer\":0,\"byteOffset\":4,\"byteLength\":12},"
                        "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":4},"
                        "{\"buffer\":0,\"byteOffset\":16,\"byteLength\":12,\"target\":34962}");
    gait_buffer_free(&views);
}

TEST_WITH(content_over_the_container_limit_is_refused, begin, end) {
    assert_null(gaiti_gltf_reserve(&store, GAITI_GLTF_INVERSE_BINDS, UINT32_MAX));
    assert_int_equal(store.status, GAIT_LIMIT);
    store.status = GAIT_OK;
    store.total = UINT64_C(0xF0000000) - 20;
    assert_non_null(gaiti_gltf_reserve(&store, GAITI_GLTF_TIMES, 5));
    assert_null(gaiti_gltf_reserve(&store, GAITI_GLTF_TIMES, 1));
    assert_int_equal(store.status, GAIT_LIMIT);
}
