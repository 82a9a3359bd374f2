/* flat_program SAMPLES MODEL BANK OUT: calls every function of the flat interface, and writes the
 * results to the folder OUT, where tests/cli/test_flat.py compares them with those of the command.
 * Includes nothing of Gait but flat.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flat_program.h"

static const char *samples, *model_path, *bank_path, *out_folder;

/* --- files ------------------------------------------------------------------------------------ */

/* The bytes of a file in memory of the flat interface. */
static uint8_t *read_file(const char *path, size_t *size) {
    FILE *stream = fopen(path, "rb");
    CHECK(stream && fseek(stream, 0, SEEK_END) == 0);
    *size = (size_t)ftell(stream);
    rewind(stream);
    uint8_t *bytes = gait_flat_alloc(*size);
    CHECK(bytes && fread(bytes, 1, *size, stream) == *size);
    fclose(stream);
    return bytes;
}

static uint8_t *read_sample(const char *name, size_t *size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", samples, name);
    return read_file(path, size);
}

uint32_t open_sample(gait_flat *flat, const char *name) {
    size_t size;
    uint8_t *bytes = read_sample(name, &size);
    uint32_t file = gait_flat_open(flat, bytes, size, name, 0, GAIT_FLAT_TAKE);
    CHECK(file != 0 && gait_flat_status(flat) == 0);
    return file;
}

/* Writes the last result to the folder. */
static void keep(const gait_flat *flat, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", out_folder, name);
    FILE *stream = fopen(path, "wb");
    size_t size = gait_flat_result_size(flat);
    CHECK(stream && fwrite(gait_flat_result(flat), 1, size, stream) == size);
    CHECK(fclose(stream) == 0);
}

/* A copy of the last result, which the caller frees. */
static uint8_t *copy_result(const gait_flat *flat, size_t *size) {
    *size = gait_flat_result_size(flat);
    uint8_t *copy = gait_flat_alloc(*size);
    CHECK(copy);
    memcpy(copy, gait_flat_result(flat), *size);
    return copy;
}

static bool result_contains(const gait_flat *flat, const char *text) {
    const char *result = (const char *)gait_flat_result(flat);
    CHECK(result[gait_flat_result_size(flat)] == '\0');
    return strstr(result, text) != NULL;
}

bool has_failed(const gait_flat *flat, gait_status status) {
    return gait_flat_status(flat) == (int)status && gait_flat_error_text(flat)[0] != '\0';
}

uint32_t search(gait_flat *flat, uint32_t file) {
    uint32_t skeleton = gait_flat_search(flat, file, NULL, 0, 0, 0, NULL, NULL);
    CHECK(skeleton != 0 && result_contains(flat, "\"source\":\"builtin\",\"candidate\":-1"));
    return skeleton;
}

/* --- descriptions ----------------------------------------------------------------------------- */

