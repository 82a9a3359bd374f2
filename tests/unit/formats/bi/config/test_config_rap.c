/* Binarised configs: fields, the same bytes, conversions to text and back. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "test.h"
#include "formats/bi/config/config_rap.h"
#include "gait/convert.h"

/* The example in docs/formats/config.md. */
static const uint8_t arma[] = {
    0x00, 0x72, 0x61, 0x50, 0,   0,    0,    0,   8,    0, 0,   0, 0x60, 0,   0, 0,
    0,    2,    3,    'A',  0,   0,    'B',  0,   0x20, 0, 0,   0, 0x60, 0,   0, 0,
    'A',  0,    6,    1,    2,   'x',  0,    1,   0,    0, 0,   1, 1,    'y', 0, 0,
    0,    0xC0, 0x3F, 1,    0,   'z',  0,    'q', 0,    2, 'a', 0, 4,    2,   1, 0,
    0,    0,    1,    0,    0,   0x20, 0x40, 0,   's',  0, 3,   0, 5,    1,   0, 0,
    0,    'b',  0,    1,    2,   7,    0,    0,   0,    4, 'C', 0, 0x60, 0,   0, 0,
    1,    0,    0,    0,    'l', 'e',  'f',  't', 0,    3, 0,   0, 0};
static const uint8_t flashpoint[] = {
    0x00, 0x72, 0x61, 0x50, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01, 0x43,
    0x66, 0x67, 0x4D, 0x6F, 0x76, 0x65, 0x73, 0x4D, 0x43, 0x00, 0x00, 0x01, 0x00, 0x02, 0x53,
    0x74, 0x61, 0x74, 0x65, 0x73, 0x00, 0x00, 0x02, 0x00, 0x03, 0x42, 0x61, 0x73, 0x65, 0x00,
    0x00, 0x02, 0x01, 0x00, 0x04, 0x66, 0x69, 0x6C, 0x65, 0x00, 0x05, 0x77, 0x61, 0x6C, 0x6B,
    0x2E, 0x72, 0x74, 0x6D, 0x00, 0x01, 0x01, 0x06, 0x73, 0x70, 0x65, 0x65, 0x64, 0x00, 0x00,
    0x00, 0xC0, 0xBF, 0x00, 0x07, 0x4B, 0x69, 0x64, 0x00, 0x42, 0x61, 0x73, 0x65, 0x00, 0x01,
    0x02, 0x08, 0x69, 0x6B, 0x00, 0x02, 0x02, 0x01, 0x00, 0x00, 0x00, 0x00, 0x05, 0x01, 0x02,
    0x09, 0x61, 0x63, 0x63, 0x65, 0x73, 0x73, 0x00, 0x01, 0x00, 0x00, 0x00};

static gait_config *open_rap(gait_span bytes) {
    gait_config *config;
    assert_int_equal(gaiti_rap_open(bytes, NULL, &config), GAIT_OK);
    return config;
}

static void assert_named(const gaiti_config_entry *entry, gaiti_config_kind kind,
                         const char *name) {
    assert_non_null(entry);
    assert_int_equal(entry->kind, kind);
    assert_int_equal(entry->name_size, strlen(name));
    assert_memory_equal(entry->name, name, entry->name_size);
}

static void assert_same_bytes_written(const gait_config *config, gait_span bytes) {
    gait_buffer out = {0};
    assert_true(gait_buffer_append(&out, "before", 6) == GAIT_OK);
    assert_int_equal(gaiti_rap_write(config, &out), GAIT_OK);
    assert_int_equal(out.size, bytes.size + 6);
    assert_memory_equal(out.data + 6, bytes.data, bytes.size);
    gait_buffer_free(&out);
}

TEST(fields_of_arma_are_read_and_written) {
    gait_span bytes = {arma, sizeof arma};
    gait_config *config = open_rap(bytes);
    const gaiti_config_entry *entry = config->root.first;
    assert_named(entry, GAITI_CONFIG_DECLARED, "A");
    entry = entry->next;
    assert_named(entry, GAITI_CONFIG_CLASS, "B");
    assert_null(entry->next);
    assert_memory_equal(entry->text, "A", 2);
    entry = entry->first;
    assert_named(entry, GAITI_CONFIG_INT, "x");
    assert_named(entry->next, GAITI_CONFIG_FLOAT, "y");
    assert_named(entry->next->next, GAITI_CONFIG_QUOTED, "z");
    entry = entry->next->next->next;
    assert_named(entry, GAITI_CONFIG_ARRAY, "a");
    assert_int_equal(entry->first->kind, GAITI_CONFIG_INT);
    assert_int_equal(entry->first->next->next->next->kind, GAITI_CONFIG_ARRAY);
    assert_named(entry->next, GAITI_CONFIG_ADDED, "b");
    assert_named(entry->next->next, GAITI_CONFIG_DELETED, "C");
    assert_int_equal(config->enum_count, 1);
    assert_int_equal(config->enums[0].value, 3);
    assert_same_bytes_written(config, bytes);
    gaiti_config_free(config);
}

