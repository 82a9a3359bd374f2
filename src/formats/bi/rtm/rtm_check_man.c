/* Checks of the animations of humans: a missing bone for the weapon, and a body that moves away. */
#include <math.h>

#include "base/text/text.h"
#include "formats/bi/rtm/rtm.h"
#include "model/affine.h"
#include "model/builtin_tables.h"

bool gaiti_rtm_lacks_weapon(const gaiti_names *bones) {
    const gaiti_builtin_bone *body = gaiti_arma_man()->bones;
    uint32_t found = 0;
    if (gaiti_names_find(bones, gaiti_span_of("weapon")) >= 0) {
        return false;
    }
    for (uint32_t b = 0; b < gaiti_arma_body_count; b++) {
        found += gaiti_names_find(bones, gaiti_span_of(body[b].name)) >= 0;
    }
    return 2 * found >= gaiti_arma_body_count;
}

int32_t gaiti_rtm_pelvis(const gaiti_names *bones) {
    int32_t pelvis = gaiti_names_find(bones, gaiti_span_of("pelvis"));
    return pelvis >= 0 ? pelvis : gaiti_names_find(bones, gaiti_span_of("bricho"));
}

/* The joint of the pelvis in a key. In the rest pose it is at this height, if the model is not
 * known. */
static void rtm_pelvis_at(const gait_rtm *rtm, uint32_t frame, uint32_t pelvis, double out[3]) {
    const double height_m = 0.99;
    float m[12];
    gait_rtm_matrix(rtm, frame, pelvis, m);
    for (int i = 0; i < 3; i++) {
        out[i] = height_m * (double)m[3 + i] + (double)m[9 + i];
    }
}

double gaiti_rtm_travel(const gait_rtm *rtm, uint32_t pelvis) {
    const double far_m = 0.5, level_m = 0.15;
    double first[3], last[3];
    rtm_pelvis_at(rtm, 0, pelvis, first);
    rtm_pelvis_at(rtm, rtm->frame_count - 1, pelvis, last);
    double x = last[0] - first[0], z = last[2] - first[2];
    double distance = sqrt(x * x + z * z);
    return distance > far_m && gaiti_abs(last[1] - first[1]) <= level_m ? distance : 0;
}
