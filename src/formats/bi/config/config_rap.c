/* Binarised configs: docs/formats/config.md#binarised. One function visits the fields of a file; it
 * reads them into a tree, or writes them from one.
 *
 * In files of Arma and DayZ, the bodies of the classes in a body follow it, each with what belongs
 * to it. So the parts of a file are in the order of the tree, without gaps; other orders are
 * refused. In files of Operation Flashpoint, a body is where its class is. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/bi/config/config_rap.h"

enum { RAP_COUNT_BYTES = 5 };

/* The types of members and values, as stored. */
enum { RAP_CLASS, RAP_VALUE, RAP_ARRAY, RAP_DECLARED, RAP_DELETED, RAP_ADDED };
enum { RAP_TEXT, RAP_FLOAT, RAP_INT, RAP_ITEMS, RAP_BARE };

/* An open class or array. */
typedef struct rap_frame {
    gaiti_config_entry *entry;
    gaiti_config_entry *last;  /* the last member that was visited */
    gaiti_config_entry *child; /* Arma: where the search for the next class continues */
    uint32_t count, index;     /* of members */
    uint32_t class_count;      /* of classes that were visited */
    uint32_t first_place;      /* Arma, writing: of the places of offsets */
    size_t end_place;          /* Arma, writing: of the offset behind it */
    uint32_t mark;             /* argument of gaiti_visit_pop() */
    bool is_ended;             /* Arma: all members are visited */
} rap_frame;

typedef struct rap_file {
    gait_config *config; /* const when writing */
    gaiti_visitor *visitor;
    size_t start; /* writing: of the file in the buffer */
    const gaiti_report *report;
    gait_status status;
    rap_frame frames[GAITI_CONFIG_CLASSES + 1];
    uint32_t depth;
    uint32_t enums_at; /* Arma: the offset of the enums */
    uint32_t *places;  /* writing: where offsets of classes are stored */
    uint32_t place_count, place_capacity;
    gait_span *strings; /* Operation Flashpoint: all strings so far */
    uint32_t string_count, string_capacity;
    gaiti_names string_set; /* those that `strings` has capacity for */
    uint64_t repeated;      /* reading: bytes of strings that were used again */
    gaiti_arena scratch;
} rap_file;

static bool rap_is_reading(const rap_file *self) {
    return self->visitor->in != NULL;
}

static bool rap_is_ok(const rap_file *self) {
    return self->status == GAIT_OK && gaiti_visit_is_ok(self->visitor);
}

static bool rap_is_arma(const rap_file *self) {
    return self->config->version == GAITI_RAP_ARMA;
}

/* The offset of the next field. */
static uint64_t rap_at(const rap_file *self) {
    return rap_is_reading(self) ? gaiti_offset(self->visitor->in)
                                : self->visitor->out->size - self->start;
}

/* Replaces a number that was written at `place`. */
static void rap_store(rap_file *self, size_t place, uint64_t value) {
    if (rap_is_ok(self)) {
        gaiti_store_u32(self->visitor->out->data + self->start + place, (uint32_t)value);
    }
}

/* Refuses the file because of a field that begins at `from`. */
static void rap_refuse(rap_file *self, gaiti_rule rule, uint64_t from) {
    if (rap_is_ok(self)) {
        uint64_t at = rap_at(self);
        self->status = self->report
                           ? gaiti_raise(self->report, rule,
                                         (gaiti_detail){.offset = from,
                                                        .length = at > from ? at - from : 1,
                                                        .found = self->config->version})
                           : GAIT_CORRUPT;
    }
}

/* --- counts and texts ------------------------------------------------------------------------- */

/* The size of the number at the cursor with 7 bits per byte; 0 if it is damaged. */
static uint32_t rap_number_size(const gaiti_reader *in, uint32_t *out_value) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < RAP_COUNT_BYTES && i < gaiti_bytes_left(in); i++) {
        uint8_t byte = in->data[in->at + i];
        value |= (uint64_t)(byte & 0x7F) << 7 * i;
        if (byte < 0x80) {
            *out_value = (uint32_t)value;
            return value > UINT32_MAX || (byte == 0 && i > 0) ? 0 : i + 1;
        }
    }
    return 0;
}

