#include "hostile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "counted_reader.h"
#include "fixtures.h"
#include "gait/file.h"
#include "gait/map.h"
#include "gait/mesh.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "gait/inspect.h"
#include "meshes.h"
#include "test.h"
#include "model/clip.h"

/* Constant tracks have no keys, so a few bytes can request a gigabyte of frames. */
enum { MOST_MEMORY = 4 << 20, MOST_CLIPS = 4, MOST_BONES = 128 };
/* Every READ_IN_PART-th file is also opened with GAIT_OPEN_SKELETON. The comparison takes as long
 * as all other tests. */
enum { READ_IN_PART = 7 };
/* The fast tests damage every SAMPLED-th byte of a fixture. The number has no common divisor with
 * the sizes of fields, so that all bytes of fields are met. */
enum { SAMPLED = 17 };

/* The current test case, for hostile_print_failure(). */
static struct {
    const char *file;
    char damage[64];
    unsigned opened;
    unsigned fixtures;
} now;

/* The places that are damaged: `first`, and every `step`-th after it. */
typedef struct places {
    size_t first, step;
} places;

static const places every_place = {0, 1};

/* With GAIT_HOSTILE=whole, all places. Otherwise a sample, in which fixtures begin differently:
 * those of one format resemble each other, so that together they meet most bytes of its fields. */
static places places_of_next_fixture(void) {
    const char *extent = getenv("GAIT_HOSTILE");
    bool is_whole = extent && strcmp(extent, "whole") == 0;
    return is_whole ? every_place : (places){now.fixtures++ % SAMPLED, SAMPLED};
}

/* The bytes covered by the fields of a map so far. */
typedef struct covered_bytes {
    uint64_t end;
    gait_span bytes;
} covered_bytes;

static bool check_next_field(void *user, const gait_field *field) {
    covered_bytes *tiles = user;
    uint64_t left = tiles->bytes.size - tiles->end;
    assert_int_equal(field->offset, tiles->end);
    assert_in_range(field->bytes.size, 1, left);
    assert_memory_equal(field->bytes.data, tiles->bytes.data + tiles->end, field->bytes.size);
    assert_non_null(field->name);
    tiles->end += field->bytes.size;
    return true;
}

static gait_status map_file(const gait_file *file, gait_span bytes) {
    covered_bytes tiles = {.bytes = bytes};
    gait_status status = gait_file_map(file, check_next_field, &tiles);
    if (status == GAIT_OK) {
        assert_int_equal(tiles.end, bytes.size);
    }
    return status;
}

static gait_status rewrite_file(const gait_file *file, gait_span bytes,
                                const gait_options *options) {
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_file_write(file, &out);
    if ((gait_format_get_info(gait_file_format(file))->abilities & GAIT_CAN_WRITE) == 0) {
        assert_int_equal(status, GAIT_UNSUPPORTED);
        return GAIT_OK;
    }
    if (status == GAIT_OK) {
        assert_int_equal(out.size, bytes.size);
        assert_memory_equal(out.data, bytes.data, bytes.size);
    }
    gait_buffer_free(&out);
    return status;
}

static void pose_clip(const gait_clip *clip) {
    static gait_affine pose[MOST_BONES], work[MOST_BONES];
    if (clip->skeleton->bone_count > MOST_BONES || clip->frame_count == 0) {
        return;
    }
    uint32_t last = clip->frame_count - 1;
    gait_space space = gait_pose_requirements(clip, GAIT_SPACE_MODEL) == GAIT_REQUIRES_NOTHING
                           ? GAIT_SPACE_MODEL
                           : clip->space;
    assert_int_equal(gait_pose_at_frame(clip, 0, space, GAIT_AXES_ENGINE, pose), GAIT_OK);
    assert_int_equal(gait_pose_at_frame(clip, last, space, GAIT_AXES_GLTF, pose), GAIT_OK);
    double middle = ((double)clip->time[0] + clip->time[last]) / 2;
    gait_status status = gait_pose_at_time(clip, middle, space, GAIT_AXES_ENGINE, pose, work);
    assert_true(status == GAIT_OK || status == GAIT_BAD_ARGUMENT);
}

static gait_status pose_file(const gait_file *file, const gait_options *options) {
    gait_skeleton *own = NULL, *skeleton = NULL;
    gait_status status = gait_file_skeleton(file, options, &own);
    if (status == GAIT_NO_MEMORY) {
        return status;
    }
    status = gait_file_bind_skeleton(file, own, options, &skeleton);
    uint32_t clips = status == GAIT_OK ? gait_file_clip_count(file) : 0;
    for (uint32_t c = 0; c < clips && c < MOST_CLIPS && status == GAIT_OK; c++) {
        gait_clip *clip;
        gait_clip_info info = gait_file_clip_info(file, c);
        status = gait_file_clip(file, c, skeleton, options, &clip);
        if (status == GAIT_OK) {
            assert_int_equal(clip->frame_count, info.frame_count);
            pose_clip(clip);
            gait_clip_free(clip);
        }
    }
    gait_skeleton_free(skeleton);
    gait_skeleton_free(own);
    return status;
}

