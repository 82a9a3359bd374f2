/* One edit: its name and its options. */
#ifndef GAITI_EDIT_REQUEST_H
#define GAITI_EDIT_REQUEST_H

#include "gait/base.h"

/* The options of all edits, in the order of their table. */
typedef enum gaiti_edit_option {
    GAITI_EDIT_CLIP = 0,
    GAITI_EDIT_BONE,
    GAITI_EDIT_PART,
    GAITI_EDIT_BEFORE,
    GAITI_EDIT_AFTER,
    GAITI_EDIT_FIRST,
    GAITI_EDIT_LAST,
    GAITI_EDIT_SORT,
    GAITI_EDIT_FRAMES,
    GAITI_EDIT_SPEED,
    GAITI_EDIT_POWER,
    GAITI_EDIT_ACCRUE,
    GAITI_EDIT_FALLOFF,
    GAITI_EDIT_FLAGS,
    GAITI_EDIT_FPS,
    GAITI_EDIT_FORMAT_VERSION,
    GAITI_EDIT_ROOT_MOTION,
    GAITI_EDIT_PHASES,
    GAITI_EDIT_ADD,
    GAITI_EDIT_REMOVE,
    GAITI_EDIT_MOVE,
    GAITI_EDIT_RENAME,
    GAITI_EDIT_AT,
    GAITI_EDIT_TO,
    GAITI_EDIT_UNTIL,
    GAITI_EDIT_VALUE,
    GAITI_EDIT_KEEP_EMPTY,
    GAITI_EDIT_GAME,
    GAITI_EDIT_LOSSY,
    GAITI_EDIT_OPTION_COUNT
} gaiti_edit_option;

/* An option and its value; a flag has the value "". */
typedef struct gaiti_edit_value {
    gaiti_edit_option option;
    const char *text; /* UTF-8 */
} gaiti_edit_value;

/* One edit. */
typedef struct gaiti_edit_request {
    const char *verb;
    const gaiti_edit_value *values; /* in the order of the words */
    uint32_t count;
} gaiti_edit_request;

/* How an option is used. */
typedef enum gaiti_edit_kind {
    GAITI_EDIT_ONE,  /* has a value, and can be given once */
    GAITI_EDIT_LIST, /* has a value, and can be given several times */
    GAITI_EDIT_SIGN  /* has no value */
} gaiti_edit_kind;

gaiti_edit_kind gaiti_edit_option_kind(gaiti_edit_option option);
/* The name of an option, such as "--clip". */
const char *gaiti_edit_option_name(gaiti_edit_option option);
/* The value of an option that can be given once; NULL when it is not given. */
const gaiti_edit_value *gaiti_edit_find(const gaiti_edit_request *request,
                                        gaiti_edit_option option);
/* How often an option is given. */
uint32_t gaiti_edit_count(const gaiti_edit_request *request, gaiti_edit_option option);

#endif
