/* Samplers of all real clips: poses in local space are within the bounds of gait/sampler.h, at keys
 * and between them, where they also agree with slerp and lerp by the C library. Poses at keys agree
 * with the table of an independent implementation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus_clips.h"
#include "fixtures.h"
#include "gait/gait.h"
#include "gait/transform.h"
#include "sampler_clips.h"
#include "sampler_errors.h"
#include "test.h"
#include "transforms.h"

enum { MAX_KEYS = 60, MAX_TIMES = 30, LINE = 4096, COLUMNS = 17, MATRIX = 12 };

/* Poses in model space add the errors of all ancestors. Those below a bone that is not rigid are
 * not compared, because samplers lose shear. */
#define MODEL_METRES 1e-3
#define MODEL_DEGREES 0.03
/* The largest element of the difference between a rigid matrix and its rotation. */
#define RIGID 1e-5
/* What the numbers of the table are rounded to. */
#define TABLE_METRES 1e-5
#define TABLE_DEGREES 0.002

static void *allocate(size_t count, size_t size) {
    void *room = calloc(count + 1, size);
    assert_non_null(room);
    return room;
}

/* The largest errors. */
typedef struct errors {
    double metres, degrees, scale;
} errors;

static struct {
    unsigned clips, skipped;
    uint64_t bones, undefined, rigid, other;
    size_t bytes;
    errors local[2], model[2], sheared; /* at keys, between keys */
} seen;

static uint64_t seed = 1;

static void add_error(errors *to, const sampler_error *error) {
    to->metres = fmax(to->metres, error->metres);
    to->degrees = fmax(to->degrees, error->degrees);
    to->scale = fmax(to->scale, error->scale);
}

/* --- clips ------------------------------------------------------------------------------------ */

/* Room for the poses of a clip. */
typedef struct poses {
    gait_affine *from, *to, *exact, *work;
    gait_trs *sampled;
    bool *is_rigid; /* the bone and all its ancestors are */
} poses;

static poses poses_make(uint32_t bones) {
    return (poses){.from = allocate(bones, sizeof(gait_affine)),
                   .to = allocate(bones, sizeof(gait_affine)),
                   .exact = allocate(bones, sizeof(gait_affine)),
                   .work = allocate(bones, sizeof(gait_affine)),
                   .sampled = allocate(bones, sizeof(gait_trs)),
                   .is_rigid = allocate(bones, sizeof(bool))};
}

static void poses_free(poses *self) {
    free(self->from);
    free(self->to);
    free(self->exact);
    free(self->work);
    free(self->sampled);
    free(self->is_rigid);
}

static void find_rigid(const gait_skeleton *skeleton, poses *at) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gait_transform parts;
        int32_t parent = skeleton->bones[b].parent;
        at->is_rigid[b] = gait_affine_decompose(&at->from[b], &parts) < RIGID &&
                          gait_affine_decompose(&at->to[b], &parts) < RIGID &&
                          (parent < 0 || at->is_rigid[parent]);
    }
}

static void compare_bone(const char *path, const gait_clip *clip, poses *at, uint32_t b,
                         double fraction) {
    gait_transform exact;
    bool is_between = fraction > 0 && fraction < 1;
    bool is_defined = sampler_is_linear(clip, b)
                          ? sampler_interpolate_numbers(&at->from[b], &at->to[b], fraction, &exact)
                          : sampler_interpolate(&at->from[b], &at->to[b], fraction, &exact);
    if (!is_defined) {
        seen.undefined++;
        return;
    }
    sampler_error error = sampler_error_of(&at->sampled[b], &exact);
    add_error(&seen.local[is_between], &error);
    seen.bones++;
    double degrees = is_between ? SAMPLER_DEGREES_BETWEEN : SAMPLER_DEGREES_AT_KEYS;
    if (!(error.metres <= sampler_metres(&at->from[b], &at->to[b]) && error.degrees <= degrees &&
          error.scale <= SAMPLER_SCALE)) {
        fail_msg("%s: %s: %s is off by %g mm, %g degrees and a scale of %g", path, clip->name,
                 clip->skeleton->bones[b].name, 1000 * error.metres, error.degrees, error.scale);
    }
}

