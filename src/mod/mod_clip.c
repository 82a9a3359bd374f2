/* How the game plays a clip: docs/commands/list.md#in-a-mod. */
#include "mod/mod_layers.h"

#include "base/try.h"
#include "gait/inspect.h"

/* --- the uses of a motion --------------------------------------------------------------------- */

/* The first of the file's sorted uses whose motion is this one or, with `is_after`, a later one. */
static uint32_t clip_find_motion(const gait_mod *mod, uint32_t file, const char *motion,
                                 bool is_after) {
    uint32_t from = mod->first_uses[file], to = mod->first_uses[file + 1];
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order =
            gaiti_mod_compare_motions(gaiti_mod_use(mod, mod->by_motion[middle])->motion, motion);
        if (order < 0 || (is_after && order == 0)) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

/* The uses of a motion of a bank. */
static gait_status clip_find_uses(const gait_mod *mod, uint32_t file, const gait_file *animation,
                                  const gait_clip_info *info, gait_mod_clip *out) {
    static const uint8_t end = 0;
    gait_buffer name = {.allocator = mod->options.allocator};
    uint32_t page = info->name_is_utf8 ? GAIT_CODE_PAGE_UTF8 : gait_file_code_page(animation);
    gait_status status = gait_name_to_utf8(info->name, page, &name);
    if (status == GAIT_OK) {
        status = gait_buffer_append(&name, &end, 1);
    }
    if (status == GAIT_OK) {
        uint32_t first = clip_find_motion(mod, file, (const char *)name.data, false);
        out->uses = mod->by_motion + first;
        out->use_count = clip_find_motion(mod, file, (const char *)name.data, true) - first;
    }
    gait_buffer_free(&name);
    return status;
}

/* --- the clip --------------------------------------------------------------------------------- */

/* The first state, else the first use. */
static const gait_mod_use *clip_first_use(const gait_mod *mod, const gait_mod_clip *clip) {
    for (uint32_t u = 0; u < clip->use_count; u++) {
        if (gaiti_mod_use(mod, clip->uses[u])->kind == GAIT_USE_STATE) {
            return gaiti_mod_use(mod, clip->uses[u]);
        }
    }
    return clip->use_count > 0 ? gaiti_mod_use(mod, clip->uses[0]) : NULL;
}

/* An RTM stores neither duration nor loop. */
static void clip_set_state(const gait_mod *mod, uint32_t file, gait_mod_clip *out) {
    gait_mod_duration duration;
    if (gait_mod_duration_of(mod, file, NULL, &duration) == GAIT_OK) {
        out->first = duration.state;
    }
    if (out->first) {
        out->seconds = out->first->seconds;
        out->seconds_why = out->first->seconds_why;
        out->loop = out->first->loop;
    }
}

static void clip_set_playback(const gait_file *animation, uint32_t clip, const gait_clip_info *info,
                              gait_mod_clip *out) {
    gait_playback playback = gait_file_playback(animation, clip);
    /* Games play each frame for 1/30 s, also the last one. */
    double seconds = playback.known ? info->frame_count / 30.0 / (double)playback.speed : 0;
    bool is_known = info->duration_s > 0 && playback.speed > 0 && seconds > 0 && seconds < 1e9;
    out->seconds = is_known ? seconds : 0;
    out->seconds_why = is_known                                  ? GAIT_SECONDS_KNOWN
                       : playback.known && info->duration_s == 0 ? GAIT_SECONDS_STATIC
                                                                 : GAIT_SECONDS_UNKNOWN;
    out->loop = info->loop;
}

gait_status gait_mod_clip_of(const gait_mod *mod, uint32_t file, const gait_file *animation,
                             uint32_t clip, gait_mod_clip *out) {
    if (out) {
        *out = (gait_mod_clip){.loop = -1};
    }
    if (!out || !mod || !mod->is_finished || file >= mod->path_count ||
        clip >= gait_file_clip_count(animation)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_clip_info info = gait_file_clip_info(animation, clip);
    uint32_t abilities = gait_format_get_info(gait_file_format(animation))->abilities;
    if (abilities & (GAIT_HAS_PARTS | GAIT_HAS_BANK)) {
        GAITI_TRY(clip_find_uses(mod, file, animation, &info, out));
    } else {
        out->uses = mod->by_motion + mod->first_uses[file];
        out->use_count = mod->first_uses[file + 1] - mod->first_uses[file];
    }
    out->first = clip_first_use(mod, out);
    if (abilities & GAIT_HAS_PHASES) {
        clip_set_state(mod, file, out);
    } else {
        clip_set_playback(animation, clip, &info, out);
    }
    return GAIT_OK;
}
