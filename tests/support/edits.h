/* What an edit did to the bytes of a file, compared with what it should have done. */
#ifndef TEST_SUPPORT_EDITS_H
#define TEST_SUPPORT_EDITS_H

#include "gait/base.h"

/* The fields of a document, as its map function shows them. */
typedef gait_status (*edit_map)(const void *document, gait_field_visitor visit, void *user);

/* The field with this path; fails the test when there is none. Its name and bytes are gone. */
gait_field edit_find(edit_map map, const void *document, const char *path);

/* Bytes that a test expects: a file and changes to it. */
typedef struct edit_expected {
    uint8_t *data;
    size_t size;
} edit_expected;

edit_expected edit_copy(gait_span bytes);
/* Puts `bytes` in the place of `old_size` bytes at `offset`. */
void edit_replace(edit_expected *file, uint64_t offset, uint64_t old_size, gait_span bytes);
void edit_u32(edit_expected *file, uint64_t offset, uint32_t value);
void edit_f32(edit_expected *file, uint64_t offset, float value);
/* Adds to the number that stands there: sizes of chunks, counts. */
void edit_add_u32(edit_expected *file, uint64_t offset, int64_t difference);
/* Asserts that `written` is that, byte by byte, and frees both. */
void edit_assert(edit_expected *file, gait_buffer *written);

#endif
