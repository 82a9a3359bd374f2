/* Restores the key times of the export. A clip in phases has no times in seconds: they depend on
 * the options of the export, which are found here from the edited file. */
#include <string.h>

#include "base/try.h"
#include "roundtrip/roundtrip_parts.h"
#include "roundtrip/compare/compare_steps.h"

enum {
    KEY_TIMES_CLIP = 0,   /* formats with phases have one clip */
    KEY_TIMES_TESTED = 12 /* maximum number of requests that are compared with the edited file */
};

/* What the edited file tells about its export. */
typedef struct key_times_source {
    const gait_edited_curve *curve; /* the one with the most keys; NULL = none */
    double first_s;                 /* time of the first key of any curve */
    double last_s;                  /* duration of the clip in the export; 0 = unknown */
    double range_s;                 /* duration of the edited clip; 0 = unknown */
    bool has_metadata;              /* last_s is from the metadata */
    double fps;                     /* from the metadata; 0 = it is of an earlier version */
} key_times_source;

/* The animation of the clip; -1 = none. If both files have exactly one, these are paired, whatever
 * their names. */
static int32_t key_times_animation(const gait_roundtrip_report *report) {
    const gait_edited_file *edit = report->edit;
    if (edit->animation_count == 1) {
        return 0;
    }
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        if (strcmp(edit->animations[a].name, report->base->clip_names[KEY_TIMES_CLIP]) == 0) {
            return (int32_t)a;
        }
    }
    return -1;
}

static void key_times_choose(key_times_source *source, const gait_edited_curve *curve) {
    if (curve->count == 0) {
        return;
    }
    bool is_first = !source->curve || curve->times[0] < source->first_s;
    source->first_s = is_first ? curve->times[0] : source->first_s;
    if (!source->curve || curve->count > source->curve->count) {
        source->curve = curve;
    }
}

static key_times_source key_times_read(const gait_roundtrip_report *report, int32_t animation) {
    const gait_edited_file *edit = report->edit;
    const gait_metadata_clip *metadata = gaiti_roundtrip_metadata_of(report, (uint32_t)animation);
    key_times_source source = {0};
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        key_times_choose(&source, &edit->animations[animation].tracks[j].rotation);
        key_times_choose(&source, &edit->animations[animation].tracks[j].translation);
    }
    source.has_metadata = metadata && metadata->time_unit == GAIT_TIME_PHASE &&
                          metadata->duration_s > 0 &&
                          metadata->frame_count == report->base->clips[KEY_TIMES_CLIP]->frame_count;
    const double *range = edit->animations[animation].range;
    source.first_s = range ? range[0] : source.first_s;
    source.range_s = range ? range[1] - range[0] : 0;
    if (source.has_metadata) {
        source.last_s = metadata->duration_s;
        source.fps = metadata->fps;
    } else if (source.range_s > 0) {
        source.last_s = source.range_s;
    } else if (source.curve) {
        source.last_s = source.curve->times[source.curve->count - 1] - source.first_s;
    }
    return source;
}

/* Finds the request that gives all key times of the edited file. If the metadata has the time of
 * the last key, the other times are in proportion to it: scenes may have another rate. Keys that
 * users left are at exact times: if none is missing and the edited clip has no duration, they can
 * be those of another duration than that of the metadata. */
static gait_status key_times_find(gait_roundtrip_report *report, const key_times_source *source,
                                  bool *out_is_found) {
    const gait_edited_curve *curve = source->curve;
    uint32_t count = report->base->clips[KEY_TIMES_CLIP]->frame_count;
    bool is_exact = report->edit->has_user_keys, has_all = curve && curve->count == count;
    bool is_scaled = source->has_metadata && !is_exact;
    *out_is_found = source->fps > 0;
    if (*out_is_found) {
        report->key_request = (gaiti_key_request){.fps = source->fps, .duration_s = source->last_s};
    }
    if (!has_all || (*out_is_found && (!is_exact || source->range_s > 0))) {
        return GAIT_OK;
    }
    double length = curve->times[count - 1] - curve->times[0];
    double scale = is_scaled ? source->last_s / length : 1;
    float *found = gaiti_alloc(&report->arena, count, sizeof *found);
    for (uint32_t k = 0; found && k < count; k++) {
        found[k] = (float)((curve->times[k] - source->first_s) * scale);
    }
    gaiti_unknown_export from = {.found = found, .is_since_first = is_scaled};
    gaiti_key_request request;
    bool is_found = false;
    GAITI_TRY(found ? gaiti_base_file_find_request(report->base, KEY_TIMES_CLIP, &from, &request,
                                                   &is_found)
                    : report->arena.status);
    if (is_found) {
        report->key_request = request;
        *out_is_found = true;
    }
    return GAIT_OK;
}

