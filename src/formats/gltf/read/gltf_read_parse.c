/* Second pass over the JSON, whose syntax is already checked: validates values and fills the
 * arrays. The document of the parser is the gait_gltf. */
#include <string.h>

#include "base/bytes.h"
#include "base/json/json_members.h"
#include "base/number/number.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/affine.h"
#include "gait/transform.h"

/* --- errors ----------------------------------------------------------------------------------- */

/* Raises an error at an offset of the JSON, completing `detail`, and stops parsing. */
static void gparse_refuse(gaiti_json_parser *self, gaiti_rule rule, uint64_t at,
                          gaiti_detail detail) {
    const gait_gltf *file = self->document;
    char pointer[GAITI_JSON_POINTER];
    if (self->status != GAIT_OK) {
        return;
    }
    gaiti_json_pointer(file->json, at, pointer, sizeof pointer);
    detail.offset = file->json_at + at;
    detail.place = gaiti_span_of(pointer[0] ? pointer : "the top level");
    self->status = gaiti_raise(self->report, rule, detail);
}

static bool gparse_refuse_kind(gaiti_json_parser *self, const gaiti_json_item *value,
                               const char *expected) {
    gparse_refuse(self, GAITI_GLTF_READ_KIND, value->at,
                  (gaiti_detail){.name = gaiti_span_of(expected)});
    return true;
}

static bool gparse_refuse_value(gaiti_json_parser *self, const gaiti_json_item *value) {
    gparse_refuse(self, GAITI_GLTF_READ_VALUE, value->at, (gaiti_detail){0});
    return true;
}

/* Raises that an object lacks a member, if it does. */
static void gparse_require(gaiti_json_parser *self, const gaiti_json_item *object, bool has,
                           const char *name) {
    if (!has) {
        gparse_refuse(self, GAITI_GLTF_READ_MISSING, object->at,
                      (gaiti_detail){.name = gaiti_span_of(name)});
    }
}

static gaiti_gltf_read_at gparse_at(const gaiti_json_parser *self, const gaiti_json_item *item) {
    const gait_gltf *file = self->document;
    return (gaiti_gltf_read_at)(file->json_at + item->at);
}

/* --- structure -------------------------------------------------------------------------------- */

static void gparse_object(gaiti_json_parser *self, const gaiti_json_item *item,
                          const gaiti_json_member *members, void *object) {
    if (!gaiti_json_read_members(self, item, members, object)) {
        gparse_refuse_kind(self, item, "an object");
    }
}

static void gparse_array(gaiti_json_parser *self, const gaiti_json_item *item,
                         gaiti_json_value *read, void *place) {
    if (!gaiti_json_read_items(self, item, read, place)) {
        gparse_refuse_kind(self, item, "an array");
    }
}

/* Counts a new element of an array; fails when the counted capacity is used up. */
static bool gparse_claim(gaiti_json_parser *self, uint32_t *count, uint32_t capacity) {
    if (*count == capacity) {
        self->status = GAIT_INTERNAL;
        return false;
    }
    ++*count;
    return true;
}

/* Adds the element that was read last to the elements of an object. */
static void gparse_extend(gaiti_gltf_read_range *range, uint32_t index) {
    range->first = range->count++ == 0 ? index : range->first;
}

/* --- scalars ---------------------------------------------------------------------------------- */

static bool gparse_u64(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    if (value->kind != GAITI_JSON_NUMBER || !gaiti_json_u64_of(value, place)) {
        gparse_refuse_kind(self, value, "an integer");
    }
    return true;
}

/* Reads an index. gaiti_gltf_read_link() checks it against the length of the list. */
static bool gparse_index(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    uint64_t index = 0;
    gparse_u64(self, &index, value);
    *(int32_t *)place = index <= INT32_MAX ? (int32_t)index : INT32_MAX;
    return true;
}

static bool gparse_bool(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    if (value->kind != GAITI_JSON_TRUE && value->kind != GAITI_JSON_FALSE) {
        gparse_refuse_kind(self, value, "true or false");
    }
    *(bool *)place = value->kind == GAITI_JSON_TRUE;
    return true;
}

