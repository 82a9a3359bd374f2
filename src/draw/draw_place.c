/* Poses of all figures: positions of joints, outliers that are not drawn, the size of the body. */
#include <math.h>

#include "base/try.h"
#include "draw/draw_state.h"

/* A bone is an outlier in two cases. Its distance from the centre is more than DRAW_OUTLIER times
 * the median distance, and there is a gap before it. Or its distance is more than
 * DRAW_CERTAIN_OUTLIER times the median distance. */
#define DRAW_OUTLIER 5.0
#define DRAW_CERTAIN_OUTLIER 50.0
/* There is a gap when the distance of the next nearer bone is less than this fraction of the
 * distance. */
#define DRAW_GAP_PART 0.35
/* Radius of the head's circle as a part of the body's size, and the minimum of sizes and distances
 * in metres. */
#define DRAW_HEAD_PART 0.058
#define DRAW_SIZE_MIN 1e-4

/* --- outliers --------------------------------------------------------------------------------- */

static double draw_coordinate(const gaiti_draw_point *point, int axis) {
    return axis == 0 ? point->u : axis == 1 ? point->v : point->toward;
}

static double draw_distance(const gaiti_draw_point *a, const gaiti_draw_point *b) {
    double u = a->u - b->u;
    double v = a->v - b->v;
    double toward = a->toward - b->toward;
    return sqrt(u * u + v * v + toward * toward);
}

/* The centre of a figure: the median of each coordinate, which a few outliers cannot shift. */
static gaiti_draw_point draw_middle(const gaiti_drawing *drawing, const gaiti_draw_point *points) {
    double middle[3] = {0};
    for (int axis = 0; axis < 3; axis++) {
        uint32_t count = 0;
        for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
            if (gaiti_draw_shows(drawing, b)) {
                drawing->items[count++] =
                    (gaiti_draw_item){draw_coordinate(&points[b], axis), b, false};
            }
        }
        gaiti_draw_sort(drawing->items, count);
        middle[axis] = count > 0 ? drawing->items[count / 2].key : 0;
    }
    return (gaiti_draw_point){middle[0], middle[1], middle[2]};
}

/* The distance from which bones are outliers. In a figure that consists mostly of fingers, the
 * other bones may be far from the centre. They are not outliers, because the bones of the arm leave
 * no gap. */
static double draw_reach(gaiti_draw_item *distances, uint32_t count) {
    gaiti_draw_sort(distances, count);
    double median = gaiti_draw_max(distances[count / 2].key, DRAW_SIZE_MIN);
    for (uint32_t i = count / 2 + 1; i < count; i++) {
        double distance = distances[i].key;
        bool is_isolated = distances[i - 1].key < DRAW_GAP_PART * distance;
        if (distance > DRAW_CERTAIN_OUTLIER * median ||
            (distance > DRAW_OUTLIER * median && is_isolated)) {
            return distance;
        }
    }
    return 4 * GAITI_DRAW_MAX_COORDINATE;
}

static void draw_exclude_far(gaiti_drawing *drawing, const gaiti_draw_point *points) {
    gaiti_draw_item *items = drawing->items;
    gaiti_draw_point middle = draw_middle(drawing, points);
    uint32_t count = 0;
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (gaiti_draw_shows(drawing, b)) {
            items[count++] = (gaiti_draw_item){draw_distance(&points[b], &middle), b, false};
        }
    }
    double reach = count < 3 ? 4 * GAITI_DRAW_MAX_COORDINATE : draw_reach(items, count);
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].key >= reach) {
            drawing->bones[items[i].index].visibility = GAITI_DRAW_FAR;
        }
    }
}

/* Excludes bones that are outliers in any figure from all figures, so that they do not appear and
 * disappear. */
static void draw_exclude_outliers(gaiti_drawing *drawing) {
    for (uint32_t f = 0; f < drawing->figures; f++) {
        const gaiti_draw_point *points = gaiti_draw_points(drawing, f);
        for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
            if (gaiti_draw_shows(drawing, b) && !gaiti_draw_is_in_range(&points[b])) {
                drawing->bones[b].visibility = GAITI_DRAW_FAR;
            }
        }
    }
    for (uint32_t f = 0; f < drawing->figures; f++) {
        draw_exclude_far(drawing, gaiti_draw_points(drawing, f));
    }
}

