/* Gait - writer and reader of glTF 2.0 (docs/formats/gltf.md). */
#ifndef GAIT_GLTF_H
#define GAIT_GLTF_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- writing ---------------------------------------------------------------------------------- */

/* Where the clips come from, for extras.gait; strings are UTF-8 and may be NULL. */
typedef struct gait_gltf_writer_source {
    const char *format; /* "rtm", "omf" */
    int32_t version;    /* -1 = none */
    const char *file;   /* file name without folders */
} gait_gltf_writer_source;

/* Options of the writer; all zero is the default. */
typedef struct gait_gltf_writer_options {
    gait_options common;
    gait_gltf_writer_source source;
    double fps;        /* phase clips: 0 = by the rule of docs/formats/gltf.md#time */
    double duration_s; /* phase clips: 0 = by the rule; not together with fps */
} gait_gltf_writer_options;

/* A glTF being written; by one thread at a time. */
typedef struct gait_gltf_writer gait_gltf_writer;

/* Starts with the skeleton of all clips. Copies what it needs. `options` may be NULL.
 * GAIT_BAD_ARGUMENT for a rate outside 0.001..1,000,000, a duration over 279,620 s, or both. */
GAIT_API gait_status gait_gltf_writer_new(const gait_skeleton *skeleton,
                                          const gait_gltf_writer_options *options,
                                          gait_gltf_writer **out_gltf);

/* Appends a part (a group of bones that clips play on) to the extras. The name is CP1251. */
GAIT_API gait_status gait_gltf_writer_add_part(gait_gltf_writer *gltf, gait_span name);
/* Appends a bone to the last part. The name is CP1251. GAIT_BAD_ARGUMENT when there is no part. */
GAIT_API gait_status gait_gltf_writer_add_part_bone(gait_gltf_writer *gltf, gait_span name);

/* Appends all parts of an open file; nothing when it has none. */
GAIT_API gait_status gait_gltf_writer_add_parts(gait_gltf_writer *gltf, const gait_file *file);

/* Appends one clip on that skeleton; nothing of it is kept. The clip is in GAIT_SPACE_LOCAL and
 * GAIT_AXES_GLTF (gait_clip_convert() makes it so; for local clips that costs nothing), else
 * GAIT_BAD_ARGUMENT. 16-bit rotations stay 16-bit. Phase clips get times by the rule. Scale is not
 * written: a warning. GAIT_LIMIT when the file would be larger than 4 GiB. After any failure but
 * GAIT_BAD_ARGUMENT the glTF is of no use: every later call returns the same. */
GAIT_API gait_status gait_gltf_writer_add(gait_gltf_writer *gltf, const gait_clip *clip);

/* The same for a clip in any space and axes, such as gait_file_clip() lifts it: converted with
 * gait_clip_convert_rigid() first, for which `options` are (may be NULL). GAIT_UNSUPPORTED when
 * gait_pose_requirements() misses something for GAIT_SPACE_MODEL. A clip that is refused so, or
 * cannot be converted, leaves the glTF as it was. */
GAIT_API gait_status gait_gltf_writer_add_file_clip(gait_gltf_writer *gltf, const gait_clip *clip,
                                                    const gait_options *options);

/* Appends the finished binary container (.glb) to `out`. More clips may be added afterwards. */
GAIT_API gait_status gait_gltf_writer_finish_glb(gait_gltf_writer *gltf, gait_buffer *out);

/* The same container as parts, to be written one after the other without a copy of everything;
 * some are small. They and their list belong to `gltf`, and are valid until it is added to,
 * finished again or freed. */
GAIT_API gait_status gait_gltf_writer_finish_parts(gait_gltf_writer *gltf,
                                                   const gait_span **out_parts,
                                                   uint32_t *out_count);

/* Appends the finished text (.gltf), and its buffer, which the text calls `bin_name` (UTF-8, a file
 * name; percent-encoded here). */
