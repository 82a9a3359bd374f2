/* Rows about binarised RTM: decompressing, converting to plain RTM, compressing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef BENCH_LZO2
#include <lzo/lzo1x.h>
#endif

#include "bench.h"
#include "base/base.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip.h"
#include "gait/file.h"
#include "gait/map.h"
#include "gait/transform.h"

enum {
    BMTR_VERSION = 3, /* compresses every frame, as the files with most bones do */
    BMTR_BONES = 128,
    BMTR_FRAMES = 400,
    BMTR_FRAME = BMTR_BONES * 14,
    BMTR_ROUNDS = 41
};

typedef struct bmtr_subject {
    gait_span bytes;
    gait_skeleton *skeleton;
    gait_span blocks[BMTR_FRAMES];
    uint32_t block_count;
    uint8_t *unpacked;
    gait_buffer plain;
    float seen;
} bmtr_subject;

/* --- test data -------------------------------------------------------------------------------- */

/* A wave through a chain of bones; every fourth bone is constant. */
static gait_bmtr_record bmtr_record(uint32_t frame, uint32_t bone) {
    double angle = bone % 4 == 3 ? 0.2 : 0.4 * sin(0.05 * frame + bone);
    gait_bmtr_record record = {.rotation = {(int16_t)lrint(16384 * 0.6 * sin(angle / 2)),
                                            (int16_t)lrint(16384 * 0.8 * sin(angle / 2)), 0,
                                            (int16_t)lrint(16384 * cos(angle / 2))},
                               .translation = {(uint16_t)(0x2000 + bone * 8), 0, 0}};
    record.translation[1] = (uint16_t)(0x2800 + (bone % 4 == 3 ? 0 : frame % 97));
    return record;
}

static void bmtr_name(gait_bmtr *bmtr, uint32_t bone) {
    char name[32];
    int size = snprintf(name, sizeof name, "bone_%03u", bone);
    if (gaiti_bmtr_set_bone_name(bmtr, bone, (gait_span){(const uint8_t *)name, (size_t)size}) !=
        GAIT_OK) {
        bench_fail("a name could not be set");
    }
}

static gait_buffer bmtr_make(void) {
    gait_bmtr *bmtr;
    gait_buffer bytes = {0};
    if (gaiti_bmtr_new(BMTR_VERSION, BMTR_BONES, BMTR_FRAMES, NULL, &bmtr) != GAIT_OK) {
        bench_fail("no memory");
    }
    for (uint32_t b = 0; b < BMTR_BONES; b++) {
        bmtr_name(bmtr, b);
        for (uint32_t f = 0; f < BMTR_FRAMES; f++) {
            gait_bmtr_record record = bmtr_record(f, b);
            if (gaiti_bmtr_set_record(bmtr, f, b, &record) != GAIT_OK) {
                bench_fail("a record could not be set");
            }
        }
    }
    if (gait_bmtr_write(bmtr, &bytes) != GAIT_OK) {
        bench_fail("the animation could not be written");
    }
    gait_bmtr_free(bmtr);
    return bytes;
}

