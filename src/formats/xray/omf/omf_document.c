/* The table row of the OMF format. */
#include <stddef.h>

#include "formats/file_state.h"
#include "formats/typed_document.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/xray_marks.h"

static bool omf_is_bank_chunk(uint32_t id) {
    uint32_t plain = id & ~GAITI_CHUNK_COMPRESSED;
    return plain == GAITI_OMF_MOTIONS || plain == GAITI_OMF_PARAMS || id == 0x80000E ||
           id == 0x80000F;
}

/* A bank starts with one of its two chunks. If another chunk comes first, the file must consist of
 * complete chunks and must not contain the header of a model, which can hold the same chunks. */
static gaiti_guess omf_row_probe(gait_span bytes) {
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

GAITI_TYPED_DOCUMENT(omf, gait_omf)
GAITI_TYPED_WRITER(omf, gait_omf)
GAITI_TYPED_BONES(omf)
GAITI_TYPED_BIND_SKELETON(omf)
GAITI_TYPED_MOTIONS(omf)

/* Other chunks can come before the two of a bank, but only a few. */
static bool omf_row_is_possible(gait_span prefix, uint64_t file_size) {
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

static uint32_t omf_row_part_count(const void *document) {
    return gait_omf_part_count(document);
}

static gaiti_part_info omf_row_part(const void *document, uint32_t index) {
    gait_omf_part part = gait_omf_part_at(document, index);
    return (gaiti_part_info){part.name, part.bone_count};
}

gait_clip_info gaiti_omf_clip_info(const void *document, uint32_t clip) {
    const gait_omf *omf = document;
    gait_omf_motion motion = gait_omf_motion_at(omf, clip);
    const gaiti_omf_definition *marks = &omf->definitions[clip];
    uint32_t frames = motion.frame_count;
    return (gait_clip_info){.name = motion.name,
                            .frame_count = frames,
                            .duration_s = frames > 0 ? (frames - 1) / 30.0 : 0,
                            .loop = !(motion.flags & (GAIT_OMF_FX | GAIT_OMF_STOP_AT_END)),
                            .event_count = marks->mark_count,
                            .timed_event_count =
                                gaiti_marks_count_timed(marks->marks, marks->mark_count)};
}

gait_event_info gaiti_omf_event(const void *document, uint32_t motion, uint32_t event) {
    return gaiti_mark_event(gait_omf_mark_at(document, motion, event));
}

void gaiti_omf_event_interval(const void *document, uint32_t motion, uint32_t event,
                              uint32_t interval, double out_from_to[2]) {
    gait_omf_mark mark = gait_omf_mark_at(document, motion, event);
    gaiti_mark_event_interval(&mark, interval, out_from_to);
}

gait_span gaiti_omf_part_bone(const void *document, uint32_t part, uint32_t index) {
    return gait_omf_listed_bone(document, gait_omf_part_at(document, part).first_bone + index).name;
}

enum { OMF_LOSSES = GAITI_LOSSES_OF_MOTIONS | GAIT_LOSES_RATE | GAIT_LOSES_BONES };

static const gaiti_export omf_export = {
    .route = GAITI_EXPORT_MOTIONS,
    .limits = {OMF_LOSSES | GAIT_LOSES_LETTER_CASE, OMF_LOSSES},
    .last_old = 3,
    .old_limits = {OMF_LOSSES | GAIT_LOSES_EVENTS | GAIT_LOSES_LETTER_CASE,
                   OMF_LOSSES | GAIT_LOSES_EVENTS},
};

const gaiti_format_row gaiti_omf_row = {
    .info = {GAIT_FORMAT_OMF, "omf", "motion bank (S.T.A.L.K.E.R.)", ".omf", GAIT_FAMILY_XRAY,
             GAITI_ANIMATION_ABILITIES | GAIT_MANY_CLIPS | GAIT_HAS_MOTIONS | GAIT_HAS_PARTS},
    .probe = omf_row_probe,
    .is_possible = omf_row_is_possible,
    .open = omf_row_open,
    .outline = gaiti_omf_outline,
    .free = omf_row_free,
    .code_page = offsetof(gait_omf, code_page),
    .version = omf_row_version,
    .bone_count = omf_row_bone_count,
    .bone_name = omf_row_bone_name,
    .clip_count = omf_row_clip_count,
    .clip_info = gaiti_omf_clip_info,
    .playback = gaiti_omf_playback,
    .event = gaiti_omf_event,
    .event_interval = gaiti_omf_event_interval,
    .part_count = omf_row_part_count,
    .part = omf_row_part,
    .part_bone = gaiti_omf_part_bone,
    .check = omf_row_check,
    .show = gaiti_omf_show,
    .write = omf_row_write,
    .write_blocks = gaiti_omf_write_blocks,
    .text = {gaiti_omf_text, sizeof(gait_omf), offsetof(gait_omf, arena)},
    .bind_skeleton = omf_row_bind_skeleton,
    .clip = omf_row_clip,
    .roundtrip = &gaiti_omf_roundtrip,
    .edit = &gaiti_omf_edit,
    .export = &omf_export,
    .bank = &gaiti_omf_bank_functions,
};

const gait_omf *gait_file_omf(const gait_file *file) {
    return gaiti_file_document(file, &gaiti_omf_row);
}
