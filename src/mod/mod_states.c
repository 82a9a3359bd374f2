/* The states of CfgMoves and CfgGestures: which animation each plays, and for how long. */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

/* --- tables ----------------------------------------------------------------------------------- */

static bool states_is_top(const gaiti_mod_tree *tree, uint32_t index) {
    uint32_t parent = tree->classes[index].parent;
    return parent != index && tree->classes[parent].parent == parent;
}

static bool states_named(const gaiti_mod_tree *tree, uint32_t index, const char *name) {
    return gaiti_equal_name(tree->classes[index].name, gaiti_span_of(name));
}

/* The class at the top of the tree around this one. */
static uint32_t states_top_of(const gaiti_mod_tree *tree, uint32_t index) {
    while (tree->classes[index].parent != index && !states_is_top(tree, index)) {
        index = tree->classes[index].parent;
    }
    return index;
}

/* Marks the tables: by their names, and those that vehicles name. */
static void states_mark_tables(gait_mod *mod) {
    gaiti_mod_tree *tree = &mod->tree;
    for (uint32_t c = 0; c < tree->class_count; c++) {
        gait_span name = tree->classes[c].name;
        tree->classes[c].is_table =
            states_is_top(tree, c) &&
            (gaiti_begins_word(name, "CfgMoves") || gaiti_begins_word(name, "CfgGestures"));
    }
    for (uint32_t v = 0; v < tree->value_count; v++) {
        const gaiti_mod_entry *entry = tree->values[v].entry;
        if (!gaiti_equal_name(entry->name, gaiti_span_of("moves")) &&
            !gaiti_equal_name(entry->name, gaiti_span_of("gestures"))) {
            continue;
        }
        uint32_t top = states_top_of(tree, tree->values[v].owner);
        int32_t table = states_named(tree, top, "CfgVehicles")
                            ? gaiti_mod_child(tree, tree->classes[top].parent, entry->text)
                            : GAITI_MOD_NONE;
        if (table >= 0) {
            tree->classes[table].is_table = true;
        }
    }
}

bool gaiti_mod_is_state(const gaiti_mod_tree *tree, uint32_t index) {
    uint32_t parent = tree->classes[index].parent;
    return parent != index && tree->classes[tree->classes[parent].parent].is_table &&
           (states_named(tree, parent, "States") || states_named(tree, parent, "StatesExt"));
}

/* True for a state that StatesExt of Operation Flashpoint replaces. */
static bool states_is_replaced(const gaiti_mod_tree *tree, uint32_t index) {
    uint32_t parent = tree->classes[index].parent;
    int32_t other =
        states_named(tree, parent, "States")
            ? gaiti_mod_child(tree, tree->classes[parent].parent, gaiti_span_of("StatesExt"))
            : GAITI_MOD_NONE;
    return other >= 0 && gaiti_mod_child(tree, (uint32_t)other, tree->classes[index].name) >= 0;
}

/* --- values ----------------------------------------------------------------------------------- */

/* docs/commands/uses.md#speeds */
static gait_seconds_why states_seconds(const gaiti_mod_entry *speed, double *out) {
    double s;
    if (!gaiti_mod_number(speed, &s)) {
        return GAIT_SECONDS_NO_NUMBER;
    }
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

static void states_set_speed(const gaiti_mod_tree *tree, uint32_t index, gait_mod_use *use) {
    gaiti_mod_result speed = gaiti_mod_value_of(tree, index, "speed");
    use->seconds_from = speed.origin;
    if (speed.entry) {
        use->seconds_why = states_seconds(speed.entry, &use->seconds);
    }
}

static void states_set_loop(const gaiti_mod_tree *tree, uint32_t index, gait_mod_use *use) {
    gaiti_mod_result loop = gaiti_mod_value_of(tree, index, "looped");
    double number;
    use->loop_from = loop.origin;
    use->loop = loop.entry && gaiti_mod_number(loop.entry, &number) ? number != 0 : -1;
}

/* The text of a value; empty for numbers and arrays. */
static gait_span states_text(gaiti_mod_result value) {
    bool is_text = value.entry && (value.entry->kind == GAITI_CONFIG_QUOTED ||
                                   value.entry->kind == GAITI_CONFIG_BARE);
    return is_text ? value.entry->text : (gait_span){0};
}

static void states_set_file(gait_mod *mod, uint32_t index, gait_mod_use *use) {
    const gaiti_mod_tree *tree = &mod->tree;
    gaiti_mod_result file = gaiti_mod_value_of(tree, index, "file");
    gaiti_mod_found found = {.file = GAITI_MOD_NONE, .status = GAIT_USE_OUTSIDE};
    use->file_from = file.origin;
    gait_span text = states_text(file);
    if (text.size > 0) {
        use->value = gaiti_mod_text(mod, text);
        found = gaiti_mod_find_animation(mod, text);
    }
    if (file.origin == GAIT_VALUE_INHERITED) {
        use->inherited_from = gaiti_mod_text(mod, tree->classes[file.owner].name);
    }
    use->file = found.file;
    use->status = found.status;
}

static gait_status states_add(gait_mod *mod, uint32_t index) {
    const gaiti_mod_tree *tree = &mod->tree;
    const gaiti_mod_class *class = &tree->classes[index];
    uint32_t table = tree->classes[class->parent].parent;
    gaiti_mod_result mask = gaiti_mod_value_of(tree, index, "mask");
    gaiti_mod_result skeleton = gaiti_mod_value_of(tree, table, "skeletonName");
    /* The end of the chain of bases, at which unknown values come from outside. */
    gaiti_mod_result end = gaiti_mod_value_of(tree, index, "");
    gait_mod_use use = {.kind = GAIT_USE_STATE,
                        .is_loose = class->is_loose,
                        .is_weak = class->is_loose,
                        .place = class->place,
                        .name = gaiti_mod_text(mod, class->name),
                        .table = gaiti_mod_text(mod, tree->classes[table].name),
                        .key = "file",
                        .base = gaiti_mod_text(mod, class->base_name),
                        .is_base_here = class->base >= 0,
                        .mask_from = mask.origin};
    if (end.origin == GAIT_VALUE_OUTSIDE) {
        use.outside = gaiti_mod_text(mod, tree->classes[end.owner].base_name);
    }
    use.mask = gaiti_mod_text(mod, states_text(mask));
    use.skeleton = gaiti_mod_text(mod, states_text(skeleton));
    states_set_file(mod, index, &use);
    states_set_speed(tree, index, &use);
    states_set_loop(tree, index, &use);
    bool is_added = gaiti_mod_add_use(mod, &use) && gaiti_mod_check_state(mod, index, &use);
    return is_added ? GAIT_OK : mod->arena.status;
}

gait_status gaiti_mod_find_states(gait_mod *mod) {
    const gaiti_mod_tree *tree = &mod->tree;
    states_mark_tables(mod);
    for (uint32_t c = 0; c < tree->class_count; c++) {
        if (tree->classes[c].kind == GAITI_MOD_DEFINED && !tree->classes[c].is_gone &&
            gaiti_mod_is_state(tree, c) && !states_is_replaced(tree, c)) {
            GAITI_TRY(states_add(mod, c));
        }
    }
    return GAIT_OK;
}
