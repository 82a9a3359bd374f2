/* The flat interface: compares clips and files. */
#include "flat_state.h"

#include "base/json/json.h"
#include "gait/compare.h"
#include "gait/report.h"

/* A key and {"mm" or "deg","bone","frame"}; null when no bone was compared. */
static void flat_json_maximum(gaiti_json *json, const char *key, const char *unit,
                              const gait_max_difference *maximum) {
    if (!gaiti_json_member_open_if(json, key, '{', maximum->bone >= 0)) {
        return;
    }
    gaiti_json_member_f64(json, unit, maximum->amount);
    gaiti_json_member_text(json, "bone", maximum->bone_name);
    gaiti_json_member_uint(json, "frame", maximum->frame);
    gaiti_json_close(json, '}');
}

static void flat_json_compared(gaiti_json *json, const gait_bone_comparison *bone) {
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "name", bone->name);
    gaiti_json_member_f64(json, "mm", bone->distance.amount);
    gaiti_json_member_uint(json, "mm_frame", bone->distance.frame);
    gaiti_json_member_f64(json, "deg", bone->angle.amount);
    gaiti_json_member_uint(json, "deg_frame", bone->angle.frame);
    gaiti_json_close(json, '}');
}

/* A key and the names of the bones that only one of the skeletons has. */
static void flat_json_only(gaiti_json *json, const char *key, bool is_first,
                           const gait_clip_comparison *comparison) {
    uint32_t count = gait_clip_comparison_summary(comparison).bone_count;
    gaiti_json_member_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        gait_bone_comparison bone = gait_clip_comparison_bone(comparison, i);
        if (is_first ? bone.other < 0 : bone.bone < 0) {
            gaiti_json_text(json, bone.name);
        }
    }
    gaiti_json_close(json, ']');
}

static gait_status flat_report_comparison(const gait_clip_comparison *comparison,
                                          gait_buffer *out) {
    gait_comparison_summary summary = gait_clip_comparison_summary(comparison);
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_uint(&json, "frames", summary.frame_count);
    flat_json_maximum(&json, "max_distance", "mm", &summary.distance);
    flat_json_maximum(&json, "max_angle", "deg", &summary.angle);
    gaiti_json_member_open(&json, "bones", '[');
    for (uint32_t i = 0; i < summary.bone_count; i++) {
        gait_bone_comparison bone = gait_clip_comparison_bone(comparison, i);
        if (bone.bone >= 0 && bone.other >= 0) {
            flat_json_compared(&json, &bone);
        }
    }
    gaiti_json_close(&json, ']');
    flat_json_only(&json, "only_in_first", true, comparison);
    flat_json_only(&json, "only_in_second", false, comparison);
    return gaiti_json_end(&json);
}

/* Begins a function with two clips, which can be posed in model space. */
static bool flat_begin_clips(gait_flat *flat, const uint32_t handles[2],
                             const gaiti_flat_clip *clips[2]) {
    if (!gaiti_flat_begin(flat)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        clips[i] = gaiti_flat_get(flat, handles[i], FLAT_CLIP);
        if (!clips[i]) {
            return false;
        }
    }
    return gaiti_flat_is_posable(flat, clips[0]->clip, GAIT_SPACE_MODEL) &&
           gaiti_flat_is_posable(flat, clips[1]->clip, GAIT_SPACE_MODEL);
}

bool gait_flat_compare(gait_flat *flat, uint32_t clip, uint32_t other) {
    const gaiti_flat_clip *clips[2];
    if (!flat_begin_clips(flat, (const uint32_t[2]){clip, other}, clips)) {
        return false;
    }
    gait_options options = gaiti_flat_options(flat, clips[0]->file);
    gait_clip_comparison *comparison = NULL;
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_clip_compare(clips[0]->clip, clips[1]->clip, &options, &comparison);
    if (status == GAIT_OK) {
        status = flat_report_comparison(comparison, out);
    }
    gait_clip_comparison_free(comparison);
    return gaiti_flat_end_result(flat, status, NULL);
}

bool gait_flat_distances(gait_flat *flat, uint32_t clip, uint32_t other, const double *times,
                         const double *other_times, uint32_t count, float *out) {
    const gaiti_flat_clip *clips[2];
    if (!flat_begin_clips(flat, (const uint32_t[2]){clip, other}, clips)) {
        return false;
    }
    if ((!times || !other_times || !out) && count > 0) {
        return gaiti_flat_fail(flat, GAIT_BAD_ARGUMENT, "the times or the output are missing");
    }
    gait_options options = gaiti_flat_options(flat, clips[0]->file);
    gaiti_arena work;
    gaiti_arena_init(&work, &options, 0);
    gait_time_pair *pairs = gaiti_alloc(&work, count, sizeof *pairs);
    gait_status status = work.status;
    if (pairs) {
        for (uint32_t i = 0; i < count; i++) {
            pairs[i] = (gait_time_pair){times[i], other_times[i]};
        }
        status = gait_clip_distances(clips[0]->clip, clips[1]->clip, pairs, count, &options, out);
    }
    gaiti_arena_free(&work);
    return gaiti_flat_end(flat, status,
                          status == GAIT_BAD_ARGUMENT ? "a time is not a number" : NULL);
}

bool gait_flat_diff(gait_flat *flat, uint32_t file, uint32_t other, uint32_t skeleton,
                    double tolerance_deg, double tolerance_mm) {
    const gaiti_flat_file *first = gaiti_flat_begin(flat) ? gaiti_flat_get_file(flat, file) : NULL;
    const gaiti_flat_file *second = first ? gaiti_flat_get_file(flat, other) : NULL;
    const gait_skeleton *tree =
        second && skeleton != 0 ? gaiti_flat_get(flat, skeleton, FLAT_SKELETON) : NULL;
    if (!second || (skeleton != 0 && !tree)) {
        return false;
    }
    gait_file_compare_options options = {.common = gaiti_flat_options(flat, first),
                                         .skeleton = tree,
                                         .tolerance_deg = tolerance_deg,
                                         .tolerance_mm = tolerance_mm};
    gait_file_comparison *comparison = NULL;
    gait_buffer *out = gaiti_flat_begin_result(flat);
    gait_status status = gait_file_compare(first->file, second->file, &options, &comparison);
    if (status == GAIT_OK) {
        gait_report_pair pair = {
            .path = first->name, .other_path = second->name, .comparison = comparison};
        status = gait_report_difference(&pair, out);
    }
    gait_file_comparison_free(comparison);
    return gaiti_flat_end_result(flat, status, "a tolerance is negative or not finite");
}
