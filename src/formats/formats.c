/* The table of all formats, and their detection. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/text.h"
#include "formats/file_state.h"

/* --- the table -------------------------------------------------------------------------------- */

static const gaiti_format_row format_unknown = {
    .info = {GAIT_FORMAT_UNKNOWN, "unknown", "unknown", "", GAIT_FAMILY_NONE, 0}};

#define GAITI_FORMAT(number, name) [GAIT_FORMAT_##number] = &gaiti_##name##_row,
static const gaiti_format_row *const format_rows[GAIT_FORMAT_COUNT] = {
    &format_unknown,
#include "formats/formats.def"
};
#undef GAITI_FORMAT

const gait_format_info *gait_format_get_info(gait_format format) {
    bool known = (uint32_t)format < GAIT_FORMAT_COUNT;
    return &format_rows[known ? format : GAIT_FORMAT_UNKNOWN]->info;
}

gait_format gait_format_from_name(const char *name) {
    for (int i = 1; name && i < GAIT_FORMAT_COUNT; i++) {
        if (strcmp(format_rows[i]->info.name, name) == 0) {
            return (gait_format)i;
        }
    }
    return GAIT_FORMAT_UNKNOWN;
}

gait_span gaiti_file_extension(const char *file_name) {
    size_t end = file_name ? strlen(file_name) : 0;
    for (size_t i = end; i > 0 && file_name[i - 1] != '/' && file_name[i - 1] != '\\'; i--) {
        if (file_name[i - 1] == '.') {
            return gaiti_span(file_name + i - 1, end - i + 1);
        }
    }
    return gaiti_span("", 0);
}

bool gaiti_format_has_extension(const gaiti_format_row *row, gait_span extension) {
    const char *extensions = row->info.extensions;
    while (extension.size && *extensions) {
        size_t size = strcspn(extensions, " ");
        if (gaiti_equal_name(extension, gaiti_span(extensions, size))) {
            return true;
        }
        extensions += size + (extensions[size] == ' ');
    }
    return false;
}

gait_format gait_detect(gait_span bytes, const char *file_name) {
    gait_span extension = gaiti_file_extension(file_name);
    gait_format best = GAIT_FORMAT_UNKNOWN;
    int best_score = 0;
    for (int i = 1; gaiti_is_span(bytes) && i < GAIT_FORMAT_COUNT; i++) {
        gaiti_guess guess = format_rows[i]->probe(bytes);
        if (guess == GAITI_GUESS_NO) {
            continue;
        }
        bool named = gaiti_format_has_extension(format_rows[i], extension);
        int score = 2 * (int)guess + named;
        if (score > best_score) {
            best = (gait_format)i;
            best_score = score;
        }
    }
    return best;
}

bool gait_detect_prefix(gait_span prefix, uint64_t file_size) {
    enum { MAX_WORD = 64 }; /* longer than the first word of each text format */
    bool is_possible = false;
    if (!gaiti_is_span(prefix) || prefix.size >= file_size || prefix.size < GAIT_DETECT_PREFIX) {
        return true;
    }
    for (int i = 1; i < GAIT_FORMAT_COUNT; i++) {
        const gaiti_format_row *row = format_rows[i];
        if ((row->info.abilities & GAIT_CAN_OPEN) && row->probe(prefix) != GAITI_GUESS_NO) {
            return true;
        }
        is_possible = is_possible || (row->is_possible && row->is_possible(prefix, file_size));
    }
    /* White space before the first word of a text is allowed without a limit. */
    return gaiti_is_text(prefix) ? gaiti_text_start(prefix).size < MAX_WORD : is_possible;
}

const gaiti_format_row *gaiti_format_row_of(gait_format format) {
    return format_rows[format];
}
