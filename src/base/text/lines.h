/* Converts byte offsets in a text to lines and columns. */
#ifndef GAITI_LINES_H
#define GAITI_LINES_H

#include "base/memory.h"

typedef struct gaiti_line_mark gaiti_line_mark;

/* Stores a mark every few hundred bytes, so that a lookup need not count from the start. */
typedef struct gaiti_lines {
    gait_span text;
    gaiti_line_mark *marks;
} gaiti_lines;

typedef struct gaiti_place {
    uint64_t line, column; /* both from 1; the column counts bytes */
} gaiti_place;

/* Lines end with LF, CR LF or CR. False when there is no memory. */
bool gaiti_lines_init(gaiti_lines *lines, gaiti_arena *arena, gait_span text);
/* Line and column of `offset`, which must not exceed the size of the text. */
gaiti_place gaiti_lines_at(const gaiti_lines *lines, size_t offset);

#endif
