#include "text_forms.h"

#include <stdlib.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/file.h"
#include "test.h"

static char *text_copy(gait_span bytes) {
    char *copy = malloc(bytes.size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    copy[bytes.size] = 0;
    return copy;
}

static char *text_of_file(const gait_file *file) {
    gait_buffer out = {0};
    assert_int_equal(gait_text_dump(file, NULL, &out), GAIT_OK);
    char *text = text_copy((gait_span){out.data, out.size});
    assert_int_equal(strlen(text), out.size);
    gait_buffer_free(&out);
    return text;
}

char *text_of(gait_span bytes) {
    gait_file *file;
    if (gait_file_open(bytes, NULL, NULL, &file) != GAIT_OK) {
        return NULL;
    }
    char *text = text_of_file(file);
    gait_file_free(file);
    return text;
}

char *text_of_fixture(const char *path) {
    test_file opened = test_open(path);
    char *text = text_of_file(opened.file);
    test_close(&opened);
    return text;
}

char *text_with(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (!at) {
        fail_msg("the text does not contain %s:\n%.400s", from, text);
        return NULL;
    }
    size_t head = (size_t)(at - text), removed = strlen(from), size = strlen(to);
    size_t tail = strlen(text) - head - removed;
    char *changed = malloc(head + size + tail + 1);
    assert_non_null(changed);
    memcpy(changed, text, head);
    memcpy(changed + head, to, size);
    memcpy(changed + head + size, at + removed, tail + 1);
    return changed;
}

gait_status text_build_with(const char *text, bool allow_damage, gait_diagnostics *found,
                            gait_buffer *out) {
    const gait_text_options options = {.common = {.diagnostics = found},
                                       .allow_damage = allow_damage};
    return gait_text_build(test_span(text), &options, out, NULL);
}

gait_span text_built(const char *text, const char *from, const char *to) {
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_buffer out = {0};
    char *changed = from ? text_with(text, from, to) : text_copy(test_span(text));
    gait_status status = text_build_with(changed, false, &found, &out);
    if (status != GAIT_OK) {
        fail_msg("%s instead of %s: %s", to, from, found.count > 0 ? items[0].text : "no reason");
    }
    assert_int_equal(found.errors, 0);
    free(changed);
    return (gait_span){out.data, out.size};
}

void text_assert_refused(const char *text, const char *from, const char *to, const char *rule,
                         const char *place) {
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_buffer out = {0};
    char *changed = from ? text_with(text, from, to) : text_copy(test_span(text));
    gait_status status = text_build_with(changed, false, &found, &out);
    if (status == GAIT_OK || found.count == 0 || strcmp(items[0].rule->id, rule) != 0 ||
        !strstr(items[0].text, place)) {
        fail_msg("%s instead of %s: %s %s, not %s %s", to, from,
                 found.count > 0 ? items[0].rule->id : gait_status_name(status),
                 found.count > 0 ? items[0].text : "", rule, place);
    }
    assert_int_equal(status, items[0].rule->status);
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
    free(changed);
}

void text_assert_changes(const char *text, const char *from, const char *to, size_t offset,
                         size_t size) {
    gait_span before = text_built(text, NULL, NULL), after = text_built(text, from, to);
    assert_int_equal(before.size, after.size);
    bool has_changed = false;
    for (size_t i = 0; i < before.size; i++) {
        bool is_inside = i >= offset && i - offset < size;
        has_changed = has_changed || before.data[i] != after.data[i];
        if (before.data[i] != after.data[i] && !is_inside) {
            fail_msg("%s instead of %s changes byte %zu", to, from, i);
        }
    }
    assert_int_equal(has_changed, size > 0);
    free((void *)(uintptr_t)before.data);
    free((void *)(uintptr_t)after.data);
}

/* --- damage ----------------------------------------------------------------------------------- */

static void assert_same(gait_span expected, gait_span found) {
    if (expected.data[3] & 0x80) {
        return; /* an OMF with a compressed chunk, which is built uncompressed */
    }
    assert_int_equal(expected.size, found.size);
    assert_memory_equal(expected.data, found.data, expected.size);
}

/* What was built can be dumped, if it opens, and built again. */
static void assert_round_trip(gait_span bytes) {
    gait_buffer out = {0};
    char *text = text_of(bytes);
    if (text) {
        assert_int_equal(text_build_with(text, true, NULL, &out), GAIT_OK);
        assert_same(bytes, (gait_span){out.data, out.size});
    }
    gait_buffer_free(&out);
    free(text);
}

/* The text is in a block of exactly its size, so that sanitizers detect reads past its end. */
static void build_damaged(const char *text, size_t size, bool allow_damage) {
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    const gait_text_options options = {.common = {.diagnostics = &found},
                                       .allow_damage = allow_damage};
    gait_buffer out = {0};
    uint8_t *exact = malloc(size ? size : 1);
    assert_non_null(exact);
    memcpy(exact, text, size);
    gait_status status = gait_text_build((gait_span){exact, size}, &options, &out, NULL);
    assert_true(status == GAIT_OK || status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED);
    assert_true(status == GAIT_OK || (found.errors > 0 && out.size == 0));
    assert_true(status != GAIT_OK || found.errors == 0 || allow_damage);
    if (status == GAIT_OK) {
        assert_round_trip((gait_span){out.data, out.size});
    }
    gait_buffer_free(&out);
    free(exact);
}

static gait_status build_with_allocator(const gait_options *options, void *user) {
    const gait_text_options building = {.common = *options, .allow_damage = true};
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_text_build(test_span(user), &building, &out, NULL);
    assert_true(status == GAIT_OK || out.size == 0);
    gait_buffer_free(&out);
    return status;
}

static gait_status dump_with_allocator(const gait_options *options, void *user) {
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_text_dump(user, NULL, &out);
    gait_buffer_free(&out);
    return status;
}

void text_damage(const char *path) {
    static const char values[] = "0\"[]{}, -9e\\\xFF";
    test_file opened = test_open(path);
    char *text = text_of_file(opened.file);
    size_t size = strlen(text);
    for (size_t at = 0; at < size; at++) {
        char byte = text[at];
        build_damaged(text, at, at % 2);
        for (size_t v = 0; v < sizeof values; v++) { /* with the NUL */
            text[at] = values[v];
            build_damaged(text, size, v % 2);
        }
        text[at] = byte;
    }
    free(text);
    test_close(&opened);
    text_fail_allocations(path);
}

void text_fail_allocations(const char *path) {
    test_file opened = test_open(path);
    char *text = text_of_file(opened.file);
    assert_in_range(test_every_failing_allocation(build_with_allocator, text), 4, 1000);
    assert_in_range(test_every_failing_allocation(dump_with_allocator, opened.file), 1, 100);
    free(text);
    test_close(&opened);
}

static gait_status check_status(gait_span bytes) {
    gait_file *file;
    gait_status status = gait_file_open(bytes, NULL, NULL, &file);
    status = status == GAIT_OK ? gait_file_check(file, NULL) : status;
    gait_file_free(file);
    return status;
}

void text_assert_round_trips(const char *prefix) {
    test_fixtures all = test_fixtures_load(prefix);
    unsigned dumped = 0;
    for (size_t i = 0; i < all.count; i++) {
        gait_buffer out = {0};
        gait_span bytes = all.items[i].bytes;
        char *text = text_of(bytes);
        if (text && text_build_with(text, true, NULL, &out) != GAIT_OK) {
            fail_msg("%s cannot be built", all.items[i].file);
        }
        if (text) {
            assert_same(bytes, (gait_span){out.data, out.size});
            out.size = 0;
            gait_status status = text_build_with(text, false, NULL, &out);
            assert_int_equal(status == GAIT_OK, check_status(bytes) == GAIT_OK);
            dumped++;
        }
        gait_buffer_free(&out);
        free(text);
    }
    assert_in_range(dumped, 5, all.count);
    test_fixtures_free(&all);
}
