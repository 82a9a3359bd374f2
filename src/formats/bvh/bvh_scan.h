/* The words of a BVH, and where they stand. */
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
    uint64_t line;    /* of `at`, from 1 */
    uint64_t line_at; /* where that line begins */
} gaiti_bvh_scan;

gaiti_bvh_scan gaiti_bvh_scan_over(gait_span text);

/* To the next byte that is no white space. */
void gaiti_bvh_skip(gaiti_bvh_scan *scan);
/* The same within the line. */
void gaiti_bvh_skip_blanks(gaiti_bvh_scan *scan);
/* The next word; a brace is a word of its own. Empty at the end. */
gait_span gaiti_bvh_word(gaiti_bvh_scan *scan);
/* The same where braces are letters: numbers. */
gait_span gaiti_bvh_number(gaiti_bvh_scan *scan);
/* What is left of the line, without white space around it and a brace that opens a block. */
gait_span gaiti_bvh_rest_of_line(gaiti_bvh_scan *scan);
/* Behind the next word or words, and a colon, when these come next, ignoring ASCII case. A space in
 * `label` stands for any number of blanks. */
bool gaiti_bvh_read_label(gaiti_bvh_scan *scan, const char *label);

/* Ignoring ASCII case. */
bool gaiti_bvh_is(gait_span word, const char *text);

/* Where the cursor is, or where a word of the same line begins. */
gaiti_bvh_place gaiti_bvh_here(const gaiti_bvh_scan *scan);
gaiti_bvh_place gaiti_bvh_place_of(const gaiti_bvh_scan *scan, gait_span word);

enum { GAITI_BVH_PLACE_TEXT = 128 };

/* "line 3, column 5", and ", where OFFSET belongs" when `wanted` is not NULL. */
gait_span gaiti_bvh_place_text(const gaiti_bvh_place *place, const char *wanted,
                               char out[GAITI_BVH_PLACE_TEXT]);

#endif
