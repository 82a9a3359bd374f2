/* Makes an empty base file from the target skeleton, so that all clips are compared as new ones. */
#include "convert/convert_state.h"

#include <stddef.h>

#include "base/memory.h"
#include "base/try.h"
#include "formats/abilities.h"
#include "gait/edited_file.h"
#include "gait/metadata.h"
#include "roundtrip/roundtrip_parts.h"
#include "formats/file_state.h"
#include "metadata/metadata_state.h"
#include "roundtrip/compare/compare_steps.h"

struct gaiti_retarget {
    gaiti_arena arena;
    const gait_file *file;
    gait_options options;
    const gait_file *gltf;            /* the same motion as a glTF */
    gait_skeleton *metadata_skeleton; /* skeleton in the metadata; NULL = the caller's is used */
    const gait_skeleton *tree;        /* the target skeleton: `metadata_skeleton` or the caller's */
    gait_skeleton *skeleton;          /* the bones of `tree` that clips use */
    gaiti_edited_gltf edited;
    gaiti_base_file base; /* has no clips, so that all animations are new */
    gaiti_diff *diff;     /* NULL when retargeting failed before the comparison */
    const char **joints;
    int32_t *joint_of;
};

static gaiti_retarget_bones retarget_bones_of(gait_format target) {
    return gaiti_format_has(target, GAIT_MODEL_SPACE) ? GAITI_RETARGET_MOVED_BONES
           : gaiti_format_has_records(target)         ? GAITI_RETARGET_RECORDS
                                                      : GAITI_RETARGET_EVERY_BONE;
}

/* Reads the skeleton in the metadata. Sets *out to NULL when the metadata has no skeleton, or when
 * the target is not an X-Ray format. */
static gait_status retarget_find_metadata_skeleton(const gait_file *file,
                                                   const gait_convert_options *options,
                                                   gait_skeleton **out) {
    const gait_options memory = {.allocator = options->common.allocator};
    const gait_metadata *metadata = gaiti_file_metadata(file);
    *out = NULL;
    if (!metadata || !gaiti_format_has(options->target, GAIT_HAS_MOTIONS)) {
        return GAIT_OK;
    }
    gait_status status = gaiti_metadata_skeleton(metadata, "extras", &memory, out);
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

static gait_status retarget_list_joints(gaiti_retarget *self) {
    const gait_edited_file *edit = self->edited.edit;
    self->joints = gaiti_alloc(&self->arena, edit->joint_count, sizeof *self->joints);
    self->joint_of = gaiti_alloc(&self->arena, self->tree->bone_count, sizeof *self->joint_of);
    GAITI_TRY(self->arena.status);
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        self->joints[j] = edit->joints[j].name;
    }
    for (uint32_t b = 0; b < self->tree->bone_count; b++) {
        self->joint_of[b] = -1;
    }
    return GAIT_OK;
}

static gait_status retarget_match(gaiti_retarget *self, gait_format target, gaiti_rule *out_rule) {
    const gaiti_diff_options memory = {.common = self->options};
    gait_status status = gaiti_retarget_skeleton_new(
        self->tree, self->edited.edit, retarget_bones_of(target), &self->options, &self->skeleton);
    if (status == GAIT_OK) {
        self->base.skeleton = self->skeleton;
        status = gaiti_diff_new(&self->base, self->edited.edit, &memory, &self->diff);
    }
    if (status == GAIT_OK) {
        for (uint32_t b = 0; b < self->tree->bone_count; b++) {
            int32_t bone = gait_skeleton_find(self->skeleton, self->tree->bones[b].name);
            self->joint_of[b] = bone >= 0 ? gaiti_diff_joint_of(self->diff, (uint32_t)bone) : -1;
        }
        status = gaiti_diff_summary(self->diff).matched_bones > 0 ? GAIT_OK : GAIT_NOT_FOUND;
    }
    *out_rule = status == GAIT_NOT_FOUND ? GAITI_CONVERT_NO_JOINT : GAITI_CONVERT_RETARGETING;
    return status == GAIT_NOT_FOUND ? GAIT_UNSUPPORTED : status;
}