/* --- sizes ------------------------------------------------------------------------------------ */

/* The longest side of the bounding box of a figure, including depth. */
static double draw_size_of(const gaiti_drawing *drawing, uint32_t figure) {
    const gaiti_draw_point *points = gaiti_draw_points(drawing, figure);
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
        double min = GAITI_DRAW_MAX_COORDINATE;
        double max = -GAITI_DRAW_MAX_COORDINATE;
        for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
            if (gaiti_draw_shows(drawing, b)) {
                min = gaiti_draw_min(min, draw_coordinate(&points[b], axis));
                max = gaiti_draw_max(max, draw_coordinate(&points[b], axis));
            }
        }
        longest = gaiti_draw_max(longest, max - min);
    }
    return longest;
}

/* Vector from the head's joint to the centre of the head, in the direction of the neck. */
static gaiti_draw_point draw_head_offset(const gaiti_drawing *drawing, uint32_t figure) {
    const gaiti_draw_point *points = gaiti_draw_points(drawing, figure);
    const gait_bone *bones = drawing->skeleton->bones;
    int32_t below = drawing->head < 0 ? -1 : bones[drawing->head].parent;
    if (below < 0 || !gaiti_draw_shows(drawing, (uint32_t)below)) {
        return (gaiti_draw_point){0};
    }
    const gaiti_draw_point *head = &points[drawing->head];
    const gaiti_draw_point *neck = &points[below];
    double length = draw_distance(head, neck);
    double part = length > DRAW_SIZE_MIN ? drawing->head_radius / length : 0;
    return (gaiti_draw_point){(head->u - neck->u) * part, (head->v - neck->v) * part,
                              (head->toward - neck->toward) * part};
}

/* Adds the path of an object and its axes. */
static void draw_box_object(const gaiti_drawing *drawing, uint32_t figure, gaiti_draw_box *box) {
    const gaiti_draw_box *path = &drawing->path_box;
    if (drawing->path_count > 0) {
        gaiti_draw_extend(box, path->u0, path->v0, 0);
        gaiti_draw_extend(box, path->u1, path->v1, 0);
    }
    for (int axis = 0; drawing->axes && axis < GAITI_DRAW_AXES; axis++) {
        const gaiti_draw_point *end = &drawing->axes[figure][axis];
        if (gaiti_draw_is_in_range(end)) {
            gaiti_draw_extend(box, end->u, end->v, 0);
        }
    }
}

static void draw_box_figure(gaiti_drawing *drawing, uint32_t figure) {
    const gaiti_draw_point *points = gaiti_draw_points(drawing, figure);
    gaiti_draw_box box = {GAITI_DRAW_MAX_COORDINATE, GAITI_DRAW_MAX_COORDINATE,
                          -GAITI_DRAW_MAX_COORDINATE, -GAITI_DRAW_MAX_COORDINATE};
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (gaiti_draw_shows(drawing, b)) {
            gaiti_draw_extend(&box, points[b].u, points[b].v, 0);
        }
    }
    draw_box_object(drawing, figure, &box);
    drawing->head_offsets[figure] = draw_head_offset(drawing, figure);
    if (drawing->head >= 0) {
        const gaiti_draw_point *offset = &drawing->head_offsets[figure];
        gaiti_draw_extend(&box, points[drawing->head].u + offset->u,
                          points[drawing->head].v + offset->v, drawing->head_radius);
    }
    const gaiti_draw_box *mesh = &drawing->mesh_boxes[figure];
    if (drawing->mesh && mesh->u1 >= mesh->u0) {
        gaiti_draw_extend(&box, mesh->u0, mesh->v0, 0);
        gaiti_draw_extend(&box, mesh->u1, mesh->v1, 0);
    }
    bool is_empty = box.u1 < box.u0; /* only another figure has parts of the mesh */
    drawing->boxes[figure] = is_empty ? (gaiti_draw_box){0} : box;
}

