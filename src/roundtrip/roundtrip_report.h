/* The report of a round trip, inside: what its steps made, one file each. */
#ifndef GAITI_ROUNDTRIP_REPORT_H
#define GAITI_ROUNDTRIP_REPORT_H

#include "base/memory.h"
#include "gait/metadata.h"
#include "roundtrip/roundtrip_edited_file.h"

struct gait_roundtrip_report {
    gaiti_arena arena;
    gait_options memory; /* for what the report owns: without diagnostics */
    const gait_file *base_file, *edited_file;
    const gait_skeleton *skeleton; /* NULL = none was found */
    gait_skeleton *owned_skeleton; /* the same, unless it is the caller's */
    gaiti_edited_gltf edited;
    gait_base_file *base;
    gait_diff *diff; /* NULL = not compared */
    gait_roundtrip_overview overview;
    gait_roundtrip_clip_result *clips; /* per clip of `back` */
    gait_clip **metadata; /* the same: what differs from the base, of gait_metadata_compare() */
};

/* NULL, and why, when there is no memory. */
gait_roundtrip_report *gaiti_roundtrip_report_new(const gait_options *memory,
                                                  gait_status *out_status);

/* Fills `clips` and `overview` from `base`, `edited` and `back`. */
gait_status gaiti_roundtrip_list_clips(gait_roundtrip_report *report);

/* --- the steps that follow ---------------------------------------------------------------------
 */

/* Finds what the metadata of the edited file says otherwise than the base (roundtrip_metadata.c).
 */
gait_status gaiti_roundtrip_compare_metadata(gait_roundtrip_report *report);
/* Decides what happens to each clip, and sets overview.problem when that is nothing
 * (roundtrip_outcome.c). */
void gaiti_roundtrip_decide(gait_roundtrip_report *report, const gait_roundtrip_options *options);
/* Appends the base with the changes in it (roundtrip_apply.c). */
gait_status gaiti_roundtrip_apply(gait_roundtrip_report *report,
                                  const gait_roundtrip_options *options, gait_buffer *out);
/* Compares the result with the edited file (roundtrip_rounding.c). */
gait_status gaiti_roundtrip_find_rounding(gait_roundtrip_report *report,
                                          const gait_roundtrip_options *options, gait_span result);

/* Puts keys in phases where the export was told to put them (roundtrip_metadata.c). */
gait_status gaiti_roundtrip_place_keys(const gait_roundtrip_report *report, gait_base_file *base);

#endif
