/* Names of spaces, axes, origins, flags and fields. */
#include "gait/bones.h"
#include "gait/model.h"
#include "gait/names.h"

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

const char *gait_bone_outcome_name(gait_bone_outcome outcome) {
    static const char *const names[] = {"left_out", "alone", "recovered", "skeleton"};
    return (unsigned)outcome < sizeof names / sizeof names[0] ? names[outcome] : "unknown";
}

/* The name of a value with one bit; NULL if it has no name. */
static const char *label_bit(uint32_t bit, const char *const *names, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (bit == 1u << i) {
            return names[i];
        }
    }
    return NULL;
}

const char *gait_playback_flag_name(uint32_t flag) {
    static const char *const names[] = {"fx",        "stop-at-end",    "no-mix",
                                        "sync-part", "use-foot-steps", "root-mover",
                                        "idle",      "use-weapon-bone"};
    return label_bit(flag, names, sizeof names / sizeof names[0]);
}

const char *gait_metadata_field_name(uint32_t field) {
    static const char *const names[] = {"events", "motion", "loop",   "flags",  "bone_or_part",
                                        "speed",  "power",  "accrue", "falloff"};
    return label_bit(field, names, sizeof names / sizeof names[0]);
}
