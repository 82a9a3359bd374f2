/* The table rows of the SKL, SKLS and ANM formats. */
#include <stddef.h>

#include "formats/file_state.h"
#include "formats/typed_document.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_marks.h"
#include "model/clip.h"

/* YES when the file begins with this chunk and has all of it; BEGINS when the chunk is cut off. */
static gaiti_guess skl_probe_chunk(gait_span bytes, uint32_t id) {
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_chunk chunk = {0};
    gaiti_chunk_end end = gaiti_next_chunk(&in, &chunk);
    return chunk.id != id            ? GAITI_GUESS_NO
           : end == GAITI_CHUNK_MORE ? GAITI_GUESS_YES
                                     : GAITI_GUESS_BEGINS;
}

static gaiti_guess skl_row_probe(gait_span bytes) {
    return skl_probe_chunk(bytes, GAITI_SKL_CHUNK);
}

static gaiti_guess anm_row_probe(gait_span bytes) {
    return skl_probe_chunk(bytes, GAITI_SKL_OBJECT_CHUNK);
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
    const gaiti_skl_motion *motion = &skl->motions[clip];
    gait_playback playback = gaiti_skl_playback(skl, clip);
    uint32_t frames = gait_skl_frame_count(skl, clip), marks = motion->values.mark_count;
    return (gait_clip_info){.name = motion->values.name,
                            .frame_count = frames,
                            .duration_s =
                                frames > 0 ? (frames - 1) / gaiti_skl_rate(motion->values.fps) : 0,
                            .loop = playback.known ? playback.loop : -1,
                            .event_count = marks,
                            .timed_event_count = gaiti_marks_count_timed(motion->marks, marks)};
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

/* --- motions of objects ----------------------------------------------------------------------- */

static gait_status anm_row_skeleton(const void *document, const char *file_clip,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    (void)file_clip;
    return gaiti_skl_bind_skeleton(document, NULL, options, out_skeleton);
}

/* A motion without a name is named after the file. */
static gait_clip_info anm_row_clip_info(const void *document, uint32_t clip) {
    gait_clip_info info = skl_row_clip_info(document, clip);
    info.name = info.name.size > 0 ? info.name : (gait_span){0};
    return info;
}

static gait_status anm_row_clip(const void *document, uint32_t index, const char *file_clip,
                                const gait_skeleton *skeleton, const gait_options *options,
                                gait_clip **out_clip) {
    gait_status status = gaiti_skl_clip(document, index, skeleton, options, out_clip);
    if (status == GAIT_OK && (*out_clip)->name[0] == '\0') {
        gaiti_clip *clip = (gaiti_clip *)(void *)*out_clip; /* the first member */
        clip->clip.name = gaiti_copy_text(&clip->arena, file_clip);
        status = clip->clip.name ? GAIT_OK : clip->arena.status;
    }
    if (status != GAIT_OK) {
        gait_clip_free(*out_clip);
        *out_clip = NULL;
    }
    return status;
}

enum {
    ANM_PLAYED = GAIT_LOSES_SCALE | GAIT_LOSES_EVENTS | GAIT_LOSES_ROOT_MOTION,
    ANM_LOSSES = ANM_PLAYED | GAITI_LOSSES_OF_EVENTS | GAITI_LOSSES_OF_PLAYBACK
};

static const gaiti_export anm_export = {
    .route = GAITI_EXPORT_MOTIONS,
    .limits = {ANM_LOSSES, ANM_PLAYED},
};

/* --- the rows --------------------------------------------------------------------------------- */

/* The three formats have the same document. */
/* clang-format off */
#define SKL_ROW_FUNCTIONS                     \
    .open = skl_row_open,                     \
    .free = skl_row_free,                     \
    .code_page = offsetof(gait_skl, code_page), \
    .version = skl_row_version,               \
    .bone_count = skl_row_bone_count,         \
    .bone_name = skl_row_bone_name,           \
    .clip_count = skl_row_clip_count,         \
    .playback = gaiti_skl_playback,           \
    .check = skl_row_check,                   \
    .show = gaiti_skl_show,                       \
    .write = skl_row_write,                   \
    .text = {gaiti_skl_text, sizeof(gait_skl), offsetof(gait_skl, arena)}, \
    .bind_skeleton = skl_row_bind_skeleton

#define SKL_ROW_MOTION_FUNCTIONS              \
    SKL_ROW_FUNCTIONS,                        \
    .clip_info = skl_row_clip_info,           \
    .event = skl_row_event,                   \
    .event_interval = skl_row_event_interval, \
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
    SKL_ROW_MOTION_FUNCTIONS,
};

const gaiti_format_row gaiti_skls_row = {
    .info = {GAIT_FORMAT_SKLS, "skls", "SDK motions (S.T.A.L.K.E.R.)", ".skls", GAIT_FAMILY_XRAY,
             GAITI_ANIMATION_ABILITIES | GAIT_MANY_CLIPS | GAIT_HAS_MOTIONS},
    .probe = skls_row_probe,
    SKL_ROW_MOTION_FUNCTIONS,
};

const gaiti_format_row gaiti_anm_row = {
    .info = {GAIT_FORMAT_ANM, "anm", "object motion (S.T.A.L.K.E.R.)", ".anm", GAIT_FAMILY_XRAY,
             GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_HAS_CLIPS | GAIT_HAS_SKELETON | GAIT_HAS_TEXT |
                 GAIT_CAN_EXPORT | GAIT_OWN_JOINTS | GAIT_MOVES_OBJECT},
    .probe = anm_row_probe,
    SKL_ROW_FUNCTIONS,
    .clip_info = anm_row_clip_info,
    .skeleton = anm_row_skeleton,
    .clip = anm_row_clip,
    .roundtrip = &gaiti_anm_roundtrip,
    .edit = &gaiti_anm_edit,
    .not_smaller = "it contains curves, which games play as they are",
    .export = &anm_export,
};

const gait_skl *gait_file_skl(const gait_file *file) {
    const gait_skl *skl = gaiti_file_document(file, &gaiti_skl_row);
    skl = skl ? skl : gaiti_file_document(file, &gaiti_skls_row);
    return skl ? skl : gaiti_file_document(file, &gaiti_anm_row);
}
