/* Lines and columns of places in a text. */
#ifndef GAITI_LINES_H
#define GAITI_LINES_H

#include "base/memory.h"

typedef struct gaiti_line_mark gaiti_line_mark;

/* A mark per few hundred bytes: a place is found without counting from the start. */
typedef struct gaiti_lines {
    gait_span text;
    gaiti_line_mark *marks;
} gaiti_lines;

typedef struct gaiti_place {
    uint64_t line, column; /* from 1; a column is a byte */
} gaiti_place;

/* Lines end in LF, CR LF or CR. False when there is no memory. */
bool gaiti_lines_init(gaiti_lines *lines, gaiti_arena *arena, gait_span text);
/* `offset` is at most the size of the text. */
gaiti_place gaiti_lines_at(const gaiti_lines *lines, size_t offset);

#endif
