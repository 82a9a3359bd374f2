/* Conversion of SEAnim to skeletons and clips. */
#include "base/try.h"
#include "formats/seanim/seanim.h"
#include "model/clip.h"
#include "model/quaternion.h"

/* --- one bone --------------------------------------------------------------------------------- */

/* Converts centimetres with Z up to metres in glTF axes; rotations and scales only change axes. */
static void seanim_to_gltf_axes(double v[4], unsigned kind) {
    double unit = kind == GAITI_SEANIM_TRANSLATION ? 100 : 1, y = v[1] / unit;
    v[0] = v[0] / unit;
    v[1] = v[2] / unit;
    v[2] = kind == GAITI_SEANIM_SCALE ? y : -y;
}

/* The rest pose in glTF axes. */
static void seanim_rest(const gait_bone *bone, unsigned kind, double out[4]) {
    const double *t = bone->rest.t, *q = bone->rest.q, *s = bone->rest.s;
    const double values[GAITI_SEANIM_KINDS][4] = {
        {-t[0], t[1], t[2], 0}, {q[0], -q[1], -q[2], q[3]}, {s[0], s[1], s[2], 0}};
    memcpy(out, values[kind], sizeof values[kind]);
}

/* The value of a key relative to the parent. */
static void seanim_pose(const gait_bone *bone, gaiti_seanim_type type, unsigned kind, double v[4]) {
    double rest[4];
    seanim_to_gltf_axes(v, kind);
    seanim_rest(bone, kind, rest);
    if (kind == GAITI_SEANIM_ROTATION && type == GAITI_SEANIM_ADDITIVE) {
        gaiti_quaternion_multiply(rest, v, v);
    }
    for (int i = 0; i < 3 && kind != GAITI_SEANIM_ROTATION; i++) {
        bool is_relative = kind == GAITI_SEANIM_TRANSLATION && type != GAITI_SEANIM_ABSOLUTE;
        bool is_added = kind == GAITI_SEANIM_SCALE && type == GAITI_SEANIM_ADDITIVE;
        v[i] = is_relative ? rest[i] + v[i] : is_added ? rest[i] * v[i] : v[i];
    }
}

/* Keys of one kind of a bone, read one after the other. Keys whose frame is not after the previous
 * one are skipped. */
typedef struct seanim_cursor {
    const gait_seanim *seanim;
    const gaiti_seanim_keys *keys;
    const gait_bone *bone;
    gaiti_seanim_type type;
    unsigned kind;
    uint32_t next;           /* the first key that was not read */
    int64_t from, to;        /* frames of the two keys around a frame; equal after the last key */
    double start[4], end[4]; /* their values */
} seanim_cursor;

/* Reads the next key into `end`, after moving that to `start`. */
static void seanim_advance(seanim_cursor *cursor) {
    cursor->from = cursor->to;
    memcpy(cursor->start, cursor->end, sizeof cursor->end);
    while (cursor->next < cursor->keys->count) {
        double value[4] = {0};
        int64_t frame =
            gaiti_seanim_key(cursor->seanim, cursor->keys, cursor->kind, cursor->next++, value);
        if (frame > cursor->to) {
            seanim_pose(cursor->bone, cursor->type, cursor->kind, value);
            memcpy(cursor->end, value, sizeof value);
            cursor->to = frame;
            return;
        }
    }
}

static void seanim_interpolate(const seanim_cursor *cursor, double fraction, double out[4]) {
    const double *a = cursor->start, *b = cursor->end;
    if (cursor->kind != GAITI_SEANIM_ROTATION) {
        for (int i = 0; i < 3; i++) {
            out[i] = (1 - fraction) * a[i] + fraction * b[i];
        }
        return;
    }
    double from[4], to[4];
    memcpy(from, a, sizeof from);
    memcpy(to, b, sizeof to);
    gaiti_quaternion_normalise(from);
    gaiti_quaternion_normalise(to);
    gaiti_quaternion_slerp(from, to, fraction, out);
}

/* Stores the value of each frame: linear between keys, constant before the first and after the last
 * one. */
static void seanim_sample(seanim_cursor *cursor, uint32_t frames, float *out) {
    uint32_t numbers = gaiti_seanim_numbers(cursor->kind);
    seanim_advance(cursor);
    memcpy(cursor->start, cursor->end, sizeof cursor->end);
    cursor->from = -1;
    for (uint32_t f = 0; f < frames; f++, out += numbers) {
        double value[4];
        while (f > cursor->to && cursor->from != cursor->to) {
            seanim_advance(cursor);
        }
        bool is_between = f < cursor->to && cursor->from >= 0;
        memcpy(value, f < cursor->to ? cursor->start : cursor->end, sizeof value);
        if (is_between && f > cursor->from) {
            double length = (double)(cursor->to - cursor->from);
            seanim_interpolate(cursor, (double)(f - cursor->from) / length, value);
        }
        for (uint32_t i = 0; i < numbers; i++) {
            out[i] = (float)value[i];
        }
    }
}

