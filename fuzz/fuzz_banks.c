/* Fuzzes banks of models and salvaging. Replacing a bank by itself must not change the model, and
 * salvaging must give a bank that can be written and does not borrow from the source. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/ogf.h"
#include "require.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_written(const gait_ogf *ogf, gait_span bytes) {
    gait_buffer out = {0};
    REQUIRE(gaiti_ogf_write(ogf, &out) == GAIT_OK);
    REQUIRE(out.size == bytes.size);
    REQUIRE(memcmp(out.data, bytes.data, bytes.size) == 0);
    gait_buffer_free(&out);
}

static void extract_and_replace(gait_span bytes) {
    gait_ogf *ogf;
    gait_omf *bank = NULL;
    if (gaiti_ogf_open(bytes, NULL, &ogf) != GAIT_OK) {
        return;
    }
    const gait_omf *inside = gait_ogf_motions(ogf);
    bool is_exact = inside && gaiti_omf_version(inside) >= 3;
    if (gaiti_ogf_extract_motions(ogf, NULL, &bank) == GAIT_OK) {
        REQUIRE(gait_omf_motion_count(bank) == gait_omf_motion_count(inside));
        gait_status status = gaiti_ogf_replace_motions(ogf, bank, NULL);
        REQUIRE(status == GAIT_OK || status == GAIT_UNSUPPORTED);
        if (is_exact || status != GAIT_OK) {
            require_written(ogf, bytes);
        }
    }
    REQUIRE(!inside || bank);
    gait_omf_free(bank);
    gaiti_ogf_free(ogf);
}

static void salvage(gait_span bytes, uint32_t bones) {
    static const gait_span names[3] = {
        {(const uint8_t *)"a", 1}, {(const uint8_t *)"b", 1}, {(const uint8_t *)"c", 1}};
    uint8_t *copy = malloc(bytes.size ? bytes.size : 1);
    gait_salvaged salvaged;
    gait_omf *omf;
    gait_buffer out = {0};
    REQUIRE(copy != NULL);
    if (bytes.size) {
        memcpy(copy, bytes.data, bytes.size);
    }
    gait_status status =
        gaiti_omf_salvage((gait_span){copy, bytes.size}, names, bones, NULL, &omf, &salvaged);
    free(copy);
    REQUIRE(status != GAIT_INTERNAL && (omf != NULL) == (status == GAIT_OK));
    if (omf) {
        REQUIRE(gait_omf_motion_count(omf) == salvaged.kept &&
                salvaged.damage_offset <= bytes.size);
        REQUIRE(gait_omf_write(omf, &out) == GAIT_OK);
        gait_omf_set_version(omf, 3, bones % 2, NULL);
    }
    gait_buffer_free(&out);
    gait_omf_free(omf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_span bytes = {data, size};
    extract_and_replace(bytes);
    salvage(bytes, size % 4);
    return 0;
}
