/* Gait - writer and reader of glTF 2.0 (docs/formats/gltf.md). */
#ifndef GAIT_GLTF_H
#define GAIT_GLTF_H

#include "gait/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- reading ---------------------------------------------------------------------------------- */

/* A .glb or .gltf from any exporter: its nodes, skins and animations. It borrows the bytes of the
 * file and of buffers until gaiti_gltf_free(). Functions that take it as const may run in several
 * threads at once. Texts are UTF-8 without a NUL at the end. Indices must be in range. */
typedef struct gait_gltf gait_gltf;

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_gltf *gait_file_gltf(const gait_file *file);

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

/* One animation. Texts are valid as long as the document. */
typedef struct gait_gltf_animation {
    gait_span name;   /* "Anim_3" if the fourth has no name */
    gait_span extras; /* extras.gait, as JSON; empty = none */
    uint32_t channel_count;
} gait_gltf_animation;

/* The number of animations. */
GAIT_API uint32_t gait_gltf_animation_count(const gait_gltf *file);
/* One animation, in the order of the file. */
GAIT_API gait_gltf_animation gait_gltf_animation_at(const gait_gltf *file, uint32_t animation);

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
/* The number of bones. */
GAIT_API uint32_t gait_gltf_rig_bone_count(const gait_gltf_rig *rig);

/* An animation, and the bones that it moves. */
typedef struct gait_gltf_animated_rig {
    const gait_gltf *file;
    const gait_gltf_rig *rig; /* made of that file */
    uint32_t animation;
} gait_gltf_animated_rig;

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

#ifdef __cplusplus
}
#endif
#endif
