/* The state of a conversion, and the functions of the targets: one source file per target. */
#ifndef GAITI_CONVERT_STATE_H
#define GAITI_CONVERT_STATE_H

#include "formats/format_row.h"
#include "gait/convert.h"
#include "base/memory.h"
#include "base/diagnose.h"
#include "gait/matched_joints.h"
#include "gait/mesh.h"
#include "formats/gltf/write/gltf_writer.h"
#include "gait/gltf.h"
#include "gait/pose.h"
#include "gait/output_names.h"
#include "gait/numbers.h"
#include "metadata/metadata_state.h"

/* --- what each target format cannot hold ------------------------------------------------------ */

/* The limits of a format. `version` as in gait_convert_options, 0 = newest. */
gaiti_loss_limits gaiti_convert_limits_of(gait_format target, uint32_t version);

/* What a conversion with these options loses of clip `index` of `file`, and the part of it that
 * must be allowed. Values that are equal to the defaults of the target are no loss. Does not find
 * what only encoding shows: scale in matrices and in glTF and BVH, moved keys, names of clips. */
gaiti_loss_limits gaiti_convert_find_losses(const gait_clip *clip, const gait_file *file,
                                            uint32_t index, const gait_convert_options *options);

/* True when the file stores the name of a clip, and a file with this name does not. */
bool gaiti_convert_loses_name(const gait_file *file, const char *clip_name, const char *file_name);

/* --- functions for file names and extensions in paths ----------------------------------------- */

/* True when the file name ends in `extension` and is longer than it. Ignores ASCII case. */
bool gaiti_has_extension(const char *path, const char *extension);
/* The path with its extension replaced, or appended if it has none. NULL when there is no memory.
 */
const char *gaiti_with_extension(gaiti_arena *arena, const char *path, const char *extension);
/* True when the file name without its extension is `name`. */
bool gaiti_is_path_named(const char *path, const char *name);
/* The part of the path after the last slash or backslash. */
const char *gaiti_name_of_path(const char *path);

/* --- retargeting ------------------------------------------------------------------------------ */

/* Retargeting: converts animations of a glTF or BVH to another skeleton. Joints match bones by
 * name. */

typedef struct gaiti_retarget gaiti_retarget;

/* `gltf` is the file, or a BVH as a glTF, or NULL; it must outlive the result. *out_retarget is
 * NULL when nothing is retargeted: `gltf` is NULL, or `options->retarget` is NULL and either the
 * target is not an X-Ray format or the file has no skeleton in its metadata. After a failure
 * *out_rule has the reason, and *out_retarget may be set, so that the caller can report its
 * joints. */
gait_status gaiti_retarget_new(const gait_file *file, const gait_file *gltf,
                               const gait_convert_options *options, gaiti_retarget **out_retarget,
                               gaiti_rule *out_rule);
/* Frees the object. NULL is allowed. */
void gaiti_retarget_free(gaiti_retarget *self);

/* The skeleton of the clips. */
const gait_skeleton *gaiti_retarget_skeleton(const gaiti_retarget *self);
/* True when a bone of the clip is scaled. The scale is lost. */
bool gaiti_retarget_is_scaled(const gaiti_retarget *self, uint32_t clip);
/* Converts one clip and applies its metadata. The caller frees it. */
gait_status gaiti_retarget_clip(const gaiti_retarget *self, uint32_t clip, gait_clip **out_clip);

gait_retarget_info gaiti_retarget_get_info(const gaiti_retarget *self);
gait_clip_diff gaiti_retarget_get_clip(const gaiti_retarget *self, uint32_t clip);

/* --- hands and the item that they hold as one scene ------------------------------------------- */

typedef struct gaiti_scene gaiti_scene;

/* True when exactly one bone of the item has no parent. */
bool gaiti_scene_has_root(const gait_skeleton *item);
/* `item` and `hands`, the skeleton of the hands, must outlive the scene. Both must have bones, the
 * item one root, and the hands the anchor. */
gait_status gaiti_scene_new(const gait_convert_item *item, const gait_skeleton *hands,
                            const gait_options *options, gaiti_scene **out_scene);
