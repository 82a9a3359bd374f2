/* Gives each bone of a file its nearest ancestor that is also in the file. */
#include "formats/bi/bi_skeleton.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "gait/transform.h"

bool gaiti_name_table_init(gaiti_name_table *table, gaiti_arena *arena, const gait_span *names,
                           uint32_t count, uint32_t page) {
    table->count = count;
    table->spans = gaiti_alloc(arena, count, sizeof *table->spans);
    if (!table->spans || !gaiti_names_init(&table->set, arena, table->spans, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gaiti_utf8(arena, page, names[i]);
        if (!name) {
            return false;
        }
        table->spans[i] = gaiti_span(name, strlen(name));
    }
    return true;
}

static bool rig_allocate(gaiti_rig *rig, gaiti_arena *arena, uint32_t count) {
    uint32_t tree_count = rig->tree ? rig->tree->bone_count : 0;
    rig->bones = gaiti_alloc(arena, count, sizeof *rig->bones);
    rig->entry_of_bone = gaiti_alloc(arena, count, sizeof *rig->entry_of_bone);
    rig->tree_of_bone = gaiti_alloc(arena, count, sizeof *rig->tree_of_bone);
    rig->bone_of_tree = gaiti_alloc(arena, tree_count, sizeof *rig->bone_of_tree);
    for (uint32_t t = 0; rig->bone_of_tree && t < tree_count; t++) {
        rig->bone_of_tree[t] = -1;
    }
    return rig->bones && rig->entry_of_bone && rig->tree_of_bone && rig->bone_of_tree;
}

static void rig_add(gaiti_rig *rig, uint32_t entry) {
    uint32_t index = rig->bone_count++;
    gait_bone *bone = &rig->bones[index];
    *bone = (gait_bone){.name = gaiti_name_table_text(&rig->file, entry),
                        .parent = -1,
                        .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    int32_t at = gait_skeleton_find(rig->tree, bone->name);
    rig->entry_of_bone[index] = entry;
    rig->tree_of_bone[index] = at;
    if (at >= 0) {
        rig->bone_of_tree[at] = (int32_t)index;
    }
}

bool gaiti_rig_init(gaiti_rig *rig, gaiti_arena *arena, const gait_skeleton *tree,
                    const gait_span *names, uint32_t count, uint32_t page) {
    *rig = (gaiti_rig){.tree = tree};
    if (!rig_allocate(rig, arena, count) ||
        !gaiti_name_table_init(&rig->file, arena, names, count, page)) {
        return false;
    }
    for (uint32_t entry = 0; entry < count; entry++) {
        if (gaiti_names_add(&rig->file.set, entry) < 0) {
            rig_add(rig, entry);
        }
    }
    return true;
}

int32_t gaiti_rig_ancestor(const gaiti_rig *rig, uint32_t at) {
    int32_t up = rig->tree->bones[at].parent;
    while (up >= 0 && rig->bone_of_tree[up] < 0) {
        up = rig->tree->bones[up].parent;
    }
    return up;
}

void gaiti_rig_set_parent(gaiti_rig *rig, uint32_t bone, int32_t parent_in_tree) {
    const gait_skeleton *tree = rig->tree;
    int32_t at = rig->tree_of_bone[bone];
    gait_bone *target = &rig->bones[bone];
    gait_affine rest = tree->rest_model[at], inverse;
    if (parent_in_tree >= 0) {
        gait_affine_invert(&tree->rest_model[parent_in_tree], &inverse);
        rest = gait_affine_multiply(&inverse, &rest);
        target->parent = rig->bone_of_tree[parent_in_tree];
    }
    gait_affine_decompose(&rest, &target->rest);
    target->parent_origin = tree->bones[at].parent_origin;
    target->rest_origin = tree->bones[at].rest_origin;
}
