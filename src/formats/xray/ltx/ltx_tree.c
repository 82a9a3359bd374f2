/* Loads LTX with the files that they include: docs/formats/ltx.md#trees. */
#include "formats/xray/ltx/ltx_tree.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"

/* --- memory ----------------------------------------------------------------------------------- */

/* How many names, keys and sections all files have. */
typedef struct ltx_sizes {
    uint64_t sections, changes, names, entries;
    uint64_t lists; /* entries that add to a list, such as >key */
} ltx_sizes;

/* The key of a list to which an entry adds; empty for other entries. */
static gait_span ltx_list_key(gait_span key) {
    return key.size > 1 && key.data[0] == '>' ? gaiti_span(key.data + 1, key.size - 1)
                                              : (gait_span){0};
}

static ltx_sizes ltx_sizes_of(const gaiti_ltx_tree *tree) {
    ltx_sizes sizes = {0};
    for (uint32_t f = 0; f < tree->file_count; f++) {
        const gait_ltx *ltx = tree->files[f];
        for (uint32_t s = 0; ltx && s < ltx->section_count; s++) {
            gait_span list = gaiti_ltx_text(ltx, ltx->sections[s].bases), base;
            sizes.names++;
            sizes.changes += ltx->sections[s].kind != GAITI_LTX_SECTION;
            while (gaiti_ltx_next_item(&list, &base)) {
                sizes.names++;
            }
        }
        for (uint32_t e = 0; ltx && e < ltx->entry_count; e++) {
            sizes.lists += ltx_list_key(gaiti_ltx_text(ltx, ltx->entries[e].key)).size > 0;
        }
        sizes.sections += ltx ? ltx->section_count : 0;
        sizes.entries += ltx ? ltx->entry_count : 0;
    }
    return sizes;
}

static bool ltx_alloc_indices(gaiti_ltx_tree *tree, uint64_t count, uint32_t **out) {
    *out = gaiti_alloc_uninitialised(&tree->arena, count + 1, sizeof **out);
    if (!*out) {
        return false;
    }
    memset(*out, 0xFF, (size_t)(count + 1) * sizeof **out); /* GAITI_LTX_NONE */
    return true;
}

static gait_status ltx_alloc_tree(gaiti_ltx_tree *tree) {
    gaiti_arena *arena = &tree->arena;
    ltx_sizes sizes = ltx_sizes_of(tree);
    uint64_t keys = sizes.entries + sizes.lists;
    if (sizes.names >= INT32_MAX || keys >= INT32_MAX) {
        return GAIT_LIMIT;
    }
    tree->is_loaded = gaiti_alloc(arena, tree->file_count + UINT64_C(1), sizeof(bool));
    tree->is_included = gaiti_alloc(arena, tree->file_count + UINT64_C(1), sizeof(bool));
    /* Most names and keys are repeated: what is not written takes no memory. */
    tree->names = gaiti_alloc_uninitialised(arena, sizes.names + 1, sizeof *tree->names);
    tree->keys = gaiti_alloc_uninitialised(arena, keys + 1, sizeof *tree->keys);
    tree->nodes = gaiti_alloc(arena, sizes.sections + 1, sizeof *tree->nodes);
    tree->changes = gaiti_alloc(arena, sizes.changes + 1, sizeof *tree->changes);
    tree->base_capacity = (uint32_t)(sizes.names - sizes.sections);
    tree->bases =
        gaiti_alloc_uninitialised(arena, tree->base_capacity + UINT64_C(1), sizeof *tree->bases);
    bool is_made =
        ltx_alloc_indices(tree, tree->file_count, &tree->first_items) &&
        ltx_alloc_indices(tree, sizes.entries, &tree->item_keys) &&
        ltx_alloc_indices(tree, sizes.entries, &tree->item_nodes) &&
        ltx_alloc_indices(tree, sizes.names, &tree->first_nodes) &&
        ltx_alloc_indices(tree, sizes.names, &tree->latest_nodes) &&
        gaiti_names_init(&tree->name_set, arena, tree->names, (uint32_t)sizes.names + 1) &&
        gaiti_names_init(&tree->key_set, arena, tree->keys, (uint32_t)keys + 1);
    tree->key_set.is_exact = true;
    return is_made && arena->status == GAIT_OK ? GAIT_OK : arena->status;
}

