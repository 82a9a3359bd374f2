/* The meshes of real models agree with facts about them: counts, textures, and the boxes of their
 * vertices, in the bind pose and posed by a clip. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus_files.h"
#include "fixtures.h"
#include "gait/map.h"
#include "gait/mesh.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "mesh_facts.h"
#include "meshes.h"
#include "test.h"

/* The facts are rounded to 0.1 mm. */
#define TOLERANCE 1.01e-4

/* An open file and its bytes. */
typedef struct real_file {
    gait_span bytes;
    gait_file *file;
} real_file;

static real_file open_file(const char *path) {
    real_file self = {.bytes = test_file_bytes(path)};
    if (gait_file_open(self.bytes, path, NULL, &self.file) != GAIT_OK) {
        fail_msg("%s cannot be opened", path);
    }
    return self;
}

static void close_file(real_file *self) {
    gait_file_free(self->file);
    free((void *)(uintptr_t)self->bytes.data);
}

/* --- the facts of a model --------------------------------------------------------------------- */

enum { MAX_CHILDREN = 64 };

/* What the field map contains about the children. */
typedef struct map_counts {
    unsigned children;
    uint32_t formats[MAX_CHILDREN], windows[MAX_CHILDREN];
} map_counts;

static uint32_t field_number(const gait_field *field) {
    uint32_t value = 0;
    for (size_t i = 0; i < field->bytes.size; i++) {
        value |= (uint32_t)field->bytes.data[i] << 8 * i;
    }
    return value;
}

static bool ends_with(const char *text, const char *end) {
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static bool count_fields(void *user, const gait_field *field) {
    map_counts *counts = user;
    const char *child = strstr(field->name, "children[");
    unsigned index = child ? (unsigned)strtoul(child + strlen("children["), NULL, 10) : 0;
    assert_true(index < MAX_CHILDREN);
    if (ends_with(field->name, "].format") || ends_with(field->name, ".format")) {
        counts->children = index + 1;
        counts->formats[index] = field_number(field);
    } else if (ends_with(field->name, "levels.count")) {
        counts->windows[index] = field_number(field);
    }
    return true;
}

static unsigned links_of(uint32_t format) {
    static const uint32_t old[] = {0x112, 0x12071980, 0x240E3300, 0x481C6600, 0x5A237F80};
    for (unsigned links = 0; links < 5; links++) {
        if (format == old[links]) {
            return links;
        }
    }
    return format;
}

/* The numbers of links as in the facts: "1:4 2:1" = four children with one link, one with two. */
static void print_links(const map_counts *counts, char *out, size_t size) {
    *out = 0;
    for (unsigned links = 0; links < 5; links++) {
        unsigned found = 0;
        for (unsigned c = 0; c < counts->children; c++) {
            found += links_of(counts->formats[c]) == links;
        }
        size_t at = strlen(out);
        if (found) {
            snprintf(out + at, size - at, "%s%u:%u", at ? " " : "", links, found);
        }
    }
}

static void print_windows(const map_counts *counts, char *out, size_t size) {
    *out = 0;
    for (unsigned c = 0; c < counts->children; c++) {
        size_t at = strlen(out);
        snprintf(out + at, size - at, "%s%u", c ? "|" : "", counts->windows[c]);
    }
}

static void print_textures(const gait_mesh *mesh, char *out, size_t size) {
    *out = 0;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        size_t at = strlen(out);
        snprintf(out + at, size - at, "%s%s", p ? "|" : "", mesh->parts[p].texture);
    }
}

static void assert_fact(const mesh_fact *fact, const char *key, const char *found) {
    char expected[MESH_FACT_TEXT];
    assert_true(mesh_fact_value(fact, key, expected));
    if (strcmp(expected, found) != 0) {
        fail_msg("%s: %s is \"%s\", not \"%s\"", fact->file, key, found, expected);
    }
}

static void assert_box(const mesh_fact *fact, const char *what, double expected[2][3],
                       double found[2][3]) {
    for (int i = 0; i < 6; i++) {
        double distance = fabs(expected[i / 3][i % 3] - found[i / 3][i % 3]);
        if (!(distance < TOLERANCE)) {
            fail_msg("%s: %s: coordinate %d is %.5f, not %.5f", fact->file, what, i,
                     found[i / 3][i % 3], expected[i / 3][i % 3]);
        }
    }
}

