/* State and result of a search for a skeleton. */
#ifndef GAITI_SEARCH_STATE_H
#define GAITI_SEARCH_STATE_H

#include "base/memory.h"
#include "gait/clip.h"
#include "gait/search.h"

struct gait_search_result {
    gaiti_arena arena;
    gait_search_summary summary;
    /* summary.entries; capacity for all candidates and built-in skeletons. */
    gait_search_entry *entries;
    gait_skeleton *found; /* summary.tree if the search created it, else NULL */
    gait_skeleton *skeleton;
};

typedef struct gaiti_search {
    const gait_file *animation;
    const gait_candidate *candidates;
    uint32_t candidate_count;
    gait_search_options options;
    gait_options quiet; /* options.common without diagnostics */
    bool is_rtm;        /* plain or binarised */
    gaiti_arena scratch;
    const char **names; /* bone names of the file in UTF-8 */
    uint32_t name_count;
    gait_search_result *result;
} gaiti_search;

/* Coverage of the bones of the file by a skeleton. */
static inline gait_coverage gaiti_search_coverage(const gaiti_search *search,
                                                  const gait_skeleton *skeleton) {
    return gait_skeleton_coverage(skeleton, search->names, search->name_count);
}

/* Finds the built-in human skeleton whose body the file has; *out_human is NULL when it does not
 * match. Sets all members of `entry` except the texts. */
gait_status gaiti_search_human(gaiti_search *search, gait_search_entry *entry,
                               gait_skeleton **out_human);

/* Searches the file itself, the candidates and the built-in skeletons. GAIT_OK even if nothing is
 * found. */
gait_status gaiti_search_tree(gaiti_search *search);

/* Places the bones of result->skeleton at their pivots. */
gait_status gaiti_search_pivots(gaiti_search *search);

#endif
