/* Fuzzes opening: detects, opens, checks, maps and poses a file, and makes its mesh. Nothing may
 * crash or hang, and results must be consistent. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/file.h"
#include "gait/map.h"
#include "gait/mesh.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "gait/inspect.h"
#include "fields.h"
#include "require.h"
#include "model/clip.h"

/* Limits: constant tracks need no bytes per frame, so a tiny file can request gigabytes of
 * frames. */
enum {
    MAX_MEMORY = 32 << 20,
    MAX_CLIPS = 4,
    MAX_SKELETONS = 32, /* a model.cfg of a few kilobytes can inherit a million bones */
    MAX_BONES = 256,
    MAX_DIAGNOSTICS = 32
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_valid_diagnostics(const gait_diagnostics *diagnostics, gait_status status,
                                      size_t size) {
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT || diagnostics->errors > 0);
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const gait_diagnostic *item = &diagnostics->items[i];
        REQUIRE(item->rule != NULL && item->text[0] != 0);
        REQUIRE(strlen(item->text) < GAIT_DIAGNOSTIC_TEXT);
        REQUIRE(item->offset == GAIT_NO_OFFSET ||
                (item->offset <= size && item->length <= size - item->offset));
    }
}

static void pose_clip(const gait_clip *clip) {
    static gait_affine pose[MAX_BONES], work[MAX_BONES];
    if (clip->skeleton->bone_count > MAX_BONES || clip->frame_count == 0) {
        return;
    }
    uint32_t last = clip->frame_count - 1;
    for (int space = GAIT_SPACE_LOCAL; space <= GAIT_SPACE_LOCAL_DELTA; space++) {
        if (gait_pose_requirements(clip, (gait_space)space) != GAIT_REQUIRES_NOTHING) {
            continue;
        }
        REQUIRE(gait_pose_at_frame(clip, 0, (gait_space)space, GAIT_AXES_GLTF, pose) == GAIT_OK);
        REQUIRE(gait_pose_at_frame(clip, last, (gait_space)space, GAIT_AXES_ENGINE, pose) ==
                GAIT_OK);
    }
    double middle = ((double)clip->time[0] + clip->time[last]) / 2;
    gait_pose_at_time(clip, middle, clip->space, clip->axes, pose, work);
}

static void pose_file(const gait_file *file, const gait_options *options) {
    gait_skeleton *own = NULL, *skeleton = NULL;
    gait_file_skeleton(file, options, &own);
    gait_status status = gait_file_bind_skeleton(file, own, options, &skeleton);
    REQUIRE((status == GAIT_OK) == (skeleton != NULL));
    uint32_t clips = skeleton ? gait_file_clip_count(file) : 0;
    for (uint32_t c = 0; c < clips && c < MAX_CLIPS; c++) {
        gait_clip *clip;
        gait_clip_info info = gait_file_clip_info(file, c);
        status = gait_file_clip(file, c, skeleton, options, &clip);
        REQUIRE((status == GAIT_OK) == (clip != NULL));
        if (clip) {
            REQUIRE(clip->frame_count == info.frame_count);
            pose_clip(clip);
            gait_clip_free(clip);
        }
    }
    gait_skeleton_free(skeleton);
    gait_skeleton_free(own);
}

static void read_skeletons(const gait_file *file, const gait_options *options) {
    uint32_t count = gait_file_skeleton_count(file);
    for (uint32_t s = 0; s < count && s < MAX_SKELETONS; s++) {
        gait_skeleton *skeleton;
        gait_status status = gait_file_skeleton_at(file, s, options, &skeleton);
        REQUIRE((status == GAIT_OK) == (skeleton != NULL));
        REQUIRE(gait_file_skeleton_info(file, s).name != NULL);
        REQUIRE(!skeleton || skeleton->bone_count == gait_file_skeleton_info(file, s).bone_count);
        gait_skeleton_free(skeleton);
    }
}