static bool key_times_has_phases(const gaiti_base_file *base) {
    return base->clip_count == 1 &&
           base->file_clips[KEY_TIMES_CLIP]->time_unit == GAIT_TIME_PHASE &&
           base->file_clips[KEY_TIMES_CLIP]->frame_count > 1;
}

static gait_status key_times_place(gaiti_base_file *base, gaiti_key_request request) {
    return gaiti_base_file_place(base, KEY_TIMES_CLIP, request);
}

gait_status gaiti_roundtrip_place_again(const gait_roundtrip_report *report,
                                        gaiti_base_file *base) {
    return key_times_has_phases(base) ? key_times_place(base, report->key_request) : GAIT_OK;
}

/* --- comparing -------------------------------------------------------------------------------- */

/* How much the clip changed: 0 = not at all, UINT64_MAX = it was not compared. With wrong times an
 * edit of one key is movement between two others, which is lost: that is more than the edit. */
static uint64_t key_times_changes(const gaiti_diff *diff) {
    gait_clip_diff clip = gaiti_diff_clip_at(diff, KEY_TIMES_CLIP);
    uint64_t lost = clip.notes & GAIT_DIFF_BETWEEN_KEYS ? 2 : 0;
    if (clip.outcome != GAIT_DIFF_CHANGED) {
        return clip.outcome == GAIT_DIFF_UNCHANGED ? lost : UINT64_MAX;
    }
    return 1 + lost + (uint64_t)clip.key_count;
}

/* Compares with the times of each request, and keeps the comparison with the fewest changes. If the
 * length of the export is unknown, the edit may have changed it. Then the number of changes must
 * be much smaller than with default options. */
static gait_status key_times_test(gait_roundtrip_report *report, const gaiti_diff_options *options,
                                  const gaiti_key_request *requests, uint32_t count,
                                  bool is_length_known) {
    const uint64_t much = 8;
    uint64_t min_changes = key_times_changes(report->diff);
    uint64_t max_changes = is_length_known ? UINT64_MAX : min_changes / much;
    for (uint32_t i = 0; i < count && min_changes > 0; i++) {
        gaiti_diff *diff;
        GAITI_TRY(key_times_place(report->base, requests[i]));
        GAITI_TRY(gaiti_diff_new(report->base, report->edit, options, &diff));
        uint64_t changes = key_times_changes(diff);
        if (changes < min_changes && changes <= max_changes) {
            gaiti_diff *worse = report->diff;
            report->diff = diff;
            report->key_request = requests[i];
            min_changes = changes;
            diff = worse;
        }
        gaiti_diff_free(diff);
    }
    return key_times_place(report->base, report->key_request);
}

/* True when a user may have moved all keys of a clip apart, so that they are at the times of
 * another duration than that of the metadata, or may only have made the clip longer. */
static bool key_times_may_be_stretched(const gait_roundtrip_report *report,
                                       const key_times_source *source) {
    return report->edit->has_user_keys && source->fps > 0 && source->range_s > 0 &&
           report->key_request.duration_s == source->last_s && source->range_s != source->last_s;
}

gait_status gaiti_roundtrip_compare_clips(gait_roundtrip_report *report,
                                          const gaiti_diff_options *options) {
    gaiti_diff_options known = *options;
    gaiti_key_request requests[GAITI_KEY_REQUESTS_MAX];
    uint32_t count = 0;
    bool is_found = false;
    int32_t animation = key_times_has_phases(report->base) ? key_times_animation(report) : -1;
    key_times_source source = {0};
    if (animation >= 0) {
        source = key_times_read(report, animation);
        GAITI_TRY(key_times_find(report, &source, &is_found));
    }
    if (animation >= 0 && !is_found) {
        gaiti_unknown_export from = {.last_s = source.last_s,
                                     .is_since_first = source.has_metadata};
        GAITI_TRY(
            gaiti_base_file_list_requests(report->base, KEY_TIMES_CLIP, &from, requests, &count));
    }
    if (source.has_metadata && count > 0) {
        report->key_request = requests[0];
    }
    known.adds_keys = animation < 0 || source.fps > 0;
    GAITI_TRY(gaiti_roundtrip_place_again(report, report->base));
    GAITI_TRY(gaiti_diff_new(report->base, report->edit, &known, &report->diff));
    bool is_stretched = is_found && key_times_may_be_stretched(report, &source);
    if (is_stretched) {
        requests[count++] = (gaiti_key_request){.fps = source.fps, .duration_s = source.range_s};
    }
    count = count < KEY_TIMES_TESTED ? count : KEY_TIMES_TESTED;
    return count > 0 ? key_times_test(report, &known, requests, count,
                                      source.has_metadata && !is_stretched)
                     : GAIT_OK;
}
