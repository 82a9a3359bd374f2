/* The edited file on its way back. */
#include "roundtrip/roundtrip.h"

#include "exit_code.h"
#include "terminal.h"

static unsigned count_names(const way_back *way, const gait_skeleton *joints) {
    unsigned found = 0;
    for (uint32_t b = 0; b < joints->bone_count; b++) {
        found += gait_skeleton_find(way->skeleton, joints->bones[b].name) >= 0;
    }
    return found;
}

/* Takes the rig when it has more bones of the base than the one before. */
static void consider_rig(way_back *way, int32_t skin, unsigned *best) {
    gait_gltf_rig *rig = NULL;
    gait_skeleton *joints = NULL;
    memory_check(gait_gltf_rig_new(way->gltf, skin, NULL, &rig));
    if (rig) {
        memory_check(gait_gltf_skeleton(way->gltf, rig, "edited", NULL, &joints));
    }
    unsigned found = joints ? count_names(way, joints) + 1 : 0;
    gait_skeleton_free(joints);
    if (found > *best) {
        gait_gltf_rig_free(way->rig);
        way->rig = rig;
        *best = found;
    } else {
        gait_gltf_rig_free(rig);
    }
}

static int open_gltf(way_back *way) {
    source *in = way->job->in;
    gait_span bytes = {in->bytes.data, in->bytes.size};
    gait_status status = gait_gltf_open(bytes, NULL, &way->gltf);
    for (uint32_t i = 0; i < in->beside_count && status == GAIT_OK; i++) {
        gait_span beside = {in->beside[i].data, in->beside[i].size};
        status = gait_gltf_give(way->gltf, i, beside, NULL);
    }
    return convert_tell_status(in, "cannot be read", status);
}

int back_open_edit(way_back *way) {
    unsigned best = 0;
    int code = open_gltf(way);
    if (code != EXIT_FINE) {
        return code;
    }
    int32_t skins = (int32_t)gait_gltf_skin_count(way->gltf);
    for (int32_t skin = 0; skin < skins; skin++) {
        consider_rig(way, skin, &best);
    }
    if (best <= 1) {
        consider_rig(way, GAIT_GLTF_PLAIN_TREE, &best);
    }
    if (!way->rig) {
        tell_error(source_label(way->job->in), "holds no bones");
        return EXIT_UNSUPPORTED;
    }
    return convert_tell_status(way->job->in, "cannot be read",
                               gait_gltf_edit_new(way->gltf, way->rig, NULL, &way->edit));
}
