/* The legend: root motion, scale, sides, and bones that are not drawn. */
#include <math.h>

#include "draw/draw_state.h"
#include "model/side.h"
#include "gait/transform.h"

#define DRAW_INDENT 24.0
#define DRAW_BAR_MAX 300.0
#define DRAW_MUTED "#5b5b66"
#define DRAW_MOTION "#7c3aed"

enum { DRAW_NAMES_LISTED = 6 };

/* --- motion ----------------------------------------------------------------------------------- */

static double draw_length(double x, double y, double z) {
    return sqrt(x * x + y * y + z * z);
}

/* Draws motion towards the viewer as a point in a circle, away from the viewer as a cross. */
static void draw_motion_seen_end_on(gaiti_drawing *drawing, bool toward, double y) {
    gaiti_svg_write(&drawing->svg,
                    "<circle cx=\"%g\" cy=\"%g\" r=\"6\" fill=\"none\" stroke=\"" DRAW_MOTION
                    "\" stroke-width=\"1.5\"/>\n",
                    DRAW_INDENT + 7, y);
    gaiti_svg_write(&drawing->svg,
                    toward ? "<circle cx=\"%g\" cy=\"%g\" r=\"2\" fill=\"" DRAW_MOTION "\"/>\n"
                           : "<path d=\"M%g %gm-4 -4l8 8m0 -8l-8 8\" stroke=\"" DRAW_MOTION
                             "\" stroke-width=\"1.5\"/>\n",
                    DRAW_INDENT + 7, y);
}

/* Draws the arrow in its own box below the figures. Returns its width in pixels. */
static double draw_motion_arrow(gaiti_drawing *drawing, const gaiti_draw_point *direction,
                                double scale) {
    double u = direction->u * scale;
    double v = direction->v * scale;
    double length = draw_length(u, v, 0);
    double x = DRAW_INDENT + gaiti_draw_max(0, -u);
    double y = drawing->y + 8 + gaiti_draw_max(0, v);
    double head = gaiti_draw_min(8, length / 2);
    double along_u = u / length * head;
    double along_v = v / length * head;
    gaiti_svg_write(&drawing->svg,
                    "<path class=\"motion\" d=\"M%g %gl%g %g\" stroke=\"" DRAW_MOTION
                    "\" stroke-width=\"2\"/>\n",
                    x, y, u - along_u / 2, -v + along_v / 2);
    gaiti_svg_write(&drawing->svg, "<path d=\"M%g %gl%g %gl%g %gz\" fill=\"" DRAW_MOTION "\"/>\n",
                    x + u, y - v, -along_u - along_v / 2, along_v - along_u / 2, along_v, along_u);
    return fabs(u);
}

static void draw_motion_text(gaiti_drawing *drawing, const double *motion, double x,
                             const char *remark) {
    gaiti_svg_write(&drawing->svg,
                    "<text x=\"%g\" y=\"%g\">motion per cycle: %g m <tspan fill=\"" DRAW_MUTED
                    "\">(right %g, up %g, forward %g)%s</tspan></text>\n",
                    x, drawing->y + 12, draw_length(motion[0], motion[1], motion[2]), motion[0],
                    motion[1], motion[2], remark);
}

static bool draw_has_motion(const gait_clip *clip, double motion[3]) {
    gait_affine displacement = gait_affine_identity();
    for (int i = 0; i < 3; i++) {
        displacement.t[i] = (double)clip->root_motion[i];
    }
    displacement = gait_affine_change_axes(&displacement, clip->axes, GAIT_AXES_ENGINE);
    for (int i = 0; i < 3; i++) {
        motion[i] = displacement.t[i];
    }
    double length = draw_length(motion[0], motion[1], motion[2]);
    return length > 1e-4 && length < 1e9;
}

