/* Shows the parts of the lines of an LTX as fields, for gait_file_map(). */
#include "formats/xray/ltx/ltx.h"

typedef struct ltx_showing {
    gait_span text;
    size_t at;
    gaiti_visitor *visitor;
} ltx_showing;

/* Shows the bytes up to `end` as one field. */
static void ltx_show_to(ltx_showing *self, const uint8_t *end, const char *name) {
    size_t size = (size_t)(end - self->text.data) - self->at;
    gait_span shown;
    if (size > 0) {
        gaiti_visit_block(self->visitor, name, GAIT_FIELD_CHARS, 1, (uint32_t)size, &shown);
        self->at += size;
    }
}

/* Shows `name` as the field `as`, and what is before it as `before`. */
static void ltx_show_part(ltx_showing *self, const char *before, gait_span part, const char *as) {
    if (part.data) {
        ltx_show_to(self, part.data, before);
        ltx_show_to(self, part.data + part.size, as);
    }
}

static void ltx_show_line(ltx_showing *self, const gaiti_ltx_line *line, size_t end) {
    ltx_show_to(self, line->content.data, "space");
    switch (line->kind) {
    case GAITI_LTX_INCLUDE:
        ltx_show_part(self, "include", line->name, "path");
        ltx_show_to(self, line->content.data + line->content.size, "include");
        break;
    case GAITI_LTX_KEY:
        ltx_show_part(self, "key", line->name, "key");
        ltx_show_part(self, "equals", line->value, "value");
        ltx_show_to(self, line->content.data + line->content.size, "equals");
        break;
    case GAITI_LTX_SECTION:
    case GAITI_LTX_CHANGED:
    case GAITI_LTX_ENSURED:
    case GAITI_LTX_REMOVED:
        ltx_show_part(self, "header", line->name, "section");
        ltx_show_part(self, "header", line->value, "bases");
        ltx_show_to(self, line->content.data + line->content.size, "header");
        break;
    case GAITI_LTX_BLANK:
    default:
        break;
    }
    ltx_show_part(self, "space", line->comment, "comment");
    ltx_show_to(self, self->text.data + end, "space");
}

void gaiti_ltx_show(gait_span text, gaiti_visitor *visitor) {
    gaiti_ltx_cursor cursor = gaiti_ltx_begin(text);
    ltx_showing self = {.text = cursor.text, .visitor = visitor};
    gaiti_ltx_line line;
    ltx_show_to(&self, self.text.data + cursor.at, "mark");
    while (gaiti_visit_is_ok(visitor) && gaiti_ltx_next(&cursor, &line)) {
        ltx_show_line(&self, &line, cursor.at);
    }
}
