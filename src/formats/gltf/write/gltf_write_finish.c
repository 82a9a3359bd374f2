/* Output of the finished file: JSON and binary data as .glb, or as .gltf and .bin. */
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "formats/gltf/write/gltf_writer.h"

enum {
    FINISH_GLB_MAGIC = 0x46546C67,
    FINISH_CHUNK_JSON = 0x4E4F534A,
    FINISH_CHUNK_BIN = 0x4E4942,
    FINISH_OTHER_PIECES = 32
};

/* The parts of the file in order. */
typedef struct finish_pieces {
    gait_span *parts; /* array with sufficient capacity */
    uint32_t count;
    uint64_t size;
} finish_pieces;

/* Reserves pieces: two per animation and per image, and some others. */
static gait_status finish_begin(gaiti_gltf_writer *gltf, finish_pieces *pieces) {
    uint64_t needed =
        ((uint64_t)gltf->animation_count + gltf->used_image_count) * 2 + FINISH_OTHER_PIECES;
    if (needed > gltf->piece_capacity) {
        gltf->piece_capacity = 0;
        gltf->pieces = gaiti_alloc(&gltf->arena, needed, sizeof *gltf->pieces);
    }
    if (!gltf->pieces) {
        return GAIT_NO_MEMORY;
    }
    gltf->piece_capacity =
        (uint32_t)(needed > gltf->piece_capacity ? needed : gltf->piece_capacity);
    *pieces = (finish_pieces){.parts = gltf->pieces};
    return GAIT_OK;
}

static void finish_add(finish_pieces *pieces, const void *data, size_t size) {
    if (size > 0) {
        pieces->parts[pieces->count++] = (gait_span){data, size};
        pieces->size += size;
    }
}

static void finish_add_text(finish_pieces *pieces, const char *text) {
    finish_add(pieces, text, strlen(text));
}

static void finish_add_buffer(finish_pieces *pieces, const gait_buffer *buffer) {
    finish_add(pieces, buffer->data, buffer->size);
}

/* The size of every kind of data is a multiple of four; images are padded. */
static void finish_add_data(finish_pieces *pieces, const gaiti_gltf_writer *gltf) {
    static const uint8_t zeros[4] = {0};
    for (int kind = 0; kind < GAITI_GLTF_KIND_COUNT; kind++) {
        finish_add_buffer(pieces, &gltf->store.bytes[kind]);
    }
    for (uint32_t i = 0; i < gltf->used_image_count; i++) {
        gait_span bytes = gltf->images[gltf->used_images[i]].bytes;
        finish_add(pieces, bytes.data, bytes.size);
        finish_add(pieces, zeros, (size_t)(-bytes.size & 3));
    }
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void finish_put_armature(const gaiti_gltf_writer *gltf, gaiti_json *json, gait_span extras) {
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "name", GAITI_GLTF_ARMATURE);
    if (gltf->bone_count + gltf->still_count > 0) {
        gaiti_json_member_open(json, "children", '[');
        for (uint32_t i = 0; i < gltf->bone_count; i++) {
            if (gltf->bones[i].parent < 0) {
                gaiti_json_uint(json, i + 1);
            }
        }
        for (uint32_t i = 0; i < gltf->still_count; i++) {
            gaiti_json_uint(json, gltf->bone_count + i + 1);
        }
        gaiti_json_close(json, ']');
    }
    gaiti_json_member_open(json, "extras", '{');
    gaiti_json_key(json, "gait");
    gaiti_json_raw(json, "", 0);
    json->failed |= !gaiti_gltf_write_quoted(extras, json->out);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, '}');
}

static void finish_put_scene(const gaiti_gltf_writer *gltf, gaiti_json *json, gait_span extras) {
    gaiti_json_member_uint(json, "scene", 0);
    gaiti_json_member_open(json, "scenes", '[');
    gaiti_json_open(json, '{');
    gaiti_json_member_open(json, "nodes", '[');
    gaiti_json_uint(json, 0);
    for (uint32_t i = 0; i < gltf->mesh_node_count; i++) {
        gaiti_json_uint(json, gltf->bone_count + gltf->still_count + i + 1);
    }
    gaiti_json_close(json, ']');
    gaiti_json_member_open(json, "extras", '{');
    gaiti_json_key(json, "gait");
    gaiti_json_raw(json, (const char *)extras.data, extras.size);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, '}');
    gaiti_json_close(json, ']');
}

