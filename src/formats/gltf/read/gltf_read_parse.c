/* Second pass over the JSON, whose syntax is already checked: validates values and fills the
 * arrays. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/affine.h"
#include "gait/transform.h"

typedef struct gparse {
    gait_gltf *file;
    const gaiti_report *report;
    gaiti_json_reader in;
    gait_status status; /* of the first error */
} gparse;

/* Handles a member of an object; false when the value was not read and must be skipped. */
typedef bool (*gparse_member)(gparse *self, void *object, const gaiti_json_item *key,
                              const gaiti_json_item *value);
/* Handles an element of an array. */
typedef void (*gparse_element)(gparse *self, void *context, const gaiti_json_item *value);

/* --- errors ----------------------------------------------------------------------------------- */

/* Raises an error at an offset of the JSON, completing `detail`, and stops parsing. */
static void gparse_refuse(gparse *self, gaiti_rule rule, uint64_t at, gaiti_detail detail) {
    char pointer[GAITI_JSON_POINTER];
    if (self->status != GAIT_OK) {
        return;
    }
    gaiti_json_pointer(self->file->json, at, pointer, sizeof pointer);
    const char *place = pointer[0] ? pointer : "the top level";
    detail.offset = self->file->json_at + at;
    detail.place = gaiti_span(place, strlen(place));
    self->status = gaiti_raise(self->report, rule, detail);
}

static void gparse_refuse_kind(gparse *self, const gaiti_json_item *value, const char *expected) {
    gparse_refuse(self, GAITI_GLTF_READ_KIND, value->at,
                  (gaiti_detail){.name = gaiti_span(expected, strlen(expected))});
}

static void gparse_refuse_value(gparse *self, const gaiti_json_item *value) {
    gparse_refuse(self, GAITI_GLTF_READ_VALUE, value->at, (gaiti_detail){0});
}

/* `at` is the position of the object that lacks the member. */
static void gparse_refuse_missing(gparse *self, gaiti_gltf_read_at at, const char *name) {
    gparse_refuse(self, GAITI_GLTF_READ_MISSING, at - self->file->json_at,
                  (gaiti_detail){.name = gaiti_span(name, strlen(name))});
}

static gaiti_gltf_read_at gparse_at(const gparse *self, const gaiti_json_item *item) {
    return (gaiti_gltf_read_at)(self->file->json_at + item->at);
}

/* --- structure -------------------------------------------------------------------------------- */

static void gparse_object(gparse *self, const gaiti_json_item *item, gparse_member handle,
                          void *object) {
    if (item->kind != GAITI_JSON_OBJECT) {
        gparse_refuse_kind(self, item, "an object");
        return;
    }
    for (;;) {
        gaiti_json_item key = gaiti_json_next(&self->in);
        if (key.kind != GAITI_JSON_KEY) {
            return;
        }
        gaiti_json_item value = gaiti_json_next(&self->in);
        bool is_read = handle(self, object, &key, &value);
        if (self->status != GAIT_OK) {
            return;
        }
        if (!is_read) {
            gaiti_json_skip(&self->in, &value);
        }
    }
}

static void gparse_array(gparse *self, const gaiti_json_item *item, gparse_element handle,
                         void *context) {
    if (item->kind != GAITI_JSON_ARRAY) {
        gparse_refuse_kind(self, item, "an array");
        return;
    }
    for (;;) {
        gaiti_json_item value = gaiti_json_next(&self->in);
        if (value.kind == GAITI_JSON_ARRAY_END || value.kind == GAITI_JSON_FAILED) {
            return;
        }
        handle(self, context, &value);
        if (self->status != GAIT_OK) {
            return;
        }
    }
}

/* Counts a new element of an array; fails when the counted capacity is used up. */
static bool gparse_claim(gparse *self, uint32_t *count, uint32_t capacity) {
    if (*count == capacity) {
        self->status = GAIT_INTERNAL;
        return false;
    }
    ++*count;
    return true;
}

/* --- scalars ---------------------------------------------------------------------------------- */

