/* Gait - pictures of clips: a strip of stick figures as SVG (docs/command.md#draw). */
#ifndef GAIT_DRAW_H
#define GAIT_DRAW_H

#include "gait/ops.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From where the figures are seen, without perspective. */
typedef enum gait_view {
    GAIT_VIEW_SIDE = 0,     /* from his right: forward goes to the right */
    GAIT_VIEW_FRONT,        /* his face: his left is at our right */
    GAIT_VIEW_TOP,          /* from above: forward goes up, his left is at our left */
    GAIT_VIEW_THREE_QUARTER /* halfway between side and front */
} gait_view;

/* The default number of figures, and the largest one. */
enum { GAIT_DRAW_FIGURES = 8, GAIT_DRAW_MAX_FIGURES = 200 };

/* What to draw; all zero is the default. */
typedef struct gait_draw_options {
    gait_view view;
    uint32_t figures; /* evenly spaced from the first key to the last, at most one per key; 0 = 8 */
    bool names;       /* begin with one large figure whose bones are named */
    const char *file; /* named in the title, UTF-8; may be NULL */
} gait_draw_options;

/* What a picture shows. */
typedef struct gait_draw_facts {
    uint32_t figures;
    uint32_t bones;    /* drawn as joints of each figure */
    uint32_t left_out; /* too far from the others, or no numbers at all: listed in the picture */
    uint32_t unplaced; /* without a known pivot: counted in the picture */
} gait_draw_facts;

/* Appends a whole SVG 1.1 document, the same bytes on every machine. All figures have one scale;
 * each is a group of class "figure", moved so that its coordinates are those of the model in
 * pixels, in which every joint is a circle with the name of its bone as title. `facts` may be NULL;
 * of `options` may be. GAIT_BAD_ARGUMENT for a clip without frames, one that
 * gait_pose_requirements() something, or more than GAIT_DRAW_MAX_FIGURES; GAIT_NOT_FOUND when no
 * bone can be placed; GAIT_NO_MEMORY or GAIT_LIMIT for want of memory. */
GAIT_API gait_status gait_draw_strip(const gait_clip *clip, const gait_draw_options *drawing,
                                     const gait_options *options, gait_draw_facts *facts,
                                     gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
