/* Reads objects of JSON by tables of their members. */
#include "base/json/json_members.h"

#include <string.h>

bool gaiti_json_read_items(gaiti_json_parser *self, const gaiti_json_item *value,
                           gaiti_json_value *read, void *place) {
    if (value->kind != GAITI_JSON_ARRAY) {
        return false;
    }
    while (self->status == GAIT_OK) {
        gaiti_json_item item = gaiti_json_next(&self->in);
        if (item.kind == GAITI_JSON_ARRAY_END || item.kind == GAITI_JSON_FAILED) {
            break;
        }
        if (!read(self, place, &item)) {
            gaiti_json_skip(&self->in, &item);
        }
    }
    return true;
}

static bool json_read_member(gaiti_json_parser *self, const gaiti_json_item *value,
                             const gaiti_json_member *member, void *object) {
    uint8_t *place = (uint8_t *)object + member->place;
    if (member->members) {
        return gaiti_json_read_members(self, value, member->members, place) ||
               (!member->is_optional && self->refuse(self, value, "an object"));
    }
    if (member->is_array) {
        memset(place, 0, member->reset);
        return gaiti_json_read_items(self, value, member->read, place) ||
               self->refuse(self, value, "an array");
    }
    return member->read(self, place, value);
}

bool gaiti_json_read_members(gaiti_json_parser *self, const gaiti_json_item *value,
                             const gaiti_json_member *members, void *object) {
    if (value->kind != GAITI_JSON_OBJECT) {
        return false;
    }
    while (self->status == GAIT_OK) {
        gaiti_json_item key = gaiti_json_next(&self->in);
        if (key.kind != GAITI_JSON_KEY) {
            break;
        }
        gaiti_json_item item = gaiti_json_next(&self->in);
        const gaiti_json_member *member = members;
        while (member->key && !gaiti_json_is(&key, member->key)) {
            member++;
        }
        if (!member->key || !json_read_member(self, &item, member, object)) {
            gaiti_json_skip(&self->in, &item);
        }
    }
    return true;
}
