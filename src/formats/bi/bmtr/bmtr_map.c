/* Field map of binarised RTM: docs/formats/bmtr.md. */
#include "formats/bi/bmtr/bmtr.h"

static void bmtr_show_records(gaiti_visitor *visitor, uint32_t bone_count) {
    for (uint32_t b = 0; b < bone_count && gaiti_visit_is_ok(visitor); b++) {
        gait_span rotation, translation;
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        gaiti_visit_block(visitor, "rotation", GAIT_FIELD_S16, 1, 4, &rotation);
        gaiti_visit_block(visitor, "translation", GAIT_FIELD_F16, 1, 3, &translation);
        gaiti_visit_pop(visitor, mark);
    }
}

/* Reports the header of an array. If the array is compressed, reports its bytes too and returns
 * true. */
static bool bmtr_show_array(gaiti_visitor *visitor, const gait_bmtr *bmtr,
                            const gaiti_bmtr_array *array, uint32_t count, uint64_t size) {
    uint8_t flag = 0;
    gait_span packed;
    gaiti_bmtr_visit_array(visitor, bmtr->version, &count, &flag);
    if (flag == 0 && !gaiti_bmtr_must_pack(bmtr->version, size)) {
        return false;
    }
    gaiti_visit_bytes(visitor, bmtr->version == 2 ? "lzss" : "lzo", array->stored.size, &packed);
    return true;
}

static void bmtr_show(gaiti_visitor *visitor, const gait_bmtr *bmtr) {
    gait_span times, trailing;
    gaiti_bmtr_visit_start(visitor, bmtr);
    uint32_t mark = gaiti_visit_push(visitor, "phases", -1);
    if (!bmtr_show_array(visitor, bmtr, &bmtr->phases, bmtr->frame_count,
                         4 * (uint64_t)bmtr->frame_count)) {
        gaiti_visit_block(visitor, "times", GAIT_FIELD_F32, 1, bmtr->frame_count, &times);
    }
    gaiti_visit_pop(visitor, mark);
    for (uint32_t f = 0; f < bmtr->frame_count && gaiti_visit_is_ok(visitor); f++) {
        mark = gaiti_visit_push(visitor, "frames", f);
        if (!bmtr_show_array(visitor, bmtr, &bmtr->frames[f], bmtr->bone_count,
                             gaiti_bmtr_frame_size(bmtr))) {
            bmtr_show_records(visitor, bmtr->bone_count);
        }
        gaiti_visit_pop(visitor, mark);
    }
    gaiti_visit_bytes(visitor, "trailing", bmtr->trailing.size, &trailing);
}

/* Files do not store the sizes of compressed arrays. The written bytes are opened to find them. */
void gaiti_bmtr_show(const void *document, gaiti_visitor *visitor) {
    const gait_bmtr *bmtr = document;
    gait_options options = {.allocator = bmtr->arena.allocator};
    gait_span bytes = gaiti_span(visitor->in->data, (size_t)visitor->in->size);
    gait_bmtr *written = NULL;
    if (gait_bmtr_open(bytes, &options, &written) == GAIT_OK) {
        bmtr_show(visitor, written);
    }
    visitor->no_memory |= !written;
    gait_bmtr_free(written);
}
