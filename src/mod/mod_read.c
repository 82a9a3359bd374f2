/* Reads the configs of a mod, and the files that they include. */
#include <string.h>

#include "base/bytes.h"
#include "base/sniff.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

/* What the configs that are read in one pass have in common. */
typedef struct read_pass {
    gait_mod *mod;
    uint32_t root;    /* the one that is read */
    uint32_t *stamps; /* of each file: the root + 1 whose texts contain it */
    int32_t *sources; /* its source in these texts */
    uint32_t *files;  /* of each source */
    uint32_t file_capacity;
    bool is_incomplete; /* a file that is included is not there yet */
    uint32_t finding_count;
} read_pass;

/* --- included files --------------------------------------------------------------------------- */

/* The file `path` below include/ of the folder, or of a folder above it. */
static int32_t read_find_in_include(gait_mod *mod, gait_span folder, gait_span path) {
    gait_buffer *text = &mod->scratch2;
    for (;; folder = gaiti_mod_folder_of(folder)) {
        text->size = 0;
        if (!gaiti_write_text(text, "include/") || !gaiti_write(text, path.data, path.size)) {
            mod->arena.status = GAIT_NO_MEMORY;
            return GAITI_MOD_NONE;
        }
        int32_t file = gaiti_mod_find_below(mod, folder, gaiti_span(text->data, text->size));
        if (file >= 0 || folder.size == 0) {
            return file;
        }
    }
}

/* The file that `from` includes as `path`. */
static int32_t read_find_include(gait_mod *mod, uint32_t from, gait_span path) {
    bool is_absolute = path.data[0] == '\\' || path.data[0] == '/';
    gait_span folder = gaiti_mod_folder_of(mod->paths[from].text);
    int32_t file = is_absolute ? GAITI_MOD_NONE : gaiti_mod_find_below(mod, folder, path);
    if (file < 0) {
        file = gaiti_mod_find_virtual(mod, path, false).file;
    }
    file = file < 0 ? read_find_in_include(mod, folder, path) : file;
    return file < 0 && !is_absolute ? gaiti_mod_find_virtual(mod, path, true).file : file;
}

/* Prepares a text when it is used for the first time. */
static bool read_prepare(gait_mod *mod, gaiti_mod_path *path) {
    return path->source.text.data ||
           gaiti_config_make_source(&mod->arena, path->bytes, (const char *)path->text.data,
                                    &path->source);
}

/* Adds a file to the texts of the root; -1 when there is no memory. */
static int32_t read_share(read_pass *pass, gaiti_config_texts *texts, uint32_t file) {
    gaiti_mod_path *path = &pass->mod->paths[file];
    if (pass->stamps[file] == pass->root + 1) {
        return pass->sources[file];
    }
    uint32_t *files = gaiti_reserve(&pass->mod->arena, pass->files, texts->source_count,
                                    &pass->file_capacity, sizeof *files);
    if (!files) {
        return GAITI_MOD_NONE;
    }
    pass->files = files;
    int32_t source = (int32_t)texts->source_count;
    files[source] = file;
    if (!read_prepare(pass->mod, path) ||
        gaiti_config_share_source(texts, &path->source) != GAIT_OK) {
        return GAITI_MOD_NONE;
    }
    pass->stamps[file] = pass->root + 1;
    pass->sources[file] = source;
    return source;
}

static int32_t read_include(void *context, gaiti_config_texts *texts, uint32_t from,
                            gait_span path) {
    read_pass *pass = context;
    int32_t file = read_find_include(pass->mod, pass->files[from], path);
    if (file < 0) {
        return GAITI_MOD_NONE;
    }
    gaiti_mod_path *found = &pass->mod->paths[file];
    found->is_included = true;
    if (found->need == GAITI_MOD_UNUSED) {
        found->need = GAITI_MOD_NEEDED;
    }
    pass->is_incomplete |= found->need == GAITI_MOD_NEEDED;
    return found->need == GAITI_MOD_GIVEN ? read_share(pass, texts, (uint32_t)file)
                                          : GAITI_MOD_NONE;
}

/* --- findings --------------------------------------------------------------------------------- */

enum { READ_FINDINGS = 256 /* of one config */ };

/* The path of a directive: "PATH" or <PATH>. */
static gait_span read_unquoted(gait_span path) {
    bool is_quoted = path.size > 1 && (path.data[0] == '"' || path.data[0] == '<');
    size_t size = 1;
    while (is_quoted && size < path.size && path.data[size] != '"' && path.data[size] != '>') {
        size++;
    }
    return is_quoted ? gaiti_span(path.data + 1, size - 1) : path;
}

/* True for a file that should be in this mod, and not in another addon. */
static bool read_is_own_include(gait_mod *mod, gait_span path) {
    bool is_absolute = path.size > 0 && (path.data[0] == '\\' || path.data[0] == '/');
    return !is_absolute || gaiti_mod_find_virtual(mod, path, false).status == GAIT_USE_MISSING;
}

