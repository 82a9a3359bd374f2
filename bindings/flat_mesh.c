/* The flat interface: meshes of models. */
#include "flat_state.h"

#include <float.h>
#include <string.h>

#include "base/json/json.h"
#include "base/try.h"
#include "gait/mesh.h"
#include "gait/transform.h"

enum { FLAT_JOINTS = 4, FLAT_BIND = 16 };

/* Maximum difference between the entries of a matrix of axes and of the nearest rotation. */
#define FLAT_AXES_SKEW 1e-3

/* A mesh in the axes of the host, whose parts share their arrays. */
typedef struct gaiti_flat_mesh {
    gaiti_arena arena;
    const char **bones;
    uint32_t bone_count, vertex_count, triangle_count;
    float *positions, *normals, *uvs, *weights;
    uint16_t *joints;
    uint32_t *triangles;
} gaiti_flat_mesh;

static void flat_release_mesh(gait_flat *flat, void *object) {
    (void)flat;
    gaiti_free_object(object, offsetof(gaiti_flat_mesh, arena));
}

/* Reads the matrix from engine axes to those of the host. False when `axes` is not a rotation. */
static bool flat_read_axes(const float *axes, double out[3][3]) {
    gait_affine to_host = gait_affine_identity();
    bool is_valid = true;
    for (int c = 0; axes && c < 4; c++) {
        for (int r = 0; r < 4; r++) {
            double value = (double)axes[4 * c + r];
            is_valid &= c < 3 && r < 3 ? value >= -2 && value <= 2 : value == (double)(c == r);
            if (c < 3 && r < 3) {
                to_host.m[r][c] = value;
            }
        }
    }
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out[r][c] = c == 0 ? -to_host.m[r][c] : to_host.m[r][c]; /* glTF mirrors X */
        }
    }
    gait_transform parts;
    return is_valid && gait_affine_decompose(&to_host, &parts) <= FLAT_AXES_SKEW;
}

/* Makes room for the parts of a mesh. */
static gait_status flat_new_mesh(const gait_mesh *from, const gait_options *options,
                                 gaiti_flat_mesh **out_mesh) {
    uint64_t vertices = 0, triangles = 0;
    gait_status status = GAIT_OK;
    *out_mesh = NULL;
    for (uint32_t p = 0; p < from->part_count; p++) {
        vertices += from->parts[p].vertex_count;
        triangles += from->parts[p].triangle_count;
    }
    if (vertices > UINT32_MAX || triangles > UINT32_MAX) {
        return GAIT_LIMIT;
    }
    gaiti_flat_mesh *self =
        gaiti_new_object(options, sizeof *self, offsetof(gaiti_flat_mesh, arena), 0, &status);
    GAITI_TRY(status);
    gaiti_arena *arena = &self->arena;
    self->bone_count = from->bone_count;
    self->vertex_count = (uint32_t)vertices;
    self->triangle_count = (uint32_t)triangles;
    self->positions = gaiti_alloc(arena, vertices, 3 * sizeof(float));
    self->normals = gaiti_alloc(arena, vertices, 3 * sizeof(float));
    self->uvs = gaiti_alloc(arena, vertices, 2 * sizeof(float));
    self->joints = gaiti_alloc(arena, vertices, FLAT_JOINTS * sizeof(uint16_t));
    self->weights = gaiti_alloc(arena, vertices, FLAT_JOINTS * sizeof(float));
    self->triangles = gaiti_alloc(arena, triangles, 3 * sizeof(uint32_t));
    self->bones = gaiti_alloc(arena, from->bone_count, sizeof *self->bones);
    for (uint32_t b = 0; arena->status == GAIT_OK && b < from->bone_count; b++) {
        self->bones[b] = gaiti_copy_text(arena, from->bones[b]);
    }
    status = arena->status;
    if (status != GAIT_OK) {
        flat_release_mesh(NULL, self);
        return status;
    }
    *out_mesh = self;
    return GAIT_OK;
}

static void flat_change_axes(const double axes[3][3], const float *from, float *out) {
    for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            sum += axes[r][c] * (double)from[c];
        }
        sum = sum < -FLT_MAX ? -FLT_MAX : sum > FLT_MAX ? FLT_MAX : sum;
        out[r] = (float)sum + 0.0f; /* not -0 */
    }
}

/* Copies a part to the vertices from `vertex` on and the triangles from `triangle` on. The change
 * of axes mirrors it, so corners are in the reverse order. */
static void flat_add_part(gaiti_flat_mesh *self, const gait_mesh_part *part,
                          const double axes[3][3], size_t vertex, size_t triangle) {
    size_t count = part->vertex_count;
    for (size_t v = 0; v < count; v++) {
        flat_change_axes(axes, part->positions + 3 * v, self->positions + 3 * (vertex + v));
        flat_change_axes(axes, part->normals + 3 * v, self->normals + 3 * (vertex + v));
    }
    if (count > 0) {
        memcpy(self->uvs + 2 * vertex, part->uvs, count * 2 * sizeof(float));
    }
    if (count > 0 && part->joints) {
        size_t size = count * FLAT_JOINTS;
        memcpy(self->joints + FLAT_JOINTS * vertex, part->joints, size * sizeof(uint16_t));
        memcpy(self->weights + FLAT_JOINTS * vertex, part->weights, size * sizeof(float));
    }
    for (size_t t = 0; t < part->triangle_count; t++) {
        uint32_t *out = self->triangles + 3 * (triangle + t);
        for (size_t i = 0; i < 3; i++) {
            out[i == 0 ? 0 : 3 - i] = part->triangles[3 * t + i] + (uint32_t)vertex;
        }
    }
}