static void describe_files(void) {
    gait_flat *flat = gait_flat_new(0);
    CHECK(flat && gait_flat_version() == GAIT_FLAT_VERSION);
    CHECK(strcmp(gait_flat_library_version(), GAIT_VERSION_TEXT) == 0);
    uint32_t walk = open_sample(flat, "walk.rtm"), bank = open_sample(flat, "stalker.omf");
    CHECK(strcmp(gait_flat_format(flat, bank), "omf") == 0);
    CHECK(gait_flat_info(flat, bank));
    keep(flat, "info");
    CHECK(gait_flat_list(flat, bank));
    keep(flat, "list");
    CHECK(gait_flat_check(flat, bank));
    keep(flat, "check");
    CHECK(gait_flat_map(flat, walk));
    keep(flat, "map");
    CHECK(gait_flat_write(flat, bank));
    keep(flat, "same");
    CHECK(gait_flat_dump(flat, bank));
    keep(flat, "dump");
    size_t size = gait_flat_result_size(flat);
    char *text = malloc(size);
    CHECK(text);
    memcpy(text, gait_flat_result(flat), size);
    CHECK(gait_flat_build(flat, (const uint8_t *)text, size, 0));
    keep(flat, "built");
    CHECK(!gait_flat_build(flat, (const uint8_t *)text, size - 3, 0));
    CHECK(has_failed(flat, GAIT_CORRUPT) && strcmp(gait_flat_error_rule(flat), "TXT001") == 0);
    CHECK(!gait_flat_build(flat, NULL, 3, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    free(text);
    CHECK(gait_flat_rules(flat));
    keep(flat, "rules");
    const uint32_t files[] = {bank, walk};
    CHECK(gait_flat_sarif(flat, files, 2, NULL));
    keep(flat, "sarif");
    CHECK(!gait_flat_sarif(flat, files, 2, "no address") && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_sarif(flat, files, 1, "https://example.com/rules"));
    gait_flat_delete(flat);
}

static void check_a_model(void) {
    gait_flat *flat = gait_flat_new(0);
    size_t model_size, bank_size;
    uint8_t *model_bytes = read_file(model_path, &model_size);
    uint8_t *bank_bytes = read_file(bank_path, &bank_size);
    uint32_t model =
        gait_flat_open(flat, model_bytes, model_size, "model.ogf", 0, GAIT_FLAT_BORROW);
    uint32_t bank = gait_flat_open(flat, bank_bytes, bank_size, "bank.omf", 0, GAIT_FLAT_BORROW);
    const uint32_t ref = 0, none = 0;
    CHECK(model && bank);
    CHECK(gait_flat_check_banks(flat, model, &bank, &ref, 1));
    keep(flat, "check_banks");
    CHECK(gait_flat_check_banks(flat, model, &none, &ref, 1) && result_contains(flat, "OGF133"));
    CHECK(!gait_flat_check_banks(flat, model, NULL, NULL, 1) &&
          has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_close(flat, model) && gait_flat_close(flat, bank));
    gait_flat_delete(flat);
    gait_flat_free(model_bytes);
    gait_flat_free(bank_bytes);
}

/* --- skeletons, clips, poses ------------------------------------------------------------------ */

static void find_skeletons(void) {
    gait_flat *flat = gait_flat_new(0);
    size_t size;
    uint8_t *bytes = read_file(model_path, &size);
    uint32_t model = gait_flat_open(flat, bytes, size, "model.ogf", 0, GAIT_FLAT_TAKE);
    bytes = read_file(bank_path, &size);
    uint32_t bank = gait_flat_open(flat, bytes, size, "bank.omf", 0, GAIT_FLAT_COPY);
    gait_flat_free(bytes);
    uint32_t bound = gait_flat_search(flat, bank, &model, 1, 0, 0, "gltf", "bank.omf");
    CHECK(bound && result_contains(flat, "\"source\":\"candidate\",\"candidate\":0"));
    uint32_t tree = gait_flat_skeleton(flat, model, NULL);
    CHECK(tree && gait_flat_bone_count(flat, tree) == gait_flat_bone_count(flat, bound));
    CHECK(gait_flat_search(flat, bank, NULL, 0, tree, 0, NULL, NULL) != 0);
    CHECK(result_contains(flat, "\"source\":\"given\""));
    CHECK(gait_flat_skeleton(flat, model, "nobody") == 0 && has_failed(flat, GAIT_NOT_FOUND));
    CHECK(gait_flat_search(flat, bank, NULL, 0, 0, 0, "png", NULL) == 0);
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    uint32_t man = gait_flat_builtin(flat, "arma3-man");
    CHECK(gait_flat_skeleton_json(flat, man));
    keep(flat, "skeleton");
    CHECK(gait_flat_builtin(flat, "nobody") == 0 && has_failed(flat, GAIT_NOT_FOUND));
    /* A skeleton of a file stays when the file is closed; a bound one does not. */
    CHECK(gait_flat_close(flat, model) && gait_flat_bone_count(flat, tree) > 0);
    CHECK(gait_flat_close(flat, bank) && !gait_flat_close(flat, bound));
    gait_flat_delete(flat);
}

static void take_poses(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t file = open_sample(flat, "walk.rtm");
    uint32_t skeleton = search(flat, file);
    CHECK(gait_flat_clip_count(flat, file) == 1 && gait_flat_find_clip(flat, file, "WALK") == 0);
    CHECK(gait_flat_find_clip(flat, file, "run") == -1 && has_failed(flat, GAIT_NOT_FOUND));
    uint32_t clip = gait_flat_clip(flat, file, 0, skeleton);
    uint32_t frames = gait_flat_frame_count(flat, clip),
             bones = gait_flat_bone_count(flat, skeleton);
    CHECK(clip && frames > 1 && bones > 0 && gait_flat_has_phases(flat, clip));
    float motion[3] = {9, 9, 9}; /* the walk covers 1.5 m per cycle, along +Z */
    CHECK(gait_flat_root_motion(flat, clip, motion) && motion[0] == 0 && motion[1] == 0);
    CHECK(motion[2] == 1.5F && !gait_flat_root_motion(flat, clip, NULL));
    float *times = calloc(frames, sizeof *times);
    float *poses = calloc((size_t)bones * 16 * 3, sizeof *poses), *one = poses + bones * 16 * 2;
    CHECK(times && poses && gait_flat_times(flat, clip, times));
    const double zero = times[0] > 2 ? 1 : 0, at[2] = {-5, (double)times[1]};
    size_t size = (size_t)bones * 16 * sizeof *poses;
    CHECK(gait_flat_poses(flat, clip, at, 2, GAIT_FLAT_MODEL_MATRIX, poses));
    CHECK(gait_flat_pose(flat, clip, (double)times[0], GAIT_FLAT_MODEL_MATRIX, one));
    CHECK(memcmp(poses, one, size) == 0); /* times are clamped */
    CHECK(gait_flat_pose(flat, clip, (double)times[1], GAIT_FLAT_MODEL_MATRIX, one));
    CHECK(memcmp(poses + bones * 16, one, size) == 0);
    CHECK(gait_flat_pose(flat, clip, (double)times[0], GAIT_FLAT_LOCAL_MATRIX, one));
    CHECK(memcmp(poses, one, 16 * sizeof *poses) == 0); /* the first bone is a root */
    CHECK(gait_flat_pose(flat, clip, (double)times[0], GAIT_FLAT_LOCAL_PARTS, one));
    CHECK(memcmp(one, poses + 12, 3 * sizeof *poses) == 0);
    CHECK(gait_flat_pose(flat, clip, 9, GAIT_FLAT_MODEL_MATRIX, one));
    CHECK(!gait_flat_pose(flat, clip, 0.0 / zero, 0, one));
    CHECK(!gait_flat_pose(flat, clip, 0, 3, one) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_poses(flat, clip, NULL, 1, 0, one) && !gait_flat_times(flat, clip, NULL));
    CHECK(gait_flat_draw(flat, clip, "front", 4));
    keep(flat, "picture");
    CHECK(gait_flat_draw(flat, clip, NULL, 0) && !gait_flat_draw(flat, clip, "below", 4));
    CHECK(!gait_flat_draw(flat, clip, "side", 100000));
    free(times);
    free(poses);
    gait_flat_delete(flat);
}

/* True when the product of two matrices is the identity. */
static bool is_inverse(const float *left, const float *right) {
    bool is_identity = true;
    for (int i = 0; i < 16; i++) {
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            sum += left[k * 4 + i % 4] * right[i / 4 * 4 + k];
        }
        is_identity = is_identity && fabsf(sum - (i % 5 == 0 ? 1 : 0)) < 1e-5F;
    }
    return is_identity;
}

/* The mesh of a model, and the bones that move it. */
static void make_meshes(void) {
    gait_flat *flat = gait_flat_new(0);
    char path[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/mesh.ogf", out_folder);
    uint8_t *bytes = read_file(path, &size);
    uint32_t model = gait_flat_open(flat, bytes, size, "mesh.ogf", 0, GAIT_FLAT_TAKE);
    uint32_t skeleton = gait_flat_skeleton(flat, model, NULL);
    uint32_t mesh = gait_flat_mesh(flat, model, 0, NULL);
    CHECK(mesh && result_contains(flat, "\"bones\":[\"root\",\"spine\",\"head\"],\"parts\":[{"));
    CHECK(result_contains(flat, "\"vertices\":16,\"triangles\":8,\"box\":[["));
    keep(flat, "mesh");
    float axes[16] = {0}; /* (x, y, z) becomes (x, -z, y) */
    axes[0] = axes[6] = axes[15] = 1;
    axes[9] = -1;
    uint32_t upright = gait_flat_mesh(flat, model, skeleton, axes);
    CHECK(upright && gait_flat_close(flat, model)); /* they do not need the file */
    for (uint32_t kind = GAIT_FLAT_POSITIONS; kind <= GAIT_FLAT_NORMALS; kind++) {
        const float *data = gait_flat_mesh_data(flat, mesh, kind);
        const float *turned = gait_flat_mesh_data(flat, upright, kind);
        CHECK(data && turned);
        for (int v = 0; v < 16; v++) {
            CHECK(turned[3 * v] == data[3 * v] && turned[3 * v + 1] == -data[3 * v + 2]);
            CHECK(turned[3 * v + 2] == data[3 * v + 1]);
        }
    }
    const uint32_t *triangles = gait_flat_mesh_data(flat, mesh, GAIT_FLAT_TRIANGLES);
    const uint16_t *joints = gait_flat_mesh_data(flat, mesh, GAIT_FLAT_JOINTS);
    const float *weights = gait_flat_mesh_data(flat, mesh, GAIT_FLAT_WEIGHTS);
    CHECK(triangles && joints && weights && gait_flat_mesh_data(flat, mesh, GAIT_FLAT_UVS));
    for (int i = 0; i < 24; i++) { /* two triangles of each part of four vertices */
        CHECK(triangles[i] / 4 == (uint32_t)i / 6);
    }
    for (int v = 0; v < 16; v++) {
        const float *own = weights + (ptrdiff_t)4 * v;
        CHECK(joints[4 * v] < 3 && own[0] >= own[1] && own[0] + own[1] + own[2] + own[3] > 0.999F);
    }
    int32_t bones[3] = {9, 9, 9};
    float inverses[48], rests[48];
    CHECK(gait_flat_mesh_bones(flat, mesh, skeleton, bones, inverses));
    CHECK(gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    for (int b = 0; b < 3; b++) {
        CHECK(bones[b] == b && is_inverse(inverses + (ptrdiff_t)16 * b, rests + (ptrdiff_t)16 * b));
    }
    uint32_t hands = gait_flat_builtin(flat, "xray-hands"); /* has none of the bones */
    CHECK(gait_flat_mesh_bones(flat, mesh, hands, bones, inverses));
    CHECK(bones[0] == -1 && bones[2] == -1 && is_inverse(inverses, inverses));
    CHECK(!gait_flat_mesh_bones(flat, mesh, skeleton, NULL, inverses));
    CHECK(!gait_flat_mesh_bones(flat, mesh, skeleton, bones, NULL));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_mesh_bones(flat, skeleton, skeleton, bones, inverses));
    CHECK(!gait_flat_mesh_bones(flat, mesh, mesh, bones, inverses));
    CHECK(!gait_flat_mesh_data(flat, mesh, 6) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_mesh_data(flat, skeleton, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    uint32_t bank = open_sample(flat, "stalker.omf");
    CHECK(!gait_flat_mesh(flat, bank, 0, NULL) && has_failed(flat, GAIT_NOT_FOUND));
    CHECK(gait_flat_result_size(flat) == 0 && !gait_flat_mesh(flat, skeleton, 0, NULL));
    CHECK(!gait_flat_mesh(flat, bank, bank, NULL) && has_failed(flat, GAIT_BAD_ARGUMENT));
    const int entries[] = {0, 5, 3, 12}; /* of a rotation, of the last row, of the translation */
    for (int i = 0; i < 8; i++) {
        float changed[16];
        memcpy(changed, axes, sizeof axes);
        changed[entries[i % 4]] = i < 4 ? 2 : NAN;
        CHECK(!gait_flat_mesh(flat, bank, 0, changed) && has_failed(flat, GAIT_BAD_ARGUMENT));
    }
    axes[0] = -1; /* a mirror */
    CHECK(!gait_flat_mesh(flat, bank, 0, axes) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_close(flat, mesh) && !gait_flat_mesh_data(flat, mesh, 0));
    gait_flat_delete(flat);
}

static void compare_files(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t file = open_sample(flat, "walk.rtm");
    uint32_t other = open_sample(flat, "walk_binarised.rtm");
    uint32_t skeleton = search(flat, file);
    CHECK(gait_flat_diff(flat, file, file, 0, 0, 0) &&
          result_contains(flat, "\"status\":\"equal\""));
    CHECK(gait_flat_diff(flat, file, other, skeleton, 0, 0.1));
    keep(flat, "diff.json");
    CHECK(!gait_flat_diff(flat, file, other, skeleton, -1, 0) &&
          has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_diff(flat, file, other, file, 0, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_diff(flat, file, skeleton, 0, 0, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_diff(NULL, file, other, 0, 0, 0));
    gait_flat_delete(flat);
}

static void compare_clips(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t file = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, file);
    uint32_t a = gait_flat_clip(flat, file, 0, skeleton);
    uint32_t b = gait_flat_clip(flat, file, 1, skeleton);
    CHECK(gait_flat_compare(flat, a, a) && result_contains(flat, "\"max_distance\":{\"mm\":0,"));
    CHECK(result_contains(flat, "\"only_in_first\":[],\"only_in_second\":[]}"));
    CHECK(gait_flat_compare(flat, a, b));
    keep(flat, "compare");
    CHECK(!gait_flat_compare(flat, a, skeleton) && has_failed(flat, GAIT_BAD_ARGUMENT));
    uint8_t moves[47] = {0};
    int moving = 0;
    CHECK(gait_flat_bone_count(flat, skeleton) == sizeof moves);
    CHECK(gait_flat_moving_bones(flat, file, 1, skeleton, moves));
    for (size_t i = 0; i < sizeof moves; i++) {
        CHECK(moves[i] <= 1);
        moving += moves[i];
    }
    CHECK(moving > 0 && moving < (int)sizeof moves);
    CHECK(!gait_flat_moving_bones(flat, file, 1, skeleton, NULL));
    CHECK(!gait_flat_moving_bones(flat, file, 99, skeleton, moves));
    CHECK(!gait_flat_moving_bones(flat, file, 1, file, moves));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    const double times[2] = {0, 0.2}, other_times[2] = {0, 0.1};
    float distances[2] = {-1, -1};
    CHECK(gait_flat_distances(flat, a, a, times, times, 2, distances));
    CHECK(distances[0] == 0 && distances[1] == 0);
    CHECK(gait_flat_distances(flat, a, b, times, other_times, 2, distances));
    CHECK(distances[0] > 0 && distances[1] > 0 && distances[1] < 1);
    CHECK(gait_flat_distances(flat, a, b, NULL, NULL, 0, NULL));
    CHECK(!gait_flat_distances(flat, a, b, times, NULL, 2, distances));
    CHECK(!gait_flat_distances(flat, a, b, times, other_times, 2, NULL));
    CHECK(!gait_flat_distances(flat, a, skeleton, times, times, 2, distances));
    CHECK(!gait_flat_distances(flat, a, b, &(const double){NAN}, times, 1, distances));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    /* A clip needs a skeleton that is bound to its file. */
    uint32_t other = open_sample(flat, "stalker.omf");
    CHECK(gait_flat_clip(flat, other, 0, skeleton) == 0 && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_clip(flat, file, 99, skeleton) == 0 && has_failed(flat, GAIT_BAD_ARGUMENT));
    gait_flat_delete(flat);
}

/* --- edits and conversions -------------------------------------------------------------------- */

static void edit_a_bank(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    CHECK(!gait_flat_report(flat) && has_failed(flat, GAIT_NOT_FOUND));
    CHECK(gait_flat_edit(flat, bank, "rename --clip walk=march\n"));
    keep(flat, "edited");
    CHECK(gait_flat_report(flat) && result_contains(flat, "{\"changes\":[{\"line\":1,\"text\":"));
    CHECK(!gait_flat_edit(flat, bank, "rename --clip walk=march\nrename --clip nobody=me"));
    CHECK(has_failed(flat, GAIT_NOT_FOUND) && gait_flat_error_line(flat) == 2);
    CHECK(gait_flat_error_rule(flat)[0] != '\0' && gait_flat_error_offset(flat) == -1);
    CHECK(!gait_flat_report(flat)); /* that of the edit before is gone */
    const uint32_t clips[] = {1, 3}, twice[] = {1, 1};
    CHECK(gait_flat_extract(flat, bank, clips, 2));
    keep(flat, "extracted");
    size_t size;
    uint8_t *bytes = copy_result(flat, &size);
    uint32_t part = gait_flat_open(flat, bytes, size, "part.omf", 0, GAIT_FLAT_TAKE);
    CHECK(part && gait_flat_clip_count(flat, part) == 2);
    CHECK(!gait_flat_extract(flat, bank, twice, 2) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_merge(flat, bank, part, NULL, NULL) && has_failed(flat, GAIT_WOULD_LOSE));
    CHECK(gait_flat_merge(flat, bank, part, "rename", "equal"));
    bytes = copy_result(flat, &size);
    uint32_t merged = gait_flat_open(flat, bytes, size, "merged.omf", 0, GAIT_FLAT_TAKE);
    CHECK(gait_flat_clip_count(flat, merged) == gait_flat_clip_count(flat, bank) + 2);
    CHECK(!gait_flat_merge(flat, bank, part, "perhaps", NULL));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    gait_flat_delete(flat);
}

static void optimise_a_bank(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf"), rtm = open_sample(flat, "walk.rtm");
    const uint32_t clips[] = {1, 2}, outside[] = {99};
    CHECK(gait_flat_optimise(flat, bank, 3, 10, clips, 2));
    size_t size = gait_flat_result_size(flat);
    keep(flat, "optimised");
    CHECK(gait_flat_report(flat) && result_contains(flat, "\"constant_rotations\":7"));
    CHECK(gait_flat_optimise(flat, bank, 3, 10, NULL, 0) && gait_flat_result_size(flat) <= size);
    CHECK(gait_flat_optimise(flat, bank, 3, 10, clips, 0) && gait_flat_result_size(flat) > size);
    CHECK(!gait_flat_optimise(flat, bank, 3, 10, outside, 1));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT) && !gait_flat_report(flat));
    CHECK(!gait_flat_optimise(flat, bank, -1, 0, NULL, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_optimise(flat, rtm, 0, 0, NULL, 0) && has_failed(flat, GAIT_UNSUPPORTED));
    CHECK(strcmp(gait_flat_error_rule(flat), "OPT001") == 0);
    gait_flat_delete(flat);
}

/* Keeps a bank without its last bytes as "cut", and what can be salvaged of it. */
static void salvage_a_bank(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    CHECK(gait_flat_write(flat, bank));
    size_t size;
    uint8_t *bytes = copy_result(flat, &size);
    uint32_t cut = gait_flat_examine(flat, bytes, size - 100, "cut.omf", 0, GAIT_FLAT_COPY);
    gait_flat_free(bytes);
    CHECK(cut && gait_flat_salvage(flat, cut, 0));
    keep(flat, "salvaged");
    CHECK(gait_flat_report(flat) && result_contains(flat, "{\"kept\":2,\"stated\":5,"));
    CHECK(result_contains(flat, "\"lost_params\":false}"));
    CHECK(!gait_flat_salvage(flat, bank, 0) && has_failed(flat, GAIT_UNSUPPORTED));
    CHECK(!gait_flat_salvage(flat, cut, 999) && has_failed(flat, GAIT_BAD_ARGUMENT));
    gait_flat_delete(flat);
}

/* Converts and keeps the first output. */
static uint32_t convert(gait_flat *flat, uint32_t file, const char *target, uint32_t skeleton,
                        const char *name) {
    uint32_t conversion = gait_flat_convert(flat, file, target, NULL, skeleton, 0, false, 0, 0);
    CHECK(conversion && gait_flat_next(flat, conversion));
    CHECK(gait_flat_output(flat, conversion, 0));
    keep(flat, name);
    return conversion;
}

static void convert_files(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t walk = open_sample(flat, "walk.rtm"), bank = open_sample(flat, "stalker.omf");
    uint32_t man = search(flat, walk), stalker = search(flat, bank);
    uint32_t conversion = convert(flat, walk, "gltf", man, "walk.glb");
    CHECK(strcmp(gait_flat_output_name(flat, conversion, 0), "walk.glb") == 0);
    CHECK(gait_flat_output_count(flat, conversion) == 1);
    CHECK(gait_flat_output_name(flat, conversion, 1)[0] == '\0');
    CHECK(!gait_flat_output(flat, conversion, 1) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_convert_switches(flat, conversion, true, true)); /* it has begun */
    CHECK(!gait_flat_next(flat, conversion) && gait_flat_status(flat) == 0);
    CHECK(!gait_flat_next(flat, conversion) && gait_flat_status(flat) == 0);
    convert(flat, walk, "bvh", man, "walk.bvh");
    convert(flat, bank, "gltf", stalker, "stalker.glb");
    const uint32_t clips[] = {0, 2}, wrong[] = {2, 0};
    uint32_t some = gait_flat_convert(flat, bank, "bvh", "a/{clip}.bvh", stalker, 0, false, 0, 0);
    CHECK(!gait_flat_convert_clips(flat, some, wrong, 2) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_convert_clips(flat, some, clips, 2));
    CHECK(gait_flat_convert_exactness(flat, some, 0, 0, 0));
    CHECK(gait_flat_next(flat, some) && gait_flat_report(flat));
    CHECK(result_contains(flat, "{\"clips\":[0],\"frames\":"));
    CHECK(gait_flat_next(flat, some) && !gait_flat_next(flat, some));
    /* A failure is reported once, then the conversion is at its end. */
    uint32_t no_base = gait_flat_convert(flat, bank, "ogf", NULL, 0, 0, false, 0, 0);
    CHECK(no_base && !gait_flat_next(flat, no_base) && gait_flat_status(flat) != 0);
    CHECK(!gait_flat_next(flat, no_base) && gait_flat_status(flat) == 0);
    CHECK(gait_flat_convert(flat, bank, "png", NULL, 0, 0, false, 0, 0) == 0);
    CHECK(gait_flat_convert(flat, bank, "bvh", NULL, man, 0, false, 0, 0) == 0);
    gait_flat_delete(flat);
}

/* The motion of an object is converted on its own skeleton, and drawn as a path. */
static void convert_an_object(void) {
    gait_flat *flat = gait_flat_new(0);
    char path[4096];
    size_t size;
    snprintf(path, sizeof path, "%s/version_5.anm", out_folder);
    uint8_t *bytes = read_file(path, &size);
    uint32_t object = gait_flat_open(flat, bytes, size, "version_5.anm", 0, GAIT_FLAT_TAKE);
    uint32_t skeleton = gait_flat_search(flat, object, NULL, 0, 0, 0, NULL, NULL);
    CHECK(object && skeleton && result_contains(flat, "\"source\":\"in_file\""));
    convert(flat, object, "bvh", skeleton, "object.bvh");
    convert(flat, object, "gltf", 0, "object.glb");
    CHECK(gait_flat_convert(flat, object, "skl", NULL, skeleton, 0, false, 0, 0) &&
          gait_flat_status(flat) == 0);
    uint32_t clip = gait_flat_clip(flat, object, 0, skeleton);
    CHECK(clip && gait_flat_draw(flat, clip, "side", 3) && result_contains(flat, "forward</text>"));
    gait_flat_delete(flat);
}

/* A .gltf with its .bin and its sidecar, read back. */
static void convert_to_several_files(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    uint32_t conversion =
        gait_flat_convert(flat, bank, "gltf", "b.gltf", search(flat, bank), 0, false, 0, 0);
    CHECK(!gait_flat_convert_switches(flat, conversion, true, 3)); /* not 0 to 2 */
    CHECK(gait_flat_convert_switches(flat, conversion, true, 1));
    CHECK(!gait_flat_convert_mesh(flat, conversion, conversion, false)); /* it is not a file */
    CHECK(gait_flat_convert_mesh(flat, conversion, bank, false));
    CHECK(gait_flat_convert_mesh(flat, conversion, 0, true));
    CHECK(gait_flat_next(flat, conversion) && gait_flat_output_count(flat, conversion) == 3);
    CHECK(!gait_flat_convert_mesh(flat, conversion, 0, true)); /* it has begun */
    uint8_t *bytes[3];
    size_t sizes[3];
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(gait_flat_output(flat, conversion, i));
        bytes[i] = copy_result(flat, &sizes[i]);
    }
    CHECK(strcmp(gait_flat_output_name(flat, conversion, 2), "b.gait.json") == 0);
    uint32_t gltf = gait_flat_open(flat, bytes[0], sizes[0], "b.gltf", 0, GAIT_FLAT_TAKE);
    CHECK(gltf && gait_flat_dependency_count(flat, gltf) == 1);
    CHECK(gait_flat_dependency(flat, gltf, 0) && result_contains(flat, "b.bin"));
    CHECK(!gait_flat_dependency(flat, gltf, 1) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_provide(flat, gltf, 0, bytes[1], 5, GAIT_FLAT_COPY));
    CHECK(has_failed(flat, GAIT_TRUNCATED));
    CHECK(gait_flat_provide(flat, gltf, 0, bytes[1], sizes[1], GAIT_FLAT_TAKE));
    CHECK(!gait_flat_attach(flat, gltf, bytes[2], 7) && gait_flat_error_text(flat)[0] != '\0');
    CHECK(gait_flat_attach(flat, gltf, bytes[2], sizes[2]));
    uint32_t skeleton = gait_flat_search(flat, gltf, NULL, 0, 0, 0, NULL, NULL);
    CHECK(skeleton && gait_flat_clip_count(flat, gltf) == gait_flat_clip_count(flat, bank));
    CHECK(!gait_flat_attach(flat, gltf, bytes[2], sizes[2])); /* the file is in use */
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT) && gait_flat_close(flat, skeleton));
    gait_flat_free(bytes[2]);
    CHECK(gait_flat_roundtrip(flat, bank, gltf, 0, false, false));
    keep(flat, "roundtrip");
    CHECK(gait_flat_report(flat));
    keep(flat, "roundtrip.json");
    CHECK(!gait_flat_roundtrip(flat, bank, bank, 0, false, false));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_roundtrip(flat, bank, gltf, gait_flat_builtin(flat, "xray-stalker"), true,
                               true));
    gait_flat_delete(flat);
}

