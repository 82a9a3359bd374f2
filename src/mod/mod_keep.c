/* Keeps what may be needed of a config: all classes, and those values that tell what plays an
 * animation. The text of the config with all that it includes can be much larger, so members are
 * taken one by one while it is parsed, and most of them are dropped at once. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

static bool keep_is_rtm(const gaiti_config_entry *entry) {
    gait_span text = gaiti_config_text(entry);
    return (entry->kind == GAITI_CONFIG_QUOTED || entry->kind == GAITI_CONFIG_BARE) &&
           text.size >= 4 && text.data[text.size - 4] == '.' &&
           gaiti_equal_name(gaiti_span(text.data + text.size - 4, 4), gaiti_span_of(".rtm"));
}

/* True for an array with an animation, in it or in an array in it. */
static bool keep_has_rtm(const gaiti_config_entry *array) {
    const gaiti_config_entry *stack[GAITI_CONFIG_ARRAYS + 1];
    uint32_t depth = 0;
    stack[0] = array->first;
    for (;;) {
        const gaiti_config_entry *item = stack[depth];
        if (!item) {
            if (depth == 0) {
                return false;
            }
            depth--;
            continue;
        }
        stack[depth] = item->next;
        if (keep_is_rtm(item)) {
            return true;
        }
        if (item->first && depth < GAITI_CONFIG_ARRAYS) {
            stack[++depth] = item->first;
        }
    }
}

/* True for the known words that are keys. */
static bool keep_is_key(const gait_mod *mod, gait_span name) {
    for (uint32_t k = GAITI_MOD_FILE; k < GAITI_MOD_KEYS; k++) {
        if (gaiti_mod_word_at(mod, k)->size == name.size &&
            gaiti_equal_name(gaiti_mod_word_span(mod, k), name)) {
            return true;
        }
    }
    return false;
}

static bool keep_is_class(const gaiti_config_entry *entry) {
    return entry->kind == GAITI_CONFIG_CLASS || entry->kind == GAITI_CONFIG_DECLARED ||
           entry->kind == GAITI_CONFIG_DELETED;
}

static bool keep_is_array(const gaiti_config_entry *entry) {
    return entry->kind == GAITI_CONFIG_ARRAY || entry->kind == GAITI_CONFIG_ADDED;
}

static bool keep_is_kept(const gaiti_mod_keeper *self, const gaiti_config_entry *entry) {
    return keep_is_class(entry) || self->levels[self->depth].keeps_all ||
           keep_is_key(self->mod, gaiti_config_name(entry)) ||
           (keep_is_array(entry) ? keep_has_rtm(entry) : keep_is_rtm(entry));
}

static uint32_t keep_text(gaiti_mod_keeper *self, const gaiti_config_entry *entry) {
    gait_span text = gaiti_config_text(entry);
    switch (entry->kind) {
    case GAITI_CONFIG_ARRAY:
    case GAITI_CONFIG_ADDED:
        return 0;
    case GAITI_CONFIG_FLOAT:
    case GAITI_CONFIG_INT:
        return text.size == 4 ? gaiti_load_u32(text.data) : 0;
    default:
        return gaiti_mod_intern_text(self->mod, &self->scratch, text,
                                     entry->kind == GAITI_CONFIG_QUOTED);
    }
}

/* Copies an entry behind *last, the last one in its class or array, or else as the first one of
 * `parent`. Returns its index; 0 when there is no memory. */
static uint32_t keep_add(gaiti_mod_keeper *self, const gaiti_config_entry *from, uint32_t parent,
                         uint32_t *last) {
    gait_mod *mod = self->mod;
    const gaiti_mod_entry *above = gaiti_mod_entry_at(mod, parent);
    gait_mod_place place = {.file = parent ? above->file : self->root->file,
                            .offset = above->offset};
    gaiti_mod_entry *entry = gaiti_mod_append(&mod->arena, &mod->entries, sizeof *entry);
    if (!entry) {
        return 0;
    }
    uint32_t index = mod->entries.count - 1;
    place = gaiti_mod_place_of(self, from, place);
    *entry = (gaiti_mod_entry){
        .kind = from->kind,
        .file = place.file,
        .offset = (uint32_t)place.offset,
        .name = gaiti_mod_intern_text(mod, &self->scratch, gaiti_config_name(from), false),
        .text = keep_text(self, from)};
    uint32_t *first = parent ? &gaiti_mod_entry_at(mod, parent)->first : &self->root->first;
    *(*last ? &gaiti_mod_entry_at(mod, *last)->next : first) = index;
    *last = index;
    bool is_ok = mod->arena.status == GAIT_OK && self->scratch.status == GAIT_OK;
    return is_ok ? index : 0;
}

