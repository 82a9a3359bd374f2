/* Functions that all parts of the glTF writer use: one records the first failure, the other
 * continues JSON at a given depth. */
#include "base/diagnose.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "formats/gltf/write/gltf_writer.h"

gaiti_json gaiti_gltf_continue(gait_buffer *out, uint32_t depth) {
    gaiti_json json = gaiti_json_over(out);
    json.depth = depth;
    for (uint32_t i = 0; i < depth; i++) {
        json.has_items[i] = true;
    }
    return json;
}

gait_status gaiti_gltf_fail(gaiti_gltf_writer *gltf, gait_status status) {
    if (status == GAIT_LIMIT && gltf->status == GAIT_OK) {
        gaiti_report report = gaiti_report_on_clip(gltf->diagnostics, NULL);
        gaiti_raise(&report, GAITI_GLTF_TOO_LARGE, (gaiti_detail){0});
    }
    if (gltf->status == GAIT_OK) {
        gltf->status = status;
    }
    return gltf->status;
}
