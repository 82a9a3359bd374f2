/* Classification of bones by name and hierarchy: side, head, and bones that are not part of the
 * body. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "draw/draw_state.h"

static bool draw_is_letter(char c) {
    uint8_t lower = gaiti_ascii_lower((uint8_t)c);
    return lower >= 'a' && lower <= 'z';
}

static bool draw_starts_with(const char *text, const char *start) {
    while (*start && gaiti_ascii_lower((uint8_t)*text) == gaiti_ascii_lower((uint8_t)*start)) {
        text++;
        start++;
    }
    return *start == 0;
}

/* True when `name` contains a word, however words are joined: "Left" in EyeLeft, LeftArm, eye_left,
 * but not in "cleft". */
static bool draw_has_word(const char *name, const char *word) {
    size_t size = strlen(word);
    for (const char *at = name; *at; at++) {
        bool begins = at == name || !draw_is_letter(at[-1]) || (*at >= 'A' && *at <= 'Z');
        if (begins && draw_starts_with(at, word) && (at[size] < 'a' || at[size] > 'z')) {
            return true;
        }
    }
    return false;
}

/* True when `name` contains a single letter between non-letters, such as "l" in bip01_l_hand,
 * "Bip01 L Hand" and l_clavicle, or as a capital between words, as in RigLBLeg1. */
static bool draw_has_letter(const char *name, char letter) {
    for (const char *at = name; *at; at++) {
        if (gaiti_ascii_lower((uint8_t)*at) != (uint8_t)letter) {
            continue;
        }
        bool is_alone = (at == name || !draw_is_letter(at[-1])) && !draw_is_letter(at[1]);
        bool is_capital = *at < 'a' && at > name && at[-1] >= 'a' && at[-1] <= 'z' &&
                          at[1] >= 'A' && at[1] <= 'Z';
        if (is_alone || is_capital) {
            return true;
        }
    }
    return false;
}

/* Czech names: l for left, p for right, followed by the part of the body. */
static bool draw_is_czech(const char *name, char letter) {
    static const char *const parts[] = {"stehno", "holen",  "chodidlo", "prsty", "zadek",
                                        "rameno", "biceps", "loket",    "ruka",  "prst"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (gaiti_ascii_lower((uint8_t)name[0]) == (uint8_t)letter &&
            draw_starts_with(name + 1, parts[i])) {
            return true;
        }
    }
    return false;
}

static gaiti_draw_side draw_side_of(const char *name) {
    if (draw_has_word(name, "left") || draw_has_letter(name, 'l') || draw_is_czech(name, 'l')) {
        return GAITI_DRAW_LEFT;
    }
    if (draw_has_word(name, "right") || draw_has_letter(name, 'r') || draw_is_czech(name, 'p')) {
        return GAITI_DRAW_RIGHT;
    }
    return GAITI_DRAW_MIDDLE;
}

/* The first position of `word` in `name`, ignoring ASCII case; NULL when there is none. */
static const char *draw_find_word(const char *name, const char *word) {
    for (; *name; name++) {
        if (draw_starts_with(name, word)) {
            return name;
        }
    }
    return NULL;
}

/* True when the skeleton has a bone with the same name, but `mirrored` instead of `word`. `buffer`
 * holds the longest name and a word more. */
