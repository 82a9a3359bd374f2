/* Draws a strip of figures: finds the facts of a clip, and writes all parts of the picture. */
#include "draw/draw_state.h"

#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "model/clip.h"

/* "25 frames, phase 0 to 1", "91 frames, 3 s, loops". */
static void draw_facts_of_clip(gaiti_drawing *drawing) {
    const gait_clip *clip = drawing->clip;
    gaiti_svg *svg = &drawing->svg;
    double first = (double)clip->time[0];
    double last = (double)clip->time[clip->frame_count - 1];
    gaiti_svg_write(svg, clip->frame_count == 1 ? "%u frame" : "%u frames",
                    (unsigned)clip->frame_count);
    if (clip->time_unit == GAIT_TIME_PHASE) {
        gaiti_svg_write(svg, ", phase %g to %g", first, last);
        if (drawing->options.duration_s > 0) {
            gaiti_svg_write(svg, ", %g s", drawing->options.duration_s);
        }
        if (drawing->options.loop != 0) {
            gaiti_svg_write(svg, drawing->options.loop > 0 ? ", loops" : ", plays once");
        }
    } else {
        gaiti_svg_write(svg, ", %g s", last - first);
    }
    if (clip->playback.known) {
        gaiti_svg_write(svg, clip->playback.loop ? ", loops" : ", plays once");
    }
    gaiti_svg_write(svg, drawing->skeleton->bone_count == 1 ? ", %u bone" : ", %u bones",
                    (unsigned)drawing->skeleton->bone_count);
}

/* True when the file name is the clip's name and an extension. Then only the file name is shown. */
static bool draw_is_named_after(const char *file, const char *clip) {
    size_t size = strlen(clip);
    return strncmp(file, clip, size) == 0 && file[size] == '.' &&
           strcspn(file + size + 1, ".") == strlen(file + size + 1);
}

static void draw_name_of_clip(gaiti_drawing *drawing) {
    const char *file = drawing->options.file;
    const char *clip = drawing->clip->name;
    if (file && draw_is_named_after(file, clip)) {
        gaiti_svg_write(&drawing->svg, "%s", file);
    } else {
        gaiti_svg_write(&drawing->svg, file ? "%s: %s" : "%s%s", file ? file : "", clip);
    }
}

static void draw_title(gaiti_drawing *drawing) {
    const char *file = drawing->options.file;
    const char *clip = drawing->clip->name;
    bool both = file && !draw_is_named_after(file, clip);
    double width = gaiti_svg_text_width(file ? file : clip, 16) +
                   (both ? gaiti_svg_text_width(clip, 16) + 18 : 0);
    double available = drawing->width - 48;
    /* Long names get a smaller, still readable font. */
    double font = width > available ? gaiti_draw_max(6, 15 * available / width) : 15;
    gaiti_svg_write(&drawing->svg, "<text x=\"24\" y=\"30\" font-size=\"%g\" font-weight=\"bold\">",
                    font);
    draw_name_of_clip(drawing);
    gaiti_svg_write(&drawing->svg, "</text>\n<text x=\"24\" y=\"48\" fill=\"#5b5b66\">");
    draw_facts_of_clip(drawing);
    gaiti_svg_write(&drawing->svg, "</text>\n");
    drawing->y = 64;
}

static bool draw_body(gaiti_drawing *drawing) {
    draw_title(drawing);
    if (!gaiti_draw_named_figure(drawing)) {
        return false;
    }
    gaiti_draw_rows(drawing);
    if (!gaiti_draw_timeline(drawing)) {
        return false;
    }
    gaiti_draw_motion(drawing);
    gaiti_draw_legend(drawing);
    gaiti_draw_notes(drawing);
    return true;
}

static void draw_opening(gaiti_drawing *drawing) {
    gaiti_svg_write(&drawing->svg,
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%g\" "
                    "height=\"%g\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" "
                    "font-size=\"12\" fill=\"#222\">\n<title>",
                    drawing->width, drawing->y, drawing->width, drawing->y);
    draw_name_of_clip(drawing);
    gaiti_svg_write(&drawing->svg,
                    drawing->axes ? "</title>\n<desc>The path of an object, its axes at %u frames: "
                                  : "</title>\n<desc>A strip of %u stick figures: ",
                    (unsigned)drawing->figures);
    draw_facts_of_clip(drawing);
    gaiti_svg_write(&drawing->svg, ".</desc>\n<rect width=\"%g\" height=\"%g\" fill=\"#fff\"/>\n",
                    drawing->width, drawing->y);
}

