/* The functions of config texts for the table of formats. */
#include <stddef.h>

#include "formats/bi/modelcfg/modelcfg.h"
#include "formats/document.h"

static gait_status modelcfg_op_open(gait_span bytes, const gait_options *options,
                                    void **out_document) {
    gait_modelcfg *modelcfg;
    gait_status status = gaiti_modelcfg_open(bytes, options, &modelcfg);
    *out_document = modelcfg;
    return status;
}

static void modelcfg_op_free(void *document) {
    gaiti_modelcfg_free(document);
}

static uint32_t modelcfg_op_skeleton_count(const void *document) {
    return gait_modelcfg_skeleton_count(document);
}

static gait_skeleton_info modelcfg_op_skeleton_info(const void *document, uint32_t skeleton) {
    gait_modelcfg_skeleton about = gait_modelcfg_skeleton_at(document, skeleton);
    return (gait_skeleton_info){about.name, about.bone_count};
}

static gait_status modelcfg_op_skeleton_at(const void *document, uint32_t skeleton,
                                           const char *file_clip, const gait_options *options,
                                           gait_skeleton **out_skeleton) {
    (void)file_clip;
    return gaiti_modelcfg_tree(document, skeleton, options, out_skeleton);
}

/* The skeleton of the model named like the file, or the only skeleton. GAIT_NOT_FOUND for most
 * configs with several skeletons. */
static gait_status modelcfg_op_skeleton(const void *document, const char *file_clip,
                                        const gait_options *options, gait_skeleton **out_skeleton) {
    int32_t skeleton = gaiti_modelcfg_pair(document, file_clip);
    return skeleton < 0 ? GAIT_NOT_FOUND
                        : gaiti_modelcfg_tree(document, (uint32_t)skeleton, options, out_skeleton);
}

static gait_status modelcfg_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_modelcfg_check(document, diagnostics);
}

static gait_status modelcfg_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_modelcfg_map(document, visit, user);
}

const gaiti_document_ops gaiti_modelcfg_ops = {
    .open = modelcfg_op_open,
    .free = modelcfg_op_free,
    .code_page = offsetof(gait_modelcfg, code_page),
    .skeleton_count = modelcfg_op_skeleton_count,
    .skeleton_info = modelcfg_op_skeleton_info,
    .skeleton_at = modelcfg_op_skeleton_at,
    .skeleton = modelcfg_op_skeleton,
    .check = modelcfg_op_check,
    .map = modelcfg_op_map,
};