/* Writes the smallest and the largest coordinates of the vertices that triangles use. */
static void flat_write_box(const gaiti_flat_mesh *self, gaiti_json *json) {
    float box[2][3] = {{0}};
    for (size_t i = 0; i < (size_t)self->triangle_count * 3; i++) {
        const float *position = self->positions + 3 * (size_t)self->triangles[i];
        for (int k = 0; k < 3; k++) {
            box[0][k] = i == 0 || position[k] < box[0][k] ? position[k] : box[0][k];
            box[1][k] = i == 0 || position[k] > box[1][k] ? position[k] : box[1][k];
        }
    }
    gaiti_json_member_open(json, "box", '[');
    for (int side = 0; side < 2; side++) {
        gaiti_json_open(json, '[');
        for (int k = 0; k < 3; k++) {
            gaiti_json_f32(json, box[side][k]);
        }
        gaiti_json_close(json, ']');
    }
    gaiti_json_close(json, ']');
}

/* Copies the parts, and writes the description. */
static gait_status flat_fill_mesh(gaiti_flat_mesh *self, const gait_mesh *from,
                                  const double axes[3][3], gait_buffer *out) {
    gaiti_json json = gaiti_json_over(out);
    uint32_t vertex = 0, triangle = 0;
    gaiti_json_open(&json, '{');
    gaiti_json_member_open(&json, "bones", '[');
    for (uint32_t b = 0; b < self->bone_count; b++) {
        gaiti_json_text(&json, self->bones[b]);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_member_open(&json, "parts", '[');
    for (uint32_t p = 0; p < from->part_count; p++) {
        const gait_mesh_part *part = &from->parts[p];
        flat_add_part(self, part, axes, vertex, triangle);
        gaiti_json_open(&json, '{');
        gaiti_json_member_text(&json, "texture", part->texture);
        gaiti_json_member_text(&json, "material", part->material);
        gaiti_json_member_uint(&json, "first_vertex", vertex);
        gaiti_json_member_uint(&json, "vertices", part->vertex_count);
        gaiti_json_member_uint(&json, "first_triangle", triangle);
        gaiti_json_member_uint(&json, "triangles", part->triangle_count);
        gaiti_json_close(&json, '}');
        vertex += part->vertex_count;
        triangle += part->triangle_count;
    }
    gaiti_json_close(&json, ']');
    gaiti_json_member_uint(&json, "vertices", vertex);
    gaiti_json_member_uint(&json, "triangles", triangle);
    flat_write_box(self, &json);
    return gaiti_json_end(&json);
}

uint32_t gait_flat_mesh(gait_flat *flat, uint32_t file, uint32_t skeleton, const float *axes) {
    const gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    const gait_skeleton *names =
        self && skeleton != 0 ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    double to_host[3][3];
    if (!self || (skeleton != 0 && !names)) {
        return 0;
    }
    if (!flat_read_axes(axes, to_host)) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the axes are not a rotation");
        return 0;
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_mesh *from = NULL;
    gaiti_flat_mesh *mesh = NULL;
    gait_status status = gait_file_mesh(self->file, names, &options, &from);
    if (status == GAIT_OK) {
        status = flat_new_mesh(from, &options, &mesh);
    }
    if (mesh) {
        status = flat_fill_mesh(mesh, from, (const double(*)[3])to_host, out);
    }
    gait_mesh_free(from);
    if (!gaiti_flat_end_result(flat, status,
                               status == GAIT_NOT_FOUND ? "the file has no mesh" : NULL)) {
        flat_release_mesh(flat, mesh);
        return 0;
    }
    return gaiti_flat_add(flat, FLAT_MESH, mesh, flat_release_mesh, NULL);
}

static const gaiti_flat_mesh *flat_get_mesh(gait_flat *flat, uint32_t mesh) {
    return gaiti_flat_begin(flat) ? gaiti_flat_get(flat, mesh, FLAT_MESH) : NULL;
}

const void *gait_flat_mesh_data(gait_flat *flat, uint32_t mesh, uint32_t kind) {
    const gaiti_flat_mesh *self = flat_get_mesh(flat, mesh);
    if (!self) {
        return NULL;
    }
    const void *const data[] = {self->positions, self->normals, self->uvs,
                                self->joints,    self->weights, self->triangles};
    if (kind >= sizeof data / sizeof data[0]) {
        gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "there is no such data of meshes");
        return NULL;
    }
    return data[kind];
}

bool gait_flat_mesh_bones(gait_flat *flat, uint32_t mesh, uint32_t skeleton, int32_t *out_bones,
                          float *out_inverses) {
    const gaiti_flat_mesh *self = flat_get_mesh(flat, mesh);
    const gait_skeleton *moving = self ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!moving) {
        return false;
    }
    if (!out_bones || !out_inverses) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the outputs are missing");
    }
    for (uint32_t b = 0; b < self->bone_count; b++) {
        int32_t bone = gait_skeleton_find(moving, self->bones[b]);
        gait_affine inverse = gait_affine_identity();
        if (bone >= 0 && moving->bones[bone].rest_origin != GAIT_ORIGIN_UNKNOWN) {
            gait_affine rest = gait_affine_change_axes(&moving->rest_model[bone], GAIT_AXES_ENGINE,
                                                       GAIT_AXES_GLTF);
            gait_affine_invert(&rest, &inverse);
        }
        out_bones[b] = bone;
        gaiti_flat_store_matrix(&inverse, out_inverses + (size_t)b * FLAT_BIND);
    }
    return true;
}