/* The index of a name, which is added if it is new. */
static uint32_t ltx_index_of(gaiti_names *set, gait_span *names, uint32_t *count, gait_span name) {
    names[*count] = name;
    int32_t found = gaiti_names_add(set, *count);
    return found >= 0 ? (uint32_t)found : (*count)++;
}

static uint32_t ltx_name_of(gaiti_ltx_tree *tree, gait_span name) {
    return ltx_index_of(&tree->name_set, tree->names, &tree->name_count, name);
}

gait_status gaiti_ltx_tree_init(gaiti_ltx_tree *tree, const gait_options *options,
                                const gait_ltx *const *files, uint32_t file_count,
                                const gaiti_ltx_includer *includer) {
    *tree = (gaiti_ltx_tree){
        .files = files, .file_count = file_count, .includer = includer, .is_closed = true};
    gaiti_arena_init(&tree->arena, options, 0);
    GAITI_TRY(ltx_alloc_tree(tree));
    uint32_t item = 0;
    for (uint32_t f = 0; f < file_count; f++) {
        const gait_ltx *ltx = files[f];
        tree->first_items[f] = item;
        for (uint32_t e = 0; ltx && e < ltx->entry_count; e++) {
            gait_span key = gaiti_ltx_text(ltx, ltx->entries[e].key);
            tree->item_keys[item++] =
                ltx_index_of(&tree->key_set, tree->keys, &tree->key_count, key);
            if (ltx_list_key(key).size > 0) {
                ltx_index_of(&tree->key_set, tree->keys, &tree->key_count, ltx_list_key(key));
            }
        }
    }
    tree->first_items[file_count] = item;
    return GAIT_OK;
}

void gaiti_ltx_tree_free(gaiti_ltx_tree *tree) {
    gaiti_arena_free(&tree->arena);
}

/* The file that an #include names; GAITI_LTX_NONE = none, or all matches were counted. */
static uint32_t ltx_find_include(gaiti_ltx_tree *tree, uint32_t from, gait_span path,
                                 uint32_t nth) {
    if (!tree->includer || tree->matches >= GAITI_LTX_MATCHES) {
        tree->is_cut |= tree->includer != NULL;
        return GAITI_LTX_NONE;
    }
    tree->matches++;
    uint32_t found = tree->includer->find(tree->includer->context, from, path, nth);
    return found < tree->file_count && tree->files[found] ? found : GAITI_LTX_NONE;
}

/* --- loading ---------------------------------------------------------------------------------- */

gait_status gaiti_ltx_find_fault(gaiti_ltx_tree *tree, gaiti_rule rule, uint32_t file,
                                 uint32_t line, gait_span name) {
    gaiti_ltx_finding finding = {rule, file, line, name};
    return gaiti_append(&tree->arena, &tree->findings, &tree->finding_count,
                        &tree->finding_capacity, &finding, sizeof finding);
}

/* Adds the bases of a section or change, by their names. */
static gait_status ltx_add_bases(gaiti_ltx_tree *tree, gait_span list, uint32_t *out_first,
                                 uint32_t *out_count) {
    gait_span item;
    *out_first = tree->base_count;
    while (gaiti_ltx_next_item(&list, &item)) {
        bool is_removed = item.size > 0 && item.data[0] == '!';
        item = is_removed ? gaiti_span(item.data + 1, item.size - 1) : item;
        if (item.size == 0) {
            continue;
        }
        gaiti_ltx_base base = {ltx_name_of(tree, item), GAITI_LTX_NONE, is_removed};
        GAITI_TRY(gaiti_append(&tree->arena, &tree->bases, &tree->base_count, &tree->base_capacity,
                               &base, sizeof base));
    }
    *out_count = tree->base_count - *out_first;
    return GAIT_OK;
}