static void require_valid_part(const gait_mesh *mesh, const gait_mesh_part *part) {
    REQUIRE(part->texture && part->material);
    for (size_t c = 0; c < 3 * (size_t)part->triangle_count; c++) {
        REQUIRE(part->triangles[c] < part->vertex_count);
    }
    for (size_t i = 0; part->joints && i < 4 * (size_t)part->vertex_count; i++) {
        REQUIRE(part->joints[i] < mesh->bone_count);
        REQUIRE(part->weights[i] >= 0 && part->weights[i] <= 1);
    }
    for (size_t i = 0; i < 3 * (size_t)part->vertex_count; i++) {
        REQUIRE(part->positions[i] - part->positions[i] == 0);
        REQUIRE(part->normals[i] >= -1.001F && part->normals[i] <= 1.001F);
    }
}

/* Makes the mesh of a file, with bones for formats that take them from a skeleton. */
static void make_mesh(const gait_file *file, const gait_skeleton *skeleton,
                      const gait_options *options) {
    gait_mesh *mesh;
    gait_status status = gait_file_mesh(file, skeleton, options, &mesh);
    REQUIRE((status == GAIT_OK) == (mesh != NULL));
    for (uint32_t p = 0; mesh && p < mesh->part_count; p++) {
        require_valid_part(mesh, &mesh->parts[p]);
    }
    gait_mesh_info info;
    status = gait_file_mesh_info(file, options, &info);
    REQUIRE(status != GAIT_OK || !mesh || info.part_count >= mesh->part_count);
    gait_mesh_free(mesh);
}

static void make_meshes(const gait_file *file, const gait_options *options) {
    gait_bone bones[2] = {{.name = "pelvis", .parent = -1}, {.name = "spine", .parent = 0}};
    gait_skeleton *skeleton;
    for (int b = 0; b < 2; b++) {
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    REQUIRE(gaiti_skeleton_new("", bones, 2, NULL, &skeleton) == GAIT_OK);
    make_mesh(file, NULL, options);
    make_mesh(file, skeleton, options);
    gait_skeleton_free(skeleton);
}

static gait_status read_span(void *user, uint64_t offset, void *out, size_t size) {
    const gait_span *bytes = user;
    REQUIRE(offset <= bytes->size && size <= bytes->size - offset);
    memcpy(out, bytes->data + offset, size);
    return GAIT_OK;
}

/* Opens the same file through a reader. If the complete file opens, this must succeed too. */
static void read_part(gait_span bytes, bool opens_whole) {
    gait_reader reader = {.read = read_span, .user = &bytes, .size = bytes.size};
    gait_options options = {.max_bytes = MAX_MEMORY};
    gait_file *file;
    gait_status status =
        gait_file_open_reader(&reader, "fuzz.omf", GAIT_OPEN_SKELETON, &options, &file);
    REQUIRE((status == GAIT_OK) == (file != NULL));
    REQUIRE(file || !opens_whole);
    if (file) {
        read_skeletons(file, &options);
    }
    gait_file_free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_diagnostic items[MAX_DIAGNOSTICS];
    gait_diagnostics diagnostics = {.items = items, .capacity = MAX_DIAGNOSTICS};
    gait_options options = {.diagnostics = &diagnostics, .max_bytes = MAX_MEMORY};
    gait_span bytes = {data, size};
    gait_file *file;
    gait_status status = gait_file_open(bytes, "fuzz.omf", &options, &file);
    bool is_open = status == GAIT_OK;
    REQUIRE(is_open == (file != NULL));
    if (file) {
        uint64_t end = 0;
        status = gait_file_check(file, &diagnostics);
        REQUIRE(gait_file_map(file, require_next_field, &end) == GAIT_OK);
        REQUIRE(end == size);
        read_skeletons(file, &options);
        pose_file(file, &options);
        make_meshes(file, &options);
        gait_file_free(file);
    }
    require_valid_diagnostics(&diagnostics, status, size);
    read_part(bytes, is_open);
    return 0;
}
