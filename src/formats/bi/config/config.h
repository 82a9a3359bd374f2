/* Internals of config texts (config.cpp, model.cfg and what they include), from bytes to a tree:
 *
 *     texts         the files, and the lines that macros produced (config_texts.c)
 *     preprocessor  directives, macros and included files (config_preprocess.c, config_expand.c,
 *                   config_macros.c, config_usual.c)
 *     tokens        words, quoted and bare texts (config_lex.c)
 *     grammar       statements, in a tree of entries (config_parse.c, config_tree.c)
 *
 * A line without macros is read where it is; only lines with macros are copied. Names and values
 * of the tree are spans of these texts, and a span is also the place of a diagnostic:
 * gaiti_config_place_of() finds the file and the offset that it comes from. The library opens no
 * files: an includer of the caller finds included ones. */
#ifndef GAITI_CONFIG_H
#define GAITI_CONFIG_H

#include "gait/inspect.h"

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/sniff.h"
#include "base/text/lines.h"
#include "base/text/names.h"

enum {
    GAITI_CONFIG_CLASSES = 128,      /* maximum nesting of classes; real texts use 8 */
    GAITI_CONFIG_ARRAYS = 64,        /* of arrays */
    GAITI_CONFIG_INCLUDES = 32,      /* of included files */
    GAITI_CONFIG_CALLS = 64,         /* of macros in macros; also lines and arguments of one call */
    GAITI_CONFIG_LINE = 1 << 20,     /* bytes of one line after expansion */
    GAITI_CONFIG_OUTPUT = 256 << 20, /* bytes of all texts of one root */
    GAITI_CONFIG_WORK = 1 << 30      /* bytes of intermediate texts of one root */
};

/* --- texts (config_texts.c) ------------------------------------------------------------------- */

/* A file. */
typedef struct gaiti_config_source {
    gait_span text;
    gaiti_lines lines;
    const char *path; /* NULL for the only file of a document */
} gaiti_config_source;

typedef struct gaiti_config_made gaiti_config_made;

/* What is found in texts of several files, instead of a report. */
typedef struct gaiti_config_finder {
    /* `where` is the text as it was read, `source` and `offset` where it comes from; `name` may be
     * empty. */
    void (*found)(void *context, gaiti_rule rule, gait_span where, uint32_t source, size_t offset,
                  gait_span name);
    void *context;
} gaiti_config_finder;

typedef struct gaiti_config_texts {
    gaiti_arena *arena;
    const gaiti_config_finder *finder; /* NULL = none */
    gaiti_config_source *sources;
    uint32_t source_count, source_capacity;
    gaiti_config_made **made; /* what macros produced, by address */
    gaiti_config_made *last_made;
    uint32_t made_count, made_capacity;
    const struct gaiti_config_preprocessor *reading; /* its open files are looked at first; may be
                                                        NULL */
} gaiti_config_texts;

/* Where a span comes from. For a line that macros produced: the beginning of the line, and the
 * length of what they replaced. */
typedef struct gaiti_config_place {
    uint32_t source;
    size_t offset, length;
} gaiti_config_place;

/* Prepares a file, whose bytes must outlive all texts with it; false when there is no memory. */
bool gaiti_config_make_source(gaiti_arena *arena, gait_span text, const char *path,
                              gaiti_config_source *out);
/* Adds a file that is prepared, and may be in several texts. */
gait_status gaiti_config_share_source(gaiti_config_texts *texts, const gaiti_config_source *source);
/* Adds a file; its bytes must outlive the texts. */
gait_status gaiti_config_add_source(gaiti_config_texts *texts, gait_span text, const char *path);
/* Copies a text that macros produced from `from`, which is inside a file. NULL when there is no
 * memory. */
const uint8_t *gaiti_config_make(gaiti_config_texts *texts, gait_span text, gait_span from);
/* The text in the source from which macros produced the last text. No data: none was produced. */
gait_span gaiti_config_last_made(const gaiti_config_texts *texts);
gaiti_config_place gaiti_config_place_of(const gaiti_config_texts *texts, gait_span where);
/* Raises a rule for the bytes `where`; returns the status if it is an error. `report` may be NULL:
 * nothing is raised. */
gait_status gaiti_config_raise(const gaiti_config_texts *texts, const gaiti_report *report,
                               gaiti_rule rule, gait_span where, gait_span name);

