/* Every fixture raises exactly the rules listed in the table, and every rule has a fixture. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/file.h"
#include "gait/games.h"
#include "gait/mesh.h"
#include "gait/metadata.h"
#include "gait/ogf.h"
#include "gait/p3d.h"
#include "gait/rules.h"
#include "test.h"
#include "formats/bi/p3d/p3d.h"
#include "formats/file_state.h"
#include "formats/xray/ogf/ogf.h"

enum { MOST_DIAGNOSTICS = 64 };

static gait_status worse(gait_status first, gait_status next) {
    return first == GAIT_OK ? next : first;
}

static gait_status pose_on(const gait_file *file, const char *tree_name,
                           gait_diagnostics *diagnostics) {
    gait_options options = {.diagnostics = diagnostics};
    gait_skeleton *tree = NULL, *skeleton = NULL;
    if (strcmp(tree_name, "nothing") != 0) {
        assert_int_equal(gait_builtin_skeleton(tree_name, NULL, &tree), GAIT_OK);
    }
    gait_status status = gait_file_bind_skeleton(file, tree, &options, &skeleton);
    assert_int_equal(skeleton != NULL, status == GAIT_OK);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(tree);
    return status;
}

/* Attaches the metadata in NAME.gait.json next to the fixture. */
static gait_status give_extras(const test_fixture *fixture, gait_file *file,
                               gait_diagnostics *diagnostics) {
    char path[sizeof fixture->file + 16];
    int stem = (int)(strrchr(fixture->file, '.') - fixture->file);
    snprintf(path, sizeof path, "%.*s.gait.json", stem, fixture->file);
    gait_span json = test_fixture_bytes(path);
    gait_status status = gait_file_attach_metadata(file, json, diagnostics);
    assert_int_equal(gaiti_file_metadata(file) != NULL, status == GAIT_OK);
    free((void *)(uintptr_t)json.data);
    return status == GAIT_CORRUPT || status == GAIT_UNSUPPORTED ? GAIT_OK : status;
}

/* Makes the mesh with the bones of a built-in skeleton; "-" = without a skeleton. */
static gait_status make_mesh(const gait_file *file, const char *tree_name,
                             gait_diagnostics *diagnostics) {
    gait_options options = {.diagnostics = diagnostics};
    gait_skeleton *tree = NULL;
    gait_mesh *mesh;
    if (strcmp(tree_name, "-") != 0) {
        assert_int_equal(gait_builtin_skeleton(tree_name, NULL, &tree), GAIT_OK);
    }
    gait_status status = gait_file_mesh(file, tree, &options, &mesh);
    assert_int_equal(mesh != NULL, status == GAIT_OK);
    gait_mesh_free(mesh);
    gait_skeleton_free(tree);
    return status;
}

static gait_status examine_file(const test_fixture *fixture, gait_diagnostics *diagnostics) {
    gait_options options = {.diagnostics = diagnostics};
    gait_file *file;
    gait_status status = gait_file_open(fixture->bytes, fixture->file, &options, &file);
    if (status != GAIT_OK) {
        assert_null(file);
        return status;
    }
    status = gait_file_check(file, diagnostics);
    if (strcmp(fixture->reader, "beside") == 0) {
        status = worse(status, give_extras(fixture, file, diagnostics));
    }
    if (strcmp(fixture->reader, "own") == 0) {
        gait_skeleton *own;
        status = worse(status, gait_file_skeleton(file, &options, &own));
        assert_int_equal(own != NULL, status == GAIT_OK);
        gait_skeleton_free(own);
    }
    if (strcmp(fixture->reader, "mesh") == 0) {
        status = worse(status, make_mesh(file, fixture->posed, diagnostics));
    } else if (strcmp(fixture->posed, "-") != 0) {
        status = worse(status, pose_on(file, fixture->posed, diagnostics));
    }
    gait_file_free(file);
    return status;
}

static gait_status examine_model(const test_fixture *fixture, gait_diagnostics *diagnostics) {
    gait_options options = {.diagnostics = diagnostics};
    gait_ogf *ogf;
    gait_status status = gaiti_ogf_open(fixture->bytes, &options, &ogf);
    if (status == GAIT_OK) {
        status = gaiti_ogf_check(ogf, diagnostics);
        gaiti_ogf_free(ogf);
    }
    return status;
}

