/* The names and options of all edits, as tables. */
#include "edit/edit_request.h"

#include <stddef.h>

typedef struct edit_option_row {
    const char *name;
    gaiti_edit_kind kind;
} edit_option_row;

static const edit_option_row edit_options[GAITI_EDIT_OPTION_COUNT] = {
    [GAITI_EDIT_CLIP] = {"--clip", GAITI_EDIT_LIST},
    [GAITI_EDIT_BONE] = {"--bone", GAITI_EDIT_LIST},
    [GAITI_EDIT_PART] = {"--part", GAITI_EDIT_LIST},
    [GAITI_EDIT_BEFORE] = {"--before", GAITI_EDIT_ONE},
    [GAITI_EDIT_AFTER] = {"--after", GAITI_EDIT_ONE},
    [GAITI_EDIT_FIRST] = {"--first", GAITI_EDIT_SIGN},
    [GAITI_EDIT_LAST] = {"--last", GAITI_EDIT_SIGN},
    [GAITI_EDIT_SORT] = {"--sort", GAITI_EDIT_SIGN},
    [GAITI_EDIT_FRAMES] = {"--frames", GAITI_EDIT_SIGN},
    [GAITI_EDIT_SPEED] = {"--speed", GAITI_EDIT_ONE},
    [GAITI_EDIT_POWER] = {"--power", GAITI_EDIT_ONE},
    [GAITI_EDIT_ACCRUE] = {"--accrue", GAITI_EDIT_ONE},
    [GAITI_EDIT_FALLOFF] = {"--falloff", GAITI_EDIT_ONE},
    [GAITI_EDIT_FLAGS] = {"--flags", GAITI_EDIT_ONE},
    [GAITI_EDIT_FPS] = {"--fps", GAITI_EDIT_ONE},
    [GAITI_EDIT_FORMAT_VERSION] = {"--format-version", GAITI_EDIT_ONE},
    [GAITI_EDIT_ROOT_MOTION] = {"--root-motion", GAITI_EDIT_ONE},
    [GAITI_EDIT_PHASES] = {"--phases", GAITI_EDIT_ONE},
    [GAITI_EDIT_ADD] = {"--add", GAITI_EDIT_LIST},
    [GAITI_EDIT_REMOVE] = {"--remove", GAITI_EDIT_LIST},
    [GAITI_EDIT_MOVE] = {"--move", GAITI_EDIT_ONE},
    [GAITI_EDIT_RENAME] = {"--rename", GAITI_EDIT_LIST},
    [GAITI_EDIT_AT] = {"--at", GAITI_EDIT_ONE},
    [GAITI_EDIT_TO] = {"--to", GAITI_EDIT_ONE},
    [GAITI_EDIT_UNTIL] = {"--until", GAITI_EDIT_ONE},
    [GAITI_EDIT_VALUE] = {"--value", GAITI_EDIT_ONE},
    [GAITI_EDIT_KEEP_EMPTY] = {"--keep-empty", GAITI_EDIT_SIGN},
    [GAITI_EDIT_GAME] = {"--game", GAITI_EDIT_ONE},
    [GAITI_EDIT_LOSSY] = {"--lossy", GAITI_EDIT_SIGN},
};

gaiti_edit_kind gaiti_edit_option_kind(gaiti_edit_option option) {
    return edit_options[option].kind;
}

const char *gaiti_edit_option_name(gaiti_edit_option option) {
    return edit_options[option].name;
}

const gaiti_edit_value *gaiti_edit_find(const gaiti_edit_request *request,
                                        gaiti_edit_option option) {
    for (uint32_t i = 0; i < request->count; i++) {
        if (request->values[i].option == option) {
            return &request->values[i];
        }
    }
    return NULL;
}

uint32_t gaiti_edit_count(const gaiti_edit_request *request, gaiti_edit_option option) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < request->count; i++) {
        count += request->values[i].option == option;
    }
    return count;
}
