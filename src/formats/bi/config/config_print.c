/* Config texts from binarised configs and back. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/try.h"
#include "formats/bi/config/config_rap.h"

/* --- text to values --------------------------------------------------------------------------- */

/* True for a decimal integer of 32 bits. */
static bool print_parse_int(gait_span text, int32_t *out) {
    bool is_negative = text.size > 0 && text.data[0] == '-';
    uint64_t value;
    if (!gaiti_parse_u64((const char *)text.data + is_negative, text.size - is_negative, &value) ||
        value > (uint64_t)INT32_MAX + is_negative) {
        return false;
    }
    *out = (int32_t)(is_negative ? -(int64_t)value : (int64_t)value);
    return true;
}

static bool print_parse_float(gait_span text, float *out) {
    double value;
    if (gaiti_parse_f32((const char *)text.data, text.size, out)) {
        return true;
    }
    if (!gaiti_parse_typed_f64((const char *)text.data, text.size, &value) ||
        value > 3.4028234e38 || value < -3.4028234e38) {
        return false;
    }
    *out = (float)value;
    return true;
}

/* Makes a number of a bare text, if it is one. */
static bool print_read_number(gaiti_arena *arena, gaiti_config_entry *entry) {
    uint8_t *bytes = NULL;
    int32_t integer;
    float number;
    if (entry->text_size == 0) {
        return true;
    }
    if (print_parse_int(gaiti_config_text(entry), &integer)) {
        bytes = gaiti_alloc(arena, 4, 1);
        entry->kind = GAITI_CONFIG_INT;
        if (bytes) {
            gaiti_store_u32(bytes, (uint32_t)integer);
        }
    } else if (print_parse_float(gaiti_config_text(entry), &number)) {
        bytes = gaiti_alloc(arena, 4, 1);
        entry->kind = GAITI_CONFIG_FLOAT;
        if (bytes) {
            gaiti_store_f32(bytes, number);
        }
    } else {
        return true;
    }
    entry->text = bytes;
    entry->text_size = 4;
    return bytes != NULL;
}

static bool print_unquote(gaiti_arena *arena, gaiti_config_entry *entry) {
    gait_span text = gaiti_config_unquoted(arena, gaiti_config_text(entry));
    bool is_ok = text.data || entry->text_size == 0;
    entry->text = text.data;
    entry->text_size = (uint32_t)text.size;
    return is_ok;
}

/* Makes values of the texts of a tree, as binarised configs have them. The tree has at most
 * GAITI_CONFIG_CLASSES + GAITI_CONFIG_ARRAYS levels. */
static bool print_read_values(gaiti_arena *arena, gaiti_config_entry *entry) {
    bool is_ok = true;
    for (; entry && is_ok; entry = entry->next) {
        if (entry->kind == GAITI_CONFIG_BARE) {
            is_ok = print_read_number(arena, entry);
        } else if (entry->kind == GAITI_CONFIG_QUOTED) {
            is_ok = print_unquote(arena, entry);
        } else {
            entry->end = 1; /* of a class: is stored; the number after += */
            is_ok = print_read_values(arena, entry->first);
        }
    }
    return is_ok;
}

/* Reads a text as the tree of a binarised config. Nothing is reported. */
static gait_status print_read_text(gait_config *config, gait_span text) {
    const gaiti_config_reading reading = {0};
    config->version = GAITI_RAP_ARMA;
    config->texts.arena = &config->arena;
    GAITI_TRY(gaiti_config_add_source(&config->texts, text, NULL));
    GAITI_TRY(gaiti_config_read_tree(&config->texts, 0, &reading, &config->root));
    config->root.end = 1;
    return print_read_values(&config->arena, config->root.first) ? GAIT_OK : config->arena.status;
}

/* --- values to text --------------------------------------------------------------------------- */

/* A text that is written. */
typedef struct print_job {
    gait_buffer out;
    bool no_memory;
} print_job;

/* Stops when the text is longer than the parser reads; print_verify() then refuses it. */
static bool print_is_ok(const print_job *job) {
    return !job->no_memory && job->out.size <= GAITI_CONFIG_OUTPUT;
}

static void print_bytes(print_job *job, const void *bytes, size_t size) {
    job->no_memory |= !gaiti_write(&job->out, bytes, size);
}

static void print_byte(print_job *job, uint8_t value) {
    print_bytes(job, &value, 1);
}

static void print_text(print_job *job, const char *text) {
    print_bytes(job, text, strlen(text));
}

static void print_span(print_job *job, gait_span text) {
    print_bytes(job, text.data, text.size);
}

static void print_indent(print_job *job, uint32_t depth) {
    job->no_memory |= !gaiti_write_fill(&job->out, '\t', depth);
}

static void print_quoted(print_job *job, gait_span text) {
    print_byte(job, '"');
    for (size_t i = 0; i < text.size; i++) {
        print_bytes(job, "\"\"", text.data[i] == '"');
        print_byte(job, text.data[i]);
    }
    print_byte(job, '"');
}

static void print_value(print_job *job, const gaiti_config_entry *entry) {
    char digits[GAITI_NUMBER_MAX];
    size_t size;
    if (entry->kind == GAITI_CONFIG_QUOTED) {
        print_quoted(job, gaiti_config_text(entry));
    } else if (entry->kind == GAITI_CONFIG_BARE) {
        print_span(job, gaiti_config_text(entry));
    } else if (entry->kind == GAITI_CONFIG_INT) {
        size = gaiti_print_i64(digits, (int32_t)gaiti_load_u32(entry->text));
        print_bytes(job, digits, size);
    } else {
        size = gaiti_print_f32(digits, gaiti_load_f32(entry->text));
        print_bytes(job, digits, size);
        if (!memchr(digits, '.', size) && !memchr(digits, 'e', size)) {
            print_text(job, ".0");
        }
    }
}

