/* Gait - binarised RTM documents (docs/formats/bmtr.md). */
#ifndef GAIT_BMTR_H
#define GAIT_BMTR_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A document with all fields of one file of version 2 to 5. Unchanged data is written with the same
 * bytes. Several threads may read it, but not while it is changed. Names are bytes of a code page.
 * An index out of range is GAIT_BAD_ARGUMENT in functions that return a status; in all others
 * indices must be in range. */
typedef struct gait_bmtr gait_bmtr;

/* Opens a file. The document borrows the bytes until it is freed or detached with
 * gait_bmtr_detach(). Compressed arrays are decompressed here, once; unchanged ones are written as
 * they were stored. */
GAIT_API gait_status gait_bmtr_open(gait_span bytes, const gait_options *options,
                                    gait_bmtr **out_bmtr);
/* A new document: empty names, phases from 0 to 1 in equal steps, no rotation, no translation.
 * GAIT_BAD_ARGUMENT for a version outside 2 to 5. */
GAIT_API gait_status gaiti_bmtr_new(int32_t version, uint32_t bone_count, uint32_t frame_count,
                                    const gait_options *options, gait_bmtr **out_bmtr);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_bmtr_free(gait_bmtr *bmtr);
/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_bmtr *gait_file_bmtr(const gait_file *file);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gait_bmtr_detach(gait_bmtr *bmtr);

/* The version of the format, 2 to 5. */
GAIT_API int32_t gaiti_bmtr_version(const gait_bmtr *bmtr);
/* The number of bones; each has a record in every frame. */
GAIT_API uint32_t gait_bmtr_bone_count(const gait_bmtr *bmtr);
/* The number of frames (keys). */
GAIT_API uint32_t gait_bmtr_frame_count(const gait_bmtr *bmtr);

/* Displacement per cycle in file axes, metres, the same as in plain RTM: forward is -Z, left is +X.
 */
GAIT_API void gaiti_bmtr_root_motion(const gait_bmtr *bmtr, float out_root_motion[3]);
/* Sets the displacement per cycle. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_bmtr_set_root_motion(gait_bmtr *bmtr, const float root_motion[3]);

/* The axes flag, as stored. 1 in all known files: records are in engine axes. 0: in file axes. */
GAIT_API uint8_t gait_bmtr_reversed(const gait_bmtr *bmtr);
/* The preload flag, as stored. If it is not 0, the game keeps the clip in memory. */
GAIT_API uint32_t gait_bmtr_preload(const gait_bmtr *bmtr);
/* Sets the preload flag. */
GAIT_API gait_status gait_bmtr_set_preload(gait_bmtr *bmtr, uint32_t preload);
/* The number of animated bones, as stored; in all known files equal to the number of bones. */
GAIT_API uint32_t gait_bmtr_animated_bone_count(const gait_bmtr *bmtr);

/* The name of a bone as stored, without NUL. */
GAIT_API gait_span gait_bmtr_bone_name(const gait_bmtr *bmtr, uint32_t bone);
/* Sets the name of a bone; copies the bytes, which must not contain a NUL. The case is kept; games
 * require lower case. */
GAIT_API gait_status gaiti_bmtr_set_bone_name(gait_bmtr *bmtr, uint32_t bone, gait_span name);

/* Normalised time of a key, as stored. */
GAIT_API float gait_bmtr_phase(const gait_bmtr *bmtr, uint32_t frame);
/* Sets the normalised time of a key. */
GAIT_API gait_status gaiti_bmtr_set_phase(gait_bmtr *bmtr, uint32_t frame, float phase);

/* One bone in one key, as stored. `rotation`: x, y, z, w of the conjugate quaternion, in units of 1
 * / 16384. `translation`: x, y, z as 16-bit floats. Both are relative to the record of the parent
 * (docs/formats/bmtr.md#records). */
typedef struct gait_bmtr_record {
    int16_t rotation[4];
    uint16_t translation[3];
} gait_bmtr_record;

/* The record of one bone in one key. */
GAIT_API gait_bmtr_record gait_bmtr_record_at(const gait_bmtr *bmtr, uint32_t frame, uint32_t bone);
/* Sets the record of one bone in one key. A frame with a changed record is compressed anew when it
 * is written. Setting the same record again changes nothing. */
GAIT_API gait_status gaiti_bmtr_set_record(gait_bmtr *bmtr, uint32_t frame, uint32_t bone,
                                           const gait_bmtr_record *record);

/* A key stone: an event at a phase. `id` is 0 for "StepSound" and -1 for events identified by their
 * name. */
typedef struct gait_bmtr_key {
    int32_t id;
    gait_span name;
    float time;
    gait_span value;
} gait_bmtr_key;

/* The number of key stones; 0 below version 4. */
GAIT_API uint32_t gait_bmtr_key_count(const gait_bmtr *bmtr);
/* One key stone. Its texts are valid until the document is changed or freed. */
GAIT_API gait_bmtr_key gait_bmtr_key_at(const gait_bmtr *bmtr, uint32_t index);
/* Replaces a key stone, or appends one when index == count. Copies the bytes, which must not
 * contain a NUL. GAIT_WOULD_LOSE below version 4. */
GAIT_API gait_status gait_bmtr_set_key(gait_bmtr *bmtr, uint32_t index, const gait_bmtr_key *key);
/* Inserts a key stone before the one with this index, or appends it when index == count. Everything
 * else is as for gait_bmtr_set_key(). A removed key stone that is inserted again gives the same
 * bytes. */
