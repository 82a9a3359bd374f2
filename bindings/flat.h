/* Gait - the flat interface: the library for hosts that can pass only numbers and buffers, such as
 * WebAssembly, Python's ctypes and Blender.
 *
 * A host creates a context and uses it in one thread at a time. Files, mods, skeletons, clips,
 * meshes, edits and conversions are handles: numbers that are never 0, and that are invalid after
 * gait_flat_close(). A function with an invalid handle, or with a handle of another kind, fails
 * with GAIT_BAD_ARGUMENT; nothing else happens. The library has no other state, opens no files, and
 * prints nothing.
 *
 * Texts are UTF-8. A parameter `const char *` is NUL-terminated; where stated, it may be NULL. A
 * function that returns bool or a handle returns false or 0 on failure; gait_flat_status() and the
 * functions after it then describe the error. A function that "gives" a text or bytes stores them
 * in the context: gait_flat_result() returns their address, which is valid until the next function
 * that gives something. */
#ifndef GAIT_FLAT_H
#define GAIT_FLAT_H

#include "gait/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__wasm__)
#define GAIT_FLAT(name) __attribute__((export_name(#name)))
#else
#define GAIT_FLAT(name) GAIT_API
#endif

/* Increases with every change of this header that is not only an addition. */
enum { GAIT_FLAT_VERSION = 1 };

/* --- the context ------------------------------------------------------------------------------ */

typedef struct gait_flat gait_flat;

/* GAIT_FLAT_VERSION of the library. */
GAIT_FLAT(gait_flat_version) uint32_t gait_flat_version(void);
/* The version of the library, such as "0.1.0". */
GAIT_FLAT(gait_flat_library_version) const char *gait_flat_library_version(void);
/* A new context. `max_bytes` limits the memory of each document; 0 = 4 GiB. NULL when memory is
 * exhausted. */
GAIT_FLAT(gait_flat_new) gait_flat *gait_flat_new(size_t max_bytes);
/* Closes all handles and frees the context. NULL is allowed. */
GAIT_FLAT(gait_flat_delete) void gait_flat_delete(gait_flat *flat);
/* Memory for bytes and texts of the host, such as a file that it passes to gait_flat_open(). NULL
 * when memory is exhausted. */
GAIT_FLAT(gait_flat_alloc) void *gait_flat_alloc(size_t size);
/* Frees memory from gait_flat_alloc(). NULL is allowed. */
GAIT_FLAT(gait_flat_free) void gait_flat_free(void *block);
/* Closes a handle of any kind. False when it is invalid. The handles that need it are closed with
 * it: with a file, the skeletons that are bound to it and its clips, conversions and edits; with a
 * skeleton, its clips, conversions and edits. */
GAIT_FLAT(gait_flat_close) bool gait_flat_close(gait_flat *flat, uint32_t handle);

/* --- errors ----------------------------------------------------------------------------------- */

/* The gait_status of the last function with this context; 0 = success. */
GAIT_FLAT(gait_flat_status) int gait_flat_status(const gait_flat *flat);
/* The error of the last function: the rule, such as "OMF001", or ""; the text, never empty after a
 * failure; the file, or ""; the offset in bytes, or -1; the line of a script, or 0. Valid until the
 * next function. */
GAIT_FLAT(gait_flat_error_rule) const char *gait_flat_error_rule(const gait_flat *flat);
GAIT_FLAT(gait_flat_error_text) const char *gait_flat_error_text(const gait_flat *flat);
GAIT_FLAT(gait_flat_error_file) const char *gait_flat_error_file(const gait_flat *flat);
GAIT_FLAT(gait_flat_error_offset) double gait_flat_error_offset(const gait_flat *flat);
GAIT_FLAT(gait_flat_error_line) uint32_t gait_flat_error_line(const gait_flat *flat);

/* Gives the findings of the last function, also of one that succeeded: warnings, notes and errors,
 * as an element of "files" of gait.check/1. */
GAIT_FLAT(gait_flat_findings) bool gait_flat_findings(gait_flat *flat);

/* The last text or bytes that a function gave, and their size. A text is followed by a NUL, which
 * is not part of the size. */
GAIT_FLAT(gait_flat_result) const uint8_t *gait_flat_result(const gait_flat *flat);
GAIT_FLAT(gait_flat_result_size) size_t gait_flat_result_size(const gait_flat *flat);

/* --- files ------------------------------------------------------------------------------------ */

/* Who owns the bytes of a file. */
enum {
    GAIT_FLAT_COPY = 0, /* they are copied */
    GAIT_FLAT_TAKE,     /* from gait_flat_alloc(); they are freed with the file, and also when the
                           function fails */
    GAIT_FLAT_BORROW    /* they stay with the host, which must not change them before the file is
                           closed */
};

