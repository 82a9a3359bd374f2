/* Checks of the arguments of public functions. */
#ifndef GAITI_BASE_ARGUMENTS_H
#define GAITI_BASE_ARGUMENTS_H

#include "gait/base.h"

/* Sets *out to NULL; false when `out` itself is NULL. */
#define GAITI_CLEAR(out) ((out) != NULL && (*(out) = NULL, true))

/* True when the span is valid: it has an address, or it is empty. */
static inline bool gaiti_is_span(gait_span span) {
    return span.data != NULL || span.size == 0;
}

#endif
