/* Gait - writer and reader of glTF 2.0 (docs/formats/gltf.md). */
#ifndef GAIT_GLTF_H
#define GAIT_GLTF_H

#include "gait/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- writing ---------------------------------------------------------------------------------- */

/* The source of the clips, for extras.gait. Strings are UTF-8 and may be NULL. */
typedef struct gaiti_gltf_writer_source {
    const char *format; /* "rtm", "omf" */
    int32_t version;    /* -1 = none */
    const char *file;   /* file name without folders */
    uint32_t code_page; /* of names in the file; recorded unless it is 0 or 1251 */
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
GAIT_API gait_status gaiti_gltf_writer_new(const gait_skeleton *skeleton,
                                           const gaiti_gltf_writer_options *options,
                                           gaiti_gltf_writer **out_gltf);

/* Sets the mesh of the model, which is not needed afterwards. It replaces the shapes of the bones.
 * Bones of the mesh are found by name (gait_skeleton_find()); one that the skeleton lacks becomes a
 * joint at the origin that never moves. Parts without weights are not skinned. The mesh must be set
 * before the first clip, and only once, otherwise GAIT_BAD_ARGUMENT; also when a triangle or a
 * weight refers to a vertex or a bone that does not exist. GAIT_LIMIT for more than 65535 joints,
 * and when the file would be larger than 4 GiB. */
GAIT_API gait_status gaiti_gltf_writer_set_mesh(gaiti_gltf_writer *gltf, const gait_mesh *mesh);

/* The image of a texture. */
typedef struct gaiti_gltf_texture_image {
    const char *texture; /* gait_mesh_part.texture, compared ignoring ASCII case */
    gait_span bytes;     /* a PNG or a JPEG */
} gaiti_gltf_texture_image;

/* Sets the images of the textures of the mesh, before gaiti_gltf_writer_set_mesh(), and only once,
 * otherwise GAIT_BAD_ARGUMENT. Those that the mesh uses are embedded. Of several images of one
 * texture the first is used. Bytes that do not begin like a PNG or a JPEG are ignored, and so are
 * images over GAIT_IMAGE_MAX. The bytes must stay valid until the writer is freed. */
GAIT_API gait_status gaiti_gltf_writer_set_images(gaiti_gltf_writer *gltf,
                                                  const gaiti_gltf_texture_image *images,
                                                  uint32_t count);

/* Appends a part (a group of bones on which clips play) to the metadata. The name is in the code
 * page of the source. */
GAIT_API gait_status gaiti_gltf_writer_add_part(gaiti_gltf_writer *gltf, gait_span name);
/* Appends a bone to the last part. The name is in the code page of the source. GAIT_BAD_ARGUMENT
 * when there is no part. */
GAIT_API gait_status gaiti_gltf_writer_add_part_bone(gaiti_gltf_writer *gltf, gait_span name);

/* Appends all parts of an open file; nothing when it has none. */
GAIT_API gait_status gaiti_gltf_writer_add_parts(gaiti_gltf_writer *gltf, const gait_file *file);

/* Appends one clip on that skeleton; the clip is not needed afterwards. It must be in
 * GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, otherwise GAIT_BAD_ARGUMENT; convert it with
 * gaiti_clip_convert(), which copies no keys of local clips. 16-bit rotations stay 16-bit. Clips in
 * phases get times by the rule. Scale is not written (warning). GAIT_LIMIT when the file would be
 * larger than 4 GiB. After any failure but GAIT_BAD_ARGUMENT the glTF is invalid: every later call
 * returns the same status. */
GAIT_API gait_status gaiti_gltf_writer_add(gaiti_gltf_writer *gltf, const gait_clip *clip);

/* Like gaiti_gltf_writer_add(), for a clip in any space and axes, such as the result of
 * gait_file_clip(). It is first converted with gaiti_clip_convert_rigid() and `options` (may be
 * NULL). GAIT_UNSUPPORTED when gait_pose_requirements() reports a requirement for GAIT_SPACE_MODEL.
 * If a clip is refused for this reason or cannot be converted, the glTF is unchanged. */
GAIT_API gait_status gaiti_gltf_writer_add_file_clip(gaiti_gltf_writer *gltf, const gait_clip *clip,
                                                     const gait_options *options);

/* Appends the complete binary container (.glb) to `out`. More clips may be added afterwards. */
GAIT_API gait_status gaiti_gltf_writer_finish_glb(gaiti_gltf_writer *gltf, gait_buffer *out);

/* The same container as a list of parts, to be written one after the other; avoids a copy of all
 * data. Some parts are small. The parts and their list belong to `gltf`; they are valid until the
 * next call that adds to it, finishes or frees it. */
GAIT_API gait_status gaiti_gltf_writer_finish_parts(gaiti_gltf_writer *gltf,
                                                    const gait_span **out_parts,
                                                    uint32_t *out_count);

/* Appends the complete text (.gltf) and its buffer. The text refers to the buffer by `bin_name`
 * (UTF-8, a file name; it is percent-encoded here). */
GAIT_API gait_status gaiti_gltf_writer_finish_text(gaiti_gltf_writer *gltf, const char *bin_name,
                                                   gait_buffer *out_text, gait_buffer *out_bin);

/* Appends only the metadata document, for a file NAME.gait.json beside the glTF (metadata.h). */
GAIT_API gait_status gaiti_gltf_writer_finish_sidecar(const gaiti_gltf_writer *gltf,
                                                      gait_buffer *out);

/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_gltf_writer_free(gaiti_gltf_writer *gltf);

/* --- reading ---------------------------------------------------------------------------------- */

/* A .glb or .gltf from any exporter: its nodes, skins and animations. It borrows the bytes of the
 * file and of buffers until gaiti_gltf_free(). Functions that take it as const may run in several
 * threads at once. Texts are UTF-8 without a NUL at the end. Indices must be in range. */
typedef struct gait_gltf gait_gltf;

/* Opens a glTF. After GAIT_OK every index, count and view used by nodes, skins and animations is
 * valid. GAIT_UNSUPPORTED for other versions, and for an unknown required extension, which is in
 * the diagnostic. */
GAIT_API gait_status gaiti_gltf_open(gait_span bytes, const gait_options *options,
                                     gait_gltf **out_file);
/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_gltf_free(gait_gltf *file);

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_gltf *gait_file_gltf(const gait_file *file);

/* A dependency: a file with buffers that contain keys. Buffers with the same path are one
 * dependency. Data URIs and the chunk of a .glb are not dependencies. */
typedef struct gaiti_gltf_dependency {
    gait_span uri;    /* as stored */
    const char *path; /* percent-decoded, NUL terminated; NULL unless it is a relative path inside
                         the folder of the file */
    uint64_t size_bytes; /* minimum size of the file; more bytes are not used */
} gaiti_gltf_dependency;

/* The number of dependencies. Keys and rest poses can be read after all were provided. */
GAIT_API uint32_t gaiti_gltf_dependency_count(const gait_gltf *file);
/* One dependency; its texts are valid as long as `file`. */
GAIT_API gaiti_gltf_dependency gaiti_gltf_dependency_at(const gait_gltf *file, uint32_t dependency);
/* Provides the bytes of a dependency, which must outlive `file`. GAIT_TRUNCATED when there are too
 * few; GAIT_LIMIT or GAIT_NO_MEMORY when memory is exhausted. */
GAIT_API gait_status gaiti_gltf_provide(gait_gltf *file, uint32_t dependency, gait_span bytes,
                                        gait_diagnostics *diagnostics);
/* GAIT_OK when all dependencies were provided; otherwise GAIT_UNSUPPORTED, with a diagnostic for
 * each missing one. */
GAIT_API gait_status gaiti_gltf_check_complete(const gait_gltf *file,
                                               gait_diagnostics *diagnostics);

/* asset.generator; empty = none. */
GAIT_API gait_span gaiti_gltf_generator(const gait_gltf *file);
/* extras.gait of the default scene, as JSON; empty = none. */
GAIT_API gait_span gaiti_gltf_scene_extras(const gait_gltf *file);
/* extras.gait of the first node that has it as a text; empty = none. Gait writes JSON into this
 * text. *out_node (may be NULL) is the index of the node, or -1. */
GAIT_API gait_span gaiti_gltf_armature_extras(const gait_gltf *file, int32_t *out_node);

/* One node of the scene graph. Texts are valid as long as the document. */
typedef struct gaiti_gltf_node {
    gait_span name;     /* empty = none */
    gait_span original; /* extras.name, where three.js stores names that it changes; empty = none */
    int32_t parent;     /* -1 = none */
    gait_transform local; /* relative to the parent, glTF axes */
    bool is_scenery;      /* it has a mesh or a camera */
} gaiti_gltf_node;

/* The number of nodes. */
GAIT_API uint32_t gaiti_gltf_node_count(const gait_gltf *file);
/* One node, in the order of the file. */
GAIT_API gaiti_gltf_node gaiti_gltf_node_at(const gait_gltf *file, uint32_t node);

/* One skin. Pointers are valid as long as the document. */
typedef struct gait_gltf_skin {
    gait_span name;
    uint32_t joint_count;
    const uint32_t *joints; /* indices of nodes */
} gait_gltf_skin;

/* The number of skins. */
GAIT_API uint32_t gait_gltf_skin_count(const gait_gltf *file);
/* One skin, in the order of the file. */
GAIT_API gait_gltf_skin gait_gltf_skin_at(const gait_gltf *file, uint32_t skin);
/* The inverse bind matrix of one joint. Returns false, and the identity, when the skin has none. */
GAIT_API bool gaiti_gltf_inverse_bind(const gait_gltf *file, uint32_t skin, uint32_t joint,
                                      gait_affine *out_matrix);

/* The property of a node that a channel moves. */
typedef enum gaiti_gltf_path {
    GAITI_GLTF_PATH_TRANSLATION = 0,
    GAITI_GLTF_PATH_ROTATION,
    GAITI_GLTF_PATH_SCALE,
    GAITI_GLTF_PATH_OTHER /* weights of morph targets, and animation of extensions: has no keys here
                           */
} gaiti_gltf_path;

/* The interpolation between two keys of a channel. */
typedef enum gaiti_gltf_interpolation {
    GAITI_GLTF_LINEAR = 0,
    GAITI_GLTF_STEP,
    GAITI_GLTF_CUBIC
} gaiti_gltf_interpolation;

/* One animation. Texts are valid as long as the document. */
typedef struct gait_gltf_animation {
    gait_span name;   /* "Anim_3" if the fourth has no name */
    gait_span extras; /* extras.gait, as JSON; empty = none */
    uint32_t channel_count;
} gait_gltf_animation;

/* One channel of an animation. */
typedef struct gaiti_gltf_channel {
    int32_t node; /* -1 = none: the channel moves no property of a node */
    gaiti_gltf_path path;
    gaiti_gltf_interpolation interpolation;
    uint32_t key_count; /* 0 if path is GAITI_GLTF_PATH_OTHER */
} gaiti_gltf_channel;

/* The number of animations. */
GAIT_API uint32_t gait_gltf_animation_count(const gait_gltf *file);
/* One animation, in the order of the file. */
GAIT_API gait_gltf_animation gait_gltf_animation_at(const gait_gltf *file, uint32_t animation);
/* One channel of an animation, in the order of the file. */
GAIT_API gaiti_gltf_channel gaiti_gltf_channel_at(const gait_gltf *file, uint32_t animation,
                                                  uint32_t channel);
/* The time of a key in seconds, as stored. All dependencies must have been provided. */
GAIT_API double gaiti_gltf_key_time(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                    uint32_t key);
/* All keys of a channel that is not GAITI_GLTF_PATH_OTHER, as stored: key_count times, and as many
 * values of 3 numbers, 4 for rotations. Tangents of cubic splines are left out. All dependencies
 * must have been provided. */
GAIT_API void gaiti_gltf_channel_keys(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                      double *out_times, double *out_values);

/* The bones of a glTF and their hierarchy: the joints of one skin, parents before children,
 * otherwise in the order of the skin. The parent of a bone is the nearest joint above it; nodes
 * between them are merged into the bone. Poses are relative to the lowest common ancestor of the
 * root joints; the transform of that node is not included. If it or an ancestor of it is animated,
 * poses are relative to the parent of the topmost animated node instead, so that they contain its
 * motion. */
typedef struct gait_gltf_rig gait_gltf_rig;

/* Values of `skin` for gait_gltf_rig_new(). BEST_SKIN is the skin with the most joints, or the node
 * tree when there is no skin. PLAIN_TREE is always the node tree. It leaves out unanimated meshes
 * and cameras without bones below them. If any node is animated, it also leaves out a single
 * unanimated root, and repeats this for the children. */
enum { GAIT_GLTF_BEST_SKIN = -1, GAIT_GLTF_PLAIN_TREE = -2 };

/* Makes the bones of `skin`, an index or one of these constants. GAIT_NOT_FOUND when there are no
 * bones, GAIT_LIMIT for more than 65535. The rig does not refer to `file`, but can be used with
 * this file only. */
GAIT_API gait_status gait_gltf_rig_new(const gait_gltf *file, int32_t skin,
                                       const gait_options *options, gait_gltf_rig **out_rig);
/* Frees the rig. NULL is allowed. */
GAIT_API void gait_gltf_rig_free(gait_gltf_rig *rig);

/* The skin, or GAIT_GLTF_PLAIN_TREE. */
GAIT_API int32_t gait_gltf_rig_skin(const gait_gltf_rig *rig);
/* The node to which poses are relative; -1 = the scene. */
GAIT_API int32_t gaiti_gltf_rig_space(const gait_gltf_rig *rig);
/* The number of bones. */
GAIT_API uint32_t gait_gltf_rig_bone_count(const gait_gltf_rig *rig);
/* The node of a bone. */
GAIT_API uint32_t gaiti_gltf_rig_node(const gait_gltf_rig *rig, uint32_t bone);
/* The index of the parent of a bone; -1 = a root. */
GAIT_API int32_t gaiti_gltf_rig_parent(const gait_gltf_rig *rig, uint32_t bone);

/* Makes a skeleton called `name` (UTF-8) from the bones, in the same order. The rest pose is the
 * inverse of the inverse bind matrices, relative to the space of the rig. If there are none, or
 * they cannot be inverted, it is the pose of the nodes. A bone without a name is called "Node_7",
 * after its node. GAIT_UNSUPPORTED when a dependency was not provided. */
GAIT_API gait_status gaiti_gltf_skeleton(const gait_gltf *file, const gait_gltf_rig *rig,
                                         const char *name, const gait_options *options,
                                         gait_skeleton **out_skeleton);

/* An animation, and the bones that it moves. */
typedef struct gait_gltf_animated_rig {
    const gait_gltf *file;
    const gait_gltf_rig *rig; /* made of that file */
    uint32_t animation;
} gait_gltf_animated_rig;

/* The poses of an animation: out[t * bone_count + b] is bone b at times[t] (seconds, in any order),
 * relative to its parent, in glTF axes, with a normalised quaternion. The rules are those of glTF:
 * the first key holds before it, the last key after it; rotations between linear keys use slerp;
 * properties without a channel have the value of their node. GAIT_CORRUPT when key times are
 * not ascending, or keys are not finite; GAIT_UNSUPPORTED when a dependency was not provided. */
GAIT_API gait_status gaiti_gltf_sample(const gait_gltf_animated_rig *animated, const double *times,
                                       uint32_t time_count, const gait_options *options,
                                       gait_transform *out);

/* The frames of a clip made from an animation. */
typedef struct gait_gltf_timing {
    uint32_t frame_count;
    double first_s, last_s; /* time of the first and of the last key that moves a bone */
    double fps;
    bool is_exact;    /* every key is on a frame */
    bool is_own_keys; /* the frames are exactly the keys of the file */
} gait_gltf_timing;

/* The frames of gaiti_gltf_clip(). With `fps` 0 these are the keys of the file itself under three
 * conditions: all keys are on whole frames of 30 per second; one channel has a key at every time at
 * which any channel has one; and the interpolation is linear or the keys are on consecutive frames.
 * In all other cases they are all frames from the first key to the last, at `fps` (0 = 30); the
 * last key may be up to one frame before the last frame. A key is on a frame if it is within 0.02
 * frames of it. There is one frame when no bone moves. GAIT_CORRUPT for times that do not ascend,
 * GAIT_LIMIT for more than 8388608 frames. */
GAIT_API gait_status gait_gltf_timing_of(const gait_gltf_animated_rig *animated, double fps,
                                         const gait_options *options, gait_gltf_timing *out_timing);

/* Makes a clip from an animation, in GAIT_SPACE_LOCAL, GAIT_AXES_GLTF and seconds, with rotation
 * and translation of every bone, and scale where it differs from 1 by more than 1e-3. `skeleton` is
 * that of the rig, or has the same bones; it must outlive the clip. File and rig are not needed
 * afterwards. `fps` is that of gait_gltf_timing_of(). */
GAIT_API gait_status gaiti_gltf_clip(const gait_gltf_animated_rig *animated,
                                     const gait_skeleton *skeleton, double fps,
                                     const gait_options *options, gait_clip **out_clip);

/* Finds defects of keys and skins beyond those found by opening. */
GAIT_API gait_status gaiti_gltf_check(const gait_gltf *file, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format: the container, with its content as bytes. */
GAIT_API gait_status gaiti_gltf_map(const gait_gltf *file, gait_field_visitor visit, void *user);

#ifdef __cplusplus
}
#endif
#endif
