#include "skeleton/skeleton_pivots.h"

#include <stdlib.h>
#include <string.h>

#include "terminal.h"

static bool is_known(const gait_bone *bone) {
    return bone->rest_origin != GAIT_ORIGIN_UNKNOWN && bone->rest_origin != GAIT_ORIGIN_PARENT;
}

static bool knows_all(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (!is_known(&skeleton->bones[b])) {
            return false;
        }
    }
    return true;
}

/* Takes the pivot that `from` has for a bone of that name. */
static void take_pivot(const gait_skeleton *from, const char *name, gait_pivot *out) {
    int32_t bone = from ? gait_skeleton_find(from, name) : -1;
    if (bone >= 0 && is_known(&from->bones[bone])) {
        memcpy(out->at, from->rest_model[bone].t, sizeof out->at);
        out->origin = from->bones[bone].rest_origin;
    }
}

/* Bones that nobody knows stand where their parents do. */
static void settle(const gait_skeleton *skeleton, gait_pivot *pivots) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        if (pivots[b].origin == GAIT_ORIGIN_UNKNOWN && parent >= 0) {
            memcpy(pivots[b].at, pivots[parent].at, sizeof pivots[b].at);
            pivots[b].origin = GAIT_ORIGIN_PARENT;
        }
    }
}

static void put_at(const gait_pivot *pivots, gait_skeleton **skeleton) {
    gait_skeleton *placed = NULL;
    memory_check(gait_skeleton_at_pivots(*skeleton, pivots, NULL, &placed));
    if (placed) {
        gait_skeleton_free(*skeleton);
        *skeleton = placed;
    }
}

/* From a pivots model, else what is known, else from the man's table. */
static void take_known(const source *animation, const gait_skeleton *model, gait_pivot *pivots,
                       gait_skeleton **skeleton) {
    tree man = {0};
    text_list names = source_bone_names(animation);
    if (!knows_all(*skeleton)) {
        tree_find_man(animation, &names, false, &man);
    }
    for (uint32_t b = 0; b < (*skeleton)->bone_count; b++) {
        const char *name = (*skeleton)->bones[b].name;
        pivots[b] = (gait_pivot){.origin = GAIT_ORIGIN_UNKNOWN};
        take_pivot(man.skeleton, name, &pivots[b]);
        take_pivot(*skeleton, name, &pivots[b]);
        take_pivot(model, name, &pivots[b]);
    }
    settle(*skeleton, pivots);
    put_at(pivots, skeleton);
    text_list_free(&names, true);
    tree_free(&man);
}

static void tell_recovered(const gait_skeleton *skeleton, const gait_pivot *pivots) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (pivots[b].origin == GAIT_ORIGIN_RECOVERED) {
            tell_note("pivot of %s: recovered, %s, within %.2f mm", skeleton->bones[b].name,
                      pivots[b].directions < 3 ? "on the axis of a hinge" : "a point",
                      pivots[b].rms_m * 1000);
        }
    }
}

/* What the motion tells of the others. */
static void recover(source *animation, bool verbose, gait_pivot *pivots, gait_skeleton **skeleton) {
    gait_clip *clip = NULL;
    memory_check(gait_file_clip(animation->file, 0, *skeleton, NULL, &clip));
    gait_status status = clip ? gait_recover_pivots(clip, NULL, pivots) : GAIT_NOT_FOUND;
    memory_check(status);
    gait_clip_free(clip);
    if (status == GAIT_OK && verbose) {
        tell_recovered(*skeleton, pivots);
    }
    if (status == GAIT_OK) {
        put_at(pivots, skeleton);
    }
}

void pivots_find(source *animation, const gait_skeleton *pivots, bool verbose,
                 gait_skeleton **skeleton) {
    if (!pivots && knows_all(*skeleton)) {
        return;
    }
    gait_pivot *places = memory_resize(NULL, (*skeleton)->bone_count, sizeof *places);
    take_known(animation, pivots, places, skeleton);
    if (!knows_all(*skeleton) && gait_file_clip_count(animation->file) > 0) {
        recover(animation, verbose, places, skeleton);
    }
    free(places);
}