/* Writes the JSON up to the armature's node, the first item of "nodes", which stays open. */
static bool finish_put_head(gaiti_gltf_writer *gltf, gait_span extras) {
    gaiti_json json = gaiti_json_over(&gltf->head);
    gltf->head.size = 0;
    gaiti_json_open(&json, '{');
    gaiti_json_member_open(&json, "asset", '{');
    gaiti_json_member_text(&json, "generator", "gait " GAIT_VERSION_TEXT);
    gaiti_json_member_text(&json, "version", "2.0");
    gaiti_json_close(&json, '}');
    finish_put_scene(gltf, &json, extras);
    gaiti_json_member_open(&json, "nodes", '[');
    finish_put_armature(gltf, &json, extras);
    return !json.failed;
}

/* Writes a member "uri": all bytes except letters, digits and - . _ ~ are escaped as %XX. */
static void finish_put_uri(gaiti_json *json, const char *name) {
    static const char digits[] = "0123456789ABCDEF";
    gaiti_json_key(json, "uri");
    gaiti_json_raw(json, "\"", 1);
    for (const uint8_t *c = (const uint8_t *)name; *c; c++) {
        uint8_t lower = *c | 0x20;
        bool plain = (lower >= 'a' && lower <= 'z') || (*c >= '0' && *c <= '9') || *c == '-' ||
                     *c == '.' || *c == '_' || *c == '~';
        char escaped[3] = {'%', digits[*c >> 4], digits[*c & 15]};
        json->failed |= !gaiti_write(json->out, plain ? (const void *)c : escaped, plain ? 1 : 3);
    }
    json->failed |= !gaiti_write_u8(json->out, '"');
}

/* Writes the JSON after the accessors. */
static bool finish_put_tail(gaiti_gltf_writer *gltf, const char *bin_name) {
    gaiti_json json = gaiti_gltf_continue(&gltf->tail, 1);
    gltf->tail.size = 0;
    if (gltf->store.total > 0) {
        gaiti_json_member_open(&json, "bufferViews", '[');
        json.failed |= !gaiti_gltf_write_views(&gltf->store, &gltf->tail);
        gaiti_gltf_write_image_views(gltf, &json);
        gaiti_json_close(&json, ']');
        gaiti_json_member_open(&json, "buffers", '[');
        gaiti_json_open(&json, '{');
        gaiti_json_member_uint(&json, "byteLength", gltf->store.total + gltf->image_bytes);
        if (bin_name) {
            finish_put_uri(&json, bin_name);
        }
        gaiti_json_close(&json, '}');
        gaiti_json_close(&json, ']');
        gaiti_gltf_write_images(gltf, &json);
    }
    gaiti_json_close(&json, '}');
    return !json.failed;
}

/* Inserts the channels, which are the same in all animations. */
static void finish_add_animations(const gaiti_gltf_writer *gltf, finish_pieces *pieces) {
    size_t done = 0;
    for (uint32_t i = 0; i < gltf->animation_count; i++) {
        finish_add(pieces, gltf->animations.data + done, gltf->channel_places[i] - done);
        finish_add_buffer(pieces, &gltf->channels);
        done = gltf->channel_places[i];
    }
    finish_add(pieces, gltf->animations.data + done, gltf->animations.size - done);
}

static bool finish_add_json(gaiti_gltf_writer *gltf, const char *bin_name, finish_pieces *pieces) {
    gait_buffer extras = {.allocator = gltf->head.allocator};
    bool has_head = gaiti_gltf_write_scene_extras(gltf, &extras) &&
                    finish_put_head(gltf, (gait_span){extras.data, extras.size});
    gait_buffer_free(&extras);
    if (!has_head || !finish_put_tail(gltf, bin_name)) {
        return false;
    }
    finish_add_buffer(pieces, &gltf->head);
    finish_add_buffer(pieces, &gltf->scene);
    if (gltf->animation_count > 0) {
        finish_add_text(pieces, ",\"animations\":[");
        finish_add_animations(gltf, pieces);
        finish_add_text(pieces, "]");
    }
    if (gltf->store.accessor_count > 0) {
        finish_add_text(pieces, ",\"accessors\":[");
        finish_add_buffer(pieces, &gltf->store.json);
        finish_add_text(pieces, "]");
    }
    finish_add_buffer(pieces, &gltf->tail);
    return true;
}

