/* The state of a conversion, and the functions of the targets: one source file per target. */
#ifndef GAITI_CONVERT_STATE_H
#define GAITI_CONVERT_STATE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "convert/convert_scene.h"
#include "convert/output_names.h"
#include "formats/gltf/write/gltf_writer.h"
#include "gait/convert.h"
#include "gait/gltf.h"
#include "gait/mesh.h"
#include "gait/pose.h"
#include "gait/output_names.h"
#include "gait/numbers.h"
#include "metadata/metadata_state.h"

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
