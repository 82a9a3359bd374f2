/* Which keys the figures show, and from which direction. */
#include "draw/draw_state.h"

static const double draw_half = 0.70710678118654752;

uint32_t gaiti_draw_frame(const gaiti_drawing *drawing, uint32_t figure) {
    if (drawing->figures == 1) {
        return 0;
    }
    uint64_t last = drawing->figures - 1;
    return (uint32_t)(((uint64_t)figure * (drawing->clip->frame_count - 1) + last / 2) / last);
}

gaiti_draw_point gaiti_draw_seen(gait_view view, const double p[3]) {
    switch (view) {
    case GAIT_VIEW_FRONT:
        return (gaiti_draw_point){-p[0], p[1], p[2]};
    case GAIT_VIEW_TOP:
        return (gaiti_draw_point){p[0], p[2], p[1]};
    case GAIT_VIEW_THREE_QUARTER:
        return (gaiti_draw_point){draw_half * (p[2] - p[0]), p[1], draw_half * (p[2] + p[0])};
    case GAIT_VIEW_SIDE:
    default:
        return (gaiti_draw_point){p[2], p[1], p[0]};
    }
}