static bool draw_has_mirror(const gaiti_names *names, const char *name, const char *word,
                            const char *mirrored, char *buffer) {
    const char *at = draw_find_word(name, word);
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
static bool draw_find_pairs(gaiti_drawing *drawing) {
    const gait_skeleton *skeleton = drawing->skeleton;
    gait_span *spans = gaiti_alloc(&drawing->scratch, skeleton->bone_count, sizeof *spans);
    gaiti_names names = {0};
    size_t longest = 0;
    if (!spans || !gaiti_names_init(&names, &drawing->scratch, spans, skeleton->bone_count)) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const char *name = skeleton->bones[b].name;
        spans[b] = gaiti_span(name, strlen(name));
        longest = spans[b].size > longest ? spans[b].size : longest;
        gaiti_names_add(&names, b);
    }
    char *buffer = gaiti_alloc(&drawing->scratch, (uint64_t)longest + 8, 1);
    for (uint32_t b = 0; buffer && b < skeleton->bone_count; b++) {
        const char *name = skeleton->bones[b].name;
        uint8_t *side = &drawing->bones[b].side;
        if (*side == GAITI_DRAW_MIDDLE && draw_has_mirror(&names, name, "left", "right", buffer)) {
            *side = GAITI_DRAW_LEFT;
        } else if (*side == GAITI_DRAW_MIDDLE &&
                   draw_has_mirror(&names, name, "right", "left", buffer)) {
            *side = GAITI_DRAW_RIGHT;
        }
    }
    return buffer != NULL;
}

static bool draw_is_head(const char *name) {
    size_t size = strlen(name);
    return gaiti_equal_text(name, "hlava") ||
           (size >= 4 && gaiti_equal_text(name + size - 4, "head") && draw_has_word(name, "head"));
}

/* True for equipment and cameras, which are not part of the body. */
static bool draw_is_carried(const char *name) {
    static const char *const names[] = {"weapon", "launcher", "camera", "zbran", "roura"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (gaiti_equal_text(name, names[i])) {
            return true;
        }
    }
    return false;
}

/* True for a bone without a known pivot in a clip of deltas: it would rotate about the origin, so
 * its position is unknown. */
static bool draw_is_unplaced(const gait_clip *clip, const gait_bone *bone) {
    bool moves_by_deltas = clip->space == GAIT_SPACE_DELTA || clip->space == GAIT_SPACE_LOCAL_DELTA;
    return moves_by_deltas && bone->rest_origin == GAIT_ORIGIN_UNKNOWN;
}

static void draw_count_children(gaiti_drawing *drawing) {
    const gait_skeleton *skeleton = drawing->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        drawing->bones[b].has_limb = parent >= 0;
        if (parent >= 0) {
            drawing->bones[parent].children++;
            drawing->bones[parent].last_child = b;
        }
    }
}

/* Hides the bones from a root to the first branch, which only move the body. A line from the ground
 * to the pelvis would look like a leg, and a bone that stays behind would make the figure small. A
 * tree without branches is drawn completely. */
static void draw_hide_trunk(gaiti_draw_bone *bones, uint32_t root) {
    uint32_t branch = root;
    while (bones[branch].children == 1) {
        branch = bones[branch].last_child;
    }
    if (bones[branch].children == 0) {
        return;
    }
    for (uint32_t b = root; b != branch; b = bones[b].last_child) {
        bones[b].visibility = GAITI_DRAW_COVERED;
    }
    bones[branch].has_limb = false;
}

static void draw_classify_bone(gaiti_drawing *drawing, uint32_t index) {
    const gait_bone *bone = &drawing->skeleton->bones[index];
    gaiti_draw_bone *drawn = &drawing->bones[index];
    drawn->side = (uint8_t)draw_side_of(bone->name);
    if (draw_is_carried(bone->name)) {
        drawn->visibility = GAITI_DRAW_COVERED;
    } else if (draw_is_unplaced(drawing->clip, bone)) {
        drawn->visibility = GAITI_DRAW_UNPLACED;
    } else if (drawing->head < 0 && drawn->visibility == GAITI_DRAW_SHOWN &&
               draw_is_head(bone->name)) {
        drawing->head = (int32_t)index;
    }
}

bool gaiti_draw_classify(gaiti_drawing *drawing) {
    drawing->head = -1;
    draw_count_children(drawing);
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (drawing->skeleton->bones[b].parent < 0) {
            draw_hide_trunk(drawing->bones, b);
        }
        draw_classify_bone(drawing, b);
    }
    return draw_find_pairs(drawing);
}
