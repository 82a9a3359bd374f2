/* Several LTX together, as a game loads them: docs/formats/ltx.md#trees.
 *
 *     load      a root with the files that it includes, and the files that change it
 *     bases     which section a base is
 *     resolve   the keys of each section, with those of its bases and with all changes
 *
 * Each file is loaded once. The work is limited: what is inherited may be at most
 * GAITI_LTX_INHERITED keys. */
#ifndef GAITI_LTX_TREE_H
#define GAITI_LTX_TREE_H

#include "base/diagnose.h"
#include "base/text/names.h"
#include "formats/xray/ltx/ltx.h"

enum {
    GAITI_LTX_INCLUDES = 32,          /* maximum depth of included files */
    GAITI_LTX_MATCHES = 1 << 22,      /* included files, as often as a line names them */
    GAITI_LTX_INHERITED = 4 << 20,    /* keys that all sections inherit or change in total */
    GAITI_LTX_CHANGED_BYTES = 1 << 26 /* of all values that changes of lists make */
};

/* No index. */
#define GAITI_LTX_NONE UINT32_MAX

/* Finds included files. */
typedef struct gaiti_ltx_includer {
    /* The match number `nth` of `path`, which the file `from` includes; GAITI_LTX_NONE = no more.
     */
    uint32_t (*find)(void *context, uint32_t from, gait_span path, uint32_t nth);
    void *context;
} gaiti_ltx_includer;

/* What is wrong, at a line of a file. */
typedef struct gaiti_ltx_finding {
    gaiti_rule rule;
    uint32_t file, line;
    gait_span name;
} gaiti_ltx_finding;

/* A base of a section, or of a change. */
typedef struct gaiti_ltx_base {
    uint32_t name, node; /* GAITI_LTX_NONE: not found */
    bool is_removed;     /* !NAME */
} gaiti_ltx_base;

/* Something like ![x]. */
typedef struct gaiti_ltx_change {
    uint32_t file, section, next; /* of the same section */
    uint32_t first_base, base_count;
} gaiti_ltx_change;

typedef enum gaiti_ltx_state {
    GAITI_LTX_NEW = 0,
    GAITI_LTX_OPEN, /* its bases are being resolved */
    GAITI_LTX_RESOLVED,
    GAITI_LTX_UNKNOWN /* its own base, or too many keys: it has none */
} gaiti_ltx_state;

/* A section. */
typedef struct gaiti_ltx_node {
    uint32_t name, file, section; /* the section of the file; of a change, if nothing else has the
                                     name */
    uint32_t first_base, base_count;
    uint32_t first_change, last_change;
    uint32_t *items; /* its keys: indices for gaiti_ltx_item_at() */
    uint32_t item_count;
    gaiti_ltx_state state;
    bool is_system; /* it belongs to a system.ltx */
    bool is_change; /* only changes have the name */
    bool is_removed;
    bool is_loop;
    bool has_unknown; /* the keys of a base are not known */
} gaiti_ltx_node;

/* A key with its value. */
typedef struct gaiti_ltx_item {
    gait_span key, value; /* the value as in the file */
    uint32_t file, line;
    uint32_t node; /* the section that has it */
} gaiti_ltx_item;

/* A value that changes of a list made; the place is that of the last change. */
typedef struct gaiti_ltx_made {
    uint32_t from; /* the item with the place */
    uint32_t key, node;
    gait_span value;
} gaiti_ltx_made;

typedef struct gaiti_ltx_tree {
    gaiti_arena arena;
    const gait_ltx *const *files;
    const gaiti_ltx_includer *includer;
    uint32_t file_count;
    uint32_t *first_items; /* of each file, and the end */
    bool *is_loaded, *is_included;
    uint32_t *item_keys, *item_nodes; /* of the keys of all files */
    gait_span *names, *keys;
    gaiti_names name_set, key_set;
    uint32_t name_count, key_count;
    uint32_t *first_nodes, *latest_nodes; /* with each name: of all, and of one load */
    gaiti_ltx_node *nodes;
    gaiti_ltx_change *changes;
    gaiti_ltx_base *bases;
    uint32_t node_count, change_count, base_count, base_capacity;
    gaiti_ltx_made *made;
    uint32_t made_count, made_capacity;
    gaiti_ltx_finding *findings;
    uint32_t finding_count, finding_capacity;
    uint64_t matches, inherited, changed_bytes;
    bool is_cut;    /* one of the limits was reached */
    bool is_closed; /* no included file of a system.ltx is missing */
} gaiti_ltx_tree;

/* An empty tree over files; NULL for one that cannot be read. The files must outlive it. Free it
 * also after a failure. */
gait_status gaiti_ltx_tree_init(gaiti_ltx_tree *tree, const gait_options *options,
                                const gait_ltx *const *files, uint32_t file_count,
                                const gaiti_ltx_includer *includer);
void gaiti_ltx_tree_free(gaiti_ltx_tree *tree);
/* Loads roots[0], and then the other files, which change it. Files that were loaded are skipped. */
gait_status gaiti_ltx_load(gaiti_ltx_tree *tree, const uint32_t *roots, uint32_t count,
                           bool is_system);
/* Loads all files that were not loaded: first those that no file includes. */
gait_status gaiti_ltx_load_others(gaiti_ltx_tree *tree);
/* Finds the keys of all sections, after the last load (ltx_resolve.c). */
gait_status gaiti_ltx_resolve(gaiti_ltx_tree *tree);

/* Adds a finding (ltx_tree.c). */
gait_status gaiti_ltx_find_fault(gaiti_ltx_tree *tree, gaiti_rule rule, uint32_t file,
                                 uint32_t line, gait_span name);
/* The section with this name, GAITI_LTX_NONE = none. */
uint32_t gaiti_ltx_find_node(const gaiti_ltx_tree *tree, gait_span name);
gait_span gaiti_ltx_node_name(const gaiti_ltx_tree *tree, uint32_t node);
/* The line of the header. */
uint32_t gaiti_ltx_node_line(const gaiti_ltx_tree *tree, uint32_t node);
/* An index of gaiti_ltx_node.items. */
gaiti_ltx_item gaiti_ltx_item_at(const gaiti_ltx_tree *tree, uint32_t item);
/* The item of a section with this key; GAITI_LTX_NONE = none (ltx_resolve.c). */
uint32_t gaiti_ltx_find_item(const gaiti_ltx_tree *tree, uint32_t node, const char *key);
/* True when a file of this name, such as mod_system_a.ltx, changes the root, such as system.ltx:
 * names without folders. */
bool gaiti_ltx_is_change_of(gait_span root, gait_span name);
/* True when a name matches a path with * in its last name. Both without folders. */
bool gaiti_ltx_matches(gait_span pattern, gait_span name);

#endif
