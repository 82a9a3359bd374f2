/* Options by table: one description per option, used for parsing, usage line and help. There are no
 * abbreviations. Forms: `--name value`, `--name=value`, joined one-letter flags, `-n value`,
 * `-nvalue`; `--` ends the options. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "base/base.h"
#include "io/inputs.h"
#include "io/source.h"
#include "project/settings.h"

typedef enum option_kind {
    OPTION_FLAG,     /* bool */
    OPTION_TEXT,     /* const char *, NULL = not given */
    OPTION_LIST,     /* text_list, may be repeated */
    OPTION_SINGLE,   /* text_list; the command refuses a second value */
    OPTION_COUNT,    /* option_count: a whole number */
    OPTION_NUMBER,   /* option_number: a decimal number */
    OPTION_FPS,      /* double in GAIT_RANGE_FPS; 0 = not given */
    OPTION_DURATION, /* double in GAIT_RANGE_DURATION; 0 = not given */
    OPTION_WORD,     /* text_list of all options of this kind: "--name=value", or "--name" for one
                        without `value` */
    OPTION_CHOICE /* int: index of the word in `value` (separated by '|'); 0, the first word, if not
                     given */
} option_kind;

typedef struct option_count {
    bool given;
    uint32_t value;
} option_count;

typedef struct option_number {
    bool given;
    double value;
} option_number;

typedef struct option {
    const char *name; /* without "--" */
    char letter;      /* 0 = none */
    option_kind kind;
    const char *value; /* the name of the value in the help; for a choice its words */
    size_t offset;     /* of the member in the struct of options of the command */
    const char *help;
} option;

/* The first member of the struct of options of every command. */
typedef struct common_options {
    bool help;
    bool quiet;
    bool verbose;
    int color;
    int code_page; /* index in OPTIONS_CODE_PAGE */
    bool no_project, trusts_project;
} common_options;

/* One row of a table, in macros for several. */
#define OPTION_ROW(name, letter, kind, value, offset, help)                                        \
    { name, letter, kind, value, offset, help }
#define OPTIONS_HELP(type)                                                                         \
    OPTION_ROW("help", 'h', OPTION_FLAG, NULL, offsetof(type, common.help), "show this help")
#define OPTIONS_COLOR(type)                                                                        \
    OPTION_ROW("color", 0, OPTION_CHOICE, "auto|always|never", offsetof(type, common.color),       \
               "when to use colours; auto: on a terminal, unless the environment variable "        \
               "NO_COLOR is set")
#define OPTIONS_CODE_PAGE(type, option)                                                            \
    OPTION_ROW(option, 0, OPTION_CHOICE, "auto|1250|1251|1252", offsetof(type, common.code_page),  \
               "Windows code page of names in game files; auto: 1251, but 1250 for RTM, .p3d and " \
               "model.cfg if the names look Czech, Slovak or Polish")
/* Commands with these options use the settings of the project (docs/project.md). */
#define OPTIONS_PROJECT(type)                                                                      \
    OPTION_ROW("no-project", 0, OPTION_FLAG, NULL, offsetof(type, common.no_project),              \
               "do not read .gait.toml"),                                                          \
        OPTIONS_TRUST_PROJECT(type)
#define OPTIONS_TRUST_PROJECT(type)                                                                \
    OPTION_ROW("trust-project", 0, OPTION_FLAG, NULL, offsetof(type, common.trusts_project),       \
               "paths in .gait.toml may lead out of its folder")
#define OPTIONS_SEARCH(type)                                                                       \
    OPTION_ROW("search", 0, OPTION_LIST, "FOLDER", offsetof(type, folders),                        \
               "also look for the skeleton in this folder and below it")
#define OPTIONS_QUIET(type)                                                                        \
    OPTION_ROW("quiet", 'q', OPTION_FLAG, NULL, offsetof(type, common.quiet), "print only errors")
#define OPTIONS_COMMON(type) OPTIONS_QUIET(type), OPTIONS_COLOR(type), OPTIONS_HELP(type)
#define OPTIONS_OF_FILES(type, verbose)                                                            \
    OPTIONS_VERBOSE(type, verbose), OPTIONS_CODE_PAGE(type, "names"), OPTIONS_COMMON(type)
