/* Checks what an RTM cannot store, and makes names, phases, events and matrices from a clip. */
#include "formats/bi/bi_encode.h"

#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "model/affine.h"
#include "model/clip.h"
#include "gait/transform.h"

void gaiti_bi_encode_raise(gaiti_bi_encoder *job, gaiti_rule rule, gaiti_detail detail) {
    gait_status status = gaiti_raise(&job->report, rule, detail);
    if (job->status == GAIT_OK) {
        job->status = status;
    }
}

/* --- the code page ---------------------------------------------------------------------------- */

/* Encodes a text to `scratch`, which has strlen(utf8) bytes, and counts its words. False when the
 * code page lacks a character. */
static bool encode_try(uint32_t page, const char *utf8, uint8_t *scratch,
                       gaiti_code_page_votes *votes) {
    size_t size;
    if (!gaiti_from_utf8(page, utf8, scratch, &size)) {
        return false;
    }
    gaiti_code_page_vote(votes, gaiti_span(scratch, size));
    return true;
}

/* The same for all bones and events of a clip. */
static bool encode_try_clip(const gait_clip *clip, uint32_t page, uint8_t *scratch,
                            gaiti_code_page_votes *votes) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        if (!gaiti_track_is_absent(&clip->tracks[b]) &&
            !encode_try(page, clip->skeleton->bones[b].name, scratch, votes)) {
            return false;
        }
    }
    for (uint32_t e = 0; e < clip->event_count; e++) {
        if (!encode_try(page, clip->events[e].name, scratch, votes) ||
            !encode_try(page, clip->events[e].value, scratch, votes)) {
            return false;
        }
    }
    return true;
}

/* 1250 when 1251 lacks a character, 1250 has all, and readers guess 1250; otherwise 1251. False
 * when there is no memory. */
static gait_status encode_guess_code_page(gaiti_bi_encoder *job) {
    const gait_clip *clip = job->clip;
    gaiti_code_page_votes cyrillic = {0}, central = {0};
    size_t size = 1;
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        size += strlen(clip->skeleton->bones[b].name);
    }
    for (uint32_t e = 0; e < clip->event_count; e++) {
        size += strlen(clip->events[e].name) + strlen(clip->events[e].value);
    }
    uint8_t *scratch = gaiti_alloc(&job->arena, size, 1);
    bool is_central = scratch && !encode_try_clip(clip, 1251, scratch, &cyrillic) &&
                      encode_try_clip(clip, 1250, scratch, &central) &&
                      gaiti_code_page_winner(&central) == 1250;
    job->code_page = is_central ? 1250 : 1251;
    return job->arena.status;
}

/* --- bones ------------------------------------------------------------------------------------ */

/* Converts a text to the code page, in the scratch arena. Returns NULL when there is no memory.
 * Also returns NULL, and raises the rule, when the text is too long or has characters that the code
 * page lacks. */
static const uint8_t *encode_text(gaiti_bi_encoder *job, const char *utf8, size_t max_size,
                                  gaiti_rule rule, gaiti_detail detail, gait_span *out) {
    size_t size = strlen(utf8);
    uint8_t *text = gaiti_alloc(&job->arena, size, 1);
    if (!text) {
        job->status = job->arena.status;
        return NULL;
    }
    if (!gaiti_from_utf8(job->code_page, utf8, text, &size) || size > max_size) {
        detail.expected = (int64_t)max_size;
        detail.found = job->code_page;
        gaiti_bi_encode_raise(job, rule, detail);
        return NULL;
    }
    *out = gaiti_span(text, size);
    return text;
}

static void encode_add_bone(gaiti_bi_encoder *job, int32_t *place, uint32_t b) {
    const gait_skeleton *skeleton = job->clip->skeleton;
    gaiti_bi_encode_bone *bone = &job->bones[job->bone_count];
    int32_t parent = skeleton->bones[b].parent, up = parent;
    while (up >= 0 && place[up] < 0) {
        up = skeleton->bones[up].parent;
    }
    bone->track = &job->clip->tracks[b];
    bone->parent = parent >= 0 ? place[parent] : -1;
    bone->has_gap = up != parent && up >= 0;
    bone->utf8 = skeleton->bones[b].name;
    gaiti_report_set_bone(&job->report, job->bone_count, bone->utf8);
    encode_text(job, bone->utf8, job->rules->longest_name, job->rules->name, (gaiti_detail){0},
                &bone->name);
    place[b] = (int32_t)job->bone_count++;
}

/* Numbers the bones in the order of clip->bone_order; all others follow in the order of the
 * skeleton. `place` is the index in job->bones of each bone of the skeleton, -1 = no keys. */
static void encode_number_entries(gaiti_bi_encoder *job, int32_t *place) {
    const gait_clip *clip = job->clip;
    uint32_t next = 0, skeleton_count = clip->skeleton->bone_count;
    for (uint32_t i = 0; i < clip->bone_order_count; i++) {
        uint32_t bone = clip->bone_order[i];
        if (bone < skeleton_count && place[bone] >= 0) {
            job->bones[place[bone]].entry = next++;
            place[bone] = -1;
        }
    }
    for (uint32_t b = 0; b < skeleton_count; b++) {
        if (place[b] >= 0) {
            job->bones[place[b]].entry = next++;
        }
    }
}

