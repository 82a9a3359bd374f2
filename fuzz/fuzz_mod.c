/* Fuzzes the index of a mod: configs, included files and prefixes. The bytes are the contents of
 * some files, with a byte 1 between them. */
#include <stddef.h>
#include <stdint.h>

#include "gait/report.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Removes the part before the next byte 1. */
static gait_span next_part(gait_span *rest) {
    size_t size = 0;
    while (size < rest->size && rest->data[size] != 1) {
        size++;
    }
    gait_span part = {rest->data, size};
    size += size < rest->size;
    *rest = (gait_span){rest->data + size, rest->size - size};
    return part;
}

static void read_all(const gait_mod *mod) {
    gait_diagnostic items[8];
    gait_buffer out = {0};
    for (uint32_t f = 0; f < gait_mod_file_count(mod); f++) {
        gait_diagnostics found = {.items = items, .capacity = 8};
        REQUIRE(gait_mod_check(mod, f, &found) == GAIT_OK);
        REQUIRE(gait_report_uses_file(mod, f, &out) == GAIT_OK);
    }
    for (uint32_t u = 0; u < gait_mod_use_count(mod); u++) {
        const gait_mod_use *use = gait_mod_use_at(mod, u);
        REQUIRE(use->file < 0 || (uint32_t)use->file < gait_mod_file_count(mod));
        REQUIRE(use->place.file < gait_mod_file_count(mod));
        REQUIRE(use->seconds >= 0);
    }
    gait_buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const paths[] = {"config.cpp",          "a.hpp",         "b/$PBOPREFIX$",
                                        "b/config.bin",        "b/c.txt",       "project.toml",
                                        "addons/d/config.cpp", "anims/walk.rtm"};
    const gait_mod_options options = {.name = "mod", .finds_copies = true};
    gait_mod *mod;
    gait_span rest = {data, size};
    REQUIRE(gait_mod_new(&options, &mod) == GAIT_OK);
    for (size_t p = 0; p < sizeof paths / sizeof paths[0]; p++) {
        REQUIRE(gait_mod_add(mod, paths[p], GAIT_MOD_OWN) == GAIT_OK);
    }
    for (int32_t file = gait_mod_need(mod); file >= 0; file = gait_mod_need(mod)) {
        REQUIRE(gait_mod_provide(mod, (uint32_t)file, next_part(&rest)) == GAIT_OK);
    }
    if (gait_mod_finish(mod) == GAIT_OK) {
        read_all(mod);
    }
    gait_mod_free(mod);
    return 0;
}
