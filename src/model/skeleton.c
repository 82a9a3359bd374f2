/* Sorts bones so that parents precede children, and finds bones by hashed names. */
#include <string.h>

#include "base/try.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/text/text.h"
#include "gait/transform.h"
#include "gait/model.h"
#include "gait/bones.h"
#include "model/clip.h"

enum { SKELETON_MAX_BONES = 65535 };

typedef struct skeleton_object {
    gait_skeleton skeleton;
    gaiti_arena arena;
} skeleton_object;

/* Temporary arrays with one entry per bone of the input. */
typedef struct skeleton_order {
    int32_t *place; /* new index of a bone, -1 = not assigned */
    int32_t *chain; /* a bone and its ancestors without a new index, from the bone upwards */
} skeleton_order;

/* `key` is an address, so that files cannot contain collisions. */
static uint32_t skeleton_hash(const char *name, const uint32_t *key) {
    uint32_t hash = 2166136261u ^ (uint32_t)((uint64_t)(uintptr_t)key >> 4);
    for (; *name; name++) {
        hash = (hash ^ gaiti_ascii_lower((uint8_t)*name)) * 16777619u;
    }
    return hash ^ hash >> 15;
}

/* The smallest power of two that is at least twice the number of bones, and at least 4. */
static uint32_t skeleton_slots(uint32_t bone_count) {
    uint32_t slots = 4;
    while (slots < bone_count * 2) {
        slots *= 2;
    }
    return slots;
}

