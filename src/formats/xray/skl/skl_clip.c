/* Conversion of SDK motions to skeletons and clips. */
#include "base/try.h"
#include "base/number/trig.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/skl/skl_envelope.h"
#include "formats/xray/xray_marks.h"
#include "model/clip.h"
#include "model/quaternion.h"
#include "gait/transform.h"

/* --- one bone --------------------------------------------------------------------------------- */

/* State and memory for the evaluation of a motion. */
typedef struct skl_evaluation {
    gaiti_arena arena;
    const gait_skl *skl;
    const gaiti_skl_motion *motion;
    gait_skl_key *keys[GAIT_SKL_CHANNELS]; /* as many per channel as the longest envelope has */
    gait_skl_curve curves[GAIT_SKL_CHANNELS];
    float *values[GAIT_SKL_CHANNELS]; /* one per frame */
} skl_evaluation;

uint32_t gaiti_skl_max_keys(const gaiti_skl_motion *motion) {
    uint32_t max = 1;
    for (uint32_t b = 0; b < motion->values.bone_count; b++) {
        for (uint32_t c = 0; c < GAIT_SKL_CHANNELS; c++) {
            uint32_t count = motion->bones[b].envelopes[c].key_count;
            max = count > max ? count : max;
        }
    }
    return max;
}

/* Allocates memory for the keys of the motion and `frames` values of each channel. */
static gait_status skl_begin_evaluation(skl_evaluation *work, const gait_skl *skl, uint32_t motion,
                                        uint32_t frames, const gait_options *options) {
    *work = (skl_evaluation){.skl = skl, .motion = &skl->motions[motion]};
    uint32_t max = gaiti_skl_max_keys(work->motion);
    uint64_t cost = GAIT_SKL_CHANNELS *
                    ((uint64_t)max * sizeof(gait_skl_key) + (uint64_t)frames * sizeof(float) + 32);
    gaiti_arena_init(&work->arena, options, cost < SIZE_MAX / 2 ? (size_t)cost : SIZE_MAX / 2);
    for (int c = 0; c < GAIT_SKL_CHANNELS; c++) {
        work->keys[c] = gaiti_alloc(&work->arena, max, sizeof *work->keys[c]);
        work->values[c] =
            work->keys[c] ? gaiti_alloc(&work->arena, frames, sizeof *work->values[c]) : NULL;
        if (!work->values[c]) {
            return work->arena.status;
        }
    }
    return GAIT_OK;
}

static void skl_load_bone(skl_evaluation *work, uint32_t bone) {
    bool wide = gaiti_skl_is_wide(work->skl->kind, work->motion->values.version);
    for (int c = 0; c < GAIT_SKL_CHANNELS; c++) {
        work->curves[c] =
            gaiti_skl_load_curve(&work->motion->bones[bone].envelopes[c], wide, work->keys[c]);
    }
}

/* Samples three channels from `first` on. Returns the number of values: 1 when all three are
 * constant. */
static uint32_t skl_sample(skl_evaluation *work, int first, uint32_t frames) {
    const gait_skl_motion *motion = &work->motion->values;
    double start = motion->frame_start, rate = gaiti_skl_rate(motion->fps);
    uint32_t count = 1;
    bool still[3];
    for (int i = 0; i < 3; i++) {
        still[i] = gaiti_envelope_is_still(&work->curves[first + i]);
        count = still[i] ? count : frames;
    }
    for (int i = 0; i < 3; i++) {
        float *values = work->values[first + i];
        gaiti_envelope_sample(&work->curves[first + i], start, rate, still[i] ? 1 : count, values);
        for (uint32_t k = 1; still[i] && k < count; k++) {
            values[k] = values[0];
        }
    }
    return count;
}

/* Sine and cosine of half an angle, cached because consecutive keys often have equal angles. */
typedef struct skl_half_angle {
    float angle;
    double sine, cosine;
} skl_half_angle;

static void skl_set_half_angle(skl_half_angle *half_angle, float angle) {
    if (!(angle == half_angle->angle)) {
        gaiti_sincos((double)angle / 2, &half_angle->sine, &half_angle->cosine);
        half_angle->angle = angle;
    }
}

/* Heading about Y times pitch about X times bank about Z, for column vectors. */
static void skl_rotation(const skl_half_angle *heading, const skl_half_angle *pitch,
                         const skl_half_angle *bank, double q[4]) {
    double x = pitch->sine * bank->cosine, y = -(pitch->sine * bank->sine);
    double z = pitch->cosine * bank->sine, w = pitch->cosine * bank->cosine;
    q[0] = heading->cosine * x + heading->sine * z;
    q[1] = heading->cosine * y + heading->sine * w;
    q[2] = heading->cosine * z - heading->sine * x;
    q[3] = heading->cosine * w - heading->sine * y;
}