GAIT_API gait_status gaiti_bmtr_insert_key(gait_bmtr *bmtr, uint32_t index,
                                           const gait_bmtr_key *key);
/* Removes a key stone; the indices of the following ones decrease by one. */
GAIT_API gait_status gaiti_bmtr_remove_key(gait_bmtr *bmtr, uint32_t index);

/* The number of texts of unknown meaning; 0 in all known files, and below version 4. */
GAIT_API uint32_t gait_bmtr_meta_count(const gait_bmtr *bmtr);
/* One of these texts as stored, without NUL. */
GAIT_API gait_span gait_bmtr_meta_at(const gait_bmtr *bmtr, uint32_t index);

/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_bmtr_check(const gait_bmtr *bmtr, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format. */
GAIT_API gait_status gaiti_bmtr_map(const gait_bmtr *bmtr, gait_field_visitor visit, void *user);
/* Like gait_file_write(), for this format. Changed arrays (the phases, and the records of each
 * frame) are compressed as games expect it: in version 5 if that saves 4 % or more, below version 5
 * from 1024 bytes on. Arrays of version 5 in documents from gaiti_bmtr_new() are not compressed. */
GAIT_API gait_status gait_bmtr_write(const gait_bmtr *bmtr, gait_buffer *out);
/* Makes a skeleton of the bones of the file. The parent of a bone is its parent in `tree`. If the
 * file does not have that bone, the bone is a root. Records are relative to these parents.
 * GAIT_UNSUPPORTED with BMT140 for a bone that `tree` lacks. If `tree` is NULL, the parents are
 * unknown, and the skeleton can be used for GAIT_SPACE_LOCAL_DELTA only. */
GAIT_API gait_status gaiti_bmtr_bind_skeleton(const gait_bmtr *bmtr, const gait_skeleton *tree,
                                              const gait_options *options,
                                              gait_skeleton **out_skeleton);
/* Like gaiti_bmtr_bind_skeleton(), but with a list of names (in options->code_page, or guessed),
 * which may come from any file. Use the result for a clip that is to be written as binarised RTM.
 */
GAIT_API gait_status gaiti_bmtr_bind_records(const gait_span *names, uint32_t name_count,
                                             const gait_skeleton *tree, const gait_options *options,
                                             gait_skeleton **out_skeleton);
/* Makes a clip called `name` (UTF-8) from the keys, on a skeleton from gaiti_bmtr_bind_skeleton().
 * The clip is in GAIT_SPACE_LOCAL_DELTA and in GAIT_AXES_ENGINE, or GAIT_AXES_FILE when
 * gait_bmtr_reversed() is 0. It owns its keys: floats in playback order. A quaternion whose length
 * is within 0.005 of 1 is normalised; any other length gives a scale. Unlike gait_file_clip(),
 * leaves out bones that the skeleton lacks. */
GAIT_API gait_status gaiti_bmtr_clip(const gait_bmtr *bmtr, const char *name,
                                     const gait_skeleton *skeleton, const gait_options *options,
                                     gait_clip **out_clip);

/* Makes a document from a clip in GAIT_SPACE_LOCAL_DELTA or GAIT_SPACE_DELTA, in any axes; convert
 * other clips with gaiti_clip_convert() first. Records are relative to the parents in the skeleton
 * of the clip; make this skeleton with gaiti_bmtr_bind_records(). Names are those of the skeleton
 * in lower case, bones without channels are left out, events become key stones, and times in
 * seconds become phases. Rotations are rounded, translations are truncated to 16-bit floats, and a
 * scale is kept if it is uniform. The clip is not needed afterwards. *out_losses (may be NULL)
 * receives the losses of shear, uneven scale and events, of gait_loss. Versions below 4 lose
 * events, which needs GAIT_LOSES_EVENTS in `allowed_losses`; the other losses need no permission.
 * GAIT_BAD_ARGUMENT for another space or a version outside 2 to 5; GAIT_WOULD_LOSE with a
 * diagnostic (BMT2xx) for data that the format cannot hold. */
GAIT_API gait_status gaiti_bmtr_from_clip(const gait_clip *clip, int32_t version,
                                          uint32_t allowed_losses, const gait_options *options,
                                          uint32_t *out_losses, gait_bmtr **out_bmtr);

/* Applies changed metadata from gaiti_metadata_compare() (metadata.h); `changes` are of
 * gait_metadata_field. Events replace all key stones; a new key stone gets the id of an old one
 * with the same name. Root motion replaces the displacement. Playback is ignored, since the format
 * cannot hold it. GAIT_WOULD_LOSE for events below version 4; discard the document then. */
GAIT_API gait_status gaiti_bmtr_apply_metadata(gait_bmtr *bmtr, const gait_clip *clip_metadata,
                                               uint32_t changes, const gait_options *options);

/* Applies the values of another document to `base`, so that only real differences change bytes.
 * Records of `base` stay if their rotation differs by at most 1.6 / 16384 per component, and their
 * translation by at most one step of 16-bit floats. Bones are matched by name. *out_changed (may be
 * NULL) is the number of changed records, phases and key stones, plus one for a changed
 * displacement and for each frame that is added or removed. Key stones that `edited` lacks are
 * removed. GAIT_NOT_FOUND when the bones differ or only one has frames; discard `base` then.
 * GAIT_BAD_ARGUMENT also when gait_bmtr_reversed() differs. */
GAIT_API gait_status gaiti_bmtr_patch(gait_bmtr *base, const gait_bmtr *edited,
                                      const gait_options *options, uint32_t *out_changed);

#ifdef __cplusplus
}
#endif
#endif
