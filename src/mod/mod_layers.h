/* Internals of the index of a mod:
 *
 *     paths    all files, and the paths of configs that name them (mod.c, mod_paths.c,
 *              mod_prefix.c)
 *     texts    configs, with what they include (mod_read.c)
 *     words    their names and values, each spelling once (mod_words.c)
 *     entries  what is kept of each config (mod_keep.c)
 *     tree     the classes of all configs together, and their bases (mod_tree.c, mod_bases.c)
 *     values   of keys: numbers, texts (mod_value.c)
 *     uses     states, and other texts that name a file (mod_states.c, mod_uses.c,
 *              mod_duration.c, mod_clip.c)
 *
 * A config of a few megabytes can include a file thousands of times and have 400,000 states. So
 * entries, classes and words have indices of 32 bits, and lists that are long are pages that never
 * move. For one state with three values, the index has 4 entries (128 bytes), a class (56), a use
 * (184) and its name.
 *
 * mod_xray.h has the parts for X-Ray games. */
#ifndef GAITI_MOD_LAYERS_H
#define GAITI_MOD_LAYERS_H

#include "gait/mod.h"

#include "formats/bi/config/config_rap.h"

enum {
    GAITI_MOD_NONE = -1,
    GAITI_MOD_BASES = 64,         /* maximum length of a chain of bases */
    GAITI_MOD_SETTINGS = 1 << 16, /* bytes that are read of a project.toml or a prefix */
    GAITI_MOD_PASSES = 64 /* how often a config is read again because of new included files */
};

/* A list that grows without moving (mod_add.c). All zero is an empty one. */
typedef struct gaiti_mod_pages {
    void **pages;
    uint32_t count, page_count, capacity;
} gaiti_mod_pages;

enum { GAITI_MOD_PAGE = 512 };

static inline void *gaiti_mod_page_at(const gaiti_mod_pages *list, uint32_t index, size_t size) {
    return (uint8_t *)list->pages[index / GAITI_MOD_PAGE] + index % GAITI_MOD_PAGE * size;
}

/* Adds an element of `size` bytes, the same for all, which the caller sets. NULL when there is no
 * memory. */
void *gaiti_mod_append(gaiti_arena *arena, gaiti_mod_pages *list, size_t size);

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
    GAITI_MOD_SCRIPT,
    GAITI_MOD_PROFILE /* XML with the profiles of characters */
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
    uint32_t games;        /* only for these; 0 = as the rule says */
    bool needs_game;       /* not unless a game is known */
    bool may_be_elsewhere; /* the base game may have what is missing */
} gaiti_mod_finding;

/* --- the tree --------------------------------------------------------------------------------- */

/* A name or value of configs, UTF-8. Word 0 is the empty text. */
typedef struct gaiti_mod_word {
    const char *text; /* with a NUL behind it; NULL for word 0 */
    uint32_t size;
    uint32_t name; /* the first word that is equal without the case of ASCII letters */
} gaiti_mod_word;

/* Words that have the same number in each index. */
enum {
    GAITI_MOD_FILE = 1,
    GAITI_MOD_SPEED,
    GAITI_MOD_LOOPED,
    GAITI_MOD_MASK,
    GAITI_MOD_LEFT_CURVE,
    GAITI_MOD_RIGHT_CURVE,
    GAITI_MOD_STATE_KEYS, /* those above are the keys of states that are used */
    GAITI_MOD_SKELETON_NAME = GAITI_MOD_STATE_KEYS,
    GAITI_MOD_MOVES,
    GAITI_MOD_GESTURES,
    GAITI_MOD_REQUIRED_ADDONS,
    GAITI_MOD_HAND_ANIM,
    GAITI_MOD_DISABLE_GESTURE,
    GAITI_MOD_KEYS, /* those above are the keys that are kept */
    GAITI_MOD_STATES = GAITI_MOD_KEYS,
    GAITI_MOD_STATES_EXT,
    GAITI_MOD_BLEND_ANIMS,
    GAITI_MOD_CFG_PATCHES,
    GAITI_MOD_CFG_VEHICLES,
    GAITI_MOD_KNOWN_WORDS
};