/* Reads a string: a span of the file, or an unescaped copy when it contains escapes. */
static bool gparse_text(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    gait_span *out = place;
    if (value->kind != GAITI_JSON_STRING) {
        return gparse_refuse_kind(self, value, "a string");
    }
    *out = value->raw;
    if (value->is_escaped) {
        uint8_t *copy = gaiti_alloc(&file->arena, value->raw.size, 1);
        if (copy) {
            *out = gaiti_span(copy, gaiti_json_unescape(value, copy));
        } else {
            self->status = file->arena.status;
        }
    }
    return true;
}

/* Reads the index of a name in a list. */
static bool gparse_choice(gaiti_json_parser *self, const gaiti_json_item *value,
                          const char *const *names, uint8_t count, uint8_t *out) {
    for (uint8_t i = 0; value->kind == GAITI_JSON_STRING && i < count; i++) {
        if (gaiti_json_is(value, names[i])) {
            *out = i;
            return true;
        }
    }
    return gparse_refuse_value(self, value);
}

typedef struct gparse_numbers {
    double *out;
    uint32_t count, capacity;
} gparse_numbers;

static bool gparse_number(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gparse_numbers *numbers = place;
    double number;
    if (value->kind != GAITI_JSON_NUMBER) {
        return gparse_refuse_kind(self, value, "a number");
    }
    if (numbers->count == numbers->capacity || !gaiti_json_f64_of(value, &number)) {
        return gparse_refuse_value(self, value);
    }
    numbers->out[numbers->count++] = number;
    return true;
}

/* An array of exactly `count` numbers. */
static bool gparse_numbers_of(gaiti_json_parser *self, double *out, uint32_t count,
                              const gaiti_json_item *value) {
    gparse_numbers numbers = {.out = out, .capacity = count};
    gparse_array(self, value, gparse_number, &numbers);
    return numbers.count == count || gparse_refuse_value(self, value);
}

static bool gparse_vector(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    return gparse_numbers_of(self, place, 3, value);
}

static bool gparse_quaternion(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    return gparse_numbers_of(self, place, 4, value);
}

/* extras.gait: the JSON text of a value, for metadata. */
static bool gparse_raw(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_span *out = place;
    if (value->kind == GAITI_JSON_STRING) {
        *out = gaiti_span(value->raw.data - 1, value->raw.size + 2);
    } else {
        gaiti_json_skip(&self->in, value);
        *out = gaiti_span(self->in.data + value->at, (size_t)(self->in.at - value->at));
    }
    return true;
}

/* --- asset, extensions ------------------------------------------------------------------------ */

static void gparse_check_version(gaiti_json_parser *self, const gaiti_json_item *value,
                                 gait_span version, bool is_supported) {
    if (self->status == GAIT_OK && !is_supported) {
        gparse_refuse(self, GAITI_GLTF_READ_VERSION, value->at,
                      (gaiti_detail){.name = version, .name_is_utf8 = true});
    }
}

static bool gparse_version(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_span *version = place;
    gparse_text(self, version, value);
    gparse_check_version(self, value, *version,
                         version->size >= 2 && memcmp(version->data, "2.", 2) == 0);
    return true;
}

static bool gparse_min_version(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_span version = {0};
    (void)place;
    gparse_text(self, &version, value);
    gparse_check_version(self, value, version,
                         version.size == 3 && memcmp(version.data, "2.0", 3) == 0);
    return true;
}

static const gaiti_json_member gparse_asset[] = {
    GAITI_JSON_VALUE("generator", gait_gltf, generator, gparse_text),
    GAITI_JSON_VALUE("version", gait_gltf, version, gparse_version),
    GAITI_JSON_HERE("minVersion", gparse_min_version),
    GAITI_JSON_MEMBERS_END,
};

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