static void assert_counts(const mesh_fact *fact, const gait_file *file, const gait_mesh *mesh) {
    uint64_t vertices = 0, triangles = 0;
    map_counts counts = {0};
    char text[MESH_FACT_TEXT];
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        vertices += mesh->parts[p].vertex_count;
        triangles += mesh->parts[p].triangle_count;
    }
    assert_int_equal(mesh->part_count, mesh_fact_number(fact, "children"));
    assert_int_equal(vertices, mesh_fact_number(fact, "vertices"));
    assert_int_equal(triangles, mesh_fact_number(fact, "triangles"));
    assert_int_equal(mesh->bone_count, mesh_fact_number(fact, "bones"));
    assert_int_equal(gait_file_map(file, count_fields, &counts), GAIT_OK);
    print_links(&counts, text, sizeof text);
    assert_fact(fact, "links", text);
    print_windows(&counts, text, sizeof text);
    assert_fact(fact, "windows", text);
    print_textures(mesh, text, sizeof text);
    assert_fact(fact, "textures", text);
}

static void assert_bind_box(const mesh_fact *fact, const gait_mesh *mesh) {
    char text[MESH_FACT_TEXT];
    double expected[2][3], found[2][3];
    assert_true(mesh_fact_value(fact, "bind", text) && mesh_fact_box(text, expected));
    for (int i = 0; i < 6; i++) {
        found[i / 3][i % 3] = mesh->box[i / 3][i % 3];
    }
    assert_box(fact, "bind", expected, found);
}

/* --- posed ------------------------------------------------------------------------------------ */

/* One matrix per bone of the mesh: posed * inverse(bind). */
static gait_affine *skinning_matrices(const gait_mesh *mesh, const gait_skeleton *skeleton,
                                      const gait_affine *pose) {
    gait_affine *matrices = calloc(mesh->bone_count + 1, sizeof *matrices);
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        int32_t bone = gait_skeleton_find(skeleton, mesh->bones[b]);
        gait_affine inverse;
        assert_true(bone >= 0);
        assert_true(gait_affine_invert(&skeleton->rest_model[bone], &inverse));
        matrices[b] = gait_affine_multiply(&pose[bone], &inverse);
    }
    return matrices;
}

static void pose_vertex(const gait_mesh_part *part, uint32_t v, const gait_affine *matrices,
                        double out[3]) {
    const float *position = part->positions + 3 * (size_t)v;
    out[0] = out[1] = out[2] = 0;
    for (int j = 0; j < 4; j++) {
        const gait_affine *matrix = &matrices[part->joints[4 * (size_t)v + j]];
        double weight = part->weights[4 * (size_t)v + j];
        for (int i = 0; i < 3; i++) {
            double posed = matrix->t[i];
            for (int k = 0; k < 3; k++) {
                posed += matrix->m[i][k] * position[k];
            }
            out[i] += weight * posed;
        }
    }
}

/* The box of the posed vertices, by linear blend skinning; and how far the pose moves a vertex at
 * most. */
static double posed_box(const gait_mesh *mesh, const gait_affine *matrices, double out[2][3]) {
    double moved = 0;
    bool is_first = true;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        for (uint32_t v = 0; v < part->vertex_count; v++) {
            double posed[3];
            pose_vertex(part, v, matrices, posed);
            for (int i = 0; i < 3; i++) {
                double distance = fabs(posed[i] - part->positions[3 * (size_t)v + (size_t)i]);
                moved = distance > moved ? distance : moved;
                out[0][i] = is_first || posed[i] < out[0][i] ? posed[i] : out[0][i];
                out[1][i] = is_first || posed[i] > out[1][i] ? posed[i] : out[1][i];
            }
            is_first = false;
        }
    }
    return moved;
}

static void assert_posed_box(const mesh_fact *fact, const gait_mesh *mesh,
                             const gait_skeleton *tree) {
    real_file bank = open_file(fact->bank);
    gait_skeleton *bound;
    gait_clip *clip;
    double found[2][3], expected[2][3];
    assert_int_equal(gait_file_bind_skeleton(bank.file, tree, NULL, &bound), GAIT_OK);
    int32_t index = gait_file_find_clip(bank.file, fact->clip);
    assert_true(index >= 0);
    assert_int_equal(gait_file_clip(bank.file, (uint32_t)index, bound, NULL, &clip), GAIT_OK);
    gait_affine *pose = calloc(bound->bone_count, sizeof *pose);
    assert_int_equal(
        gait_pose_at_frame(clip, fact->frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pose), GAIT_OK);
    gait_affine *matrices = skinning_matrices(mesh, bound, pose);
    memcpy(expected, fact->posed, sizeof expected);
    posed_box(mesh, matrices, found);
    assert_box(fact, "posed", expected, found);
    free(matrices);
    free(pose);
    gait_clip_free(clip);
    gait_skeleton_free(bound);
    close_file(&bank);
}

