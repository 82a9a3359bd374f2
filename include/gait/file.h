/* Gait - any file: recognise, open, list, check, lift, write. */
#ifndef GAIT_FILE_H
#define GAIT_FILE_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The file formats that the library recognises. */
typedef enum gait_format {
    GAIT_FORMAT_UNKNOWN = 0,
    GAIT_FORMAT_RTM,
    GAIT_FORMAT_BMTR,
    GAIT_FORMAT_OMF,
    GAIT_FORMAT_OGF,
    GAIT_FORMAT_SKL,
    GAIT_FORMAT_SKLS,
    GAIT_FORMAT_MODELCFG,
    GAIT_FORMAT_P3D,
    GAIT_FORMAT_GLTF,
    GAIT_FORMAT_BVH,
    GAIT_FORMAT_SEANIM,
    GAIT_FORMAT_COUNT
} gait_format;

/* What can be done with a format. */
typedef enum gait_ability {
    GAIT_CAN_OPEN = 1,      /* gait_file_open() reads it */
    GAIT_CAN_WRITE = 2,     /* gait_file_write() writes it, exactly */
    GAIT_CAN_EXPORT = 4,    /* exchange format: only clips are written to it (convert.h) */
    GAIT_HAS_CLIPS = 8,     /* holds animation */
    GAIT_HAS_SKELETON = 16, /* holds a tree of bones */
    GAIT_MANY_CLIPS = 32,   /* a bank */
    GAIT_UTF8_NAMES = 64    /* names of bones are UTF-8; else CP1251 */
} gait_ability;

/* Facts about one format. */
typedef struct gait_format_info {
    gait_format format;
    const char *name;       /* as in JSON: "rtm" */
    const char *title;      /* "plain RTM (Operation Flashpoint, Arma, DayZ)" */
    const char *extensions; /* space separated, lower case, with dots: ".gltf .glb" */
    uint32_t abilities;     /* of gait_ability */
} gait_format_info;

/* Static storage; `unknown` for a value out of range. */
GAIT_API const gait_format_info *gait_format_get_info(gait_format format);
/* GAIT_FORMAT_UNKNOWN when there is no such name. */
GAIT_API gait_format gait_format_from_name(const char *name);

/* What the bytes are, whatever the file is called: the top frame of the file is walked to its end.
 * `file_name` breaks ties and may be NULL. */
GAIT_API gait_format gait_detect(gait_span bytes, const char *file_name);

/* One open file. Borrows the bytes it was opened on until gait_file_free(). Reading one file from
 * several threads is fine, each gait_file call must be const; changing it is not. Diagnostics that
 * its functions raise name it as gait_file_open() was told to. */
typedef struct gait_file gait_file;

/* Opens any format that has GAIT_CAN_OPEN. `file_name` (UTF-8, folders allowed) names the clip of
 * formats that hold no name, and may be NULL. Errors go to options->diagnostics and decide the
 * status. GAIT_UNSUPPORTED, with a diagnostic that names the format, for everything else.
 * At most 4 allocations, of a glTF 12, of a BVH 18, whatever the number of clips; of a glTF with
 * extras of Gait one more each time that what they say is twice as much, up to a megabyte each. */
GAIT_API gait_status gait_file_open(gait_span bytes, const char *file_name,
                                    const gait_options *options, gait_file **out_file);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_file_free(gait_file *file);

/* What came out of a damaged bank. */
typedef struct gait_salvaged {
    uint32_t kept;          /* motions, the first ones; as many as the new bank has, at least 1 */
    uint32_t stated;        /* motions that the bank says it has, as far as it says */
    uint64_t damage_offset; /* of the first thing that is not kept; the size when all is */
    bool lost_params;       /* bones are those given, names are labels, playback is a default */
} gait_salvaged;

/* Opens the whole motions before the damage of an OMF that gait_file_open() refuses, as a bank that
 * borrows nothing. The bones of `model` (may be NULL), in its order, serve where the bank's own
 * list of bones is lost. GAIT_UNSUPPORTED for encrypted banks, for bytes that are no bank, and when
 * the list is lost and no model was given; GAIT_CORRUPT when nothing can be saved. Diagnostics say
 * what was kept and lost. */
GAIT_API gait_status gait_file_salvage(gait_span bytes, const char *file_name,
                                       const gait_file *model, const gait_options *options,
                                       gait_file **out_file, gait_salvaged *out_salvaged);

/* A file that is not in memory. `read` puts the `size` bytes at `offset` into `out`; the library
 * never asks beyond `size` of the file. Any status but GAIT_OK ends the opening and is returned. */