static void gparse_u64(gparse *self, const gaiti_json_item *value, uint64_t *out) {
    if (value->kind != GAITI_JSON_NUMBER || !gaiti_json_u64_of(value, out)) {
        gparse_refuse_kind(self, value, "an integer");
    }
}

/* Reads an index. gaiti_gltf_read_link() checks it against the length of the list. */
static void gparse_index(gparse *self, const gaiti_json_item *value, int32_t *out) {
    uint64_t index = 0;
    gparse_u64(self, value, &index);
    *out = index <= INT32_MAX ? (int32_t)index : INT32_MAX;
}

static void gparse_bool(gparse *self, const gaiti_json_item *value, bool *out) {
    if (value->kind != GAITI_JSON_TRUE && value->kind != GAITI_JSON_FALSE) {
        gparse_refuse_kind(self, value, "true or false");
    }
    *out = value->kind == GAITI_JSON_TRUE;
}

/* Reads a string: a span of the file, or an unescaped copy when it contains escapes. */
static void gparse_text(gparse *self, const gaiti_json_item *value, gait_span *out) {
    if (value->kind != GAITI_JSON_STRING) {
        gparse_refuse_kind(self, value, "a string");
        return;
    }
    *out = value->raw;
    if (value->is_escaped) {
        uint8_t *copy = gaiti_alloc(&self->file->arena, value->raw.size, 1);
        if (!copy) {
            self->status = self->file->arena.status;
            return;
        }
        *out = gaiti_span(copy, gaiti_json_unescape(value, copy));
    }
}

/* The JSON text of a value. */
static gait_span gparse_raw(gparse *self, const gaiti_json_item *value) {
    if (value->kind == GAITI_JSON_STRING) {
        return gaiti_span(value->raw.data - 1, value->raw.size + 2);
    }
    gaiti_json_skip(&self->in, value);
    return gaiti_span(self->in.data + value->at, (size_t)(self->in.at - value->at));
}

typedef struct gparse_numbers {
    double *out;
    uint32_t count, capacity;
} gparse_numbers;

static void gparse_number_element(gparse *self, void *context, const gaiti_json_item *value) {
    gparse_numbers *numbers = context;
    double number;
    if (value->kind != GAITI_JSON_NUMBER) {
        gparse_refuse_kind(self, value, "a number");
    } else if (numbers->count == numbers->capacity || !gaiti_json_f64_of(value, &number)) {
        gparse_refuse_value(self, value);
    } else {
        numbers->out[numbers->count++] = number;
    }
}

/* An array of exactly `count` numbers. */
static void gparse_number_array(gparse *self, const gaiti_json_item *value, double *out,
                                uint32_t count) {
    gparse_numbers numbers = {.out = out, .capacity = count};
    gparse_array(self, value, gparse_number_element, &numbers);
    if (numbers.count < count) {
        gparse_refuse_value(self, value);
    }
}

/* --- asset, extensions ------------------------------------------------------------------------ */

static bool gparse_asset_member(gparse *self, void *object, const gaiti_json_item *key,
                                const gaiti_json_item *value) {
    gait_gltf *file = object;
    if (gaiti_json_is(key, "generator")) {
        gparse_text(self, value, &file->generator);
        return true;
    }
    if (!gaiti_json_is(key, "version") && !gaiti_json_is(key, "minVersion")) {
        return false;
    }
    gait_span version = {0};
    gparse_text(self, value, &version);
    bool is_newest = version.size == 3 && memcmp(version.data, "2.0", 3) == 0;
    bool is_two = version.size >= 2 && memcmp(version.data, "2.", 2) == 0;
    if (self->status == GAIT_OK && (gaiti_json_is(key, "version") ? !is_two : !is_newest)) {
        gparse_refuse(self, GAITI_GLTF_READ_VERSION, value->at,
                      (gaiti_detail){.name = version, .name_is_utf8 = true});
    }
    if (gaiti_json_is(key, "version")) {
        file->version = version;
    }
    return true;
}

/* True for extensions that do not affect nodes, skins and animations, or only add component types
 * that are supported anyway. */
