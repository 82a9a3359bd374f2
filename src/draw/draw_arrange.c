/* Page layout: cells of equal size, in the number of rows that makes the figures large. */
#include "base/try.h"
#include "draw/draw_state.h"

/* Pixels. */
#define DRAW_PAGE_MAX 1200.0
#define DRAW_PAGE_MIN 560.0
#define DRAW_MARGIN 16.0
#define DRAW_FIGURE_HIGH 300.0
#define DRAW_FIGURE_WIDE 520.0
#define DRAW_ROWS_HIGH 720.0
#define DRAW_ROW_MIN 110.0
#define DRAW_LABELS 34.0
#define DRAW_CELL_MIN 62.0
#define DRAW_GAP 12.0
#define DRAW_SCALE_MAX 1e5
/* Limits the scale for a body that looks short because it is seen end on. The scale is at most that
 * for a body whose visible height is this fraction of its size. */
#define DRAW_SHORTENED 0.7

static double draw_box_width(const gaiti_draw_box *box) {
    return box->u1 - box->u0;
}

static double draw_box_height(const gaiti_draw_box *box) {
    return box->v1 - box->v0;
}

static gaiti_draw_box draw_union(const gaiti_drawing *drawing) {
    gaiti_draw_box all = drawing->boxes[0];
    for (uint32_t f = 1; f < drawing->figures; f++) {
        const gaiti_draw_box *box = &drawing->boxes[f];
        all.u0 = gaiti_draw_min(all.u0, box->u0);
        all.v0 = gaiti_draw_min(all.v0, box->v0);
        all.u1 = gaiti_draw_max(all.u1, box->u1);
        all.v1 = gaiti_draw_max(all.v1, box->v1);
    }
    return all;
}

/* Figures keep their positions relative to the model's origin, unless the movement of the clip
 * would make them small: then they are centred in their cells. */
static void draw_choose_cell(gaiti_drawing *drawing) {
    gaiti_draw_box all = draw_union(drawing);
    double wide = 0, high = 0; /* maximum width and height of all figures */
    for (uint32_t f = 0; f < drawing->figures; f++) {
        wide = gaiti_draw_max(wide, draw_box_width(&drawing->boxes[f]));
        high = gaiti_draw_max(high, draw_box_height(&drawing->boxes[f]));
    }
    double largest = gaiti_draw_max(wide, high);
    bool centre_u = draw_box_width(&all) - wide > 0.5 * largest;
    bool centre_v = draw_box_height(&all) - high > 0.75 * largest;
    drawing->is_centred = centre_u || centre_v;
    for (uint32_t f = 0; f < drawing->figures; f++) {
        const gaiti_draw_box *box = &drawing->boxes[f];
        drawing->anchors[f].u = centre_u ? (box->u0 + box->u1) / 2 : 0;
        drawing->anchors[f].v = centre_v ? (box->v0 + box->v1) / 2 : 0;
    }
    drawing->cell = (gaiti_draw_box){centre_u ? -wide / 2 : all.u0, centre_v ? -high / 2 : all.v0,
                                     centre_u ? wide / 2 : all.u1, centre_v ? high / 2 : all.v1};
    drawing->has_ground = drawing->options.view != GAIT_VIEW_TOP;
}

/* Extends the cell to the ground when it is near the figures, and adds a margin. */
static void draw_include_ground(gaiti_drawing *drawing) {
    gaiti_draw_box *cell = &drawing->cell;
    double reach = 0.35 * drawing->size;
    if (drawing->has_ground && drawing->anchors[0].v == 0 && cell->v0 - reach < 0 &&
        cell->v1 + reach > 0) {
        cell->v0 = gaiti_draw_min(cell->v0, -0.01 * drawing->size);
        cell->v1 = gaiti_draw_max(cell->v1, 0);
    }
    double margin = 0.03 * drawing->size;
    *cell = (gaiti_draw_box){cell->u0 - margin, cell->v0 - margin, cell->u1 + margin,
                             cell->v1 + margin};
}

static double draw_scale_for(const gaiti_drawing *drawing, uint32_t rows, uint32_t columns) {
    double available = (DRAW_PAGE_MAX - 2 * DRAW_MARGIN) / columns - DRAW_GAP;
    double height = gaiti_draw_max(DRAW_ROWS_HIGH / rows - DRAW_LABELS, DRAW_ROW_MIN);
    double across = gaiti_draw_min(available, DRAW_FIGURE_WIDE) / draw_box_width(&drawing->cell);
    double up = gaiti_draw_min(height, DRAW_FIGURE_HIGH) / draw_box_height(&drawing->cell);
    double body = DRAW_FIGURE_HIGH / (DRAW_SHORTENED * drawing->size);
    return gaiti_draw_min(gaiti_draw_min(across, up), gaiti_draw_min(body, DRAW_SCALE_MAX));
}

/* Adds rows only when they make the figures clearly larger. */
static void draw_choose_rows(gaiti_drawing *drawing) {
    drawing->rows = 0;
    uint32_t max_columns = (uint32_t)((DRAW_PAGE_MAX - 2 * DRAW_MARGIN) / DRAW_CELL_MIN);
    for (uint32_t rows = 1; rows <= drawing->figures; rows++) {
        uint32_t columns = (drawing->figures + rows - 1) / rows;
        if (columns > max_columns || (rows - 1) * columns >= drawing->figures) {
            continue;
        }
        double scale = draw_scale_for(drawing, rows, columns);
        if (drawing->rows == 0 || scale > 1.3 * drawing->scale) {
            drawing->rows = rows;
            drawing->columns = columns;
            drawing->scale = scale;
        }
    }
}

gait_status gaiti_draw_arrange(gaiti_drawing *drawing) {
    drawing->anchors = gaiti_alloc(&drawing->scratch, drawing->figures, sizeof *drawing->anchors);
    GAITI_TRY(drawing->scratch.status);
    draw_choose_cell(drawing);
    draw_include_ground(drawing);
    draw_choose_rows(drawing);
    drawing->cell_height = draw_box_height(&drawing->cell) * drawing->scale;
    drawing->cell_width =
        gaiti_draw_max(draw_box_width(&drawing->cell) * drawing->scale + DRAW_GAP, DRAW_CELL_MIN);
    drawing->width =
        gaiti_draw_max(DRAW_PAGE_MIN, drawing->columns * drawing->cell_width + 2 * DRAW_MARGIN);
    return GAIT_OK;
}
