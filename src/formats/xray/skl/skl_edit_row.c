/* Edits of SDK motions, for the rows of their formats. */
#include "formats/edit_functions.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"

GAITI_TYPED_MOTION_EDITS(skl)

static gaiti_edit_playback skl_edit_playback(const void *document, uint32_t clip) {
    gait_skl_motion motion = gait_skl_motion_at(document, clip);
    return (gaiti_edit_playback){.flags = motion.flags,
                                 .bone_or_part = motion.bone_or_part,
                                 .speed = motion.speed,
                                 .power = motion.power,
                                 .accrue = motion.accrue,
                                 .falloff = motion.falloff,
                                 .fps = motion.fps};
}

static gait_status skl_edit_set_playback(void *document, uint32_t clip,
                                         const gaiti_edit_playback *values) {
    gait_skl_motion motion = gait_skl_motion_at(document, clip);
    motion.flags = values->flags;
    motion.bone_or_part = values->bone_or_part;
    motion.speed = values->speed;
    motion.power = values->power;
    motion.accrue = values->accrue;
    motion.falloff = values->falloff;
    motion.fps = values->fps;
    return gaiti_skl_set_motion(document, clip, &motion);
}

/* --- frames and marks ------------------------------------------------------------------------- */

static float skl_edit_frame_time(const void *document, uint32_t clip, uint32_t frame) {
    float fps = gait_skl_motion_at(document, clip).fps;
    return fps > 0 ? (float)(frame / (double)fps) : 0;
}

static uint32_t skl_edit_mark_count(const void *document, uint32_t clip) {
    return gait_skl_motion_at(document, clip).mark_count;
}

/* --- bones ------------------------------------------------------------------------------------ */

static uint32_t skl_edit_bone_count(const gaiti_edit_document *doc) {
    uint32_t motions = gait_skl_motion_count(doc->document), count = 0;
    for (uint32_t m = 0; m < motions; m++) {
        count += gait_skl_motion_at(doc->document, m).bone_count;
    }
    return count;
}

/* Finds the motion of a bone, from that of the last call on, and the index of the bone in it. */
static uint32_t skl_edit_find_bone(gaiti_edit_document *doc, uint32_t *bone) {
    if (*bone < doc->bones_before) {
        doc->motion = doc->bones_before = 0;
    }
    uint32_t count = gait_skl_motion_at(doc->document, doc->motion).bone_count;
    while (*bone - doc->bones_before >= count) {
        doc->bones_before += count;
        count = gait_skl_motion_at(doc->document, ++doc->motion).bone_count;
    }
    *bone -= doc->bones_before;
    return doc->motion;
}

static gait_span skl_edit_bone_name(gaiti_edit_document *doc, uint32_t bone) {
    uint32_t motion = skl_edit_find_bone(doc, &bone);
    return gait_skl_bone_at(doc->document, motion, bone).name;
}

static gait_status skl_edit_set_bone_name(gaiti_edit_document *doc, uint32_t bone, gait_span name) {
    uint32_t motion = skl_edit_find_bone(doc, &bone);
    gait_skl_bone values = gait_skl_bone_at(doc->document, motion, bone);
    values.name = name;
    return gait_skl_set_bone(doc->document, motion, bone, &values);
}

/* The object has the name of the motion. */
static gait_status anm_edit_set_bone_name(gaiti_edit_document *doc, uint32_t bone, gait_span name) {
    (void)bone; /* one motion, one bone */
    gait_skl_motion motion = gait_skl_motion_at(doc->document, 0);
    motion.name = name;
    return gaiti_skl_set_motion(doc->document, 0, &motion);
}

/* --- repairs ---------------------------------------------------------------------------------- */

static gait_status skl_edit_repair(void *document, gaiti_repair repair, uint64_t *out_count) {
    gait_skl *skl = document;
    *out_count = 0;
    if (repair == GAITI_REPAIR_TAIL) {
        *out_count = (uint64_t)skl->tail.size + skl->trailing.size;
        skl->tail = skl->trailing = (gait_span){0};
    }
    for (uint32_t m = 0; m < skl->motion_count; m++) {
        gaiti_skl_motion *motion = &skl->motions[m];
        gaiti_mark_list marks = {&skl->arena, &motion->marks, &motion->values.mark_count,
                                 &motion->mark_capacity, true};
        *out_count += repair == GAITI_REPAIR_LINE_ENDS ? gaiti_marks_repair_line_ends(marks)
                      : repair == GAITI_REPAIR_MARKS   ? gaiti_marks_repair_empty(marks)
                                                       : 0;
    }
    return GAIT_OK;
}

static const gaiti_mark_functions skl_edit_marks = {
    .count = skl_edit_mark_count,
    .at = skl_row_mark,
    .set = skl_row_set_mark,
    .remove = skl_row_remove_mark,
};

const gaiti_edit_functions gaiti_skl_edit = {
    .has_durations = true,
    .is_sdk = true,
    .needs_clips = true,
    .rename = skl_row_rename,
    .remove = skl_row_remove,
    .duplicate = skl_row_duplicate,
    .reorder = skl_row_reorder,
    .playback = skl_edit_playback,
    .set_playback = skl_edit_set_playback,
    .events = &gaiti_mark_events,
    .marks = &skl_edit_marks,
    .frame_time = skl_edit_frame_time,
    .bone_count = skl_edit_bone_count,
    .bone_name = skl_edit_bone_name,
    .set_bone_name = skl_edit_set_bone_name,
    .repair = skl_edit_repair,
};

const gaiti_edit_functions gaiti_anm_edit = {
    .has_only_fps = true,
    .is_sdk = true,
    .rename = skl_row_rename,
    .playback = skl_edit_playback,
    .set_playback = skl_edit_set_playback,
    .frame_time = skl_edit_frame_time,
    .set_bone_name = anm_edit_set_bone_name,
    .repair = skl_edit_repair,
};