/* The errors in model space; `exact` is in that space. */
static void measure_model(const gait_sampler *sampler, const gait_moment *moment, poses *at,
                          uint32_t bones) {
    bool is_between = moment->fraction > 0 && moment->fraction < 1;
    assert_int_equal(
        gait_sampler_transforms(sampler, moment, GAIT_SAMPLER_MODEL, at->sampled, bones), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        gait_transform exact;
        gait_affine_decompose(&at->exact[b], &exact);
        sampler_error error = sampler_error_of(&at->sampled[b], &exact);
        if (!at->is_rigid[b]) {
            seen.other++;
            add_error(&seen.sheared, &error);
            continue;
        }
        seen.rigid++;
        add_error(&seen.model[is_between], &error);
        assert_true(error.metres < MODEL_METRES && error.degrees < MODEL_DEGREES);
    }
}

static void compare_moment(const char *path, const gait_clip *clip, const gait_sampler *sampler,
                           poses *at, double time) {
    const gait_axes axes = GAIT_AXES_GLTF;
    uint32_t bones = clip->skeleton->bone_count, key = 0, last = clip->frame_count - 1;
    while (key + 1 < last && (double)clip->time[key + 1] <= time) {
        key++;
    }
    uint32_t next = key < last ? key + 1 : key;
    double span = (double)clip->time[next] - (double)clip->time[key];
    double fraction = span > 0 ? (time - (double)clip->time[key]) / span : 0;
    gait_moment moment;
    assert_int_equal(gait_sampler_moment(sampler, time, GAIT_WRAP_CLAMP, &moment), GAIT_OK);
    assert_int_equal(
        gait_sampler_transforms(sampler, &moment, GAIT_SAMPLER_LOCAL, at->sampled, bones), GAIT_OK);
    gait_pose_at_frame(clip, key, GAIT_SPACE_LOCAL, axes, at->from);
    gait_pose_at_frame(clip, next, GAIT_SPACE_LOCAL, axes, at->to);
    for (uint32_t b = 0; b < bones; b++) {
        compare_bone(path, clip, at, b, fraction);
    }
    find_rigid(clip->skeleton, at);
    if (gait_pose_at_time(clip, time, GAIT_SPACE_MODEL, axes, at->exact, at->work) == GAIT_OK) {
        measure_model(sampler, &moment, at, bones);
    }
}

static bool times_ascend(const gait_clip *clip) {
    for (uint32_t f = 0; f < clip->frame_count; f++) {
        if (!isfinite(clip->time[f]) || (f > 0 && clip->time[f] < clip->time[f - 1])) {
            return false;
        }
    }
    return clip->frame_count > 0;
}

static void compare_clip(const char *path, const gait_file *file, const gait_clip *clip) {
    (void)file;
    if (gait_pose_requirements(clip, GAIT_SPACE_LOCAL) != GAIT_REQUIRES_NOTHING ||
        !times_ascend(clip)) {
        seen.skipped++;
        return;
    }
    poses at = poses_make(clip->skeleton->bone_count);
    made_sampler made = sampler_make(clip, GAIT_AXES_GLTF, 0);
    uint32_t step = 1 + clip->frame_count / MAX_KEYS;
    for (uint32_t f = 0; f < clip->frame_count; f += step) {
        compare_moment(path, clip, made.sampler, &at, (double)clip->time[f]);
    }
    for (int i = 0; i < MAX_TIMES && clip->frame_count > 1; i++) {
        double share = (test_random(&seed) + 1) / 2;
        compare_moment(path, clip, made.sampler, &at,
                       made.info.first + share * (made.info.last - made.info.first));
    }
    seen.clips++;
    seen.bytes += made.info.used;
    sampler_free(&made);
    poses_free(&at);
}

static void print_errors(const char *where, const errors *of) {
    print_message("%s: %.5f mm, %.5f degrees\n", where, 1000 * of->metres, of->degrees);
}

static void poses_of_all_clips_are_within_the_bounds(void **state) {
    (void)state;
    static const char *const extensions[] = {".omf", ".ogf", ".rtm", ".skl", ".skls"};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        unsigned before = seen.clips;
        assert_true(corpus_each_clip(extensions[i], compare_clip));
        print_message("%s: %u clips\n", extensions[i], seen.clips - before);
        assert_true(seen.clips > before);
    }
    print_message("%u clips in %zu bytes; %llu bones, and %llu without a defined pose; %u clips "
                  "left out\n",
                  seen.clips, seen.bytes, (unsigned long long)seen.bones,
                  (unsigned long long)seen.undefined, seen.skipped);
    print_errors("local, at keys", &seen.local[0]);
    print_errors("local, between keys", &seen.local[1]);
    print_errors("model, at keys", &seen.model[0]);
    print_errors("model, between keys", &seen.model[1]);
    print_message("%llu bones are rigid in model space; the others:\n",
                  (unsigned long long)seen.rigid);
    print_errors("model, not rigid", &seen.sheared);
    assert_true(seen.bones > 100 * seen.undefined);
}

