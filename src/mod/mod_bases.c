/* The base of each class: a class beside it, in a base of the class around it, or further out. */
#include "base/bytes.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum {
    BASES_CHAIN = 64,     /* bases of the class around it */
    BASES_WORK = 1 << 28, /* classes that are examined in one mod */
};

/* The class with this name in `scope` or in a base of it; -1 = none. */
static int32_t bases_find_in(gait_mod *mod, int32_t scope, uint32_t name, uint32_t excluded) {
    gaiti_mod_tree *tree = &mod->tree;
    for (uint32_t i = 0; scope >= 0 && i < BASES_CHAIN && tree->work < BASES_WORK; i++) {
        int32_t found = gaiti_mod_child(mod, (uint32_t)scope, name);
        tree->work++;
        if (found >= 0 && (uint32_t)found != excluded) {
            return found;
        }
        scope = tree->classes[scope].base;
    }
    return GAITI_MOD_NONE;
}

/* The first class with this name in one of the classes around `scope`; -1 = none. */
static int32_t bases_find_around(gait_mod *mod, uint32_t scope, uint32_t name, uint32_t excluded) {
    const gaiti_mod_tree *tree = &mod->tree;
    int32_t found = GAITI_MOD_NONE;
    while (found < 0 && tree->classes[scope].parent != scope) {
        scope = tree->classes[scope].parent;
        found = bases_find_in(mod, (int32_t)scope, name, excluded);
    }
    return found;
}

/* True for a class whose base is neither before it nor elsewhere, but later beside it. */
static bool bases_is_late(gait_mod *mod, uint32_t index) {
    const gaiti_mod_class *class = &mod->tree.classes[index];
    uint32_t name = gaiti_mod_name_of(mod, class->base_name);
    return class->has_late_base && !class->is_loose && class->base >= 0 &&
           bases_find_in(mod, mod->tree.classes[class->parent].base, name, index) < 0 &&
           bases_find_around(mod, class->parent, name, index) < 0;
}

/* The bases of all classes that are less deep are known. */
static int32_t bases_find(gait_mod *mod, uint32_t index) {
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t name = gaiti_mod_name_of(mod, tree->classes[index].base_name);
    uint32_t scope = tree->classes[index].parent;
    int32_t found = bases_find_in(mod, (int32_t)scope, name, index);
    found = found < 0 ? bases_find_around(mod, scope, name, index) : found;
    return found >= 0 && tree->classes[found].kind == GAITI_MOD_DEFINED ? found : GAITI_MOD_NONE;
}

/* The classes, sorted by depth. */
static gait_status bases_order(gait_mod *mod, uint32_t **out_order) {
    enum { DEPTHS = GAITI_CONFIG_CLASSES + 3 };
    const gaiti_mod_tree *tree = &mod->tree;
    uint32_t starts[DEPTHS + 1] = {0};
    *out_order = gaiti_alloc(&mod->arena, tree->class_count, sizeof **out_order);
    if (!*out_order) {
        return mod->arena.status;
    }
    for (uint32_t c = 0; c < tree->class_count; c++) {
        GAIT_ASSERT(tree->classes[c].depth < DEPTHS);
        starts[tree->classes[c].depth + 1]++;
    }
    for (uint32_t d = 0; d < DEPTHS; d++) {
        starts[d + 1] += starts[d];
    }
    for (uint32_t c = 0; c < tree->class_count; c++) {
        (*out_order)[starts[tree->classes[c].depth]++] = c;
    }
    return GAIT_OK;
}

gait_status gaiti_mod_find_bases(gait_mod *mod) {
    gaiti_mod_tree *tree = &mod->tree;
    uint32_t *order;
    GAITI_TRY(bases_order(mod, &order));
    for (uint32_t i = 0; i < tree->class_count; i++) {
        gaiti_mod_class *class = &tree->classes[order[i]];
        if (class->kind == GAITI_MOD_DEFINED && class->base_name > 0) {
            class->base = bases_find(mod, order[i]);
        }
        if (bases_is_late(mod, order[i]) && !gaiti_mod_check_late_base(mod, order[i])) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}
