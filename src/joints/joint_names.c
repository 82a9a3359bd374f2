/* Reads sides, numbers and likely roots from the names of bones. Names decide
 * only where the motion leaves several possibilities. */
#include <string.h>

#include "base/text/text.h"
#include "joints/joint_state.h"

/* The usual names of roots, the most certain first. */
static const char *const joint_roots[] = {"pelvis", "hips",   "hip",   "root",   "bip01",
                                          "bip001", "bricho", "cog",   "master", "main",
                                          "body",   "base",   "torso", "hull",   "spine"};
enum { JOINT_ROOTS = sizeof joint_roots / sizeof *joint_roots };

static bool joint_is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool joint_is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool joint_is_letter(char c) {
    return joint_is_capital(c) || (c >= 'a' && c <= 'z');
}

static bool joint_letter_is_equal(char a, char b) {
    return gaiti_ascii_lower((uint8_t)a) == gaiti_ascii_lower((uint8_t)b);
}

/* True when a word ends before `at`: RigLFLeg1 has the words Rig, LF, Leg. */
static bool joint_word_ends(const char *name, size_t at) {
    char before = name[at - 1], after = name[at];
    if (!joint_is_letter(before) || !joint_is_letter(after)) {
        return joint_is_letter(before);
    }
    bool is_lower_next = joint_is_letter(name[at + 1]) && !joint_is_capital(name[at + 1]);
    return joint_is_capital(after) && (!joint_is_capital(before) || is_lower_next);
}

static uint32_t joint_count_words(const char *name) {
    uint32_t count = 0;
    for (size_t at = 1; name[0] && name[at - 1]; at++) {
        count += joint_word_ends(name, at);
    }
    return count;
}

/* True when a word of the name is or ends with `word`. */
static bool joint_has_ending(const char *name, const char *word) {
    size_t size = strlen(word);
    for (size_t at = 1; name[0] && name[at - 1]; at++) {
        size_t i = 0;
        while (i < size && i < at && joint_letter_is_equal(name[at - 1 - i], word[size - 1 - i])) {
            i++;
        }
        bool is_ending =
            joint_is_letter(word[size - 1]) ? joint_word_ends(name, at) : !joint_is_digit(name[at]);
        if (i == size && is_ending) {
            return true;
        }
    }
    return false;
}

static uint32_t joint_rank_root(const char *name) {
    uint32_t rank = 0;
    while (rank < JOINT_ROOTS && !joint_has_ending(name, joint_roots[rank])) {
        rank++;
    }
    return rank;
}

static void joint_read_name(const char *text, gaiti_joint_name *out) {
    size_t size = strlen(text);
    uint32_t number = 0, scale = 1;
    while (size > 0 && joint_is_digit(text[size - 1]) && scale < 1000000) {
        number += (uint32_t)(text[--size] - '0') * scale;
        scale *= 10;
    }
    *out = (gaiti_joint_name){.text = text,
                              .stem_size = (uint32_t)size,
                              .number = number,
                              .word_count = joint_count_words(text),
                              .root_rank = joint_rank_root(text),
                              .mirror = -1};
}

bool gaiti_joint_names_read(const gait_skeleton *skeleton, gaiti_arena *arena,
                            gaiti_joint_name *out) {
    int32_t *mirrors = gaiti_alloc(arena, skeleton->bone_count, sizeof *mirrors);
    gaiti_side *sides = gaiti_alloc(arena, skeleton->bone_count, sizeof *sides);
    if (!mirrors || !sides || !gaiti_find_mirrors(skeleton, arena, sides, mirrors)) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        joint_read_name(skeleton->bones[b].name, &out[b]);
        out[b].mirror = mirrors[b];
        out[b].side = mirrors[b] >= 0 ? sides[b] : GAITI_SIDE_MIDDLE;
    }
    return true;
}

/* True when one name begins with the other. */
static bool joint_begins_with(const char *a, const char *b) {
    while (*a && *b && joint_letter_is_equal(*a, *b)) {
        a++;
        b++;
    }
    return !*a || !*b;
}

double gaiti_joint_names_similar(const gaiti_joint_name *a, const gaiti_joint_name *b) {
    const uint32_t longer = a->stem_size > b->stem_size ? a->stem_size : b->stem_size;
    const uint32_t shorter = a->stem_size < b->stem_size ? a->stem_size : b->stem_size;
    const uint32_t low = a->number < b->number ? a->number : b->number;
    const uint32_t high = a->number < b->number ? b->number : a->number;
    uint32_t equal = 0;
    while (equal < shorter && joint_letter_is_equal(a->text[equal], b->text[equal])) {
        equal++;
    }
    if (equal == longer && high - low > 1 && joint_begins_with(a->text, b->text)) {
        return 0.8; /* finger2 and finger21 */
    }
    if (equal == longer) {
        return high - low <= 1 ? 1 : 0.4 / (high - low);
    }
    if (equal == shorter && shorter >= 3) {
        return low == 0 && high <= 1 ? 0.8 : 0.5;
    }
    return 0.5 * equal / longer;
}

int gaiti_joint_names_compare(const gaiti_joint_name *a, const gaiti_joint_name *b) {
    const uint32_t left[] = {a->side != GAITI_SIDE_MIDDLE, a->root_rank, a->number, a->word_count};
    const uint32_t right[] = {b->side != GAITI_SIDE_MIDDLE, b->root_rank, b->number, b->word_count};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}
