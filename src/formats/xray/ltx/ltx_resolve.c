/* Finds the keys of sections, with those of their bases and with all changes:
 * docs/formats/ltx.md#inheritance. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "formats/xray/ltx/ltx_tree.h"

/* The ranges of bases of a section and of its changes, one after the other. */
typedef struct ltx_bases {
    uint32_t first, count, next_change;
} ltx_bases;

/* The keys of the section that is being made: places[k] is the index in `items` of the key k if
 * marks[k] is the current mark. */
typedef struct ltx_resolving {
    gaiti_ltx_tree *tree;
    gaiti_arena scratch;
    uint32_t *items, *places, *marks, *removed; /* removed: by names */
    uint32_t count, mark;
    uint32_t *stack; /* open sections, and their bases that follow */
    ltx_bases *bases;
    gait_buffer value;
} ltx_resolving;

static uint32_t ltx_key_of(const gaiti_ltx_tree *tree, uint32_t item) {
    uint32_t end = tree->first_items[tree->file_count];
    return item < end ? tree->item_keys[item] : tree->made[item - end].key;
}

static void ltx_put(ltx_resolving *self, uint32_t key, uint32_t item) {
    if (self->marks[key] != self->mark) {
        self->marks[key] = self->mark;
        self->places[key] = self->count++;
    }
    self->items[self->places[key]] = item;
}

/* The key without the mark of a change: !key, >key, <key. */
static uint32_t ltx_marked_key(gaiti_ltx_tree *tree, gait_span key) {
    int32_t found = gaiti_names_find(&tree->key_set, key);
    return found < 0 ? GAITI_LTX_NONE : (uint32_t)found;
}

/* --- changes of lists ------------------------------------------------------------------------- */

static bool ltx_is_in_list(gait_span list, gait_span wanted) {
    gait_span item;
    while (gaiti_ltx_next_item(&list, &item)) {
        if (gaiti_same_bytes(item, wanted)) {
            return true;
        }
    }
    return false;
}

/* Appends the items of `list` that are not in `without`. */
static bool ltx_append_items(gait_buffer *out, gait_span list, gait_span without) {
    gait_span item;
    bool is_ok = true;
    while (is_ok && gaiti_ltx_next_item(&list, &item)) {
        if (!ltx_is_in_list(without, item)) {
            is_ok = (out->size == 0 || gaiti_write(out, ",", 1)) &&
                    gaiti_write(out, item.data, item.size);
        }
    }
    return is_ok;
}

/* Adds items to a value, or removes them: `item` is the line >key = a,b or <key = a. */
static gait_status ltx_change_list(ltx_resolving *self, uint32_t node, uint32_t item, bool adds) {
    gaiti_ltx_tree *tree = self->tree;
    gaiti_ltx_item line = gaiti_ltx_item_at(tree, item);
    uint32_t key = ltx_marked_key(tree, gaiti_span(line.key.data + 1, line.key.size - 1));
    bool is_there = key != GAITI_LTX_NONE && self->marks[key] == self->mark &&
                    self->items[self->places[key]] != GAITI_LTX_NONE;
    if (key == GAITI_LTX_NONE || (!is_there && !adds)) {
        return GAIT_OK; /* nothing can be removed */
    }
    gait_span old = {0};
    if (is_there) {
        old = gaiti_ltx_item_at(tree, self->items[self->places[key]]).value;
    }
    uint64_t work = adds ? old.size + line.value.size : old.size * (uint64_t)(line.value.size + 1);
    tree->changed_bytes += work;
    if (tree->changed_bytes > GAITI_LTX_CHANGED_BYTES) {
        tree->is_cut = true;
        return GAIT_OK;
    }
    gaiti_ltx_made *made = gaiti_reserve(&tree->arena, tree->made, tree->made_count,
                                         &tree->made_capacity, sizeof *made);
    self->value.size = 0;
    if (!made || !ltx_append_items(&self->value, old, adds ? (gait_span){0} : line.value) ||
        (adds && !ltx_append_items(&self->value, line.value, (gait_span){0}))) {
        return GAIT_NO_MEMORY;
    }
    tree->made = made;
    uint8_t *text = gaiti_copy(&tree->arena, (gait_span){self->value.data, self->value.size});
    if (!text) {
        return tree->arena.status;
    }
    made[tree->made_count] = (gaiti_ltx_made){item, key, node, gaiti_span(text, self->value.size)};
    ltx_put(self, key, tree->first_items[tree->file_count] + tree->made_count++);
    return GAIT_OK;
}

