/* Internals of the plain RTM document. */
#ifndef GAITI_RTM_H
#define GAITI_RTM_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/memory.h"
#include "formats/bi/bi_phases.h"
#include "formats/bi/bi_skeleton.h"
#include "formats/format_row.h"
#include "model/clip_change.h"
#include "gait/rtm.h"

/* Opens a file. The document borrows the bytes until it is freed or detached with
 * gaiti_rtm_detach(). */
gait_status gaiti_rtm_open(gait_span bytes, const gait_options *options, gait_rtm **out_rtm);
/* A new RTM_0101 document: empty names, phases from 0 to 1 in equal steps, identity matrices. */
gait_status gaiti_rtm_new(uint32_t bone_count, uint32_t frame_count, const gait_options *options,
                          gait_rtm **out_rtm);
/* Frees the object. NULL is allowed. */
void gaiti_rtm_free(gait_rtm *rtm);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
gait_status gaiti_rtm_detach(gait_rtm *rtm);
/* The version of the format, 101 or 100. */
int32_t gaiti_rtm_version(const gait_rtm *rtm);
/* Sets the displacement per cycle. GAIT_WOULD_LOSE for a nonzero X or Y in an RTM_0100. */
gait_status gaiti_rtm_set_root_motion(gait_rtm *rtm, const float root_motion[3]);
/* Sets the name and its NUL in the header and in every frame; the bytes after the NUL stay. The
 * name must have at most 31 bytes and contain no NUL. */
gait_status gaiti_rtm_set_bone_name(gait_rtm *rtm, uint32_t bone, gait_span name);
/* Sets the normalised time of a key. */
gait_status gaiti_rtm_set_phase(gait_rtm *rtm, uint32_t frame, float phase);
/* Sets entry `bone` of a frame, in the same layout. */
gait_status gaiti_rtm_set_matrix(gait_rtm *rtm, uint32_t frame, uint32_t bone,
                                 const float matrix[12]);
/* The name of entry `bone` in a frame. */
gait_span gaiti_rtm_frame_bone_name(const gait_rtm *rtm, uint32_t frame, uint32_t bone);
/* Moves the entries of all frames to the order of the header, and counts the frames that change.
 * GAIT_UNSUPPORTED when a frame has not exactly the bones of the header. */
gait_status gaiti_rtm_order_frames(gait_rtm *rtm, uint32_t *out_count);
/* Replaces a property, or appends one when index == count. Copies the bytes. */
gait_status gaiti_rtm_set_property(gait_rtm *rtm, uint32_t index,
                                   const gait_rtm_property *property);
/* Inserts a property before the property with this index, or appends it when index == count. Copies
 * the bytes. The first property adds the block RTM_MDAT. A removed property that is inserted again
 * gives the same bytes. GAIT_UNSUPPORTED when texts are longer than 255 bytes, or bytes of the
 * block cannot be read (RTM010): the property could not be found again. GAIT_LIMIT when the block
 * of a damaged file states 2^32 - 1 properties. */
gait_status gaiti_rtm_insert_property(gait_rtm *rtm, uint32_t index,
                                      const gait_rtm_property *property);
/* Removes a property; the indices of the following properties decrease by one. The block RTM_MDAT
 * is removed with its last property, except when the file was opened with a block without
 * properties or when the block contains other data: a reserved number that is not 0, or damaged
 * properties. */
gait_status gaiti_rtm_remove_property(gait_rtm *rtm, uint32_t index);
/* Removes the bytes of the block that cannot be read (RTM010). The block is removed with its last
 * property, as in gaiti_rtm_remove_property(). GAIT_NOT_FOUND when there are none. */
gait_status gaiti_rtm_remove_unread_properties(gait_rtm *rtm);
/* Applies a change (change.h) whose base is this animation. Changed bones and their descendants get
 * new matrices, with the scale and shear of the old ones; all other data keeps its bytes.
 * GAIT_BAD_ARGUMENT when the change is for another animation. */
