/* How far keys may be off: --tolerance, numbers with units. */
#ifndef TOOL_TOLERANCE_H
#define TOOL_TOLERANCE_H

#include "gait/omf.h"
#include "text.h"

typedef struct tolerance {
    double deg, mm; /* 0 = not given */
} tolerance;

/* Reads "0.02deg" and "0.1mm", each at most once. Returns an exit code, and says what is wrong. */
int tolerance_read(const text_list *given, tolerance *out);
/* A share of it for keys of banks. */
gait_omf_precision tolerance_precision(const tolerance *given, double share);

#endif
