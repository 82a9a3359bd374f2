/* Checks of a model against the banks to which its references resolved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/bank_check.h"
#include "gait/ogf.h"
#include "test.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

enum { MOST_FINDINGS = 16, MOST_BANKS = 8 };

/* --- files ------------------------------------------------------------------------------------ */

/* The text up to one of the separators; *text is then after it, or at the end. */
static gait_span next_item(const char **text, const char *separators) {
    gait_span item = gaiti_span(*text, strcspn(*text, separators));
    *text += item.size + ((*text)[item.size] != 0);
    return item;
}

static void add_bones(gait_omf *bank, const char *parts) {
    uint32_t bone = 0;
    while (*parts) {
        gait_span part = next_item(&parts, "|");
        char *names = malloc(part.size + 1);
        memcpy(names, part.data, part.size);
        names[part.size] = 0;
        assert_int_equal(gaiti_omf_add_part(bank, test_span("part")), GAIT_OK);
        for (const char *at = names; *at;) {
            assert_int_equal(gaiti_omf_add_bone(bank, next_item(&at, ","), bone++), GAIT_OK);
        }
        free(names);
    }
}

/* Adds motions such as "idle walk@1 hit!": walk plays on part 1, hit is an FX. */
static void add_motions(gait_omf *bank, const char *motions) {
    static const uint8_t still[8] = {0, 0, 0, 0, 0, 0, 0xFF, 0x7F};
    uint32_t count = gait_omf_bone_count(bank);
    gait_omf_track *tracks = calloc(count + 1, sizeof *tracks);
    for (uint32_t b = 0; b < count; b++) {
        tracks[b] = (gait_omf_track){.flags = GAIT_OMF_ROTATION_CONSTANT,
                                     .rotation_keys = gaiti_span(still, 8)};
    }
    while (*motions) {
        gait_span item = next_item(&motions, " ");
        gait_omf_motion values = {.name = item, .bone_or_part = 0xFFFF, .speed = 1};
        uint8_t last = item.data[item.size - 1];
        if (last == '!') {
            values.flags = GAIT_OMF_FX;
            values.bone_or_part = 0;
            values.name.size -= 1;
        } else if (item.size > 2 && item.data[item.size - 2] == '@') {
            values.bone_or_part = (uint16_t)(last - '0');
            values.name.size -= 2;
        }
        values.label = values.name;
        values.frame_count = 1;
        assert_int_equal(gaiti_omf_add_motion(bank, &values, tracks), GAIT_OK);
    }
    free(tracks);
}

/* A bank such as "root,spine|head" with these motions. */
static gait_buffer make_bank(const char *parts, const char *motions) {
    gait_omf *bank;
    gait_buffer out = {0};
    assert_int_equal(gaiti_omf_new(4, NULL, &bank), GAIT_OK);
    add_bones(bank, parts);
    add_motions(bank, motions);
    assert_int_equal(gait_omf_write(bank, &out), GAIT_OK);
    gait_omf_free(bank);
    return out;
}

static gait_file *open_bytes(const gait_buffer *bytes, const char *name) {
    gait_file *file;
    gait_span span = {bytes->data, bytes->size};
    assert_int_equal(gait_file_open(span, name, NULL, &file), GAIT_OK);
    return file;
}

static gait_bank_summary *summarize(const char *parts, const char *motions) {
    gait_bank_summary *summary;
    gait_buffer bytes = make_bank(parts, motions);
    gait_file *file = open_bytes(&bytes, "a.omf");
    assert_int_equal(gait_bank_summary_new(file, NULL, &summary), GAIT_OK);
    gait_file_free(file);
    gait_buffer_free(&bytes);
    return summary;
}

/* A model with the bones root, spine and head, and references: chunk 19 with commas, or chunk 24
 * with the separator '|'. */
