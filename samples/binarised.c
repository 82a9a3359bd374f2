#include "binarised.h"

#include "soldier.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"

#include "gait/bmtr.h"
#include "gait/rtm.h"

enum { NEWEST = 5 };

static gait_status write_encoded(const gait_clip *clip, gait_buffer *out) {
    gait_bmtr *bmtr = NULL;
    gait_status status = gaiti_bmtr_from_clip(clip, NEWEST, 0, NULL, NULL, &bmtr);
    if (status == GAIT_OK) {
        status = gait_bmtr_write(bmtr, out);
    }
    gait_bmtr_free(bmtr);
    return status;
}

/* The plain file has no hierarchy, so the bones are bound to the built-in skeleton. */
static gait_status write_posed(const gait_rtm *walk, gait_buffer *out) {
    gait_skeleton *man = NULL, *skeleton = NULL;
    gait_clip *clip = NULL;
    gait_status status = gait_builtin_skeleton("arma3-man", NULL, &man);
    if (status == GAIT_OK) {
        status = gaiti_rtm_bind_skeleton(walk, man, NULL, &skeleton);
    }
    if (status == GAIT_OK) {
        status = gaiti_rtm_clip(walk, "walk", skeleton, NULL, &clip);
    }
    if (status == GAIT_OK) {
        status = write_encoded(clip, out);
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(man);
    return status;
}

gait_status write_binarised_walk(gait_buffer *out) {
    gait_buffer plain = {0};
    gait_rtm *walk = NULL;
    gait_status status = write_walk(&plain);
    if (status == GAIT_OK) {
        status = gaiti_rtm_open((gait_span){plain.data, plain.size}, NULL, &walk);
    }
    if (status == GAIT_OK) {
        status = write_posed(walk, out);
    }
    gaiti_rtm_free(walk);
    gait_buffer_free(&plain);
    return status;
}
