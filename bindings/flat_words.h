/* Errors of the flat interface that name a wrong word, and the right one. */
#ifndef GAITI_FLAT_WORDS_H
#define GAITI_FLAT_WORDS_H

#include "flat_state.h"

enum { FLAT_WORD = 80 }; /* bytes of a wrong word that are shown */

/* The word that is most similar to a wrong one. */
typedef struct gaiti_flat_guess {
    const char *word;
    uint32_t distance;
    char nearest[FLAT_WORD + 1]; /* "" = none is similar */
} gaiti_flat_guess;

gaiti_flat_guess gaiti_flat_begin_guess(const char *word);
void gaiti_flat_guess_word(gaiti_flat_guess *guess, const char *candidate);
/* Sets the error: there is no WHAT with this word; the most similar one. Returns false. */
bool gaiti_flat_fail_guess(gait_flat *flat, gait_status status, const char *what,
                           const gaiti_flat_guess *guess);

/* The index of a word in a NULL-terminated list, or -1 with an error that lists the words. NULL
 * selects the first one. */
int gaiti_flat_find_word(gait_flat *flat, const char *what, const char *word,
                         const char *const *words);
/* The format with this name; "glb" is "gltf". False with an error for another word. */
bool gaiti_flat_find_format(gait_flat *flat, const char *word, gait_format *out_format);

/* Sets the error of an index that is not below `count`. Returns false. */
bool gaiti_flat_fail_index(gait_flat *flat, const char *what, uint32_t index, uint32_t count);
/* Sets the error of a name that no clip has. Returns false. */
bool gaiti_flat_fail_clip(gait_flat *flat, const gait_file *file, const char *name);

#endif