/* Opens a file. `name` is its file name, also with folders. `code_page` is that of names in game
 * files: 1250, 1251, 1252, or 0 = the default. Returns a handle. */
GAIT_FLAT(gait_flat_open)
uint32_t gait_flat_open(gait_flat *flat, uint8_t *bytes, size_t size, const char *name,
                        uint32_t code_page, uint32_t ownership);
/* Like gait_flat_open(), but returns a handle also for a file that cannot be opened, because it is
 * damaged or its format is unknown: gait_flat_format(), _info(), _list(), _check() and _sarif()
 * describe it, all other functions fail with the status of opening it. */
GAIT_FLAT(gait_flat_examine)
uint32_t gait_flat_examine(gait_flat *flat, uint8_t *bytes, size_t size, const char *name,
                           uint32_t code_page, uint32_t ownership);
/* The number of other files that contain keys of this one (.bin of a .gltf). */
GAIT_FLAT(gait_flat_dependency_count)
uint32_t gait_flat_dependency_count(gait_flat *flat, uint32_t file);
/* Gives the path of a dependency, relative to the folder of the file. */
GAIT_FLAT(gait_flat_dependency)
bool gait_flat_dependency(gait_flat *flat, uint32_t file, uint32_t index);
/* Passes the bytes of a dependency; `ownership` as for gait_flat_open(). */
GAIT_FLAT(gait_flat_provide)
bool gait_flat_provide(gait_flat *flat, uint32_t file, uint32_t index, uint8_t *bytes, size_t size,
                       uint32_t ownership);
/* Adds the metadata of a sidecar (NAME.gait.json) to a glTF. */
GAIT_FLAT(gait_flat_attach)
bool gait_flat_attach(gait_flat *flat, uint32_t file, const uint8_t *json, size_t size);

/* The name of the format, such as "omf"; "" for an invalid handle. Static. */
GAIT_FLAT(gait_flat_format) const char *gait_flat_format(gait_flat *flat, uint32_t file);
/* The following functions give JSON: one element of "files" of gait.info/1, gait.check/1 (with the
 * findings of opening) and gait.list/1, and a gait.map/1 document. */
GAIT_FLAT(gait_flat_info) bool gait_flat_info(gait_flat *flat, uint32_t file);
GAIT_FLAT(gait_flat_check) bool gait_flat_check(gait_flat *flat, uint32_t file);
GAIT_FLAT(gait_flat_list) bool gait_flat_list(gait_flat *flat, uint32_t file);
GAIT_FLAT(gait_flat_map) bool gait_flat_map(gait_flat *flat, uint32_t file);
/* Gives the bytes of the file, written from its fields. */
GAIT_FLAT(gait_flat_write) bool gait_flat_write(gait_flat *flat, uint32_t file);
/* Gives the text form of the file, a gait.text/1 document (docs/formats/text.md). */
GAIT_FLAT(gait_flat_dump) bool gait_flat_dump(gait_flat *flat, uint32_t file);
/* Gives the bytes of the file that a text describes. Unless `allow_damage` is 1, fails when a check
 * of these bytes finds errors. */
GAIT_FLAT(gait_flat_build)
bool gait_flat_build(gait_flat *flat, const uint8_t *text, size_t size, uint32_t allow_damage);
/* Gives a SARIF log of the findings of files; `rules_url` may be NULL. */
GAIT_FLAT(gait_flat_sarif)
bool gait_flat_sarif(gait_flat *flat, const uint32_t *files, uint32_t count, const char *rules_url);
/* Gives all rules, the gait.rules/1 document of the command. */
GAIT_FLAT(gait_flat_rules) bool gait_flat_rules(gait_flat *flat);
/* Gives all formats, the gait.formats/1 document of the command. */
GAIT_FLAT(gait_flat_formats) bool gait_flat_formats(gait_flat *flat);
/* Checks a model against its banks (gait_check_banks()). banks[i] is a file, or 0 for one that
 * cannot be read, and refs[i] the index of the reference that resolved to it, in ascending order.
 * Gives an element of "files" of gait.check/1, with the findings of gait_flat_check() first. */
GAIT_FLAT(gait_flat_check_banks)
bool gait_flat_check_banks(gait_flat *flat, uint32_t model, const uint32_t *banks,
                           const uint32_t *refs, uint32_t count);

/* --- mods ------------------------------------------------------------------------------------- */

