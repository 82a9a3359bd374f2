/* The states of CfgMoves and CfgGestures: which animation each plays, and for how long. */
#include "base/sniff.h"
#include "base/try.h"
#include "mod/mod_layers.h"

/* --- tables ----------------------------------------------------------------------------------- */

static bool states_is_top(const gaiti_mod_tree *tree, uint32_t index) {
    uint32_t parent = tree->classes[index].parent;
    return parent != index && tree->classes[parent].parent == parent;
}

static bool states_named(const gait_mod *mod, uint32_t index, uint32_t name) {
    return gaiti_mod_name_of(mod, mod->tree.classes[index].name) == name;
}

/* The class at the top of the tree around this one. */
static uint32_t states_top_of(const gaiti_mod_tree *tree, uint32_t index) {
    while (tree->classes[index].parent != index && !states_is_top(tree, index)) {
        index = tree->classes[index].parent;
    }
    return index;
}

/* Marks the tables that the values of a class of a vehicle name. */
static void states_mark_named(gait_mod *mod, uint32_t index) {
    gaiti_mod_tree *tree = &mod->tree;
    uint32_t top = states_top_of(tree, index);
    if (!states_named(mod, top, GAITI_MOD_CFG_VEHICLES)) {
        return;
    }
    for (uint32_t v = tree->classes[index].first_value; v;) {
        const gaiti_mod_entry *entry = gaiti_mod_entry_at(mod, v);
        uint32_t key = gaiti_mod_name_of(mod, entry->name);
        bool is_key = key == GAITI_MOD_MOVES || key == GAITI_MOD_GESTURES;
        int32_t table = is_key && gaiti_mod_is_text(entry)
                            ? gaiti_mod_child(mod, tree->classes[top].parent,
                                              gaiti_mod_name_of(mod, entry->text))
                            : GAITI_MOD_NONE;
        if (table >= 0) {
            tree->classes[table].is_table = true;
        }
        v = entry->next;
    }
}

/* Marks the tables: by their names, and those that vehicles name. */
static void states_mark_tables(gait_mod *mod) {
    gaiti_mod_tree *tree = &mod->tree;
    for (uint32_t c = 0; c < tree->class_count; c++) {
        gait_span name = gaiti_mod_word_span(mod, tree->classes[c].name);
        tree->classes[c].is_table =
            states_is_top(tree, c) &&
            (gaiti_begins_word(name, "CfgMoves") || gaiti_begins_word(name, "CfgGestures"));
    }
    for (uint32_t c = 0; c < tree->class_count; c++) {
        if (tree->classes[c].first_value) {
            states_mark_named(mod, c);
        }
    }
}

bool gaiti_mod_is_state(const gait_mod *mod, uint32_t index) {
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t parent = tree->classes[index].parent;
    return parent != index && tree->classes[tree->classes[parent].parent].is_table &&
           (states_named(mod, parent, GAITI_MOD_STATES) ||
            states_named(mod, parent, GAITI_MOD_STATES_EXT));
}

/* True for a state that StatesExt of Operation Flashpoint replaces. */
static bool states_is_replaced(const gait_mod *mod, uint32_t index) {
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t parent = tree->classes[index].parent;
    int32_t other = states_named(mod, parent, GAITI_MOD_STATES)
                        ? gaiti_mod_child(mod, tree->classes[parent].parent, GAITI_MOD_STATES_EXT)
                        : GAITI_MOD_NONE;
    uint32_t name = gaiti_mod_name_of(mod, tree->classes[index].name);
    int32_t same = other >= 0 ? gaiti_mod_child(mod, (uint32_t)other, name) : GAITI_MOD_NONE;
    return same >= 0 && tree->classes[same].kind == GAITI_MOD_DEFINED;
}

/* --- values ----------------------------------------------------------------------------------- */

/* docs/commands/uses.md#speeds */
static gait_seconds_why states_seconds(double s, double *out) {
    if (s < 0) {
        *out = s < -100000 ? 0 : -s;
        return s < -100000 ? GAIT_SECONDS_ENDLESS : GAIT_SECONDS_KNOWN;
    }
    if (s < 0.0001 || s >= 1000) {
        return s >= 1000 ? GAIT_SECONDS_STATIC : s > 0 ? GAIT_SECONDS_ENDLESS : GAIT_SECONDS_ZERO;
    }
    *out = 1 / s;
    return GAIT_SECONDS_KNOWN;
}

