/* Gait - binarised RTM documents (docs/formats/bmtr.md). */
#ifndef GAIT_BMTR_H
#define GAIT_BMTR_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exact mirror of one file of version 2 to 5. Reading from several threads is fine; changing is
 * not. Names are CP1251 bytes. Indices that are out of range are GAIT_BAD_ARGUMENT where a status
 * is returned and must not be passed elsewhere. */
typedef struct gait_bmtr gait_bmtr;

/* Mirrors the bytes, which must outlive the document or be cut off with gait_bmtr_detach().
 * Compressed arrays are unpacked here, once; unchanged ones are written as they were. */
GAIT_API gait_status gait_bmtr_open(gait_span bytes, const gait_options *options,
                                    gait_bmtr **out_bmtr);
/* A new document: empty names, phases from 0 to 1 in equal steps, no rotation, no translation.
 * GAIT_BAD_ARGUMENT for a version outside 2 to 5. */
GAIT_API gait_status gait_bmtr_new(int32_t version, uint32_t bone_count, uint32_t frame_count,
                                   const gait_options *options, gait_bmtr **out_bmtr);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_bmtr_free(gait_bmtr *bmtr);
/* The document of an open file, which owns it: it lives until gait_file_free(). NULL when `file` is
 * NULL or of another format. */
GAIT_API const gait_bmtr *gait_file_bmtr(const gait_file *file);
/* Copies what is borrowed: afterwards the source bytes may go. */
GAIT_API gait_status gait_bmtr_detach(gait_bmtr *bmtr);

/* The version of the format, 2 to 5. */
GAIT_API int32_t gait_bmtr_version(const gait_bmtr *bmtr);
/* The number of bones; each has a record in every frame. */
GAIT_API uint32_t gait_bmtr_bone_count(const gait_bmtr *bmtr);
/* The number of frames (keys). */
GAIT_API uint32_t gait_bmtr_frame_count(const gait_bmtr *bmtr);

/* Displacement per cycle in file axes, metres, as plain RTM has it: forward is -Z, left is +X. */
GAIT_API void gait_bmtr_root_motion(const gait_bmtr *bmtr, float out_root_motion[3]);
/* Sets the displacement per cycle. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_bmtr_set_root_motion(gait_bmtr *bmtr, const float root_motion[3]);

/* The flag for axes, as stored. 1 in all known files: records are in engine axes. With 0 they are
 * in file axes. */
GAIT_API uint8_t gait_bmtr_reversed(const gait_bmtr *bmtr);
/* The flag for preloading, as stored. Other than 0: the game keeps the clip in memory. */
GAIT_API uint32_t gait_bmtr_preload(const gait_bmtr *bmtr);
/* Sets that flag. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_bmtr_set_preload(gait_bmtr *bmtr, uint32_t preload);
/* The number of animated bones, as stored; that of all bones in all known files. */
GAIT_API uint32_t gait_bmtr_animated_bone_count(const gait_bmtr *bmtr);

/* The name of a bone as stored, without NUL. */
GAIT_API gait_span gait_bmtr_bone_name(const gait_bmtr *bmtr, uint32_t bone);
/* Sets the name of a bone; a copy is kept. No NUL inside. The case stays as given; games want lower
 * case. */
GAIT_API gait_status gait_bmtr_set_bone_name(gait_bmtr *bmtr, uint32_t bone, gait_span name);

/* Normalised time of a key, as stored. */
GAIT_API float gait_bmtr_phase(const gait_bmtr *bmtr, uint32_t frame);
/* Sets the normalised time of a key. */
GAIT_API gait_status gait_bmtr_set_phase(gait_bmtr *bmtr, uint32_t frame, float phase);

/* One bone in one key as stored: x, y, z, w of the conjugate of its rotation / 16384, and x, y, z
 * of its translation as 16-bit floats; relative to its parent's (docs/formats/bmtr.md#records). */
typedef struct gait_bmtr_record {
    int16_t rotation[4];
    uint16_t translation[3];
} gait_bmtr_record;

/* The record of one bone in one key. */
GAIT_API gait_bmtr_record gait_bmtr_record_at(const gait_bmtr *bmtr, uint32_t frame, uint32_t bone);
/* Sets the record of one bone in one key. An array with another record in it is packed anew when it
 * is written. Setting what is there changes nothing. */
GAIT_API gait_status gait_bmtr_set_record(gait_bmtr *bmtr, uint32_t frame, uint32_t bone,
                                          const gait_bmtr_record *record);

/* Key stones: what happens at a phase. `id` is 0 for "StepSound", -1 for what goes by its name. */
typedef struct gait_bmtr_key {
    int32_t id;
    gait_span name;
    float time;
    gait_span value;
} gait_bmtr_key;

/* The number of key stones; 0 below version 4. */
GAIT_API uint32_t gait_bmtr_key_count(const gait_bmtr *bmtr);
/* One key stone; its texts live as long as the document, until it is changed. */
GAIT_API gait_bmtr_key gait_bmtr_key_at(const gait_bmtr *bmtr, uint32_t index);
/* Replaces one, or appends when index == count. Copies the bytes, which hold no NUL.
 * GAIT_WOULD_LOSE below version 4. */
