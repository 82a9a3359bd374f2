/* Compares the bytes of an edited file with the expected ones. */
#ifndef TEST_SUPPORT_EDITS_H
#define TEST_SUPPORT_EDITS_H

#include "gait/base.h"

/* The map function of a document. */
typedef gait_status (*edit_map)(const void *document, gait_field_visitor visit, void *user);

/* The field with this path. Fails the test when there is none. The name and bytes in the result are
 * not valid. */
gait_field edit_find(edit_map map, const void *document, const char *path);

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

#endif