/* Makes the index of a mod: what plays an animation, and for how long. `name` is that of its folder
 * and may be NULL; `code_page` as for gait_flat_open(). Returns a handle. Add all files, then pass
 * the bytes of those that are needed; the functions that give JSON then finish the index. */
GAIT_FLAT(gait_flat_mod)
uint32_t gait_flat_mod(gait_flat *flat, const char *name, uint32_t code_page);
/* Adds a file by its path below the folder of the mod; with `is_game` 1, one by its path below the
 * folder of the unpacked game. Not after gait_flat_mod_need(). */
GAIT_FLAT(gait_flat_mod_add)
bool gait_flat_mod_add(gait_flat *flat, uint32_t mod, const char *path, uint32_t is_game);
/* Returns the number of a file whose bytes are needed, and gives its path; -1 = none is needed, or
 * failure. */
GAIT_FLAT(gait_flat_mod_need) int32_t gait_flat_mod_need(gait_flat *flat, uint32_t mod);
/* Passes the bytes of this file, which are copied. NULL: it cannot be read. */
GAIT_FLAT(gait_flat_mod_provide)
bool gait_flat_mod_provide(gait_flat *flat, uint32_t mod, uint32_t file, const uint8_t *bytes,
                           size_t size);
/* Gives the gait.uses/1 document of the mod, whose root is "". */
GAIT_FLAT(gait_flat_mod_uses) bool gait_flat_mod_uses(gait_flat *flat, uint32_t mod);
/* Gives the findings about its configs and unused files, a gait.check/1 document without causes. */
GAIT_FLAT(gait_flat_mod_check) bool gait_flat_mod_check(gait_flat *flat, uint32_t mod);
/* gait_flat_list() of an open file whose name is its path in the mod, with the duration, the loop
 * and the uses of each clip. */
GAIT_FLAT(gait_flat_mod_list)
bool gait_flat_mod_list(gait_flat *flat, uint32_t mod, uint32_t file);

/* --- skeletons -------------------------------------------------------------------------------- */

/* A skeleton of a file: the one with this name, or the main one when `name` is NULL; a built-in
 * skeleton. Both return a handle, which does not need the file. */
GAIT_FLAT(gait_flat_skeleton)
uint32_t gait_flat_skeleton(gait_flat *flat, uint32_t file, const char *name);
GAIT_FLAT(gait_flat_builtin) uint32_t gait_flat_builtin(gait_flat *flat, const char *name);
/* Gives all built-in skeletons, the gait.skeletons/1 document of the command. */
GAIT_FLAT(gait_flat_builtins) bool gait_flat_builtins(gait_flat *flat);
/* gait_skeleton_search() for a file: returns a handle of the skeleton bound to it. `candidates` are
 * files in the order in which they are considered. `tree` and `pivots` are skeletons chosen by the
 * user, or 0. `target` is the name of a format, or NULL. `path` is the path of the file from the
 * folder of references on, or NULL. Gives a JSON object: "source" (given, in_file, candidate,
 * builtin, recovered, none), "candidate" (index in `candidates` or -1), "name", "missing" (the
 * bones of the file that the skeleton lacks: [{"name":"hend","nearest":"hand","outcome":"alone"}];
 * "nearest" may be null; "outcome": alone, posed as a root, or left_out, without a pose),
 * "considered" (the candidates and built-in skeletons that were compared: "source", "candidate",
 * "name"; "outcome": no_skeleton, lacks_bones, lacks_body, surpassed, used or too_large; "matched"
 * of the "bones" of the file; "refers": it names the file), and "nearest": null, or the one that
 * has most of the bones, in the same form, with its "missing" bones (gait_search_summary.nearest).
 */
GAIT_FLAT(gait_flat_search)
uint32_t gait_flat_search(gait_flat *flat, uint32_t file, const uint32_t *candidates,
                          uint32_t count, uint32_t tree, uint32_t pivots, const char *target,
                          const char *path);
/* Gives the gait.skeleton/1 document of a skeleton: bones, parents, rest poses, origins. */
GAIT_FLAT(gait_flat_skeleton_json) bool gait_flat_skeleton_json(gait_flat *flat, uint32_t skeleton);
GAIT_FLAT(gait_flat_bone_count) uint32_t gait_flat_bone_count(gait_flat *flat, uint32_t skeleton);

/* What a pose consists of, for each bone of the skeleton. All in glTF axes, metres. */
enum {
    GAIT_FLAT_MODEL_MATRIX = 0, /* 16 floats: the matrix in model space, column by column */
    GAIT_FLAT_LOCAL_MATRIX,     /* 16 floats: the matrix relative to the parent */
    GAIT_FLAT_LOCAL_PARTS       /* 10 floats relative to the parent: translation, rotation (x, y, z,
                                   w), scale */
};

