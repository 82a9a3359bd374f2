/* Files that may hold the skeleton of an animation: where they are, and in which order. */
#ifndef TOOL_SKELETON_CANDIDATES_H
#define TOOL_SKELETON_CANDIDATES_H

#include "gait/search.h"
#include "gait/search_steps.h"
#include "io/source.h"
#include "skeleton/skeleton_cache.h"

/* Where the models of an animation can be. */
typedef struct skeleton_places {
    text_list folders; /* that of the animation, then its parents up to the root of the mod */
    char *own;         /* the folder of the animation, absolute; NULL = unknown */
    char *root;        /* root of the mod, with a separator at its end; NULL = none was found */
    char *path;        /* path of the animation for gait_search_options.path; NULL for a stream */
} skeleton_places;

/* The root of a mod is the nearest folder that is called `meshes`, `gamedata` or `addons`, or has a
 * .git or a $PBOPREFIX$, at most eight levels up. Without one, it is the folder of the animation
 * alone, for an RTM also its two nearest parents. */
skeleton_places skeleton_places_of(const source *animation);
void skeleton_places_free(skeleton_places *self);

/* Adds models to a search: every model.cfg for an RTM, every .ogf for another file. First those in
 * and below extra->given, then those in the folders, then those below the root, the nearer ones
 * first, then those in and below the other folders of `cache`. Stops when no further model can be
 * better. Files that cannot be opened have no skeleton; with `verbose`, folders that cannot be
 * listed are logged.
 */
void skeleton_candidates_add(gait_search *search, const source *animation,
                             const skeleton_places *places, skeleton_cache *cache, bool verbose);

#endif
