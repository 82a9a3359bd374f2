/* The flat interface without memory: every failing allocation is an error, nothing leaks. */
#include <stdlib.h>

#include "allocator.h"
#include "fixtures.h"
#include "flat_state.h"
#include "test.h"

/* A call with an open file and a skeleton that is bound to it. */
typedef bool (*flat_call)(gait_flat *flat, uint32_t file, uint32_t skeleton);

typedef struct subject {
    gait_span bytes;
    const char *name;
    flat_call call;
} subject;

static gait_status status_of(const gait_flat *flat, bool is_done) {
    if (is_done) {
        assert_int_equal(gait_flat_status(flat), GAIT_OK);
        return GAIT_OK;
    }
    assert_int_not_equal(gait_flat_status(flat), GAIT_OK);
    assert_true(gait_flat_error_text(flat)[0] != '\0');
    return (gait_status)gait_flat_status(flat);
}

static gait_status attempt(const gait_options *options, void *user) {
    const subject *it = user;
    gait_flat *flat = gaiti_flat_new(&options->allocator, 0);
    if (!flat) {
        return GAIT_NO_MEMORY;
    }
    uint8_t *bytes = (uint8_t *)(uintptr_t)it->bytes.data;
    uint32_t file = gait_flat_open(flat, bytes, it->bytes.size, it->name, 0, GAIT_FLAT_COPY);
    uint32_t skeleton = file ? gait_flat_search(flat, file, &file, 1, 0, 0, "gltf", it->name) : 0;
    gait_status status = status_of(flat, skeleton != 0);
    if (status == GAIT_OK) {
        status = status_of(flat, it->call(flat, file, skeleton));
    }
    gait_flat_delete(flat);
    return status;
}

/* --- calls ------------------------------------------------------------------------------------ */

static bool describe(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    return gait_flat_info(flat, file) && gait_flat_list(flat, file) &&
           gait_flat_check(flat, file) && gait_flat_findings(flat) && gait_flat_rules(flat) &&
           gait_flat_formats(flat) && gait_flat_builtins(flat) &&
           gait_flat_sarif(flat, &file, 1, NULL) && gait_flat_write(flat, file) &&
           gait_flat_skeleton_json(flat, skeleton) && gait_flat_builtin(flat, "xray-hands") != 0;
}

static bool make_mesh(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    uint32_t mesh = gait_flat_mesh(flat, file, skeleton, NULL);
    int32_t bones[3];
    float inverses[48];
    return mesh != 0 && gait_flat_mesh_data(flat, mesh, GAIT_FLAT_JOINTS) &&
           gait_flat_mesh_bones(flat, mesh, skeleton, bones, inverses);
}

static bool map_file(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    (void)skeleton;
    return gait_flat_map(flat, file);
}

static bool dump_and_build(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    static const uint8_t text[] =
        "{\"schema\":\"gait.text/1\",\"format\":\"skls\",\"codePage\":1251,"
        "\"kind\":\"many\",\"motions\":[]}";
    (void)skeleton;
    return gait_flat_dump(flat, file) && gait_flat_build(flat, text, sizeof text - 1, 1);
}

static bool use_clips(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    float *poses = calloc((size_t)gait_flat_bone_count(flat, skeleton) * 16, sizeof *poses);
    uint8_t *moves = calloc(gait_flat_bone_count(flat, skeleton), 1);
    uint32_t clip = gait_flat_clip(flat, file, 0, skeleton);
    const double time = 0;
    assert_true(poses && moves);
    bool is_done = clip && gait_flat_pose(flat, clip, 0, GAIT_FLAT_LOCAL_PARTS, poses) &&
                   gait_flat_draw(flat, clip, "top", 2) && gait_flat_compare(flat, clip, clip) &&
                   gait_flat_diff(flat, file, file, skeleton, 0, 0) &&
                   gait_flat_distances(flat, clip, clip, &time, &time, 1, poses) &&
                   gait_flat_moving_bones(flat, file, 0, skeleton, moves) &&
                   gait_flat_sample(flat, &clip, &time, 1, GAIT_FLAT_FAST_JOINTS, 0, poses);
    free(moves);
    free(poses);
    return is_done;
}

static bool edit_bank(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    const uint32_t clips[] = {1, 2};
    (void)skeleton;
    return gait_flat_edit(flat, file, "rename --clip walk=march") && gait_flat_report(flat) &&
           gait_flat_extract(flat, file, clips, 2) &&
           gait_flat_optimise(flat, file, 1, 1, clips, 2) && gait_flat_report(flat) &&
           gait_flat_merge(flat, file, file, "keep-all", NULL);
}

/* A bank without its last bytes. */
static bool salvage_bank(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    (void)skeleton;
    if (!gait_flat_write(flat, file)) {
        return false;
    }
    size_t size = gait_flat_result_size(flat) - 100;
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, gait_flat_result(flat), size);
    uint32_t damaged = gait_flat_examine(flat, copy, size, "cut.omf", 0, GAIT_FLAT_COPY);
    free(copy);
    return damaged && gait_flat_salvage(flat, damaged, 0) && gait_flat_report(flat);
}

