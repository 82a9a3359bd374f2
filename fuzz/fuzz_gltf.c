/* Fuzzes glTF: opens, checks, samples with every rig, and makes clips. Nothing may crash or hang,
 * and results must be consistent. The mutator keeps the sizes in a .glb valid and replaces numbers
 * of the JSON by other numbers. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gait/gltf.h"
#include "fields.h"
#include "require.h"
#include "formats/gltf/read/gltf_read.h"

enum {
    MAX_MEMORY = 32 << 20,
    MAX_CLIPS = 4,
    MAX_BONES = 256,
    MAX_CHANNELS = 64,
    MAX_KEYS = 64,
    MAX_DEPENDENCY = 1 << 16,
    MAX_DIAGNOSTICS = 32
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Provided by libFuzzer; the replay driver does not call it. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* --- uses of a file --------------------------------------------------------------------------- */

static void require_finite(const double *values, int count) {
    for (int i = 0; i < count; i++) {
        REQUIRE(values[i] - values[i] == 0);
    }
}

static void play(const gait_gltf *file, const gait_gltf_rig *rig, uint32_t animation,
                 const gait_options *options) {
    static gait_transform poses[3 * MAX_BONES];
    gait_gltf_timing timing;
    gait_status timed =
        gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, animation}, 0, options, &timing);
    const double times[3] = {timing.first_s, (timing.first_s + timing.last_s) / 2, timing.last_s};
    uint32_t bones = gait_gltf_rig_bone_count(rig);
    gait_status status = bones <= MAX_BONES
                             ? gaiti_gltf_sample(&(gait_gltf_animated_rig){file, rig, animation},
                                                 times, 3, options, poses)
                             : GAIT_LIMIT;
    REQUIRE(timed != GAIT_CORRUPT || status != GAIT_OK);
    for (uint32_t i = 0; i < 3 * bones && status == GAIT_OK; i++) {
        require_finite(poses[i].q, 4);
    }
}

static void make_clip(const gait_gltf *file, const gait_gltf_rig *rig,
                      const gait_skeleton *skeleton, uint32_t animation,
                      const gait_options *options) {
    gait_gltf_timing timing;
    gait_clip *clip;
    gait_status timed =
        gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, animation}, 0, options, &timing);
    gait_status status = gaiti_gltf_clip(&(gait_gltf_animated_rig){file, rig, animation}, skeleton,
                                         0, options, &clip);
    REQUIRE((status == GAIT_OK) == (clip != NULL));
    REQUIRE(status != GAIT_OK || (timed == GAIT_OK && clip->frame_count == timing.frame_count));
    REQUIRE(status != GAIT_BAD_ARGUMENT && status != GAIT_INTERNAL);
    for (uint32_t f = 1; clip && f < clip->frame_count; f++) {
        REQUIRE(clip->time[f] >= clip->time[f - 1]);
    }
    gait_clip_free(clip);
}

static void use_rig(const gait_gltf *file, int32_t skin, const gait_options *options) {
    gait_gltf_rig *rig;
    gait_skeleton *skeleton = NULL;
    if (gait_gltf_rig_new(file, skin, options, &rig) != GAIT_OK) {
        return;
    }
    uint32_t bones = gait_gltf_rig_bone_count(rig);
    for (uint32_t b = 0; b < bones; b++) {
        REQUIRE(gaiti_gltf_rig_node(rig, b) < gaiti_gltf_node_count(file));
        REQUIRE(gaiti_gltf_rig_parent(rig, b) < (int32_t)b);
    }
    gait_status status = gaiti_gltf_skeleton(file, rig, "him", options, &skeleton);
    REQUIRE(status != GAIT_CORRUPT && (status == GAIT_OK) == (skeleton != NULL));
    REQUIRE(!skeleton || skeleton->bone_count == bones);
    uint32_t animations = gait_gltf_animation_count(file);
    for (uint32_t a = 0; a < animations && a < MAX_CLIPS && skeleton; a++) {
        play(file, rig, a, options);
        make_clip(file, rig, skeleton, a, options);
    }
    gait_skeleton_free(skeleton);
    gait_gltf_rig_free(rig);
}

static void read_keys(const gait_gltf *file) {
    uint32_t animations = gait_gltf_animation_count(file);
    for (uint32_t a = 0; a < animations && a < MAX_CLIPS; a++) {
        uint32_t channels = gait_gltf_animation_at(file, a).channel_count;
        for (uint32_t c = 0; c < channels && c < MAX_CHANNELS; c++) {
            gaiti_gltf_channel channel = gaiti_gltf_channel_at(file, a, c);
            if (channel.key_count > 0) {
                gaiti_gltf_key_time(file, a, c, channel.key_count - 1);
            }
            if (channel.key_count <= MAX_KEYS && channel.path != GAITI_GLTF_PATH_OTHER) {
                double times[MAX_KEYS], values[4 * MAX_KEYS];
                gaiti_gltf_channel_keys(file, a, c, times, values);
            }
        }
    }
}