/* --- keys in the rest pose of a host ---------------------------------------------------------- */

static void edit_keys_in_a_host(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, bank), bones = gait_flat_bone_count(flat, skeleton);
    float *rests = calloc((size_t)bones * 16, sizeof *rests);
    CHECK(rests && gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    uint32_t edited = gait_flat_edited(flat, bank, skeleton, rests, NULL);
    uint32_t clip = gait_flat_clip(flat, bank, 0, skeleton);
    CHECK(edited && gait_flat_keys(flat, clip, rests, NULL, 0));
    size_t size;
    uint8_t *block = copy_result(flat, &size);
    CHECK(gait_flat_edited_add(flat, edited, "idle", block, size, 0, 0, false));
    CHECK(gait_flat_edited_apply(flat, edited, false, false));
    keep(flat, "host_same");
    CHECK(gait_flat_report(flat) && result_contains(flat, "\"refused\":null"));
    uint32_t cut = gait_flat_edited(flat, bank, skeleton, rests, NULL);
    CHECK(!gait_flat_edited_add(flat, cut, "idle", block, size - 1, 0, 0, false));
    CHECK(has_failed(flat, GAIT_TRUNCATED));
    block[3] = 0x80; /* more keys than there are bytes */
    CHECK(!gait_flat_edited_add(flat, cut, "idle", block, size, 0, 0, false));
    CHECK(has_failed(flat, GAIT_TRUNCATED));
    block[3] = 0;
    CHECK(!gait_flat_edited_add(flat, cut, "idle", block, size, 0, -1, false));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_edited_add(flat, cut, "\xFF", block, size, 0, 0, false));
    CHECK(!gait_flat_edited_add(flat, cut, "idle", NULL, size, 0, 0, false));
    CHECK(gait_flat_edited(flat, bank, skeleton, NULL, NULL) == 0);
    rests[0] = 5; /* not a rotation */
    CHECK(gait_flat_edited(flat, bank, skeleton, rests, NULL) == 0);
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_keys(flat, clip, rests, NULL, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_keys(flat, clip, NULL, NULL, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_rest(flat, skeleton, 3, rests) && !gait_flat_rest(flat, skeleton, 0, NULL));
    CHECK(!gait_flat_rest(flat, gait_flat_builtin(flat, "xray-hands"), 0, rests));
    CHECK(has_failed(flat, GAIT_UNSUPPORTED));
    CHECK(gait_flat_close(flat, skeleton) && !gait_flat_close(flat, edited));
    gait_flat_free(block);
    free(rests);
    gait_flat_delete(flat);
}

