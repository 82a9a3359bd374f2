/* Makes the numbers of a mesh finite, merges weights, and computes normals that are missing. */
#include "model/mesh.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/assert.h"
#include "base/bits.h"
#include "base/try.h"

enum { MESH_MAX_BONES = 65536 };

gait_status gaiti_mesh_new(const gait_options *options, uint32_t part_capacity, uint32_t bone_count,
                           gaiti_mesh **out_mesh) {
    gait_status status = GAIT_LIMIT;
    gaiti_mesh *mesh = NULL;
    *out_mesh = NULL;
    if (bone_count <= MESH_MAX_BONES) {
        mesh = gaiti_new_object(options, sizeof *mesh, offsetof(gaiti_mesh, arena), 0, &status);
    }
    GAITI_TRY(status);
    mesh->part_capacity = part_capacity;
    mesh->bone_count = bone_count;
    mesh->parts = gaiti_alloc(&mesh->arena, part_capacity, sizeof *mesh->parts);
    mesh->bones = mesh->parts ? gaiti_alloc(&mesh->arena, bone_count, sizeof *mesh->bones) : NULL;
    mesh->sums = mesh->bones ? gaiti_alloc(&mesh->arena, bone_count, sizeof *mesh->sums) : NULL;
    if (!mesh->sums) {
        status = mesh->arena.status;
        gaiti_mesh_free(mesh);
        return status;
    }
    *out_mesh = mesh;
    return GAIT_OK;
}

void gaiti_mesh_free(gaiti_mesh *mesh) {
    gaiti_free_object(mesh, offsetof(gaiti_mesh, arena));
}

void gait_mesh_free(gait_mesh *mesh) {
    void *object = mesh; /* the first member of a gaiti_mesh */
    gaiti_mesh_free(object);
}

gaiti_mesh_part *gaiti_mesh_add_part(gaiti_mesh *mesh, uint32_t vertex_count,
                                     uint32_t triangle_count, bool has_joints) {
    GAIT_ASSERT(mesh->part_count < mesh->part_capacity);
    gaiti_arena *arena = &mesh->arena;
    gaiti_mesh_part part = {.texture = "",
                            .material = "",
                            .vertex_count = vertex_count,
                            .triangle_count = triangle_count};
    part.positions = gaiti_alloc(arena, vertex_count, 3 * sizeof(float));
    part.normals = part.positions ? gaiti_alloc(arena, vertex_count, 3 * sizeof(float)) : NULL;
    part.uvs = part.normals ? gaiti_alloc(arena, vertex_count, 2 * sizeof(float)) : NULL;
    part.triangles = part.uvs ? gaiti_alloc(arena, triangle_count, 3 * sizeof(uint32_t)) : NULL;
    if (!part.triangles) {
        return NULL;
    }
    if (has_joints) {
        part.joints = gaiti_alloc(arena, vertex_count, GAITI_MESH_JOINTS * sizeof(uint16_t));
        part.weights = part.joints
                           ? gaiti_alloc(arena, vertex_count, GAITI_MESH_JOINTS * sizeof(float))
                           : NULL;
        if (!part.weights) {
            return NULL;
        }
    }
    gaiti_mesh_part *added = &mesh->parts[mesh->part_count++];
    *added = part;
    return added;
}

/* --- weights ---------------------------------------------------------------------------------- */

static bool mesh_is_finite(double value) {
    return value - value == 0;
}

/* Influences in descending order: the largest of those that were inserted. */
typedef struct mesh_influences {
    gaiti_influence kept[GAITI_MESH_JOINTS];
    uint32_t count, inserted;
} mesh_influences;

/* Inserts an influence, unless its weight is not above 0 or not finite. */
static void mesh_insert(mesh_influences *list, gaiti_influence influence) {
    if (!(influence.weight > 0) || !mesh_is_finite(influence.weight)) {
        return;
    }
    uint32_t at = list->count;
    list->inserted++;
    while (at > 0 && list->kept[at - 1].weight < influence.weight) {
        at--;
    }
    if (at == GAITI_MESH_JOINTS) {
        return;
    }
    list->count += list->count < GAITI_MESH_JOINTS;
    for (uint32_t i = list->count - 1; i > at; i--) {
        list->kept[i] = list->kept[i - 1];
    }
    list->kept[at] = influence;
}

