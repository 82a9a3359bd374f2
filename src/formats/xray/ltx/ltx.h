/* Internals of LTX: the configs of X-Ray games (docs/formats/ltx.md).
 *
 *     lines      what a line is: a header, a key, an included file (ltx_lines.c)
 *     document   the sections, keys and included files of one text (ltx_open.c)
 *
 * A document stores offsets of its text. Values are cleaned when they are needed. */
#ifndef GAITI_LTX_H
#define GAITI_LTX_H

#include "base/fields.h"
#include "base/memory.h"

enum { GAITI_LTX_QUOTED_LINES = 512 }; /* maximum number of lines of one quoted value */
enum { GAITI_LTX_VALUE_MAX = 4096 };   /* longer values name nothing: games read shorter lines */

/* --- lines (ltx_lines.c) ---------------------------------------------------------------------- */

typedef enum gaiti_ltx_kind {
    GAITI_LTX_BLANK = 0, /* no content, or only a comment */
    GAITI_LTX_INCLUDE,   /* #include "NAME" */
    GAITI_LTX_KEY,       /* NAME = VALUE, or only NAME */
    GAITI_LTX_SECTION,   /* [NAME]:BASES */
    GAITI_LTX_CHANGED,   /* ![NAME]:BASES changes a section of another file */
    GAITI_LTX_ENSURED,   /* @[NAME]:BASES the same, and makes it if it does not exist */
    GAITI_LTX_REMOVED    /* !![NAME] */
} gaiti_ltx_kind;

/* A line, or several ones if a quote is closed on a later one. The spans are in the text. */
typedef struct gaiti_ltx_line {
    gaiti_ltx_kind kind;
    gait_span content; /* without blanks around it and without the comment */
    gait_span name;    /* of a section or key, or the path of an included file */
    gait_span value;   /* of a key, or the bases of a section; blanks in it are not removed */
    gait_span comment; /* with its first character; without data on a line without a comment */
    uint32_t number;   /* from 1 */
    bool is_open;      /* the quote of the value or the bracket of the header is never closed */
} gaiti_ltx_line;

typedef struct gaiti_ltx_cursor {
    gait_span text;
    size_t at;
    uint32_t line; /* the number of the last line */
} gaiti_ltx_cursor;

/* A cursor at the first line. A byte order mark is skipped. */
gaiti_ltx_cursor gaiti_ltx_begin(gait_span text);
/* Reads the next line; false at the end of the text. */
bool gaiti_ltx_next(gaiti_ltx_cursor *cursor, gaiti_ltx_line *out_line);
/* The text without blanks at both ends. */
gait_span gaiti_ltx_trim(gait_span text);
/* The next item of a list with commas, trimmed; the text begins behind it afterwards. False at the
 * end. */
bool gaiti_ltx_next_item(gait_span *list, gait_span *out_item);
/* A value without the blanks outside of quotes, as the games compare it; a copy in the arena if
 * there are any. Without data when there is no memory. */
gait_span gaiti_ltx_clean(gaiti_arena *arena, gait_span value);

/* --- documents (ltx_open.c) ------------------------------------------------------------------- */

/* A part of the text. */
typedef struct gaiti_ltx_part {
    uint32_t at, size;
} gaiti_ltx_part;

typedef struct gaiti_ltx_entry {
    gaiti_ltx_part key, value;
    uint32_t line;
} gaiti_ltx_entry;

typedef struct gaiti_ltx_section {
    gaiti_ltx_part name, bases;
    uint32_t line, first, count; /* the entries */
    gaiti_ltx_kind kind;
} gaiti_ltx_section;

typedef struct gaiti_ltx_include {
    gaiti_ltx_part path;
    uint32_t line, before; /* before this section */
} gaiti_ltx_include;

typedef struct gait_ltx {
    gaiti_arena arena;
    uint32_t code_page; /* of names; 0 = 1251 */
    gait_span source;
    gaiti_ltx_section *sections;
    gaiti_ltx_entry *entries;
    gaiti_ltx_include *includes;
    uint32_t section_count, entry_count, include_count;
} gait_ltx;

/* The bytes must outlive the document. GAIT_LIMIT for 4 GiB and more. */
gait_status gaiti_ltx_open(gait_span bytes, const gait_options *options, gait_ltx **out_ltx);
void gaiti_ltx_free(gait_ltx *ltx);
gait_status gaiti_ltx_check(const gait_ltx *ltx, gait_diagnostics *diagnostics);
/* For gait_file_map(). */
void gaiti_ltx_show(gait_span text, gaiti_visitor *visitor);

static inline gait_span gaiti_ltx_text(const gait_ltx *ltx, gaiti_ltx_part part) {
    return (gait_span){ltx->source.data + part.at, part.size};
}

#endif
