/* Functions that the sources of text forms share. */
#ifndef GAITI_TEXT_STATE_H
#define GAITI_TEXT_STATE_H

#include "text/text_form.h"

/* What an error of the text is about, besides its place. */
typedef struct gaiti_text_fault {
    gaiti_rule rule;
    int64_t expected, found;
    gait_span name, other; /* UTF-8 */
} gaiti_text_fault;

/* Reports an error at an offset of the text, if it is the first one. */
void gaiti_text_raise(gaiti_text *text, uint64_t offset, const gaiti_text_fault *fault);

/* The same for an error that is about nothing but a name. */
void gaiti_text_raise_name(gaiti_text *text, uint64_t offset, gaiti_rule rule, const char *name);

/* The offset of a value in the text. */
static inline uint64_t gaiti_text_offset(const gaiti_text *text, const gaiti_text_node *node) {
    return (uint64_t)(node->raw.data - text->source.data);
}

/* The node of a member or of the next item, marked as used; NULL when there is none, which is an
 * error unless `is_optional`. */
gaiti_text_node *gaiti_text_find(gaiti_text *text, const char *key, bool is_optional);
/* The same for a value that must have a kind; `name` of the kind is for the error. */
gaiti_text_node *gaiti_text_find_kind(gaiti_text *text, const char *key, gaiti_json_kind kind,
                                      const char *name);
/* Writes the key, if there is one. */
void gaiti_text_put_key(gaiti_text *text, const char *key);

/* A node as an item of the reader. */
static inline gaiti_json_item gaiti_text_item(const gaiti_text *text, const gaiti_text_node *node) {
    return (gaiti_json_item){.kind = (gaiti_json_kind)node->kind,
                             .is_escaped = node->is_escaped,
                             .at = gaiti_text_offset(text, node),
                             .raw = node->raw};
}

/* Converts a number or a text with bits; false, with an error, for anything else. */
bool gaiti_text_read_integer(gaiti_text *text, const gaiti_json_item *item, int64_t min,
                             int64_t max, int64_t *out);
bool gaiti_text_read_f32(gaiti_text *text, const gaiti_json_item *item, float *out);

enum { GAITI_TEXT_FLOAT_MAX = 40 };
/* Prints a float as it is written in texts; returns the size. */
size_t gaiti_text_print_f32(char *out, float value);

#endif