/* --- the keys of one section ------------------------------------------------------------------ */

static void ltx_put_own(ltx_resolving *self, uint32_t file, const gaiti_ltx_section *section) {
    uint32_t first = self->tree->first_items[file] + section->first;
    for (uint32_t e = 0; e < section->count; e++) {
        ltx_put(self, self->tree->item_keys[first + e], first + e);
    }
}

/* Applies the lines of one change; with `lists` those that change lists, otherwise the others. */
static gait_status ltx_put_change(ltx_resolving *self, uint32_t node,
                                  const gaiti_ltx_change *change, bool lists) {
    gaiti_ltx_tree *tree = self->tree;
    const gait_ltx *ltx = tree->files[change->file];
    const gaiti_ltx_section *section = &ltx->sections[change->section];
    for (uint32_t e = section->first; e < section->first + section->count; e++) {
        uint32_t item = tree->first_items[change->file] + e, key = tree->item_keys[item];
        gait_span name = tree->keys[key];
        uint8_t mark = name.size > 1 ? name.data[0] : 0;
        if (mark == '>' || mark == '<') {
            if (lists) {
                GAITI_TRY(ltx_change_list(self, node, item, mark == '>'));
            }
        } else if (lists) {
            continue;
        } else if (mark == '!') {
            key = ltx_marked_key(tree, gaiti_span(name.data + 1, name.size - 1));
            if (key != GAITI_LTX_NONE) {
                ltx_put(self, key, GAITI_LTX_NONE);
            }
        } else {
            ltx_put(self, key, item);
        }
    }
    return GAIT_OK;
}

static gait_status ltx_put_changes(ltx_resolving *self, uint32_t node, bool lists) {
    const gaiti_ltx_tree *tree = self->tree;
    uint32_t c = tree->nodes[node].first_change;
    for (; c != GAITI_LTX_NONE; c = tree->changes[c].next) {
        GAITI_TRY(ltx_put_change(self, node, &tree->changes[c], lists));
    }
    return GAIT_OK;
}

static ltx_bases ltx_own_bases(const gaiti_ltx_node *node) {
    return (ltx_bases){node->first_base, node->base_count, node->first_change};
}

static bool ltx_next_bases(const gaiti_ltx_tree *tree, ltx_bases *bases) {
    if (bases->next_change == GAITI_LTX_NONE) {
        return false;
    }
    const gaiti_ltx_change *change = &tree->changes[bases->next_change];
    *bases = (ltx_bases){change->first_base, change->base_count, change->next};
    return true;
}

/* Puts the keys of all bases that no change removes. All of them are resolved. */
static void ltx_put_bases(ltx_resolving *self, uint32_t index) {
    gaiti_ltx_tree *tree = self->tree;
    gaiti_ltx_node *node = &tree->nodes[index];
    ltx_bases bases = ltx_own_bases(node);
    do {
        for (uint32_t b = bases.first; b < bases.first + bases.count; b++) {
            if (tree->bases[b].is_removed) {
                self->removed[tree->bases[b].name] = self->mark;
            }
        }
    } while (ltx_next_bases(tree, &bases));
    bases = ltx_own_bases(node);
    do {
        for (uint32_t b = bases.first; b < bases.first + bases.count; b++) {
            const gaiti_ltx_base *base = &tree->bases[b];
            if (self->removed[base->name] == self->mark) {
                continue;
            }
            const gaiti_ltx_node *from =
                base->node != GAITI_LTX_NONE ? &tree->nodes[base->node] : NULL;
            node->has_unknown |=
                !from || from->is_change || from->has_unknown || from->state != GAITI_LTX_RESOLVED;
            for (uint32_t i = 0; from && i < from->item_count; i++) {
                ltx_put(self, ltx_key_of(tree, from->items[i]), from->items[i]);
            }
        }
    } while (ltx_next_bases(tree, &bases));
}