/* The word of a text; 0 for numbers and arrays. */
static uint32_t states_text(gaiti_mod_result value) {
    return value.entry && gaiti_mod_is_text(value.entry) ? value.entry->text : 0;
}

static void states_set_file(gait_mod *mod, gaiti_mod_result file, gait_mod_use *use) {
    uint32_t text = states_text(file);
    gaiti_mod_found found = {.file = GAITI_MOD_NONE, .status = GAIT_USE_OUTSIDE};
    use->file_from = file.origin;
    if (text > 0) {
        use->value = gaiti_mod_word_text(mod, text);
        found = gaiti_mod_find_word(mod, text);
    }
    if (file.origin == GAIT_VALUE_INHERITED) {
        use->inherited_from = gaiti_mod_word_text(mod, mod->tree.classes[file.owner].name);
    }
    use->file = found.file;
    use->status = found.status;
}

/* Sets what the values of a state say; [0] is the end of the chain of bases. */
static void states_set_values(gait_mod *mod, const gaiti_mod_result *values, gait_mod_use *use) {
    double number;
    gaiti_mod_result end = values[0], speed = values[GAITI_MOD_SPEED];
    gaiti_mod_result loop = values[GAITI_MOD_LOOPED], mask = values[GAITI_MOD_MASK];
    if (end.origin == GAIT_VALUE_OUTSIDE) {
        use->outside = gaiti_mod_word_text(mod, mod->tree.classes[end.owner].base_name);
    }
    use->mask_from = mask.origin;
    use->mask = gaiti_mod_word_text(mod, states_text(mask));
    use->seconds_from = speed.origin;
    if (speed.entry) {
        use->seconds_why = gaiti_mod_number(mod, speed.entry, &number)
                               ? states_seconds(number, &use->seconds)
                               : GAIT_SECONDS_NO_NUMBER;
    }
    use->loop_from = loop.origin;
    use->loop = loop.entry && gaiti_mod_number(mod, loop.entry, &number) ? number != 0 : -1;
    states_set_file(mod, values[GAITI_MOD_FILE], use);
}

static gait_status states_add(gait_mod *mod, uint32_t index, const char *skeleton) {
    const gaiti_mod_tree *tree = &mod->tree;
    const gaiti_mod_class *class = &tree->classes[index];
    uint32_t table = tree->classes[class->parent].parent;
    gaiti_mod_result values[GAITI_MOD_STATE_KEYS];
    gait_mod_use use = {.kind = GAIT_USE_STATE,
                        .is_loose = class->is_loose,
                        .is_weak = class->is_loose,
                        .place = {.file = class->file, .offset = class->offset},
                        .name = gaiti_mod_word_text(mod, class->name),
                        .table = gaiti_mod_word_text(mod, tree->classes[table].name),
                        .key = "file",
                        .base = gaiti_mod_word_text(mod, class->base_name),
                        .is_base_here = class->base >= 0,
                        .skeleton = skeleton};
    gaiti_mod_values_of(mod, index, GAITI_MOD_STATE_KEYS, values);
    states_set_values(mod, values, &use);
    bool is_added = gaiti_mod_add_use(mod, &use) && gaiti_mod_check_state(mod, index, values, &use);
    return is_added ? GAIT_OK : mod->arena.status;
}

/* skeletonName of a table; NULL = none. */
static const char *states_skeleton_of(const gait_mod *mod, uint32_t table) {
    gaiti_mod_result values[GAITI_MOD_SKELETON_NAME + 1];
    gaiti_mod_values_of(mod, table, GAITI_MOD_SKELETON_NAME + 1, values);
    return gaiti_mod_word_text(mod, states_text(values[GAITI_MOD_SKELETON_NAME]));
}

gait_status gaiti_mod_find_states(gait_mod *mod) {
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t table = UINT32_MAX;
    const char *skeleton = NULL;
    states_mark_tables(mod);
    for (uint32_t c = 0; c < tree->class_count; c++) {
        if (tree->classes[c].kind == GAITI_MOD_DEFINED && !tree->classes[c].is_gone &&
            gaiti_mod_is_state(mod, c) && !states_is_replaced(mod, c)) {
            uint32_t its_table = tree->classes[tree->classes[c].parent].parent;
            skeleton = its_table == table ? skeleton : states_skeleton_of(mod, its_table);
            table = its_table;
            GAITI_TRY(states_add(mod, c, skeleton));
        }
    }
    return GAIT_OK;
}
