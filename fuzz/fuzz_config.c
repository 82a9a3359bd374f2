/* Fuzzes configs. A binarised config that opens is written with the same bytes; its text, if it
 * has one, is binarised and opened again. Other bytes are read as a text. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/bi/config/config_rap.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void binarise(gait_span text) {
    const gait_options options = {.max_bytes = 64 << 20};
    gait_buffer out = {0};
    gait_config *config, *again;
    if (gaiti_config_open(text, &options, &config) != GAIT_OK) {
        return;
    }
    if (gaiti_config_binarise(config, NULL, &out) == GAIT_OK) {
        gait_status status = gaiti_rap_open((gait_span){out.data, out.size}, &options, &again);
        REQUIRE(status == GAIT_OK || status == GAIT_LIMIT);
        if (status == GAIT_OK) {
            gaiti_config_free(again);
        }
    }
    gait_buffer_free(&out);
    gaiti_config_free(config);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_config *config;
    gait_buffer out = {0};
    if (size < 4 || memcmp(data, "\0raP", 4) != 0) {
        binarise((gait_span){data, size});
        return 0;
    }
    if (gaiti_rap_open((gait_span){data, size}, NULL, &config) != GAIT_OK) {
        return 0;
    }
    REQUIRE(gaiti_rap_write(config, &out) == GAIT_OK);
    REQUIRE(out.size == size && memcmp(out.data, data, size) == 0);
    out.size = 0;
    if (gaiti_config_print(config, NULL, &out) == GAIT_OK) {
        binarise((gait_span){out.data, out.size});
    }
    gait_buffer_free(&out);
    gaiti_config_free(config);
    return 0;
}
