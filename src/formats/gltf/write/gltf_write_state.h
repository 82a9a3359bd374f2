/* State of the glTF writer, shared by its files. */
#ifndef GAITI_GLTF_WRITE_STATE_H
#define GAITI_GLTF_WRITE_STATE_H

#include "base/json/json.h"
#include "base/text/names.h"
#include "formats/gltf/write/gltf_write_names.h"
#include "formats/gltf/write/gltf_write_share.h"
#include "model/keyframes.h"
#include "formats/gltf/write/gltf_writer.h"
#include "gait/gltf.h"

/* Names of the node and skin of the armature, and of the node of the skinned mesh. */
#define GAITI_GLTF_ARMATURE "gait"
#define GAITI_GLTF_MESH "gait_bind"
/* Name of the node of a mesh that is not skinned, unless a bone has it. */
#define GAITI_GLTF_STATIC_MESH "gait_mesh"

/* A bone as written: its node's transform in glTF axes. */
typedef struct gaiti_gltf_bone {
    const char *name;     /* of the node */
    const char *original; /* in the skeleton */
    int32_t parent;
    float t[3];
    float q[4];
} gaiti_gltf_bone;

/* The mesh of a model that is being written, and how its vertices refer to the skin. */
typedef struct gaiti_gltf_model {
    const gait_mesh *mesh;
    uint32_t *joints;    /* of each bone of the mesh */
    uint32_t unmoved;    /* joint of the vertices that no bone moves */
    uint8_t *is_skinned; /* one per part */
    uint32_t *materials; /* one per part; UINT32_MAX = none */
    uint32_t *firsts;    /* of each material: the part that describes it */
    uint32_t material_count;
    uint32_t part_counts[2]; /* parts that are not empty: not skinned, skinned */
} gaiti_gltf_model;

/* The image of a texture. */
typedef struct gaiti_gltf_image {
    const char *texture;
    const char *type; /* NULL = not an image that can be embedded */
    gait_span bytes;  /* of the caller */
    uint32_t index;   /* in the file, if it is used */
    bool is_used;
} gaiti_gltf_image;

enum { GAITI_GLTF_SAMPLER_MAX = 48 };

/* Cache of the last single-key content of a channel: most clips of a bank do not animate most
 * bones. */
typedef struct gaiti_gltf_once {
    uint8_t key[GAITI_GLTF_KEY_MAX];      /* padded with zeros */
    char sampler[GAITI_GLTF_SAMPLER_MAX]; /* its JSON, with `input` and `accessor` */
    uint8_t sampler_size;
    uint32_t input;
    uint32_t accessor;
    gaiti_gltf_kind kind;
    bool is_known;
} gaiti_gltf_once;

struct gaiti_gltf_writer {
    gaiti_arena arena;
    gait_status status; /* of the first failure, after which the content is unusable */
    gait_diagnostics *diagnostics;
    gaiti_gltf_writer_source source;
    double fps, duration_s;

    const char *skeleton_name;
    uint32_t bone_count;
    gaiti_gltf_bone *bones; /* bone b is node b + 1; node 0 is the armature */
    gaiti_gltf_names bone_names, clip_names;
    /* Joints that are not in the skeleton and never move, for vertices of a mesh; their nodes
     * follow those of the bones. */
    const char **still_names;
    uint32_t still_count;
    uint32_t mesh_node_count; /* nodes with meshes, which follow the joints */
    uint64_t triangle_count;  /* of the mesh of a model */
    const char *config;       /* gaiti_gltf_set_config() */
    uint32_t item_bone;       /* gaiti_gltf_set_item(); 0 = none */
    bool has_model;           /* the mesh of a model replaces the shapes of the bones */

    gaiti_gltf_image *images; /* NULL = not set */
    gaiti_names image_names;  /* of those that can be embedded */
    uint32_t *used_images;    /* indices of the images in the file */
    uint64_t image_bytes;     /* of the images in the file, with padding */
    uint32_t used_image_count;

