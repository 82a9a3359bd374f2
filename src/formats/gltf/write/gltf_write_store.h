/* The binary data of a glTF and its accessors. Each kind of data has a growing buffer, which
 * becomes one buffer view. */
#ifndef GAITI_GLTF_WRITE_STORE_H
#define GAITI_GLTF_WRITE_STORE_H

#include "gait/base.h"

typedef enum gaiti_gltf_kind {
    GAITI_GLTF_TIMES = 0,
    GAITI_GLTF_ROTATIONS16,
    GAITI_GLTF_ROTATIONS,
    GAITI_GLTF_TRANSLATIONS,
    GAITI_GLTF_INVERSE_BINDS,
    GAITI_GLTF_POSITIONS,
    GAITI_GLTF_JOINTS,
    GAITI_GLTF_WEIGHTS,
    GAITI_GLTF_INDICES16,
    GAITI_GLTF_INDICES32,
    GAITI_GLTF_NORMALS,
    GAITI_GLTF_UVS,
    GAITI_GLTF_JOINTS8,
    GAITI_GLTF_FLOAT_WEIGHTS,
    GAITI_GLTF_KIND_COUNT
} gaiti_gltf_kind;

enum {
    GAITI_GLTF_PREFIX_MAX = 112,
    GAITI_GLTF_KEY_MAX = 16 /* bytes of a key of an animation */
};

/* What an accessor holds. */
typedef struct gaiti_gltf_accessor {
    uint32_t start; /* byte offset in its kind */
    uint32_t count; /* elements */
    uint32_t kind;
} gaiti_gltf_accessor;

typedef struct gaiti_gltf_store {
    gait_allocator allocator;
    gait_status status; /* why the last request failed */
    gait_buffer bytes[GAITI_GLTF_KIND_COUNT];
    int32_t views[GAITI_GLTF_KIND_COUNT]; /* index of the buffer view, -1 = unused */
    char prefixes[GAITI_GLTF_KIND_COUNT][GAITI_GLTF_PREFIX_MAX]; /* start of accessors' JSON */
    uint8_t prefix_sizes[GAITI_GLTF_KIND_COUNT];
    uint32_t counts[GAITI_GLTF_KIND_COUNT]; /* accessors of each kind */
    uint32_t view_count;
    uint64_t total;        /* all bytes */
    gait_buffer json;      /* the items of "accessors", comma-separated */
    gait_buffer accessors; /* array of gaiti_gltf_accessor */
    uint32_t accessor_count;
    size_t resolved[GAITI_GLTF_KIND_COUNT]; /* leading bytes that belong to accessors */
    gait_buffer slots; /* hash table of accessors by content (gltf_write_share.c) */
    uint32_t slots_used;
} gaiti_gltf_store;

#define GAITI_GLTF_NO_ACCESSOR UINT32_MAX

void gaiti_gltf_store_init(gaiti_gltf_store *store, const gait_allocator *allocator);
void gaiti_gltf_store_free(gaiti_gltf_store *store);

/* Bytes of one element. */
size_t gaiti_gltf_element_size(gaiti_gltf_kind kind);

/* Appends `count` uninitialised elements to a kind, to be filled and then passed to
 * gaiti_gltf_share(). NULL when memory is exhausted or the data would exceed the limit of a GLB. */
uint8_t *gaiti_gltf_reserve(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count);
/* Appends zeros that belong to no accessor, so that the size of the kind is a multiple of four. All
 * its content must have accessors. False when out of memory. */
bool gaiti_gltf_pad(gaiti_gltf_store *store, gaiti_gltf_kind kind);
/* Removes the last `count` elements. */
void gaiti_gltf_unreserve(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count);

/* Adds an accessor; times and positions get the bounds that glTF requires. Returns
 * GAITI_GLTF_NO_ACCESSOR when memory is exhausted or there are too many accessors. */
uint32_t gaiti_gltf_add_accessor(gaiti_gltf_store *store, const gaiti_gltf_accessor *accessor);

/* Copies the first element of an accessor. */
void gaiti_gltf_copy_first(const gaiti_gltf_store *store, uint32_t number, uint8_t *out);

/* Appends the items of "bufferViews". False when memory is exhausted. */
bool gaiti_gltf_write_views(const gaiti_gltf_store *store, gait_buffer *out);

#endif
