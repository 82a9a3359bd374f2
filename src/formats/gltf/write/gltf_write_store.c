/* Collects the data of accessors by kind, and writes accessors and buffer views as JSON. */
#include "formats/gltf/write/gltf_write_store.h"

#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "base/number/number.h"
#include "formats/gltf/write/gltf_write_text.h"

enum {
    STORE_ITEM_MAX = 512,  /* bytes of the JSON of one accessor */
    STORE_BOUND_MAX = 3,   /* most components with bounds */
    STORE_VERTICES = 34962 /* target of views of vertex attributes */
};

/* Maximum size of the binary data in a GLB with its 32-bit lengths, leaving some for JSON and
 * headers. */
static const uint64_t store_total_max = UINT64_C(0xF0000000);

typedef struct store_kind {
    uint8_t element_size;
    uint8_t components; /* components with "min" and "max"; 0 = no bounds */
    uint16_t target;    /* of the buffer view; 0 = none */
    const char *text;   /* of the accessor */
} store_kind;

static const store_kind store_kinds[GAITI_GLTF_KIND_COUNT] = {
    [GAITI_GLTF_TIMES] = {4, 1, 0, ",\"componentType\":5126,\"type\":\"SCALAR\""},
    [GAITI_GLTF_ROTATIONS16] = {8, 0, 0,
                                ",\"componentType\":5122,\"normalized\":true,\"type\":\"VEC4\""},
    [GAITI_GLTF_ROTATIONS] = {16, 0, 0, ",\"componentType\":5126,\"type\":\"VEC4\""},
    [GAITI_GLTF_TRANSLATIONS] = {12, 0, 0, ",\"componentType\":5126,\"type\":\"VEC3\""},
    [GAITI_GLTF_INVERSE_BINDS] = {64, 0, 0, ",\"componentType\":5126,\"type\":\"MAT4\""},
    [GAITI_GLTF_POSITIONS] = {12, 3, STORE_VERTICES, ",\"componentType\":5126,\"type\":\"VEC3\""},
    [GAITI_GLTF_JOINTS] = {8, 0, STORE_VERTICES, ",\"componentType\":5123,\"type\":\"VEC4\""},
    [GAITI_GLTF_WEIGHTS] = {4, 0, STORE_VERTICES,
                            ",\"componentType\":5121,\"normalized\":true,\"type\":\"VEC4\""},
    [GAITI_GLTF_INDICES16] = {2, 0, 34963, ",\"componentType\":5123,\"type\":\"SCALAR\""},
    [GAITI_GLTF_INDICES32] = {4, 0, 34963, ",\"componentType\":5125,\"type\":\"SCALAR\""},
    [GAITI_GLTF_NORMALS] = {12, 0, STORE_VERTICES, ",\"componentType\":5126,\"type\":\"VEC3\""},
    [GAITI_GLTF_UVS] = {8, 0, STORE_VERTICES, ",\"componentType\":5126,\"type\":\"VEC2\""},
    [GAITI_GLTF_JOINTS8] = {4, 0, STORE_VERTICES, ",\"componentType\":5121,\"type\":\"VEC4\""},
    [GAITI_GLTF_FLOAT_WEIGHTS] = {16, 0, STORE_VERTICES,
                                  ",\"componentType\":5126,\"type\":\"VEC4\""},
};

void gaiti_gltf_store_init(gaiti_gltf_store *store, const gait_allocator *allocator) {
    memset(store, 0, sizeof *store);
    store->allocator = *allocator;
    store->json.allocator = *allocator;
    store->accessors.allocator = *allocator;
    store->slots.allocator = *allocator;
    for (int kind = 0; kind < GAITI_GLTF_KIND_COUNT; kind++) {
        store->bytes[kind].allocator = *allocator;
        store->views[kind] = -1;
    }
}