/* --- macros (config_macros.c, config_usual.c, config_expand.c) -------------------------------- */

typedef struct gaiti_config_macro {
    gait_span body;
    gait_span *parameters;
    uint32_t parameter_count;
    bool is_defined, is_call; /* is_call: with parentheses */
    bool is_blocked;          /* while its own result is expanded */
} gaiti_config_macro;

/* All #defines so far. The set has a slot for each name that was ever defined. */
typedef struct gaiti_config_macros {
    gaiti_arena arena;
    gait_span *names;
    gaiti_config_macro *items;
    uint32_t count, capacity;
    gaiti_names set;
    bool begins[256]; /* bytes with which a name begins that can be replaced */
} gaiti_config_macros;

/* Starts with the macros that the games define. */
gait_status gaiti_config_macros_init(gaiti_config_macros *macros, const gait_options *options);
/* Defines the macro of the text after #define; false when it has no name. */
bool gaiti_config_define(gaiti_config_macros *macros, gait_span text);
/* The macro of this name, even if it was undefined; NULL = none. */
gaiti_config_macro *gaiti_config_find_macro(const gaiti_config_macros *macros, gait_span name);

/* Macros that the headers of other addons define, such as QUOTE and GVAR of CBA. */
typedef struct gaiti_config_usual {
    const char *name;
    const char *form; /* the result: P, C, M and S are the prefix, the component, the main prefix
                         and the subprefix of the addon, 1 and 2 the arguments */
    uint8_t parameter_count;
} gaiti_config_usual;

/* NULL = none. */
const gaiti_config_usual *gaiti_config_find_usual(gait_span name);
/* What a letter of a form means with the macros defined so far; ? if that is not known. */
gait_span gaiti_config_usual_part(const gaiti_config_macros *macros, char letter);

typedef struct gaiti_config_expansion {
    gaiti_config_macros *macros;
    gait_buffer stack; /* the texts of all calls that are open, and their result at the end */
    uint64_t work;     /* at most GAITI_CONFIG_WORK */
    bool is_over;      /* a limit was exceeded: from now on, macros stay as they are */
    bool no_memory;
    gait_span open_call; /* the name of a call whose parenthesis is not closed; empty = none */
    gait_span kept;      /* the name of a call with other arguments, which stays; empty = none */
} gaiti_config_expansion;

/* Expands the first `size` bytes of the stack; the result replaces the content of the stack. */
void gaiti_config_expand(gaiti_config_expansion *self, size_t size);
/* True when a word may be replaced. */
bool gaiti_config_is_macro(const gaiti_config_macros *macros, gait_span word);

/* --- tokens (config_preprocess.c, config_lex.c) ----------------------------------------------- */

/* Finds included files. */
typedef struct gaiti_config_includer {
    /* The index of the source of `path`, which `from` includes; it may add a source to the texts.
     * -1 = not found. */
    int32_t (*find)(void *context, gaiti_config_texts *texts, uint32_t from, gait_span path);
    void *context;
} gaiti_config_includer;

/* An open file. */
typedef struct gaiti_config_frame {
    gait_span text;
    size_t at, checked; /* there is no macro between them */
    uint32_t source;
    uint32_t open_ifs; /* whose branch is read */
    gait_span last_if; /* the last one of them that is open */
} gaiti_config_frame;

typedef struct gaiti_config_preprocessor {
    gaiti_config_texts *texts;
    const gaiti_config_includer *includer; /* may be NULL */
    const gaiti_report *report;            /* may be NULL */
    gaiti_config_macros macros;
    gaiti_config_expansion expansion;
    gaiti_config_frame frames[GAITI_CONFIG_INCLUDES + 1]; /* [0] is the root */
    uint32_t depth;
    bool in_made;    /* the cursor is in a line that macros produced */
    uint64_t output; /* bytes of all texts, at most GAITI_CONFIG_OUTPUT */
    bool is_cut;     /* a limit was reported */
    gait_status status;
} gaiti_config_preprocessor;

/* A cursor; everything before `at` has been consumed. If there is a visitor, everything consumed is
 * reported to it, so that the fields cover the text without gaps; then there is no preprocessor. */
