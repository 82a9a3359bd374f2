/* Fuzzes the flat interface: calls its functions in random order with random arguments. The last
 * bytes of the input choose the calls; the whole input is a file. Handles are chosen among those
 * that were returned, closed ones included, and numbers that are none. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "flat.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS = 24, HANDLES = 32, MAX_POSES = 3, MAX_BONES = 400 };

/* A run over one input. */
typedef struct run {
    gait_flat *flat;
    uint64_t seed;
    const uint8_t *bytes; /* the file */
    size_t size;
    uint32_t handles[HANDLES];
    uint32_t handle_count;
    float *floats;   /* room for poses and rest poses */
    uint8_t *result; /* a copy of an earlier result */
    size_t result_size;
} run;

static uint32_t draw_number(run *self, uint32_t below) {
    self->seed = self->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(self->seed >> 33) % below;
}

static uint32_t draw_handle(run *self) {
    uint32_t kind = draw_number(self, 16);
    if (kind == 0 || self->handle_count == 0) {
        return draw_number(self, UINT32_MAX);
    }
    return kind == 1 ? 0 : self->handles[draw_number(self, self->handle_count)];
}

static const char *draw_text(run *self) {
    static const char *const texts[] = {NULL,
                                        "",
                                        "omf",
                                        "gltf",
                                        "bvh",
                                        "rtm",
                                        "bmtr",
                                        "idle",
                                        "a/{clip}",
                                        "side",
                                        "xray-stalker",
                                        "skl",
                                        "walk",
                                        "set --clip * --speed 2",
                                        "arma3-man",
                                        "rename --clip *=a_*",
                                        "remove --clip idle",
                                        "event --clip * --add x@0.1",
                                        "keep-first",
                                        "union",
                                        "\xC3",
                                        "https://a.example/b",
                                        "three-quarter"};
    return texts[draw_number(self, sizeof texts / sizeof texts[0])];
}

static void keep_handle(run *self, uint32_t handle) {
    REQUIRE((handle != 0) == (gait_flat_status(self->flat) == GAIT_OK));
    if (handle != 0) {
        uint32_t place =
            self->handle_count < HANDLES ? self->handle_count++ : draw_number(self, HANDLES);
        self->handles[place] = handle;
    }
}

/* The result is text or bytes with a NUL after them. */
static void require_result(run *self, bool is_given) {
    const uint8_t *result = gait_flat_result(self->flat);
    size_t size = gait_flat_result_size(self->flat);
    REQUIRE(is_given == (gait_flat_status(self->flat) == GAIT_OK));
    REQUIRE(is_given || gait_flat_error_text(self->flat)[0] != '\0');
    REQUIRE(!is_given || result[size] == '\0');
    if (is_given && draw_number(self, 4) == 0) {
        free(self->result);
        self->result = allocate(size);
        self->result_size = size;
        memcpy(self->result, result, size);
    }
}

/* Opens the file, a part of it, or the copy of a result. */
static void open_file(run *self) {
    bool uses_result = self->result && draw_number(self, 3) == 0;
    const uint8_t *from = uses_result ? self->result : self->bytes;
    size_t size = uses_result ? self->result_size : self->size;
    size = draw_number(self, 8) == 0 ? size / 2 : size;
    uint8_t *copy = gait_flat_alloc(size);
    REQUIRE(copy != NULL);
    if (size > 0) {
        memcpy(copy, from, size);
    }
    const char *name = draw_number(self, 8) == 0 ? draw_text(self) : "a.omf";
    if (draw_number(self, 4) == 0) {
        keep_handle(self, gait_flat_examine(self->flat, copy, size, name, 0, GAIT_FLAT_COPY));
        gait_flat_free(copy);
    } else {
        uint32_t page = draw_number(self, 8) == 0 ? 1250 : 0;
        keep_handle(self, gait_flat_open(self->flat, copy, size, name, page, GAIT_FLAT_TAKE));
    }
}