GAIT_API gait_status gait_gltf_writer_finish_text(gait_gltf_writer *gltf, const char *bin_name,
                                                  gait_buffer *out_text, gait_buffer *out_bin);

/* Appends the document of the extras alone, for a file NAME.gait.json beside (metadata.h). */
GAIT_API gait_status gait_gltf_writer_finish_sidecar(const gait_gltf_writer *gltf,
                                                     gait_buffer *out);

/* Frees the object. NULL is allowed. */
GAIT_API void gait_gltf_writer_free(gait_gltf_writer *gltf);

/* --- reading ---------------------------------------------------------------------------------- */

/* What one .glb or .gltf of any exporter says of nodes, skins and animations. Borrows the bytes it
 * was opened on, and those of buffers, until gait_gltf_free(). Functions that take it const may
 * run in several threads at once. Texts are UTF-8 without a NUL at the end. Indices must be in
 * range. */
typedef struct gait_gltf gait_gltf;

/* Opens a glTF. Every index, count and view that nodes, skins and animations use has been checked
 * when this returns GAIT_OK. GAIT_UNSUPPORTED for other versions, and for a required extension that
 * is not known, which the diagnostic names. */
GAIT_API gait_status gait_gltf_open(gait_span bytes, const gait_options *options,
                                    gait_gltf **out_file);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_gltf_free(gait_gltf *file);

/* The document of an open file, which lives as long. NULL for other formats and for NULL. */
GAIT_API const gait_gltf *gait_file_gltf(const gait_file *file);

/* A buffer outside the file that keys are in. Data URIs and the chunk of a .glb are none. */
typedef struct gait_gltf_dependency {
    gait_span uri;       /* as written */
    const char *path;    /* percent-decoded, NUL terminated; NULL when it is not a relative path
                            that stays in the folder of the file */
    uint64_t size_bytes; /* at least so many are used */
} gait_gltf_dependency;

/* The number of needs. Keys and rest poses can be had when every need was given. */
GAIT_API uint32_t gait_gltf_dependency_count(const gait_gltf *file);
/* One need; its texts live as long as `file`. */
GAIT_API gait_gltf_dependency gait_gltf_dependency_at(const gait_gltf *file, uint32_t need);
/* The bytes of a need, which must outlive `file`. GAIT_TRUNCATED when they are too few; GAIT_LIMIT
 * or GAIT_NO_MEMORY for want of memory. */
GAIT_API gait_status gait_gltf_provide(gait_gltf *file, uint32_t need, gait_span bytes,
                                       gait_diagnostics *diagnostics);
/* GAIT_OK when nothing is missing; else every need that was not given, and GAIT_UNSUPPORTED. */
GAIT_API gait_status gait_gltf_check_complete(const gait_gltf *file, gait_diagnostics *diagnostics);

/* asset.generator; empty = none. */
GAIT_API gait_span gait_gltf_generator(const gait_gltf *file);
/* extras.gait of the default scene: raw JSON; empty = none. */
GAIT_API gait_span gait_gltf_scene_extras(const gait_gltf *file);
/* extras.gait of the first node that has it as a text: that text, which is JSON again when Gait
 * wrote it; empty = none. `out_node` (may be NULL) is that node, or -1. */
GAIT_API gait_span gait_gltf_armature_extras(const gait_gltf *file, int32_t *out_node);

/* One node of the scene graph. Texts live as long as the document. */
typedef struct gait_gltf_node {
    gait_span name;       /* empty = none */
    gait_span original;   /* extras.name, where three.js keeps names that it alters; empty = none */
    int32_t parent;       /* -1 = none */
    gait_transform local; /* relative to the parent, glTF axes */
    bool is_scenery;      /* a mesh or a camera hangs on it */
} gait_gltf_node;

/* The number of nodes. */
GAIT_API uint32_t gait_gltf_node_count(const gait_gltf *file);
/* One node, in the order of the file. */
GAIT_API gait_gltf_node gait_gltf_node_at(const gait_gltf *file, uint32_t node);

