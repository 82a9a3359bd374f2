/* The writer of glTF 2.0 (docs/formats/gltf.md). */
#ifndef GAITI_GLTF_WRITER_H
#define GAITI_GLTF_WRITER_H

#include "gait/gltf.h"
#include "gait/metadata.h"

/* The source of the clips, for extras.gait. Strings are UTF-8 and may be NULL. */
typedef struct gaiti_gltf_writer_source {
    const char *format;   /* "rtm", "omf" */
    int32_t version;      /* -1 = none */
    const char *file;     /* file name without folders */
    uint32_t code_page;   /* of names in the file; recorded unless it is 0 or 1251 */
    const char *checksum; /* gaiti_metadata_checksum() of the file; NULL = not recorded */
} gaiti_gltf_writer_source;

/* Options of the writer; all zero is the default. */
typedef struct gaiti_gltf_writer_options {
    gait_options common;
    gaiti_gltf_writer_source source;
    double fps;        /* for clips in phases: frames per second; 0 = 30 */
    double duration_s; /* for clips in phases; 0 = by the rule of docs/formats/gltf.md#time */
} gaiti_gltf_writer_options;

/* A glTF that is being written. Only one thread may use it at a time. */
typedef struct gaiti_gltf_writer gaiti_gltf_writer;

/* Starts a glTF with the skeleton of all clips, which is copied. `options` may be NULL.
 * GAIT_BAD_ARGUMENT for a rate outside 0.001 to 1,000,000, and for a duration over 279,620 s. */
gait_status gaiti_gltf_writer_new(const gait_skeleton *skeleton,
                                  const gaiti_gltf_writer_options *options,
                                  gaiti_gltf_writer **out_gltf);
/* Sets the mesh of the model, which is not needed afterwards. It replaces the shapes of the bones.
 * Bones of the mesh are found by name (gait_skeleton_find()); one that the skeleton lacks becomes a
 * joint at the origin that never moves. Parts without weights are not skinned. The mesh must be set
 * before the first clip, and only once, otherwise GAIT_BAD_ARGUMENT; also when a triangle or a
 * weight refers to a vertex or a bone that does not exist. GAIT_LIMIT for more than 65535 joints,
 * and when the file would be larger than 4 GiB. */
gait_status gaiti_gltf_writer_set_mesh(gaiti_gltf_writer *gltf, const gait_mesh *mesh);

/* The image of a texture. */
typedef struct gaiti_gltf_texture_image {
    const char *texture; /* gait_mesh_part.texture, compared ignoring ASCII case */
    gait_span bytes;     /* a PNG or a JPEG */
} gaiti_gltf_texture_image;

/* Sets the images of the textures of the mesh, before gaiti_gltf_writer_set_mesh(), and only once,
 * otherwise GAIT_BAD_ARGUMENT. Those that the mesh uses are embedded. Of several images of one
 * texture the first is used. Bytes that do not begin like a PNG or a JPEG are ignored, and so are
 * images over GAIT_IMAGE_MAX. The bytes must stay valid until the writer is freed. */
gait_status gaiti_gltf_writer_set_images(gaiti_gltf_writer *gltf,
                                         const gaiti_gltf_texture_image *images, uint32_t count);
/* Appends a part (a group of bones on which clips play) to the metadata. The name is in the code
 * page of the source. */
gait_status gaiti_gltf_writer_add_part(gaiti_gltf_writer *gltf, gait_span name);
/* Appends a bone to the last part. The name is in the code page of the source. GAIT_BAD_ARGUMENT
 * when there is no part. */
gait_status gaiti_gltf_writer_add_part_bone(gaiti_gltf_writer *gltf, gait_span name);
/* Appends all parts of an open file; nothing when it has none. */
gait_status gaiti_gltf_writer_add_parts(gaiti_gltf_writer *gltf, const gait_file *file);
/* Appends all parts of metadata; nothing for NULL. */
gait_status gaiti_gltf_writer_copy_parts(gaiti_gltf_writer *gltf, const gait_metadata *metadata);
/* Appends one clip on that skeleton; the clip is not needed afterwards. It must be in
 * GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, otherwise GAIT_BAD_ARGUMENT; convert it with
 * gaiti_clip_convert(), which copies no keys of local clips. 16-bit rotations stay 16-bit. Clips in
 * phases get times by the rule. Scale is not written (warning). GAIT_LIMIT when the file would be
 * larger than 4 GiB. After any failure but GAIT_BAD_ARGUMENT the glTF is invalid: every later call
 * returns the same status. */
gait_status gaiti_gltf_writer_add(gaiti_gltf_writer *gltf, const gait_clip *clip);
/* Like gaiti_gltf_writer_add(), for a clip in any space and axes, such as the result of
 * gait_file_clip(). It is first converted with gaiti_clip_convert_rigid() and `options` (may be
 * NULL). GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement for GAIT_SPACE_MODEL.
 * If a clip is refused for this reason or cannot be converted, the glTF is unchanged. */
gait_status gaiti_gltf_writer_add_file_clip(gaiti_gltf_writer *gltf, const gait_clip *clip,
                                            const gait_options *options);
/* Appends the complete binary container (.glb) to `out`. More clips may be added afterwards. */
gait_status gaiti_gltf_writer_finish_glb(gaiti_gltf_writer *gltf, gait_buffer *out);
/* The same container as a list of parts, to be written one after the other; avoids a copy of all
 * data. Some parts are small. The parts and their list belong to `gltf`; they are valid until the
 * next call that adds to it, finishes or frees it. */
gait_status gaiti_gltf_writer_finish_parts(gaiti_gltf_writer *gltf, const gait_span **out_parts,
                                           uint32_t *out_count);
/* Appends the complete text (.gltf) and its buffer. The text refers to the buffer by `bin_name`
 * (UTF-8, a file name; it is percent-encoded here). */
gait_status gaiti_gltf_writer_finish_text(gaiti_gltf_writer *gltf, const char *bin_name,
                                          gait_buffer *out_text, gait_buffer *out_bin);
/* Appends only the metadata document, for a file NAME.gait.json beside the glTF (metadata.h). */
gait_status gaiti_gltf_writer_finish_sidecar(const gaiti_gltf_writer *gltf, gait_buffer *out);
/* Frees the object. NULL is allowed. */
void gaiti_gltf_writer_free(gaiti_gltf_writer *gltf);
/* The object `config` in the metadata of the clips that are added from now on, as JSON without
 * blanks; borrowed until they are added. NULL = none. */
void gaiti_gltf_set_config(gaiti_gltf_writer *gltf, const char *config);
/* Records in the metadata that the bones from this one on are those of an item that is held. */
void gaiti_gltf_set_item(gaiti_gltf_writer *gltf, uint32_t first_bone);

#endif
