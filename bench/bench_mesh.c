/* Rows about meshes: moving vertices by poses. */
#include <stdlib.h>

#include "bench.h"

enum { MESH_VERTICES = 50000, MESH_REPEATS = 8, MESH_ROUNDS = 41, MESH_JOINTS = 4 };

/* A part whose vertices have four bones each, and room for the result. */
typedef struct mesh_subject {
    float *positions, *normals, *weights, *matrices;
    uint16_t *joints;
    float *moved_positions, *moved_normals;
    gait_mesh_part part;
} mesh_subject;

static float mesh_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0F - 1;
}

static mesh_subject mesh_make(void) {
    static const float weights[MESH_JOINTS] = {0.4F, 0.3F, 0.2F, 0.1F};
    mesh_subject subject = {.positions = bench_allocate(3 * MESH_VERTICES, sizeof(float)),
                            .normals = bench_allocate(3 * MESH_VERTICES, sizeof(float)),
                            .weights = bench_allocate(MESH_JOINTS * MESH_VERTICES, sizeof(float)),
                            .matrices = bench_allocate(12 * BENCH_BONES, sizeof(float)),
                            .joints = bench_allocate(MESH_JOINTS * MESH_VERTICES, 2),
                            .moved_positions = bench_allocate(3 * MESH_VERTICES, sizeof(float)),
                            .moved_normals = bench_allocate(3 * MESH_VERTICES, sizeof(float))};
    uint32_t state = 1;
    for (size_t i = 0; i < 3 * MESH_VERTICES; i++) {
        subject.positions[i] = mesh_number(&state);
        subject.normals[i] = mesh_number(&state);
    }
    for (size_t i = 0; i < 12 * BENCH_BONES; i++) {
        subject.matrices[i] = mesh_number(&state);
    }
    for (size_t i = 0; i < MESH_JOINTS * MESH_VERTICES; i++) {
        subject.weights[i] = weights[i % MESH_JOINTS];
        subject.joints[i] = (uint16_t)((mesh_number(&state) + 1) / 2 * (BENCH_BONES - 1));
    }
    subject.part = (gait_mesh_part){.vertex_count = MESH_VERTICES,
                                    .positions = subject.positions,
                                    .normals = subject.normals,
                                    .joints = subject.joints,
                                    .weights = subject.weights};
    return subject;
}

static void mesh_skin(const mesh_subject *subject, float *normals) {
    for (int i = 0; i < MESH_REPEATS; i++) {
        if (gait_mesh_skin(&subject->part, subject->matrices, BENCH_BONES, subject->moved_positions,
                           normals) != GAIT_OK) {
            bench_fail("the vertices were not moved");
        }
    }
}

static void mesh_task_positions(void *user) {
    mesh_skin(user, NULL);
}

static void mesh_task_normals(void *user) {
    const mesh_subject *subject = user;
    mesh_skin(subject, subject->moved_normals);
}

static double mesh_nanoseconds(bench_task task, mesh_subject *subject) {
    return 1e9 * bench_seconds(task, subject, MESH_ROUNDS) / (MESH_VERTICES * MESH_REPEATS);
}

void bench_mesh(void) {
    mesh_subject subject = mesh_make();
    bench_report((bench_row){"SKIN", "nanoseconds per vertex with four bones to move its position",
                             "nanoseconds", 12.0, mesh_nanoseconds(mesh_task_positions, &subject)});
    bench_report((bench_row){"SKIN-normals", "nanoseconds to move its position and its normal",
                             "nanoseconds", 20.0, mesh_nanoseconds(mesh_task_normals, &subject)});
    free(subject.moved_normals);
    free(subject.moved_positions);
    free(subject.joints);
    free(subject.matrices);
    free(subject.weights);
    free(subject.normals);
    free(subject.positions);
}
