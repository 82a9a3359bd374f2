/* A conversion on its way, and its steps: one file per target. */
#ifndef GAITI_CONVERT_STATE_H
#define GAITI_CONVERT_STATE_H

#include "base/memory.h"
#include "convert/output_names.h"
#include "gait/convert.h"
#include "gait/gltf.h"
#include "gait/ops.h"

typedef struct gaiti_retarget gaiti_retarget;

/* How a file becomes the target. */
typedef enum gaiti_convert_route {
    GAITI_ROUTE_COPY,         /* the same format, from the fields of the file */
    GAITI_ROUTE_EXTRACT_BANK, /* the bank inside a model */
    GAITI_ROUTE_REPLACE_BANK, /* a bank into a model */
    GAITI_ROUTE_GLTF,
    GAITI_ROUTE_BVH,
    GAITI_ROUTE_RTM,    /* plain or binarised */
    GAITI_ROUTE_MOTIONS /* OMF, SKL, SKLS */
} gaiti_convert_route;

struct gait_conversion {
    gaiti_arena arena; /* of this object and of the names */
    const gait_file *file;
    gait_convert_options options;
    gaiti_convert_route route;
    const uint32_t *clips; /* of all outputs */
    uint32_t clip_count;
    uint32_t outputs, result; /* how many there are, and how many of them were made */
    gait_output_names *names;
    gait_buffer clip_name; /* of the last clip that was read, with its NUL */
    gait_output upcoming;  /* named, and not made yet; without files: not named */
    gait_status status;    /* not GAIT_OK: why no further output can be made */
    gait_convert_problem problem;
    uint64_t frames;               /* of the clips that were read for the last output */
    gait_skeleton *owned_skeleton; /* found here; NULL = it was given */
    const gait_skeleton *skeleton; /* that clips are posed on; NULL for routes without clips */
    gaiti_retarget *retarget;      /* NULL = none */
    /* The last output. */
    gait_gltf_writer *gltf;
    gait_buffer content, bin, sidecar;
    gait_span whole[GAIT_OUTPUT_FILES]; /* of outputs in one part */
};

/* Fills the problem and returns `status`. */
gait_status gaiti_convert_refuse(gait_conversion *self, gait_convert_reason reason, int32_t clip,
                                 gait_status status);
/* GAIT_OK, or refuses with the status: the output cannot be made of `clip` (-1 = of all). */
gait_status gaiti_convert_made(gait_conversion *self, int32_t clip, gait_status status);

/* One clip on the skeleton of the conversion; the caller frees it. */
gait_status gaiti_convert_clip(gait_conversion *self, uint32_t index, gait_clip **out_clip);
/* The same, for formats in seconds that are posed in model space. */
gait_status gaiti_convert_posable_clip(gait_conversion *self, uint32_t index, gait_clip **out_clip);
/* Refuses what is missing to pose the clip. */
gait_status gaiti_convert_refuse_requirement(gait_conversion *self, int32_t clip,
                                             gait_requirement need);

/* An output of one part: file `index` has the bytes of `content`. */
void gaiti_convert_add_bytes(gait_conversion *self, gait_output *output, uint32_t index,
                             const gait_buffer *content);

/* What the targets allow of the request, before anything is made. */
gait_status gaiti_convert_check_rtm(gait_conversion *self);
gait_status gaiti_convert_check_motions(gait_conversion *self);
gait_status gaiti_convert_check_bank(gait_conversion *self);

/* One output of the clips that `output` names. */
gait_status gaiti_convert_make_gltf(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_bvh(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_rtm(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_motions(gait_conversion *self, gait_output *output);
gait_status gaiti_convert_make_bank(gait_conversion *self, gait_output *output);

#endif
