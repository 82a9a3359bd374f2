/* Edits of banks. */
#include "edit/edit_marks.h"
#include "formats/xray/omf/omf.h"

enum { EDIT_FPS = 30 };

static gait_status edit_omf_rename(const gaiti_edit_document *doc, uint32_t clip, const char *name,
                                   gait_diagnostics *sink) {
    return gaiti_omf_rename_motion(doc->omf, clip, name, sink);
}

static gait_status edit_omf_remove(const gaiti_edit_document *doc, const uint32_t *clips,
                                   uint32_t count, gait_diagnostics *sink) {
    return gaiti_omf_remove_motions(doc->omf, clips, count, sink);
}

static gait_status edit_omf_duplicate(const gaiti_edit_document *doc, uint32_t clip,
                                      const char *name, gait_diagnostics *sink) {
    return gaiti_omf_duplicate_motion(doc->omf, clip, name, sink);
}

static gait_status edit_omf_reorder(const gaiti_edit_document *doc, const uint32_t *order,
                                    uint32_t count) {
    return gaiti_omf_reorder_motions(doc->omf, order, count);
}

static gaiti_edit_playback edit_omf_playback(const gaiti_edit_document *doc, uint32_t clip) {
    gait_omf_motion motion = gait_omf_motion_at(doc->omf, clip);
    return (gaiti_edit_playback){.flags = motion.flags,
                                 .bone_or_part = motion.bone_or_part,
                                 .speed = motion.speed,
                                 .power = motion.power,
                                 .accrue = motion.accrue,
                                 .falloff = motion.falloff};
}

static gait_status edit_omf_set_playback(const gaiti_edit_document *doc, uint32_t clip,
                                         const gaiti_edit_playback *values) {
    gait_omf_motion motion = gait_omf_motion_at(doc->omf, clip);
    motion.flags = values->flags;
    motion.bone_or_part = (uint16_t)values->bone_or_part;
    motion.speed = values->speed;
    motion.power = values->power;
    motion.accrue = values->accrue;
    motion.falloff = values->falloff;
    return gaiti_omf_set_motion(doc->omf, clip, &motion);
}

/* --- frames ----------------------------------------------------------------------------------- */

static float edit_omf_frame_time(const gaiti_edit_document *doc, uint32_t clip, uint32_t frame) {
    (void)doc;
    (void)clip;
    return (float)((double)frame / EDIT_FPS);
}

static uint32_t edit_omf_frame_count(const gaiti_edit_document *doc, uint32_t clip) {
    return gait_omf_motion_at(doc->omf, clip).frame_count;
}

/* --- bones ------------------------------------------------------------------------------------ */

static uint32_t edit_omf_bone_count(const gaiti_edit_document *doc) {
    return gait_omf_bone_count(doc->omf);
}

static gait_span edit_omf_bone_name(gaiti_edit_document *doc, uint32_t bone) {
    return gait_omf_listed_bone(doc->omf, bone).name;
}

static gait_status edit_omf_set_bone_name(gaiti_edit_document *doc, uint32_t bone, gait_span name) {
    gait_omf_bone values = gait_omf_listed_bone(doc->omf, bone);
    values.name = name;
    return gait_omf_set_listed_bone(doc->omf, bone, &values);
}

const gaiti_edit_format gaiti_edit_omf = {
    .has_durations = true,
    .rename = edit_omf_rename,
    .remove = edit_omf_remove,
    .duplicate = edit_omf_duplicate,
    .reorder = edit_omf_reorder,
    .playback = edit_omf_playback,
    .set_playback = edit_omf_set_playback,
    .events = &gaiti_edit_marks,
    .frame_time = edit_omf_frame_time,
    .frame_count = edit_omf_frame_count,
    .bone_count = edit_omf_bone_count,
    .bone_name = edit_omf_bone_name,
    .set_bone_name = edit_omf_set_bone_name,
};