static void find_skeleton(run *self) {
    uint32_t file = draw_handle(self), candidates[2] = {draw_handle(self), draw_handle(self)};
    uint32_t count = draw_number(self, 3), tree = draw_number(self, 4) == 0 ? draw_handle(self) : 0;
    keep_handle(self,
                gait_flat_search(self->flat, file, candidates, count, tree, 0, NULL, "a.omf"));
}

/* A skeleton whose poses fit into the floats; 0 = none was drawn. */
static uint32_t draw_small_skeleton(run *self) {
    uint32_t skeleton = draw_handle(self);
    return gait_flat_bone_count(self->flat, skeleton) <= MAX_BONES ? skeleton : 0;
}

/* Keys, curves and poses for a host whose rest pose is in the floats. */
static void use_host(run *self, uint32_t clip) {
    double fps = draw_number(self, 8) == 0 ? 0 : 1 + draw_number(self, 60);
    double first_frame = draw_number(self, 3), duration_s = draw_number(self, 3);
    float *pose = self->floats + (size_t)MAX_BONES * 16;
    gait_flat_host_pose(self->flat, clip, self->floats, NULL, first_frame, pose);
    if (draw_number(self, 2)) {
        require_result(self, gait_flat_curves(self->flat, clip, self->floats, NULL, fps,
                                              first_frame, duration_s));
    } else {
        require_result(self, gait_flat_keys(self->flat, clip, self->floats, NULL, duration_s));
    }
}

/* Fast poses of a clip, at times and as it is played. The floats have room for one of them. */
static void use_sampler(run *self, uint32_t clip) {
    uint32_t kind = draw_number(self, 9), wrap = draw_number(self, 4);
    double time = (double)draw_number(self, 100) / 10 - 5, state[8] = {0};
    gait_flat_sample(self->flat, &clip, &time, 1, kind, wrap, self->floats);
    if (gait_flat_play(self->flat, clip, time, draw_number(self, 3), wrap, state)) {
        REQUIRE(state[2] >= 0 && state[2] <= 1 && state[3] >= 0);
        gait_flat_sample_played(self->flat, &clip, state, 1, kind, self->floats);
    }
    state[draw_number(self, 3)] = draw_number(self, 9);
    gait_flat_sample_played(self->flat, &clip, state, 1, kind, self->floats);
    gait_flat_mask(self->flat, clip, (int32_t)draw_number(self, 5) - 1, self->floats);
}

static void use_poses(run *self) {
    uint32_t file = draw_handle(self), skeleton = draw_small_skeleton(self);
    uint32_t index = draw_number(self, 4);
    uint8_t moves[MAX_BONES] = {2};
    if (gait_flat_moving_bones(self->flat, file, index, skeleton, moves)) {
        REQUIRE(moves[0] <= 1 || gait_flat_bone_count(self->flat, skeleton) == 0);
    }
    uint32_t clip = gait_flat_clip(self->flat, file, index, skeleton);
    keep_handle(self, clip);
    if (clip != 0) {
        const double times[MAX_POSES] = {-1, 0.1, (double)draw_number(self, 100) / 10};
        gait_flat_poses(self->flat, clip, times, MAX_POSES, draw_number(self, 4), self->floats);
        use_sampler(self, clip);
        gait_flat_has_phases(self->flat, clip);
        gait_flat_root_motion(self->flat, clip, (float[3]){0});
        if (gait_flat_distances(self->flat, clip, draw_handle(self), times, times, MAX_POSES,
                                self->floats)) {
            REQUIRE(self->floats[0] >= 0 && self->floats[MAX_POSES - 1] >= 0);
        }
        if (gait_flat_rest(self->flat, skeleton, GAIT_FLAT_MODEL_MATRIX, self->floats)) {
            use_host(self, clip);
            keep_handle(self, gait_flat_edited(self->flat, file, skeleton, self->floats, NULL));
        }
    }
}

