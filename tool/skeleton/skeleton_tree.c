#include "skeleton/skeleton_tree.h"

#include <stdlib.h>

#include "terminal.h"

void tree_free(tree *self) {
    gait_skeleton_free(self->skeleton);
    free(self->from);
    *self = (tree){0};
}

gait_fit tree_fit(const gait_skeleton *skeleton, const text_list *names) {
    return gait_skeleton_fit(skeleton, names->items, (uint32_t)names->count);
}

void tree_tell_candidate(const char *from, const gait_skeleton *skeleton, const text_list *names) {
    if (!skeleton) {
        tell_note("skeleton: %s: holds none", from);
        return;
    }
    gait_fit fit = tree_fit(skeleton, names);
    tell_note("skeleton: %s: has %u of %zu bones, and %u more", from, (unsigned)fit.matched,
              names->count, (unsigned)fit.unused);
}

bool tree_consider(tree *best, gait_skeleton *skeleton, const char *from, const text_list *names) {
    size_t wanted = names->count;
    gait_fit fit = skeleton ? tree_fit(skeleton, names) : (gait_fit){0};
    bool fits = skeleton && fit.missing == 0;
    bool better = fits && (!best->skeleton || (best->skeleton->bone_count != wanted &&
                                               skeleton->bone_count == wanted));
    if (!better) {
        gait_skeleton_free(skeleton);
        return false;
    }
    tree_free(best);
    *best = (tree){skeleton, text_copy(from)};
    return true;
}
