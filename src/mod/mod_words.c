/* The names and values of configs. Configs repeat few texts: each spelling is stored once, and has
 * a number. Entries and classes refer to it, uses point to its text, and names are compared by the
 * number of the first spelling that is equal without the case of letters. A text of a megabyte
 * that thousands of states inherit is stored once. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "mod/mod_layers.h"

enum { WORDS_FIRST_SLOTS = 256 };

/* The slot of a word, or the empty one for it. */
static uint32_t *words_slot(const gait_mod *mod, bool is_exact, gait_span text) {
    const gaiti_mod_word_list *words = &mod->words;
    uint32_t *slots = words->slots[is_exact];
    uint32_t at = gaiti_names_hash(words->key, is_exact, text) & words->mask;
    while (slots[at]) {
        gait_span other = gaiti_mod_word_span(mod, slots[at]);
        if (is_exact ? gaiti_same_bytes(other, text) : gaiti_equal_name(other, text)) {
            break;
        }
        at = (at + 1) & words->mask;
    }
    return &slots[at];
}

/* Makes the tables large enough for one word more: at most half full. */
static bool words_reserve(gait_mod *mod) {
    gaiti_mod_word_list *words = &mod->words;
    if (words->slots[1] && words->list.count * UINT64_C(2) <= words->mask) {
        return true;
    }
    uint64_t count = words->slots[1] ? 4 * (words->mask + UINT64_C(1)) : WORDS_FIRST_SLOTS;
    uint32_t *by_name = gaiti_alloc(&mod->arena, count, sizeof *by_name);
    uint32_t *by_spelling = gaiti_alloc(&mod->arena, count, sizeof *by_spelling);
    if (!by_name || !by_spelling) {
        return false;
    }
    words->slots[0] = by_name;
    words->slots[1] = by_spelling;
    words->mask = (uint32_t)(count - 1);
    words->key = (uint64_t)(uintptr_t)by_spelling;
    for (uint32_t w = 1; w < words->list.count; w++) {
        gait_span text = gaiti_mod_word_span(mod, w);
        *words_slot(mod, true, text) = w;
        if (gaiti_mod_name_of(mod, w) == w) {
            *words_slot(mod, false, text) = w;
        }
    }
    return true;
}

uint32_t gaiti_mod_intern(gait_mod *mod, gait_span text) {
    if (text.size == 0 || !words_reserve(mod)) {
        return 0;
    }
    uint32_t *slot = words_slot(mod, true, text);
    if (*slot) {
        return *slot;
    }
    char *copy = gaiti_alloc_uninitialised(&mod->arena, text.size + UINT64_C(1), 1);
    gaiti_mod_word *word =
        copy ? gaiti_mod_append(&mod->arena, &mod->words.list, sizeof *word) : NULL;
    if (!word) {
        return 0;
    }
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    uint32_t index = mod->words.list.count - 1, *name = words_slot(mod, false, text);
    *name = *name ? *name : index;
    *slot = index;
    *word = (gaiti_mod_word){copy, (uint32_t)text.size, *name};
    return index;
}

/* True for a text that is UTF-8. */
static bool words_is_utf8(gait_span text) {
    unsigned size = 1;
    for (size_t at = 0; at < text.size && size > 0; at += size) {
        uint8_t character[8] = {0};
        size = 1;
        if (text.data[at] >= 0x80) {
            memcpy(character, text.data + at, text.size - at < 4 ? text.size - at : 4);
            size = gaiti_utf8_character(character);
        }
    }
    return size > 0;
}

uint32_t gaiti_mod_intern_text(gait_mod *mod, gaiti_arena *scratch, gait_span text,
                               bool is_quoted) {
    if (!words_is_utf8(text)) {
        const char *converted = gaiti_utf8(scratch, mod->options.code_page, text);
        text = gaiti_span((const uint8_t *)converted,
                          converted ? gaiti_utf8_size(mod->options.code_page, text) : 0);
    }
    text = is_quoted ? gaiti_config_unquoted(scratch, text) : text;
    return scratch->status == GAIT_OK ? gaiti_mod_intern(mod, text) : 0;
}

gait_status gaiti_mod_words_init(gait_mod *mod) {
    static const char *const known[GAITI_MOD_KNOWN_WORDS] = {
        [GAITI_MOD_FILE] = "file",
        [GAITI_MOD_SPEED] = "speed",
        [GAITI_MOD_LOOPED] = "looped",
        [GAITI_MOD_MASK] = "mask",
        [GAITI_MOD_LEFT_CURVE] = "leftHandIKCurve",
        [GAITI_MOD_RIGHT_CURVE] = "rightHandIKCurve",
        [GAITI_MOD_SKELETON_NAME] = "skeletonName",
        [GAITI_MOD_MOVES] = "moves",
        [GAITI_MOD_GESTURES] = "gestures",
        [GAITI_MOD_REQUIRED_ADDONS] = "requiredAddons",
        [GAITI_MOD_HAND_ANIM] = "handAnim",
        [GAITI_MOD_DISABLE_GESTURE] = "disableGesture",
        [GAITI_MOD_STATES] = "States",
        [GAITI_MOD_STATES_EXT] = "StatesExt",
        [GAITI_MOD_BLEND_ANIMS] = "BlendAnims",
        [GAITI_MOD_CFG_PATCHES] = "CfgPatches",
        [GAITI_MOD_CFG_VEHICLES] = "CfgVehicles"};
    gaiti_mod_word *none = gaiti_mod_append(&mod->arena, &mod->words.list, sizeof *none);
    gaiti_mod_entry *nothing = gaiti_mod_append(&mod->arena, &mod->entries, sizeof *nothing);
    if (!none || !nothing) {
        return mod->arena.status;
    }
    *none = (gaiti_mod_word){0};
    *nothing = (gaiti_mod_entry){0};
    for (uint32_t w = 1; w < GAITI_MOD_KNOWN_WORDS; w++) {
        if (gaiti_mod_intern(mod, gaiti_span_of(known[w])) != w) {
            return mod->arena.status;
        }
    }
    return GAIT_OK;
}
