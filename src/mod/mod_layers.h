/* Internals of the index of a mod:
 *
 *     paths    all files, and the paths of configs that name them (mod.c, mod_paths.c,
 *              mod_prefix.c)
 *     texts    configs, with what they include (mod_read.c)
 *     tree     the classes of all configs together, and their bases (mod_tree.c, mod_bases.c)
 *     values   of keys: numbers, texts (mod_value.c)
 *     uses     states, and other texts that name a file (mod_states.c, mod_uses.c,
 *              mod_duration.c, mod_clip.c)
 *
 * mod_xray.h has the parts for X-Ray games. */
#ifndef GAITI_MOD_LAYERS_H
#define GAITI_MOD_LAYERS_H

#include "gait/mod.h"

#include "formats/bi/config/config_rap.h"

enum {
    GAITI_MOD_NONE = -1,
    GAITI_MOD_BASES = 64, /* maximum length of a chain of bases */
    GAITI_MOD_PASSES = 64 /* how often a config is read again because of new included files */
};

/* --- files ------------------------------------------------------------------------------------ */

typedef enum gaiti_mod_need {
    GAITI_MOD_UNUSED = 0,
    GAITI_MOD_NEEDED,
    GAITI_MOD_GIVEN,
    GAITI_MOD_UNREADABLE
} gaiti_mod_need;

typedef enum gaiti_mod_role {
    GAITI_MOD_OTHER = 0,
    GAITI_MOD_ANIMATION,
    GAITI_MOD_EFFECT,  /* .anm */
    GAITI_MOD_ROOT,    /* the config of an addon */
    GAITI_MOD_TEXT,    /* a text that a config may include */
    GAITI_MOD_PREFIX,  /* the file with the prefix of an addon */
    GAITI_MOD_PROJECT, /* project.toml of HEMTT */
    GAITI_MOD_LTX,     /* from here on: of X-Ray games */
    GAITI_MOD_MODEL,
    GAITI_MOD_BANK,
    GAITI_MOD_SCRIPT
} gaiti_mod_role;

typedef struct gaiti_mod_path {
    gait_span text; /* with a NUL behind it */
    gaiti_mod_need need;
    gaiti_mod_role role;
    bool is_included;
    bool is_expected; /* a path that leads nowhere seems to mean it */
    gait_span bytes;
    gaiti_config_source source; /* of a text that was read */
    uint64_t content[3];        /* of an animation that was read: hashes, and the size */
    int32_t next_tail;          /* another file with the same last two names; -1 = none */
} gaiti_mod_path;

/* A set of paths, once it is closed: gaiti_names over their texts. */
typedef struct gaiti_mod_set {
    gait_span *items;
    uint32_t count, capacity;
    gaiti_names names;
} gaiti_mod_set;

/* The prefix of a folder: the beginning of virtual paths. */
typedef struct gaiti_mod_prefix {
    gait_span prefix, folder; /* both with `/` between names, and without one at the ends */
    int32_t next;             /* another folder with the same prefix; -1 = none */
    int32_t file;             /* that contains it; -1 = it is the name of the folder */
} gaiti_mod_prefix;

/* What is known about a use besides gait_mod_use. */
typedef enum gaiti_mod_mark {
    GAITI_MOD_UNMARKED = 0,
    GAITI_MOD_MISSPELT, /* its path begins almost with a prefix of the mod, and means near_path */
    GAITI_MOD_OF_PREFIX /* the same, but the prefix is reported */
} gaiti_mod_mark;

/* What is wrong. Texts as in gait_mod_use. */
typedef struct gaiti_mod_finding {
    gaiti_rule rule;
    gait_mod_place place;
    const char *name, *other, *words;
    uint64_t cause; /* gait_diagnostic.cause; 0 = that of the rule */
    uint32_t other_line;
} gaiti_mod_finding;

/* --- the tree --------------------------------------------------------------------------------- */

/* A class or value of one config, as far as it may be needed. */
typedef struct gaiti_mod_entry gaiti_mod_entry;
struct gaiti_mod_entry {
    gaiti_mod_entry *next, *first; /* as in gaiti_config_entry */
    gait_span name, text;          /* UTF-8 */
    gaiti_config_kind kind;
    gait_mod_place place;
};

/* A config of an addon, or a text that none includes. */
typedef struct gaiti_mod_root {
    uint32_t file;
    bool is_loose, is_read;
    gaiti_mod_entry tree;
} gaiti_mod_root;

typedef enum gaiti_mod_class_kind {
    GAITI_MOD_DEFINED = 0,
    GAITI_MOD_DECLARED, /* only `class x;` */
    GAITI_MOD_DELETED
} gaiti_mod_class_kind;

/* A class of the merged tree. */
typedef struct gaiti_mod_class {
    gait_span name, base_name;
    uint32_t parent, depth;           /* a class with a tree of its own is its own parent */
    int32_t base;                     /* -1 = none, or it is not in this mod */
    bool is_loose, is_table, is_gone; /* is_gone: it, or a class around it, is deleted */
    gaiti_mod_class_kind kind;
    gait_mod_place place;
    int32_t first_child, last_child, next;
    int32_t first_value, last_value;
} gaiti_mod_class;

