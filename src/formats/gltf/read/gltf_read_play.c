/* Sampling: poses of the bones of a rig at any time of an animation. */
#include "base/try.h"
#include "formats/gltf/read/gltf_read.h"
#include "gait/transform.h"

enum { GPLAY_PATHS = 3 };

static gait_status gplay_find_curves(gaiti_gltf_read_player *player, const gaiti_report *report) {
    const gait_gltf *file = player->file;
    const gaiti_gltf_read_animation *it = &file->animations[player->animation];
    uint32_t count = 0;
    for (uint32_t c = 0; c < it->channels.count; c++) {
        const gaiti_gltf_read_channel *channel = &file->channels[it->channels.first + c];
        int32_t slot = gaiti_gltf_read_moves(channel) ? player->rig->slot_of[channel->node] : -1;
        if (slot < 0) {
            continue;
        }
        const gaiti_gltf_read_sampler *sampler = &file->samplers[channel->sampler];
        if (!file->accessors[sampler->input].times.is_sorted ||
            file->accessors[sampler->input].is_broken ||
            file->accessors[sampler->output].is_broken) {
            GAITI_TRY(gaiti_gltf_read_validate_times(file, report, channel));
            return gaiti_gltf_read_validate_values(file, report, channel);
        }
        player->curves[count] = gaiti_gltf_read_curve_of(file, channel);
        player->channels[count] = it->channels.first + c;
        player->curve_of[slot * GPLAY_PATHS + channel->path] = (int32_t)count++;
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_read_play(gaiti_gltf_read_player *player, const gait_gltf *file,
                                 uint32_t animation, const gait_gltf_rig *rig,
                                 const gait_options *options) {
    uint32_t curves = file->animations[animation].channels.count, slots = rig->slot_count;
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    report.clip = (int32_t)animation;
    *player = (gaiti_gltf_read_player){.file = file, .rig = rig, .animation = animation};
    gaiti_arena *scratch = &player->scratch;
    gaiti_arena_init(scratch, options,
                     (size_t)curves * (sizeof *player->curves + 4) +
                         (size_t)slots * (sizeof *player->relative + 12) + 64);
    GAITI_TRY(gaiti_gltf_check_complete(file, report.sink));
    player->curves = gaiti_alloc(scratch, curves, sizeof *player->curves);
    player->channels = gaiti_alloc(scratch, curves, sizeof *player->channels);
    player->curve_of = gaiti_alloc(scratch, (uint64_t)slots * GPLAY_PATHS, sizeof(int32_t));
    player->relative = gaiti_alloc(scratch, slots, sizeof *player->relative);
    GAITI_TRY(scratch->status);
    for (uint32_t i = 0; i < slots * GPLAY_PATHS; i++) {
        player->curve_of[i] = -1;
    }
    return gplay_find_curves(player, &report);
}

void gaiti_gltf_read_stop(gaiti_gltf_read_player *player) {
    gaiti_arena_free(&player->scratch);
}

static bool gplay_is_finite(const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i] * 0;
    }
    return sum == 0;
}

/* The transform of a slot's node relative to its parent node. False when a value is not finite. */
static bool gplay_slot(gaiti_gltf_read_player *player, uint32_t slot, double time, double snap,
                       gait_transform *out) {
    *out = player->file->nodes[player->rig->slots[slot]].local;
    double *const parts[GPLAY_PATHS] = {out->t, out->q, out->s};
    bool is_finite = true;
    for (unsigned path = 0; path < GPLAY_PATHS; path++) {
        int32_t curve = player->curve_of[slot * GPLAY_PATHS + path];
        if (curve >= 0) {
            double value[4];
            int count = path == GAITI_GLTF_PATH_ROTATION ? 4 : 3;
            gaiti_gltf_read_evaluate(&player->curves[curve], time, snap, value);
            for (int i = 0; i < count; i++) {
                parts[path][i] = value[i];
            }
            is_finite = is_finite && gplay_is_finite(value, count);
        }
    }
    return is_finite;
}

/* Samples one transform per bone, relative to its parent. A key at most `snap` seconds from `time`
 * is used exactly. False when a value is not finite. */
static bool gplay_at(gaiti_gltf_read_player *player, double time, double snap,
                     gait_transform *out) {
    const gait_gltf_rig *rig = player->rig;
    bool is_folded = rig->slot_count > rig->bone_count, is_finite = true;
    for (uint32_t slot = 0; slot < rig->slot_count; slot++) {
        gait_transform local;
        int32_t above = rig->above[slot], bone = rig->bone_of[slot];
        is_finite = gplay_slot(player, slot, time, snap, &local) && is_finite;
        bool is_direct = above < 0 || rig->bone_of[above] >= 0;
        if (is_folded && (bone < 0 || !is_direct)) {
            gait_affine affine = gait_affine_from_transform(&local);
            player->relative[slot] =
                is_direct ? affine : gait_affine_multiply(&player->relative[above], &affine);
            if (bone >= 0) {
                gait_affine_decompose(&player->relative[slot], &local);
            }
        }
        if (bone >= 0) {
            out[bone] = local;
        }
    }
    return is_finite;
}

/* Raises the first key value that is not finite. */
static gait_status gplay_refuse(const gaiti_gltf_read_player *player, const gait_options *options) {
    const gaiti_gltf_read_animation *it = &player->file->animations[player->animation];
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    report.clip = (int32_t)player->animation;
    for (uint32_t c = 0; c < it->channels.count; c++) {
        const gaiti_gltf_read_channel *channel = &player->file->channels[it->channels.first + c];
        if (gaiti_gltf_read_moves(channel) && player->rig->slot_of[channel->node] >= 0) {
            GAITI_TRY(gaiti_gltf_read_validate_values(player->file, &report, channel));
        }
    }
    return GAIT_CORRUPT;
}

gait_status gaiti_gltf_read_play_frames(gaiti_gltf_read_player *player, const double *times,
                                        uint32_t count, double snap, const gait_options *options,
                                        gait_transform *out) {
    for (uint32_t t = 0; t < count; t++) {
        if (!gplay_at(player, times[t], snap, out + (size_t)t * player->rig->bone_count)) {
            return gplay_refuse(player, options);
        }
    }
    return GAIT_OK;
}

gait_status gaiti_gltf_sample(const gait_gltf_animated_rig *animated, const double *times,
                              uint32_t time_count, const gait_options *options,
                              gait_transform *out) {
    gaiti_gltf_read_player player;
    if (!animated || !gaiti_gltf_rig_fits(animated->rig, animated->file) ||
        animated->animation >= animated->file->count.animations ||
        (time_count > 0 && (!times || !out)) ||
        !gplay_is_finite(times, (int)(time_count > INT32_MAX ? 0 : time_count))) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status =
        gaiti_gltf_read_play(&player, animated->file, animated->animation, animated->rig, options);
    if (status == GAIT_OK) {
        status = gaiti_gltf_read_play_frames(&player, times, time_count, 0, options, out);
    }
    gaiti_gltf_read_stop(&player);
    return status;
}