static bool gparse_required_extension(gaiti_json_parser *self, void *place,
                                      const gaiti_json_item *value) {
    (void)place;
    if (value->kind != GAITI_JSON_STRING) {
        return gparse_refuse_kind(self, value, "a string");
    }
    if (!gparse_is_harmless(value)) {
        gparse_refuse(self, GAITI_GLTF_READ_EXTENSION, value->at,
                      (gaiti_detail){.name = value->raw, .name_is_utf8 = true});
    }
    return true;
}

/* --- buffers, views, accessors ---------------------------------------------------------------- */

static const gaiti_json_member gparse_buffer_members[] = {
    GAITI_JSON_VALUE("uri", gaiti_gltf_read_buffer, uri, gparse_text),
    GAITI_JSON_VALUE("byteLength", gaiti_gltf_read_buffer, size, gparse_u64),
    GAITI_JSON_MEMBERS_END,
};

static bool gparse_buffer(gaiti_json_parser *self, void *count, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, count, file->capacity.buffers)) {
        gaiti_gltf_read_buffer *buffer = &file->buffers[file->count.buffers - 1];
        *buffer = (gaiti_gltf_read_buffer){
            .at = gparse_at(self, value), .size = UINT64_MAX, .next_same = -1};
        gparse_object(self, value, gparse_buffer_members, buffer);
        gparse_require(self, value, buffer->size != UINT64_MAX, "byteLength");
    }
    return true;
}

static bool gparse_stride(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    uint64_t number = 0;
    gparse_u64(self, &number, value);
    if (number == 0 || number > 65535) {
        gparse_refuse_value(self, value);
    }
    *(uint32_t *)place = (uint32_t)number;
    return true;
}

static const gaiti_json_member gparse_view_members[] = {
    GAITI_JSON_VALUE("buffer", gaiti_gltf_read_view, buffer, gparse_index),
    GAITI_JSON_VALUE("byteOffset", gaiti_gltf_read_view, offset, gparse_u64),
    GAITI_JSON_VALUE("byteLength", gaiti_gltf_read_view, size, gparse_u64),
    GAITI_JSON_VALUE("byteStride", gaiti_gltf_read_view, stride, gparse_stride),
    GAITI_JSON_MEMBERS_END,
};

static bool gparse_view(gaiti_json_parser *self, void *count, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, count, file->capacity.views)) {
        gaiti_gltf_read_view *view = &file->views[file->count.views - 1];
        *view = (gaiti_gltf_read_view){
            .at = gparse_at(self, value), .buffer = UINT32_MAX, .size = UINT64_MAX};
        gparse_object(self, value, gparse_view_members, view);
        gparse_require(self, value, view->buffer != UINT32_MAX, "buffer");
        gparse_require(self, value, view->size != UINT64_MAX, "byteLength");
    }
    return true;
}

static bool gparse_component(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    uint64_t number = 0;
    gparse_u64(self, &number, value);
    if (number < 5120 || number > 5126 || number == 5124) {
        return gparse_refuse_value(self, value);
    }
    *(uint16_t *)place = (uint16_t)number;
    return true;
}

static bool gparse_type(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    static const char *const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    static const uint8_t sizes[][2] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {2, 2}, {3, 3}, {4, 4}};
    gaiti_gltf_read_accessor *accessor = place;
    uint8_t type = 0;
    gparse_choice(self, value, names, sizeof names / sizeof names[0], &type);
    if (self->status == GAIT_OK) {
        accessor->rows = sizes[type][0];
        accessor->columns = sizes[type][1];
    }
    return true;
}