/* --- containers ------------------------------------------------------------------------------- */

static void finish_store_headers(gaiti_gltf_writer *gltf, uint32_t json_size, uint32_t total) {
    uint8_t *header = gltf->glb_header;
    gaiti_store_u32(header, FINISH_GLB_MAGIC);
    gaiti_store_u32(header + 4, 2);
    gaiti_store_u32(header + 8, total);
    gaiti_store_u32(header + 12, json_size);
    gaiti_store_u32(header + 16, FINISH_CHUNK_JSON);
    gaiti_store_u32(gltf->glb_bin_header, (uint32_t)(gltf->store.total + gltf->image_bytes));
    gaiti_store_u32(gltf->glb_bin_header + 4, FINISH_CHUNK_BIN);
}

/* The size of the data is a multiple of four, so only the JSON is padded. */
static gait_status finish_glb(gaiti_gltf_writer *gltf, finish_pieces *pieces) {
    GAITI_TRY(finish_begin(gltf, pieces));
    finish_add(pieces, gltf->glb_header, sizeof gltf->glb_header);
    if (!finish_add_json(gltf, NULL, pieces)) {
        return GAIT_NO_MEMORY;
    }
    finish_add(pieces, "   ", (size_t)(-pieces->size & 3));
    uint64_t json_size = pieces->size - sizeof gltf->glb_header;
    if (gltf->store.total > 0) {
        finish_add(pieces, gltf->glb_bin_header, sizeof gltf->glb_bin_header);
        finish_add_data(pieces, gltf);
    }
    if (pieces->size > UINT32_MAX) {
        return GAIT_LIMIT;
    }
    finish_store_headers(gltf, (uint32_t)json_size, (uint32_t)pieces->size);
    return GAIT_OK;
}

static gait_status finish_join(const finish_pieces *pieces, gait_buffer *out) {
    uint8_t *to = pieces->size <= SIZE_MAX ? gaiti_extend(out, (size_t)pieces->size) : NULL;
    if (!to) {
        return GAIT_NO_MEMORY;
    }
    for (uint32_t i = 0; i < pieces->count; i++) {
        memcpy(to, pieces->parts[i].data, pieces->parts[i].size);
        to += pieces->parts[i].size;
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_writer_finish_parts(gaiti_gltf_writer *gltf, const gait_span **out_parts,
                                           uint32_t *out_count) {
    if (out_count) {
        *out_count = 0;
    }
    if (!GAITI_CLEAR(out_parts) || !out_count || !gltf) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    finish_pieces pieces = {0};
    GAITI_TRY(gaiti_gltf_fail(gltf, finish_glb(gltf, &pieces)));
    *out_parts = pieces.parts;
    *out_count = pieces.count;
    return GAIT_OK;
}

gait_status gaiti_gltf_writer_finish_glb(gaiti_gltf_writer *gltf, gait_buffer *out) {
    finish_pieces pieces = {0};
    if (!gltf || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    GAITI_TRY(gaiti_gltf_fail(gltf, finish_glb(gltf, &pieces)));
    return finish_join(&pieces, out);
}

gait_status gaiti_gltf_writer_finish_text(gaiti_gltf_writer *gltf, const char *bin_name,
                                          gait_buffer *out_text, gait_buffer *out_bin) {
    finish_pieces text, data;
    if (!gltf || !bin_name || !bin_name[0] || !out_text || !out_bin) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    gait_status status = finish_begin(gltf, &text);
    if (status != GAIT_OK) {
        return gaiti_gltf_fail(gltf, status);
    }
    if (!finish_add_json(gltf, bin_name, &text)) {
        return gaiti_gltf_fail(gltf, GAIT_NO_MEMORY);
    }
    GAITI_TRY(finish_join(&text, out_text));
    data = (finish_pieces){.parts = gltf->pieces};
    finish_add_data(&data, gltf);
    return finish_join(&data, out_bin);
}

gait_status gaiti_gltf_writer_finish_sidecar(const gaiti_gltf_writer *gltf, gait_buffer *out) {
    if (!gltf || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t before = out->size;
    if (gltf->status != GAIT_OK) {
        return gltf->status;
    }
    if (!gaiti_gltf_write_scene_extras(gltf, out) || !gaiti_write_u8(out, '\n')) {
        out->size = before;
        return GAIT_NO_MEMORY;
    }
    return GAIT_OK;
}
