/* Parses the command line by the tables of options, and prints help from them. */
#include "options/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/numbers.h"
#include "io/files.h"
#include "io/inputs.h"
#include "project/settings.h"

/* --- values ----------------------------------------------------------------------------------- */

typedef struct parse {
    const command *self;
    const char *const *arguments;
    size_t count;
    size_t at;
    void *options;
    bool *seen;         /* per option of the table */
    text_list operands; /* owned */
    text_list values;   /* values of options that were made from arguments, owned */
} parse;

/* Reports a wrong argument and frees `text`. */
static int fail_with(const parse *state, char *text) {
    log_error(NULL, "%s", text);
    log_hint("try: gait help %s", state->self->name);
    free(text);
    return EXIT_USAGE;
}

static bool is_list(const option *row) {
    return row->kind == OPTION_LIST || row->kind == OPTION_SINGLE || row->kind == OPTION_WORD;
}

static bool has_value(const option *row) {
    return row->value != NULL;
}

static bool read_count(const char *text, option_count *out) {
    bool is_digits = text[0] && text[strspn(text, "0123456789")] == 0;
    if (!is_digits || strlen(text) > 10) {
        return false;
    }
    unsigned long long value = strtoull(text, NULL, 10);
    if (value >= UINT32_MAX) {
        return false;
    }
    *out = (option_count){true, (uint32_t)value};
    return true;
}

static bool options_read_number(const char *text, option_number *out) {
    out->given = gait_parse_f64(text, &out->value);
    return out->given;
}

/* The range of a number; GAIT_RANGE_COUNT = any. */
static gait_range_id range_of(const option *row) {
    return row->kind == OPTION_FPS        ? GAIT_RANGE_FPS
           : row->kind == OPTION_DURATION ? GAIT_RANGE_DURATION
                                          : GAIT_RANGE_COUNT;
}

char *option_help(const option *row) {
    const char *range = gait_range_of(range_of(row)).text;
    return text_format("%s%s%s%s", row->help, row->kind == OPTION_LIST ? " (may be repeated)" : "",
                       range ? "; " : "", range ? range : "");
}

static bool read_choice(const char *words, const char *text, int *out) {
    int index = 0;
    for (const char *word = words; *word; index++) {
        size_t size = strcspn(word, "|");
        if (strlen(text) == size && strncmp(word, text, size) == 0) {
            *out = index;
            return true;
        }
        word += size + (word[size] == '|');
    }
    return false;
}

/* The names of values show which ones are paths, or patterns for paths. */
static bool is_path(const option *row) {
    static const char *const names[] = {"FILE",     "FORMAT=FILE", "FOLDER",
                                        "SKELETON", "ANIMATION",   "PATTERN"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && row->value && !found; i++) {
        found = strcmp(row->value, names[i]) == 0;
    }
    return found;
}

static int parse_value(parse *state, const option *row, const char *text) {
    void *field = (char *)state->options + row->offset;
    bool is_valid = true;
    if (is_path(row)) {
        char *path = operand_repair_or_fail(text);
        if (!path) {
            return EXIT_USAGE;
        }
        text_list_add(&state->values, path);
        text = path;
    }
    const char *expected = "";
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        break;
    case OPTION_TEXT:
        *(const char **)field = text;
        break;
    case OPTION_LIST:
    case OPTION_SINGLE:
        text_list_add(field, text);
        break;
    case OPTION_WORD:
        text = has_value(row) ? text_format("--%s=%s", row->name, text)
                              : text_format("--%s", row->name);
        text_list_add(&state->values, text);
        text_list_add(field, text);
        break;
    case OPTION_COUNT:
        is_valid = read_count(text, field);
        expected = "a whole number from 0 to 4294967294";
        break;
    case OPTION_NUMBER:
        is_valid = options_read_number(text, field);
        expected = "a number such as 1.5";
        break;
    case OPTION_FPS:
    case OPTION_DURATION:
        is_valid = gait_parse_f64(text, field);
        expected = "a number such as 1.5";
        if (is_valid && !gait_range_contains(range_of(row), *(double *)field)) {
            return fail_with(state, text_format("--%s must be %s, not %s", row->name,
                                                gait_range_of(range_of(row)).text, text));
        }
        break;
    case OPTION_CHOICE:
    default:
        is_valid = read_choice(row->value, text, field);
        expected = row->value;
        break;
    }
    return is_valid ? EXIT_OK
                    : fail_with(state, text_format("--%s requires %s, not '%s'", row->name,
                                                   expected, text));
}

