/* Conversion of clips to SEAnim: docs/formats/seanim.md, "Writing". */
#include "base/bytes.h"
#include "base/try.h"
#include "formats/seanim/seanim.h"
#include "model/clip.h"
#include "model/keyframes.h"
#include "model/quaternion.h"

typedef struct seanim_encoder {
    gaiti_arena arena;
    gait_seanim *seanim;
    const gait_clip *clip;
    gaiti_report report;
    float *seconds;   /* of the keys of the clip */
    uint32_t *frames; /* the same in frames */
    uint32_t losses;
} seanim_encoder;

/* --- time ------------------------------------------------------------------------------------- */

static const double seanim_tolerance = 1e-3; /* frames */

static double seanim_round(double x) {
    return (double)(uint64_t)(x + 0.5);
}

/* True if every key is on a frame of its own. */
static bool seanim_rate_fits(const seanim_encoder *work, double rate) {
    double before = -1;
    for (uint32_t k = 0; k < work->clip->frame_count; k++) {
        double frames = (double)work->seconds[k] * rate, frame = seanim_round(frames);
        if (gaiti_abs(frames - frame) > seanim_tolerance || frame <= before) {
            return false;
        }
        before = frame;
    }
    return true;
}

/* The frame rate at which keys are on frames: one frame apart if possible. Otherwise 1000, and the
 * keys are moved to frames. */
static double seanim_choose_rate(seanim_encoder *work) {
    static const double usual[] = {30, 60, 24, 25, 48, 50, 120, 240, 1000};
    uint32_t gaps = work->clip->frame_count - 1;
    double length = (double)work->seconds[gaps], even = gaps / (length > 0 ? length : 1);
    double whole = even < 1e6 ? seanim_round(even) : even;
    bool is_even = gaps > 0 && even >= 1 && even <= 1e6;
    if (is_even && seanim_rate_fits(work, whole)) {
        return whole;
    }
    if (is_even && seanim_rate_fits(work, even)) {
        return even;
    }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (seanim_rate_fits(work, usual[i])) {
            return usual[i];
        }
    }
    work->losses |= GAIT_LOSES_KEY_TIMES;
    return 1000;
}

/* The frame of a moment; *out_moved is true if the moment is between frames. */
static uint32_t seanim_frame_of(const seanim_encoder *work, double seconds, bool *out_moved) {
    double frames = seconds * (double)work->seanim->rate;
    double frame = frames > 0 ? seanim_round(frames < UINT32_MAX / 2 ? frames : UINT32_MAX / 2) : 0;
    *out_moved = gaiti_abs(frames - frame) > seanim_tolerance;
    return (uint32_t)frame;
}

