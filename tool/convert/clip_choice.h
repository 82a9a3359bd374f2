/* Which clips of a file a command is about. */
#ifndef TOOL_CLIP_CHOICE_H
#define TOOL_CLIP_CHOICE_H

#include "io/source.h"

typedef struct clip_choice {
    uint32_t *clips; /* indices, ascending */
    size_t count;
} clip_choice;

/* The clips that match any of the patterns, all when there are none. A pattern without a match is
 * told and returns EXIT_USAGE. */
int clips_choose(const source *file, const text_list *patterns, clip_choice *out);
void clips_free(clip_choice *choice);

/* The one clip of this name; without a name the only one. Anything else is told and returns
 * EXIT_USAGE. */
int clip_choose_one(const source *file, const char *name, uint32_t *out_clip);

#endif