static bool edit_keys(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    float *rests = calloc((size_t)gait_flat_bone_count(flat, skeleton) * 16, sizeof *rests);
    uint32_t clip = gait_flat_clip(flat, file, 0, skeleton);
    assert_non_null(rests);
    bool is_done = clip && gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests) &&
                   gait_flat_keys(flat, clip, rests, NULL, 0);
    uint32_t edited = is_done ? gait_flat_edited(flat, file, skeleton, rests, NULL) : 0;
    is_done = edited &&
              gait_flat_edited_add(flat, edited, "idle", gait_flat_result(flat),
                                   gait_flat_result_size(flat), 0, 0, false) &&
              gait_flat_edited_apply(flat, edited, false, false);
    free(rests);
    return is_done;
}

static bool edit_curves(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    uint32_t bones = gait_flat_bone_count(flat, skeleton);
    float *rests = calloc((size_t)bones * 16, sizeof *rests),
          *pose = calloc(bones, 7 * sizeof *pose);
    uint32_t clip = gait_flat_clip(flat, file, 0, skeleton);
    assert_true(rests && pose);
    bool is_done = clip && gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests) &&
                   gait_flat_host_pose(flat, clip, rests, NULL, 0, pose) &&
                   gait_flat_curves(flat, clip, rests, NULL, 30, 0, 0);
    uint32_t edited = is_done ? gait_flat_edited(flat, file, skeleton, rests, NULL) : 0;
    is_done = edited &&
              gait_flat_edited_add_curves(flat, edited, "idle", gait_flat_result(flat),
                                          gait_flat_result_size(flat), 30, 0, 0, false) &&
              gait_flat_edited_apply(flat, edited, false, false);
    free(pose);
    free(rests);
    return is_done;
}

static bool convert(gait_flat *flat, uint32_t file, uint32_t skeleton) {
    const uint32_t clips[] = {0};
    uint32_t conversion =
        gait_flat_convert(flat, file, "bvh", "{clip}.bvh", skeleton, 0, false, 0, 0);
    return conversion && gait_flat_convert_clips(flat, conversion, clips, 1) &&
           gait_flat_next(flat, conversion) && gait_flat_output(flat, conversion, 0);
}

/* --- tests ------------------------------------------------------------------------------------ */

static void try_all(const char *name, const flat_call *calls, size_t count) {
    test_file file = test_open(name);
    for (size_t i = 0; i < count; i++) {
        subject it = {file.bytes, name, calls[i]};
        assert_true(test_every_failing_allocation(attempt, &it) > 5);
    }
    test_close(&file);
}

TEST(every_failing_allocation_is_an_error) {
    const flat_call calls[] = {describe,     dump_and_build, use_clips,   edit_bank,
                               salvage_bank, edit_keys,      edit_curves, convert};
    const flat_call map[] = {map_file};
    const flat_call mesh[] = {make_mesh};
    try_all("samples/stalker.omf", calls, sizeof calls / sizeof calls[0]);
    try_all("samples/walk_binarised.rtm", map, 1);
    try_all("ogf/ok/mesh.ogf", mesh, 1);
}

TEST(poses_allocate_in_the_first_call_only) {
    test_file sample = test_open("samples/stalker.omf");
    test_allocator allocator = {0};
    gait_options options = test_allocator_options(&allocator);
    gait_flat *flat = gaiti_flat_new(&options.allocator, 0);
    uint8_t *bytes = (uint8_t *)(uintptr_t)sample.bytes.data;
    uint32_t file = gait_flat_open(flat, bytes, sample.bytes.size, "a.omf", 0, GAIT_FLAT_BORROW);
    uint32_t skeleton = gait_flat_search(flat, file, NULL, 0, 0, 0, NULL, NULL);
    uint32_t clip = gait_flat_clip(flat, file, 0, skeleton);
    uint32_t bones = gait_flat_bone_count(flat, skeleton);
    float *pose = calloc((size_t)bones * 16, sizeof *pose), *rests = calloc((size_t)bones * 16, 4);
    assert_true(clip && pose && rests);
    assert_true(gait_flat_rest(flat, skeleton, GAIT_FLAT_MODEL_MATRIX, rests));
    assert_true(gait_flat_pose(flat, clip, 0, GAIT_FLAT_MODEL_MATRIX, pose));
    assert_true(gait_flat_host_pose(flat, clip, rests, NULL, 0, pose));
    assert_true(gait_flat_sample(flat, &clip, &(const double){0}, 1, 0, 0, pose));
    uint32_t before = allocator.allocations;
    for (int i = 0; i < 100; i++) {
        assert_true(gait_flat_pose(flat, clip, i * 0.01, (uint32_t)i % 3, pose));
        assert_true(gait_flat_host_pose(flat, clip, rests, NULL, i * 0.01, pose));
        const double time = i * 0.01;
        assert_true(gait_flat_sample(flat, &clip, &time, 1, (uint32_t)i % 7, 1, pose));
    }
    assert_int_equal(allocator.allocations, before);
    free(pose);
    free(rests);
    gait_flat_delete(flat);
    assert_int_equal(allocator.live_blocks, 0);
    test_close(&sample);
}