/* Clips of a host without a base file, and their metadata. */
static void edit_without_a_base(void) {
    static const uint8_t json[] =
        "{\"schema\":\"gait.extras/1\",\"clips\":[{\"animation\":\"run\",\"events\":["
        "{\"name\":\"Kick\",\"value\":\"\",\"start_s\":0.2,\"end_s\":0.2}]}]}";
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, bank), bones = gait_flat_bone_count(flat, skeleton);
    float *rests = calloc((size_t)bones * 16, sizeof *rests);
    CHECK(rests && gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    uint32_t edited = gait_flat_edited(flat, 0, skeleton, rests, NULL);
    uint32_t clip = gait_flat_clip(flat, bank, 0, skeleton);
    CHECK(edited && gait_flat_keys(flat, clip, rests, NULL, 0));
    size_t size;
    uint8_t *block = copy_result(flat, &size);
    CHECK(gait_flat_edited_add(flat, edited, "run", block, size, 0, 0, false));
    CHECK(!gait_flat_edited_apply(flat, edited, true, false));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_edited_attach(flat, edited, json, sizeof json - 1));
    CHECK(!gait_flat_edited_attach(flat, edited, json, sizeof json - 3));
    CHECK(has_failed(flat, GAIT_CORRUPT));
    CHECK(!gait_flat_edited_attach(flat, edited, NULL, 0) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_edited_attach(flat, clip, json, 2) && !gait_flat_edited_gltf(flat, clip));
    CHECK(gait_flat_edited(flat, clip, skeleton, rests, NULL) == 0);
    CHECK(gait_flat_edited_gltf(flat, edited));
    size_t glb_size;
    uint8_t *glb = copy_result(flat, &glb_size);
    uint32_t file = gait_flat_open(flat, glb, glb_size, "run.glb", 0, GAIT_FLAT_COPY);
    CHECK(file && gait_flat_clip_count(flat, file) == 1);
    CHECK(gait_flat_list(flat, file) && result_contains(flat, "\"Kick\""));
    gait_flat_free(glb);
    gait_flat_free(block);
    free(rests);
    gait_flat_delete(flat);
}

