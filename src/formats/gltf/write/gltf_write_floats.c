/* Conversion between channels and little-endian floats. */
#include <string.h>

#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_keys.h"

/* Swaps the bytes of each float on big-endian machines. */
static void floats_swap(uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count && !gaiti_gltf_machine_is_little(); i++) {
        float value = gaiti_load_f32(bytes + i * sizeof value);
        memcpy(bytes + i * sizeof value, &value, sizeof value);
    }
}

void gaiti_gltf_load_floats(const gait_channel *channel, uint32_t first, uint32_t count,
                            unsigned width, void *out) {
    const uint8_t *from = channel->data + (size_t)first * channel->stride;
    size_t key_size = width * sizeof(float);
    if (channel->stride == key_size) {
        memcpy(out, from, count * key_size);
    } else {
        for (uint32_t i = 0; i < count; i++) {
            memcpy((uint8_t *)out + i * key_size, from + (size_t)i * channel->stride, key_size);
        }
    }
    if (channel->element != GAIT_F32) {
        floats_swap(out, (size_t)count * width);
    }
}

void gaiti_gltf_store_floats(const void *floats, uint32_t count, uint8_t *out) {
    memcpy(out, floats, count * sizeof(float));
    floats_swap(out, count);
}

bool gaiti_gltf_is_ready(const gait_channel *channel, unsigned width) {
    bool floats = channel->element == GAIT_F32 || channel->element == GAIT_F32_LE;
    return floats && gaiti_gltf_machine_is_little() &&
           (channel->stride == width * sizeof(float) || channel->count == 1);
}

bool gaiti_gltf_is_constant(const uint8_t *keys, uint32_t count, size_t size) {
    return count <= 1 || (gaiti_load_u64(keys) == gaiti_load_u64(keys + size) &&
                          memcmp(keys, keys + size, (count - 1) * size) == 0);
}