void gaiti_gltf_store_free(gaiti_gltf_store *store) {
    for (int kind = 0; kind < GAITI_GLTF_KIND_COUNT; kind++) {
        gait_buffer_free(&store->bytes[kind]);
    }
    gait_buffer_free(&store->json);
    gait_buffer_free(&store->accessors);
    gait_buffer_free(&store->slots);
}

size_t gaiti_gltf_element_size(gaiti_gltf_kind kind) {
    return store_kinds[kind].element_size;
}

uint8_t *gaiti_gltf_reserve(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count) {
    uint64_t size = (uint64_t)count * store_kinds[kind].element_size;
    if (size > store_total_max - store->total) {
        store->status = GAIT_LIMIT;
        return NULL;
    }
    uint8_t *elements = gaiti_extend(&store->bytes[kind], (size_t)size);
    if (!elements) {
        store->status = GAIT_NO_MEMORY;
        return NULL;
    }
    store->total += size;
    return elements;
}

bool gaiti_gltf_pad(gaiti_gltf_store *store, gaiti_gltf_kind kind) {
    size_t missing = (size_t)(-store->bytes[kind].size & 3);
    if (missing > 0 && !gaiti_write_fill(&store->bytes[kind], 0, missing)) {
        store->status = GAIT_NO_MEMORY;
        return false;
    }
    store->resolved[kind] += missing;
    store->total += missing;
    return true;
}

void gaiti_gltf_unreserve(gaiti_gltf_store *store, gaiti_gltf_kind kind, uint32_t count) {
    size_t size = (size_t)count * store_kinds[kind].element_size;
    store->bytes[kind].size -= size;
    store->total -= size;
}

