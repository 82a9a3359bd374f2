/* Gait - plain RTM documents (docs/formats/rtm.md). */
#ifndef GAIT_RTM_H
#define GAIT_RTM_H

#include "gait/change.h"
#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with all fields of one RTM_0101 or RTM_0100 file. Unchanged data is written with the
 * same bytes. Several threads may read it, but not while it is changed. Names are bytes of a code
 * page. An index out of range is GAIT_BAD_ARGUMENT in functions that return a status; in all others
 * indices must be in range. */
typedef struct gait_rtm gait_rtm;

/* Opens a file. The document borrows the bytes until it is freed or detached with
 * gaiti_rtm_detach(). */
GAIT_API gait_status gaiti_rtm_open(gait_span bytes, const gait_options *options,
                                    gait_rtm **out_rtm);
/* A new RTM_0101 document: empty names, phases from 0 to 1 in equal steps, identity matrices. */
GAIT_API gait_status gaiti_rtm_new(uint32_t bone_count, uint32_t frame_count,
                                   const gait_options *options, gait_rtm **out_rtm);
/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_rtm_free(gait_rtm *rtm);
/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_rtm *gait_file_rtm(const gait_file *file);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gaiti_rtm_detach(gait_rtm *rtm);

/* The version of the format, 101 or 100. */
GAIT_API int32_t gaiti_rtm_version(const gait_rtm *rtm);
/* The number of bones; each has a matrix in every frame. */
GAIT_API uint32_t gait_rtm_bone_count(const gait_rtm *rtm);
/* The number of frames (keys). */
GAIT_API uint32_t gait_rtm_frame_count(const gait_rtm *rtm);

/* Displacement per cycle in file axes, metres: forward is -Z, left is +X. An RTM_0100 stores only
 * Z. */
GAIT_API void gait_rtm_root_motion(const gait_rtm *rtm, float out_root_motion[3]);
/* Sets the displacement per cycle. GAIT_WOULD_LOSE for a nonzero X or Y in an RTM_0100. */
GAIT_API gait_status gaiti_rtm_set_root_motion(gait_rtm *rtm, const float root_motion[3]);

/* The name in the header table, without NUL; at most 32 bytes. */
GAIT_API gait_span gait_rtm_bone_name(const gait_rtm *rtm, uint32_t bone);
/* Sets the name and its NUL in the header and in every frame; the bytes after the NUL stay. The
 * name must have at most 31 bytes and contain no NUL. */
GAIT_API gait_status gaiti_rtm_set_bone_name(gait_rtm *rtm, uint32_t bone, gait_span name);

/* Normalised time of a key, as stored. */
GAIT_API float gait_rtm_phase(const gait_rtm *rtm, uint32_t frame);
/* Sets the normalised time of a key. */
GAIT_API gait_status gaiti_rtm_set_phase(gait_rtm *rtm, uint32_t frame, float phase);

/* Entry `bone` of a frame as stored: aside, up, dir, pos, three floats each; model-space skinning
 * delta in file axes. */
GAIT_API void gait_rtm_matrix(const gait_rtm *rtm, uint32_t frame, uint32_t bone, float out[12]);
/* Sets entry `bone` of a frame, in the same layout. */
GAIT_API gait_status gaiti_rtm_set_matrix(gait_rtm *rtm, uint32_t frame, uint32_t bone,
                                          const float matrix[12]);
/* All matrices of a frame, as bone_count * 12 floats. */
GAIT_API void gaiti_rtm_matrices(const gait_rtm *rtm, uint32_t frame, float *out);
/* The name of entry `bone` in a frame. */
GAIT_API gait_span gaiti_rtm_frame_bone_name(const gait_rtm *rtm, uint32_t frame, uint32_t bone);

/* Moves the entries of all frames to the order of the header, and counts the frames that change.
 * GAIT_UNSUPPORTED when a frame has not exactly the bones of the header. */
GAIT_API gait_status gaiti_rtm_order_frames(gait_rtm *rtm, uint32_t *out_count);

/* One property of RTM_MDAT: an event at `phase`. Name and value have at most 255 bytes, except in
 * files of Object Builder (RTM014). */
typedef struct gait_rtm_property {
    float phase;
    gait_span name;
    gait_span value;
} gait_rtm_property;

