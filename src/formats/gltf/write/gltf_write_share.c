/* A hash table of contents, with which each accessor is compared before it is stored. */
#include "formats/gltf/write/gltf_write_share.h"

#include "base/bytes.h"

enum {
    SHARE_FIRST_SLOTS = 2048,
    SHARE_GROWTH = 4,
    SHARE_PROBES = 32, /* content that needs more, such as crafted collisions, is not shared */
    SHARE_SAMPLES = 8  /* words of long content that are hashed */
};

/* Small, because the table is accessed randomly. */
typedef struct share_slot {
    uint32_t hash;
    uint32_t number; /* of an accessor, + 1; 0 = empty */
} share_slot;

/* A power of two. */
static uint32_t share_slot_count(const gaiti_gltf_store *store) {
    return (uint32_t)(store->slots.size / sizeof(share_slot));
}

static uint8_t *share_slot_at(const gaiti_gltf_store *store, uint32_t index) {
    return store->slots.data + (index & (share_slot_count(store) - 1)) * sizeof(share_slot);
}

/* Hash for finding candidates. Of long content only some words are used, for speed. Sizes are
 * multiples of four. */
static uint32_t share_hash(const uint8_t *bytes, size_t size, uint32_t seed) {
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    size_t step = size >= SHARE_SAMPLES * 16 ? size / SHARE_SAMPLES & ~(size_t)7 : 8;
    uint64_t hash = (seed ^ size << 4 ^ (uint64_t)gaiti_load_u32(bytes + size - 4) << 32) * odd;
    for (size_t at = 0; at + 8 <= size; at += step) {
        uint64_t mixed = (gaiti_load_u64(bytes + at) ^ seed) * odd;
        hash = (hash << 23 | hash >> 41) + (mixed ^ mixed >> 32);
    }
    return (uint32_t)(hash * odd >> 32);
}

static size_t share_size(const gaiti_gltf_accessor *place) {
    return (size_t)place->count * gaiti_gltf_element_size((gaiti_gltf_kind)place->kind);
}

static bool share_is_same(const gaiti_gltf_store *store, uint32_t number,
                          const gaiti_gltf_accessor *place) {
    gaiti_gltf_accessor other;
    memcpy(&other, store->accessors.data + (size_t)number * sizeof other, sizeof other);
    const uint8_t *bytes = store->bytes[place->kind].data;
    return other.kind == place->kind && other.count == place->count &&
           memcmp(bytes + other.start, bytes + place->start, share_size(place)) == 0;
}

/* The slot of equal content, else the empty slot for it, or NULL after too many probes. */
static uint8_t *share_find(const gaiti_gltf_store *store, const gaiti_gltf_accessor *place,
                           uint32_t hash, share_slot *found) {
    for (uint32_t i = 0; i < SHARE_PROBES; i++) {
        uint8_t *at = share_slot_at(store, hash + i);
        memcpy(found, at, sizeof *found);
        if (found->number == 0 ||
            (found->hash == hash && share_is_same(store, found->number - 1, place))) {
            return at;
        }
    }
    return NULL;
}

static void share_reinsert(gaiti_gltf_store *store, const share_slot *slot) {
    for (uint32_t i = 0; i < SHARE_PROBES && slot->number; i++) {
        uint8_t *at = share_slot_at(store, slot->hash + i);
        share_slot other;
        memcpy(&other, at, sizeof other);
        if (other.number == 0) {
            memcpy(at, slot, sizeof *slot);
            break;
        }
    }
}

/* Grows the table so that it is at most half full. */
static bool share_grow(gaiti_gltf_store *store) {
    uint32_t count = share_slot_count(store);
    if (count && store->slots_used < count / 2) {
        return true;
    }
    gait_buffer old = store->slots;
    uint32_t grown = count ? count * SHARE_GROWTH : SHARE_FIRST_SLOTS;
    store->slots = (gait_buffer){.allocator = store->allocator};
    if (!gaiti_write_fill(&store->slots, 0, (size_t)grown * sizeof(share_slot))) {
        store->slots = old;
        store->status = GAIT_NO_MEMORY;
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        share_slot slot;
        memcpy(&slot, old.data + i * sizeof slot, sizeof slot);
        share_reinsert(store, &slot);
    }
    gait_buffer_free(&old);
    return true;
}

gaiti_gltf_content gaiti_gltf_last_content(const gaiti_gltf_store *store, gaiti_gltf_kind kind,
                                           uint32_t count) {
    const gait_buffer *bytes = &store->bytes[kind];
    gaiti_gltf_content content = {.place = {.count = count, .kind = (uint32_t)kind}};
    size_t size = share_size(&content.place);
    content.place.start = (uint32_t)(bytes->size - size);
    content.hash = share_hash(bytes->data + content.place.start, size, (uint32_t)kind);
    if (store->slots.size) {
        gaiti_prefetch(share_slot_at(store, content.hash));
    }
    return content;
}

uint32_t gaiti_gltf_resolve_content(gaiti_gltf_store *store, const gaiti_gltf_content *content) {
    gaiti_gltf_accessor place = content->place;
    size_t size = share_size(&place), *resolved = &store->resolved[place.kind];
    if (!share_grow(store)) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    if (place.start != *resolved) {
        uint8_t *bytes = store->bytes[place.kind].data;
        memmove(bytes + *resolved, bytes + place.start, size);
        place.start = (uint32_t)*resolved;
    }
    share_slot slot;
    uint8_t *at = share_find(store, &place, content->hash, &slot);
    if (at && slot.number > 0) {
        return slot.number - 1;
    }
    uint32_t number = gaiti_gltf_add_accessor(store, &place);
    if (number != GAITI_GLTF_NO_ACCESSOR) {
        *resolved += size;
    }
    if (at && number != GAITI_GLTF_NO_ACCESSOR) {
        slot = (share_slot){content->hash, number + 1};
        memcpy(at, &slot, sizeof slot);
        store->slots_used++;
    }
    return number;
}

void gaiti_gltf_trim(gaiti_gltf_store *store, gaiti_gltf_kind kind) {
    store->total -= store->bytes[kind].size - store->resolved[kind];
    store->bytes[kind].size = store->resolved[kind];
}

uint32_t gaiti_gltf_share(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count) {
    gaiti_gltf_content content = gaiti_gltf_last_content(store, kind, count);
    uint32_t number = gaiti_gltf_resolve_content(store, &content);
    gaiti_gltf_trim(store, kind);
    return number;
}
