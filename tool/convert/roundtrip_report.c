/* Messages and the JSON document about a round trip. */
#include "convert/convert.h"

#include <stdlib.h>

#include "base/base.h"
#include "gait/report.h"
#include "gait/matched_joints.h"
#include "skeleton/skeleton.h"

enum { MAX_NAMES = 4 };

/* Returns a new text: the name of a bone without a joint and, with `shows_nearest`, the nearest
 * name of a joint. */
static char *missing_name(const round_trip *trip, const gait_skeleton *skeleton, uint32_t bone,
                          bool shows_nearest) {
    const char *name = skeleton->bones[bone].name;
    int32_t nearest = shows_nearest ? gait_roundtrip_report_nearest_joint(trip->report, bone) : -1;
    return nearest < 0
               ? text_copy(name)
               : text_format("%s (%s?)", name,
                             gait_roundtrip_report_joint(trip->report, (uint32_t)nearest).name);
}

static void roundtrip_report_log_missing(const round_trip *trip) {
    text_list names = {0};
    const gait_skeleton *skeleton = gait_roundtrip_report_summary(trip->report).skeleton;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (gait_roundtrip_report_joint_of(trip->report, b) < 0) {
            text_list_add(&names, missing_name(trip, skeleton, b, names.count < MAX_NAMES));
        }
    }
    char *few = text_list_join_first(&names, MAX_NAMES, " and");
    if (names.count > 0) {
        log_warning(source_label(trip->job->in), "%zu missing bone%s, kept as in the base: %s",
                    names.count, text_plural(names.count), few);
    }
    free(few);
    text_list_free(&names, true);
}

static void log_unused(const round_trip *trip) {
    text_list names = {0};
    uint32_t count = gait_roundtrip_report_summary(trip->report).joint_count;
    for (uint32_t j = 0; j < count; j++) {
        gait_roundtrip_joint joint = gait_roundtrip_report_joint(trip->report, j);
        if (joint.bone < 0) {
            text_list_add(&names, joint.name);
        }
    }
    char *few = text_list_join_first(&names, MAX_NAMES, " and");
    if (names.count > 0) {
        log_note("%zu joint%s no bone in the base: %s", names.count,
                 names.count == 1 ? " has" : "s have", few);
    }
    free(few);
    text_list_free(&names, false);
}

/* With a different rest pose all motions of a bank change, although none was edited. The matrices
 * of RTM are relative to the rest pose and do not change. */
static void log_other_rest(const round_trip *trip) {
    if (trip->overview.comparison.notes & GAIT_DIFF_OTHER_REST &&
        trip->overview.outcomes[GAIT_ROUNDTRIP_CHANGED] > 0 && !source_is_rtm(trip->base)) {
        log_warning(source_label(trip->job->in),
                    "its rest pose differs from that of %s; this changes the motions",
                    source_label(trip->base));
        log_hint("pass the same --skeleton as for the export");
    }
}

void roundtrip_print_json(const round_trip *trip) {
    gait_buffer json = {0};
    gait_roundtrip_files files = {.in = trip->job->in->path,
                                  .base = trip->base->path,
                                  .out = trip->job->library.name,
                                  .is_written = trip->is_written};
    gait_status status = gait_report_roundtrip(trip->report, &files, &json);
    result_json(status, &json);
    result_json_raw("\n");
    gait_buffer_free(&json);
}

/* Logs how many clips of each outcome were not named. */
static void log_unnamed(const round_trip *trip) {
    static const struct {
        gait_roundtrip_outcome outcome;
        const char *what;
    } kinds[] = {{GAIT_ROUNDTRIP_KEPT, "missing, kept as in the base"},
                 {GAIT_ROUNDTRIP_DROPPED, "removed"},
                 {GAIT_ROUNDTRIP_ADDED, "added"},
                 {GAIT_ROUNDTRIP_LEFT_OUT, "new, left out"}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        unsigned count = trip->overview.outcomes[kinds[i].outcome];
        if (count > ROUNDTRIP_MAX_CLIPS && !trip->job->options->common.verbose) {
            log_note("%u more clip%s: %s (-v lists them)", count - ROUNDTRIP_MAX_CLIPS,
                     text_plural(count - ROUNDTRIP_MAX_CLIPS), kinds[i].what);
        }
    }
}

static void log_compared(const round_trip *trip) {
    unsigned before[GAIT_ROUNDTRIP_OUTCOME_COUNT] = {0};
    bool is_refused = trip->overview.rule != NULL;
    roundtrip_log_file_notes(&trip->overview.comparison);
    roundtrip_report_log_missing(trip);
    if (trip->overview.kept_events > 0) { /* without metadata, edited events are unknown */
        log_note(
            "%s contains no events: the events of the base are kept (Blender exports events only "
            "if \"Custom Properties\" is on in its export options)",
            source_label(trip->job->in));
    }
    if (trip->overview.has_other_parts) {
        log_warning(source_label(trip->job->in),
                    "its parts differ from those of %s; parts are not applied",
                    source_label(trip->base));
    }
    if (trip->overview.has_other_mesh) {
        log_note("the mesh in %s was changed; changes of meshes are not applied",
                 source_label(trip->job->in));
    }
    log_unused(trip);
    bool has_hint = false;
    for (uint32_t i = 0; i < gait_roundtrip_report_clip_count(trip->report); i++) {
        gait_roundtrip_clip_result clip = gait_roundtrip_report_clip(trip->report, i);
        if (is_refused && clip.outcome != GAIT_ROUNDTRIP_REFUSED) {
            continue; /* nothing is written */
        }
        roundtrip_log_clip(trip, i, before[clip.outcome]++);
        bool looks_renamed =
            clip.new_name && clip.diff.clip >= 0 && clip.outcome != GAIT_ROUNDTRIP_RENAMED;
        if (looks_renamed && !has_hint) {
            log_hint("--add-new --drop-missing renames a clip: it keeps its place and parameters");
            has_hint = true;
        }
    }
    if (!is_refused) {
        log_unnamed(trip);
    }
    log_other_rest(trip);
}

/* The clips are known unless an earlier step failed, or no joint has the name of a bone. */
int roundtrip_log(const round_trip *trip) {
    const gait_rule *rule = trip->overview.rule;
    if (trip->overview.is_compared && !refusal_is(rule, "RTP004")) {
        log_compared(trip);
    }
    uint32_t count = rule ? 0 : gait_roundtrip_report_clip_count(trip->report);
    for (uint32_t i = 0; i < count; i++) {
        roundtrip_log_losses(trip, i);
    }
    source_log_diagnostics(trip->base);
    if (refusal_is(rule, "CNV024")) {
        skeleton_log_needs(trip->base);
    }
    for (uint32_t i = 0; i < count; i++) {
        roundtrip_log_rounding(trip, i);
    }
    return exit_of_refusal(rule, trip->status);
}
