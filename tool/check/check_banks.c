/* Lists each folder of banks once, keeps a summary of each bank, and checks models. */
#include <stdlib.h>
#include <string.h>

#include "banks/banks.h"
#include "check/check.h"
#include "io/files.h"
#include "io/inputs.h"
#include "base/platform.h"
#include "gait/inspect.h"

/* For one model. Games load at most 64 banks. */
enum { MAX_BANKS = 1024 };
#define MAX_COMPARED ((uint64_t)1 << 28) /* product of bytes, for wildcards */
/* Bytes of summaries that are kept. Banks beyond that are read again for each model. */
#define MAX_KEPT ((uint64_t)64 << 20)

/* How the files of a tree are named. */
typedef enum tree_kind {
    TREE_FLAT,  /* only the files in the folder, by their names */
    TREE_ROOT,  /* by their paths in the folder */
    TREE_SEARCH /* by their paths below `meshes`, else in the folder */
} tree_kind;

typedef struct bank_file {
    char *key; /* path as in references: lower case, with '\' and .omf */
    char *path;
    gait_bank_summary *summary; /* NULL = not read, or unreadable */
    char *problem;              /* why it is unreadable; NULL = not read, or readable */
    bool is_read;
    uint64_t model; /* the last model that has this bank */
} bank_file;

struct bank_tree {
    char *folder; /* with a separator at its end */
    tree_kind kind;
    bank_file *files; /* sorted by key */
    size_t count;
    const bank_file **by_name; /* the files by name without folder; NULL = not needed so far */
};

/* --- trees ------------------------------------------------------------------------------------ */

static int check_banks_by_key(const void *a, const void *b) {
    const bank_file *left = a, *right = b;
    int order = strcmp(left->key, right->key);
    return order != 0 ? order : strcmp(left->path, right->path);
}

static bank_tree *tree_new(const char *folder, tree_kind kind) {
    bank_tree *tree = memory_resize(NULL, 1, sizeof *tree);
    inputs found = kind == TREE_FLAT ? inputs_beside(folder, ".omf") : inputs_below(folder, ".omf");
    *tree = (bank_tree){.folder = text_copy(folder), .kind = kind};
    tree->files = memory_resize(NULL, found.count + 1, sizeof *tree->files);
    for (size_t i = 0; i < found.count; i++) {
        const char *path = found.items[i].path;
        const char *below = kind == TREE_SEARCH ? path_below(path, "meshes") : NULL;
        if (!found.items[i].problem) {
            bank_file *file = &tree->files[tree->count++];
            *file = (bank_file){.key = text_copy(below ? below : path + strlen(folder)),
                                .path = text_copy(path)};
            bank_key_normalise(file->key);
        }
    }
    inputs_free(&found);
    if (tree->count > 0) {
        qsort(tree->files, tree->count, sizeof *tree->files, check_banks_by_key);
    }
    return tree;
}

static void tree_free(bank_tree *tree) {
    for (size_t i = 0; i < tree->count; i++) {
        gait_bank_summary_free(tree->files[i].summary);
        free(tree->files[i].key);
        free(tree->files[i].path);
        free(tree->files[i].problem);
    }
    free(tree->files);
    free(tree->by_name);
    free(tree->folder);
    free(tree);
}