/* Makes the mesh on bones of the fixtures, for formats that take the bones from a skeleton. */
static gait_status read_mesh_on_bones(const gait_file *file, const gait_options *options) {
    gait_bone bones[2] = {{.name = "pelvis", .parent = -1}, {.name = "spine", .parent = 0}};
    gait_skeleton *skeleton;
    gait_mesh *mesh;
    for (int b = 0; b < 2; b++) {
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    assert_int_equal(gaiti_skeleton_new("", bones, 2, NULL, &skeleton), GAIT_OK);
    gait_status status = gait_file_mesh(file, skeleton, options, &mesh);
    assert_int_equal(mesh != NULL, status == GAIT_OK);
    if (mesh) {
        assert_valid_mesh(mesh);
        gait_mesh_free(mesh);
    }
    gait_skeleton_free(skeleton);
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

/* Reads all skeletons. Those with cyclic parents or values that are not finite must fail without a
 * result. */
static gait_status read_all_skeletons(const gait_file *file, const gait_options *options) {
    uint32_t count = gait_file_skeleton_count(file);
    gait_status status = GAIT_OK;
    for (uint32_t s = 0; s < count && status != GAIT_NO_MEMORY; s++) {
        gait_skeleton *skeleton;
        status = gait_file_skeleton_at(file, s, options, &skeleton);
        assert_non_null(gait_file_skeleton_info(file, s).name);
        assert_int_equal(skeleton != NULL, status == GAIT_OK);
        if (skeleton) {
            assert_int_equal(skeleton->bone_count, gait_file_skeleton_info(file, s).bone_count);
        }
        gait_skeleton_free(skeleton);
    }
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

static gait_status read_mesh(const gait_file *file, const gait_options *options) {
    gait_mesh *mesh;
    gait_status status = gait_file_mesh(file, NULL, options, &mesh);
    assert_int_equal(mesh != NULL, status == GAIT_OK);
    if (mesh) {
        assert_valid_mesh(mesh);
        gait_mesh_free(mesh);
    }
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

/* Runs all operations on an open file. Findings of the check do not stop it. */
static gait_status use_file(const gait_file *file, gait_span bytes, const gait_options *options) {
    gait_status status = gait_file_check(file, options->diagnostics);
    if (status != GAIT_NO_MEMORY) {
        status = map_file(file, bytes);
    }
    if (status == GAIT_OK) {
        status = read_all_skeletons(file, options);
    }
    if (status == GAIT_OK) {
        status = read_mesh(file, options);
    }
    uint32_t abilities = gait_format_get_info(gait_file_format(file))->abilities;
    if (status == GAIT_OK && abilities & GAIT_CAN_WRITE) {
        status = rewrite_file(file, bytes, options);
    }
    if (status == GAIT_OK && gait_file_format(file) == GAIT_FORMAT_P3D) {
        status = read_mesh_on_bones(file, options);
    }
    if (status == GAIT_OK && abilities & GAIT_HAS_CLIPS) {
        status = pose_file(file, options);
    }
    return status;
}

/* Opens the same bytes with GAIT_OPEN_SKELETON and compares. */
static void read_skeletons(const gait_file *whole, gait_span bytes, const char *name) {
    counted_reader counted = {.bytes = bytes};
    gait_reader reader = counted_reader_of(&counted);
    gait_options options = {.max_bytes = MOST_MEMORY};
    gait_file *part;
    assert_int_equal(gait_file_open_reader(&reader, name, GAIT_OPEN_SKELETON, &options, &part),
                     GAIT_OK);
    assert_same_skeletons(whole, part);
    gait_file_free(part);
}

gait_status hostile_exercise(gait_span bytes, const char *name) {
    gait_diagnostic items[16];
    gait_diagnostics diagnostics = {.items = items, .capacity = 16};
    gait_options options = {.diagnostics = &diagnostics, .max_bytes = MOST_MEMORY};
    gait_file *file;
    gait_status opened = gait_file_open(bytes, name, &options, &file);
    if (opened != GAIT_OK) {
        assert_null(file);
        assert_true(opened == GAIT_TRUNCATED || opened == GAIT_CORRUPT ||
                    opened == GAIT_UNSUPPORTED || opened == GAIT_LIMIT);
        assert_true(diagnostics.errors > 0 || (bytes.size == 0 && diagnostics.warnings > 0));
        return opened;
    }
    gait_status used = use_file(file, bytes, &options);
    assert_true(used != GAIT_INTERNAL && used != GAIT_BAD_ARGUMENT && used != GAIT_NO_MEMORY);
    gait_format format = gait_file_format(file);
    bool has_parts = format == GAIT_FORMAT_OMF || format == GAIT_FORMAT_OGF;
    if (has_parts && now.opened++ % READ_IN_PART == 0) {
        read_skeletons(file, bytes, name);
    }
    gait_file_free(file);
    return opened;
}

/* Copies to a block of the exact size, so that sanitizers detect reads past its end. */
static uint8_t *exact_copy(gait_span bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) {
        memcpy(copy, bytes.data, size);
    }
    return copy;
}

static void truncate_at(gait_span bytes, const char *name, places where) {
    now.file = name;
    for (size_t size = where.first; size < bytes.size; size += where.step) {
        uint8_t *copy = exact_copy(bytes, size);
        snprintf(now.damage, sizeof now.damage, "cut to %zu bytes", size);
        hostile_exercise((gait_span){size ? copy : NULL, size}, name);
        free(copy);
    }
    now.file = NULL;
}

void hostile_truncate(gait_span bytes, const char *name) {
    truncate_at(bytes, name, every_place);
}

static void change_at(gait_span bytes, const char *name, hostile_values values, places where) {
    static const unsigned counts[] = {1, 3, 256};
    now.file = name;
    uint8_t *copy = exact_copy(bytes, bytes.size);
    gait_span changed = {copy, bytes.size};
    for (size_t at = where.first; at < bytes.size; at += where.step) {
        const uint8_t few[3] = {0, 0xFF, (uint8_t)(bytes.data[at] ^ 0x80)};
        for (unsigned i = 0; i < counts[values]; i++) {
            unsigned next = values == HOSTILE_ONE_VALUE ? (unsigned)(at % 3) : i;
            copy[at] = values == HOSTILE_EVERY_VALUE ? (uint8_t)i : few[next];
            if (copy[at] != bytes.data[at]) {
                snprintf(now.damage, sizeof now.damage, "byte %zu set to %u", at, copy[at]);
                hostile_exercise(changed, name);
            }
        }
        copy[at] = bytes.data[at];
    }
    now.file = NULL;
    free(copy);
}

void hostile_change_bytes(gait_span bytes, const char *name, hostile_values values) {
    change_at(bytes, name, values, every_place);
}

typedef struct allocation_case {
    gait_span bytes;
    const char *name;
} allocation_case;

static gait_status open_and_use(const gait_options *options, void *user) {
    const allocation_case *starved = user;
    gait_file *file;
    gait_status status = gait_file_open(starved->bytes, starved->name, options, &file);
    if (status == GAIT_OK) {
        status = use_file(file, starved->bytes, options);
        gait_file_free(file);
    } else {
        assert_null(file);
    }
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

void hostile_fail_allocations(gait_span bytes, const char *name) {
    allocation_case starved = {bytes, name};
    now.file = name;
    snprintf(now.damage, sizeof now.damage, "an allocation failing");
    test_every_failing_allocation(open_and_use, &starved);
    now.file = NULL;
}

static void damage_fixture(const test_fixture *fixture, bool is_damaged, hostile_values values) {
    enum { PAGE = 4096 };
    now.file = fixture->file;
    snprintf(now.damage, sizeof now.damage, "as it is");
    gait_status opened = hostile_exercise(fixture->bytes, fixture->file);
    if (values == HOSTILE_EVERY_VALUE && fixture->bytes.size > 512) {
        values = HOSTILE_FEW_VALUES;
    }
    now.file = NULL;
    if (fixture->bytes.size <= PAGE && is_damaged) {
        places where = places_of_next_fixture();
        truncate_at(fixture->bytes, fixture->file, where);
        change_at(fixture->bytes, fixture->file, values, where);
    }
    if (opened == GAIT_OK) {
        hostile_fail_allocations(fixture->bytes, fixture->file);
    }
}

static void damage_folder(const char *folder, const char *kind, bool is_damaged,
                          hostile_values values) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "%s/%s/", folder, kind);
    test_fixtures fixtures = test_fixtures_load(prefix);
    for (size_t i = 0; i < fixtures.count; i++) {
        damage_fixture(&fixtures.items[i], is_damaged, values);
    }
    test_fixtures_free(&fixtures);
}

int hostile_print_failure(void **state) {
    (void)state;
    if (now.file) {
        print_error("%s, %s\n", now.file, now.damage);
    }
    return 0;
}

void hostile_damage_all(const char *folder) {
    damage_folder(folder, "ok", true, HOSTILE_EVERY_VALUE);
    damage_folder(folder, "bad", true, HOSTILE_ONE_VALUE);
}

void hostile_damage_good(const char *folder) {
    damage_folder(folder, "ok", true, HOSTILE_EVERY_VALUE);
    damage_folder(folder, "bad", false, HOSTILE_ONE_VALUE);
}
