/* Conversion of a clip to a format of one clip per file, such as BVH. */
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/file_state.h"

gait_status gaiti_convert_make_clip(gait_conversion *self, gait_output *output) {
    const gait_convert_options *options = &self->options;
    const gaiti_clip_writing writing = {
        .common = options->common, .fps = options->fps, .duration_s = options->duration_s};
    const gaiti_export *export = gaiti_format_row_of(options->target)->export;
    gaiti_convert_pair pair;
    uint32_t index = output->clips[0], losses;
    gait_status status;
    GAITI_TRY_DONE(gaiti_convert_read_pair(self, index, &losses, &pair));
    status = export->write_clip(pair.rigid, &writing, &self->content, &losses);
    gaiti_convert_add_losses(self, output, index, losses);
    status = gaiti_convert_finish(self, (int32_t)index, status);
done:
    gaiti_convert_add_bytes(self, output, 0, &self->content);
    gaiti_convert_free_pair(&pair);
    return status;
}
