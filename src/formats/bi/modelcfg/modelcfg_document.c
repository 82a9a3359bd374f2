/* The functions of config texts for the table of formats. */
#include <stddef.h>

#include "formats/bi/modelcfg/modelcfg.h"
#include "formats/file_state.h"
#include "formats/typed_document.h"

static gaiti_guess modelcfg_row_probe(gait_span bytes) {
    bool is_config =
        gaiti_config_holds(bytes, "CfgSkeleton") || gaiti_config_holds(bytes, "CfgModels");
    return is_config ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

GAITI_TYPED_DOCUMENT(modelcfg, gaiti_modelcfg)

static uint32_t modelcfg_row_skeleton_count(const void *document) {
    return gait_modelcfg_skeleton_count(document);
}

static gait_skeleton_info modelcfg_row_skeleton_info(const void *document, uint32_t skeleton) {
    gait_modelcfg_skeleton about = gait_modelcfg_skeleton_at(document, skeleton);
    return (gait_skeleton_info){about.name, about.bone_count};
}

static gait_status modelcfg_row_skeleton_at(const void *document, uint32_t skeleton,
                                            const char *file_clip, const gait_options *options,
                                            gait_skeleton **out_skeleton) {
    (void)file_clip;
    return gaiti_modelcfg_tree(document, skeleton, options, out_skeleton);
}

/* The skeleton of the model named like the file, or the only skeleton. GAIT_NOT_FOUND for most
 * configs with several skeletons. */
static gait_status modelcfg_row_skeleton(const void *document, const char *file_clip,
                                         const gait_options *options,
                                         gait_skeleton **out_skeleton) {
    int32_t skeleton = gaiti_modelcfg_pair(document, file_clip);
    return skeleton < 0 ? GAIT_NOT_FOUND
                        : gaiti_modelcfg_tree(document, (uint32_t)skeleton, options, out_skeleton);
}

const gaiti_format_row gaiti_modelcfg_row = {
    .info = {GAIT_FORMAT_MODELCFG, "modelcfg", "model.cfg with skeletons (Arma, DayZ)", ".cfg",
             GAIT_FAMILY_BOHEMIA, GAIT_CAN_OPEN | GAIT_HAS_SKELETON},
    .probe = modelcfg_row_probe,
    .open = modelcfg_row_open,
    .free = modelcfg_row_free,
    .code_page = offsetof(gait_modelcfg, code_page),
    .skeleton_count = modelcfg_row_skeleton_count,
    .skeleton_info = modelcfg_row_skeleton_info,
    .skeleton_at = modelcfg_row_skeleton_at,
    .skeleton = modelcfg_row_skeleton,
    .check = modelcfg_row_check,
    .show = gaiti_modelcfg_show,
};

const gait_modelcfg *gait_file_modelcfg(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_modelcfg_row);
}
