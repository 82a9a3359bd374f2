/* State and result of a search for a skeleton. */
#ifndef GAITI_SEARCH_STATE_H
#define GAITI_SEARCH_STATE_H

#include "base/memory.h"
#include "base/text/names.h"
#include "formats/abilities.h"
#include "ops/name_match.h"
#include "gait/search.h"
#include "gait/search_steps.h"
#include "gait/joints.h"

struct gait_search_result {
    gaiti_arena arena;
    gait_search_summary summary;
    gait_search_entry *entries; /* summary.entries */
    uint32_t entry_capacity;
    int32_t used, nearest;  /* indices of summary.used and summary.nearest; -1 = none */
    uint64_t *rests;        /* one per entry: hash of the rest pose of a candidate */
    uint32_t rest_capacity; /* of `rests` */
    gait_skeleton *found;   /* summary.tree if the search created it, else NULL */
    gait_skeleton *nearest_tree;
    gait_recovered *motion; /* summary.motion */
    gait_skeleton *skeleton;
};

struct gait_search {
    gaiti_arena arena; /* temporary memory */
    const gait_file *animation;
    gait_search_options options;
    gait_options quiet;    /* options.common without diagnostics */
    bool is_rtm;           /* plain or binarised */
    bool is_decided;       /* the skeleton is given or in the file: candidates are not considered */
    bool is_nearest_named; /* the nearest candidate refers to the file */
    uint32_t candidate_count;
    const char **names; /* bone names of the file in UTF-8 */
    uint32_t name_count;
    gait_span *spans;     /* the same names as stored, if they are in CP1251; else NULL */
    gaiti_names span_set; /* of `spans` */
    const char *stem; /* file name in options.path, without folder and extension; "" = unknown */
    const char **left_out; /* bones of the file that the skeleton found lacks, and that have no pose
                              without it */
    uint32_t left_out_count;
    bool leaves_out; /* they are left out; else the skeleton cannot be bound */
    gait_status status;
    gait_search_result *result;
};

/* Coverage of the bones of the file by a skeleton. */
static inline gait_coverage gaiti_search_coverage(const gait_search *search,
                                                  const gait_skeleton *skeleton) {
    return gaiti_skeleton_coverage(skeleton, search->names, search->name_count);
}

/* Finds the built-in human skeleton whose body the file has; *out_human is NULL when it does not
 * match. Sets all members of `entry` except the texts. */
gait_status gaiti_search_human(gait_search *search, gait_search_entry *entry,
                               gait_skeleton **out_human);

/* The file name in a path, without folder and extension. NULL when memory is exhausted. */
const char *gaiti_search_stem(gaiti_arena *arena, const char *path);

/* Selects the skeleton that is given or in the file itself, if there is one. */
gait_status gaiti_search_begin(gait_search *search);
/* Considers a candidate. */
gait_status gaiti_search_consider(gait_search *search, const gait_candidate *candidate);
/* Uses the nearest candidate if no other skeleton is used, and bones that it lacks are left out. */
void gaiti_search_use_nearest(gait_search *search);
/* Considers the built-in skeletons if no candidate is used. */
gait_status gaiti_search_builtins(gait_search *search);
/* Recovers the skeleton of a plain RTM from its motion if none was found, or if that is the only
 * source. */
gait_status gaiti_search_motion(gait_search *search);
/* Refuses a recovered skeleton in several trees for records, and warns about one that is used. */
gait_status gaiti_search_check_records(gait_search *search);

/* Makes result->skeleton. A file without clips has nothing to bind, so the skeleton found is
 * copied.
 */
gait_status gaiti_search_bind(gait_search *search);
/* True when the bones of the file that `tree` has can be shown without the others, whose poses are
 * unknown: they are most of its bones, and their ancestors in `tree` are in the file, too. `tree`
 * is that of the caller, or the nearest one. */
bool gaiti_search_shows_part(gait_search *search, const gait_skeleton *tree);

/* Places the bones of result->skeleton at their pivots. */
gait_status gaiti_search_pivots(gait_search *search);

/* True for a model without bones, which would match every skeleton. */
static inline bool gaiti_search_is_static(const gait_search *search) {
    return search->name_count == 0 && gaiti_file_has(search->animation, GAIT_HAS_BANK);
}

/* True for a model without clips and banks, whose bones are those of its skeleton. */
static inline bool gaiti_search_is_mesh(const gait_search *search) {
    return gaiti_file_has(search->animation, GAIT_HAS_MESH) &&
           !gaiti_file_has(search->animation, GAIT_HAS_CLIPS);
}

/* True for an RTM whose keys are relative to the parents. */
static inline bool gaiti_search_has_records(const gait_search *search) {
    return gaiti_format_has_records(gait_file_format(search->animation));
}

/* True when the caller asks to leave out bones of a motion. */
static inline bool gaiti_search_asks_to_leave_out(const gait_search *search) {
    return search->options.missing_bones == GAIT_MISSING_LEAVE_OUT &&
           gaiti_file_has(search->animation, GAIT_HAS_MOTIONS);
}

#endif
