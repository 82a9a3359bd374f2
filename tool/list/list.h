/* Which clips `gait list` prints, and how. */
#ifndef TOOL_LIST_H
#define TOOL_LIST_H

#include "gait/mod.h"
#include "io/source.h"

/* What a pattern is compared with. */
typedef enum list_subject {
    LIST_CLIP, /* the name of a clip */
    LIST_PART, /* the part or bone on which it plays, as list_part_text() gives it */
    LIST_EVENT /* the name of one of its events */
} list_subject;

typedef struct list_pattern {
    list_subject subject;
    const char *text;
    bool is_matched;   /* by a clip of a file that was searched */
    text_list nearest; /* the nearest names of the files without a match; owned */
} list_pattern;

/* The filters of a run. Initialise it with zeros. */
typedef struct list_filter {
    list_pattern *patterns;
    size_t count;
    size_t capacity;
    uint32_t flags; /* that a clip must have; bits of gait_playback.flags */
} list_filter;

/* Adds the values of an option. */
void list_filter_add(list_filter *self, list_subject subject, const text_list *texts);
/* Adds flags by name. Logs an error and returns EXIT_USAGE for an unknown one. */
int list_filter_add_flags(list_filter *self, const text_list *names);
void list_filter_free(list_filter *self);

/* What the patterns matched in one file. */
typedef struct list_matches {
    bool *is_matched; /* per pattern */
    char **nearest;   /* per pattern: the nearest name in the file; NULL = matched, or none */
    size_t count;
} list_matches;

/* Leaves it all zero. */
void list_matches_free(list_matches *self);

/* Lists the clips that match a pattern of each subject with patterns, and have all flags: indices,
 * ascending. The caller frees them and `matches`. */
uint32_t *list_filter_apply(const list_filter *self, const source *file, size_t *out_count,
                            list_matches *out_matches);
/* Adds the result of one file. Frees `matches`. */
void list_filter_collect(list_filter *self, list_matches *matches);
/* Logs an error for the first pattern that nothing matched: EXIT_USAGE. `place` may be NULL. */
int list_filter_check(const list_filter *self, const char *place);

/* The name of the part, or of the bone of an FX, on which a clip plays; "all", "root", or a number
 * if the file does not contain the name; "-" if the format has no parts. The caller frees it. */
char *list_part_text(const source *file, uint32_t clip);
/* A text of an event as UTF-8. The caller frees it. */
char *list_event_text(const source *file, gait_span text);

/* --- tables ----------------------------------------------------------------------------------- */

/* What is printed of a file. */
typedef struct list_rows {
    const uint32_t *clips;
    size_t count;
    bool events;         /* also one line per event */
    const gait_mod *mod; /* the index with the file: also what plays each clip; NULL = none */
    uint32_t mod_file;
} list_rows;

/* Prints the path of a file and one row per clip. */
void list_print(const source *file, const list_rows *rows);
/* Prints only the names, one per line. */
void list_print_names(const source *file, const uint32_t *clips, size_t count);

#endif