#define OPTIONS_VERBOSE(type, text)                                                                \
    OPTION_ROW("verbose", 'v', OPTION_FLAG, NULL, offsetof(type, common.verbose), text)

typedef struct command command;

/* One call of a command. */
typedef struct command_call {
    const command *self;
    const void *options; /* the struct of the command */
    const char *const *operands;
    size_t count;      /* of operands */
    const bool *given; /* per option of the table: it is on the command line */
} command_call;

struct command {
    const char *name;
    const char *summary; /* one line */
    /* For the usage line: "PATH...". Operands with PATH, FILE or IN are inputs, and a last one with
     * OUT is an output: on Windows, wildcards in inputs are expanded. */
    const char *operands;
    const char *example; /* command lines of at most 78 columns, one per line */
    const char *details; /* printed after the options: paragraphs, which are wrapped and end with an
                            empty line, and rows, which begin with spaces; may be "" */
    size_t min_operands;
    size_t max_operands; /* SIZE_MAX = no limit */
    const option *options;
    size_t option_count;
    size_t options_size;                  /* size of the struct, which begins with common_options */
    int (*run)(const command_call *call); /* returns an exit code */
};

/* Parses the arguments after the name of the command and runs it, or prints its help. Returns an
 * exit code. */
int command_run(const command *self, const char *const *arguments, size_t count);
/* Logs that operands are missing. Returns EXIT_USAGE. */
int command_refuse_operands(const command_call *call);
/* True when the option is on the command line. */
bool command_has_option(const command_call *call, const char *name);
/* Returns a new text: the explanation of an option, and whether it may be repeated, or its range.
 */
char *option_help(const option *row);
/* Prints the help of one command as a result. */
void command_help(const command *self);

/* --- options that several commands have (shared_options.c) ------------------------------------ */

/* --- inputs ----------------------------------------------------------------------------------- */

typedef struct input_options {
    const char *files_from; /* a list of inputs; NULL = none */
    text_list included, excluded;
    const char *extension; /* of input_filter; not an option: a command may set it */
    bool keeps_empty;      /* the same */
} input_options;

/* For a member of type input_options. */
#define OPTIONS_INPUTS(type, member)                                                               \
    OPTION_ROW("files-from", 0, OPTION_TEXT, "FILE", offsetof(type, member.files_from),            \
               "also read paths of inputs from this file, one per line"),                          \
        OPTION_ROW("include", 0, OPTION_LIST, "PATTERN", offsetof(type, member.included),          \
                   "in folders, use only files with this name or path"),                           \
        OPTION_ROW("exclude", 0, OPTION_LIST, "PATTERN", offsetof(type, member.excluded),          \
                   "in folders, leave out files and folders with this name or path"),              \
        OPTIONS_PROJECT(type)

/* The operands of a command, and those of --files-from. Logs an error and returns its exit code if
 * the list cannot be read. The caller frees the list in every case. */
int inputs_gather_all(const command_call *call, const input_options *options, inputs *out);
/* The same, but it is also an error if there are neither operands nor --files-from. */
int inputs_read(const command_call *call, const input_options *options, inputs *out);

/* --- --game ----------------------------------------------------------------------------------- */

/* For an int, of which game_set() makes a set of games. */
#define OPTIONS_GAME(type, member, help)                                                           \
    OPTION_ROW("game", 0, OPTION_CHOICE, "auto|" GAME_NAMES, offsetof(type, member), help)

/* The set of this game; 0 = auto. */
uint32_t game_set(int choice);

/* --- --tolerance ------------------------------------------------------------------------------ */

/* The maximum error of keys: --tolerance, numbers with units. */

typedef struct tolerance {
    double deg, mm; /* 0 = not given */
} tolerance;

/* Parses "0.02deg" and "0.1mm", each at most once, as two values or one with a comma. Logs errors
 * and returns an exit code. */
int tolerance_read(const text_list *given, tolerance *out);

/* --- the clips that a command uses (clip_choice.c) -------------------------------------------- */

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
