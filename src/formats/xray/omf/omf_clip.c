/* Conversion of a bank to skeletons and clips. */
#include "base/try.h"
#include "base/text/text.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"
#include "model/clip.h"
#include "gait/transform.h"

/* --- keys as channels ------------------------------------------------------------------------- */

/* Files store the conjugate of the rotation for column vectors. */
enum { OMF_CONJUGATE = 7 };

static gait_channel omf_rotation(const gait_omf_track *track, uint32_t frame_count) {
    bool floats = track->flags & GAIT_OMF_FLOAT_KEYS;
    bool constant = track->flags & GAIT_OMF_ROTATION_CONSTANT;
    return (gait_channel){.data = track->rotation_keys.data,
                          .count = constant ? 1 : frame_count,
                          .stride = gaiti_omf_rotation_size(track->flags),
                          .negate = OMF_CONJUGATE,
                          .element = floats ? GAIT_F32_LE : GAIT_SNORM16};
}

/* Floats in the file: keys, or the constant after the rotation. */
static gait_channel omf_plain_translation(const gait_omf_track *track, uint32_t frame_count) {
    bool keyed = track->flags & GAIT_OMF_TRANSLATION_KEYS;
    const uint8_t *constant = track->rotation_keys.data + track->rotation_keys.size;
    return (gait_channel){.data = keyed ? track->translation_keys.data : constant,
                          .count = keyed ? frame_count : 1,
                          .stride = 12,
                          .element = GAIT_F32_LE};
}

/* Converts one track. False when out of memory. In a motion without frames, channels with keys
 * remain absent. */
static bool omf_to_clip_track(const gait_omf_track *track, uint32_t frame_count, gaiti_arena *arena,
                              gait_track *out) {
    out->rotation = omf_rotation(track, frame_count);
    if (!gaiti_omf_is_quantised(track)) {
        out->translation = omf_plain_translation(track, frame_count);
        return true;
    }
    float *keys = gaiti_alloc(arena, frame_count, 3 * sizeof *keys);
    if (!keys) {
        return false;
    }
    gaiti_omf_scale_keys(track, frame_count, keys);
    out->translation = (gait_channel){
        .data = (const uint8_t *)keys, .count = frame_count, .stride = 12, .element = GAIT_F32};
    return true;
}

/* --- the skeleton ----------------------------------------------------------------------------- */

static void omf_unit_transform(gait_transform *rest) {
    *rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
}

static void omf_first_translation(const gait_omf_track *track, double t[9]) {
    gait_omf_track first = *track;
    float key[3];
    if (gaiti_omf_is_quantised(track)) {
        gaiti_omf_scale_keys(&first, 1, key);
        for (int axis = 0; axis < 3; axis++) {
            t[axis] = key[axis];
        }
    } else {
        gait_channel channel = omf_plain_translation(track, 1);
        gaiti_channel_get(&channel, false, 0, t);
    }
}

/* Uses the first key of a track of the first motion as rest pose. */
static void omf_first_frame(const gait_omf *omf, uint32_t track, gait_bone *bone) {
    gait_omf_track values = gait_omf_track_at(omf, 0, track);
    gait_transform rest;
    double key[9];
    omf_unit_transform(&rest);
    gait_channel rotation = omf_rotation(&values, 1);
    gaiti_channel_get(&rotation, true, 0, key);
    memcpy(rest.q, key, sizeof rest.q);
    omf_first_translation(&values, key);
    memcpy(rest.t, key, sizeof rest.t);
    gait_affine affine = gait_affine_from_transform(&rest);
    gait_affine_decompose(&affine, &bone->rest);
    bone->rest_origin = GAIT_ORIGIN_FIRST_FRAME;
}

