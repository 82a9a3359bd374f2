/* Finds prefixes that are not those that paths begin with: docs/formats/mods.md#prefixes. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/similar.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum {
    NEAR_GROUPS = 64,      /* different beginnings of paths */
    NEAR_LOOKUPS = 1 << 18 /* files that are looked up, in all calls */
};

/* Paths that begin with another text instead of a prefix. */
typedef struct near_group {
    uint32_t prefix; /* of the folder that has the files */
    const char *head;
    gait_mod_place place; /* of the first path */
    uint32_t count;
    bool is_near, is_most; /* the text is similar to the prefix; most paths to its folder have it */
} near_group;

typedef struct near_search {
    gait_mod *mod;
    near_group groups[NEAR_GROUPS];
    uint32_t group_count;
    uint32_t *found;    /* of each prefix: paths that begin with it */
    uint32_t *group_of; /* of each use: 1 + its group; 0 = none */
    int32_t *file_of;   /* of each use in a group: what the path means */
    gait_buffer path;   /* that is looked up */
    uint32_t lookups;
} near_search;

/* The prefix with which a path begins; -1 = none. */
static int32_t near_prefix_of(const gait_mod *mod, gait_span path) {
    int32_t prefix = GAITI_MOD_NONE;
    for (; path.size > 0 && prefix < 0; path = gaiti_mod_folder_of(path)) {
        prefix = gaiti_names_find(&mod->prefix_set, path);
    }
    return prefix;
}

/* True for a use in a config of an addon whose path is written there. */
static bool near_is_own(const gait_mod_use *use) {
    bool is_own = use->kind != GAIT_USE_STATE || use->file_from == GAIT_VALUE_OWN;
    return use->kind <= GAIT_USE_STRING && is_own && !use->is_loose && use->value;
}

static bool near_is_similar(const char *head, const char *prefix) {
    uint32_t nearest = gaiti_name_distance_limit(prefix);
    return gaiti_name_is_nearer(prefix, head, &nearest);
}

/* The group of paths that begin with `head` instead of the prefix; NULL = there are too many. */
static near_group *near_group_of(near_search *self, uint32_t prefix, gait_span head) {
    gait_mod *mod = self->mod;
    for (uint32_t g = 0; g < self->group_count; g++) {
        near_group *group = &self->groups[g];
        if (group->prefix == prefix && gaiti_equal_name(gaiti_span_of(group->head), head)) {
            return group;
        }
    }
    const char *text = self->group_count < NEAR_GROUPS ? gaiti_mod_text(mod, head) : NULL;
    const char *own = text ? gaiti_mod_text(mod, mod->prefixes[prefix].prefix) : NULL;
    if (!own) {
        return NULL;
    }
    near_group *group = &self->groups[self->group_count++];
    *group = (near_group){.prefix = prefix, .head = text, .is_near = near_is_similar(text, own)};
    return group;
}

/* Looks for the file of a path in the folders of all prefixes, without its first names. */
static void near_find(near_search *self, uint32_t use, gait_span path) {
    gait_mod *mod = self->mod;
    for (gait_span head = gaiti_mod_folder_of(path); head.size > 0;
         head = gaiti_mod_folder_of(head)) {
        gait_span rest = gaiti_span(path.data + head.size, path.size - head.size);
        for (uint32_t p = 0; p < mod->prefix_count && self->lookups < NEAR_LOOKUPS; p++) {
            const gaiti_mod_prefix *prefix = &mod->prefixes[p];
            self->lookups++;
            int32_t file = gaiti_mod_find_below(mod, prefix->folder, rest);
            near_group *group = file >= 0 && !gaiti_equal_name(prefix->prefix, head)
                                    ? near_group_of(self, p, head)
                                    : NULL;
            if (group) {
                group->place = group->count == 0 ? gaiti_mod_use(mod, use)->place : group->place;
                group->count++;
                self->group_of[use] = 1 + (uint32_t)(group - self->groups);
                self->file_of[use] = file;
                return;
            }
        }
    }
}

