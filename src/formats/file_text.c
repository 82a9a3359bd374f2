/* The text form of open files. */
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/text/code_page.h"
#include "formats/file_state.h"
#include "text/text_form.h"
#include "gait/text.h"

static const char text_schema[] = "gait.text/1";

/* --- dump ------------------------------------------------------------------------------------- */

static gait_status text_refuse_format(const gait_file *file, gait_diagnostics *diagnostics) {
    const char *title = file->row->info.title;
    return gaiti_file_raise(file, diagnostics, GAITI_TEXT_FORMAT,
                            (gaiti_detail){.name = gaiti_span(title, strlen(title))});
}

static gait_status text_dump(const gait_file *file, bool is_clean, gait_diagnostics *diagnostics,
                             gait_buffer *out) {
    if (!file || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_text_functions *form = &file->row->text;
    if (!form->fields || file->is_skeleton_only) {
        return text_refuse_format(file, diagnostics);
    }
    void *copy = gaiti_resize(&file->arena.allocator, NULL, 0, form->size);
    if (!copy) {
        return GAIT_NO_MEMORY;
    }
    memcpy(copy, file->document, form->size);
    size_t start = out->size;
    gaiti_json json = gaiti_json_over(out);
    gaiti_text text = {.json = &json, .code_page = gait_file_code_page(file), .is_clean = is_clean};
    gaiti_json_open(&json, '{');
    gaiti_json_member_text(&json, "schema", text_schema);
    gaiti_json_member_text(&json, "format", file->row->info.name);
    gaiti_json_member_uint(&json, "codePage", text.code_page);
    form->fields(&text, copy);
    gaiti_resize(&file->arena.allocator, copy, form->size, 0);
    gaiti_json_close(&json, '}');
    if (json.failed || !gaiti_write(out, "\n", 1)) {
        out->size = start;
        return GAIT_NO_MEMORY;
    }
    return GAIT_OK;
}

gait_status gait_text_dump(const gait_file *file, gait_diagnostics *diagnostics, gait_buffer *out) {
    return text_dump(file, false, diagnostics, out);
}

gait_status gait_text_dump_clean(const gait_file *file, gait_diagnostics *diagnostics,
                                 gait_buffer *out) {
    return text_dump(file, true, diagnostics, out);
}

/* --- build ------------------------------------------------------------------------------------ */

/* Reads the members that all formats have. The row of the format; NULL after an error. */
static const gaiti_format_row *text_read_head(gaiti_text *text) {
    const char *names[GAIT_FORMAT_COUNT];
    uint32_t formats[GAIT_FORMAT_COUNT], count = 0, choice = 0;
    for (uint32_t f = 0; f < GAIT_FORMAT_COUNT; f++) {
        const gaiti_format_row *row = gaiti_format_row_of((gait_format)f);
        if (row->text.fields) {
            names[count] = row->info.name;
            formats[count++] = f;
        }
    }
    if (gaiti_text_is_ok(text) && !gaiti_text_take(text, "schema", text_schema)) {
        gaiti_text_fail(text, GAITI_TEXT_NOT_FORM, "schema", 0, 0, gaiti_span(NULL, 0));
    }
    gaiti_text_choice(text, "format", &choice, names, count);
    gaiti_text_u32(text, "codePage", &text->code_page);
    if (gaiti_text_is_ok(text) && (text->code_page == 0 || !gaiti_is_code_page(text->code_page))) {
        gaiti_text_fail(text, GAITI_TEXT_WORD, "codePage", 0, 0,
                        gaiti_span("1250, 1251, 1252", 16));
    }
    return gaiti_text_is_ok(text) ? gaiti_format_row_of((gait_format)formats[choice]) : NULL;
}

/* Opens and checks the bytes. A file of another format is an error of the text. */
static gait_status text_check(gaiti_text *text, gait_span bytes, gait_format format,
                              const gait_text_options *options) {
    gait_options opening = options->common;
    gait_file *file = NULL;
    opening.code_page = text->code_page;
    gait_status status = gait_file_open(bytes, NULL, &opening, &file);
    if (status == GAIT_OK && gait_file_format(file) != format) {
        const char *name = file->row->info.name;
        gaiti_text_fail(text, GAITI_TEXT_WORD, "format", 0, 0, gaiti_span(name, strlen(name)));
        gait_file_free(file);
        return text->status;
    }
    if (status == GAIT_OK) {
        status = gait_file_check(file, opening.diagnostics);
    }
    gait_file_free(file);
    if (status == GAIT_OK || status == GAIT_NO_MEMORY || status == GAIT_LIMIT) {
        return status;
    }
    return options->allow_damage ? GAIT_OK
                                 : gaiti_raise(text->report, GAITI_TEXT_DAMAGED, (gaiti_detail){0});
}

/* Reads the fields into a new document, and writes that. */
static gait_status text_write(gaiti_text *text, const gaiti_format_row *row,
                              const gait_options *options, gait_buffer *out) {
    gait_status status;
    uint8_t *document = gaiti_new_object(options, row->text.size, row->text.arena, 0, &status);
    GAITI_TRY(status);
    text->arena = (void *)(document + row->text.arena);
    row->text.fields(text, document);
    status = gaiti_text_end(text);
    if (status == GAIT_OK) {
        status = row->write(document, out);
    }
    row->free(document);
    text->arena = NULL;
    return status;
}

static gait_status text_build(gaiti_text *text, const gait_text_options *options, gait_buffer *out,
                              gait_format *out_format) {
    const gaiti_format_row *row = text_read_head(text);
    if (!row) {
        return text->status;
    }
    size_t start = out->size;
    gait_status status = text_write(text, row, &options->common, out);
    if (status == GAIT_OK) {
        gait_span bytes = {out->data + start, out->size - start};
        gait_format format = row->info.format;
        status = text_check(text, bytes, format, options);
        *out_format = format;
    }
    if (status != GAIT_OK) {
        out->size = start;
    }
    return status;
}

gait_status gait_text_build(gait_span text, const gait_text_options *options, gait_buffer *out,
                            gait_format *out_format) {
    static const gait_text_options defaults = {.allow_damage = false};
    gait_format format = GAIT_FORMAT_UNKNOWN;
    options = options ? options : &defaults;
    if (!out || !gaiti_is_span(text)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(options->common.diagnostics);
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &options->common, 0);
    gaiti_text form = {.report = &report, .source = text};
    gaiti_text_begin(&form, &scratch);
    gait_status status = text_build(&form, options, out, &format);
    gaiti_arena_free(&scratch);
    if (out_format) {
        *out_format = format;
    }
    return status;
}