static gait_status seanim_place_keys(seanim_encoder *work, const gaiti_clip_writing *writing) {
    const gait_clip *clip = work->clip;
    gait_seanim *seanim = work->seanim;
    work->frames = gaiti_alloc(&work->arena, clip->frame_count, sizeof *work->frames);
    work->seconds = gaiti_alloc(&work->arena, clip->frame_count, sizeof *work->seconds);
    GAITI_TRY(work->arena.status);
    seanim->rate = GAITI_SEANIM_RATE;
    if (clip->frame_count == 0) {
        return GAIT_OK;
    }
    gaiti_key_times times = gaiti_key_times_of(clip, writing->fps, writing->duration_s);
    gaiti_placing placing = gaiti_place_keys(&times, work->frames, work->seconds);
    if (placing.timing == GAITI_TIMING_EVEN) {
        gaiti_raise(&work->report, GAITI_SEANIM_OUT_TIMES,
                    (gaiti_detail){.found = clip->frame_count});
        work->losses |= GAIT_LOSES_KEY_TIMES;
    }
    seanim->rate = (float)seanim_choose_rate(work);
    bool moved;
    for (uint32_t k = 0; k < clip->frame_count; k++) {
        work->frames[k] = seanim_frame_of(work, (double)work->seconds[k], &moved);
    }
    seanim->frame_count = seanim_frame_of(work, (double)placing.end_s, &moved) + 1;
    return GAIT_OK;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* The numbers of a key in the axes and the unit of the file; false if they are not finite. */
static bool seanim_value(const gait_channel *channel, unsigned kind, uint32_t key, float out[4]) {
    double v[9], m[3][3], sum = 0;
    if (channel->element == GAIT_MAT3_LE) {
        gaiti_channel_get_matrix(channel, key, m);
        gaiti_quaternion_from_matrix(m, v);
    } else {
        gaiti_channel_get(channel, kind == GAITI_SEANIM_ROTATION, key, v);
    }
    double unit = kind == GAITI_SEANIM_TRANSLATION ? 100 : 1, y = v[1] * unit;
    v[0] = v[0] * unit;
    v[1] = kind == GAITI_SEANIM_SCALE ? v[2] : 0 - v[2] * unit;
    v[2] = y;
    for (uint32_t i = 0; i < gaiti_seanim_numbers(kind); i++) {
        out[i] = (float)v[i];
        sum += (double)(out[i] - out[i]);
    }
    return sum == 0;
}

static bool seanim_append_key(const seanim_encoder *work, unsigned kind, uint32_t frame,
                              const float value[4], gait_buffer *out) {
    unsigned width = work->seanim->width;
    bool ok = width == 1   ? gaiti_write_u8(out, (uint8_t)frame)
              : width == 2 ? gaiti_write_u16(out, (uint16_t)frame)
                           : gaiti_write_u32(out, frame);
    for (uint32_t i = 0; i < gaiti_seanim_numbers(kind); i++) {
        ok = ok && gaiti_write_f32(out, value[i]);
    }
    return ok;
}

/* Appends the keys of a channel, without those that equal both neighbours, that are not finite, or
 * whose frame has a key. */
static gait_status seanim_append_channel(seanim_encoder *work, const gait_channel *channel,
                                         unsigned kind, gaiti_seanim_keys *keys, gait_buffer *out) {
    uint32_t count = channel->count;
    size_t size = gaiti_seanim_numbers(kind) * sizeof(float);
    float value[4] = {0}, next[4] = {0}, last[4] = {0};
    bool is_valid = count > 0 && seanim_value(channel, kind, 0, value), is_valid_next;
    uint32_t last_frame = 0;
    for (uint32_t k = 0; k < count; k++) {
        is_valid_next = k + 1 < count && seanim_value(channel, kind, k + 1, next);
        bool is_repeated = keys->count > 0 && memcmp(value, last, size) == 0 &&
                           (k + 1 == count || (is_valid_next && memcmp(value, next, size) == 0));
        bool is_taken = keys->count > 0 && work->frames[k] <= last_frame;
        if (!is_valid) {
            work->report.frame = (int32_t)k;
            gaiti_raise(&work->report, GAITI_SEANIM_OUT_NOT_FINITE, (gaiti_detail){0});
        } else if (!is_repeated && !is_taken) {
            last_frame = work->frames[k];
            if (!seanim_append_key(work, kind, last_frame, value, out)) {
                return GAIT_NO_MEMORY;
            }
            keys->count++;
            memcpy(last, value, sizeof last);
        }
        memcpy(value, next, sizeof value);
        is_valid = is_valid_next;
    }
    work->report.frame = -1;
    return GAIT_OK;
}

static gait_status seanim_encode_bone(seanim_encoder *work, uint32_t bone, gait_buffer *keys) {
    gait_seanim *seanim = work->seanim;
    const gait_track *track = &work->clip->tracks[bone];
    const gait_channel *channels[] = {&track->translation, &track->rotation, &track->scale};
    gait_status status = GAIT_OK;
    const char *name = work->clip->skeleton->bones[bone].name;
    gaiti_seanim_bone *out = &seanim->bones[seanim->bone_count++];
    out->name = gaiti_span_of(name);
    gaiti_report_set_bone(&work->report, bone, name);
    for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS && status == GAIT_OK; kind++) {
        keys->size = 0;
        status = seanim_append_channel(work, channels[kind], kind, &out->keys[kind], keys);
        out->keys[kind].bytes.data = gaiti_copy(&work->arena, gaiti_span(keys->data, keys->size));
        out->keys[kind].bytes.size = keys->size;
        seanim->presence |= (uint8_t)(out->keys[kind].count > 0 ? 1 << kind : 0);
        status = status == GAIT_OK && !out->keys[kind].bytes.data ? work->arena.status : status;
    }
    return status;
}

