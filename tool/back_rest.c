/* The rest pose that an edited file was exported with, as its extras say. Poses of banks do not
 * depend on rests, so that the base may as well rest as the edited file did before programs turned
 * its axes: whatever --skeleton is given now, or lies beside the base, or its first frame is. */
#include <math.h>
#include <stdlib.h>

#include "back.h"
#include "terminal.h"

/* Of rests: floats in JSON are exact, products of them are not. */
static const double REST_NOISE = 1e-5;

/* The parents of both have the same name, or there are none. */
static bool has_same_parent(const gait_skeleton *a, int32_t of_a, const gait_skeleton *b,
                            int32_t of_b) {
    int32_t parent_a = a->bones[of_a].parent, parent_b = b->bones[of_b].parent;
    return parent_a < 0 || parent_b < 0
               ? parent_a < 0 && parent_b < 0
               : gait_skeleton_find(b, a->bones[parent_a].name) == parent_b;
}

static bool is_same_rest(const gait_transform *a, const gait_transform *b) {
    double apart = 0, straight = 0, opposite = 0;
    for (int i = 0; i < 3; i++) {
        apart += fabs(a->t[i] - b->t[i]);
    }
    for (int i = 0; i < 4; i++) {
        straight += fabs(a->q[i] - b->q[i]);
        opposite += fabs(a->q[i] + b->q[i]);
    }
    return apart < REST_NOISE && (straight < REST_NOISE || opposite < REST_NOISE);
}

/* The bones of the base with the rests of `said`: a new list. NULL when that is another tree, or
 * nothing is different. */
static gait_bone *bones_at_rest(const gait_skeleton *base, const gait_skeleton *said) {
    bool is_same_tree = true, differs = false;
    gait_bone *bones = memory_resize(NULL, (size_t)base->bone_count + 1, sizeof *bones);
    for (uint32_t b = 0; b < base->bone_count && is_same_tree; b++) {
        int32_t other = gait_skeleton_find(said, base->bones[b].name);
        bones[b] = base->bones[b];
        is_same_tree = other >= 0 && has_same_parent(base, (int32_t)b, said, other);
        if (is_same_tree) {
            bones[b].rest = said->bones[other].rest;
            bones[b].rest_origin = GAIT_ORIGIN_FILE;
            differs = differs || !is_same_rest(&bones[b].rest, &base->bones[b].rest);
        }
    }
    if (!is_same_tree || !differs) {
        free(bones);
        return NULL;
    }
    return bones;
}

void back_take_said_rest(way_back *way) {
    gait_format format = way->base->format;
    const gait_extras *extras = gait_file_extras(way->job->in->file);
    gait_skeleton *said = NULL, *made = NULL;
    if (!extras || format == GAIT_FORMAT_RTM || format == GAIT_FORMAT_BMTR) {
        return;
    }
    memory_check(gait_extras_skeleton(extras, "", NULL, &said));
    gait_bone *bones = said ? bones_at_rest(way->skeleton, said) : NULL;
    if (bones) {
        memory_check(
            gait_skeleton_new(way->skeleton->name, bones, way->skeleton->bone_count, NULL, &made));
    }
    if (made) {
        tell_note("rest pose: that of the extras of %s", source_label(way->job->in));
        gait_skeleton_free(way->skeleton);
        way->skeleton = made;
    }
    free(bones);
    gait_skeleton_free(said);
}
