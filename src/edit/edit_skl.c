/* Edits of SDK motions. */
#include "edit/edit_marks.h"
#include "formats/xray/skl/skl.h"

static gait_status edit_skl_rename(const gaiti_edit_document *doc, uint32_t clip, const char *name,
                                   gait_diagnostics *sink) {
    return gaiti_skl_rename_motion(doc->skl, clip, name, sink);
}

static gait_status edit_skl_remove(const gaiti_edit_document *doc, const uint32_t *clips,
                                   uint32_t count, gait_diagnostics *sink) {
    return gaiti_skl_remove_motions(doc->skl, clips, count, sink);
}

static gait_status edit_skl_duplicate(const gaiti_edit_document *doc, uint32_t clip,
                                      const char *name, gait_diagnostics *sink) {
    return gaiti_skl_duplicate_motion(doc->skl, clip, name, sink);
}

static gait_status edit_skl_reorder(const gaiti_edit_document *doc, const uint32_t *order,
                                    uint32_t count) {
    return gaiti_skl_reorder_motions(doc->skl, order, count);
}

static gaiti_edit_playback edit_skl_playback(const gaiti_edit_document *doc, uint32_t clip) {
    gait_skl_motion motion = gait_skl_motion_at(doc->skl, clip);
    return (gaiti_edit_playback){.flags = motion.flags,
                                 .bone_or_part = motion.bone_or_part,
                                 .speed = motion.speed,
                                 .power = motion.power,
                                 .accrue = motion.accrue,
                                 .falloff = motion.falloff,
                                 .fps = motion.fps};
}

static gait_status edit_skl_set_playback(const gaiti_edit_document *doc, uint32_t clip,
                                         const gaiti_edit_playback *values) {
    gait_skl_motion motion = gait_skl_motion_at(doc->skl, clip);
    motion.flags = values->flags;
    motion.bone_or_part = values->bone_or_part;
    motion.speed = values->speed;
    motion.power = values->power;
    motion.accrue = values->accrue;
    motion.falloff = values->falloff;
    motion.fps = values->fps;
    return gaiti_skl_set_motion(doc->skl, clip, &motion);
}

/* --- frames ----------------------------------------------------------------------------------- */

static float edit_skl_frame_time(const gaiti_edit_document *doc, uint32_t clip, uint32_t frame) {
    float fps = gait_skl_motion_at(doc->skl, clip).fps;
    return fps > 0 ? (float)(frame / (double)fps) : 0;
}

static uint32_t edit_skl_frame_count(const gaiti_edit_document *doc, uint32_t clip) {
    return gait_skl_frame_count(doc->skl, clip);
}

/* --- bones ------------------------------------------------------------------------------------ */

static uint32_t edit_skl_bone_count(const gaiti_edit_document *doc) {
    uint32_t motions = gait_skl_motion_count(doc->skl), count = 0;
    for (uint32_t m = 0; m < motions; m++) {
        count += gait_skl_motion_at(doc->skl, m).bone_count;
    }
    return count;
}

/* Finds the motion of a bone, from that of the last call on, and the index of the bone in it. */
static uint32_t edit_skl_find_bone(gaiti_edit_document *doc, uint32_t *bone) {
    if (*bone < doc->skl_bone) {
        doc->skl_motion = doc->skl_bone = 0;
    }
    uint32_t count = gait_skl_motion_at(doc->skl, doc->skl_motion).bone_count;
    while (*bone - doc->skl_bone >= count) {
        doc->skl_bone += count;
        count = gait_skl_motion_at(doc->skl, ++doc->skl_motion).bone_count;
    }
    *bone -= doc->skl_bone;
    return doc->skl_motion;
}

static gait_span edit_skl_bone_name(gaiti_edit_document *doc, uint32_t bone) {
    uint32_t motion = edit_skl_find_bone(doc, &bone);
    return gait_skl_bone_at(doc->skl, motion, bone).name;
}

static gait_status edit_skl_set_bone_name(gaiti_edit_document *doc, uint32_t bone, gait_span name) {
    uint32_t motion = edit_skl_find_bone(doc, &bone);
    gait_skl_bone values = gait_skl_bone_at(doc->skl, motion, bone);
    values.name = name;
    return gait_skl_set_bone(doc->skl, motion, bone, &values);
}

const gaiti_edit_format gaiti_edit_skl = {
    .has_durations = true,
    .rename = edit_skl_rename,
    .remove = edit_skl_remove,
    .duplicate = edit_skl_duplicate,
    .reorder = edit_skl_reorder,
    .playback = edit_skl_playback,
    .set_playback = edit_skl_set_playback,
    .events = &gaiti_edit_marks,
    .frame_time = edit_skl_frame_time,
    .frame_count = edit_skl_frame_count,
    .bone_count = edit_skl_bone_count,
    .bone_name = edit_skl_bone_name,
    .set_bone_name = edit_skl_set_bone_name,
};