/* Copies the rest pose of a skeleton: one pose. GAIT_UNSUPPORTED when it is not known. */
GAIT_FLAT(gait_flat_rest)
bool gait_flat_rest(gait_flat *flat, uint32_t skeleton, uint32_t kind, float *out);

/* --- clips ------------------------------------------------------------------------------------ */

/* The number of clips of a file. */
GAIT_FLAT(gait_flat_clip_count) uint32_t gait_flat_clip_count(gait_flat *flat, uint32_t file);
/* The index of the clip with this name (gait_file_find_clip()); -1 = none. */
GAIT_FLAT(gait_flat_find_clip)
int32_t gait_flat_find_clip(gait_flat *flat, uint32_t file, const char *name);
/* Reads a clip on a skeleton that gait_flat_search() returned for this file; returns a handle. */
GAIT_FLAT(gait_flat_clip)
uint32_t gait_flat_clip(gait_flat *flat, uint32_t file, uint32_t index, uint32_t skeleton);
/* Determines which bones a clip moves relative to their parents, without a handle of the clip:
 * out[b] is 1 for a bone whose pose changes after the first frame, otherwise 0. `skeleton` is as
 * for gait_flat_clip(); `out` has one byte for each of its bones. gait_clip_moving_bones()
 * describes details. */
GAIT_FLAT(gait_flat_moving_bones)
bool gait_flat_moving_bones(gait_flat *flat, uint32_t file, uint32_t index, uint32_t skeleton,
                            uint8_t *out);
GAIT_FLAT(gait_flat_frame_count) uint32_t gait_flat_frame_count(gait_flat *flat, uint32_t clip);
/* Copies the times of all frames, in seconds, or phases for formats with phases; `out` has room for
 * the frames. */
GAIT_FLAT(gait_flat_times) bool gait_flat_times(gait_flat *flat, uint32_t clip, float *out);
/* True when the times are phases. */
GAIT_FLAT(gait_flat_has_phases) bool gait_flat_has_phases(gait_flat *flat, uint32_t clip);
/* Stores two numbers: the times between which the clip is played, in the unit of its times. For
 * phases they are 0 and 1, and beyond them the phases of the keys. */
GAIT_FLAT(gait_flat_range) bool gait_flat_range(gait_flat *flat, uint32_t clip, double *out);
/* Copies the displacement per cycle that the file stores beside the keys (the motion vector of
 * RTM), in metres and glTF axes; 0 when the format has none. Poses do not contain it. */
GAIT_FLAT(gait_flat_root_motion)
bool gait_flat_root_motion(gait_flat *flat, uint32_t clip, float *out);

/* Computes the poses at `count` times, in the unit of the times of the clip. A time before the
 * first or after the last frame is the pose of that frame. `out` has room for count poses. Nothing
 * is allocated after the first call for a clip. */
GAIT_FLAT(gait_flat_poses)
bool gait_flat_poses(gait_flat *flat, uint32_t clip, const double *times, uint32_t count,
                     uint32_t kind, float *out);
/* The same for one time. */
GAIT_FLAT(gait_flat_pose)
bool gait_flat_pose(gait_flat *flat, uint32_t clip, double time, uint32_t kind, float *out);

/* --- fast poses, playback, blends ------------------------------------------------------------- */

/* What a fast pose consists of, in glTF axes and metres. Matrices are three rows of (m m m t), for
 * column vectors. */
enum {
    GAIT_FLAT_FAST_PARTS = 0,   /* 10 floats per bone relative to the parent: translation, rotation
                                   (x, y, z, w), scale per axis */
    GAIT_FLAT_FAST_MODEL_PARTS, /* the same in model space; shear is lost */
    GAIT_FLAT_FAST_LOCAL,       /* 12 floats per bone: the matrix relative to the parent */
    GAIT_FLAT_FAST_MODEL,       /* 12 floats per bone: the matrix in model space */
    GAIT_FLAT_FAST_SKINNING, /* 12 floats per bone: from the rest pose to the pose, in model space
                              */
    GAIT_FLAT_FAST_JOINTS,   /* 3 floats per bone: its translation in model space */
    GAIT_FLAT_FAST_ROWS      /* ten rows, tx ty tz qx qy qz qw sx sy sz, relative to the parent.
                                Each has one float per bone, and is filled up to a multiple of 8
                                with the numbers of an identity */
};

