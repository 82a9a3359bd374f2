/* Allocates the report, and returns its parts to the caller. */
#include "roundtrip/roundtrip_parts.h"
#include "roundtrip/compare/compare_steps.h"

#include <stddef.h>
#include "gait/matched_joints.h"
#include "base/try.h"

gait_roundtrip_report *gaiti_roundtrip_report_new(const gait_options *memory,
                                                  gait_status *out_status) {
    gait_roundtrip_report *report = gaiti_new_object(
        memory, sizeof *report, offsetof(gait_roundtrip_report, arena), 0, out_status);
    if (report) {
        report->memory = *memory;
    }
    return report;
}

void gait_roundtrip_report_free(gait_roundtrip_report *report) {
    if (!report) {
        return;
    }
    for (uint32_t i = 0; report->metadata && i < gaiti_diff_clip_count(report->diff); i++) {
        gait_clip_free(report->metadata[i]);
    }
    gaiti_diff_free(report->diff);
    gaiti_base_file_free(report->base);
    gaiti_edited_gltf_close(&report->edited);
    gait_skeleton_free(report->owned_skeleton);
    gaiti_free_object(report, offsetof(gait_roundtrip_report, arena));
}

gait_status gaiti_roundtrip_list_clips(gait_roundtrip_report *report) {
    uint32_t count = gaiti_diff_clip_count(report->diff);
    report->clips = gaiti_alloc(&report->arena, count, sizeof *report->clips);
    report->metadata = gaiti_alloc(&report->arena, count, sizeof(gait_clip *));
    GAITI_TRY(report->arena.status);
    for (uint32_t i = 0; i < count; i++) {
        gait_roundtrip_clip_result *clip = &report->clips[i];
        clip->diff = gaiti_diff_clip_at(report->diff, i);
        clip->animation =
            clip->diff.animation < 0 ? NULL : report->edit->animations[clip->diff.animation].name;
        clip->name =
            clip->diff.clip < 0 ? clip->animation : report->base->clips[clip->diff.clip]->name;
    }
    report->overview.comparison = gaiti_diff_summary(report->diff);
    report->overview.is_compared = true;
    report->overview.joint_count = report->edit->joint_count;
    return GAIT_OK;
}

/* --- reading it ------------------------------------------------------------------------------- */

gait_roundtrip_summary gait_roundtrip_report_summary(const gait_roundtrip_report *report) {
    if (!report) {
        return (gait_roundtrip_summary){0};
    }
    gait_roundtrip_summary overview = report->overview;
    overview.skeleton = report->skeleton;
    overview.metadata = report->overview.is_compared ? report->document : NULL;
    return overview;
}

uint32_t gait_roundtrip_report_clip_count(const gait_roundtrip_report *report) {
    return report && report->overview.is_compared ? gaiti_diff_clip_count(report->diff) : 0;
}

gait_roundtrip_clip_result gait_roundtrip_report_clip(const gait_roundtrip_report *report,
                                                      uint32_t index) {
    return index < gait_roundtrip_report_clip_count(report)
               ? report->clips[index]
               : (gait_roundtrip_clip_result){.name = "", .diff = {.clip = -1, .animation = -1}};
}

gait_roundtrip_joint gait_roundtrip_report_joint(const gait_roundtrip_report *report,
                                                 uint32_t joint) {
    if (!report || joint >= report->overview.joint_count) {
        return (gait_roundtrip_joint){.bone = -1};
    }
    return (gait_roundtrip_joint){.name = report->edit->joints[joint].name,
                                  .bone = gaiti_diff_bone_of(report->diff, joint)};
}

static bool report_has_bone(const gait_roundtrip_report *report, uint32_t bone) {
    return report && report->overview.is_compared && bone < report->skeleton->bone_count;
}

int32_t gait_roundtrip_report_joint_of(const gait_roundtrip_report *report, uint32_t bone) {
    return report_has_bone(report, bone) ? gaiti_diff_joint_of(report->diff, bone) : -1;
}

int32_t gait_roundtrip_report_nearest_joint(const gait_roundtrip_report *report, uint32_t bone) {
    return report_has_bone(report, bone) ? gaiti_diff_nearest_joint(report->diff, bone) : -1;
}