/* A number with 7 bits per byte, low bits first. */
static void rap_visit_number(rap_file *self, const char *name, uint32_t *value) {
    gaiti_visitor *visitor = self->visitor;
    uint8_t bytes[RAP_COUNT_BYTES] = {0}, small;
    uint32_t size = 0;
    gait_span block = gaiti_span(bytes, 0);
    if (rap_is_reading(self)) {
        *value = 0;
        size = rap_is_ok(self) ? rap_number_size(visitor->in, value) : 0;
        if (size == 0) {
            rap_refuse(self, GAITI_CFG_RAP, rap_at(self));
            return;
        }
    } else {
        for (uint32_t rest = *value; size == 0 || rest > 0; rest >>= 7) {
            bytes[size++] = (uint8_t)((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0));
        }
        block.size = size;
    }
    small = (uint8_t)*value;
    if (size == 1) {
        gaiti_visit_u8(visitor, name, &small);
    } else {
        gaiti_visit_block(visitor, name, GAIT_FIELD_BYTES, 1, size, &block);
    }
}

/* The number of members or items, each of which has at least two bytes. */
static void rap_visit_count(rap_file *self, uint32_t *count) {
    uint64_t from = rap_at(self);
    if (self->config->version == GAITI_RAP_ARMA || self->config->version == GAITI_RAP_LAST_OFP) {
        rap_visit_number(self, "count", count);
    } else {
        gaiti_visit_u32(self->visitor, "count", count);
    }
    if (rap_is_reading(self) && *count > gaiti_bytes_left(self->visitor->in) / 2) {
        rap_refuse(self, GAITI_CFG_RAP, from);
        *count = 0;
    }
}

/* Adds a string to the table. The set is made again when the table grows. */
static void rap_add_string(rap_file *self, gait_span text) {
    if (self->string_count == self->string_capacity) {
        uint32_t capacity = self->string_capacity ? 2 * self->string_capacity : 64;
        gait_span *strings = gaiti_grow(&self->scratch, self->strings, self->string_count, capacity,
                                        sizeof *strings);
        if (!strings || !gaiti_names_init(&self->string_set, &self->scratch, strings, capacity)) {
            self->status = self->scratch.status;
            return;
        }
        self->string_set.is_exact = true;
        self->strings = strings;
        self->string_capacity = capacity;
        for (uint32_t s = 0; s < self->string_count; s++) {
            gaiti_names_add(&self->string_set, s);
        }
    }
    self->strings[self->string_count] = text;
    gaiti_names_add(&self->string_set, self->string_count++);
}

/* Operation Flashpoint: the index of a string in the table; a new one follows its index. */
static void rap_visit_indexed(rap_file *self, const char *name, gait_span *text) {
    uint64_t from = rap_at(self);
    bool is_reading = rap_is_reading(self);
    int32_t known =
        is_reading || self->string_count == 0 ? -1 : gaiti_names_find(&self->string_set, *text);
    uint32_t index = known >= 0 ? (uint32_t)known : self->string_count;
    if (self->config->version == GAITI_RAP_FIRST_OFP) {
        gaiti_visit_u32(self->visitor, "index", &index);
    } else {
        rap_visit_number(self, "index", &index);
    }
    if (!rap_is_ok(self)) {
        return;
    }
    if (index < self->string_count) {
        *text = self->strings[index];
        self->repeated += is_reading ? text->size : 0;
        if (self->repeated > GAITI_CONFIG_OUTPUT) {
            rap_refuse(self, GAITI_CFG_RAP, from);
        }
    } else if (index > self->string_count) {
        rap_refuse(self, GAITI_CFG_RAP, from);
    } else {
        gaiti_visit_text(self->visitor, name, text);
        bool is_again = is_reading && rap_is_ok(self) && self->string_count > 0 &&
                        gaiti_names_find(&self->string_set, *text) >= 0;
        if (is_again) {
            rap_refuse(self, GAITI_CFG_RAP_ORDER, from);
        } else if (rap_is_ok(self)) {
            rap_add_string(self, *text);
        }
    }
}

static void rap_visit_text(rap_file *self, const char *name, gait_span *text) {
    if (rap_is_arma(self)) {
        gaiti_visit_text(self->visitor, name, text);
    } else {
        rap_visit_indexed(self, name, text);
    }
}

/* --- values ----------------------------------------------------------------------------------- */