/* --- arguments -------------------------------------------------------------------------------- */

static const option *find_by_name(const command *self, const char *name, size_t size) {
    for (size_t i = 0; i < self->option_count; i++) {
        const char *known = self->options[i].name;
        if (strlen(known) == size && strncmp(known, name, size) == 0) {
            return &self->options[i];
        }
    }
    return NULL;
}

static const option *find_by_letter(const command *self, char letter) {
    for (size_t i = 0; i < self->option_count; i++) {
        if (self->options[i].letter == letter) {
            return &self->options[i];
        }
    }
    return NULL;
}

static int fail_unknown(const parse *state, const char *name, size_t size) {
    text_list names = {0};
    for (size_t i = 0; i < state->self->option_count; i++) {
        text_list_add(&names, state->self->options[i].name);
    }
    char *given = text_slice(name, size);
    const char *nearest = text_nearest(given, names.items, names.count);
    char *text = nearest ? text_format("%s: unknown option --%s; did you mean --%s?",
                                       state->self->name, given, nearest)
                         : text_format("%s: unknown option --%s", state->self->name, given);
    free(given);
    text_list_free(&names, false);
    return fail_with(state, text);
}

/* "-1" is a number and "-" a stream; any other argument that begins with '-' is an option. */
static bool options_is_value(const char *text) {
    return text[0] != '-' || text[1] == 0 || strchr(".0123456789", text[1]) != NULL;
}

static int parse_option(parse *state, const option *row, const char *joined_value) {
    bool *seen = &state->seen[row - state->self->options];
    if (*seen && !is_list(row) && has_value(row)) {
        return fail_with(state, text_format("--%s is given twice", row->name));
    }
    *seen = true;
    if (!has_value(row)) {
        return parse_value(state, row, "");
    }
    if (joined_value) {
        return parse_value(state, row, joined_value);
    }
    if (state->at == state->count || !options_is_value(state->arguments[state->at])) {
        return fail_with(
            state, text_format("--%s needs a value: --%s=%s", row->name, row->name, row->value));
    }
    return parse_value(state, row, state->arguments[state->at++]);
}

static int parse_long(parse *state, const char *name) {
    size_t size = strcspn(name, "=");
    const option *row = find_by_name(state->self, name, size);
    if (!row) {
        return fail_unknown(state, name, size);
    }
    if (!has_value(row) && name[size] == '=') {
        return fail_with(state, text_format("--%s takes no value", row->name));
    }
    return parse_option(state, row, name[size] == '=' ? name + size + 1 : NULL);
}

static int parse_letters(parse *state, const char *letters) {
    for (const char *p = letters; *p; p++) {
        const option *row = find_by_letter(state->self, *p);
        if (!row) {
            return fail_with(
                state,
                text_format("%s: unknown option -%s (use -- before operands that start with '-')",
                            state->self->name, p));
        }
        if (has_value(row)) { /* the rest is its value: -j4 */
            return parse_option(state, row, p[1] ? p + 1 : NULL);
        }
        TRY(parse_option(state, row, NULL));
    }
    return EXIT_OK;
}

static int parse_arguments(parse *state) {
    bool options_end = false;
    while (state->at < state->count) {
        const char *argument = state->arguments[state->at++];
        if (options_end || argument[0] != '-' || argument[1] == 0) {
            text_list_add(&state->operands, text_copy(argument));
        } else if (strcmp(argument, "--") == 0) {
            options_end = true;
        } else if (argument[1] == '-') {
            TRY(parse_long(state, argument + 2));
        } else {
            TRY(parse_letters(state, argument + 1));
        }
    }
    return EXIT_OK;
}

/* --- operands --------------------------------------------------------------------------------- */

/* The operands that a command reads, by their names in the usage line. */
static bool has_inputs(const command *self) {
    return strstr(self->operands, "PATH") || strstr(self->operands, "FILE") ||
           strstr(self->operands, "TEXT") || strncmp(self->operands, "IN", 2) == 0;
}

static bool is_given(const parse *state, const char *name) {
    const option *row = find_by_name(state->self, name, strlen(name));
    return row && state->seen[row - state->self->options];
}