static bool gparse_is_harmless(const gaiti_json_item *name) {
    static const char *const exact[] = {
        "KHR_mesh_quantization", "KHR_lights_punctual",   "KHR_texture_transform",
        "KHR_texture_basisu",    "KHR_xmp_json_ld",       "KHR_xmp",
        "EXT_texture_webp",      "EXT_texture_avif",      "EXT_lights_image_based",
        "MSFT_texture_dds",      "KHR_animation_pointer", "KHR_node_visibility",
        "EXT_mesh_manifold",     "KHR_techniques_webgl",
    };
    static const char materials[] = "KHR_materials_";
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        if (gaiti_json_is(name, exact[i])) {
            return true;
        }
    }
    size_t size = sizeof materials - 1;
    return name->raw.size > size && memcmp(name->raw.data, materials, size) == 0;
}

static void gparse_required_extension(gparse *self, void *context, const gaiti_json_item *value) {
    (void)context;
    if (value->kind != GAITI_JSON_STRING) {
        gparse_refuse_kind(self, value, "a string");
    } else if (!gparse_is_harmless(value)) {
        gparse_refuse(self, GAITI_GLTF_READ_EXTENSION, value->at,
                      (gaiti_detail){.name = value->raw, .name_is_utf8 = true});
    }
}

/* --- buffers, views, accessors ---------------------------------------------------------------- */

static bool gparse_buffer_member(gparse *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    gaiti_gltf_read_buffer *buffer = object;
    if (gaiti_json_is(key, "uri")) {
        gparse_text(self, value, &buffer->uri);
    } else if (gaiti_json_is(key, "byteLength")) {
        gparse_u64(self, value, &buffer->size);
    } else {
        return false;
    }
    return true;
}

static void gparse_buffer(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.buffers, file->capacity.buffers)) {
        gaiti_gltf_read_buffer *buffer = &file->buffers[file->count.buffers - 1];
        *buffer = (gaiti_gltf_read_buffer){
            .at = gparse_at(self, value), .size = UINT64_MAX, .next_same = -1};
        gparse_object(self, value, gparse_buffer_member, buffer);
        if (buffer->size == UINT64_MAX) {
            gparse_refuse_missing(self, buffer->at, "byteLength");
        }
    }
}

static bool gparse_view_member(gparse *self, void *object, const gaiti_json_item *key,
                               const gaiti_json_item *value) {
    gaiti_gltf_read_view *view = object;
    uint64_t number = 0;
    if (gaiti_json_is(key, "buffer")) {
        int32_t index = 0;
        gparse_index(self, value, &index);
        view->buffer = (uint32_t)index;
    } else if (gaiti_json_is(key, "byteOffset")) {
        gparse_u64(self, value, &view->offset);
    } else if (gaiti_json_is(key, "byteLength")) {
        gparse_u64(self, value, &view->size);
    } else if (gaiti_json_is(key, "byteStride")) {
        gparse_u64(self, value, &number);
        if (number == 0 || number > 65535) {
            gparse_refuse_value(self, value);
        }
        view->stride = (uint32_t)number;
    } else {
        return false;
    }
    return true;
}

static void gparse_view(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.views, file->capacity.views)) {
        gaiti_gltf_read_view *view = &file->views[file->count.views - 1];
        *view = (gaiti_gltf_read_view){
            .at = gparse_at(self, value), .buffer = UINT32_MAX, .size = UINT64_MAX};
        gparse_object(self, value, gparse_view_member, view);
        if (view->buffer == UINT32_MAX || view->size == UINT64_MAX) {
            gparse_refuse_missing(self, view->at,
                                  view->buffer == UINT32_MAX ? "buffer" : "byteLength");
        }
    }
}

static void gparse_component(gparse *self, const gaiti_json_item *value, uint16_t *out) {
    uint64_t number = 0;
    gparse_u64(self, value, &number);
    if (number < 5120 || number > 5126 || number == 5124) {
        gparse_refuse_value(self, value);
        return;
    }
    *out = (uint16_t)number;
}