/* The next member of a frame: a new one when reading. NULL when there is no memory. */
static gaiti_config_entry *rap_next(rap_file *self, rap_frame *frame) {
    gaiti_config_entry **link = frame->last ? &frame->last->next : &frame->entry->first;
    if (rap_is_reading(self)) {
        *link = gaiti_alloc(&self->config->arena, 1, sizeof **link);
        if (!*link) {
            self->status = self->config->arena.status;
        }
    }
    frame->last = *link;
    frame->index++;
    return *link;
}

/* The name and the text of an entry. Writing does not change the tree, which threads may share. */
static void rap_visit_name(rap_file *self, gaiti_config_entry *entry) {
    gait_span name = gaiti_config_name(entry);
    rap_visit_text(self, "name", &name);
    if (rap_is_reading(self)) {
        entry->name = name.data;
        entry->name_size = (uint32_t)name.size;
    }
}

static void rap_set_text(const rap_file *self, gaiti_config_entry *entry, gait_span text) {
    if (rap_is_reading(self)) {
        entry->text = text.data;
        entry->text_size = (uint32_t)text.size;
    }
}

/* The type of a value or item. */
static void rap_visit_type(rap_file *self, gaiti_config_entry *entry, bool is_item) {
    static const gaiti_config_kind kinds[] = {GAITI_CONFIG_QUOTED, GAITI_CONFIG_FLOAT,
                                              GAITI_CONFIG_INT, GAITI_CONFIG_ARRAY,
                                              GAITI_CONFIG_BARE};
    uint64_t from = rap_at(self);
    uint8_t type = 0;
    while (kinds[type] != entry->kind && type < RAP_BARE) {
        type++;
    }
    gaiti_visit_u8(self->visitor, "type", &type);
    bool is_known = type <= (rap_is_arma(self) ? RAP_BARE : RAP_ITEMS);
    if (!is_known || (type == RAP_ITEMS && !is_item)) {
        rap_refuse(self, GAITI_CFG_RAP, from);
        return;
    }
    if (rap_is_reading(self)) {
        entry->kind = kinds[type];
    }
}

static void rap_visit_value(rap_file *self, gaiti_config_entry *entry) {
    gait_span text = gaiti_config_text(entry);
    if (entry->kind == GAITI_CONFIG_FLOAT || entry->kind == GAITI_CONFIG_INT) {
        bool is_float = entry->kind == GAITI_CONFIG_FLOAT;
        gaiti_visit_block(self->visitor, "value", is_float ? GAIT_FIELD_F32 : GAIT_FIELD_S32, 1, 1,
                          &text);
    } else {
        rap_visit_text(self, "value", &text);
    }
    rap_set_text(self, entry, text);
}

static uint32_t rap_count_members(const gaiti_config_entry *entry) {
    uint32_t count = 0;
    for (const gaiti_config_entry *member = entry->first; member; member = member->next) {
        count++;
    }
    return count;
}

/* The items of an array, with the arrays in it. */
static void rap_visit_array(rap_file *self, gaiti_config_entry *entry) {
    rap_frame frames[GAITI_CONFIG_ARRAYS];
    uint32_t depth = 1;
    frames[0] = (rap_frame){
        .entry = entry, .count = rap_count_members(entry), .mark = self->visitor->path_size};
    rap_visit_count(self, &frames[0].count);
    while (depth > 0 && rap_is_ok(self)) {
        rap_frame *frame = &frames[depth - 1];
        if (frame->index == frame->count) {
            depth--;
            gaiti_visit_pop(self->visitor, frame->mark);
            continue;
        }
        uint32_t mark = gaiti_visit_push(self->visitor, "items", frame->index);
        gaiti_config_entry *item = rap_next(self, frame);
        if (!item) {
            return;
        }
        rap_visit_type(self, item, true);
        if (item->kind != GAITI_CONFIG_ARRAY) {
            rap_visit_value(self, item);
            gaiti_visit_pop(self->visitor, mark);
        } else if (depth == GAITI_CONFIG_ARRAYS) {
            rap_refuse(self, GAITI_CFG_RAP, rap_at(self));
        } else {
            frames[depth] =
                (rap_frame){.entry = item, .count = rap_count_members(item), .mark = mark};
            rap_visit_count(self, &frames[depth++].count);
        }
    }
}

/* --- members ---------------------------------------------------------------------------------- */

