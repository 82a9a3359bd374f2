/* Gathers the inputs of a command that takes many files, and reads --game and --tolerance. */
#include <stdlib.h>
#include <string.h>

#include "options/options.h"
#include "base/base.h"
#include "gait/games.h"
#include "gait/numbers.h"
#include "project/settings.h"

/* --- inputs ----------------------------------------------------------------------------------- */

/* The patterns of a key of the project, unless the option replaces them; NULL = none. */
static const text_list *patterns_of(const char *key, const text_list *given, text_list *out) {
    const toml_item *item = given->count > 0 ? NULL : project_find("", key);
    for (size_t i = 0; item && i < item->values.count; i++) {
        text_list_add(out, project_pattern(item->values.items[i]));
    }
    return out->count > 0 ? out : NULL;
}

int inputs_gather_all(const command_call *call, const input_options *options, inputs *out) {
    text_list included = {0}, excluded = {0};
    input_filter filter = {.included = &options->included,
                           .excluded = &options->excluded,
                           .extension = options->extension,
                           .keeps_empty = options->keeps_empty};
    if (project_current()) {
        filter.scope.folder = project_current()->folder;
        filter.scope.included = patterns_of("include", &options->included, &included);
        filter.scope.excluded = patterns_of("exclude", &options->excluded, &excluded);
    }
    *out = inputs_gather(call->operands, call->count, &filter);
    int code =
        options->files_from ? inputs_gather_from(out, options->files_from, &filter) : EXIT_OK;
    text_list_free(&included, true);
    text_list_free(&excluded, true);
    return code;
}

int inputs_read(const command_call *call, const input_options *options, inputs *out) {
    if (call->count > 0 || options->files_from) {
        return inputs_gather_all(call, options, out);
    }
    *out = (inputs){0};
    return command_refuse_operands(call);
}

/* --- --game ----------------------------------------------------------------------------------- */

uint32_t game_set(int choice) {
    return choice == 0 ? 0 : GAIT_GAMES(choice - 1);
}

/* --- --tolerance ------------------------------------------------------------------------------ */

/* The field for the unit at the end of a value; NULL when the unit is unknown. */
static double *find_field(const char *text, size_t *digits, tolerance *out) {
    size_t size = strlen(text);
    bool is_deg = size > 3 && strcmp(text + size - 3, "deg") == 0;
    bool is_mm = size > 2 && strcmp(text + size - 2, "mm") == 0;
    *digits = size - (is_deg ? 3 : 2);
    return is_deg ? &out->deg : is_mm ? &out->mm : NULL;
}

static bool tolerance_read_number(const char *text, size_t size, double *out) {
    char *digits = text_slice(text, size);
    bool is_valid = gait_parse_f64(digits, out) && gait_range_contains(GAIT_RANGE_TOLERANCE, *out);
    free(digits);
    return is_valid;
}

/* `value_text` is the value of the option, which contains the limit. */
static int parse_limit(const char *text, const char *value_text, tolerance *out) {
    size_t digits;
    double value;
    double *field = find_field(text, &digits, out);
    if (!field || !tolerance_read_number(text, digits, &value)) {
        log_error(NULL,
                  "--tolerance requires a number with a unit, such as 0.1mm or 0.02deg, not '%s'",
                  value_text);
        log_hint("the number must be %s; give at most one limit in mm and one in deg",
                 gait_range_of(GAIT_RANGE_TOLERANCE).text);
        return EXIT_USAGE;
    }
    if (*field > 0) {
        return refuse(EXIT_USAGE, NULL, "--tolerance is given twice in %s", text + digits);
    }
    *field = value;
    return EXIT_OK;
}

int tolerance_read(const text_list *given, tolerance *out) {
    int code = EXIT_OK;
    for (size_t i = 0; i < given->count && code == EXIT_OK; i++) {
        const char *text = given->items[i];
        while (text && code == EXIT_OK) {
            const char *comma = strchr(text, ',');
            char *limit = comma ? text_slice(text, (size_t)(comma - text)) : text_copy(text);
            code = parse_limit(limit, given->items[i], out);
            free(limit);
            text = comma ? comma + 1 : NULL;
        }
    }
    return code;
}