/* The slot that holds a bone with this name, or the empty slot for it. */
static uint32_t skeleton_slot(const uint32_t *lookup, const gait_bone *bones, uint32_t bone_count,
                              const char *name) {
    uint32_t mask = skeleton_slots(bone_count) - 1;
    uint32_t slot = skeleton_hash(name, lookup) & mask;
    while (lookup[slot] && !gaiti_equal_text(bones[lookup[slot] - 1].name, name)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

/* The number of bytes that skeleton_build() allocates. */
static uint64_t skeleton_reserve(const char *name, const gait_bone *bones, uint32_t bone_count) {
    uint64_t texts = 0;
    for (uint32_t b = 0; b < bone_count; b++) {
        texts += gaiti_arena_cost(strlen(bones[b].name) + 1);
    }
    return texts + gaiti_arena_cost(strlen(name) + 1) +
           gaiti_arena_cost((uint64_t)bone_count * sizeof(gait_bone)) +
           gaiti_arena_cost((uint64_t)bone_count * sizeof(gait_affine)) +
           gaiti_arena_cost((uint64_t)skeleton_slots(bone_count) * sizeof(uint32_t));
}

/* Assigns indices to the ancestors of a bone, then to the bone. GAIT_CORRUPT for a cycle. */
static gait_status skeleton_place(const gait_bone *bones, uint32_t bone_count, uint32_t bone,
                                  skeleton_order *order, uint32_t *placed) {
    uint32_t length = 0;
    for (int32_t b = (int32_t)bone; b >= 0 && order->place[b] < 0; b = bones[b].parent) {
        if (length == bone_count) {
            return GAIT_CORRUPT;
        }
        order->chain[length++] = b;
    }
    while (length > 0) {
        order->place[order->chain[--length]] = (int32_t)(*placed)++;
    }
    return GAIT_OK;
}

static gait_status skeleton_sort(const gait_bone *bones, uint32_t bone_count,
                                 skeleton_order *order) {
    for (uint32_t b = 0; b < bone_count; b++) {
        if (bones[b].parent < -1 || bones[b].parent >= (int32_t)bone_count) {
            return GAIT_CORRUPT;
        }
        order->place[b] = -1;
    }
    uint32_t placed = 0;
    for (uint32_t b = 0; b < bone_count; b++) {
        GAITI_TRY(skeleton_place(bones, bone_count, b, order, &placed));
    }
    return GAIT_OK;
}

/* Fills the hash table with the first bone of each name. */
static void skeleton_index(uint32_t *lookup, const gait_bone *bones, uint32_t bone_count) {
    for (uint32_t b = 0; b < bone_count; b++) {
        uint32_t slot = skeleton_slot(lookup, bones, bone_count, bones[b].name);
        lookup[slot] = lookup[slot] ? lookup[slot] : b + 1;
    }
}

static bool skeleton_copy_bones(gaiti_arena *arena, gait_bone *out, const gait_bone *bones,
                                uint32_t bone_count, const int32_t *place) {
    for (uint32_t b = 0; b < bone_count; b++) {
        gait_bone *copy = &out[place[b]];
        *copy = bones[b];
        copy->parent = bones[b].parent < 0 ? -1 : place[bones[b].parent];
        copy->name = gaiti_copy_text(arena, bones[b].name);
        if (!copy->name) {
            return false;
        }
    }
    return true;
}

static bool skeleton_build(skeleton_object *object, const char *name, const gait_bone *bones,
                           uint32_t bone_count, const int32_t *place) {
    gaiti_arena *arena = &object->arena;
    gait_bone *copies = gaiti_alloc(arena, bone_count, sizeof *copies);
    gait_affine *rest_model = gaiti_alloc(arena, bone_count, sizeof *rest_model);
    uint32_t *lookup = gaiti_alloc(arena, skeleton_slots(bone_count), sizeof *lookup);
    char *name_copy = gaiti_copy_text(arena, name);
    if (!copies || !rest_model || !lookup || !name_copy ||
        !skeleton_copy_bones(arena, copies, bones, bone_count, place)) {
        return false;
    }
    skeleton_index(lookup, copies, bone_count);
    for (uint32_t b = 0; b < bone_count; b++) {
        int32_t parent = copies[b].parent;
        rest_model[b] = gait_affine_from_transform(&copies[b].rest);
        GAIT_ASSERT(parent < (int32_t)b); /* parents before children */
        if (parent >= 0) {
            rest_model[b] = gait_affine_multiply(&rest_model[parent], &rest_model[b]);
        }
    }
    object->skeleton = (gait_skeleton){.name = name_copy,
                                       .bone_count = bone_count,
                                       .bones = copies,
                                       .rest_model = rest_model,
                                       .lookup = lookup};
    return true;
}

static gait_status skeleton_make(const char *name, const gait_bone *bones, uint32_t bone_count,
                                 const gait_options *options, const int32_t *place,
                                 gait_skeleton **out_skeleton) {
    uint64_t reserve = skeleton_reserve(name, bones, bone_count);
    if (reserve > SIZE_MAX / 2) {
        return GAIT_LIMIT;
    }
    gait_status status;
    skeleton_object *object = gaiti_new_object(
        options, sizeof *object, offsetof(skeleton_object, arena), (size_t)reserve, &status);
    if (object && !skeleton_build(object, name, bones, bone_count, place)) {
        status = object->arena.status;
        gait_skeleton_free(&object->skeleton);
        return status;
    }
    *out_skeleton = object ? &object->skeleton : NULL;
    return status;
}

static bool skeleton_is_named(const char *name, const gait_bone *bones, uint32_t bone_count) {
    bool named = name && (bones || bone_count == 0);
    for (uint32_t b = 0; b < bone_count && named; b++) {
        named = bones[b].name != NULL;
    }
    return named;
}

gait_status gaiti_skeleton_new(const char *name, const gait_bone *bones, uint32_t bone_count,
                               const gait_options *options, gait_skeleton **out_skeleton) {
    if (!GAITI_CLEAR(out_skeleton)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (bone_count > SKELETON_MAX_BONES) {
        return GAIT_LIMIT;
    }
    if (!skeleton_is_named(name, bones, bone_count)) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, options, (size_t)bone_count * 2 * sizeof(int32_t) + 32);
    skeleton_order order = {.place = gaiti_alloc(&scratch, bone_count, sizeof(int32_t)),
                            .chain = gaiti_alloc(&scratch, bone_count, sizeof(int32_t))};
    gait_status status;
    GAITI_TRY_DONE(scratch.status);
    GAITI_TRY_DONE(skeleton_sort(bones, bone_count, &order));
    status = skeleton_make(name, bones, bone_count, options, order.place, out_skeleton);
done:
    gaiti_arena_free(&scratch);
    return status;
}

gait_status gaiti_skeleton_leave_out(gait_skeleton *skeleton, const char *const *names,
                                     uint32_t count) {
    skeleton_object *object = (skeleton_object *)(void *)skeleton; /* the first member */
    const char **copies = gaiti_alloc(&object->arena, count, sizeof *copies);
    for (uint32_t i = 0; copies && i < count; i++) {
        copies[i] = gaiti_copy_text(&object->arena, names[i]);
        if (!copies[i]) {
            return object->arena.status;
        }
    }
    skeleton->left_out = copies;
    skeleton->left_out_count = copies ? count : 0;
    return copies ? GAIT_OK : object->arena.status;
}

void gait_skeleton_free(gait_skeleton *skeleton) {
    gaiti_free_object(skeleton, offsetof(skeleton_object, arena)); /* the first member */
}

int32_t gait_skeleton_find(const gait_skeleton *skeleton, const char *name) {
    if (!skeleton || !name) {
        return -1;
    }
    if (!skeleton->lookup) { /* a skeleton made by the caller */
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            if (gaiti_equal_text(skeleton->bones[b].name, name)) {
                return (int32_t)b;
            }
        }
        return -1;
    }
    uint32_t slot = skeleton_slot(skeleton->lookup, skeleton->bones, skeleton->bone_count, name);
    return (int32_t)skeleton->lookup[slot] - 1;
}

gait_bone_outcome gait_skeleton_outcome(const gait_skeleton *skeleton, const char *name,
                                        bool is_in_model_space) {
    int32_t bone = gait_skeleton_find(skeleton, name);
    if (bone < 0) {
        return skeleton && !is_in_model_space ? GAIT_BONE_LEFT_OUT : GAIT_BONE_ALONE;
    }
    return gaiti_bone_outcome(&skeleton->bones[bone]);
}

bool gait_skeleton_has_known_parents(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; skeleton && b < skeleton->bone_count; b++) {
        if (gaiti_bone_outcome(&skeleton->bones[b]) == GAIT_BONE_ALONE) {
            return false;
        }
    }
    return skeleton != NULL;
}
