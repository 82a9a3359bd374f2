/* Builds the bones of a skin or node tree: their nodes, their parents, and the nodes between
 * them. */
#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"

enum { GRIG_MAX_BONES = 65535 };

/* Scratch arrays of the construction of a rig, one element per node. */
typedef struct grig {
    const gait_gltf *file;
    gaiti_arena scratch;
    int32_t *joint_of;     /* index in the skin, -1 = not a joint */
    int32_t *parent_joint; /* nearest ancestor that is a joint, -1 = none */
    uint32_t *below;       /* root joints at or below a node */
    int32_t *bone_of;      /* -1 = none yet */
} grig;

/* --- selection of joints ---------------------------------------------------------------------- */

static int32_t grig_best_skin(const gait_gltf *file) {
    int32_t best = GAIT_GLTF_PLAIN_TREE;
    uint32_t max = 0;
    for (uint32_t s = 0; s < file->count.skins; s++) {
        if (file->skins[s].joints.count > max) {
            max = file->skins[s].joints.count;
            best = (int32_t)s;
        }
    }
    return best;
}

static uint32_t grig_mark_skin(grig *self, const gaiti_gltf_read_skin *skin) {
    uint32_t count = 0;
    for (uint32_t j = 0; j < skin->joints.count; j++) {
        int32_t *joint = &self->joint_of[self->file->joints[skin->joints.first + j]];
        if (*joint < 0) {
            *joint = (int32_t)j;
            count++;
        }
    }
    return count;
}

/* True when any node is animated. */
static bool grig_is_animated(const gait_gltf *file) {
    for (uint32_t n = 0; n < file->count.nodes; n++) {
        if (file->nodes[n].is_animated) {
            return true;
        }
    }
    return false;
}

/* Excludes the root from the joints while it is the only one and not animated. Returns the number
 * of joints left, of `count`. */
static uint32_t grig_exclude_still_roots(grig *self, uint32_t count) {
    const gait_gltf *file = self->file;
    uint32_t roots = 0;
    int32_t root = -1;
    for (uint32_t n = 0; n < file->count.nodes; n++) {
        int32_t parent = file->parents[n];
        if (self->joint_of[n] >= 0 && parent < 0) {
            roots++;
            root = (int32_t)n;
        } else if (self->joint_of[n] >= 0) {
            self->below[parent]++;                   /* used as the number of children */
            self->parent_joint[parent] = (int32_t)n; /* used as one of the children */
        }
    }
    while (roots == 1 && count > 1 && !file->nodes[root].is_animated) {
        self->joint_of[root] = -1;
        count--;
        roots = self->below[root];
        root = self->parent_joint[root];
    }
    memset(self->below, 0, file->count.nodes * sizeof *self->below);
    return count;
}

/* Marks all nodes as joints, except meshes and cameras that are not animated and have no joint
 * below them. Returns the number of joints. */
static uint32_t grig_mark_tree(grig *self) {
    const gait_gltf *file = self->file;
    uint32_t count = 0;
    for (uint32_t i = file->count.nodes; i-- > 0;) {
        uint32_t n = file->order[i];
        bool is_joint = file->nodes[n].is_animated || !file->nodes[n].is_scenery || self->below[n];
        if (is_joint) {
            self->joint_of[n] = (int32_t)n;
            count++;
        }
        if (is_joint && file->parents[n] >= 0) {
            self->below[file->parents[n]] = 1;
        }
    }
    memset(self->below, 0, file->count.nodes * sizeof *self->below);
    return grig_is_animated(file) ? grig_exclude_still_roots(self, count) : count;
}

/* --- hierarchy -------------------------------------------------------------------------------- */

static void grig_find_parent_joints(grig *self) {
    const gait_gltf *file = self->file;
    for (uint32_t i = 0; i < file->count.nodes; i++) {
        uint32_t n = file->order[i];
        int32_t parent = file->parents[n];
        self->parent_joint[n] = parent < 0                    ? -1
                                : self->joint_of[parent] >= 0 ? parent
                                                              : self->parent_joint[parent];
    }
}

/* The lowest common ancestor of all root joints; -1 = the scene. */
static int32_t grig_find_space(grig *self) {
    const gait_gltf *file = self->file;
    uint32_t roots = 0;
    int32_t space = -1;
    for (uint32_t n = 0; n < file->count.nodes; n++) {
        bool is_root = self->joint_of[n] >= 0 && self->parent_joint[n] < 0;
        roots += is_root;
        if (is_root && file->parents[n] >= 0) {
            self->below[file->parents[n]]++;
        }
    }
    for (uint32_t i = file->count.nodes; i-- > 0 && space < 0;) {
        uint32_t n = file->order[i];
        if (roots > 0 && self->below[n] == roots) {
            space = (int32_t)n;
        } else if (self->below[n] > 0 && file->parents[n] >= 0) {
            self->below[file->parents[n]] += self->below[n];
        }
    }
    return space;
}