/* The number of floats of one pose of each of these clips together. 0 on failure, too. */
GAIT_FLAT(gait_flat_sample_size)
size_t gait_flat_sample_size(gait_flat *flat, const uint32_t *clips, uint32_t count, uint32_t kind);
/* Computes `count` poses, one after the other: that of clips[i] at times[i], in the unit of the
 * times of the clip. Faster than gait_flat_poses(), and as accurate as sampler.h states. `clips`
 * may contain a clip several times. `wrap` is a gait_wrap: times outside of a clip mean its first
 * or last frame (0), its repetition (1), or that it is played back and forth (2); phases repeat as
 * in the games. `out` has room
 * for gait_flat_sample_size() floats. The first pose of a clip prepares it, and takes memory that
 * is freed with the clip; then nothing is allocated. */
GAIT_FLAT(gait_flat_sample)
bool gait_flat_sample(gait_flat *flat, const uint32_t *clips, const double *times, uint32_t count,
                      uint32_t kind, uint32_t wrap, float *out);
/* The same at moments of gait_flat_play(): three numbers for each pose. */
GAIT_FLAT(gait_flat_sample_played)
bool gait_flat_sample_played(gait_flat *flat, const uint32_t *clips, const double *moments,
                             uint32_t count, uint32_t kind, float *out);

/* Computes where a game is in a clip after some seconds: 8 numbers. The moment (a key, the next
 * one, and the fraction between them); the number of complete cycles; the root motion since the
 * start (x, y, z), in metres and glTF axes; 1 from the end on of a clip that is played once.
 * `duration_s` is that of a cycle; 0 = as stored, an error for clips with phases. `mode` is a
 * gait_play_mode: as stored (0), in a loop (1), once (2). gait_play() (playback.h) describes
 * details. */
GAIT_FLAT(gait_flat_play)
bool gait_flat_play(gait_flat *flat, uint32_t clip, double seconds, double duration_s,
                    uint32_t mode, double *out);

/* Blends two poses, a with weight 0, b with weight 1: bone_count times 10 floats, as
 * GAIT_FLAT_FAST_PARTS. `mask` has a factor per bone by which the weight is multiplied; NULL = 1.
 * `out` may be a or b. gait_blend() (blend.h) describes details. */
GAIT_FLAT(gait_flat_blend)
bool gait_flat_blend(gait_flat *flat, const float *a, const float *b, uint32_t bone_count,
                     float weight, const float *mask, float *out);
/* Adds to `pose` what distinguishes `added` from `reference` (gait_blend_add()). `out` may be one
 * of the inputs. */
GAIT_FLAT(gait_flat_blend_add)
bool gait_flat_blend_add(gait_flat *flat, const float *pose, const float *added,
                         const float *reference, uint32_t bone_count, float weight,
                         const float *mask, float *out);
/* Makes a mask, one float per bone of the skeleton of a clip: of a part of its file
 * (gait_file_part_mask()), or, with `part` -1, of the bones on which X-Ray plays the clip
 * (gait_file_clip_mask()). */
GAIT_FLAT(gait_flat_mask)
bool gait_flat_mask(gait_flat *flat, uint32_t clip, int32_t part, float *out);

/* --- keys, pictures, comparisons -------------------------------------------------------------- */

/* Gives the keys of a clip as one block of floats for a host that has its own rest pose. `rests`
 * has 16 floats per bone: the matrix of the rest pose of the host in model space, column by column,
 * in the axes of the host; `axes` is the matrix (16 floats) from glTF axes to the axes of the host,
 * a rotation; NULL = the host has glTF axes. The block consists of little-endian values without
 * padding: for each bone a header of two u32 (number of rotation keys, number of translation keys),
 * then the keys of the rotation (time, w, x, y, z) and of the translation (time, x, y, z) as
 * floats: the pose relative to the rest pose, as pose bones of Blender have it. Signs of rotations
 * are continuous; a constant has one key, and a channel at the rest pose none. Times are seconds;
 * the first frame is at 0. `duration_s` is the duration of a cycle of clips with phases; 0 = that
 * of an export with default options. gait_host_keys() (host.h) describes details and errors. */
GAIT_FLAT(gait_flat_keys)
bool gait_flat_keys(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                    double duration_s);
/* Gives the same keys as curves over the frames of the host. For each bone there are seven curves:
 * the rotation (w, x, y, z), then the translation (x, y, z), each as a u32 (number of keys) and
 * pairs of floats (frame, value). The first frame of the clip is at `first_frame`, and `fps` is the
 * number of frames per second. gait_host_curves() (host.h) describes details and errors. */