/* The index of the first file whose key is not less than `key`. */
static size_t tree_find(const bank_tree *tree, const char *key) {
    size_t low = 0, high = tree->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(tree->files[middle].key, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The file with this key; NULL when there is none. */
static bank_file *tree_get(const bank_tree *tree, const char *key) {
    size_t at = tree_find(tree, key);
    bool is_there = at < tree->count && strcmp(tree->files[at].key, key) == 0;
    return is_there ? &tree->files[at] : NULL;
}

static int compare_tree(const bank_tree *tree, const char *folder, tree_kind kind) {
    int order = strcmp(tree->folder, folder);
    return order != 0 ? order : (int)tree->kind - (int)kind;
}

/* The tree of a folder, which is listed when it is needed for the first time. */
static bank_tree *find_tree(check_banks *self, const char *folder, tree_kind kind) {
    size_t low = 0, high = self->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_tree(self->trees[middle], folder, kind);
        if (order == 0) {
            return self->trees[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    self->trees = memory_reserve(self->trees, self->count, &self->capacity, sizeof(bank_tree *));
    memmove(&self->trees[low + 1], &self->trees[low], (self->count - low) * sizeof(bank_tree *));
    self->trees[low] = tree_new(folder, kind);
    self->count++;
    return self->trees[low];
}

/* --- one model -------------------------------------------------------------------------------- */

typedef struct resolution {
    check_banks *banks;
    bank_tree **trees; /* where banks are looked for, in this order */
    size_t tree_count;
    uint64_t model;    /* number of the model */
    uint64_t compared; /* against MAX_COMPARED */
    model_banks *out;
} resolution;

static void add_tree(resolution *self, const char *folder, tree_kind kind) {
    self->trees[self->tree_count++] = find_tree(self->banks, folder, kind);
}

/* Adds the trees of the mod of a model. */
static void add_mod(resolution *self, const source *model) {
    char *own = path_is_stream(model->path) ? NULL : path_folder(model->path);
    char *folder = own ? files_absolute_folder(own) : NULL;
    const char *below = folder ? path_below(folder, "meshes") : NULL;
    const char *below_data = folder && !below ? path_below(folder, "gamedata") : NULL;
    if (below) {
        char *root = text_slice(folder, (size_t)(below - folder));
        add_tree(self, root, TREE_ROOT);
        free(root);
    } else if (folder) {
        add_tree(self, folder, TREE_FLAT);
    }
    if (below_data) {
        char *root = text_format("%.*smeshes/", (int)(below_data - folder), folder);
        add_tree(self, root, TREE_ROOT);
        free(root);
    }
    self->out->is_loose = !below && !below_data;
    free(folder);
    free(own);
}

static void add_trees(resolution *self, const source *model) {
    const text_list *folders = self->banks->folders;
    self->trees = memory_resize(NULL, 2 + folders->count, sizeof(bank_tree *));
    add_mod(self, model);
    for (size_t i = 0; i < folders->count; i++) {
        char *folder = files_absolute_folder(folders->items[i]);
        if (folder) {
            add_tree(self, folder, TREE_SEARCH);
        }
        free(folder);
    }
}

/* The summary of a bank, which is read when it is needed for the first time. */
static const gait_bank_summary *read_summary(resolution *self, bank_file *file) {
    model_banks *out = self->out;
    if (file->is_read) {
        return file->summary;
    }
    gait_bank_summary *summary = NULL;
    gait_file *bank = files_open_skeleton(file->path, &file->problem);
    if (bank) {
        memory_check(gait_bank_summary_new(bank, NULL, &summary));
    }
    if (bank && !summary) {
        file->problem = text_copy("it contains no parameters of motions");
    }
    gait_file_free(bank);
    uint64_t size = gait_bank_summary_size(summary);
    if (size <= MAX_KEPT - self->banks->kept) {
        self->banks->kept += size;
        file->summary = summary;
        file->is_read = true;
    } else {
        out->owned = memory_reserve(out->owned, out->owned_count, &out->owned_capacity,
                                    sizeof(gait_bank_summary *));
        out->owned[out->owned_count++] = summary;
    }
    return summary;
}

/* The path of a bank for messages: relative to the current folder if it is below it. */
static const char *shown_path(check_banks *self, const bank_file *file) {
    if (!self->current_folder) {
        char *folder = files_absolute_folder(".");
        self->current_folder = folder ? folder : text_copy("");
    }
    size_t size = strlen(self->current_folder);
    bool is_below = strncmp(file->path, self->current_folder, size) == 0;
    return file->path + (is_below ? size : 0);
}

/* Adds a bank. False when there are too many. */
static bool add_bank(resolution *self, uint32_t ref, bank_file *file, bool is_match) {
    model_banks *out = self->out;
    if (out->count == MAX_BANKS) {
        return false;
    }
    char *name = NULL;
    if (is_match) {
        name = text_slice(file->key, strlen(file->key) - strlen(".omf"));
        text_list_add(&out->names, name);
    }
    bool is_repeated = file->model == self->model;
    file->model = self->model;
    out->items = memory_reserve(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] =
        (gait_model_bank){.ref = ref,
                          .summary = is_repeated ? NULL : read_summary(self, file),
                          .name = name,
                          .is_repeated = is_repeated,
                          .path = shown_path(self->banks, file),
                          .problem = file->problem};
    return true;
}

/* --- similar banks ---------------------------------------------------------------------------- */

static const char *name_of_key(const char *key) {
    const char *slash = strrchr(key, '\\');
    return slash ? slash + 1 : key;
}

static int compare_bank_names(const void *a, const void *b) {
    const bank_file *const *left = a;
    const bank_file *const *right = b;
    return strcmp(name_of_key((*left)->key), name_of_key((*right)->key));
}

static int by_bank_name(const void *a, const void *b) {
    const bank_file *const *left = a;
    const bank_file *const *right = b;
    int order = compare_bank_names(a, b);
    return order != 0 ? order : strcmp((*left)->key, (*right)->key);
}

/* The key of a bank with the same name in another folder; NULL when there is none. */
static const char *find_same_name(bank_tree *tree, char *key) {
    const bank_file wanted = {.key = key}, *sought = &wanted;
    if (!tree->by_name && tree->count > 0) {
        tree->by_name = memory_resize(NULL, tree->count, sizeof *tree->by_name);
        for (size_t i = 0; i < tree->count; i++) {
            tree->by_name[i] = &tree->files[i];
        }
        qsort(tree->by_name, tree->count, sizeof *tree->by_name, by_bank_name);
    }
    const bank_file **found = tree->count > 0 ? bsearch(&sought, tree->by_name, tree->count,
                                                        sizeof *tree->by_name, compare_bank_names)
                                              : NULL;
    while (found && found > tree->by_name && compare_bank_names(found - 1, &sought) == 0) {
        found--;
    }
    return found ? (*found)->key : NULL;
}

/* The key of the bank with the most similar name in the same folder; NULL when none is similar. */
static const char *find_similar_name(const bank_tree *tree, const char *key) {
    enum { MAX_NAMES = 512, MAX_LONGER = 2 };
    char *folder = text_slice(key, (size_t)(name_of_key(key) - key));
    size_t size = strlen(folder), first = tree_find(tree, folder);
    text_list names = {0};
    for (size_t i = first; i < tree->count && names.count < MAX_NAMES &&
                           strncmp(tree->files[i].key, folder, size) == 0;
         i++) {
        text_list_add(&names, tree->files[i].key + size);
    }
    const char *near_name = text_nearest(key + size, names.items, names.count);
    if (near_name && (strlen(near_name) > strlen(key + size) + MAX_LONGER ||
                      strlen(key + size) > strlen(near_name) + MAX_LONGER)) {
        near_name = NULL; /* rather the bank of another model than a typing error */
    }
    text_list_free(&names, false);
    free(folder);
    return near_name ? near_name - size : NULL;
}

/* A bank that a reference without a bank could mean, as a reference; NULL when there is none. */
static char *find_near_bank(check_banks *self, resolution *work, char *key) {
    enum { MAX_SIMILAR = 1000 }; /* references of a run, because names are compared with many */
    const char *found = NULL;
    for (size_t t = 0; t < work->tree_count && !found; t++) {
        found = find_same_name(work->trees[t], key);
    }
    for (size_t t = 0; t < work->tree_count && !found && self->similar < MAX_SIMILAR; t++) {
        self->similar++;
        found = find_similar_name(work->trees[t], key);
    }
    return found ? text_slice(found, strlen(found) - strlen(".omf")) : NULL;
}

/* --- references ------------------------------------------------------------------------------- */

/* The part of a key that a tree of this kind uses. */
static const char *key_in_tree(const bank_tree *tree, const char *key) {
    const char *slash = tree->kind == TREE_FLAT ? strrchr(key, '\\') : NULL;
    return slash ? slash + 1 : key;
}

static bool resolve_path(resolution *self, uint32_t ref, char *key) {
    for (size_t t = 0; t < self->tree_count; t++) {
        bank_file *file = tree_get(self->trees[t], key_in_tree(self->trees[t], key));
        if (file) {
            return add_bank(self, ref, file, false);
        }
    }
    self->out->near_banks[ref] = find_near_bank(self->banks, self, key);
    return true;
}

/* The files that match a wildcard. */
typedef struct match_list {
    bank_file **items;
    size_t count;
    size_t capacity;
} match_list;

/* True when a tree before `tree` has a file with this key, which games would use instead. */
static bool is_replaced(const resolution *self, size_t tree, const char *key) {
    bool is_found = false;
    for (size_t t = 0; t < tree && !is_found; t++) {
        is_found = tree_get(self->trees[t], key_in_tree(self->trees[t], key)) != NULL;
    }
    return is_found;
}

/* Adds the files of one tree that match. False when there are too many, or too many to compare. */
static bool match_tree(resolution *self, size_t tree_index, const char *key, match_list *found) {
    const bank_tree *tree = self->trees[tree_index];
    const char *pattern = key_in_tree(tree, key);
    size_t prefix_size = strcspn(pattern, "*?"), pattern_size = strlen(pattern);
    char *prefix = text_slice(pattern, prefix_size);
    size_t at = tree_find(tree, prefix);
    bool is_done = true;
    for (; at < tree->count && strncmp(tree->files[at].key, prefix, prefix_size) == 0; at++) {
        bank_file *file = &tree->files[at];
        self->compared += (pattern_size + 1) * (strlen(file->key) + 1);
        if (self->compared > MAX_COMPARED || found->count > MAX_BANKS) {
            is_done = false;
            break;
        }
        bool is_same = at > 0 && strcmp(tree->files[at - 1].key, file->key) == 0;
        if (!is_same && text_matches(pattern, file->key) &&
            !is_replaced(self, tree_index, file->key)) {
            found->items =
                memory_reserve(found->items, found->count, &found->capacity, sizeof(bank_file *));
            found->items[found->count++] = file;
        }
    }
    free(prefix);
    return is_done;
}

static int by_key_of_match(const void *a, const void *b) {
    bank_file *const *left = a;
    bank_file *const *right = b;
    return strcmp((*left)->key, (*right)->key);
}

static bool resolve_wildcard(resolution *self, uint32_t ref, const char *key) {
    match_list found = {0};
    bool is_done = true;
    for (size_t t = 0; t < self->tree_count && is_done; t++) {
        is_done = match_tree(self, t, key, &found);
    }
    if (found.count > 0) {
        qsort(found.items, found.count, sizeof(bank_file *), by_key_of_match);
    }
    for (size_t i = 0; i < found.count && is_done; i++) {
        is_done = add_bank(self, ref, found.items[i], true);
    }
    free(found.items);
    return is_done;
}

static bool resolve_reference(resolution *self, const source *model, uint32_t ref) {
    char *key = bank_key_of_reference(model->file, ref);
    bool is_done = ref < MAX_BANKS;
    if (key && is_done) {
        is_done = bank_key_is_pattern(key) ? resolve_wildcard(self, ref, key)
                                           : resolve_path(self, ref, key);
    }
    free(key);
    return is_done;
}

/* Resolves the references of a model: in the folder `meshes` of its mod, for a model that is in no
 * such folder next to it, and then in self->folders. Only files that a listing of these folders
 * finds are opened. Work and memory are limited, whatever the references are.
 *
 * This is the only function that uses `self`; a caller with several threads must hold a lock during
 * the call. The summaries and texts in the result stay valid until both are freed, and may then be
 * read without a lock. */
static void check_banks_resolve(check_banks *self, const source *model, model_banks *out) {
    resolution work = {.banks = self, .model = ++self->models, .out = out};
    uint32_t count = gait_file_ref_count(model->file), ref = 0;
    *out = (model_banks){.ref_count = count};
    out->near_banks = memory_resize(NULL, count, sizeof *out->near_banks);
    for (uint32_t i = 0; i < count; i++) {
        out->near_banks[i] = NULL;
    }
    add_trees(&work, model);
    while (ref < count && resolve_reference(&work, model, ref)) {
        ref++;
    }
    out->skipped_refs = count - ref;
    while (out->count > 0 && out->items[out->count - 1].ref >= ref) {
        out->count--;
    }
    free(work.trees);
}

static void model_banks_free(model_banks *self) {
    for (size_t i = 0; i < self->owned_count; i++) {
        gait_bank_summary_free(self->owned[i]);
    }
    for (uint32_t i = 0; i < self->ref_count; i++) {
        free(self->near_banks[i]);
    }
    free(self->near_banks);
    free(self->owned);
    free(self->items);
    text_list_free(&self->names, true);
    *self = (model_banks){0};
}

static void check_banks_free(check_banks *self) {
    for (size_t i = 0; i < self->count; i++) {
        tree_free(self->trees[i]);
    }
    free(self->trees);
    free(self->current_folder);
    *self = (check_banks){0};
}

/* --- models ----------------------------------------------------------------------------------- */

int check_models_begin(check_models *self, const text_list *folders, bool has_game) {
    *self = (check_models){
        .lock = thread_lock_new(), .cache = skeleton_cache_new(false), .has_game = has_game};
    self->banks.folders = &skeleton_cache_folders(self->cache)->added;
    return skeleton_cache_load(self->cache, NULL, folders);
}

/* True when a file MODEL.ltx next to a model may define parts in place of those of its banks. */
static bool has_own_parts(const source *file) {
    platform_info info;
    char *path = path_with_extension(file->path, ".ltx");
    bool is_there = !path_is_stream(file->path) && platform_look(path, &info) == 0;
    free(path);
    return is_there;
}

void check_models_examine(check_models *self, source *file) {
    model_banks banks = {0};
    if (!file->file || !format_has(file->format, GAIT_HAS_BANK)) {
        return;
    }
    gait_bank_check_options options = {.common = source_options(file),
                                       .may_be_in_game = !self->has_game};
    if (gait_file_ref_count(file->file) > 0) {
        thread_lock_acquire(self->lock);
        check_banks_resolve(&self->banks, file, &banks);
        thread_lock_release(self->lock);
        options.skipped_refs = banks.skipped_refs;
        options.is_loose = banks.is_loose;
        options.near_banks = (const char *const *)banks.near_banks;
        options.has_own_parts = has_own_parts(file);
    }
    memory_check(gait_check_banks(file->file, banks.items, (uint32_t)banks.count, &options));
    model_banks_free(&banks);
}

void check_models_free(check_models *self) {
    check_banks_free(&self->banks);
    skeleton_cache_free(self->cache);
    if (self->lock) {
        thread_lock_free(self->lock);
    }
    *self = (check_models){0};
}