/* Arma: the offset of the body of a class, which is not known yet when writing. */
static void rap_visit_offset(rap_file *self, gaiti_config_entry *entry) {
    uint32_t offset = 0;
    if (!rap_is_reading(self)) {
        uint32_t place = (uint32_t)rap_at(self);
        gait_status status = gaiti_append(&self->scratch, &self->places, &self->place_count,
                                          &self->place_capacity, &place, sizeof place);
        self->status = self->status != GAIT_OK ? self->status : status;
        gaiti_visit_u32(self->visitor, "offset", &offset);
    } else {
        uint64_t from = rap_at(self);
        gaiti_visit_u32(self->visitor, "offset", &entry->end);
        if (entry->end > rap_at(self) + gaiti_bytes_left(self->visitor->in)) {
            rap_refuse(self, GAITI_CFG_RAP, from);
        }
    }
}

/* What follows the name of a member. */
static void rap_visit_content(rap_file *self, gaiti_config_entry *entry, uint8_t tag) {
    switch (tag) {
    case RAP_CLASS:
        if (rap_is_arma(self)) {
            rap_visit_offset(self, entry);
        }
        break;
    case RAP_VALUE:
        rap_visit_value(self, entry);
        break;
    case RAP_ARRAY:
    case RAP_ADDED:
        rap_visit_array(self, entry);
        break;
    default:
        break;
    }
}

static uint8_t rap_tag_of(const gaiti_config_entry *entry) {
    switch (entry->kind) {
    case GAITI_CONFIG_CLASS:
        return RAP_CLASS;
    case GAITI_CONFIG_DECLARED:
        return RAP_DECLARED;
    case GAITI_CONFIG_DELETED:
        return RAP_DELETED;
    case GAITI_CONFIG_ARRAY:
        return RAP_ARRAY;
    case GAITI_CONFIG_ADDED:
        return RAP_ADDED;
    default:
        return RAP_VALUE;
    }
}

static void rap_visit_member(rap_file *self, gaiti_config_entry *entry) {
    static const gaiti_config_kind kinds[] = {GAITI_CONFIG_CLASS,   GAITI_CONFIG_QUOTED,
                                              GAITI_CONFIG_ARRAY,   GAITI_CONFIG_DECLARED,
                                              GAITI_CONFIG_DELETED, GAITI_CONFIG_ADDED};
    uint64_t from = rap_at(self);
    uint8_t tag = rap_tag_of(entry);
    gaiti_visit_u8(self->visitor, "member", &tag);
    if (tag > (rap_is_arma(self) ? RAP_ADDED : RAP_ARRAY)) {
        rap_refuse(self, GAITI_CFG_RAP, from);
        return;
    }
    if (rap_is_reading(self)) {
        entry->kind = kinds[tag];
    }
    if (tag == RAP_VALUE) {
        rap_visit_type(self, entry, false);
    }
    if (tag == RAP_ADDED) {
        gaiti_visit_u32(self->visitor, "flag", &entry->end);
    }
    rap_visit_name(self, entry);
    rap_visit_content(self, entry, tag);
}

/* --- classes ---------------------------------------------------------------------------------- */

/* Opens a class: its base, and the number of its members. */
static void rap_open_class(rap_file *self, gaiti_config_entry *entry, uint32_t depth) {
    gait_span base = gaiti_config_text(entry);
    rap_frame *frame = &self->frames[depth];
    *frame = (rap_frame){
        .entry = entry, .count = rap_count_members(entry), .first_place = self->place_count};
    self->depth = depth;
    if (depth > 0) {
        frame->mark =
            gaiti_visit_push(self->visitor, "classes", self->frames[depth - 1].class_count++);
    } else if (!rap_is_arma(self)) {
        rap_visit_name(self, entry);
    }
    gaiti_visit_text(self->visitor, "base", &base);
    rap_set_text(self, entry, base);
    rap_visit_count(self, &frame->count);
}

/* Opens a class inside of the open one. */
static void rap_open_inner(rap_file *self, gaiti_config_entry *entry) {
    if (self->depth == GAITI_CONFIG_CLASSES) {
        rap_refuse(self, GAITI_CFG_RAP, rap_at(self));
    } else {
        rap_open_class(self, entry, self->depth + 1);
    }
}

static gaiti_config_entry *rap_find_class(gaiti_config_entry *entry) {
    while (entry && entry->kind != GAITI_CONFIG_CLASS) {
        entry = entry->next;
    }
    return entry;
}

