/* Meshes in pictures: what is hidden, where lines are, which parts are left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "gait/draw.h"
#include "gait/transform.h"
#include "test.h"
#include "model/clip.h"

enum { SQUARES = 40, FRAMES = 3 };

/* Squares of two triangles, seen from the front, and a clip of two bones, which stand still. The
 * view is from the front: +X of the model is left in the picture. */
typedef struct scene {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[2];
    float time[FRAMES], places[2][FRAMES][3];
    const char *bones[2];
    float positions[SQUARES * 4][3], normals[SQUARES * 4][3], weights[SQUARES * 4][4];
    uint16_t joints[SQUARES * 4][4];
    uint32_t triangles[SQUARES * 2][3];
    gait_mesh_part parts[2];
    gait_mesh mesh;
} scene;

static scene *make_scene(void) {
    static scene made;
    memset(&made, 0, sizeof made);
    const gait_transform rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const gait_bone bones[2] = {{.name = "LeftHand",
                                 .parent = -1,
                                 .rest = rest,
                                 .parent_origin = GAIT_ORIGIN_FILE,
                                 .rest_origin = GAIT_ORIGIN_FILE},
                                {.name = "RightHand",
                                 .parent = -1,
                                 .rest = rest,
                                 .parent_origin = GAIT_ORIGIN_FILE,
                                 .rest_origin = GAIT_ORIGIN_FILE}};
    assert_int_equal(gaiti_skeleton_new("s", bones, 2, NULL, &made.skeleton), GAIT_OK);
    for (int b = 0; b < 2; b++) {
        made.bones[b] = bones[b].name;
        made.tracks[b].translation = (gait_channel){.data = (const uint8_t *)made.places[b],
                                                    .count = FRAMES,
                                                    .stride = 12,
                                                    .element = GAIT_F32};
    }
    for (int f = 0; f < FRAMES; f++) {
        made.time[f] = (float)f;
    }
    made.clip = (gait_clip){.name = "c",
                            .skeleton = made.skeleton,
                            .frame_count = 1,
                            .time = made.time,
                            .tracks = made.tracks};
    made.mesh = (gait_mesh){.parts = made.parts, .bones = made.bones, .bone_count = 2};
    return &made;
}

/* Adds a square in a plane of equal depth. */
static void add_square(scene *s, float x, float y, float z, float side, uint16_t bone) {
    gait_mesh_part *part = &s->parts[0];
    size_t first = part->vertex_count;
    assert_true(first < SQUARES * 4);
    for (size_t c = 0; c < 4; c++) {
        float *at = s->positions[first + c];
        at[0] = x + (c == 1 || c == 2 ? side : 0);
        at[1] = y + (c >= 2 ? side : 0);
        at[2] = z;
        s->normals[first + c][2] = 1;
        s->weights[first + c][0] = 1;
        s->joints[first + c][0] = bone;
    }
    for (size_t t = 0; t < 2; t++) {
        uint32_t *corners = s->triangles[part->triangle_count + t];
        corners[0] = (uint32_t)first;
        corners[1] = (uint32_t)(first + 1 + t);
        corners[2] = (uint32_t)(first + 2 + t);
    }
    *part = (gait_mesh_part){.texture = "",
                             .material = "",
                             .vertex_count = (uint32_t)first + 4,
                             .triangle_count = part->triangle_count + 2,
                             .positions = s->positions[0],
                             .normals = s->normals[0],
                             .joints = s->joints[0],
                             .weights = s->weights[0],
                             .triangles = s->triangles[0]};
    s->mesh.part_count = 1;
    for (size_t v = 0; v < part->vertex_count; v++) {
        for (int i = 0; i < 3; i++) {
            float at = s->positions[v][i];
            s->mesh.box[0][i] = v == 0 || at < s->mesh.box[0][i] ? at : s->mesh.box[0][i];
            s->mesh.box[1][i] = v == 0 || at > s->mesh.box[1][i] ? at : s->mesh.box[1][i];
        }
    }
}

static char *draw_front(const scene *s, gait_draw_facts *facts) {
    const gait_draw_options options = {.view = GAIT_VIEW_FRONT, .mesh = &s->mesh};
    gait_buffer out = {0};
    assert_int_equal(gait_draw_strip(&s->clip, &options, NULL, facts, &out), GAIT_OK);
    assert_true(gaiti_write_u8(&out, 0));
    return (char *)out.data;
}

static double number_after(const char *text, const char *what) {
    const char *at = strstr(text, what);
    assert_non_null(at);
    return strtod(at + strlen(what), NULL);
}

