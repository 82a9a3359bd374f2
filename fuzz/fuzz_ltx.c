/* Fuzzes LTX: every byte belongs to a field, and lines that a document has are in the text. */
#include <stddef.h>
#include <stdint.h>

#include "formats/xray/ltx/ltx.h"
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
    gaiti_ltx_free(ltx);
    return 0;
}
