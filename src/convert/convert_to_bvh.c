/* Conversion of clips to BVH. Combines clip operations with the BVH writer. */
#include "base/try.h"
#include "convert/convert_state.h"
#include "formats/bvh/bvh.h"
#include "gait/bvh.h"
#include "gait/pose.h"
#include "model/clip.h"

gait_status gaiti_convert_make_bvh(gait_conversion *self, gait_output *output) {
    const gait_convert_options *options = &self->options;
    gaiti_bvh_options writing = {
        .common = options->common, .fps = options->fps, .duration_s = options->duration_s};
    gaiti_convert_pair pair;
    uint32_t index = output->clips[0], losses;
    bool moves_keys;
    gait_status status;
    GAITI_TRY_DONE(gaiti_convert_read_pair(self, index, &losses, &pair));
    status = gaiti_bvh_write_clip(pair.rigid, &writing, &self->content, &moves_keys);
    losses |= moves_keys ? GAIT_LOSES_KEY_TIMES : 0u;
    gaiti_convert_add_losses(self, output, index, losses);
    status = gaiti_convert_finish(self, (int32_t)index, status);
done:
    gaiti_convert_add_bytes(self, output, 0, &self->content);
    gaiti_convert_free_pair(&pair);
    return status;
}
