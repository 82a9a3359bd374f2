/* A reader callback over bytes in memory that counts the bytes read. */
#ifndef TEST_SUPPORT_COUNTED_READER_H
#define TEST_SUPPORT_COUNTED_READER_H

#include "gait/file.h"
#include "gait/inspect.h"

typedef struct counted_reader {
    gait_span bytes;
    uint64_t bytes_read;
    uint32_t reads;
    uint32_t fail_at;    /* the read that fails, counted from 1; 0 = none */
    gait_status failure; /* status that this read returns */
    bool fills_nothing;  /* reads return GAIT_OK without writing to the buffer */
} counted_reader;

/* A reader over `self->bytes`. Asserts that no read exceeds them. */
gait_reader counted_reader_of(counted_reader *self);

/* Asserts that `part`, opened with GAIT_OPEN_SKELETON, has the same format, bones, references and
 * skeletons as `whole`, and no clips. */
void assert_same_skeletons(const gait_file *whole, const gait_file *part);

#endif