typedef struct gaiti_mod_value {
    const gaiti_mod_entry *entry;
    uint32_t owner;
    int32_t next;
    int32_t added; /* another value with items that are added to it; -1 = none */
} gaiti_mod_value;

/* A hash table of the members of classes: classes and values have separate names. */
typedef struct gaiti_mod_table {
    uint32_t *slots; /* index + 1; 0 = empty */
    uint32_t mask, count;
    uint64_t key;
} gaiti_mod_table;

typedef struct gaiti_mod_tree {
    gaiti_mod_class *classes;
    uint32_t class_count, class_capacity;
    gaiti_mod_value *values;
    uint32_t value_count, value_capacity;
    gaiti_mod_table class_table, value_table;
    uint64_t work; /* of finding bases */
} gaiti_mod_tree;

struct gait_mod {
    gaiti_arena arena;
    gait_options options; /* for temporary arenas */
    gait_status status;
    bool is_closed, has_prefixes, has_loose, is_finished;
    gait_span name; /* of the folder */
    gaiti_mod_path *paths;
    uint32_t path_count, path_capacity;
    uint32_t next_need;
    gaiti_names path_set, tail_set;
    gait_span *path_names, *tail_names;
    gaiti_mod_set folders, game_folders;
    gaiti_mod_set game_files; /* effects and LTX of the game, from the folder `anims` or `config` */
    bool has_game_effects;
    gaiti_mod_prefix *prefixes;
    uint32_t prefix_count, prefix_capacity;
    bool has_prefix_files;
    gait_span *prefix_names;
    gaiti_names prefix_set;
    gaiti_mod_root *roots;
    uint32_t root_count, root_capacity;
    uint32_t passes;
    gaiti_mod_tree tree;
    uint32_t names_compared; /* for suggestions */
    uint64_t masks_compared;
    gait_mod_use *uses;
    uint32_t use_count, use_capacity;
    uint32_t *first_uses; /* of each file, and the end */
    gaiti_mod_mark *use_marks;
    uint32_t *by_motion; /* all uses: those of a file sorted by their motions */
    bool finds_copies;
    gaiti_mod_finding *findings;
    uint32_t finding_count, finding_capacity;
    uint32_t *first_findings;      /* as first_uses */
    gait_buffer scratch, scratch2; /* of look-ups */
    struct gaiti_mod_xray *xray;   /* NULL: no files of X-Ray games */
};

/* --- paths (mod_paths.c) ---------------------------------------------------------------------- */

/* Sorts the files, and makes the sets of their paths. */
gait_status gaiti_mod_close_paths(gait_mod *mod);
/* Writes a path with one `/` between its names, without `.` and `..`, to the buffer, which is
 * emptied first. GAIT_NOT_FOUND when it leads out of the mod, or has no name. */
gait_status gaiti_mod_write_path(gait_buffer *out, gait_span folder, gait_span path);
/* The file with this path below the folder; -1 = none. */
int32_t gaiti_mod_find_below(gait_mod *mod, gait_span folder, gait_span path);
/* The folder of a path: without a slash at its end, and empty at the top. */
gait_span gaiti_mod_folder_of(gait_span path);
/* The result of looking up a virtual path. */
typedef struct gaiti_mod_found {
    int32_t file;
    gait_use_status status;
    bool has_folder; /* missing: a folder of the mod is where the file should be */
} gaiti_mod_found;
/* Looks up a virtual path; with `by_tail`, in a mod without files of prefixes, also by its last
 * names. */
gaiti_mod_found gaiti_mod_find_virtual(gait_mod *mod, gait_span path, bool by_tail);
/* The same for an animation: without an extension, it is .rtm. */
gaiti_mod_found gaiti_mod_find_animation(gait_mod *mod, gait_span path);
/* The end of a path of an X-Ray game that begins with its last folder `anims`, `config` or
 * `configs`; empty if it has none. */
gait_span gaiti_mod_game_path(gait_span path);
/* True when the game has the file with this path, of which gaiti_mod_game_path() is looked up. */
bool gaiti_mod_is_in_game(gait_mod *mod, gait_span folder, gait_span path);
/* The file with the most last names of the path, at least two; -1 = none. */
int32_t gaiti_mod_find_tail(gait_mod *mod, gait_span path);

/* --- prefixes (mod_prefix.c) ------------------------------------------------------------------ */

/* What a file is for the index. */
gaiti_mod_role gaiti_mod_role_of(gait_span path);
/* Finds the prefixes of all folders, when the files that contain them were provided. */
gait_status gaiti_mod_find_prefixes(gait_mod *mod);

/* --- texts (mod_read.c) ----------------------------------------------------------------------- */

/* Finds the configs of addons. */
gait_status gaiti_mod_find_roots(gait_mod *mod);
/* Reads each config that was not read yet. A file that it includes and whose bytes are not there
 * becomes needed; the config is then read again. */
