/* Recognises files of other formats by their content, in order to refuse them by name. */
#ifndef GAITI_FOREIGN_FORMATS_H
#define GAITI_FOREIGN_FORMATS_H

#include "base/diagnose.h"

typedef struct gaiti_foreign_format {
    gaiti_rule rule;   /* GAITI_FILE_UNKNOWN when not recognised */
    const char *title; /* the {name} of the rule; at most 64 bytes */
} gaiti_foreign_format;

/* The format of bytes that no probe of a supported format accepts. */
gaiti_foreign_format gaiti_foreign_format_of(gait_span bytes);

#endif