/* Members of `sparse.indices` and `sparse.values`. */
static const gaiti_json_member gparse_place[] = {
    GAITI_JSON_VALUE("bufferView", gaiti_gltf_read_place, view, gparse_index),
    GAITI_JSON_VALUE("byteOffset", gaiti_gltf_read_place, offset, gparse_u64),
    GAITI_JSON_VALUE("componentType", gaiti_gltf_read_place, component, gparse_component),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gparse_sparse[] = {
    GAITI_JSON_VALUE("count", gaiti_gltf_read_accessor, sparse_count, gparse_u64),
    GAITI_JSON_OBJECT_IN("indices", gaiti_gltf_read_accessor, sparse_indices, gparse_place),
    GAITI_JSON_OBJECT_IN("values", gaiti_gltf_read_accessor, sparse_values, gparse_place),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gparse_accessor_members[] = {
    GAITI_JSON_VALUE("bufferView", gaiti_gltf_read_accessor, base.view, gparse_index),
    GAITI_JSON_VALUE("byteOffset", gaiti_gltf_read_accessor, base.offset, gparse_u64),
    GAITI_JSON_VALUE("componentType", gaiti_gltf_read_accessor, base.component, gparse_component),
    GAITI_JSON_VALUE("count", gaiti_gltf_read_accessor, count, gparse_u64),
    GAITI_JSON_HERE("type", gparse_type),
    GAITI_JSON_VALUE("normalized", gaiti_gltf_read_accessor, is_normalised, gparse_bool),
    GAITI_JSON_OBJECT("sparse", gparse_sparse),
    GAITI_JSON_MEMBERS_END,
};

static void gparse_check_sparse(gaiti_json_parser *self, const gaiti_json_item *value,
                                const gaiti_gltf_read_accessor *accessor) {
    uint16_t component = accessor->sparse_indices.component;
    bool has_indices = accessor->sparse_indices.view >= 0 && component != 0;
    if (accessor->sparse_count == 0) {
        return;
    }
    gparse_require(self, value, has_indices, "sparse/indices");
    gparse_require(self, value, accessor->sparse_values.view >= 0, "sparse/values");
    if ((component != 5121 && component != 5123 && component != 5125) ||
        accessor->sparse_count > accessor->count) {
        gparse_refuse_value(self, value);
    }
}

static bool gparse_accessor(gaiti_json_parser *self, void *count, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, count, file->capacity.accessors)) {
        gaiti_gltf_read_accessor *accessor = &file->accessors[file->count.accessors - 1];
        *accessor = (gaiti_gltf_read_accessor){.at = gparse_at(self, value),
                                               .base.view = -1,
                                               .sparse_indices.view = -1,
                                               .sparse_values.view = -1,
                                               .count = UINT64_MAX};
        gparse_object(self, value, gparse_accessor_members, accessor);
        accessor->sparse_values.component = accessor->base.component;
        gparse_require(self, value, accessor->base.component != 0, "componentType");
        gparse_require(self, value, accessor->rows != 0, "type");
        gparse_require(self, value, accessor->count != UINT64_MAX, "count");
        gparse_check_sparse(self, value, accessor);
    }
    return true;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* State of parsing one node. */
typedef struct gparse_node {
    gaiti_gltf_read_node node;
    uint32_t index;
    double matrix[16];
    bool has_matrix;
} gparse_node;

/* Reads the index of a node that exists. */
static bool gparse_node_index(gaiti_json_parser *self, const gaiti_json_item *value, int32_t *out) {
    const gait_gltf *file = self->document;
    *out = 0;
    gparse_index(self, out, value);
    if ((uint32_t)*out >= file->capacity.nodes) {
        gparse_refuse(self, GAITI_GLTF_READ_INDEX, value->at,
                      (gaiti_detail){.found = *out, .expected = file->capacity.nodes});
    }
    return self->status == GAIT_OK;
}

static bool gparse_child(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    uint32_t parent = *(uint32_t *)place;
    int32_t child;
    if (!gparse_node_index(self, value, &child)) {
        return true;
    }
    if (file->parents[child] >= 0) {
        gparse_refuse(self, GAITI_GLTF_READ_TWO_PARENTS, value->at, (gaiti_detail){.found = child});
    } else {
        file->parents[child] = (int32_t)parent;
    }
    return true;
}

static bool gparse_text_if(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    return value->kind == GAITI_JSON_STRING && gparse_text(self, place, value);
}

static bool gparse_armature(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (file->armature >= 0 || !gparse_text_if(self, &file->armature_extras, value)) {
        return false;
    }
    file->armature = (int32_t)((gparse_node *)place)->index;
    return true;
}

static bool gparse_matrix(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gparse_node *it = place;
    it->has_matrix = true;
    return gparse_numbers_of(self, it->matrix, 16, value);
}

static bool gparse_scenery(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    (void)self, (void)value;
    *(bool *)place = true;
    return false;
}

static const gaiti_json_member gparse_node_extras[] = {
    GAITI_JSON_VALUE("name", gparse_node, node.original, gparse_text_if),
    GAITI_JSON_HERE("gait", gparse_armature),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gparse_node_members[] = {
    GAITI_JSON_VALUE("translation", gparse_node, node.local.t, gparse_vector),
    GAITI_JSON_VALUE("rotation", gparse_node, node.local.q, gparse_quaternion),
    GAITI_JSON_VALUE("scale", gparse_node, node.local.s, gparse_vector),
    GAITI_JSON_HERE("matrix", gparse_matrix),
    GAITI_JSON_VALUE("name", gparse_node, node.name, gparse_text),
    GAITI_JSON_ITEMS("children", gparse_node, index, gparse_child),
    GAITI_JSON_OBJECT_IF("extras", gparse_node_extras),
    GAITI_JSON_VALUE("mesh", gparse_node, node.is_scenery, gparse_scenery),
    GAITI_JSON_VALUE("camera", gparse_node, node.is_scenery, gparse_scenery),
    GAITI_JSON_MEMBERS_END,
};

static void gparse_end_node(const gaiti_json_parser *self, gparse_node *it) {
    char pointer[GAITI_JSON_POINTER];
    gait_transform *local = &it->node.local;
    gaiti_detail detail = {
        .offset = it->node.at,
        .place = gaiti_gltf_read_pointer(pointer, "nodes", it->index, NULL, 0),
    };
    if (it->has_matrix) {
        const double *m = it->matrix;
        gait_affine affine = {.m = {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}},
                              .t = {m[12], m[13], m[14]}};
        gait_affine_decompose(&affine, local);
        gait_affine again = gait_affine_from_transform(local);
        for (int i = 0; i < 9; i++) {
            double off = gaiti_abs(again.m[i / 3][i % 3] - affine.m[i / 3][i % 3]);
            detail.number = off > detail.number ? off : detail.number;
        }
        double size = gaiti_abs(local->s[0]) + gaiti_abs(local->s[1]) + gaiti_abs(local->s[2]);
        if (!(detail.number <= 1e-4 * size)) {
            gaiti_raise(self->report, GAITI_GLTF_READ_SHEAR, detail);
        }
    } else if (!gaiti_quaternion_normalise(local->q)) {
        gaiti_raise(self->report, GAITI_GLTF_READ_NODE_ROTATION, detail);
    }
}

static bool gparse_read_node(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    (void)place;
    if (gparse_claim(self, &file->count.nodes, file->capacity.nodes)) {
        gparse_node it = {
            .node = {.at = gparse_at(self, value), .local = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}},
            .index = file->count.nodes - 1};
        gparse_object(self, value, gparse_node_members, &it);
        if (self->status == GAIT_OK) {
            gparse_end_node(self, &it);
        }
        file->nodes[it.index] = it.node;
    }
    return true;
}

