/* SVG as text: a template at a time. */
#ifndef GAITI_SVG_H
#define GAITI_SVG_H

#include "gait/base.h"

#if defined(__GNUC__) && !defined(__MINGW32__)
#define GAITI_SVG_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define GAITI_SVG_FORMAT
#endif

typedef struct gaiti_svg {
    gait_buffer *out;
    bool failed;
} gaiti_svg;

/* Copies `format` with %g (double: at most two decimals, no trailing zeros), %u (unsigned) and %s
 * (UTF-8 text, escaped so that any name may stand in an element or an attribute). */
void gaiti_svg_write(gaiti_svg *svg, const char *format, ...) GAITI_SVG_FORMAT;

/* A rough width in pixels, for there are no fonts here. */
double gaiti_svg_text_width(const char *utf8, double font_size);

#endif
