/* A glTF file as read: what its JSON says, and the bytes of its buffers. */
#ifndef GAITI_GLTF_READ_H
#define GAITI_GLTF_READ_H

#include "base/diagnose.h"
#include "base/json/json_read.h"
#include "base/memory.h"
#include "gait/gltf.h"

/* Where an object of the JSON begins, for diagnostics: an offset in the file. */
typedef uint32_t gaiti_gltf_read_at;

typedef struct gaiti_gltf_read_buffer {
    gait_span uri; /* as written; empty = the chunk of a .glb */
    const char *path;
    uint64_t size; /* byteLength */
    gait_span data;
    bool is_used;
    bool is_known; /* data is there */
    gaiti_gltf_read_at at;
} gaiti_gltf_read_buffer;

typedef struct gaiti_gltf_read_view {
    uint32_t buffer;
    uint32_t stride; /* 0 = packed */
    uint64_t offset, size;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_view;

/* Where elements lie: in a view (-1 = all zero). */
typedef struct gaiti_gltf_read_place {
    int32_t view;
    uint16_t component; /* 5120 s8, u8, s16, u16, 5125 u32, f32 */
    uint64_t offset;
} gaiti_gltf_read_place;

/* What the keys of a sampler's input are like, once they are there. */
typedef struct gaiti_gltf_read_times {
    bool is_studied;
    bool is_sorted;
    bool is_whole;       /* all on whole frames of 30 per second from the first one */
    bool is_consecutive; /* and on each of them */
    float first, last;
} gaiti_gltf_read_times;

typedef struct gaiti_gltf_read_accessor {
    gaiti_gltf_read_place base;
    uint8_t rows, columns; /* 0 = type unknown */
    bool is_normalized;
    bool is_used;
    bool is_checked; /* by gait_gltf_open() */
    bool is_broken;  /* sparse indices are not in order: known when buffers are */
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

typedef struct gaiti_gltf_read_skin {
    gait_span name;
    uint32_t first_joint, joint_count; /* in joints[] */
    int32_t inverse_bind;              /* accessor, -1 = none */
    gaiti_gltf_read_at at;
} gaiti_gltf_read_skin;

typedef struct gaiti_gltf_read_sampler {
    int32_t input, output; /* accessors */
    uint8_t interpolation;
} gaiti_gltf_read_sampler;

typedef struct gaiti_gltf_read_channel {
    int32_t sampler; /* of its animation while parsing, then in samplers[] */
    int32_t node;
    uint8_t path;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_channel;

typedef struct gaiti_gltf_read_animation {
    gait_span name, extras;
    uint32_t first_channel, channel_count, first_sampler, sampler_count;
    gaiti_gltf_read_at at;
} gaiti_gltf_read_animation;

/* How many there are of each, at least: what the arrays have room for. */
typedef struct gaiti_gltf_read_counts {
    uint32_t buffers, views, accessors, nodes, scenes, skins, joints, animations, channels,
        samplers;
    uint64_t text_bytes; /* what texts need that cannot stay in the file, and data URIs */
} gaiti_gltf_read_counts;

struct gait_gltf {
    gaiti_arena arena;
    gait_span source;
    gait_span json;
    uint64_t json_at;
    gait_span chunk; /* BIN of a .glb */
    bool is_binary, has_chunk;

    gaiti_gltf_read_counts capacity; /* of the arrays */
    gaiti_gltf_read_counts count;    /* what is in them */
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
    int64_t scene; /* -1 = none given */
    gait_span armature_extras;
    int32_t armature;
    uint32_t *needs; /* buffers */
    uint32_t need_count, needs_left;
};

/* --- json --------------------------------------------------------------------------------------
 */

/* Reads all of the JSON once: raises what is no JSON, and counts. */
gait_status gaiti_gltf_read_count(const gait_gltf *file, const gaiti_report *report,
                                  gaiti_gltf_read_counts *out_counts);
/* Reads it again into the arrays, which have the room that was counted. */
gait_status gaiti_gltf_read_parse(gait_gltf *file, const gaiti_report *report);

/* --- buffers -----------------------------------------------------------------------------------
 */

/* The bytes that the percent-encoded `uri` names, NUL terminated; NULL when that is no relative
 * path within a folder. `out` has room for uri.size + 1 bytes. */
const char *gaiti_gltf_read_local_path(gait_span uri, char *out);
bool gaiti_gltf_read_is_data_uri(gait_span uri);
/* Bytes that gaiti_gltf_read_decode() writes at most. */
uint64_t gaiti_gltf_read_decoded_size(gait_span uri);
/* The bytes of a data URI of base64; false when it is none. */
bool gaiti_gltf_read_decode(gait_span uri, uint8_t *out, size_t *out_size);

/* Checks references between everything that moves, and finds the bytes of buffers. */
gait_status gaiti_gltf_read_link(gait_gltf *file, const gaiti_report *report);

/* --- keys --------------------------------------------------------------------------------------
 */

/* The elements of an accessor, ready to be read. */
typedef struct gaiti_gltf_read_array {
    const uint8_t *data; /* NULL = all zero */
    uint64_t stride, count, sparse_count;
    const uint8_t *sparse_indices, *sparse_values;
    uint16_t component, index_component;
    uint8_t rows, columns;
    bool is_normalized;
    bool is_plain; /* packed or not, but floats of one column without sparse ones */
} gaiti_gltf_read_array;

/* Bytes of one element when packed. */
uint32_t gaiti_gltf_read_item_size(const gaiti_gltf_read_accessor *accessor);
uint32_t gaiti_gltf_read_component_size(uint16_t component);
gaiti_gltf_read_array gaiti_gltf_read_array_of(const gait_gltf *file, uint32_t accessor);
/* Element `index`, column by column: rows * columns numbers. */
void gaiti_gltf_read_value(const gaiti_gltf_read_array *array, uint64_t index, double *out);
double gaiti_gltf_read_time(const gaiti_gltf_read_array *array, uint64_t index);
/* Where element `index` is in the file, for diagnostics; the accessor's object when its bytes are
 * elsewhere. `out_size` is its size there. */
uint64_t gaiti_gltf_read_offset_of(const gait_gltf *file, uint32_t accessor, uint64_t index,
                                   uint64_t *out_size);

/* What can be said of inputs as soon as all buffers are there. */
void gaiti_gltf_read_index_times(gait_gltf *file);

/* A sampler of a channel that moves a node. */
typedef struct gaiti_gltf_read_curve {
    gaiti_gltf_read_array times, values;
    uint8_t interpolation;
    bool is_rotation;
    uint32_t cursor; /* the key that the last time was behind */
} gaiti_gltf_read_curve;

gaiti_gltf_read_curve gaiti_gltf_read_curve_of(const gait_gltf *file,
                                               const gaiti_gltf_read_channel *channel);
/* The value at `time`; a key within `snap` seconds of it is taken as it is. Rotations are of unit
 * length. Times in ascending order are fast. */
void gaiti_gltf_read_evaluate(gaiti_gltf_read_curve *curve, double time, double snap,
                              double out[4]);

/* Does the sampler move something of a node that has a curve? */
static inline bool gaiti_gltf_read_moves(const gaiti_gltf_read_channel *channel) {
    return channel->node >= 0 && channel->path < GAIT_GLTF_OTHER;
}

/* --- bones -------------------------------------------------------------------------------------
 */

struct gait_gltf_rig {
    gaiti_arena arena;
    int32_t skin, space;
    int32_t moved; /* the highest animated node above the root joints, -1 = none */
    uint32_t bone_count;
    uint32_t *nodes;     /* per bone */
    uint32_t *joints;    /* per bone: index in the skin */
    int32_t *parents;    /* per bone */
    uint32_t node_count; /* of the file that it was made for */
    uint32_t slot_count;
    uint32_t *slots;  /* nodes that bones are made of, parents before children */
    int32_t *above;   /* per slot: the slot of the node above it, -1 = the space of the rig */
    int32_t *bone_of; /* per slot: the bone, -1 = folded */
    int32_t *slot_of; /* per node: the slot, -1 = none */
};

/* True when the rig can be used with the file: its indices are in range there. */
static inline bool gaiti_gltf_rig_fits(const gait_gltf_rig *rig, const gait_gltf *file) {
    return rig && file && rig->node_count == file->count.nodes &&
           (rig->skin < 0 || (uint32_t)rig->skin < file->count.skins);
}

enum { GAITI_GLTF_NAME = 32 };

/* The name of a bone's node, or "Node_7" in `result` where it has none. */
gait_span gaiti_gltf_read_bone_name(const gait_gltf *file, uint32_t node,
                                    char result[GAITI_GLTF_NAME]);

/* One animation on one rig, at any times. */
typedef struct gaiti_gltf_read_player {
    const gait_gltf *file;
    const gait_gltf_rig *rig;
    uint32_t animation;
    gaiti_arena scratch;
    gaiti_gltf_read_curve *curves;
    uint32_t *channels;    /* per curve: the channel in the file */
    int32_t *curve_of;     /* three per slot: translation, rotation, scale; -1 = as the node is */
    gait_affine *relative; /* per slot: to the bone above, or the space */
} gaiti_gltf_read_player;

/* Raises what keeps the animation from being played. gaiti_gltf_read_stop() in any case. */
gait_status gaiti_gltf_read_play(gaiti_gltf_read_player *player, const gait_gltf *file,
                                 uint32_t animation, const gait_gltf_rig *rig,
                                 const gait_options *options);
/* One transform per bone, relative to its parent. A key within `snap` seconds of `time` is taken as
 * it is. False for values that are not finite. */
bool gaiti_gltf_read_play_at(gaiti_gltf_read_player *player, double time, double snap,
                             gait_transform *out);
/* The same for many times, one after the other; raises the key that is no number. */
gait_status gaiti_gltf_read_play_frames(gaiti_gltf_read_player *player, const double *times,
                                        uint32_t count, double snap, const gait_options *options,
                                        gait_transform *out);
void gaiti_gltf_read_stop(gaiti_gltf_read_player *player);

/* The frames of a clip. */
typedef struct gaiti_gltf_read_frames {
    gait_gltf_timing timing;
    int32_t own; /* the accessor whose key times are the frames, -1 = none: the frames are even */
} gaiti_gltf_read_frames;

/* As gait_gltf_timing_of(), raising nothing. Optional comparisons read at most `*work` keys, which
 * are subtracted. */
gait_status gaiti_gltf_read_plan(const gait_gltf *file, uint32_t animation,
                                 const gait_gltf_rig *rig, double fps, uint64_t *work,
                                 gaiti_gltf_read_frames *out_frames);
/* Raises that a plan met the limit. */
gait_status gaiti_gltf_read_refuse_length(const gaiti_report *report, gaiti_gltf_read_at at,
                                          const gait_gltf_timing *timing);
/* What is reasonable for `*work`. */
uint64_t gaiti_gltf_read_allowance(const gait_gltf *file);

/* Raises what is wrong with the keys of a channel. */
gait_status gaiti_gltf_read_validate_times(const gait_gltf *file, const gaiti_report *report,
                                           const gaiti_gltf_read_channel *channel);
gait_status gaiti_gltf_read_validate_values(const gait_gltf *file, const gaiti_report *report,
                                            const gaiti_gltf_read_channel *channel);

/* --- diagnostics -------------------------------------------------------------------------------
 */

/* A JSON pointer such as /animations/3/channels/7: up to two lists with an index each, the second
 * one NULL or with a negative index where there is none. */
gait_span gaiti_gltf_read_pointer(char out[GAITI_JSON_POINTER], const char *list, int64_t index,
                                  const char *more, int64_t more_index);

#endif
