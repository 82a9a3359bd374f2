/* Chooses the skin with the most bones of the base, and opens it as the edited file. */
#include "base/try.h"
#include "roundtrip/roundtrip_parts.h"
#include "formats/gltf/read/gltf_read.h"
#include "roundtrip/compare/compare_steps.h"

#include "gait/gltf.h"

/* Selects a skin if its joints match more bones of the skeleton than the best one so far. *best is
 * the number of matches plus 1. Skins without valid joints are skipped. */
static gait_status edited_compare_skin(gaiti_edited_gltf *self, const gait_gltf *gltf, int32_t skin,
                                       const gait_skeleton *skeleton, const gait_options *options,
                                       uint32_t *best) {
    gait_gltf_rig *rig = NULL;
    gait_skeleton *joints = NULL;
    gait_status status = gait_gltf_rig_new(gltf, skin, options, &rig);
    if (status == GAIT_OK) {
        status = gaiti_gltf_skeleton(gltf, rig, "edited", options, &joints);
    }
    uint32_t found = joints ? 1 : 0;
    for (uint32_t b = 0; joints && b < joints->bone_count; b++) {
        found += gait_skeleton_find(skeleton, joints->bones[b].name) >= 0;
    }
    gait_skeleton_free(joints);
    if (found > *best) {
        gait_gltf_rig_free(self->rig);
        self->rig = rig;
        *best = found;
    } else {
        gait_gltf_rig_free(rig);
    }
    return status == GAIT_NO_MEMORY ? GAIT_NO_MEMORY : GAIT_OK;
}

gait_status gaiti_edited_gltf_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_gltf *out) {
    const gait_gltf *gltf = gait_file_gltf(file);
    uint32_t best = 0;
    *out = (gaiti_edited_gltf){0};
    if (!gltf) {
        return GAIT_BAD_ARGUMENT;
    }
    int32_t skins = (int32_t)gait_gltf_skin_count(gltf);
    for (int32_t skin = 0; skin < skins; skin++) {
        GAITI_TRY(edited_compare_skin(out, gltf, skin, skeleton, options, &best));
    }
    if (best <= 1) {
        GAITI_TRY(edited_compare_skin(out, gltf, GAIT_GLTF_PLAIN_TREE, skeleton, options, &best));
    }
    return out->rig ? gaiti_edited_file_new(gltf, out->rig, options, &out->edit) : GAIT_NOT_FOUND;
}

void gaiti_edited_gltf_close(gaiti_edited_gltf *self) {
    gait_edited_file_free(self->edit);
    gait_gltf_rig_free(self->rig);
    *self = (gaiti_edited_gltf){0};
}
