/* The skeleton that the motion of a plain RTM shows, if no other one is known. */
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
        status = gait_recover_skeleton(clip->name, clips, 1, 0, &search->quiet, out);
    }
    gait_clip_free(clip);
    gait_skeleton_free(bones);
    return status;
}

gait_status gaiti_search_motion(gait_search *search) {
    gait_search_result *result = search->result;
    if (result->summary.tree || !gaiti_file_has(search->animation, GAIT_MODEL_SPACE) ||
        gait_file_clip_count(search->animation) == 0 ||
        gaiti_format_has_records(search->options.target) ||
        (gait_format_get_info(search->options.target)->abilities & GAIT_MODEL_SPACE) != 0) {
        return GAIT_OK; /* a plain RTM needs no parents, and records need true ones */
    }
    gait_status status = search_recover(search, &result->motion);
    if (status == GAIT_OK) {
        result->summary.source = GAIT_SKELETON_RECOVERED;
        result->summary.tree = result->motion->skeleton;
        result->summary.motion = result->motion;
    }
    return status == GAIT_NO_MEMORY ? status : GAIT_OK; /* bones without parents can be posed */
}
