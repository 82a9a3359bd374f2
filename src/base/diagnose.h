/* Raising diagnostics: gaiti_raise() is the only function that makes them. */
#ifndef GAITI_BASE_DIAGNOSE_H
#define GAITI_BASE_DIAGNOSE_H

#include "base/rules.h"
#include "gait/base.h"

/* The compressed bytes of a file from which the current data was decompressed; length 0 = none. */
typedef struct gaiti_extent {
    uint64_t offset, length;
} gaiti_extent;

/* The destination of diagnostics, and the clip, bone and frame that new diagnostics are about. */
typedef struct gaiti_report {
    gait_diagnostics *sink;    /* may be NULL */
    int32_t clip, bone, frame; /* -1 = none */
    /* Unless its length is 0, this extent replaces the offset and length of every diagnostic. */
    gaiti_extent packed_in;
    /* True for diagnostics that are not about bytes of a file but about a clip or a skeleton. They
     * contain names instead of offsets and of indices of bones. */
    bool has_no_offset;
    const char *clip_name; /* begins the text; UTF-8, NULL = none */
    const char *bone_name; /* {bone_name}; UTF-8, NULL = the index is used instead */
} gaiti_report;

static inline gaiti_report gaiti_report_to(gait_diagnostics *sink) {
    return (gaiti_report){.sink = sink, .clip = -1, .bone = -1, .frame = -1};
}

/* The same for diagnostics about a clip (`clip_name` in UTF-8) or, if it is NULL, a skeleton. */
static inline gaiti_report gaiti_report_on_clip(gait_diagnostics *sink, const char *clip_name) {
    gaiti_report report = gaiti_report_to(sink);
    report.has_no_offset = true;
    report.clip_name = clip_name;
    return report;
}

/* Sets the bone that the next diagnostics are about. `name` is UTF-8 and may be NULL. */
static inline void gaiti_report_set_bone(gaiti_report *report, uint32_t bone, const char *name) {
    report->bone = (int32_t)bone;
    report->bone_name = name;
}

/* Values of the placeholders in a rule's detail text: {expected} and {found} (integers, {found:x}
 * in hexadecimal), {number}, {name}, {place}, {other} and {words}. {clip}, {bone}, {bone_name} and
 * {frame} are taken from the report. A star, as in {*place}, marks a text that is a part of
 * gait_diagnostic.cause. */
typedef struct gaiti_detail {
    uint64_t offset, length;
    int64_t expected, found;
    double number;
    gait_span name; /* in the code page of the sink, or UTF-8 */
    bool name_is_utf8;
    gait_span place;       /* UTF-8: a JSON pointer, or the path of a bank */
    gait_span other;       /* UTF-8: the path of another bank, or another field */
    gait_span words;       /* UTF-8: a list */
    bool may_be_elsewhere; /* the base game may have what is missing */
} gaiti_detail;

/* Adds the diagnostic to the sink, or increments the count of an equal one. Returns the status of
 * the rule if it is an error, GAIT_OK for notes and warnings. */
gait_status gaiti_raise(const gaiti_report *report, gaiti_rule number, gaiti_detail detail);
/* Adds a text to the hash of a cause (gait_diagnostic.cause), in lower case. */
void gaiti_add_cause(uint64_t *cause, gait_span value);
/* False when gaiti_raise() would only increment a count, so that the caller need not compute the
 * values of placeholders. */
bool gaiti_needs_text(const gaiti_report *report, gaiti_rule number);

#endif
