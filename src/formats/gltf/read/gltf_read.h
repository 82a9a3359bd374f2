/* A parsed glTF file: the contents of its JSON, and the bytes of its buffers. */
#ifndef GAITI_GLTF_READ_H
#define GAITI_GLTF_READ_H

#include "base/fields.h"
#include "base/diagnose.h"
#include "base/json/json_read.h"
#include "base/memory.h"
#include "gait/gltf.h"

/* Opens a glTF. After GAIT_OK every index, count and view used by nodes, skins and animations is
 * valid. GAIT_UNSUPPORTED for other versions, and for an unknown required extension, which is in
 * the diagnostic. */
gait_status gaiti_gltf_open(gait_span bytes, const gait_options *options, gait_gltf **out_file);
/* Frees the object. NULL is allowed. */
void gaiti_gltf_free(gait_gltf *file);

/* A dependency: a file with buffers that contain keys. Buffers with the same path are one
 * dependency. Data URIs and the chunk of a .glb are not dependencies. */
typedef struct gaiti_gltf_dependency {
    gait_span uri;    /* as stored */
    const char *path; /* percent-decoded, NUL terminated; NULL unless it is a relative path inside
                         the folder of the file */
    uint64_t size_bytes; /* minimum size of the file; more bytes are not used */
} gaiti_gltf_dependency;

/* The number of dependencies. Keys and rest poses can be read after all were provided. */
uint32_t gaiti_gltf_dependency_count(const gait_gltf *file);
/* One dependency; its texts are valid as long as `file`. */
gaiti_gltf_dependency gaiti_gltf_dependency_at(const gait_gltf *file, uint32_t dependency);
/* Provides the bytes of a dependency, which must outlive `file`. GAIT_TRUNCATED when there are too
 * few; GAIT_LIMIT or GAIT_NO_MEMORY when memory is exhausted. */
gait_status gaiti_gltf_provide(gait_gltf *file, uint32_t dependency, gait_span bytes,
                               gait_diagnostics *diagnostics);
/* GAIT_OK when all dependencies were provided; otherwise GAIT_UNSUPPORTED, with a diagnostic for
 * each missing one. */
gait_status gaiti_gltf_check_complete(const gait_gltf *file, gait_diagnostics *diagnostics);
/* asset.generator; empty = none. */
gait_span gaiti_gltf_generator(const gait_gltf *file);
/* extras.gait of the default scene, as JSON; empty = none. */
gait_span gaiti_gltf_scene_extras(const gait_gltf *file);
/* extras.gait of the first node that has it as a text; empty = none. Gait writes JSON into this
 * text. *out_node (may be NULL) is the index of the node, or -1. */
gait_span gaiti_gltf_armature_extras(const gait_gltf *file, int32_t *out_node);

/* One node of the scene graph. Texts are valid as long as the document. */
typedef struct gaiti_gltf_node {
    gait_span name;     /* empty = none */
    gait_span original; /* extras.name, where three.js stores names that it changes; empty = none */
    int32_t parent;     /* -1 = none */
    gait_transform local; /* relative to the parent, glTF axes */
    bool is_scenery;      /* it has a mesh or a camera */
} gaiti_gltf_node;

