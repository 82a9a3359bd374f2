/* Tracing: follows lines between samples from corner to corner, and simplifies them. */
#include <math.h>

#include "draw/draw_mesh.h"

/* How far a simplified line may be from the points of the original one, in half samples. */
#define DRAW_TOLERANCE 1.7

enum { DRAW_RIGHT = 0, DRAW_DOWN, DRAW_LEFT, DRAW_UP, DRAW_DIRECTIONS };

/* --- simplification --------------------------------------------------------------------------- */

/* A simplified line that grows point by point. A segment can be extended to a point if its
 * direction is in the cone of all directions that pass near the points since its start. */
typedef struct draw_pencil {
    gaiti_draw_trace *trace;
    gaiti_draw_stroke stroke;
    double start[2], last[2];
    double left[2], right[2]; /* the cone */
    double farthest;          /* distance from the start */
    bool has_cone;
    bool is_full;
} draw_pencil;

static double draw_turn(const double a[2], const double b[2]) {
    return a[0] * b[1] - a[1] * b[0];
}

static void draw_keep_point(draw_pencil *self, const double at[2]) {
    gaiti_draw_trace *trace = self->trace;
    if (trace->point_count + self->stroke.count == GAITI_DRAW_MAX_POINTS) {
        self->is_full = true;
        return;
    }
    int32_t *point = trace->points[trace->point_count + self->stroke.count++];
    point[0] = (int32_t)at[0];
    point[1] = (int32_t)at[1];
}

static void draw_start_segment(draw_pencil *self, const double at[2]) {
    draw_keep_point(self, at);
    self->start[0] = self->last[0] = at[0];
    self->start[1] = self->last[1] = at[1];
    self->farthest = 0;
    self->has_cone = false;
}

static void draw_narrow(draw_pencil *self, const double along[2], double length) {
    double reach = sqrt(length * length - DRAW_TOLERANCE * DRAW_TOLERANCE);
    double left[2] = {along[0] * reach + along[1] * DRAW_TOLERANCE,
                      along[1] * reach - along[0] * DRAW_TOLERANCE};
    double right[2] = {along[0] * reach - along[1] * DRAW_TOLERANCE,
                       along[1] * reach + along[0] * DRAW_TOLERANCE};
    bool is_less_left = !self->has_cone || draw_turn(self->left, left) > 0;
    bool is_less_right = !self->has_cone || draw_turn(right, self->right) > 0;
    for (int i = 0; i < 2; i++) {
        self->left[i] = is_less_left ? left[i] : self->left[i];
        self->right[i] = is_less_right ? right[i] : self->right[i];
    }
    self->has_cone = true;
}

static void draw_add_point(draw_pencil *self, const double at[2]) {
    double along[2] = {at[0] - self->start[0], at[1] - self->start[1]};
    double length = sqrt(along[0] * along[0] + along[1] * along[1]);
    bool is_outside =
        self->has_cone && (draw_turn(self->left, along) < 0 || draw_turn(along, self->right) < 0);
    if (is_outside || length < self->farthest - DRAW_TOLERANCE) {
        double corner[2] = {self->last[0], self->last[1]};
        draw_start_segment(self, corner);
        along[0] = at[0] - corner[0];
        along[1] = at[1] - corner[1];
        length = sqrt(along[0] * along[0] + along[1] * along[1]);
    }
    if (length > DRAW_TOLERANCE) {
        draw_narrow(self, along, length);
    }
    self->farthest = gaiti_draw_max(self->farthest, length);
    self->last[0] = at[0];
    self->last[1] = at[1];
}

/* --- strokes ---------------------------------------------------------------------------------- */

/* Removes strokes shorter than `min_steps`. */
static void draw_drop_short(gaiti_draw_trace *trace, uint32_t min_steps) {
    uint32_t strokes = 0, points = 0;
    for (uint32_t s = 0; s < trace->stroke_count; s++) {
        gaiti_draw_stroke stroke = trace->strokes[s];
        if (stroke.steps < min_steps) {
            continue;
        }
        for (uint32_t p = 0; p < stroke.count; p++) {
            trace->points[points + p][0] = trace->points[stroke.first + p][0];
            trace->points[points + p][1] = trace->points[stroke.first + p][1];
        }
        stroke.first = points;
        points += stroke.count;
        trace->strokes[strokes++] = stroke;
    }
    trace->stroke_count = strokes;
    trace->point_count = points;
}

static void draw_keep_stroke(draw_pencil *self, uint32_t *min_steps) {
    gaiti_draw_trace *trace = self->trace;
    if (self->is_full) {
        *min_steps = *min_steps > UINT32_MAX / 2 ? UINT32_MAX : *min_steps > 0 ? *min_steps * 2 : 1;
        draw_drop_short(trace, *min_steps);
    } else if (self->stroke.steps >= *min_steps) {
        self->stroke.first = trace->point_count;
        trace->strokes[trace->stroke_count++] = self->stroke;
        trace->point_count += self->stroke.count;
    }
}

