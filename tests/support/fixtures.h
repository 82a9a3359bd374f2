/* The fixtures and their rows in fixtures.tsv, which make_fixtures.py writes. */
#ifndef TEST_SUPPORT_FIXTURES_H
#define TEST_SUPPORT_FIXTURES_H

#include "gait/file.h"

typedef struct test_fixture {
    char file[96];   /* such as "omf/bad/crc_zero.omf" */
    char reader[8];  /* "file", "own", "beside", "mesh", "ogf" or "p3d" */
    char posed[24];  /* name of a built-in skeleton, "nothing", or "-" */
    char status[16]; /* as returned by gait_status_name() */
    char rules[128]; /* "OMF104@45 OMF107@40", or "-" */
    gait_span bytes; /* allocated with the exact size; NULL when empty */
} test_fixture;

typedef struct test_fixtures {
    test_fixture *items;
    size_t count;
} test_fixtures;

/* The fixtures whose path begins with `prefix`. Fails the test when there are none. */
test_fixtures test_fixtures_load(const char *prefix);
void test_fixtures_free(test_fixtures *fixtures);

/* Reads a file in the folder of the fixtures, or a sample such as "samples/walk.rtm". Free `data`.
 */
gait_span test_fixture_bytes(const char *file);
/* A text of `size` bytes at most: `head`, then `unit` again and again. Free `data`. */
gait_span test_repeated_text(const char *head, const char *unit, size_t size);
/* Reads any file. */
gait_span test_file_bytes(const char *path);

/* A fixture or a sample opened by gait_file_open(), until test_close(). */
typedef struct test_file {
    gait_span bytes;
    gait_file *file;
} test_file;

test_file test_open(const char *path);
void test_close(test_file *self);

/* The folder of the fixtures, from an environment variable. */
const char *test_data_folder(void);

#endif
