/* A visitor of fields for fuzz targets. */
#ifndef FUZZ_FIELDS_H
#define FUZZ_FIELDS_H

#include "gait/base.h"
#include "require.h"

/* Requires that fields follow each other without gaps. `user` is the end of the last one. */
static inline bool require_next_field(void *user, const gait_field *field) {
    uint64_t *end = user;
    REQUIRE(field->offset == *end);
    REQUIRE(field->bytes.size > 0);
    *end += field->bytes.size;
    return true;
}

#endif