typedef struct gaiti_mod_word_list {
    gaiti_mod_pages list;
    /* Hash tables of words; 0 = empty. [0]: by name, [1]: by spelling. */
    uint32_t *slots[2];
    uint32_t mask;
    uint64_t key;
} gaiti_mod_word_list;

/* A class or value of one config, as far as it may be needed, or an item of an array. */
typedef struct gaiti_mod_entry {
    uint32_t next, first; /* entries, 0 = none: the next one in its class or array; the first member
                             of a class or item of an array */
    uint32_t name;        /* words */
    uint32_t text;        /* of numbers of binarised configs: their four bytes; of an array: the
                             entry of another one with items that are added to it */
    uint32_t file, offset;
    uint32_t owner; /* of a value in the tree: its class */
    gaiti_config_kind kind;
} gaiti_mod_entry;

/* A config of an addon, or a text that none includes. */
typedef struct gaiti_mod_root {
    uint32_t file;
    bool is_loose, is_read;
    uint32_t first; /* the first entry */
} gaiti_mod_root;

typedef enum gaiti_mod_class_kind {
    GAITI_MOD_DEFINED = 0,
    GAITI_MOD_DECLARED, /* only `class x;` */
    GAITI_MOD_DELETED
} gaiti_mod_class_kind;

/* A class of the merged tree. */
typedef struct gaiti_mod_class {
    uint32_t name, base_name; /* words */
    uint32_t parent;          /* a class with a tree of its own is its own parent */
    int32_t base;             /* -1 = none, or it is not in this mod */
    uint32_t file, offset;
    int32_t first_child, last_child, next;
    uint32_t first_value, last_value; /* entries */
    uint32_t value_count;
    uint16_t depth;
    uint8_t kind;                     /* gaiti_mod_class_kind */
    bool is_loose, is_table, is_gone; /* is_gone: it, or a class around it, is deleted */
    bool has_late_base;               /* its config has the base beside it, further down */
} gaiti_mod_class;

/* A hash table of the members of classes: classes and values have separate names. */
typedef struct gaiti_mod_table {
    uint32_t *slots; /* index + 1; 0 = empty */
    uint32_t mask, count;
    uint64_t key;
} gaiti_mod_table;

typedef struct gaiti_mod_tree {
    gaiti_mod_class *classes;
    uint32_t class_count;
    gaiti_mod_table class_table, value_table; /* values: of classes with many */
    uint64_t work;                            /* of finding bases */
} gaiti_mod_tree;

/* The result of looking up a virtual path. */
typedef struct gaiti_mod_found {
    int32_t file;
    gait_use_status status;
    bool has_folder; /* missing: a folder of the mod is where the file should be */
    bool is_known;   /* in gait_mod.found */
} gaiti_mod_found;

