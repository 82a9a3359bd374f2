#include "roundtrip/roundtrip_edited_file.h"

#include "formats/open_file.h"

static uint32_t edited_count_names(const gait_skeleton *skeleton, const gait_skeleton *joints) {
    uint32_t found = 0;
    for (uint32_t b = 0; b < joints->bone_count; b++) {
        found += gait_skeleton_find(skeleton, joints->bones[b].name) >= 0;
    }
    return found;
}

static void edited_consider_rig(gaiti_edited_file *self, const gait_gltf_file *gltf,
                                const gait_skeleton *skeleton, int32_t skin, uint32_t *best) {
    gait_gltf_rig *rig = NULL;
    gait_skeleton *joints = NULL;
    (void)gait_gltf_rig_new(gltf, skin, NULL, &rig);
    if (rig) {
        (void)gait_gltf_skeleton(gltf, rig, "edited", NULL, &joints);
    }
    uint32_t found = joints ? edited_count_names(skeleton, joints) + 1 : 0;
    gait_skeleton_free(joints);
    if (found > *best) {
        gait_gltf_rig_free(self->rig);
        self->rig = rig;
        *best = found;
    } else {
        gait_gltf_rig_free(rig);
    }
}

gait_status gaiti_edited_file_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_file *out) {
    const gait_gltf_file *gltf = gait_file_gltf(file);
    uint32_t best = 0;
    int32_t skins = (int32_t)gait_gltf_skin_count(gltf);
    for (int32_t skin = 0; skin < skins; skin++) {
        edited_consider_rig(out, gltf, skeleton, skin, &best);
    }
    if (best <= 1) {
        edited_consider_rig(out, gltf, skeleton, GAIT_GLTF_PLAIN_TREE, &best);
    }
    return out->rig ? gait_gltf_edit_new(gltf, out->rig, options, &out->edit) : GAIT_NOT_FOUND;
}

void gaiti_edited_file_close(gaiti_edited_file *self) {
    gait_gltf_edit_free(self->edit);
    gait_gltf_rig_free(self->rig);
}
