/* Parsing the tree of joints without recursion: every joint stores its parent. */
#include <string.h>

#include "base/number/number.h"
#include "base/try.h"
#include "formats/bvh/bvh.h"
#include "formats/bvh/bvh_number.h"

/* State of parsing the hierarchy. */
typedef struct hierarchy {
    gait_bvh *bvh;
    gaiti_bvh_scan *scan;
    const gaiti_report *report;
    int32_t current; /* the innermost open joint, -1 = none */
} hierarchy;

/* --- diagnostics ------------------------------------------------------------------------------ */

/* The text that represents a word in diagnostics; braces are spelled out because they are hard to
 * see in quotes. */
static gait_span hierarchy_name_of(gait_span word) {
    return gaiti_bvh_is(word, "{")   ? gaiti_span_of("opening brace")
           : gaiti_bvh_is(word, "}") ? gaiti_span_of("closing brace")
                                     : word;
}

/* Raises a syntax error; `word` is empty at the end of the text. */
static gait_status hierarchy_refuse(const hierarchy *self, gait_span word, const char *expected) {
    char text[GAITI_BVH_PLACE_TEXT];
    gaiti_bvh_place place = gaiti_bvh_place_of(self->scan, word);
    gait_span location = gaiti_bvh_place_text(&place, expected, text);
    return gaiti_raise(self->report, word.size ? GAITI_BVH_SYNTAX : GAITI_BVH_CUT,
                       (gaiti_detail){.offset = place.offset,
                                      .length = word.size,
                                      .name = hierarchy_name_of(word),
                                      .name_is_utf8 = true,
                                      .place = location});
}

static gait_status hierarchy_raise(const hierarchy *self, gaiti_rule rule, gait_span word,
                                   gaiti_detail detail) {
    char text[GAITI_BVH_PLACE_TEXT];
    gaiti_bvh_place place = gaiti_bvh_place_of(self->scan, word);
    detail.offset = place.offset;
    detail.length = word.size;
    detail.name = hierarchy_name_of(word);
    detail.name_is_utf8 = true;
    detail.place = gaiti_bvh_place_text(&place, NULL, text);
    return gaiti_raise(self->report, rule, detail);
}

/* --- joints ----------------------------------------------------------------------------------- */

static gaiti_bvh_joint *hierarchy_add(hierarchy *self) {
    enum { FIRST_JOINTS = 64 }; /* fewer allocations than gaiti_reserve() makes */
    gait_bvh *bvh = self->bvh;
    if (bvh->joint_count == bvh->joint_capacity) {
        uint32_t capacity = bvh->joint_capacity ? bvh->joint_capacity * 2 : FIRST_JOINTS;
        gaiti_bvh_joint *grown =
            gaiti_grow(&bvh->arena, bvh->joints, bvh->joint_count, capacity, sizeof *grown);
        if (!grown) {
            return NULL;
        }
        bvh->joints = grown;
        bvh->joint_capacity = capacity;
    }
    return &bvh->joints[bvh->joint_count++];
}

static char *hierarchy_default_name(hierarchy *self) {
    static const char start[] = "Joint_";
    enum { START = sizeof start - 1 };
    char *name = gaiti_alloc(&self->bvh->arena, START + GAITI_NUMBER_MAX, 1);
    if (name) {
        memcpy(name, start, START);
        gaiti_print_u64(name + START, self->bvh->joint_count - 1);
    }
    return name;
}

static bool hierarchy_set_name(hierarchy *self, gaiti_bvh_joint *joint, gait_span name) {
    bool is_utf8 = true;
    joint->place = gaiti_bvh_place_of(self->scan, name);
    joint->name_size = name.size < UINT32_MAX ? (uint32_t)name.size : UINT32_MAX;
    joint->has_name = name.size > 0;
    joint->is_spaced = gaiti_bvh_has_blanks(name);
    joint->is_carrier = gaiti_bvh_is_carrier(name);
    joint->name =
        name.size ? gaiti_bvh_decode_name(&self->bvh->arena, self->bvh->code_page, name, &is_utf8)
                  : hierarchy_default_name(self);
    if (joint->name && !is_utf8) {
        hierarchy_raise(self, GAITI_BVH_NAME_CODE, name, (gaiti_detail){0});
    }
    return joint->name != NULL;
}

static gait_status hierarchy_open_block(const hierarchy *self) {
    gait_span brace = gaiti_bvh_word(self->scan);
    return gaiti_bvh_is(brace, "{") ? GAIT_OK : hierarchy_refuse(self, brace, "an opening brace");
}

