/* Fuzzes optimising. Every file that opens is optimised or refused. The result is not larger, opens
 * with the same clips, and is not changed by optimising it again. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/gait.h"
#include "gait/optimise.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void optimise_again(gait_span bytes, const gait_file *before,
                           const gait_optimise_options *options) {
    gait_buffer out = {0};
    gait_file *file;
    REQUIRE(gait_file_open(bytes, "a", NULL, &file) == GAIT_OK);
    REQUIRE(gait_file_format(file) == gait_file_format(before));
    REQUIRE(gait_file_clip_count(file) == gait_file_clip_count(before));
    REQUIRE(gait_optimise(file, options, &out, NULL) == GAIT_OK);
    REQUIRE(out.size == bytes.size && memcmp(out.data, bytes.data, out.size) == 0);
    gait_buffer_free(&out);
    gait_file_free(file);
}

static void require_total(const gait_optimised *result, const gait_optimise_options *options) {
    gait_optimise_summary total = gait_optimised_summary(result);
    REQUIRE(total.error_mm <= options->tolerance_mm && total.error_deg <= options->tolerance_deg);
    for (uint32_t c = 0; c < total.clip_count; c++) {
        gait_optimised_clip clip = gait_optimised_clip_at(result, c);
        REQUIRE(clip.name != NULL && clip.bytes_after <= clip.bytes_before);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const double limits[] = {0, 1e-6, 0.1, 1e6};
    gait_span bytes = {data, size};
    const gait_optimise_options options = {.tolerance_mm = limits[size % 4],
                                           .tolerance_deg = limits[size / 4 % 4]};
    gait_buffer out = {0};
    gait_optimised *result;
    gait_file *file;
    if (gait_file_open(bytes, "a", NULL, &file) != GAIT_OK) {
        return 0;
    }
    gait_status status = gait_optimise(file, &options, &out, &result);
    REQUIRE(status == GAIT_OK || (status == GAIT_UNSUPPORTED && !result && out.size == 0));
    if (status == GAIT_OK) {
        REQUIRE(out.size <= size);
        require_total(result, &options);
        optimise_again((gait_span){out.data, out.size}, file, &options);
    }
    gait_optimised_free(result);
    gait_buffer_free(&out);
    gait_file_free(file);
    return 0;
}
