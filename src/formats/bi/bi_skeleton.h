/* Assigns the bones listed in an RTM, plain or binarised, to a skeleton from another source. */
#ifndef GAITI_BI_SKELETON_H
#define GAITI_BI_SKELETON_H

#include "base/text/names.h"
#include "gait/model.h"

/* The names in a file as UTF-8, each followed by a NUL, and a set of names, initially empty. */
typedef struct gaiti_name_table {
    gait_span *spans;
    uint32_t count;
    gaiti_names set;
} gaiti_name_table;

/* `page` is the code page of `names`. False when there is no memory. */
bool gaiti_name_table_init(gaiti_name_table *table, gaiti_arena *arena, const gait_span *names,
                           uint32_t count, uint32_t page);

static inline const char *gaiti_name_table_text(const gaiti_name_table *table, uint32_t index) {
    return (const char *)table->spans[index].data;
}

/* A skeleton under construction. `tree` is the skeleton from the other source. */
typedef struct gaiti_rig {
    const gait_skeleton *tree; /* may be NULL */
    gaiti_name_table file;
    int32_t *bone_of_tree; /* per bone of the tree: index in `bones`, -1 = not in the file */
    uint32_t bone_count;   /* number of different names in the file */
    gait_bone *bones;
    uint32_t *entry_of_bone; /* index of its first occurrence in the file */
    int32_t *tree_of_bone;   /* index in the tree, -1 = none */
} gaiti_rig;

/* Makes the bones, without parents and at the origin. False when there is no memory. */
bool gaiti_rig_init(gaiti_rig *rig, gaiti_arena *arena, const gait_skeleton *tree,
                    const gait_span *names, uint32_t count, uint32_t page);

/* The index in the tree of the nearest ancestor of bone `at` that is in the file, -1 = none. `at`
 * is an index in the tree. */
int32_t gaiti_rig_ancestor(const gaiti_rig *rig, uint32_t at);

/* Sets the parent of bone `bone` to bone `parent_in_tree` of the tree, -1 = none, and its rest pose
 * to that in the tree. The bone must be in the tree. */
void gaiti_rig_set_parent(gaiti_rig *rig, uint32_t bone, int32_t parent_in_tree);

#endif
