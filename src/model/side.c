/* The sides of bones, by their names. */
#include "model/side.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "base/text/text.h"

static bool side_is_letter(char c) {
    uint8_t lower = gaiti_ascii_lower((uint8_t)c);
    return lower >= 'a' && lower <= 'z';
}

static bool side_starts_with(const char *text, const char *start) {
    while (*start && gaiti_ascii_lower((uint8_t)*text) == gaiti_ascii_lower((uint8_t)*start)) {
        text++;
        start++;
    }
    return *start == 0;
}

bool gaiti_name_has_word(const char *name, const char *word) {
    size_t size = strlen(word);
    for (const char *at = name; *at; at++) {
        bool begins = at == name || !side_is_letter(at[-1]) || (*at >= 'A' && *at <= 'Z');
        if (begins && side_starts_with(at, word) && (at[size] < 'a' || at[size] > 'z')) {
            return true;
        }
    }
    return false;
}

/* True when `name` contains a single letter between non-letters, such as "l" in bip01_l_hand,
 * "Bip01 L Hand" and l_clavicle, or as a capital between words, as in RigLBLeg1. */
static bool side_has_letter(const char *name, char letter) {
    for (const char *at = name; *at; at++) {
        if (gaiti_ascii_lower((uint8_t)*at) != (uint8_t)letter) {
            continue;
        }
        bool is_alone = (at == name || !side_is_letter(at[-1])) && !side_is_letter(at[1]);
        bool is_capital = *at < 'a' && at > name && at[-1] >= 'a' && at[-1] <= 'z' &&
                          at[1] >= 'A' && at[1] <= 'Z';
        if (is_alone || is_capital) {
            return true;
        }
    }
    return false;
}

/* Czech names: l for left, p for right, followed by the part of the body. */
static bool side_is_czech(const char *name, char letter) {
    static const char *const parts[] = {"stehno", "holen",  "chodidlo", "prsty", "zadek",
                                        "rameno", "biceps", "loket",    "ruka",  "prst"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (gaiti_ascii_lower((uint8_t)name[0]) == (uint8_t)letter &&
            side_starts_with(name + 1, parts[i])) {
            return true;
        }
    }
    return false;
}

static gaiti_side side_of_name(const char *name) {
    if (gaiti_name_has_word(name, "left") || side_has_letter(name, 'l') ||
        side_is_czech(name, 'l')) {
        return GAITI_SIDE_LEFT;
    }
    if (gaiti_name_has_word(name, "right") || side_has_letter(name, 'r') ||
        side_is_czech(name, 'p')) {
        return GAITI_SIDE_RIGHT;
    }
    return GAITI_SIDE_MIDDLE;
}

/* The first occurrence of `word` in `name`, ignoring ASCII case; NULL when it does not occur. */
static const char *side_find_word(const char *name, const char *word) {
    for (; *name; name++) {
        if (side_starts_with(name, word)) {
            return name;
        }
    }
    return NULL;
}

/* True when the skeleton has a bone with the same name, but `mirrored` instead of `word`. `buffer`
 * holds the longest name and a word more. */
static bool side_has_mirror(const gaiti_names *names, const char *name, const char *word,
                            const char *mirrored, char *buffer) {
    const char *at = side_find_word(name, word);
    if (!at) {
        return false;
    }
    size_t before = (size_t)(at - name), size = strlen(mirrored);
    const char *rest = at + strlen(word);
    memcpy(buffer, name, before);
    memcpy(buffer + before, mirrored, size);
    memcpy(buffer + before + size, rest, strlen(rest));
    return gaiti_names_find(names, gaiti_span(buffer, before + size + strlen(rest))) >= 0;
}

/* Finds sides in names without capitals and separators, as in binarised RTM: "leftarm" is a bone of
 * the left side when there is a "rightarm". False when there is no memory. */
static bool side_find_pairs(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out) {
    gait_span *spans = gaiti_alloc(scratch, skeleton->bone_count, sizeof *spans);
    gaiti_names names = {0};
    size_t longest = 0;
    if (!spans || !gaiti_names_init(&names, scratch, spans, skeleton->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const char *name = skeleton->bones[b].name;
        spans[b] = gaiti_span_of(name);
        longest = spans[b].size > longest ? spans[b].size : longest;
        gaiti_names_add(&names, b);
    }
    char *buffer = gaiti_alloc(scratch, (uint64_t)longest + 8, 1);
    for (uint32_t b = 0; buffer && b < skeleton->bone_count; b++) {
        const char *name = skeleton->bones[b].name;
        if (out[b] != GAITI_SIDE_MIDDLE) {
            continue;
        }
        if (side_has_mirror(&names, name, "left", "right", buffer)) {
            out[b] = GAITI_SIDE_LEFT;
        } else if (side_has_mirror(&names, name, "right", "left", buffer)) {
            out[b] = GAITI_SIDE_RIGHT;
        }
    }
    return buffer != NULL;
}

bool gaiti_find_sides(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        out[b] = side_of_name(skeleton->bones[b].name);
    }
    return side_find_pairs(skeleton, scratch, out);
}

const char *gaiti_side_name(gaiti_side side) {
    static const char *const names[] = {"middle", "left", "right"};
    return (unsigned)side < sizeof names / sizeof *names ? names[side] : "?";
}