typedef struct gaiti_config_cursor {
    gait_span text;
    size_t at;
    bool line_begins;       /* only blanks since the start of the line */
    gaiti_visitor *visitor; /* NULL: fields are not reported */
    const gaiti_config_texts *texts;
    const gaiti_report *report;              /* NULL: diagnostics are not raised */
    gaiti_config_preprocessor *preprocessor; /* NULL: directives are skipped */
} gaiti_config_cursor;

/* A value as written in the text, without its quotes if it has any. `data` NULL = none. */
typedef struct gaiti_config_value {
    gait_span raw;
    bool quoted;
} gaiti_config_value;

/* Begins with a source. gaiti_config_preprocessor_free() also after a failure. */
gait_status gaiti_config_preprocessor_init(gaiti_config_preprocessor *self,
                                           gaiti_config_texts *texts, uint32_t source,
                                           const gait_options *options);
void gaiti_config_preprocessor_free(gaiti_config_preprocessor *self);
/* A cursor at the start of the text. */
gaiti_config_cursor gaiti_config_preprocess(gaiti_config_preprocessor *self);
/* Reads the directive at the cursor. */
void gaiti_config_read_directive(gaiti_config_cursor *cursor);
/* Expands the line at the cursor if it has macros: then the cursor is at the start of the result.
 * False when nothing was expanded. */
bool gaiti_config_expand_line(gaiti_config_cursor *cursor);
/* Continues behind the macros, or behind an included file. False at the end of the root. */
bool gaiti_config_leave_text(gaiti_config_cursor *cursor);

/* gaiti_config_raise() with the report of the cursor. */
static inline gait_status gaiti_config_report(const gaiti_config_cursor *cursor, gaiti_rule rule,
                                              gait_span where, gait_span name) {
    return gaiti_config_raise(cursor->texts, cursor->report, rule, where, name);
}
/* Skips blanks, comments and directives; returns the next byte, 0 at the end. */
uint8_t gaiti_config_next(gaiti_config_cursor *cursor);
/* True when the next two bytes are `pair`. */
bool gaiti_config_next_is(const gaiti_config_cursor *cursor, const char *pair);
/* Consumes `size` bytes as a field named `name`. */
gait_span gaiti_config_read(gaiti_config_cursor *cursor, const char *name, size_t size);
/* The size of the word at the cursor, including the parentheses of a macro; 0 = no word. */
size_t gaiti_config_word_size(const gaiti_config_cursor *cursor);
/* Consumes a quoted text. If the quote is not closed on its line, the text ends before the
 * punctuation at the end of the line. */
gaiti_config_value gaiti_config_read_quoted(gaiti_config_cursor *cursor, const char *name);
/* Consumes the rest of the line up to a comment, or to one of `stops` outside parentheses. */
gaiti_config_value gaiti_config_read_bare(gaiti_config_cursor *cursor, const char *name,
                                          const char *stops);

static inline bool gaiti_config_is_one_of(uint8_t c, const char *signs) {
    while (*signs && (uint8_t)*signs != c) {
        signs++;
    }
    return *signs != 0;
}

static inline bool gaiti_config_ends_line(uint8_t c) {
    return c == '\n' || c == '\r';
}

