/* Counting the triangles of a glTF, whose JSON is already checked. */
#include "formats/gltf/read/gltf_read.h"

enum { GMESH_TRIANGLES = 4, GMESH_STRIP = 5, GMESH_FAN = 6 }; /* values of "mode" */

/* The numbers that determine the number of triangles of a primitive; -1 = absent. */
typedef struct gmesh_primitive {
    int64_t mode, indices, position;
} gmesh_primitive;

/* The next key of an object; false at its end. */
static bool gmesh_key(gaiti_json_reader *in, gaiti_json_item *out_key, gaiti_json_item *out_value) {
    *out_key = gaiti_json_next(in);
    *out_value = out_key->kind == GAITI_JSON_KEY ? gaiti_json_next(in) : *out_key;
    return out_key->kind == GAITI_JSON_KEY;
}

static int64_t gmesh_number(const gaiti_json_item *value) {
    uint64_t number;
    bool is_number = value->kind == GAITI_JSON_NUMBER && gaiti_json_u64_of(value, &number);
    return is_number ? (int64_t)number : -1;
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

static uint64_t gmesh_read_primitive(const gait_gltf *file, gaiti_json_reader *in) {
    gmesh_primitive primitive = {.mode = GMESH_TRIANGLES, .indices = -1, .position = -1};
    gaiti_json_item key, value;
    while (gmesh_key(in, &key, &value)) {
        if (gaiti_json_is(&key, "attributes") && value.kind == GAITI_JSON_OBJECT) {
            gaiti_json_item name, index;
            while (gmesh_key(in, &name, &index)) {
                primitive.position =
                    gaiti_json_is(&name, "POSITION") ? gmesh_number(&index) : primitive.position;
                gaiti_json_skip(in, &index);
            }
            continue;
        }
        primitive.mode = gaiti_json_is(&key, "mode") ? gmesh_number(&value) : primitive.mode;
        primitive.indices =
            gaiti_json_is(&key, "indices") ? gmesh_number(&value) : primitive.indices;
        gaiti_json_skip(in, &value);
    }
    return gmesh_count(file, &primitive);
}

/* Sums `each` over the objects in the lists with this name, in an object that was begun. */
static uint64_t gmesh_sum(const gait_gltf *file, gaiti_json_reader *in, const char *list,
                          uint64_t (*each)(const gait_gltf *, gaiti_json_reader *)) {
    uint64_t sum = 0;
    gaiti_json_item key, value;
    while (gmesh_key(in, &key, &value)) {
        if (!gaiti_json_is(&key, list) || value.kind != GAITI_JSON_ARRAY) {
            gaiti_json_skip(in, &value);
            continue;
        }
        for (gaiti_json_item item = gaiti_json_next(in);
             item.kind > GAITI_JSON_FINISHED && item.kind != GAITI_JSON_ARRAY_END;
             item = gaiti_json_next(in)) {
            if (item.kind == GAITI_JSON_OBJECT) {
                sum += each(file, in);
            } else {
                gaiti_json_skip(in, &item);
            }
        }
    }
    return sum;
}

static uint64_t gmesh_read_mesh(const gait_gltf *file, gaiti_json_reader *in) {
    return gmesh_sum(file, in, "primitives", gmesh_read_primitive);
}

uint64_t gaiti_gltf_read_triangles(const gait_gltf *file) {
    gaiti_json_reader in = gaiti_json_reading(file->json);
    gaiti_json_next(&in); /* the top level is an object */
    return gmesh_sum(file, &in, "meshes", gmesh_read_mesh);
}
