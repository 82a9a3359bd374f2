/* Rows about sources of skeletons: Bohemia's configs and models. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/bi/modelcfg/modelcfg.h"
#include "formats/bi/p3d/p3d.h"

enum { TREES_CLASSES = 2000, TREES_BONES = 40, TREES_POINTS = 200000, TREES_ROUNDS = 15 };

typedef struct trees_subject {
    gait_span bytes;
    uint8_t *copy;
    size_t seen;
} trees_subject;

/* --- configs ---------------------------------------------------------------------------------- */

/* Appends text; the buffer is large enough. */
static void trees_append(gait_buffer *out, const char *text) {
    size_t size = strlen(text);
    memcpy(out->data + out->size, text, size);
    out->size += size;
}

static gait_buffer trees_make_config(void) {
    size_t capacity = (size_t)TREES_CLASSES * (TREES_BONES * 40 + 200) + 1000;
    gait_buffer out = {.data = bench_allocate(capacity, 1), .capacity = capacity};
    char line[128];
    trees_append(&out, "class CfgSkeletons\r\n{\r\n");
    for (uint32_t c = 0; c < TREES_CLASSES; c++) {
        snprintf(line, sizeof line, "\tclass Tree_%u\r\n\t{\r\n\t\tskeletonBones[]=\r\n\t\t{\r\n",
                 c);
        trees_append(&out, line);
        for (uint32_t b = 0; b < TREES_BONES; b++) {
            snprintf(line, sizeof line, "\t\t\t\"bone_%02u\",\"%s%02u\"%s // %u\r\n", b,
                     b > 0 ? "bone_" : "", b > 0 ? b - 1 : 0, b + 1 < TREES_BONES ? "," : "", c);
            trees_append(&out, line);
        }
        trees_append(&out, "\t\t};\r\n\t};\r\n");
    }
    trees_append(&out, "};\r\n");
    return out;
}

static void trees_task_config(void *user) {
    trees_subject *subject = user;
    gait_modelcfg *config;
    if (gaiti_modelcfg_open(subject->bytes, NULL, &config) != GAIT_OK) {
        bench_fail("the config did not open");
    }
    subject->seen = gait_modelcfg_skeleton_count(config);
    gaiti_modelcfg_free(config);
}

/* Reference: the C library finds the words of the same text. */
static void trees_task_words(void *user) {
    trees_subject *subject = user;
    const char *at = (const char *)subject->bytes.data;
    subject->seen = 0;
    while (*(at += strspn(at, " \t\r\n{}[]=,;\""))) {
        at += strcspn(at, " \t\r\n{}[]=,;\"");
        subject->seen++;
    }
}

static void trees_measure_config(void) {
    gait_buffer text = trees_make_config();
    trees_subject subject = {.bytes = {text.data, text.size}};
    trees_task_config(&subject);
    if (subject.seen != TREES_CLASSES) {
        bench_fail("the config lost skeletons");
    }
    bench_report(
        (bench_row){"CFG-open", "read a 3 MB config of 2000 skeletons, inheritance and all",
                    "finding its words with strspn() and strcspn()", 12,
                    bench_ratio(trees_task_config, trees_task_words, &subject, TREES_ROUNDS)});
    free(text.data);
}

/* --- models ----------------------------------------------------------------------------------- */

static uint8_t *trees_append_u32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        *to++ = (uint8_t)(value >> (8 * i));
    }
    return to;
}

/* One Memory level with many points, and a selection that contains the last one. */
static gait_buffer trees_make_model(void) {
    size_t capacity = (size_t)TREES_POINTS * 17 + 200;
    uint8_t *data = bench_allocate(capacity, 1), *to = data;
    memcpy(to, "MLOD\1\1\0\0\1\0\0\0P3DM", 16);
    to = trees_append_u32(trees_append_u32(to + 16, 28), 256);
    to = trees_append_u32(
        trees_append_u32(trees_append_u32(trees_append_u32(to, TREES_POINTS), 0), 0), 0);
    to += (size_t)TREES_POINTS * 16;
    memcpy(to, "TAGG\1hand", 10); /* including the NUL */
    to = trees_append_u32(to + 10, TREES_POINTS);
    to[TREES_POINTS - 1] = 1;
    to += TREES_POINTS;
    memcpy(to, "\1#EndOfFile#", 13);
    to = trees_append_u32(trees_append_u32(to + 13, 0), 0x58635FA9); /* 1e15 */
    return (gait_buffer){.data = data, .size = (size_t)(to - data), .capacity = capacity};
}

static void trees_task_model(void *user) {
    trees_subject *subject = user;
    gait_p3d *model;
    if (gaiti_p3d_open(subject->bytes, NULL, &model) != GAIT_OK) {
        bench_fail("the model did not open");
    }
    subject->seen = gait_p3d_point_count(model);
    gaiti_p3d_free(model);
}

static void trees_task_copy(void *user) {
    trees_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

static void trees_measure_model(void) {
    gait_buffer file = trees_make_model();
    trees_subject subject = {.bytes = {file.data, file.size}, .copy = bench_allocate(file.size, 1)};
    trees_task_model(&subject);
    if (subject.seen != 1) {
        bench_fail("the model lost its point");
    }
    bench_report(
        (bench_row){"P3D-open", "open a 3 MB model and find its named points", "memcpy of the file",
                    2, bench_ratio(trees_task_model, trees_task_copy, &subject, TREES_ROUNDS)});
    free(subject.copy);
    free(file.data);
}

void bench_trees(void) {
    trees_measure_config();
    trees_measure_model();
}