static bool gparse_nodes(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_gltf *file = place;
    file->count.nodes = 0;
    file->armature = -1;
    for (uint32_t i = 0; i < file->capacity.nodes; i++) {
        file->parents[i] = -1;
    }
    gparse_array(self, value, gparse_read_node, file);
    return true;
}

/* --- scenes, skins ---------------------------------------------------------------------------- */

static const gaiti_json_member gparse_scene_extras[] = {
    GAITI_JSON_HERE("gait", gparse_raw),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gparse_scene_members[] = {
    GAITI_JSON_OBJECT_IF("extras", gparse_scene_extras),
    GAITI_JSON_MEMBERS_END,
};

static bool gparse_scene(gaiti_json_parser *self, void *count, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, count, file->capacity.scenes)) {
        gait_span *extras = &file->scene_extras[file->count.scenes - 1];
        *extras = (gait_span){0};
        gparse_object(self, value, gparse_scene_members, extras);
    }
    return true;
}

static bool gparse_joint(gaiti_json_parser *self, void *range, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    int32_t node;
    if (gparse_node_index(self, value, &node) &&
        gparse_claim(self, &file->count.joints, file->capacity.joints)) {
        file->joints[file->count.joints - 1] = (uint32_t)node;
        gparse_extend(range, file->count.joints - 1);
    }
    return true;
}