static void ltx_own_items(gaiti_ltx_tree *tree, uint32_t file, const gaiti_ltx_section *section,
                          uint32_t node) {
    for (uint32_t e = 0; e < section->count; e++) {
        tree->item_nodes[tree->first_items[file] + section->first + e] = node;
    }
}

/* A load: the sections and changes from these on belong to it. */
typedef struct ltx_loading {
    gaiti_ltx_tree *tree;
    uint32_t first_node, first_change;
    bool is_system;
} ltx_loading;

static uint32_t ltx_add_node(ltx_loading *load, uint32_t file, uint32_t section, uint32_t name) {
    gaiti_ltx_tree *tree = load->tree;
    uint32_t index = tree->node_count++;
    tree->nodes[index] = (gaiti_ltx_node){.name = name,
                                          .file = file,
                                          .section = section,
                                          .first_change = GAITI_LTX_NONE,
                                          .last_change = GAITI_LTX_NONE,
                                          .is_system = load->is_system};
    if (tree->first_nodes[name] == GAITI_LTX_NONE) {
        tree->first_nodes[name] = index;
    }
    tree->latest_nodes[name] = index;
    return index;
}

static gait_status ltx_load_section(ltx_loading *load, uint32_t file, uint32_t index) {
    gaiti_ltx_tree *tree = load->tree;
    const gait_ltx *ltx = tree->files[file];
    const gaiti_ltx_section *section = &ltx->sections[index];
    if (section->kind != GAITI_LTX_SECTION) {
        gaiti_ltx_change *change = &tree->changes[tree->change_count++];
        *change = (gaiti_ltx_change){.file = file, .section = index, .next = GAITI_LTX_NONE};
        return ltx_add_bases(tree, gaiti_ltx_text(ltx, section->bases), &change->first_base,
                             &change->base_count);
    }
    uint32_t name = ltx_name_of(tree, gaiti_ltx_text(ltx, section->name));
    uint32_t latest = tree->latest_nodes[name];
    if (load->is_system && latest != GAITI_LTX_NONE && latest >= load->first_node) {
        GAITI_TRY(
            gaiti_ltx_find_fault(tree, GAITI_LTX_TWICE, file, section->line, tree->names[name]));
    }
    uint32_t node = ltx_add_node(load, file, index, name);
    ltx_own_items(tree, file, section, node);
    return ltx_add_bases(tree, gaiti_ltx_text(ltx, section->bases), &tree->nodes[node].first_base,
                         &tree->nodes[node].base_count);
}

/* A file that is being loaded. */
typedef struct ltx_frame {
    uint32_t file, section, include, match;
} ltx_frame;

/* True for a file that includes the one that is being loaded, or is this file. */
static bool ltx_is_open(const ltx_frame *frames, uint32_t depth, uint32_t file) {
    uint32_t d = 0;
    while (d <= depth && frames[d].file != file) {
        d++;
    }
    return d <= depth;
}

/* The next included file at the last frame; GAITI_LTX_NONE when all are loaded. A path without a
 * match is reported. */
static gait_status ltx_next_include(ltx_loading *load, ltx_frame *frames, uint32_t depth,
                                    uint32_t *out_file) {
    gaiti_ltx_tree *tree = load->tree;
    ltx_frame *frame = &frames[depth];
    const gait_ltx *ltx = tree->files[frame->file];
    *out_file = GAITI_LTX_NONE;
    while (frame->include < ltx->include_count &&
           ltx->includes[frame->include].before <= frame->section) {
        const gaiti_ltx_include *include = &ltx->includes[frame->include];
        gait_span path = gaiti_ltx_text(ltx, include->path);
        uint32_t found = ltx_find_include(tree, frame->file, path, frame->match);
        bool is_there = found != GAITI_LTX_NONE;
        if ((!is_there && frame->match == 0) || (is_there && depth >= GAITI_LTX_INCLUDES)) {
            tree->is_closed &= !load->is_system;
            if (path.size == 0 || !memchr(path.data, '*', path.size)) {
                GAITI_TRY(gaiti_ltx_find_fault(tree, GAITI_LTX_NO_INCLUDE, frame->file,
                                               include->line, path));
            }
        }
        if (is_there && ltx_is_open(frames, depth, found)) {
            GAITI_TRY(gaiti_ltx_find_fault(tree, GAITI_LTX_INCLUDE_LOOP, frame->file, include->line,
                                           path));
        }
        frame->match++;
        if (!is_there || depth >= GAITI_LTX_INCLUDES) {
            frame->include++;
            frame->match = 0;
        } else if (!tree->is_loaded[found]) {
            *out_file = found;
            return GAIT_OK;
        }
    }
    return GAIT_OK;
}