/* The number of nodes. */
uint32_t gaiti_gltf_node_count(const gait_gltf *file);
/* One node, in the order of the file. */
gaiti_gltf_node gaiti_gltf_node_at(const gait_gltf *file, uint32_t node);
/* The inverse bind matrix of one joint. Returns false, and the identity, when the skin has none. */
bool gaiti_gltf_inverse_bind(const gait_gltf *file, uint32_t skin, uint32_t joint,
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

/* One channel of an animation. */
typedef struct gaiti_gltf_channel {
    int32_t node; /* -1 = none: the channel moves no property of a node */
    gaiti_gltf_path path;
    gaiti_gltf_interpolation interpolation;
    uint32_t key_count; /* 0 if path is GAITI_GLTF_PATH_OTHER */
} gaiti_gltf_channel;

/* One channel of an animation, in the order of the file. */
gaiti_gltf_channel gaiti_gltf_channel_at(const gait_gltf *file, uint32_t animation,
                                         uint32_t channel);
/* The time of a key in seconds, as stored. All dependencies must have been provided. */
double gaiti_gltf_key_time(const gait_gltf *file, uint32_t animation, uint32_t channel,
                           uint32_t key);
/* All keys of a channel that is not GAITI_GLTF_PATH_OTHER, as stored: key_count times, and as many
 * values of 3 numbers, 4 for rotations. Tangents of cubic splines are left out. All dependencies
 * must have been provided. */
void gaiti_gltf_channel_keys(const gait_gltf *file, uint32_t animation, uint32_t channel,
                             double *out_times, double *out_values);
/* The node to which poses are relative; -1 = the scene. */
int32_t gaiti_gltf_rig_space(const gait_gltf_rig *rig);
/* The node of a bone. */
uint32_t gaiti_gltf_rig_node(const gait_gltf_rig *rig, uint32_t bone);
/* The index of the parent of a bone; -1 = a root. */
int32_t gaiti_gltf_rig_parent(const gait_gltf_rig *rig, uint32_t bone);
/* Makes a skeleton called `name` (UTF-8) from the bones, in the same order. The rest pose is the
 * inverse of the inverse bind matrices, relative to the space of the rig. If there are none, or
 * they cannot be inverted, it is the pose of the nodes. A bone without a name is called "Node_7",
 * after its node. GAIT_UNSUPPORTED when a dependency was not provided. */
gait_status gaiti_gltf_skeleton(const gait_gltf *file, const gait_gltf_rig *rig, const char *name,
                                const gait_options *options, gait_skeleton **out_skeleton);
/* The poses of an animation: out[t * bone_count + b] is bone b at times[t] (seconds, in any order),
 * relative to its parent, in glTF axes, with a normalised quaternion. The rules are those of glTF:
 * the first key holds before it, the last key after it; rotations between linear keys use slerp;
 * properties without a channel have the value of their node. GAIT_CORRUPT when key times are
 * not ascending, or keys are not finite; GAIT_UNSUPPORTED when a dependency was not provided. */
gait_status gaiti_gltf_sample(const gait_gltf_animated_rig *animated, const double *times,
                              uint32_t time_count, const gait_options *options,
                              gait_transform *out);
/* Makes a clip from an animation, in GAIT_SPACE_LOCAL, GAIT_AXES_GLTF and seconds, with rotation
 * and translation of every bone, and scale where it differs from 1 by more than 1e-3. `skeleton` is
 * that of the rig, or has the same bones; it must outlive the clip. File and rig are not needed
 * afterwards. `fps` is that of gait_gltf_timing_of(). */
gait_status gaiti_gltf_clip(const gait_gltf_animated_rig *animated, const gait_skeleton *skeleton,
                            double fps, const gait_options *options, gait_clip **out_clip);
/* Finds defects of keys and skins beyond those found by opening. */
gait_status gaiti_gltf_check(const gait_gltf *file, gait_diagnostics *diagnostics);
/* The container, with its content as bytes, for gait_file_map(). */
void gaiti_gltf_show(const gait_gltf *file, gaiti_visitor *visitor);

#define GAITI_GLTF_RATE 30.0      /* default frames per second */
#define GAITI_GLTF_TOLERANCE 0.02 /* maximum distance of a key from its frame, in frames */

/* Rounds a non-negative number to the nearest integer; 2^52 and more, and NaN, stay unchanged. */
static inline double gaiti_gltf_round(double x) {
    return x < 4503599627370496.0 ? (double)(uint64_t)(x + 0.5) : x;
}

/* File offset of a JSON object, for diagnostics. */
typedef uint32_t gaiti_gltf_read_at;

typedef struct gaiti_gltf_read_buffer {
    gait_span uri; /* as in the JSON; NULL = the BIN chunk of a .glb */
    const char *path;
    uint64_t size; /* byteLength */
    gait_span data;
    bool is_used;
    bool is_known;     /* data is set */
    int32_t next_same; /* the next buffer with the same path, -1 = none */
    gaiti_gltf_read_at at;
} gaiti_gltf_read_buffer;

typedef struct gaiti_gltf_read_view {
    uint32_t buffer;
    uint32_t stride; /* 0 = packed */
    uint64_t offset, size;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_view;

/* Location and component type of elements. All elements are zero when `view` is -1. */
typedef struct gaiti_gltf_read_place {
    int32_t view;
    uint16_t component; /* 5120 s8, 5121 u8, 5122 s16, 5123 u16, 5125 u32, 5126 f32 */
    uint64_t offset;
} gaiti_gltf_read_place;

/* Properties of the key times of a sampler's input; valid when is_indexed is true. */
typedef struct gaiti_gltf_read_times {
    bool is_indexed;
    bool is_sorted;
    bool is_whole; /* each key is on its own frame of 30 per second, counted from the first key */
    bool is_consecutive; /* is_whole, and every frame up to the last key has a key */
    float first, last;
} gaiti_gltf_read_times;

typedef struct gaiti_gltf_read_accessor {
    gaiti_gltf_read_place base;
    uint8_t rows, columns; /* 0 = type unknown */
    bool is_normalised;
    bool is_used;    /* by a channel */
    bool is_checked; /* by gaiti_gltf_open() */
    bool is_broken;  /* sparse indices are invalid; set when all buffers are known */
    uint64_t count;
    uint64_t sparse_count;
    gaiti_gltf_read_place sparse_indices, sparse_values;
    gaiti_gltf_read_times times;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_accessor;

typedef struct gaiti_gltf_read_node {
    gait_span name, original;
    gait_transform local;
    bool is_scenery;
    bool is_animated;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_node;

/* Consecutive elements of an array of the document. */
typedef struct gaiti_gltf_read_range {
    uint32_t first, count;
} gaiti_gltf_read_range;

typedef struct gaiti_gltf_read_skin {
    gait_span name;
    gaiti_gltf_read_range joints;
    int32_t inverse_bind; /* accessor, -1 = none */
    gaiti_gltf_read_at at;
} gaiti_gltf_read_skin;

typedef struct gaiti_gltf_read_sampler {
    int32_t input, output; /* accessors */
    uint8_t interpolation;
} gaiti_gltf_read_sampler;

typedef struct gaiti_gltf_read_channel {
    int32_t sampler; /* index in its animation while parsing, then in samplers[] */
    int32_t node;
    uint8_t path;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_channel;

typedef struct gaiti_gltf_read_animation {
    gait_span name, extras;
    gaiti_gltf_read_range channels, samplers;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_animation;

/* Number of objects of each kind: the capacity of the arrays, or the elements in use. */
typedef struct gaiti_gltf_read_counts {
    uint32_t buffers, views, accessors, nodes, scenes, skins, joints, animations, channels,
        samplers;
    uint64_t text_bytes; /* memory for unescaped texts, paths and decoded data URIs */
} gaiti_gltf_read_counts;

struct gait_gltf {
    gaiti_arena arena;
    gait_span source;
    gait_span json;
    uint64_t json_at;
    gait_span chunk; /* the BIN chunk of a .glb */
    bool is_binary, has_chunk;

    gaiti_gltf_read_counts capacity; /* of the arrays */
    gaiti_gltf_read_counts count;    /* elements in use */
    gaiti_gltf_read_buffer *buffers;
    gaiti_gltf_read_view *views;
    gaiti_gltf_read_accessor *accessors;
    gaiti_gltf_read_node *nodes;
    int32_t *parents;
    uint32_t *order; /* nodes, parents before children */
    gait_span *scene_extras;
    gaiti_gltf_read_skin *skins;
    uint32_t *joints;
    gaiti_gltf_read_animation *animations;
    gaiti_gltf_read_channel *channels;
    gaiti_gltf_read_sampler *samplers;

    gait_span generator, version;
    int64_t scene; /* -1 = not specified */
    gait_span armature_extras;
    int32_t armature;
    uint32_t *dependencies; /* the first buffer of each path in other files */
    uint32_t dependency_count, dependencies_left;
};

/* The maximum size of the buffers of a dependency. */
static inline uint64_t gaiti_gltf_read_dependency_size(const gait_gltf *file, uint32_t dependency) {
    uint64_t size = 0;
    for (int32_t b = (int32_t)file->dependencies[dependency]; b >= 0;
         b = file->buffers[b].next_same) {
        size = file->buffers[b].size > size ? file->buffers[b].size : size;
    }
    return size;
}

/* --- json ------------------------------------------------------------------------------------- */

/* First pass: checks the syntax of the JSON, raises the first error, and counts the objects. */
gait_status gaiti_gltf_read_count(const gait_gltf *file, const gaiti_report *report,
                                  gaiti_gltf_read_counts *out_counts);
/* Second pass: fills the arrays, which have the counted capacity. */
gait_status gaiti_gltf_read_parse(gait_gltf *file, const gaiti_report *report);

/* The number of triangles in all meshes, from a further pass over the JSON. Primitives that refer
 * to accessors that do not exist are not counted. */
uint64_t gaiti_gltf_read_triangles(const gait_gltf *file);

/* --- buffers ---------------------------------------------------------------------------------- */

/* Decodes the percent-encoded `uri` to a NUL-terminated path in `out`, which must have uri.size + 1
 * bytes, and removes "." and empty parts, so that paths of the same file are equal. Returns `out`,
 * or NULL unless it is a relative path without "..". */
const char *gaiti_gltf_read_local_path(gait_span uri, char *out);
bool gaiti_gltf_read_is_data_uri(gait_span uri);
/* Maximum number of bytes that gaiti_gltf_read_decode() writes. */
uint64_t gaiti_gltf_read_decoded_size(gait_span uri);
/* Decodes a base64 data URI; false when it is malformed or has another encoding. */
bool gaiti_gltf_read_decode(gait_span uri, uint8_t *out, size_t *out_size);

/* Checks the references of nodes, skins and animations, sorts the nodes, and finds the bytes of
 * buffers. */
gait_status gaiti_gltf_read_link(gait_gltf *file, const gaiti_report *report);

/* --- keys ------------------------------------------------------------------------------------- */

/* Direct access to the elements of an accessor. */
typedef struct gaiti_gltf_read_array {
    const uint8_t *data; /* NULL = all zero */
    uint64_t stride, count, sparse_count;
    const uint8_t *sparse_indices, *sparse_values;
    uint16_t component, index_component;
    uint8_t rows, columns;
    bool is_normalised;
    bool is_plain; /* floats of one column without sparse elements; may be strided */
} gaiti_gltf_read_array;

/* Bytes of one element when packed. */
uint32_t gaiti_gltf_read_item_size(const gaiti_gltf_read_accessor *accessor);
uint32_t gaiti_gltf_read_component_size(uint16_t component);
gaiti_gltf_read_array gaiti_gltf_read_array_of(const gait_gltf *file, uint32_t accessor);
/* Reads element `index` as rows * columns numbers in column-major order. */
void gaiti_gltf_read_value(const gaiti_gltf_read_array *array, uint64_t index, double *out);
double gaiti_gltf_read_time(const gaiti_gltf_read_array *array, uint64_t index);
/* File offset and size of element `index`, for diagnostics. For elements outside the BIN chunk: the
 * offset of the accessor's JSON object, and size 0. */
uint64_t gaiti_gltf_read_offset_of(const gait_gltf *file, uint32_t accessor, uint64_t index,
                                   uint64_t *out_size);

/* Fills `times` of the inputs of animated channels, and is_broken of accessors. All buffers must be
 * known. */
void gaiti_gltf_read_index_times(gait_gltf *file);

/* The sampler of a channel that animates translation, rotation or scale of a node. */
typedef struct gaiti_gltf_read_curve {
    gaiti_gltf_read_array times, values;
    uint8_t interpolation;
    bool is_rotation;
    uint32_t cursor; /* result of the last search for a key; where the next search starts */
} gaiti_gltf_read_curve;

gaiti_gltf_read_curve gaiti_gltf_read_curve_of(const gait_gltf *file,
                                               const gaiti_gltf_read_channel *channel);
/* The value at `time`. A key at most `snap` seconds away is used exactly. Rotations are normalised.
 * Evaluation is fast when times ascend. */
void gaiti_gltf_read_evaluate(gaiti_gltf_read_curve *curve, double time, double snap,
                              double out[4]);

/* True when the channel animates translation, rotation or scale of a node. */
static inline bool gaiti_gltf_read_moves(const gaiti_gltf_read_channel *channel) {
    return channel->node >= 0 && channel->path < GAITI_GLTF_PATH_OTHER;
}

/* --- bones ------------------------------------------------------------------------------------ */

struct gait_gltf_rig {
    gaiti_arena arena;
    int32_t skin, space;
    int32_t armature; /* lowest common ancestor of the root joints; -1 = the scene. It is the space
                         unless it or an ancestor is animated */
    int32_t moved;    /* topmost animated common ancestor of the root joints, -1 = none */
    uint32_t bone_count;
    uint32_t *nodes;     /* per bone */
    uint32_t *joints;    /* per bone: index in the skin */
    int32_t *parents;    /* per bone */
    uint32_t node_count; /* of the file of the rig */
    uint32_t slot_count;
    uint32_t *slots;  /* nodes of bones and nodes between them, parents before children */
    int32_t *above;   /* per slot: slot of the parent node, -1 = the space of the rig */
    int32_t *bone_of; /* per slot: the bone, -1 = not a joint, folded into the bones below */
    int32_t *slot_of; /* per node: the slot, -1 = none */
};

/* True when the rig can be used with the file: its indices are in range there. */
static inline bool gaiti_gltf_rig_fits(const gait_gltf_rig *rig, const gait_gltf *file) {
    return rig && file && rig->node_count == file->count.nodes &&
           (rig->skin < 0 || (uint32_t)rig->skin < file->count.skins);
}

enum { GAITI_GLTF_NAME = 32 };

/* The name of a node, or a generated name such as "Node_7" in `generated` when it has none. */
gait_span gaiti_gltf_read_bone_name(const gait_gltf *file, uint32_t node,
                                    char generated[GAITI_GLTF_NAME]);

/* State for sampling one animation on one rig. */
typedef struct gaiti_gltf_read_player {
    const gait_gltf *file;
    const gait_gltf_rig *rig;
    uint32_t animation;
    gaiti_arena scratch;
    gaiti_gltf_read_curve *curves;
    uint32_t *channels;    /* per curve: the channel in the file */
    int32_t *curve_of;     /* three per slot: translation, rotation, scale; -1 = not animated */
    gait_affine *relative; /* per slot: relative to the parent bone, or to the space */
} gaiti_gltf_read_player;

/* Prepares sampling and raises invalid keys. Call gaiti_gltf_read_stop() also after a failure. */
gait_status gaiti_gltf_read_play(gaiti_gltf_read_player *player, const gait_gltf *file,
                                 uint32_t animation, const gait_gltf_rig *rig,
                                 const gait_options *options);
/* Samples `count` times, into one pose after the other. Raises the first key that is not finite. */
gait_status gaiti_gltf_read_play_frames(gaiti_gltf_read_player *player, const double *times,
                                        uint32_t count, double snap, const gait_options *options,
                                        gait_transform *out);
void gaiti_gltf_read_stop(gaiti_gltf_read_player *player);

/* The frames of a clip. */
typedef struct gaiti_gltf_read_frames {
    gait_gltf_timing timing;
    int32_t own; /* accessor whose key times are the frame times, -1 = frames are evenly spaced */
    const float *given; /* the frame times, if they are known; else NULL */
} gaiti_gltf_read_frames;

/* The times of the keys of an export, from its metadata. */
typedef struct gaiti_gltf_read_export {
    const float *seconds;
    uint32_t count;
    double end_s;
} gaiti_gltf_read_export;

/* Like gait_gltf_timing_of() without diagnostics. Reads at most `*work` keys to compare key times,
 * and subtracts those it reads; what cannot be compared counts as different. */
gait_status gaiti_gltf_read_plan(const gait_gltf *file, uint32_t animation,
                                 const gait_gltf_rig *rig, double fps, uint64_t *work,
                                 gaiti_gltf_read_frames *out_frames);
/* True when an animation has keys only at these times and, with the same values as the first and
 * the last one, at 0 and at the end; all are linear or stepped. Then *out_frames has these times.
 */
bool gaiti_gltf_read_plan_export(const gait_gltf *file, uint32_t animation,
                                 const gait_gltf_rig *rig, const gaiti_gltf_read_export *from,
                                 uint64_t *work, gaiti_gltf_read_frames *out_frames);
/* Like gaiti_gltf_clip(), with given frames. */
gait_status gaiti_gltf_read_clip(const gait_gltf_animated_rig *animated,
                                 const gait_skeleton *skeleton,
                                 const gaiti_gltf_read_frames *frames, const gait_options *options,
                                 gait_clip **out_clip);
/* Reports that the animation has too many frames. */
gait_status gaiti_gltf_read_refuse_length(const gaiti_report *report, gaiti_gltf_read_at at,
                                          const gait_gltf_timing *timing);
/* Default of `*work`, proportional to the size of the file and its buffers. */
uint64_t gaiti_gltf_read_allowance(const gait_gltf *file);

/* Validate the key times, or values, of a channel: raise errors and warnings, and stop at the first
 * error. */
gait_status gaiti_gltf_read_validate_times(const gait_gltf *file, const gaiti_report *report,
                                           const gaiti_gltf_read_channel *channel);
gait_status gaiti_gltf_read_validate_values(const gait_gltf *file, const gaiti_report *report,
                                            const gaiti_gltf_read_channel *channel);

/* --- diagnostics ------------------------------------------------------------------------------ */

/* Writes a JSON pointer such as /animations/3/channels/7. A negative index, and NULL for `more`,
 * are left out. */
gait_span gaiti_gltf_read_pointer(char out[GAITI_JSON_POINTER], const char *list, int64_t index,
                                  const char *more, int64_t more_index);

#endif
