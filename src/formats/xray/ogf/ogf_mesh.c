/* The mesh of a model, and the checks of its values: docs/formats/ogf.md#geometry. */
#include "base/try.h"
#include "base/text/text.h"
#include "formats/xray/ogf/ogf_geometry.h"
#include "model/mesh.h"
#include "formats/xray/ogf/ogf.h"

/* Defects that are reported once per child. */
typedef enum ogf_defect {
    OGF_DEFECT_NOT_FINITE = 0,
    OGF_DEFECT_WEIGHT,
    OGF_DEFECT_NORMAL,
    OGF_DEFECT_BONE,
    OGF_DEFECT_TRIANGLE,
    OGF_DEFECT_WINDOW,
    OGF_DEFECTS
} ogf_defect;

/* Where a defect is first, and how often it occurs. */
typedef struct ogf_count {
    uint64_t count;
    gait_span first;
} ogf_count;

typedef struct ogf_meshing {
    const gait_ogf *ogf;
    gaiti_report report;
    gaiti_mesh *mesh; /* NULL: only checks */
    uint32_t root;
    gait_status status;             /* of the first error in the values */
    ogf_count defects[OGF_DEFECTS]; /* of the current child */
    float box[2][3];                /* of the current child */
} ogf_meshing;

static void ogf_count_defect(ogf_meshing *meshing, ogf_defect defect, gait_span where) {
    ogf_count *count = &meshing->defects[defect];
    count->first = count->count == 0 ? where : count->first;
    count->count++;
}

/* --- vertices --------------------------------------------------------------------------------- */

/* A stored weight below this, or one that leaves less than this to the last bone, is reported. */
#define OGF_MIN_WEIGHT (-1e-3)

static bool ogf_is_finite(const float *numbers, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += numbers[i] - numbers[i];
    }
    return sum == 0;
}

/* Replaces numbers that are not finite by 0. */
static void ogf_clean_vertex(ogf_meshing *meshing, const gaiti_ogf_layout *layout,
                             gaiti_ogf_vertex *vertex, gait_span where) {
    int weights = layout->links > 1 ? layout->links - 1 : 0;
    if (!ogf_is_finite(vertex->position, 3) || !ogf_is_finite(vertex->normal, 3) ||
        !ogf_is_finite(vertex->uv, 2) || !ogf_is_finite(vertex->weights, weights)) {
        ogf_count_defect(meshing, OGF_DEFECT_NOT_FINITE, where);
        for (int i = 0; i < 3; i++) {
            float *numbers[] = {&vertex->position[i], &vertex->normal[i], &vertex->weights[i],
                                &vertex->uv[i % 2]};
            for (int k = 0; k < 4; k++) {
                *numbers[k] = ogf_is_finite(numbers[k], 1) ? *numbers[k] : 0;
            }
        }
    }
    if (vertex->normal[0] == 0 && vertex->normal[1] == 0 && vertex->normal[2] == 0) {
        ogf_count_defect(meshing, OGF_DEFECT_NORMAL, where);
    }
}

/* Two bones store the weight of the second, three and four those of all but the last. */
static uint32_t ogf_influences(ogf_meshing *meshing, const gaiti_ogf_layout *layout,
                               const gaiti_ogf_vertex *vertex, gait_span where,
                               gaiti_influence out[4]) {
    uint32_t links = layout->links, bones = meshing->ogf->bone_count;
    bool is_odd = false, is_outside = false;
    double rest = 1;
    out[0] = (gaiti_influence){vertex->bone, 1};
    for (uint32_t i = 0; i < links && links > 1; i++) {
        out[i].bone = gaiti_load_u16(vertex->bones.data + 2 * i);
        out[i].weight = i + 1 < links ? vertex->weights[i] : rest;
        rest -= out[i].weight;
        is_odd = is_odd || out[i].weight < OGF_MIN_WEIGHT;
    }
    if (links == 2) {
        double second = out[0].weight;
        bool is_one = out[0].bone == out[1].bone; /* the weight means nothing then */
        out[0].weight = is_one ? 1 : out[1].weight;
        out[1].weight = is_one ? 0 : second;
        is_odd = is_odd && !is_one;
    }
    for (uint32_t i = 0; i < links; i++) {
        is_outside = is_outside || out[i].bone >= bones;
        out[i].bone = out[i].bone < bones ? out[i].bone : meshing->root;
    }
    if (is_odd) {
        ogf_count_defect(meshing, OGF_DEFECT_WEIGHT, where);
    }
    if (is_outside) {
        ogf_count_defect(meshing, OGF_DEFECT_BONE, where);
    }
    return links;
}