static void gparse_type(gparse *self, const gaiti_json_item *value, gaiti_gltf_read_accessor *out) {
    static const struct {
        const char *name;
        uint8_t rows, columns;
    } types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                 {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};
    for (size_t i = 0; value->kind == GAITI_JSON_STRING && i < sizeof types / sizeof types[0];
         i++) {
        if (gaiti_json_is(value, types[i].name)) {
            out->rows = types[i].rows;
            out->columns = types[i].columns;
            return;
        }
    }
    gparse_refuse_value(self, value);
}

/* Members of accessors, `sparse.indices` and `sparse.values`. */
static bool gparse_place_member(gparse *self, void *object, const gaiti_json_item *key,
                                const gaiti_json_item *value) {
    gaiti_gltf_read_place *place = object;
    if (gaiti_json_is(key, "bufferView")) {
        gparse_index(self, value, &place->view);
    } else if (gaiti_json_is(key, "byteOffset")) {
        gparse_u64(self, value, &place->offset);
    } else if (gaiti_json_is(key, "componentType")) {
        gparse_component(self, value, &place->component);
    } else {
        return false;
    }
    return true;
}

static bool gparse_sparse_member(gparse *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    gaiti_gltf_read_accessor *accessor = object;
    if (gaiti_json_is(key, "count")) {
        gparse_u64(self, value, &accessor->sparse_count);
    } else if (gaiti_json_is(key, "indices")) {
        gparse_object(self, value, gparse_place_member, &accessor->sparse_indices);
    } else if (gaiti_json_is(key, "values")) {
        gparse_object(self, value, gparse_place_member, &accessor->sparse_values);
    } else {
        return false;
    }
    return true;
}

static bool gparse_accessor_member(gparse *self, void *object, const gaiti_json_item *key,
                                   const gaiti_json_item *value) {
    gaiti_gltf_read_accessor *accessor = object;
    if (gparse_place_member(self, &accessor->base, key, value)) {
        return true;
    }
    if (gaiti_json_is(key, "count")) {
        gparse_u64(self, value, &accessor->count);
    } else if (gaiti_json_is(key, "type")) {
        gparse_type(self, value, accessor);
    } else if (gaiti_json_is(key, "normalized")) {
        gparse_bool(self, value, &accessor->is_normalised);
    } else if (gaiti_json_is(key, "sparse")) {
        gparse_object(self, value, gparse_sparse_member, accessor);
    } else {
        return false;
    }
    return true;
}

static void gparse_check_sparse(gparse *self, const gaiti_gltf_read_accessor *accessor) {
    uint16_t component = accessor->sparse_indices.component;
    if (accessor->sparse_count == 0) {
        return;
    }
    if (accessor->sparse_indices.view < 0 || accessor->sparse_values.view < 0 || component == 0) {
        gparse_refuse_missing(self, accessor->at,
                              accessor->sparse_indices.view < 0 || component == 0
                                  ? "sparse/indices"
                                  : "sparse/values");
    } else if ((component != 5121 && component != 5123 && component != 5125) ||
               accessor->sparse_count > accessor->count) {
        gparse_refuse(self, GAITI_GLTF_READ_VALUE, accessor->at - self->file->json_at,
                      (gaiti_detail){0});
    }
}

static void gparse_accessor(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.accessors, file->capacity.accessors)) {
        gaiti_gltf_read_accessor *accessor = &file->accessors[file->count.accessors - 1];
        *accessor = (gaiti_gltf_read_accessor){.at = gparse_at(self, value),
                                               .base.view = -1,
                                               .sparse_indices.view = -1,
                                               .sparse_values.view = -1,
                                               .count = UINT64_MAX};
        gparse_object(self, value, gparse_accessor_member, accessor);
        accessor->sparse_values.component = accessor->base.component;
        if (accessor->count == UINT64_MAX || !accessor->rows || !accessor->base.component) {
            gparse_refuse_missing(self, accessor->at,
                                  !accessor->base.component ? "componentType"
                                  : !accessor->rows         ? "type"
                                                            : "count");
        }
        gparse_check_sparse(self, accessor);
    }
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* State of parsing one node. */
typedef struct gparse_node {
    gaiti_gltf_read_node *node;
    uint32_t index;
    double matrix[16];
    bool has_matrix;
} gparse_node;

