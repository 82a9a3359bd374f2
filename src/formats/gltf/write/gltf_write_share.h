/* Deduplication of accessors: equal content is stored once. */
#ifndef GAITI_GLTF_WRITE_SHARE_H
#define GAITI_GLTF_WRITE_SHARE_H

#include "formats/gltf/write/gltf_write_store.h"

/* Elements at the end of a kind that have no accessor yet. The lookup in the hash table usually
 * misses the cache: the table entry is prefetched when the content is created and read when it is
 * resolved. */
typedef struct gaiti_gltf_content {
    gaiti_gltf_accessor place;
    uint32_t hash;
} gaiti_gltf_content;

/* Describes the last `count` elements of a kind, which must be filled. */
gaiti_gltf_content gaiti_gltf_last_content(const gaiti_gltf_store *store, gaiti_gltf_kind kind,
                                           uint32_t count);
/* Returns the accessor of the content: an earlier one with equal content, or a new one. The
 * contents of a kind must be resolved in the order of their creation, because bytes move to the
 * place of removed duplicates. GAITI_GLTF_NO_ACCESSOR when memory is exhausted. */
uint32_t gaiti_gltf_resolve_content(gaiti_gltf_store *store, const gaiti_gltf_content *content);
/* Frees the bytes that duplicates leave at the end of a kind, after all its contents are
 * resolved. */
void gaiti_gltf_trim(gaiti_gltf_store *store, gaiti_gltf_kind kind);

/* All three steps for the last `count` elements; no other content of the kind may be unresolved. */
uint32_t gaiti_gltf_share(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count);

#endif