static void edit_curves_in_a_host(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, bank), bones = gait_flat_bone_count(flat, skeleton);
    float *rests = calloc((size_t)bones * 16, sizeof *rests);
    CHECK(rests && gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    uint32_t edited = gait_flat_edited(flat, bank, skeleton, rests, NULL);
    uint32_t clip = gait_flat_clip(flat, bank, 0, skeleton);
    CHECK(edited && gait_flat_curves(flat, clip, rests, NULL, 24, 1, 0));
    size_t size;
    uint8_t *block = copy_result(flat, &size);
    CHECK(gait_flat_edited_add_curves(flat, edited, "idle", block, size, 24, 1, 0, false));
    CHECK(!gait_flat_edited_add_curves(flat, edited, "idle", block, size - 1, 24, 1, 0, false));
    CHECK(has_failed(flat, GAIT_TRUNCATED));
    CHECK(!gait_flat_edited_add_curves(flat, edited, "idle", block, size, 0, 1, 0, false));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_edited_add_curves(flat, edited, "\xFF", block, size, 24, 1, 0, false));
    CHECK(!gait_flat_edited_add_curves(flat, edited, "idle", NULL, size, 24, 1, 0, false));
    CHECK(gait_flat_edited_apply(flat, edited, false, false)); /* refused clips are not added */
    keep(flat, "host_curves");
    CHECK(gait_flat_report(flat) && result_contains(flat, "\"refused\":null"));
    CHECK(!gait_flat_curves(flat, clip, rests, NULL, -1, 1, 0));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT) && gait_flat_result_size(flat) == 0);
    CHECK(!gait_flat_curves(flat, clip, NULL, NULL, 24, 1, 0));
    CHECK(!gait_flat_curves(flat, skeleton, rests, NULL, 24, 1, 0));
    gait_flat_free(block);
    free(rests);
    gait_flat_delete(flat);
}