/* One skin. Pointers live as long as the document. */
typedef struct gait_gltf_skin {
    gait_span name;
    uint32_t joint_count;
    const uint32_t *joints; /* nodes */
} gait_gltf_skin;

/* The number of skins. */
GAIT_API uint32_t gait_gltf_skin_count(const gait_gltf *file);
/* One skin, in the order of the file. */
GAIT_API gait_gltf_skin gait_gltf_skin_at(const gait_gltf *file, uint32_t skin);
/* The inverse bind matrix of one joint; false, and identity, when the skin has none. */
GAIT_API bool gait_gltf_inverse_bind(const gait_gltf *file, uint32_t skin, uint32_t joint,
                                     gait_affine *out_matrix);

/* The property of a node that a channel moves. */
typedef enum gait_gltf_path {
    GAIT_GLTF_TRANSLATION = 0,
    GAIT_GLTF_ROTATION,
    GAIT_GLTF_SCALE,
    GAIT_GLTF_OTHER /* weights of shapes, and what extensions animate: no keys here */
} gait_gltf_path;

/* What lies between two keys of a channel. */
typedef enum gait_gltf_interpolation {
    GAIT_GLTF_LINEAR = 0,
    GAIT_GLTF_STEP,
    GAIT_GLTF_CUBIC
} gait_gltf_interpolation;

/* One animation. Texts live as long as the document. */
typedef struct gait_gltf_animation {
    gait_span name;   /* "Anim_3" where the fourth has none */
    gait_span extras; /* extras.gait: raw JSON; empty = none */
    uint32_t channel_count;
} gait_gltf_animation;

/* One channel of an animation. */
typedef struct gait_gltf_channel {
    int32_t node; /* -1 = none: nothing of a node is moved */
    gait_gltf_path path;
    gait_gltf_interpolation interpolation;
    uint32_t key_count; /* 0 when path is GAIT_GLTF_OTHER */
} gait_gltf_channel;

/* The number of animations. */
GAIT_API uint32_t gait_gltf_animation_count(const gait_gltf *file);
/* One animation, in the order of the file. */
GAIT_API gait_gltf_animation gait_gltf_animation_at(const gait_gltf *file, uint32_t animation);
/* One channel of an animation, in the order of the file. */
GAIT_API gait_gltf_channel gait_gltf_channel_at(const gait_gltf *file, uint32_t animation,
                                                uint32_t channel);
/* The time of a key in seconds, as stored. Every need must have been given. */
GAIT_API double gait_gltf_key_time(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                   uint32_t key);
/* All keys of a channel that is not GAIT_GLTF_OTHER, as stored: key_count times, and as many values
 * of 3 numbers, 4 for rotations; of cubic splines without the tangents. Every need must have been
 * given. */
GAIT_API void gait_gltf_channel_keys(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                     double *out_times, double *out_values);

/* Which nodes are bones, and how they hang together: the joints of one skin, parents before
 * children, otherwise in the order of the skin. The parent of a bone is the nearest joint above it;
 * nodes between both are folded into it. Poses are in the space of the node that all root joints
 * hang on, whatever that node does, or of a node above it when it is animated. */
typedef struct gait_gltf_rig gait_gltf_rig;

/* For gait_gltf_rig_new(): the skin of most joints, or the tree of nodes when there is no skin; and
 * the tree in any case. It is all nodes but meshes and cameras that stand still, and but what the
 * whole tree hangs on and no animation moves. */
enum { GAIT_GLTF_BEST_SKIN = -1, GAIT_GLTF_PLAIN_TREE = -2 };

/* The bones of `skin`, an index or one of the constants above. GAIT_NOT_FOUND when there are no
 * bones, GAIT_LIMIT for more than 65535. The rig has no memory of
 * `file`, but is good for no other. */
GAIT_API gait_status gait_gltf_rig_new(const gait_gltf *file, int32_t skin,
                                       const gait_options *options, gait_gltf_rig **out_rig);
/* Frees the rig. NULL is allowed. */
GAIT_API void gait_gltf_rig_free(gait_gltf_rig *rig);

