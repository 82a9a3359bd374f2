/* Edits of banks, for the row of the format. */
#include "formats/edit_functions.h"
#include "formats/xray/omf/omf.h"

enum { OMF_FPS = 30 };

GAITI_TYPED_MOTION_EDITS(omf)

static gaiti_edit_playback omf_edit_playback(const void *document, uint32_t clip) {
    gait_omf_motion motion = gait_omf_motion_at(document, clip);
    return (gaiti_edit_playback){.flags = motion.flags,
                                 .bone_or_part = motion.bone_or_part,
                                 .speed = motion.speed,
                                 .power = motion.power,
                                 .accrue = motion.accrue,
                                 .falloff = motion.falloff};
}

static gait_status omf_edit_set_playback(void *document, uint32_t clip,
                                         const gaiti_edit_playback *values) {
    gait_omf_motion motion = gait_omf_motion_at(document, clip);
    motion.flags = values->flags;
    motion.bone_or_part = (uint16_t)values->bone_or_part;
    motion.speed = values->speed;
    motion.power = values->power;
    motion.accrue = values->accrue;
    motion.falloff = values->falloff;
    return gaiti_omf_set_motion(document, clip, &motion);
}

static gait_status omf_edit_set_version(void *document, int32_t version, gait_diagnostics *sink) {
    return gait_omf_set_version(document, version, false, sink);
}

static gait_status omf_edit_limit_bits(void *document, uint32_t bits, const gait_options *options,
                                       gait_optimised_clip *clips) {
    return gaiti_omf_limit_bits(document, bits, options, clips);
}

static float omf_edit_frame_time(const void *document, uint32_t clip, uint32_t frame) {
    (void)document;
    (void)clip;
    return (float)((double)frame / OMF_FPS);
}

static uint32_t omf_edit_mark_count(const void *document, uint32_t clip) {
    return gait_omf_mark_count(document, clip);
}

/* --- bones and parts -------------------------------------------------------------------------- */

static gait_span omf_edit_bone_name(gaiti_edit_document *doc, uint32_t bone) {
    return gait_omf_listed_bone(doc->document, bone).name;
}

static gait_status omf_edit_set_bone_name(gaiti_edit_document *doc, uint32_t bone, gait_span name) {
    gait_omf_bone values = gait_omf_listed_bone(doc->document, bone);
    values.name = name;
    return gait_omf_set_listed_bone(doc->document, bone, &values);
}

static gait_status omf_edit_set_part_name(gaiti_edit_document *doc, uint32_t part, gait_span name) {
    return gait_omf_rename_part(doc->document, part, name);
}

static gait_status omf_edit_repair(void *document, gaiti_repair repair, uint64_t *out_count) {
    *out_count = 0;
    switch (repair) {
    case GAITI_REPAIR_CHECKSUMS:
        return gaiti_omf_repair_checksums(document, out_count);
    case GAITI_REPAIR_BONE_IDS:
        return gaiti_omf_repair_ids(document, out_count);
    case GAITI_REPAIR_LINE_ENDS:
        *out_count = gaiti_omf_repair_line_ends(document);
        return GAIT_OK;
    case GAITI_REPAIR_MARKS:
        *out_count = gaiti_omf_repair_empty_marks(document);
        return GAIT_OK;
    case GAITI_REPAIR_TAIL:
        *out_count = gaiti_omf_repair_tails(document);
        return GAIT_OK;
    default:
        return GAIT_OK;
    }
}

static const gaiti_mark_functions omf_edit_marks = {
    .count = omf_edit_mark_count,
    .at = omf_row_mark,
    .set = omf_row_set_mark,
    .remove = omf_row_remove_mark,
};

const gaiti_edit_functions gaiti_omf_edit = {
    .has_durations = true,
    .has_lower_bones = true,
    .rename = omf_row_rename,
    .remove = omf_row_remove,
    .duplicate = omf_row_duplicate,
    .reorder = omf_row_reorder,
    .playback = omf_edit_playback,
    .set_playback = omf_edit_set_playback,
    .set_version = omf_edit_set_version,
    .limit_bits = omf_edit_limit_bits,
    .events = &gaiti_mark_events,
    .marks = &omf_edit_marks,
    .frame_time = omf_edit_frame_time,
    .bone_name = omf_edit_bone_name,
    .set_bone_name = omf_edit_set_bone_name,
    .set_part_name = omf_edit_set_part_name,
    .repair = omf_edit_repair,
};