GAIT_FLAT(gait_flat_curves)
bool gait_flat_curves(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                      double fps, double first_frame, double duration_s);
/* Computes the pose at a time relative to the rest pose of the host: 7 floats per bone, rotation
 * (w, x, y, z) and translation. `time` as for gait_flat_poses(), `rests` and `axes` as for
 * gait_flat_keys(). Nothing is allocated after the first call for a clip and a host. */
GAIT_FLAT(gait_flat_host_pose)
bool gait_flat_host_pose(gait_flat *flat, uint32_t clip, const float *rests, const float *axes,
                         double time, float *out);

/* Gives the strip of a clip as SVG. `view`: "side", "front", "top" or "three-quarter". `figures` 0
 * = 8. */
GAIT_FLAT(gait_flat_draw)
bool gait_flat_draw(gait_flat *flat, uint32_t clip, const char *view, uint32_t figures);
/* Compares two clips, frame by frame in model space, by the names of their bones. Gives JSON: for
 * each bone of the first clip that the second has, the maximum distance in mm and the maximum angle
 * in degrees with their frames; the worst of each; bones that only one of them has. */
GAIT_FLAT(gait_flat_compare)
bool gait_flat_compare(gait_flat *flat, uint32_t clip, uint32_t other);
/* Computes how far two clips are apart at `count` pairs of times, each in the unit of the times of
 * its clip: out[i] is the largest distance of bones with equal names in model space, in metres, at
 * times[i] of `clip` and other_times[i] of `other`. A time before the first or after the last frame
 * means that frame. 0 when the skeletons have no bone in common. */
GAIT_FLAT(gait_flat_distances)
bool gait_flat_distances(gait_flat *flat, uint32_t clip, uint32_t other, const double *times,
                         const double *other_times, uint32_t count, float *out);

/* Compares two open files, like `gait diff`. Gives an element of "files" of gait.diff/1. `skeleton`
 * is the one of both files, from gait_flat_search() or gait_flat_builtin(), or 0; smaller
 * differences of keys than the tolerances are ignored (gait_file_compare_options in difference.h,
 * also for 0). */
GAIT_FLAT(gait_flat_diff)
bool gait_flat_diff(gait_flat *flat, uint32_t file, uint32_t other, uint32_t skeleton,
                    double tolerance_deg, double tolerance_mm);

/* --- meshes ----------------------------------------------------------------------------------- */

/* Makes the mesh of a model (gait_file_mesh()); returns a handle, which does not need the file.
 * `skeleton` has the names of the bones for a P3D; other formats ignore it; 0 = none. `axes` is as
 * for gait_flat_keys(). All parts share the arrays of gait_flat_mesh_data(). Gives a JSON object:
 * {"bones":["root"],"parts":[{"texture":"act\\act","material":"models\\model","first_vertex":0,
 * "vertices":3,"first_triangle":0,"triangles":1}],"vertices":3,"triangles":1,
 * "box":[[-1,0,0],[1,2,0]]}: the bones to which joints refer, the texture and the material of each
 * part ("" = none), the smallest and the largest coordinates of the vertices that triangles use. */
GAIT_FLAT(gait_flat_mesh)
uint32_t gait_flat_mesh(gait_flat *flat, uint32_t file, uint32_t skeleton, const float *axes);

/* The arrays of a mesh: vertices in model space in the bind pose, in metres, in glTF axes or those
 * of the host. */
enum {
    GAIT_FLAT_POSITIONS = 0, /* 3 floats per vertex */
    GAIT_FLAT_NORMALS,       /* 3 floats per vertex, unit length */
    GAIT_FLAT_UVS,           /* 2 floats per vertex; V points down */
    GAIT_FLAT_JOINTS,        /* 4 uint16_t per vertex: indices in "bones" */
    GAIT_FLAT_WEIGHTS,       /* 4 floats per vertex, in descending order: their sum is 1, or 0 for a
                                vertex that no bone moves, which stays where it is */
    GAIT_FLAT_TRIANGLES      /* 3 uint32_t per triangle; the front is counter-clockwise */
};

/* The address of one of the arrays, valid until the handle is closed. NULL on failure. */
GAIT_FLAT(gait_flat_mesh_data)
const void *gait_flat_mesh_data(gait_flat *flat, uint32_t mesh, uint32_t kind);
/* For each bone of a mesh, finds the bone of a skeleton with this name, ignoring ASCII case: its
 * index, or -1. The pose of a vertex is the sum over its joints of weight * pose * inverse *
 * position, where `pose` is the GAIT_FLAT_MODEL_MATRIX of that bone, and `inverse`, 16 floats, the
 * inverse of its rest pose, in glTF axes. A bone that was not found does not move; its inverse is
 * the identity. */
