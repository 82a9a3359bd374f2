/* How long an animation lasts: the duration that most of the states with it have. */
#include "mod/mod_layers.h"

#include "base/text/text.h"

enum { MOD_STATES_MAX = 4096 /* of one animation that are compared */ };

static bool mod_has_state_name(const gait_mod_use *use, const char *name) {
    return use->name && gaiti_equal_name(gaiti_span_of(use->name), gaiti_span_of(name));
}

gait_status gait_mod_duration_of(const gait_mod *mod, uint32_t file, const char *state,
                                 gait_mod_duration *out) {
    if (!mod || !out || file >= gait_mod_file_count(mod)) {
        return GAIT_BAD_ARGUMENT;
    }
    *out = (gait_mod_duration){0};
    gait_mod_file info = gait_mod_file_at(mod, file);
    uint32_t count = info.use_count < MOD_STATES_MAX ? info.use_count : MOD_STATES_MAX;
    uint32_t end = info.first_use + count, most = 0;
    for (uint32_t u = info.first_use; u < end; u++) {
        const gait_mod_use *use = gaiti_mod_use(mod, u);
        double seconds = gaiti_mod_seconds_of(use);
        if (!(seconds > 0) || (state && !mod_has_state_name(use, state))) {
            continue;
        }
        uint32_t equal = 0;
        for (uint32_t other = info.first_use; other < end; other++) {
            equal += gaiti_mod_seconds_of(gaiti_mod_use(mod, other)) == seconds;
        }
        if (equal > most) {
            most = equal;
            out->seconds = seconds;
            out->state = use;
        }
    }
    for (uint32_t u = info.first_use; u < end && out->state; u++) {
        const gait_mod_use *use = gaiti_mod_use(mod, u);
        double seconds = gaiti_mod_seconds_of(use);
        bool is_other = use != out->state && seconds > 0;
        out->other_count += is_other;
        out->other = is_other && seconds != out->seconds && !out->other ? use : out->other;
    }
    return out->state ? GAIT_OK : GAIT_NOT_FOUND;
}