gait_status gaiti_mod_read_roots(gait_mod *mod);

/* --- the tree (mod_place.c to mod_bases.c) ---------------------------------------------------- */

/* Copies what may be needed of a config into the arena of the index. */
typedef struct gaiti_mod_keeper {
    gait_mod *mod;
    const gaiti_config_texts *texts; /* NULL: a binarised config */
    const uint32_t *files;           /* of the sources of the texts */
    gait_span source;                /* of a binarised config */
    uint32_t file;
} gaiti_mod_keeper;
/* Where an entry is: that of its parent if it has no name. */
gait_mod_place gaiti_mod_place_of(const gaiti_mod_keeper *keeper, const gaiti_config_entry *entry,
                                  gait_mod_place parent);
/* Adds findings for members that are twice in a body, without the name of its class. */
gait_status gaiti_mod_find_twice(const gaiti_mod_keeper *keeper, const gaiti_config_entry *body,
                                 gaiti_arena *arena);
gait_status gaiti_mod_keep(const gaiti_mod_keeper *keeper, const gaiti_config_entry *from,
                           gaiti_mod_entry *to);

/* The order in which configs are merged. */
gait_status gaiti_mod_order_roots(gait_mod *mod, uint32_t **out_order);
/* Merges all configs, in the order of their addons. */
gait_status gaiti_mod_merge(gait_mod *mod);
/* The class or value with this name in a class; -1 = none. */
int32_t gaiti_mod_child(const gaiti_mod_tree *tree, uint32_t parent, gait_span name);
int32_t gaiti_mod_own_value(const gaiti_mod_tree *tree, uint32_t owner, gait_span key);
/* Finds the base of each class. */
gait_status gaiti_mod_find_bases(gait_mod *mod);

/* --- values (mod_value.c) --------------------------------------------------------------------- */

typedef struct gaiti_mod_result {
    gait_value_origin origin;
    const gaiti_mod_entry *entry; /* OWN, INHERITED */
    uint32_t owner;               /* the class that has it; OUTSIDE: the class whose base is not
                                     here */
} gaiti_mod_result;

/* The value of a key of a class, or of its bases. */
gaiti_mod_result gaiti_mod_value_of(const gaiti_mod_tree *tree, uint32_t owner, const char *key);
/* The number of an expression. False for another text. */
bool gaiti_mod_number(const gaiti_mod_entry *entry, double *out);

/* --- uses (mod_add.c, mod_states.c, mod_uses.c) ----------------------------------------------- */

/* Adds a use; false when there is no memory. */
bool gaiti_mod_add_use(gait_mod *mod, const gait_mod_use *use);
/* The text as one that ends with a NUL; NULL when it is empty. */
const char *gaiti_mod_text(gait_mod *mod, gait_span text);
/* The text as UTF-8: as it is if it is UTF-8, or else from its code page. Empty when there is no
 * memory. */
gait_span gaiti_mod_utf8(gait_mod *mod, gait_span text);
gait_status gaiti_mod_find_states(gait_mod *mod);
/* True for a class in the States of a table: CfgMoves, CfgGestures. */
bool gaiti_mod_is_state(const gaiti_mod_tree *tree, uint32_t index);
gait_status gaiti_mod_find_texts(gait_mod *mod);
/* Sorts the uses by file and place. */
gait_status gaiti_mod_sort_uses(gait_mod *mod);
/* Makes gait_mod.by_motion, when the uses are sorted. */
gait_status gaiti_mod_sort_motions(gait_mod *mod);
/* Orders names without regard to ASCII case; NULL is first. */
int gaiti_mod_compare_motions(const char *a, const char *b);

/* --- findings (mod_findings.c, mod_copies.c) -------------------------------------------------- */

/* Adds a finding; false when there is no memory. */
bool gaiti_mod_add_finding(gait_mod *mod, const gaiti_mod_finding *finding);
/* `before` and the name as one text; NULL when the name is NULL. */
const char *gaiti_mod_words(gait_mod *mod, const char *before, const char *name);
/* Checks the values of a state. False when there is no memory. */
bool gaiti_mod_check_state(gait_mod *mod, uint32_t index, const gait_mod_use *use);
/* The file of this role with the name that is most similar to the last one of a path, and of
 * several that in the folder of the path; NULL = none. */
const char *gaiti_mod_near_file(gait_mod *mod, gaiti_mod_role role, gait_span folder,
                                gait_span path);
/* Sets gait_mod_use.near_path of files that are missing. */
void gaiti_mod_find_near(gait_mod *mod);
/* Finds wrong prefixes, and paths with misspelt ones, which it marks. */
gait_status gaiti_mod_find_near_prefixes(gait_mod *mod);
/* Replaces the bytes of an animation by their hashes. */
void gaiti_mod_hash(gait_mod *mod, gaiti_mod_path *path);
/* Finds animations with equal bytes. */
gait_status gaiti_mod_find_copies(gait_mod *mod);
/* Finds all others, when the uses are sorted, and sorts them. */
gait_status gaiti_mod_find_findings(gait_mod *mod);

#endif
