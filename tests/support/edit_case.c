#include "edit_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const char *edit_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void edit_case_open(edit_case *self, const char *path) {
    *self = (edit_case){.bytes = test_fixture_bytes(path), .name = edit_base_name(path)};
    self->sink = (gait_diagnostics){.items = self->stored,
                                    .capacity = sizeof self->stored / sizeof *self->stored};
    gait_options options = {.diagnostics = &self->sink};
    assert_int_equal(gait_edit_begin(self->bytes, self->name, &options, &self->edit), GAIT_OK);
}

void edit_case_close(edit_case *self) {
    gait_edit_free(self->edit);
    free((void *)(uintptr_t)self->bytes.data);
}

gait_status edit_case_run(edit_case *self, const char *script) {
    self->sink.count = 0;
    self->sink.errors = 0;
    return gait_edit_script(self->edit, test_span(script));
}

char *edit_case_changes(const edit_case *self) {
    size_t size = 1;
    uint32_t count = gait_edit_change_count(self->edit);
    for (uint32_t i = 0; i < count; i++) {
        size += strlen(gait_edit_change_at(self->edit, i).text) + 1;
    }
    char *text = calloc(size, 1);
    assert_non_null(text);
    for (uint32_t i = 0; i < count; i++) {
        const char *change = gait_edit_change_at(self->edit, i).text;
        size_t length = strlen(text);
        (void)snprintf(text + length, size - length, "%s\n", change);
    }
    return text;
}

/* The parts of the edited file are the bytes that are written at once. */
static void assert_parts(gait_edit *edit, const gait_buffer *written) {
    const gait_span *parts;
    uint32_t count;
    size_t at = 0;
    assert_int_equal(gait_edit_parts(edit, &parts, &count), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(parts[i].size <= written->size - at);
        if (parts[i].size > 0) {
            assert_memory_equal(parts[i].data, written->data + at, parts[i].size);
        }
        at += parts[i].size;
    }
    assert_int_equal(at, written->size);
}

test_file edit_case_write(edit_case *self) {
    gait_buffer out = {0}, again = {0};
    const gait_file *source = gait_edit_file(self->edit);
    assert_int_equal(gait_edit_write(self->edit, &out), GAIT_OK);
    assert_parts(self->edit, &out);
    test_file result = {.bytes = {out.data, out.size}};
    assert_int_equal(gait_file_open(result.bytes, self->name, NULL, &result.file), GAIT_OK);
    assert_int_equal(gait_file_format(result.file), gait_file_format(source));
    assert_int_equal(gait_file_write(result.file, &again), GAIT_OK);
    assert_int_equal(again.size, out.size);
    assert_memory_equal(again.data, out.data, out.size);
    gait_buffer_free(&again);
    return result;
}

test_file edit_assert_changes(const char *path, const char *script, const char *changes) {
    edit_case edit;
    edit_case_open(&edit, path);
    if (edit_case_run(&edit, script) != GAIT_OK) {
        fail_msg("%s: %s", script, edit.sink.count > 0 ? edit.stored[0].text : "no diagnostic");
    }
    char *made = edit_case_changes(&edit);
    assert_string_equal(made, changes);
    free(made);
    test_file result = edit_case_write(&edit);
    if (!*changes) {
        assert_int_equal(result.bytes.size, edit.bytes.size);
        assert_memory_equal(result.bytes.data, edit.bytes.data, edit.bytes.size);
    }
    edit_case_close(&edit);
    return result;
}

void edit_assert_refused(const char *path, const char *script, gait_status status, const char *rule,
                         uint32_t line) {
    edit_case edit;
    gait_buffer out = {0};
    edit_case_open(&edit, path);
    gait_status result = edit_case_run(&edit, script);
    if (result != status || edit.sink.count != 1) {
        fail_msg("%s: %s, %u diagnostics", script, gait_status_name(result), edit.sink.count);
    }
    assert_string_equal(edit.stored[0].rule->id, rule);
    if (strcmp(rule, "EDT001") != 0) { /* that one is about the script */
        assert_string_equal(edit.stored[0].file, edit.name);
    }
    assert_int_equal(gait_edit_line(edit.edit), line);
    assert_int_equal(gait_edit_write(edit.edit, &out), GAIT_BAD_ARGUMENT);
    assert_null(out.data);
    edit_case_close(&edit);
}

void edit_assert_clips(const gait_file *file, const char *names) {
    char text[1024] = "";
    for (uint32_t c = 0; c < gait_file_clip_count(file); c++) {
        gait_span name = gait_file_clip_info(file, c).name;
        size_t length = strlen(text);
        int size = snprintf(text + length, sizeof text - length, "%s%.*s", c > 0 ? " " : "",
                            (int)name.size, (const char *)name.data);
        assert_in_range(length + (size_t)size, 0, sizeof text - 1);
    }
    assert_string_equal(text, names);
}

gait_buffer edit_many_clips(uint32_t count) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_buffer out = {0};
    gait_edit *edit;
    assert_int_equal(gait_edit_begin(bytes, NULL, NULL, &edit), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        char pair[64];
        const char *const words[] = {"duplicate", "--clip", pair};
        (void)snprintf(pair, sizeof pair, "hit_chest=m%05u", i);
        assert_int_equal(gait_edit_words(edit, words, 3), GAIT_OK);
    }
    assert_int_equal(gait_edit_script(edit, test_span("remove --clip idle --clip walk --clip salute"
                                                      " --clip stand --clip hit_chest")),
                     GAIT_OK);
    assert_int_equal(gait_edit_write(edit, &out), GAIT_OK);
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
    return out;
}

gait_status edit_apply(gait_span bytes, const char *file_name, gait_span script,
                       const gait_options *options, gait_buffer *out, uint32_t *out_line) {
    gait_edit *edit;
    uint32_t line = 0;
    gait_status status = gait_edit_begin(bytes, file_name, options, &edit);
    if (status == GAIT_OK) {
        status = gait_edit_script(edit, script);
        line = status != GAIT_OK ? gait_edit_line(edit) : 0;
    }
    if (status == GAIT_OK) {
        status = gait_edit_write(edit, out);
    }
    if (out_line) {
        *out_line = line;
    }
    gait_edit_free(edit);
    return status;
}
