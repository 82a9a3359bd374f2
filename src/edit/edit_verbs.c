/* The grammar of edits: which options each edit has. */

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"
#include "formats/file_state.h"

typedef gait_status (*edit_function)(gait_edit *edit, const gaiti_edit_request *request);

typedef struct edit_verb {
    const char *name;
    edit_function make;
    uint32_t options; /* a bit for each gaiti_edit_option */
} edit_verb;

#define EDIT_BIT(option) (UINT32_C(1) << GAITI_EDIT_##option)

static const edit_verb edit_verbs[] = {
    {"duplicate", gaiti_edit_duplicate, EDIT_BIT(CLIP)},
    {"event", gaiti_edit_event_edit,
     EDIT_BIT(CLIP) | EDIT_BIT(ADD) | EDIT_BIT(REMOVE) | EDIT_BIT(MOVE) | EDIT_BIT(RENAME) |
         EDIT_BIT(AT) | EDIT_BIT(TO) | EDIT_BIT(UNTIL) | EDIT_BIT(VALUE) | EDIT_BIT(KEEP_EMPTY)},
    {"fix", gaiti_edit_fix, 0},
    {"refs", gaiti_edit_refs, EDIT_BIT(ADD) | EDIT_BIT(REMOVE) | EDIT_BIT(RENAME) | EDIT_BIT(AT)},
    {"remove", gaiti_edit_remove, EDIT_BIT(CLIP)},
    {"rename", gaiti_edit_rename, EDIT_BIT(CLIP) | EDIT_BIT(BONE) | EDIT_BIT(PART)},
    {"reorder", gaiti_edit_reorder,
     EDIT_BIT(CLIP) | EDIT_BIT(BEFORE) | EDIT_BIT(AFTER) | EDIT_BIT(FIRST) | EDIT_BIT(LAST) |
         EDIT_BIT(SORT) | EDIT_BIT(FRAMES)},
    {"set", gaiti_edit_set_game,
     EDIT_BIT(CLIP) | EDIT_BIT(BONE) | EDIT_BIT(PART) | EDIT_BIT(SPEED) | EDIT_BIT(POWER) |
         EDIT_BIT(ACCRUE) | EDIT_BIT(FALLOFF) | EDIT_BIT(FLAGS) | EDIT_BIT(FPS) |
         EDIT_BIT(FORMAT_VERSION) | EDIT_BIT(ROOT_MOTION) | EDIT_BIT(PHASES) | EDIT_BIT(GAME) |
         EDIT_BIT(LOSSY)},
};

enum { EDIT_VERB_COUNT = sizeof edit_verbs / sizeof *edit_verbs };

/* --- parsing ---------------------------------------------------------------------------------- */

static const edit_verb *edit_find_verb(const char *name) {
    for (uint32_t i = 0; i < EDIT_VERB_COUNT; i++) {
        if (strcmp(edit_verbs[i].name, name) == 0) {
            return &edit_verbs[i];
        }
    }
    return NULL;
}

static gait_status edit_refuse_verb(gait_edit *edit, const char *name) {
    gait_span names[EDIT_VERB_COUNT];
    for (uint32_t i = 0; i < EDIT_VERB_COUNT; i++) {
        names[i] = gaiti_span_of(edit_verbs[i].name);
    }
    return gaiti_edit_refuse_unknown(edit, "edit", name, names, EDIT_VERB_COUNT);
}

static gait_status edit_refuse_option(gait_edit *edit, const edit_verb *verb, const char *word) {
    gait_span names[GAITI_EDIT_OPTION_COUNT];
    uint32_t count = 0;
    for (uint32_t o = 0; o < GAITI_EDIT_OPTION_COUNT; o++) {
        if (verb->options & (UINT32_C(1) << o)) {
            names[count++] = gaiti_span_of(gaiti_edit_option_name((gaiti_edit_option)o));
        }
    }
    const char *what = GAITI_EDIT_JOIN(edit, "option of the edit ", verb->name, ":");
    char *option = gaiti_copy_text(&edit->scratch, word);
    GAITI_TRY(gaiti_edit_status(edit));
    option[strcspn(option, "=")] = 0;
    return gaiti_edit_refuse_unknown(edit, what, option, names, count);
}

/* The option of a word "--name" or "--name=value"; *out_value is the value, or NULL. False when the
 * edit has no such option. */
