/* The mesh of a figure as SVG: filled regions, details, outlines. */
#include "draw/draw_mesh.h"
#include "model/side.h"

/* Pixels. */
#define DRAW_STRONG_WIDTH 1.1
#define DRAW_WEAK_WIDTH 0.5
#define DRAW_SHORTEST 4.0
#define DRAW_SHORTEST_WEAK 8.0

/* Which lines of a trace are written. */
typedef enum draw_choice { DRAW_ALL, DRAW_STRONG, DRAW_WEAK } draw_choice;

/* A line is strong when at least a third of it is. */
static bool draw_is_chosen(const gaiti_draw_stroke *stroke, draw_choice choice,
                           uint32_t min_steps) {
    bool is_strong = stroke->strong * UINT64_C(3) >= stroke->steps;
    return stroke->steps >= min_steps &&
           (choice == DRAW_ALL || is_strong == (choice == DRAW_STRONG));
}

/* Writes lines of the trace as the data of a path. */
static void draw_write_lines(gaiti_svg *svg, const gaiti_draw_trace *trace, draw_choice choice,
                             uint32_t min_steps) {
    for (uint32_t s = 0; s < trace->stroke_count; s++) {
        const gaiti_draw_stroke *stroke = &trace->strokes[s];
        const int32_t *last = trace->points[stroke->first];
        if (!draw_is_chosen(stroke, choice, min_steps)) {
            continue;
        }
        gaiti_svg_write(svg, "M%g %g", (double)last[0], (double)last[1]);
        for (uint32_t p = 1; p < stroke->count; p++) {
            const int32_t *point = trace->points[stroke->first + p];
            gaiti_svg_write(svg, p == 1 ? "l%g %g" : " %g %g", (double)(point[0] - last[0]),
                            (double)(point[1] - last[1]));
            last = point;
        }
    }
}

/* Traces the border of a side of the body, or with -1 of the model. */
static void draw_trace_region(gaiti_draw_mesh *mesh, int side, uint32_t min_steps) {
    gaiti_draw_find_region(mesh, side);
    gaiti_draw_follow(mesh, GAITI_DRAW_REGION, min_steps);
}

static void draw_fill(gaiti_drawing *drawing, const char *color) {
    if (drawing->mesh->trace.stroke_count > 0) {
        gaiti_svg_write(&drawing->svg, "<path fill=\"%s\" fill-rule=\"evenodd\" d=\"", color);
        draw_write_lines(&drawing->svg, &drawing->mesh->trace, DRAW_ALL, 0);
        gaiti_svg_write(&drawing->svg, "\"/>\n");
    }
}

static void draw_lines(gaiti_drawing *drawing, draw_choice choice, const char *color, double width,
                       uint32_t min_steps) {
    gaiti_svg_write(&drawing->svg, "<path stroke=\"%s\" stroke-width=\"%g\" d=\"", color, width);
    draw_write_lines(&drawing->svg, &drawing->mesh->trace, choice, min_steps);
    gaiti_svg_write(&drawing->svg, "\"/>\n");
}

static void draw_mesh_paths(gaiti_drawing *drawing, double unit) {
    gaiti_draw_mesh *mesh = drawing->mesh;
    uint32_t shortest = (uint32_t)(DRAW_SHORTEST / (2 * unit));
    uint32_t shortest_weak = (uint32_t)(DRAW_SHORTEST_WEAK / (2 * unit));
    draw_trace_region(mesh, -1, shortest);
    draw_fill(drawing, "#ececf1");
    draw_trace_region(mesh, GAITI_SIDE_LEFT, shortest);
    draw_fill(drawing, "#d9e5f6");
    draw_trace_region(mesh, GAITI_SIDE_RIGHT, shortest);
    draw_fill(drawing, "#f9e2d5");
    gaiti_draw_find_lines(mesh, drawing->size);
    gaiti_draw_follow(mesh, GAITI_DRAW_LINE, shortest);
    draw_lines(drawing, DRAW_WEAK, "#8a8a94", DRAW_WEAK_WIDTH / unit, shortest_weak);
    draw_lines(drawing, DRAW_STRONG, "#3f3f46", DRAW_STRONG_WIDTH / unit, shortest);
    draw_trace_region(mesh, -1, shortest); /* again, over the other regions */
    draw_lines(drawing, DRAW_ALL, "#3f3f46", DRAW_STRONG_WIDTH / unit, shortest);
}

void gaiti_draw_mesh_figure(gaiti_drawing *drawing, uint32_t figure, double scale) {
    gaiti_draw_mesh *mesh = drawing->mesh;
    if (!mesh || drawing->mesh_boxes[figure].u1 < drawing->mesh_boxes[figure].u0) {
        return;
    }
    if (!gaiti_draw_reserve_grid(drawing, scale)) {
        drawing->svg.failed = true;
        return;
    }
    gaiti_draw_pose_mesh(drawing, figure, true);
    gaiti_draw_scan(drawing, figure, scale);
    double unit = scale / (2 * mesh->grid.pitch); /* a half sample in pixels */
    gaiti_svg_write(&drawing->svg,
                    "<g class=\"mesh\" transform=\"translate(%g %g) scale(%g)\" "
                    "stroke-linejoin=\"round\">\n",
                    mesh->grid.left * scale, -mesh->grid.top * scale, unit);
    draw_mesh_paths(drawing, unit);
    gaiti_svg_write(&drawing->svg, "</g>\n");
}