/* NULL is allowed. */
void gaiti_scene_free(gaiti_scene *self);

/* The bones of the hands, then those of the item from gaiti_scene_item_bone() on. */
const gait_skeleton *gaiti_scene_skeleton(const gaiti_scene *self);
uint32_t gaiti_scene_item_bone(const gaiti_scene *self);

/* Merges the meshes of hands and item; both may be NULL. The scene must outlive the result.
 * GAIT_UNSUPPORTED when a skeleton lacks bones of its mesh. */
gait_status gaiti_scene_mesh(const gaiti_scene *self, const gait_mesh *hands, const gait_mesh *item,
                             const gait_options *options, gait_mesh **out_mesh);

/* The clips of both on the skeleton of the scene; `item` may be NULL. The result lasts as long as
 * the clip of the hands, or as that of the item if the hands do not move. A shorter clip of the
 * item is repeated if it is a loop, and otherwise stays at its last key. The result borrows from
 * both. GAIT_UNSUPPORTED when the times of their keys differ. */
gait_status gaiti_scene_clip(const gaiti_scene *self, const gait_clip *hands, const gait_clip *item,
                             const gait_options *options, gait_clip **out_clip);

/* --- the conversion --------------------------------------------------------------------------- */

typedef struct gaiti_retarget gaiti_retarget;

struct gait_conversion {
    gaiti_arena arena; /* holds this object and the names */
    const gait_file *file;
    gait_convert_options options;
    gait_convert_route route;
    const uint32_t *clips; /* indices in the file, for all outputs */
    uint32_t clip_count;
    uint32_t output_count, next_output; /* number of outputs; index of the next one */
    gait_output_names *names;
    gait_buffer clip_name; /* name of the last clip that was read, with its NUL */
    gait_output upcoming;  /* the next output, without bytes; file_count 0 = not named yet */
    gait_status status;    /* if not GAIT_OK, no further output can be made */
    gait_convert_problem problem;
    uint64_t errors_before;                 /* diagnostics at the start of the current call */
    uint64_t frames;                        /* of all clips in the last output */
    char checksum[GAITI_METADATA_CHECKSUM]; /* of `file`, for glTF; "" = not computed */
    gait_skeleton *owned_skeleton;          /* result of the search; NULL = not searched */
    const gait_skeleton *skeleton;    /* clips are posed on it; NULL for routes without clips */
    const char *config;               /* of the options, without blanks; NULL = none */
    gait_mesh *mesh;                  /* for glTF; NULL = none */
    gait_status mesh_status;          /* gait_convert_mesh_status() */
    gaiti_scene *scene;               /* hands and item; NULL = no item */
    gaiti_gltf_texture_image *images; /* of the textures of the mesh */
    uint32_t image_count;
    gaiti_retarget *retarget; /* NULL = no retargeting */
    gait_buffer bvh_glb;      /* retargeting of a BVH: the same motion as a glTF, ... */
    gait_file *bvh_gltf;      /* ... and this glTF, open; else NULL */
    /* The bytes of the last output. */
    gaiti_gltf_writer *gltf;
    gait_buffer content, bin, sidecar;
    gait_span whole[GAIT_OUTPUT_FILES]; /* files that consist of one part */
};

/* Refuses the conversion or, unless `clip` is -1, an output: raises the rule and sets the problem.
 * Returns the status of the rule. */
gait_status gaiti_convert_refuse(gait_conversion *self, gaiti_rule rule, int32_t clip,
                                 gaiti_detail detail);
/* The same for the whole file, with the texts {name} and {other}, which may be NULL. */
gait_status gaiti_convert_refuse_for(gait_conversion *self, gaiti_rule rule, const char *name,
                                     const char *other);
/* The same about another file: the base or the item. */
gait_status gaiti_convert_refuse_other(gait_conversion *self, gaiti_rule rule,
                                       const gait_file *file, const char *name, const char *other);
/* Refuses a clip because of these losses, of gait_loss. */
gait_status gaiti_convert_refuse_losses(gait_conversion *self, uint32_t clip, uint32_t losses);
/* Returns GAIT_OK for GAIT_OK. Otherwise returns `status`, and sets the rule of the step that
 * failed as the problem. Raises it unless the step has already raised an error. */
