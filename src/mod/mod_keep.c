/* Keeps what may be needed of a config: all classes, and those values that tell what plays an
 * animation. The text of the config with all that it includes can be much larger. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

enum { KEEP_DEPTH = GAITI_CONFIG_CLASSES + GAITI_CONFIG_ARRAYS + 1 };

typedef struct keep_level {
    const gaiti_config_entry *next; /* to be copied */
    gaiti_mod_entry *parent, *last;
    bool keeps_all; /* in an array that is kept, and in BlendAnims */
} keep_level;

static bool keep_is_rtm(const gaiti_config_entry *entry) {
    gait_span text = gaiti_config_text(entry);
    return (entry->kind == GAITI_CONFIG_QUOTED || entry->kind == GAITI_CONFIG_BARE) &&
           text.size >= 4 &&
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

static bool keep_is_key(gait_span name) {
    static const char *const keys[] = {
        "file",     "speed",        "looped",         "mask",     "moves",
        "gestures", "skeletonName", "requiredAddons", "handAnim", "disableGesture"};
    static const char *const curves[] = {"leftHandIKCurve", "rightHandIKCurve"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (gaiti_equal_name(name, gaiti_span_of(keys[i]))) {
            return true;
        }
    }
    return gaiti_equal_name(name, gaiti_span_of(curves[0])) ||
           gaiti_equal_name(name, gaiti_span_of(curves[1]));
}

static bool keep_is_kept(const keep_level *level, const gaiti_config_entry *entry) {
    switch (entry->kind) {
    case GAITI_CONFIG_CLASS:
    case GAITI_CONFIG_DECLARED:
    case GAITI_CONFIG_DELETED:
        return true;
    case GAITI_CONFIG_ARRAY:
    case GAITI_CONFIG_ADDED:
        return level->keeps_all || keep_is_key(gaiti_config_name(entry)) || keep_has_rtm(entry);
    default:
        return level->keeps_all || keep_is_key(gaiti_config_name(entry)) || keep_is_rtm(entry);
    }
}

/* A text as UTF-8, without its quotes; numbers as they are. */
static gait_span keep_text(gait_mod *mod, gait_span text, gaiti_config_kind kind) {
    if (text.size > 0 && (kind == GAITI_CONFIG_FLOAT || kind == GAITI_CONFIG_INT)) {
        return gaiti_span(gaiti_copy(&mod->arena, text), text.size);
    }
    gait_span result = gaiti_mod_utf8(mod, text);
    return !result.data                  ? result
           : kind == GAITI_CONFIG_QUOTED ? gaiti_config_unquoted(&mod->arena, result)
                                         : result;
}

/* Copies an entry behind the last one of the level. NULL when there is no memory. */
static gaiti_mod_entry *keep_add(const gaiti_mod_keeper *keeper, keep_level *level,
                                 const gaiti_config_entry *from) {
    gaiti_mod_entry *entry = gaiti_alloc(&keeper->mod->arena, 1, sizeof *entry);
    if (!entry) {
        return NULL;
    }
    bool is_array = from->kind == GAITI_CONFIG_ARRAY || from->kind == GAITI_CONFIG_ADDED;
    entry->kind = from->kind;
    entry->place = gaiti_mod_place_of(keeper, from, level->parent->place);
    entry->name = keep_text(keeper->mod, gaiti_config_name(from), GAITI_CONFIG_CLASS);
    entry->text =
        is_array ? (gait_span){0} : keep_text(keeper->mod, gaiti_config_text(from), from->kind);
    *(level->last ? &level->last->next : &level->parent->first) = entry;
    level->last = entry;
    return entry;
}

/* Names the class in the findings from `first` on: that of the last level, with its path. */
static gait_status keep_name_class(gait_mod *mod, uint32_t first, const keep_level *levels,
                                   uint32_t depth) {
    if (first == mod->finding_count) {
        return GAIT_OK;
    }
    gait_buffer path = {.allocator = mod->options.allocator};
    bool is_ok = gaiti_write_text(&path, depth > 0 ? "class " : "the text");
    for (uint32_t d = 0; d < depth && is_ok; d++) {
        gait_span name = levels[d].last->name;
        is_ok = (d == 0 || gaiti_write_u8(&path, '/')) && gaiti_write(&path, name.data, name.size);
    }
    const char *text = is_ok ? gaiti_mod_text(mod, gaiti_span(path.data, path.size)) : NULL;
    gait_buffer_free(&path);
    for (uint32_t f = first; text && f < mod->finding_count; f++) {
        mod->findings[f].other = text;
    }
    return text ? GAIT_OK : GAIT_NO_MEMORY;
}

static gait_status keep_classes(const gaiti_mod_keeper *keeper, const gaiti_config_entry *from,
                                gaiti_mod_entry *to, gaiti_arena *scratch) {
    keep_level levels[KEEP_DEPTH];
    uint32_t depth = 1;
    *to = (gaiti_mod_entry){.kind = GAITI_CONFIG_CLASS, .place = {.file = keeper->file}};
    levels[0] = (keep_level){.next = from->first, .parent = to};
    uint32_t found = keeper->mod->finding_count;
    GAITI_TRY(gaiti_mod_find_twice(keeper, from->first, scratch));
    GAITI_TRY(keep_name_class(keeper->mod, found, levels, 0));
    while (depth > 0) {
        keep_level *level = &levels[depth - 1];
        const gaiti_config_entry *entry = level->next;
        if (!entry) {
            depth--;
            continue;
        }
        level->next = entry->next;
        if (!keep_is_kept(level, entry)) {
            continue;
        }
        gaiti_mod_entry *copy = keep_add(keeper, level, entry);
        if (!copy) {
            return keeper->mod->arena.status;
        }
        bool is_class = entry->kind == GAITI_CONFIG_CLASS;
        if (is_class) {
            found = keeper->mod->finding_count;
            GAITI_TRY(gaiti_mod_find_twice(keeper, entry->first, scratch));
            GAITI_TRY(keep_name_class(keeper->mod, found, levels, depth));
        }
        if (entry->first && depth < KEEP_DEPTH) {
            bool is_blend = is_class && gaiti_equal_name(copy->name, gaiti_span_of("BlendAnims"));
            levels[depth++] = (keep_level){
                .next = entry->first, .parent = copy, .keeps_all = !is_class || is_blend};
        }
    }
    return keeper->mod->arena.status;
}

gait_status gaiti_mod_keep(const gaiti_mod_keeper *keeper, const gaiti_config_entry *from,
                           gaiti_mod_entry *to) {
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &keeper->mod->options, 0);
    gait_status status = keep_classes(keeper, from, to, &scratch);
    gaiti_arena_free(&scratch);
    return status;
}
