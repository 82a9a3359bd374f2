/* What the names and the tree say: sides, the head, what is no part of a body. */
#include <string.h>

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

/* A word in front, behind or between others, however they are joined: "Left" of EyeLeft,
 * LeftArm, eye_left; not of "cleft". */
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

/* "l" alone between other signs: bip01_l_hand, "Bip01 L Hand", l_clavicle; or a capital between a
 * word and the next: RigLBLeg1. */
static bool draw_has_letter(const char *name, char letter) {
    for (const char *at = name; *at; at++) {
        if (gaiti_ascii_lower((uint8_t)*at) != (uint8_t)letter) {
            continue;
        }
        bool alone = (at == name || !draw_is_letter(at[-1])) && !draw_is_letter(at[1]);
        bool capital = *at < 'a' && at > name && at[-1] >= 'a' && at[-1] <= 'z' && at[1] >= 'A' &&
                       at[1] <= 'Z';
        if (alone || capital) {
            return true;
        }
    }
    return false;
}

/* Czech: l is left, p is right, and what follows says which part of the body. */
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

static bool draw_is_head(const char *name) {
    size_t size = strlen(name);
    return gaiti_equal_text(name, "hlava") ||
           (size >= 4 && gaiti_equal_text(name + size - 4, "head") && draw_has_word(name, "head"));
}

/* What the figure carries, or sees with: where it is drawn would tell nothing about the body. */
static bool draw_is_carried(const char *name) {
    static const char *const names[] = {"weapon", "launcher", "camera", "zbran", "roura"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (gaiti_equal_text(name, names[i])) {
            return true;
        }
    }
    return false;
}

/* In a clip of deltas a bone without a known pivot turns about the origin: its place is unknown. */
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

/* From a root down to where the tree branches, bones only carry the body about: a line to the
 * pelvis from the ground would look like a leg, and one that stays behind would make all small.
 * A tree that never branches is drawn whole. */
static void draw_clear_trunk(gaiti_draw_bone *bones, uint32_t root) {
    uint32_t fork = root;
    while (bones[fork].children == 1) {
        fork = bones[fork].last_child;
    }
    if (bones[fork].children == 0) {
        return;
    }
    for (uint32_t b = root; b != fork; b = bones[b].last_child) {
        bones[b].fate = GAITI_DRAW_COVERED;
    }
    bones[fork].has_limb = false;
}

static void draw_classify_bone(gaiti_drawing *drawing, uint32_t index) {
    const gait_bone *bone = &drawing->skeleton->bones[index];
    gaiti_draw_bone *drawn = &drawing->bones[index];
    drawn->side = (uint8_t)draw_side_of(bone->name);
    if (draw_is_carried(bone->name)) {
        drawn->fate = GAITI_DRAW_COVERED;
    } else if (draw_is_unplaced(drawing->clip, bone)) {
        drawn->fate = GAITI_DRAW_UNPLACED;
    } else if (drawing->head < 0 && drawn->fate == GAITI_DRAW_SHOWN && draw_is_head(bone->name)) {
        drawing->head = (int32_t)index;
    }
}

void gaiti_draw_classify(gaiti_drawing *drawing) {
    drawing->head = -1;
    draw_count_children(drawing);
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (drawing->skeleton->bones[b].parent < 0) {
            draw_clear_trunk(drawing->bones, b);
        }
        draw_classify_bone(drawing, b);
    }
}
