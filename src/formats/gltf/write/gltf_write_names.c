/* Makes names unique with numbers, and cuts them between characters. */
#include "formats/gltf/write/gltf_write_names.h"

#include <string.h>

#include "base/number/number.h"
#include "base/text/text.h"

enum {
    NAMES_FIRST_SLOTS = 64,
    NAMES_SUFFIX_MAX = 16,
    /* Number of suffixes tried with the counter of a name. After that, the counter of the set is
     * used, because names that were truncated to the same text would try the same suffixes. */
    NAMES_TRIES = 64
};

/* A name under construction. */
typedef struct names_draft {
    char text[GAITI_GLTF_NAME_MAX + 1];
    size_t size;
    bool was_cut, was_unfit;
} names_draft;

void gaiti_gltf_names_init(gaiti_gltf_names *names, gaiti_arena *arena) {
    *names = (gaiti_gltf_names){.arena = arena};
}

/* Appends complete characters up to the maximum size; invalid UTF-8 becomes '?'. */
static void names_append(names_draft *draft, const char *text) {
    const uint8_t *from = (const uint8_t *)text;
    while (*from) {
        unsigned length = gaiti_utf8_character(from);
        unsigned size = length ? length : 1;
        if (draft->size + size > GAITI_GLTF_NAME_MAX) {
            draft->was_cut = true;
            return;
        }
        memcpy(draft->text + draft->size, length ? from : (const uint8_t *)"?", size);
        draft->was_unfit |= length == 0;
        draft->size += size;
        from += size;
    }
}

/* Appends `suffix`; if necessary, removes complete characters before it. */
static void names_end_with(names_draft *draft, const char *suffix, size_t suffix_size) {
    if (draft->size + suffix_size > GAITI_GLTF_NAME_MAX) {
        draft->size = GAITI_GLTF_NAME_MAX - suffix_size;
        while (draft->size > 0 && ((uint8_t)draft->text[draft->size] & 0xC0) == 0x80) {
            draft->size--;
        }
    }
    memcpy(draft->text + draft->size, suffix, suffix_size);
    draft->size += suffix_size;
    draft->text[draft->size] = 0;
}

/* Raises a rule with the name. */
static void names_raise(const gaiti_report *report, gaiti_rule rule, const char *text,
                        size_t found) {
    gaiti_detail detail = {.expected = GAITI_GLTF_NAME_MAX,
                           .found = (int64_t)found,
                           .name = {(const uint8_t *)text, strlen(text)},
                           .name_is_utf8 = true};
    gaiti_raise(report, rule, detail);
}

/* --- the set ---------------------------------------------------------------------------------- */

static uint32_t names_hash(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++) {
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    }
    return hash ^ hash >> 15;
}

/* The slot of this name, or the empty slot for it. */
static gaiti_gltf_name *names_find(const gaiti_gltf_names *names, const char *text, uint32_t hash) {
    uint32_t at = hash & names->slot_mask;
    while (names->slots[at].text &&
           (names->slots[at].hash != hash || strcmp(names->slots[at].text, text) != 0)) {
        at = (at + 1) & names->slot_mask;
    }
    return &names->slots[at];
}

/* Grows the set so that it is at most half full. Old slots stay in the arena: together they are no
 * larger than the new ones. */
static bool names_grow(gaiti_gltf_names *names) {
    uint32_t old_count = names->slots ? names->slot_mask + 1 : 0;
    if (old_count && names->count < old_count / 2) {
        return true;
    }
    const gaiti_gltf_name *old = names->slots;
    uint32_t new_count = old_count ? old_count * 2 : NAMES_FIRST_SLOTS;
    gaiti_gltf_name *grown = gaiti_alloc(names->arena, new_count, sizeof *grown);
    if (!grown) {
        return false;
    }
    names->slots = grown;
    names->slot_mask = new_count - 1;
    for (uint32_t i = 0; i < old_count; i++) {
        if (old[i].text) {
            *names_find(names, old[i].text, old[i].hash) = old[i];
        }
    }
    return true;
}

/* Writes a suffix such as ".001", with at least three digits. */
static size_t names_print_suffix(char *out, uint32_t number) {
    char digits[GAITI_NUMBER_MAX];
    size_t size = gaiti_print_u64(digits, number), at = 0;
    out[at++] = '.';
    for (size_t i = size; i < 3; i++) {
        out[at++] = '0';
    }
    memcpy(out + at, digits, size);
    return at + size;
}

static const char *names_add_unique(gaiti_gltf_names *names, const names_draft *draft,
                                    const gaiti_report *report) {
    uint32_t hash = names_hash(draft->text);
    gaiti_gltf_name *taken = names_find(names, draft->text, hash), *slot = taken;
    names_draft numbered = *draft;
    for (uint32_t tries = 0; slot->text; tries++) {
        char suffix[NAMES_SUFFIX_MAX];
        uint32_t number = tries < NAMES_TRIES ? ++taken->copies : ++names->serial;
        numbered = *draft;
        names_end_with(&numbered, suffix, names_print_suffix(suffix, number));
        hash = names_hash(numbered.text);
        slot = names_find(names, numbered.text, hash);
    }
    if (slot != taken) {
        names_raise(report, GAITI_GLTF_NAME_TWICE, draft->text, draft->size);
    }
    char *copy = gaiti_copy_text(names->arena, numbered.text);
    if (copy) {
        *slot = (gaiti_gltf_name){.text = copy, .hash = hash};
        names->count++;
    }
    return copy;
}

/* --- bones and clips -------------------------------------------------------------------------- */

static const char *names_make(gaiti_gltf_names *names, const char *prefix, const char *name,
                              const char *nameless, const gaiti_report *report) {
    names_draft draft = {.size = 0};
    if (!names_grow(names)) {
        return NULL;
    }
    names_append(&draft, prefix);
    names_append(&draft, name[0] ? name : nameless);
    draft.text[draft.size] = 0;
    if (draft.was_cut) {
        names_raise(report, GAITI_GLTF_NAME_CUT, draft.text, strlen(prefix) + strlen(name));
    }
    if (draft.was_unfit || !name[0]) {
        names_raise(report, GAITI_GLTF_NAME_UNFIT, draft.text, draft.size);
    }
    if (prefix[0]) {
        names_raise(report, GAITI_GLTF_NAME_RESERVED, draft.text, draft.size);
    }
    return names_add_unique(names, &draft, report);
}

const char *gaiti_gltf_name_bone(gaiti_gltf_names *names, const char *name,
                                 const gaiti_report *report) {
    return names_make(names, "", name ? name : "", "bone", report);
}

static bool names_begins(const char *name, const char *start) {
    return strncmp(name, start, strlen(start)) == 0;
}

const char *gaiti_gltf_name_clip(gaiti_gltf_names *names, const char *name,
                                 const gaiti_report *report) {
    name = name ? name : "";
    bool reserved = names_begins(name, "NlaTrack") || names_begins(name, "[Action Stash]");
    return names_make(names, reserved ? "clip_" : "", name, "clip", report);
}