GAIT_FLAT(gait_flat_mesh_bones)
bool gait_flat_mesh_bones(gait_flat *flat, uint32_t mesh, uint32_t skeleton, int32_t *out_bones,
                          float *out_inverses);

/* --- edits and conversions -------------------------------------------------------------------- */

/* Makes the edits of a script (docs/formats/edit-script.md) in a copy of the file. Gives the bytes
 * of the result. gait_flat_report() then gives the changes: {"changes":[{"line":1,"text":"..."}]}.
 */
GAIT_FLAT(gait_flat_edit)
bool gait_flat_edit(gait_flat *flat, uint32_t file, const char *script);
/* Merges the bank of `other` into that of `file`, and gives the bytes of the result. The words are
 * those of `gait merge`: "refuse" ...; NULL = the default. */
GAIT_FLAT(gait_flat_merge)
bool gait_flat_merge(gait_flat *flat, uint32_t file, uint32_t other, const char *equal_names,
                     const char *parts);
/* Gives the bytes of a bank with these clips only, in the format of the bank. */
GAIT_FLAT(gait_flat_extract)
bool gait_flat_extract(gait_flat *flat, uint32_t file, const uint32_t *clips, uint32_t count);

/* Salvages a damaged bank from gait_flat_examine() (gait_file_salvage()), and gives the bytes of a
 * new bank with its complete motions. `model` (0 = none) is a model with the bones of the bank, for
 * one whose list of bones is lost. gait_flat_report() then gives {"kept":2,"stated":3,
 * "damage_offset":812,"lost_params":false}, the members of gait_salvaged. GAIT_UNSUPPORTED also for
 * a file that opens, or that is not a bank. */
GAIT_FLAT(gait_flat_salvage)
bool gait_flat_salvage(gait_flat *flat, uint32_t file, uint32_t model);

/* Makes a copy of a bank that is not larger and plays the same (gait_optimise()), and gives its
 * bytes. The tolerances are in millimetres and degrees; 0 = none. `clips` NULL = all.
 * gait_flat_report() then gives the "result" of a gait.optimise/1 document. */
GAIT_FLAT(gait_flat_optimise)
bool gait_flat_optimise(gait_flat *flat, uint32_t file, double tolerance_mm, double tolerance_deg,
                        const uint32_t *clips, uint32_t count);

/* Applies an edited glTF to its base file (gait_roundtrip()) and gives the bytes of the result.
 * `skeleton` may be 0. gait_flat_report() then gives the gait.roundtrip/1 document, also of a
 * refused one. */
GAIT_FLAT(gait_flat_roundtrip)
bool gait_flat_roundtrip(gait_flat *flat, uint32_t base, uint32_t edited, uint32_t skeleton,
                         bool adds_new, bool drops_missing);
/* Gives the report of the last function that makes reports. GAIT_NOT_FOUND when no such function
 * was called, or when it failed before it made its report. */
GAIT_FLAT(gait_flat_report) bool gait_flat_report(gait_flat *flat);

/* The way back of gait_flat_keys(): collects the keys of edited clips, and applies them to the base
 * file as a round trip. `skeleton` is the one on which gait_flat_keys() was called; `rests` and
 * `axes` are the same as there, and are copied. Returns a handle. Fails with the errors of
 * gait_flat_keys() for these matrices. `base` 0 = no base file: the skeleton may be any, and only
 * gait_flat_edited_gltf() can be used. */
GAIT_FLAT(gait_flat_edited)
uint32_t gait_flat_edited(gait_flat *flat, uint32_t base, uint32_t skeleton, const float *rests,
                          const float *axes);
/* Adds a clip: `name` is that of a clip of the base file, or new. `block` has the form of
 * gait_flat_keys(), and is copied; a bone without keys is at its rest pose. Times are seconds;
 * `start_s` is the time of the first frame of the clip, and `duration_s` that from the first to the
 * last frame, 0 = to the last key. `is_stepped`: values stay until the next key;
 * otherwise they are interpolated linearly. Fails with GAIT_TRUNCATED or GAIT_CORRUPT for an
 * invalid block; then nothing is added. */
GAIT_FLAT(gait_flat_edited_add)
bool gait_flat_edited_add(gait_flat *flat, uint32_t edited, const char *name, const uint8_t *block,
                          size_t size, double start_s, double duration_s, bool is_stepped);
/* The same with a block in the form of gait_flat_curves(), in which each curve can have its own
 * frames. `first_frame` is the first frame of the clip, and `frames` the number of frames to the
 * last one, 0 = to the last key. gait_host_edited_add_curves() (host.h) describes details. */