static gait_status retarget_make(gaiti_retarget *self, gait_format target, gaiti_rule *out_rule) {
    gait_status status =
        gaiti_edited_gltf_open(self->gltf, self->tree, &self->options, &self->edited);
    *out_rule = status == GAIT_NOT_FOUND ? GAITI_CONVERT_NO_BONES : GAITI_CONVERT_READING;
    GAITI_TRY(status == GAIT_NOT_FOUND ? GAIT_UNSUPPORTED : status);
    GAITI_TRY(retarget_list_joints(self));
    return retarget_match(self, target, out_rule);
}

gait_status gaiti_retarget_new(const gait_file *file, const gait_file *gltf,
                               const gait_convert_options *options, gaiti_retarget **out_retarget,
                               gaiti_rule *out_rule) {
    gait_skeleton *metadata_skeleton = NULL;
    gait_status status = GAIT_OK;
    *out_retarget = NULL;
    *out_rule = GAITI_CONVERT_READING;
    if (!gltf) {
        return GAIT_OK;
    }
    if (!options->retarget) {
        status = retarget_find_metadata_skeleton(file, options, &metadata_skeleton);
    }
    if (status != GAIT_OK || (!metadata_skeleton && !options->retarget)) {
        return status;
    }
    gaiti_retarget *self = gaiti_new_object(&options->common, sizeof *self,
                                            offsetof(gaiti_retarget, arena), 0, &status);
    if (!self) {
        gait_skeleton_free(metadata_skeleton);
        return status;
    }
    self->file = file;
    self->gltf = gltf;
    self->options.allocator = options->common.allocator;
    self->metadata_skeleton = metadata_skeleton;
    self->tree = metadata_skeleton ? metadata_skeleton : options->retarget;
    *out_retarget = self;
    return retarget_make(self, options->target, out_rule);
}

void gaiti_retarget_free(gaiti_retarget *self) {
    if (self) {
        gaiti_diff_free(self->diff);
        gaiti_edited_gltf_close(&self->edited);
        gait_skeleton_free(self->skeleton);
        gait_skeleton_free(self->metadata_skeleton);
    }
    gaiti_free_object(self, offsetof(gaiti_retarget, arena));
}

const gait_skeleton *gaiti_retarget_skeleton(const gaiti_retarget *self) {
    return self->skeleton;
}

bool gaiti_retarget_is_scaled(const gaiti_retarget *self, uint32_t clip) {
    return (gaiti_diff_clip_at(self->diff, clip).notes & GAIT_DIFF_SCALED) != 0;
}

/* All clips are new and in file order, so clip indices of the file and the diff are equal. */
gait_status gaiti_retarget_clip(const gaiti_retarget *self, uint32_t clip, gait_clip **out_clip) {
    const gait_metadata_clip *metadata = gaiti_file_metadata_clip(self->file, clip);
    GAITI_TRY(gaiti_diff_added_clip(self->diff, clip, &self->options, out_clip));
    return metadata ? gaiti_metadata_apply(gaiti_file_metadata(self->file), metadata, *out_clip)
                    : GAIT_OK;
}

gait_retarget_info gaiti_retarget_get_info(const gaiti_retarget *self) {
    return (gait_retarget_info){
        .tree = self->tree,
        .joint_of = self->joint_of,
        .joints = self->joints,
        .joint_count = self->edited.edit ? self->edited.edit->joint_count : 0,
        .summary = self->diff ? gaiti_diff_summary(self->diff) : (gait_diff_summary){0}};
}

gait_clip_diff gaiti_retarget_get_clip(const gaiti_retarget *self, uint32_t clip) {
    return self->diff ? gaiti_diff_clip_at(self->diff, clip) : (gait_clip_diff){0};
}