/* Sets the track of each bone of the tree: the first of duplicates, -1 = none. */
static gait_status omf_match_tree(const gait_omf *omf, const gait_skeleton *tree,
                                  gait_diagnostics *diagnostics, gaiti_arena *arena,
                                  int32_t **out_tracks) {
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_status status = GAIT_OK;
    int32_t *tracks = gaiti_alloc(arena, tree->bone_count, sizeof *tracks);
    for (uint32_t b = 0; tracks && b < tree->bone_count; b++) {
        tracks[b] = -1;
    }
    for (uint32_t t = 0; tracks && t < omf->bone_count; t++) {
        gait_span name = gait_omf_bone_name(omf, t);
        const char *utf8 = gaiti_utf8(arena, omf->code_page, name);
        int32_t bone = gait_skeleton_find(tree, utf8);
        GAITI_TRY(arena->status);
        if (bone < 0) {
            report.bone = (int32_t)t;
            status = gaiti_raise(&report, GAITI_OMF_NOT_IN_TREE,
                                 (gaiti_detail){.offset = gaiti_omf_offset(omf, name.data),
                                                .length = name.size,
                                                .name = name});
        } else if (tracks[bone] < 0) {
            tracks[bone] = (int32_t)t;
        }
    }
    *out_tracks = tracks;
    return tracks ? status : arena->status;
}

/* Copies the bones of the tree, or creates those of the bank without parents. NULL when out of
 * memory. */
static gait_bone *omf_bones(const gait_omf *omf, const gait_skeleton *tree, gaiti_arena *arena,
                            uint32_t *out_count) {
    *out_count = tree ? tree->bone_count : omf->bone_count;
    gait_bone *bones = gaiti_alloc(arena, *out_count, sizeof *bones);
    for (uint32_t b = 0; bones && b < *out_count; b++) {
        if (tree) {
            bones[b] = tree->bones[b];
            continue;
        }
        bones[b] = (gait_bone){
            .name = gaiti_utf8(arena, omf->code_page, gait_omf_bone_name(omf, b)), .parent = -1};
        omf_unit_transform(&bones[b].rest);
        if (!bones[b].name) {
            return NULL;
        }
    }
    return bones;
}

static gait_status omf_make_skeleton(const gait_omf *omf, const gait_skeleton *tree,
                                     const gait_options *options, gaiti_arena *arena,
                                     gait_skeleton **out_skeleton) {
    uint32_t count;
    int32_t *tracks = NULL;
    if (tree) {
        GAITI_TRY(omf_match_tree(omf, tree, options ? options->diagnostics : NULL, arena, &tracks));
    }
    gait_bone *bones = omf_bones(omf, tree, arena, &count);
    if (!bones) {
        return arena->status;
    }
    bool keyed = gait_omf_motion_count(omf) > 0 && omf->keys[0].frame_count > 0;
    for (uint32_t b = 0; keyed && b < count; b++) {
        int32_t track = tracks ? tracks[b] : (int32_t)b;
        if (track >= 0 && bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN) {
            omf_first_frame(omf, (uint32_t)track, &bones[b]);
        }
    }
    return gaiti_skeleton_new(tree ? tree->name : "", bones, count, options, out_skeleton);
}

gait_status gaiti_omf_bind_skeleton(const gait_omf *omf, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || !omf) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&arena, options, 0);
    gait_status status = omf_make_skeleton(omf, tree, options, &arena, out_skeleton);
    gaiti_arena_free(&arena);
    return status;
}

/* --- the clip --------------------------------------------------------------------------------- */

/* Finds the bone of a track. Bones and tracks usually have the same order, so `guess` is compared
 * first. False when out of memory. */
static bool omf_bone_of(const gait_omf *omf, gaiti_clip *clip, uint32_t track, uint32_t guess,
                        int32_t *out_bone) {
    const gait_skeleton *skeleton = clip->clip.skeleton;
    gait_span name = gait_omf_bone_name(omf, track);
    if (guess < skeleton->bone_count &&
        gaiti_equal_utf8(omf->code_page, name, skeleton->bones[guess].name)) {
        *out_bone = (int32_t)guess;
        return true;
    }
    const char *utf8 = gaiti_utf8(&clip->arena, omf->code_page, name);
    *out_bone = gait_skeleton_find(skeleton, utf8);
    return utf8 != NULL;
}

