/* The functions of binarised RTM for the table of formats. */
#include <stddef.h>

#include "formats/bi/bmtr/bmtr.h"
#include "formats/document.h"

gaiti_guess gaiti_bmtr_probe(gait_span bytes) {
    bool begins = bytes.size >= 4 && memcmp(bytes.data, "BMTR", 4) == 0;
    return begins ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

static gait_status bmtr_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_bmtr *bmtr;
    gait_status status = gait_bmtr_open(bytes, options, &bmtr);
    *out_document = bmtr;
    return status;
}

static void bmtr_op_free(void *document) {
    gait_bmtr_free(document);
}

static int32_t bmtr_op_version(const void *document) {
    return gaiti_bmtr_version(document);
}

static uint32_t bmtr_op_bone_count(const void *document) {
    return gait_bmtr_bone_count(document);
}

static gait_span bmtr_op_bone_name(const void *document, uint32_t bone) {
    return gait_bmtr_bone_name(document, bone);
}

static uint32_t bmtr_op_clip_count(const void *document) {
    (void)document;
    return 1;
}

static gait_clip_info bmtr_op_clip_info(const void *document, uint32_t clip) {
    (void)clip;
    gait_clip_info info = {.frame_count = gait_bmtr_frame_count(document),
                           .duration_s = -1,
                           .loop = -1,
                           .event_count = gait_bmtr_key_count(document),
                           .timed_event_count = gait_bmtr_key_count(document),
                           .has_root_motion = true};
    gaiti_bmtr_root_motion(document, info.root_motion);
    info.has_phases = info.frame_count > 0;
    if (info.has_phases) {
        info.phases[0] = gait_bmtr_phase(document, 0);
        info.phases[1] = gait_bmtr_phase(document, info.frame_count - 1);
    }
    return info;
}

static gait_event_info bmtr_op_event(const void *document, uint32_t clip, uint32_t event) {
    gait_bmtr_key key = gait_bmtr_key_at(document, event);
    (void)clip;
    return (gait_event_info){key.name, key.value, GAIT_TIME_PHASE, 1};
}

static void bmtr_op_event_interval(const void *document, uint32_t clip, uint32_t event,
                                   uint32_t interval, double out_from_to[2]) {
    (void)clip, (void)interval;
    out_from_to[0] = out_from_to[1] = gait_bmtr_key_at(document, event).time;
}

static gait_status bmtr_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_bmtr_check(document, diagnostics);
}

static gait_status bmtr_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_bmtr_map(document, visit, user);
}

static gait_status bmtr_op_write(const void *document, gait_buffer *out) {
    return gait_bmtr_write(document, out);
}

static gait_status bmtr_op_bind_skeleton(const void *document, const gait_skeleton *tree,
                                         const gait_options *options,
                                         gait_skeleton **out_skeleton) {
    return gaiti_bmtr_bind_skeleton(document, tree, options, out_skeleton);
}

static gait_status bmtr_op_clip(const void *document, uint32_t index, const char *file_clip,
                                const gait_skeleton *skeleton, const gait_options *options,
                                gait_clip **out_clip) {
    (void)index;
    return gaiti_bmtr_clip(document, file_clip, skeleton, options, out_clip);
}

const gaiti_document_ops gaiti_bmtr_ops = {
    .open = bmtr_op_open,
    .free = bmtr_op_free,
    .code_page = offsetof(gait_bmtr, code_page),
    .version = bmtr_op_version,
    .bone_count = bmtr_op_bone_count,
    .bone_name = bmtr_op_bone_name,
    .clip_count = bmtr_op_clip_count,
    .clip_info = bmtr_op_clip_info,
    .event = bmtr_op_event,
    .event_interval = bmtr_op_event_interval,
    .check = bmtr_op_check,
    .map = bmtr_op_map,
    .write = bmtr_op_write,
    .dump = gaiti_bmtr_dump,
    .build = gaiti_bmtr_build,
    .bind_skeleton = bmtr_op_bind_skeleton,
    .clip = bmtr_op_clip,
    .edit = &gaiti_bmtr_edit,
};