/* Sets the space of the rig to the node `space`. If that node or an ancestor of it is animated,
 * sets it to the parent of the topmost animated one, so that the bones contain that motion. */
static void grig_set_space(gait_gltf_rig *rig, const gait_gltf *file, int32_t space) {
    rig->armature = rig->space = space;
    rig->moved = -1;
    for (int32_t n = space; n >= 0; n = file->parents[n]) {
        rig->moved = file->nodes[n].is_animated ? n : rig->moved;
    }
    if (rig->moved >= 0) {
        rig->space = file->parents[rig->moved];
    }
}

/* --- the rig ---------------------------------------------------------------------------------- */

static void grig_add_bone(gait_gltf_rig *rig, grig *self, uint32_t node) {
    int32_t parent_joint = self->parent_joint[node];
    rig->nodes[rig->bone_count] = node;
    rig->joints[rig->bone_count] = (uint32_t)self->joint_of[node];
    rig->parents[rig->bone_count] = parent_joint < 0 ? -1 : self->bone_of[parent_joint];
    self->bone_of[node] = (int32_t)rig->bone_count++;
}

/* Adds bones in the order of the joints, but parents before children. `chain` is scratch memory
 * with one element per bone. */
static void grig_add_bones(gait_gltf_rig *rig, grig *self, uint32_t *chain) {
    const gait_gltf *file = self->file;
    if (rig->skin < 0) {
        for (uint32_t i = 0; i < file->count.nodes; i++) {
            if (self->joint_of[file->order[i]] >= 0) {
                grig_add_bone(rig, self, file->order[i]);
            }
        }
        return;
    }
    const gaiti_gltf_read_skin *skin = &file->skins[rig->skin];
    for (uint32_t j = 0; j < skin->joints.count; j++) {
        uint32_t length = 0;
        for (int32_t n = (int32_t)file->joints[skin->joints.first + j];
             n >= 0 && self->bone_of[n] < 0; n = self->parent_joint[n]) {
            chain[length++] = (uint32_t)n;
        }
        while (length > 0) {
            grig_add_bone(rig, self, chain[--length]);
        }
    }
}

/* Adds the slots: the nodes of the bones, and their ancestors below the space. */
static void grig_add_slots(gait_gltf_rig *rig, const grig *self) {
    const gait_gltf *file = self->file;
    for (uint32_t n = 0; n < file->count.nodes; n++) {
        rig->slot_of[n] = -1;
    }
    for (uint32_t b = 0; b < rig->bone_count; b++) {
        for (int32_t n = (int32_t)rig->nodes[b]; n >= 0 && n != rig->space && rig->slot_of[n] < 0;
             n = file->parents[n]) {
            rig->slot_of[n] = 0;
        }
    }
    for (uint32_t i = 0; i < file->count.nodes; i++) {
        uint32_t n = file->order[i];
        if (rig->slot_of[n] == 0) {
            uint32_t slot = rig->slot_count++;
            int32_t parent = file->parents[n];
            rig->slots[slot] = n;
            rig->above[slot] = parent < 0 || parent == rig->space ? -1 : rig->slot_of[parent];
            rig->bone_of[slot] = self->bone_of[n];
            rig->slot_of[n] = (int32_t)slot;
        }
    }
}

static bool grig_begin(grig *self, const gait_gltf *file, const gait_options *options) {
    uint32_t count = file->count.nodes;
    self->file = file;
    gaiti_arena_init(&self->scratch, options, (size_t)count * 16 + 64);
    self->joint_of = gaiti_alloc(&self->scratch, count, sizeof *self->joint_of);
    self->parent_joint = gaiti_alloc(&self->scratch, count, sizeof *self->parent_joint);
    self->below = gaiti_alloc(&self->scratch, count, sizeof *self->below);
    self->bone_of = gaiti_alloc(&self->scratch, count, sizeof *self->bone_of);
    if (!self->joint_of || !self->parent_joint || !self->below || !self->bone_of) {
        return false;
    }
    for (uint32_t n = 0; n < count; n++) {
        self->joint_of[n] = self->bone_of[n] = -1;
    }
    return true;
}