static void skl_store_rotations(const skl_evaluation *work, uint32_t count, float *out) {
    skl_half_angle heading = {0, 0, 1}, pitch = heading, bank = heading;
    for (uint32_t k = 0; k < count; k++, out += 4) {
        double q[4];
        skl_set_half_angle(&heading, work->values[GAIT_SKL_HEADING][k]);
        skl_set_half_angle(&pitch, work->values[GAIT_SKL_PITCH][k]);
        skl_set_half_angle(&bank, work->values[GAIT_SKL_BANK][k]);
        skl_rotation(&heading, &pitch, &bank, q);
        for (int i = 0; i < 4; i++) {
            out[i] = (float)q[i];
        }
    }
}

static void skl_store_translations(const skl_evaluation *work, uint32_t count, float *out) {
    for (uint32_t k = 0; k < count; k++, out += 3) {
        for (int axis = 0; axis < 3; axis++) {
            out[axis] = work->values[axis][k];
        }
    }
}

/* --- the skeleton ----------------------------------------------------------------------------- */

bool gaiti_skl_find_bone(const gaiti_skl_lookup *lookup, uint32_t bone, uint32_t guess,
                         int32_t *out_bone) {
    const gait_skeleton *skeleton = lookup->skeleton;
    gait_span name = lookup->motion->bones[bone].values.name;
    if (guess < skeleton->bone_count &&
        gaiti_equal_utf8(lookup->skl->code_page, name, skeleton->bones[guess].name)) {
        *out_bone = (int32_t)guess;
        return true;
    }
    const char *utf8 = gaiti_utf8(lookup->arena, lookup->skl->code_page, name);
    bool nameless = lookup->skl->kind == GAIT_SKL_OBJECT ? skeleton->bone_count == 1
                                                         : lookup->motion->values.version < 5;
    *out_bone = gait_skeleton_find(skeleton, utf8);
    if (*out_bone < 0 && nameless && bone < skeleton->bone_count) {
        *out_bone = (int32_t)bone;
    }
    return utf8 != NULL;
}

/* Locates the name of a bone, or its first envelope when it has no name, for diagnostics. */
static gaiti_detail skl_bone_place(const gait_skl *skl, const gaiti_skl_motion *motion,
                                   uint32_t bone) {
    gait_span name = motion->bones[bone].values.name;
    gaiti_detail detail = {.name = name};
    if (skl->kind != GAIT_SKL_OBJECT && motion->values.version >= 5) {
        detail.offset = gaiti_skl_offset(skl, name.data);
        detail.length = name.size;
    } else {
        bool wide = gaiti_skl_is_wide(skl->kind, motion->values.version);
        detail.length = wide ? 12 : 4;
        detail.offset = gaiti_skl_offset(skl, motion->bones[bone].envelopes[0].keys.data);
        detail.offset -= detail.offset > 0 ? detail.length : 0;
    }
    return detail;
}

static gait_status skl_match_motion(const gait_skl *skl, const gait_skeleton *tree,
                                    gaiti_report *report, gaiti_arena *arena) {
    const gaiti_skl_motion *motion = &skl->motions[report->clip];
    const gaiti_skl_lookup lookup = {skl, motion, tree, arena};
    gait_status status = GAIT_OK;
    for (uint32_t b = 0; b < motion->values.bone_count; b++) {
        int32_t found;
        if (!gaiti_skl_find_bone(&lookup, b, b, &found)) {
            return arena->status;
        }
        if (found < 0) {
            report->bone = (int32_t)b;
            status = gaiti_raise(report, GAITI_SKL_NOT_IN_TREE, skl_bone_place(skl, motion, b));
        }
    }
    report->bone = -1;
    return status;
}

static gait_status skl_match_tree(const gait_skl *skl, const gait_skeleton *tree,
                                  gait_diagnostics *diagnostics, gaiti_arena *arena) {
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_status result = GAIT_OK;
    for (uint32_t m = 0; m < skl->motion_count && result != GAIT_NO_MEMORY; m++) {
        report.clip = (int32_t)m;
        gait_status status = skl_match_motion(skl, tree, &report, arena);
        result = status == GAIT_OK ? result : status;
    }
    return result;
}

/* Collects the bones of all motions, each once, in order of first occurrence. False when out of
 * memory. */