TEST(fields_of_operation_flashpoint_are_read_and_written) {
    gait_span bytes = {flashpoint, sizeof flashpoint};
    gait_config *config = open_rap(bytes);
    const gaiti_config_entry *kid = config->root.first->first->first->next;
    assert_int_equal(config->version, 4);
    assert_named(kid, GAITI_CONFIG_CLASS, "Kid");
    assert_named(kid->first, GAITI_CONFIG_ARRAY, "ik");
    assert_memory_equal(kid->first->first->next->text, "walk.rtm", 9);
    assert_named(config->root.first->next, GAITI_CONFIG_INT, "access");
    assert_same_bytes_written(config, bytes);
    gaiti_config_free(config);
}

/* The text of a binarised config, from which the same config is made. */
static void check_text(const char *path) {
    gait_span bytes = test_fixture_bytes(path);
    gait_config *config = open_rap(bytes), *text;
    gait_buffer out = {0}, again = {0};
    assert_int_equal(gaiti_config_print(config, NULL, &out), GAIT_OK);
    gait_span printed = {out.data, out.size};
    assert_int_equal(gaiti_config_open(printed, NULL, &text), GAIT_OK);
    assert_int_equal(gaiti_config_binarise(text, NULL, &again), GAIT_OK);
    if (strstr(path, "no_ends") == NULL && strstr(path, "ofp") == NULL) {
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.data, bytes.data, bytes.size);
    }
    gaiti_config_free(text);
    gaiti_config_free(config);
    gait_buffer_free(&out);
    gait_buffer_free(&again);
    free((void *)(uintptr_t)bytes.data);
}

TEST(texts_of_binarised_configs_make_the_same_bytes) {
    check_text("config/ok/arma.bin");
    check_text("config/ok/no_ends.bin");
    check_text("config/ok/empty.bin");
    check_text("config/ok/long_count.bin");
    check_text("config/ok/ofp_4.bin");
}

TEST(content_without_a_text_is_refused) {
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    gait_config *config = open_rap((gait_span){arma, sizeof arma});
    gait_buffer out = {0};
    assert_int_equal(gaiti_config_print(config, &diagnostics, &out), GAIT_UNSUPPORTED);
    assert_string_equal(items[0].rule->id, "CFG009");
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
    gaiti_config_free(config);
    /* The texts "a", "b\nc" and x as 1e40, which no float has. */
    static const char *const texts[] = {"x = \"a\";", "x = 1e40;", "x = nan;",
                                        "y[] += {1.0, -0.0};"};
    static const uint32_t kinds[] = {GAITI_CONFIG_QUOTED, GAITI_CONFIG_BARE, GAITI_CONFIG_BARE,
                                     GAITI_CONFIG_ADDED};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        gait_span text = {(const uint8_t *)texts[i], strlen(texts[i])};
        assert_int_equal(gaiti_config_open(text, NULL, &config), GAIT_OK);
        assert_int_equal(gaiti_config_binarise(config, NULL, &out), GAIT_OK);
        gaiti_config_free(config);
        config = open_rap((gait_span){out.data, out.size});
        assert_int_equal(config->root.first->kind, kinds[i]);
        gaiti_config_free(config);
        gait_buffer_free(&out);
    }
}

TEST(defects_of_a_text_are_reported_when_it_is_opened) {
    static const char text[] = "x = 1\ny = 2;", with_nul[] = "x = \"a\0b\";";
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    gait_options options = {.diagnostics = &diagnostics};
    gait_config *config;
    gait_buffer out = {0};
    gait_span source = {(const uint8_t *)text, sizeof text - 1};
    assert_int_equal(gaiti_config_open(source, &options, &config), GAIT_OK);
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(items[0].rule->id, "CFG014");
    diagnostics.count = 0;
    assert_int_equal(gaiti_config_binarise(config, &diagnostics, &out), GAIT_OK);
    assert_int_equal(diagnostics.count, 0);
    gaiti_config_free(config);
    gait_buffer_free(&out);
    source = (gait_span){(const uint8_t *)with_nul, sizeof with_nul - 1};
    assert_int_equal(gaiti_config_open(source, NULL, &config), GAIT_OK);
    assert_int_equal(gaiti_config_binarise(config, &diagnostics, &out), GAIT_UNSUPPORTED);
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(items[0].rule->id, "CFG009");
    assert_int_equal(out.size, 0);
    gaiti_config_free(config);
}