/* The number of properties; 0 without RTM_MDAT. */
GAIT_API uint32_t gait_rtm_property_count(const gait_rtm *rtm);
/* One property, in file order. Its texts are valid until the document is changed or freed. */
GAIT_API gait_rtm_property gait_rtm_property_at(const gait_rtm *rtm, uint32_t index);
/* Replaces a property, or appends one when index == count. Copies the bytes. */
GAIT_API gait_status gaiti_rtm_set_property(gait_rtm *rtm, uint32_t index,
                                            const gait_rtm_property *property);
/* Inserts a property before the property with this index, or appends it when index == count. Copies
 * the bytes. The first property adds the block RTM_MDAT. A removed property that is inserted again
 * gives the same bytes. GAIT_UNSUPPORTED when texts are longer than 255 bytes, or bytes of the
 * block cannot be read (RTM010): the property could not be found again. GAIT_LIMIT when the block
 * of a damaged file states 2^32 - 1 properties. */
GAIT_API gait_status gaiti_rtm_insert_property(gait_rtm *rtm, uint32_t index,
                                               const gait_rtm_property *property);
/* Removes a property; the indices of the following properties decrease by one. The block RTM_MDAT
 * is removed with its last property, except when the file was opened with a block without
 * properties or when the block contains other data: a reserved number that is not 0, or damaged
 * properties. */
GAIT_API gait_status gaiti_rtm_remove_property(gait_rtm *rtm, uint32_t index);

/* Removes the bytes of the block that cannot be read (RTM010). The block is removed with its last
 * property, as in gaiti_rtm_remove_property(). GAIT_NOT_FOUND when there are none. */
GAIT_API gait_status gaiti_rtm_remove_unread_properties(gait_rtm *rtm);

/* Applies a change (change.h) whose base is this animation. Changed bones and their descendants get
 * new matrices, with the scale and shear of the old ones; all other data keeps its bytes.
 * GAIT_BAD_ARGUMENT when the change is for another animation. */
GAIT_API gait_status gaiti_rtm_apply_changes(gait_rtm *rtm, const gaiti_clip_change *change);

/* Applies changed metadata from gaiti_metadata_compare() (metadata.h); `changes` are of
 * gait_metadata_field. Events replace all properties, and root motion replaces the displacement.
 * Playback is ignored, since the format cannot hold it. GAIT_WOULD_LOSE for texts that are too
 * long, and for a displacement in an RTM_0100 that is not along Z; discard the document then. */
GAIT_API gait_status gaiti_rtm_apply_metadata(gait_rtm *rtm, const gait_clip *clip_metadata,
                                              uint32_t changes, const gait_options *options);

/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_rtm_check(const gait_rtm *rtm, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format. */
GAIT_API gait_status gaiti_rtm_map(const gait_rtm *rtm, gait_field_visitor visit, void *user);
/* Like gait_file_write(), for this format. */
GAIT_API gait_status gaiti_rtm_write(const gait_rtm *rtm, gait_buffer *out);
/* Like gait_file_bind_skeleton(), for this format. */
GAIT_API gait_status gaiti_rtm_bind_skeleton(const gait_rtm *rtm, const gait_skeleton *tree,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);
/* Makes a clip called `name` (UTF-8) from the keys, on a skeleton from gaiti_rtm_bind_skeleton().
 * The clip is in GAIT_SPACE_DELTA and GAIT_AXES_FILE, with keys in playback order. Unlike
 * gait_file_clip(), leaves out bones that the skeleton lacks. */
GAIT_API gait_status gaiti_rtm_clip(const gait_rtm *rtm, const char *name,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);

/* Makes a document from a clip in GAIT_SPACE_DELTA or GAIT_SPACE_LOCAL_DELTA, in any axes; convert
 * other clips with gaiti_clip_convert() first. Names are those of the skeleton, bones without
 * channels are left out, events become properties, and times in seconds become phases. The clip is
 * not needed afterwards. GAIT_BAD_ARGUMENT for another space; GAIT_WOULD_LOSE with a diagnostic
 * (RTM2xx) for data that the format cannot hold. */
GAIT_API gait_status gaiti_rtm_from_clip(const gait_clip *clip, const gait_options *options,
                                         gait_rtm **out_rtm);
/* Appends the file that gaiti_rtm_from_clip() and gaiti_rtm_write() would give, without making the
 * document. After a failure `out` is unchanged. Returns the same statuses. */
GAIT_API gait_status gaiti_rtm_write_clip(const gait_clip *clip, const gait_options *options,
                                          gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