static void edit_poses_in_a_host(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, bank), bones = gait_flat_bone_count(flat, skeleton);
    uint32_t clip = gait_flat_clip(flat, bank, 0, skeleton);
    uint32_t frames = gait_flat_frame_count(flat, clip);
    float *rests = calloc((size_t)bones * 16, sizeof *rests);
    float *poses = calloc((size_t)bones * frames * 16, sizeof *poses);
    double *times = calloc(frames, sizeof *times);
    int32_t *rows = calloc(bones, sizeof *rows);
    CHECK(rests && poses && times && rows);
    CHECK(gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    for (uint32_t f = 0; f < frames; f++) {
        times[f] = f / 30.0;
    }
    for (uint32_t b = 0; b < bones; b++) {
        rows[b] = (int32_t)b;
    }
    CHECK(gait_flat_poses(flat, clip, times, frames, GAIT_FLAT_MODEL_MATRIX, poses));
    uint32_t edited = gait_flat_edited(flat, bank, skeleton, rests, NULL);
    CHECK(
        gait_flat_edited_add_poses(flat, edited, "idle", poses, bones, frames, rows, NULL, 30, 0));
    CHECK(
        !gait_flat_edited_add_poses(flat, edited, "idle", poses, bones, frames, rows, NULL, 0, 0));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(
        !gait_flat_edited_add_poses(flat, edited, "idle", NULL, bones, frames, rows, NULL, 30, 0));
    CHECK(
        !gait_flat_edited_add_poses(flat, edited, "\xFF", poses, bones, frames, rows, NULL, 30, 0));
    CHECK(!gait_flat_edited_add_poses(flat, clip, "idle", poses, bones, frames, rows, NULL, 30, 0));
    poses[15] = 0;
    CHECK(
        !gait_flat_edited_add_poses(flat, edited, "idle", poses, bones, frames, rows, NULL, 30, 0));
    CHECK(has_failed(flat, GAIT_CORRUPT));
    CHECK(gait_flat_edited_apply(flat, edited, false, false)); /* refused clips are not added */
    keep(flat, "host_poses");
    free(rows);
    free(times);
    free(poses);
    free(rests);
    gait_flat_delete(flat);
}

static void take_poses_in_a_host(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, bank), bones = gait_flat_bone_count(flat, skeleton);
    uint32_t clip = gait_flat_clip(flat, bank, 0, skeleton);
    float *rests = calloc((size_t)bones * 16, sizeof *rests);
    float *pose = calloc((size_t)bones * 7, sizeof *pose), axes[16] = {0}, first = 1;
    CHECK(rests && pose && gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    CHECK(gait_flat_host_pose(flat, clip, rests, NULL, -5, pose)); /* the rest pose */
    for (uint32_t i = 0; i < bones * 7; i++) {
        float expected = i % 7 == 0 ? 1 : 0, size = pose[i] < 0 ? -pose[i] : pose[i];
        CHECK(size >= expected - 1e-5F && size <= expected + 1e-5F);
    }
    CHECK(gait_flat_host_pose(flat, clip, rests, NULL, 0.4, pose));
    first = pose[0];
    axes[0] = axes[5] = axes[10] = axes[15] = 1; /* the same axes */
    CHECK(gait_flat_host_pose(flat, clip, rests, axes, 0.4, pose) && pose[0] == first);
    CHECK(!gait_flat_host_pose(flat, clip, rests, axes, (double)NAN, pose));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_host_pose(flat, clip, rests, NULL, 0, NULL));
    CHECK(!gait_flat_host_pose(flat, clip, NULL, NULL, 0, pose));
    CHECK(!gait_flat_host_pose(flat, bank, rests, NULL, 0, pose));
    axes[0] = 2;
    CHECK(!gait_flat_host_pose(flat, clip, rests, axes, 0, pose));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_host_pose(flat, clip, rests, NULL, 0.4, pose) && pose[0] == first);
    rests[12] += 1; /* another host */
    CHECK(gait_flat_host_pose(flat, clip, rests, NULL, 0.4, pose));
    free(pose);
    free(rests);
    gait_flat_delete(flat);
}

