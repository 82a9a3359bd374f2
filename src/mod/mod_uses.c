/* All uses of files: those of states, and other texts of configs that name an animation. */
#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/text/text.h"
#include "base/try.h"
#include "mod/mod_layers.h"

/* --- texts ------------------------------------------------------------------------------------ */

static bool uses_is_rtm(gait_span text) {
    return text.size >= 4 &&
           gaiti_equal_name(gaiti_span(text.data + text.size - 4, 4), gaiti_span_of(".rtm"));
}

static gait_status uses_add_text(gait_mod *mod, const gaiti_mod_entry *value,
                                 const gaiti_mod_entry *text) {
    const gaiti_mod_class *class = &mod->tree.classes[value->owner];
    gaiti_mod_found found = gaiti_mod_find_word(mod, text->text);
    bool is_hand = gaiti_mod_name_of(mod, value->name) == GAITI_MOD_HAND_ANIM;
    const gait_mod_use use = {.kind = is_hand ? GAIT_USE_HAND_ANIM : GAIT_USE_STRING,
                              .status = found.status,
                              .file = found.file,
                              .is_weak = class->is_loose,
                              .is_loose = class->is_loose,
                              .place = {.file = text->file, .offset = text->offset},
                              .name = gaiti_mod_word_text(mod, class->name),
                              .key = gaiti_mod_word_text(mod, value->name),
                              .value = gaiti_mod_word_text(mod, text->text),
                              .loop = -1};
    return gaiti_mod_add_use(mod, &use) ? GAIT_OK : mod->arena.status;
}

/* Adds the animations in an array, and in the arrays in it. handAnim[] has pairs of a skeleton and
 * an animation. */
static gait_status uses_add_array(gait_mod *mod, const gaiti_mod_entry *value,
                                  const gaiti_mod_entry *array) {
    uint32_t stack[GAITI_CONFIG_ARRAYS + 1];
    bool is_hand = gaiti_mod_name_of(mod, value->name) == GAITI_MOD_HAND_ANIM;
    uint32_t depth = 0, index = 0;
    stack[0] = array->first;
    for (;;) {
        if (!stack[depth] && depth == 0) {
            return GAIT_OK;
        }
        if (!stack[depth]) {
            depth--;
            continue;
        }
        const gaiti_mod_entry *item = gaiti_mod_entry_at(mod, stack[depth]);
        stack[depth] = item->next;
        index += depth == 0;
        bool is_second = is_hand && depth == 0 && index % 2 == 0;
        if (gaiti_mod_is_text(item) && item->text > 0 &&
            (is_second || uses_is_rtm(gaiti_mod_word_span(mod, item->text)))) {
            GAITI_TRY(uses_add_text(mod, value, item));
        }
        if (item->first && depth < GAITI_CONFIG_ARRAYS) {
            stack[++depth] = item->first;
        }
    }
}

static gait_status uses_add_value(gait_mod *mod, const gaiti_mod_entry *value, bool is_state) {
    if (gaiti_mod_is_text(value)) {
        bool is_states = is_state && gaiti_mod_name_of(mod, value->name) == GAITI_MOD_FILE;
        return !is_states && uses_is_rtm(gaiti_mod_word_span(mod, value->text))
                   ? uses_add_text(mod, value, value)
                   : GAIT_OK;
    }
    if (value->kind == GAITI_CONFIG_FLOAT || value->kind == GAITI_CONFIG_INT) {
        return GAIT_OK;
    }
    GAITI_TRY(uses_add_array(mod, value, value));
    for (uint32_t v = value->text; v; v = gaiti_mod_entry_at(mod, v)->text) {
        GAITI_TRY(uses_add_array(mod, value, gaiti_mod_entry_at(mod, v)));
    }
    return GAIT_OK;
}

gait_status gaiti_mod_find_texts(gait_mod *mod) {
    const gaiti_mod_tree *tree = &mod->tree;
    for (uint32_t c = 0; c < tree->class_count; c++) {
        bool is_state = gaiti_mod_is_state(mod, c);
        for (uint32_t v = tree->classes[c].is_gone ? 0 : tree->classes[c].first_value; v;) {
            const gaiti_mod_entry *value = gaiti_mod_entry_at(mod, v);
            GAITI_TRY(uses_add_value(mod, value, is_state));
            v = value->next;
        }
    }
    return GAIT_OK;
}

/* --- order ------------------------------------------------------------------------------------ */

static bool uses_is_before(const void *user, uint32_t a, uint32_t b) {
    const gait_mod_use *left = gaiti_mod_added_use(user, a), *right = gaiti_mod_added_use(user, b);
    if (left->file != right->file) {
        return (uint32_t)left->file < (uint32_t)right->file; /* -1 is last */
    }
    if (left->place.file != right->place.file) {
        return left->place.file < right->place.file;
    }
    return left->place.offset < right->place.offset;
}

gait_status gaiti_mod_sort_uses(gait_mod *mod) {
    gaiti_arena *arena = &mod->arena;
    uint32_t count = mod->uses.count, next = 0;
    uint32_t *order = gaiti_alloc(arena, count, sizeof *order);
    uint32_t *work = gaiti_alloc(arena, count, sizeof *work);
    mod->first_uses = gaiti_alloc(arena, (uint64_t)mod->path_count + 1, sizeof *mod->first_uses);
    if (!order || !work || !mod->first_uses) {
        return arena->status;
    }
    for (uint32_t u = 0; u < count; u++) {
        order[u] = u;
    }
    gaiti_sort(order, count, uses_is_before, mod, work);
    mod->use_order = order;
    for (uint32_t p = 0; p <= mod->path_count; p++) {
        while (next < count && gaiti_mod_use(mod, next)->file >= 0 &&
               (uint32_t)gaiti_mod_use(mod, next)->file < p) {
            next++;
        }
        mod->first_uses[p] = next;
    }
    return GAIT_OK;
}

int gaiti_mod_compare_motions(const char *a, const char *b) {
    if (!a || !b) {
        return (a != NULL) - (b != NULL);
    }
    uint8_t left, right;
    do {
        left = gaiti_ascii_lower((uint8_t)*a++);
        right = gaiti_ascii_lower((uint8_t)*b++);
    } while (left == right && left != 0);
    return left < right ? -1 : left > right;
}

/* Uses are sorted by file already. */
static bool uses_is_motion_before(const void *user, uint32_t a, uint32_t b) {
    const gait_mod_use *left = gaiti_mod_use(user, a), *right = gaiti_mod_use(user, b);
    return left->file == right->file ? gaiti_mod_compare_motions(left->motion, right->motion) < 0
                                     : (uint32_t)left->file < (uint32_t)right->file;
}

gait_status gaiti_mod_sort_motions(gait_mod *mod) {
    mod->by_motion = gaiti_alloc(&mod->arena, mod->uses.count, sizeof *mod->by_motion);
    uint32_t *work = gaiti_alloc(&mod->arena, mod->uses.count, sizeof *work);
    if (!mod->by_motion || !work) {
        return mod->arena.status;
    }
    for (uint32_t u = 0; u < mod->uses.count; u++) {
        mod->by_motion[u] = u;
    }
    gaiti_sort(mod->by_motion, mod->uses.count, uses_is_motion_before, mod, work);
    return GAIT_OK;
}
