/* Scan conversion of the mesh of a figure into a grid with a depth buffer. */
#include <float.h>
#include <string.h>

#include "draw/draw_mesh.h"

/* The work for all figures of a picture, in samples. If triangles cover each other so often that
 * more is needed, the samples of a figure become larger. */
#define DRAW_SCAN_WORK 6e7
/* The work for a row of a triangle besides its samples; and what is always available for each
 * sample of the grid. */
#define DRAW_ROW_WORK 8.0
#define DRAW_SAMPLE_WORK 16.0
/* The same for each row of work: triangles need time even if they cover no sample. */
#define DRAW_FACET_WORK 3.0
/* Samples per pixel: a half sample is 0.2 pixels, which has one digit. */
#define DRAW_SAMPLES 2.5
/* Samples of a grid, at most; and of its longer side, below which it does not become coarser. */
#define DRAW_GRID_MAX 4e6
#define DRAW_COARSEST 8.0

/* A corner of a triangle, in samples. */
typedef struct draw_corner {
    double x, y, z;
} draw_corner;

/* A triangle on the grid: its corners from top to bottom, and the slope of its plane. */
typedef struct draw_facet {
    draw_corner corners[3];
    double slope_x, slope_y; /* change of z per sample */
    double z_min, z_max;
    uint32_t number; /* in the grid */
} draw_facet;

/* --- size of the grid ------------------------------------------------------------------------- */

static void draw_set_pitch(const gaiti_draw_box *box, double pitch, gaiti_draw_grid *grid) {
    grid->pitch = pitch;
    grid->width = (uint32_t)((box->u1 - box->u0) * pitch) + 4;
    grid->height = (uint32_t)((box->v1 - box->v0) * pitch) + 4;
    grid->left = box->u0 - 1.5 / pitch;
    grid->top = box->v1 + 1.5 / pitch;
}

/* The finest pitch at this scale. */
static double draw_pitch_for(const gaiti_draw_box *box, double scale) {
    double pitch = scale * DRAW_SAMPLES;
    while ((box->u1 - box->u0) * (box->v1 - box->v0) * pitch * pitch > DRAW_GRID_MAX ||
           gaiti_draw_max(box->u1 - box->u0, box->v1 - box->v0) * pitch > DRAW_GRID_MAX) {
        pitch /= 2;
    }
    return pitch;
}

bool gaiti_draw_reserve_grid(gaiti_drawing *drawing, double scale) {
    gaiti_draw_grid *grid = &drawing->mesh->grid;
    uint64_t most = 0;
    for (uint32_t f = 0; f < drawing->figures; f++) {
        const gaiti_draw_box *box = &drawing->mesh_boxes[f];
        if (box->u1 >= box->u0) {
            draw_set_pitch(box, draw_pitch_for(box, scale), grid);
            uint64_t corners = ((uint64_t)grid->width + 1) * ((uint64_t)grid->height + 1);
            most = corners > most ? corners : most;
        }
    }
    if (most <= grid->room) {
        return true;
    }
    grid->triangles = gaiti_alloc_uninitialised(&drawing->scratch, most, sizeof *grid->triangles);
    grid->depths = gaiti_alloc_uninitialised(&drawing->scratch, most, sizeof *grid->depths);
    grid->lines = gaiti_alloc_uninitialised(&drawing->scratch, most, sizeof *grid->lines);
    grid->room = most;
    return grid->triangles && grid->depths && grid->lines;
}

/* Sums over all triangles, by the power of the pitch with which the work grows. */
static void draw_sum_work(const gaiti_draw_mesh *mesh, double out_work[3]) {
    out_work[0] = out_work[1] = out_work[2] = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles[t];
        double sides[2];
        if (!gaiti_draw_has_triangle(mesh, corners)) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            double low = (double)mesh->positions[corners[0]][i], high = low;
            for (int c = 1; c < 3; c++) {
                double at = (double)mesh->positions[corners[c]][i];
                low = gaiti_draw_min(low, at);
                high = gaiti_draw_max(high, at);
            }
            sides[i] = high - low;
        }
        out_work[0] += DRAW_ROW_WORK;
        out_work[1] += sides[0] + DRAW_ROW_WORK * sides[1];
        out_work[2] += sides[0] * sides[1];
    }
}

static void draw_choose_pitch(const gaiti_drawing *drawing, uint32_t figure, double scale) {
    const gaiti_draw_box *box = &drawing->mesh_boxes[figure];
    gaiti_draw_grid *grid = &drawing->mesh->grid;
    double side = gaiti_draw_max(box->u1 - box->u0, box->v1 - box->v0);
    double pitch = draw_pitch_for(box, scale), work[3];
    double area = (box->u1 - box->u0) * (box->v1 - box->v0) * pitch * pitch;
    double available = gaiti_draw_max(DRAW_SCAN_WORK / drawing->figures, DRAW_SAMPLE_WORK * area);
    draw_sum_work(drawing->mesh, work);
    available = gaiti_draw_max(available, DRAW_FACET_WORK * work[0]);
    while (work[0] + pitch * (work[1] + pitch * work[2]) > available &&
           side * pitch > 2 * DRAW_COARSEST) {
        pitch /= 2;
    }
    draw_set_pitch(box, pitch, grid);
}

/* --- triangles -------------------------------------------------------------------------------- */

/* The smallest integer that is not less, for small numbers. */
static int32_t draw_ceil(double value) {
    int32_t whole = (int32_t)value;
    return whole + (whole < value);
}