/* --- errors ----------------------------------------------------------------------------------- */

static void reject_wrong_handles(void) {
    gait_flat *flat = gait_flat_new(0), *other = gait_flat_new(0);
    uint32_t file = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, file), clip = gait_flat_clip(flat, file, 0, skeleton);
    uint32_t conversion = gait_flat_convert(flat, file, "gltf", NULL, skeleton, 0, false, 0, 0);
    CHECK(!gait_flat_close(other, file) && has_failed(other, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_info(flat, 0) && !gait_flat_info(flat, clip));
    CHECK(!gait_flat_info(flat, UINT32_MAX) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_close(flat, file));
    CHECK(!gait_flat_close(flat, file) && !gait_flat_close(flat, skeleton));
    CHECK(!gait_flat_close(flat, clip) && !gait_flat_close(flat, conversion));
    uint32_t again = open_sample(flat, "stalker.omf"); /* in the same slot */
    CHECK(again != file && !gait_flat_info(flat, file) && gait_flat_info(flat, again));
    for (int i = 0; i < 5000; i++) {
        uint32_t handle = gait_flat_builtin(flat, "xray-hands");
        CHECK(handle != 0 && gait_flat_close(flat, handle) && !gait_flat_close(flat, handle));
    }
    gait_flat_delete(flat);
    gait_flat_delete(other);
    gait_flat_delete(NULL);
    gait_flat_free(NULL);
}

static void reject_damaged_files(void) {
    gait_flat *flat = gait_flat_new(0);
    size_t size;
    uint8_t *bytes = read_sample("stalker.omf", &size);
    CHECK(gait_flat_open(flat, bytes, size / 2, "cut.omf", 0, GAIT_FLAT_BORROW) == 0);
    CHECK(gait_flat_status(flat) == GAIT_TRUNCATED && gait_flat_error_offset(flat) >= 0);
    CHECK(strncmp(gait_flat_error_rule(flat), "OMF", 3) == 0);
    CHECK(strcmp(gait_flat_error_file(flat), "cut.omf") == 0 && gait_flat_error_line(flat) == 0);
    CHECK(gait_flat_findings(flat) && result_contains(flat, "\"rule\":\"OMF"));
    uint32_t cut = gait_flat_examine(flat, bytes, size / 2, "cut.omf", 0, GAIT_FLAT_COPY);
    CHECK(cut && strcmp(gait_flat_format(flat, cut), "omf") == 0);
    CHECK(gait_flat_info(flat, cut));
    keep(flat, "cut.info");
    CHECK(gait_flat_check(flat, cut));
    keep(flat, "cut.check");
    CHECK(gait_flat_list(flat, cut) && gait_flat_sarif(flat, &cut, 1, NULL));
    CHECK(!gait_flat_write(flat, cut) && has_failed(flat, GAIT_TRUNCATED));
    for (size_t end = 0; end < 300; end++) {
        CHECK(gait_flat_open(flat, bytes, end, "cut.omf", 0, GAIT_FLAT_BORROW) == 0);
        CHECK(gait_flat_error_text(flat)[0] != '\0');
    }
    CHECK(gait_flat_open(flat, NULL, 5, "a", 0, GAIT_FLAT_COPY) == 0);
    CHECK(gait_flat_open(flat, NULL, 0, NULL, 0, GAIT_FLAT_COPY) == 0);
    CHECK(gait_flat_open(flat, bytes, size, "a", 7, GAIT_FLAT_BORROW) == 0);
    CHECK(gait_flat_open(flat, bytes, size, "a", 0, 7) == 0 && has_failed(flat, GAIT_BAD_ARGUMENT));
    gait_flat_free(bytes);
    gait_flat_delete(flat);
}

static void reject_wrong_texts(void) {
    enum { LONG = 10 << 20 };
    gait_flat *flat = gait_flat_new(0);
    size_t size;
    uint8_t *bytes = read_sample("stalker.omf", &size);
    char *text = gait_flat_alloc(LONG + 1);
    memset(text, 'a', LONG);
    text[LONG] = '\0';
    uint32_t file = gait_flat_open(flat, bytes, size, text, 0, GAIT_FLAT_BORROW);
    CHECK(file && gait_flat_info(flat, file) && gait_flat_result_size(flat) > LONG);
    CHECK(gait_flat_find_clip(flat, file, text) == -1 && gait_flat_builtin(flat, text) == 0);
    CHECK(gait_flat_skeleton(flat, file, text) == 0 && !gait_flat_edit(flat, file, text));
    CHECK(gait_flat_error_text(flat)[0] != '\0' && gait_flat_error_line(flat) == 1);
    CHECK(gait_flat_convert(flat, file, text, text, 0, 0, false, 0, 0) == 0);
    uint32_t long_name = gait_flat_convert(flat, file, "omf", text, 0, 0, false, 0, 0);
    CHECK(gait_flat_next(flat, long_name));
    CHECK(strlen(gait_flat_output_name(flat, long_name, 0)) == LONG);
    uint32_t skeleton = search(flat, file), clip = gait_flat_clip(flat, file, 0, skeleton);
    CHECK(!gait_flat_draw(flat, clip, text, 1) && !gait_flat_merge(flat, file, file, text, text));
    CHECK(gait_flat_search(flat, file, NULL, 0, 0, 0, NULL, text) != 0);
    memcpy(text + LONG - 4, "\xC3(", 2);
    CHECK(gait_flat_open(flat, bytes, size, text, 0, GAIT_FLAT_BORROW) == 0);
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_find_clip(flat, file, "\xFF") == -1 && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_edit(flat, file, "rename --clip \xFF=a") &&
          has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_find_clip(flat, file, NULL) == -1 && !gait_flat_edit(flat, file, NULL));
    CHECK(gait_flat_builtin(flat, NULL) == 0 && has_failed(flat, GAIT_BAD_ARGUMENT));
    gait_flat_delete(flat);
    gait_flat_free(text);
    gait_flat_free(bytes);
}

static void reject_large_files(void) {
    gait_flat *flat = gait_flat_new(4096);
    size_t size;
    uint8_t *bytes = read_sample("stalker.omf", &size);
    CHECK(gait_flat_open(flat, bytes, size, "a.omf", 0, GAIT_FLAT_BORROW) == 0);
    CHECK(has_failed(flat, GAIT_LIMIT));
    CHECK(gait_flat_open(flat, bytes, size, "a.omf", 0, GAIT_FLAT_TAKE) == 0);
    gait_flat_delete(flat);
}

