/* Files that are read through a callback, and how much of them is read. */
#ifndef TEST_SUPPORT_COUNTED_READER_H
#define TEST_SUPPORT_COUNTED_READER_H

#include "gait/file.h"

typedef struct counted_reader {
    gait_span bytes;
    uint64_t bytes_read;
    uint32_t reads;
    uint32_t fail_at;    /* the read that fails, counted from 1; 0 = none */
    gait_status failure; /* what it returns */
    bool fills_nothing;  /* reads return GAIT_OK and leave the bytes as they are */
} counted_reader;

/* A reader over `self->bytes`. Asserts that nothing beyond them is asked for. */
gait_reader counted_reader_of(counted_reader *self);

/* Asserts that a file that was opened with GAIT_OPEN_SKELETON says the same of its format, bones,
 * references and skeletons as `whole`, and has nothing else. */
void assert_same_skeletons(const gait_file *whole, const gait_file *part);

#endif
