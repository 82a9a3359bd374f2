/* Differences of clips that are not keys: frames, root motion, parameters. */
#include <string.h>

#include "base/bytes.h"
#include "base/bits.h"
#include "base/number/number.h"
#include "difference/difference_state.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/inspect.h"
#include "gait/names.h"
#include "model/quaternion.h"

/* The value of bone_or_part for all parts, or the root. */
enum { DIFFERENCE_ALL_PARTS = 0xFFFF };

/* True when two stored numbers differ. Other formats round them. */
static bool difference_is_other(const gaiti_difference_job *job, float a, float b) {
    if (job->is_one_format) {
        return gaiti_bits_of_f32(a) != gaiti_bits_of_f32(b);
    }
    double limit = 1e-5 * (1 + gaiti_abs((double)a));
    return !(gaiti_abs((double)a - (double)b) <= limit);
}

static void difference_float(gaiti_difference_job *job, const char *name, float a, float b) {
    if (!difference_is_other(job, a, b)) {
        return;
    }
    gaiti_difference_add(job, (gait_difference){.subject = GAIT_DIFFERENCE_PARAMETER,
                                                .kind = GAIT_DIFFERENCE_CHANGED,
                                                .name = name,
                                                .before = gaiti_difference_f32(job, a),
                                                .after = gaiti_difference_f32(job, b),
                                                .is_number = gaiti_is_finite((double)a) &&
                                                             gaiti_is_finite((double)b)});
}

static void difference_flags(gaiti_difference_job *job, uint32_t a, uint32_t b) {
    uint32_t changed = a ^ b, known = 0;
    for (uint32_t flag = 1; gait_playback_flag_name(flag); flag <<= 1) {
        known |= flag;
        if (changed & flag) {
            gaiti_difference_add(job, (gait_difference){.subject = GAIT_DIFFERENCE_PARAMETER,
                                                        .kind = GAIT_DIFFERENCE_CHANGED,
                                                        .name = gait_playback_flag_name(flag),
                                                        .before = a & flag ? "on" : "off",
                                                        .after = b & flag ? "on" : "off"});
        }
    }
    if (changed & ~known) {
        gaiti_difference_add_numbers(job, GAIT_DIFFERENCE_PARAMETER, "flags", a, b);
    }
}

/* The name of the part or bone on which a clip plays. */
static const char *difference_part_text(gaiti_difference_job *job, int s, uint32_t clip,
                                        const gait_playback *playback) {
    const gait_file *file = job->side[s].file;
    gait_span name = gait_file_playback_part(file, clip);
    if (name.size > 0) {
        return gaiti_difference_name(job, gaiti_difference_part_page(file), name);
    }
    return playback->bone_or_part == DIFFERENCE_ALL_PARTS
               ? "all"
               : gaiti_difference_f32(job, playback->bone_or_part);
}

static void difference_part(gaiti_difference_job *job, const gait_clip_difference *entry,
                            const gait_playback *a, const gait_playback *b) {
    bool is_bone = (a->flags & GAIT_OMF_FX) != 0 && (b->flags & GAIT_OMF_FX) != 0;
    const char *before = difference_part_text(job, 0, (uint32_t)entry->clip, a);
    const char *after = difference_part_text(job, 1, (uint32_t)entry->other, b);
    bool is_number = before[0] >= '0' && before[0] <= '9';
    bool is_comparable = job->is_one_format || !is_number;
    if (is_comparable && strcmp(before, after) != 0) {
        gaiti_difference_add(job, (gait_difference){.subject = GAIT_DIFFERENCE_PARAMETER,
                                                    .kind = GAIT_DIFFERENCE_CHANGED,
                                                    .name = is_bone ? "bone" : "part",
                                                    .before = before,
                                                    .after = after});
    }
}