static bool skl_gather_bones(const gait_skl *skl, gaiti_arena *arena, gait_bone **out_bones,
                             uint32_t *out_count) {
    uint64_t all = 0;
    uint32_t count = 0;
    gaiti_names set;
    for (uint32_t m = 0; m < skl->motion_count; m++) {
        all += skl->motions[m].values.bone_count;
    }
    gait_span *names = gaiti_alloc(arena, all, sizeof *names);
    gait_bone *bones = gaiti_alloc(arena, all, sizeof *bones);
    *out_bones = bones;
    if (!names || !bones || !gaiti_names_init(&set, arena, names, (uint32_t)all)) {
        return false;
    }
    for (uint32_t m = 0; m < skl->motion_count; m++) {
        for (uint32_t b = 0; b < skl->motions[m].values.bone_count; b++) {
            names[count] = skl->motions[m].bones[b].values.name;
            if (gaiti_names_add(&set, count) >= 0) {
                continue;
            }
            bones[count] =
                (gait_bone){.name = gaiti_utf8(arena, skl->code_page, names[count]),
                            .parent = -1,
                            .parent_origin = skl->kind == GAIT_SKL_OBJECT ? GAIT_ORIGIN_FILE
                                                                          : GAIT_ORIGIN_UNKNOWN,
                            .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
            if (!bones[count++].name) {
                return false;
            }
        }
    }
    *out_count = count;
    return true;
}

/* Uses the first frame of a bone as rest pose. */
static void skl_first_frame(skl_evaluation *work, uint32_t index, gait_bone *bone) {
    gait_transform rest = {.s = {1, 1, 1}};
    float q[4], t[3];
    skl_load_bone(work, index);
    skl_sample(work, GAIT_SKL_X, 1);
    skl_sample(work, GAIT_SKL_HEADING, 1);
    skl_store_rotations(work, 1, q);
    skl_store_translations(work, 1, t);
    for (int i = 0; i < 4; i++) {
        rest.q[i] = (double)q[i];
    }
    for (int i = 0; i < 3; i++) {
        rest.t[i] = (double)t[i];
    }
    gait_affine affine = gait_affine_from_transform(&rest);
    gait_affine_decompose(&affine, &bone->rest);
    bone->rest_origin = GAIT_ORIGIN_FIRST_FRAME;
}

/* Sets unknown rest poses to the first frame of a motion. `known` is the skeleton of `bones`, to
 * find them by name. */
static gait_status skl_use_first_frame(const gait_skl *skl, uint32_t motion,
                                       const gait_skeleton *known, gait_bone *bones,
                                       const gait_options *options) {
    skl_evaluation work;
    gait_status status = skl_begin_evaluation(&work, skl, motion, 1, options);
    const gaiti_skl_lookup lookup = {skl, work.motion, known, &work.arena};
    uint32_t count = status == GAIT_OK ? work.motion->values.bone_count : 0;
    for (uint32_t b = 0; b < count && status == GAIT_OK; b++) {
        int32_t bone;
        if (!gaiti_skl_find_bone(&lookup, b, b, &bone)) {
            status = work.arena.status;
        } else if (bone >= 0 && bones[bone].rest_origin == GAIT_ORIGIN_UNKNOWN) {
            skl_first_frame(&work, b, &bones[bone]);
        }
    }
    gaiti_arena_free(&work.arena);
    return status;
}

static bool skl_lacks_rest(const gait_bone *bones, uint32_t count) {
    uint32_t b = 0;
    while (b < count && bones[b].rest_origin != GAIT_ORIGIN_UNKNOWN) {
        b++;
    }
    return b < count;
}

static gait_status skl_make_skeleton(const gait_skl *skl, const gait_skeleton *tree,
                                     const gait_options *options, gaiti_arena *arena,
                                     gait_skeleton **out_skeleton) {
    uint32_t count = tree ? tree->bone_count : 0;
    gait_bone *bones = NULL;
    if (tree) {
        GAITI_TRY(skl_match_tree(skl, tree, options ? options->diagnostics : NULL, arena));
        bones = gaiti_alloc(arena, count, sizeof *bones);
        if (!bones) {
            return arena->status;
        }
        memcpy(bones, tree->bones, count * sizeof *bones);
    } else if (!skl_gather_bones(skl, arena, &bones, &count)) {
        return arena->status;
    }
    /* In a tree, parents come first, and bones without parents keep their order, so
     * gaiti_skeleton_new() does not change indices. */
    const char *name = tree ? tree->name : "";
    gait_status status = gaiti_skeleton_new(name, bones, count, options, out_skeleton);
    if (status != GAIT_OK || skl->motion_count == 0) {
        return status;
    }
    for (uint32_t m = 0; m < skl->motion_count && status == GAIT_OK; m++) {
        if (gait_skl_frame_count(skl, m) > 0 && skl_lacks_rest(bones, count)) {
            status = skl_use_first_frame(skl, m, *out_skeleton, bones, options);
        }
    }
    gait_skeleton_free(*out_skeleton);
    *out_skeleton = NULL;
    GAITI_TRY(status);
    return gaiti_skeleton_new(name, bones, count, options, out_skeleton);
}

gait_status gaiti_skl_bind_skeleton(const gait_skl *skl, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton) || !skl) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&arena, options, 0);
    gait_status status = skl_make_skeleton(skl, tree, options, &arena, out_skeleton);
    gaiti_arena_free(&arena);
    return status;
}