static bool near_group_all(near_search *self) {
    gait_mod *mod = self->mod;
    for (uint32_t u = 0; u < mod->uses.count; u++) {
        const gait_mod_use *use = gaiti_mod_use(mod, u);
        bool is_lost = use->status == GAIT_USE_MISSING || use->status == GAIT_USE_OUTSIDE;
        if (!near_is_own(use) || (use->file < 0 && !is_lost) ||
            memchr(use->value, '?', strlen(use->value))) {
            continue;
        }
        (void)gaiti_mod_find_animation(mod, gaiti_span_of(use->value));
        gait_span path = gaiti_span(mod->scratch2.data, mod->scratch2.size);
        int32_t prefix = near_prefix_of(mod, path);
        if (use->file >= 0) {
            self->found[prefix >= 0 ? prefix : (int32_t)mod->prefix_count]++;
            continue;
        }
        self->path.size = 0;
        if (!gaiti_write(&self->path, path.data, path.size)) {
            mod->arena.status = GAIT_NO_MEMORY;
            return false;
        }
        near_find(self, u, gaiti_span(self->path.data, self->path.size));
    }
    return mod->arena.status == GAIT_OK;
}

/* A path as configs have it. */
static const char *near_text(gait_mod *mod, gait_span path) {
    char *text = path.size > 0 ? gaiti_alloc(&mod->arena, path.size + UINT64_C(1), 1) : NULL;
    for (size_t i = 0; text && i < path.size; i++) {
        text[i] = path.data[i] == '/' ? '\\' : (char)path.data[i];
    }
    return text;
}

/* Reports a group where its prefix is written, or else at its first path. */
static bool near_raise(near_search *self, near_group *group) {
    gait_mod *mod = self->mod;
    const gaiti_mod_prefix *prefix = &mod->prefixes[group->prefix];
    gait_buffer words = {.allocator = mod->options.allocator};
    char digits[GAITI_NUMBER_MAX];
    bool is_ok = gaiti_write(&words, digits, gaiti_print_u64(digits, group->count)) &&
                 gaiti_write_text(&words, group->count == 1 ? " path begins" : " paths begin");
    gaiti_mod_finding finding = {
        .rule = GAITI_MOV_PREFIX,
        .place =
            prefix->file >= 0 ? (gait_mod_place){.file = (uint32_t)prefix->file} : group->place,
        .name = near_text(mod, prefix->prefix),
        .other = near_text(mod, gaiti_span_of(group->head)),
        .words = is_ok ? gaiti_mod_text(mod, gaiti_span(words.data, words.size)) : NULL};
    gait_buffer_free(&words);
    group->is_most = true;
    return finding.words && gaiti_mod_add_finding(mod, &finding);
}

/* A prefix that fewer paths begin with than with a similar text, or none at all, is wrong.
 * Otherwise the paths are. */
static bool near_judge(near_search *self) {
    gait_mod *mod = self->mod;
    for (uint32_t g = 0; g < self->group_count; g++) {
        near_group *group = &self->groups[g];
        uint32_t found = self->found[group->prefix];
        if ((group->is_near ? group->count > found : found == 0 && group->count > 1) &&
            !near_raise(self, group)) {
            return false;
        }
    }
    for (uint32_t u = 0; u < mod->uses.count; u++) {
        const near_group *group =
            self->group_of[u] > 0 ? &self->groups[self->group_of[u] - 1] : NULL;
        if (group && (group->is_most || group->is_near)) {
            gait_mod_use *use = gaiti_mod_use(mod, u);
            use->near_path = (const char *)mod->paths[self->file_of[u]].text.data;
            mod->paths[self->file_of[u]].is_expected = true;
            mod->use_marks[u] = group->is_most ? GAITI_MOD_OF_PREFIX : GAITI_MOD_MISSPELT;
        }
    }
    return true;
}

gait_status gaiti_mod_find_near_prefixes(gait_mod *mod) {
    gaiti_arena *arena = &mod->arena;
    mod->use_marks = gaiti_alloc(arena, mod->uses.count, sizeof *mod->use_marks);
    if (!mod->use_marks || mod->prefix_count == 0) {
        return arena->status;
    }
    near_search *self = gaiti_alloc(arena, 1, sizeof *self);
    if (!self) {
        return arena->status;
    }
    self->mod = mod;
    self->path.allocator = mod->options.allocator;
    self->found = gaiti_alloc(arena, mod->prefix_count + UINT64_C(1), sizeof *self->found);
    self->group_of = gaiti_alloc(arena, mod->uses.count, sizeof *self->group_of);
    self->file_of = gaiti_alloc(arena, mod->uses.count, sizeof *self->file_of);
    bool is_ok =
        self->found && self->group_of && self->file_of && near_group_all(self) && near_judge(self);
    gait_buffer_free(&self->path);
    return is_ok ? GAIT_OK : arena->status != GAIT_OK ? arena->status : GAIT_NO_MEMORY;
}