static bool grig_make_arrays(gait_gltf_rig *rig, uint32_t bones, uint32_t nodes) {
    gaiti_arena *arena = &rig->arena;
    rig->nodes = gaiti_alloc(arena, bones, sizeof *rig->nodes);
    rig->joints = gaiti_alloc(arena, bones, sizeof *rig->joints);
    rig->parents = gaiti_alloc(arena, bones, sizeof *rig->parents);
    rig->slots = gaiti_alloc(arena, nodes, sizeof *rig->slots);
    rig->above = gaiti_alloc(arena, nodes, sizeof *rig->above);
    rig->bone_of = gaiti_alloc(arena, nodes, sizeof *rig->bone_of);
    rig->slot_of = gaiti_alloc(arena, nodes, sizeof *rig->slot_of);
    return rig->nodes && rig->joints && rig->parents && rig->slots && rig->above && rig->bone_of &&
           rig->slot_of;
}

static gait_status grig_make(grig *self, int32_t skin, uint32_t bones, const gait_options *options,
                             gait_gltf_rig **out_rig) {
    const gait_gltf *file = self->file;
    uint64_t reserve = (uint64_t)bones * 12 + (uint64_t)file->count.nodes * 16 + 7 * 16;
    gait_status status;
    gait_gltf_rig *rig = gaiti_new_object(options, sizeof *rig, offsetof(gait_gltf_rig, arena),
                                          (size_t)reserve, &status);
    GAITI_TRY(status);
    uint32_t *chain = gaiti_alloc(&self->scratch, bones, sizeof *chain);
    if (!chain || !grig_make_arrays(rig, bones, file->count.nodes)) {
        status = chain ? rig->arena.status : self->scratch.status;
        gait_gltf_rig_free(rig);
        return status;
    }
    rig->skin = skin;
    rig->node_count = file->count.nodes;
    grig_find_parent_joints(self);
    grig_set_space(rig, file, grig_find_space(self));
    grig_add_bones(rig, self, chain);
    grig_add_slots(rig, self);
    *out_rig = rig;
    return GAIT_OK;
}

static gait_status grig_refuse_count(const gait_gltf *file, int32_t skin, uint32_t joints,
                                     const gait_options *options) {
    char pointer[GAITI_JSON_POINTER];
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    return gaiti_raise(
        &report, GAITI_GLTF_READ_TOO_MANY_JOINTS,
        (gaiti_detail){.offset = skin >= 0 ? file->skins[skin].at : file->json_at,
                       .found = joints,
                       .expected = GRIG_MAX_BONES,
                       .place = gaiti_gltf_read_pointer(pointer, skin >= 0 ? "skins" : "nodes",
                                                        skin >= 0 ? skin : -1, NULL, 0)});
}

gait_status gait_gltf_rig_new(const gait_gltf *file, int32_t skin, const gait_options *options,
                              gait_gltf_rig **out_rig) {
    grig self;
    if (!GAITI_CLEAR(out_rig) || !file || skin < GAIT_GLTF_PLAIN_TREE ||
        (skin >= 0 && (uint32_t)skin >= file->count.skins)) {
        return GAIT_BAD_ARGUMENT;
    }
    skin = skin == GAIT_GLTF_BEST_SKIN ? grig_best_skin(file) : skin;
    gait_status status = GAIT_OK;
    if (!grig_begin(&self, file, options)) {
        status = self.scratch.status;
    } else {
        uint32_t bones =
            skin >= 0 ? grig_mark_skin(&self, &file->skins[skin]) : grig_mark_tree(&self);
        status = bones == 0               ? GAIT_NOT_FOUND
                 : bones > GRIG_MAX_BONES ? grig_refuse_count(file, skin, bones, options)
                                          : grig_make(&self, skin, bones, options, out_rig);
    }
    gaiti_arena_free(&self.scratch);
    return status;
}

void gait_gltf_rig_free(gait_gltf_rig *rig) {
    gaiti_free_object(rig, offsetof(gait_gltf_rig, arena));
}

int32_t gait_gltf_rig_skin(const gait_gltf_rig *rig) {
    return rig ? rig->skin : -1;
}

int32_t gaiti_gltf_rig_space(const gait_gltf_rig *rig) {
    return rig ? rig->space : -1;
}

uint32_t gait_gltf_rig_bone_count(const gait_gltf_rig *rig) {
    return rig ? rig->bone_count : 0;
}

uint32_t gaiti_gltf_rig_node(const gait_gltf_rig *rig, uint32_t bone) {
    return bone < gait_gltf_rig_bone_count(rig) ? rig->nodes[bone] : 0;
}

int32_t gaiti_gltf_rig_parent(const gait_gltf_rig *rig, uint32_t bone) {
    return bone < gait_gltf_rig_bone_count(rig) ? rig->parents[bone] : -1;
}
