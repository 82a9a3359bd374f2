/* One run of `gait convert`: its options, its input, and the name of its output. */
#ifndef TOOL_CONVERSION_H
#define TOOL_CONVERSION_H

#include "batch/batch_options.h"
#include "batch/batch_work.h"
#include "convert/clip_choice.h"
#include "convert/tolerance.h"
#include "io/source.h"
#include "options.h"
#include "skeleton/skeleton_cache.h"

typedef struct convert_options {
    common_options common;
    const char *to;
    text_list clips;
    text_list skeletons;
    text_list folders; /* values of --search */
    const char *base;
    option_count version;
    bool lossy;
    int missing_bones; /* gait_missing_bones */
    bool add_new;
    bool drop_missing;
    text_list tolerances;
    option_number fps;
    option_number duration;
    bool force;
    bool dry_run;
    bool json;
    bool salvage;
    bool sidecar;
    bool no_mesh;
    const char *output; /* value of -o */
    const char *anchor;
    const char *item_position;
    const char *item_orientation;
    const char *item_clip;
    text_list item_skeletons;
    batch_options batch;
} convert_options;

typedef struct conversion {
    const convert_options *options;
    source *in;
    const char *out;  /* as given; may contain {clip} */
    const char *item; /* held by the hands in IN; NULL = none */
    clip_choice clips;
    tolerance tolerance;
    batch_file *batch; /* the input of a batch; NULL = not in a batch */
} conversion;

#endif