/* --- the skeleton ----------------------------------------------------------------------------- */

/* The bone of the skeleton, -1 = none. `guess` is compared first. */
static int32_t seanim_find_bone(const gait_seanim *seanim, const gait_skeleton *skeleton,
                                uint32_t index, uint32_t guess) {
    const char *name = seanim->bones[index].utf8;
    return guess < skeleton->bone_count && strcmp(skeleton->bones[guess].name, name) == 0
               ? (int32_t)guess
               : gait_skeleton_find(skeleton, name);
}

static gait_status seanim_match_tree(const gait_seanim *seanim, const gait_skeleton *tree,
                                     const gait_options *options) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gait_status status = GAIT_OK;
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim); b++) {
        if (seanim_find_bone(seanim, tree, b, b) < 0) {
            const char *name = seanim->bones[b].utf8;
            report.bone = (int32_t)b;
            status = gaiti_raise(
                &report, GAITI_SEANIM_NOT_IN_TREE,
                (gaiti_detail){.offset = gaiti_seanim_offset(seanim, seanim->bones[b].name),
                               .length = seanim->bones[b].name.size + 1,
                               .name = gaiti_span_of(name),
                               .name_is_utf8 = true});
        }
    }
    return status;
}

/* Uses the first keys of an absolute bone as its rest pose. */
static void seanim_use_first_keys(const gait_seanim *seanim, uint32_t index, gait_bone *bone) {
    double *rest[] = {bone->rest.t, bone->rest.q, bone->rest.s};
    for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS; kind++) {
        static const double signs[][4] = {{-1, 1, 1, 0}, {1, -1, -1, 1}, {1, 1, 1, 0}};
        double v[4] = {0};
        if (seanim->bones[index].keys[kind].count == 0) {
            continue;
        }
        gaiti_seanim_key(seanim, &seanim->bones[index].keys[kind], kind, 0, v);
        seanim_to_gltf_axes(v, kind);
        for (uint32_t i = 0; i < gaiti_seanim_numbers(kind); i++) {
            rest[kind][i] = signs[kind][i] * v[i];
        }
        bone->rest_origin = GAIT_ORIGIN_FIRST_FRAME;
    }
    gaiti_quaternion_normalise(bone->rest.q);
}