gait_status gaiti_rtm_apply_changes(gait_rtm *rtm, const gaiti_clip_change *change);
/* Applies changed metadata from gaiti_metadata_compare() (metadata.h); `changes` are of
 * gait_metadata_field. Events replace all properties, and root motion replaces the displacement.
 * Playback is ignored, since the format cannot hold it. GAIT_WOULD_LOSE for texts that are too
 * long, and for a displacement in an RTM_0100 that is not along Z; discard the document then. */
gait_status gaiti_rtm_apply_metadata(gait_rtm *rtm, const gait_clip *clip_metadata,
                                     uint32_t changes, const gait_options *options);
/* Like gait_file_check(), for this format. */
gait_status gaiti_rtm_check(const gait_rtm *rtm, gait_diagnostics *diagnostics);
/* The fields of a written document, for gait_file_map(). */
void gaiti_rtm_show(const void *document, gaiti_visitor *visitor);
/* Like gait_file_write(), for this format. */
gait_status gaiti_rtm_write(const gait_rtm *rtm, gait_buffer *out);
/* Like gait_file_bind_skeleton(), for this format. */
gait_status gaiti_rtm_bind_skeleton(const gait_rtm *rtm, const gait_skeleton *tree,
                                    const gait_options *options, gait_skeleton **out_skeleton);
/* Makes a clip called `name` (UTF-8) from the keys, on a skeleton from gaiti_rtm_bind_skeleton().
 * The clip is in GAIT_SPACE_DELTA and GAIT_AXES_FILE, with keys in playback order. Unlike
 * gait_file_clip(), leaves out bones that the skeleton lacks. */
gait_status gaiti_rtm_clip(const gait_rtm *rtm, const char *name, const gait_skeleton *skeleton,
                           const gait_options *options, gait_clip **out_clip);
/* Makes a document from a clip in GAIT_SPACE_DELTA or GAIT_SPACE_LOCAL_DELTA, in any axes; convert
 * other clips with gaiti_clip_convert() first. Names are those of the skeleton, bones without
 * channels are left out, events become properties, and times in seconds become phases. The clip is
 * not needed afterwards. GAIT_BAD_ARGUMENT for another space; GAIT_WOULD_LOSE with a diagnostic
 * (RTM2xx) for data that the format cannot hold. */
gait_status gaiti_rtm_from_clip(const gait_clip *clip, const gait_options *options,
                                gait_rtm **out_rtm);
/* Appends the file that gaiti_rtm_from_clip() and gaiti_rtm_write() would give, without making the
 * document. After a failure `out` is unchanged. Returns the same statuses. */
gait_status gaiti_rtm_write_clip(const gait_clip *clip, const gait_options *options,
                                 gait_buffer *out);

enum {
    GAITI_RTM_NAME = 32,
    GAITI_RTM_ENTRY = 80,     /* size of one bone in one frame: name and matrix */
    GAITI_RTM_FRAME_HEAD = 4, /* size of the phase before them */
    GAITI_RTM_PROPERTY = 6    /* size of the smallest property */
};

/* A file consists of: properties, gap, head, names, frames, trailing; all but the head may be
 * empty. */
struct gait_rtm {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    bool has_properties;
    bool keeps_block;  /* the file was opened with a block without properties */
    uint32_t reserved; /* the number after the signature RTM_MDAT */
    /* The count in the file; may differ from property_count when properties are damaged and the
     * reader continues at the next ones that it recognises. */
    uint32_t stated_properties;
    uint32_t property_count;
    uint32_t property_capacity; /* capacity of `properties`; 0 = property_count */
    gait_rtm_property *properties;
    gait_span gap; /* bytes between a damaged property block and the animation */
    int32_t version;
    float root_motion[3];
    uint32_t bone_count, frame_count;
    gait_span names;  /* 32 bytes per bone */
    gait_span frames; /* gaiti_rtm_frame_size() bytes per frame */
    gait_span trailing;
    bool uniform; /* every frame lists the bones of the header in the same order */
    bool owned;   /* names and frames are in the arena */
};

