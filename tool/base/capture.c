/* Collects messages and results of a task, with the stream of each. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct part_header {
    capture_kind kind;
    size_t size;
} part_header;

static _Thread_local capture *current;

void capture_start(capture *self) {
    current = self;
}

capture *capture_current(void) {
    return current;
}

static void capture_append(capture *self, const void *bytes, size_t size) {
    if (size > self->capacity - self->size) {
        size_t needed = self->size + size;
        self->capacity = needed > self->capacity * 2 ? needed : self->capacity * 2;
        self->bytes = memory_resize(self->bytes, self->capacity, 1);
    }
    memcpy(self->bytes + self->size, bytes, size);
    self->size += size;
}

void capture_add(capture *self, capture_kind kind, const void *bytes, size_t size) {
    part_header header = {.kind = kind};
    if (size == 0) {
        return;
    }
    if (self->size > 0) {
        memcpy(&header, self->bytes + self->last, sizeof header);
    }
    if (self->size == 0 || header.kind != kind || kind == CAPTURE_ADVICE) {
        header = (part_header){kind, 0};
        self->last = self->size;
        capture_append(self, &header, sizeof header);
    }
    capture_append(self, bytes, size);
    header.size += size;
    memcpy(self->bytes + self->last, &header, sizeof header);
}

bool capture_read(const capture *self, size_t *at, capture_part *out) {
    part_header header;
    if (*at == self->size) {
        return false;
    }
    memcpy(&header, self->bytes + *at, sizeof header);
    *out = (capture_part){header.kind, self->bytes + *at + sizeof header, header.size};
    *at += sizeof header + header.size;
    return true;
}

void capture_split(const capture *self, gait_buffer *results, capture *messages) {
    capture_part part;
    for (size_t at = 0; capture_read(self, &at, &part);) {
        if (part.kind == CAPTURE_RESULT) {
            memory_check(gait_buffer_append(results, part.bytes, part.size));
        } else if (messages) {
            capture_add(messages, part.kind, part.bytes, part.size);
        }
    }
}

void capture_clear(capture *self) {
    self->size = 0;
}

void capture_free(capture *self) {
    free(self->bytes);
    *self = (capture){0};
}