static void print_items(print_job *job, const gaiti_config_entry *item) {
    print_byte(job, '{');
    for (; item && print_is_ok(job); item = item->next) {
        if (item->kind == GAITI_CONFIG_ARRAY) {
            print_items(job, item->first);
        } else {
            print_value(job, item);
        }
        print_bytes(job, ", ", item->next ? 2 : 0);
    }
    print_byte(job, '}');
}

static void print_members(print_job *job, const gaiti_config_entry *entry, uint32_t depth);

static void print_class(print_job *job, const gaiti_config_entry *entry, uint32_t depth) {
    print_text(job, "class ");
    print_span(job, gaiti_config_name(entry));
    if (entry->text_size > 0) {
        print_text(job, ": ");
        print_span(job, gaiti_config_text(entry));
    }
    if (entry->kind == GAITI_CONFIG_CLASS) {
        print_text(job, " {\n");
        print_members(job, entry->first, depth + 1);
        print_indent(job, depth);
        print_byte(job, '}');
    }
}

static void print_members(print_job *job, const gaiti_config_entry *entry, uint32_t depth) {
    for (; entry && print_is_ok(job); entry = entry->next) {
        print_indent(job, depth);
        if (entry->kind <= GAITI_CONFIG_DECLARED) {
            print_class(job, entry, depth);
        } else if (entry->kind == GAITI_CONFIG_DELETED) {
            print_text(job, "delete ");
            print_span(job, gaiti_config_name(entry));
        } else {
            print_span(job, gaiti_config_name(entry));
            print_text(job, entry->kind == GAITI_CONFIG_ADDED   ? "[] += "
                            : entry->kind == GAITI_CONFIG_ARRAY ? "[] = "
                                                                : " = ");
            if (entry->kind >= GAITI_CONFIG_ARRAY) {
                print_items(job, entry->first);
            } else {
                print_value(job, entry);
            }
        }
        print_text(job, ";\n");
    }
}

/* --- comparison ------------------------------------------------------------------------------- */

/* The first entry in which two trees differ; NULL = none. For an item, the array that contains it.
 */
static const gaiti_config_entry *print_find_difference(const gaiti_config_entry *a,
                                                       const gaiti_config_entry *b) {
    for (; a && b; a = a->next, b = b->next) {
        if (a->kind != b->kind || !gaiti_same_bytes(gaiti_config_name(a), gaiti_config_name(b)) ||
            (a->kind < GAITI_CONFIG_ARRAY &&
             !gaiti_same_bytes(gaiti_config_text(a), gaiti_config_text(b)))) {
            return a;
        }
        const gaiti_config_entry *inner = print_find_difference(a->first, b->first);
        if (inner) {
            return inner->name_size > 0 ? inner : a;
        }
    }
    return a ? a : b;
}

/* --- conversions ------------------------------------------------------------------------------ */

/* Reads the text again, and reports the first entry that differs. */
static gait_status print_verify(const gait_config *config, gait_span text,
                                gait_diagnostics *diagnostics) {
    gait_options options = {.allocator = config->arena.allocator};
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_config again = {0};
    gaiti_arena_init(&again.arena, &options, text.size);
    gait_status status = print_read_text(&again, text);
    if (status == GAIT_OK || status == GAIT_CORRUPT || status == GAIT_TRUNCATED) {
        const gaiti_config_entry *differs =
            print_find_difference(config->root.first, again.root.first);
        if (!differs && config->root.text_size + config->root.name_size == 0 &&
            config->enum_count == 0 && config->trailing.size == 0) {
            status = GAIT_OK;
        } else {
            const char *other = config->enum_count > 0      ? "enum"
                                : config->trailing.size > 0 ? "bytes after the end"
                                                            : "base or name of the file";
            gait_span where =
                differs ? gaiti_span(differs->name, differs->name_size) : gaiti_span_of(other);
            report.has_no_offset = true;
            status = gaiti_raise(&report, GAITI_CFG_NO_TEXT, (gaiti_detail){.name = where});
        }
    }
    gaiti_arena_free(&again.arena);
    return status;
}

gait_status gaiti_config_print(const gait_config *config, gait_diagnostics *diagnostics,
                               gait_buffer *out) {
    print_job job = {.out = {.allocator = config->arena.allocator}};
    print_members(&job, config->root.first, 0);
    gait_span text = gaiti_span(job.out.data, job.out.size);
    gait_status status = job.no_memory ? GAIT_NO_MEMORY : print_verify(config, text, diagnostics);
    if (status == GAIT_OK && !gaiti_write(out, text.data, text.size)) {
        status = GAIT_NO_MEMORY;
    }
    gait_buffer_free(&job.out);
    return status;
}

gait_status gaiti_config_binarise(const gait_config *config, gait_diagnostics *diagnostics,
                                  gait_buffer *out) {
    gait_options options = {.allocator = config->arena.allocator};
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_config made = {0};
    if (config->source.size > 0 && memchr(config->source.data, 0, config->source.size)) {
        gaiti_detail detail = {.name = gaiti_span_of("byte 0 in the text")};
        report.has_no_offset = true;
        return gaiti_raise(&report, GAITI_CFG_NO_TEXT, detail);
    }
    gaiti_arena_init(&made.arena, &options, config->source.size);
    /* Opening the text has reported its defects. */
    gait_status status = print_read_text(&made, config->source);
    if (status == GAIT_OK) {
        status = gaiti_rap_write(&made, out);
    }
    gaiti_arena_free(&made.arena);
    return status;
}
