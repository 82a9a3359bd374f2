/* The flat interface: the text form of files. */
#include "flat_state.h"
#include "gait/text.h"

bool gait_flat_dump(gait_flat *flat, uint32_t file) {
    gaiti_flat_file *self = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    if (!self) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, self);
    gait_buffer *out = gaiti_flat_begin_result(flat);
    return gaiti_flat_end_result(flat, gait_text_dump(self->file, options.diagnostics, out),
                                 "files of this format have no text form");
}

bool gait_flat_build(gait_flat *flat, const uint8_t *text, size_t size, uint32_t allow_damage) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    if (!text && size > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the text is missing");
    }
    const gait_text_options options = {.common = gaiti_flat_options(flat, NULL),
                                       .allow_damage = allow_damage != 0};
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_text_build((gait_span){text, size}, &options, out, NULL);
    return gaiti_flat_end_result(flat, status, NULL);
}