typedef struct gait_reader {
    gait_status (*read)(void *user, uint64_t offset, void *out, size_t size);
    void *user;
    uint64_t size; /* bytes of the file */
} gait_reader;

/* How much of a file gait_file_open_reader() reads. */
typedef enum gait_open_mode {
    GAIT_OPEN_WHOLE = 0, /* everything, in one read */
    GAIT_OPEN_SKELETON   /* what a list of skeletons needs */
} gait_open_mode;

/* gait_file_open() of a file that is read through a callback. The callback is used during this call
 * only: the file owns the bytes that were read.
 *
 * GAIT_OPEN_SKELETON reads of OGF and OMF the heads of the chunks and a few chunks only: header,
 * bones, IK data (rest poses) and motion references of an OGF, the parameters (parts, bones) of an
 * OMF. Damaged ones, and files of other formats, are read whole. The result serves for format,
 * version, names of bones, skeletons and references, and of an OMF for parts. It has no clips:
 * gait_file_clip_count() is 0, and gait_file_check(), gait_file_map() and gait_file_write() return
 * GAIT_UNSUPPORTED. There is no gait_file_ogf() or gait_file_omf(), and no diagnostic is raised for
 * a file that was read in part.
 *
 * GAIT_BAD_ARGUMENT when `reader`, its `read` or `out_file` is NULL and for an unknown mode;
 * GAIT_LIMIT, before memory is asked for, when more than options->max_bytes would have to be read;
 * else as gait_file_open(). `file_name` and `options` may be NULL. */
GAIT_API gait_status gait_file_open_reader(const gait_reader *reader, const char *file_name,
                                           gait_open_mode mode, const gait_options *options,
                                           gait_file **out_file);

/* The format that was recognised when the file was opened. */
GAIT_API gait_format gait_file_format(const gait_file *file);
/* Files beside this one that it keeps keys in: buffers of a .gltf. 0 for all other formats. */
GAIT_API uint32_t gait_file_dependency_count(const gait_file *file);
/* Its path, relative to the folder of this file and never out of it, with '/' between folders; NULL
 * when it is elsewhere, so that nobody should follow it. */
GAIT_API const char *gait_file_dependency_at(const gait_file *file, uint32_t need);
/* The bytes of a need, which must outlive the file. GAIT_TRUNCATED when they are too few. */
GAIT_API gait_status gait_file_provide(gait_file *file, uint32_t need, gait_span bytes,
                                       gait_diagnostics *diagnostics);
/* GAIT_OK when nothing is missing; else a diagnostic for what is, and GAIT_UNSUPPORTED. Until then
 * clips have no frames and the file no skeleton. */
GAIT_API gait_status gait_file_check_complete(const gait_file *file, gait_diagnostics *diagnostics);

/* True when a glTF has the extras of Gait: what glTF has no place for (metadata.h). */
GAIT_API bool gait_file_has_metadata(const gait_file *file);
/* True when they describe the skeleton that the file was exported on. */
GAIT_API bool gait_file_has_exported_skeleton(const gait_file *file);
/* Extras from beside a glTF that has none: GAIT_WOULD_LOSE when it has some. As
 * gait_metadata_open(). GAIT_UNSUPPORTED for other formats. */
GAIT_API gait_status gait_file_attach_metadata(gait_file *file, gait_span json,
                                               gait_diagnostics *diagnostics);

/* RTM 100 or 101, BMTR 2..5, OMF params version, OGF 2..4, SKL motion version, glTF 2; -1 when the
 * format has none. */
GAIT_API int32_t gait_file_version(const gait_file *file);

/* The number of bones (tracks); 0 for formats without bones. */
GAIT_API uint32_t gait_file_bone_count(const gait_file *file);
/* The name of a bone in track order, in the file's own spelling and encoding (GAIT_UTF8_NAMES);
 * empty where a glTF has no name.
 * The bytes live as long as the file. */
GAIT_API gait_span gait_file_bone_name(const gait_file *file, uint32_t bone);

/* Facts about one clip of a file. `name` lives as long as the file. */
typedef struct gait_clip_info {
    gait_span name; /* CP1251; of glTF UTF-8; of RTM, BMTR and BVH the file name without folder and
                       extension */
    bool name_is_utf8;
    uint32_t frame_count;
    double duration_s; /* negative = the format does not say */
    int loop;          /* 1 yes, 0 no, -1 the format does not say */
    uint32_t event_count;
    bool has_root_motion;
    float root_motion[3]; /* the displacement per cycle as stored (RTM, BMTR) */
} gait_clip_info;

/* The number of clips; 0 for formats without animation, and for files that were opened with
 * GAIT_OPEN_SKELETON. */