/* Copies the items of an array. False when there is no memory. */
static bool keep_items(gaiti_mod_keeper *self, const gaiti_config_entry *array, uint32_t copy) {
    const gaiti_config_entry *next[GAITI_CONFIG_ARRAYS + 1];
    uint32_t parents[GAITI_CONFIG_ARRAYS + 1], last[GAITI_CONFIG_ARRAYS + 1] = {0}, depth = 0;
    next[0] = array->first;
    parents[0] = copy;
    for (;;) {
        const gaiti_config_entry *item = next[depth];
        if (!item && depth == 0) {
            return true;
        }
        if (!item) {
            depth--;
            continue;
        }
        next[depth] = item->next;
        uint32_t index = keep_add(self, item, parents[depth], &last[depth]);
        if (!index) {
            return false;
        }
        if (item->first && depth < GAITI_CONFIG_ARRAYS) {
            next[++depth] = item->first;
            parents[depth] = index;
            last[depth] = 0;
        }
    }
}

/* True for a member that must not be repeated. */
static bool keep_is_single(const gaiti_config_entry *member) {
    return member->kind != GAITI_CONFIG_DECLARED && member->kind != GAITI_CONFIG_DELETED &&
           member->kind != GAITI_CONFIG_ADDED && member->name_size > 0;
}

static bool keep_add_member(gaiti_mod_keeper *self, const gaiti_config_entry *member) {
    gait_span name = gaiti_config_name(member);
    return gaiti_append(&self->arena, &self->members, &self->member_count, &self->member_capacity,
                        &name, sizeof name) == GAIT_OK;
}

/* Adds a finding for the first member that the parser of Operation Flashpoint does not read. */
static bool keep_check_syntax(gaiti_mod_keeper *self, const gaiti_config_entry *member) {
    gait_mod *mod = self->mod;
    bool is_new = member->kind == GAITI_CONFIG_DECLARED || member->kind == GAITI_CONFIG_DELETED ||
                  member->kind == GAITI_CONFIG_ADDED;
    if (!is_new || self->has_new_syntax || self->root->is_loose || member->name_size == 0) {
        return true;
    }
    self->has_new_syntax = true;
    const char *name = gaiti_mod_word_text(
        mod, gaiti_mod_intern_text(mod, &self->scratch, gaiti_config_name(member), false));
    const char *text = member->kind == GAITI_CONFIG_ADDED ? gaiti_mod_words(mod, name, "[] +=")
                       : member->kind == GAITI_CONFIG_DELETED
                           ? gaiti_mod_words(mod, "delete ", name)
                           : gaiti_mod_words(mod, "class ", name);
    const gait_mod_place root = {.file = self->root->file};
    const gaiti_mod_finding finding = {
        .rule = GAITI_MOV_SYNTAX, .place = gaiti_mod_place_of(self, member, root), .name = text};
    return text && gaiti_mod_add_finding(mod, &finding);
}

