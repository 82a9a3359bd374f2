/* What the names and the tree say: sides, the head, what is no part of a body. */
#include <string.h>

#include "base/text.h"
#include "report/draw.h"

static bool draw_is_letter(char c) {
    uint8_t lower = gaiti_lower((uint8_t)c);
    return lower >= 'a' && lower <= 'z';
}

static bool draw_starts_with(const char *text, const char *start) {
    while (*start && gaiti_lower((uint8_t)*text) == gaiti_lower((uint8_t)*start)) {
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
        if (gaiti_lower((uint8_t)*at) != (uint8_t)letter) {
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
        if (gaiti_lower((uint8_t)name[0]) == (uint8_t)letter &&
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
    return draw_has_word(name, "head") || gaiti_equal_text(name, "hlava");
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
    bool moves_by_deltas =
        clip->space == GAIT_SPACE_DELTA || clip->space == GAIT_SPACE_LOCAL_DELTA;
    return moves_by_deltas && bone->rest_origin == GAIT_ORIGIN_UNKNOWN;
}

/* From a root down to where the tree branches, bones only carry the body about: a line to the
 * pelvis from the ground would look like a leg. A tree that never branches is drawn whole. */
static void draw_find_limbs(gaiti_drawing *drawing) {
    const gait_skeleton *skeleton = drawing->skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        drawing->bones[b].has_limb = skeleton->bones[b].parent >= 0;
    }
    for (uint32_t b = 0; b + 1 < skeleton->bone_count; b++) {
        bool stands_alone = skeleton->bones[b].parent < 0 || !drawing->bones[b].has_limb;
        uint32_t children = 0;
        uint32_t child = 0;
        for (uint32_t c = b + 1; stands_alone && c < skeleton->bone_count && children < 2; c++) {
            if (skeleton->bones[c].parent == (int32_t)b) {
                children++;
                child = c;
            }
        }
        if (children == 1) {
            drawing->bones[child].has_limb = false;
        }
    }
}

static bool draw_is_chain(const gait_skeleton *skeleton) {
    for (uint32_t b = 1; b < skeleton->bone_count; b++) {
        if (skeleton->bones[b].parent != (int32_t)b - 1) {
            return false;
        }
    }
    return true;
}

static void draw_classify_bone(gaiti_drawing *drawing, uint32_t index) {
    const gait_bone *bone = &drawing->skeleton->bones[index];
    gaiti_draw_bone *drawn = &drawing->bones[index];
    drawn->side = (uint8_t)draw_side_of(bone->name);
    if (draw_is_carried(bone->name)) {
        drawn->fate = GAITI_DRAW_COVERED;
    } else if (draw_is_unplaced(drawing->clip, bone)) {
        drawn->fate = GAITI_DRAW_UNPLACED;
    } else if (drawing->head < 0 && draw_is_head(bone->name)) {
        drawing->head = (int32_t)index;
    }
}

void gaiti_draw_classify(gaiti_drawing *drawing) {
    drawing->head = -1;
    if (!draw_is_chain(drawing->skeleton)) {
        draw_find_limbs(drawing);
    } else {
        for (uint32_t b = 1; b < drawing->skeleton->bone_count; b++) {
            drawing->bones[b].has_limb = true;
        }
    }
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        draw_classify_bone(drawing, b);
    }
}