/* Arma: the offset of the part that follows the members of the open class. */
static uint32_t rap_next_part(const rap_file *self) {
    const gaiti_config_entry *next = rap_find_class(self->frames[self->depth].entry->first);
    for (uint32_t d = self->depth; d > 0 && !next; d--) {
        next = self->frames[d - 1].child;
    }
    return next ? next->end : self->enums_at;
}

/* Arma: ends the members of the open class with the offset behind it, which some files leave out.
 */
static void rap_end_members(rap_file *self, rap_frame *frame) {
    uint32_t end = frame->entry->end;
    frame->is_ended = true;
    frame->child = rap_find_class(frame->entry->first);
    frame->end_place = (size_t)rap_at(self);
    if (rap_is_reading(self)) {
        bool is_left_out = rap_at(self) == rap_next_part(self);
        frame->entry->end = 0;
        if (!is_left_out) {
            gaiti_visit_u32(self->visitor, "end", &frame->entry->end);
            if (frame->entry->end == 0) { /* that means that it is left out */
                rap_refuse(self, GAITI_CFG_RAP_ORDER, frame->end_place);
            }
        }
    } else if (end > 0) {
        gaiti_visit_u32(self->visitor, "end", &end);
    }
}

/* Arma: begins the body of the next class of the open one. */
static void rap_begin_body(rap_file *self, rap_frame *frame, gaiti_config_entry *entry) {
    frame->child = rap_find_class(entry->next);
    if (!rap_is_reading(self)) {
        uint32_t place = self->places[frame->first_place + frame->class_count];
        rap_store(self, place, rap_at(self));
    } else if (entry->end != rap_at(self)) {
        rap_refuse(self, GAITI_CFG_RAP_ORDER, rap_at(self));
    }
    if (rap_is_ok(self)) {
        rap_open_inner(self, entry);
    }
}

/* Closes the open class. */
static void rap_close_class(rap_file *self, rap_frame *frame) {
    uint32_t end = frame->entry->end;
    if (rap_is_arma(self) && end > 0) {
        if (!rap_is_reading(self)) {
            rap_store(self, frame->end_place, rap_at(self));
        } else if (end != rap_at(self)) {
            rap_refuse(self, GAITI_CFG_RAP_ORDER, frame->end_place);
        }
    }
    self->place_count = frame->first_place;
    if (self->depth > 0) {
        gaiti_visit_pop(self->visitor, frame->mark);
    }
    self->depth--; /* wraps around after the root */
}

