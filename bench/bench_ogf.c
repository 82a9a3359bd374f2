/* Rows about models with embedded motions, and about geometry. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/xray/ogf/ogf.h"

enum { OGF_MOTIONS = 1000, OGF_FRAMES = 60, OGF_ROUNDS = 41 };

typedef struct ogf_subject {
    gait_span bytes;
    uint8_t *copy, *result;
    size_t result_size;
    uint32_t seen;
} ogf_subject;

static gait_buffer ogf_make(void) {
    gait_buffer bank = bench_bank(OGF_MOTIONS, OGF_FRAMES), model = bench_model(), bytes = {0};
    gait_omf *omf;
    gait_ogf *ogf;
    if (gait_omf_open((gait_span){bank.data, bank.size}, NULL, &omf) != GAIT_OK ||
        gaiti_ogf_open((gait_span){model.data, model.size}, NULL, &ogf) != GAIT_OK ||
        gaiti_ogf_replace_motions(ogf, omf, NULL) != GAIT_OK ||
        gaiti_ogf_write(ogf, &bytes) != GAIT_OK) {
        bench_fail("the bank could not be put into the model");
    }
    gaiti_ogf_free(ogf);
    gait_omf_free(omf);
    free(model.data);
    gait_buffer_free(&bank);
    return bytes;
}

static gait_ogf *ogf_open(const ogf_subject *subject) {
    gait_ogf *ogf;
    if (gaiti_ogf_open(subject->bytes, NULL, &ogf) != GAIT_OK) {
        bench_fail("the model did not open");
    }
    return ogf;
}

static void ogf_task_open(void *user) {
    ogf_subject *subject = user;
    gait_ogf *ogf = ogf_open(subject);
    subject->seen = gait_omf_motion_count(gait_ogf_motions(ogf));
    gaiti_ogf_free(ogf);
}

static void ogf_task_verify(void *user) {
    ogf_subject *subject = user;
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    gait_ogf *ogf = ogf_open(subject);
    if (gaiti_ogf_check(ogf, &found) != GAIT_OK || found.errors > 0) {
        bench_fail("the model did not verify");
    }
    gaiti_ogf_free(ogf);
}

static void ogf_task_copy(void *user) {
    ogf_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

/* --- geometry --------------------------------------------------------------------------------- */

static void ogf_task_count(void *user) {
    ogf_subject *subject = user;
    gait_file *file;
    gait_mesh_info info;
    if (gait_file_open(subject->bytes, "a.ogf", NULL, &file) != GAIT_OK ||
        gait_file_mesh_info(file, NULL, &info) != GAIT_OK) {
        bench_fail("the geometry was not found");
    }
    subject->seen = info.part_count;
    gait_file_free(file);
}

static void ogf_task_mesh(void *user) {
    ogf_subject *subject = user;
    gait_ogf *ogf = ogf_open(subject);
    gait_mesh *mesh;
    if (gaiti_ogf_mesh(ogf, NULL, &mesh) != GAIT_OK) {
        bench_fail("the mesh was not read");
    }
    subject->seen = mesh->part_count;
    gait_mesh_free(mesh);
    gaiti_ogf_free(ogf);
}

/* Converts the model to a .glb; returns the size of the file. */
static size_t ogf_convert(const ogf_subject *subject) {
    gait_convert_options options = {.target = GAIT_FORMAT_GLTF};
    gait_conversion *conversion = NULL;
    gait_file *file;
    gait_output output;
    if (gait_file_open(subject->bytes, "a.ogf", NULL, &file) != GAIT_OK ||
        gait_convert_begin(file, &options, &conversion) != GAIT_OK ||
        gait_convert_next(conversion, &output) != GAIT_OK) {
        bench_fail("the model was not converted");
    }
    size_t size = (size_t)output.files[0].size;
    gait_conversion_free(conversion);
    gait_file_free(file);
    return size;
}

static void ogf_task_convert(void *user) {
    ogf_subject *subject = user;
    subject->seen = (uint32_t)ogf_convert(subject);
}

/* Copies a block as large as the .glb. */
static void ogf_task_copy_result(void *user) {
    ogf_subject *subject = user;
    memcpy(subject->copy, subject->result, subject->result_size);
    subject->seen = subject->copy[subject->result_size / 2];
}

static void ogf_bench_geometry(void) {
    gait_buffer file = bench_geometry();
    ogf_subject subject = {.bytes = {file.data, file.size}, .copy = bench_allocate(file.size, 1)};
    ogf_task_count(&subject);
    if (subject.seen != BENCH_CHILDREN) {
        bench_fail("the model lost children");
    }
    bench_report((bench_row){"OGF-geometry", "open a model with 5 MB of geometry and index it",
                             "memcpy of the file", 1.0,
                             bench_ratio(ogf_task_count, ogf_task_copy, &subject, OGF_ROUNDS)});
    bench_report((bench_row){"OGF-mesh", "open such a model and make its mesh",
                             "memcpy of the file", 40.0,
                             bench_ratio(ogf_task_mesh, ogf_task_copy, &subject, OGF_ROUNDS)});
    free(subject.copy);
    subject.result_size = ogf_convert(&subject);
    subject.result = bench_allocate(subject.result_size, 1);
    subject.copy = bench_allocate(subject.result_size, 1);
    bench_report((bench_row){
        "OGF-gltf", "open such a model and make a .glb of it", "memcpy of the .glb", 4.0,
        bench_ratio(ogf_task_convert, ogf_task_copy_result, &subject, OGF_ROUNDS)});
    free(subject.result);
    free(subject.copy);
    free(file.data);
}

void bench_ogf(void) {
    gait_buffer file = ogf_make();
    ogf_subject subject = {.bytes = {file.data, file.size}, .copy = bench_allocate(file.size, 1)};
    ogf_task_open(&subject);
    if (subject.seen != OGF_MOTIONS) {
        bench_fail("the model lost motions");
    }
    bench_report((bench_row){"OGF-open", "open and index a model with 24 MB of motions inside",
                             "memcpy of the file", 0.3,
                             bench_ratio(ogf_task_open, ogf_task_copy, &subject, OGF_ROUNDS)});
    bench_report((bench_row){"OGF-verify", "open such a model and verify all of it",
                             "memcpy of the file", 2.0,
                             bench_ratio(ogf_task_verify, ogf_task_copy, &subject, OGF_ROUNDS)});
    free(subject.copy);
    gait_buffer_free(&file);
    ogf_bench_geometry();
}