GAIT_API gait_status gait_bmtr_set_key(gait_bmtr *bmtr, uint32_t index, const gait_bmtr_key *key);

/* The number of texts of unknown meaning; 0 in all known files, and below version 4. */
GAIT_API uint32_t gait_bmtr_meta_count(const gait_bmtr *bmtr);
/* One of these texts as stored, without NUL. */
GAIT_API gait_span gait_bmtr_meta_at(const gait_bmtr *bmtr, uint32_t index);

/* As gait_file_check(), for this format. */
GAIT_API gait_status gait_bmtr_check(const gait_bmtr *bmtr, gait_diagnostics *diagnostics);
/* As gait_file_map(), for this format. */
GAIT_API gait_status gait_bmtr_map(const gait_bmtr *bmtr, gait_field_visitor visit, void *user);
/* As gait_file_write(), for this format. Arrays that were changed are packed anew: in version 5
 * where that makes them smaller by 4 % or more, before it from 1024 bytes on, as games want it. Of
 * documents made by gait_bmtr_new() those of version 5 stay as they are. */
GAIT_API gait_status gait_bmtr_write(const gait_bmtr *bmtr, gait_buffer *out);
/* The bones of the file, each below its parent in `tree` where the file has that one, else a root:
 * what its records are relative to. GAIT_UNSUPPORTED, and BMT140, for a bone that `tree` lacks.
 * Without `tree`: bones with unknown parents, good for GAIT_SPACE_LOCAL_DELTA only. */
GAIT_API gait_status gait_bmtr_bind_skeleton(const gait_bmtr *bmtr, const gait_skeleton *tree,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);
/* The same for bones of any file: the skeleton of a clip that shall become binarised. `names` are
 * CP1251. */
GAIT_API gait_status gait_bmtr_bind_records(const gait_span *names, uint32_t name_count,
                                            const gait_skeleton *tree, const gait_options *options,
                                            gait_skeleton **out_skeleton);
/* The keys as a clip called `name` (UTF-8), on a skeleton of gait_bmtr_bind_skeleton(). The clip is
 * in GAIT_SPACE_LOCAL_DELTA and, where gait_bmtr_reversed(), GAIT_AXES_ENGINE, keys in playback
 * order as floats of its own. Rotations within 0.005 of unit length have that length; beyond, it is
 * a scale. */
GAIT_API gait_status gait_bmtr_clip(const gait_bmtr *bmtr, const char *name,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);

/* What gait_bmtr_from_clip() may do without a word. */
typedef enum gait_bmtr_accepted_losses {
    GAIT_BMTR_DROP_EVENTS = 1 /* leave events out where the version holds none */
} gait_bmtr_accepted_losses;

/* A document of the keys of a clip in GAIT_SPACE_LOCAL_DELTA or GAIT_SPACE_DELTA, whatever its axes
 * (gait_clip_convert() brings others there), on a skeleton such as gait_bmtr_bind_records() makes:
 * records are relative to the parents it has. Names are those of the skeleton in lower case, bones
 * without channels are left out, events become key stones, times in seconds phases. Rotations are
 * rounded, translations cut to 16-bit floats; a scale is kept where it is the same in all
 * directions. `flags` of gait_bmtr_accepted_losses. The clip may go afterwards.
 * GAIT_BAD_ARGUMENT for another space or a version outside 2 to 5; GAIT_WOULD_LOSE with a
 * diagnostic, BMT2xx, for what the format cannot hold. */
GAIT_API gait_status gait_bmtr_from_clip(const gait_clip *clip, int32_t version, uint32_t flags,
                                         const gait_options *options, gait_bmtr **out_bmtr);

/* Takes over what extras say otherwise (metadata.h: gait_metadata_compare()), `changes` being of
 * gait_metadata_field: events replace all key stones, which keep the ids of their names, and the
 * motion vector becomes the step. Playback has no place here. GAIT_WOULD_LOSE for events below
 * version 4; the document is of no use then. */
GAIT_API gait_status gait_bmtr_apply_metadata(gait_bmtr *bmtr, const gait_clip *clip_metadata,
                                              uint32_t changes, const gait_options *options);

/* Lays the values of another document over `base`: records that stand for the same rotation within
 * 1.6 / 16384 per component, and the same translation within a step of its 16-bit floats, stay what
 * they are, so that nothing changes where nothing was changed. Bones are matched by name. Adds up
 * in `out_changed` (may be NULL) how many records, phases, keys and steps became new.
 * GAIT_NOT_FOUND when bones or frames are not the same, or keys were taken away: `base` is then of
 * no use. */
GAIT_API gait_status gait_bmtr_patch(gait_bmtr *base, const gait_bmtr *edited,
                                     const gait_options *options, uint32_t *out_changed);

#ifdef __cplusplus
}
#endif
#endif