static gait_status print_and_binarise(const gait_options *options, void *user) {
    gait_config *config, *text = NULL;
    gait_buffer out = {.allocator = options->allocator}, again = {.allocator = options->allocator};
    gait_status status = gaiti_rap_open(*(const gait_span *)user, options, &config);
    if (status == GAIT_OK) {
        status = gaiti_config_print(config, NULL, &out);
    }
    if (status == GAIT_OK) {
        status = gaiti_config_open((gait_span){out.data, out.size}, options, &text);
    }
    if (status == GAIT_OK) {
        status = gaiti_config_binarise(text, NULL, &again);
    }
    gaiti_config_free(text);
    gaiti_config_free(config);
    gait_buffer_free(&out);
    gait_buffer_free(&again);
    return status;
}

TEST(conversions_without_memory_fail) {
    gait_span bytes = test_fixture_bytes("config/ok/long_count.bin");
    assert_true(test_every_failing_allocation(print_and_binarise, &bytes) > 10);
    free((void *)(uintptr_t)bytes.data);
}

/* An array whose items are `count` times the same text of 1 MiB, as Operation Flashpoint stores
 * it. Returns its size. */
static size_t repeat_text(uint8_t *out, uint32_t count) {
    enum { TEXT = 1 << 20 };
    static const uint8_t head[] = {0x00, 0x72, 0x61, 0x50, 4, 0, 0, 0, 0, 0, 0, 1, 2, 1, 'x', 0};
    size_t size = sizeof head;
    memcpy(out, head, size);
    out[size++] = (uint8_t)(count % 128 + 128);
    out[size++] = (uint8_t)(count / 128);
    out[size++] = 0;
    out[size++] = 2;
    memset(out + size, 'a', TEXT);
    out[size += TEXT] = 0;
    size++;
    for (uint32_t i = 1; i < count; i++) {
        out[size++] = 0;
        out[size++] = 2;
    }
    return size;
}

TEST(repeated_texts_are_limited) {
    enum { MOST = 257 };
    uint8_t *bytes = malloc((1 << 20) + 1024);
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    gait_options options = {.diagnostics = &diagnostics};
    gait_config *config;
    assert_non_null(bytes);
    gait_span file = {bytes, repeat_text(bytes, MOST)};
    assert_int_equal(gaiti_rap_open(file, &options, &config), GAIT_OK);
    gaiti_config_free(config);
    file.size = repeat_text(bytes, MOST + 1);
    assert_int_equal(gaiti_rap_open(file, &options, &config), GAIT_CORRUPT);
    assert_string_equal(items[0].rule->id, "CFG006");
    assert_int_equal(items[0].offset, file.size - 1);
    free(bytes);
}

/* The tree has no end, so that only the limit stops the text. */
TEST(texts_beyond_the_limit_of_the_parser_are_refused) {
    enum { TEXT = 1 << 22 };
    uint8_t *text = malloc(TEXT);
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    assert_non_null(text);
    memset(text, 'a', TEXT);
    memcpy(text, "/*", 2); /* so that it is read quickly */
    gaiti_config_entry item = {.text = text, .text_size = TEXT, .kind = GAITI_CONFIG_BARE};
    gaiti_config_entry array = {
        .first = &item, .name = (const uint8_t *)"x", .name_size = 1, .kind = GAITI_CONFIG_ARRAY};
    gait_config config = {.root = {.first = &array}};
    gait_buffer out = {0};
    item.next = &item;
    assert_int_equal(gaiti_config_print(&config, &diagnostics, &out), GAIT_UNSUPPORTED);
    assert_string_equal(items[0].rule->id, "CFG009");
    assert_int_equal(out.size, 0);
    array = (gaiti_config_entry){.next = &array,
                                 .name = text,
                                 .name_size = TEXT,
                                 .text = text,
                                 .text_size = 1,
                                 .kind = GAITI_CONFIG_BARE};
    assert_int_equal(gaiti_config_print(&config, &diagnostics, &out), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    free(text);
}

TEST(conversions_choose_the_other_form) {
    assert_int_equal(gait_convert_route_of(GAIT_FORMAT_RAP, GAIT_FORMAT_CONFIG),
                     GAIT_ROUTE_OTHER_FORM);
    assert_int_equal(gait_convert_route_of(GAIT_FORMAT_CONFIG, GAIT_FORMAT_RAP),
                     GAIT_ROUTE_OTHER_FORM);
    assert_int_equal(gait_convert_route_of(GAIT_FORMAT_RAP, GAIT_FORMAT_RAP), GAIT_ROUTE_COPY);
}