/* The bones of a mesh. Each has a name in the description, between two quotes. */
static void use_bones_of_mesh(run *self, uint32_t mesh, size_t quotes) {
    int32_t *bones = (int32_t *)(void *)allocate(quotes * sizeof *bones);
    float *inverses = (float *)(void *)allocate(quotes * 16 * sizeof *inverses);
    gait_flat_mesh_bones(self->flat, mesh, draw_handle(self), bones, inverses);
    free(bones);
    free(inverses);
}

/* A mesh, its arrays, and its bones. */
static void use_mesh(run *self) {
    uint32_t file = draw_handle(self), skeleton = draw_number(self, 2) ? draw_handle(self) : 0;
    uint32_t mesh = gait_flat_mesh(self->flat, file, skeleton, NULL);
    keep_handle(self, mesh);
    if (mesh != 0) {
        size_t quotes = 0, size = gait_flat_result_size(self->flat);
        for (size_t i = 0; i < size; i++) {
            quotes += gait_flat_result(self->flat)[i] == '"';
        }
        for (uint32_t kind = 0; kind <= GAIT_FLAT_TRIANGLES + 1; kind++) {
            const void *data = gait_flat_mesh_data(self->flat, mesh, kind);
            REQUIRE((data != NULL) == (kind <= GAIT_FLAT_TRIANGLES));
        }
        use_bones_of_mesh(self, mesh, quotes);
    }
}

static void use_conversion(run *self) {
    bool is_lossy = draw_number(self, 2);
    uint32_t skeleton = draw_number(self, 2) ? draw_handle(self) : 0;
    uint32_t base = draw_number(self, 4) == 0 ? draw_handle(self) : 0;
    const uint32_t clips[2] = {draw_number(self, 3), draw_number(self, 5)};
    const char *target = draw_text(self), *name = draw_text(self);
    uint32_t conversion = gait_flat_convert(self->flat, draw_handle(self), target, name, skeleton,
                                            base, is_lossy, draw_number(self, 60), 0);
    keep_handle(self, conversion);
    if (draw_number(self, 2)) {
        gait_flat_convert_clips(self->flat, conversion, clips, draw_number(self, 3));
        gait_flat_convert_exactness(self->flat, conversion, draw_number(self, 6), 0, 0);
        gait_flat_convert_switches(self->flat, conversion, draw_number(self, 2),
                                   (uint32_t)draw_number(self, 4));
        gait_flat_convert_mesh(self->flat, conversion, draw_handle(self), is_lossy);
    }
    for (int i = 0; i < 3 && gait_flat_next(self->flat, conversion); i++) {
        require_result(self, gait_flat_output(self->flat, conversion, 0));
        REQUIRE(gait_flat_output_name(self->flat, conversion, 0)[0] != '\0');
    }
}

static void add_keys(run *self) {
    const uint8_t *block = self->result ? self->result : self->bytes;
    size_t size = self->result ? self->result_size : self->size;
    uint32_t edited = draw_handle(self);
    const char *name = draw_text(self);
    double start = draw_number(self, 3), length = draw_number(self, 3);
    bool is_stepped = draw_number(self, 2);
    if (draw_number(self, 2)) {
        gait_flat_edited_add_curves(self->flat, edited, name, block, size, draw_number(self, 61),
                                    start, length, is_stepped);
    } else {
        gait_flat_edited_add(self->flat, edited, name, block, size, start, length, is_stepped);
    }
}

static void use_dependencies(run *self) {
    uint32_t file = draw_handle(self), index = draw_number(self, 3);
    require_result(self, gait_flat_dependency(self->flat, file, index));
    gait_flat_provide(self->flat, file, index, (uint8_t *)(uintptr_t)self->bytes, self->size,
                      GAIT_FLAT_COPY);
    gait_flat_attach(self->flat, file, self->bytes, self->size);
}

static void check_files(run *self) {
    const uint32_t files[2] = {draw_handle(self), draw_handle(self)}, refs[2] = {0, 1};
    if (draw_number(self, 2)) {
        require_result(self, gait_flat_sarif(self->flat, files, 2, draw_text(self)));
    } else {
        require_result(self, gait_flat_check_banks(self->flat, draw_handle(self), files, refs, 2));
    }
}

