/* Prints poses. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gait/report.h"
#include "gait/names.h"
#include "gait/transform.h"
#include "gait/numbers.h"
#include "base/base.h"
#include "sample/sample.h"

enum {
    NAME_WIDTH = 24,
    NUMBER_SIZE = 330,           /* of any number that printf() prints with up to 6 decimals */
    LINE_SIZE = 10 * NUMBER_SIZE /* of the numbers of a bone */
};

/* --- text ------------------------------------------------------------------------------------- */

/* Replaces values that are printed as zero, so that no sign is printed. */
static double plain_zero(double value, double unit) {
    return fabs(value) < unit / 2 ? 0 : value;
}

/* The same text as that of printf("%*.*f"), but faster. Returns the end. */
static char *put_fixed(char *to, double value, int width, unsigned decimals) {
    char digits[32];
    if (!(fabs(value) < 1e15)) {
        return to + snprintf(to, NUMBER_SIZE, "%*.*f", width, (int)decimals, value);
    }
    int size = (int)gait_print_fixed(digits, sizeof digits, value, decimals);
    for (int i = size; i < width; i++) {
        *to++ = ' ';
    }
    memcpy(to, digits, sizeof digits); /* of a fixed size, which is faster */
    return to + size;
}

static void sample_print_print_bone(const char *label, const gait_affine *pose) {
    char line[LINE_SIZE];
    char *to = line;
    gait_transform transform;
    gait_affine_decompose(pose, &transform);
    const double *s = transform.s;
    for (int i = 0; i < 3; i++) {
        *to++ = ' ';
        to = put_fixed(to, plain_zero(transform.t[i], 1e-5), 9, 5);
    }
    *to++ = ' ';
    for (int i = 0; i < 4; i++) {
        *to++ = ' ';
        to = put_fixed(to, plain_zero(transform.q[i], 1e-6), 9, 6);
    }
    bool is_scaled = fabs(s[0] - 1) > 1e-3 || fabs(s[1] - 1) > 1e-3 || fabs(s[2] - 1) > 1e-3;
    for (int i = 0; is_scaled && i < 3; i++) {
        memcpy(to, "  ", 2);
        to = put_fixed(to + (i == 0 ? 2 : 1), s[i], 8, 5);
    }
    *to++ = '\n';
    result_bytes(label, strlen(label));
    result_bytes(line, (size_t)(to - line));
}

/* Cleans and pads the names of the bones. */
static void make_labels(sample_job *job) {
    uint32_t count = job->skeleton->bone_count;
    job->labels = memory_resize(NULL, count, sizeof *job->labels);
    for (uint32_t i = 0; i < count; i++) {
        char *clean = text_clean(job->skeleton->bones[i].name);
        size_t length = text_length(clean);
        int padding = length < NAME_WIDTH ? (int)(NAME_WIDTH - length) : 0;
        job->labels[i] = text_format("%s%*s", clean, padding, "");
        free(clean);
    }
}

static void print_text_pose(sample_job *job, uint32_t frame, double time) {
    const char *unit = job->clip->time_unit == GAIT_TIME_PHASE ? "phase" : "second";
    if (frame == UINT32_MAX) {
        result_printf("\n%s %.9g\n", unit, time);
    } else {
        result_printf("\nframe %u, %s %.9g\n", (unsigned)frame, unit, time);
    }
    result_heading("BONE                           TX        TY        TZ"
                   "         QX        QY        QZ        QW");
    if (!job->labels) {
        make_labels(job);
    }
    for (uint32_t i = 0; i < job->skeleton->bone_count; i++) {
        sample_print_print_bone(job->labels[i], &job->pose[i]);
    }
}

static void print_text_head(const sample_job *job) {
    if (job->output->is_open) {
        result_printf("\n");
    }
    result_text(source_label(job->in), 0);
    result_printf(": clip ");
    result_text(job->clip->name, 0);
    result_printf(", %s space, %s axes%s\n", gait_space_name(job->space), gait_axes_name(job->axes),
                  job->options->fast ? ", fast poses" : "");
}

/* --- JSON and CSV ----------------------------------------------------------------------------- */

static void print_json_head(const sample_job *job) {
    const sample_output *output = job->output;
    if (output->is_list) {
        result_json_raw(output->is_open ? ",\n" : "{\"schema\":\"gait.poses/1\",\"clips\":[\n");
    }
    result_json_member("{\"schema\":\"gait.pose/1\",\"path\":", job->in->path);
    result_json_member(",\"clip\":", job->clip->name);
    result_printf(",\"clip_index\":%u,\"space\":\"%s\",\"axes\":\"%s\",%s",
                  (unsigned)job->clip_index, gait_space_name(job->space), gait_axes_name(job->axes),
                  job->options->fast ? "\"precision\":\"fast\"," : "");
    for (uint32_t i = 0; i < job->skeleton->left_out_count; i++) {
        result_json_raw(i == 0 ? "\"left_out\":[" : ",");
        result_json_text(job->skeleton->left_out[i]);
    }
    result_json_raw(job->skeleton->left_out_count > 0 ? "],\"frames\":[" : "\"frames\":[");
}

static void print_csv_pose(sample_job *job, uint32_t frame, double time) {
    gait_report_sample sample = {.path = job->in->path,
                                 .clip = job->clip,
                                 .clip_index = job->clip_index,
                                 .frame = frame,
                                 .time = time,
                                 .pose = job->pose};
    gait_buffer *buffer = &job->output->buffer;
    result_json(gait_report_pose_csv(&sample, buffer), buffer);
}

static void print_json_pose(sample_job *job, uint32_t frame, double time, bool is_first) {
    gait_buffer *buffer = &job->output->buffer;
    result_json_raw(is_first ? "\n" : ",\n");
    result_json(gait_report_pose(job->clip, frame, time, job->pose, buffer), buffer);
}

/* --- the document ----------------------------------------------------------------------------- */

void sample_print_clip(sample_job *job) {
    sample_output *output = job->output;
    if (output->options->json) {
        print_json_head(job);
    } else if (!output->options->csv) {
        print_text_head(job);
    } else if (!output->is_open) {
        result_json(gait_report_pose_csv_header(&output->buffer), &output->buffer);
    }
    output->is_open = true;
}

void sample_print_pose(sample_job *job, uint32_t frame, double time, bool is_first) {
    if (job->options->json) {
        print_json_pose(job, frame, time, is_first);
    } else if (job->options->csv) {
        print_csv_pose(job, frame, time);
    } else {
        print_text_pose(job, frame, time);
    }
}

void sample_print_clip_end(const sample_job *job) {
    if (job->options->json) {
        result_json_raw(job->output->is_list ? "]}" : "]}\n");
    }
}

void sample_finish(sample_output *output) {
    if (output->is_open && output->is_list && output->options->json) {
        result_json_raw("]}\n");
    }
    gait_buffer_free(&output->buffer);
}
