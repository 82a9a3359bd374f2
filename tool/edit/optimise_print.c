/* Prints sizes, changes and errors of gait optimise as text and as JSON. */
#include "edit/optimise_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gait/report.h"
#include "results.h"

/* --- text ------------------------------------------------------------------------------------- */

/* A measured error, rounded up to four digits after the point. */
static double round_up(double error) {
    const double steps = 10000;
    double whole = (double)(uint64_t)(error * steps);
    return whole < error * steps ? (whole + 1) / steps : error;
}

static void print_errors(double mm, double deg) {
    if (mm > 0) {
        result_printf(", largest error %.4f mm", round_up(mm));
    }
    if (deg > 0) {
        result_printf("%s%.4f degrees", mm > 0 ? " and " : ", largest error ", round_up(deg));
    }
}

static void print_count(const char **separator, uint32_t count, const char *singular,
                        const char *plural) {
    if (count > 0) {
        result_printf("%s%u %s", *separator, (unsigned)count, count == 1 ? singular : plural);
        *separator = ", ";
    }
}

static void print_clip(const gait_optimised_clip *clip, size_t width) {
    const char *separator = "";
    result_printf("  %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "  ", clip->bytes_before,
                  clip->bytes_after, clip->bytes_before - clip->bytes_after);
    result_text(clip->name, width);
    result_printf("  ");
    print_count(&separator, clip->constant_rotations, "constant rotation", "constant rotations");
    print_count(&separator, clip->constant_translations, "constant translation",
                "constant translations");
    print_count(&separator, clip->narrowed_translations, "translation with 8 bits",
                "translations with 8 bits");
    print_count(&separator, clip->quantised_tracks, "track without floats",
                "tracks without floats");
    print_count(&separator, clip->removed_keys, "key removed", "keys removed");
    print_count(&separator, clip->compressed_arrays, "array compressed better",
                "arrays compressed better");
    if (!*separator) {
        result_printf(clip->is_chosen ? "nothing to save" : "not chosen");
    }
    print_errors(clip->error_mm, clip->error_deg);
    result_printf("\n");
}

static bool is_shown(const gait_optimised_clip *clip, bool all) {
    return all || clip->bytes_after < clip->bytes_before;
}

static size_t find_name_width(const gait_optimised *result, uint32_t count, bool all) {
    size_t width = 4;
    for (uint32_t i = 0; i < count; i++) {
        gait_optimised_clip clip = gait_optimised_clip_at(result, i);
        char *name = text_clean(clip.name);
        size_t length = text_length(name);
        width = is_shown(&clip, all) && length > width ? length : width;
        free(name);
    }
    return width;
}

void optimise_print(const source *file, const gait_optimised *result, bool all) {
    gait_optimise_summary total = gait_optimised_summary(result);
    uint64_t saved = total.bytes_before - total.bytes_after;
    double percent =
        total.bytes_before > 0 ? 100.0 * (double)saved / (double)total.bytes_before : 0;
    size_t width = find_name_width(result, total.clip_count, all);
    result_text(source_label(file), 0);
    result_printf(": %" PRIu64 " -> %" PRIu64 " bytes (%.1f %% saved)", total.bytes_before,
                  total.bytes_after, percent);
    print_errors(total.error_mm, total.error_deg);
    result_printf("\n");
    char *heading = text_format("     BEFORE     AFTER     SAVED  CLIP%*s  CHANGES",
                                (int)(width - strlen("CLIP")), "");
    result_heading(heading);
    free(heading);
    for (uint32_t i = 0; i < total.clip_count; i++) {
        gait_optimised_clip clip = gait_optimised_clip_at(result, i);
        if (is_shown(&clip, all)) {
            print_clip(&clip, width);
        }
    }
}

/* --- JSON ------------------------------------------------------------------------------------- */

void optimise_print_json_begin(void) {
    result_json_raw("{\"schema\":\"gait.optimise/1\",\"files\":[");
}

void optimise_print_json_file(const source *file, const optimise_outcome *outcome, bool is_first) {
    const gait_diagnostic *error = source_error(file);
    gait_buffer json = {0};
    result_json_raw(is_first ? "\n{\"path\":" : ",\n{\"path\":");
    result_json_text(file->path);
    result_json_raw(",\"format\":");
    result_json_text(
        file->format == GAIT_FORMAT_UNKNOWN ? NULL : gait_format_get_info(file->format)->name);
    result_json_raw(outcome->is_changed ? ",\"changed\":true" : ",\"changed\":false");
    result_json_raw(",\"result\":");
    if (outcome->result) {
        result_json(gait_report_optimised(outcome->result, &json), &json);
    } else {
        result_json_raw("null");
    }
    gait_buffer_free(&json);
    result_printf(",\"exit_code\":%d,\"error\":", outcome->exit_code);
    if (error) {
        result_json_begin_error(error->rule ? error->rule->id : NULL, error->text);
        result_json_raw("}");
    } else {
        result_json_raw("null");
    }
    result_json_raw("}");
}

void optimise_print_json_end(void) {
    result_json_raw("]}\n");
}
