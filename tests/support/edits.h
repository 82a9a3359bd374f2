/* Edits of documents: the bytes of the result are those of the file, with the expected changes. */
#ifndef TEST_SUPPORT_EDITS_H
#define TEST_SUPPORT_EDITS_H

#include "formats/format_row.h"

/* The field of a document with this path. Fails the test when there is none. The name and bytes in
 * the result are not valid. */
gait_field edit_find(const gaiti_format_row *row, const void *document, const char *path);

/* Expected bytes: those of a file, with changes. */
typedef struct edit_expected {
    uint8_t *data;
    size_t size;
} edit_expected;

edit_expected edit_copy(gait_span bytes);
/* Replaces `old_size` bytes at `offset` by `bytes`. */
void edit_replace(edit_expected *file, uint64_t offset, uint64_t old_size, gait_span bytes);
void edit_u32(edit_expected *file, uint64_t offset, uint32_t value);
void edit_f32(edit_expected *file, uint64_t offset, float value);
/* Adds to the integer at an offset, such as a chunk size or a count. */
void edit_add_u32(edit_expected *file, uint64_t offset, int64_t difference);
/* Asserts that `written` has exactly these bytes, and frees both. */
void edit_assert(edit_expected *file, gait_buffer *written);

/* Defines for the documents `name` of a format, whose functions are `open_name` and so on:
 *     opened             an open fixture: its bytes, the document, the bytes expected after edits
 *     open_data()        opens a fixture
 *     field_of()         the field with a path, of the document as it is now
 *     offset_of()        its offset
 *     assert_written()   asserts that the expected bytes are written, and frees all */
#define EDIT_DOCUMENTS(name, open_name, write_name, free_name)                                     \
    typedef struct opened {                                                                        \
        gait_span bytes;                                                                           \
        gait_##name *name;                                                                         \
        edit_expected expected;                                                                    \
    } opened;                                                                                      \
    static opened open_data(const char *file) {                                                    \
        opened one = {.bytes = test_fixture_bytes(file)};                                          \
        assert_int_equal(open_name(one.bytes, NULL, &one.name), GAIT_OK);                          \
        one.expected = edit_copy(one.bytes);                                                       \
        return one;                                                                                \
    }                                                                                              \
    static inline gait_field field_of(const opened *one, const char *path) {                       \
        return edit_find(&gaiti_##name##_row, one->name, path);                                    \
    }                                                                                              \
    static inline uint64_t offset_of(const opened *one, const char *path) {                        \
        return field_of(one, path).offset;                                                         \
    }                                                                                              \
    static void assert_written(opened *one) {                                                      \
        gait_buffer out = {0};                                                                     \
        assert_int_equal(write_name(one->name, &out), GAIT_OK);                                    \
        edit_assert(&one->expected, &out);                                                         \
        free_name(one->name);                                                                      \
        free((void *)(uintptr_t)one->bytes.data);                                                  \
    }                                                                                              \
    struct opened

#endif
