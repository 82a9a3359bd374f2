/* Rows about writing glTF: 1000 motions into one file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "base/base.h"
#include "formats/gltf/write/gltf_writer.h"
#include "formats/xray/omf/omf.h"
#include "ops/clip_convert.h"

enum { GLTF_MOTIONS = 1000, GLTF_FRAMES = 60, GLTF_ROUNDS = 11 };

typedef struct gltf_subject {
    gait_skeleton *skeleton;
    gait_buffer bank;
    gait_omf *omf;
    bench_floats floats;
    uint32_t motions; /* number of motions to write */
    char *path, *other_path;
} gltf_subject;

/* --- test data -------------------------------------------------------------------------------- */

static void gltf_fill_motion(bench_floats *floats, uint32_t m) {
    float *rotation = floats->rotations + (size_t)m * BENCH_BONES * floats->frames * 4;
    float *translation = floats->translations + (size_t)m * BENCH_MOVED * floats->frames * 3;
    for (uint32_t i = 0; i < BENCH_BONES * floats->frames; i++, rotation += 4) {
        int16_t stored[4];
        bench_rotation(m, i / floats->frames, i % floats->frames, stored);
        double length = 0;
        for (int c = 0; c < 4; c++) {
            length += (double)stored[c] * stored[c];
        }
        for (int c = 0; c < 4; c++) {
            rotation[c] = (float)((c == 0 ? -stored[c] : stored[c]) / sqrt(length));
        }
    }
    for (uint32_t i = 0; i < BENCH_MOVED * floats->frames * 3; i++) {
        uint32_t bone = i / 3 / floats->frames, frame = i / 3 % floats->frames;
        float value = bench_metres(m, bone, frame, i % 3);
        translation[i] = i % 3 == 0 ? -value : value;
    }
}

static bench_floats gltf_make_floats(void) {
    bench_floats floats = {.motions = GLTF_MOTIONS, .frames = GLTF_FRAMES};
    size_t keys = (size_t)GLTF_MOTIONS * GLTF_FRAMES;
    floats.times = bench_allocate(GLTF_FRAMES, sizeof(float));
    floats.rotations = bench_allocate(keys * BENCH_BONES * 4, sizeof(float));
    floats.translations = bench_allocate(keys * BENCH_MOVED * 3, sizeof(float));
    for (uint32_t f = 0; f < GLTF_FRAMES; f++) {
        floats.times[f] = (float)f / 30;
    }
    for (uint32_t m = 0; m < GLTF_MOTIONS; m++) {
        gltf_fill_motion(&floats, m);
    }
    return floats;
}

/* --- tasks ------------------------------------------------------------------------------------ */

static gaiti_gltf_writer *gltf_begin(const gltf_subject *subject) {
    gaiti_gltf_writer *gltf;
    gaiti_gltf_writer_options options = {.common.allocator = large_allocator(),
                                         .source = {.version = -1}};
    if (gaiti_gltf_writer_new(subject->skeleton, &options, &gltf) != GAIT_OK) {
        bench_fail("a glTF could not be begun");
    }
    return gltf;
}

static void gltf_end(const gltf_subject *subject, gaiti_gltf_writer *gltf) {
    const gait_span *parts;
    uint32_t count;
    if (gaiti_gltf_writer_finish_parts(gltf, &parts, &count) != GAIT_OK) {
        bench_fail("a glTF could not be finished");
    }
    bench_write_file(subject->path, parts, count);
    gaiti_gltf_writer_free(gltf);
}

static void gltf_task_bank(void *user) {
    const gltf_subject *subject = user;
    gaiti_gltf_writer *gltf = gltf_begin(subject);
    for (uint32_t m = 0; m < subject->motions; m++) {
        gait_clip *clip, *converted;
        if (gaiti_omf_clip(subject->omf, m, subject->skeleton, NULL, &clip) != GAIT_OK ||
            gaiti_clip_convert(clip, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, NULL, &converted) !=
                GAIT_OK ||
            gaiti_gltf_writer_add(gltf, converted) != GAIT_OK) {
            bench_fail("a motion could not be added");
        }
        gait_clip_free(converted);
        gait_clip_free(clip);
    }
    gltf_end(subject, gltf);
}

static gait_channel gltf_channel(const float *keys, uint32_t count, uint32_t width) {
    return (gait_channel){.data = (const uint8_t *)keys,
                          .count = count,
                          .stride = width * (uint32_t)sizeof(float),
                          .element = GAIT_F32};
}

static void gltf_task_floats(void *user) {
    const gltf_subject *subject = user;
    const bench_floats *floats = &subject->floats;
    const float *rotation = floats->rotations, *translation = floats->translations;
    gait_track tracks[BENCH_BONES] = {0};
    gaiti_gltf_writer *gltf = gltf_begin(subject);
    for (uint32_t m = 0; m < subject->motions; m++) {
        gait_clip clip = {.name = gait_format_get_info(GAIT_FORMAT_OMF)->name,
                          .skeleton = subject->skeleton,
                          .space = GAIT_SPACE_LOCAL,
                          .axes = GAIT_AXES_GLTF,
                          .frame_count = floats->frames,
                          .time = floats->times,
                          .tracks = tracks};
        for (uint32_t b = 0; b < BENCH_BONES; b++, rotation += (size_t)floats->frames * 4) {
            tracks[b].rotation = gltf_channel(rotation, floats->frames, 4);
        }
        for (uint32_t b = 0; b < BENCH_MOVED; b++, translation += (size_t)floats->frames * 3) {
            tracks[b].translation = gltf_channel(translation, floats->frames, 3);
        }
        if (gaiti_gltf_writer_add(gltf, &clip) != GAIT_OK) {
            bench_fail("a clip could not be added");
        }
    }
    gltf_end(subject, gltf);
}

