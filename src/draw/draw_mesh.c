/* The mesh of a model in the poses of the figures: which parts are drawn, and its size. */
#include "draw/draw_mesh.h"

#include <math.h>
#include <string.h>

#include "base/text/text.h"
#include "base/try.h"
#include "model/side.h"

enum { DRAW_MEDIAN_VERTICES = 1023 };

/* True for planes of light and laser rays, which are transparent and hide nothing. */
static bool draw_is_light(const gait_mesh_part *part) {
    return part->material && (gaiti_equal_text(part->material, "models\\lightplanes") ||
                              gaiti_equal_text(part->material, "models\\laserray"));
}

/* A mesh whose numbers can be used without further checks. */
static bool draw_is_mesh(const gait_mesh *mesh, uint64_t *vertices, uint64_t *triangles) {
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        for (size_t c = 0; c < 3 * (size_t)part->triangle_count; c++) {
            if (part->triangles[c] >= part->vertex_count) {
                return false;
            }
        }
        for (size_t j = 0; part->joints && j < 4 * (size_t)part->vertex_count; j++) {
            if (part->joints[j] >= mesh->bone_count) {
                return false;
            }
        }
        *vertices += part->vertex_count;
        *triangles += draw_is_light(part) ? 0 : part->triangle_count;
    }
    return true;
}

static gait_status draw_allocate_mesh(gaiti_drawing *drawing, gaiti_draw_mesh *self) {
    gaiti_arena *arena = &drawing->scratch;
    uint64_t bones = self->mesh->bone_count;
    self->triangles = gaiti_alloc(arena, self->triangle_count, sizeof *self->triangles);
    self->parts = gaiti_alloc(arena, self->triangle_count, sizeof *self->parts);
    self->sides = gaiti_alloc(arena, self->vertex_count, 1);
    self->positions = gaiti_alloc(arena, self->vertex_count, sizeof *self->positions);
    self->normals = gaiti_alloc(arena, self->vertex_count, sizeof *self->normals);
    self->bones = gaiti_alloc(arena, bones, sizeof *self->bones);
    self->matrices = gaiti_alloc(arena, bones, 12 * sizeof *self->matrices);
    self->deltas = gaiti_alloc(arena, drawing->skeleton->bone_count, sizeof *self->deltas);
    self->items = gaiti_alloc(arena, DRAW_MEDIAN_VERTICES + 1, sizeof *self->items);
    self->trace.strokes = gaiti_alloc(arena, GAITI_DRAW_MAX_POINTS, sizeof(gaiti_draw_stroke));
    self->trace.points = gaiti_alloc(arena, GAITI_DRAW_MAX_POINTS, 2 * sizeof(int32_t));
    return arena->status;
}

/* The side of the first bone of each vertex. */
static void draw_find_sides(const gaiti_drawing *drawing, gaiti_draw_mesh *self) {
    uint32_t vertex = 0;
    for (uint32_t p = 0; p < self->mesh->part_count; p++) {
        const gait_mesh_part *part = &self->mesh->parts[p];
        for (size_t v = 0; v < part->vertex_count; v++, vertex++) {
            int32_t bone = part->joints ? self->bones[part->joints[4 * v]] : -1;
            bool is_moved = bone >= 0 && part->weights[4 * v] > 0;
            self->sides[vertex] = is_moved ? drawing->bones[bone].side : GAITI_SIDE_MIDDLE;
        }
    }
}

/* Joins the triangles of all parts, and extends the box by their corners in the bind pose. */
static void draw_join_triangles(gaiti_draw_mesh *self, double box[2][3]) {
    uint32_t first = 0, triangle = 0;
    for (uint32_t p = 0; p < self->mesh->part_count; p++) {
        const gait_mesh_part *part = &self->mesh->parts[p];
        size_t corners = draw_is_light(part) ? 0 : 3 * (size_t)part->triangle_count;
        for (size_t c = 0; c < corners; c++) {
            const float *at = part->positions + 3 * (size_t)part->triangles[c];
            self->triangles[triangle + c / 3][c % 3] = first + part->triangles[c];
            self->parts[triangle + c / 3] = p;
            for (int i = 0; i < 3; i++) {
                box[0][i] = gaiti_draw_min(box[0][i], (double)at[i]);
                box[1][i] = gaiti_draw_max(box[1][i], (double)at[i]);
            }
        }
        triangle += (uint32_t)(corners / 3);
        first += part->vertex_count;
    }
}

/* The diagonal of the box, extended by the joints in their rest pose. */
static double draw_diagonal(const gaiti_drawing *drawing, double box[2][3]) {
    const gait_skeleton *skeleton = drawing->skeleton;
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double low = box[0][i], high = box[1][i];
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            double at = skeleton->rest_model[b].t[i];
            if (gaiti_draw_shows(drawing, b) &&
                skeleton->bones[b].rest_origin != GAIT_ORIGIN_UNKNOWN) {
                low = gaiti_draw_min(low, at);
                high = gaiti_draw_max(high, at);
            }
        }
        square += (high - low) * (high - low);
    }
    return sqrt(square);
}

