/* The state of a glTF being written, shared by its files. */
#ifndef GAITI_GLTF_WRITE_STATE_H
#define GAITI_GLTF_WRITE_STATE_H

#include "base/json/json.h"
#include "formats/gltf/write/gltf_write_names.h"
#include "formats/gltf/write/gltf_write_share.h"
#include "formats/keyframes.h"
#include "gait/gltf.h"

/* Name of the armature's node and skin, and of the node of the bound mesh. */
#define GAITI_GLTF_ARMATURE "gait"
#define GAITI_GLTF_MESH "gait_bind"

/* A bone as written: the node's own floats, in glTF axes. */
typedef struct gaiti_gltf_bone {
    const char *name;     /* of the node */
    const char *original; /* as the skeleton has it */
    int32_t parent;
    float t[3];
    float q[4];
} gaiti_gltf_bone;

enum { GAITI_GLTF_SAMPLER_MAX = 48 };

/* The last single key of a channel: most clips of a bank leave most bones where they were. */
typedef struct gaiti_gltf_once {
    uint8_t key[GAITI_GLTF_KEY_MAX];      /* zeros behind it */
    char sampler[GAITI_GLTF_SAMPLER_MAX]; /* its JSON, with that input and accessor */
    uint8_t sampler_size;
    uint32_t input;
    uint32_t accessor;
    gaiti_gltf_kind kind;
    bool is_known;
} gaiti_gltf_once;

struct gait_gltf_writer {
    gaiti_arena arena;
    gait_status status; /* of the first failure: the content is of no use from then on */
    gait_diagnostics *diagnostics;
    gait_gltf_writer_source source;
    double fps, duration_s;

    const char *skeleton_name;
    uint32_t bone_count;
    gaiti_gltf_bone *bones; /* bone b is node b + 1, below or behind node 0, the armature */
    gaiti_gltf_names bone_names, clip_names;

    gaiti_gltf_store store;
    gait_buffer scene;      /* JSON from behind the armature to the end of "meshes" */
    gait_buffer channels;   /* items of "channels", the same in every animation */
    gait_buffer animations; /* items of "animations", without the channels */
    size_t *channel_places; /* where in there each animation's channels belong, ascending */
    uint32_t channel_place_capacity;
    gait_buffer parts; /* items of "parts" in the extras, the last one still open */
    bool part_has_bones;
    gait_buffer clips; /* what the extras say about each clip, with commas between */
    uint32_t clip_count;
    uint32_t animation_count;

    /* Accessors of the clip being added: of rotation and translation of each bone in turn. */
    uint32_t *inputs, *outputs;
    gaiti_gltf_content *contents; /* what the outputs are to be; count 0 = known already */
    gaiti_gltf_once *once;
    float *seconds; /* key times of the clip being added */
    uint32_t *frames;
    uint32_t key_capacity; /* of seconds and frames */

    gait_buffer head, tail; /* JSON of the finished file before the scene and behind accessors */
    gait_span *pieces;      /* the finished file */
    uint32_t piece_capacity;
    uint8_t glb_header[20], glb_bin_header[8];
};

/* Keeps the first failure; returns it. */
gait_status gaiti_gltf_fail(gait_gltf_writer *gltf, gait_status status);

/* JSON that goes on behind an item, `depth` brackets deep: the pieces are joined at the end. */
gaiti_json gaiti_gltf_continue(gait_buffer *out, uint32_t depth);

/* Fills gltf->bones from the skeleton; raises what is out of bounds. */
gait_status gaiti_gltf_list_bones(gait_gltf_writer *gltf, const gait_skeleton *skeleton);
/* Writes nodes, skin and bound mesh of gltf->bones. */
gait_status gaiti_gltf_write_scene(gait_gltf_writer *gltf);

/* What becomes of a clip. */
typedef struct gaiti_gltf_animation {
    const char *name; /* as written */
    gaiti_timing timing;
    const float *seconds; /* of the keys, one per frame */
} gaiti_gltf_animation;

/* Appends what the extras say about a clip. False when there is no memory. */
bool gaiti_gltf_write_clip_extras(const gait_clip *clip, const gaiti_gltf_animation *animation,
                                  gait_buffer *out);
/* Appends the items of "channels", the same for every animation. False when there is no memory. */
bool gaiti_gltf_write_channels(uint32_t bone_count, gait_buffer *out);

/* Appends what the extras say about the file. False when there is no memory. */
bool gaiti_gltf_write_scene_extras(const gait_gltf_writer *gltf, gait_buffer *out);
/* Appends JSON as one string of JSON. */
bool gaiti_gltf_write_quoted(gait_span json, gait_buffer *out);

#endif
