/* Lists of motions, and the names and places of merged motions: the same for banks and SDK motions
 * (docs/formats/omf.md#merging). */
#ifndef GAITI_XRAY_MERGE_H
#define GAITI_XRAY_MERGE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "gait/bank_edit.h"
#include "gait/omf.h"

#define GAITI_MERGE_SKIPPED UINT32_MAX

/* What becomes of one merged motion. */
typedef struct gaiti_merge_step {
    uint32_t source; /* index in the merged file */
    uint32_t target; /* index in the result; GAITI_MERGE_SKIPPED = it is not copied */
    gait_span name;
} gaiti_merge_step;

/* The motions of a file, with the name of each in an array of its structs. */
typedef struct gaiti_merge_names {
    const gait_span *first;
    size_t stride;
    uint32_t count;
} gaiti_merge_names;

typedef struct gaiti_merge {
    gaiti_arena *arena; /* of the result; for new names */
    gaiti_arena scratch;
    gaiti_report report; /* without offsets: a refusal concerns both files */
    gait_merge_options options;
    gaiti_rule equal_name, bad_name; /* the rules to raise */
    uint32_t code_page;              /* of the names; 0 = 1251 */
    uint32_t count;                  /* of `steps` */
    gaiti_merge_step *steps;
    gait_merged merged;
} gaiti_merge;

/* Converts the name of a motion to a code page (0 = 1251) in the arena. Raises `bad_name` when
 * motions cannot have this name. */
gait_status gaiti_encode_motion_name(const char *name, uint32_t code_page, gaiti_rule bad_name,
                                     const gaiti_report *report, gaiti_arena *arena,
                                     gait_span *out_name);
/* The number of bytes that are lost when `kept` is stored instead: 0 if they are equal. */
uint64_t gaiti_count_lost(gait_span bytes, gait_span kept);
/* True when `motions` are indices below `total`, none of them twice. False also when out of memory,
 * which sets scratch->status. */
bool gaiti_is_selection(const uint32_t *motions, uint32_t count, uint32_t total,
                        gaiti_arena *scratch);
/* Sets the members up to `options`, which may be NULL. The caller frees `scratch`. */
void gaiti_merge_init(gaiti_merge *merge, gaiti_arena *arena, const gait_merge_options *options,
                      gait_diagnostics *diagnostics);
/* Makes one step per motion of the options, or per motion of the file if they list none. All steps
 * are skipped. GAIT_BAD_ARGUMENT when the list is not valid. */
gait_status gaiti_merge_select(gaiti_merge *merge, gaiti_merge_names from);
/* Applies the rule for equal names: sets the targets of all steps, new names, and `merged`. `to`
 * are the motions that are merged into. After a refusal, all refusals have been raised. */
gait_status gaiti_merge_plan(gaiti_merge *merge, gaiti_merge_names to);

#endif