/* Adds the paths of one operand to `out`. */
static int prepare_operand(const parse *state, size_t index, text_list *out) {
    bool is_output = index + 1 == state->operands.count && strstr(state->self->operands, "OUT") &&
                     !is_given(state, "out");
    char *path = operand_repair_or_fail(state->operands.items[index]);
    if (!path) {
        return EXIT_USAGE;
    }
    if (!is_output) {
        operand_expand(path, out);
        free(path);
        return EXIT_OK;
    }
    text_list_add(out, path);
    if (!operand_has_wildcards(path)) {
        return EXIT_OK;
    }
    bool has_out_option = find_by_name(state->self, "out", strlen("out")) != NULL;
    return fail_with(state, text_format("OUT cannot contain wildcards: '%s'%s", path,
                                        has_out_option ? "; several inputs require --out" : ""));
}

static int prepare_operands(parse *state) {
    text_list prepared = {0};
    int code = EXIT_OK;
    for (size_t i = 0; i < state->operands.count && code == EXIT_OK; i++) {
        code = prepare_operand(state, i, &prepared);
    }
    text_list_free(&state->operands, true);
    state->operands = prepared;
    return code;
}

static int check_operands(parse *state) {
    const command *self = state->self;
    if (state->operands.count < self->min_operands) {
        return fail_with(state, text_format("%s needs %s", self->name, self->operands));
    }
    if (has_inputs(self)) {
        TRY(prepare_operands(state));
    }
    if (state->operands.count > self->max_operands) {
        const char *extra = state->operands.items[self->max_operands];
        return fail_with(state, text_format("%s: unexpected operand '%s'", self->name, extra));
    }
    return EXIT_OK;
}

/* --- the project ------------------------------------------------------------------------------ */

/* Fills an option that is not on the command line from the project. */
static int apply_setting(parse *state, const option *row) {
    size_t first = state->values.count;
    TRY(project_option_values(state->self->name, row->name, &state->values));
    for (size_t i = first, end = state->values.count; i < end; i++) {
        TRY(parse_value(state, row, state->values.items[i]));
    }
    return EXIT_OK;
}

/* Without operands, the file of `gait skeleton --for` is the input. */
static const char *find_animation(const parse *state) {
    for (size_t i = 0; i < state->self->option_count; i++) {
        const option *row = &state->self->options[i];
        if (state->seen[i] && row->value && strcmp(row->value, "ANIMATION") == 0) {
            return *(const char *const *)((const char *)state->options + row->offset);
        }
    }
    return NULL;
}

/* Reads the project of the inputs, if the command uses one. */
static int apply_project(parse *state) {
    const command *self = state->self;
    const common_options *common = state->options;
    if (!find_by_name(self, "no-project", strlen("no-project")) || common->no_project) {
        return EXIT_OK;
    }
    bool has_output = strstr(self->operands, "OUT") && !is_given(state, "out");
    size_t count = state->operands.count;
    const char *animation = count > 0 ? NULL : find_animation(state);
    TRY(project_open(&(project_request){.paths = animation ? &animation : state->operands.items,
                                        .count = animation ? 1 : count - (has_output && count > 1),
                                        .is_trusted = common->trusts_project,
                                        .uses_first = strcmp(self->name, "diff") == 0}));
    if (project_current() && common->verbose) {
        log_note("settings: %s", project_current()->path);
    }
    for (size_t i = 0; i < self->option_count && project_current(); i++) {
        if (!state->seen[i]) {
            TRY(apply_setting(state, &self->options[i]));
        }
    }
    return EXIT_OK;
}

static int run_parsed(parse *state) {
    static const uint32_t code_pages[] = {0, 1250, 1251, 1252}; /* OPTIONS_CODE_PAGE */
    const common_options *common = state->options;
    if (common->help) {
        command_help(state->self);
        return EXIT_OK;
    }
    TRY(check_operands(state));
    terminal_setup((terminal_color)common->color, common->quiet, common->verbose);
    files_set_code_page(code_pages[common->code_page]);
    TRY(apply_project(state));
    return state->self->run(&(command_call){.self = state->self,
                                            .options = state->options,
                                            .operands = state->operands.items,
                                            .count = state->operands.count,
                                            .given = state->seen});
}

bool command_has_option(const command_call *call, const char *name) {
    const option *row = find_by_name(call->self, name, strlen(name));
    return row && call->given[row - call->self->options];
}

int command_refuse_operands(const command_call *call) {
    log_error(NULL, "%s needs %s", call->self->name, call->self->operands);
    log_hint("try: gait help %s", call->self->name);
    return EXIT_USAGE;
}