/* Bytes of keys to allocate for a motion; other channels point into the file. */
static uint64_t omf_to_clip_cost(const gait_omf *omf, uint32_t motion) {
    const gaiti_omf_keys *keys = &omf->keys[motion];
    uint64_t cost = 256;
    for (uint32_t t = 0; t < omf->bone_count; t++) {
        uint8_t flags = keys->tracks.data[keys->offsets[t]];
        bool quantised = (flags & (GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_FLOAT_KEYS)) ==
                         GAIT_OMF_TRANSLATION_KEYS;
        cost += quantised ? gaiti_arena_cost((uint64_t)keys->frame_count * 12) : 0;
    }
    return cost;
}

static bool omf_to_clip_tracks(const gait_omf *omf, uint32_t motion, gaiti_clip *result) {
    uint32_t frame_count = omf->keys[motion].frame_count;
    uint32_t guess = 0;
    for (uint32_t t = 0; frame_count > 0 && t < omf->bone_count; t++) {
        int32_t bone;
        if (!omf_bone_of(omf, result, t, guess, &bone)) {
            return false;
        }
        if (bone < 0) {
            result->missing_bones++;
            continue;
        }
        gait_omf_track track;
        gaiti_omf_read_track(omf, motion, t, &track);
        if (!omf_to_clip_track(&track, frame_count, &result->arena, &result->tracks[bone])) {
            return false;
        }
        guess = (uint32_t)bone + 1;
    }
    return true;
}

gait_playback gaiti_omf_playback(const void *document, uint32_t motion) {
    const gait_omf *omf = document;
    const gait_omf_motion *values = &omf->definitions[motion].values;
    return (gait_playback){.known = true,
                           .loop = !(values->flags & (GAIT_OMF_FX | GAIT_OMF_STOP_AT_END)),
                           .flags = values->flags,
                           .bone_or_part = values->bone_or_part,
                           .speed = values->speed,
                           .power = values->power,
                           .accrue = values->accrue,
                           .falloff = values->falloff};
}

gait_status gaiti_omf_clip(const gait_omf *omf, uint32_t motion, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip) {
    if (!GAITI_CLEAR(out_clip) || !skeleton || motion >= gait_omf_motion_count(omf)) {
        return GAIT_BAD_ARGUMENT;
    }
    const gaiti_omf_definition *definition = &omf->definitions[motion];
    uint32_t frame_count = omf->keys[motion].frame_count;
    if (frame_count > GAITI_OMF_FRAMES_MAX) {
        return GAIT_LIMIT; /* constant tracks need no bytes per frame, so a tiny file could request
                              gigabytes */
    }
    gait_status status;
    gaiti_clip *result = gaiti_clip_new(skeleton, NULL, frame_count, omf_to_clip_cost(omf, motion),
                                        options, &status);
    GAITI_TRY(status);
    result->clip.name = gaiti_utf8(&result->arena, omf->code_page, definition->values.name);
    result->clip.space = GAIT_SPACE_LOCAL;
    result->clip.axes = GAIT_AXES_ENGINE;
    result->clip.playback = gaiti_omf_playback(omf, motion);
    for (uint32_t k = 0; k < frame_count; k++) {
        result->time[k] = (float)(k / 30.0);
    }
    if (!result->clip.name || !omf_to_clip_tracks(omf, motion, result) ||
        !gaiti_marks_to_events(definition->marks, definition->mark_count, omf->code_page, result)) {
        status = result->arena.status;
        gait_clip_free(&result->clip);
        return status;
    }
    *out_clip = &result->clip;
    return GAIT_OK;
}
