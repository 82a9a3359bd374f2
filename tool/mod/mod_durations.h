/* How long animations last, as the configs of their mods say. */
#ifndef TOOL_MOD_DURATIONS_H
#define TOOL_MOD_DURATIONS_H

#include "options/options.h"
#include "io/source.h"
#include "mod/mod_index.h"

/* For a struct with a member `state_options state`. */
typedef struct state_options {
    const char *name; /* NULL = the duration that most states have */
    bool no_config;
} state_options;

#define OPTIONS_STATE(type)                                                                        \
    OPTION_ROW("state", 0, OPTION_TEXT, "NAME", offsetof(type, state.name),                        \
               "for RTM: the duration of this state of the configs; default: the one that most "   \
               "states have"),                                                                     \
        OPTION_ROW("no-config", 0, OPTION_FLAG, NULL, offsetof(type, state.no_config),             \
                   "for RTM: ignore the configs of the mod")
/* Without `--state`. */
#define OPTIONS_NO_CONFIG(type)                                                                    \
    OPTION_ROW("no-config", 0, OPTION_FLAG, NULL, offsetof(type, state.no_config),                 \
               "ignore the configs of the mod: do not show what plays each clip")

/* The indexes of the mods that were needed; several threads may use it. */
typedef struct mod_durations mod_durations;

mod_durations *mod_durations_new(const state_options *options);
/* NULL is allowed. */
void mod_durations_free(mod_durations *self);
/* The index of the mod of a file whose clips games play, and the file in it. NULL: the file is in
 * no mod with configs, or they are ignored. */
const mod_index *mod_durations_of_source(mod_durations *self, const source *file,
                                         uint32_t *out_file);
/* How long an animation lasts. */
typedef struct mod_duration {
    double seconds;            /* 0 = no state says it */
    const gait_mod *mod;       /* valid as long as the indexes */
    const gait_mod_use *state; /* that says it */
} mod_duration;

/* Finds the duration of an animation, and logs which state it is from. Adds the config to
 * `used_files` (owned texts; may be NULL). Logs errors; returns an exit code. */
int mod_durations_find(mod_durations *self, const char *path, mod_duration *out,
                       text_list *used_files);

#endif