static bool edit_find_option(const edit_verb *verb, const char *word, gaiti_edit_option *out_option,
                             const char **out_value) {
    for (uint32_t o = 0; o < GAITI_EDIT_OPTION_COUNT; o++) {
        const char *name = gaiti_edit_option_name((gaiti_edit_option)o);
        size_t size = strlen(name);
        bool is_allowed = verb->options & (UINT32_C(1) << o);
        if (is_allowed && strncmp(word, name, size) == 0 &&
            (word[size] == 0 || word[size] == '=')) {
            *out_option = (gaiti_edit_option)o;
            *out_value = word[size] ? word + size + 1 : NULL;
            return true;
        }
    }
    return false;
}

/* Reads the option at words[*at], and its value. */
static gait_status edit_read_option(gait_edit *edit, const edit_verb *verb,
                                    const char *const *words, uint32_t count, uint32_t *at,
                                    gaiti_edit_value *out) {
    if (!edit_find_option(verb, words[*at], &out->option, &out->text)) {
        return edit_refuse_option(edit, verb, words[*at]);
    }
    bool is_flag = gaiti_edit_option_kind(out->option) == GAITI_EDIT_SIGN;
    if (is_flag && out->text) {
        return gaiti_edit_refuse_value(edit, out, "this option has no value");
    }
    if (!is_flag && !out->text && *at + 1 < count) {
        out->text = words[++*at];
    }
    if (!is_flag && !out->text) {
        return gaiti_edit_refuse_value(edit, out, "the value is missing");
    }
    out->text = is_flag ? "" : out->text;
    return GAIT_OK;
}

static gait_status edit_parse(gait_edit *edit, const edit_verb *verb, const char *const *words,
                              uint32_t count, gaiti_edit_request *out) {
    uint32_t given = 0;
    gaiti_edit_value *values = gaiti_alloc(&edit->scratch, count, sizeof *values);
    *out = (gaiti_edit_request){.verb = verb->name, .values = values};
    GAITI_TRY(gaiti_edit_status(edit));
    for (uint32_t at = 1; at < count; at++) {
        gaiti_edit_value *value = &values[out->count];
        gait_status status = edit_read_option(edit, verb, words, count, &at, value);
        uint32_t bit = status == GAIT_OK ? UINT32_C(1) << value->option : 0;
        if (status == GAIT_OK && (given & bit) &&
            gaiti_edit_option_kind(value->option) != GAITI_EDIT_LIST) {
            status = gaiti_edit_refuse_value(edit, value, "this option can be given only once");
        }
        if (status != GAIT_OK) {
            return status;
        }
        given |= bit;
        out->count++;
    }
    return GAIT_OK;
}

static bool edit_is_utf8(const char *text) {
    const uint8_t *at = (const uint8_t *)text;
    unsigned size = 1;
    while (*at && size > 0) {
        size = gaiti_utf8_character(at);
        at += size;
    }
    return size > 0;
}

static gait_status edit_make(gait_edit *edit, const char *const *words, uint32_t count) {
    gaiti_edit_request request;
    for (uint32_t i = 0; i < count; i++) {
        if (!words[i]) {
            return GAIT_BAD_ARGUMENT;
        }
        if (!edit_is_utf8(words[i])) {
            return gaiti_edit_refuse(edit, GAITI_EDIT_BAD_LINE, NULL, NULL,
                                     "it is not valid UTF-8");
        }
    }
    const edit_verb *verb = edit_find_verb(words[0]);
    if (!verb) {
        return edit_refuse_verb(edit, words[0]);
    }
    GAITI_TRY(edit_parse(edit, verb, words, count, &request));
    return verb->make(edit, &request);
}

gait_status gait_edit_words(gait_edit *edit, const char *const *words, uint32_t count) {
    if (!edit || !words || count == 0 || edit->has_failed) {
        return GAIT_BAD_ARGUMENT;
    }
    edit->line = 0;
    return gaiti_edit_make(edit, words, count);
}

gait_status gaiti_edit_make(gait_edit *edit, const char *const *words, uint32_t count) {
    gait_diagnostics *sink = edit->options.diagnostics;
    uint32_t page = sink ? sink->code_page : 0;
    const char *before = gaiti_set_file(sink, edit->file->name);
    if (sink) {
        sink->code_page = gait_file_code_page(edit->file);
    }
    gait_status status = edit_make(edit, words, count);
    gaiti_arena_free(&edit->scratch);
    gaiti_arena_init(&edit->scratch, &edit->options, 0);
    gaiti_restore_file(sink, before);
    if (sink) {
        sink->code_page = page;
    }
    edit->has_failed = status != GAIT_OK;
    return status;
}