/* True for what is wrong in any case. Macros and files of other addons are often not here. */
static bool read_is_finding(gait_mod *mod, gaiti_rule rule, gait_span where, gait_span name) {
    static const gaiti_rule rules[] = {
        GAITI_CFG_TOO_DEEP,    GAITI_CFG_CUT_ARRAY,    GAITI_CFG_TOO_LONG,
        GAITI_CFG_QUOTE,       GAITI_CFG_COMMENT,      GAITI_CFG_OPEN_CLASS,
        GAITI_CFG_STRAY_BRACE, GAITI_CFG_NO_SEMICOLON, GAITI_CFG_OPEN_ARRAY};
    bool is_call = rule == GAITI_CFG_MACRO && where.data != name.data; /* of a known macro */
    bool is_comma = rule == GAITI_CFG_COMMA && name.data;              /* not behind a macro */
    bool is_include = rule == GAITI_CFG_INCLUDE && read_is_own_include(mod, read_unquoted(name));
    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
        is_call = is_call || rules[r] == rule;
    }
    return is_call || is_comma || is_include;
}

/* A name of a config as ASCII, with ? for other characters; cut like a diagnostic. */
static const char *read_ascii(gait_mod *mod, gait_span name) {
    name.size = name.size < GAIT_DIAGNOSTIC_TEXT ? name.size : GAIT_DIAGNOSTIC_TEXT;
    char *text = gaiti_alloc(&mod->arena, (uint64_t)name.size + 1, 1);
    for (size_t i = 0; text && i < name.size; i++) {
        text[i] = name.data[i] < 0x80 ? (char)name.data[i] : '?';
    }
    return text;
}

static void read_found(void *context, gaiti_rule rule, gait_span where, uint32_t source,
                       size_t offset, gait_span name) {
    read_pass *pass = context;
    gait_mod *mod = pass->mod;
    if (mod->roots[pass->root].is_loose || pass->finding_count == READ_FINDINGS ||
        !read_is_finding(mod, rule, where, name)) {
        return;
    }
    const char *near =
        rule == GAITI_CFG_INCLUDE
            ? gaiti_mod_near_file(mod, GAITI_MOD_TEXT,
                                  gaiti_mod_folder_of(mod->paths[pass->files[source]].text),
                                  read_unquoted(name))
            : NULL;
    pass->finding_count++;
    const gaiti_mod_finding finding = {.rule = rule,
                                       .place = {.file = pass->files[source], .offset = offset},
                                       .name = read_ascii(mod, name),
                                       .words = gaiti_mod_words(mod, "; there is ", near)};
    (void)gaiti_mod_add_finding(mod, &finding); /* without memory, the arena has the status */
}

/* --- one config ------------------------------------------------------------------------------- */