    gaiti_gltf_store store;
    gait_buffer scene;      /* JSON after the armature up to "meshes" and "materials" */
    gait_buffer channels;   /* items of "channels", the same in every animation */
    gait_buffer animations; /* items of "animations", without the channels */
    size_t *channel_places; /* offsets in `animations` where "channels" are inserted, ascending */
    uint32_t channel_place_capacity;
    gait_buffer parts; /* items of "parts" in the metadata, the last one still open */
    bool part_has_bones;
    gait_buffer clips; /* metadata of each clip, comma-separated */
    uint32_t clip_count;
    uint32_t animation_count;

    /* Accessors of the clip being added: for each bone, rotation then translation. */
    uint32_t *inputs, *outputs;
    gaiti_gltf_content *contents; /* contents of the outputs; count 0 = output is already known */
    gaiti_gltf_once *once;
    float *seconds; /* key times of the clip being added; there is room before and after them */
    uint32_t *frames;
    uint32_t key_capacity; /* of frames */

    gait_buffer head, tail; /* JSON of the file before `scene` and after the accessors */
    gait_span *pieces;      /* parts of the finished file */
    uint32_t piece_capacity;
    uint8_t glb_header[20], glb_bin_header[8];
};

/* Records `status` unless an earlier call failed; returns the first failure. */
gait_status gaiti_gltf_fail(gaiti_gltf_writer *gltf, gait_status status);

/* Makes a JSON writer that appends to `out` as if `depth` brackets were open and each already
 * contained an item, so that a comma comes first. The separately written pieces are joined when the
 * file is finished. */
gaiti_json gaiti_gltf_continue(gait_buffer *out, uint32_t depth);

/* Fills gltf->bones from the skeleton; raises invalid rest poses and changed names. */
gait_status gaiti_gltf_list_bones(gaiti_gltf_writer *gltf, const gait_skeleton *skeleton);
/* Writes the nodes, the skin and the mesh of gltf->bones: that of the model, or shapes of the bones
 * if it is NULL. */
gait_status gaiti_gltf_write_scene(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model);
/* False when a triangle or a weight refers to a vertex or a bone that does not exist. */
bool gaiti_gltf_mesh_is_valid(const gait_mesh *mesh);
/* Finds joints and materials for a valid mesh, adds joints that are missing, and removes the scene
 * with the shapes of the bones. */
gait_status gaiti_gltf_begin_model(gaiti_gltf_writer *gltf, const gait_mesh *mesh,
                                   gaiti_gltf_model *model);
/* Writes the items of "meshes": the parts that are skinned, then the others. */
void gaiti_gltf_write_model(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model,
                            gaiti_json *json);
/* The index of the image of a texture in the file; UINT32_MAX = none. */
uint32_t gaiti_gltf_use_image(gaiti_gltf_writer *gltf, const char *texture);
/* Appends the items of "bufferViews" for images, after the others. */
void gaiti_gltf_write_image_views(const gaiti_gltf_writer *gltf, gaiti_json *json);
/* Writes "images", "samplers" and "textures". */
void gaiti_gltf_write_images(const gaiti_gltf_writer *gltf, gaiti_json *json);
/* Writes the items of "materials". */
void gaiti_gltf_write_materials(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model,
                                gaiti_json *json);

/* The animation written for a clip. */
typedef struct gaiti_gltf_animation {
    const char *name; /* as written */
    gaiti_placing placing;
    double fps;           /* of the frames of a clip in phases */
    const float *seconds; /* of the keys, one per frame */
    const char *config;   /* gaiti_gltf_set_config() */
} gaiti_gltf_animation;

/* Appends the metadata of a clip. False when memory is exhausted. */
bool gaiti_gltf_write_clip_extras(const gait_clip *clip, const gaiti_gltf_animation *animation,
                                  gait_buffer *out);
/* Appends the items of "channels", which are the same in every animation. False when memory is
 * exhausted. */
bool gaiti_gltf_write_channels(uint32_t bone_count, gait_buffer *out);

/* Appends the metadata of the file. False when memory is exhausted. */
bool gaiti_gltf_write_scene_extras(const gaiti_gltf_writer *gltf, gait_buffer *out);
/* Appends JSON text as one JSON string. */
bool gaiti_gltf_write_quoted(gait_span json, gait_buffer *out);

#endif
