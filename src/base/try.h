/* Ends a function when a call fails.
 *
 * GAITI_TRY(call) returns the status of the call. It is for functions that have nothing to free.
 * GAITI_TRY_DONE(call) stores the status in the variable `status` and continues at the label
 * `done`, where the function frees what it has. */
#ifndef GAITI_TRY_H
#define GAITI_TRY_H

#include "gait/base.h"

#define GAITI_TRY(call)                                                                            \
    do {                                                                                           \
        gait_status status_of_call = (call);                                                       \
        if (status_of_call != GAIT_OK) {                                                           \
            return status_of_call;                                                                 \
        }                                                                                          \
    } while (0)

#define GAITI_TRY_DONE(call)                                                                       \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != GAIT_OK) {                                                                   \
            goto done;                                                                             \
        }                                                                                          \
    } while (0)

/* --- checks of the arguments of public functions ---------------------------------------------- */

/* Sets *out to NULL; false when `out` itself is NULL. */
#define GAITI_CLEAR(out) ((out) != NULL && (*(out) = NULL, true))

/* True when the span is valid: it has an address, or it is empty. */
static inline bool gaiti_is_span(gait_span span) {
    return span.data != NULL || span.size == 0;
}

#endif