static void ogf_extend_box(ogf_meshing *meshing, bool is_first, const float position[3]) {
    for (int i = 0; i < 3; i++) {
        float *low = &meshing->box[0][i], *high = &meshing->box[1][i];
        *low = is_first || position[i] < *low ? position[i] : *low;
        *high = is_first || position[i] > *high ? position[i] : *high;
    }
}

static void ogf_read_vertices(ogf_meshing *meshing, const gaiti_ogf_child *child,
                              gaiti_mesh_part *part) {
    const gaiti_ogf_layout *layout = child->layout;
    for (uint32_t v = 0; v < child->vertex_count; v++) {
        gaiti_ogf_vertex vertex = {0};
        gaiti_influence influences[4];
        gait_span where = gaiti_span(child->vertices.data + (size_t)v * layout->size, layout->size);
        gaiti_ogf_read_vertex(layout, where.data, &vertex);
        ogf_clean_vertex(meshing, layout, &vertex, where);
        uint32_t count = ogf_influences(meshing, layout, &vertex, where, influences);
        ogf_extend_box(meshing, v == 0, vertex.position);
        if (part) {
            memcpy(part->positions + 3 * (size_t)v, vertex.position, sizeof vertex.position);
            memcpy(part->normals + 3 * (size_t)v, vertex.normal, sizeof vertex.normal);
            memcpy(part->uvs + 2 * (size_t)v, vertex.uv, sizeof vertex.uv);
        }
        if (part && count > 0) {
            gaiti_mesh_set_weights(meshing->mesh, part, v, influences, count);
        }
    }
}

/* --- triangles, windows ----------------------------------------------------------------------- */

/* Copies the triangles whose vertices exist. */
static void ogf_read_triangles(ogf_meshing *meshing, const gaiti_ogf_child *child,
                               gaiti_mesh_part *part) {
    uint32_t kept = 0;
    for (size_t at = 0; at < child->triangles.size; at += 6) {
        gait_span where = gaiti_span(child->triangles.data + at, 6);
        uint32_t corners[3];
        bool is_valid = true;
        for (int c = 0; c < 3; c++) {
            corners[c] = gaiti_load_u16(where.data + 2 * c);
            is_valid = is_valid && corners[c] < child->vertex_count;
        }
        if (!is_valid) {
            ogf_count_defect(meshing, OGF_DEFECT_TRIANGLE, where);
        } else if (part) {
            memcpy(part->triangles + 3 * (size_t)kept, corners, sizeof corners);
            kept++;
        }
    }
    if (part) {
        part->triangle_count = kept;
    }
}

