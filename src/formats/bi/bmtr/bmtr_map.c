/* Every field of a binarised RTM, as bytes: docs/formats/bmtr.md. */
#include "formats/bi/bmtr/bmtr.h"

static void bmtr_show_texts(gaiti_walk *walk, const char *list, const char *name, uint32_t count) {
    for (uint32_t i = 0; i < count && gaiti_walk_goes_on(walk); i++) {
        gait_span text;
        uint32_t mark = gaiti_enter(walk, list, i);
        gaiti_walk_text(walk, name, &text);
        gaiti_leave(walk, mark);
    }
}

static void bmtr_show_head(gaiti_walk *walk, const gait_bmtr *bmtr, gait_bmtr *copy) {
    gaiti_bmtr_walk_head(walk, copy);
    bmtr_show_texts(walk, "bones", "name", bmtr->bone_count);
    if (!gaiti_bmtr_has_keys(bmtr)) {
        return;
    }
    gaiti_walk_u32(walk, "metaCount", &copy->meta_count);
    bmtr_show_texts(walk, "metas", "text", bmtr->meta_count);
    gaiti_walk_u32(walk, "keyCount", &copy->key_count);
    for (uint32_t k = 0; k < bmtr->key_count && gaiti_walk_goes_on(walk); k++) {
        gait_bmtr_key key;
        uint32_t mark = gaiti_enter(walk, "keys", k);
        gaiti_bmtr_walk_key(walk, &key);
        gaiti_leave(walk, mark);
    }
}

static void bmtr_show_records(gaiti_walk *walk, uint32_t bone_count) {
    for (uint32_t b = 0; b < bone_count && gaiti_walk_goes_on(walk); b++) {
        gait_span rotation, translation;
        uint32_t mark = gaiti_enter(walk, "bones", b);
        gaiti_walk_block(walk, "rotation", GAIT_FIELD_S16, 1, 4, &rotation);
        gaiti_walk_block(walk, "translation", GAIT_FIELD_F16, 1, 3, &translation);
        gaiti_leave(walk, mark);
    }
}

/* True when the array is compressed, and then it is shown as its bytes. */
static bool bmtr_show_array(gaiti_walk *walk, const gait_bmtr *bmtr, const gaiti_bmtr_array *array,
                            uint32_t count, uint64_t size) {
    uint8_t flag = 0;
    gait_span packed;
    gaiti_bmtr_walk_array(walk, bmtr->version, &count, &flag);
    if (flag == 0 && !gaiti_bmtr_must_pack(bmtr->version, size)) {
        return false;
    }
    gaiti_walk_bytes(walk, bmtr->version == 2 ? "lzss" : "lzo", array->stored.size, &packed);
    return true;
}

static void bmtr_show_phases(gaiti_walk *walk, const gait_bmtr *bmtr) {
    gait_span times;
    uint32_t mark = gaiti_enter(walk, "phases", -1);
    if (!bmtr_show_array(walk, bmtr, &bmtr->phases, bmtr->frame_count,
                         4 * (uint64_t)bmtr->frame_count)) {
        gaiti_walk_block(walk, "times", GAIT_FIELD_F32, 1, bmtr->frame_count, &times);
    }
    gaiti_leave(walk, mark);
}

static void bmtr_show(gaiti_walk *walk, const gait_bmtr *bmtr) {
    gait_bmtr copy = {.version = bmtr->version};
    bmtr_show_head(walk, bmtr, &copy);
    bmtr_show_phases(walk, bmtr);
    for (uint32_t f = 0; f < bmtr->frame_count && gaiti_walk_goes_on(walk); f++) {
        uint32_t mark = gaiti_enter(walk, "frames", f);
        if (!bmtr_show_array(walk, bmtr, &bmtr->frames[f], bmtr->bone_count,
                             gaiti_bmtr_frame_size(bmtr))) {
            bmtr_show_records(walk, bmtr->bone_count);
        }
        gaiti_leave(walk, mark);
    }
    gait_span trailing;
    gaiti_walk_bytes(walk, "trailing", bmtr->trailing.size, &trailing);
}

/* Sizes of compressed arrays are not in the file: what was written is opened to know them. */
gait_status gait_bmtr_map(const gait_bmtr *bmtr, gait_field_visitor visit, void *user) {
    if (!bmtr || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_buffer bytes = {.allocator = bmtr->arena.allocator};
    gait_options options = {.allocator = bmtr->arena.allocator};
    gait_bmtr *written = NULL;
    gait_status status = gait_bmtr_write(bmtr, &bytes);
    if (status == GAIT_OK) {
        status = gait_bmtr_open(gaiti_span(bytes.data, bytes.size), &options, &written);
    }
    if (status == GAIT_OK) {
        gaiti_reader in = gaiti_reader_over(gaiti_span(bytes.data, bytes.size), 0);
        gaiti_walk walk = gaiti_walk_showing(&in, visit, user);
        bmtr_show(&walk, written);
        status = in.failed ? GAIT_INTERNAL : GAIT_OK;
    }
    gait_bmtr_free(written);
    gait_buffer_free(&bytes);
    return status;
}