static void gparse_child(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = self->file;
    uint32_t parent = *(uint32_t *)context;
    int32_t child = 0;
    gparse_index(self, value, &child);
    if (self->status != GAIT_OK) {
        return;
    }
    if ((uint32_t)child >= file->capacity.nodes) {
        gparse_refuse(self, GAITI_GLTF_READ_INDEX, value->at,
                      (gaiti_detail){.found = child, .expected = file->capacity.nodes});
    } else if (file->parents[child] >= 0) {
        gparse_refuse(self, GAITI_GLTF_READ_TWO_PARENTS, value->at, (gaiti_detail){.found = child});
    } else {
        file->parents[child] = (int32_t)parent;
    }
}

static bool gparse_node_extra(gparse *self, void *object, const gaiti_json_item *key,
                              const gaiti_json_item *value) {
    gparse_node *it = object;
    if (value->kind != GAITI_JSON_STRING) {
        return false;
    }
    if (gaiti_json_is(key, "name")) {
        gparse_text(self, value, &it->node->original);
        return true;
    }
    if (gaiti_json_is(key, "gait") && self->file->armature < 0) {
        gparse_text(self, value, &self->file->armature_extras);
        self->file->armature = (int32_t)it->index;
        return true;
    }
    return false;
}

static bool gparse_node_transform(gparse *self, gparse_node *it, const gaiti_json_item *key,
                                  const gaiti_json_item *value) {
    if (gaiti_json_is(key, "translation")) {
        gparse_number_array(self, value, it->node->local.t, 3);
    } else if (gaiti_json_is(key, "rotation")) {
        gparse_number_array(self, value, it->node->local.q, 4);
    } else if (gaiti_json_is(key, "scale")) {
        gparse_number_array(self, value, it->node->local.s, 3);
    } else if (gaiti_json_is(key, "matrix")) {
        gparse_number_array(self, value, it->matrix, 16);
        it->has_matrix = true;
    } else {
        return false;
    }
    return true;
}

static bool gparse_node_member(gparse *self, void *object, const gaiti_json_item *key,
                               const gaiti_json_item *value) {
    gparse_node *it = object;
    if (gparse_node_transform(self, it, key, value)) {
        return true;
    }
    if (gaiti_json_is(key, "name")) {
        gparse_text(self, value, &it->node->name);
    } else if (gaiti_json_is(key, "children")) {
        gparse_array(self, value, gparse_child, &it->index);
    } else if (gaiti_json_is(key, "extras") && value->kind == GAITI_JSON_OBJECT) {
        gparse_object(self, value, gparse_node_extra, it);
    } else {
        it->node->is_scenery =
            it->node->is_scenery || gaiti_json_is(key, "mesh") || gaiti_json_is(key, "camera");
        return false;
    }
    return true;
}

static gait_span gparse_node_place(const gparse_node *it, char pointer[GAITI_JSON_POINTER]) {
    return gaiti_gltf_read_pointer(pointer, "nodes", it->index, NULL, 0);
}

static void gparse_end_node(const gparse *self, gparse_node *it) {
    char pointer[GAITI_JSON_POINTER];
    gait_transform *local = &it->node->local;
    if (it->has_matrix) {
        const double *m = it->matrix;
        gait_affine affine = {.m = {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}},
                              .t = {m[12], m[13], m[14]}};
        gait_affine_decompose(&affine, local);
        gait_affine again = gait_affine_from_transform(local);
        double max_error = 0;
        for (int i = 0; i < 9; i++) {
            double off = gaiti_abs(again.m[i / 3][i % 3] - affine.m[i / 3][i % 3]);
            max_error = off > max_error ? off : max_error;
        }
        double size = gaiti_abs(local->s[0]) + gaiti_abs(local->s[1]) + gaiti_abs(local->s[2]);
        if (!(max_error <= 1e-4 * size)) {
            gaiti_raise(self->report, GAITI_GLTF_READ_SHEAR,
                        (gaiti_detail){.offset = it->node->at,
                                       .number = max_error,
                                       .place = gparse_node_place(it, pointer)});
        }
    } else if (!gaiti_quaternion_normalise(local->q)) {
        gaiti_raise(
            self->report, GAITI_GLTF_READ_NODE_ROTATION,
            (gaiti_detail){.offset = it->node->at, .place = gparse_node_place(it, pointer)});
    }
}