void gaiti_draw_motion(gaiti_drawing *drawing) {
    double motion[3];
    if (!draw_has_motion(drawing->clip, motion)) {
        return;
    }
    gaiti_draw_point direction = gaiti_draw_seen(drawing->options.view, motion);
    double seen = draw_length(direction.u, direction.v, 0);
    drawing->y += 8;
    if (seen < 0.1 * fabs(direction.toward)) {
        draw_motion_seen_end_on(drawing, direction.toward > 0, drawing->y + 8);
        draw_motion_text(drawing, motion, DRAW_INDENT + 22,
                         direction.toward > 0 ? ", towards the viewer" : ", away from the viewer");
        drawing->y += 20;
        return;
    }
    double max_width = drawing->width - 2 * DRAW_INDENT - 320;
    bool fits =
        fabs(direction.u) * drawing->scale <= max_width && fabs(direction.v) * drawing->scale <= 60;
    double scale = fits ? drawing->scale : gaiti_draw_min(max_width, 60) / seen;
    double width = draw_motion_arrow(drawing, &direction, scale);
    draw_motion_text(drawing, motion, DRAW_INDENT + width + 12, fits ? "" : ", arrow not to scale");
    drawing->y += 20 + fabs(direction.v) * scale;
}

/* --- scale and sides -------------------------------------------------------------------------- */

/* The largest power of ten, in metres, whose bar is not too long. */
static double draw_bar_metres(double scale) {
    double metres = 1;
    while (metres * scale > DRAW_BAR_MAX) {
        metres /= 10;
    }
    while (metres * 10 * scale <= DRAW_BAR_MAX) {
        metres *= 10;
    }
    return metres;
}

static void draw_scale_bar(gaiti_drawing *drawing, double *x) {
    double metres = draw_bar_metres(drawing->scale);
    double length = metres * drawing->scale;
    double y = drawing->y + 8;
    gaiti_svg_write(&drawing->svg,
                    "<path class=\"scale\" d=\"M%g %gh%g\" stroke=\"#222\" stroke-width=\"2\"/>\n"
                    "<path d=\"M%g %gv8m%g -8v8\" stroke=\"#222\"/>\n",
                    *x, y, length, *x, y - 4, length);
    *x += length + 8;
    const char *unit = metres >= 1 ? "m" : metres >= 0.009 ? "cm" : "mm";
    double value = metres >= 1 ? metres : metres >= 0.009 ? metres * 100 : metres * 1000;
    gaiti_svg_write(&drawing->svg, "<text x=\"%g\" y=\"%g\">%g %s</text>\n", *x, y + 4, value,
                    unit);
    *x += 52;
}

/* Draws the three shades of a side, from near to far. */
static void draw_swatch(gaiti_drawing *drawing, double *x, gaiti_side side, const char *text) {
    double y = drawing->y + 8;
    for (int shade = 0; shade < GAITI_DRAW_SHADES; shade++) {
        gaiti_svg_write(&drawing->svg, "<path d=\"M%g %gh9\" stroke=\"%s\" stroke-width=\"6\"/>\n",
                        *x + 9 * shade, y, gaiti_draw_color(side, shade));
    }
    gaiti_svg_write(&drawing->svg, "<text x=\"%g\" y=\"%g\">%s</text>\n", *x + 33, y + 4, text);
    *x += 46 + gaiti_svg_text_width(text, 12);
}

/* Draws the colours of the axes of an object. */
static void draw_axis_swatches(gaiti_drawing *drawing, double *x) {
    static const char *const names[GAITI_DRAW_AXES] = {"right", "up", "forward"};
    double y = drawing->y + 8;
    for (int axis = 0; drawing->axes && axis < GAITI_DRAW_AXES; axis++) {
        gaiti_svg_write(&drawing->svg,
                        "<path d=\"M%g %gh16\" stroke=\"%s\" stroke-width=\"2\"/>\n<text x=\"%g\" "
                        "y=\"%g\">%s</text>\n",
                        *x, y, gaiti_draw_axis_color(axis), *x + 22, y + 4, names[axis]);
        *x += 36 + gaiti_svg_text_width(names[axis], 12);
    }
}

static bool draw_has_sides(const gaiti_drawing *drawing) {
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (gaiti_draw_shows(drawing, b) && drawing->bones[b].side != GAITI_SIDE_MIDDLE) {
            return true;
        }
    }
    return false;
}

