/* The skeleton that the motion of a plain RTM shows. */
#include "base/diagnose.h"
#include "base/try.h"
#include "gait/joints.h"
#include "search/search_state.h"

/* Recovers a skeleton from the first clip, whose bones have no parents. */
static gait_status search_recover(gait_search *search, gait_recovered **out) {
    gait_skeleton *bones = NULL;
    gait_clip *clip = NULL;
    gait_status status = gait_file_bind_skeleton(search->animation, NULL, &search->quiet, &bones);
    if (status == GAIT_OK) {
        status = gait_file_clip(search->animation, 0, bones, &search->quiet, &clip);
    }
    if (status == GAIT_OK) {
        const gait_clip *clips[] = {clip};
        const uint32_t min_keys = search->options.from_motion ? 1 : 0; /* 0 = the default */
        status = gait_recover_skeleton(clip->name, clips, 1, min_keys, &search->quiet, out);
    }
    gait_clip_free(clip);
    gait_skeleton_free(bones);
    return status;
}

static gait_status search_refuse_motion(const gait_search *search, bool is_plain) {
    gaiti_report report = gaiti_report_to(search->options.common.diagnostics);
    report.has_no_offset = true;
    return gaiti_raise(&report, is_plain ? GAITI_CONVERT_NO_JOINTS : GAITI_CONVERT_NO_MODEL_SPACE,
                       (gaiti_detail){0});
}

gait_status gaiti_search_motion(gait_search *search) {
    gait_search_result *result = search->result;
    bool is_plain = gaiti_file_has(search->animation, GAIT_MODEL_SPACE) &&
                    gait_file_clip_count(search->animation) > 0;
    const gait_format target = search->options.target;
    bool is_last = is_plain && !result->summary.tree &&
                   !gaiti_format_has_records(target) && /* these need true parents */
                   (gait_format_get_info(target)->abilities & GAIT_MODEL_SPACE) == 0;
    if (!search->options.from_motion && !is_last) {
        return GAIT_OK;
    }
    gait_status status = is_plain ? search_recover(search, &result->motion) : GAIT_UNSUPPORTED;
    if (status == GAIT_OK) {
        result->summary.source = GAIT_SKELETON_RECOVERED;
        result->summary.tree = result->motion->skeleton;
        result->summary.motion = result->motion;
    } else if (search->options.from_motion && (!is_plain || status == GAIT_NOT_FOUND)) {
        status = search_refuse_motion(search, is_plain);
    } else if (!search->options.from_motion && status != GAIT_NO_MEMORY) {
        status = GAIT_OK; /* bones without parents can be posed */
    }
    return status;
}

/* The number of trees of the skeleton that have bones of the file. */
static gait_status search_count_trees(gait_search *search, const gait_skeleton *tree,
                                      uint32_t *out_count) {
    bool *is_counted = gaiti_alloc(&search->arena, tree->bone_count, sizeof *is_counted);
    *out_count = 0;
    for (uint32_t n = 0; is_counted && n < search->name_count; n++) {
        int32_t bone = gait_skeleton_find(tree, search->names[n]);
        while (bone >= 0 && tree->bones[bone].parent >= 0) {
            bone = tree->bones[bone].parent;
        }
        if (bone >= 0 && !is_counted[bone]) {
            is_counted[bone] = true;
            (*out_count)++;
        }
    }
    return search->arena.status;
}

gait_status gaiti_search_check_records(gait_search *search) {
    const gait_skeleton *tree = search->result->summary.tree;
    bool has_records = gaiti_search_has_records(search) ||
                       (search->is_rtm && gaiti_format_has_records(search->options.target));
    uint32_t recovered = 0, trees;
    for (uint32_t b = 0; tree && has_records && b < tree->bone_count; b++) {
        recovered +=
            tree->bones[b].parent >= 0 && tree->bones[b].parent_origin == GAIT_ORIGIN_RECOVERED;
    }
    if (recovered == 0) {
        return GAIT_OK;
    }
    gaiti_report report = gaiti_report_to(search->options.common.diagnostics);
    report.has_no_offset = true;
    GAITI_TRY(search_count_trees(search, tree, &trees));
    return trees > 1
               ? gaiti_raise(&report, GAITI_BMTR_SEVERAL_TREES, (gaiti_detail){.found = trees})
               : gaiti_raise(&report, GAITI_BMTR_RECOVERED, (gaiti_detail){.found = recovered});
}