/* Adds the weights of equal bones of up to four influences. */
static void mesh_merge_few(const gaiti_influence *influences, uint32_t count,
                           mesh_influences *list) {
    gaiti_influence sums[GAITI_MESH_JOINTS];
    uint32_t sum_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = 0;
        while (at < sum_count && sums[at].bone != influences[i].bone) {
            at++;
        }
        if (at == sum_count) {
            sums[sum_count++] = (gaiti_influence){influences[i].bone, 0};
        }
        sums[at].weight += mesh_is_finite(influences[i].weight) ? influences[i].weight : 0;
    }
    for (uint32_t i = 0; i < sum_count; i++) {
        mesh_insert(list, sums[i]);
    }
}

/* The same for any number of them, in linear time. */
static void mesh_merge_many(gaiti_mesh *mesh, const gaiti_influence *influences, uint32_t count,
                            mesh_influences *list) {
    for (uint32_t i = 0; i < count; i++) {
        bool is_finite = mesh_is_finite(influences[i].weight);
        mesh->sums[influences[i].bone] += is_finite ? influences[i].weight : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bone = influences[i].bone;
        mesh_insert(list, (gaiti_influence){bone, mesh->sums[bone]});
        mesh->sums[bone] = 0;
    }
}

uint32_t gaiti_mesh_set_weights(gaiti_mesh *mesh, gaiti_mesh_part *part, uint32_t vertex,
                                const gaiti_influence *influences, uint32_t count) {
    mesh_influences list = {.count = 0};
    float *weights = part->weights + (size_t)vertex * GAITI_MESH_JOINTS;
    uint16_t *joints = part->joints + (size_t)vertex * GAITI_MESH_JOINTS;
    double sum = 0;
    GAIT_ASSERT(vertex < part->vertex_count && part->joints);
    for (uint32_t i = 0; i < count; i++) {
        GAIT_ASSERT(influences[i].bone < mesh->bone_count);
    }
    if (count <= GAITI_MESH_JOINTS) {
        mesh_merge_few(influences, count, &list);
    } else {
        mesh_merge_many(mesh, influences, count, &list);
    }
    for (uint32_t i = 0; i < list.count; i++) {
        sum += list.kept[i].weight;
    }
    for (uint32_t i = 0; i < GAITI_MESH_JOINTS; i++) {
        float weight = i < list.count ? (float)(list.kept[i].weight / sum) : 0;
        weights[i] = weight;
        joints[i] = weight > 0 ? (uint16_t)list.kept[i].bone : 0;
    }
    return list.inserted;
}

/* --- normals, box ----------------------------------------------------------------------------- */

/* Replaces numbers that are not finite by 0. */
static void mesh_make_finite(float *numbers, size_t count) {
    uint32_t largest = 0; /* exponent: that of numbers that are not finite has only ones */
    for (size_t i = 0; i < count; i++) {
        uint32_t exponent = gaiti_bits_of_f32(numbers[i]) & 0x7F800000;
        largest = exponent > largest ? exponent : largest;
    }
    for (size_t i = 0; largest == 0x7F800000 && i < count; i++) {
        numbers[i] = mesh_is_finite(numbers[i]) ? numbers[i] : 0;
    }
}

/* Stores a vector with unit length; returns false, and stores zeros, when its length is 0. */
static bool mesh_store_unit(const double vector[3], float out[3]) {
    double size = sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    double factor = size > 0 ? 1 / size : 0;
    for (int i = 0; i < 3; i++) {
        out[i] = (float)(vector[i] * factor);
    }
    return size > 0;
}

static void mesh_triangle_normal(const gaiti_mesh_part *part, const uint32_t corners[3],
                                 double out[3]) {
    double edges[2][3];
    const float *from = part->positions + 3 * (size_t)corners[0];
    for (int e = 0; e < 2; e++) {
        const float *to = part->positions + 3 * (size_t)corners[e + 1];
        for (int i = 0; i < 3; i++) {
            edges[e][i] = (double)to[i] - from[i];
        }
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = edges[0][j] * edges[1][k] - edges[0][k] * edges[1][j];
    }
}

