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
/* Frees the object. NULL is allowed. */
GAIT_API void gait_bmtr_free(gait_bmtr *bmtr);
/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_bmtr *gait_file_bmtr(const gait_file *file);
/* Copies the borrowed bytes, so that the document no longer needs the source. */
GAIT_API gait_status gait_bmtr_detach(gait_bmtr *bmtr);

/* The number of bones; each has a record in every frame. */
GAIT_API uint32_t gait_bmtr_bone_count(const gait_bmtr *bmtr);
/* The number of frames (keys). */
GAIT_API uint32_t gait_bmtr_frame_count(const gait_bmtr *bmtr);

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

/* Normalised time of a key, as stored. */
GAIT_API float gait_bmtr_phase(const gait_bmtr *bmtr, uint32_t frame);

/* One bone in one key, as stored. `rotation`: x, y, z, w of the conjugate quaternion, in units of 1
 * / 16384. `translation`: x, y, z as 16-bit floats. Both are relative to the record of the parent
 * (docs/formats/bmtr.md#records). */
typedef struct gait_bmtr_record {
    int16_t rotation[4];
    uint16_t translation[3];
} gait_bmtr_record;

/* The record of one bone in one key. */
GAIT_API gait_bmtr_record gait_bmtr_record_at(const gait_bmtr *bmtr, uint32_t frame, uint32_t bone);

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

/* The number of texts of unknown meaning; 0 in all known files, and below version 4. */
GAIT_API uint32_t gait_bmtr_meta_count(const gait_bmtr *bmtr);
/* One of these texts as stored, without NUL. */
GAIT_API gait_span gait_bmtr_meta_at(const gait_bmtr *bmtr, uint32_t index);

/* Like gait_file_write(), for this format. Changed arrays (the phases, and the records of each
 * frame) are compressed as games expect it: in version 5 if that saves 4 % or more, below version 5
 * from 1024 bytes on. Arrays of version 5 in documents from gaiti_bmtr_new() are not compressed. */
GAIT_API gait_status gait_bmtr_write(const gait_bmtr *bmtr, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