/* --- rotations in model space ----------------------------------------------------------------- */

static void skl_local_rotation(const gaiti_clip *clip, int32_t bone, uint32_t frame, double q[9]) {
    const gait_channel *channel = &clip->tracks[bone].rotation;
    if (channel->count > 0) {
        gaiti_channel_get(channel, true, frame, q);
    } else {
        memcpy(q, clip->clip.skeleton->bones[bone].rest.q, 4 * sizeof *q);
    }
}

/* Converts the keys of one bone from model space to its parent. The rotations of its ancestors must
 * already be local. */
static void skl_orient(gaiti_clip *clip, int32_t bone, float *keys) {
    const gait_bone *bones = clip->clip.skeleton->bones;
    for (uint32_t f = 0; f < clip->clip.frame_count; f++, keys += 4) {
        double q[4], own[9];
        for (int i = 0; i < 4; i++) {
            q[i] = (double)keys[i];
        }
        double model[4] = {0, 0, 0, 1};
        for (int32_t p = bones[bone].parent; p >= 0; p = bones[p].parent) {
            skl_local_rotation(clip, p, f, own);
            gaiti_quaternion_multiply(own, model, model);
        }
        gaiti_quaternion_relative(model, q, q);
        for (int i = 0; i < 4; i++) {
            keys[i] = (float)q[i];
        }
    }
}

/* --- the clip --------------------------------------------------------------------------------- */

static bool skl_is_oriented(const gaiti_skl_motion *motion, uint32_t bone) {
    return motion->bones[bone].values.flags & GAIT_SKL_WORLD_ORIENT;
}

bool gaiti_skl_is_oriented(const gaiti_skl_motion *motion, uint32_t bone,
                           const gait_skeleton *skeleton, int32_t target) {
    return skl_is_oriented(motion, bone) && skeleton->bones[target].parent >= 0;
}

/* Bytes of memory for the keys of a motion. */
static uint64_t skl_to_clip_cost(const gaiti_skl_motion *motion, uint32_t frames) {
    uint64_t cost = 256;
    for (uint32_t b = 0; b < motion->values.bone_count; b++) {
        const gait_skl_envelope *envelopes = motion->bones[b].envelopes;
        bool moves[2] = {false, skl_is_oriented(motion, b)};
        for (int c = 0; c < GAIT_SKL_CHANNELS; c++) {
            moves[c / 3] = moves[c / 3] || envelopes[c].key_count > 1;
        }
        cost += gaiti_arena_cost(moves[0] ? (uint64_t)frames * 12 : 12);
        cost += gaiti_arena_cost(moves[1] ? (uint64_t)frames * 16 : 16);
    }
    return cost;
}

static gait_channel skl_channel_of(const float *keys, uint32_t count, uint32_t width) {
    return (gait_channel){.data = (const uint8_t *)keys,
                          .count = count,
                          .stride = width * (uint32_t)sizeof *keys,
                          .element = GAIT_F32};
}

static bool skl_to_clip_bone(skl_evaluation *work, uint32_t bone, gaiti_clip *result,
                             int32_t target, float **oriented) {
    uint32_t frames = result->clip.frame_count;
    gait_track *track = &result->tracks[target];
    skl_load_bone(work, bone);
    uint32_t count = skl_sample(work, GAIT_SKL_X, frames);
    float *translations = gaiti_alloc(&result->arena, count, 3 * sizeof *translations);
    uint32_t rotation_count = skl_sample(work, GAIT_SKL_HEADING, frames);
    bool orient = gaiti_skl_is_oriented(work->motion, bone, result->clip.skeleton, target);
    uint32_t key_count = orient ? frames : rotation_count;
    float *rotations =
        translations ? gaiti_alloc(&result->arena, key_count, 4 * sizeof *rotations) : NULL;
    if (!rotations) {
        return false;
    }
    skl_store_translations(work, count, translations);
    skl_store_rotations(work, rotation_count, rotations);
    for (uint64_t i = (uint64_t)rotation_count * 4; i < (uint64_t)key_count * 4; i++) {
        rotations[i] = rotations[i - 4];
    }
    track->translation = skl_channel_of(translations, count, 3);
    track->rotation = skl_channel_of(rotations, key_count, 4);
    oriented[target] = orient ? rotations : NULL;
    return true;
}