static double pixels_per_metre(const char *svg) {
    double length = number_after(strstr(svg, "class=\"scale\""), "h");
    return strstr(svg, ">1 m<") ? length : strstr(svg, ">10 cm<") ? length * 10 : length / 10;
}

/* The lines of the mesh: the box of all points of the path with these attributes, in metres, and
 * the sum of their lengths. */
typedef struct lines {
    double low[2], high[2], length;
    unsigned count;
} lines;

static lines read_lines(const char *svg, const char *attributes) {
    lines found = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, 0, 0};
    const char *mesh = strstr(svg, "<g class=\"mesh\"");
    const char *end = mesh ? strstr(mesh, "</g>") : NULL;
    const char *path = mesh ? strstr(mesh, attributes) : NULL;
    if (!path || path > end) {
        return found;
    }
    double origin[2] = {number_after(mesh, "translate("), 0}, unit = number_after(mesh, "scale(");
    origin[1] = number_after(strchr(strstr(mesh, "translate("), ' '), " ");
    double metre = pixels_per_metre(svg), at[2] = {0, 0};
    char *data = strstr(path, " d=\"") + 4;
    for (char command = 0; *data != '"';) {
        if (*data == 'M' || *data == 'l') {
            command = *data++;
            found.count += command == 'M';
        }
        double x = strtod(data, &data), y = strtod(data, &data);
        bool is_start = command == 'M';
        found.length += is_start ? 0 : sqrt(x * x + y * y) * unit / metre;
        at[0] = is_start ? x : at[0] + x;
        at[1] = is_start ? y : at[1] + y;
        for (int i = 0; i < 2; i++) {
            double place = (origin[i] + at[i] * unit) / metre;
            found.low[i] = fmin(found.low[i], place);
            found.high[i] = fmax(found.high[i], place);
        }
        data += strspn(data, " ");
    }
    return found;
}

static lines outline(const char *svg) {
    const char *last = NULL, *mesh = strstr(svg, "<g class=\"mesh\"");
    for (const char *at = mesh; at && (at = strstr(at, "stroke=\"#3f3f46\"")) != NULL; at++) {
        last = at < strstr(mesh, "</g>") ? at : last;
    }
    assert_non_null(last);
    return read_lines(svg, last);
}

static lines strong_lines(const char *svg) {
    return read_lines(svg, "stroke=\"#3f3f46\"");
}

static void assert_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance)) {
        fail_msg("%f, not %f", found, expected);
    }
}

static void assert_box(lines found, double left, double top, double right, double bottom) {
    double pixel = 0.01; /* metres: more than a pixel in all scenes */
    assert_near(found.low[0], left, pixel);
    assert_near(found.low[1], top, pixel);
    assert_near(found.high[0], right, pixel);
    assert_near(found.high[1], bottom, pixel);
}

static void free_scene(scene *s, char *svg) {
    free(svg);
    gait_skeleton_free(s->skeleton);
}

/* A square from (0, 1) to (1, 2). */
TEST(outlines_surround_the_model) {
    scene *s = make_scene();
    gait_draw_facts facts;
    add_square(s, 0, 1, 0, 1, 0);
    char *svg = draw_front(s, &facts);
    assert_true(facts.has_mesh);
    lines found = outline(svg);
    assert_box(found, -1, -2, 0, -1);
    assert_int_equal(found.count, 1);
    assert_near(found.length, 4, 0.05);
    assert_int_equal(strong_lines(svg).count, 0); /* no line inside, also none on the diagonal */
    assert_int_equal(read_lines(svg, "stroke=\"#8a8a94\"").count, 0);
    assert_box(read_lines(svg, "fill=\"#ececf1\""), -1, -2, 0, -1);
    assert_box(read_lines(svg, "fill=\"#d9e5f6\""), -1, -2, 0, -1); /* moved by LeftHand */
    assert_int_equal(read_lines(svg, "fill=\"#f9e2d5\"").count, 0);
    free_scene(s, svg);
}

/* A small square in front of a large one, and one behind it that is as large. */
TEST(hidden_parts_have_no_lines) {
    scene *s = make_scene();
    add_square(s, 0, 0, 0, 1, 0);
    add_square(s, 0.25F, 0.25F, 0.3F, 0.5F, 1);
    add_square(s, 0.125F, 0.125F, -0.3F, 0.5F, 1);
    char *svg = draw_front(s, NULL);
    lines front = strong_lines(svg);
    assert_box(front, -0.75, -0.75, -0.25, -0.25);
    assert_int_equal(front.count, 1);
    assert_near(front.length, 2, 0.05);
    assert_near(outline(svg).length, 4, 0.05);
    assert_box(read_lines(svg, "fill=\"#f9e2d5\""), -0.75, -0.75, -0.25, -0.25);
    free_scene(s, svg);
}

