/* The path of an object, and its axes on the frames of the figures. */
#include "base/try.h"
#include "draw/draw_state.h"
#include "gait/pose.h"

/* Length of the axes, as a part of the longest side of the path, and in metres for an object that
 * only turns. */
#define DRAW_AXIS_PART 0.4
#define DRAW_AXIS_TURNING 0.01
#define DRAW_PATH_MIN 1e-4

enum { DRAW_PATH_POINTS = 200 };

static const char *const draw_axis_colors[GAITI_DRAW_AXES] = {"#c2410c", "#0f8a6a", "#1d4f9c"};

const char *gaiti_draw_axis_color(int axis) {
    return draw_axis_colors[axis];
}

static gait_status draw_pose_object(const gaiti_drawing *drawing, uint32_t frame,
                                    gait_affine *pose) {
    return gait_pose_at_frame(drawing->clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pose);
}

static double draw_axis_length(const gaiti_drawing *drawing) {
    const gaiti_draw_box *box = &drawing->path_box;
    bool is_empty = drawing->path_count == 0;
    double wide = is_empty ? 0 : box->u1 - box->u0, high = is_empty ? 0 : box->v1 - box->v0;
    double side = gaiti_draw_max(wide, high);
    return side < DRAW_PATH_MIN ? DRAW_AXIS_TURNING : DRAW_AXIS_PART * side;
}

/* The positions on evenly spaced frames. Positions that are not finite are left out. */
static gait_status draw_find_path(gaiti_drawing *drawing, gait_affine *pose) {
    uint32_t frames = drawing->clip->frame_count, last = frames - 1;
    uint32_t count = frames < DRAW_PATH_POINTS ? frames : DRAW_PATH_POINTS;
    drawing->path = gaiti_alloc(&drawing->scratch, count, sizeof *drawing->path);
    GAITI_TRY(drawing->scratch.status);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t frame = count > 1 ? (uint32_t)((uint64_t)i * last / (count - 1)) : 0;
        GAITI_TRY(draw_pose_object(drawing, frame, pose));
        gaiti_draw_point point = gaiti_draw_seen(drawing->options.view, pose->t);
        if (gaiti_draw_is_in_range(&point)) {
            gaiti_draw_box *box = &drawing->path_box;
            *box = drawing->path_count == 0 ? (gaiti_draw_box){point.u, point.v, point.u, point.v}
                                            : *box;
            gaiti_draw_extend(box, point.u, point.v, 0);
            drawing->path[drawing->path_count++] = point;
        }
    }
    return GAIT_OK;
}

gait_status gaiti_draw_place_object(gaiti_drawing *drawing) {
    gait_affine pose;
    if (!drawing->options.draws_path) {
        return GAIT_OK;
    }
    GAITI_TRY(draw_find_path(drawing, &pose));
    drawing->axes = gaiti_alloc(&drawing->scratch, drawing->figures, sizeof *drawing->axes);
    GAITI_TRY(drawing->scratch.status);
    double length = draw_axis_length(drawing);
    for (uint32_t f = 0; f < drawing->figures; f++) {
        GAITI_TRY(draw_pose_object(drawing, gaiti_draw_frame(drawing, f), &pose));
        for (int axis = 0; axis < GAITI_DRAW_AXES; axis++) {
            double end[3];
            for (int i = 0; i < 3; i++) {
                end[i] = pose.t[i] + length * pose.m[i][axis];
            }
            drawing->axes[f][axis] = gaiti_draw_seen(drawing->options.view, end);
        }
    }
    return GAIT_OK;
}

void gaiti_draw_object(gaiti_drawing *drawing, uint32_t figure, double scale) {
    gaiti_svg *svg = &drawing->svg;
    if (!drawing->axes) {
        return;
    }
    gaiti_svg_write(svg, "<path class=\"path\" stroke=\"#b4b4bd\" d=\"");
    for (uint32_t i = 0; i < drawing->path_count; i++) {
        const gaiti_draw_point *point = &drawing->path[i];
        gaiti_svg_write(svg, i == 0 ? "M%g %g" : "L%g %g", point->u * scale, -point->v * scale);
    }
    gaiti_svg_write(svg, "\"/>\n");
    const gaiti_draw_point *origin = gaiti_draw_points(drawing, figure);
    for (int axis = 0; axis < GAITI_DRAW_AXES; axis++) {
        const gaiti_draw_point *end = &drawing->axes[figure][axis];
        if (gaiti_draw_is_in_range(end)) {
            gaiti_svg_write(svg, "<path d=\"M%g %gL%g %g\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                            origin->u * scale, -origin->v * scale, end->u * scale, -end->v * scale,
                            draw_axis_colors[axis]);
        }
    }
}
