/* Real models in poses of real clips: the vertices that gait_mesh_skin() moves are in the boxes of
 * the facts, and agree with a computation with doubles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus_files.h"
#include "fixtures.h"
#include "gait/mesh.h"
#include "gait/search.h"
#include "gait/transform.h"
#include "mesh_facts.h"
#include "test.h"

/* Metres. The facts are rounded to 0.1 mm. */
#define BOX_TOLERANCE 1.01e-4
#define VERTEX_TOLERANCE 5e-5
#define BIND_TOLERANCE 1e-5
#define NEAR 50.0 /* the tolerance is for vertices within this distance */

enum { MAX_CLIPS = 60 };

/* A model, and the bank or motion that poses it. */
typedef struct posed_model {
    gait_span model_bytes, bank_bytes;
    gait_file *model, *bank;
    gait_skeleton *tree; /* NULL for a P3D */
    gait_search_result *search;
    const gait_skeleton *skeleton; /* of the clips */
    gait_mesh *mesh;
    int32_t *bones;
    float *matrices;
    gait_affine *deltas, *poses;
} posed_model;

static struct {
    unsigned rows, poses;
    uint64_t vertices;
    double worst; /* metres */
} seen;

static gait_file *open_bytes(gait_span bytes, const char *path) {
    gait_file *file;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        fail_msg("%s cannot be opened", path);
    }
    return file;
}

static void *allocate(size_t count, size_t size) {
    void *room = calloc(count + 1, size);
    assert_non_null(room);
    return room;
}

static posed_model open_posed(const mesh_fact *fact) {
    posed_model self = {.model_bytes = test_file_bytes(fact->file),
                        .bank_bytes = test_file_bytes(fact->bank)};
    self.model = open_bytes(self.model_bytes, fact->file);
    self.bank = open_bytes(self.bank_bytes, fact->bank);
    gait_search_options options = {0};
    if (gait_file_format(self.model) == GAIT_FORMAT_OGF) {
        assert_int_equal(gait_file_skeleton(self.model, NULL, &self.tree), GAIT_OK);
        options.skeleton = self.tree;
    }
    assert_int_equal(gait_skeleton_search(self.bank, NULL, 0, &options, &self.search), GAIT_OK);
    self.skeleton = gait_search_result_skeleton(self.search);
    assert_int_equal(gait_file_mesh(self.model, self.skeleton, NULL, &self.mesh), GAIT_OK);
    self.bones = allocate(self.mesh->bone_count, sizeof *self.bones);
    self.matrices = allocate(self.mesh->bone_count, 12 * sizeof *self.matrices);
    self.deltas = allocate(self.skeleton->bone_count, sizeof *self.deltas);
    self.poses = allocate(self.skeleton->bone_count, sizeof *self.poses);
    assert_int_equal(gait_mesh_find_bones(self.mesh, self.skeleton, self.bones), GAIT_OK);
    return self;
}

static void close_posed(posed_model *self) {
    free(self->poses);
    free(self->deltas);
    free(self->matrices);
    free(self->bones);
    gait_mesh_free(self->mesh);
    gait_search_result_free(self->search);
    gait_skeleton_free(self->tree);
    gait_file_free(self->bank);
    gait_file_free(self->model);
    free((void *)(uintptr_t)self->bank_bytes.data);
    free((void *)(uintptr_t)self->model_bytes.data);
}

/* --- one pose --------------------------------------------------------------------------------- */

/* The transform of a bone of the mesh: its pose times the inverse of its bind pose, computed here
 * from the pose in model space. Bones without a rest pose have only deltas (RTM). */
static gait_affine bone_transform(const posed_model *self, uint32_t bone) {
    int32_t b = self->bones[bone];
    gait_affine inverse;
    if (b < 0) {
        return gait_affine_identity();
    }
    if (!self->tree) {
        return self->deltas[b];
    }
    int32_t bind = gait_skeleton_find(self->tree, self->mesh->bones[bone]);
    assert_true(bind >= 0 && gait_affine_invert(&self->tree->rest_model[bind], &inverse));
    return gait_affine_multiply(&self->poses[b], &inverse);
}