static gait_buffer make_model(const char *references, bool is_list) {
    gait_span base = test_fixture_bytes("ogf/ok/skeleton.ogf");
    size_t text_size = strlen(references) + 1, size = text_size + (is_list ? 4 : 0);
    gait_buffer out = {.data = malloc(base.size + 8 + size), .size = base.size + 8 + size};
    out.capacity = out.size;
    uint8_t *at = out.data + base.size;
    memcpy(out.data, base.data, base.size);
    gaiti_store_u32(at, is_list ? 24 : 19);
    gaiti_store_u32(at + 4, (uint32_t)size);
    memcpy(at + 8 + (is_list ? 4 : 0), references, text_size);
    if (is_list) {
        uint32_t count = 1;
        for (uint8_t *letter = at + 12; *letter; letter++) {
            count += *letter == '|';
            *letter = *letter == '|' ? 0 : *letter;
            letter += *letter == 0; /* no reference is empty */
        }
        gaiti_store_u32(at + 8, count);
    }
    free((void *)(uintptr_t)base.data);
    return out;
}

/* --- a model and its banks -------------------------------------------------------------------- */

typedef struct scene {
    gait_buffer bytes;
    gait_file *model;
    gait_model_bank banks[MOST_BANKS];
    gait_bank_summary *summaries[MOST_BANKS];
    uint32_t count;
    gait_bank_check_options options;
    gait_diagnostics found;
    gait_diagnostic items[MOST_FINDINGS];
} scene;

static scene *scene_new(const char *references, bool is_list) {
    scene *self = calloc(1, sizeof *self);
    self->bytes = make_model(references, is_list);
    self->model = open_bytes(&self->bytes, "mod/model.ogf");
    return self;
}

static void add_bank(scene *self, uint32_t ref, const char *parts, const char *motions) {
    self->summaries[self->count] = summarize(parts, motions);
    self->banks[self->count] =
        (gait_model_bank){.ref = ref, .summary = self->summaries[self->count]};
    self->count++;
}

static void scene_free(scene *self) {
    for (uint32_t i = 0; i < self->count; i++) {
        gait_bank_summary_free(self->summaries[i]);
    }
    gait_file_free(self->model);
    gait_buffer_free(&self->bytes);
    free(self);
}

/* Checks the model; the findings are "RULE RULE ...". */
static void expect_rules(scene *self, const char *rules) {
    char all[MOST_FINDINGS * 8] = "";
    self->found = (gait_diagnostics){.items = self->items, .capacity = MOST_FINDINGS};
    self->options.common.diagnostics = &self->found;
    assert_int_equal(gait_check_banks(self->model, self->banks, self->count, &self->options),
                     GAIT_OK);
    assert_int_equal(self->found.errors > 0, strstr(rules, "OGF134") != NULL);
    assert_null(self->found.file);
    for (uint32_t i = 0; i < self->found.count; i++) {
        const gait_diagnostic *item = &self->items[i];
        assert_null(strpbrk(item->text, "{}"));
        assert_string_equal(item->file, "mod/model.ogf");
        assert_true(item->offset + item->length <= self->bytes.size);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? " " : "",
                 item->rule->id);
    }
    assert_string_equal(all, rules);
}

static void expect_text(const scene *self, uint32_t finding, const char *part) {
    if (!strstr(self->items[finding].text, part)) {
        fail_msg("\"%s\" is not in \"%s\"", part, self->items[finding].text);
    }
}

/* The bytes to which a finding refers. */
static void expect_place(const scene *self, uint32_t finding, const char *bytes) {
    assert_int_equal(self->items[finding].length, strlen(bytes));
    assert_memory_equal(self->bytes.data + self->items[finding].offset, bytes, strlen(bytes));
}

#define ALL "root,spine,head"

/* --- references ------------------------------------------------------------------------------- */

TEST(a_correct_model_has_no_findings) {
    for (int is_list = 0; is_list < 2; is_list++) {
        scene *self = scene_new(is_list ? "a\\b|c" : "a\\b, c,", is_list);
        add_bank(self, 0, ALL, "idle walk");
        add_bank(self, 1, "HEAD,Root,spine", "run");
        expect_rules(self, "");
        scene_free(self);
    }
}