/* Every bone is the child of the previous one. */
static gait_skeleton *bmtr_make_skeleton(gait_span bytes) {
    gait_bone bones[BMTR_BONES];
    char names[BMTR_BONES][16];
    gait_skeleton *tree, *skeleton;
    gait_bmtr *bmtr;
    for (uint32_t b = 0; b < BMTR_BONES; b++) {
        snprintf(names[b], sizeof names[b], "bone_%03u", b);
        bones[b] = (gait_bone){.name = names[b],
                               .parent = (int32_t)b - 1,
                               .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                               .parent_origin = GAIT_ORIGIN_FILE};
    }
    if (gaiti_skeleton_new("bench", bones, BMTR_BONES, NULL, &tree) != GAIT_OK ||
        gait_bmtr_open(bytes, NULL, &bmtr) != GAIT_OK ||
        gaiti_bmtr_bind_skeleton(bmtr, tree, NULL, &skeleton) != GAIT_OK) {
        bench_fail("there is no skeleton");
    }
    gait_bmtr_free(bmtr);
    gait_skeleton_free(tree);
    return skeleton;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Opens the animation and makes a clip of floats. */
static gait_clip *bmtr_to_clip(const bmtr_subject *subject, gait_bmtr **out_bmtr) {
    gait_clip *clip;
    if (gait_bmtr_open(subject->bytes, NULL, out_bmtr) != GAIT_OK ||
        gaiti_bmtr_clip(*out_bmtr, "bench", subject->skeleton, NULL, &clip) != GAIT_OK) {
        bench_fail("the animation did not open");
    }
    return clip;
}

static void bmtr_verify_floats(const bmtr_subject *subject) {
    gait_bmtr *bmtr;
    gait_clip *clip = bmtr_to_clip(subject, &bmtr);
    for (uint32_t b = 0; b < BMTR_BONES; b++) {
        for (uint32_t f = 0; f < BMTR_FRAMES; f += 13) {
            gait_bmtr_record record = bmtr_record(f, b);
            double key[9];
            gaiti_channel_get(&clip->tracks[b].rotation, true, f, key);
            if (fabs(fabs(key[3]) - record.rotation[3] / 16384.0) > 1e-4) {
                bench_fail("a rotation was read wrong");
            }
        }
    }
    gait_clip_free(clip);
    gait_bmtr_free(bmtr);
}

/* --- to plain RTM ----------------------------------------------------------------------------- */

/* Writes to a buffer that already has its capacity, as if a file had been written before. */
static void bmtr_task_plain(void *user) {
    bmtr_subject *subject = user;
    gait_bmtr *bmtr;
    gait_clip *clip = bmtr_to_clip(subject, &bmtr);
    subject->plain.size = 0;
    if (gaiti_rtm_write_clip(clip, NULL, &subject->plain) != GAIT_OK) {
        bench_fail("the animation could not be made plain");
    }
    gait_clip_free(clip);
    gait_bmtr_free(bmtr);
}

/* Compares the written matrices with poses that another part of the library computes from the
 * clip. */
static void bmtr_verify_plain(bmtr_subject *subject) {
    gait_affine pose[BMTR_BONES];
    gait_bmtr *bmtr;
    gait_rtm *rtm;
    bmtr_task_plain(subject);
    gait_clip *clip = bmtr_to_clip(subject, &bmtr);
    if (gaiti_rtm_open((gait_span){subject->plain.data, subject->plain.size}, NULL, &rtm) !=
            GAIT_OK ||
        gait_rtm_frame_count(rtm) != BMTR_FRAMES || gait_rtm_bone_count(rtm) != BMTR_BONES) {
        bench_fail("what was made plain does not open");
    }
    for (uint32_t f = 0; f < BMTR_FRAMES; f += 13) {
        gait_pose_at_frame(clip, f, GAIT_SPACE_DELTA, GAIT_AXES_FILE, pose);
        for (uint32_t b = 0; b < BMTR_BONES; b++) {
            float matrix[12];
            gait_rtm_matrix(rtm, f, b, matrix);
            for (int i = 0; i < 12; i++) {
                double expected = i < 9 ? pose[b].m[i % 3][i / 3] : pose[b].t[i - 9];
                if (!(fabs((double)matrix[i] - expected) <= 1e-6 * (1 + fabs(expected)))) {
                    bench_fail("a matrix was written wrong");
                }
            }
        }
    }
    gaiti_rtm_free(rtm);
    gait_clip_free(clip);
    gait_bmtr_free(bmtr);
}

/* --- against liblzo2 -------------------------------------------------------------------------- */

#ifdef BENCH_LZO2
static void bmtr_task_floats(void *user) {
    bmtr_subject *subject = user;
    gait_bmtr *bmtr;
    gait_clip *clip = bmtr_to_clip(subject, &bmtr);
    memcpy(&subject->seen, clip->tracks[5].rotation.data, sizeof subject->seen);
    gait_clip_free(clip);
    gait_bmtr_free(bmtr);
}

static bool bmtr_store_block(void *user, const gait_field *field) {
    bmtr_subject *subject = user;
    const char *end = strrchr(field->name, '.');
    if (end && strcmp(end, ".lzo") == 0 && strncmp(field->name, "frames", 6) == 0) {
        subject->blocks[subject->block_count++] =
            (gait_span){subject->bytes.data + field->offset, field->bytes.size};
    }
    return true;
}

static void bmtr_find_blocks(bmtr_subject *subject) {
    gait_file *file;
    if (gait_file_open(subject->bytes, NULL, NULL, &file) != GAIT_OK ||
        gait_file_map(file, bmtr_store_block, subject) != GAIT_OK ||
        subject->block_count != BMTR_FRAMES) {
        bench_fail("blocks are missing");
    }
    gait_file_free(file);
}

static void bmtr_task_lzo(void *user) {
    bmtr_subject *subject = user;
    for (uint32_t i = 0; i < subject->block_count; i++) {
        lzo_uint size = BMTR_FRAME;
        gait_span block = subject->blocks[i];
        if (lzo1x_decompress_safe(block.data, block.size,
                                  subject->unpacked + i * (size_t)BMTR_FRAME, &size,
                                  NULL) != LZO_E_OK ||
            size != BMTR_FRAME) {
            bench_fail("liblzo2 does not take a block");
        }
    }
}

/* Makes the animation again, which compresses all frames. */
static void bmtr_task_pack(void *user) {
    (void)user;
    gait_buffer bytes = bmtr_make();
    gait_buffer_free(&bytes);
}

static size_t bmtr_pack_999(const bmtr_subject *subject) {
    static uint8_t out[BMTR_FRAME * 2];
    void *work = bench_allocate(LZO1X_999_MEM_COMPRESS, 1);
    size_t all = 0;
    for (uint32_t i = 0; i < subject->block_count; i++) {
        lzo_uint size = sizeof out;
        if (lzo1x_999_compress_level(subject->unpacked + i * (size_t)BMTR_FRAME, BMTR_FRAME, out,
                                     &size, work, NULL, 0, NULL, 9) != LZO_E_OK) {
            bench_fail("liblzo2 cannot compress");
        }
        all += size;
    }
    free(work);
    return all;
}

static void bmtr_task_999(void *user) {
    bmtr_subject *subject = user;
    subject->seen = (float)bmtr_pack_999(subject);
}

static void bmtr_measure_lzo(bmtr_subject *subject) {
    size_t packed = 0;
    bmtr_find_blocks(subject);
    for (uint32_t i = 0; i < subject->block_count; i++) {
        packed += subject->blocks[i].size;
    }
    bench_report((bench_row){"G5", "open a BMTR of 400 frames and make float tracks of it",
                             "liblzo2's safe decompressor alone", 2.0,
                             bench_ratio(bmtr_task_floats, bmtr_task_lzo, subject, BMTR_ROUNDS)});
    bench_report((bench_row){"LZO-size", "bytes of its blocks as packed here",
                             "as liblzo2 packs them at level 9", 1.10,
                             (double)packed / (double)bmtr_pack_999(subject)});
    bench_report((bench_row){"LZO-speed", "make and pack it", "packing by liblzo2 at level 9", 1.5,
                             bench_ratio(bmtr_task_pack, bmtr_task_999, subject, 5)});
}
#else
static void bmtr_measure_lzo(bmtr_subject *subject) {
    (void)subject;
    bench_omit("G5", "built without liblzo2");
}
#endif

/* --- rows ------------------------------------------------------------------------------------- */

void bench_bmtr(void) {
    gait_buffer file = bmtr_make();
    bmtr_subject subject = {.bytes = {file.data, file.size},
                            .unpacked = bench_allocate((size_t)BMTR_FRAMES * BMTR_FRAME, 1),
                            .plain = {.allocator = large_allocator()}};
    subject.skeleton = bmtr_make_skeleton(subject.bytes);
    bmtr_verify_floats(&subject);
    bmtr_verify_plain(&subject);
    bmtr_measure_lzo(&subject);
    bench_report((bench_row){
        "G6", "nanoseconds per bone and frame to make plain RTM of it", "nanoseconds", 15.0,
        1e9 * bench_seconds(bmtr_task_plain, &subject, BMTR_ROUNDS) / (BMTR_FRAMES * BMTR_BONES)});
    gait_skeleton_free(subject.skeleton);
    gait_buffer_free(&subject.plain);
    free(subject.unpacked);
    gait_buffer_free(&file);
}
