/* Gait - plain RTM documents (docs/formats/rtm.md). */
#ifndef GAIT_RTM_H
#define GAIT_RTM_H

#include "gait/change.h"
#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact mirror of one RTM_0101 or RTM_0100 file. Reading from several threads is fine; changing
 * is not. Names are CP1251 bytes. Indices that are out of range are GAIT_BAD_ARGUMENT where a
 * status is returned and must not be passed elsewhere. */
typedef struct gait_rtm gait_rtm;

/* Mirrors the bytes, which must outlive the document or be cut off with gait_rtm_detach(). */
GAIT_API gait_status gait_rtm_open(gait_span bytes, const gait_options *options,
                                   gait_rtm **out_rtm);
/* A new RTM_0101 document: empty names, phases from 0 to 1 in equal steps, identity matrices. */
GAIT_API gait_status gait_rtm_new(uint32_t bone_count, uint32_t frame_count,
                                  const gait_options *options, gait_rtm **out_rtm);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_rtm_free(gait_rtm *rtm);
/* The document of an open file, which owns it: it lives until gait_file_free(). NULL when `file` is
 * NULL or of another format. */
GAIT_API const gait_rtm *gait_file_rtm(const gait_file *file);
/* Copies what is borrowed: afterwards the source bytes may go. */
GAIT_API gait_status gait_rtm_detach(gait_rtm *rtm);

/* The version of the format, 101 or 100. */
GAIT_API int32_t gait_rtm_version(const gait_rtm *rtm);
/* The number of bones; each has a matrix in every frame. */
GAIT_API uint32_t gait_rtm_bone_count(const gait_rtm *rtm);
/* The number of frames (keys). */
GAIT_API uint32_t gait_rtm_frame_count(const gait_rtm *rtm);

/* Displacement per cycle in file axes, metres: forward is -Z, left is +X. RTM_0100 holds Z only. */
GAIT_API void gait_rtm_root_motion(const gait_rtm *rtm, float out_root_motion[3]);
/* Sets the displacement per cycle. GAIT_WOULD_LOSE for X or Y other than 0 in an RTM_0100. */
GAIT_API gait_status gait_rtm_set_root_motion(gait_rtm *rtm, const float root_motion[3]);

/* The name in the header table, without NUL; at most 32 bytes. */
GAIT_API gait_span gait_rtm_bone_name(const gait_rtm *rtm, uint32_t bone);
/* Sets it in the header and in every frame, zero-filled. At most 31 bytes, none of them NUL. */
GAIT_API gait_status gait_rtm_set_bone_name(gait_rtm *rtm, uint32_t bone, gait_span name);

/* Normalised time of a key, as stored. */
GAIT_API float gait_rtm_phase(const gait_rtm *rtm, uint32_t frame);
/* Sets the normalised time of a key. */
GAIT_API gait_status gait_rtm_set_phase(gait_rtm *rtm, uint32_t frame, float phase);

/* Entry `bone` of a frame as stored: aside, up, dir, pos, three floats each; model-space skinning
 * delta in file axes. */
GAIT_API void gait_rtm_matrix(const gait_rtm *rtm, uint32_t frame, uint32_t bone, float out[12]);
/* Sets entry `bone` of a frame, in the same layout. */
GAIT_API gait_status gait_rtm_set_matrix(gait_rtm *rtm, uint32_t frame, uint32_t bone,
                                         const float matrix[12]);
/* All matrices of a frame, packed: bone_count * 12 floats. */
GAIT_API void gait_rtm_matrices(const gait_rtm *rtm, uint32_t frame, float *out);
/* The name that a frame gives to entry `bone`. */
GAIT_API gait_span gait_rtm_frame_bone_name(const gait_rtm *rtm, uint32_t frame, uint32_t bone);

/* One property of RTM_MDAT: at `phase`, name and value of at most 255 bytes. */
typedef struct gait_rtm_property {
    float phase;
    gait_span name;
    gait_span value;
} gait_rtm_property;

/* The number of properties; 0 without RTM_MDAT. */
GAIT_API uint32_t gait_rtm_property_count(const gait_rtm *rtm);
/* One property, in file order; its texts live as long as the document, until it is changed. */
GAIT_API gait_rtm_property gait_rtm_property_at(const gait_rtm *rtm, uint32_t index);
/* Replaces one, or appends when index == count. Copies the bytes. */
GAIT_API gait_status gait_rtm_set_property(gait_rtm *rtm, uint32_t index,
                                           const gait_rtm_property *property);

/* Takes over what was edited (change.h), for a change whose base is this animation: matrices of
 * bones that moved, and of those below them, become new ones with the scale and shear that they
 * had; everything else keeps its bytes. GAIT_BAD_ARGUMENT when the change is of another animation.
 */
GAIT_API gait_status gait_rtm_apply_changes(gait_rtm *rtm, const gait_clip_change *change);

/* Takes over what extras say otherwise (metadata.h: gait_metadata_compare()), `changes` being of
 * gait_metadata_field: events replace all properties, and the motion vector becomes the step.
 * Playback has no place here. GAIT_WOULD_LOSE for texts that are too long, and for a step in an
 * RTM_0100 that is not along Z; the document is of no use then. */
GAIT_API gait_status gait_rtm_apply_metadata(gait_rtm *rtm, const gait_clip *clip_metadata,
                                             uint32_t changes, const gait_options *options);

/* As gait_file_check(), for this format. */
GAIT_API gait_status gait_rtm_check(const gait_rtm *rtm, gait_diagnostics *diagnostics);
/* As gait_file_map(), for this format. */
GAIT_API gait_status gait_rtm_map(const gait_rtm *rtm, gait_field_visitor visit, void *user);
/* As gait_file_write(), for this format. */
GAIT_API gait_status gait_rtm_write(const gait_rtm *rtm, gait_buffer *out);
/* As gait_file_bind_skeleton(), for this format. */
GAIT_API gait_status gait_rtm_bind_skeleton(const gait_rtm *rtm, const gait_skeleton *tree,
                                            const gait_options *options,
                                            gait_skeleton **out_skeleton);
/* The keys as a clip called `name` (UTF-8), on a skeleton of gait_rtm_bind_skeleton(). The clip is
 * in GAIT_SPACE_DELTA and GAIT_AXES_FILE, keys in playback order. */
GAIT_API gait_status gait_rtm_clip(const gait_rtm *rtm, const char *name,
                                   const gait_skeleton *skeleton, const gait_options *options,
                                   gait_clip **out_clip);

/* A document of the keys of a clip in GAIT_SPACE_DELTA or GAIT_SPACE_LOCAL_DELTA, whatever its axes
 * (gait_clip_convert() brings others there). Names are those of the skeleton, bones without
 * channels are left out, events become properties, times in seconds phases. The clip may go
 * afterwards. GAIT_BAD_ARGUMENT for another space; GAIT_WOULD_LOSE with a diagnostic, RTM2xx, for
 * what the format cannot hold. */
GAIT_API gait_status gait_rtm_from_clip(const gait_clip *clip, const gait_options *options,
                                        gait_rtm **out_rtm);
/* Appends the file that such a document is, the frames straight into their place. After a failure,
 * as above or GAIT_NO_MEMORY, `out` holds what it held. */
GAIT_API gait_status gait_rtm_write_clip(const gait_clip *clip, const gait_options *options,
                                         gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