/* Hides bones of the face (eyes, lids, jaws), which are within the head's circle. */
static void draw_cover_face(gaiti_drawing *drawing) {
    const gait_bone *bones = drawing->skeleton->bones;
    const gaiti_draw_point *points = gaiti_draw_points(drawing, 0);
    for (uint32_t b = 0; drawing->head >= 0 && b < drawing->skeleton->bone_count; b++) {
        int32_t parent = bones[b].parent;
        bool in_head = parent == drawing->head ||
                       (parent >= 0 && drawing->bones[parent].visibility == GAITI_DRAW_COVERED);
        if (in_head && gaiti_draw_shows(drawing, b) &&
            draw_distance(&points[b], &points[drawing->head]) < 2 * drawing->head_radius) {
            drawing->bones[b].visibility = GAITI_DRAW_COVERED;
        }
    }
}

static void draw_measure_limbs(gaiti_drawing *drawing) {
    const gait_bone *bones = drawing->skeleton->bones;
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        gaiti_draw_bone *bone = &drawing->bones[b];
        bone->has_limb = bone->has_limb && gaiti_draw_shows(drawing, b) &&
                         gaiti_draw_shows(drawing, (uint32_t)bones[b].parent);
        for (uint32_t f = 0; bone->has_limb && f < drawing->figures; f++) {
            const gaiti_draw_point *points = gaiti_draw_points(drawing, f);
            double length = draw_distance(&points[b], &points[bones[b].parent]);
            bone->limb_length = gaiti_draw_max(bone->limb_length, length);
        }
    }
}

static void draw_measure(gaiti_drawing *drawing) {
    drawing->size = gaiti_draw_max(DRAW_SIZE_MIN, drawing->mesh_size);
    for (uint32_t f = 0; f < drawing->figures; f++) {
        drawing->size = gaiti_draw_max(drawing->size, draw_size_of(drawing, f));
    }
    if (drawing->head >= 0 && !gaiti_draw_shows(drawing, (uint32_t)drawing->head)) {
        drawing->head = -1;
    }
    drawing->head_radius = drawing->head >= 0 ? DRAW_HEAD_PART * drawing->size : 0;
    draw_cover_face(drawing);
    draw_measure_limbs(drawing);
    for (uint32_t f = 0; f < drawing->figures; f++) {
        draw_box_figure(drawing, f);
        const gaiti_draw_box *box = &drawing->boxes[f];
        double side = gaiti_draw_max(box->u1 - box->u0, box->v1 - box->v0);
        drawing->size = drawing->axes ? gaiti_draw_max(drawing->size, side) : drawing->size;
    }
}

/* --- poses ------------------------------------------------------------------------------------ */

static gait_status draw_pose_figures(gaiti_drawing *drawing) {
    uint32_t bones = drawing->skeleton->bone_count;
    gait_affine *pose = gaiti_alloc(&drawing->scratch, bones, sizeof *pose);
    GAITI_TRY(drawing->scratch.status);
    for (uint32_t f = 0; f < drawing->figures; f++) {
        GAITI_TRY(gait_pose_at_frame(drawing->clip, gaiti_draw_frame(drawing, f), GAIT_SPACE_MODEL,
                                     GAIT_AXES_ENGINE, pose));
        gaiti_draw_point *points = drawing->points + (size_t)f * bones;
        for (uint32_t b = 0; b < bones; b++) {
            points[b] = gaiti_draw_seen(drawing->options.view, pose[b].t);
        }
    }
    return GAIT_OK;
}

static bool draw_has_bones(const gaiti_drawing *drawing) {
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (gaiti_draw_shows(drawing, b)) {
            return true;
        }
    }
    return false;
}

gait_status gaiti_draw_place(gaiti_drawing *drawing) {
    GAITI_TRY(draw_pose_figures(drawing));
    GAITI_TRY(gaiti_draw_place_object(drawing));
    draw_exclude_outliers(drawing);
    if (drawing->mesh && !gaiti_draw_measure_mesh(drawing)) {
        drawing->mesh = NULL;
    }
    if (!drawing->mesh && !draw_has_bones(drawing)) {
        return GAIT_NOT_FOUND;
    }
    draw_measure(drawing);
    return GAIT_OK;
}
