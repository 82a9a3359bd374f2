/* Files that are none of the formats, by name: what people hand over by mistake. */
#ifndef GAITI_FOREIGN_FORMATS_H
#define GAITI_FOREIGN_FORMATS_H

#include "base/diagnose.h"

typedef struct gaiti_foreign_format {
    gaiti_rule rule;   /* GAITI_FILE_UNKNOWN when nobody knows */
    const char *title; /* as the rule's {name}; at most 64 bytes */
} gaiti_foreign_format;

/* Of bytes that no format's probe takes. */
gaiti_foreign_format gaiti_foreign_format_of(gait_span bytes);

#endif