/* Provides zeros for every external buffer. False when one is too large. */
static bool provide_all(gait_gltf *file) {
    static const uint8_t zeros[MAX_DEPENDENCY];
    for (uint32_t n = 0; n < gaiti_gltf_dependency_count(file); n++) {
        if (gaiti_gltf_dependency_at(file, n).size_bytes > MAX_DEPENDENCY ||
            gaiti_gltf_provide(file, n, (gait_span){zeros, MAX_DEPENDENCY}, NULL) != GAIT_OK) {
            return false;
        }
    }
    return gaiti_gltf_check_complete(file, NULL) == GAIT_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gait_diagnostic items[MAX_DIAGNOSTICS];
    gait_diagnostics diagnostics = {.items = items, .capacity = MAX_DIAGNOSTICS};
    gait_options options = {.diagnostics = &diagnostics, .max_bytes = MAX_MEMORY};
    gait_gltf *file;
    gait_status status = gaiti_gltf_open((gait_span){data, size}, &options, &file);
    REQUIRE((status == GAIT_OK) == (file != NULL));
    REQUIRE(status != GAIT_INTERNAL && status != GAIT_BAD_ARGUMENT);
    REQUIRE(status == GAIT_OK || status == GAIT_LIMIT || diagnostics.errors > 0);
    if (file) {
        uint64_t end = 0;
        gaiti_reader in = gaiti_reader_over((gait_span){data, size}, 0);
        gaiti_visitor visitor = gaiti_visit_showing(&in, require_next_field, &end);
        gaiti_gltf_show(file, &visitor);
        REQUIRE(!in.failed && end == size);
        if (provide_all(file)) {
            gaiti_gltf_check(file, &diagnostics);
            read_keys(file);
            use_rig(file, GAIT_GLTF_BEST_SKIN, &options);
            use_rig(file, GAIT_GLTF_PLAIN_TREE, &options);
        }
        gaiti_gltf_free(file);
    }
    for (uint32_t i = 0; i < diagnostics.count; i++) {
        REQUIRE(items[i].offset <= size && items[i].length <= size - items[i].offset);
        REQUIRE(items[i].text[0] != 0);
    }
    return 0;
}

/* --- mutation --------------------------------------------------------------------------------- */

enum { HEADER = 12, CHUNK = 8, JSON_AT = HEADER + CHUNK };

static uint32_t load(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store(uint8_t *p, size_t value) {
    for (int i = 0; i < 4; i++) {
        p[i] = (uint8_t)(value >> (8 * i));
    }
}

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* Replaces one number of the JSON by an interesting one. */
static size_t change_number(uint8_t *json, size_t size, size_t max_size, unsigned seed) {
    static const char *const numbers[] = {"0",
                                          "1",
                                          "2",
                                          "3",
                                          "-1",
                                          "4",
                                          "5120",
                                          "5121",
                                          "5122",
                                          "5123",
                                          "5125",
                                          "5126",
                                          "1e999",
                                          "0.5",
                                          "255",
                                          "65535",
                                          "4294967295",
                                          "2147483648",
                                          "9007199254740992",
                                          "1e-300",
                                          "16"};
    size_t start = size ? seed % size : 0, end;
    const char *number = numbers[seed / 7 % (sizeof numbers / sizeof *numbers)];
    while (start < size && !is_digit(json[start])) {
        start++;
    }
    for (end = start; end < size && (is_digit(json[end]) || json[end] == '.');) {
        end++;
    }
    size_t length = strlen(number);
    if (end == start || size - (end - start) + length > max_size) {
        return size;
    }
    memmove(json + start + length, json + end, size - end);
    memcpy(json + start, number, length);
    return size - (end - start) + length;
}

static size_t change_text(uint8_t *json, size_t size, size_t max_size, unsigned seed) {
    return seed % 3 == 0 ? LLVMFuzzerMutate(json, size, max_size)
                         : change_number(json, size, max_size, seed / 3);
}

/* Finds the sizes of JSON and binary data in a consistent container; false for other data. */
static bool find_parts(const uint8_t *data, size_t size, size_t *json, size_t *bin) {
    if (size < JSON_AT || memcmp(data, "glTF", 4) != 0 || load(data + HEADER) > size - JSON_AT) {
        return false;
    }
    *json = load(data + HEADER);
    size_t json_end = JSON_AT + *json;
    *bin = size - json_end >= CHUNK ? size - json_end - CHUNK : 0;
    return true;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    static uint8_t json_bytes[1 << 20], bin_bytes[1 << 20];
    size_t json, bin;
    if (size > 0 && data[0] == '{') {
        return change_text(data, size, max_size, seed);
    }
    if (!find_parts(data, size, &json, &bin) || seed % 16 == 0 || max_size < size + 64 ||
        max_size > sizeof json_bytes) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    size_t capacity = max_size - JSON_AT - CHUNK - 8;
    memcpy(json_bytes, data + JSON_AT, json);
    memcpy(bin_bytes, data + JSON_AT + json + (bin ? CHUNK : 0), bin);
    if (seed % 4 == 1 && bin > 0) {
        bin = LLVMFuzzerMutate(bin_bytes, bin, capacity > json ? capacity - json : bin);
    } else {
        json = change_text(json_bytes, json, capacity > bin ? capacity - bin : json, seed / 16);
    }
    for (; json % 4 != 0; json++) {
        json_bytes[json] = ' ';
    }
    size_t total = JSON_AT + json + (bin ? CHUNK + bin : 0);
    if (total > max_size) {
        return size;
    }
    memcpy(data, "glTF\2\0\0\0", 8);
    store(data + 8, total);
    store(data + HEADER, json);
    memcpy(data + HEADER + 4, "JSON", 4);
    memcpy(data + JSON_AT, json_bytes, json);
    if (bin) {
        store(data + JSON_AT + json, bin);
        memcpy(data + JSON_AT + json + 4, "BIN\0", 4);
        memcpy(data + JSON_AT + json + CHUNK, bin_bytes, bin);
    }
    return total;
}