GAIT_FLAT(gait_flat_edited_add_curves)
bool gait_flat_edited_add_curves(gait_flat *flat, uint32_t edited, const char *name,
                                 const uint8_t *block, size_t size, double fps, double first_frame,
                                 double frames, bool is_stepped);
/* The same with poses: `pose_count` times `row_count` matrices of 16 floats, one pose per frame.
 * `rows` has for each bone of the skeleton its row in a pose, -1 where the host lacks the bone.
 * `pose_frames` has the frame of each pose; 0 = one pose per frame.
 * gait_host_edited_add_poses() (host.h) describes details. */
GAIT_FLAT(gait_flat_edited_add_poses)
bool gait_flat_edited_add_poses(gait_flat *flat, uint32_t edited, const char *name,
                                const float *poses, uint32_t row_count, uint32_t pose_count,
                                const int32_t *rows, const double *pose_frames, double fps,
                                double frames);
/* Sets the metadata of the clips (schema gait.extras/1), which are found by their names: events and
 * parameters. It replaces the one of the last call. */
GAIT_FLAT(gait_flat_edited_attach)
bool gait_flat_edited_attach(gait_flat *flat, uint32_t edited, const uint8_t *json, size_t size);
/* Gives the clips as a .glb, which can be opened and converted to a new file. */
GAIT_FLAT(gait_flat_edited_gltf) bool gait_flat_edited_gltf(gait_flat *flat, uint32_t edited);
/* Gives the bytes of the base file with the edits, and the report as gait_flat_roundtrip(). */
GAIT_FLAT(gait_flat_edited_apply)
bool gait_flat_edited_apply(gait_flat *flat, uint32_t edited, bool adds_new, bool drops_missing);

/* Makes a conversion and returns a handle. `target` is the name of a format. `name` (NULL or "" =
 * the default) is the file name of outputs, with {clip} for one output per clip. `skeleton` (0 =
 * none) is a bound one; for a glTF the skeleton to retarget to. `base` (0 = none) is
 * gait_convert_options.base. `fps` and `duration_s`: 0 = the default. */
GAIT_FLAT(gait_flat_convert)
uint32_t gait_flat_convert(gait_flat *flat, uint32_t file, const char *target, const char *name,
                           uint32_t skeleton, uint32_t base, bool is_lossy, double fps,
                           double duration_s);
/* Further options; call these before the first output. Converts only these clips: ascending
 * indices, which are copied. */
GAIT_FLAT(gait_flat_convert_clips)
bool gait_flat_convert_clips(gait_flat *flat, uint32_t conversion, const uint32_t *clips,
                             uint32_t count);
/* The version of the target; the maximum error per key. 0 = the defaults of gait_convert_options.
 */
GAIT_FLAT(gait_flat_convert_exactness)
bool gait_flat_convert_exactness(gait_flat *flat, uint32_t conversion, uint32_t version,
                                 double tolerance_mm, double tolerance_deg);
/* `has_sidecar`: to glTF, also write the metadata as a file NAME.gait.json. `missing_bones`:
 * what to do with bones of the file that the skeleton lacks: 0 = automatic (leaves them out from
 * plain RTM to BMTR, and to formats of no game if the file can be shown without them; else refuses
 * them), 1 = refuse, 2 = leave out. */
GAIT_FLAT(gait_flat_convert_switches)
bool gait_flat_convert_switches(gait_flat *flat, uint32_t conversion, bool has_sidecar,
                                uint32_t missing_bones);
/* To glTF: `model` (0 = none) is the file whose mesh is written if the converted file has none;
 * `no_mesh` leaves out meshes. */
GAIT_FLAT(gait_flat_convert_mesh)
bool gait_flat_convert_mesh(gait_flat *flat, uint32_t conversion, uint32_t model, bool no_mesh);
/* Makes the next output. False at the end, with status 0, and after a failure, with another status;
 * then the next call continues with the following output. gait_flat_report() then gives what the
 * output consists of: {"clips":[0,1],"frames":60,"losses":["events"]}. */
GAIT_FLAT(gait_flat_next) bool gait_flat_next(gait_flat *flat, uint32_t conversion);
/* The number of files of the output. */
GAIT_FLAT(gait_flat_output_count)
uint32_t gait_flat_output_count(gait_flat *flat, uint32_t conversion);
/* The name of one of them; "" when the index is out of range. Valid until the next output. */
GAIT_FLAT(gait_flat_output_name)
const char *gait_flat_output_name(gait_flat *flat, uint32_t conversion, uint32_t index);
/* Gives the bytes of one of them. */
GAIT_FLAT(gait_flat_output)
bool gait_flat_output(gait_flat *flat, uint32_t conversion, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
