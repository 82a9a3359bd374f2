/* Finds members that a class has twice in one body. */
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "mod/mod_layers.h"

enum { TWICE_FEW = 12 /* members that are compared one by one */ };

/* True for a member that must not be repeated. */
static bool twice_is_member(const gaiti_config_entry *entry) {
    return entry->kind != GAITI_CONFIG_DECLARED && entry->kind != GAITI_CONFIG_DELETED &&
           entry->kind != GAITI_CONFIG_ADDED && entry->name_size > 0;
}

/* The first member with the name of `entry` before it; NULL = none. */
static const gaiti_config_entry *twice_before(const gaiti_config_entry *body,
                                              const gaiti_config_entry *entry) {
    for (const gaiti_config_entry *other = body; other != entry; other = other->next) {
        if (twice_is_member(other) &&
            gaiti_equal_name(gaiti_config_name(other), gaiti_config_name(entry))) {
            return other;
        }
    }
    return NULL;
}

/* The members of a large class. */
typedef struct twice_members {
    gaiti_names set;
    gait_span *names;
    const gaiti_config_entry **entries;
    uint32_t count;
} twice_members;

/* Adds `entry` if there is none with its name; otherwise returns that one. */
static const gaiti_config_entry *twice_add(twice_members *members,
                                           const gaiti_config_entry *entry) {
    members->names[members->count] = gaiti_config_name(entry);
    members->entries[members->count] = entry;
    int32_t known = gaiti_names_add(&members->set, members->count);
    members->count += known < 0;
    return known >= 0 ? members->entries[known] : NULL;
}

/* Where the first definition is, such as "; the first one is on line 12 of a.hpp". */
static const char *twice_first(const gaiti_mod_keeper *keeper, gait_mod_place first,
                               gait_mod_place second) {
    gait_mod *mod = keeper->mod;
    const gaiti_config_source *source = &mod->paths[first.file].source;
    bool is_same = first.file == second.file;
    gait_buffer text = {.allocator = mod->options.allocator};
    char digits[GAITI_NUMBER_MAX];
    if (!source->text.data) {
        return NULL;
    }
    gaiti_place place = gaiti_lines_at(&source->lines, (size_t)first.offset);
    bool is_ok = gaiti_write_text(&text, "; the first one is on line ") &&
                 gaiti_write(&text, digits, gaiti_print_i64(digits, (int64_t)place.line)) &&
                 (is_same || (gaiti_write_text(&text, " of ") &&
                              gaiti_write(&text, mod->paths[first.file].text.data,
                                          mod->paths[first.file].text.size)));
    const char *words = is_ok ? gaiti_mod_text(mod, gaiti_span(text.data, text.size)) : NULL;
    gait_buffer_free(&text);
    return words;
}

static bool twice_raise(const gaiti_mod_keeper *keeper, const gaiti_config_entry *first,
                        const gaiti_config_entry *second) {
    const gait_mod_place around = {.file = keeper->file};
    gait_mod_place place = gaiti_mod_place_of(keeper, second, around);
    gait_mod *mod = keeper->mod;
    const gaiti_mod_finding finding = {
        .rule = GAITI_MOV_TWICE,
        .place = place,
        .name = gaiti_mod_text(mod, gaiti_mod_utf8(mod, gaiti_config_name(second))),
        .words = twice_first(keeper, gaiti_mod_place_of(keeper, first, around), place)};
    return gaiti_mod_add_finding(mod, &finding);
}

gait_status gaiti_mod_find_twice(const gaiti_mod_keeper *keeper, const gaiti_config_entry *body,
                                 gaiti_arena *arena) {
    uint32_t members = 0;
    twice_members all = {0};
    for (const gaiti_config_entry *entry = body; entry; entry = entry->next) {
        members += twice_is_member(entry);
    }
    bool is_few = members <= TWICE_FEW;
    if (!is_few) {
        all.names = gaiti_alloc(arena, members, sizeof *all.names);
        all.entries = gaiti_alloc(arena, members, sizeof *all.entries);
        if (!all.names || !all.entries || !gaiti_names_init(&all.set, arena, all.names, members)) {
            return arena->status;
        }
    }
    for (const gaiti_config_entry *entry = body; entry; entry = entry->next) {
        const gaiti_config_entry *first = !twice_is_member(entry) ? NULL
                                          : is_few                ? twice_before(body, entry)
                                                                  : twice_add(&all, entry);
        if (first && !twice_raise(keeper, first, entry)) {
            return keeper->mod->arena.status;
        }
    }
    return GAIT_OK;
}
