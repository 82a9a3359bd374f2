/* A search in progress, and its result. */
#ifndef GAITI_SEARCH_STATE_H
#define GAITI_SEARCH_STATE_H

#include "base/memory.h"
#include "gait/clip.h"
#include "gait/search.h"

struct gait_search_result {
    gaiti_arena arena;
    gait_search_summary summary;
    gait_search_entry
        *entries;            /* summary.entries; room for all candidates and built-in skeletons */
    gait_search_entry *used; /* summary.used */
    gait_skeleton *found;    /* summary.tree when the search made it; else NULL */
    gait_skeleton *skeleton;
};

typedef struct gaiti_search {
    const gait_file *animation;
    const gait_candidate *candidates;
    uint32_t candidate_count;
    gait_search_options options;
    gait_options quiet; /* options.base without diagnostics */
    bool is_rtm;        /* plain or binarised */
    gaiti_arena scratch;
    const char **names; /* bones of the file, UTF-8 */
    uint32_t name_count;
    gait_search_result *result;
} gaiti_search;

/* How well a skeleton covers the bones of the file. */
static inline gait_coverage gaiti_search_coverage(const gaiti_search *search,
                                                  const gait_skeleton *skeleton) {
    return gait_skeleton_coverage(skeleton, search->names, search->name_count);
}

/* The built-in human whose body the bones of the file are; *out_human is NULL when it does not fit.
 * Fills what `entry` has about the built-in skeleton, but no texts. */
gait_status gaiti_search_human(gaiti_search *search, gait_search_entry *entry,
                               gait_skeleton **out_human);

/* Looks for a skeleton: the file's own, candidates, built-in ones. GAIT_OK also when there is none.
 */
gait_status gaiti_search_tree(gaiti_search *search);

/* Puts the bones of result->skeleton where they turn. */
gait_status gaiti_search_pivots(gaiti_search *search);

#endif
