/* Writing images of textures (docs/formats/gltf.md#textures). */
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "formats/gltf/write/gltf_writer.h"

enum { IMAGE_LINEAR = 9729, IMAGE_LINEAR_MIPMAPS = 9987 }; /* filters of a sampler */

/* "image/png", "image/jpeg", or NULL for other content. */
static const char *image_type(gait_span bytes) {
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t jpeg[] = {0xFF, 0xD8, 0xFF};
    bool is_png = bytes.size > sizeof png && memcmp(bytes.data, png, sizeof png) == 0;
    bool is_jpeg = bytes.size > sizeof jpeg && memcmp(bytes.data, jpeg, sizeof jpeg) == 0;
    return is_png ? "image/png" : is_jpeg ? "image/jpeg" : NULL;
}

gait_status gaiti_gltf_writer_set_images(gaiti_gltf_writer *gltf,
                                         const gaiti_gltf_texture_image *images, uint32_t count) {
    if (!gltf || (!images && count > 0) || gltf->has_model || gltf->images) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!images[i].texture || !gaiti_is_span(images[i].bytes)) {
            return GAIT_BAD_ARGUMENT;
        }
    }
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    gait_span *names = gaiti_alloc(&gltf->arena, count, sizeof *names);
    gltf->images = gaiti_alloc(&gltf->arena, (uint64_t)count + 1, sizeof *gltf->images);
    gltf->used_images = gaiti_alloc(&gltf->arena, count, sizeof *gltf->used_images);
    if (!names || !gltf->images || !gltf->used_images ||
        !gaiti_names_init(&gltf->image_names, &gltf->arena, names, count)) {
        return gaiti_gltf_fail(gltf, gltf->arena.status);
    }
    for (uint32_t i = 0; i < count; i++) {
        gaiti_gltf_image *image = &gltf->images[i];
        *image = (gaiti_gltf_image){.bytes = images[i].bytes,
                                    .type = image_type(images[i].bytes),
                                    .texture = gaiti_copy_text(&gltf->arena, images[i].texture)};
        if (!image->texture) {
            return gaiti_gltf_fail(gltf, gltf->arena.status);
        }
        names[i] = gaiti_span(image->texture, strlen(image->texture));
        if (image->type && image->bytes.size <= GAIT_IMAGE_MAX) {
            gaiti_names_add(&gltf->image_names, i);
        }
    }
    return GAIT_OK;
}

uint32_t gaiti_gltf_use_image(gaiti_gltf_writer *gltf, const char *texture) {
    gait_span name = gaiti_span(texture, strlen(texture));
    int32_t found = gltf->images ? gaiti_names_find(&gltf->image_names, name) : -1;
    if (found < 0) {
        return UINT32_MAX;
    }
    gaiti_gltf_image *image = &gltf->images[found];
    if (!image->is_used) {
        image->is_used = true;
        image->index = gltf->used_image_count;
        gltf->used_images[gltf->used_image_count++] = (uint32_t)found;
        gltf->image_bytes += (image->bytes.size + 3) & ~(uint64_t)3;
    }
    return image->index;
}

void gaiti_gltf_write_image_views(const gaiti_gltf_writer *gltf, gaiti_json *json) {
    uint64_t offset = gltf->store.total;
    for (uint32_t i = 0; i < gltf->used_image_count; i++) {
        uint64_t size = gltf->images[gltf->used_images[i]].bytes.size;
        if (i == 0) { /* `json` does not count the views before */
            json->failed |= !gaiti_write_u8(json->out, ',');
        }
        gaiti_json_open(json, '{');
        gaiti_json_member_uint(json, "buffer", 0);
        gaiti_json_member_uint(json, "byteOffset", offset);
        gaiti_json_member_uint(json, "byteLength", size);
        gaiti_json_close(json, '}');
        offset += (size + 3) & ~(uint64_t)3;
    }
}

void gaiti_gltf_write_images(const gaiti_gltf_writer *gltf, gaiti_json *json) {
    if (gltf->used_image_count == 0) {
        return;
    }
    gaiti_json_member_open(json, "images", '[');
    for (uint32_t i = 0; i < gltf->used_image_count; i++) {
        const gaiti_gltf_image *image = &gltf->images[gltf->used_images[i]];
        gaiti_json_open(json, '{');
        gaiti_json_member_uint(json, "bufferView", gltf->store.view_count + i);
        gaiti_json_member_text(json, "mimeType", image->type);
        gaiti_json_member_text(json, "name", image->texture);
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
    gaiti_json_member_open(json, "samplers", '[');
    gaiti_json_open(json, '{');
    gaiti_json_member_uint(json, "magFilter", IMAGE_LINEAR);
    gaiti_json_member_uint(json, "minFilter", IMAGE_LINEAR_MIPMAPS);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, ']');
    gaiti_json_member_open(json, "textures", '[');
    for (uint32_t i = 0; i < gltf->used_image_count; i++) {
        gaiti_json_open(json, '{');
        gaiti_json_member_uint(json, "sampler", 0);
        gaiti_json_member_uint(json, "source", i);
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}
