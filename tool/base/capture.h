/* The output of a task, which is kept in memory so that it can be written in the order of the
 * tasks. */
#ifndef TOOL_CAPTURE_H
#define TOOL_CAPTURE_H

#include "gait/base.h"

typedef enum capture_kind {
    CAPTURE_RESULT,  /* bytes for stdout */
    CAPTURE_MESSAGE, /* bytes for stderr */
    CAPTURE_ADVICE   /* a const gait_rule *, whose advice is to be logged */
} capture_kind;

/* Initialise it with zeros. The memory is reused. */
typedef struct capture {
    char *bytes; /* parts: a header and its bytes */
    size_t size, capacity;
    size_t last; /* offset of the header of the last part; only if `size` is not 0 */
} capture;

typedef struct capture_part {
    capture_kind kind;
    const void *bytes; /* not aligned */
    size_t size;
} capture_part;

/* From now on the output of this thread goes to `self`; NULL = to the streams. */
void capture_start(capture *self);
/* The capture of this thread; NULL = none. */
capture *capture_current(void);

void capture_add(capture *self, capture_kind kind, const void *bytes, size_t size);
/* Reads one part after the other, from *at = 0 on. False at the end. */
bool capture_read(const capture *self, size_t *at, capture_part *out);
/* Appends the results to `results`, and everything else to `messages`; NULL = it is dropped. */
void capture_split(const capture *self, gait_buffer *results, capture *messages);
/* Removes the content. */
void capture_clear(capture *self);
void capture_free(capture *self);

#endif
