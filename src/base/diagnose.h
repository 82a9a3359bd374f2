/* Raising diagnostics: the one place where anything is said about a file. */
#ifndef GAITI_BASE_DIAGNOSE_H
#define GAITI_BASE_DIAGNOSE_H

#include "gait/base.h"

/* The rules by name: GAITI_RTM_TRUNCATED and so on, in the order of rules.def. */
typedef enum gaiti_rule {
#define RULE(id, name, severity, status, page, summary, detail, advice) GAITI_##name,
#include "rules.def"
#undef RULE
    GAITI_RULE_COUNT
} gaiti_rule;

/* Bytes of the file that stand for others which were unpacked from them; length 0 = none. */
typedef struct gaiti_extent {
    uint64_t offset, length;
} gaiti_extent;

/* The sink, and what the reader is at: raised diagnostics carry these indices. */
typedef struct gaiti_report {
    gait_diagnostics *sink;    /* may be NULL */
    int32_t clip, bone, frame; /* -1 = none */
    gaiti_extent packed_in;    /* takes the place of every diagnostic's own */
} gaiti_report;

static inline gaiti_report gaiti_report_to(gait_diagnostics *sink) {
    return (gaiti_report){.sink = sink, .clip = -1, .bone = -1, .frame = -1};
}

/* What fills the placeholders of a rule's detail text: {expected}, {found} (numbers, {found:x} in
 * hexadecimal), {number}, {name} and {place}; {clip}, {bone} and {frame} come from the report. */
typedef struct gaiti_detail {
    uint64_t offset, length;
    int64_t expected, found;
    double number;
    gait_span name; /* CP1251, or UTF-8 */
    bool name_is_utf8;
    gait_span place; /* UTF-8: a JSON pointer */
} gaiti_detail;

/* Hands the diagnostic to the sink, or counts it with an equal one. Returns the status of the
 * rule when it is an error, GAIT_OK for notes and warnings. */
gait_status gaiti_raise(const gaiti_report *report, gaiti_rule number, gaiti_detail detail);
/* False when gaiti_raise() would only count: what the placeholders need may then be left out. */
bool gaiti_needs_text(const gaiti_report *report, gaiti_rule number);

#endif
