/* Rows about the text form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "bench.h"
#include "formats/bi/rtm/rtm.h"

enum {
    TEXT_MOTIONS = 1000,
    TEXT_FRAMES = 60,
    TEXT_RTM_FRAMES = 6400,
    TEXT_ROUNDS = 7,
    TEXT_LINEAR_ROUNDS = 5,
    TEXT_TENTH = 10
};

typedef struct text_subject {
    gait_file *file; /* of the task */
    const gait_omf *omf;
    const gait_rtm *rtm;
    uint8_t *digits;       /* numbers that are printed alone */
    gait_buffer text, out; /* emptied before each run */
    gait_file *tenth;
    gait_buffer tenth_text;
} text_subject;

static void text_dump_file(const gait_file *file, gait_buffer *text) {
    text->size = 0;
    if (gait_text_dump(file, NULL, text) != GAIT_OK) {
        bench_fail("a file was not dumped");
    }
}

static void text_task_dump(void *user) {
    text_subject *subject = user;
    text_dump_file(subject->file, &subject->text);
}

static void text_task_dump_tenth(void *user) {
    text_subject *subject = user;
    text_dump_file(subject->tenth, &subject->tenth_text);
}

static void text_build(const gait_buffer *text, gait_buffer *out) {
    out->size = 0;
    if (gait_text_build((gait_span){text->data, text->size}, NULL, out, NULL) != GAIT_OK) {
        bench_fail("a text was not built");
    }
}

static void text_task_build(void *user) {
    text_subject *subject = user;
    text_build(&subject->text, &subject->out);
}

static void text_task_build_tenth(void *user) {
    text_subject *subject = user;
    text_build(&subject->tenth_text, &subject->out);
}

/* --- printing numbers alone ------------------------------------------------------------------- */

static char *text_print_s16(char *out, gait_span keys) {
    for (size_t i = 0; i < keys.size; i += 2) {
        out += gaiti_print_i64(out, gaiti_load_s16(keys.data + i));
        *out++ = ',';
    }
    return out;
}

static char *text_print_s8(char *out, gait_span keys) {
    for (size_t i = 0; i < keys.size; i++) {
        out += gaiti_print_i64(out, (int8_t)keys.data[i]);
        *out++ = ',';
    }
    return out;
}

static void text_task_print_keys(void *user) {
    text_subject *subject = user;
    for (uint32_t m = 0; m < TEXT_MOTIONS; m++) {
        char *out = (char *)subject->digits;
        for (uint32_t b = 0; b < BENCH_BONES; b++) {
            gait_omf_track track = gait_omf_track_at(subject->omf, m, b);
            out = text_print_s16(out, track.rotation_keys);
            out = track.flags & GAIT_OMF_TRANSLATION_16
                      ? text_print_s16(out, track.translation_keys)
                      : text_print_s8(out, track.translation_keys);
        }
    }
}

