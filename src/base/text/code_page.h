/* Windows code pages of names in game files: 1250 (Central European), 1251 (Cyrillic), 1252
 * (Western European); 0 = 1251. The mapping to Unicode is one to one: a byte that a code page does
 * not define is the code point with the same number. */
#ifndef GAITI_CODE_PAGE_H
#define GAITI_CODE_PAGE_H

#include "gait/base.h"

/* True for the code pages above and for 0. */
bool gaiti_is_code_page(uint32_t page);

uint32_t gaiti_code_page_to_unicode(uint32_t page, uint8_t byte);
/* False when the code page lacks the character. */
bool gaiti_code_page_from_unicode(uint32_t page, uint32_t code, uint8_t *out);

/* The guess between 1250 and 1251 (docs/formats/README.md#code-pages): the number of words that
 * indicate each of them. */
typedef struct gaiti_code_page_votes {
    uint32_t cp1250, cp1251;
} gaiti_code_page_votes;

/* Counts the words of a name. */
void gaiti_code_page_vote(gaiti_code_page_votes *votes, gait_span name);
/* 1250 if more words indicate it, otherwise 1251. */
uint32_t gaiti_code_page_winner(const gaiti_code_page_votes *votes);

/* The code page of `options`, which may be NULL; if that is 0, the winner. */
uint32_t gaiti_code_page_choose(const gait_options *options, const gaiti_code_page_votes *votes);

#endif
