/* The table rows of the SKL and SKLS formats. */
#include <stddef.h>

#include "formats/file_state.h"
#include "formats/typed_document.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"

/* One of the two chunks, complete. */
static gaiti_guess skl_row_probe(gait_span bytes) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk = {0};
    gaiti_chunk_end end = gaiti_next_chunk(&in, &chunk);
    bool known = chunk.id == GAITI_SKL_CHUNK || chunk.id == GAITI_SKL_OBJECT_CHUNK;
    return !known ? GAITI_GUESS_NO : end == GAITI_CHUNK_MORE ? GAITI_GUESS_YES : GAITI_GUESS_BEGINS;
}

/* A count and the plausible header of a motion. */
static gaiti_guess skls_row_probe(gait_span bytes) {
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

GAITI_TYPED_DOCUMENT(skl, gait_skl)
GAITI_TYPED_WRITER(skl, gait_skl)
GAITI_TYPED_BIND_SKELETON(skl)
GAITI_TYPED_MOTIONS(skl)

/* Every motion lists its bones; the list of the first one is used. */
static uint32_t skl_row_bone_count(const void *document) {
    return gait_skl_motion_count(document) ? gait_skl_motion_at(document, 0).bone_count : 0;
}

static gait_span skl_row_bone_name(const void *document, uint32_t bone) {
    return gait_skl_bone_at(document, 0, bone).name;
}

static gait_clip_info skl_row_clip_info(const void *document, uint32_t clip) {
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

static gait_event_info skl_row_event(const void *document, uint32_t clip, uint32_t event) {
    return gaiti_mark_event(gait_skl_mark_at(document, clip, event));
}

static void skl_row_event_interval(const void *document, uint32_t clip, uint32_t event,
                                   uint32_t interval, double out_from_to[2]) {
    gait_omf_mark mark = gait_skl_mark_at(document, clip, event);
    gaiti_mark_event_interval(&mark, interval, out_from_to);
}

enum { SKL_LOSSES = GAITI_LOSSES_OF_MOTIONS | GAIT_LOSES_FLAGS };

static const gaiti_export skl_export = {
    .route = GAITI_EXPORT_MOTIONS,
    .limits = {SKL_LOSSES, SKL_LOSSES},
    .last_old = 6,
    .old_limits = {SKL_LOSSES | GAIT_LOSES_EVENTS, SKL_LOSSES | GAIT_LOSES_EVENTS},
};

/* Both formats have the same document. */
/* clang-format off */
#define SKL_ROW_FUNCTIONS                     \
    .open = skl_row_open,                     \
    .free = skl_row_free,                     \
    .code_page = offsetof(gait_skl, code_page), \
    .version = skl_row_version,               \
    .bone_count = skl_row_bone_count,         \
    .bone_name = skl_row_bone_name,           \
    .clip_count = skl_row_clip_count,         \
    .clip_info = skl_row_clip_info,           \
    .playback = gaiti_skl_playback,           \
    .event = skl_row_event,                   \
    .event_interval = skl_row_event_interval, \
    .check = skl_row_check,                   \
    .show = gaiti_skl_show,                       \
    .write = skl_row_write,                   \
    .text = {gaiti_skl_text, sizeof(gait_skl), offsetof(gait_skl, arena)}, \
    .bind_skeleton = skl_row_bind_skeleton,   \
    .clip = skl_row_clip,                     \
    .roundtrip = &gaiti_skl_roundtrip,        \
    .edit = &gaiti_skl_edit,                  \
    .not_smaller = "it contains curves of the SDK, which games do not play", \
    .export = &skl_export,                    \
    .bank = &gaiti_skl_bank_functions
/* clang-format on */

const gaiti_format_row gaiti_skl_row = {
    .info = {GAIT_FORMAT_SKL, "skl", "SDK motion (S.T.A.L.K.E.R.)", ".skl", GAIT_FAMILY_XRAY,
             GAITI_ANIMATION_ABILITIES | GAIT_HAS_MOTIONS},
    .probe = skl_row_probe,
    SKL_ROW_FUNCTIONS,
};

const gaiti_format_row gaiti_skls_row = {
    .info = {GAIT_FORMAT_SKLS, "skls", "SDK motions (S.T.A.L.K.E.R.)", ".skls", GAIT_FAMILY_XRAY,
             GAITI_ANIMATION_ABILITIES | GAIT_MANY_CLIPS | GAIT_HAS_MOTIONS},
    .probe = skls_row_probe,
    SKL_ROW_FUNCTIONS,
};

const gait_skl *gait_file_skl(const gait_file *file) {
    const gait_skl *skl = gaiti_file_document(file, &gaiti_skl_row);
    return skl ? skl : gaiti_file_document(file, &gaiti_skls_row);
}
