/* Values of playback that games change or that never let a motion end: docs/sampling.md. */
#ifndef GAITI_XRAY_PLAYBACK_H
#define GAITI_XRAY_PLAYBACK_H

#include "base/diagnose.h"

typedef enum gaiti_xray_value {
    GAITI_XRAY_SPEED,
    GAITI_XRAY_POWER,
    GAITI_XRAY_ACCRUE,
    GAITI_XRAY_FALLOFF,
    GAITI_XRAY_VALUES
} gaiti_xray_value;

/* The motion of a value. */
typedef struct gaiti_xray_owner {
    bool is_sdk; /* of an SKL or SKLS, not of a bank */
    bool is_fx;
} gaiti_xray_owner;

/* Raises the rule about detail.number, which games clamp to 0..100 or store as 0. */
void gaiti_xray_check_value(const gaiti_report *report, gaiti_xray_owner owner,
                            gaiti_xray_value value, gaiti_detail detail);

#endif
