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

/* Chooses the clip with this name, or without a name the only clip. Everything else is logged as an
 * error: EXIT_USAGE. */
int clip_choose_one(const source *file, const char *name, uint32_t *out_clip);

#endif