static bool mesh_is_zero(const float vector[3]) {
    return vector[0] == 0 && vector[1] == 0 && vector[2] == 0;
}

/* Makes all normals unit vectors. */
static void mesh_finish_normals(gaiti_mesh_part *part) {
    bool has_zeros = false;
    for (size_t v = 0; v < part->vertex_count; v++) {
        float *normal = part->normals + 3 * v;
        has_zeros |= !mesh_store_unit((double[3]){normal[0], normal[1], normal[2]}, normal);
    }
    for (size_t t = 0; has_zeros && t < part->triangle_count; t++) {
        const uint32_t *corners = part->triangles + 3 * t;
        for (int c = 0; c < 3; c++) {
            float *normal = part->normals + 3 * (size_t)corners[c];
            if (mesh_is_zero(normal)) {
                double found[3];
                mesh_triangle_normal(part, corners, found);
                mesh_store_unit(found, normal);
            }
        }
    }
    for (size_t v = 0; has_zeros && v < part->vertex_count; v++) {
        float *normal = part->normals + 3 * v;
        normal[1] = mesh_is_zero(normal) ? 1 : normal[1];
    }
}

static void mesh_extend(float *low, float *high, float value) {
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

/* Extends the box by the vertices of the triangles. */
static void mesh_extend_box(const gaiti_mesh_part *part, bool *is_empty, float box[2][3]) {
    if (part->triangle_count == 0) {
        return;
    }
    const float *first = part->positions + 3 * (size_t)part->triangles[0];
    float low[3], high[3]; /* not in memory, as the compiler may have to assume of the box */
    for (int i = 0; i < 3; i++) {
        low[i] = *is_empty ? first[i] : box[0][i];
        high[i] = *is_empty ? first[i] : box[1][i];
    }
    for (size_t c = 0; c < 3 * (size_t)part->triangle_count; c++) {
        GAIT_ASSERT(part->triangles[c] < part->vertex_count);
        const float *position = part->positions + 3 * (size_t)part->triangles[c];
        mesh_extend(&low[0], &high[0], position[0]);
        mesh_extend(&low[1], &high[1], position[1]);
        mesh_extend(&low[2], &high[2], position[2]);
    }
    memcpy(box[0], low, sizeof low);
    memcpy(box[1], high, sizeof high);
    *is_empty = false;
}

gait_status gaiti_mesh_finish(gaiti_mesh *mesh, gait_mesh **out_mesh) {
    gait_mesh_part *parts = gaiti_alloc(&mesh->arena, mesh->part_count, sizeof *parts);
    bool is_empty = true;
    *out_mesh = NULL;
    if (!parts) {
        gait_status status = mesh->arena.status;
        gaiti_mesh_free(mesh);
        return status;
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        gaiti_mesh_part *part = &mesh->parts[p];
        mesh_make_finite(part->positions, 3 * (size_t)part->vertex_count);
        mesh_make_finite(part->normals, 3 * (size_t)part->vertex_count);
        mesh_make_finite(part->uvs, 2 * (size_t)part->vertex_count);
        mesh_finish_normals(part);
        mesh_extend_box(part, &is_empty, mesh->mesh.box);
        parts[p] = (gait_mesh_part){.texture = part->texture,
                                    .material = part->material,
                                    .vertex_count = part->vertex_count,
                                    .triangle_count = part->triangle_count,
                                    .positions = part->positions,
                                    .normals = part->normals,
                                    .uvs = part->uvs,
                                    .joints = part->joints,
                                    .weights = part->weights,
                                    .triangles = part->triangles};
    }
    mesh->mesh.parts = parts;
    mesh->mesh.part_count = mesh->part_count;
    mesh->mesh.bones = mesh->bones;
    mesh->mesh.bone_count = mesh->bone_count;
    *out_mesh = &mesh->mesh;
    return GAIT_OK;
}