static void gltf_task_tinygltf(void *user) {
    const gltf_subject *subject = user;
    if (!bench_tinygltf_write(&subject->floats, subject->other_path)) {
        bench_fail("tinygltf could not write");
    }
}

/* Overwriting a file would include the time to free the old one. */
static void gltf_remove(void *user) {
    const gltf_subject *subject = user;
    unlink(subject->path);
    unlink(subject->other_path);
}

/* --- verification ----------------------------------------------------------------------------- */

/* Finds `bytes` in the file at or after `from`; exits when they are missing. */
static const uint8_t *gltf_find(const gait_buffer *file, const uint8_t *from, gait_span bytes) {
    const uint8_t *end = file->data + file->size;
    for (; from && (size_t)(end - from) >= bytes.size; from++) {
        from = memchr(from, bytes.data[0], (size_t)(end - from) - bytes.size + 1);
        if (!from || memcmp(from, bytes.data, bytes.size) == 0) {
            break;
        }
    }
    if (!from || (size_t)(end - from) < bytes.size) {
        bench_fail("keys are missing in the glTF");
    }
    return from;
}

static gait_span gltf_expected16(uint32_t m, uint32_t bone, uint8_t bytes[GLTF_FRAMES * 8]) {
    for (uint32_t f = 0; f < GLTF_FRAMES; f++) {
        int16_t key[4];
        bench_rotation(m, bone, f, key);
        key[0] = (int16_t)-key[0];
        for (int c = 0; c < 4; c++) {
            bytes[8 * f + 2 * (uint32_t)c] = (uint8_t)key[c];
            bytes[8 * f + 2 * (uint32_t)c + 1] = (uint8_t)((uint16_t)key[c] >> 8);
        }
    }
    return (gait_span){bytes, GLTF_FRAMES * 8};
}

/* Rotations follow one another by motion, then by bone; the search starts at the second bone. */
static void gltf_verify(const gltf_subject *subject, bool floats) {
    uint8_t bytes[GLTF_FRAMES * 8];
    gait_buffer file = bench_read_file(subject->path);
    const uint8_t *at = file.data;
    if (file.size < 12 || memcmp(file.data, "glTF\2\0\0\0", 8) != 0) {
        bench_fail("that is no glTF");
    }
    for (uint32_t m = 0; m < subject->motions; m += 37) {
        size_t first = ((size_t)m * BENCH_BONES + 1) * GLTF_FRAMES * 4;
        gait_span keys = gltf_expected16(m, 1, bytes);
        if (floats) {
            keys =
                (gait_span){(const uint8_t *)(subject->floats.rotations + first), GLTF_FRAMES * 16};
        }
        at = gltf_find(&file, at, keys);
    }
    free(file.data);
}

/* --- rows ------------------------------------------------------------------------------------- */

static void gltf_measure_tinygltf(gltf_subject *subject) {
#ifdef BENCH_TINYGLTF
    bench_report((bench_row){
        "G13-int16", "1000 motions of a bank as one GLB, 16-bit rotations", "tinygltf", 0.15,
        bench_ratio_with(gltf_task_bank, gltf_task_tinygltf, gltf_remove, subject, GLTF_ROUNDS)});
    bench_report((bench_row){
        "G13-float", "1000 clips of floats as one GLB", "tinygltf", 0.25,
        bench_ratio_with(gltf_task_floats, gltf_task_tinygltf, gltf_remove, subject, GLTF_ROUNDS)});
#else
    (void)subject;
    (void)gltf_task_tinygltf;
    bench_omit("G13", "built without tinygltf");
#endif
}

/* For the ratio t(1000) / t(100). */
static void gltf_task_hundred(void *user) {
    gltf_subject *subject = user;
    subject->motions = GLTF_MOTIONS / 10;
    gltf_task_bank(subject);
    subject->motions = GLTF_MOTIONS;
}

static void gltf_measure(gltf_subject *subject) {
    gltf_measure_tinygltf(subject);
    bench_report((bench_row){
        "G13-linear", "1000 motions as one GLB", "100 motions", 12,
        bench_ratio_with(gltf_task_bank, gltf_task_hundred, gltf_remove, subject, GLTF_ROUNDS)});
    gltf_task_floats(subject);
    gltf_verify(subject, true);
    gait_buffer floats = bench_read_file(subject->path);
    gltf_task_bank(subject);
    gltf_verify(subject, false);
    gait_buffer shorts = bench_read_file(subject->path);
    bench_report((bench_row){"G13-size", "bytes of the GLB with 16-bit rotations", "with floats",
                             0.65, (double)shorts.size / (double)floats.size});
    free(floats.data);
    free(shorts.data);
}

void bench_gltf(void) {
    gltf_subject subject = {.bank = bench_bank(GLTF_MOTIONS, GLTF_FRAMES),
                            .floats = gltf_make_floats(),
                            .motions = GLTF_MOTIONS,
                            .path = bench_path("gait.glb"),
                            .other_path = bench_path("other.glb")};
    gait_span bytes = {subject.bank.data, subject.bank.size};
    if (gait_omf_open(bytes, NULL, &subject.omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    subject.skeleton = bench_skeleton(subject.omf);
    gltf_measure(&subject);
    gait_skeleton_free(subject.skeleton);
    gait_omf_free(subject.omf);
    gait_buffer_free(&subject.bank);
    free(subject.floats.times);
    free(subject.floats.rotations);
    free(subject.floats.translations);
    bench_remove_files();
}