void gaiti_gltf_copy_first(const gaiti_gltf_store *store, uint32_t number, uint8_t *out) {
    gaiti_gltf_accessor accessor;
    memcpy(&accessor, store->accessors.data + (size_t)number * sizeof accessor, sizeof accessor);
    memcpy(out, store->bytes[accessor.kind].data + accessor.start,
           store_kinds[accessor.kind].element_size);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static char *store_put_text(char *out, const char *text) {
    size_t size = strlen(text);
    memcpy(out, text, size);
    return out + size;
}

/* Called at the first use of a kind: assigns its buffer view index and the common start of its
 * accessors' JSON. */
static void store_begin_view(gaiti_gltf_store *store, gaiti_gltf_kind kind) {
    char *start = store->prefixes[kind];
    store->views[kind] = (int32_t)store->view_count++;
    char *end = GAITI_GLTF_WRITE(start, ",{\"bufferView\":");
    end = gaiti_gltf_write_u32(end, (uint32_t)store->views[kind]);
    end = store_put_text(end, store_kinds[kind].text);
    end = GAITI_GLTF_WRITE(end, ",\"byteOffset\":");
    store->prefix_sizes[kind] = (uint8_t)(end - start);
}

static char *store_put_bound(char *out, const float *bound, unsigned components) {
    for (unsigned j = 0; j < components; j++) {
        *out++ = j > 0 ? ',' : '[';
        out += gaiti_print_f32(out, bound[j]);
    }
    *out++ = ']';
    return out;
}

static inline char *store_put_bounds(char *out, const uint8_t *bytes, uint32_t count,
                                     unsigned components) {
    float min[STORE_BOUND_MAX], max[STORE_BOUND_MAX];
    for (unsigned j = 0; j < components; j++) {
        min[j] = max[j] = gaiti_load_f32(bytes + 4 * j);
    }
    for (uint32_t i = 1; i < count; i++) {
        bytes += 4 * components;
        for (unsigned j = 0; j < components; j++) {
            float value = gaiti_load_f32(bytes + 4 * j);
            min[j] = value < min[j] ? value : min[j];
            max[j] = value > max[j] ? value : max[j];
        }
    }
    out = GAITI_GLTF_WRITE(out, ",\"min\":");
    out = store_put_bound(out, min, components);
    out = GAITI_GLTF_WRITE(out, ",\"max\":");
    return store_put_bound(out, max, components);
}

static bool store_put_item(gaiti_gltf_store *store, gaiti_gltf_kind kind, size_t start,
                           uint32_t count) {
    const uint8_t *bytes = store->bytes[kind].data + start;
    unsigned components = store_kinds[kind].components;
    char *item = (char *)gaiti_extend(&store->json, STORE_ITEM_MAX);
    if (!item) {
        return false;
    }
    size_t skip = store->accessor_count == 0; /* the first comma */
    memcpy(item, store->prefixes[kind] + skip, GAITI_GLTF_PREFIX_MAX - 1);
    char *end = item + store->prefix_sizes[kind] - skip;
    end = gaiti_gltf_write_u32(end, (uint32_t)start);
    end = GAITI_GLTF_WRITE(end, ",\"count\":");
    end = gaiti_gltf_write_u32(end, count);
    if (components == STORE_BOUND_MAX) { /* a constant, for the optimizer */
        end = store_put_bounds(end, bytes, count, STORE_BOUND_MAX);
    } else if (components) {
        end = store_put_bounds(end, bytes, count, components);
    }
    *end++ = '}';
    store->json.size -= STORE_ITEM_MAX - (size_t)(end - item);
    return true;
}

uint32_t gaiti_gltf_add_accessor(gaiti_gltf_store *store, const gaiti_gltf_accessor *accessor) {
    gaiti_gltf_kind kind = (gaiti_gltf_kind)accessor->kind;
    if (store->views[kind] < 0) {
        store_begin_view(store, kind);
    }
    if (store->accessor_count == GAITI_GLTF_NO_ACCESSOR) {
        store->status = GAIT_LIMIT;
        return GAITI_GLTF_NO_ACCESSOR;
    }
    if (!gaiti_write(&store->accessors, accessor, sizeof *accessor) ||
        !store_put_item(store, kind, accessor->start, accessor->count)) {
        store->status = GAIT_NO_MEMORY;
        return GAITI_GLTF_NO_ACCESSOR;
    }
    store->counts[kind]++;
    return store->accessor_count++;
}

bool gaiti_gltf_write_views(const gaiti_gltf_store *store, gait_buffer *out) {
    uint64_t offsets[GAITI_GLTF_KIND_COUNT], offset = 0;
    int kinds[GAITI_GLTF_KIND_COUNT];
    for (int kind = 0; kind < GAITI_GLTF_KIND_COUNT; kind++) {
        offsets[kind] = offset;
        offset += store->bytes[kind].size;
        if (store->views[kind] >= 0) {
            kinds[store->views[kind]] = kind;
        }
    }
    for (uint32_t view = 0; view < store->view_count; view++) {
        int kind = kinds[view];
        char item[STORE_ITEM_MAX], *end = store_put_text(item, view > 0 ? ",{" : "{");
        end = GAITI_GLTF_WRITE(end, "\"buffer\":0,\"byteOffset\":");
        end = gaiti_gltf_write_u32(end, (uint32_t)offsets[kind]);
        end = GAITI_GLTF_WRITE(end, ",\"byteLength\":");
        end = gaiti_gltf_write_u32(end, (uint32_t)store->bytes[kind].size);
        /* Required for vertices if several accessors use the view. */
        if (store_kinds[kind].target == STORE_VERTICES && store->counts[kind] > 1) {
            end = GAITI_GLTF_WRITE(end, ",\"byteStride\":");
            end = gaiti_gltf_write_u32(end, store_kinds[kind].element_size);
        }
        if (store_kinds[kind].target) {
            end = GAITI_GLTF_WRITE(end, ",\"target\":");
            end = gaiti_gltf_write_u32(end, store_kinds[kind].target);
        }
        *end++ = '}';
        if (!gaiti_write(out, item, (size_t)(end - item))) {
            return false;
        }
    }
    return true;
}