static void gparse_read_node(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.nodes, file->capacity.nodes)) {
        uint32_t index = file->count.nodes - 1;
        gparse_node it = {.node = &file->nodes[index], .index = index};
        *it.node = (gaiti_gltf_read_node){
            .at = gparse_at(self, value),
            .local = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
        };
        gparse_object(self, value, gparse_node_member, &it);
        if (self->status == GAIT_OK) {
            gparse_end_node(self, &it);
        }
    }
}

/* --- scenes, skins ---------------------------------------------------------------------------- */

static bool gparse_gait_extra(gparse *self, void *object, const gaiti_json_item *key,
                              const gaiti_json_item *value) {
    gait_span *out = object;
    if (!gaiti_json_is(key, "gait")) {
        return false;
    }
    *out = gparse_raw(self, value);
    return true;
}

static bool gparse_scene_member(gparse *self, void *object, const gaiti_json_item *key,
                                const gaiti_json_item *value) {
    if (!gaiti_json_is(key, "extras") || value->kind != GAITI_JSON_OBJECT) {
        return false;
    }
    gparse_object(self, value, gparse_gait_extra, object);
    return true;
}

static void gparse_scene(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.scenes, file->capacity.scenes)) {
        gait_span *extras = &file->scene_extras[file->count.scenes - 1];
        *extras = (gait_span){0};
        gparse_object(self, value, gparse_scene_member, extras);
    }
}

static void gparse_joint(gparse *self, void *context, const gaiti_json_item *value) {
    gaiti_gltf_read_skin *skin = context;
    gait_gltf *file = self->file;
    int32_t node = 0;
    gparse_index(self, value, &node);
    if ((uint32_t)node >= file->capacity.nodes) {
        gparse_refuse(self, GAITI_GLTF_READ_INDEX, value->at,
                      (gaiti_detail){.found = node, .expected = file->capacity.nodes});
    } else if (gparse_claim(self, &file->count.joints, file->capacity.joints)) {
        file->joints[file->count.joints - 1] = (uint32_t)node;
        skin->joint_count++;
    }
}

static bool gparse_skin_member(gparse *self, void *object, const gaiti_json_item *key,
                               const gaiti_json_item *value) {
    gaiti_gltf_read_skin *skin = object;
    if (gaiti_json_is(key, "name")) {
        gparse_text(self, value, &skin->name);
    } else if (gaiti_json_is(key, "inverseBindMatrices")) {
        gparse_index(self, value, &skin->inverse_bind);
    } else if (gaiti_json_is(key, "joints")) {
        skin->first_joint = self->file->count.joints;
        skin->joint_count = 0;
        gparse_array(self, value, gparse_joint, skin);
    } else {
        return false;
    }
    return true;
}

static void gparse_skin(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.skins, file->capacity.skins)) {
        uint32_t index = file->count.skins - 1;
        gaiti_gltf_read_skin *skin = &file->skins[index];
        *skin = (gaiti_gltf_read_skin){.at = gparse_at(self, value), .inverse_bind = -1};
        gparse_object(self, value, gparse_skin_member, skin);
        if (skin->joint_count == 0) {
            gparse_refuse(self, GAITI_GLTF_READ_NO_JOINTS, value->at, (gaiti_detail){0});
        }
    }
}

/* --- animations ------------------------------------------------------------------------------- */

