/* Writes what a task has printed to stdout and stderr, in its order. */
#include "capture_replay.h"

#include <string.h>

#include "results.h"
#include "terminal.h"

void capture_replay(const capture *output) {
    capture_part part;
    for (size_t at = 0; capture_read(output, &at, &part);) {
        if (part.kind == CAPTURE_RESULT) {
            result_bytes(part.bytes, part.size);
        } else if (part.kind == CAPTURE_MESSAGE) {
            terminal_write(part.bytes, part.size);
        } else {
            const gait_rule *rule;
            memcpy((void *)&rule, part.bytes, sizeof rule);
            log_advice(rule);
        }
    }
}
