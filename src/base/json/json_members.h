/* Reads objects of JSON into structs, by tables of their members. */
#ifndef GAITI_JSON_MEMBERS_H
#define GAITI_JSON_MEMBERS_H

#include <stddef.h>

#include "base/json/json_read.h"

typedef struct gaiti_json_parser gaiti_json_parser;

/* Reads a value into `place`. False when it did not read the value, which is then skipped. */
typedef bool gaiti_json_value(gaiti_json_parser *self, void *place, const gaiti_json_item *value);

struct gaiti_json_parser {
    gaiti_json_reader in;
    gait_status status;                /* of the first error, after which nothing is read */
    void *document;                    /* for the functions that read values */
    const struct gaiti_report *report; /* for these, too */
    /* Called for a value that is not `expected`, "an object" or "an array". Returns as
     * gaiti_json_value. */
    bool (*refuse)(gaiti_json_parser *self, const gaiti_json_item *value, const char *expected);
};

/* A member of an object. The last row of a table has no key. */
typedef struct gaiti_json_member {
    const char *key;
    size_t place;                            /* offset in the struct of the object */
    gaiti_json_value *read;                  /* reads the value, or each item of an array */
    const struct gaiti_json_member *members; /* of an object, whose struct is at the place */
    size_t reset;                            /* bytes at the place that an array sets to zero */
    bool is_array;
    bool is_optional; /* an object; other values are skipped */
} gaiti_json_member;

/* Rows of a table. `field` is a member of the struct `type`; without one, the place is that of the
 * object. GAITI_JSON_LIST first sets the field to zero, because of arrays with the same key the
 * last one is used. */
#define GAITI_JSON_VALUE(key, type, field, read)                                                   \
    { key, offsetof(type, field), read, NULL, 0, false, false }
#define GAITI_JSON_HERE(key, read)                                                                 \
    { key, 0, read, NULL, 0, false, false }
#define GAITI_JSON_ITEMS(key, type, field, read)                                                   \
    { key, offsetof(type, field), read, NULL, 0, true, false }
#define GAITI_JSON_ITEMS_HERE(key, read)                                                           \
    { key, 0, read, NULL, 0, true, false }
#define GAITI_JSON_LIST(key, type, field, read)                                                    \
    { key, offsetof(type, field), read, NULL, sizeof(((type *)NULL)->field), true, false }
#define GAITI_JSON_OBJECT_IN(key, type, field, members)                                            \
    { key, offsetof(type, field), NULL, members, 0, false, false }
#define GAITI_JSON_OBJECT(key, members)                                                            \
    { key, 0, NULL, members, 0, false, false }
#define GAITI_JSON_OBJECT_IF(key, members)                                                         \
    { key, 0, NULL, members, 0, false, true }
#define GAITI_JSON_MEMBERS_END                                                                     \
    { NULL, 0, NULL, NULL, 0, false, false }

/* Read the rest of an object or an array that `value` begins. False for other values. */
bool gaiti_json_read_members(gaiti_json_parser *self, const gaiti_json_item *value,
                             const gaiti_json_member *members, void *object);
bool gaiti_json_read_items(gaiti_json_parser *self, const gaiti_json_item *value,
                           gaiti_json_value *read, void *place);

#endif