static gait_status examine_p3d(const test_fixture *fixture, gait_diagnostics *diagnostics) {
    gait_options options = {.diagnostics = diagnostics};
    gait_p3d *p3d;
    gait_status status = gaiti_p3d_open(fixture->bytes, &options, &p3d);
    if (status == GAIT_OK) {
        status = gaiti_p3d_check(p3d, diagnostics);
        gaiti_p3d_free(p3d);
    }
    return status;
}

static gait_status examine(const test_fixture *fixture, gait_diagnostics *diagnostics) {
    return strcmp(fixture->reader, "ogf") == 0   ? examine_model(fixture, diagnostics)
           : strcmp(fixture->reader, "p3d") == 0 ? examine_p3d(fixture, diagnostics)
                                                 : examine_file(fixture, diagnostics);
}

static int compare_places(const void *a, const void *b) {
    const gait_diagnostic *left = a, *right = b;
    if (left->offset != right->offset) {
        return left->offset < right->offset ? -1 : 1;
    }
    return strcmp(left->rule->id, right->rule->id);
}

/* Lists the diagnostics by offset, such as "RTM021@28 RTM020@60", or "-". */
static void spell_rules(gait_diagnostics *diagnostics, char *out, size_t room) {
    size_t size = 0;
    qsort(diagnostics->items, diagnostics->count, sizeof *diagnostics->items, compare_places);
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const gait_diagnostic *item = &diagnostics->items[i];
        int added = snprintf(out + size, room - size, "%s%s@%llu", i ? " " : "", item->rule->id,
                             (unsigned long long)item->offset);
        assert_in_range(added, 1, room - size - 1);
        size += (size_t)added;
    }
    if (size == 0) {
        snprintf(out, room, "-");
    }
}

/* True if the text contains an index that was not set. */
static bool names_no_index(const char *text) {
    static const char *const phrases[] = {"bone -1", "track -1", "frame -1", "motion -1", "key -1"};
    bool found = false;
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        found = found || strstr(text, phrases[i]);
    }
    return found;
}

/* Asserts that no placeholder remains in the texts and that all offsets are in the file. */
static void assert_messages_are_readable(const test_fixture *fixture,
                                         const gait_diagnostics *diagnostics) {
    assert_int_equal(diagnostics->dropped, 0);
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const gait_diagnostic *item = &diagnostics->items[i];
        if (strpbrk(item->text, "{}") || names_no_index(item->text) || !item->text[0]) {
            fail_msg("%s: %s says \"%s\"", fixture->file, item->rule->id, item->text);
        }
        assert_in_range(item->offset, 0, fixture->bytes.size);
        assert_in_range(item->length, 0, fixture->bytes.size - item->offset);
    }
}

TEST(every_file_raises_exactly_its_listed_rules) {
    test_fixtures all = test_fixtures_load("");
    int wrong = 0;
    for (size_t i = 0; i < all.count; i++) {
        const test_fixture *fixture = &all.items[i];
        gait_diagnostic items[MOST_DIAGNOSTICS];
        gait_diagnostics diagnostics = {.items = items, .capacity = MOST_DIAGNOSTICS};
        char rules[1024];
        const char *status = gait_status_name(examine(fixture, &diagnostics));
        assert_messages_are_readable(fixture, &diagnostics);
        spell_rules(&diagnostics, rules, sizeof rules);
        if (strcmp(rules, fixture->rules) != 0 || strcmp(status, fixture->status) != 0) {
            print_error("%s: %s, %s; the table says %s, %s\n", fixture->file, status, rules,
                        fixture->status, fixture->rules);
            wrong++;
        }
    }
    test_fixtures_free(&all);
    assert_int_equal(wrong, 0);
}

