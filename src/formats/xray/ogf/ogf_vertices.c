/* Describes the layouts of vertices, and the windows of levels of detail. */
#include "formats/xray/ogf/ogf_vertices.h"

#include <string.h>

#include "base/bytes.h"

const gaiti_ogf_layout *gaiti_ogf_layout_of(uint8_t version, uint32_t id, uint32_t count,
                                            uint64_t size, bool *out_is_known) {
    static const gaiti_ogf_layout layouts[] = {
        {0x12071980, 1, 36, false, 1}, /* only in version 3 */
        {0x12071980, 1, 60, true, 1},  {0x240E3300, 2, 64, true, 1}, {0x481C6600, 3, 70, true, 1},
        {0x5A237F80, 4, 76, true, 1},  {1, 1, 60, true, 2},          {2, 2, 64, true, 2},
        {3, 3, 70, true, 2},           {4, 4, 76, true, 2},          {0x112, 0, 32, false, 0},
    };
    *out_is_known = false;
    for (size_t i = version == 3 ? 0 : 1; i < sizeof layouts / sizeof *layouts; i++) {
        if (layouts[i].id == id) {
            *out_is_known = true;
            if ((uint64_t)count * layouts[i].size == size) {
                return &layouts[i];
            }
        }
    }
    return NULL;
}

void gaiti_ogf_visit_vertex(gaiti_visitor *visitor, const gaiti_ogf_layout *layout,
                            gaiti_ogf_vertex *vertex) {
    if (layout->links > 1) {
        gaiti_visit_block(visitor, "bones", GAIT_FIELD_U16, 1, layout->links, &vertex->bones);
    }
    gaiti_visit_f32s(visitor, "position", vertex->position, 3);
    gaiti_visit_f32s(visitor, "normal", vertex->normal, 3);
    if (layout->has_tangents) {
        gaiti_visit_f32s(visitor, "tangent", vertex->tangent, 3);
        gaiti_visit_f32s(visitor, "binormal", vertex->binormal, 3);
    }
    if (layout->links > 1) {
        gaiti_visit_f32s(visitor, "weights", vertex->weights, layout->links - 1u);
    }
    gaiti_visit_f32s(visitor, "uv", vertex->uv, 2);
    if (layout->links == 1) {
        gaiti_visit_u32(visitor, "bone", &vertex->bone);
    }
}

void gaiti_ogf_read_vertex(const gaiti_ogf_layout *layout, const uint8_t *bytes,
                           gaiti_ogf_vertex *vertex) {
    uint32_t links = layout->links, weights = links > 1 ? links - 1 : 0;
    float numbers[6];
    vertex->bones = gaiti_span(bytes, links > 1 ? 2 * links : 0);
    bytes += vertex->bones.size;
    gaiti_load_f32s(bytes, 6, numbers);
    memcpy(vertex->position, numbers, sizeof vertex->position);
    memcpy(vertex->normal, numbers + 3, sizeof vertex->normal);
    bytes += layout->has_tangents ? 48 : 24;
    for (uint32_t i = 0; i < weights; i++) {
        vertex->weights[i] = gaiti_load_f32(bytes + 4 * i);
    }
    bytes += 4 * weights;
    gaiti_load_f32s(bytes, 2, vertex->uv);
    vertex->bone = links == 1 ? gaiti_load_u32(bytes + 8) : 0;
}

void gaiti_ogf_visit_window(gaiti_visitor *visitor, gaiti_ogf_window *window) {
    gaiti_visit_u32(visitor, "offset", &window->offset);
    gaiti_visit_u16(visitor, "triangles", &window->triangles);
    gaiti_visit_u16(visitor, "vertices", &window->vertices);
}
