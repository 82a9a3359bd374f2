/* Rows about OMF banks. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/xray/omf/omf.h"
#include "support/omf_floats.h"
#ifdef BENCH_ZLIB
#include <zlib.h>
#endif

enum { OMF_MOTIONS = 1000, OMF_FRAMES = 60, OMF_ROUNDS = 41 };
enum {
    OMF_KEYS = BENCH_BONES * OMF_FRAMES
}; /* rotation keys, or translation keys, of one motion */

typedef struct omf_subject {
    gait_span bytes;
    uint8_t *copy;
    gait_omf *omf;
    size_t float_count; /* number of floats of all motions */
    float *floats;      /* rotations of all motions, then translations of all motions */
    float *floats_copy;
    uint32_t seen; /* result of the last task, so that it is not optimised away */
} omf_subject;

static void omf_task_open(void *user) {
    omf_subject *subject = user;
    gait_omf *omf;
    if (gait_omf_open(subject->bytes, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    subject->seen = gait_omf_motion_count(omf);
    gait_omf_free(omf);
}

static void omf_check(const gait_omf *omf) {
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    if (gaiti_omf_check(omf, &found) != GAIT_OK || found.errors + found.warnings > 0) {
        bench_fail("the bank did not verify");
    }
}

static void omf_task_verify(void *user) {
    omf_subject *subject = user;
    gait_omf *omf;
    if (gait_omf_open(subject->bytes, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    omf_check(omf);
    gait_omf_free(omf);
}

static void omf_task_copy(void *user) {
    omf_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

/* --- checksums alone -------------------------------------------------------------------------- */

typedef uint32_t (*omf_checksum)(gait_span keys);

static void omf_sum_all(omf_subject *subject, omf_checksum checksum) {
    for (uint32_t m = 0; m < OMF_MOTIONS; m++) {
        for (uint32_t t = 0; t < BENCH_BONES; t++) {
            gait_omf_track track = gait_omf_track_at(subject->omf, m, t);
            if (checksum(track.rotation_keys) != track.rotation_crc ||
                (t < BENCH_MOVED && checksum(track.translation_keys) != track.translation_crc)) {
                bench_fail("a checksum is wrong");
            }
        }
    }
}

static void omf_task_sum(void *user) {
    omf_sum_all(user, gaiti_omf_crc);
}

#ifdef BENCH_ZLIB
static uint32_t omf_zlib(gait_span keys) {
    return (uint32_t)crc32(0, keys.data, (uInt)keys.size);
}

static void omf_task_zlib(void *user) {
    omf_sum_all(user, omf_zlib);
}

static void omf_measure_zlib(omf_subject *subject) {
    bench_report((bench_row){"G2-zlib", "checksums of all tracks of a 24 MB bank", "zlib's crc32()",
                             1.0 / 3,
                             bench_ratio(omf_task_sum, omf_task_zlib, subject, OMF_ROUNDS)});
}
#else
static void omf_measure_zlib(omf_subject *subject) {
    omf_task_sum(subject);
    bench_omit("G2-zlib", "built without zlib");
}
#endif

/* --- keys as floats --------------------------------------------------------------------------- */

static void omf_task_decode(void *user) {
    omf_subject *subject = user;
    float *rotations = subject->floats,
          *translations = rotations + (size_t)OMF_MOTIONS * OMF_KEYS * 4;
    omf_check(subject->omf);
    for (uint32_t m = 0; m < OMF_MOTIONS; m++) {
        if (omf_floats(subject->omf, m, rotations, translations) != GAIT_OK) {
            bench_fail("a motion could not be decoded");
        }
        rotations += (size_t)OMF_KEYS * 4;
        translations += (size_t)OMF_KEYS * 3;
    }
}

static void omf_task_copy_floats(void *user) {
    omf_subject *subject = user;
    memcpy(subject->floats_copy, subject->floats, subject->float_count * sizeof(float));
    subject->seen = (uint32_t)subject->floats_copy[subject->float_count / 2];
}

static bool omf_is_near(float a, double b) {
    return (double)a - b < 1e-5 && b - (double)a < 1e-5;
}

static void omf_verify_rotation(const float *found, uint32_t m, uint32_t b, uint32_t f) {
    int16_t stored[4];
    bench_rotation(m, b, f, stored);
    for (int i = 0; i < 4; i++) {
        if (!omf_is_near(found[i], (i < 3 ? -1.0 : 1.0) * stored[i] / 32767)) {
            bench_fail("a rotation was decoded wrong");
        }
    }
}

static void omf_verify_floats(const omf_subject *subject) {
    const float *translations = subject->floats + (size_t)OMF_MOTIONS * OMF_KEYS * 4;
    for (uint32_t i = 0; i < OMF_MOTIONS * OMF_KEYS; i += 7) {
        uint32_t m = i / OMF_KEYS, b = i % OMF_KEYS / OMF_FRAMES, f = i % OMF_FRAMES;
        omf_verify_rotation(subject->floats + (size_t)i * 4, m, b, f);
        for (uint32_t axis = 0; axis < 3 && b < BENCH_MOVED; axis++) {
            if (!omf_is_near(translations[(size_t)i * 3 + axis], bench_metres(m, b, f, axis))) {
                bench_fail("a translation was decoded wrong");
            }
        }
    }
}

static void omf_measure_decode(omf_subject *subject) {
    subject->float_count = (size_t)OMF_MOTIONS * OMF_KEYS * 7;
    subject->floats = bench_allocate(subject->float_count, sizeof(float));
    subject->floats_copy = bench_allocate(subject->float_count, sizeof(float));
    bench_report((bench_row){"G3", "verify a 24 MB bank and decode all keys to floats",
                             "memcpy of the floats", 2.0,
                             bench_ratio(omf_task_decode, omf_task_copy_floats, subject, 15)});
    omf_verify_floats(subject);
    free(subject->floats);
    free(subject->floats_copy);
}

/* --- memory ----------------------------------------------------------------------------------- */

static void omf_open_with(gait_span bytes, bench_memory *memory) {
    gait_options options = {.allocator = bench_allocator(memory)};
    gait_omf *omf;
    if (gait_omf_open(bytes, &options, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    omf_check(omf);
    gait_omf_free(omf);
}

static void omf_measure_memory(gait_span bytes) {
    bench_memory memory = {0};
    const double page = 4096;
    omf_open_with(bytes, &memory);
    bench_report((bench_row){"G19", "allocations to open and verify a 24 MB bank", "4", 1,
                             (double)memory.allocations / 4});
    uint64_t faults = bench_page_faults();
    omf_open_with(bytes, &memory);
    faults = bench_page_faults() - faults;
    bench_report((bench_row){"G19-faults", "page faults to do so again through the same memory",
                             "pages of the file", 0.05,
                             (double)faults / ((double)bytes.size / page)});
    bench_memory_free(&memory);
}

/* Verifies that the index leads to the rotation keys that were generated. */
static void omf_verify_index(const gait_omf *omf) {
    if (gait_omf_motion_count(omf) != OMF_MOTIONS) {
        bench_fail("the bank lost motions");
    }
    for (uint32_t i = 0; i < OMF_MOTIONS * OMF_KEYS; i += 13) {
        uint32_t m = i / OMF_KEYS, b = i % OMF_KEYS / OMF_FRAMES, f = i % OMF_FRAMES;
        gait_omf_track track = gait_omf_track_at(omf, m, b);
        const uint8_t *p = track.rotation_keys.data + 8 * (size_t)f;
        int16_t expected[4];
        bench_rotation(m, b, f, expected);
        for (int c = 0; c < 4; c++) {
            if ((int16_t)(p[2 * c] | p[2 * c + 1] << 8) != expected[c]) {
                bench_fail("a rotation key changed");
            }
        }
    }
}

void bench_omf(void) {
    gait_buffer bank = bench_bank(OMF_MOTIONS, OMF_FRAMES);
    omf_subject subject = {.bytes = {bank.data, bank.size}, .copy = bench_allocate(bank.size, 1)};
    if (gait_omf_open(subject.bytes, NULL, &subject.omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    omf_verify_index(subject.omf);
    bench_report((bench_row){"G1", "open and index a 24 MB bank", "memcpy of the file", 0.20,
                             bench_ratio(omf_task_open, omf_task_copy, &subject, OMF_ROUNDS)});
    bench_report((bench_row){"G2", "open a 24 MB bank and verify all of it", "memcpy of the file",
                             2.0,
                             bench_ratio(omf_task_verify, omf_task_copy, &subject, OMF_ROUNDS)});
    omf_measure_zlib(&subject);
    omf_measure_decode(&subject);
    omf_measure_memory(subject.bytes);
    gait_omf_free(subject.omf);
    free(subject.copy);
    gait_buffer_free(&bank);
}