/* Rules of writing are tested in test_gltf_write*.c, test_bvh_write.c and test_*_from_clip.c, and
 * rules of changing and salvaging banks in test_omf_version.c, test_omf_salvage.c, test_omf_bank.c,
 * test_omf_merge.c, test_skl_merge.c and test_ogf_bank.c, of edits in words in tests/unit/edit, of
 * changing references in test_ogf_refs.c, of optimising in test_optimise.c, rules about banks of
 * models in test_banks.c, and rules of texts in test_*_text.c and tests/unit/text, because no
 * fixture can raise them; conversions and round trips that are refused are tested in
 * tests/unit/convert and tests/unit/roundtrip. What the motion says is tested in tests/unit/joints.
 * Rules of mods are tested in tests/unit/mod. CFG009 is about conversions (test_config_rap.c),
 * LTX003, 004 and 007 about several files (test_ltx_tree.c), and LTX010 to 014 about models
 * (tests/cli/test_check_ltx.py). Rules about a few games are tested in tests/cli/test_games.py.
 * Files with too many joints are large, so test_bvh.c and
 * test_gltf_read.c generate them. FIL012 depends on the folder of a file (test_gltf_read.py),
 * FIL013 on limits (test_formats.c), and FIL014 on the search (test_search_part.c). */
static bool is_tested_elsewhere(const gait_rule *rule) {
    static const char *const ids[] = {
        "BMT143", "BMT144", "BVH005", "BVW", "CFG009", "CFG045", "CFG046", "CNV",   "EDT", "FIL012",
        "FIL013", "FIL014", "GLR057", "GLT", "LTX003", "LTX004", "LTX007", "LTX01", "MOV", "OGF12",
        "OGF13",  "OGF14",  "OMF15",  "OPT", "RTM045", "RTM074", "RTP",    "TXT",   "USE"};
    bool is_elsewhere = rule->id[3] == '2' || gait_rule_severity_in(rule, 0) == GAIT_OFF;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0] && !is_elsewhere; i++) {
        is_elsewhere = strncmp(rule->id, ids[i], strlen(ids[i])) == 0;
    }
    return is_elsewhere;
}

TEST(every_rule_has_a_file) {
    test_fixtures all = test_fixtures_load("");
    int missing = 0;
    for (uint32_t r = 0; r < gait_rule_count(); r++) {
        const gait_rule *rule = gait_rule_at(r);
        bool found = is_tested_elsewhere(rule);
        for (size_t i = 0; i < all.count && !found; i++) {
            found = strstr(all.items[i].rules, rule->id) != NULL;
        }
        if (!found) {
            print_error("no fixture triggers %s, %s\n", rule->id, rule->summary);
            missing++;
        }
    }
    test_fixtures_free(&all);
    assert_int_equal(missing, 0);
}

TEST(files_in_ok_raise_only_notes) {
    test_fixtures all = test_fixtures_load("");
    for (size_t i = 0; i < all.count; i++) {
        bool good = true;
        for (uint32_t r = 0; r < gait_rule_count(); r++) {
            const gait_rule *rule = gait_rule_at(r);
            good = good && (rule->severity == GAIT_NOTE || !strstr(all.items[i].rules, rule->id));
        }
        if (good != (strstr(all.items[i].file, "/ok/") != NULL)) {
            fail_msg("%s is in the wrong folder", all.items[i].file);
        }
    }
    test_fixtures_free(&all);
}

static bool is_listed(const test_fixtures *all, const char *file) {
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->items[i].file, file) == 0) {
            return true;
        }
    }
    return false;
}

/* Fails for a file of a folder, such as "rtm/ok", that the table does not list. Sidecars belong to
 * the file beside them. */
static void check_folder(const test_fixtures *all, const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", test_data_folder(), folder);
    DIR *listing = opendir(path);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool is_file = entry->d_name[0] != '.' && !strstr(entry->d_name, ".gait.json");
        if (is_file && !is_listed(all, path)) {
            fail_msg("fixtures.tsv has no row of %s: see tests/fixtures/make_fixtures.py", path);
        }
    }
    if (listing) {
        closedir(listing);
    }
}

TEST(the_table_lists_every_file) {
    test_fixtures all = test_fixtures_load("");
    DIR *formats = opendir(test_data_folder());
    assert_non_null(formats);
    for (struct dirent *entry; (entry = readdir(formats));) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/ok", entry->d_name);
        check_folder(&all, folder);
        snprintf(folder, sizeof folder, "%s/bad", entry->d_name);
        check_folder(&all, folder);
    }
    closedir(formats);
    test_fixtures_free(&all);
}
