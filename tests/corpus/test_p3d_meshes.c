/* Real P3D models: they are read to the last byte, written unchanged, and their geometry agrees
 * with facts about them, in the bind pose and posed by an RTM. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "gait/map.h"
#include "formats/file_state.h"
#include "corpus_files.h"
#include "fixtures.h"
#include "gait/p3d.h"
#include "gait/rtm.h"
#include "gait/transform.h"
#include "mesh_facts.h"
#include "meshes.h"
#include "test.h"
#include "formats/bi/p3d/p3d.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip.h"

/* The facts are rounded to 0.1 mm. */
#define TOLERANCE 1.01e-4

enum { HIDDEN_POINT = 0x01000000, MAX_NAMES = 256, NAME = 256 };

/* --- the level of the mesh, from the field map ------------------------------------------------ */

typedef struct map_face {
    uint32_t sides, points[4];
    char texture[NAME];
    bool is_proxy;
} map_face;

typedef struct map_level {
    char prefix[32]; /* "lods[0]." */
    uint64_t end;    /* of the last field */
    uint32_t point_count, face_count, name_count;
    double (*points)[3]; /* engine axes */
    uint32_t *flags;
    map_face *faces;
    char names[MAX_NAMES][NAME]; /* selections */
    char tag[NAME];              /* name of the current tag */
} map_level;

static uint32_t number_of(const gait_field *field) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4 && i < field->bytes.size; i++) {
        value |= (uint32_t)field->bytes.data[i] << 8 * i;
    }
    return value;
}