static void pose_exactly(const gait_mesh_part *part, size_t v, const gait_affine *transforms,
                         double out[3]) {
    const float *in = part->positions + 3 * v;
    double sum = 0;
    out[0] = out[1] = out[2] = 0;
    for (size_t j = 0; part->joints && j < 4; j++) {
        const gait_affine *bone = &transforms[part->joints[4 * v + j]];
        double weight = (double)part->weights[4 * v + j];
        sum += weight;
        for (int i = 0; i < 3; i++) {
            out[i] += weight * (bone->m[i][0] * (double)in[0] + bone->m[i][1] * (double)in[1] +
                                bone->m[i][2] * (double)in[2] + bone->t[i]);
        }
    }
    for (int i = 0; i < 3 && sum == 0; i++) {
        out[i] = (double)in[i];
    }
}

static void compare_part(const mesh_fact *fact, const posed_model *self, const gait_mesh_part *part,
                         const gait_affine *transforms, double box[2][3]) {
    float *positions = allocate(part->vertex_count, 3 * sizeof *positions);
    float *normals = allocate(part->vertex_count, 3 * sizeof *normals);
    assert_int_equal(
        gait_mesh_skin(part, self->matrices, self->mesh->bone_count, positions, normals), GAIT_OK);
    for (size_t v = 0; v < part->vertex_count; v++) {
        double expected[3], square = 0;
        pose_exactly(part, v, transforms, expected);
        for (size_t i = 0; i < 3; i++) {
            double found = (double)positions[3 * v + i], wrong = fabs(found - expected[i]);
            square += (double)(normals[3 * v + i] * normals[3 * v + i]);
            box[0][i] = fmin(box[0][i], found);
            box[1][i] = fmax(box[1][i], found);
            if (!(fabs(expected[i]) > NEAR)) {
                seen.worst = fmax(seen.worst, wrong);
                if (!(wrong < VERTEX_TOLERANCE)) {
                    fail_msg("%s: vertex %zu is %.6f m off", fact->file, v, wrong);
                }
            }
        }
        assert_true(fabs(square - 1) < 1e-5);
    }
    seen.vertices += part->vertex_count;
    free(normals);
    free(positions);
}

/* Poses the model by one frame; `box` is that of all vertices. */
static void compare_pose(const mesh_fact *fact, posed_model *self, const gait_clip *clip,
                         uint32_t frame, double box[2][3]) {
    const gait_mesh *mesh = self->mesh;
    gait_affine *transforms = allocate(mesh->bone_count, sizeof *transforms);
    assert_int_equal(
        gait_pose_at_frame(clip, frame, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, self->deltas), GAIT_OK);
    assert_int_equal(
        gait_pose_at_frame(clip, frame, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, self->poses), GAIT_OK);
    assert_int_equal(gait_skinning_matrices(self->deltas, self->skeleton->bone_count, self->bones,
                                            mesh->bone_count, self->matrices),
                     GAIT_OK);
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        transforms[b] = bone_transform(self, b);
    }
    for (int i = 0; i < 3; i++) {
        box[0][i] = HUGE_VAL;
        box[1][i] = -HUGE_VAL;
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        compare_part(fact, self, &mesh->parts[p], transforms, box);
    }
    seen.poses++;
    free(transforms);
}

static gait_clip *open_clip(const posed_model *self, uint32_t index) {
    gait_clip *clip;
    assert_int_equal(gait_file_clip(self->bank, index, self->skeleton, NULL, &clip), GAIT_OK);
    return clip;
}

/* --- rows ------------------------------------------------------------------------------------- */

