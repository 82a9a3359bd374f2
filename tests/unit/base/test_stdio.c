/* gait/stdio.h: reads whole files, replaces a file only by a complete one, lists folders. */
#include "gait/stdio.h"
#include "test.h"

enum { LARGE = 200 * 1000 };
#define OWN "test_stdio.bin"

typedef struct listing {
    uint32_t own, beside, folders, limit, calls;
} listing;

static int count_entry(void *user, const char *name, bool is_folder) {
    listing *list = user;
    list->own += strcmp(name, OWN) == 0;
    list->beside += strstr(name, ".tmp") != NULL;
    list->folders += is_folder;
    return ++list->calls == list->limit ? -7 : 0;
}

TEST(a_file_is_written_replaced_and_read_whole) {
    uint8_t *bytes = malloc(LARGE);
    assert_non_null(bytes);
    for (size_t i = 0; i < LARGE; i++) {
        bytes[i] = (uint8_t)(i * 7 + i / 256);
    }
    const gait_span old = {bytes, 3}, parts[2] = {{bytes, 5}, {bytes + 5, LARGE - 5}};
    assert_int_equal(gait_stdio_write(OWN, &old, 1), 0);
    assert_int_equal(gait_stdio_write(OWN, parts, 2), 0);
    gait_buffer read = {0};
    assert_int_equal(gait_stdio_read(OWN, &read), 0);
    assert_int_equal(read.size, LARGE);
    assert_memory_equal(read.data, bytes, LARGE);
    listing list = {0};
    assert_int_equal(gait_stdio_list(".", count_entry, &list), 0);
    assert_int_equal(list.own, 1);
    assert_int_equal(list.beside, 0);
    list = (listing){.limit = 1};
    assert_int_equal(gait_stdio_list(".", count_entry, &list), -7);
    assert_int_equal(list.calls, 1);
    assert_int_equal(remove(OWN), 0);
    gait_buffer_free(&read);
    free(bytes);
}

TEST(failures_are_errors_and_leave_nothing) {
    const gait_span part = {(const uint8_t *)"x", 1};
    gait_buffer read = {0};
    gait_file *file = NULL;
    int error = 0;
    listing list = {0};
    assert_int_equal(gait_stdio_read("no/such/file", &read), ENOENT);
    assert_int_equal(gait_stdio_write("no/such/file", &part, 1), ENOENT);
    assert_int_not_equal(gait_stdio_write(".", &part, 1), 0); /* a folder */
    assert_int_equal(gait_stdio_list("no/such/folder", count_entry, &list), ENOENT);
    assert_int_equal(gait_stdio_list(".", count_entry, &list), 0);
    assert_int_equal(list.beside, 0);
    assert_int_equal(gait_stdio_open("no/such/file", NULL, &read, &file, &error), GAIT_NOT_FOUND);
    assert_int_equal(error, ENOENT);
    assert_null(file);
    gait_buffer_free(&read);
}