static bool gparse_target_member(gparse *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    static const char *const paths[] = {"translation", "rotation", "scale"};
    gaiti_gltf_read_channel *channel = object;
    if (gaiti_json_is(key, "node")) {
        gparse_index(self, value, &channel->node);
        return true;
    }
    if (!gaiti_json_is(key, "path")) {
        return false;
    }
    if (value->kind != GAITI_JSON_STRING) {
        gparse_refuse_kind(self, value, "a string");
        return true;
    }
    for (int i = 0; i < GAITI_GLTF_PATH_OTHER; i++) {
        channel->path = gaiti_json_is(value, paths[i]) ? (uint8_t)i : channel->path;
    }
    return true;
}

static bool gparse_channel_member(gparse *self, void *object, const gaiti_json_item *key,
                                  const gaiti_json_item *value) {
    gaiti_gltf_read_channel *channel = object;
    if (gaiti_json_is(key, "sampler")) {
        gparse_index(self, value, &channel->sampler);
    } else if (gaiti_json_is(key, "target")) {
        gparse_object(self, value, gparse_target_member, channel);
    } else {
        return false;
    }
    return true;
}

static void gparse_channel(gparse *self, void *context, const gaiti_json_item *value) {
    gaiti_gltf_read_animation *animation = context;
    gait_gltf *file = self->file;
    if (gparse_claim(self, &file->count.channels, file->capacity.channels)) {
        gaiti_gltf_read_channel *channel = &file->channels[file->count.channels - 1];
        *channel = (gaiti_gltf_read_channel){
            .at = gparse_at(self, value), .sampler = -1, .node = -1, .path = GAITI_GLTF_PATH_OTHER};
        gparse_object(self, value, gparse_channel_member, channel);
        if (channel->sampler < 0) {
            gparse_refuse_missing(self, channel->at, "sampler");
        }
        animation->channel_count++;
    }
}

static void gparse_interpolation(gparse *self, const gaiti_json_item *value, uint8_t *out) {
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    for (uint8_t i = 0; value->kind == GAITI_JSON_STRING && i < 3; i++) {
        if (gaiti_json_is(value, names[i])) {
            *out = i;
            return;
        }
    }
    gparse_refuse_value(self, value);
}

static bool gparse_sampler_member(gparse *self, void *object, const gaiti_json_item *key,
                                  const gaiti_json_item *value) {
    gaiti_gltf_read_sampler *sampler = object;
    if (gaiti_json_is(key, "input")) {
        gparse_index(self, value, &sampler->input);
    } else if (gaiti_json_is(key, "output")) {
        gparse_index(self, value, &sampler->output);
    } else if (gaiti_json_is(key, "interpolation")) {
        gparse_interpolation(self, value, &sampler->interpolation);
    } else {
        return false;
    }
    return true;
}

static void gparse_sampler(gparse *self, void *context, const gaiti_json_item *value) {
    gaiti_gltf_read_animation *animation = context;
    gait_gltf *file = self->file;
    if (gparse_claim(self, &file->count.samplers, file->capacity.samplers)) {
        gaiti_gltf_read_sampler *sampler = &file->samplers[file->count.samplers - 1];
        *sampler = (gaiti_gltf_read_sampler){.input = -1, .output = -1};
        gparse_object(self, value, gparse_sampler_member, sampler);
        if (sampler->input < 0 || sampler->output < 0) {
            gparse_refuse_missing(self, gparse_at(self, value),
                                  sampler->input < 0 ? "input" : "output");
        }
        animation->sampler_count++;
    }
}

static bool gparse_animation_member(gparse *self, void *object, const gaiti_json_item *key,
                                    const gaiti_json_item *value) {
    gaiti_gltf_read_animation *animation = object;
    if (gaiti_json_is(key, "name")) {
        gparse_text(self, value, &animation->name);
    } else if (gaiti_json_is(key, "channels")) {
        animation->first_channel = self->file->count.channels;
        animation->channel_count = 0;
        gparse_array(self, value, gparse_channel, animation);
    } else if (gaiti_json_is(key, "samplers")) {
        animation->first_sampler = self->file->count.samplers;
        animation->sampler_count = 0;
        gparse_array(self, value, gparse_sampler, animation);
    } else if (gaiti_json_is(key, "extras") && value->kind == GAITI_JSON_OBJECT) {
        gparse_object(self, value, gparse_gait_extra, &animation->extras);
    } else {
        return false;
    }
    return true;
}