/* Every function without a context. */
static void accept_no_context(void) {
    uint32_t none = 0;
    float f = 0;
    CHECK(gait_flat_open(NULL, gait_flat_alloc(0), 0, "", 0, GAIT_FLAT_TAKE) == 0);
    CHECK(gait_flat_examine(NULL, gait_flat_alloc(0), 0, "", 0, GAIT_FLAT_TAKE) == 0);
    CHECK(!gait_flat_close(NULL, 1) && gait_flat_status(NULL) == GAIT_BAD_ARGUMENT);
    CHECK(gait_flat_error_text(NULL)[0] != '\0' && gait_flat_error_rule(NULL)[0] == '\0');
    CHECK(gait_flat_error_file(NULL)[0] == '\0' && gait_flat_error_offset(NULL) == -1);
    CHECK(gait_flat_error_line(NULL) == 0 && gait_flat_result_size(NULL) == 0);
    CHECK(gait_flat_result(NULL)[0] == '\0' && !gait_flat_findings(NULL));
    CHECK(gait_flat_dependency_count(NULL, 1) == 0 && !gait_flat_dependency(NULL, 1, 0));
    CHECK(!gait_flat_provide(NULL, 1, 0, gait_flat_alloc(1), 1, GAIT_FLAT_TAKE));
    CHECK(!gait_flat_attach(NULL, 1, NULL, 0) && gait_flat_format(NULL, 1)[0] == '\0');
    CHECK(!gait_flat_info(NULL, 1) && !gait_flat_check(NULL, 1) && !gait_flat_list(NULL, 1));
    CHECK(!gait_flat_dump(NULL, 1) && !gait_flat_build(NULL, NULL, 0, 0));
    CHECK(!gait_flat_map(NULL, 1) && !gait_flat_write(NULL, 1) && !gait_flat_rules(NULL));
    CHECK(!gait_flat_formats(NULL) && !gait_flat_builtins(NULL));
    CHECK(!gait_flat_sarif(NULL, &none, 1, NULL));
    CHECK(!gait_flat_check_banks(NULL, 1, &none, &none, 1));
    CHECK(gait_flat_skeleton(NULL, 1, NULL) == 0 && gait_flat_builtin(NULL, "a") == 0);
    CHECK(gait_flat_search(NULL, 1, NULL, 0, 0, 0, NULL, NULL) == 0);
    CHECK(!gait_flat_skeleton_json(NULL, 1) && gait_flat_bone_count(NULL, 1) == 0);
    CHECK(gait_flat_clip_count(NULL, 1) == 0 && gait_flat_find_clip(NULL, 1, "a") == -1);
    CHECK(gait_flat_clip(NULL, 1, 0, 1) == 0 && gait_flat_frame_count(NULL, 1) == 0);
    CHECK(!gait_flat_times(NULL, 1, &f) && !gait_flat_has_phases(NULL, 1));
    CHECK(!gait_flat_root_motion(NULL, 1, &f));
    CHECK(!gait_flat_poses(NULL, 1, NULL, 0, 0, &f) && !gait_flat_pose(NULL, 1, 0, 0, &f));
    CHECK(!gait_flat_draw(NULL, 1, "side", 1) && !gait_flat_compare(NULL, 1, 1));
    CHECK(!gait_flat_moving_bones(NULL, 1, 0, 1, (uint8_t[1]){0}));
    CHECK(!gait_flat_distances(NULL, 1, 1, NULL, NULL, 0, &f));
    CHECK(gait_flat_mesh(NULL, 1, 0, NULL) == 0 && !gait_flat_mesh_data(NULL, 1, 0));
    CHECK(!gait_flat_mesh_bones(NULL, 1, 1, (int32_t[1]){0}, &f));
    CHECK(!gait_flat_edit(NULL, 1, "") && !gait_flat_merge(NULL, 1, 1, NULL, NULL));
    CHECK(!gait_flat_optimise(NULL, 1, 0, 0, &none, 1) && !gait_flat_salvage(NULL, 1, 0));
    CHECK(!gait_flat_extract(NULL, 1, &none, 1) && !gait_flat_roundtrip(NULL, 1, 1, 0, 0, 0));
    CHECK(!gait_flat_report(NULL) && !gait_flat_next(NULL, 1) && !gait_flat_output(NULL, 1, 0));
    CHECK(gait_flat_convert(NULL, 1, "omf", NULL, 0, 0, false, 0, 0) == 0);
    CHECK(!gait_flat_convert_clips(NULL, 1, &none, 1));
    CHECK(!gait_flat_convert_exactness(NULL, 1, 0, 0, 0));
    CHECK(!gait_flat_convert_switches(NULL, 1, true, true));
    CHECK(!gait_flat_convert_mesh(NULL, 1, 0, true));
    CHECK(!gait_flat_rest(NULL, 1, 0, &f) && !gait_flat_keys(NULL, 1, &f, &f, 0));
    CHECK(gait_flat_edited(NULL, 1, 1, &f, &f) == 0);
    CHECK(!gait_flat_edited_add(NULL, 1, "a", NULL, 0, 0, 0, false));
    CHECK(!gait_flat_edited_add_curves(NULL, 1, "a", NULL, 0, 30, 0, 0, false));
    CHECK(!gait_flat_edited_apply(NULL, 1, false, false));
    CHECK(!gait_flat_edited_attach(NULL, 1, (const uint8_t *)"{}", 2));
    CHECK(!gait_flat_edited_gltf(NULL, 1));
    CHECK(!gait_flat_curves(NULL, 1, &f, &f, 30, 0, 0));
    CHECK(!gait_flat_host_pose(NULL, 1, &f, &f, 0, &f));
    CHECK(gait_flat_output_count(NULL, 1) == 0 && gait_flat_output_name(NULL, 1, 0)[0] == '\0');
}

int main(int argc, char **argv) {
    CHECK(argc == 5);
    samples = argv[1];
    model_path = argv[2];
    bank_path = argv[3];
    out_folder = argv[4];
    describe_files();
    check_a_model();
    find_skeletons();
    take_poses();
    sample_clips();
    play_and_blend_clips();
    make_meshes();
    compare_clips();
    compare_files();
    edit_a_bank();
    optimise_a_bank();
    salvage_a_bank();
    convert_files();
    convert_an_object();
    convert_to_several_files();
    edit_keys_in_a_host();
    edit_curves_in_a_host();
    edit_poses_in_a_host();
    edit_without_a_base();
    take_poses_in_a_host();
    reject_wrong_handles();
    reject_damaged_files();
    reject_wrong_texts();
    reject_large_files();
    accept_no_context();
    return 0;
}