static inline uint64_t gaiti_rtm_frame_size(const gait_rtm *rtm) {
    return GAITI_RTM_FRAME_HEAD + (uint64_t)GAITI_RTM_ENTRY * rtm->bone_count;
}

static inline const uint8_t *gaiti_rtm_frame(const gait_rtm *rtm, uint32_t frame) {
    return rtm->frames.data + frame * gaiti_rtm_frame_size(rtm);
}

/* Name and matrix of one bone in one frame: 80 bytes. */
static inline const uint8_t *gaiti_rtm_entry(const gait_rtm *rtm, uint32_t frame, uint32_t bone) {
    return gaiti_rtm_frame(rtm, frame) + GAITI_RTM_FRAME_HEAD + (size_t)bone * GAITI_RTM_ENTRY;
}

static inline gaiti_phases gaiti_rtm_phases(const gait_rtm *rtm) {
    return (gaiti_phases){rtm->frames.data, gaiti_rtm_frame_size(rtm), rtm->frame_count};
}

/* Offsets of the names and of a frame in the file as it would be written. */
uint64_t gaiti_rtm_names_offset(const gait_rtm *rtm);
uint64_t gaiti_rtm_frame_offset(const gait_rtm *rtm, uint32_t frame);

/* The version of the animation block at `p`: 101, 100, or 0 = none. */
int32_t gaiti_rtm_block_version(const uint8_t *p);
/* True when an animation block is next. */
bool gaiti_rtm_is_at_animation(const gaiti_reader *in);

/* Field descriptions (rtm_fields.c). */
void gaiti_rtm_visit_properties_head(gaiti_visitor *visitor, gait_rtm *rtm);
void gaiti_rtm_visit_property(gaiti_visitor *visitor, gait_rtm_property *property);
void gaiti_rtm_visit_head(gaiti_visitor *visitor, gait_rtm *rtm);

/* Makes a document with uninitialised frames. NULL with *out_status set. */
gait_rtm *gaiti_rtm_new_blank(uint32_t bone_count, uint32_t frame_count,
                              const gait_options *options, gait_status *out_status);
/* A writable pointer to owned bytes. Casts away const, which happens only here. */
uint8_t *gaiti_rtm_writable(gait_span span, uint64_t offset);

/* The name in a field of 32 bytes, up to a NUL or the end of the field. */
gait_span gaiti_rtm_name(const uint8_t *field);

/* What most matrices of a file have in common (rtm_check_common.c). */
typedef struct gaiti_rtm_common {
    bool is_zero;    /* more than half of the matrices consist of zeros */
    double scale;    /* of 99 % of the matrices, if it differs from 1 by more than 1 %; else 1 */
    double distance; /* the median length of the positions, if it is more than 5 m; else 0 */
} gaiti_rtm_common;

gaiti_rtm_common gaiti_rtm_find_common(const gait_rtm *rtm);

/* Raises the defects that clips repair or drop: phases, names, and matrices with scale or shear,
 * which clips split into rotation and scale. GAIT_NO_MEMORY, else GAIT_OK. */
gait_status gaiti_rtm_warn_repairs(const gait_rtm *rtm, gait_diagnostics *diagnostics);

/* Raises one finding about all bones of the file that the skeleton of `rig` lacks
 * (rtm_foreign.c). False when out of memory. */
bool gaiti_rtm_report_foreign(const gait_rtm *rtm, const gaiti_rig *rig, gaiti_arena *arena,
                              gait_diagnostics *diagnostics);

/* --- for the row of the format ---------------------------------------------------------------- */

void gaiti_rtm_text(struct gaiti_text *text, void *document);
extern const gaiti_roundtrip_functions gaiti_rtm_roundtrip;
extern const struct gaiti_edit_functions gaiti_rtm_edit;

#endif