static void compare(const mesh_fact *fact) {
    double box[2][3];
    if (!*fact->bank) {
        return;
    }
    posed_model self = open_posed(fact);
    int32_t index = *fact->clip ? gait_file_find_clip(self.bank, fact->clip) : 0;
    assert_true(index >= 0);
    gait_clip *clip = open_clip(&self, (uint32_t)index);
    assert_true(fact->frame < clip->frame_count);
    compare_pose(fact, &self, clip, fact->frame, box);
    gait_clip_free(clip);
    for (int i = 0; i < 6; i++) {
        double expected = fact->posed[i / 3][i % 3], found = box[i / 3][i % 3];
        if (!(fabs(expected - found) < BOX_TOLERANCE)) {
            fail_msg("%s: coordinate %d is %.5f, not %.5f", fact->file, i, found, expected);
        }
    }
    uint32_t clips = gait_file_clip_count(self.bank);
    for (uint32_t c = 0; c < clips && c < MAX_CLIPS; c++) {
        clip = open_clip(&self, c);
        compare_pose(fact, &self, clip, clip->frame_count / 2, box);
        gait_clip_free(clip);
    }
    seen.rows++;
    close_posed(&self);
}

static void posed_models_agree_with_the_facts(void **state) {
    (void)state;
    if (mesh_facts_each("ogf", compare) + mesh_facts_each("p3d", compare) == 0) {
        skip(); /* there is no table */
    }
    print_message("%u rows, %u poses, %llu vertices; at most %.4f mm off\n", seen.rows, seen.poses,
                  (unsigned long long)seen.vertices, 1000 * seen.worst);
    assert_true(seen.rows > 1);
}

/* --- the bind pose ---------------------------------------------------------------------------- */

static unsigned bound_models;

static void examine(const char *path, gait_span bytes) {
    gait_file *file = open_bytes(bytes, path);
    gait_mesh *mesh;
    gait_skeleton *tree;
    if (gait_file_mesh(file, NULL, NULL, &mesh) != GAIT_OK) {
        gait_file_free(file);
        return;
    }
    if (mesh->bone_count > 0 && gait_file_skeleton(file, NULL, &tree) == GAIT_OK) {
        gait_affine *deltas = allocate(tree->bone_count, sizeof *deltas);
        int32_t *bones = allocate(mesh->bone_count, sizeof *bones);
        float *matrices = allocate(mesh->bone_count, 12 * sizeof *matrices);
        for (uint32_t b = 0; b < tree->bone_count; b++) {
            assert_true(gait_affine_invert(&tree->rest_model[b], &deltas[b]));
            deltas[b] = gait_affine_multiply(&tree->rest_model[b], &deltas[b]);
        }
        assert_int_equal(gait_mesh_find_bones(mesh, tree, bones), GAIT_OK);
        assert_int_equal(
            gait_skinning_matrices(deltas, tree->bone_count, bones, mesh->bone_count, matrices),
            GAIT_OK);
        for (uint32_t p = 0; p < mesh->part_count; p++) {
            const gait_mesh_part *part = &mesh->parts[p];
            float *moved = allocate(part->vertex_count, 3 * sizeof *moved);
            assert_int_equal(gait_mesh_skin(part, matrices, mesh->bone_count, moved, NULL),
                             GAIT_OK);
            for (size_t i = 0; i < 3 * (size_t)part->vertex_count; i++) {
                if (!(fabs((double)moved[i] - (double)part->positions[i]) < BIND_TOLERANCE)) {
                    fail_msg("%s: the bind pose moves a vertex", path);
                }
            }
            free(moved);
        }
        free(matrices);
        free(bones);
        free(deltas);
        gait_skeleton_free(tree);
        bound_models++;
    }
    gait_mesh_free(mesh);
    gait_file_free(file);
}

static void bind_poses_move_no_vertex(void **state) {
    char models[MESH_FACT_TEXT];
    (void)state;
    assert_true(corpus_each(".ogf", examine));
    if (mesh_models_folder(models)) {
        assert_true(corpus_each_below(models, ".ogf", examine));
    }
    print_message("%u models\n", bound_models);
    assert_true(bound_models > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posed_models_agree_with_the_facts),
        cmocka_unit_test(bind_poses_move_no_vertex),
    };
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