struct gait_mod {
    gaiti_arena arena;
    gait_options options; /* for temporary arenas */
    gait_status status;
    bool is_closed, has_prefixes, has_loose, is_finished;
    bool has_game_effects, has_game_ltx; /* `game_files` has some */
    bool has_prefix_files, finds_copies;
    uint32_t next_need;
    gait_span name; /* of the folder */
    gaiti_mod_path *paths;
    uint32_t path_count, path_capacity;
    gaiti_names path_set, tail_set;
    gait_span *path_names, *tail_names;
    gaiti_mod_set folders, game_folders;
    gaiti_mod_set game_files; /* effects and LTX of the game, from the folder `anims` or `config` */
    gaiti_mod_prefix *prefixes;
    uint32_t prefix_count, prefix_capacity;
    gait_span *prefix_names;
    gaiti_names prefix_set;
    gaiti_mod_root *roots;
    uint32_t root_count, root_capacity;
    uint32_t passes;
    uint32_t names_compared; /* for suggestions */
    gaiti_mod_word_list words;
    gaiti_mod_pages entries;
    gaiti_mod_tree tree;
    gaiti_mod_found *found; /* of the animation that each word names */
    uint64_t masks_compared;
    gaiti_mod_pages uses;
    uint32_t *use_order;  /* sorted; NULL = they are not sorted yet */
    uint32_t *first_uses; /* of each file, and the end: in this order */
    gaiti_mod_mark *use_marks;
    uint32_t *by_motion; /* all uses: those of a file sorted by their motions */
    gaiti_mod_finding *findings;
    uint32_t finding_count, finding_capacity;
    uint32_t *first_findings; /* as first_uses */
    uint32_t *finding_counts; /* of each file, without a known game */
    gait_mod_game game;
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
/* The name of a file without its folders. */
gait_span gaiti_mod_last_name(gait_span path);
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

/* --- words (mod_words.c) ---------------------------------------------------------------------- */

/* Adds the words that are known from the start. */
gait_status gaiti_mod_words_init(gait_mod *mod);
/* The word with this spelling, which is added if it is new. 0 for the empty text, and when there is
 * no memory. */
uint32_t gaiti_mod_intern(gait_mod *mod, gait_span text);
/* The same for a text of a config: as it is if it is UTF-8, or else from its code page; without its
 * quotes. */
uint32_t gaiti_mod_intern_text(gait_mod *mod, gaiti_arena *scratch, gait_span text, bool is_quoted);

static inline const gaiti_mod_word *gaiti_mod_word_at(const gait_mod *mod, uint32_t word) {
    return gaiti_mod_page_at(&mod->words.list, word, sizeof(gaiti_mod_word));
}

/* NULL for the empty text. */
static inline const char *gaiti_mod_word_text(const gait_mod *mod, uint32_t word) {
    return gaiti_mod_word_at(mod, word)->text;
}

static inline uint32_t gaiti_mod_name_of(const gait_mod *mod, uint32_t word) {
    return gaiti_mod_word_at(mod, word)->name;
}

static inline gait_span gaiti_mod_word_span(const gait_mod *mod, uint32_t word) {
    const gaiti_mod_word *it = gaiti_mod_word_at(mod, word);
    return (gait_span){(const uint8_t *)it->text, it->size};
}

/* --- the tree (mod_place.c to mod_bases.c) ---------------------------------------------------- */

/* An open class of the config that is read. */
typedef struct gaiti_mod_level {
    uint32_t entry, last; /* 0: the root; the last member that was kept */
    uint32_t first_member;
    bool keeps_all; /* BlendAnims */
} gaiti_mod_level;

/* Keeps what may be needed of a config. */
typedef struct gaiti_mod_keeper {
    gait_mod *mod;
    gaiti_mod_root *root;
    const gaiti_config_texts *texts; /* NULL: a binarised config */
    uint32_t *const *files;          /* of the sources of the texts */
    gait_span source;                /* of a binarised config */
    gaiti_arena arena, scratch;      /* scratch: of one member */
    bool has_new_syntax;             /* MOV040 was found */
    gait_span *members;              /* the names of the members of open classes */
    uint32_t member_count, member_capacity;
    uint32_t twice_count; /* findings of gaiti_mod_find_twice() */
    uint32_t depth;
    gaiti_mod_level levels[GAITI_CONFIG_CLASSES + 2];
} gaiti_mod_keeper;
/* Where an entry is: that of its parent if it has no name. */
gait_mod_place gaiti_mod_place_of(const gaiti_mod_keeper *keeper, const gaiti_config_entry *entry,
                                  gait_mod_place parent);
/* Adds findings for members that are twice in the class that is open, without its name. False when
 * there is no memory. */
bool gaiti_mod_find_twice(gaiti_mod_keeper *keeper);
/* Keeps entries of `root`. After gaiti_mod_keep_begin(), a receiver passes the members with
 * gaiti_mod_keep_member() and gaiti_mod_keep_close(), whose context is the keeper. */
void gaiti_mod_keep_begin(gaiti_mod_keeper *keeper, gait_mod *mod, gaiti_mod_root *root);
bool gaiti_mod_keep_member(void *keeper, const gaiti_config_entry *member);
bool gaiti_mod_keep_close(void *keeper);
gait_status gaiti_mod_keep_end(gaiti_mod_keeper *keeper);
/* Keeps entries of a tree. */
gait_status gaiti_mod_keep_tree(gaiti_mod_keeper *keeper, const gaiti_config_entry *tree);

static inline gaiti_mod_entry *gaiti_mod_entry_at(const gait_mod *mod, uint32_t entry) {
    return gaiti_mod_page_at(&mod->entries, entry, sizeof(gaiti_mod_entry));
}

/* The order in which configs are merged. */
gait_status gaiti_mod_order_roots(gait_mod *mod, uint32_t **out_order);
/* Merges all configs, in the order of their addons. */
gait_status gaiti_mod_merge(gait_mod *mod);
/* The class or value with this name in a class; -1, NULL = none. */
int32_t gaiti_mod_child(const gait_mod *mod, uint32_t parent, uint32_t name);
gaiti_mod_entry *gaiti_mod_own_value(const gait_mod *mod, uint32_t owner, uint32_t name);
/* Finds the base of each class. */
gait_status gaiti_mod_find_bases(gait_mod *mod);

/* --- values (mod_value.c) --------------------------------------------------------------------- */

typedef struct gaiti_mod_result {
    gait_value_origin origin;
    uint32_t owner; /* the class that has it; OUTSIDE: the class whose base is not here */
    const gaiti_mod_entry *entry; /* OWN, INHERITED */
} gaiti_mod_result;

/* The values of the first `count` known words in a class, or in its bases; [0] is the end of the
 * chain of bases, where values that are not known come from. */
void gaiti_mod_values_of(const gait_mod *mod, uint32_t owner, uint32_t count,
                         gaiti_mod_result *out);
/* The number of an expression. False for another text. */
bool gaiti_mod_number(const gait_mod *mod, const gaiti_mod_entry *entry, double *out);

/* True for a text with or without quotes. */
static inline bool gaiti_mod_is_text(const gaiti_mod_entry *entry) {
    return entry->kind == GAITI_CONFIG_QUOTED || entry->kind == GAITI_CONFIG_BARE;
}

/* --- uses (mod_add.c, mod_states.c, mod_uses.c) ----------------------------------------------- */

/* Adds a use; NULL when there is no memory. */
gait_mod_use *gaiti_mod_add_use(gait_mod *mod, const gait_mod_use *use);

/* A use: in the order in which they were added, and in their order at the end. */
static inline gait_mod_use *gaiti_mod_added_use(const gait_mod *mod, uint32_t use) {
    return gaiti_mod_page_at(&mod->uses, use, sizeof(gait_mod_use));
}

static inline gait_mod_use *gaiti_mod_use(const gait_mod *mod, uint32_t use) {
    return gaiti_mod_added_use(mod, mod->use_order[use]);
}

/* The text as one that ends with a NUL; NULL when it is empty. */
const char *gaiti_mod_text(gait_mod *mod, gait_span text);
gait_status gaiti_mod_find_states(gait_mod *mod);
/* True for a class in the States of a table: CfgMoves, CfgGestures. */
bool gaiti_mod_is_state(const gait_mod *mod, uint32_t index);
/* The animation that a word names. */
gaiti_mod_found gaiti_mod_find_word(gait_mod *mod, uint32_t word);
gait_status gaiti_mod_find_texts(gait_mod *mod);
/* Sorts the uses by file and place. */
gait_status gaiti_mod_sort_uses(gait_mod *mod);
/* The seconds of a state; a pose is shown for one second. 0 = unknown. */
static inline double gaiti_mod_seconds_of(const gait_mod_use *use) {
    return use->kind != GAIT_USE_STATE               ? 0
           : use->seconds_why == GAIT_SECONDS_STATIC ? 1
                                                     : use->seconds;
}

/* Makes gait_mod.by_motion, when the uses are sorted. */
gait_status gaiti_mod_sort_motions(gait_mod *mod);
/* Orders names without regard to ASCII case; NULL is first. */
int gaiti_mod_compare_motions(const char *a, const char *b);

/* Guesses the game (mod_game.c). */
void gaiti_mod_find_game(gait_mod *mod);

/* --- findings (mod_findings.c, mod_copies.c) -------------------------------------------------- */

/* Adds a finding; false when there is no memory. */
bool gaiti_mod_add_finding(gait_mod *mod, const gaiti_mod_finding *finding);
/* `before` and the name as one text; NULL when the name is NULL. */
const char *gaiti_mod_words(gait_mod *mod, const char *before, const char *name);
/* Adds a finding for a class whose base comes later. False when there is no memory. */
bool gaiti_mod_check_late_base(gait_mod *mod, uint32_t index);
/* Checks the values of a state. False when there is no memory. */
bool gaiti_mod_check_state(gait_mod *mod, uint32_t index, const gaiti_mod_result *values,
                           const gait_mod_use *use);
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