TEST(each_missing_bank_is_a_finding) {
    for (int is_list = 0; is_list < 2; is_list++) {
        scene *self = scene_new(is_list ? "a|b\\c|d\\*|e" : "a,b\\c,d\\*,e", is_list);
        add_bank(self, 0, ALL, "idle");
        expect_rules(self, "OGF130 OGF131 OGF130");
        expect_place(self, 0, "b\\c");
        expect_place(self, 1, "d\\*");
        expect_text(self, 2, "reference \"e\"");
        assert_int_equal(self->found.warnings, 3);
        scene_free(self);
    }
}

TEST(missing_banks_of_a_loose_model_are_one_note) {
    scene *self = scene_new("a,b,c", false);
    add_bank(self, 1, ALL, "idle");
    self->options.is_loose = true;
    expect_rules(self, "OGF132");
    expect_text(self, 0, "2 of its 3 motion references cannot be checked, such as \"a\"");
    assert_int_equal(self->found.warnings, 0);
    scene_free(self);
}

TEST(references_that_were_not_resolved_are_no_missing_banks) {
    scene *self = scene_new("a,b,c,d", false);
    add_bank(self, 0, ALL, "idle");
    self->options.skipped_refs = 2;
    expect_rules(self, "OGF130 OGF139");
    expect_place(self, 0, "b");
    expect_text(self, 1, "the last 2 of 4");
    self->options.skipped_refs = 9;
    self->count = 0;
    expect_rules(self, "OGF139");
    self->count = 1;
    scene_free(self);
}

TEST(an_unreadable_bank_is_a_finding) {
    scene *self = scene_new("a,a\\*", false);
    self->banks[0] = (gait_model_bank){.ref = 0};
    self->banks[1] =
        (gait_model_bank){.ref = 1, .name = "a\\x", .path = "meshes/a/x.omf", .problem = "no bank"};
    self->banks[2] = (gait_model_bank){.ref = 1, .is_repeated = true};
    self->count = 3;
    expect_rules(self, "OGF133 OGF133");
    expect_text(self, 0, "\"a\"");
    expect_text(self, 1, "\"a\\x\"");
    expect_text(self, 0, "(unknown file) cannot be read: unknown reason");
    expect_text(self, 1, "(meshes/a/x.omf) cannot be read: no bank");
    scene_free(self);
}

TEST(names_are_converted_to_utf8) {
    scene *self = scene_new("\xEF\xB8\xF1", false);
    expect_rules(self, "OGF130");
    expect_text(self, 0, "\"\xD0\xBF\xD1\x91\xD1\x81\"");
    scene_free(self);
}

/* --- bones and parts -------------------------------------------------------------------------- */

TEST(a_bank_with_fewer_bones_is_a_finding) {
    scene *self = scene_new("a,b", false);
    add_bank(self, 0, ALL, "idle");
    add_bank(self, 1, "head", "run");
    expect_rules(self, "OGF134");
    expect_text(self, 0, "\"b\" has 1 bone, but the model has 3; it lacks root, spine");
    expect_place(self, 0, "b");
    scene_free(self);
}

TEST(a_bank_with_more_bones_is_a_finding) {
    scene *self = scene_new("a", false);
    add_bank(self, 0, ALL ",t1,t2,t3,t4", "idle");
    expect_rules(self, "OGF135");
    expect_text(self, 0, "4 bones of the bank \"a\" are not in the model: t1, t2, t3, ...");
    scene_free(self);
}

TEST(a_bank_of_another_model_has_two_findings) {
    scene *self = scene_new("a", false);
    add_bank(self, 0, "root,trunk", "idle");
    expect_rules(self, "OGF134 OGF135");
    scene_free(self);
}

TEST(parts_that_do_not_cover_the_bones_are_a_finding) {
    scene *self = scene_new("a", false);
    add_bank(self, 0, "root,spine|root", "idle");
    expect_rules(self, "OGF136");
    expect_text(self, 0, "1 bone of the model is in no part of the bank \"a\": head");
    scene_free(self);
}

TEST(motions_on_parts_that_differ_from_the_first_bank_are_a_finding) {
    scene *self = scene_new("a,b,c", false);
    add_bank(self, 0, "root,spine|head", "idle@1");
    add_bank(self, 1, "spine,root|head", "walk@0 run@1");
    add_bank(self, 2, "root|spine,head", "nod@1 all hit! jump@0");
    expect_rules(self, "OGF137");
    expect_text(self, 0, "2 motions of the bank \"c\"");
    expect_text(self, 0, "the parts of \"a\": nod, jump");
    self->options.has_own_parts = true;
    expect_rules(self, "");
    scene_free(self);
}

