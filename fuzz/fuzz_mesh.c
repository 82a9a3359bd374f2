/* Meshes of models: made, posed by a clip that moves some bones far away, and drawn. */
#include <stdlib.h>
#include <string.h>

#include "gait/draw.h"
#include "gait/mesh.h"
#include "gait/transform.h"
#include "require.h"
#include "model/clip.h"

enum { FUZZ_FRAMES = 2, FUZZ_BONES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A skeleton for files without one. */
static gait_skeleton *one_bone(void) {
    const gait_bone bone = {.name = "a",
                            .parent = -1,
                            .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                            .parent_origin = GAIT_ORIGIN_FILE,
                            .rest_origin = GAIT_ORIGIN_FILE};
    gait_skeleton *skeleton = NULL;
    REQUIRE(gaiti_skeleton_new("s", &bone, 1, NULL, &skeleton) == GAIT_OK);
    return skeleton;
}

static void draw(const gait_mesh *mesh, const gait_skeleton *skeleton, const uint8_t *data,
                 size_t size) {
    static const float time[FUZZ_FRAMES] = {0, 1};
    static const float far[3] = {1e4F, 0, -1};
    gait_track *tracks = calloc(skeleton->bone_count + 1, sizeof *tracks);
    REQUIRE(tracks != NULL);
    for (uint32_t b = 0; b < skeleton->bone_count && b < FUZZ_BONES; b++) {
        if (data[b % size] & 1) {
            tracks[b].translation = (gait_channel){
                .data = (const uint8_t *)far, .count = 1, .stride = 12, .element = GAIT_F32};
        }
    }
    const gait_clip clip = {.name = "c",
                            .skeleton = skeleton,
                            .frame_count = FUZZ_FRAMES,
                            .time = time,
                            .tracks = tracks};
    const gait_draw_options options = {.view = (gait_view)(size % 4), .mesh = mesh};
    gait_buffer out = {0}, again = {0};
    gait_status status = gait_draw_strip(&clip, &options, NULL, NULL, &out);
    REQUIRE(status == GAIT_OK || status == GAIT_NOT_FOUND || status == GAIT_BAD_ARGUMENT);
    if (status == GAIT_OK) { /* the same bytes each time */
        REQUIRE(gait_draw_strip(&clip, &options, NULL, NULL, &again) == GAIT_OK);
        REQUIRE(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    }
    gait_buffer_free(&out);
    gait_buffer_free(&again);
    free(tracks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const gait_options options = {.max_bytes = 1 << 28};
    gait_file *file = NULL;
    gait_skeleton *skeleton = NULL;
    gait_mesh *mesh = NULL;
    if (size > 0 && gait_file_open((gait_span){data, size}, "a.ogf", &options, &file) == GAIT_OK &&
        gait_file_mesh(file, NULL, &options, &mesh) == GAIT_OK) {
        if (gait_file_skeleton(file, &options, &skeleton) != GAIT_OK || !skeleton) {
            skeleton = one_bone();
        }
        draw(mesh, skeleton, data, size);
    }
    gait_mesh_free(mesh);
    gait_skeleton_free(skeleton);
    gait_file_free(file);
    return 0;
}