/* --- the table -------------------------------------------------------------------------------- */

/* Columns of poses.tsv. */
enum { FACT_FILE, FACT_CLIP, FACT_FRAME, FACT_SKELETON, FACT_SPACE, FACT_AXES, FACT_BONE, FACT_T };

/* The clip of the last row, because rows of the same clip follow each other. */
static struct {
    char key[LINE];
    gait_span bytes, other_bytes;
    gait_file *file, *other;
    gait_skeleton *tree;
    gait_search_result *found;
    gait_clip *clip;
    made_sampler made;
} open_row;

static struct {
    unsigned rows, other;
    errors local, model;
} facts;

static gait_file *open_beside(const char *name, gait_span *bytes) {
    char path[LINE];
    gait_file *file;
    snprintf(path, sizeof path, "%s/%s", getenv("GAIT_CORPUS"), name);
    *bytes = test_file_bytes(path);
    if (gait_file_open(*bytes, path, NULL, &file) != GAIT_OK) {
        return NULL; /* encrypted */
    }
    return file;
}

static void close_row(void) {
    sampler_free(&open_row.made);
    gait_clip_free(open_row.clip);
    gait_search_result_free(open_row.found);
    gait_skeleton_free(open_row.tree);
    gait_file_free(open_row.other);
    gait_file_free(open_row.file);
    free((void *)(uintptr_t)open_row.bytes.data);
    free((void *)(uintptr_t)open_row.other_bytes.data);
    memset(&open_row, 0, sizeof open_row);
}

static void open_clip(char *const columns[COLUMNS]) {
    const char *skeleton = columns[FACT_SKELETON];
    open_row.file = open_beside(columns[FACT_FILE], &open_row.bytes);
    if (!open_row.file) {
        return;
    }
    if (strchr(skeleton, '/')) {
        open_row.other = open_beside(skeleton, &open_row.other_bytes);
        assert_int_equal(gait_file_skeleton(open_row.other, NULL, &open_row.tree), GAIT_OK);
    } else if (*skeleton && *skeleton != '(') {
        assert_int_equal(gait_builtin_skeleton(skeleton, NULL, &open_row.tree), GAIT_OK);
    }
    const gait_search_options options = {.skeleton = open_row.tree};
    assert_int_equal(gait_skeleton_search(open_row.file, NULL, 0, &options, &open_row.found),
                     GAIT_OK);
    int32_t index = 0;
    if (!strstr(columns[FACT_FILE], ".rtm")) {
        index = gait_file_find_clip(open_row.file, columns[FACT_CLIP]);
    }
    assert_true(index >= 0);
    assert_int_equal(gait_file_clip(open_row.file, (uint32_t)index,
                                    gait_search_result_skeleton(open_row.found), NULL,
                                    &open_row.clip),
                     GAIT_OK);
    open_row.made = sampler_make(open_row.clip, GAIT_AXES_ENGINE, 0);
}

/* True when the bone and its ancestors are rigid in the frame. */
static bool is_rigid_row(uint32_t frame, uint32_t bone) {
    const gait_skeleton *skeleton = open_row.clip->skeleton;
    poses at = poses_make(skeleton->bone_count);
    gait_pose_at_frame(open_row.clip, frame, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, at.from);
    gait_pose_at_frame(open_row.clip, frame, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, at.to);
    find_rigid(skeleton, &at);
    bool is_rigid = at.is_rigid[bone];
    poses_free(&at);
    return is_rigid;
}

/* The transform of a matrix, whose rotation and scale are those of the polar decomposition. */
static gait_trs trs_of_matrix(const float matrix[MATRIX]) {
    gait_affine affine;
    gait_transform wide;
    gait_trs out;
    for (int i = 0; i < MATRIX; i++) {
        *(i % 4 < 3 ? &affine.m[i / 4][i % 4] : &affine.t[i / 4]) = (double)matrix[i];
    }
    gait_affine_decompose(&affine, &wide);
    for (int i = 0; i < 4; i++) {
        out.q[i] = (float)wide.q[i];
    }
    for (int i = 0; i < 3; i++) {
        out.t[i] = (float)wide.t[i];
        out.s[i] = (float)wide.s[i];
    }
    return out;
}