/* Names an unnamed animation like Blender does: "Anim_3". */
static void gparse_name_animation(gparse *self, gaiti_gltf_read_animation *animation,
                                  uint32_t index) {
    static const char prefix[] = "Anim_";
    char text[sizeof prefix + GAITI_NUMBER_MAX];
    memcpy(text, prefix, sizeof prefix - 1);
    size_t size = sizeof prefix - 1 + gaiti_print_u64(text + sizeof prefix - 1, index);
    uint8_t *copy = gaiti_copy(&self->file->arena, gaiti_span(text, size));
    animation->name = gaiti_span(copy, size);
    self->status = copy ? self->status : self->file->arena.status;
}

static void gparse_animation(gparse *self, void *context, const gaiti_json_item *value) {
    gait_gltf *file = context;
    if (gparse_claim(self, &file->count.animations, file->capacity.animations)) {
        gaiti_gltf_read_animation *animation = &file->animations[file->count.animations - 1];
        *animation = (gaiti_gltf_read_animation){.at = gparse_at(self, value)};
        gparse_object(self, value, gparse_animation_member, animation);
        if (self->status == GAIT_OK && animation->name.size == 0) {
            gparse_name_animation(self, animation, file->count.animations - 1);
        }
    }
}

/* --- the document ----------------------------------------------------------------------------- */

/* A repeated list replaces the previous one. */
static bool gparse_list(gparse *self, const gaiti_json_item *key, const gaiti_json_item *value) {
    gait_gltf *file = self->file;
    const struct {
        const char *name;
        uint32_t *count;
        gparse_element handle;
    } lists[] = {{"buffers", &file->count.buffers, gparse_buffer},
                 {"bufferViews", &file->count.views, gparse_view},
                 {"accessors", &file->count.accessors, gparse_accessor},
                 {"scenes", &file->count.scenes, gparse_scene},
                 {"skins", &file->count.skins, gparse_skin},
                 {"animations", &file->count.animations, gparse_animation}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (gaiti_json_is(key, lists[i].name)) {
            *lists[i].count = 0;
            gparse_array(self, value, lists[i].handle, file);
            return true;
        }
    }
    return false;
}

static bool gparse_top_member(gparse *self, void *object, const gaiti_json_item *key,
                              const gaiti_json_item *value) {
    gait_gltf *file = object;
    if (gaiti_json_is(key, "nodes")) {
        file->count.nodes = 0;
        file->armature = -1;
        for (uint32_t i = 0; i < file->capacity.nodes; i++) {
            file->parents[i] = -1;
        }
        gparse_array(self, value, gparse_read_node, file);
    } else if (gaiti_json_is(key, "asset")) {
        gparse_object(self, value, gparse_asset_member, file);
    } else if (gaiti_json_is(key, "extensionsRequired")) {
        gparse_array(self, value, gparse_required_extension, NULL);
    } else if (gaiti_json_is(key, "scene")) {
        uint64_t scene = 0;
        gparse_u64(self, value, &scene);
        file->scene = (int64_t)scene;
    } else {
        return gparse_list(self, key, value);
    }
    return true;
}

gait_status gaiti_gltf_read_parse(gait_gltf *file, const gaiti_report *report) {
    gparse self = {.file = file, .report = report, .in = gaiti_json_reading(file->json)};
    gaiti_json_item top = gaiti_json_next(&self.in);
    gparse_object(&self, &top, gparse_top_member, file);
    if (self.status == GAIT_OK && !file->version.data) {
        self.status = gaiti_raise(report, GAITI_GLTF_READ_NO_VERSION,
                                  (gaiti_detail){.offset = file->json_at});
    }
    return self.status;
}