gait_status gaiti_convert_fail(gait_conversion *self, gaiti_rule rule, int32_t clip,
                               gait_status status);
/* The same for the step that writes. */
gait_status gaiti_convert_finish(gait_conversion *self, int32_t clip, gait_status status);
/* Refuses a frame rate and a duration, unless `takes_version` a version, and with `refuses_base` a
 * base file. */
gait_status gaiti_convert_refuse_options(gait_conversion *self, bool takes_version,
                                         bool refuses_base);
/* Refuses a base file of another format than this one, or without its data. */
gait_status gaiti_convert_check_base(gait_conversion *self, gait_format format);
/* Refuses a number that is out of range; 0 = not given. */
gait_status gaiti_convert_check_range(gait_conversion *self, gait_range_id id, double value);
/* Refuses an item that the hands cannot hold. */
gait_status gaiti_convert_check_item(gait_conversion *self);
/* The name of a clip in UTF-8; NULL without memory. */
const char *gaiti_convert_clip_name(gait_conversion *self, const gait_file *file, uint32_t clip);

/* gait_file_clip() with the options of the conversion. */
gait_status gaiti_convert_read(const gait_conversion *self, const gait_file *file, uint32_t index,
                               const gait_skeleton *skeleton, gait_clip **out_clip);
/* Reads one clip on the skeleton of the conversion. The caller frees it. */
gait_status gaiti_convert_clip(gait_conversion *self, uint32_t index, gait_clip **out_clip);
/* A clip of the file, and the same clip in local space and glTF axes, which may borrow its keys. It
 * has no scale if the target cannot store scale. */
typedef struct gaiti_convert_pair {
    gait_clip *clip, *rigid;
} gaiti_convert_pair;

/* Reads one clip for glTF, BVH and other formats of a clip, and finds what they lose. Refuses clips
 * that cannot be converted, and fps and duration_s for clips in seconds. The caller frees the pair.
 */
gait_status gaiti_convert_read_pair(gait_conversion *self, uint32_t index, uint32_t *out_losses,
                                    gaiti_convert_pair *out_pair);
void gaiti_convert_free_pair(gaiti_convert_pair *pair);
/* Converts a clip from any space and axes to glTF axes without scale. GAIT_UNSUPPORTED when it has
 * no poses in model space. */
gait_status gaiti_convert_rigid(const gait_clip *clip, const gait_options *options,
                                gait_clip **out_clip);
/* Sets the problem of an unmet requirement. GAIT_OK for GAIT_REQUIRES_NOTHING. */
gait_status gaiti_convert_refuse_requirement(gait_conversion *self, int32_t clip,
                                             gait_requirement requirement);

/* Finds what the target loses of a clip, of gait_loss. Refuses losses that are not allowed. */
gait_status gaiti_convert_check_losses(gait_conversion *self, const gait_clip *clip, uint32_t index,
                                       uint32_t *out_losses);
/* Adds the losses of a clip to the output and to the list of the caller. */
void gaiti_convert_add_losses(gait_conversion *self, gait_output *output, uint32_t clip,
                              uint32_t losses);

/* If nothing in a local clip moves, and its keys are not 1/30 s apart, makes the same clip with a
 * key every 1/30 s; it borrows from `clip`. Otherwise *out_clip is NULL. */
gait_status gaiti_convert_fill_still(const gait_clip *clip, const gait_options *options,
                                     gait_clip **out_clip);

/* Sets the bytes of file `index` of the output to `content`, as one part. */
void gaiti_convert_add_bytes(gait_conversion *self, gait_output *output, uint32_t index,
                             const gait_buffer *content);

/* Check the options for a target, before any output is made. */
gait_status gaiti_convert_check_rtm(gait_conversion *self);
gait_status gaiti_convert_check_motions(gait_conversion *self);
gait_status gaiti_convert_check_bank(gait_conversion *self);

/* Make one output from the clips in `output->clips`. */
gait_status gaiti_convert_make_gltf(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_clip(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_rtm(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_motions(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_bank(gait_conversion *self, gait_output *output);

#endif
