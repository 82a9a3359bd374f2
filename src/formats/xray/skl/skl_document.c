/* The table rows of the SKL and SKLS formats. */
#include <stddef.h>

#include "formats/document.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"

/* One of the two chunks, complete. */
gaiti_guess gaiti_skl_probe(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk = {0};
    gaiti_chunk_end end = gaiti_next_chunk(&in, &chunk);
    bool known = chunk.id == GAITI_SKL_CHUNK || chunk.id == GAITI_SKL_OBJECT_CHUNK;
    return !known ? GAITI_GUESS_NO : end == GAITI_CHUNK_MORE ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
}

/* A count and the plausible header of a motion. */
gaiti_guess gaiti_skls_probe(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    uint32_t count = gaiti_read_u32(&in);
    gait_span name = gaiti_read_text(&in);
    const uint32_t sign = UINT32_C(1) << 31; /* orders signed frames like u32 */
    uint32_t start = gaiti_read_u32(&in) ^ sign, end = gaiti_read_u32(&in) ^ sign;
    float rate = gaiti_read_f32(&in);
    uint16_t version = gaiti_read_u16(&in);
    bool plausible = !in.failed && count > 0 && count < 0x10000 && name.size < 256 &&
                     start <= end && rate >= 1 && rate <= 1000 && version >= 4 && version <= 7;
    return plausible ? GAITI_GUESS_YES : GAITI_GUESS_NO;
}

static gait_status skl_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_skl *skl;
    gait_status status = gait_skl_open(bytes, options, &skl);
    *out_document = skl;
    return status;
}

static void skl_op_free(void *document) {
    gait_skl_free(document);
}

static int32_t skl_op_version(const void *document) {
    return gaiti_skl_version(document);
}

/* Every motion lists its bones; the list of the first one is used. */
static uint32_t skl_op_bone_count(const void *document) {
    return gait_skl_motion_count(document) ? gait_skl_motion_at(document, 0).bone_count : 0;
}

static gait_span skl_op_bone_name(const void *document, uint32_t bone) {
    return gait_skl_bone_at(document, 0, bone).name;
}

static uint32_t skl_op_clip_count(const void *document) {
    return gait_skl_motion_count(document);
}

static gait_clip_info skl_op_clip_info(const void *document, uint32_t clip) {
    const gait_skl *skl = document;
    gait_playback playback = gaiti_skl_playback(skl, clip);
    gait_clip_info info = {.name = skl->motions[clip].values.name,
                           .frame_count = gait_skl_frame_count(skl, clip),
                           .loop = playback.known ? playback.loop : -1,
                           .event_count = skl->motions[clip].values.mark_count};
    for (uint32_t i = 0; i < info.event_count; i++) {
        info.timed_event_count += gait_skl_mark_at(skl, clip, i).interval_count > 0;
    }
    if (info.frame_count > 0) {
        info.duration_s = (info.frame_count - 1) / gaiti_skl_rate(skl->motions[clip].values.fps);
    }
    return info;
}

static gait_playback skl_op_playback(const void *document, uint32_t clip) {
    return gaiti_skl_playback(document, clip);
}

static gait_event_info skl_op_event(const void *document, uint32_t clip, uint32_t event) {
    return gaiti_mark_event(gait_skl_mark_at(document, clip, event));
}

static void skl_op_event_interval(const void *document, uint32_t clip, uint32_t event,
                                  uint32_t interval, double out_from_to[2]) {
    gait_omf_mark mark = gait_skl_mark_at(document, clip, event);
    gaiti_mark_event_interval(&mark, interval, out_from_to);
}

static gait_status skl_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_skl_check(document, diagnostics);
}

static gait_status skl_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_skl_map(document, visit, user);
}

static gait_status skl_op_write(const void *document, gait_buffer *out) {
    return gait_skl_write(document, out);
}

static gait_status skl_op_bind_skeleton(const void *document, const gait_skeleton *tree,
                                        const gait_options *options, gait_skeleton **out_skeleton) {
    return gaiti_skl_bind_skeleton(document, tree, options, out_skeleton);
}

static gait_status skl_op_clip(const void *document, uint32_t index, const char *file_clip,
                               const gait_skeleton *skeleton, const gait_options *options,
                               gait_clip **out_clip) {
    (void)file_clip;
    return gaiti_skl_clip(document, index, skeleton, options, out_clip);
}

const gaiti_document_ops gaiti_skl_ops = {
    .open = skl_op_open,
    .free = skl_op_free,
    .code_page = offsetof(gait_skl, code_page),
    .version = skl_op_version,
    .bone_count = skl_op_bone_count,
    .bone_name = skl_op_bone_name,
    .clip_count = skl_op_clip_count,
    .clip_info = skl_op_clip_info,
    .playback = skl_op_playback,
    .event = skl_op_event,
    .event_interval = skl_op_event_interval,
    .check = skl_op_check,
    .map = skl_op_map,
    .write = skl_op_write,
    .dump = gaiti_skl_dump,
    .build = gaiti_skl_build,
    .bind_skeleton = skl_op_bind_skeleton,
    .clip = skl_op_clip,
    .edit = &gaiti_skl_edit,
};
