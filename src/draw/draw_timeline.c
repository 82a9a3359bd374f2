/* The timeline below the strip: times of the figures, and events. */
#include "draw/draw_state.h"

enum { DRAW_LANES = 8 };

#define DRAW_EDGE 24.0
#define DRAW_LANE_HIGH 14.0

typedef struct draw_timeline {
    gaiti_drawing *drawing;
    double left, width;   /* of the line, in pixels */
    double first, length; /* of the clip, in its time unit */
    double lane_ends[DRAW_LANES];
    uint32_t lanes;   /* in use */
    uint32_t skipped; /* events for which no lane was free */
} draw_timeline;

/* Position of a time on the line; times outside the clip are moved to the nearer end, NaN to the
 * start. */
static double draw_at_time(const draw_timeline *line, double time) {
    double part = line->length > 0 ? (time - line->first) / line->length : 0;
    part = part > 0 ? gaiti_draw_min(part, 1) : 0;
    return line->left + part * line->width;
}

static int draw_find_lane(draw_timeline *line, double from, double to) {
    for (uint32_t lane = 0; lane < DRAW_LANES; lane++) {
        if (lane >= line->lanes || line->lane_ends[lane] < from) {
            line->lanes = lane >= line->lanes ? lane + 1 : line->lanes;
            line->lane_ends[lane] = to + 6;
            return (int)lane;
        }
    }
    return -1;
}

static void draw_event_mark(draw_timeline *line, double from, double to, double y) {
    gaiti_svg *svg = &line->drawing->svg;
    if (to > from) {
        gaiti_svg_write(svg,
                        "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"6\" fill=\"#0f8a6a\"/>\n",
                        from, y + 3, gaiti_draw_max(to - from, 1.5));
    } else {
        gaiti_svg_write(svg, "<path d=\"M%g %gl4.5 8h-9z\" fill=\"#0f8a6a\"/>\n", from, y + 2);
    }
}

static void draw_event(draw_timeline *line, const gait_event *event) {
    gaiti_drawing *drawing = line->drawing;
    double from = draw_at_time(line, event->start);
    double to = event->end > event->start ? draw_at_time(line, event->end) : from;
    double mark_end = to > from ? to : from + 4.5;
    double text = gaiti_svg_text_width(event->name, 10) + gaiti_svg_text_width(event->value, 10);
    text = gaiti_draw_min(text + (event->value[0] ? 8 : 0), 0.8 * drawing->width);
    bool on_left = mark_end + 4 + text > drawing->width - 8;
    double mark_start = to > from ? from : from - 4.5;
    int lane = on_left ? draw_find_lane(line, mark_start - 4 - text, mark_end)
                       : draw_find_lane(line, mark_start, mark_end + 4 + text);
    if (lane < 0) {
        line->skipped++;
        return;
    }
    double y = drawing->y + 8 + lane * DRAW_LANE_HIGH;
    gaiti_svg_write(&drawing->svg,
                    "<g class=\"event\">\n<path d=\"M%g %gV%g\" stroke=\"#0f8a6a\" "
                    "stroke-opacity=\"0.4\"/>\n",
                    from, drawing->y, y + 3);
    draw_event_mark(line, from, to, y);
    gaiti_svg_write(&drawing->svg, "<text x=\"%g\" y=\"%g\" font-size=\"10\" text-anchor=\"%s\">%s",
                    on_left ? mark_start - 4 : mark_end + 4, y + 9.5, on_left ? "end" : "start",
                    event->name);
    gaiti_svg_write(&drawing->svg, event->value[0] ? " = %s</text>\n</g>\n" : "%s</text>\n</g>\n",
                    event->value);
}

static void draw_ticks(const draw_timeline *line) {
    gaiti_drawing *drawing = line->drawing;
    gaiti_svg_write(&drawing->svg, "<path d=\"M%g %gh%g\" stroke=\"#5b5b66\"/>\n", line->left,
                    drawing->y, line->width);
    for (uint32_t f = 0; f < drawing->figures; f++) {
        uint32_t frame = gaiti_draw_frame(drawing, f);
        gaiti_svg_write(&drawing->svg,
                        "<path d=\"M%g %gv-7\" stroke=\"#5b5b66\"/>\n<text x=\"%g\" y=\"%g\" "
                        "font-size=\"9\" fill=\"#5b5b66\" text-anchor=\"middle\">%u</text>\n",
                        draw_at_time(line, (double)drawing->clip->time[frame]), drawing->y,
                        draw_at_time(line, (double)drawing->clip->time[frame]), drawing->y - 10,
                        (unsigned)frame);
    }
}

/* Sorts events by time, so that lanes fill from left to right. */
static gaiti_draw_item *draw_event_order(gaiti_drawing *drawing) {
    const gait_clip *clip = drawing->clip;
    gaiti_draw_item *order = gaiti_alloc(&drawing->scratch, clip->event_count, sizeof *order);
    for (uint32_t i = 0; order && i < clip->event_count; i++) {
        order[i] = (gaiti_draw_item){.key = clip->events[i].start, .index = i};
    }
    if (order) {
        gaiti_draw_sort(order, clip->event_count);
    }
    return order;
}

bool gaiti_draw_timeline(gaiti_drawing *drawing) {
    const gait_clip *clip = drawing->clip;
    if (clip->event_count == 0) {
        return true;
    }
    gaiti_draw_item *order = draw_event_order(drawing);
    if (!order) {
        return false;
    }
    draw_timeline line = {.drawing = drawing,
                          .left = DRAW_EDGE,
                          .width = drawing->width - 2 * DRAW_EDGE,
                          .first = (double)clip->time[0],
                          .length =
                              (double)clip->time[clip->frame_count - 1] - (double)clip->time[0]};
    drawing->y += 22;
    draw_ticks(&line);
    for (uint32_t i = 0; i < clip->event_count; i++) {
        draw_event(&line, &clip->events[order[i].index]);
    }
    drawing->y += 14 + line.lanes * DRAW_LANE_HIGH;
    if (line.skipped > 0) {
        gaiti_svg_write(&drawing->svg,
                        "<text x=\"%g\" y=\"%g\" font-size=\"10\" fill=\"#5b5b66\">and %u more "
                        "events</text>\n",
                        DRAW_EDGE, drawing->y + 8, (unsigned)line.skipped);
        drawing->y += 14;
    }
    return true;
}