TEST(parts_are_not_compared_when_the_first_bank_is_unknown) {
    scene *self = scene_new("a,b,c", false);
    add_bank(self, 1, "root,spine|head", "idle@1");
    add_bank(self, 2, "root|spine,head", "nod@1");
    expect_rules(self, "OGF130");
    scene_free(self);
}

/* --- motions ---------------------------------------------------------------------------------- */

TEST(motions_in_two_banks_are_one_finding_per_pair) {
    scene *self = scene_new("a,b,c", false);
    add_bank(self, 0, ALL, "idle walk run jump nod");
    add_bank(self, 1, ALL, "IDLE own walk");
    add_bank(self, 2, ALL, "idle run jump nod");
    expect_rules(self, "OGF138 OGF138 OGF138");
    expect_text(self, 0, "1 motion of the bank \"b\" is also in \"c\", which games use: IDLE");
    expect_text(self, 1, "4 motions of the bank \"a\" are also in \"c\"");
    expect_text(self, 1, "idle, run, jump, ...");
    expect_text(self, 2, "\"a\" is also in \"b\", which games use: walk");
    scene_free(self);
}

TEST(cycles_and_fx_have_separate_names) {
    scene *self = scene_new("a,b", false);
    add_bank(self, 0, ALL, "hit idle idle");
    add_bank(self, 1, ALL, "hit! idle");
    expect_rules(self, "OGF138");
    expect_text(self, 0, "1 motion of the bank \"a\"");
    scene_free(self);
}

TEST(a_repeated_bank_is_not_compared_with_itself) {
    scene *self = scene_new("a,a", false);
    add_bank(self, 0, ALL ",tail", "idle");
    self->banks[1] =
        (gait_model_bank){.ref = 1, .summary = self->summaries[0], .is_repeated = true};
    self->count = 2;
    self->summaries[1] = NULL;
    expect_rules(self, "OGF135");
    scene_free(self);
}

/* --- other models and files ------------------------------------------------------------------- */

/* Makes a model with a bank inside, checks it, and returns the rule of the first finding. */
static const char *rule_of_inside(const char *parts) {
    static char rule[8];
    test_file model = test_open("ogf/ok/skeleton.ogf");
    gait_buffer bank_bytes = make_bank(parts, "idle"), bytes = {0};
    gait_file *bank = open_bytes(&bank_bytes, "a.omf");
    gait_ogf *ogf;
    assert_int_equal(gaiti_ogf_open(model.bytes, NULL, &ogf), GAIT_OK);
    assert_int_equal(gaiti_ogf_replace_motions(ogf, gait_file_omf(bank), NULL), GAIT_OK);
    assert_int_equal(gaiti_ogf_write(ogf, &bytes), GAIT_OK);
    gait_file *file = open_bytes(&bytes, "b.ogf");
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_bank_check_options options = {.common.diagnostics = &found};
    assert_int_equal(gait_check_banks(file, NULL, 0, &options), GAIT_OK);
    assert_in_range(found.count, 0, 1);
    snprintf(rule, sizeof rule, "%s", found.count > 0 ? items[0].rule->id : "");
    assert_true(found.count == 0 || items[0].offset + items[0].length <= bytes.size);
    gait_file_free(file);
    gaiti_ogf_free(ogf);
    gait_file_free(bank);
    gait_buffer_free(&bytes);
    gait_buffer_free(&bank_bytes);
    test_close(&model);
    return rule;
}

TEST(the_bank_inside_a_model_is_checked) {
    assert_string_equal(rule_of_inside(ALL), "");
    assert_string_equal(rule_of_inside("head"), "OGF134");
    assert_string_equal(rule_of_inside("root|spine,root"), "OGF136");
}

TEST(models_that_are_not_animated_have_no_findings) {
    scene *self = scene_new("a", false);
    self->bytes.data[9] = 10; /* the type, which is read when the model is opened */
    gait_file_free(self->model);
    self->model = open_bytes(&self->bytes, "mod/model.ogf");
    expect_rules(self, "");
    scene_free(self);
}

