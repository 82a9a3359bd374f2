/* Edited files of clips of a host program, while clips are added. */
#ifndef GAITI_HOST_EDITED_H
#define GAITI_HOST_EDITED_H

#include "host/host_block.h"
#include "host/host_rig.h"
#include "roundtrip/roundtrip_parts.h"

typedef struct gaiti_host_edit {
    gaiti_edited_object object;
    gait_affine to_gltf;         /* from the axes of the host to glTF axes */
    const gait_transform *rests; /* per bone: the rest pose of the host relative to the parent */
    gait_edited_animation *animations;
    uint32_t animation_capacity;
} gaiti_host_edit;

/* An edited clip in one of both forms. */
typedef struct gaiti_host_source {
    const char *name;
    gait_span block;
    gaiti_host_form form;
    gaiti_host_place place;
    bool is_stepped;
    double sampled_fps; /* as in gait_edited_animation */
} gaiti_host_source;

/* The object of a file from gait_host_edited_new(); NULL for another one. */
gaiti_host_edit *gaiti_host_edit_of(const gait_edited_file *edited);

/* Adds a clip. Checks the whole block before the file changes. */
gait_status gaiti_host_add(gaiti_host_edit *self, gaiti_host_source *source);

#endif