static unsigned posed_models;

static void compare(const mesh_fact *fact) {
    real_file model = open_file(fact->file);
    gait_mesh *mesh;
    gait_skeleton *tree = NULL;
    assert_int_equal(gait_file_mesh(model.file, NULL, NULL, &mesh), GAIT_OK);
    assert_counts(fact, model.file, mesh);
    assert_bind_box(fact, mesh);
    if (mesh->bone_count > 0) {
        assert_int_equal(gait_file_skeleton(model.file, NULL, &tree), GAIT_OK);
    }
    if (*fact->bank) {
        assert_posed_box(fact, mesh, tree);
        posed_models++;
    }
    gait_skeleton_free(tree);
    gait_mesh_free(mesh);
    close_file(&model);
}

static void meshes_of_models_agree_with_the_facts(void **state) {
    (void)state;
    unsigned count = mesh_facts_each("ogf", compare);
    print_message("%u models, %u posed\n", count, posed_models);
    if (count == 0) {
        skip(); /* there is no table */
    }
    assert_true(posed_models > 0);
}

/* --- all models ------------------------------------------------------------------------------- */

static struct {
    unsigned models, meshes, without;
    uint64_t vertices, fields;
} seen;

/* The fields of a map, which must follow each other without gaps. */
typedef struct tiles {
    const char *path;
    uint64_t end, fields;
} tiles;

static bool visit_tile(void *user, const gait_field *field) {
    tiles *self = user;
    if (field->offset != self->end || field->bytes.size == 0) {
        fail_msg("%s: field %s at %llu, not at %llu", self->path, field->name,
                 (unsigned long long)field->offset, (unsigned long long)self->end);
    }
    self->end += field->bytes.size;
    self->fields++;
    return true;
}

/* A pose that equals the bind pose moves no vertex. */
static void assert_bind_is_identity(const char *path, const gait_file *file,
                                    const gait_mesh *mesh) {
    gait_skeleton *tree;
    double box[2][3];
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        if (!mesh->parts[p].joints) {
            return;
        }
    }
    assert_int_equal(gait_file_skeleton(file, NULL, &tree), GAIT_OK);
    gait_affine *matrices = skinning_matrices(mesh, tree, tree->rest_model);
    double moved = posed_box(mesh, matrices, box);
    if (moved > 1e-5) {
        fail_msg("%s: the bind pose moves a vertex by %f m", path, moved);
    }
    free(matrices);
    gait_skeleton_free(tree);
}

static void examine(const char *path, gait_span bytes) {
    gait_file *file;
    gait_mesh *mesh;
    gait_buffer written = {0};
    tiles map = {.path = path};
    assert_int_equal(gait_file_open(bytes, path, NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_check(file, NULL), GAIT_OK);
    assert_int_equal(gait_file_map(file, visit_tile, &map), GAIT_OK);
    assert_int_equal(map.end, bytes.size);
    assert_int_equal(gait_file_write(file, &written), GAIT_OK);
    assert_int_equal(written.size, bytes.size);
    assert_memory_equal(written.data, bytes.data, bytes.size);
    gait_status status = gait_file_mesh(file, NULL, NULL, &mesh);
    if (status == GAIT_OK) {
        assert_valid_mesh(mesh);
        for (uint32_t p = 0; p < mesh->part_count; p++) {
            seen.vertices += mesh->parts[p].vertex_count;
        }
        assert_bind_is_identity(path, file, mesh);
        gait_mesh_free(mesh);
        seen.meshes++;
    } else {
        assert_int_equal(status, GAIT_NOT_FOUND);
        seen.without++;
    }
    seen.models++;
    seen.fields += map.fields;
    gait_buffer_free(&written);
    gait_file_free(file);
}

static void all_models_are_read_and_written_unchanged(void **state) {
    char models[MESH_FACT_TEXT];
    (void)state;
    assert_true(corpus_each(".ogf", examine));
    if (mesh_models_folder(models)) {
        assert_true(corpus_each_below(models, ".ogf", examine));
    }
    print_message("%u models, %u meshes with %llu vertices, %u without; %llu fields\n", seen.models,
                  seen.meshes, (unsigned long long)seen.vertices, seen.without,
                  (unsigned long long)seen.fields);
    assert_true(seen.meshes > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_of_models_agree_with_the_facts),
        cmocka_unit_test(all_models_are_read_and_written_unchanged),
    };
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
