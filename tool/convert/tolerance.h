/* The maximum error of keys: --tolerance, numbers with units. */
#ifndef TOOL_TOLERANCE_H
#define TOOL_TOLERANCE_H

#include "text.h"

typedef struct tolerance {
    double deg, mm; /* 0 = not given */
} tolerance;

/* Parses "0.02deg" and "0.1mm", each at most once, as two values or one with a comma. Logs errors
 * and returns an exit code. */
int tolerance_read(const text_list *given, tolerance *out);

#endif