static void rap_visit_tree(rap_file *self) {
    rap_open_class(self, &self->config->root, 0);
    while (self->depth <= GAITI_CONFIG_CLASSES && rap_is_ok(self)) {
        rap_frame *frame = &self->frames[self->depth];
        gaiti_config_entry *entry = NULL;
        if (frame->index < frame->count) {
            uint32_t mark = gaiti_visit_push(self->visitor, "members", frame->index);
            entry = rap_next(self, frame);
            if (entry) {
                rap_visit_member(self, entry);
            }
            gaiti_visit_pop(self->visitor, mark);
            if (entry && rap_is_ok(self) && entry->kind == GAITI_CONFIG_CLASS &&
                !rap_is_arma(self)) {
                rap_open_inner(self, entry);
            }
        } else if (rap_is_arma(self) && !frame->is_ended) {
            rap_end_members(self, frame);
        } else if (rap_is_arma(self) && frame->child) {
            rap_begin_body(self, frame, frame->child);
        } else {
            rap_close_class(self, frame);
        }
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static void rap_visit_enums(rap_file *self) {
    gait_config *config = self->config;
    uint32_t count = config->enum_count;
    if (rap_is_reading(self)) {
        config->lacks_enums = !rap_is_arma(self) && gaiti_bytes_left(self->visitor->in) == 0;
    }
    if (config->lacks_enums) {
        return;
    }
    gaiti_visit_u32(self->visitor, "enumCount", &count);
    for (uint32_t e = 0; e < count && rap_is_ok(self); e++) {
        uint32_t mark = gaiti_visit_push(self->visitor, "enums", e);
        gaiti_config_enum one = rap_is_reading(self) ? (gaiti_config_enum){0} : config->enums[e];
        gaiti_visit_text(self->visitor, "name", &one.name);
        gaiti_visit_s32(self->visitor, "value", &one.value);
        gaiti_visit_pop(self->visitor, mark);
        if (!rap_is_reading(self) || !rap_is_ok(self)) {
            continue;
        }
        self->status = gaiti_append(&config->arena, &config->enums, &config->enum_count,
                                    &config->enum_capacity, &one, sizeof one);
    }
}

/* The signature and the version, which are two numbers in files of Arma. */
static void rap_visit_head(rap_file *self) {
    gait_config *config = self->config;
    gait_span signature = gaiti_span("\0raP", 4);
    gaiti_visit_block(self->visitor, "signature", GAIT_FIELD_BYTES, 1, 4, &signature);
    uint32_t stored = rap_is_arma(self) ? 0 : config->version;
    uint64_t from = rap_at(self);
    gaiti_visit_u32(self->visitor, "version", &stored);
    if (stored == 0) {
        gaiti_visit_u32(self->visitor, "layout", &config->version);
    } else {
        config->version = stored;
    }
    if (stored == 0 ? config->version != GAITI_RAP_ARMA
                    : stored < GAITI_RAP_FIRST_OFP || stored > GAITI_RAP_LAST_OFP) {
        rap_refuse(self, GAITI_CFG_RAP_VERSION, from);
    }
}

static void rap_visit_file(rap_file *self) {
    size_t enums_place = 0;
    rap_visit_head(self);
    if (rap_is_arma(self)) {
        enums_place = (size_t)rap_at(self);
        gaiti_visit_u32(self->visitor, "enumsAt", &self->enums_at);
    }
    if (rap_is_ok(self)) {
        rap_visit_tree(self);
    }
    if (rap_is_ok(self) && rap_is_arma(self)) {
        if (!rap_is_reading(self)) {
            rap_store(self, enums_place, rap_at(self));
        } else if (self->enums_at != rap_at(self)) {
            rap_refuse(self, GAITI_CFG_RAP_ORDER, rap_at(self));
        }
    }
    if (rap_is_ok(self)) {
        rap_visit_enums(self);
    }
    if (rap_is_ok(self)) {
        gaiti_reader *in = self->visitor->in;
        gaiti_visit_bytes(self->visitor, "trailing",
                          in ? gaiti_bytes_left(in) : self->config->trailing.size,
                          &self->config->trailing);
    }
}

static gait_status rap_run(rap_file *self, const gait_options *options) {
    gaiti_arena_init(&self->scratch, options, 0);
    rap_visit_file(self);
    gaiti_reader *in = self->visitor->in;
    if (self->status == GAIT_OK && in && in->failed) {
        in->failed = false; /* so that the offset is that of the field */
        rap_refuse(self, GAITI_CFG_RAP, rap_at(self));
        in->failed = true;
    }
    if (self->status == GAIT_OK && self->visitor->no_memory) {
        self->status = GAIT_NO_MEMORY;
    }
    gaiti_arena_free(&self->scratch);
    return self->status;
}

gait_status gaiti_rap_read(gait_config *config, gaiti_visitor *visitor,
                           const gaiti_report *report) {
    gait_options options = {.allocator = config->arena.allocator,
                            .max_bytes = config->arena.bytes_left,
                            .max_allocations = config->arena.allocations_left};
    rap_file self = {.config = config, .visitor = visitor, .report = report};
    config->root = (gaiti_config_entry){.kind = GAITI_CONFIG_CLASS};
    return rap_run(&self, &options);
}

gait_status gaiti_rap_write(const gait_config *config, gait_buffer *out) {
    gait_config copy = *config; /* its tree is not changed */
    gaiti_visitor visitor = gaiti_visit_writing(out);
    gait_options options = {.allocator = config->arena.allocator};
    rap_file self = {.config = &copy, .visitor = &visitor, .start = out->size};
    return rap_run(&self, &options);
}

void gaiti_rap_show(const void *document, gaiti_visitor *visitor) {
    const gait_config *config = document;
    gait_options options = {.allocator = config->arena.allocator};
    gait_config again = {.code_page = config->code_page};
    gaiti_arena_init(&again.arena, &options, 0);
    gait_status status = gaiti_rap_read(&again, visitor, NULL);
    visitor->no_memory |= status == GAIT_NO_MEMORY || status == GAIT_LIMIT;
    gaiti_arena_free(&again.arena);
}