static const char *draw_view_text(gait_view view) {
    switch (view) {
    case GAIT_VIEW_FRONT:
        return "front view: the figure's left is on the right";
    case GAIT_VIEW_TOP:
        return "view from above: forward is up";
    case GAIT_VIEW_THREE_QUARTER:
        return "three-quarter view: forward is right and nearer";
    case GAIT_VIEW_SIDE:
    default:
        return "view from the right: forward is right";
    }
}

void gaiti_draw_legend(gaiti_drawing *drawing) {
    const char *farther = drawing->axes ? "" : "; lighter is farther";
    double x = DRAW_INDENT;
    drawing->y += 12;
    draw_scale_bar(drawing, &x);
    draw_axis_swatches(drawing, &x);
    if (draw_has_sides(drawing)) {
        draw_swatch(drawing, &x, GAITI_SIDE_LEFT, "left");
        draw_swatch(drawing, &x, GAITI_SIDE_RIGHT, "right");
    }
    const char *view = draw_view_text(drawing->options.view);
    double width = gaiti_svg_text_width(view, 12) + gaiti_svg_text_width(farther, 12);
    if (x + 6 + width > drawing->width - DRAW_INDENT) {
        x = DRAW_INDENT - 6;
        drawing->y += 20;
    }
    gaiti_svg_write(&drawing->svg, "<text x=\"%g\" y=\"%g\" fill=\"" DRAW_MUTED "\">%s%s</text>\n",
                    x + 6, drawing->y + 12, view, farther);
    drawing->y += 22;
}

/* --- notes ------------------------------------------------------------------------------------ */

static uint32_t draw_count(const gaiti_drawing *drawing, gaiti_draw_visibility visibility) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        count += drawing->bones[b].visibility == visibility;
    }
    return count;
}

static void draw_begin_note(gaiti_drawing *drawing) {
    drawing->y += 14;
    gaiti_svg_write(&drawing->svg,
                    "<text x=\"%g\" y=\"%g\" font-size=\"10\" fill=\"" DRAW_MUTED "\">",
                    DRAW_INDENT, drawing->y);
}

static void draw_list_bones(gaiti_drawing *drawing, gaiti_draw_visibility visibility,
                            const char *why) {
    uint32_t count = draw_count(drawing, visibility);
    if (count == 0) {
        return;
    }
    draw_begin_note(drawing);
    gaiti_svg_write(&drawing->svg, "not drawn, %s: ", why);
    uint32_t listed = 0;
    for (uint32_t b = 0; listed < DRAW_NAMES_LISTED && b < drawing->skeleton->bone_count; b++) {
        if (drawing->bones[b].visibility == visibility) {
            gaiti_svg_write(&drawing->svg, listed > 0 ? ", %s" : "%s",
                            drawing->skeleton->bones[b].name);
            listed++;
        }
    }
    if (count > listed) {
        gaiti_svg_write(&drawing->svg, " and %u more", (unsigned)(count - listed));
    }
    gaiti_svg_write(&drawing->svg, "</text>\n");
}

static bool draw_has_limbs(const gaiti_drawing *drawing) {
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (drawing->bones[b].has_limb) {
            return true;
        }
    }
    return false;
}

void gaiti_draw_notes(gaiti_drawing *drawing) {
    if (drawing->is_centred) {
        draw_begin_note(drawing);
        gaiti_svg_write(&drawing->svg, "the clip moves the model, so each figure is centred in its "
                                       "column</text>\n");
    }
    if (!drawing->axes && !draw_has_limbs(drawing) && draw_count(drawing, GAITI_DRAW_SHOWN) > 0) {
        draw_begin_note(drawing);
        gaiti_svg_write(&drawing->svg,
                        "joints only: the parents of the bones are not known</text>\n");
    }
    draw_list_bones(drawing, GAITI_DRAW_FAR, "too far from the other bones");
    draw_list_bones(drawing, GAITI_DRAW_UNPLACED, "no pivot is known");
    drawing->y += 14;
}

void gaiti_draw_count(const gaiti_drawing *drawing, gait_draw_facts *facts) {
    *facts = (gait_draw_facts){drawing->figures, draw_count(drawing, GAITI_DRAW_SHOWN),
                               draw_count(drawing, GAITI_DRAW_FAR),
                               draw_count(drawing, GAITI_DRAW_UNPLACED), drawing->mesh != NULL};
}
