/* The bones that an RTM, plain or binarised, lists, on a tree from elsewhere. */
#ifndef GAITI_BI_SKELETON_H
#define GAITI_BI_SKELETON_H

#include "base/text/names.h"
#include "gait/model.h"

/* Names of a file as UTF-8, each with its NUL behind it, and a set of them, empty at first. */
typedef struct gaiti_name_table {
    gait_span *spans;
    uint32_t count;
    gaiti_names set;
} gaiti_name_table;

/* `names` are CP1251. False when there is no memory. */
bool gaiti_name_table_init(gaiti_name_table *table, gaiti_arena *arena, const gait_span *names,
                           uint32_t count);

static inline const char *gaiti_name_table_text(const gaiti_name_table *table, uint32_t index) {
    return (const char *)table->spans[index].data;
}

/* A skeleton in the making. */
typedef struct gaiti_rig {
    const gait_skeleton *tree; /* may be NULL */
    gaiti_name_table file;
    int32_t *bone_of_tree; /* per bone of the tree: index in `bones`, -1 = not in the file */
    uint32_t bone_count;   /* each name of the file once */
    gait_bone *bones;
    uint32_t *entry_of_bone; /* its first place in the file */
    int32_t *tree_of_bone;   /* -1 = the tree lacks it */
} gaiti_rig;

/* Bones without parents, at the origin. False when there is no memory. */
bool gaiti_rig_init(gaiti_rig *rig, gaiti_arena *arena, const gait_skeleton *tree,
                    const gait_span *names, uint32_t count);

/* Index in the tree of the nearest ancestor of bone `at` of the tree that is in the file, -1 =
 * none. */
int32_t gaiti_rig_ancestor(const gaiti_rig *rig, uint32_t at);

/* Hangs bone `bone` below that one of the tree, -1 = none, and puts it where the tree has it. The
 * tree must have the bone. */
void gaiti_rig_hang(gaiti_rig *rig, uint32_t bone, int32_t parent_in_tree);

#endif
