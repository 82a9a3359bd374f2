/* The functions of plain RTM for the table of formats. */
#include <stddef.h>

#include "formats/bi/rtm/rtm.h"
#include "formats/document.h"

gaiti_guess gaiti_rtm_probe(gait_span bytes) {
    static const char *const magics[] = {"RTM_0101", "RTM_0100", "RTM_MDAT"};
    size_t size = bytes.size < 8 ? bytes.size : 8;
    for (int i = 0; i < 3; i++) {
        if (size >= 4 && memcmp(bytes.data, magics[i], size) == 0) {
            return size == 8 ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
        }
    }
    return GAITI_GUESS_NO;
}

static gait_status rtm_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_rtm *rtm;
    gait_status status = gaiti_rtm_open(bytes, options, &rtm);
    *out_document = rtm;
    return status;
}

static void rtm_op_free(void *document) {
    gaiti_rtm_free(document);
}

static int32_t rtm_op_version(const void *document) {
    return gaiti_rtm_version(document);
}

static uint32_t rtm_op_bone_count(const void *document) {
    return gait_rtm_bone_count(document);
}

static gait_span rtm_op_bone_name(const void *document, uint32_t bone) {
    return gait_rtm_bone_name(document, bone);
}

static uint32_t rtm_op_clip_count(const void *document) {
    (void)document;
    return 1;
}

static gait_clip_info rtm_op_clip_info(const void *document, uint32_t clip) {
    (void)clip;
    gait_clip_info info = {.frame_count = gait_rtm_frame_count(document),
                           .duration_s = -1,
                           .loop = -1,
                           .event_count = gait_rtm_property_count(document),
                           .timed_event_count = gait_rtm_property_count(document),
                           .has_root_motion = true};
    gait_rtm_root_motion(document, info.root_motion);
    info.has_phases = info.frame_count > 0;
    if (info.has_phases) {
        info.phases[0] = gait_rtm_phase(document, 0);
        info.phases[1] = gait_rtm_phase(document, info.frame_count - 1);
    }
    return info;
}

static gait_event_info rtm_op_event(const void *document, uint32_t clip, uint32_t event) {
    gait_rtm_property property = gait_rtm_property_at(document, event);
    (void)clip;
    return (gait_event_info){property.name, property.value, GAIT_TIME_PHASE, 1};
}

static void rtm_op_event_interval(const void *document, uint32_t clip, uint32_t event,
                                  uint32_t interval, double out_from_to[2]) {
    (void)clip, (void)interval;
    out_from_to[0] = out_from_to[1] = gait_rtm_property_at(document, event).phase;
}

static gait_status rtm_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_rtm_check(document, diagnostics);
}

static gait_status rtm_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_rtm_map(document, visit, user);
}

static gait_status rtm_op_write(const void *document, gait_buffer *out) {
    return gaiti_rtm_write(document, out);
}

static gait_status rtm_op_bind_skeleton(const void *document, const gait_skeleton *tree,
                                        const gait_options *options, gait_skeleton **out_skeleton) {
    return gaiti_rtm_bind_skeleton(document, tree, options, out_skeleton);
}

static gait_status rtm_op_clip(const void *document, uint32_t index, const char *file_clip,
                               const gait_skeleton *skeleton, const gait_options *options,
                               gait_clip **out_clip) {
    (void)index;
    return gaiti_rtm_clip(document, file_clip, skeleton, options, out_clip);
}

const gaiti_document_ops gaiti_rtm_ops = {
    .open = rtm_op_open,
    .free = rtm_op_free,
    .code_page = offsetof(gait_rtm, code_page),
    .version = rtm_op_version,
    .bone_count = rtm_op_bone_count,
    .bone_name = rtm_op_bone_name,
    .clip_count = rtm_op_clip_count,
    .clip_info = rtm_op_clip_info,
    .event = rtm_op_event,
    .event_interval = rtm_op_event_interval,
    .check = rtm_op_check,
    .map = rtm_op_map,
    .write = rtm_op_write,
    .dump = gaiti_rtm_dump,
    .build = gaiti_rtm_build,
    .bind_skeleton = rtm_op_bind_skeleton,
    .clip = rtm_op_clip,
    .edit = &gaiti_rtm_edit,
};
