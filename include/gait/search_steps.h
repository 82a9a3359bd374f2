/* Gait - skeleton search, one candidate at a time. */
#ifndef GAIT_SEARCH_STEPS_H
#define GAIT_SEARCH_STEPS_H

#include "gait/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A search for which candidates are passed one after the other, so that only one of them needs to
 * be open: gait_skeleton_search() in steps. */
typedef struct gait_search gait_search;

/* Begins a search. The pointers in `options` must stay valid until gait_search_end(). */
GAIT_API gait_status gait_search_begin(const gait_file *animation,
                                       const gait_search_options *options,
                                       gait_search **out_search);
/* Considers a candidate, which may be closed afterwards. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_search_add(gait_search *search, const gait_candidate *candidate);
/* True when no candidate of this or a later place can be better than those so far. */
GAIT_API bool gait_search_is_final(const gait_search *search);
/* Ends the search and frees it, also after a failure. Status and result as those of
 * gait_skeleton_search(). */
GAIT_API gait_status gait_search_end(gait_search *search, gait_search_result **out_result);
/* Like gait_search_result_skeleton(), but transfers the skeleton to the caller, who frees it. */
GAIT_API gait_skeleton *gait_search_result_detach_skeleton(gait_search_result *result);
/* Compares two entries of one result: negative when `a` is preferred, positive when `b` is. */
GAIT_API int gait_search_compare(const gait_search_entry *a, const gait_search_entry *b);

#ifdef __cplusplus
}
#endif
#endif
