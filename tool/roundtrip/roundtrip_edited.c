#include "roundtrip/roundtrip_edited.h"

#include "convert/convert_messages.h"
#include "exit_code.h"
#include "gait/ops.h"
#include "terminal.h"

static unsigned count_names(const gait_skeleton *skeleton, const gait_skeleton *joints) {
    unsigned found = 0;
    for (uint32_t b = 0; b < joints->bone_count; b++) {
        found += gait_skeleton_find(skeleton, joints->bones[b].name) >= 0;
    }
    return found;
}

/* Takes the rig when it has more bones of the skeleton than the one before. */
static void consider_rig(edited_file *self, const gait_skeleton *skeleton, int32_t skin,
                         unsigned *best) {
    gait_gltf_rig *rig = NULL;
    gait_skeleton *joints = NULL;
    memory_check(gait_gltf_rig_new(self->gltf, skin, NULL, &rig));
    if (rig) {
        memory_check(gait_gltf_skeleton(self->gltf, rig, "edited", NULL, &joints));
    }
    unsigned found = joints ? count_names(skeleton, joints) + 1 : 0;
    gait_skeleton_free(joints);
    if (found > *best) {
        gait_gltf_rig_free(self->rig);
        self->rig = rig;
        *best = found;
    } else {
        gait_gltf_rig_free(rig);
    }
}

int back_open_edit(const source *in, const gait_skeleton *skeleton, edited_file *out) {
    unsigned best = 0;
    out->gltf = gait_file_gltf(in->file);
    int32_t skins = (int32_t)gait_gltf_skin_count(out->gltf);
    for (int32_t skin = 0; skin < skins; skin++) {
        consider_rig(out, skeleton, skin, &best);
    }
    if (best <= 1) {
        consider_rig(out, skeleton, GAIT_GLTF_PLAIN_TREE, &best);
    }
    if (!out->rig) {
        tell_error(source_label(in), "holds no bones");
        return EXIT_UNSUPPORTED;
    }
    return convert_tell_status(in, "cannot be read",
                               gait_gltf_edit_new(out->gltf, out->rig, NULL, &out->edit));
}

void back_close_edit(edited_file *self) {
    gait_gltf_edit_free(self->edit);
    gait_gltf_rig_free(self->rig);
}
