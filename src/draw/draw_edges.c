/* Lines between neighbouring samples of a grid: where the depth changes suddenly, where parts meet,
 * and where a surface has an edge; and lines around regions. */
#include <math.h>

#include "draw/draw_mesh.h"

/* A change of depth that is a strong line, as a part of the size of the model; for triangles that
 * have a common corner it must be larger. */
#define DRAW_STEP_PART 0.009
#define DRAW_STEP_JOINED 4.0
/* The cosine of the angle of normals from which an edge is drawn. */
#define DRAW_EDGE_COSINE 0.6

/* Two neighbouring samples: `b` is to the right of `a` or below it. */
typedef struct draw_pair {
    size_t a, b;
    int axis;    /* 0 = to the right, 1 = below */
    double x, y; /* the centre of `a`, in samples */
} draw_pair;

/* True when the triangles have a corner at the same place. */
static bool draw_are_joined(const gaiti_draw_mesh *mesh, uint32_t first, uint32_t second) {
    for (int i = 0; i < 3; i++) {
        const float *a = mesh->positions[mesh->triangles[first][i]];
        for (int j = 0; j < 3; j++) {
            const float *b = mesh->positions[mesh->triangles[second][j]];
            if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]) {
                return true;
            }
        }
    }
    return false;
}

/* How far the second surface is from the plane of the first one, or the other way round if that is
 * less. */
static double draw_step(const gaiti_draw_mesh *mesh, const draw_pair *pair) {
    const gaiti_draw_grid *grid = &mesh->grid;
    double slope_a[2], slope_b[2];
    gaiti_draw_slope(mesh, grid->triangles[pair->a] - 1, slope_a);
    gaiti_draw_slope(mesh, grid->triangles[pair->b] - 1, slope_b);
    double difference = (double)grid->depths[pair->b] - (double)grid->depths[pair->a];
    return gaiti_draw_min(fabs(difference - slope_a[pair->axis]),
                          fabs(difference - slope_b[pair->axis]));
}

/* The normal at a sample, interpolated between the corners of its triangle; not of unit length. */
static void draw_normal(const gaiti_draw_mesh *mesh, uint32_t triangle, double x, double y,
                        double out[3]) {
    const uint32_t *corners = mesh->triangles[triangle];
    const gaiti_draw_grid *grid = &mesh->grid;
    double at[3][2], weights[3];
    for (int c = 0; c < 3; c++) {
        const float *position = mesh->positions[corners[c]];
        at[c][0] = ((double)position[0] - grid->left) * grid->pitch - x;
        at[c][1] = (grid->top - (double)position[1]) * grid->pitch - y;
    }
    for (int c = 0; c < 3; c++) {
        const double *b = at[(c + 1) % 3], *d = at[(c + 2) % 3];
        weights[c] = b[0] * d[1] - d[0] * b[1];
    }
    for (int i = 0; i < 3; i++) {
        out[i] = weights[0] * (double)mesh->normals[corners[0]][i] +
                 weights[1] * (double)mesh->normals[corners[1]][i] +
                 weights[2] * (double)mesh->normals[corners[2]][i];
    }
}

static bool draw_is_edge(const gaiti_draw_mesh *mesh, const draw_pair *pair) {
    const gaiti_draw_grid *grid = &mesh->grid;
    double a[3], b[3], dot = 0, square_a = 0, square_b = 0;
    double x = pair->x + (pair->axis == 0), y = pair->y + (pair->axis == 1);
    draw_normal(mesh, grid->triangles[pair->a] - 1, pair->x, pair->y, a);
    draw_normal(mesh, grid->triangles[pair->b] - 1, x, y, b);
    for (int i = 0; i < 3; i++) {
        dot += a[i] * b[i];
        square_a += a[i] * a[i];
        square_b += b[i] * b[i];
    }
    return dot * dot < DRAW_EDGE_COSINE * DRAW_EDGE_COSINE * square_a * square_b;
}

/* The line between two samples of the model; 0 = none. A step above `threshold` is strong. */
static uint8_t draw_line_between(const gaiti_draw_mesh *mesh, const draw_pair *pair,
                                 double threshold) {
    uint32_t a = mesh->grid.triangles[pair->a], b = mesh->grid.triangles[pair->b];
    if (a == b || a == 0 || b == 0) {
        return 0;
    }
    double step = draw_step(mesh, pair);
    if (step > threshold &&
        (step > DRAW_STEP_JOINED * threshold || !draw_are_joined(mesh, a - 1, b - 1))) {
        return GAITI_DRAW_LINE | GAITI_DRAW_STRONG;
    }
    bool has_detail = mesh->parts[a - 1] != mesh->parts[b - 1] || draw_is_edge(mesh, pair);
    return has_detail ? GAITI_DRAW_LINE : 0;
}

void gaiti_draw_find_lines(gaiti_draw_mesh *mesh, double size) {
    const gaiti_draw_grid *grid = &mesh->grid;
    size_t stride = (size_t)grid->width + 1;
    double threshold = DRAW_STEP_PART * size * grid->pitch;
    for (uint32_t y = 0; y < grid->height; y++) {
        for (uint32_t x = 0; x < grid->width; x++) {
            size_t sample = (size_t)y * grid->width + x;
            draw_pair pair = {.a = sample, .b = sample + 1, .x = x + 0.5, .y = y + 0.5};
            if (x + 1 < grid->width) {
                uint8_t line = draw_line_between(mesh, &pair, threshold);
                grid->lines[y * stride + x + 1] |= (uint8_t)(line << 1);
            }
            pair.b = sample + grid->width;
            pair.axis = 1;
            if (y + 1 < grid->height) {
                uint8_t line = draw_line_between(mesh, &pair, threshold);
                grid->lines[(y + 1) * stride + x] |= line;
            }
        }
    }
}

/* --- regions ---------------------------------------------------------------------------------- */

/* True when a sample belongs to a side of the body, or with -1 to the model. */
static bool draw_is_in(const gaiti_draw_mesh *mesh, size_t sample, int side) {
    uint32_t number = mesh->grid.triangles[sample];
    return number != 0 && (side < 0 || mesh->sides[mesh->triangles[number - 1][0]] == side);
}

void gaiti_draw_find_region(gaiti_draw_mesh *mesh, int side) {
    const gaiti_draw_grid *grid = &mesh->grid;
    size_t stride = (size_t)grid->width + 1;
    for (uint32_t y = 1; y < grid->height; y++) {
        for (uint32_t x = 1; x < grid->width; x++) {
            size_t sample = (size_t)y * grid->width + x;
            bool is_in = draw_is_in(mesh, sample, side);
            uint8_t *corner = &grid->lines[y * stride + x];
            if (is_in != draw_is_in(mesh, sample - 1, side)) {
                *corner |= GAITI_DRAW_REGION << 1;
            }
            if (is_in != draw_is_in(mesh, sample - grid->width, side)) {
                *corner |= GAITI_DRAW_REGION;
            }
        }
    }
}
