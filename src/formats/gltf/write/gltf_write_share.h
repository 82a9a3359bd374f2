/* Accessors of equal content are one. */
#ifndef GAITI_GLTF_WRITE_SHARE_H
#define GAITI_GLTF_WRITE_SHARE_H

#include "formats/gltf/write/gltf_write_store.h"

/* Elements at the end of a kind that have no accessor yet. To look for equal ones takes a line of
 * memory that is far away: it is asked for when they are noted, and used when they are resolved. */
typedef struct gaiti_gltf_content {
    gaiti_gltf_accessor place;
    uint32_t hash;
} gaiti_gltf_content;

/* The last `count` elements of a kind, all filled. */
gaiti_gltf_content gaiti_gltf_last_content(const gaiti_gltf_store *store, gaiti_gltf_kind kind,
                                           uint32_t count);
/* The accessor of noted elements: an earlier one with equal content, or a new one. What was noted
 * of a kind is resolved in that order; bytes move to where shared ones were. GAITI_GLTF_NO_ACCESSOR
 * when there is no memory. */
uint32_t gaiti_gltf_resolve_content(gaiti_gltf_store *store, const gaiti_gltf_content *content);
/* Takes back what shared elements leave at the end of a kind, once all of it is resolved. */
void gaiti_gltf_trim(gaiti_gltf_store *store, gaiti_gltf_kind kind);

/* All of that at once, where nothing else of the kind waits. */
uint32_t gaiti_gltf_share(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count);

#endif