static gait_status hierarchy_begin_joint(hierarchy *self) {
    gait_span name = gaiti_bvh_rest_of_line(self->scan);
    if (self->bvh->joint_count == GAITI_BVH_MAX_JOINTS) {
        return hierarchy_raise(self, GAITI_BVH_TOO_MANY, name,
                               (gaiti_detail){.expected = GAITI_BVH_MAX_JOINTS});
    }
    if (name.size && memchr(name.data, 0, name.size)) {
        return hierarchy_raise(self, GAITI_BVH_NUL, name, (gaiti_detail){0});
    }
    gaiti_bvh_joint *joint = hierarchy_add(self);
    GAITI_TRY(self->bvh->arena.status);
    joint->parent = self->current;
    joint->first_channel = self->bvh->channel_count;
    self->current = (int32_t)self->bvh->joint_count - 1;
    return hierarchy_set_name(self, joint, name) ? hierarchy_open_block(self)
                                                 : self->bvh->arena.status;
}

static void hierarchy_end_joint(hierarchy *self) {
    const gaiti_bvh_joint *joint = &self->bvh->joints[self->current];
    gaiti_bvh_place place = joint->place;
    if (!joint->has_offset) {
        char text[GAITI_BVH_PLACE_TEXT];
        gaiti_raise(self->report, GAITI_BVH_NO_OFFSET,
                    (gaiti_detail){.offset = place.offset,
                                   .length = joint->name_size,
                                   .name = gaiti_span(joint->name, strlen(joint->name)),
                                   .name_is_utf8 = true,
                                   .place = gaiti_bvh_place_text(&place, NULL, text)});
    }
    self->current = joint->parent;
}

/* --- members of joints ------------------------------------------------------------------------ */

static gait_status hierarchy_read_offset(const hierarchy *self, double out[3]) {
    for (int i = 0; i < 3; i++) {
        gait_span word = gaiti_bvh_word(self->scan);
        if (word.size == 0) {
            return hierarchy_refuse(self, word, "a number");
        }
        if (!gaiti_bvh_parse(word, &out[i])) {
            return hierarchy_raise(self, GAITI_BVH_NUMBER, word, (gaiti_detail){0});
        }
    }
    return GAIT_OK;
}

static gait_bvh_channel hierarchy_channel_of(gait_span word) {
    static const char *const names[GAIT_BVH_OTHER] = {"xposition", "yposition", "zposition",
                                                      "xrotation", "yrotation", "zrotation"};
    unsigned channel = 0;
    while (channel < GAIT_BVH_OTHER && !gaiti_bvh_is(word, names[channel])) {
        channel++;
    }
    return (gait_bvh_channel)channel;
}

/* True for a keyword of the hierarchy. In place of a channel name, it means that the joint has
 * fewer channels than declared. */
static bool hierarchy_is_structure(gait_span word) {
    return gaiti_bvh_is(word, "{") || gaiti_bvh_is(word, "}") || gaiti_bvh_is(word, "JOINT") ||
           gaiti_bvh_is(word, "End") || gaiti_bvh_is(word, "OFFSET") ||
           gaiti_bvh_is(word, "MOTION");
}

static gait_status hierarchy_read_count(const hierarchy *self, uint64_t *out_count) {
    gait_span word = gaiti_bvh_word(self->scan);
    uint64_t left = self->scan->size - self->scan->at;
    if (word.size == 0) {
        return hierarchy_refuse(self, word, "a count");
    }
    if (!gaiti_parse_u64((const char *)word.data, word.size, out_count)) {
        return hierarchy_raise(self, GAITI_BVH_NUMBER, word, (gaiti_detail){0});
    }
    /* Each channel needs at least a letter and a space. */
    return *out_count <= left / 2
               ? GAIT_OK
               : hierarchy_raise(self, GAITI_BVH_CHANNEL_COUNT, word, (gaiti_detail){0});
}

static gait_status hierarchy_add_channel(hierarchy *self, gaiti_bvh_joint *joint, gait_span word) {
    gait_bvh *bvh = self->bvh;
    gait_bvh_channel channel = hierarchy_channel_of(word);
    if (channel == GAIT_BVH_OTHER) {
        hierarchy_raise(self, GAITI_BVH_OTHER_CHANNEL, word, (gaiti_detail){0});
    }
    for (uint32_t c = 0; c < joint->channel_count && channel < GAIT_BVH_X_ROTATION; c++) {
        if (bvh->channels[joint->first_channel + c] == channel) {
            return hierarchy_raise(self, GAITI_BVH_CHANNEL_TWICE, word, (gaiti_detail){0});
        }
    }
    bvh->channels[bvh->channel_count++] = (uint8_t)channel;
    joint->channel_count++;
    return GAIT_OK;
}