/* --- following -------------------------------------------------------------------------------- */

/* The lines of one kind in a grid. */
typedef struct draw_walk {
    uint8_t *lines;
    size_t stride;
    uint32_t width, height; /* of the grid */
    uint8_t right, down;    /* bits */
} draw_walk;

/* The corner where the line from (x, y) in a direction is stored, and its bit. */
static uint8_t *draw_line_at(const draw_walk *walk, uint32_t x, uint32_t y, int direction,
                             uint8_t *out_bit) {
    x -= direction == DRAW_LEFT;
    y -= direction == DRAW_UP;
    *out_bit = direction == DRAW_RIGHT || direction == DRAW_LEFT ? walk->right : walk->down;
    return &walk->lines[y * walk->stride + x];
}

static bool draw_has_line(const draw_walk *walk, uint32_t x, uint32_t y, int direction) {
    uint8_t bit;
    if ((direction == DRAW_LEFT && x == 0) || (direction == DRAW_UP && y == 0)) {
        return false;
    }
    return (*draw_line_at(walk, x, y, direction, &bit) & bit) != 0;
}

static int draw_count_lines(const draw_walk *walk, uint32_t x, uint32_t y) {
    int count = 0;
    for (int direction = 0; direction < DRAW_DIRECTIONS; direction++) {
        count += draw_has_line(walk, x, y, direction);
    }
    return count;
}

/* The direction in which a line goes on, turns before straight lines, so that regions that touch at
 * a corner become separate; -1 = none. */
static int draw_next(const draw_walk *walk, uint32_t x, uint32_t y, int direction) {
    static const int turns[] = {1, 3, 0};
    for (int i = 0; i < 3; i++) {
        int next = (direction + turns[i]) % DRAW_DIRECTIONS;
        if (draw_has_line(walk, x, y, next)) {
            return next;
        }
    }
    return -1;
}

/* Follows a line from a corner until it ends, or meets others. The points are the middles of the
 * steps: with corners, slanted lines would be stairs. */
static void draw_follow_line(const draw_walk *walk, uint32_t x, uint32_t y, int direction,
                             bool is_closed, draw_pencil *pencil) {
    static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
    double first[2] = {2.0 * x + (is_closed ? dx[direction] : 0),
                       2.0 * y + (is_closed ? dy[direction] : 0)};
    draw_start_segment(pencil, first);
    while (direction >= 0) {
        uint8_t bit, *line = draw_line_at(walk, x, y, direction, &bit);
        double middle[2] = {2.0 * x + dx[direction], 2.0 * y + dy[direction]};
        pencil->stroke.strong += (*line & bit * GAITI_DRAW_STRONG) != 0;
        *line &= (uint8_t)~bit;
        draw_add_point(pencil, middle);
        x = (uint32_t)((int32_t)x + dx[direction]);
        y = (uint32_t)((int32_t)y + dy[direction]);
        pencil->stroke.steps++;
        bool meets_others = !is_closed && draw_count_lines(walk, x, y) != 1;
        direction = meets_others ? -1 : draw_next(walk, x, y, direction);
    }
    double end[2] = {2.0 * x, 2.0 * y};
    draw_add_point(pencil, is_closed ? first : end);
    draw_keep_point(pencil, is_closed ? first : end);
}

/* Follows all lines from the corners at which a line begins, ends or meets others; with
 * `is_closed`, from any corner. */
static void draw_follow_all(const draw_walk *walk, gaiti_draw_trace *trace, bool is_closed,
                            uint32_t *min_steps) {
    for (uint32_t y = 0; y <= walk->height; y++) {
        for (uint32_t x = 0; x <= walk->width; x++) {
            if (!(walk->lines[y * walk->stride + x] & (walk->right | walk->down)) &&
                (is_closed || draw_count_lines(walk, x, y) == 0)) {
                continue;
            }
            bool begins = is_closed || draw_count_lines(walk, x, y) != 2;
            for (int direction = 0; begins && direction < DRAW_DIRECTIONS; direction++) {
                if (draw_has_line(walk, x, y, direction)) {
                    draw_pencil pencil = {.trace = trace};
                    draw_follow_line(walk, x, y, direction, is_closed, &pencil);
                    draw_keep_stroke(&pencil, min_steps);
                }
            }
        }
    }
}

void gaiti_draw_follow(gaiti_draw_mesh *mesh, gaiti_draw_line kind, uint32_t min_steps) {
    const gaiti_draw_grid *grid = &mesh->grid;
    draw_walk walk = {.lines = grid->lines,
                      .stride = (size_t)grid->width + 1,
                      .width = grid->width,
                      .height = grid->height,
                      .right = (uint8_t)kind,
                      .down = (uint8_t)(kind << 1)};
    mesh->trace.stroke_count = mesh->trace.point_count = 0;
    if (kind != GAITI_DRAW_REGION) {
        draw_follow_all(&walk, &mesh->trace, false, &min_steps);
    }
    draw_follow_all(&walk, &mesh->trace, true, &min_steps);
}
