/* Checks of what callers pass to public functions. */
#ifndef GAITI_BASE_ARGUMENTS_H
#define GAITI_BASE_ARGUMENTS_H

#include "gait/base.h"

/* Sets *out to NULL; false when `out` itself is NULL. */
#define GAITI_CLEAR(out) ((out) != NULL && (*(out) = NULL, true))

/* True when the bytes of the span can be read. */
static inline bool gaiti_is_span(gait_span span) {
    return span.data != NULL || span.size == 0;
}

#endif