/* Loads a file and those that it includes, in the order of their lines. */
static gait_status ltx_load_file(ltx_loading *load, uint32_t root) {
    gaiti_ltx_tree *tree = load->tree;
    ltx_frame frames[GAITI_LTX_INCLUDES + 1] = {{.file = root}};
    uint32_t depth = 0;
    tree->is_loaded[root] = true;
    for (;;) {
        ltx_frame *frame = &frames[depth];
        uint32_t file;
        GAITI_TRY(ltx_next_include(load, frames, depth, &file));
        if (file != GAITI_LTX_NONE) {
            tree->is_loaded[file] = true;
            frames[++depth] = (ltx_frame){.file = file};
        } else if (frame->section < tree->files[frame->file]->section_count) {
            GAITI_TRY(ltx_load_section(load, frame->file, frame->section++));
        } else if (depth == 0) {
            return GAIT_OK;
        } else {
            depth--;
        }
    }
}

/* --- the end of a load ------------------------------------------------------------------------ */

/* The section of this load with this name; otherwise the first one of all loads. */
static uint32_t ltx_nearest(const ltx_loading *load, uint32_t name) {
    uint32_t latest = load->tree->latest_nodes[name];
    return latest != GAITI_LTX_NONE && latest >= load->first_node ? latest
                                                                  : load->tree->first_nodes[name];
}

/* Adds a change to its section. Without such a section, the change becomes a section. */
static gait_status ltx_add_change(ltx_loading *load, uint32_t index) {
    gaiti_ltx_tree *tree = load->tree;
    gaiti_ltx_change *change = &tree->changes[index];
    const gaiti_ltx_section *section = &tree->files[change->file]->sections[change->section];
    gait_span text = gaiti_ltx_text(tree->files[change->file], section->name);
    uint32_t name = ltx_name_of(tree, text), node = ltx_nearest(load, name);
    if (node == GAITI_LTX_NONE) {
        if (section->kind != GAITI_LTX_ENSURED && load->is_system) {
            GAITI_TRY(gaiti_ltx_find_fault(tree, GAITI_LTX_NO_SECTION, change->file, section->line,
                                           text));
        }
        node = ltx_add_node(load, change->file, change->section, name);
        tree->nodes[node].is_change = true;
    }
    ltx_own_items(tree, change->file, section, node);
    uint32_t last = tree->nodes[node].last_change;
    *(last == GAITI_LTX_NONE ? &tree->nodes[node].first_change : &tree->changes[last].next) = index;
    tree->nodes[node].last_change = index;
    return GAIT_OK;
}

gait_status gaiti_ltx_load(gaiti_ltx_tree *tree, const uint32_t *roots, uint32_t count,
                           bool is_system) {
    ltx_loading load = {tree, tree->node_count, tree->change_count, is_system};
    uint32_t first_base = tree->base_count;
    for (uint32_t i = 0; i < count; i++) {
        if (roots[i] < tree->file_count && tree->files[roots[i]] && !tree->is_loaded[roots[i]]) {
            GAITI_TRY(ltx_load_file(&load, roots[i]));
        }
    }
    for (uint32_t c = load.first_change; c < tree->change_count; c++) {
        GAITI_TRY(ltx_add_change(&load, c));
    }
    for (uint32_t b = first_base; b < tree->base_count; b++) {
        tree->bases[b].node = ltx_nearest(&load, tree->bases[b].name);
    }
    return GAIT_OK;
}

