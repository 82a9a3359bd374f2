/* The order of the configs of a mod: after those of the addons that they require, then by path. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "mod/mod_layers.h"

/* An addon: a class in CfgPatches. */
typedef struct order_addon {
    uint32_t required; /* the first entry of requiredAddons[] */
    uint32_t root;
} order_addon;

typedef struct order_run {
    gait_mod *mod;
    gait_span *names; /* of the addons */
    order_addon *addons;
    uint32_t addon_count;
    uint32_t *first_addons; /* of each root, and the end */
    gaiti_names set;
} order_run;

/* A root whose required addons are visited. */
typedef struct order_frame {
    uint32_t root, addon;
    uint32_t item; /* an entry */
} order_frame;

static bool order_named(const gait_mod *mod, const gaiti_mod_entry *entry, uint32_t name) {
    return gaiti_mod_name_of(mod, entry->name) == name;
}

/* The first entry of requiredAddons[] of an addon; 0 = none. */
static uint32_t order_required_by(const gait_mod *mod, const gaiti_mod_entry *addon) {
    for (uint32_t k = addon->first; k;) {
        const gaiti_mod_entry *key = gaiti_mod_entry_at(mod, k);
        if (order_named(mod, key, GAITI_MOD_REQUIRED_ADDONS)) {
            return key->first;
        }
        k = key->next;
    }
    return 0;
}

/* Lists the addons of all roots. It is called twice: without `run->addons`, it only counts. */
static void order_list_addons(order_run *run) {
    const gait_mod *mod = run->mod;
    uint32_t count = 0;
    for (uint32_t r = 0; r < mod->root_count; r++) {
        if (run->addons) {
            run->first_addons[r] = count;
        }
        for (uint32_t t = mod->roots[r].first; t;) {
            const gaiti_mod_entry *top = gaiti_mod_entry_at(mod, t);
            uint32_t a = order_named(mod, top, GAITI_MOD_CFG_PATCHES) ? top->first : 0;
            while (a) {
                const gaiti_mod_entry *addon = gaiti_mod_entry_at(mod, a);
                a = addon->next;
                if (addon->kind != GAITI_CONFIG_CLASS) {
                    continue;
                }
                if (run->addons) {
                    run->names[count] = gaiti_mod_word_span(mod, addon->name);
                    run->addons[count] = (order_addon){order_required_by(mod, addon), r};
                }
                count++;
            }
            t = top->next;
        }
    }
    run->addon_count = count;
    if (run->addons) {
        run->first_addons[mod->root_count] = count;
    }
}

/* The root that must come before `frame->root`, and was not visited; -1 = none is left. */
static int32_t order_next_required(const order_run *run, order_frame *frame, const bool *is_seen) {
    for (;;) {
        while (frame->item) {
            const gaiti_mod_entry *item = gaiti_mod_entry_at(run->mod, frame->item);
            uint32_t text = gaiti_mod_is_text(item) ? item->text : 0;
            gait_span name = gaiti_mod_word_span(run->mod, text);
            frame->item = item->next;
            int32_t addon = name.size > 0 ? gaiti_names_find(&run->set, name) : GAITI_MOD_NONE;
            if (addon >= 0 && !is_seen[run->addons[addon].root]) {
                return (int32_t)run->addons[addon].root;
            }
        }
        if (frame->addon >= run->first_addons[frame->root + 1]) {
            return GAITI_MOD_NONE;
        }
        frame->item = run->addons[frame->addon++].required;
    }
}

static order_frame order_enter(const order_run *run, uint32_t root, bool *is_seen) {
    is_seen[root] = true;
    return (order_frame){.root = root, .addon = run->first_addons[root]};
}

static gait_status order_visit(const order_run *run, uint32_t *order) {
    gaiti_arena *arena = &run->mod->arena;
    uint32_t count = run->mod->root_count, done = 0;
    bool *is_seen = gaiti_alloc(arena, count, sizeof *is_seen);
    order_frame *stack = gaiti_alloc(arena, count, sizeof *stack);
    if (!is_seen || !stack) {
        return arena->status;
    }
    for (uint32_t r = 0; r < count; r++) {
        uint32_t depth = 0;
        if (!is_seen[r]) {
            stack[depth++] = order_enter(run, r, is_seen);
        }
        while (depth > 0) {
            int32_t required = order_next_required(run, &stack[depth - 1], is_seen);
            if (required >= 0) {
                stack[depth++] = order_enter(run, (uint32_t)required, is_seen);
            } else {
                order[done++] = stack[--depth].root;
            }
        }
    }
    return GAIT_OK;
}

gait_status gaiti_mod_order_roots(gait_mod *mod, uint32_t **out_order) {
    order_run run = {.mod = mod};
    gaiti_arena *arena = &mod->arena;
    order_list_addons(&run);
    run.names = gaiti_alloc(arena, run.addon_count, sizeof *run.names);
    run.addons = gaiti_alloc(arena, run.addon_count, sizeof *run.addons);
    run.first_addons = gaiti_alloc(arena, (uint64_t)mod->root_count + 1, sizeof(uint32_t));
    *out_order = gaiti_alloc(arena, mod->root_count, sizeof **out_order);
    if (!run.names || !run.addons || !run.first_addons || !*out_order ||
        !gaiti_names_init(&run.set, arena, run.names, run.addon_count)) {
        return arena->status;
    }
    order_list_addons(&run);
    for (uint32_t a = 0; a < run.addon_count; a++) {
        if (run.names[a].size > 0) {
            gaiti_names_add(&run.set, a);
        }
    }
    return order_visit(&run, *out_order);
}
