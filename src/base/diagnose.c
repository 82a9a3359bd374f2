/* Fills the placeholders of a rule's text, and records each finding once, with a count. */
#include "base/diagnose.h"

#include <string.h>

#include "base/assert.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/rules.h"
#include "base/text/text.h"
#include "gait/games.h"
#include "gait/rules.h"

/* The text of a diagnostic under construction; truncated at a character boundary if too long. */
typedef struct diagnose_text {
    char *out;
    size_t size;
    bool is_singular; /* the last number was 1 */
} diagnose_text;

static void diagnose_put(diagnose_text *text, const char *bytes, size_t size) {
    size_t left = GAIT_DIAGNOSTIC_TEXT - 1 - text->size;
    if (size > left) {
        size = left;
        while (size > 0 && ((uint8_t)bytes[size] & 0xC0) == 0x80) {
            size--;
        }
    }
    memcpy(text->out + text->size, bytes, size);
    text->size += size;
}

static void diagnose_put_number(diagnose_text *text, int64_t value, bool hexadecimal) {
    char digits[GAITI_NUMBER_MAX];
    text->is_singular = value == 1;
    size_t size =
        hexadecimal ? gaiti_print_hex(digits, (uint64_t)value, 8) : gaiti_print_i64(digits, value);
    diagnose_put(text, digits, size);
}

/* Appends a name in a code page: control characters become '?', long names are truncated. */
static void diagnose_put_name(diagnose_text *text, uint32_t page, gait_span name) {
    enum { MAX_NAME = 64 };
    for (size_t i = 0; i < name.size && i < MAX_NAME; i++) {
        uint8_t c = name.data[i] < 0x20 || name.data[i] == 0x7F ? '?' : name.data[i];
        char utf8[4];
        gait_span one = {&c, 1};
        gaiti_to_utf8(page, one, utf8);
        diagnose_put(text, utf8, gaiti_utf8_size(page, one));
    }
    if (name.size > MAX_NAME) {
        diagnose_put(text, "...", 3);
    }
}

/* The same for UTF-8, truncated at a character boundary. */
static void diagnose_put_utf8(diagnose_text *text, gait_span utf8, size_t max_size) {
    bool is_cut = utf8.size > max_size;
    size_t size = is_cut ? max_size : utf8.size;
    while (is_cut && size > 0 && (utf8.data[size] & 0xC0) == 0x80) {
        size--;
    }
    for (size_t from = 0; from < size;) {
        size_t plain = 0;
        while (from + plain < size && utf8.data[from + plain] >= 0x20 &&
               utf8.data[from + plain] != 0x7F) {
            plain++;
        }
        diagnose_put(text, (const char *)utf8.data + from, plain);
        from += plain;
        if (from < size) {
            diagnose_put(text, "?", 1);
            from++;
        }
    }
    if (is_cut) {
        diagnose_put(text, "...", 3);
    }
}

enum { DIAGNOSE_NAME_MAX = 64 }; /* bytes of a name */

static bool diagnose_is(const char *key, size_t size, const char *name) {
    return strlen(name) == size && memcmp(key, name, size) == 0;
}

void gaiti_add_cause(uint64_t *cause, gait_span value) {
    /* FNV-1a */
    uint64_t hash = *cause ? *cause : 14695981039346656037U;
    for (size_t i = 0; i <= value.size; i++) {
        uint8_t letter = i < value.size ? gaiti_ascii_lower(value.data[i]) : 0;
        hash = (hash ^ letter) * 1099511628211U;
    }
    *cause = hash ? hash : 1;
}

/* The complete value of a placeholder for a text; empty for another one. */
static gait_span diagnose_value(const char *key, size_t size, const gaiti_detail *detail) {
    return diagnose_is(key, size, "place")   ? detail->place
           : diagnose_is(key, size, "other") ? detail->other
           : diagnose_is(key, size, "words") ? detail->words
           : diagnose_is(key, size, "name")  ? detail->name
                                             : (gait_span){0};
}