/* The opening tag contains the height, which is known only after the body. The body is therefore
 * written to its own buffer first. */
static gait_status draw_write(gaiti_drawing *drawing, gait_buffer *out) {
    gait_buffer body = {.allocator = out->allocator};
    drawing->svg.out = &body;
    gait_status status = draw_body(drawing) ? GAIT_OK : drawing->scratch.status;
    drawing->svg.out = out;
    if (status == GAIT_OK) {
        draw_opening(drawing);
        drawing->svg.failed = drawing->svg.failed || !gaiti_write(out, body.data, body.size);
        gaiti_svg_write(&drawing->svg, "</svg>\n");
        status = !drawing->svg.failed                 ? GAIT_OK
                 : drawing->scratch.status != GAIT_OK ? drawing->scratch.status
                                                      : GAIT_NO_MEMORY;
    }
    gait_buffer_free(&body);
    return status;
}

static gait_status draw_allocate(gaiti_drawing *drawing) {
    gaiti_arena *arena = &drawing->scratch;
    uint64_t bones = drawing->skeleton->bone_count;
    drawing->bones = gaiti_alloc(arena, bones, sizeof *drawing->bones);
    drawing->items = gaiti_alloc(arena, bones + 1, sizeof *drawing->items);
    drawing->points = gaiti_alloc(arena, bones * drawing->figures, sizeof *drawing->points);
    drawing->boxes = gaiti_alloc(arena, drawing->figures, sizeof *drawing->boxes);
    drawing->head_offsets = gaiti_alloc(arena, drawing->figures, sizeof *drawing->head_offsets);
    drawing->mesh_boxes = gaiti_alloc(arena, drawing->figures, sizeof *drawing->mesh_boxes);
    return arena->status;
}

static gait_status draw_run(gaiti_drawing *drawing, gait_draw_facts *facts, gait_buffer *out) {
    GAITI_TRY(draw_allocate(drawing));
    GAITI_TRY(gaiti_draw_classify(drawing));
    GAITI_TRY(drawing->options.mesh ? gaiti_draw_open_mesh(drawing) : GAIT_OK);
    GAITI_TRY(gaiti_draw_place(drawing));
    GAITI_TRY(gaiti_draw_arrange(drawing));
    gaiti_draw_count(drawing, facts);
    return draw_write(drawing, out);
}

gait_status gait_draw_strip(const gait_clip *clip, const gait_draw_options *draw_options,
                            const gait_options *options, gait_draw_facts *facts, gait_buffer *out) {
    static const gait_draw_options defaults;
    gait_draw_facts ignored;
    gaiti_drawing drawing = {.options = draw_options ? *draw_options : defaults};
    uint32_t figures = drawing.options.figures ? drawing.options.figures : GAIT_DRAW_FIGURES;
    if (facts) {
        *facts = (gait_draw_facts){0};
    }
    if (!gaiti_clip_is_complete(clip) || !out || clip->frame_count == 0 ||
        (unsigned)drawing.options.view > GAIT_VIEW_THREE_QUARTER ||
        figures > GAIT_DRAW_MAX_FIGURES ||
        (drawing.options.draws_path && clip->skeleton->bone_count != 1) ||
        gait_pose_requirements(clip, GAIT_SPACE_MODEL) != GAIT_REQUIRES_NOTHING ||
        (drawing.options.mesh &&
         gait_pose_requirements(clip, GAIT_SPACE_DELTA) != GAIT_REQUIRES_NOTHING)) {
        return GAIT_BAD_ARGUMENT;
    }
    drawing.clip = clip;
    drawing.skeleton = clip->skeleton;
    drawing.figures = figures < clip->frame_count ? figures : clip->frame_count;
    gaiti_arena_init(&drawing.scratch, options, 0);
    gait_status status = draw_run(&drawing, facts ? facts : &ignored, out);
    gaiti_arena_free(&drawing.scratch);
    return status;
}