static void compare_row(char *const columns[COLUMNS]) {
    char key[LINE];
    snprintf(key, sizeof key, "%s|%s|%s", columns[FACT_FILE], columns[FACT_CLIP],
             columns[FACT_SKELETON]);
    if (strcmp(key, open_row.key) != 0) {
        close_row();
        open_clip(columns);
        memcpy(open_row.key, key, sizeof key);
    }
    if (!open_row.file) {
        return;
    }
    const gait_skeleton *skeleton = open_row.clip->skeleton;
    const gait_moment moment = {.key = (uint32_t)strtoul(columns[FACT_FRAME], NULL, 10),
                                .next = (uint32_t)strtoul(columns[FACT_FRAME], NULL, 10)};
    int32_t bone = gait_skeleton_find(skeleton, columns[FACT_BONE]);
    bool is_local = strcmp(columns[FACT_SPACE], "local") == 0;
    bool is_delta = strcmp(columns[FACT_SPACE], "delta") == 0;
    assert_true(bone >= 0 && strcmp(columns[FACT_AXES], "engine") == 0);
    if (!is_local && !is_rigid_row(moment.key, (uint32_t)bone)) {
        facts.other++;
        return;
    }
    size_t floats = (size_t)skeleton->bone_count * MATRIX;
    float *matrices = allocate(floats, sizeof *matrices);
    gait_sampler_space space = is_local   ? GAIT_SAMPLER_LOCAL
                               : is_delta ? GAIT_SAMPLER_SKINNING
                                          : GAIT_SAMPLER_MODEL;
    assert_int_equal(gait_sampler_matrices(open_row.made.sampler, &moment, space, matrices, floats),
                     GAIT_OK);
    gait_trs sampled = trs_of_matrix(matrices + (size_t)bone * MATRIX);
    free(matrices);
    gait_transform exact;
    for (int i = 0; i < 10; i++) {
        double *to = i < 3 ? &exact.t[i] : i < 7 ? &exact.q[i - 3] : &exact.s[i - 7];
        *to = strtod(columns[FACT_T + i], NULL);
    }
    sampler_error error = sampler_error_of(&sampled, &exact);
    add_error(is_local ? &facts.local : &facts.model, &error);
    facts.rows++;
    double metres = (is_local ? SAMPLER_METRES : MODEL_METRES) + TABLE_METRES;
    double degrees = (is_local ? SAMPLER_DEGREES_AT_KEYS : MODEL_DEGREES) + TABLE_DEGREES;
    if (!(error.metres <= metres && error.degrees <= degrees && error.scale <= SAMPLER_SCALE)) {
        fail_msg("%s: %s: %s, frame %s, %s: off by %g mm, %g degrees and a scale of %g",
                 columns[FACT_FILE], columns[FACT_CLIP], columns[FACT_BONE], columns[FACT_FRAME],
                 columns[FACT_SPACE], 1000 * error.metres, error.degrees, error.scale);
    }
}

static void poses_agree_with_the_table(void **state) {
    (void)state;
    static char line[LINE];
    char path[LINE], *columns[COLUMNS];
    const char *folder = getenv("GAIT_FACTS");
    snprintf(path, sizeof path, "%s/poses.tsv", folder ? folder : "");
    FILE *table = folder ? fopen(path, "r") : NULL;
    if (!table) {
        skip();
    }
    for (bool is_head = true; fgets(line, sizeof line, table); is_head = false) {
        unsigned count = 0;
        line[strcspn(line, "\r\n")] = 0;
        for (char *at = line; at && count < COLUMNS; count++) {
            columns[count] = at;
            at = strchr(at, '\t');
            if (at) {
                *at++ = 0;
            }
        }
        if (count == COLUMNS && !is_head) {
            compare_row(columns);
        }
    }
    close_row();
    fclose(table);
    print_message("%u rows, and %u of bones that are not rigid\n", facts.rows, facts.other);
    print_errors("local", &facts.local);
    print_errors("model and deltas", &facts.model);
    assert_true(facts.rows > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_of_all_clips_are_within_the_bounds),
        cmocka_unit_test(poses_agree_with_the_table),
    };
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}
