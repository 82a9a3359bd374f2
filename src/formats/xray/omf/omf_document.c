/* The table row of the OMF format. */
#include <stddef.h>

#include "formats/document.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"

static bool omf_is_bank_chunk(uint32_t id) {
    uint32_t plain = id & ~GAITI_CHUNK_COMPRESSED;
    return plain == GAITI_OMF_MOTIONS || plain == GAITI_OMF_PARAMS || id == 0x80000E ||
           id == 0x80000F;
}

/* A bank starts with one of its two chunks. If another chunk comes first, the file must consist of
 * complete chunks and must not contain the header of a model, which can hold the same chunks. */
gaiti_guess gaiti_omf_probe(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk = {0};
    gaiti_chunk_end end = gaiti_next_chunk(&in, &chunk);
    bool first = omf_is_bank_chunk(chunk.id), known = false, model = false;
    while (end == GAITI_CHUNK_MORE) {
        known = known || omf_is_bank_chunk(chunk.id);
        model = model || (chunk.id & ~GAITI_CHUNK_COMPRESSED) == 1;
        end = gaiti_next_chunk(&in, &chunk);
    }
    bool whole = end == GAITI_CHUNK_END;
    return first && whole                        ? GAITI_GUESS_YES
           : first || (known && whole && !model) ? GAITI_GUESS_BEGINS
                                                 : GAITI_GUESS_NO;
}

/* Other chunks can come before the two of a bank, but only a few. */
bool gaiti_omf_is_possible(gait_span prefix, uint64_t file_size) {
    enum { MAX_OTHER_CHUNKS = 1000, HEAD_SIZE = 8 };
    uint64_t at = 0;
    for (int i = 0; i < MAX_OTHER_CHUNKS && at <= file_size; i++) {
        if (prefix.size < HEAD_SIZE || at > prefix.size - HEAD_SIZE) {
            return true;
        }
        uint32_t id = gaiti_load_u32(prefix.data + at);
        if (omf_is_bank_chunk(id) || (id & ~GAITI_CHUNK_COMPRESSED) == 1) {
            return omf_is_bank_chunk(id);
        }
        at += HEAD_SIZE + (uint64_t)gaiti_load_u32(prefix.data + at + 4);
    }
    return false;
}

static gait_status omf_op_open(gait_span bytes, const gait_options *options, void **out_document) {
    gait_omf *omf;
    gait_status status = gait_omf_open(bytes, options, &omf);
    *out_document = omf;
    return status;
}

static void omf_op_free(void *document) {
    gait_omf_free(document);
}

static int32_t omf_op_version(const void *document) {
    return gaiti_omf_version(document);
}

static uint32_t omf_op_bone_count(const void *document) {
    return gait_omf_bone_count(document);
}

static gait_span omf_op_bone_name(const void *document, uint32_t bone) {
    return gait_omf_bone_name(document, bone);
}

static uint32_t omf_op_clip_count(const void *document) {
    return gait_omf_motion_count(document);
}

static gait_clip_info omf_op_clip_info(const void *document, uint32_t clip) {
    return gaiti_omf_clip_info(document, clip);
}

static gait_playback omf_op_playback(const void *document, uint32_t clip) {
    return gaiti_omf_playback(document, clip);
}

static gait_event_info omf_op_event(const void *document, uint32_t clip, uint32_t event) {
    return gaiti_omf_event(document, clip, event);
}

static void omf_op_event_interval(const void *document, uint32_t clip, uint32_t event,
                                  uint32_t interval, double out_from_to[2]) {
    gaiti_omf_event_interval(document, clip, event, interval, out_from_to);
}

static uint32_t omf_op_part_count(const void *document) {
    return gait_omf_part_count(document);
}

static gaiti_part_info omf_op_part(const void *document, uint32_t index) {
    gait_omf_part part = gait_omf_part_at(document, index);
    return (gaiti_part_info){part.name, part.bone_count};
}

static gait_span omf_op_part_bone(const void *document, uint32_t part, uint32_t index) {
    return gaiti_omf_part_bone(document, part, index);
}

static gait_status omf_op_check(const void *document, gait_diagnostics *diagnostics) {
    return gaiti_omf_check(document, diagnostics);
}

static gait_status omf_op_map(const void *document, gait_field_visitor visit, void *user) {
    return gaiti_omf_map(document, visit, user);
}

static gait_status omf_op_write(const void *document, gait_buffer *out) {
    return gait_omf_write(document, out);
}

static gait_status omf_op_bind_skeleton(const void *document, const gait_skeleton *tree,
                                        const gait_options *options, gait_skeleton **out_skeleton) {
    return gaiti_omf_bind_skeleton(document, tree, options, out_skeleton);
}

static gait_status omf_op_clip(const void *document, uint32_t index, const char *file_clip,
                               const gait_skeleton *skeleton, const gait_options *options,
                               gait_clip **out_clip) {
    (void)file_clip;
    return gaiti_omf_clip(document, index, skeleton, options, out_clip);
}

static uint32_t omf_count_timed_marks(const gait_omf *omf, uint32_t motion) {
    uint32_t count = 0, marks = gait_omf_mark_count(omf, motion);
    for (uint32_t i = 0; i < marks; i++) {
        count += gait_omf_mark_at(omf, motion, i).interval_count > 0;
    }
    return count;
}

gait_clip_info gaiti_omf_clip_info(const gait_omf *omf, uint32_t clip) {
    gait_omf_motion motion = gait_omf_motion_at(omf, clip);
    uint32_t frames = motion.frame_count;
    return (gait_clip_info){.name = motion.name,
                            .frame_count = frames,
                            .duration_s = frames > 0 ? (frames - 1) / 30.0 : 0,
                            .loop = !(motion.flags & (GAIT_OMF_FX | GAIT_OMF_STOP_AT_END)),
                            .event_count = gait_omf_mark_count(omf, clip),
                            .timed_event_count = omf_count_timed_marks(omf, clip)};
}

gait_event_info gaiti_omf_event(const gait_omf *omf, uint32_t motion, uint32_t event) {
    return gaiti_mark_event(gait_omf_mark_at(omf, motion, event));
}

void gaiti_omf_event_interval(const gait_omf *omf, uint32_t motion, uint32_t event,
                              uint32_t interval, double out_from_to[2]) {
    gait_omf_mark mark = gait_omf_mark_at(omf, motion, event);
    gaiti_mark_event_interval(&mark, interval, out_from_to);
}

gait_span gaiti_omf_part_bone(const gait_omf *omf, uint32_t part, uint32_t index) {
    return gait_omf_listed_bone(omf, gait_omf_part_at(omf, part).first_bone + index).name;
}

const gaiti_document_ops gaiti_omf_ops = {
    .open = omf_op_open,
    .outline = gaiti_omf_outline,
    .free = omf_op_free,
    .code_page = offsetof(gait_omf, code_page),
    .version = omf_op_version,
    .bone_count = omf_op_bone_count,
    .bone_name = omf_op_bone_name,
    .clip_count = omf_op_clip_count,
    .clip_info = omf_op_clip_info,
    .playback = omf_op_playback,
    .event = omf_op_event,
    .event_interval = omf_op_event_interval,
    .part_count = omf_op_part_count,
    .part = omf_op_part,
    .part_bone = omf_op_part_bone,
    .check = omf_op_check,
    .map = omf_op_map,
    .write = omf_op_write,
    .dump = gaiti_omf_dump,
    .build = gaiti_omf_build,
    .bind_skeleton = omf_op_bind_skeleton,
    .clip = omf_op_clip,
    .edit = &gaiti_omf_edit,
};
