/* Messages about the bones and joints of a retargeted glTF or BVH. */
#include "convert/convert.h"

#include "base/base.h"
#include "gait/inspect.h"

bool retarget_is_asked(const conversion *job) {
    return gait_convert_can_retarget(job->in->format) &&
           (job->options->skeletons.count > 0 ||
            (format_has(job->library.target, GAIT_HAS_MOTIONS) &&
             gait_file_has_exported_skeleton(job->in->file)));
}

/* Logs bones of the skeleton without a joint, each with the joint that has the nearest name. */
static void convert_retarget_log_missing(const gait_retarget_info *info) {
    enum { MAX_SHOWN = 8 };
    unsigned missing = 0;
    for (uint32_t b = 0; b < info->tree->bone_count; b++) {
        const char *name = info->tree->bones[b].name;
        if (info->joint_of[b] >= 0 || missing++ >= MAX_SHOWN) {
            continue;
        }
        const char *nearest = text_nearest(name, info->joints, info->joint_count);
        log_hint("no joint for bone %s%s%s", name, nearest ? ", nearest: " : "",
                 nearest ? nearest : "");
    }
    if (missing > MAX_SHOWN) {
        log_hint("and %u more", missing - MAX_SHOWN);
    }
}

static void log_unknown_rest(const gait_skeleton *skeleton) {
    unsigned unknown = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        unknown += skeleton->bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN;
    }
    if (unknown > 0) {
        log_note("%u bone%s of the skeleton %s no rest pose: that of the joint is used", unknown,
                 text_plural(unknown), unknown == 1 ? "has" : "have");
    }
}

/* The bones without a joint that are not written: to an RTM all, to banks those without a known
 * rest pose. */
static unsigned count_left_out(const gait_retarget_info *info, gait_format target) {
    unsigned count = 0;
    for (uint32_t b = 0; b < info->tree->bone_count; b++) {
        bool is_unknown = info->tree->bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN;
        count += info->joint_of[b] < 0 && (format_is_rtm(target) || is_unknown);
    }
    return count;
}

static void log_without_joint(const char *label, unsigned count, const char *outcome) {
    if (count > 0) {
        log_warning(label, "%u bone%s of the skeleton %s no joint: %s", count, text_plural(count),
                    count == 1 ? "has" : "have", outcome);
    }
}

void retarget_log_missing(const gait_retarget_info *info, const char *from) {
    log_hint("the skeleton is %s", from);
    convert_retarget_log_missing(info);
}

void retarget_log(const conversion *job, const gait_retarget_info *info, const char *from) {
    gait_format target = job->library.target;
    unsigned all = info->tree->bone_count, matched = info->summary.matched_bones;
    const char *label = source_label(job->in);
    log_note("skeleton %s: %u of %u bone%s with a joint", from, matched, all, text_plural(all));
    log_unknown_rest(info->tree);
    unsigned left_out = count_left_out(info, target);
    log_without_joint(label, left_out, "left out");
    log_without_joint(label, all - matched - left_out, "written in the rest pose");
    if (matched < all) {
        convert_retarget_log_missing(info);
    }
    if (info->summary.unused_joints > 0) {
        log_warning(label, "%u joint%s %s no bone in the skeleton: left out",
                    (unsigned)info->summary.unused_joints, text_plural(info->summary.unused_joints),
                    info->summary.unused_joints == 1 ? "has" : "have");
    }
    if (info->summary.notes & GAIT_DIFF_OTHER_REST && !format_is_rtm(target)) {
        log_warning(label, "its rest pose differs from that of the skeleton (%s)", from);
        log_hint("pass the model that will play the motion");
    }
    roundtrip_log_file_notes(&info->summary);
}