/* Endings and verbs that depend on the last number. False for other keys. */
static bool diagnose_put_plural(diagnose_text *text, const char *key, size_t size) {
    const char *word = NULL;
    if (diagnose_is(key, size, "s")) {
        word = text->is_singular ? "" : "s";
    } else if (diagnose_is(key, size, "-s")) {
        word = text->is_singular ? "s" : "";
    } else if (diagnose_is(key, size, "is")) {
        word = text->is_singular ? "is" : "are";
    }
    if (word) {
        diagnose_put(text, word, strlen(word));
    }
    return word != NULL;
}

static void diagnose_put_value(diagnose_text *text, const char *key, size_t size,
                               const gaiti_report *report, const gaiti_detail *detail) {
    bool hexadecimal = size > 2 && key[size - 2] == ':' && key[size - 1] == 'x';
    size -= hexadecimal ? 2 : 0;
    enum { MAX_PLACE = 96, MAX_WORDS = 120 };
    if (diagnose_is(key, size, "name") && detail->name_is_utf8) {
        diagnose_put_utf8(text, detail->name, DIAGNOSE_NAME_MAX);
    } else if (diagnose_is(key, size, "place")) {
        diagnose_put_utf8(text, detail->place, MAX_PLACE);
    } else if (diagnose_is(key, size, "other")) {
        diagnose_put_utf8(text, detail->other, MAX_PLACE);
    } else if (diagnose_is(key, size, "words")) {
        diagnose_put_utf8(text, detail->words, MAX_WORDS);
    } else if (diagnose_is(key, size, "name")) {
        diagnose_put_name(text, report->sink->code_page, detail->name);
    } else if (diagnose_is(key, size, "bone_name") && report->bone_name) {
        diagnose_put_utf8(text, gaiti_span_of(report->bone_name), DIAGNOSE_NAME_MAX);
    } else if (diagnose_is(key, size, "number")) {
        char digits[GAITI_NUMBER_MAX];
        text->is_singular = detail->number == 1;
        diagnose_put(text, digits, gaiti_print_f32(digits, (float)detail->number));
    } else if (diagnose_is(key, size, "expected")) {
        diagnose_put_number(text, detail->expected, hexadecimal);
    } else if (diagnose_is(key, size, "found")) {
        diagnose_put_number(text, detail->found, hexadecimal);
    } else {
        diagnose_put_number(text,
                            diagnose_is(key, size, "clip")    ? report->clip
                            : diagnose_is(key, size, "frame") ? report->frame
                                                              : report->bone,
                            false);
    }
}

/* Appends the name of a clip unless it is NULL. */
static void diagnose_put_clip(diagnose_text *text, const char *name) {
    if (name) {
        diagnose_put(text, "clip \"", 6);
        diagnose_put_utf8(text, gaiti_span_of(name), DIAGNOSE_NAME_MAX);
        diagnose_put(text, "\": ", 3);
    }
}

/* Sets text, line and cause. Details of rules about texts begin with the line. */
static void diagnose_fill(gait_diagnostic *item, uint32_t rule, const gaiti_report *report,
                          const gaiti_detail *detail) {
    diagnose_text text = {.out = item->text};
    const char *from = gaiti_rule_detail(rule);
    static const char line[] = "line {found}";
    item->line = strncmp(from, line, sizeof line - 1) == 0 ? (uint32_t)detail->found : 0;
    diagnose_put_clip(&text, report->clip_name);
    while (*from) {
        size_t plain = strcspn(from, "{");
        diagnose_put(&text, from, plain);
        from += plain;
        if (*from == '{') {
            bool is_cause = from[1] == '*';
            const char *key = from + 1 + is_cause;
            size_t size = strcspn(key, "}");
            if (is_cause) {
                gaiti_add_cause(&item->cause, diagnose_value(key, size, detail));
            }
            if (!diagnose_put_plural(&text, key, size)) {
                diagnose_put_value(&text, key, size, report, detail);
            }
            from = key + size + (key[size] == '}');
        }
    }
    GAIT_ASSERT(text.size < GAIT_DIAGNOSTIC_TEXT);
    item->text[text.size] = 0;
}

