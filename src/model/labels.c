/* Names of spaces, axes and origins. */
#include "gait/model.h"

enum { LABEL_SPACES = 4, LABEL_AXES = 3, LABEL_ORIGINS = 8 };

static const char *const label_spaces[LABEL_SPACES] = {"local", "model", "delta", "local_delta"};
static const char *const label_axes[LABEL_AXES] = {"engine", "file", "gltf"};
static const char *const label_origins[LABEL_ORIGINS] = {
    "unknown", "file", "table", "convention", "parent", "first_frame", "recovered", "pivots",
};

const char *gait_space_name(gait_space space) {
    return (unsigned)space < LABEL_SPACES ? label_spaces[space] : "unknown";
}

const char *gait_axes_name(gait_axes axes) {
    return (unsigned)axes < LABEL_AXES ? label_axes[axes] : "unknown";
}

const char *gait_origin_name(gait_origin origin) {
    return (unsigned)origin < LABEL_ORIGINS ? label_origins[origin] : "unknown";
}

const char *gait_metadata_field_name(uint32_t field) {
    static const char *const names[] = {"events", "motion", "loop",   "flags",  "bone_or_part",
                                        "speed",  "power",  "accrue", "falloff"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (field == 1u << i) {
            return names[i];
        }
    }
    return NULL;
}