/* The number of keys that a section gets from its bases. */
static uint64_t ltx_inherited(const gaiti_ltx_tree *tree, const gaiti_ltx_node *node) {
    uint64_t count = 0;
    ltx_bases bases = ltx_own_bases(node);
    do {
        for (uint32_t b = bases.first; b < bases.first + bases.count; b++) {
            uint32_t from = tree->bases[b].node;
            count += 1 + (from != GAITI_LTX_NONE ? tree->nodes[from].item_count : 0);
        }
    } while (ltx_next_bases(tree, &bases));
    return count;
}

static gait_status ltx_store_items(ltx_resolving *self, gaiti_ltx_node *node) {
    uint32_t *items = gaiti_alloc_uninitialised(&self->tree->arena, self->count, sizeof *items);
    if (!items) {
        return self->tree->arena.status;
    }
    for (uint32_t i = 0; i < self->count; i++) {
        if (self->items[i] != GAITI_LTX_NONE) {
            items[node->item_count++] = self->items[i];
        }
    }
    node->items = items;
    return GAIT_OK;
}

static bool ltx_removes(const gaiti_ltx_tree *tree, const gaiti_ltx_node *node) {
    uint32_t c = node->first_change;
    for (; c != GAITI_LTX_NONE; c = tree->changes[c].next) {
        const gaiti_ltx_change *change = &tree->changes[c];
        if (tree->files[change->file]->sections[change->section].kind == GAITI_LTX_REMOVED) {
            return true;
        }
    }
    return false;
}

/* Makes the keys of a section, all bases of which are made. */
static gait_status ltx_resolve_node(ltx_resolving *self, uint32_t index) {
    gaiti_ltx_tree *tree = self->tree;
    gaiti_ltx_node *node = &tree->nodes[index];
    tree->inherited += ltx_inherited(tree, node);
    if (tree->inherited > GAITI_LTX_INHERITED) {
        tree->is_cut = true;
        node->state = GAITI_LTX_UNKNOWN;
        return GAIT_OK;
    }
    self->mark++;
    self->count = 0;
    ltx_put_bases(self, index);
    if (!node->is_change) {
        ltx_put_own(self, node->file, &tree->files[node->file]->sections[node->section]);
    }
    GAITI_TRY(ltx_put_changes(self, index, false));
    GAITI_TRY(ltx_put_changes(self, index, true));
    GAITI_TRY(ltx_store_items(self, node));
    node->state = GAITI_LTX_RESOLVED;
    node->is_removed = node->item_count == 0 && ltx_removes(tree, node);
    return GAIT_OK;
}

/* --- the order: bases first ------------------------------------------------------------------- */

/* The next base of a section and its changes; false when it has no more. */
static bool ltx_next_base(const gaiti_ltx_tree *tree, ltx_bases *at, uint32_t *out_node) {
    while (at->count == 0) {
        if (!ltx_next_bases(tree, at)) {
            return false;
        }
    }
    const gaiti_ltx_base *base = &tree->bases[at->first++];
    at->count--;
    *out_node = base->is_removed ? GAITI_LTX_NONE : base->node;
    return true;
}

