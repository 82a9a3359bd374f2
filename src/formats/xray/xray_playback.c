/* Reports values that games clamp, or with which a motion never ends. */
#include "formats/xray/xray_playback.h"

/* Games store 65535 steps from 0 to 100, rounded down. */
#define XRAY_VALUE_MAX 100.0
#define XRAY_VALUE_STEP (XRAY_VALUE_MAX / 65535)

void gaiti_xray_check_value(const gaiti_report *report, gaiti_xray_owner owner,
                            gaiti_xray_value value, gaiti_detail detail) {
    /* The power, and accrue and falloff of cycles, may be 0. */
    bool must_end = owner.is_fx ? value != GAITI_XRAY_POWER : value == GAITI_XRAY_SPEED;
    if (!(detail.number >= 0 && detail.number <= XRAY_VALUE_MAX)) {
        gaiti_raise(report, owner.is_sdk ? GAITI_SKL_VALUE : GAITI_OMF_VALUE, detail);
    } else if (must_end && detail.number < XRAY_VALUE_STEP) {
        gaiti_rule endless = owner.is_sdk ? GAITI_SKL_FX_ENDLESS : GAITI_OMF_FX_ENDLESS;
        gaiti_rule no_speed = owner.is_sdk ? GAITI_SKL_NO_SPEED : GAITI_OMF_NO_SPEED;
        gaiti_raise(report, owner.is_fx ? endless : no_speed, detail);
    }
}
