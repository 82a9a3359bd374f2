/* Runs the official glTF validator on exports of extreme and invalid clips and skeletons. It
 * must report neither errors nor warnings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "gait/gltf.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/gltf/write/gltf_writer.h"
#include "model/clip.h"

enum { FRAMES = 150, BONES = 5, NO_VALIDATOR = 77 };

static char folder[] = "/tmp/gltf-valid-XXXXXX";
static int paths_count;

static void write_file(const char *name, const gait_buffer *bytes) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
    paths_count++;
}

static void write_glb(const char *name, gaiti_gltf_writer *gltf) {
    gait_buffer bytes = {0};
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &bytes), GAIT_OK);
    write_file(name, &bytes);
    gait_buffer_free(&bytes);
}

/* --- test files ------------------------------------------------------------------------------- */

static uint8_t keys16[FRAMES * 8];
static float rotations[FRAMES][4], translations[FRAMES][3], times[FRAMES];

/* Random values, many of them extreme or not finite. */
static void fill_hostile(uint64_t *seed) {
    static const float worst[] = {NAN, INFINITY, -INFINITY, 3e38f, 1e-40f, -0.0f, 0, 1};
    static const int16_t worst16[] = {0, -32768, 32767, -32767, 1, -1, 23170, 16384};
    for (uint32_t i = 0; i < FRAMES; i++) {
        for (uint32_t j = 0; j < 4; j++) {
            double dice = test_random(seed);
            unsigned pick = (unsigned)((test_random(seed) + 1) * 4) & 7;
            float value = dice < 0.9 ? (float)test_random(seed) : worst[pick];
            rotations[i][j] = value;
            translations[i][j % 3] = dice < 0.8 ? value * 1e6f : worst[pick];
            gaiti_store_s16(keys16 + i * 8 + 2 * (size_t)j,
                            dice < 0 ? worst16[pick]
                                     : (int16_t)(value < 2 && value > -1 ? 30000 * value : 7));
        }
        times[i] = (float)(i / 30.0);
    }
}

static void add_clips(gaiti_gltf_writer *gltf, const gait_skeleton *skeleton, const char *name) {
    gait_track tracks[BONES];
    memset(tracks, 0, sizeof tracks);
    tracks[0].rotation = (gait_channel){keys16, FRAMES, 8, 6, GAIT_SNORM16};
    tracks[1].rotation = (gait_channel){(const uint8_t *)rotations, FRAMES, 16, 9, GAIT_F32};
    tracks[1].translation = (gait_channel){(const uint8_t *)translations, FRAMES, 12, 1, GAIT_F32};
    tracks[2].rotation = (gait_channel){(const uint8_t *)rotations, 100, 36, 0, GAIT_MAT3_LE};
    tracks[2].rotation.count = 1;
    gait_clip clip = {.name = name,
                      .skeleton = skeleton,
                      .axes = GAIT_AXES_GLTF,
                      .time = times,
                      .tracks = tracks};
    for (uint32_t count = 0; count <= FRAMES; count = count * 5 + 1) {
        clip.frame_count = count;
        clip.time_unit = count % 2 ? GAIT_TIME_PHASE : GAIT_TIME_SECONDS;
        tracks[0].rotation.count = tracks[1].rotation.count = tracks[1].translation.count = count;
        assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    }
}

static void hostile_clips(const gait_skeleton *skeleton) {
    uint64_t seed = 2024;
    for (int round = 0; round < 8; round++) {
        gaiti_gltf_writer *gltf;
        gaiti_gltf_writer_options options = {.duration_s = round % 2 ? 1.5 : 0};
        char name[32];
        fill_hostile(&seed);
        times[round * 9] = round > 4 ? NAN : times[round * 9];
        assert_int_equal(gaiti_gltf_writer_new(skeleton, &options, &gltf), GAIT_OK);
        add_clips(gltf, skeleton, round % 3 ? "clip \"\\\x01\xFF" : "");
        snprintf(name, sizeof name, "hostile%d.glb", round);
        write_glb(name, gltf);
        gaiti_gltf_writer_free(gltf);
    }
}

static void hostile_skeleton(void) {
    gait_bone bones[BONES] = {
        {.name = "", .parent = -1, .rest = {{NAN, 1e300, 0}, {NAN, 0, 0, 0}, {0, 0, 0}}},
        {.name = "gait", .parent = 0, .rest = {{1e11, -1e11, 1e11}, {1e-3, 0, 0, 0}, {1, 1, 1}}},
        {.name = "gait_bind", .parent = 1, .rest = {{1e-45, 0, 0}, {1, 2, 3, 4}, {1, 1, 1}}},
        {.name = "\xD0", .parent = 2, .rest = {{0, 0, 0}, {0, 0, 0, -1}, {1, 1, 1}}},
        {.name = "gait", .parent = -1, .rest = {{0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1}}},
    };
    gait_skeleton *skeleton;
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_skeleton_new("\xFF", bones, BONES, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    add_clips(gltf, skeleton, "walk");
    write_glb("skeleton.glb", gltf);
    gaiti_gltf_writer_free(gltf);
    gait_skeleton_free(skeleton);
}

static void no_bones(void) {
    gait_skeleton *skeleton;
    gaiti_gltf_writer *gltf;
    gait_clip clip = {.name = "none", .axes = GAIT_AXES_GLTF};
    assert_int_equal(gaiti_skeleton_new("none", NULL, 0, NULL, &skeleton), GAIT_OK);
    clip.skeleton = skeleton;
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    write_glb("none.glb", gltf);
    gaiti_gltf_writer_free(gltf);
    gait_skeleton_free(skeleton);
}

static void text_with_an_odd_name(const gait_skeleton *skeleton) {
    uint64_t seed = 5;
    gait_buffer text = {0}, bin = {0};
    gaiti_gltf_writer *gltf;
    fill_hostile(&seed);
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    add_clips(gltf, skeleton, "walk");
    assert_int_equal(gaiti_gltf_writer_finish_text(gltf, "бег 100%#?.bin", &text, &bin), GAIT_OK);
    write_file("text.gltf", &text);
    write_file("бег 100%#?.bin", &bin);
    paths_count--;
    gait_buffer_free(&text);
    gait_buffer_free(&bin);
    gaiti_gltf_writer_free(gltf);
}

/* --- validator -------------------------------------------------------------------------------- */

static void remove_folder(void) {
    char command[300];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

static int run_validator(void) {
    char command[600];
    const char *source = getenv("GAIT_SOURCE");
    snprintf(
        command, sizeof command,
        "cd '%s' && node '%s/tests/outside/gltf_validate.mjs' *.glb *.gltf >judged 2>&1; "
        "code=$?; grep -v ': 0 errors, 0 warnings' judged; "
        "test $code -ne 0 || test $(grep -c ': 0 errors, 0 warnings' judged) -eq %d || code=3; "
        "exit $code",
        folder, source ? source : ".", paths_count);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(validator_reports_no_problems) {
    gait_skeleton *skeleton;
    uint64_t seed = 1;
    assert_non_null(mkdtemp(folder));
    skeleton = test_random_skeleton(&seed, BONES);
    hostile_clips(skeleton);
    hostile_skeleton();
    no_bones();
    text_with_an_odd_name(skeleton);
    gait_skeleton_free(skeleton);
    int code = run_validator();
    remove_folder();
    if (code == NO_VALIDATOR) {
        exit(NO_VALIDATOR); /* the test runner reports this code as skipped */
    }
    assert_int_equal(code, 0);
}