gait_status gaiti_ltx_load_others(gaiti_ltx_tree *tree) {
    for (uint32_t f = 0; f < tree->file_count; f++) {
        const gait_ltx *ltx = tree->is_loaded[f] ? NULL : tree->files[f];
        for (uint32_t i = 0; ltx && i < ltx->include_count; i++) {
            gait_span path = gaiti_ltx_text(ltx, ltx->includes[i].path);
            uint32_t found, nth = 0;
            while ((found = ltx_find_include(tree, f, path, nth++)) != GAITI_LTX_NONE) {
                tree->is_included[found] = true;
            }
        }
    }
    for (int included = 0; included < 2; included++) {
        for (uint32_t f = 0; f < tree->file_count; f++) {
            if (tree->is_included[f] == (included > 0)) {
                GAITI_TRY(gaiti_ltx_load(tree, &f, 1, false));
            }
        }
    }
    return GAIT_OK;
}

/* --- what a tree has -------------------------------------------------------------------------- */

uint32_t gaiti_ltx_find_node(const gaiti_ltx_tree *tree, gait_span name) {
    int32_t found = gaiti_names_find(&tree->name_set, name);
    return found >= 0 ? tree->first_nodes[found] : GAITI_LTX_NONE;
}

gait_span gaiti_ltx_node_name(const gaiti_ltx_tree *tree, uint32_t node) {
    return tree->names[tree->nodes[node].name];
}

uint32_t gaiti_ltx_node_line(const gaiti_ltx_tree *tree, uint32_t node) {
    return tree->files[tree->nodes[node].file]->sections[tree->nodes[node].section].line;
}

/* The file whose keys include this one. */
static uint32_t ltx_file_of_item(const gaiti_ltx_tree *tree, uint32_t item) {
    uint32_t low = 0, high = tree->file_count;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tree->first_items[middle] <= item) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

gaiti_ltx_item gaiti_ltx_item_at(const gaiti_ltx_tree *tree, uint32_t item) {
    uint32_t end = tree->first_items[tree->file_count];
    if (item >= end) {
        const gaiti_ltx_made *made = &tree->made[item - end];
        gaiti_ltx_item from = gaiti_ltx_item_at(tree, made->from);
        gait_span key = gaiti_span(from.key.data + 1, from.key.size - 1); /* without > or < */
        return (gaiti_ltx_item){key, made->value, from.file, from.line, made->node};
    }
    uint32_t file = ltx_file_of_item(tree, item);
    const gait_ltx *ltx = tree->files[file];
    const gaiti_ltx_entry *entry = &ltx->entries[item - tree->first_items[file]];
    return (gaiti_ltx_item){gaiti_ltx_text(ltx, entry->key), gaiti_ltx_text(ltx, entry->value),
                            file, entry->line, tree->item_nodes[item]};
}

/* --- names of files --------------------------------------------------------------------------- */

static bool ltx_begins(gait_span name, const char *begins) {
    size_t size = strlen(begins);
    return name.size >= size &&
           gaiti_equal_name(gaiti_span(name.data, size), gaiti_span(begins, size));
}

bool gaiti_ltx_is_change_of(gait_span root, gait_span name) {
    size_t stem = root.size > 4 ? root.size - 4 : 0; /* .ltx */
    return stem > 0 && name.size > stem + 5 && ltx_begins(name, "mod_") &&
           gaiti_equal_name(gaiti_span(name.data + 4, stem), gaiti_span(root.data, stem)) &&
           name.data[4 + stem] == '_';
}

bool gaiti_ltx_matches(gait_span pattern, gait_span name) {
    size_t p = 0, n = 0, star = SIZE_MAX, from = 0;
    while (n < name.size) {
        if (p < pattern.size && pattern.data[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.size &&
                   gaiti_ascii_lower(pattern.data[p]) == gaiti_ascii_lower(name.data[n])) {
            p++;
            n++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.size && pattern.data[p] == '*') {
        p++;
    }
    return p == pattern.size;
}
