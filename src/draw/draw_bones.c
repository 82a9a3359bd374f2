/* Classification of bones by name and hierarchy: side, head, and bones that are not part of the
 * body. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "base/text/text.h"
#include "draw/draw_state.h"
#include "model/side.h"

static bool draw_is_head(const char *name) {
    size_t size = strlen(name);
    return gaiti_equal_text(name, "hlava") ||
           (size >= 4 && gaiti_equal_text(name + size - 4, "head") &&
            gaiti_name_has_word(name, "head"));
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
    if (drawing->options.draws_path) {
        return; /* the name of an object, such as "camera", does not hide it */
    }
    if (draw_is_carried(bone->name)) {
        drawn->visibility = GAITI_DRAW_COVERED;
    } else if (draw_is_unplaced(drawing->clip, bone)) {
        drawn->visibility = GAITI_DRAW_UNPLACED;
    } else if (drawing->head < 0 && drawn->visibility == GAITI_DRAW_SHOWN &&
               draw_is_head(bone->name)) {
        drawing->head = (int32_t)index;
    }
}

gait_status gaiti_draw_classify(gaiti_drawing *drawing) {
    const uint32_t bone_count = drawing->skeleton->bone_count;
    gaiti_side *sides = gaiti_alloc(&drawing->scratch, bone_count, sizeof *sides);
    GAITI_TRY(drawing->scratch.status);
    if (!gaiti_find_sides(drawing->skeleton, &drawing->scratch, sides)) {
        return drawing->scratch.status;
    }
    drawing->head = -1;
    draw_count_children(drawing);
    for (uint32_t b = 0; b < bone_count; b++) {
        if (drawing->skeleton->bones[b].parent < 0) {
            draw_hide_trunk(drawing->bones, b);
        }
        drawing->bones[b].side = (uint8_t)sides[b];
        draw_classify_bone(drawing, b);
    }
    return GAIT_OK;
}
