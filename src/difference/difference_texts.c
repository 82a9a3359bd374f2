/* Lists and texts of the result of a comparison. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "difference/difference_state.h"
#include "gait/inspect.h"

void gaiti_difference_add(gaiti_difference_job *job, gait_difference difference) {
    gait_file_comparison *result = job->result;
    (void)gaiti_append(&result->arena, &result->differences, &result->difference_count,
                       &result->difference_capacity, &difference, sizeof difference);
}

static const char *difference_number(gaiti_difference_job *job, double value) {
    char text[GAITI_NUMBER_MAX + 1];
    text[gaiti_print_f64(text, value)] = 0;
    return gaiti_copy_text(&job->result->arena, text);
}

const char *gaiti_difference_f32(gaiti_difference_job *job, float value) {
    char text[GAITI_NUMBER_MAX + 1];
    text[gaiti_print_f32(text, value)] = 0;
    const char *copy = gaiti_copy_text(&job->result->arena, text);
    return copy ? copy : "";
}

void gaiti_difference_add_numbers(gaiti_difference_job *job, gait_difference_subject subject,
                                  const char *name, double before, double after) {
    gaiti_difference_add(
        job, (gait_difference){.subject = subject,
                               .kind = GAIT_DIFFERENCE_CHANGED,
                               .name = name,
                               .before = difference_number(job, before),
                               .after = difference_number(job, after),
                               .is_number = gaiti_is_finite(before) && gaiti_is_finite(after)});
}

const char *gaiti_difference_name(gaiti_difference_job *job, uint32_t code_page, gait_span name) {
    const char *text = name.size > 0 ? gaiti_utf8(&job->result->arena, code_page, name) : NULL;
    return text ? text : "";
}

uint32_t gaiti_difference_part_page(const gait_file *file) {
    uint32_t source = gait_file_source_code_page(file);
    return source != 0 ? source : gait_file_code_page(file);
}

const char *gaiti_difference_join(gaiti_difference_job *job, const char *const texts[4]) {
    size_t size = 1;
    for (int i = 0; i < 4; i++) {
        size += texts[i] ? strlen(texts[i]) : 0;
    }
    char *out = gaiti_alloc(&job->result->arena, size, 1);
    if (!out) {
        return "";
    }
    char *at = out;
    for (int i = 0; i < 4; i++) {
        size_t length = texts[i] ? strlen(texts[i]) : 0;
        memcpy(at, length > 0 ? texts[i] : "", length);
        at += length;
    }
    return out;
}

gait_span *gaiti_difference_new_names(gaiti_difference_job *job, uint32_t count) {
    gait_span *names = gaiti_alloc(&job->work, count, sizeof *names);
    for (uint32_t i = 0; names && i < count; i++) {
        names[i] = gaiti_span("", 0);
    }
    return names;
}

/* --- names of values -------------------------------------------------------------------------- */

const char *gait_difference_subject_name(gait_difference_subject subject) {
    static const char *const names[GAIT_DIFFERENCE_SUBJECT_COUNT] = {
        "format", "version",     "property",  "bone",      "bone_order", "parent",
        "rest",   "skeleton",    "part",      "part_bone", "reference",  "frames",
        "times",  "root_motion", "parameter", "event"};
    return (unsigned)subject < GAIT_DIFFERENCE_SUBJECT_COUNT ? names[subject] : "unknown";
}

const char *gait_difference_kind_name(gait_difference_kind kind) {
    static const char *const names[GAIT_DIFFERENCE_KIND_COUNT] = {"added", "removed", "renamed",
                                                                  "moved", "changed"};
    return (unsigned)kind < GAIT_DIFFERENCE_KIND_COUNT ? names[kind] : "unknown";
}

const char *gaiti_compared_keys_name(gait_compared_keys keys) {
    static const char *const names[] = {"equal", "same", "different", "not_compared"};
    return (unsigned)keys <= GAIT_KEYS_NOT_COMPARED ? names[keys] : "unknown";
}

const char *gaiti_files_outcome_name(gait_files_outcome outcome) {
    static const char *const names[] = {"equal", "same_content", "different"};
    return (unsigned)outcome <= GAIT_FILES_DIFFERENT ? names[outcome] : "unknown";
}
