/* The sides of bones, by their names. */
#include "model/side.h"

#include <string.h>

#include "base/bytes.h"
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

/* A word of a name that tells the side, and the word of the other side. */
typedef struct side_word {
    const char *word, *other;
    gaiti_side side;
} side_word;

static const side_word side_words[] = {{"left", "right", GAITI_SIDE_LEFT},
                                       {"right", "left", GAITI_SIDE_RIGHT}};
static const side_word side_letters[] = {{"l", "r", GAITI_SIDE_LEFT}, {"r", "l", GAITI_SIDE_RIGHT}};
/* Czech names begin with l for left or p for right, followed by the part of the body. */
static const side_word side_czech[] = {{"l", "p", GAITI_SIDE_LEFT}, {"p", "l", GAITI_SIDE_RIGHT}};

/* Where a name tells the side. */
typedef struct side_mark {
    const side_word *word; /* NULL = nowhere */
    size_t at;
} side_mark;

static const char *side_find_whole(const char *name, const char *word) {
    size_t size = strlen(word);
    for (const char *at = name; *at; at++) {
        bool begins = at == name || !side_is_letter(at[-1]) || (*at >= 'A' && *at <= 'Z');
        if (begins && side_starts_with(at, word) && (at[size] < 'a' || at[size] > 'z')) {
            return at;
        }
    }
    return NULL;
}

bool gaiti_name_has_word(const char *name, const char *word) {
    return side_find_whole(name, word) != NULL;
}

/* Finds a single letter between non-letters, such as "l" in bip01_l_hand, "Bip01 L Hand" and
 * l_clavicle, or as a capital between words, as in RigLBLeg1. */
static const char *side_find_letter(const char *name, const char *letter) {
    for (const char *at = name; *at; at++) {
        if (gaiti_ascii_lower((uint8_t)*at) != (uint8_t)*letter) {
            continue;
        }
        bool is_alone = (at == name || !side_is_letter(at[-1])) && !side_is_letter(at[1]);
        bool is_capital = *at < 'a' && at > name && at[-1] >= 'a' && at[-1] <= 'z' &&
                          at[1] >= 'A' && at[1] <= 'Z';
        if (is_alone || is_capital) {
            return at;
        }
    }
    return NULL;
}

static const char *side_find_czech(const char *name, const char *letter) {
    static const char *const parts[] = {"stehno", "holen",  "chodidlo", "prsty", "zadek",
                                        "rameno", "biceps", "loket",    "ruka",  "prst"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (gaiti_ascii_lower((uint8_t)name[0]) == (uint8_t)*letter &&
            side_starts_with(name + 1, parts[i])) {
            return name;
        }
    }
    return NULL;
}

static side_mark side_mark_of(const char *name) {
    for (size_t i = 0; i < 2; i++) {
        const char *word = side_find_whole(name, side_words[i].word);
        const char *letter = side_find_letter(name, side_letters[i].word);
        const char *czech = side_find_czech(name, side_czech[i].word);
        if (word) {
            return (side_mark){&side_words[i], (size_t)(word - name)};
        }
        if (letter) {
            return (side_mark){&side_letters[i], (size_t)(letter - name)};
        }
        if (czech) {
            return (side_mark){&side_czech[i], 0};
        }
    }
    return (side_mark){NULL, 0};
}

/* The first occurrence of `word` in `name`, ignoring ASCII case; NULL when it does not occur. */
static const char *side_find_part(const char *name, const char *word) {
    for (; *name; name++) {
        if (side_starts_with(name, word)) {
            return name;
        }
    }
    return NULL;
}

/* The bone with the same name but for the word of the other side; -1 = none. `buffer` holds the
 * longest name and a word more. */
static int32_t side_find_mirror(const gait_skeleton *skeleton, uint32_t bone, side_mark mark,
                                char *buffer) {
    const char *name = skeleton->bones[bone].name;
    size_t size = strlen(mark.word->other), end = mark.at + strlen(mark.word->word);
    memcpy(buffer, name, mark.at);
    memcpy(buffer + mark.at, mark.word->other, size);
    memcpy(buffer + mark.at + size, name + end, strlen(name + end) + 1);
    int32_t mirror = gait_skeleton_find(skeleton, buffer);
    return mirror == (int32_t)bone ? -1 : mirror;
}

/* Finds the mirror of a bone whose name has no capitals and separators, as in binarised RTM:
 * "leftarm" is a bone of the left side when there is a "rightarm". */
static int32_t side_find_part_mirror(const gait_skeleton *skeleton, uint32_t bone, gaiti_side *side,
                                     char *buffer) {
    const char *name = skeleton->bones[bone].name;
    int32_t mirror = -1;
    for (size_t i = 0; i < 2 && mirror < 0; i++) {
        const char *at = side_find_part(name, side_words[i].word);
        if (at) {
            mirror = side_find_mirror(skeleton, bone,
                                      (side_mark){&side_words[i], (size_t)(at - name)}, buffer);
            *side = mirror >= 0 ? side_words[i].side : *side;
        }
    }
    return mirror;
}

bool gaiti_find_mirrors(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out_sides,
                        int32_t *out_mirrors) {
    size_t longest = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        size_t size = strlen(skeleton->bones[b].name);
        longest = size > longest ? size : longest;
    }
    char *buffer = gaiti_alloc(scratch, (uint64_t)longest + 8, 1);
    for (uint32_t b = 0; buffer && b < skeleton->bone_count; b++) {
        side_mark mark = side_mark_of(skeleton->bones[b].name);
        out_sides[b] = mark.word ? mark.word->side : GAITI_SIDE_MIDDLE;
        out_mirrors[b] = mark.word ? side_find_mirror(skeleton, b, mark, buffer)
                                   : side_find_part_mirror(skeleton, b, &out_sides[b], buffer);
    }
    return buffer != NULL;
}

bool gaiti_find_sides(const gait_skeleton *skeleton, gaiti_arena *scratch, gaiti_side *out) {
    int32_t *mirrors = gaiti_alloc(scratch, skeleton->bone_count, sizeof *mirrors);
    return mirrors && gaiti_find_mirrors(skeleton, scratch, out, mirrors);
}

const char *gaiti_side_name(gaiti_side side) {
    static const char *const names[] = {"middle", "left", "right"};
    return (unsigned)side < sizeof names / sizeof *names ? names[side] : "?";
}
