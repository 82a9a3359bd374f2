/* The tree of all configs of a mod together, as the game makes it: addons come after those that
 * they require, and a later class joins an earlier one with the same path. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum {
    TREE_FIRST_SLOTS = 256,
    TREE_DEPTH = GAITI_CONFIG_CLASSES + 2,
    TREE_FEW = 8 /* values of a class that are compared one by one */
};

/* --- tables of members ------------------------------------------------------------------------ */

/* The class or value of a slot: its name and its class. */
typedef void tree_get(const gait_mod *mod, uint32_t index, uint32_t *parent, uint32_t *name);

static void tree_get_class(const gait_mod *mod, uint32_t index, uint32_t *parent, uint32_t *name) {
    *parent = mod->tree.classes[index].parent;
    *name = gaiti_mod_name_of(mod, mod->tree.classes[index].name);
}

static void tree_get_value(const gait_mod *mod, uint32_t index, uint32_t *parent, uint32_t *name) {
    const gaiti_mod_entry *entry = gaiti_mod_entry_at(mod, index);
    *parent = entry->owner;
    *name = gaiti_mod_name_of(mod, entry->name);
}

/* The slot of a member, or the empty one for it. */
static uint32_t *tree_slot(const gait_mod *mod, const gaiti_mod_table *table, tree_get *get,
                           uint32_t parent, uint32_t name) {
    uint64_t hash = (table->key ^ ((uint64_t)parent << 32 | name)) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xBF58476D1CE4E5B9);
    uint32_t at = (uint32_t)(hash >> 32) & table->mask;
    while (table->slots[at]) {
        uint32_t other_parent, other_name;
        get(mod, table->slots[at] - 1, &other_parent, &other_name);
        if (other_parent == parent && other_name == name) {
            break;
        }
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

/* Makes the table large enough for one member more. */
static bool tree_reserve(gait_mod *mod, gaiti_mod_table *table, tree_get *get) {
    if (table->slots && table->count * UINT64_C(2) < table->mask) {
        return true;
    }
    gaiti_mod_table old = *table;
    uint64_t slots = old.slots ? 4 * (old.mask + UINT64_C(1)) : TREE_FIRST_SLOTS;
    table->slots = gaiti_alloc(&mod->arena, slots, sizeof *table->slots);
    if (!table->slots) {
        return false;
    }
    table->mask = (uint32_t)(slots - 1);
    table->key = (uint64_t)(uintptr_t)table->slots;
    for (uint64_t s = 0; old.slots && s <= old.mask; s++) {
        if (old.slots[s]) {
            uint32_t parent, name;
            get(mod, old.slots[s] - 1, &parent, &name);
            *tree_slot(mod, table, get, parent, name) = old.slots[s];
        }
    }
    return true;
}

int32_t gaiti_mod_child(const gait_mod *mod, uint32_t parent, uint32_t name) {
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t slot = tree->class_table.slots && name > 0
                        ? *tree_slot(mod, &tree->class_table, tree_get_class, parent, name)
                        : 0;
    return slot && tree->classes[slot - 1].kind != GAITI_MOD_DELETED ? (int32_t)slot - 1
                                                                     : GAITI_MOD_NONE;
}

gaiti_mod_entry *gaiti_mod_own_value(const gait_mod *mod, uint32_t owner, uint32_t name) {
    const gaiti_mod_tree *tree = &mod->tree;
    const gaiti_mod_class *class = &tree->classes[owner];
    if (class->value_count > TREE_FEW) {
        uint32_t slot = *tree_slot(mod, &tree->value_table, tree_get_value, owner, name);
        return slot ? gaiti_mod_entry_at(mod, slot - 1) : NULL;
    }
    for (uint32_t v = class->first_value; v && name;) {
        gaiti_mod_entry *value = gaiti_mod_entry_at(mod, v);
        if (gaiti_mod_name_of(mod, value->name) == name) {
            return value;
        }
        v = value->next;
    }
    return NULL;
}

/* --- members ---------------------------------------------------------------------------------- */

/* Adds a class without a parent in the table. */
static uint32_t tree_new_class(gait_mod *mod, const gaiti_mod_entry *entry, uint32_t parent) {
    gaiti_mod_tree *tree = &mod->tree;
    gaiti_mod_class *classes = tree->classes;
    bool is_root = parent == tree->class_count;
    classes[tree->class_count] = (gaiti_mod_class){
        .name = entry->name,
        .base_name = entry->text,
        .parent = parent,
        .depth = (uint16_t)(is_root ? 0 : classes[parent].depth + 1),
        .is_loose = !is_root && classes[parent].is_loose,
        .base = GAITI_MOD_NONE,
        .kind = entry->kind == GAITI_CONFIG_DECLARED ? GAITI_MOD_DECLARED : GAITI_MOD_DEFINED,
        .file = entry->file,
        .offset = entry->offset,
        .first_child = GAITI_MOD_NONE,
        .last_child = GAITI_MOD_NONE,
        .next = GAITI_MOD_NONE};
    return tree->class_count++;
}

/* Adds a class, or joins it with the one of this name. Returns its index; -1 = no memory. */
static int32_t tree_add_class(gait_mod *mod, uint32_t parent, const gaiti_mod_entry *entry) {
    gaiti_mod_tree *tree = &mod->tree;
    uint32_t name = gaiti_mod_name_of(mod, entry->name);
    int32_t known = gaiti_mod_child(mod, parent, name);
    if (known >= 0) {
        gaiti_mod_class *class = &tree->classes[known];
        if (entry->kind == GAITI_CONFIG_CLASS) {
            bool is_first = class->kind == GAITI_MOD_DECLARED;
            class->kind = GAITI_MOD_DEFINED;
            class->file = is_first ? entry->file : class->file;
            class->offset = is_first ? entry->offset : class->offset;
            class->base_name = is_first || entry->text > 0 ? entry->text : class->base_name;
        }
        return known;
    }
    if (!tree_reserve(mod, &tree->class_table, tree_get_class)) {
        return GAITI_MOD_NONE;
    }
    int32_t index = (int32_t)tree_new_class(mod, entry, parent);
    if (name > 0) {
        uint32_t *slot = tree_slot(mod, &tree->class_table, tree_get_class, parent, name);
        tree->class_table.count += *slot == 0;
        *slot = (uint32_t)index + 1;
    }
    gaiti_mod_class *above = &tree->classes[parent];
    if (above->last_child >= 0) {
        tree->classes[above->last_child].next = index;
    } else {
        above->first_child = index;
    }
    above->last_child = index;
    return index;
}

/* Adds a value to the table. False when there is no memory. */
static bool tree_list_value(gait_mod *mod, uint32_t index) {
    gaiti_mod_table *table = &mod->tree.value_table;
    uint32_t owner, name;
    if (!tree_reserve(mod, table, tree_get_value)) {
        return false;
    }
    tree_get_value(mod, index, &owner, &name);
    uint32_t *slot = tree_slot(mod, table, tree_get_value, owner, name);
    table->count += *slot == 0;
    *slot = index + 1;
    return true;
}

/* Adds a value to its class, or replaces the one of this name. False when there is no memory. */
static bool tree_add_value(gait_mod *mod, uint32_t owner, uint32_t index) {
    gaiti_mod_class *class = &mod->tree.classes[owner];
    gaiti_mod_entry *entry = gaiti_mod_entry_at(mod, index);
    gaiti_mod_entry *known = gaiti_mod_own_value(mod, owner, gaiti_mod_name_of(mod, entry->name));
    entry->owner = owner;
    if (known && entry->kind == GAITI_CONFIG_ADDED) { /* what items are added to stays */
        if (known->kind == GAITI_CONFIG_ARRAY || known->kind == GAITI_CONFIG_ADDED) {
            entry->text = known->text;
            known->text = index;
        }
        return true;
    }
    if (known) {
        entry->next = known->next;
        *known = *entry;
        return true;
    }
    *(class->last_value ? &gaiti_mod_entry_at(mod, class->last_value)->next : &class->first_value) =
        index;
    class->last_value = index;
    entry->next = 0;
    class->value_count++;
    bool is_ok = true;
    if (class->value_count > TREE_FEW + 1) {
        is_ok = tree_list_value(mod, index);
    } else if (class->value_count == TREE_FEW + 1) {
        for (uint32_t v = class->first_value; v && is_ok; v = gaiti_mod_entry_at(mod, v)->next) {
            is_ok = tree_list_value(mod, v);
        }
    }
    return is_ok;
}

static void tree_delete(gait_mod *mod, uint32_t parent, uint32_t word) {
    int32_t known = gaiti_mod_child(mod, parent, gaiti_mod_name_of(mod, word));
    if (known >= 0) {
        mod->tree.classes[known].kind = GAITI_MOD_DELETED;
    }
}

/* --- configs ---------------------------------------------------------------------------------- */

/* Marks the new classes of a config, from `first` on, whose base is beside them and comes later. */
static void tree_mark_late_bases(gait_mod *mod, uint32_t first) {
    for (uint32_t c = first; c < mod->tree.class_count; c++) {
        gaiti_mod_class *class = &mod->tree.classes[c];
        int32_t base =
            gaiti_mod_child(mod, class->parent, gaiti_mod_name_of(mod, class->base_name));
        class->has_late_base = base > (int32_t)c;
    }
}

/* Adds the members of a config to the class `root`. */
static gait_status tree_add_config(gait_mod *mod, uint32_t first, uint32_t root) {
    uint32_t next[TREE_DEPTH], classes[TREE_DEPTH], depth = 1;
    next[0] = first;
    classes[0] = root;
    while (depth > 0) {
        uint32_t index = next[depth - 1], parent = classes[depth - 1];
        if (!index) {
            depth--;
            continue;
        }
        const gaiti_mod_entry *entry = gaiti_mod_entry_at(mod, index);
        next[depth - 1] = entry->next;
        if (entry->kind == GAITI_CONFIG_DELETED) {
            tree_delete(mod, parent, entry->name);
        } else if (entry->kind == GAITI_CONFIG_CLASS || entry->kind == GAITI_CONFIG_DECLARED) {
            int32_t class = tree_add_class(mod, parent, entry);
            if (class < 0) {
                return mod->arena.status;
            }
            if (entry->first && depth < TREE_DEPTH) {
                next[depth] = entry->first;
                classes[depth++] = (uint32_t) class;
            }
        } else if (!tree_add_value(mod, parent, index)) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}

/* Adds a class for a tree of its own. */
static uint32_t tree_add_root(gait_mod *mod, bool is_loose) {
    const gaiti_mod_entry nothing = {.kind = GAITI_CONFIG_CLASS};
    uint32_t index = tree_new_class(mod, &nothing, mod->tree.class_count);
    mod->tree.classes[index].is_loose = is_loose;
    return index;
}

/* Allocates as many classes as there can be. */
static gait_status tree_alloc_classes(gait_mod *mod) {
    uint64_t count = UINT64_C(1) + mod->root_count;
    for (uint32_t e = 1; e < mod->entries.count; e++) {
        gaiti_config_kind kind = gaiti_mod_entry_at(mod, e)->kind;
        count += kind == GAITI_CONFIG_CLASS || kind == GAITI_CONFIG_DECLARED;
    }
    mod->tree.classes = gaiti_alloc_uninitialised(&mod->arena, count, sizeof *mod->tree.classes);
    return mod->tree.classes ? GAIT_OK : mod->arena.status;
}

gait_status gaiti_mod_merge(gait_mod *mod) {
    uint32_t *order;
    GAITI_TRY(tree_alloc_classes(mod));
    GAITI_TRY(gaiti_mod_order_roots(mod, &order));
    uint32_t all = tree_add_root(mod, false);
    for (uint32_t r = 0; r < mod->root_count; r++) {
        const gaiti_mod_root *root = &mod->roots[order[r]];
        uint32_t into = root->is_loose ? tree_add_root(mod, true) : all;
        uint32_t first = mod->tree.class_count;
        GAITI_TRY(tree_add_config(mod, root->first, into));
        tree_mark_late_bases(mod, first);
    }
    for (uint32_t c = 0; c < mod->tree.class_count; c++) { /* parents come first */
        gaiti_mod_class *class = &mod->tree.classes[c];
        class->is_gone = class->kind == GAITI_MOD_DELETED ||
                         (class->parent != c && mod->tree.classes[class->parent].is_gone);
    }
    return GAIT_OK;
}
