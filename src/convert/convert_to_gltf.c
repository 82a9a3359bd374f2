/* From open files to a glTF: what sees formats, operations and the writer at once. */
#include "gait/file.h"
#include "gait/gltf.h"
#include "gait/ops.h"

static gait_status file_add_part(gait_gltf *gltf, const gait_file *file, uint32_t part) {
    gait_status status = gait_gltf_add_part(gltf, gait_file_part_name(file, part));
    uint32_t bones = gait_file_part_bone_count(file, part);
    for (uint32_t b = 0; b < bones && status == GAIT_OK; b++) {
        status = gait_gltf_add_part_bone(gltf, gait_file_part_bone(file, part, b));
    }
    return status;
}

gait_status gait_gltf_add_parts(gait_gltf *gltf, const gait_file *file) {
    gait_status status = GAIT_OK;
    uint32_t parts = gait_file_part_count(file);
    for (uint32_t p = 0; p < parts && status == GAIT_OK; p++) {
        status = file_add_part(gltf, file, p);
    }
    return status;
}

gait_status gait_gltf_add_lifted(gait_gltf *gltf, const gait_clip *clip,
                                 const gait_options *options) {
    if (!clip || !clip->skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    /* In local space a glTF could be had without parents: a model in pieces. */
    if (gait_pose_needs(clip, GAIT_SPACE_MODEL) != GAIT_NEED_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    gait_clip *turned;
    gait_status status = gait_clip_convert_rigid(clip, GAIT_AXES_GLTF, options, &turned);
    if (status == GAIT_OK) {
        status = gait_gltf_add(gltf, turned);
    }
    gait_clip_free(turned);
    return status;
}