/* Parts with different textures at the same depth, and an edge of a roof. */
TEST(parts_and_edges_have_thin_lines) {
    scene *s = make_scene();
    add_square(s, 0, 0, 0, 0.5F, 0);
    add_square(s, 0.5F, 0, 0, 0.5F, 0);
    s->parts[1] = s->parts[0];
    s->parts[1].triangles += 6;
    s->parts[0].triangle_count = s->parts[1].triangle_count = 2;
    s->mesh.part_count = 2;
    char *svg = draw_front(s, NULL);
    assert_box(read_lines(svg, "stroke=\"#8a8a94\""), -0.5, -0.5, -0.5, 0);
    assert_int_equal(strong_lines(svg).count, 0);
    free(svg);
    s->parts[0].triangle_count = 4;
    s->mesh.part_count = 1;
    svg = draw_front(s, NULL);
    assert_int_equal(read_lines(svg, "stroke=\"#8a8a94\"").count, 0); /* one part, flat */
    free(svg);
    for (size_t v = 4; v < 8; v++) {
        s->normals[v][0] = 1;
        s->normals[v][2] = 0;
    }
    svg = draw_front(s, NULL);
    assert_box(read_lines(svg, "stroke=\"#8a8a94\""), -0.5, -0.5, -0.5, 0);
    free_scene(s, svg);
}

/* The bone of a square is moved 1 m up in the last frame. */
TEST(meshes_follow_their_bones) {
    scene *s = make_scene();
    add_square(s, 0, 0, 0, 1, 0);
    s->clip.frame_count = 2;
    s->places[0][1][1] = 1;
    char *svg = draw_front(s, NULL);
    assert_box(outline(svg), -1, -1, 0, 0);
    const char *second = strstr(strstr(svg, "<title>frame 1</title>"), "<g class=\"mesh\"");
    double metre = pixels_per_metre(svg);
    double top = number_after(strchr(strstr(second, "translate("), ' '), " ") / metre;
    assert_near(top, -2, 0.02);
    free_scene(s, svg);
}

/* One of many squares is parked far away: the picture does not become smaller. */
TEST(distant_parts_are_left_out) {
    for (int is_far = 0; is_far < 2; is_far++) {
        scene *s = make_scene();
        gait_draw_facts facts;
        for (int i = 0; i < 4; i++) {
            add_square(s, 0.25F * (float)(i % 2), 0.25F * (float)(i / 2), 0, 0.25F, 0);
        }
        add_square(s, 0, 0, 0, 0.25F, 1);
        s->places[1][0][1] = is_far ? 50 : 0;
        char *svg = draw_front(s, &facts);
        assert_box(outline(svg), -0.5, -0.5, 0, 0);
        assert_near(outline(svg).length, 2, 0.05);
        assert_int_equal(facts.left_out, is_far);
        free_scene(s, svg);
    }
}