static gait_status read_buffer(void *user, uint64_t offset, void *out, size_t size) {
    memcpy(out, ((const gait_buffer *)user)->data + offset, size);
    return GAIT_OK;
}

TEST(a_summary_can_be_made_of_a_bank_that_is_read_in_part) {
    gait_buffer bytes = make_bank("root,spine", "idle");
    gait_reader reader = {.read = read_buffer, .user = &bytes, .size = bytes.size};
    gait_file *bank;
    assert_int_equal(gait_file_open_reader(&reader, "a.omf", GAIT_OPEN_SKELETON, NULL, &bank),
                     GAIT_OK);
    scene *self = scene_new("a,b", false);
    add_bank(self, 0, ALL, "idle");
    assert_int_equal(gait_bank_summary_new(bank, NULL, &self->summaries[1]), GAIT_OK);
    gait_file_free(bank);
    gait_buffer_free(&bytes);
    assert_in_range(gait_bank_summary_size(self->summaries[1]), 1, 4096);
    self->banks[1] = (gait_model_bank){.ref = 1, .summary = self->summaries[1]};
    self->count = 2;
    expect_rules(self, "OGF134 OGF138");
    scene_free(self);
}

TEST(other_files_have_no_summary) {
    static const char *const files[] = {"samples/walk.rtm", "ogf/ok/skeleton.ogf"};
    for (int i = 0; i < 2; i++) {
        test_file file = test_open(files[i]);
        gait_bank_summary *summary;
        assert_int_equal(gait_bank_summary_new(file.file, NULL, &summary), GAIT_NOT_FOUND);
        assert_null(summary);
        test_close(&file);
    }
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status check_with(const gait_options *options, void *user) {
    scene *self = user;
    static const char *const near_banks[] = {NULL, NULL, "d"};
    gait_bank_check_options all = {.common = *options, .near_banks = near_banks};
    return gait_check_banks(self->model, self->banks, self->count, &all);
}

static gait_status summarize_with(const gait_options *options, void *user) {
    gait_bank_summary *summary;
    gait_status status = gait_bank_summary_new(user, options, &summary);
    gait_bank_summary_free(summary);
    return status;
}

TEST(a_missing_bank_is_reported_with_a_near_one) {
    static const char *const near_banks[] = {NULL, "weapons\\knife"};
    scene *self = scene_new("a,b", false);
    self->options.near_banks = near_banks;
    expect_rules(self, "OGF130 OGF130");
    assert_null(strstr(self->items[0].text, "there is \""));
    assert_non_null(strstr(self->items[1].text, "there is \"weapons\\knife\""));
    assert_true(self->items[0].cause != self->items[1].cause);
    scene_free(self);
}

TEST(exhausted_memory_is_reported) {
    scene *self = scene_new("a,b,c", false);
    add_bank(self, 0, "root|spine,head", "idle walk@1");
    add_bank(self, 1, "root,spine|head", "idle walk@1");
    assert_in_range(test_every_failing_allocation(check_with, self), 1, 40);
    scene_free(self);
    test_file bank = test_open("samples/stalker.omf");
    assert_in_range(test_every_failing_allocation(summarize_with, bank.file), 1, 8);
    test_close(&bank);
}

TEST(many_references_are_checked_in_linear_time) {
    enum { COUNT = 100000 };
    char *references = malloc(2 * COUNT + 1);
    for (int i = 0; i < COUNT; i++) {
        memcpy(references + 2 * (size_t)i, "a,", 3);
    }
    scene *self = scene_new(references, false);
    self->found = (gait_diagnostics){.items = self->items, .capacity = MOST_FINDINGS};
    self->options.common.diagnostics = &self->found;
    assert_int_equal(gait_check_banks(self->model, NULL, 0, &self->options), GAIT_OK);
    assert_int_equal(self->found.count, MOST_FINDINGS);
    assert_int_equal(self->found.warnings, COUNT);
    assert_int_equal(self->found.dropped, COUNT - MOST_FINDINGS);
    scene_free(self);
    free(references);
}