GAIT_API uint32_t gait_file_clip_count(const gait_file *file);
/* Facts about one clip. */
GAIT_API gait_clip_info gait_file_clip_info(const gait_file *file, uint32_t clip);
/* Index of the first clip with this name (UTF-8), else of the first one whose name differs in the
 * case of ASCII letters only; -1 when there is none and when an argument is NULL. */
GAIT_API int32_t gait_file_find_clip(const gait_file *file, const char *name);

/* The number of parts: the groups of bones that motions of a bank play on. 0 when the format has
 * none. */
GAIT_API uint32_t gait_file_part_count(const gait_file *file);
/* Facts about a part. */
typedef struct gait_part_info {
    gait_span name; /* CP1251; lives as long as the file */
    uint32_t bone_count;
} gait_part_info;

/* A part in file order; all zero when the index is out of range. */
GAIT_API gait_part_info gait_file_part(const gait_file *file, uint32_t part);
/* The name of a bone of a part in the order in which it lists them, CP1251. Both indices must be in
 * range. */
GAIT_API gait_span gait_file_part_bone(const gait_file *file, uint32_t part, uint32_t index);

/* The number of files that this one refers to (OGF motion references); 0 for other formats. */
GAIT_API uint32_t gait_file_ref_count(const gait_file *file);
/* One of these references as stored, CP1251. */
GAIT_API gait_span gait_file_ref(const gait_file *file, uint32_t ref);

/* Everything that is wrong with the file beyond what opening found: checksums, values, names. The
 * diagnostics that opening raised are not repeated. Returns GAIT_OK, or the status of the first
 * error found. */
GAIT_API gait_status gait_file_check(const gait_file *file, gait_diagnostics *diagnostics);

/* The file as bytes, from its fields: the same bytes when nothing was changed. GAIT_UNSUPPORTED
 * for formats without GAIT_CAN_WRITE. */
GAIT_API gait_status gait_file_write(const gait_file *file, gait_buffer *out);

/* The number of skeletons that the file holds (GAIT_HAS_SKELETON): any number in a model.cfg, one
 * or none in models. */
GAIT_API uint32_t gait_file_skeleton_count(const gait_file *file);
/* Facts about a skeleton of a file. */
typedef struct gait_skeleton_info {
    const char *name; /* UTF-8; lives as long as the file. A skeleton without a name is called like
                         the file */
    uint32_t bone_count;
} gait_skeleton_info;

/* A skeleton in file order; its name is NULL when the index is out of range. */
GAIT_API gait_skeleton_info gait_file_skeleton_info(const gait_file *file, uint32_t skeleton);
/* One of these skeletons; the caller frees it. GAIT_BAD_ARGUMENT for an index out of range. */
GAIT_API gait_status gait_file_skeleton_at(const gait_file *file, uint32_t skeleton,
                                           const gait_options *options,
                                           gait_skeleton **out_skeleton);

/* The file's own skeleton: its only one with bones, or of several in a model.cfg the one of the
 * model that is called like the file. The caller frees it; GAIT_NOT_FOUND when there is none. */
GAIT_API gait_status gait_file_skeleton(const gait_file *file, const gait_options *options,
                                        gait_skeleton **out_skeleton);

/* The skeleton on which the clips of `file` are posed, made from the file's bones and `tree`:
 * a skeleton from elsewhere, or NULL when none is known. The caller frees it.
 * RTM: the bones of the file in the file's spelling, each below its nearest ancestor in the file;
 * bones that `tree` lacks are roots (warning), all are when `tree` is NULL.
 * BMTR: the bones of the file, each below its parent in `tree` where the file has that one, else a
 * root; GAIT_UNSUPPORTED with a diagnostic when `tree` lacks a bone of the file. Without `tree`:
 * the file's bones with unknown parents, good for GAIT_SPACE_LOCAL_DELTA only.
 * OMF, SKL: `tree` itself; GAIT_UNSUPPORTED with a diagnostic when it lacks a bone of the file.
 * Without `tree`: the file's bones with unknown parents, good for GAIT_SPACE_LOCAL only. An unknown
 * rest pose is taken from the first frame of the first clip. GAIT_NOT_FOUND for formats without
 * clips. glTF, BVH: their own bones, whatever `tree` is. `tree` is copied from, not kept. */
GAIT_API gait_status gait_file_bind_skeleton(const gait_file *file, const gait_skeleton *tree,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);

/* Clip `index` on a skeleton from gait_file_bind_skeleton(). Keys stay views of the file's bytes
 * where they can: the file and the skeleton must outlive the clip. The caller frees it. */
GAIT_API gait_status gait_file_clip(const gait_file *file, uint32_t index,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);

#ifdef __cplusplus
}
#endif
#endif