/* The skin, or GAIT_GLTF_PLAIN_TREE. */
GAIT_API int32_t gait_gltf_rig_skin(const gait_gltf_rig *rig);
/* The node that poses are relative to; -1 = the scene. */
GAIT_API int32_t gait_gltf_rig_space(const gait_gltf_rig *rig);
/* The number of bones. */
GAIT_API uint32_t gait_gltf_rig_bone_count(const gait_gltf_rig *rig);
/* The node that a bone is. */
GAIT_API uint32_t gait_gltf_rig_node(const gait_gltf_rig *rig, uint32_t bone);
/* The parent of a bone, an index of a bone; -1 = a root. */
GAIT_API int32_t gait_gltf_rig_parent(const gait_gltf_rig *rig, uint32_t bone);

/* The bones as a skeleton called `name` (UTF-8), in the same order. The rest pose is the inverse of
 * the inverse bind matrices, relative to the space of the rig, or the pose of the nodes where there
 * are none that can be inverted. A bone without a name is called "Node_7" after its node.
 * GAIT_UNSUPPORTED when a need was not given. */
GAIT_API gait_status gait_gltf_skeleton(const gait_gltf *file, const gait_gltf_rig *rig,
                                        const char *name, const gait_options *options,
                                        gait_skeleton **out_skeleton);

/* The poses of an animation: out[t * bone_count + b] is bone b at times[t] (seconds, in any order),
 * relative to its parent, in glTF axes, the quaternion of unit length. As glTF has it: before the
 * first key and behind the last one these hold; rotations between linear keys go by slerp; what no
 * channel moves is as its node has it. GAIT_CORRUPT when times or keys are not in order or not
 * numbers, GAIT_UNSUPPORTED when a need was not given. */
GAIT_API gait_status gait_gltf_sample(const gait_gltf *file, uint32_t animation,
                                      const gait_gltf_rig *rig, const double *times,
                                      uint32_t time_count, const gait_options *options,
                                      gait_transform *out);

/* When clips have frames. */
typedef struct gait_gltf_timing {
    uint32_t frame_count;
    double first_s, last_s; /* first and last key of what moves bones */
    double fps;
    bool is_exact;    /* every key is on a frame */
    bool is_own_keys; /* the frames are where the file has keys, and nowhere else */
} gait_gltf_timing;

/* The frames of gait_gltf_clip(). `fps` 0 = 30, and the file's own keys where one channel has
 * a key wherever another one has, all keys are on whole frames, and between them nothing else than
 * linear interpolation is asked for. Else every frame from the first key to the last, which may lie
 * up to a frame before the last frame. A key is on a frame when it is within 0.02 of it. One frame
 * when nothing moves a bone. GAIT_CORRUPT for times that do not ascend, GAIT_LIMIT for more than
 * 8388608 frames. */
GAIT_API gait_status gait_gltf_timing_of(const gait_gltf *file, uint32_t animation,
                                         const gait_gltf_rig *rig, double fps,
                                         const gait_options *options, gait_gltf_timing *out_timing);

/* An animation as a clip in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, in seconds, with rotation and
 * translation of every bone, and scale where it differs from 1 by more than 1e-3. `skeleton` is
 * that of the rig, or has the same bones; it must outlive the clip, `file` need not. */
GAIT_API gait_status gait_gltf_clip(const gait_gltf *file, uint32_t animation,
                                    const gait_gltf_rig *rig, const gait_skeleton *skeleton,
                                    double fps, const gait_options *options, gait_clip **out_clip);

/* Everything that is wrong with keys and skins beyond what opening found. */
GAIT_API gait_status gait_gltf_check(const gait_gltf *file, gait_diagnostics *diagnostics);
/* As in file.h: the container, and what it holds as bytes. */
GAIT_API gait_status gait_gltf_map(const gait_gltf *file, gait_field_visitor visit, void *user);

#ifdef __cplusplus
}
#endif
#endif