static const gaiti_json_member gparse_skin_members[] = {
    GAITI_JSON_VALUE("name", gaiti_gltf_read_skin, name, gparse_text),
    GAITI_JSON_VALUE("inverseBindMatrices", gaiti_gltf_read_skin, inverse_bind, gparse_index),
    GAITI_JSON_LIST("joints", gaiti_gltf_read_skin, joints, gparse_joint),
    GAITI_JSON_MEMBERS_END,
};

static bool gparse_skin(gaiti_json_parser *self, void *count, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, count, file->capacity.skins)) {
        gaiti_gltf_read_skin *skin = &file->skins[file->count.skins - 1];
        *skin = (gaiti_gltf_read_skin){.at = gparse_at(self, value), .inverse_bind = -1};
        gparse_object(self, value, gparse_skin_members, skin);
        if (skin->joints.count == 0) {
            gparse_refuse(self, GAITI_GLTF_READ_NO_JOINTS, value->at, (gaiti_detail){0});
        }
    }
    return true;
}

/* --- animations ------------------------------------------------------------------------------- */

/* Other paths, such as "weights", are read as GAITI_GLTF_PATH_OTHER. */
static bool gparse_path(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    static const char *const paths[] = {"translation", "rotation", "scale"};
    uint8_t *path = place;
    if (value->kind != GAITI_JSON_STRING) {
        return gparse_refuse_kind(self, value, "a string");
    }
    for (int i = 0; i < GAITI_GLTF_PATH_OTHER; i++) {
        *path = gaiti_json_is(value, paths[i]) ? (uint8_t)i : *path;
    }
    return true;
}

static const gaiti_json_member gparse_target[] = {
    GAITI_JSON_VALUE("node", gaiti_gltf_read_channel, node, gparse_index),
    GAITI_JSON_VALUE("path", gaiti_gltf_read_channel, path, gparse_path),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gparse_channel_members[] = {
    GAITI_JSON_VALUE("sampler", gaiti_gltf_read_channel, sampler, gparse_index),
    GAITI_JSON_OBJECT("target", gparse_target),
    GAITI_JSON_MEMBERS_END,
};

static bool gparse_channel(gaiti_json_parser *self, void *range, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, &file->count.channels, file->capacity.channels)) {
        gaiti_gltf_read_channel *channel = &file->channels[file->count.channels - 1];
        *channel = (gaiti_gltf_read_channel){
            .at = gparse_at(self, value), .sampler = -1, .node = -1, .path = GAITI_GLTF_PATH_OTHER};
        gparse_object(self, value, gparse_channel_members, channel);
        gparse_require(self, value, channel->sampler >= 0, "sampler");
        gparse_extend(range, file->count.channels - 1);
    }
    return true;
}

static bool gparse_interpolation(gaiti_json_parser *self, void *place,
                                 const gaiti_json_item *value) {
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    return gparse_choice(self, value, names, 3, place);
}

static const gaiti_json_member gparse_sampler_members[] = {
    GAITI_JSON_VALUE("input", gaiti_gltf_read_sampler, input, gparse_index),
    GAITI_JSON_VALUE("output", gaiti_gltf_read_sampler, output, gparse_index),
    GAITI_JSON_VALUE("interpolation", gaiti_gltf_read_sampler, interpolation, gparse_interpolation),
    GAITI_JSON_MEMBERS_END,
};

static bool gparse_sampler(gaiti_json_parser *self, void *range, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, &file->count.samplers, file->capacity.samplers)) {
        gaiti_gltf_read_sampler *sampler = &file->samplers[file->count.samplers - 1];
        *sampler = (gaiti_gltf_read_sampler){.input = -1, .output = -1};
        gparse_object(self, value, gparse_sampler_members, sampler);
        gparse_require(self, value, sampler->input >= 0, "input");
        gparse_require(self, value, sampler->output >= 0, "output");
        gparse_extend(range, file->count.samplers - 1);
    }
    return true;
}