static void text_task_print_matrices(void *user) {
    text_subject *subject = user;
    for (uint32_t f = 0; f < gait_rtm_frame_count(subject->rtm); f++) {
        char *out = (char *)subject->digits;
        for (uint32_t b = 0; b < gait_rtm_bone_count(subject->rtm); b++) {
            float matrix[12];
            gait_rtm_matrix(subject->rtm, f, b, matrix);
            for (int i = 0; i < 12; i++) {
                out += gaiti_print_f32(out, matrix[i]);
                *out++ = ',';
            }
        }
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

static gait_file *text_open(gait_span bytes) {
    gait_file *file;
    if (gait_file_open(bytes, NULL, NULL, &file) != GAIT_OK) {
        bench_fail("a file did not open");
    }
    return file;
}

/* What was built must be the file. */
static void text_verify(text_subject *subject, gait_span bytes) {
    text_task_dump(subject);
    text_task_build(subject);
    if (subject->out.size != bytes.size || memcmp(subject->out.data, bytes.data, bytes.size) != 0) {
        bench_fail("another file was built");
    }
}

static void text_measure_bank(text_subject *subject) {
    gait_buffer bank = bench_bank(TEXT_MOTIONS, TEXT_FRAMES);
    gait_buffer tenth = bench_bank(TEXT_MOTIONS / TEXT_TENTH, TEXT_FRAMES);
    subject->file = text_open((gait_span){bank.data, bank.size});
    subject->tenth = text_open((gait_span){tenth.data, tenth.size});
    subject->omf = gait_file_omf(subject->file);
    text_verify(subject, (gait_span){bank.data, bank.size});
    bench_report(
        (bench_row){"TEXT-dump", "dump a 24 MB bank as text", "print its keys as numbers", 2,
                    bench_ratio(text_task_dump, text_task_print_keys, subject, TEXT_ROUNDS)});
    bench_report((bench_row){
        "TEXT-dump-10", "dump a 24 MB bank as text", "dump a tenth of it", 12,
        bench_ratio(text_task_dump, text_task_dump_tenth, subject, TEXT_LINEAR_ROUNDS)});
    bench_report((bench_row){
        "TEXT-build-10", "build a 24 MB bank from its text", "build a tenth of it", 12,
        bench_ratio(text_task_build, text_task_build_tenth, subject, TEXT_LINEAR_ROUNDS)});
    bench_report(
        (bench_row){"TEXT-build", "build a 24 MB bank from its text", "dump it", 8,
                    bench_ratio(text_task_build, text_task_dump, subject, TEXT_LINEAR_ROUNDS)});
    gait_file_free(subject->tenth);
    gait_file_free(subject->file);
    gait_buffer_free(&subject->tenth_text);
    gait_buffer_free(&tenth);
    gait_buffer_free(&bank);
}

/* Rotations about the three axes, with as many digits as those of real files. */
static gait_buffer text_make_rtm(void) {
    gait_rtm *rtm;
    gait_buffer bytes = {0};
    if (gaiti_rtm_new(BENCH_BONES, TEXT_RTM_FRAMES, NULL, &rtm) != GAIT_OK) {
        bench_fail("no memory");
    }
    for (uint32_t b = 0; b < BENCH_BONES; b++) {
        uint8_t name[2] = {(uint8_t)('a' + b / 10), (uint8_t)('0' + b % 10)};
        if (gaiti_rtm_set_bone_name(rtm, b, (gait_span){name, sizeof name}) != GAIT_OK) {
            bench_fail("a bone was not named");
        }
    }
    for (uint32_t f = 0; f < TEXT_RTM_FRAMES; f++) {
        bool is_set = gaiti_rtm_set_phase(rtm, f, (float)f / TEXT_RTM_FRAMES) == GAIT_OK;
        for (uint32_t b = 0; b < BENCH_BONES; b++) {
            double angle = 0.001 * f + 0.1 * b;
            float c = (float)cos(angle), s = (float)sin(angle);
            const float matrix[12] = {c, 0, -s, 0, 1, 0, s, 0, c, c * 0.1F, s + 1, 0.25F};
            is_set = is_set && gaiti_rtm_set_matrix(rtm, f, b, matrix) == GAIT_OK;
        }
        if (!is_set) {
            bench_fail("a matrix was not set");
        }
    }
    if (gaiti_rtm_write(rtm, &bytes) != GAIT_OK) {
        bench_fail("no RTM was written");
    }
    gaiti_rtm_free(rtm);
    return bytes;
}

static void text_measure_rtm(text_subject *subject) {
    gait_buffer bytes = text_make_rtm();
    subject->file = text_open((gait_span){bytes.data, bytes.size});
    subject->rtm = gait_file_rtm(subject->file);
    text_verify(subject, (gait_span){bytes.data, bytes.size});
    bench_report(
        (bench_row){"TEXT-dump-rtm", "dump a 24 MB RTM as text", "print its matrices as numbers", 2,
                    bench_ratio(text_task_dump, text_task_print_matrices, subject, TEXT_ROUNDS)});
    gait_file_free(subject->file);
    gait_buffer_free(&bytes);
}

void bench_text(void) {
    text_subject subject = {.digits = bench_allocate(BENCH_BONES * TEXT_FRAMES * 7, 24)};
    text_measure_bank(&subject);
    text_measure_rtm(&subject);
    gait_buffer_free(&subject.out);
    gait_buffer_free(&subject.text);
    free(subject.digits);
}