static bool encode_collect(gaiti_bi_encoder *job) {
    uint32_t count = job->clip->skeleton->bone_count;
    int32_t *place = gaiti_alloc(&job->arena, count, sizeof *place);
    job->bones = gaiti_alloc(&job->arena, count, sizeof *job->bones);
    job->pose = gaiti_alloc(&job->arena, count, sizeof *job->pose);
    if (!place || !job->bones || !job->pose) {
        return false;
    }
    for (uint32_t b = 0; b < count; b++) {
        place[b] = -1;
        if (!gaiti_track_is_absent(&job->clip->tracks[b])) {
            encode_add_bone(job, place, b);
        }
    }
    job->report.bone = -1;
    encode_number_entries(job, place);
    return true;
}

gait_status gaiti_bi_encode_begin(gaiti_bi_encoder *job, const gait_clip *clip,
                                  const gaiti_bi_encode_rules *rules, const gait_options *options) {
    *job = (gaiti_bi_encoder){.clip = clip, .rules = rules};
    job->report = gaiti_report_on_clip(options ? options->diagnostics : NULL, NULL);
    gaiti_arena_init(&job->arena, options, 0);
    if (!gaiti_clip_is_complete(clip) || (options && !gaiti_is_code_page(options->code_page)) ||
        (clip->space != GAIT_SPACE_DELTA && clip->space != GAIT_SPACE_LOCAL_DELTA)) {
        return GAIT_BAD_ARGUMENT;
    }
    job->report.clip_name = clip->name;
    job->code_page = options ? options->code_page : 0;
    GAITI_TRY(job->code_page == 0 ? encode_guess_code_page(job) : GAIT_OK);
    return encode_collect(job) ? job->status : job->arena.status;
}

void gaiti_bi_encode_end(gaiti_bi_encoder *job) {
    gaiti_arena_free(&job->arena);
}

/* --- time, events, motion --------------------------------------------------------------------- */

/* The time from the first key to the last one. */
static double encode_span(const gait_clip *clip) {
    uint32_t count = clip->frame_count;
    return count ? (double)clip->time[count - 1] - (double)clip->time[0] : 0;
}

float gaiti_bi_encode_moment(const gaiti_bi_encoder *job, double time) {
    const gait_clip *clip = job->clip;
    double span = encode_span(clip);
    if (clip->time_unit == GAIT_TIME_PHASE) {
        return (float)time;
    }
    if (clip->phases && clip->frame_count > 0) {
        return (float)gaiti_clip_moment(clip->time, clip->phases, clip->frame_count, time);
    }
    return span > 0 ? (float)((time - (double)clip->time[0]) / span) : 0;
}

float gaiti_bi_encode_phase(const gaiti_bi_encoder *job, uint32_t frame) {
    const gait_clip *clip = job->clip;
    if (clip->phases) {
        return clip->phases[frame];
    }
    if (clip->time_unit != GAIT_TIME_PHASE && clip->frame_count > 1 && !(encode_span(clip) > 0)) {
        /* All times are equal: evenly spaced. */
        return (float)((double)frame / (clip->frame_count - 1));
    }
    return gaiti_bi_encode_moment(job, (double)clip->time[frame]);
}

void gaiti_bi_encode_root_motion(const gaiti_bi_encoder *job, float out_root_motion[3]) {
    gaiti_root_motion_change_axes(job->clip->root_motion, job->clip->axes, GAIT_AXES_FILE,
                                  out_root_motion);
}

bool gaiti_bi_encode_event(gaiti_bi_encoder *job, uint32_t event, gait_span *out_name,
                           gait_span *out_value) {
    const gait_event *from = &job->clip->events[event];
    const gaiti_bi_encode_rules *rules = job->rules;
    gaiti_detail detail = {.name = gaiti_span(from->name, strlen(from->name)),
                           .name_is_utf8 = true};
    if (from->end > from->start) {
        gaiti_bi_encode_raise(job, rules->interval, detail);
    }
    return encode_text(job, from->name, rules->longest_text, rules->event, detail, out_name) &&
           encode_text(job, from->value, rules->longest_text, rules->event, detail, out_value);
}

/* --- poses ------------------------------------------------------------------------------------ */

static void encode_load(const gait_track *track, uint32_t frame, gait_affine *pose) {
    double key[9];
    *pose = gait_affine_identity();
    if (track->rotation.count) {
        gaiti_channel_get_matrix(&track->rotation, frame, pose->m);
    }
    if (track->scale.count) {
        gaiti_channel_get(&track->scale, false, frame, key);
        gaiti_matrix_scale_columns(pose->m, key);
    }
    if (track->translation.count) {
        gaiti_channel_get(&track->translation, false, frame, key);
        memcpy(pose->t, key, sizeof pose->t);
    }
}

static void encode_to_relative(gaiti_bi_encoder *job) {
    gaiti_parent_inverse last = GAITI_NO_PARENT_INVERSE;
    for (uint32_t i = job->bone_count; i-- > 0;) {
        gaiti_pose_make_relative(job->pose, i, job->bones[i].parent, &last);
    }
}

void gaiti_bi_encode_pose(gaiti_bi_encoder *job, uint32_t frame, gait_space space) {
    bool compose = space == GAIT_SPACE_DELTA && job->clip->space == GAIT_SPACE_LOCAL_DELTA;
    for (uint32_t i = 0; i < job->bone_count; i++) {
        gait_affine *pose = &job->pose[i];
        int32_t parent = job->bones[i].parent;
        encode_load(job->bones[i].track, frame, pose);
        if (compose && parent >= 0) {
            *pose = gait_affine_multiply(&job->pose[parent], pose);
        }
    }
    if (space == GAIT_SPACE_LOCAL_DELTA && job->clip->space == GAIT_SPACE_DELTA) {
        encode_to_relative(job);
    }
}