static gait_status skl_to_clip_tracks(skl_evaluation *work, gaiti_clip *result) {
    const gaiti_skl_motion *motion = work->motion;
    const gait_skeleton *skeleton = result->clip.skeleton;
    const gaiti_skl_lookup lookup = {work->skl, motion, skeleton, &work->arena};
    uint32_t guess = 0;
    float **oriented = gaiti_alloc(&work->arena, skeleton->bone_count, sizeof *oriented);
    if (!oriented) {
        return work->arena.status;
    }
    for (uint32_t b = 0; b < motion->values.bone_count && result->clip.frame_count > 0; b++) {
        int32_t bone;
        if (!gaiti_skl_find_bone(&lookup, b, guess, &bone)) {
            return work->arena.status;
        }
        if (bone < 0) {
            result->missing_bones++;
            continue;
        }
        if (result->tracks[bone].rotation.count > 0) {
            continue;
        }
        if (!skl_to_clip_bone(work, b, result, bone, oriented)) {
            return result->arena.status;
        }
        guess = (uint32_t)bone + 1;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (oriented[b]) {
            skl_orient(result, (int32_t)b, oriented[b]);
        }
    }
    return GAIT_OK;
}

gait_playback gaiti_skl_playback(const void *document, uint32_t motion) {
    const gait_skl *skl = document;
    const gait_skl_motion *values = &skl->motions[motion].values;
    uint32_t flags = values->flags;
    if (skl->kind == GAIT_SKL_OBJECT) {
        return (gait_playback){.known = false};
    }
    if (values->version == 4) { /* two bytes store two of the flags */
        flags = (values->flags & 0xFF ? GAIT_OMF_FX : 0u) |
                (values->flags >> 8 & 0xFF ? GAIT_OMF_STOP_AT_END : 0u);
    }
    return (gait_playback){.known = true,
                           .loop = !(flags & (GAIT_OMF_FX | GAIT_OMF_STOP_AT_END)),
                           .flags = flags,
                           .bone_or_part = (uint16_t)values->bone_or_part,
                           .speed = values->speed,
                           .power = values->power,
                           .accrue = values->accrue,
                           .falloff = values->falloff};
}

static gait_status skl_fill_clip(skl_evaluation *work, gaiti_clip *result) {
    const gait_skl_motion *values = &work->motion->values;
    double rate = gaiti_skl_rate(values->fps);
    result->clip.name = gaiti_utf8(&result->arena, work->skl->code_page, values->name);
    result->clip.space = GAIT_SPACE_LOCAL;
    result->clip.axes = GAIT_AXES_ENGINE;
    result->clip.playback =
        gaiti_skl_playback(work->skl, (uint32_t)(work->motion - work->skl->motions));
    for (uint32_t k = 0; k < result->clip.frame_count; k++) {
        result->time[k] = (float)(k / rate);
    }
    if (!result->clip.name || !gaiti_marks_to_events(work->motion->marks, values->mark_count,
                                                     work->skl->code_page, result)) {
        return result->arena.status;
    }
    return skl_to_clip_tracks(work, result);
}

gait_status gaiti_skl_clip(const gait_skl *skl, uint32_t motion, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip) {
    if (!GAITI_CLEAR(out_clip) || !skeleton || motion >= gait_skl_motion_count(skl)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t frames = gait_skl_frame_count(skl, motion);
    if (frames > GAITI_SKL_FRAMES_MAX) {
        return GAIT_LIMIT; /* constant channels need no bytes per frame, so a tiny file could
                              request gigabytes */
    }
    gait_status status;
    gaiti_clip *result = gaiti_clip_new(
        skeleton, NULL, frames, skl_to_clip_cost(&skl->motions[motion], frames), options, &status);
    if (!result) {
        return status;
    }
    skl_evaluation work;
    status = skl_begin_evaluation(&work, skl, motion, frames, options);
    if (status == GAIT_OK) {
        status = skl_fill_clip(&work, result);
    }
    gaiti_arena_free(&work.arena);
    if (status != GAIT_OK) {
        gait_clip_free(&result->clip);
        return status;
    }
    *out_clip = &result->clip;
    return GAIT_OK;
}