static gait_status hierarchy_read_channels(hierarchy *self, gaiti_bvh_joint *joint) {
    gait_bvh *bvh = self->bvh;
    uint64_t count;
    GAITI_TRY(hierarchy_read_count(self, &count));
    joint->first_channel = bvh->channel_count;
    for (uint64_t c = 0; c < count; c++) {
        gait_span word = gaiti_bvh_word(self->scan);
        if (word.size == 0) {
            return hierarchy_refuse(self, word, "a channel");
        }
        if (hierarchy_is_structure(word)) {
            return hierarchy_raise(self, GAITI_BVH_CHANNEL_COUNT, word, (gaiti_detail){0});
        }
        uint8_t *channels = gaiti_reserve(&bvh->arena, bvh->channels, bvh->channel_count,
                                          &bvh->channel_capacity, 1);
        GAITI_TRY(bvh->arena.status);
        bvh->channels = channels;
        GAITI_TRY(hierarchy_add_channel(self, joint, word));
    }
    return GAIT_OK;
}

/* Skips an end site, which only affects the drawn length of a bone. */
static gait_status hierarchy_skip_end_site(hierarchy *self) {
    double offset[3];
    bool has_offset = false;
    gaiti_bvh_rest_of_line(self->scan);
    gait_status status = hierarchy_open_block(self);
    while (status == GAIT_OK) {
        gait_span word = gaiti_bvh_word(self->scan);
        uint64_t none = 0;
        if (gaiti_bvh_is(word, "}")) {
            return GAIT_OK;
        }
        if (gaiti_bvh_is(word, "OFFSET") && !has_offset) {
            status = hierarchy_read_offset(self, offset);
            has_offset = true;
        } else if (gaiti_bvh_is(word, "CHANNELS")) {
            status = hierarchy_read_count(self, &none);
        } else {
            status = hierarchy_refuse(self, word, "OFFSET or a closing brace");
        }
        if (none > 0) {
            status = hierarchy_raise(self, GAITI_BVH_CHANNEL_COUNT, word, (gaiti_detail){0});
        }
    }
    return status;
}

/* --- the hierarchy ---------------------------------------------------------------------------- */

static gait_status hierarchy_in_joint(hierarchy *self, gait_span word) {
    gaiti_bvh_joint *joint = &self->bvh->joints[self->current];
    if (gaiti_bvh_is(word, "}")) {
        hierarchy_end_joint(self);
        return GAIT_OK;
    }
    if (gaiti_bvh_is(word, "JOINT")) {
        return hierarchy_begin_joint(self);
    }
    if (gaiti_bvh_is(word, "End")) {
        return hierarchy_skip_end_site(self);
    }
    if (gaiti_bvh_is(word, "OFFSET") && !joint->has_offset) {
        joint->has_offset = true;
        return hierarchy_read_offset(self, joint->offset);
    }
    if (gaiti_bvh_is(word, "CHANNELS") && !joint->has_channels) {
        joint->has_channels = true;
        return hierarchy_read_channels(self, joint);
    }
    return hierarchy_refuse(self, word,
                            !joint->has_offset     ? "OFFSET"
                            : !joint->has_channels ? "CHANNELS"
                                                   : "JOINT, End Site or a closing brace");
}

gait_status gaiti_bvh_read_hierarchy(gait_bvh *bvh, gaiti_bvh_scan *scan,
                                     const gaiti_report *report) {
    hierarchy self = {.bvh = bvh, .scan = scan, .report = report, .current = -1};
    gait_span word = gaiti_bvh_word(scan);
    if (!gaiti_bvh_is(word, "HIERARCHY")) {
        return hierarchy_refuse(&self, word, "HIERARCHY");
    }
    gait_status status = GAIT_OK;
    while (status == GAIT_OK) {
        word = gaiti_bvh_word(scan);
        if (self.current >= 0) {
            status = hierarchy_in_joint(&self, word);
        } else if (gaiti_bvh_is(word, "ROOT")) {
            status = hierarchy_begin_joint(&self);
        } else if (gaiti_bvh_is(word, "MOTION") && bvh->joint_count > 0) {
            bvh->motion_at = (uint64_t)(word.data - scan->data);
            return GAIT_OK;
        } else {
            status = hierarchy_refuse(&self, word, bvh->joint_count ? "ROOT or MOTION" : "ROOT");
        }
    }
    return status;
}