static const gaiti_json_member gparse_animation_extras[] = {
    GAITI_JSON_VALUE("gait", gaiti_gltf_read_animation, extras, gparse_raw),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gparse_animation_members[] = {
    GAITI_JSON_VALUE("name", gaiti_gltf_read_animation, name, gparse_text),
    GAITI_JSON_LIST("channels", gaiti_gltf_read_animation, channels, gparse_channel),
    GAITI_JSON_LIST("samplers", gaiti_gltf_read_animation, samplers, gparse_sampler),
    GAITI_JSON_OBJECT_IF("extras", gparse_animation_extras),
    GAITI_JSON_MEMBERS_END,
};

/* Names an unnamed animation like Blender does: "Anim_3". */
static void gparse_name_animation(gaiti_json_parser *self, gaiti_gltf_read_animation *animation,
                                  uint32_t index) {
    static const char prefix[] = "Anim_";
    gait_gltf *file = self->document;
    char text[sizeof prefix + GAITI_NUMBER_MAX];
    memcpy(text, prefix, sizeof prefix - 1);
    size_t size = sizeof prefix - 1 + gaiti_print_u64(text + sizeof prefix - 1, index);
    uint8_t *copy = gaiti_copy(&file->arena, gaiti_span(text, size));
    animation->name = gaiti_span(copy, size);
    self->status = copy ? self->status : file->arena.status;
}

static bool gparse_animation(gaiti_json_parser *self, void *count, const gaiti_json_item *value) {
    gait_gltf *file = self->document;
    if (gparse_claim(self, count, file->capacity.animations)) {
        gaiti_gltf_read_animation *animation = &file->animations[file->count.animations - 1];
        *animation = (gaiti_gltf_read_animation){.at = gparse_at(self, value)};
        gparse_object(self, value, gparse_animation_members, animation);
        if (self->status == GAIT_OK && animation->name.size == 0) {
            gparse_name_animation(self, animation, file->count.animations - 1);
        }
    }
    return true;
}

/* --- the document ----------------------------------------------------------------------------- */

static bool gparse_scene_index(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    uint64_t scene = 0;
    gparse_u64(self, &scene, value);
    *(int64_t *)place = (int64_t)scene;
    return true;
}

static const gaiti_json_member gparse_top[] = {
    GAITI_JSON_HERE("nodes", gparse_nodes),
    GAITI_JSON_OBJECT("asset", gparse_asset),
    GAITI_JSON_ITEMS_HERE("extensionsRequired", gparse_required_extension),
    GAITI_JSON_VALUE("scene", gait_gltf, scene, gparse_scene_index),
    GAITI_JSON_LIST("buffers", gait_gltf, count.buffers, gparse_buffer),
    GAITI_JSON_LIST("bufferViews", gait_gltf, count.views, gparse_view),
    GAITI_JSON_LIST("accessors", gait_gltf, count.accessors, gparse_accessor),
    GAITI_JSON_LIST("scenes", gait_gltf, count.scenes, gparse_scene),
    GAITI_JSON_LIST("skins", gait_gltf, count.skins, gparse_skin),
    GAITI_JSON_LIST("animations", gait_gltf, count.animations, gparse_animation),
    GAITI_JSON_MEMBERS_END,
};

gait_status gaiti_gltf_read_parse(gait_gltf *file, const gaiti_report *report) {
    gaiti_json_parser self = {.in = gaiti_json_reading(file->json),
                              .document = file,
                              .report = report,
                              .refuse = gparse_refuse_kind};
    gaiti_json_item top = gaiti_json_next(&self.in);
    gparse_object(&self, &top, gparse_top, file);
    if (self.status == GAIT_OK && !file->version.data) {
        self.status = gaiti_raise(report, GAITI_GLTF_READ_NO_VERSION,
                                  (gaiti_detail){.offset = file->json_at});
    }
    return self.status;
}