/* True for equal names, and if both are NULL (unknown). */
static bool diagnose_is_same_file(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* True when a diagnostic lists all bones that are missing from the skeleton. Each format has its
 * own rule for them; all but that of plain RTM, whose text has a list, have the same summary. */
static bool diagnose_lists_bones(const gait_diagnostics *sink, const gait_rule *rule) {
    return sink->lists_missing_bones &&
           strcmp(rule->summary, gait_rule_at((uint32_t)GAITI_BMTR_NOT_IN_TREE)->summary) == 0;
}

/* True for findings about banks of a model, in configs of mods, and about joints of a config: those
 * about different banks or bones are different diagnostics. */
static bool diagnose_is_separate(gaiti_rule number) {
    return (number >= GAITI_OGF_NO_BANK && number <= GAITI_OGF_MANY_REFS) ||
           (number >= GAITI_MOV_MISSING && number <= GAITI_MOV_MASK &&
            number != GAITI_MOV_SYNTAX) ||
           (number >= GAITI_LTX_NO_MOTION && number <= GAITI_LTX_LONG_LINE) ||
           number == GAITI_LTX_NO_BASE || number == GAITI_LTX_NO_INCLUDE ||
           number == GAITI_LTX_NO_SECTION || number == GAITI_CFG_JOINT_OPENS ||
           number == GAITI_CFG_JOINED_ROOT;
}

/* How serious a rule is in the games of the list; at most a note if what it misses is perhaps in
 * the base game. */
static gait_severity diagnose_severity(const gait_diagnostics *sink, gaiti_rule number,
                                       const gaiti_detail *detail) {
    gait_severity severity = gait_rule_severity_in(gait_rule_at((uint32_t)number), sink->games);
    return sink->games != 0 && detail->may_be_elsewhere && severity > GAIT_NOTE ? GAIT_NOTE
                                                                                : severity;
}

/* The most recent equal diagnostic; searches backwards because repeated ones are adjacent. */
static gait_diagnostic *diagnose_equal(const gaiti_report *report, const gait_rule *rule) {
    gait_diagnostics *sink = report->sink;
    char name[GAIT_DIAGNOSTIC_TEXT];
    diagnose_text clip = {.out = name};
    diagnose_put_clip(&clip, report->clip_name);
    for (uint32_t i = sink->count; i > 0; i--) {
        gait_diagnostic *item = &sink->items[i - 1];
        if (item->rule == rule && item->clip == report->clip &&
            diagnose_is_same_file(item->file, sink->file) &&
            memcmp(item->text, name, clip.size) == 0) {
            return item;
        }
    }
    return NULL;
}

/* Appends the name of another bone to a diagnostic that lists them, or ", ..." when it is full. */
static void diagnose_add_bone(gait_diagnostic *item, const gaiti_report *report,
                              const gaiti_detail *detail) {
    static const char more[] = ", ...";
    char added[GAIT_DIAGNOSTIC_TEXT];
    diagnose_text text = {.out = item->text, .size = strlen(item->text)}, name = {.out = added};
    gaiti_add_cause(&item->cause, detail->name);
    if (text.size >= sizeof more && strcmp(item->text + text.size - (sizeof more - 1), more) == 0) {
        return;
    }
    const char *begin = item->count == 2 ? "; also \"" : ", \"";
    diagnose_put(&name, begin, strlen(begin));
    diagnose_put_value(&name, "name", 4, report, detail);
    diagnose_put(&name, "\"", 1);
    bool fits = text.size + name.size + sizeof more < GAIT_DIAGNOSTIC_TEXT;
    diagnose_put(&text, fits ? added : more, fits ? name.size : sizeof more - 1);
    item->text[text.size] = 0;
}

static void diagnose_record(const gaiti_report *report, gaiti_rule number, const gait_rule *rule,
                            const gaiti_detail *detail) {
    gait_diagnostics *sink = report->sink;
    gait_severity severity = diagnose_severity(sink, number, detail);
    if (severity == GAIT_OFF) {
        return;
    }
    sink->errors += severity == GAIT_ERROR;
    sink->warnings += severity == GAIT_WARNING;
    gait_diagnostic *item = diagnose_is_separate(number) ? NULL : diagnose_equal(report, rule);
    if (item) {
        item->count += item->count < UINT32_MAX;
        if (diagnose_lists_bones(sink, rule)) {
            diagnose_add_bone(item, report, detail);
        }
        return;
    }
    if (sink->count >= sink->capacity) {
        sink->dropped++;
        return;
    }
    item = &sink->items[sink->count++];
    *item = (gait_diagnostic){.rule = rule,
                              .severity = severity,
                              .offset = report->has_no_offset ? GAIT_NO_OFFSET : detail->offset,
                              .length = report->has_no_offset ? 0 : detail->length,
                              .clip = report->clip,
                              .bone = report->has_no_offset ? -1 : report->bone,
                              .frame = report->frame,
                              .count = 1,
                              .file = sink->file};
    diagnose_fill(item, number, report, detail);
}

bool gaiti_needs_text(const gaiti_report *report, gaiti_rule number) {
    gait_diagnostics *sink = report->sink;
    const gait_rule *rule = gait_rule_at((uint32_t)number);
    return sink && gait_rule_severity_in(rule, sink->games) != GAIT_OFF &&
           (diagnose_is_separate(number) || diagnose_lists_bones(sink, rule) ||
            !diagnose_equal(report, rule));
}

gait_status gaiti_raise(const gaiti_report *report, gaiti_rule number, gaiti_detail detail) {
    GAIT_ASSERT((uint32_t)number < GAITI_RULE_COUNT);
    const gait_rule *rule = gait_rule_at((uint32_t)number);
    if (report->packed_in.length) {
        detail.offset = report->packed_in.offset;
        detail.length = report->packed_in.length;
    }
    if (report->sink) {
        diagnose_record(report, number, rule, &detail);
    }
    return rule->severity == GAIT_ERROR ? rule->status : GAIT_OK;
}

const gait_diagnostic *gait_diagnostics_cause(const gait_diagnostics *diagnostics) {
    uint32_t count = diagnostics ? diagnostics->count : 0;
    for (uint32_t i = count; i > 0; i--) {
        const gait_diagnostic *item = &diagnostics->items[i - 1];
        if (!item->rule || item->severity == GAIT_ERROR) {
            return item;
        }
    }
    return count > 0 ? &diagnostics->items[count - 1] : NULL;
}

void gait_diagnostics_set_games(gait_diagnostics *diagnostics, uint32_t games) {
    uint32_t kept = 0;
    if (!diagnostics) {
        return;
    }
    diagnostics->games = games;
    uint64_t errors = diagnostics->errors, warnings = diagnostics->warnings;
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        gait_diagnostic item = diagnostics->items[i];
        errors -= item.severity == GAIT_ERROR ? item.count : 0;
        warnings -= item.severity == GAIT_WARNING ? item.count : 0;
        item.severity = item.rule ? gait_rule_severity_in(item.rule, games) : item.severity;
        errors += item.severity == GAIT_ERROR ? item.count : 0;
        warnings += item.severity == GAIT_WARNING ? item.count : 0;
        if (item.severity != GAIT_OFF) {
            diagnostics->items[kept++] = item;
        }
    }
    diagnostics->count = kept;
    diagnostics->errors = errors;
    diagnostics->warnings = warnings;
}
