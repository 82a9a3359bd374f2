/* Counting the triangles of a glTF, whose JSON is already checked. */
#include "base/json/json_members.h"
#include "formats/gltf/read/gltf_read.h"

enum { GMESH_TRIANGLES = 4, GMESH_STRIP = 5, GMESH_FAN = 6 }; /* values of "mode" */

/* The numbers that determine the number of triangles of a primitive; -1 = absent. */
typedef struct gmesh_primitive {
    int64_t mode, indices, position;
} gmesh_primitive;

/* The triangles of all primitives. */
typedef struct gmesh_total {
    const gait_gltf *file;
    uint64_t triangles;
} gmesh_total;

static bool gmesh_refuse(gaiti_json_parser *self, const gaiti_json_item *value,
                         const char *expected) {
    (void)self, (void)value, (void)expected;
    return false;
}

static bool gmesh_number(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    uint64_t number;
    (void)self;
    bool is_number = value->kind == GAITI_JSON_NUMBER && gaiti_json_u64_of(value, &number);
    *(int64_t *)place = is_number ? (int64_t)number : -1;
    return false;
}

static uint64_t gmesh_count(const gait_gltf *file, const gmesh_primitive *primitive) {
    int64_t accessor = primitive->indices >= 0 ? primitive->indices : primitive->position;
    if (accessor < 0 || (uint64_t)accessor >= file->count.accessors) {
        return 0;
    }
    uint64_t corners = file->accessors[accessor].count;
    bool is_strip = primitive->mode == GMESH_STRIP || primitive->mode == GMESH_FAN;
    return primitive->mode == GMESH_TRIANGLES ? corners / 3
           : is_strip && corners > 2          ? corners - 2
                                              : 0;
}

static const gaiti_json_member gmesh_attributes[] = {
    GAITI_JSON_VALUE("POSITION", gmesh_primitive, position, gmesh_number),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member gmesh_primitive_members[] = {
    GAITI_JSON_VALUE("mode", gmesh_primitive, mode, gmesh_number),
    GAITI_JSON_VALUE("indices", gmesh_primitive, indices, gmesh_number),
    GAITI_JSON_OBJECT("attributes", gmesh_attributes),
    GAITI_JSON_MEMBERS_END,
};

static bool gmesh_read_primitive(gaiti_json_parser *self, void *place,
                                 const gaiti_json_item *value) {
    gmesh_total *total = place;
    gmesh_primitive primitive = {.mode = GMESH_TRIANGLES, .indices = -1, .position = -1};
    bool is_read = gaiti_json_read_members(self, value, gmesh_primitive_members, &primitive);
    total->triangles += is_read ? gmesh_count(total->file, &primitive) : 0;
    return is_read;
}

static const gaiti_json_member gmesh_mesh[] = {
    GAITI_JSON_ITEMS_HERE("primitives", gmesh_read_primitive),
    GAITI_JSON_MEMBERS_END,
};

static bool gmesh_read_mesh(gaiti_json_parser *self, void *total, const gaiti_json_item *value) {
    return gaiti_json_read_members(self, value, gmesh_mesh, total);
}

static const gaiti_json_member gmesh_top[] = {
    GAITI_JSON_ITEMS_HERE("meshes", gmesh_read_mesh),
    GAITI_JSON_MEMBERS_END,
};

uint64_t gaiti_gltf_read_triangles(const gait_gltf *file) {
    gaiti_json_parser self = {.in = gaiti_json_reading(file->json), .refuse = gmesh_refuse};
    gaiti_json_item top = gaiti_json_next(&self.in);
    gmesh_total total = {.file = file};
    gaiti_json_read_members(&self, &top, gmesh_top, &total);
    return total.triangles;
}
