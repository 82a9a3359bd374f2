/* Fuzzes LTX: every byte belongs to a field, lines that a document has are in the text, and the
 * keys of all sections are found. The text is also the file that it includes. */
#include <stddef.h>
#include <stdint.h>

#include "formats/xray/ltx/ltx_hud.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool count(void *user, const gait_field *field) {
    uint64_t *at = user;
    REQUIRE(field->offset == *at);
    *at += field->bytes.size;
    return true;
}

static void require_inside(const gait_ltx *ltx, gaiti_ltx_part part) {
    REQUIRE(part.at <= ltx->source.size && part.size <= ltx->source.size - part.at);
}

static uint32_t find_other(void *context, uint32_t from, gait_span path, uint32_t nth) {
    (void)context;
    return path.size % 2 == 0 && nth == 0 ? 1 - from : GAITI_LTX_NONE;
}

static void resolve(const gait_ltx *ltx) {
    const gait_ltx *const files[] = {ltx, ltx};
    const gaiti_ltx_includer includer = {find_other, NULL};
    const uint32_t root = 0;
    gaiti_ltx_tree tree;
    gaiti_ltx_hud_line line;
    REQUIRE(gaiti_ltx_tree_init(&tree, NULL, files, 2, &includer) == GAIT_OK);
    REQUIRE(gaiti_ltx_load(&tree, &root, 1, true) == GAIT_OK);
    REQUIRE(gaiti_ltx_load_others(&tree) == GAIT_OK);
    REQUIRE(gaiti_ltx_resolve(&tree) == GAIT_OK);
    for (uint32_t n = 0; n < tree.node_count; n++) {
        for (uint32_t i = 0; i < tree.nodes[n].item_count; i++) {
            (void)gaiti_ltx_hud_line_of(&tree, n, tree.nodes[n].items[i], GAITI_LTX_COP,
                                        &tree.arena, &line);
        }
    }
    gaiti_ltx_tree_free(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_ltx *ltx;
    gaiti_reader in = gaiti_reader_over((gait_span){data, size}, 0);
    uint64_t end = 0;
    gaiti_visitor visitor = gaiti_visit_showing(&in, count, &end);
    gaiti_ltx_show((gait_span){data, size}, &visitor);
    REQUIRE(end == size);
    REQUIRE(gaiti_ltx_open((gait_span){data, size}, NULL, &ltx) == GAIT_OK);
    for (uint32_t s = 0; s < ltx->section_count; s++) {
        require_inside(ltx, ltx->sections[s].name);
        require_inside(ltx, ltx->sections[s].bases);
        REQUIRE(ltx->sections[s].first + ltx->sections[s].count <= ltx->entry_count);
    }
    for (uint32_t e = 0; e < ltx->entry_count; e++) {
        require_inside(ltx, ltx->entries[e].key);
        require_inside(ltx, ltx->entries[e].value);
    }
    (void)gaiti_ltx_check(ltx, NULL);
    resolve(ltx);
    gaiti_ltx_free(ltx);
    return 0;
}
