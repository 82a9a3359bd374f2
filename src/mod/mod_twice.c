/* Finds members that a class has twice in one body. */
#include "base/bytes.h"
#include "base/text/text.h"
#include "mod/mod_layers.h"

enum { TWICE_FEW = 12 /* members that are compared one by one */ };

/* True for a member that must not be repeated. */
static bool twice_is_member(const gaiti_config_entry *entry) {
    return entry->kind != GAITI_CONFIG_DECLARED && entry->kind != GAITI_CONFIG_DELETED &&
           entry->kind != GAITI_CONFIG_ADDED && entry->name_size > 0;
}

static bool twice_has_before(const gaiti_config_entry *body, const gaiti_config_entry *entry) {
    for (const gaiti_config_entry *other = body; other != entry; other = other->next) {
        if (twice_is_member(other) &&
            gaiti_equal_name(gaiti_config_name(other), gaiti_config_name(entry))) {
            return true;
        }
    }
    return false;
}

/* Adds `entry` to a set of `names`, which has room for it; true if it has it. */
static bool twice_add(gaiti_names *set, gait_span *names, uint32_t *count,
                      const gaiti_config_entry *entry) {
    names[*count] = gaiti_config_name(entry);
    bool is_known = gaiti_names_add(set, *count) >= 0;
    *count += !is_known;
    return is_known;
}

gait_status gaiti_mod_find_twice(const gaiti_mod_keeper *keeper, const gaiti_config_entry *body,
                                 gaiti_arena *arena) {
    uint32_t members = 0, count = 0;
    gaiti_names set;
    gait_span *names = NULL;
    for (const gaiti_config_entry *entry = body; entry; entry = entry->next) {
        members += twice_is_member(entry);
    }
    bool is_few = members <= TWICE_FEW;
    if (!is_few) {
        names = gaiti_alloc(arena, members, sizeof *names);
        if (!names || !gaiti_names_init(&set, arena, names, members)) {
            return arena->status;
        }
    }
    for (const gaiti_config_entry *entry = body; entry; entry = entry->next) {
        if (!twice_is_member(entry) ||
            !(is_few ? twice_has_before(body, entry) : twice_add(&set, names, &count, entry))) {
            continue;
        }
        const gaiti_mod_finding finding = {
            .rule = GAITI_MOV_TWICE,
            .place = gaiti_mod_place_of(keeper, entry, (gait_mod_place){.file = keeper->file}),
            .name = gaiti_mod_text(keeper->mod, gaiti_config_name(entry))};
        if (!gaiti_mod_add_finding(keeper->mod, &finding)) {
            return keeper->mod->arena.status;
        }
    }
    return GAIT_OK;
}