/* Counts the windows that are incomplete, or outside the indices or vertices. */
static void ogf_check_windows(ogf_meshing *meshing, const gaiti_ogf_child *child) {
    gaiti_reader in = gaiti_reader_over(child->windows, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    uint64_t indices = child->indices.size / 2;
    while (gaiti_bytes_left(&in) > 0) {
        gaiti_ogf_window window;
        gait_span where = gaiti_span(in.data + in.at, GAITI_OGF_WINDOW);
        gaiti_ogf_visit_window(&visitor, &window);
        if ((uint64_t)window.offset + 3 * (uint64_t)window.triangles > indices ||
            window.vertices > child->vertex_count) {
            ogf_count_defect(meshing, OGF_DEFECT_WINDOW, where);
        }
    }
    if (child->windows.size / GAITI_OGF_WINDOW < child->stated_windows) {
        ogf_count_defect(meshing, OGF_DEFECT_WINDOW, child->windows);
    }
    if (child->stated_windows == 0 && indices % 3 != 0) {
        ogf_count_defect(meshing, OGF_DEFECT_TRIANGLE, child->indices);
    }
}

/* --- children --------------------------------------------------------------------------------- */

static void ogf_raise_value(ogf_meshing *meshing, gaiti_rule rule, const gaiti_ogf_child *child,
                            gait_span where, int64_t found, const char *reason) {
    gait_status status =
        gaiti_raise(&meshing->report, rule,
                    gaiti_ogf_child_detail(meshing->ogf, child->number, where, found, reason));
    meshing->status = meshing->status == GAIT_OK ? status : meshing->status;
}

static void ogf_raise_defects(ogf_meshing *meshing, const gaiti_ogf_child *child) {
    static const gaiti_rule rules[OGF_DEFECTS] = {
        [OGF_DEFECT_NOT_FINITE] = GAITI_OGF_VERTEX_NAN, [OGF_DEFECT_WEIGHT] = GAITI_OGF_BAD_WEIGHT,
        [OGF_DEFECT_NORMAL] = GAITI_OGF_NO_NORMAL,      [OGF_DEFECT_BONE] = GAITI_OGF_VERTEX_BONE,
        [OGF_DEFECT_TRIANGLE] = GAITI_OGF_BAD_TRIANGLE, [OGF_DEFECT_WINDOW] = GAITI_OGF_BAD_WINDOW};
    for (int d = 0; d < OGF_DEFECTS; d++) {
        const ogf_count *defect = &meshing->defects[d];
        if (defect->count > 0) {
            ogf_raise_value(meshing, rules[d], child, defect->first, (int64_t)defect->count, "");
        }
    }
}

/* True when over a tenth of the triangles or of the vertices cannot be used. */
static bool ogf_is_damaged(const ogf_meshing *meshing, const gaiti_ogf_child *child) {
    uint64_t lost = child->stated_triangles - child->triangles.size / 6 +
                    meshing->defects[OGF_DEFECT_TRIANGLE].count;
    return lost * 10 > child->stated_triangles ||
           meshing->defects[OGF_DEFECT_BONE].count * 10 > child->vertex_count;
}

/* Reads a child into a new part, or only checks it. False when out of memory. */
static bool ogf_read_child(ogf_meshing *meshing, const gaiti_ogf_child *child) {
    gaiti_mesh *mesh = meshing->mesh;
    gaiti_mesh_part *part = NULL;
    memset(meshing->defects, 0, sizeof meshing->defects);
    memset(meshing->box, 0, sizeof meshing->box);
    meshing->report.packed_in = child->packed_in;
    if (mesh) {
        gaiti_arena *arena = &mesh->arena;
        part = gaiti_mesh_add_part(mesh, child->vertex_count, (uint32_t)(child->triangles.size / 6),
                                   child->layout->links > 0);
        char *texture = part ? gaiti_utf8(arena, meshing->ogf->code_page, child->texture) : NULL;
        char *shader = texture ? gaiti_utf8(arena, meshing->ogf->code_page, child->shader) : NULL;
        if (!shader) {
            return false;
        }
        part->texture = texture;
        part->material = shader;
    }
    ogf_check_windows(meshing, child);
    ogf_read_vertices(meshing, child, part);
    ogf_read_triangles(meshing, child, part);
    ogf_raise_defects(meshing, child);
    if (ogf_is_damaged(meshing, child)) {
        ogf_raise_value(meshing, GAITI_OGF_BAD_CHILD, child, child->vertices, 0,
                        "over a tenth of its vertices or triangles cannot be used");
        if (mesh) {
            mesh->part_count--;
        }
    }
    meshing->report.packed_in = (gaiti_extent){0};
    return true;
}

static uint32_t ogf_root(const gait_ogf *ogf) {
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        if (ogf->bones[b].parent.size == 0) {
            return b;
        }
    }
    return 0;
}

static bool ogf_add_bones(const gait_ogf *ogf, gaiti_mesh *mesh) {
    for (uint32_t b = 0; b < ogf->bone_count; b++) {
        mesh->bones[b] = gaiti_utf8(&mesh->arena, ogf->code_page, ogf->bones[b].name);
        if (!mesh->bones[b]) {
            return false;
        }
    }
    return true;
}

static gait_status ogf_make_mesh(ogf_meshing *meshing, const gaiti_ogf_geometry *geometry,
                                 const gait_options *options, gait_mesh **out_mesh) {
    gaiti_mesh *mesh;
    GAITI_TRY(gaiti_mesh_new(options, geometry->count, meshing->ogf->bone_count, &mesh));
    meshing->mesh = mesh;
    bool done = ogf_add_bones(meshing->ogf, mesh);
    for (uint32_t c = 0; done && c < geometry->count; c++) {
        done =
            !geometry->children[c].is_readable || ogf_read_child(meshing, &geometry->children[c]);
    }
    if (!done || mesh->part_count == 0) {
        gait_status status = !done                          ? mesh->arena.status
                             : geometry->refused != GAIT_OK ? geometry->refused
                             : meshing->status != GAIT_OK   ? meshing->status
                                                            : GAIT_NOT_FOUND;
        gaiti_mesh_free(mesh);
        return status;
    }
    return gaiti_mesh_finish(mesh, out_mesh);
}

