/* The clips that a command uses. */
#ifndef TOOL_CLIP_CHOICE_H
#define TOOL_CLIP_CHOICE_H

#include "io/source.h"

typedef struct clip_choice {
    uint32_t *clips; /* indices, ascending */
    size_t count;
} clip_choice;

/* Chooses the clips that match any of the patterns, or all if there are no patterns. A pattern
 * without a match is logged as an error: EXIT_USAGE. */
int clips_choose(const source *file, const text_list *patterns, clip_choice *out);
void clips_free(clip_choice *choice);

/* The names of the outputs for these clips, from a pattern with {clip}: new texts. */
text_list clips_name_outputs(const source *file, const clip_choice *clips, const char *pattern);

/* The same as clips_choose(), except that a name without wildcards chooses only the first of
 * several clips with this name, and that without patterns the file must have exactly one clip. */
int clips_choose_first(const source *file, const text_list *patterns, clip_choice *out);

/* Logs an error unless the file has exactly one clip: EXIT_USAGE. */
int clip_choose_only(const source *file);

#endif