int command_run(const command *self, const char *const *arguments, size_t count) {
    parse state = {.self = self, .arguments = arguments, .count = count};
    state.options = memory_resize(NULL, self->options_size, 1);
    memset(state.options, 0, self->options_size);
    state.seen = memory_resize(NULL, self->option_count, sizeof *state.seen);
    memset(state.seen, 0, self->option_count * sizeof *state.seen);
    int code = parse_arguments(&state);
    if (code == EXIT_OK) {
        code = run_parsed(&state);
    }
    project_close();
    for (size_t i = 0; i < self->option_count; i++) {
        const option *row = &self->options[i];
        if (is_list(row)) {
            text_list_free((void *)((char *)state.options + row->offset), false);
        }
    }
    text_list_free(&state.operands, true);
    text_list_free(&state.values, true);
    free(state.options);
    free(state.seen);
    return code;
}

/* --- help ------------------------------------------------------------------------------------- */

static char *option_label(const option *row) {
    char letter[8] = "    ";
    if (row->letter) {
        memcpy(letter, "-x, ", 5);
        letter[1] = row->letter;
    }
    return row->value ? text_format("%s--%s %s", letter, row->name, row->value)
                      : text_format("%s--%s", letter, row->name);
}

enum { HELP_WIDTH = 80, HELP_MAX_LABEL = 26 };

/* The column where the texts of the options begin; longer labels have a line of their own. */
static size_t help_column(const command *self) {
    size_t width = 0;
    for (size_t i = 0; i < self->option_count; i++) {
        char *label = option_label(&self->options[i]);
        size_t size = strlen(label);
        width = size > width && size <= HELP_MAX_LABEL ? size : width;
        free(label);
    }
    return width + 4;
}

/* Prints words from `column` on; further lines begin at the same column. */
static void print_wrapped(const char *text, size_t column) {
    size_t at = column;
    while (*text) {
        size_t size = strcspn(text, " ");
        if (at > column && at + 1 + size > HELP_WIDTH) {
            result_printf("\n%*s", (int)column, "");
            at = column;
        } else if (at > column) {
            result_printf(" ");
            at++;
        }
        result_printf("%.*s", (int)size, text);
        at += size;
        text += size + (text[size] == ' ');
    }
    result_printf("\n");
}

static void print_option(const option *row, size_t column) {
    char *label = option_label(row);
    char *text = option_help(row);
    if (strlen(label) + 4 > column) {
        result_printf("  %s\n%*s", label, (int)column, "");
    } else {
        result_printf("  %-*s", (int)column - 2, label);
    }
    print_wrapped(text, column);
    free(text);
    free(label);
}

/* Prints each line of a text after two spaces. */
static void print_indented(const char *text) {
    while (*text) {
        size_t size = strcspn(text, "\n");
        result_printf("  %.*s\n", (int)size, text);
        text += size + (text[size] == '\n');
    }
}

/* Prints one row of a list: a term, spaces, and its explanation. */
static void options_print_row(const char *text, size_t size) {
    size_t column = strspn(text, " ");
    column += strcspn(text + column, " ");
    column += strspn(text + column, " ");
    char *explanation = text_slice(text + column, size - column);
    result_printf("%.*s", (int)column, text);
    print_wrapped(explanation, column);
    free(explanation);
}

/* Prints paragraphs. An empty line ends a paragraph; a line that begins with a space is a row. */
static void print_details(const char *text) {
    while (*text) {
        size_t size = strcspn(text, "\n");
        if (size == 0) {
            result_printf("\n");
        } else if (text[0] == ' ') {
            options_print_row(text, size);
        } else {
            while (text[size] && text[size + 1] && !strchr("\n ", text[size + 1])) {
                size += 1 + strcspn(text + size + 1, "\n");
            }
            char *paragraph = text_slice(text, size);
            for (char *at = strchr(paragraph, '\n'); at; at = strchr(at, '\n')) {
                *at = ' ';
            }
            print_wrapped(paragraph, 0);
            free(paragraph);
        }
        text += size + (text[size] == '\n');
    }
}

void command_help(const command *self) {
    result_printf("gait %s: %s\n\n", self->name, self->summary);
    result_heading("Example");
    print_indented(self->example);
    result_printf("\n");
    result_heading("Usage");
    result_printf("  gait %s%s%s%s\n", self->name, self->option_count > 0 ? " [OPTION...]" : "",
                  self->operands[0] ? " " : "", self->operands);
    if (self->option_count > 0) {
        result_printf("\n");
        result_heading("Options");
    }
    size_t column = help_column(self);
    for (size_t i = 0; i < self->option_count; i++) {
        print_option(&self->options[i], column);
    }
    if (self->details[0]) {
        result_printf("\n");
        print_details(self->details);
    }
}