static void difference_playback(gaiti_difference_job *job, const gait_clip_difference *entry) {
    gait_playback a = gait_file_playback(job->side[0].file, (uint32_t)entry->clip);
    gait_playback b = gait_file_playback(job->side[1].file, (uint32_t)entry->other);
    if (!a.known || !b.known) {
        return;
    }
    difference_float(job, "speed", a.speed, b.speed);
    difference_float(job, "power", a.power, b.power);
    difference_float(job, "accrue", a.accrue, b.accrue);
    difference_float(job, "falloff", a.falloff, b.falloff);
    difference_flags(job, a.flags, b.flags);
    if (a.bone_or_part != b.bone_or_part) { /* parts that differ are reported for the file */
        difference_part(job, entry, &a, &b);
    }
}

/* --- labels ----------------------------------------------------------------------------------- */

static const gait_omf *difference_labels_of(const gait_file *file) {
    const gait_ogf *model = gait_file_ogf(file);
    return model ? gait_ogf_motions(model) : gait_file_omf(file);
}

/* The names that banks store with the keys, unless they are those of the clips. */
static void difference_label(gaiti_difference_job *job, const gait_clip_difference *entry) {
    const gait_omf *banks[2] = {difference_labels_of(job->side[0].file),
                                difference_labels_of(job->side[1].file)};
    if (!banks[0] || !banks[1]) {
        return;
    }
    uint32_t pages[2] = {gait_file_code_page(job->side[0].file),
                         gait_file_code_page(job->side[1].file)};
    gait_omf_motion a = gait_omf_motion_at(banks[0], (uint32_t)entry->clip);
    gait_omf_motion b = gait_omf_motion_at(banks[1], (uint32_t)entry->other);
    bool is_name = gaiti_same_bytes(a.name, a.label) && gaiti_same_bytes(b.name, b.label);
    if (!is_name && !gaiti_same_bytes(a.label, b.label)) {
        gaiti_difference_add(
            job, (gait_difference){.subject = GAIT_DIFFERENCE_PARAMETER,
                                   .kind = GAIT_DIFFERENCE_CHANGED,
                                   .name = "label",
                                   .before = gaiti_difference_name(job, pages[0], a.label),
                                   .after = gaiti_difference_name(job, pages[1], b.label)});
    }
}

/* --- root motion ------------------------------------------------------------------------------ */

static const char *difference_vector(gaiti_difference_job *job, const float v[3]) {
    const char *const first[4] = {gaiti_difference_f32(job, v[0]), " ",
                                  gaiti_difference_f32(job, v[1]), " "};
    const char *const both[4] = {gaiti_difference_join(job, first),
                                 gaiti_difference_f32(job, v[2])};
    return gaiti_difference_join(job, both);
}

static void difference_root_motion(gaiti_difference_job *job, const gait_clip_info *a,
                                   const gait_clip_info *b) {
    bool is_other = false;
    for (int i = 0; i < 3; i++) {
        is_other = is_other || difference_is_other(job, a->root_motion[i], b->root_motion[i]);
    }
    if (a->has_root_motion && b->has_root_motion && is_other) {
        gaiti_difference_add(job,
                             (gait_difference){.subject = GAIT_DIFFERENCE_ROOT_MOTION,
                                               .kind = GAIT_DIFFERENCE_CHANGED,
                                               .name = "",
                                               .before = difference_vector(job, a->root_motion),
                                               .after = difference_vector(job, b->root_motion)});
    }
}

void gaiti_difference_compare_parameters(gaiti_difference_job *job,
                                         const gait_clip_difference *entry) {
    gait_clip_info a = gait_file_clip_info(job->side[0].file, (uint32_t)entry->clip);
    gait_clip_info b = gait_file_clip_info(job->side[1].file, (uint32_t)entry->other);
    if (a.frame_count != b.frame_count) {
        gaiti_difference_add_numbers(job, GAIT_DIFFERENCE_FRAMES, "", a.frame_count, b.frame_count);
    }
    difference_root_motion(job, &a, &b);
    difference_playback(job, entry);
    difference_label(job, entry);
}