/* True for the bytes of names of macros. */
static inline bool gaiti_config_in_name(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* True when the two bytes at `at` are `pair`. */
static inline bool gaiti_config_has_pair(gait_span text, size_t at, const char *pair) {
    return at + 1 < text.size && text.data[at] == (uint8_t)pair[0] &&
           text.data[at + 1] == (uint8_t)pair[1];
}

/* Where a text begins: behind its UTF-8 byte order mark, if it has one. */
static inline size_t gaiti_config_start(gait_span text) {
    return gaiti_begins(text, "\xEF\xBB\xBF") ? 3 : 0;
}

/* True for a text that contains the word. A saved web page about configs contains the same words,
 * but begins with a tag. */
static inline bool gaiti_config_holds(gait_span bytes, const char *word) {
    return gaiti_is_text(bytes) && !gaiti_begins_word(gaiti_text_start(bytes), "<") &&
           gaiti_holds_word(bytes, GAIT_DETECT_PREFIX, word);
}

/* --- the tree (config_parse.c, config_tree.c) ------------------------------------------------- */

typedef enum gaiti_config_kind {
    GAITI_CONFIG_CLASS = 0,
    GAITI_CONFIG_DECLARED, /* class NAME; */
    GAITI_CONFIG_DELETED,  /* delete NAME; */
    GAITI_CONFIG_BARE,     /* values and items */
    GAITI_CONFIG_QUOTED,
    GAITI_CONFIG_FLOAT, /* of binarised configs: the text is four bytes, little-endian */
    GAITI_CONFIG_INT,
    GAITI_CONFIG_ARRAY, /* name[] =, and arrays in arrays */
    GAITI_CONFIG_ADDED, /* name[] += */
} gaiti_config_kind;

/* A member of a class, or an item of an array, which has no name. */
typedef struct gaiti_config_entry gaiti_config_entry;
struct gaiti_config_entry {
    gaiti_config_entry *next;   /* in the same class or array */
    gaiti_config_entry *first;  /* of the members of a class, or of the items of an array */
    const uint8_t *name, *text; /* text: the base of a class, or a value */
    uint32_t name_size, text_size;
    gaiti_config_kind kind;
    uint32_t end; /* of binarised configs: the offset behind a class, 0 = left out; the number after
                     += */
};

static inline gait_span gaiti_config_name(const gaiti_config_entry *entry) {
    return gaiti_span(entry->name, entry->name_size);
}

static inline gait_span gaiti_config_text(const gaiti_config_entry *entry) {
    return gaiti_span(entry->text, entry->text_size);
}

/* Takes the members of classes one by one, so that the tree is never in memory. False = no memory.
 */
typedef struct gaiti_config_receiver {
    /* A member of the class that is open, with the items of an array. The members of a class follow
     * until it is closed. The entry is valid during the call. */
    bool (*member)(void *context, const gaiti_config_entry *member);
    bool (*close)(void *context);
    void *context;
} gaiti_config_receiver;

/* Makes the entries of a tree in file order. */
typedef struct gaiti_config_builder {
    gaiti_arena *arena;                    /* with a receiver: of one member */
    const gaiti_config_receiver *receiver; /* NULL: the entries stay in the tree */
    uint32_t arrays;                       /* with a receiver: how many are open */
    /* False for classes of the root that are not required; NULL = all are. */
    bool (*requires)(gait_span name);
    uint32_t ignored;  /* the number of open classes and arrays that are not in the tree */
    bool ignores_next; /* the last class is not in the tree */
    /* The last entry of each open class and array, or NULL; and the entries that are open. */
    gaiti_config_entry *last[GAITI_CONFIG_CLASSES + GAITI_CONFIG_ARRAYS + 1];
    gaiti_config_entry *open[GAITI_CONFIG_CLASSES + GAITI_CONFIG_ARRAYS + 1];
    uint32_t depth;
} gaiti_config_builder;

/* A builder that adds members to `root`. */
gaiti_config_builder gaiti_config_builder_over(gaiti_arena *arena, gaiti_config_entry *root);
/* Adds an entry to what is open. After a failure, arena->status is set. */
void gaiti_config_add(gaiti_config_builder *builder, gaiti_config_kind kind, gait_span name,
                      gait_span text);
/* Opens the last entry; closes what is open. */
void gaiti_config_open_last(gaiti_config_builder *builder);
void gaiti_config_close(gaiti_config_builder *builder);
/* A quoted text with single quotes instead of doubled ones; without data when there is no memory.
 */
gait_span gaiti_config_unquoted(gaiti_arena *arena, gait_span text);

/* Parses the complete text. Returns the status of the error that stopped it. `builder` may be
 * NULL. */
gait_status gaiti_config_parse(gaiti_config_cursor *cursor, gaiti_config_builder *builder);
/* For gait_file_map(): fields are the tokens of the text, before macros are replaced, and the
 * blanks and comments between them. */
void gaiti_config_show(gait_span text, gaiti_visitor *visitor);
/* How a tree is read. */
typedef struct gaiti_config_reading {
    const gaiti_config_includer *includer; /* NULL: no file is included */
    const gaiti_report *report;            /* NULL: diagnostics are not raised */
    bool (*requires)(gait_span name);      /* as in gaiti_config_builder */
    const gaiti_config_receiver *receiver; /* the same */
} gaiti_config_reading;

/* Preprocesses and parses a source of the texts into `root`, whose arena is that of the texts. */
gait_status gaiti_config_read_tree(gaiti_config_texts *texts, uint32_t source,
                                   const gaiti_config_reading *reading, gaiti_config_entry *root);

#endif
