/* Writing SVG text from templates. */
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

/* Writes `format`, replacing %g (double, at most two decimals, no trailing zeros), %u (unsigned)
 * and %s (UTF-8 text, escaped for elements and attributes). */
void gaiti_svg_write(gaiti_svg *svg, const char *format, ...) GAITI_SVG_FORMAT;

/* An estimate of the width of a text in pixels; no font metrics are available. */
double gaiti_svg_text_width(const char *utf8, double font_size);

#endif