/* Only a mesh is left when no bone has a known place; without it the clip is refused. */
TEST(meshes_need_no_bones) {
    scene *s = make_scene();
    gait_bone bones[2] = {s->skeleton->bones[0], s->skeleton->bones[1]};
    gait_buffer out = {0};
    add_square(s, 0, 0, 0, 1, 0);
    bones[0].rest_origin = bones[1].rest_origin = GAIT_ORIGIN_UNKNOWN;
    gait_skeleton skeleton = *s->skeleton;
    skeleton.bones = bones;
    s->clip.skeleton = &skeleton;
    s->clip.space = GAIT_SPACE_DELTA;
    char *svg = draw_front(s, NULL);
    assert_box(outline(svg), -1, -1, 0, 0);
    assert_null(strstr(svg, "<circle"));
    assert_int_equal(gait_draw_strip(&s->clip, NULL, NULL, NULL, &out), GAIT_NOT_FOUND);
    s->clip.space = GAIT_SPACE_LOCAL; /* deltas require rest poses */
    const gait_draw_options options = {.mesh = &s->mesh};
    assert_int_equal(gait_draw_strip(&s->clip, &options, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    free_scene(s, svg);
}

/* Meshes that cannot be drawn: without triangles, at infinity, or all vertices in one place. */
TEST(odd_meshes_are_drawn_or_left_out) {
    scene *s = make_scene();
    gait_draw_facts facts;
    char *svg = draw_front(s, &facts);
    assert_false(facts.has_mesh);
    assert_null(strstr(svg, "class=\"mesh\""));
    free(svg);
    add_square(s, 0, 0, 0, 0, 0);
    svg = draw_front(s, &facts);
    assert_true(facts.has_mesh);
    free(svg);
    s->positions[1][0] = 3e38F;
    svg = draw_front(s, &facts);
    assert_true(facts.has_mesh); /* the triangle without this vertex */
    free(svg);
    s->positions[0][1] = NAN;
    svg = draw_front(s, &facts);
    assert_false(facts.has_mesh);
    free_scene(s, svg);
}

/* Rays of light hide nothing, and do not affect the scale. */
TEST(light_is_left_out) {
    static const char *const materials[] = {"models\\laserray", "MODELS\\lightplanes",
                                            "models\\lightplanes2"};
    scene *s = make_scene();
    add_square(s, 0, 0, 0, 1, 0);
    add_square(s, 0, 0, 1, 8, 0);
    s->parts[1] = s->parts[0];
    s->parts[1].triangles += 6;
    s->parts[0].triangle_count = s->parts[1].triangle_count = 2;
    s->mesh.part_count = 2;
    for (int i = 0; i < 3; i++) {
        s->parts[1].material = materials[i];
        char *svg = draw_front(s, NULL);
        double side = i == 2 ? 8 : 1;
        assert_box(outline(svg), -side, -side, 0, 0);
        free(svg);
    }
    gait_skeleton_free(s->skeleton);
}

TEST(invalid_meshes_are_refused) {
    scene *s = make_scene();
    gait_buffer out = {0};
    const gait_draw_options options = {.mesh = &s->mesh};
    add_square(s, 0, 0, 0, 1, 0);
    s->triangles[1][2] = 4;
    assert_int_equal(gait_draw_strip(&s->clip, &options, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    s->triangles[1][2] = 3;
    s->joints[3][3] = 2;
    assert_int_equal(gait_draw_strip(&s->clip, &options, NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    s->joints[3][3] = 1;
    assert_int_equal(gait_draw_strip(&s->clip, &options, NULL, NULL, &out), GAIT_OK);
    gait_buffer_free(&out);
    gait_skeleton_free(s->skeleton);
}

/* Hostile meshes: very many triangles that cover the whole figure, and many small ones at random
 * depths. The size of the picture is bounded. */
TEST(pictures_of_hostile_meshes_are_bounded) {
    enum { TRIANGLES = 60000, MAX_BYTES = 700000 };
    scene *s = make_scene();
    float *positions = malloc(TRIANGLES * 9 * sizeof *positions);
    float *normals = calloc(TRIANGLES * 9, sizeof *normals);
    uint32_t *triangles = malloc(TRIANGLES * 3 * sizeof *triangles);
    assert_true(positions && normals && triangles);
    for (int is_small = 0; is_small < 2; is_small++) {
        uint32_t random = 1;
        for (size_t i = 0; i < TRIANGLES * 9; i++) {
            random = random * 1664525u + 1013904223u;
            float part = (float)(random >> 8) / 16777216.0F;
            size_t first = i - i % 9 + i % 3;
            bool is_corner = is_small && i % 9 >= 3;
            positions[i] = is_corner ? positions[first] + 0.02F * (part - 0.5F) : part;
            triangles[i / 3] = (uint32_t)(i / 3);
        }
        s->parts[0] = (gait_mesh_part){.texture = "",
                                       .material = "",
                                       .vertex_count = TRIANGLES * 3,
                                       .triangle_count = TRIANGLES,
                                       .positions = positions,
                                       .normals = normals,
                                       .triangles = triangles};
        s->mesh.part_count = 1;
        for (int i = 0; i < 3; i++) {
            s->mesh.box[0][i] = 0;
            s->mesh.box[1][i] = 1;
        }
        char *svg = draw_front(s, NULL);
        assert_true(strlen(svg) < MAX_BYTES);
        assert_non_null(strstr(svg, "class=\"mesh\""));
        free(svg);
    }
    free(triangles);
    free(normals);
    free(positions);
    gait_skeleton_free(s->skeleton);
}

static gait_status attempt(const gait_options *options, void *user) {
    const scene *s = user;
    const gait_draw_options drawing = {.mesh = &s->mesh};
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_draw_strip(&s->clip, &drawing, options, NULL, &out);
    gait_buffer_free(&out);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    scene *s = make_scene();
    add_square(s, 0, 0, 0, 1, 0);
    test_every_failing_allocation(attempt, s);
    gait_skeleton_free(s->skeleton);
}