static double float_at(const uint8_t *bytes) {
    uint32_t bits = 0;
    float value;
    for (int i = 0; i < 4; i++) {
        bits |= (uint32_t)bytes[i] << 8 * i;
    }
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static void copy_text(char out[NAME], gait_span bytes) {
    size_t size = bytes.size < NAME - 1 ? bytes.size : NAME - 1;
    memcpy(out, bytes.data, size);
    out[size] = 0;
}

static void read_point(map_level *level, uint32_t index, const char *field_name,
                       const gait_field *field) {
    assert_in_range(index, 0, level->point_count - 1);
    if (strcmp(field_name, "position") == 0) {
        for (int i = 0; i < 3; i++) {
            double value = float_at(field->bytes.data + 4 * i);
            level->points[index][i] = i == 1 ? value : -value;
        }
    } else {
        level->flags[index] = number_of(field);
    }
}

static void read_face(map_level *level, uint32_t index, const char *field_name,
                      const gait_field *field) {
    unsigned corner;
    char rest[NAME];
    assert_in_range(index, 0, level->face_count - 1);
    map_face *face = &level->faces[index];
    if (strcmp(field_name, "sides") == 0) {
        face->sides = number_of(field);
    } else if (strcmp(field_name, "texture") == 0) {
        copy_text(face->texture, field->bytes);
        face->is_proxy = strncasecmp(face->texture, "proxy:", 6) == 0;
    } else if (sscanf(field_name, "corners[%u].%255s", &corner, rest) == 2 &&
               strcmp(rest, "point") == 0) {
        assert_in_range(corner, 0, 3);
        face->points[corner] = number_of(field);
    }
}

static void read_tag(map_level *level, const char *field_name, const gait_field *field) {
    if (strcmp(field_name, "name") == 0) {
        copy_text(level->tag, field->bytes);
        if (level->tag[0] != '#') {
            assert_in_range(level->name_count, 0, MAX_NAMES - 1);
            copy_text(level->names[level->name_count++], field->bytes);
        }
    } else if (strcmp(field_name, "faces") == 0 && strncasecmp(level->tag, "proxy:", 6) == 0) {
        for (uint32_t f = 0; f < level->face_count; f++) {
            level->faces[f].is_proxy |= field->bytes.data[f] != 0;
        }
    }
}

/* Fields cover the file without gaps; those of the level are stored. */
static bool visit_field(void *user, const gait_field *field) {
    map_level *level = user;
    unsigned index;
    char kind[16], rest[NAME];
    assert_int_equal(field->offset, level->end);
    assert_true(field->bytes.size > 0);
    level->end += field->bytes.size;
    size_t size = strlen(level->prefix);
    if (size == 0 || strncmp(field->name, level->prefix, size) != 0 ||
        sscanf(field->name + size, "%15[a-z][%u].%255s", kind, &index, rest) != 3) {
        return true;
    }
    if (strcmp(kind, "points") == 0) {
        read_point(level, index, rest, field);
    } else if (strcmp(kind, "faces") == 0) {
        read_face(level, index, rest, field);
    } else if (strcmp(kind, "tags") == 0) {
        read_tag(level, rest, field);
    }
    return true;
}

static map_level *read_level(const gait_p3d *p3d, gait_span bytes) {
    map_level *level = calloc(1, sizeof *level);
    int32_t lod = gait_p3d_mesh_lod(p3d);
    if (lod >= 0) {
        gait_p3d_lod info = gait_p3d_lod_at(p3d, (uint32_t)lod);
        snprintf(level->prefix, sizeof level->prefix, "lods[%d].", (int)lod);
        level->point_count = info.point_count;
        level->face_count = info.face_count;
    }
    level->points = calloc(level->point_count + 1, sizeof *level->points);
    level->flags = calloc(level->point_count + 1, sizeof *level->flags);
    level->faces = calloc(level->face_count + 1, sizeof *level->faces);
    gait_file file = {.row = &gaiti_p3d_row, .bytes = bytes, .document = (void *)(uintptr_t)p3d};
    assert_int_equal(gait_file_map(&file, visit_field, level), GAIT_OK);
    assert_int_equal(level->end, bytes.size);
    return level;
}

static void free_level(map_level *level) {
    free(level->points);
    free(level->flags);
    free(level->faces);
    free(level);
}

/* True when the mesh contains the face. */
static bool is_drawn(const map_level *level, const map_face *face) {
    bool hidden = true;
    for (uint32_t c = 0; c < face->sides; c++) {
        hidden = hidden && (level->flags[face->points[c]] & HIDDEN_POINT);
    }
    return !hidden && !face->is_proxy;
}

static void extend_box(double box[2][3], bool *is_empty, const double point[3]) {
    for (int i = 0; i < 3; i++) {
        box[0][i] = *is_empty || point[i] < box[0][i] ? point[i] : box[0][i];
        box[1][i] = *is_empty || point[i] > box[1][i] ? point[i] : box[1][i];
    }
    *is_empty = false;
}

/* --- facts ------------------------------------------------------------------------------------ */

static void assert_box(const char *file, const char *what, double expected[2][3],
                       double found[2][3]) {
    for (int i = 0; i < 6; i++) {
        if (!(fabs(expected[i / 3][i % 3] - found[i / 3][i % 3]) < TOLERANCE)) {
            fail_msg("%s: %s: coordinate %d is %.5f, not %.5f", file, what, i, found[i / 3][i % 3],
                     expected[i / 3][i % 3]);
        }
    }
}

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Joins sorted names, each once, as the facts do: "a|b". */
static void join_names(char (*names)[NAME], uint32_t count, char out[MESH_FACT_TEXT]) {
    size_t size = 0;
    bool is_first = true;
    *out = 0;
    qsort(names, count, NAME, compare_names);
    for (uint32_t n = 0; n < count; n++) {
        if (n == 0 || strcmp(names[n], names[n - 1]) != 0) {
            size += (size_t)snprintf(out + size, MESH_FACT_TEXT - size, "%s%s", is_first ? "" : "|",
                                     names[n]);
            is_first = false;
        }
    }
}

static void join_textures(const map_level *level, char out[MESH_FACT_TEXT]) {
    char(*names)[NAME] = calloc(level->face_count + 1, NAME);
    for (uint32_t f = 0; f < level->face_count; f++) {
        for (size_t i = 0; level->faces[f].texture[i]; i++) {
            char c = level->faces[f].texture[i];
            names[f][i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
        }
    }
    join_names(names, level->face_count, out);
    free(names);
}

static void assert_fact(const mesh_fact *fact, const char *key, const char *found) {
    char expected[MESH_FACT_TEXT];
    assert_true(mesh_fact_value(fact, key, expected));
    if (strcmp(expected, found) != 0) {
        fail_msg("%s: %s is \"%s\", not \"%s\"", fact->file, key, found, expected);
    }
}

static void assert_facts(const mesh_fact *fact, const gait_p3d *p3d, map_level *level) {
    char text[MESH_FACT_TEXT];
    double expected[2][3], found[2][3];
    uint32_t triangles = 0;
    bool is_empty = true;
    for (uint32_t f = 0; f < level->face_count; f++) {
        triangles += level->faces[f].sides - 2;
    }
    for (uint32_t p = 0; p < level->point_count; p++) {
        extend_box(found, &is_empty, level->points[p]);
    }
    assert_int_equal(gait_p3d_lod_count(p3d), mesh_fact_number(fact, "lods"));
    assert_int_equal(gait_p3d_mesh_lod(p3d), mesh_fact_number(fact, "lod"));
    assert_int_equal(level->point_count, mesh_fact_number(fact, "points"));
    assert_int_equal(level->face_count, mesh_fact_number(fact, "faces"));
    assert_int_equal(triangles, mesh_fact_number(fact, "triangles"));
    join_textures(level, text);
    assert_fact(fact, "textures", text);
    join_names(level->names, level->name_count, text);
    assert_fact(fact, "selections", text);
    assert_true(mesh_fact_value(fact, "engine", text) && mesh_fact_box(text, expected));
    assert_box(fact->file, "engine", expected, found);
}

/* --- meshes ----------------------------------------------------------------------------------- */

/* The mesh has the triangles, the textures and the box of the faces that are drawn. */
static void assert_mesh(const char *path, const map_level *level, const gait_mesh *mesh) {
    double expected[2][3], found[2][3];
    uint64_t expected_triangles = 0, triangles = 0;
    bool is_empty = true;
    for (uint32_t f = 0; f < level->face_count; f++) {
        const map_face *face = &level->faces[f];
        for (uint32_t c = 0; is_drawn(level, face) && c < face->sides; c++) {
            extend_box(expected, &is_empty, level->points[face->points[c]]);
        }
        expected_triangles += is_drawn(level, face) ? face->sides - 2 : 0;
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        triangles += mesh->parts[p].triangle_count;
        assert_true(strncasecmp(mesh->parts[p].texture, "proxy:", 6) != 0);
    }
    assert_int_equal(triangles, expected_triangles);
    for (int i = 0; i < 6; i++) {
        found[i / 3][i % 3] = (double)mesh->box[i / 3][i % 3];
    }
    assert_box(path, "mesh", expected, found);
}

/* Counts the triangles whose front is where their normals point, and the others. */
static void count_windings(const gait_mesh *mesh, uint64_t counts[2]) {
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        for (uint32_t t = 0; t < part->triangle_count; t++) {
            const uint32_t *corners = part->triangles + 3 * (size_t)t;
            double edges[2][3], product = 0;
            for (int i = 0; i < 3; i++) {
                double from = (double)part->positions[3 * (size_t)corners[0] + (size_t)i];
                for (int e = 0; e < 2; e++) {
                    edges[e][i] =
                        (double)part->positions[3 * (size_t)corners[e + 1] + (size_t)i] - from;
                }
            }
            for (int i = 0; i < 3; i++) {
                int j = (i + 1) % 3, k = (i + 2) % 3;
                double cross = edges[0][j] * edges[1][k] - edges[0][k] * edges[1][j];
                for (int c = 0; c < 3; c++) {
                    product += cross * (double)part->normals[3 * (size_t)corners[c] + (size_t)i];
                }
            }
            counts[0] += product > 0;
            counts[1] += product < 0;
        }
    }
}

/* --- posed ------------------------------------------------------------------------------------ */

/* A skeleton with the bones of a motion, without parents. */
static gait_skeleton *skeleton_of(const gait_rtm *rtm) {
    gait_skeleton *skeleton;
    uint32_t count = gait_rtm_bone_count(rtm);
    char(*names)[NAME] = calloc(count + 1, NAME);
    gait_bone *bones = calloc(count + 1, sizeof *bones);
    for (uint32_t b = 0; b < count; b++) {
        copy_text(names[b], gait_rtm_bone_name(rtm, b));
        bones[b] = (gait_bone){
            .name = names[b], .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
    assert_int_equal(gaiti_skeleton_new("", bones, count, NULL, &skeleton), GAIT_OK);
    free(bones);
    free(names);
    return skeleton;
}

/* Moves a vertex by the matrices of the file, in the axes of the file. */
static void pose_vertex(const gait_mesh_part *part, size_t v, const float (*matrices)[12],
                        double out[3]) {
    double in[3];
    for (int i = 0; i < 3; i++) {
        double value = (double)part->positions[3 * v + (size_t)i];
        in[i] = i == 1 ? value : -value;
        out[i] = 0;
    }
    for (int j = 0; j < 4; j++) {
        const float *matrix = matrices[part->joints[4 * v + (size_t)j]];
        double weight = (double)part->weights[4 * v + (size_t)j];
        for (int i = 0; i < 3; i++) {
            double moved = (double)matrix[9 + i];
            for (int k = 0; k < 3; k++) {
                moved += (double)matrix[3 * k + i] * in[k];
            }
            out[i] += weight * (i == 1 ? moved : -moved);
        }
    }
}

static void assert_posed_box(const mesh_fact *fact, const gait_p3d *p3d) {
    gait_span bytes = test_file_bytes(fact->bank);
    gait_rtm *rtm;
    gait_mesh *mesh;
    double found[2][3], expected[2][3], point[3];
    bool is_empty = true;
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    assert_in_range(fact->frame, 0, gait_rtm_frame_count(rtm) - 1);
    gait_skeleton *skeleton = skeleton_of(rtm);
    assert_int_equal(gaiti_p3d_mesh(p3d, skeleton, NULL, &mesh), GAIT_OK);
    assert_valid_mesh(mesh);
    assert_in_range(mesh->bone_count, skeleton->bone_count, skeleton->bone_count + 1);
    float(*matrices)[12] = calloc(mesh->bone_count, sizeof *matrices);
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        if (b < skeleton->bone_count) {
            assert_string_equal(mesh->bones[b], skeleton->bones[b].name);
            gait_rtm_matrix(rtm, fact->frame, b, matrices[b]);
        } else {
            matrices[b][0] = matrices[b][4] = matrices[b][8] = 1;
        }
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        for (uint32_t v = 0; v < mesh->parts[p].vertex_count; v++) {
            pose_vertex(&mesh->parts[p], v, (const float(*)[12])matrices, point);
            extend_box(found, &is_empty, point);
        }
    }
    memcpy(expected, fact->posed, sizeof expected);
    assert_box(fact->file, "posed", expected, found);
    free(matrices);
    gait_mesh_free(mesh);
    gait_skeleton_free(skeleton);
    gaiti_rtm_free(rtm);
    free((void *)(uintptr_t)bytes.data);
}

/* --- tests ------------------------------------------------------------------------------------ */

static struct {
    unsigned posed, models, meshes, refused;
    uint64_t windings[2];
} seen;

static void compare(const mesh_fact *fact) {
    gait_span bytes = test_file_bytes(fact->file);
    gait_p3d *p3d;
    assert_int_equal(gaiti_p3d_open(bytes, NULL, &p3d), GAIT_OK);
    map_level *level = read_level(p3d, bytes);
    assert_facts(fact, p3d, level);
    if (*fact->bank) {
        assert_posed_box(fact, p3d);
        seen.posed++;
    }
    free_level(level);
    gaiti_p3d_free(p3d);
    free((void *)(uintptr_t)bytes.data);
}

static void models_agree_with_the_facts(void **state) {
    (void)state;
    unsigned count = mesh_facts_each("p3d", compare);
    print_message("%u models, %u posed\n", count, seen.posed);
    if (count == 0) {
        skip(); /* there is no table */
    }
    assert_true(seen.posed > 0);
}

/* Binarised models, and files with another version, which are made to break readers. */
static bool is_refused(gait_span bytes, gait_status status) {
    bool binarised = bytes.size >= 4 && memcmp(bytes.data, "ODOL", 4) == 0;
    bool other = bytes.size >= 8 && memcmp(bytes.data + 4, "\1\1\0\0", 4) != 0;
    return status == (binarised ? GAIT_UNSUPPORTED : GAIT_CORRUPT) && (binarised || other);
}

static void examine(const char *path, gait_span bytes) {
    gait_file *file;
    gait_mesh *mesh;
    gait_buffer written = {0};
    gait_status status = gait_file_open(bytes, path, NULL, &file);
    if (is_refused(bytes, status)) {
        seen.refused++;
        return;
    }
    if (status != GAIT_OK || gait_file_check(file, NULL) != GAIT_OK) {
        fail_msg("%s: %s", path, gait_status_name(status));
    }
    assert_int_equal(gait_file_write(file, &written), GAIT_OK);
    assert_int_equal(written.size, bytes.size);
    assert_memory_equal(written.data, bytes.data, bytes.size);
    map_level *level = read_level(gait_file_p3d(file), bytes);
    status = gait_file_mesh(file, NULL, NULL, &mesh);
    if (status == GAIT_OK) {
        assert_valid_mesh(mesh);
        assert_mesh(path, level, mesh);
        count_windings(mesh, seen.windings);
        seen.meshes++;
    } else {
        assert_int_equal(status, GAIT_NOT_FOUND);
        assert_int_equal(level->face_count, 0);
    }
    seen.models++;
    gait_mesh_free(mesh);
    free_level(level);
    gait_buffer_free(&written);
    gait_file_free(file);
}

/* A few triangles of real models disagree with their normals. */
static void all_models_are_read_and_written_unchanged(void **state) {
    char models[MESH_FACT_TEXT];
    (void)state;
    assert_true(corpus_each(".p3d", examine));
    if (mesh_models_folder(models)) {
        assert_true(corpus_each_below(models, ".p3d", examine));
    }
    print_message("%u models, %u meshes, %u refused; %llu triangles with their normals, %llu "
                  "against\n",
                  seen.models, seen.meshes, seen.refused, (unsigned long long)seen.windings[0],
                  (unsigned long long)seen.windings[1]);
    assert_true(seen.meshes > 0);
    assert_true(seen.windings[1] * 50 < seen.windings[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_agree_with_the_facts),
        cmocka_unit_test(all_models_are_read_and_written_unchanged),
    };
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
