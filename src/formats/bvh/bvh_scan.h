/* Scanner for the words of a BVH and their positions. */
#ifndef GAITI_BVH_SCAN_H
#define GAITI_BVH_SCAN_H

#include "base/bytes.h"

typedef struct gaiti_bvh_place {
    uint64_t offset;
    uint64_t line, column; /* from 1; columns are bytes */
} gaiti_bvh_place;

/* A cursor. Lines end with LF, CR LF or CR. */
typedef struct gaiti_bvh_scan {
    const uint8_t *data;
    uint64_t size, at;
    uint64_t line;    /* line of `at`, from 1 */
    uint64_t line_at; /* offset of the start of that line */
} gaiti_bvh_scan;

gaiti_bvh_scan gaiti_bvh_scan_over(gait_span text);

/* Skips white space. */
void gaiti_bvh_skip(gaiti_bvh_scan *scan);
/* Skips white space within the line. */
void gaiti_bvh_skip_blanks(gaiti_bvh_scan *scan);
/* Reads the next word; a brace is a word by itself. Empty at the end. */
gait_span gaiti_bvh_word(gaiti_bvh_scan *scan);
/* Reads the next number; only white space ends it, so braces are part of it. */
gait_span gaiti_bvh_number(gaiti_bvh_scan *scan);
/* Reads the rest of the line without surrounding white space and without an opening brace at its
 * end. */
gait_span gaiti_bvh_rest_of_line(gaiti_bvh_scan *scan);
/* Skips `label` (in lower case) and a colon when they come next, ignoring ASCII case; else returns
 * false. A space in `label` matches any number of blanks. */
bool gaiti_bvh_skip_label(gaiti_bvh_scan *scan, const char *label);

/* Compares ignoring ASCII case. */
bool gaiti_bvh_is(gait_span word, const char *text);

/* Position of a word on the current line. */
gaiti_bvh_place gaiti_bvh_place_of(const gaiti_bvh_scan *scan, gait_span word);

enum { GAITI_BVH_PLACE_TEXT = 128 };

/* Writes "line 3, column 5", followed by " (expected OFFSET)" when `expected` is not NULL. */
gait_span gaiti_bvh_place_text(const gaiti_bvh_place *place, const char *expected,
                               char out[GAITI_BVH_PLACE_TEXT]);

#endif