static draw_corner draw_corner_of(const gaiti_draw_mesh *mesh, uint32_t vertex) {
    const gaiti_draw_grid *grid = &mesh->grid;
    const float *at = mesh->positions[vertex];
    return (draw_corner){((double)at[0] - grid->left) * grid->pitch,
                         (grid->top - (double)at[1]) * grid->pitch, (double)at[2] * grid->pitch};
}

static bool draw_is_above(const draw_corner *a, const draw_corner *b) {
    return a->y < b->y || (a->y == b->y && a->x < b->x);
}

static void draw_exchange(draw_corner *a, draw_corner *b) {
    draw_corner kept = *a;
    *a = *b;
    *b = kept;
}

void gaiti_draw_slope(const gaiti_draw_mesh *mesh, uint32_t triangle, double out_slope[2]) {
    const uint32_t *corners = mesh->triangles[triangle];
    draw_corner a = draw_corner_of(mesh, corners[0]), b = draw_corner_of(mesh, corners[1]),
                c = draw_corner_of(mesh, corners[2]);
    double bx = b.x - a.x, by = b.y - a.y, bz = b.z - a.z;
    double cx = c.x - a.x, cy = c.y - a.y, cz = c.z - a.z;
    double area = bx * cy - cx * by;
    bool has_area = area > 1e-9 || area < -1e-9;
    out_slope[0] = has_area ? (bz * cy - cz * by) / area : 0;
    out_slope[1] = has_area ? (bx * cz - cx * bz) / area : 0;
}

static draw_facet draw_facet_of(const gaiti_draw_mesh *mesh, uint32_t triangle) {
    draw_facet facet = {.number = triangle + 1};
    draw_corner *corners = facet.corners;
    double slope[2];
    for (int c = 0; c < 3; c++) {
        corners[c] = draw_corner_of(mesh, mesh->triangles[triangle][c]);
    }
    if (draw_is_above(&corners[1], &corners[0])) {
        draw_exchange(&corners[0], &corners[1]);
    }
    if (draw_is_above(&corners[2], &corners[1])) {
        draw_exchange(&corners[1], &corners[2]);
    }
    if (draw_is_above(&corners[1], &corners[0])) {
        draw_exchange(&corners[0], &corners[1]);
    }
    facet.z_min = gaiti_draw_min(corners[0].z, gaiti_draw_min(corners[1].z, corners[2].z));
    facet.z_max = gaiti_draw_max(corners[0].z, gaiti_draw_max(corners[1].z, corners[2].z));
    gaiti_draw_slope(mesh, triangle, slope);
    facet.slope_x = slope[0];
    facet.slope_y = slope[1];
    return facet;
}

/* Where the edge from `a` down to `b` crosses a horizontal line. The same for all triangles with
 * this edge, so that there are no gaps. */
static double draw_cross(const draw_corner *a, const draw_corner *b, double y) {
    return a->y < b->y ? a->x + (b->x - a->x) * ((y - a->y) / (b->y - a->y)) : a->x;
}

static void draw_scan_row(gaiti_draw_grid *grid, const draw_facet *facet, int32_t row) {
    const draw_corner *corners = facet->corners;
    double y = row + 0.5;
    double first = draw_cross(&corners[0], &corners[2], y);
    double second = y < corners[1].y ? draw_cross(&corners[0], &corners[1], y)
                                     : draw_cross(&corners[1], &corners[2], y);
    int32_t from = draw_ceil(gaiti_draw_min(first, second) - 0.5);
    int32_t to = draw_ceil(gaiti_draw_max(first, second) - 0.5); /* behind the last sample */
    from = from < 0 ? 0 : from;
    to = to > (int32_t)grid->width ? (int32_t)grid->width : to;
    size_t start = (size_t)row * grid->width;
    double z_row = corners[0].z + (y - corners[0].y) * facet->slope_y;
    for (int32_t x = from; x < to; x++) {
        double z = z_row + (x + 0.5 - corners[0].x) * facet->slope_x;
        float depth = (float)gaiti_draw_max(facet->z_min, gaiti_draw_min(z, facet->z_max));
        if (depth > grid->depths[start + (size_t)x]) {
            grid->depths[start + (size_t)x] = depth;
            grid->triangles[start + (size_t)x] = facet->number;
        }
    }
}

void gaiti_draw_scan(const gaiti_drawing *drawing, uint32_t figure, double scale) {
    gaiti_draw_mesh *mesh = drawing->mesh;
    gaiti_draw_grid *grid = &mesh->grid;
    draw_choose_pitch(drawing, figure, scale);
    size_t samples = (size_t)grid->width * grid->height;
    memset(grid->triangles, 0, samples * sizeof *grid->triangles);
    memset(grid->lines, 0, ((size_t)grid->width + 1) * ((size_t)grid->height + 1));
    for (size_t i = 0; i < samples; i++) {
        grid->depths[i] = -FLT_MAX;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (!gaiti_draw_has_triangle(mesh, mesh->triangles[t])) {
            continue;
        }
        draw_facet facet = draw_facet_of(mesh, t);
        int32_t row = draw_ceil(facet.corners[0].y - 0.5);
        int32_t end = draw_ceil(facet.corners[2].y - 0.5);
        row = row < 0 ? 0 : row;
        end = end > (int32_t)grid->height ? (int32_t)grid->height : end;
        for (; row < end; row++) {
            draw_scan_row(grid, &facet, row);
        }
    }
}