/* A function that gives something about one handle. */
typedef bool (*giving)(gait_flat *flat, uint32_t handle);

static void call_giving(run *self) {
    static const giving functions[] = {gait_flat_info, gait_flat_check,         gait_flat_list,
                                       gait_flat_map,  gait_flat_skeleton_json, gait_flat_write,
                                       gait_flat_dump};
    giving function = functions[draw_number(self, sizeof functions / sizeof functions[0])];
    require_result(self, function(self->flat, draw_handle(self)));
}

/* Calls a function that gives something about the context or the library. */
static void call_context(run *self) {
    static bool (*const functions[])(gait_flat * flat) = {gait_flat_report, gait_flat_findings,
                                                          gait_flat_formats, gait_flat_builtins};
    require_result(self, functions[draw_number(self, 4)](self->flat));
}

static void call_edit(run *self) {
    uint32_t file = draw_handle(self), other = draw_handle(self);
    const uint32_t clips[2] = {draw_number(self, 3), draw_number(self, 3)};
    switch (draw_number(self, 8)) {
    case 6:
        require_result(self, gait_flat_salvage(self->flat, file, draw_number(self, 2) * other));
        return;
    case 5:
        require_result(self, gait_flat_optimise(self->flat, file, draw_number(self, 3), 0.1,
                                                draw_number(self, 2) ? clips : NULL,
                                                draw_number(self, 3)));
        return;
    case 0:
        require_result(self, gait_flat_edit(self->flat, file, draw_text(self)));
        return;
    case 1:
        require_result(self, gait_flat_merge(self->flat, file, other, draw_text(self), NULL));
        return;
    case 2:
        require_result(self, gait_flat_extract(self->flat, file, clips, draw_number(self, 3)));
        return;
    case 3:
        require_result(self, gait_flat_roundtrip(self->flat, file, other, 0, draw_number(self, 2),
                                                 draw_number(self, 2)));
        return;
    case 4:
        require_result(self, gait_flat_edited_apply(self->flat, file, draw_number(self, 2), false));
        return;
    default:
        require_result(self, gait_flat_compare(self->flat, file, other));
    }
}

static void call_any(run *self) {
    switch (draw_number(self, 17)) {
    case 0:
    case 1:
        open_file(self);
        return;
    case 2:
    case 3:
        find_skeleton(self);
        return;
    case 4:
    case 5:
        use_poses(self);
        return;
    case 6:
        use_conversion(self);
        return;
    case 7:
        add_keys(self);
        return;
    case 8:
        use_dependencies(self);
        return;
    case 9:
        check_files(self);
        return;
    case 10:
        gait_flat_close(self->flat, draw_handle(self));
        return;
    case 11:
        keep_handle(self, draw_number(self, 2)
                              ? gait_flat_builtin(self->flat, draw_text(self))
                              : gait_flat_skeleton(self->flat, draw_handle(self), draw_text(self)));
        return;
    case 12:
        require_result(self, gait_flat_draw(self->flat, draw_handle(self), draw_text(self), 3));
        return;
    case 13:
        call_context(self);
        return;
    case 14:
        call_giving(self);
        return;
    case 15:
        use_mesh(self);
        return;
    default:
        call_edit(self);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    run self = {.seed = size};
    for (size_t i = size < 64 ? 0 : size - 64; i < size; i++) {
        self.seed = self.seed * 257 + data[i];
    }
    self.bytes = data;
    self.size = size;
    self.flat = gait_flat_new(64 << 20);
    self.floats = (float *)(void *)allocate(sizeof(float) * 16 * MAX_POSES * MAX_BONES);
    REQUIRE(self.flat != NULL);
    open_file(&self);
    find_skeleton(&self);
    for (int i = 0; i < CALLS; i++) {
        call_any(&self);
    }
    gait_flat_delete(self.flat);
    free(self.floats);
    free(self.result);
    return 0;
}