gait_status gaiti_draw_open_mesh(gaiti_drawing *drawing) {
    const gait_mesh *mesh = drawing->options.mesh;
    uint64_t vertices = 0, triangles = 0;
    double box[2][3] = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    if (!draw_is_mesh(mesh, &vertices, &triangles)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (triangles == 0) {
        return GAIT_OK;
    }
    if (vertices > INT32_MAX || triangles > INT32_MAX) {
        return GAIT_LIMIT;
    }
    gaiti_draw_mesh *self = gaiti_alloc(&drawing->scratch, 1, sizeof *self);
    GAITI_TRY(drawing->scratch.status);
    *self = (gaiti_draw_mesh){
        .mesh = mesh, .vertex_count = (uint32_t)vertices, .triangle_count = (uint32_t)triangles};
    GAITI_TRY(draw_allocate_mesh(drawing, self));
    gait_mesh_find_bones(mesh, drawing->skeleton, self->bones);
    draw_find_sides(drawing, self);
    draw_join_triangles(self, box);
    self->reach = draw_diagonal(drawing, box);
    drawing->mesh = self;
    return GAIT_OK;
}

/* --- poses ------------------------------------------------------------------------------------ */

/* Median of one coordinate over some of the vertices. */
static double draw_median(const gaiti_draw_mesh *self, int axis) {
    uint32_t step = self->vertex_count / DRAW_MEDIAN_VERTICES + 1, count = 0;
    for (uint32_t v = 0; v < self->vertex_count; v += step) {
        double at = (double)self->positions[v][axis];
        if (at - at == 0) {
            self->items[count] = (gaiti_draw_item){at, count, false};
            count++;
        }
    }
    gaiti_draw_sort(self->items, count);
    return count > 0 ? self->items[count / 2].key : 0;
}

/* Marks vertices that are farther from the middle than the model is large. Animations of weapons
 * park parts there. */
static void draw_mark_far(gaiti_draw_mesh *self, gaiti_draw_point *out_middle) {
    double middle[3];
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = draw_median(self, axis);
    }
    for (uint32_t v = 0; v < self->vertex_count; v++) {
        for (int axis = 0; axis < 3; axis++) {
            double at = (double)self->positions[v][axis];
            if (!(fabs(at - middle[axis]) <= self->reach && fabs(at) < GAITI_DRAW_MAX_COORDINATE)) {
                self->positions[v][0] = NAN;
            }
        }
    }
    *out_middle = (gaiti_draw_point){middle[0], middle[1], middle[2]};
}

static gaiti_draw_point draw_pose_mesh(const gaiti_drawing *drawing, uint32_t figure,
                                       bool with_normals) {
    gaiti_draw_mesh *self = drawing->mesh;
    gaiti_draw_point middle;
    uint32_t first = 0;
    gait_pose_at_frame(drawing->clip, gaiti_draw_frame(drawing, figure), GAIT_SPACE_DELTA,
                       GAIT_AXES_ENGINE, self->deltas);
    gait_skinning_matrices(self->deltas, drawing->skeleton->bone_count, self->bones,
                           self->mesh->bone_count, self->matrices);
    for (uint32_t p = 0; p < self->mesh->part_count; p++) {
        const gait_mesh_part *part = &self->mesh->parts[p];
        gait_mesh_skin(part, self->matrices, self->mesh->bone_count, self->positions[first],
                       with_normals ? self->normals[first] : NULL);
        first += part->vertex_count;
    }
    for (uint32_t v = 0; v < self->vertex_count; v++) {
        const float *at = self->positions[v];
        gaiti_draw_point seen = gaiti_draw_seen(
            drawing->options.view, (double[3]){(double)at[0], (double)at[1], (double)at[2]});
        float stored[3] = {(float)seen.u, (float)seen.v, (float)seen.toward};
        memcpy(self->positions[v], stored, sizeof stored);
    }
    draw_mark_far(self, &middle);
    return middle;
}

void gaiti_draw_pose_mesh(const gaiti_drawing *drawing, uint32_t figure, bool with_normals) {
    draw_pose_mesh(drawing, figure, with_normals);
}

/* The box of the triangles that are drawn, whose axes are right, up and towards the viewer. */
static bool draw_box_mesh(const gaiti_draw_mesh *self, double box[2][3]) {
    bool is_empty = true;
    for (uint32_t t = 0; t < self->triangle_count; t++) {
        const uint32_t *corners = self->triangles[t];
        if (!gaiti_draw_has_triangle(self, corners)) {
            continue;
        }
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < 3; i++) {
                double at = (double)self->positions[corners[c]][i];
                box[0][i] = is_empty || at < box[0][i] ? at : box[0][i];
                box[1][i] = is_empty || at > box[1][i] ? at : box[1][i];
            }
            is_empty = false;
        }
    }
    return !is_empty;
}

/* Hides joints that are as far from the middle as parts that are not drawn. */
static void draw_hide_far_joints(gaiti_drawing *drawing, uint32_t figure,
                                 const gaiti_draw_point *middle) {
    const gaiti_draw_point *points = gaiti_draw_points(drawing, figure);
    double reach = drawing->mesh->reach;
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        bool is_near = fabs(points[b].u - middle->u) <= reach &&
                       fabs(points[b].v - middle->v) <= reach &&
                       fabs(points[b].toward - middle->toward) <= reach;
        if (gaiti_draw_shows(drawing, b) && !is_near) {
            drawing->bones[b].visibility = GAITI_DRAW_FAR;
        }
    }
}

bool gaiti_draw_measure_mesh(gaiti_drawing *drawing) {
    bool is_drawn = false;
    for (uint32_t f = 0; f < drawing->figures; f++) {
        double box[2][3] = {{0}};
        gaiti_draw_point middle = draw_pose_mesh(drawing, f, false);
        drawing->mesh_boxes[f] = (gaiti_draw_box){0, 0, -1, -1};
        if (draw_box_mesh(drawing->mesh, box)) {
            drawing->mesh_boxes[f] = (gaiti_draw_box){box[0][0], box[0][1], box[1][0], box[1][1]};
            draw_hide_far_joints(drawing, f, &middle);
            is_drawn = true;
        }
        for (int i = 0; i < 3; i++) {
            drawing->mesh_size = gaiti_draw_max(drawing->mesh_size, box[1][i] - box[0][i]);
        }
    }
    return is_drawn;
}