static gait_status read_binarised(gaiti_mod_keeper *keeper) {
    gait_mod *mod = keeper->mod;
    gait_config *config;
    keeper->source = mod->paths[keeper->root->file].bytes;
    gait_status status = gaiti_rap_open(keeper->source, &mod->options, &config);
    if (status == GAIT_OK) {
        status = gaiti_mod_keep_tree(keeper, &config->root);
        gaiti_config_free(config);
    }
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

static gait_status read_text(read_pass *pass, gaiti_mod_keeper *keeper, gaiti_arena *arena) {
    const gaiti_config_includer includer = {read_include, pass};
    const gaiti_config_receiver receiver = {gaiti_mod_keep_member, gaiti_mod_keep_close, keeper};
    const gaiti_config_reading reading = {.includer = &includer, .receiver = &receiver};
    const gaiti_config_finder finder = {read_found, pass};
    gaiti_config_texts texts = {.arena = arena, .finder = &finder};
    gaiti_config_entry tree;
    keeper->texts = &texts;
    keeper->files = &pass->files;
    gait_status status =
        read_share(pass, &texts, keeper->root->file) < 0 ? GAIT_NO_MEMORY : GAIT_OK;
    gait_status kept = GAIT_OK;
    if (status == GAIT_OK) {
        status = gaiti_config_read_tree(&texts, 0, &reading, &tree);
        kept = gaiti_mod_keep_end(keeper); /* the places of names are in the texts */
    }
    keeper->texts = NULL;
    /* What was read before an error is kept. */
    return status == GAIT_NO_MEMORY ? status : kept;
}

static gait_status read_config(read_pass *pass, gaiti_mod_keeper *keeper, gait_span bytes) {
    if (gaiti_has_bytes(bytes, 0, "\0raP", 4)) {
        gait_status status = read_binarised(keeper);
        gait_status kept = gaiti_mod_keep_end(keeper);
        return status != GAIT_OK ? status : kept;
    }
    gaiti_arena arena;
    gaiti_arena_init(&arena, &pass->mod->options, bytes.size);
    gait_status status = read_text(pass, keeper, &arena);
    gaiti_arena_free(&arena);
    return status;
}

static gait_status read_root(read_pass *pass, uint32_t index) {
    gait_mod *mod = pass->mod;
    gaiti_mod_root *root = &mod->roots[index];
    uint32_t entries = mod->entries.count, findings = mod->finding_count;
    gaiti_mod_keeper keeper;
    pass->root = index;
    pass->is_incomplete = false;
    pass->finding_count = 0;
    gaiti_mod_keep_begin(&keeper, mod, root);
    gait_status status = read_config(pass, &keeper, mod->paths[root->file].bytes);
    root->is_read = !pass->is_incomplete;
    if (pass->is_incomplete) { /* it is read again, or stays empty after the last pass */
        root->first = 0;
        mod->entries.count = entries;
        mod->finding_count = findings;
    }
    return mod->arena.status != GAIT_OK ? mod->arena.status : status;
}

/* --- all configs ------------------------------------------------------------------------------ */

static gait_status read_add_root(gait_mod *mod, uint32_t file, bool is_loose) {
    gaiti_mod_root root = {.file = file, .is_loose = is_loose};
    return gaiti_append(&mod->arena, &mod->roots, &mod->root_count, &mod->root_capacity, &root,
                        sizeof root);
}

/* True for a binarised config beside the text that it was made from. */
static bool read_is_copy(gait_mod *mod, const gaiti_mod_path *path) {
    gait_span name = path->text;
    if (name.size < 4 ||
        !gaiti_equal_name(gaiti_span(name.data + name.size - 4, 4), gaiti_span_of(".bin"))) {
        return false;
    }
    int32_t text =
        gaiti_mod_find_below(mod, gaiti_mod_folder_of(name), gaiti_span_of("config.cpp"));
    return text >= 0 && mod->paths[text].need == GAITI_MOD_GIVEN;
}

gait_status gaiti_mod_find_roots(gait_mod *mod) {
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        if (path->role == GAITI_MOD_ROOT && path->need == GAITI_MOD_GIVEN &&
            !read_is_copy(mod, path)) {
            GAITI_TRY(read_add_root(mod, p, false));
        }
    }
    return GAIT_OK;
}

/* True for a text that contains `class CfgMoves` or `class CfgGestures`. */
static bool read_has_table(gait_span text) {
    static const char *const tables[] = {"CfgMoves", "CfgGestures"};
    size_t at = 0;
    const uint8_t *letter;
    while (at < text.size && (letter = memchr(text.data + at, 's', text.size - at)) != NULL) {
        at = (size_t)(letter - text.data) + 1;
        if (at < 5 || at >= text.size || text.data[at] > ' ' ||
            memcmp(text.data + at - 5, "class", 5) != 0) {
            continue;
        }
        gait_span rest = gaiti_text_start(gaiti_span(text.data + at, text.size - at));
        if (gaiti_begins_word(rest, tables[0]) || gaiti_begins_word(rest, tables[1])) {
            return true;
        }
    }
    return false;
}

static gait_status read_find_loose(gait_mod *mod) {
    for (uint32_t p = 0; p < mod->path_count; p++) {
        const gaiti_mod_path *path = &mod->paths[p];
        if (path->role == GAITI_MOD_TEXT && path->need == GAITI_MOD_GIVEN && !path->is_included &&
            read_has_table(path->bytes)) {
            GAITI_TRY(read_add_root(mod, p, true));
        }
    }
    return GAIT_OK;
}

/* Reads the configs from `first` on that were not read. *out_is_done: all were. */
static gait_status read_configs(read_pass *pass, uint32_t first, bool *out_is_done) {
    *out_is_done = true;
    for (uint32_t r = first; r < pass->mod->root_count; r++) {
        if (!pass->mod->roots[r].is_read) {
            GAITI_TRY(read_root(pass, r));
            *out_is_done &= pass->mod->roots[r].is_read;
        }
    }
    return GAIT_OK;
}

gait_status gaiti_mod_read_roots(gait_mod *mod) {
    gaiti_arena *arena = &mod->arena;
    read_pass pass = {.mod = mod,
                      .stamps = gaiti_alloc(arena, mod->path_count, sizeof *pass.stamps),
                      .sources = gaiti_alloc(arena, mod->path_count, sizeof *pass.sources)};
    bool is_done;
    if (!pass.stamps || !pass.sources) {
        return arena->status;
    }
    GAITI_TRY(read_configs(&pass, 0, &is_done));
    if (is_done && !mod->has_loose) {
        mod->has_loose = true;
        uint32_t first = mod->root_count;
        GAITI_TRY(read_find_loose(mod));
        GAITI_TRY(read_configs(&pass, first, &is_done));
    }
    return GAIT_OK;
}