static gait_status seanim_make_skeleton(const gait_seanim *seanim, const gait_skeleton *tree,
                                        const gait_options *options, gaiti_arena *arena,
                                        gait_skeleton **out_skeleton) {
    uint32_t listed = gaiti_seanim_bone_count(seanim), count = tree ? tree->bone_count : listed;
    gait_status status = tree ? seanim_match_tree(seanim, tree, options) : GAIT_OK;
    gait_bone *bones = status == GAIT_OK ? gaiti_alloc(arena, count, sizeof *bones) : NULL;
    if (!bones) {
        return status == GAIT_OK ? arena->status : status;
    }
    for (uint32_t b = 0; b < count; b++) {
        bones[b] = tree ? tree->bones[b]
                        : (gait_bone){.name = seanim->bones[b].utf8,
                                      .parent = -1,
                                      .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
    for (uint32_t b = 0; b < listed && seanim->type == GAITI_SEANIM_ABSOLUTE; b++) {
        int32_t bone = tree ? seanim_find_bone(seanim, tree, b, b) : (int32_t)b;
        if (bones[bone].rest_origin == GAIT_ORIGIN_UNKNOWN) {
            seanim_use_first_keys(seanim, b, &bones[bone]);
        }
    }
    return gaiti_skeleton_new(tree ? tree->name : "", bones, count, options, out_skeleton);
}

/* Raises what the file does not state. */
static void seanim_raise_notes(const gait_seanim *seanim, const gait_options *options) {
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gaiti_raise(&report, GAITI_SEANIM_UP_AXIS, (gaiti_detail){.offset = 0, .length = 6});
    if (seanim->type == GAITI_SEANIM_ADDITIVE) {
        gaiti_raise(&report, GAITI_SEANIM_ADDED, (gaiti_detail){.offset = 10, .length = 1});
    }
}

gait_status gaiti_seanim_bind_skeleton(const gait_seanim *seanim, const gait_skeleton *tree,
                                       const gait_options *options, gait_skeleton **out_skeleton) {
    gaiti_arena arena;
    if (!GAITI_CLEAR(out_skeleton)) {
        return GAIT_BAD_ARGUMENT;
    }
    seanim_raise_notes(seanim, options);
    gaiti_arena_init(&arena, options, 0);
    gait_status status = seanim_make_skeleton(seanim, tree, options, &arena, out_skeleton);
    gaiti_arena_free(&arena);
    return status;
}

/* --- the clip --------------------------------------------------------------------------------- */

/* The types of all bones of the skeleton: that of the nearest modifier at the bone or above. */
static gaiti_seanim_type *seanim_types(const gait_seanim *seanim, const gait_skeleton *skeleton,
                                       gaiti_arena *arena) {
    uint32_t listed = gaiti_seanim_bone_count(seanim);
    gaiti_seanim_type *types = gaiti_alloc(arena, skeleton->bone_count, sizeof *types);
    for (uint32_t b = 0; types && b < skeleton->bone_count; b++) {
        types[b] = GAITI_SEANIM_TYPES;
    }
    for (uint32_t m = 0; types && m < gaiti_seanim_modifier_count(seanim); m++) {
        const gaiti_seanim_modifier *modifier = &seanim->modifiers[m];
        int32_t bone = modifier->bone < listed
                           ? seanim_find_bone(seanim, skeleton, modifier->bone, modifier->bone)
                           : -1;
        if (bone >= 0 && modifier->type < GAITI_SEANIM_TYPES) {
            types[bone] = (gaiti_seanim_type)modifier->type;
        }
    }
    gaiti_seanim_type whole =
        seanim->type < GAITI_SEANIM_TYPES ? (gaiti_seanim_type)seanim->type : GAITI_SEANIM_ABSOLUTE;
    for (uint32_t b = 0; types && b < skeleton->bone_count; b++) { /* parents come first */
        int32_t parent = skeleton->bones[b].parent;
        if (types[b] == GAITI_SEANIM_TYPES) {
            types[b] = parent >= 0 ? types[parent] : whole;
        }
    }
    return types;
}

static bool seanim_to_clip_bone(const gait_seanim *seanim, uint32_t index, int32_t bone,
                                gaiti_seanim_type type, gaiti_clip *result) {
    gait_track *track = &result->tracks[bone];
    gait_channel *channels[] = {&track->translation, &track->rotation, &track->scale};
    for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS; kind++) {
        const gaiti_seanim_keys *keys = &seanim->bones[index].keys[kind];
        uint32_t size = gaiti_seanim_numbers(kind) * (uint32_t)sizeof(float);
        uint32_t count = keys->count < 2 ? keys->count : result->clip.frame_count;
        if (count == 0 || channels[kind]->count > 0) {
            continue;
        }
        float *values = gaiti_alloc(&result->arena, count, size);
        if (!values) {
            return false;
        }
        seanim_cursor cursor = {.seanim = seanim,
                                .keys = keys,
                                .bone = &result->clip.skeleton->bones[bone],
                                .type = type,
                                .kind = kind,
                                .to = -1};
        seanim_sample(&cursor, count, values);
        *channels[kind] = gaiti_channel_of_floats(values, count, size);
    }
    return true;
}

static bool seanim_fill_clip(const gait_seanim *seanim, gaiti_clip *result) {
    const gait_skeleton *skeleton = result->clip.skeleton;
    double rate = gaiti_seanim_rate(seanim);
    for (uint32_t f = 0; f < result->clip.frame_count; f++) {
        result->time[f] = (float)(f / rate);
    }
    uint32_t notes = gaiti_seanim_note_count(seanim), guess = 0;
    gait_event *events = gaiti_clip_add_events(result, notes);
    gaiti_seanim_type *types = seanim_types(seanim, skeleton, &result->arena);
    if (!types || (notes > 0 && !events)) {
        return false;
    }
    for (uint32_t n = 0; n < notes; n++) {
        double time = seanim->notes[n].frame / rate;
        events[n] =
            (gait_event){.name = seanim->notes[n].utf8, .value = "", .start = time, .end = time};
    }
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim); b++) {
        int32_t bone = seanim_find_bone(seanim, skeleton, b, guess);
        if (bone < 0) {
            result->missing_bones++;
        } else if (result->clip.frame_count > 0 &&
                   !seanim_to_clip_bone(seanim, b, bone, types[bone], result)) {
            return false;
        }
        guess = (uint32_t)(bone + 1);
    }
    return true;
}

gait_status gaiti_seanim_clip(const gait_seanim *seanim, const char *name,
                              const gait_skeleton *skeleton, const gait_options *options,
                              gait_clip **out_clip) {
    if (!GAITI_CLEAR(out_clip) || !skeleton) {
        return GAIT_BAD_ARGUMENT;
    }
    if (seanim->frame_count > GAITI_SEANIM_FRAMES_MAX) {
        return GAIT_LIMIT; /* SEA043 */
    }
    gait_status status;
    gaiti_clip *result = gaiti_clip_new(skeleton, name, seanim->frame_count, 0, options, &status);
    GAITI_TRY(status);
    result->clip.space = GAIT_SPACE_LOCAL;
    result->clip.axes = GAIT_AXES_GLTF;
    result->clip.playback.loop = seanim->flags & GAITI_SEANIM_LOOPED;
    if (!seanim_fill_clip(seanim, result)) {
        status = result->arena.status;
        gait_clip_free(&result->clip);
        return status;
    }
    *out_clip = &result->clip;
    return GAIT_OK;
}