bool gaiti_mod_keep_member(void *keeper, const gaiti_config_entry *member) {
    gaiti_mod_keeper *self = keeper;
    gaiti_mod_level *level = &self->levels[self->depth];
    uint32_t index = 0;
    if ((keep_is_single(member) && !keep_add_member(self, member)) ||
        !keep_check_syntax(self, member)) {
        return false;
    }
    if (keep_is_kept(self, member)) {
        index = keep_add(self, member, level->entry, &level->last);
        if (!index || (keep_is_array(member) && !keep_items(self, member, index))) {
            return false;
        }
    }
    gaiti_arena_reset(&self->scratch);
    if (member->kind == GAITI_CONFIG_CLASS) {
        GAIT_ASSERT(self->depth < GAITI_CONFIG_CLASSES + 1);
        uint32_t name = gaiti_mod_entry_at(self->mod, index)->name;
        self->levels[++self->depth] = (gaiti_mod_level){
            .entry = index,
            .first_member = self->member_count,
            .keeps_all = gaiti_mod_name_of(self->mod, name) == GAITI_MOD_BLEND_ANIMS};
    }
    return true;
}

/* Names the class that is open in the findings from `first` on, with its path. */
static bool keep_name_class(gaiti_mod_keeper *self, uint32_t first) {
    gait_mod *mod = self->mod;
    if (first == mod->finding_count) {
        return true;
    }
    gait_buffer path = {.allocator = mod->options.allocator};
    bool is_ok = gaiti_write_text(&path, self->depth > 0 ? "class " : "the text");
    for (uint32_t d = 1; d <= self->depth && is_ok && path.size < GAIT_DIAGNOSTIC_TEXT; d++) {
        const gaiti_mod_entry *class = gaiti_mod_entry_at(mod, self->levels[d].entry);
        gait_span name = gaiti_mod_word_span(mod, class->name);
        name = name.size < GAIT_DIAGNOSTIC_TEXT ? name : gaiti_span_of("...");
        is_ok = (d == 1 || gaiti_write_u8(&path, '/')) && gaiti_write(&path, name.data, name.size);
    }
    const char *text = is_ok ? gaiti_mod_text(mod, gaiti_span(path.data, path.size)) : NULL;
    gait_buffer_free(&path);
    for (uint32_t f = first; text && f < mod->finding_count; f++) {
        mod->findings[f].other = text;
    }
    return text != NULL;
}

bool gaiti_mod_keep_close(void *keeper) {
    gaiti_mod_keeper *self = keeper;
    uint32_t first = self->mod->finding_count;
    bool is_ok = gaiti_mod_find_twice(self) && keep_name_class(self, first);
    gaiti_arena_reset(&self->scratch);
    self->member_count = self->levels[self->depth].first_member;
    self->depth -= self->depth > 0;
    return is_ok;
}

void gaiti_mod_keep_begin(gaiti_mod_keeper *keeper, gait_mod *mod, gaiti_mod_root *root) {
    *keeper = (gaiti_mod_keeper){.mod = mod, .root = root};
    root->first = 0;
    gaiti_arena_init(&keeper->arena, &mod->options, 0);
    gaiti_arena_init(&keeper->scratch, &mod->options, 0);
}

gait_status gaiti_mod_keep_end(gaiti_mod_keeper *keeper) {
    bool is_ok = gaiti_mod_keep_close(keeper);
    gait_status status = keeper->mod->arena.status;
    gaiti_arena_free(&keeper->arena);
    gaiti_arena_free(&keeper->scratch);
    return is_ok || status != GAIT_OK ? status : GAIT_NO_MEMORY;
}

gait_status gaiti_mod_keep_tree(gaiti_mod_keeper *keeper, const gaiti_config_entry *tree) {
    const gaiti_config_entry *next[GAITI_CONFIG_CLASSES + 2];
    uint32_t depth = 0;
    next[0] = tree->first;
    for (;;) {
        const gaiti_config_entry *member = next[depth];
        if (!member && depth == 0) {
            return GAIT_OK;
        }
        if (!member) {
            depth--;
            GAITI_TRY(gaiti_mod_keep_close(keeper) ? GAIT_OK : GAIT_NO_MEMORY);
            continue;
        }
        next[depth] = member->next;
        GAITI_TRY(gaiti_mod_keep_member(keeper, member) ? GAIT_OK : GAIT_NO_MEMORY);
        if (member->kind == GAITI_CONFIG_CLASS) {
            GAIT_ASSERT(depth < GAITI_CONFIG_CLASSES + 1);
            next[++depth] = member->first;
        }
    }
}