gait_status gaiti_ogf_mesh(const gait_ogf *ogf, const gait_options *options, gait_mesh **out_mesh) {
    if (!GAITI_CLEAR(out_mesh) || !ogf) {
        return GAIT_BAD_ARGUMENT;
    }
    ogf_meshing meshing = {.ogf = ogf,
                           .report = gaiti_report_to(options ? options->diagnostics : NULL),
                           .root = ogf_root(ogf)};
    gaiti_ogf_geometry geometry;
    gaiti_arena arena;
    gaiti_arena_init(&arena, options, 0);
    gait_status status = gaiti_ogf_index_geometry(ogf, &arena, &meshing.report, false, &geometry);
    if (status == GAIT_OK) {
        status = ogf_make_mesh(&meshing, &geometry, options, out_mesh);
    }
    gaiti_arena_free(&arena);
    return status;
}

/* --- checking --------------------------------------------------------------------------------- */

/* Boxes may differ from the vertices by this, in metres. */
#define OGF_BOX_TOLERANCE 0.01

/* True unless the box of the vertices lies inside a stored box. */
static bool ogf_exceeds(float box[2][3], const float stored[6]) {
    bool is_inside = true;
    for (int i = 0; i < 3; i++) {
        is_inside = is_inside && box[0][i] >= stored[i] - OGF_BOX_TOLERANCE &&
                    box[1][i] <= stored[3 + i] + OGF_BOX_TOLERANCE;
    }
    return !is_inside;
}

/* Reports vertices of one game together with references of another. */
static void ogf_check_generation(ogf_meshing *meshing, const gaiti_ogf_geometry *geometry) {
    const gait_ogf *ogf = meshing->ogf;
    bool has_refs = gaiti_ogf_find_chunk(ogf, GAITI_OGF_REFS) != NULL;
    bool has_refs2 = gaiti_ogf_find_chunk(ogf, GAITI_OGF_REFS2) != NULL;
    int expected = has_refs == has_refs2 ? 0 : has_refs ? 1 : 2;
    for (uint32_t c = 0; ogf->header.version == 4 && c < geometry->count; c++) {
        const gaiti_ogf_child *child = &geometry->children[c];
        int found = child->is_readable ? child->layout->generation : 0;
        if (found != 0 && expected != 0 && found != expected) {
            meshing->report.packed_in = child->packed_in;
            ogf_raise_value(meshing, GAITI_OGF_MIXED_GAMES, child, child->vertices, 0, "");
        }
        expected = expected == 0 ? found : expected;
    }
    meshing->report.packed_in = (gaiti_extent){0};
}

/* Compares the boxes of a child and of the model with the vertices of the child. Version 3 stores
 * boxes in other axes, and games compute those of models with bones. */
static void ogf_check_boxes(ogf_meshing *meshing, const gaiti_ogf_child *child,
                            bool *is_model_small) {
    const gaiti_ogf_header *model = &meshing->ogf->header;
    if (child->vertex_count == 0 || meshing->ogf->bone_count > 0) {
        return;
    }
    meshing->report.packed_in = child->packed_in;
    if (child->header.version == 4 && ogf_exceeds(meshing->box, child->header.box)) {
        ogf_raise_value(meshing, GAITI_OGF_SMALL_BOX, child, child->vertices, 0, "child");
    } else if (model->version == 4 && ogf_exceeds(meshing->box, model->box) && !*is_model_small) {
        *is_model_small = true;
        ogf_raise_value(meshing, GAITI_OGF_SMALL_BOX, child, child->vertices, 0, "model");
    }
    meshing->report.packed_in = (gaiti_extent){0};
}

gait_status gaiti_ogf_check_geometry(const gait_ogf *ogf, gaiti_arena *arena,
                                     const gaiti_report *report) {
    ogf_meshing meshing = {.ogf = ogf, .report = *report, .root = ogf_root(ogf)};
    gaiti_ogf_geometry geometry;
    GAITI_TRY(gaiti_ogf_index_geometry(ogf, arena, report, true, &geometry));
    bool is_model_small = false;
    for (uint32_t c = 0; c < geometry.count; c++) {
        if (geometry.children[c].is_readable) {
            ogf_read_child(&meshing, &geometry.children[c]);
            ogf_check_boxes(&meshing, &geometry.children[c], &is_model_small);
        }
    }
    ogf_check_generation(&meshing, &geometry);
    return geometry.refused != GAIT_OK ? geometry.refused : meshing.status;
}
