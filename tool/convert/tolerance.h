/* How far keys may be off: --tolerance, numbers with units. */
#ifndef TOOL_TOLERANCE_H
#define TOOL_TOLERANCE_H

#include "text.h"

typedef struct tolerance {
    double deg, mm; /* 0 = not given */
} tolerance;

/* Reads "0.02deg" and "0.1mm", each at most once. Returns an exit code, and says what is wrong. */
int tolerance_read(const text_list *given, tolerance *out);

#endif