static gait_status seanim_encode_bones(seanim_encoder *work) {
    const gait_clip *clip = work->clip;
    gait_buffer keys = {.allocator = work->arena.allocator};
    gait_status status = GAIT_OK;
    work->seanim->bones =
        gaiti_alloc(&work->arena, clip->skeleton->bone_count, sizeof *work->seanim->bones);
    GAITI_TRY(work->arena.status);
    for (uint32_t b = 0; b < clip->skeleton->bone_count && status == GAIT_OK; b++) {
        if (!gaiti_track_is_absent(&clip->tracks[b])) {
            status = seanim_encode_bone(work, b, &keys);
        }
    }
    gait_buffer_free(&keys);
    gaiti_report_set_bone(&work->report, 0, NULL);
    work->report.bone = -1;
    return status;
}

/* --- notes ------------------------------------------------------------------------------------ */

/* Converts events to notes, and extends the file to the last one. */
static gait_status seanim_encode_events(seanim_encoder *work) {
    const gait_clip *clip = work->clip;
    gait_seanim *seanim = work->seanim;
    bool is_moved = false, moved;
    seanim->note_count = clip->frame_count > 0 ? clip->event_count : 0;
    seanim->notes = gaiti_alloc(&work->arena, seanim->note_count, sizeof *seanim->notes);
    GAITI_TRY(work->arena.status);
    for (uint32_t e = 0; e < seanim->note_count; e++) {
        const gait_event *event = &clip->events[e];
        double seconds =
            gaiti_clip_moment(clip->time, work->seconds, clip->frame_count, event->start);
        seanim->notes[e].frame = seanim_frame_of(work, seconds, &moved);
        seanim->notes[e].name = gaiti_span_of(event->name);
        is_moved = is_moved || moved;
        if (seanim->notes[e].frame >= seanim->frame_count) {
            seanim->frame_count = seanim->notes[e].frame + 1;
        }
    }
    seanim->presence |= seanim->note_count > 0 ? GAITI_SEANIM_HAS_NOTES : 0;
    if (is_moved) {
        gaiti_raise(&work->report, GAITI_SEANIM_OUT_EVENTS,
                    (gaiti_detail){.number = (double)seanim->rate});
    }
    return GAIT_OK;
}

static gait_status seanim_encode(seanim_encoder *work, const gaiti_clip_writing *writing) {
    gait_seanim *seanim = work->seanim;
    if (work->clip->frame_count > GAITI_KEY_FRAME_MAX) {
        return GAIT_LIMIT;
    }
    GAITI_TRY(seanim_place_keys(work, writing));
    GAITI_TRY(seanim_encode_events(work));
    if (seanim->frame_count > GAITI_SEANIM_FRAMES_MAX) {
        return gaiti_raise(
            &work->report, GAITI_SEANIM_OUT_TOO_LONG,
            (gaiti_detail){.expected = GAITI_SEANIM_FRAMES_MAX, .found = seanim->frame_count});
    }
    /* Like most programs. The width of the specification cannot store 256 keys in one byte. */
    seanim->width = gaiti_seanim_width(seanim->frame_count);
    return seanim_encode_bones(work);
}

gait_status gaiti_seanim_write_clip(const gait_clip *clip, const gaiti_clip_writing *writing,
                                    gait_buffer *out, uint32_t *losses) {
    static const uint8_t zeros[3] = {0};
    gait_seanim seanim = {.version = 1,
                          .head_size = GAITI_SEANIM_HEAD,
                          .flags = clip->playback.loop ? GAITI_SEANIM_LOOPED : 0,
                          .reserved = {{zeros, 2}, {zeros, 3}}};
    seanim_encoder work = {.seanim = &seanim,
                           .clip = clip,
                           .report = gaiti_report_on_clip(writing->common.diagnostics, clip->name)};
    if (clip->space != GAIT_SPACE_LOCAL || clip->axes != GAIT_AXES_GLTF) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_arena_init(&work.arena, &writing->common, 0);
    gait_status status;
    GAITI_TRY_DONE(seanim_encode(&work, writing));
    status = gaiti_seanim_write(&seanim, out);
    *losses |= work.losses;
done:
    gaiti_arena_free(&work.arena);
    return status;
}
