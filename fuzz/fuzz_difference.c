/* Fuzzes the comparison of two files: the input with itself, and with a copy in which one byte
 * differs. Both directions must find differences or none, and the report must be complete. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/report.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static gait_files_outcome compare(const gait_file *a, const gait_file *b, double mm) {
    const gait_file_compare_options options = {.tolerance_mm = mm};
    gait_file_comparison *comparison;
    gait_buffer json = {0};
    REQUIRE(gait_file_compare(a, b, &options, &comparison) == GAIT_OK);
    gait_report_pair pair = {.path = "a", .other_path = "b", .comparison = comparison};
    REQUIRE(gait_report_difference(&pair, &json) == GAIT_OK);
    REQUIRE(json.size > 0 && json.data[json.size - 1] == '}');
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    uint32_t different = summary.difference_count;
    for (uint32_t i = 0; i < summary.clip_count; i++) {
        different += gait_file_comparison_clip(comparison, i).is_different;
    }
    REQUIRE((summary.outcome == GAIT_FILES_DIFFERENT) == (different > 0));
    gait_file_comparison_free(comparison);
    gait_buffer_free(&json);
    return summary.outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_file *file = NULL, *other = NULL;
    if (size < 2 || gait_file_open((gait_span){data, size}, "a.rtm", NULL, &file) != GAIT_OK) {
        return 0;
    }
    uint8_t *copy = malloc(size);
    REQUIRE(copy != NULL);
    memcpy(copy, data, size);
    /* The last two bytes select the byte that is changed. */
    size_t at = ((size_t)data[size - 1] << 8 | data[size - 2]) * (size >> 12 | 1) % size;
    gait_files_outcome same = compare(file, file, 0);
    REQUIRE(same != GAIT_FILES_DIFFERENT);
    copy[at] ^= 0x40;
    if (gait_file_open((gait_span){copy, size}, "a.rtm", NULL, &other) == GAIT_OK) {
        gait_files_outcome there = compare(file, other, 0), back = compare(other, file, 0);
        REQUIRE((there == GAIT_FILES_DIFFERENT) == (back == GAIT_FILES_DIFFERENT));
        gait_files_outcome near = compare(file, other, 1);
        REQUIRE(near <= there);
    }
    gait_file_free(other);
    gait_file_free(file);
    free(copy);
    return 0;
}
