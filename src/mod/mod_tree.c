/* The tree of all configs of a mod together, as the game makes it: addons come after those that
 * they require, and a later class joins an earlier one with the same path. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum { TREE_FIRST_SLOTS = 256, TREE_DEPTH = GAITI_CONFIG_CLASSES + 2 };

/* --- tables of members ------------------------------------------------------------------------ */

static uint32_t tree_hash(const gaiti_mod_table *table, uint32_t parent, gait_span name) {
    uint64_t key = table->key ^ (uint64_t)parent * UINT64_C(0x9E3779B97F4A7C15);
    return gaiti_names_hash(key, false, name);
}

/* The class or value of a slot: its name and its class. */
typedef void tree_get(const gaiti_mod_tree *tree, uint32_t index, uint32_t *parent,
                      gait_span *name);

static void tree_get_class(const gaiti_mod_tree *tree, uint32_t index, uint32_t *parent,
                           gait_span *name) {
    *parent = tree->classes[index].parent;
    *name = tree->classes[index].name;
}

static void tree_get_value(const gaiti_mod_tree *tree, uint32_t index, uint32_t *parent,
                           gait_span *name) {
    *parent = tree->values[index].owner;
    *name = tree->values[index].entry->name;
}

/* The slot of a member, or the empty one for it. */
static uint32_t *tree_slot(const gaiti_mod_tree *tree, const gaiti_mod_table *table, tree_get *get,
                           uint32_t parent, gait_span name) {
    uint32_t at = tree_hash(table, parent, name) & table->mask;
    while (table->slots[at]) {
        uint32_t other_parent;
        gait_span other_name;
        get(tree, table->slots[at] - 1, &other_parent, &other_name);
        if (other_parent == parent && gaiti_equal_name(other_name, name)) {
            break;
        }
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

/* Makes the table large enough for one member more. */
static bool tree_reserve(gait_mod *mod, gaiti_mod_table *table, tree_get *get) {
    if (table->slots && table->count * 2 < table->mask) {
        return true;
    }
    gaiti_mod_table old = *table;
    uint32_t slots = old.slots ? 2 * (old.mask + 1) : TREE_FIRST_SLOTS;
    table->slots = slots ? gaiti_alloc(&mod->arena, slots, sizeof *table->slots) : NULL;
    if (!table->slots) {
        return false;
    }
    table->mask = slots - 1;
    table->key = (uint64_t)(uintptr_t)table->slots;
    for (uint32_t s = 0; old.slots && s <= old.mask; s++) {
        if (old.slots[s]) {
            uint32_t parent;
            gait_span name;
            get(&mod->tree, old.slots[s] - 1, &parent, &name);
            *tree_slot(&mod->tree, table, get, parent, name) = old.slots[s];
        }
    }
    return true;
}

int32_t gaiti_mod_child(const gaiti_mod_tree *tree, uint32_t parent, gait_span name) {
    uint32_t slot = tree->class_table.slots && name.size > 0
                        ? *tree_slot(tree, &tree->class_table, tree_get_class, parent, name)
                        : 0;
    return slot && tree->classes[slot - 1].kind != GAITI_MOD_DELETED ? (int32_t)slot - 1
                                                                     : GAITI_MOD_NONE;
}

int32_t gaiti_mod_own_value(const gaiti_mod_tree *tree, uint32_t owner, gait_span key) {
    uint32_t slot = tree->value_table.slots && key.size > 0
                        ? *tree_slot(tree, &tree->value_table, tree_get_value, owner, key)
                        : 0;
    return (int32_t)slot - 1;
}

/* --- members ---------------------------------------------------------------------------------- */

/* Adds a class without a parent in the table. */
static int32_t tree_new_class(gait_mod *mod, const gaiti_mod_entry *entry, uint32_t parent) {
    gaiti_mod_tree *tree = &mod->tree;
    gaiti_mod_class *classes = gaiti_reserve(&mod->arena, tree->classes, tree->class_count,
                                             &tree->class_capacity, sizeof *classes);
    if (!classes) {
        return GAITI_MOD_NONE;
    }
    tree->classes = classes;
    bool is_root = parent == tree->class_count;
    classes[tree->class_count] = (gaiti_mod_class){
        .name = entry->name,
        .base_name = entry->text,
        .parent = parent,
        .depth = is_root ? 0 : classes[parent].depth + 1,
        .is_loose = !is_root && classes[parent].is_loose,
        .base = GAITI_MOD_NONE,
        .kind = entry->kind == GAITI_CONFIG_DECLARED ? GAITI_MOD_DECLARED : GAITI_MOD_DEFINED,
        .place = entry->place,
        .first_child = GAITI_MOD_NONE,
        .last_child = GAITI_MOD_NONE,
        .next = GAITI_MOD_NONE,
        .first_value = GAITI_MOD_NONE,
        .last_value = GAITI_MOD_NONE};
    return (int32_t)tree->class_count++;
}

/* Adds a class, or joins it with the one of this name. Returns its index; -1 = no memory. */
static int32_t tree_add_class(gait_mod *mod, uint32_t parent, const gaiti_mod_entry *entry) {
    gaiti_mod_tree *tree = &mod->tree;
    int32_t known = gaiti_mod_child(tree, parent, entry->name);
    if (known >= 0) {
        gaiti_mod_class *class = &tree->classes[known];
        if (entry->kind == GAITI_CONFIG_CLASS) {
            bool is_first = class->kind == GAITI_MOD_DECLARED;
            class->kind = GAITI_MOD_DEFINED;
            class->place = is_first ? entry->place : class->place;
            class->base_name = is_first || entry->text.size > 0 ? entry->text : class->base_name;
        }
        return known;
    }
    int32_t index = tree_reserve(mod, &tree->class_table, tree_get_class)
                        ? tree_new_class(mod, entry, parent)
                        : GAITI_MOD_NONE;
    if (index < 0) {
        return GAITI_MOD_NONE;
    }
    if (entry->name.size > 0) {
        uint32_t *slot = tree_slot(tree, &tree->class_table, tree_get_class, parent, entry->name);
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

static bool tree_add_value(gait_mod *mod, uint32_t owner, const gaiti_mod_entry *entry) {
    gaiti_mod_tree *tree = &mod->tree;
    int32_t known = gaiti_mod_own_value(tree, owner, entry->name);
    bool adds = entry->kind == GAITI_CONFIG_ADDED;
    if (known >= 0 && !adds) {
        tree->values[known].entry = entry;
        tree->values[known].added = GAITI_MOD_NONE;
        return true;
    }
    gaiti_mod_value *values = gaiti_reserve(&mod->arena, tree->values, tree->value_count,
                                            &tree->value_capacity, sizeof *values);
    if (!values || !tree_reserve(mod, &tree->value_table, tree_get_value)) {
        return false;
    }
    tree->values = values;
    uint32_t index = tree->value_count++;
    values[index] = (gaiti_mod_value){
        .entry = entry, .owner = owner, .next = GAITI_MOD_NONE, .added = GAITI_MOD_NONE};
    if (known >= 0) { /* the value that items are added to stays in the table */
        values[index].added = values[known].added;
        values[known].added = (int32_t)index;
        return true;
    }
    uint32_t *slot = tree_slot(tree, &tree->value_table, tree_get_value, owner, entry->name);
    tree->value_table.count += *slot == 0;
    *slot = index + 1;
    gaiti_mod_class *class = &tree->classes[owner];
    if (class->last_value >= 0) {
        values[class->last_value].next = (int32_t)index;
    } else {
        class->first_value = (int32_t)index;
    }
    class->last_value = (int32_t)index;
    return true;
}

static void tree_delete(gaiti_mod_tree *tree, uint32_t parent, gait_span name) {
    int32_t known = gaiti_mod_child(tree, parent, name);
    if (known >= 0) {
        tree->classes[known].kind = GAITI_MOD_DELETED;
    }
}

/* --- configs ---------------------------------------------------------------------------------- */

/* Adds the members of a config to the class `root`. */
static gait_status tree_add_config(gait_mod *mod, const gaiti_mod_entry *config, uint32_t root) {
    const gaiti_mod_entry *next[TREE_DEPTH];
    uint32_t classes[TREE_DEPTH], depth = 1;
    next[0] = config->first;
    classes[0] = root;
    while (depth > 0) {
        const gaiti_mod_entry *entry = next[depth - 1];
        uint32_t parent = classes[depth - 1];
        if (!entry) {
            depth--;
            continue;
        }
        next[depth - 1] = entry->next;
        if (entry->kind == GAITI_CONFIG_DELETED) {
            tree_delete(&mod->tree, parent, entry->name);
        } else if (entry->kind == GAITI_CONFIG_CLASS || entry->kind == GAITI_CONFIG_DECLARED) {
            int32_t class = tree_add_class(mod, parent, entry);
            if (class < 0) {
                return mod->arena.status;
            }
            if (entry->first && depth < TREE_DEPTH) {
                next[depth] = entry->first;
                classes[depth++] = (uint32_t) class;
            }
        } else if (!tree_add_value(mod, parent, entry)) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}

/* Adds a class for a tree of its own. */
static int32_t tree_add_root(gait_mod *mod, bool is_loose) {
    const gaiti_mod_entry nothing = {.kind = GAITI_CONFIG_CLASS};
    int32_t index = tree_new_class(mod, &nothing, mod->tree.class_count);
    if (index >= 0) {
        mod->tree.classes[index].is_loose = is_loose;
    }
    return index;
}

gait_status gaiti_mod_merge(gait_mod *mod) {
    uint32_t *order;
    int32_t all = tree_add_root(mod, false);
    if (all < 0) {
        return mod->arena.status;
    }
    GAITI_TRY(gaiti_mod_order_roots(mod, &order));
    for (uint32_t r = 0; r < mod->root_count; r++) {
        const gaiti_mod_root *root = &mod->roots[order[r]];
        int32_t into = root->is_loose ? tree_add_root(mod, true) : all;
        if (into < 0) {
            return mod->arena.status;
        }
        GAITI_TRY(tree_add_config(mod, &root->tree, (uint32_t)into));
    }
    for (uint32_t c = 0; c < mod->tree.class_count; c++) { /* parents come first */
        gaiti_mod_class *class = &mod->tree.classes[c];
        class->is_gone = class->kind == GAITI_MOD_DELETED ||
                         (class->parent != c && mod->tree.classes[class->parent].is_gone);
    }
    return GAIT_OK;
}
