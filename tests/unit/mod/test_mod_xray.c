/* The index of a mod of X-Ray games: each allocation can fail, and damaged files end in no fault.
 */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/mod.h"
#include "test.h"

typedef struct xray_file {
    const char *path, *text;
    gait_span bytes; /* of a fixture, instead of the text */
} xray_file;

enum { XRAY_FILES = 8 };

static xray_file *xray_files(void) {
    static xray_file files[XRAY_FILES] = {
        {.path = "configs/system.ltx",
         .text = "#include \"*.ltx\"\n[hands]\nvisual = both\nancor_0 = a\n[h]:b\nanm_x = y\n"},
        {.path = "configs/mod_system_a.ltx", .text = "![b]\n>list = c\n!x\n"},
        {.path = "configs/w.ltx", .text = "[b]\nitem_visual = both\nanm_show = z, 1.5\nlist = a\n"},
        {.path = "meshes/both.ogf"},
        {.path = "meshes/bank.omf"},
        {.path = "scripts/a.script", .text = "x = \"y\\\\z\" -- 'c'\n"},
        {.path = "anims/camera_effects/weapon/z.anm", .text = ""},
        {.path = "configs/gameplay/a.xml", .text = "<visual>both</visual><!-- <visual>"},
    };
    return files;
}

static gait_status xray_attempt(const gait_options *options, void *user) {
    const xray_file *files = user;
    const gait_mod_options mod_options = {.common = *options};
    gait_mod *mod;
    gait_status status = gait_mod_new(&mod_options, &mod);
    for (size_t f = 0; status == GAIT_OK && f < XRAY_FILES; f++) {
        status = gait_mod_add(mod, files[f].path, GAIT_MOD_OWN);
    }
    for (int32_t need; status == GAIT_OK && (need = gait_mod_need(mod)) >= 0;) {
        const char *path = gait_mod_file_at(mod, (uint32_t)need).path;
        size_t f = 0;
        while (strcmp(files[f].path, path) != 0) {
            f++;
        }
        gait_span bytes = files[f].bytes.data ? files[f].bytes : test_span(files[f].text);
        status = gait_mod_provide(mod, (uint32_t)need, bytes);
    }
    if (status == GAIT_OK) {
        status = gait_mod_finish(mod);
    }
    gait_mod_free(mod);
    return status;
}

static void xray_read_fixtures(xray_file *files) {
    files[3].bytes = test_fixture_bytes("ogf/ok/both_refs.ogf");
    files[4].bytes = test_fixture_bytes("omf/ok/every_track_kind.omf");
}

TEST(every_allocation_can_fail) {
    xray_file *files = xray_files();
    xray_read_fixtures(files);
    assert_true(test_every_failing_allocation(xray_attempt, files) > 0);
    free((void *)(uintptr_t)files[3].bytes.data);
    free((void *)(uintptr_t)files[4].bytes.data);
}

TEST(damaged_models_and_banks_have_no_motions) {
    xray_file *files = xray_files();
    xray_read_fixtures(files);
    gait_span whole[2] = {files[3].bytes, files[4].bytes};
    for (size_t size = 0; size < whole[0].size || size < whole[1].size; size += 7) {
        files[3].bytes.size = size < whole[0].size ? size : whole[0].size;
        files[4].bytes.size = size < whole[1].size ? size : whole[1].size;
        assert_int_equal(xray_attempt(&(gait_options){0}, files), GAIT_OK);
    }
    free((void *)(uintptr_t)whole[0].data);
    free((void *)(uintptr_t)whole[1].data);
}