/* Resolves a section after its bases. A section that is its own base has no keys. */
static gait_status ltx_resolve_from(ltx_resolving *self, uint32_t index) {
    gaiti_ltx_node *nodes = self->tree->nodes;
    uint32_t depth = 0;
    self->stack[0] = index;
    self->bases[0] = ltx_own_bases(&nodes[index]);
    nodes[index].state = GAITI_LTX_OPEN;
    for (;;) {
        uint32_t node = self->stack[depth], base;
        if (ltx_next_base(self->tree, &self->bases[depth], &base)) {
            if (base != GAITI_LTX_NONE && nodes[base].state == GAITI_LTX_NEW) {
                nodes[base].state = GAITI_LTX_OPEN;
                self->stack[++depth] = base;
                self->bases[depth] = ltx_own_bases(&nodes[base]);
            } else if (base != GAITI_LTX_NONE && nodes[base].state == GAITI_LTX_OPEN) {
                nodes[node].is_loop = true;
            }
            continue;
        }
        if (nodes[node].is_loop) {
            nodes[node].state = GAITI_LTX_UNKNOWN;
        } else {
            GAITI_TRY(ltx_resolve_node(self, node));
        }
        if (depth-- == 0) {
            return GAIT_OK;
        }
    }
}

static bool ltx_resolving_init(ltx_resolving *self) {
    gaiti_arena *scratch = &self->scratch;
    const gaiti_ltx_tree *tree = self->tree;
    uint64_t keys = tree->key_count + UINT64_C(1), nodes = tree->node_count + UINT64_C(1);
    self->items = gaiti_alloc(scratch, keys, sizeof *self->items);
    self->places = gaiti_alloc(scratch, keys, sizeof *self->places);
    self->marks = gaiti_alloc(scratch, keys, sizeof *self->marks);
    self->removed = gaiti_alloc(scratch, tree->name_count + UINT64_C(1), sizeof *self->removed);
    /* What is not written takes no memory: chains of bases are short. */
    self->stack = gaiti_alloc_uninitialised(scratch, nodes, sizeof *self->stack);
    self->bases = gaiti_alloc_uninitialised(scratch, nodes, sizeof *self->bases);
    return scratch->status == GAIT_OK;
}

/* Reports bases that no file defines. */
static gait_status ltx_find_lost_bases(gaiti_ltx_tree *tree) {
    for (uint32_t b = 0; b < tree->base_count; b++) { /* in files that were loaded later */
        gaiti_ltx_base *base = &tree->bases[b];
        base->node = base->node != GAITI_LTX_NONE ? base->node : tree->first_nodes[base->name];
    }
    for (uint32_t n = 0; n < tree->node_count; n++) {
        const gaiti_ltx_node *node = &tree->nodes[n];
        for (uint32_t b = node->first_base; b < node->first_base + node->base_count; b++) {
            if (node->is_system && tree->bases[b].node == GAITI_LTX_NONE) {
                GAITI_TRY(gaiti_ltx_find_fault(tree, GAITI_LTX_NO_BASE, node->file,
                                               gaiti_ltx_node_line(tree, n),
                                               tree->names[tree->bases[b].name]));
            }
        }
    }
    return GAIT_OK;
}

gait_status gaiti_ltx_resolve(gaiti_ltx_tree *tree) {
    gait_options options = {.allocator = tree->arena.allocator};
    ltx_resolving self = {.tree = tree, .value = {.allocator = tree->arena.allocator}};
    gaiti_arena_init(&self.scratch, &options, 0);
    gait_status status = ltx_resolving_init(&self) ? GAIT_OK : self.scratch.status;
    if (status != GAIT_OK) {
        goto done;
    }
    for (uint32_t n = 0; n < tree->node_count; n++) {
        if (tree->nodes[n].state == GAITI_LTX_NEW) {
            GAITI_TRY_DONE(ltx_resolve_from(&self, n));
        }
    }
    GAITI_TRY_DONE(ltx_find_lost_bases(tree));
done:
    gait_buffer_free(&self.value);
    gaiti_arena_free(&self.scratch);
    return status;
}

uint32_t gaiti_ltx_find_item(const gaiti_ltx_tree *tree, uint32_t node, const char *key) {
    int32_t wanted = gaiti_names_find(&tree->key_set, gaiti_span_of(key));
    for (uint32_t i = 0; wanted >= 0 && i < tree->nodes[node].item_count; i++) {
        if (ltx_key_of(tree, tree->nodes[node].items[i]) == (uint32_t)wanted) {
            return tree->nodes[node].items[i];
        }
    }
    return GAITI_LTX_NONE;
}
