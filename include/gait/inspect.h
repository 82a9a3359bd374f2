/* Gait - what else a file contains: parts, masks, events, references, skeletons, code pages,
 * damaged clips. Also files that are read through a callback. */
#ifndef GAIT_INSPECT_H
#define GAIT_INSPECT_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* GAIT_FORMAT_UNKNOWN for NULL and for an unknown name. */
GAIT_API gait_format gait_format_from_name(const char *name);

/* The number of bytes that gait_detect_prefix() requires, unless the file is shorter. */
enum { GAIT_DETECT_PREFIX = 1 << 20 };

/* False when gait_file_open() refuses every file of this size that begins with `prefix`, because
 * its format is unknown or not supported. Programs can then refuse a large file without reading
 * the rest of it. `file_size` is UINT64_MAX if it is not known. */
GAIT_API bool gait_detect_prefix(gait_span prefix, uint64_t file_size);

/* A file that is not in memory. `read` copies `size` bytes at `offset` to `out`. The library never
 * reads beyond `size` of this struct. Any status but GAIT_OK ends the opening and is returned. */
typedef struct gait_reader {
    gait_status (*read)(void *user, uint64_t offset, void *out, size_t size);
    void *user;
    uint64_t size; /* size of the file in bytes */
} gait_reader;

/* How much of a file gait_file_open_reader() reads. */
typedef enum gait_open_mode {
    GAIT_OPEN_WHOLE = 0, /* the whole file, in one read */
    GAIT_OPEN_SKELETON   /* only the parts that a list of skeletons needs */
} gait_open_mode;

/* Works like gait_file_open(), but reads the file through a callback. The callback is only used
 * during this call; the file owns the bytes that were read.
 *
 * GAIT_OPEN_SKELETON reads only chunk headers and a few chunks of OGF and OMF files: header, bones,
 * IK data (rest poses) and motion references of an OGF, and the parameters (parts, bones) of an
 * OMF. Damaged files and files of other formats are read whole. The result has the format, version,
 * names of bones, skeletons and references, and for an OMF the parts. It has no clips:
 * gait_file_clip_count() is 0, and gait_file_check(), gait_file_map() and gait_file_write() return
 * GAIT_UNSUPPORTED. gait_file_ogf() and gait_file_omf() return NULL. Files that are read in part
 * get no diagnostics.
 *
 * GAIT_BAD_ARGUMENT when `reader`, its `read` or `out_file` is NULL, and for an unknown mode;
 * GAIT_LIMIT, before any allocation, when more than options->max_bytes must be read; otherwise the
 * same as gait_file_open(). `file_name` and `options` may be NULL. */
GAIT_API gait_status gait_file_open_reader(const gait_reader *reader, const char *file_name,
                                           gait_open_mode mode, const gait_options *options,
                                           gait_file **out_file);

/* The result of salvaging a damaged bank. */
typedef struct gait_salvaged {
    uint32_t kept;   /* number of motions in the new bank, at least 1: the first ones of the file */
    uint32_t stated; /* number of motions that the bank states, if it can be read */
    uint64_t damage_offset; /* offset of the first data that is not kept; the size of the file when
                               everything is */
    bool lost_params; /* the parameters are lost: the bones are those of `model`, the names are the
                         labels stored with the keys, and playback has default values */
} gait_salvaged;

/* Salvages an OMF that gait_file_open() rejects: opens the complete motions before the damage as a
 * bank that borrows only `file_name`. If the list of bones in the bank is lost, the bones of
 * `model` are used, in their order; `model` may be NULL. GAIT_UNSUPPORTED for encrypted banks, for
 * bytes that are not a bank, and when the list is lost and `model` has no bones; GAIT_CORRUPT when
 * nothing can be salvaged. Diagnostics list what was kept and lost. */
GAIT_API gait_status gait_file_salvage(gait_span bytes, const char *file_name,
                                       const gait_file *model, const gait_options *options,
                                       gait_file **out_file, gait_salvaged *out_salvaged);
/* True when this metadata contains the skeleton of the export. */
GAIT_API bool gait_file_has_exported_skeleton(const gait_file *file);
/* Adds the metadata of a sidecar (NAME.gait.json) to a glTF. `json` is its content, in the format
 * that gait_metadata_open() reads. It has priority over the metadata in the glTF; differences are
 * warnings in `diagnostics`. A sidecar that cannot be read changes nothing. GAIT_UNSUPPORTED for
 * other formats. */
GAIT_API gait_status gait_file_attach_metadata(gait_file *file, gait_span json,
                                               gait_diagnostics *diagnostics);
/* The code page of names in the file that a glTF was made from: 1250 or 1252 if its metadata
 * records it, otherwise 1251. Open the base file of a round trip with it. 0 for a glTF without
 * metadata, for other formats and for NULL. */
GAIT_API uint32_t gait_file_source_code_page(const gait_file *file);
/* The part on which a clip plays, or the bone if it is an FX: its name, in the encoding of
 * gaiti_file_part(). Empty when the clip plays on all parts or on the root, and when the file does
 * not contain the name. */
GAIT_API gait_span gait_file_playback_part(const gait_file *file, uint32_t clip);
/* One event of a clip: a mark, a property or a key stone. Names are valid as long as the file. */
typedef struct gait_event_info {
    gait_span name;  /* encoded as the names of the file (GAIT_UTF8_NAMES) */
    gait_span value; /* in the same encoding; empty = none */
    gait_time_unit time_unit;
    uint32_t interval_count; /* 1, except for marks; a mark without intervals has no time */
} gait_event_info;

/* An event in file order, below event_count of gait_clip_info; all zero when an index is out of
 * range. */
GAIT_API gait_event_info gait_file_event(const gait_file *file, uint32_t clip, uint32_t event);
/* Start and end of an interval of an event, as stored, in the unit of gait_event_info; equal = a
 * moment. Both are 0 when an index is out of range. */
GAIT_API void gait_file_event_interval(const gait_file *file, uint32_t clip, uint32_t event,
                                       uint32_t interval, double out_from_to[2]);
/* The number of parts: groups of bones on which the motions of a bank play. 0 when the format has
 * no parts. */
GAIT_API uint32_t gait_file_part_count(const gait_file *file);
/* Makes a mask for gait_blend() (blend.h) of a part: 1 for the bones of `skeleton` that the part
 * lists, 0 for all others. Names are compared ignoring ASCII case. `out_mask` has one float per
 * bone of the skeleton. Does not allocate. GAIT_BAD_ARGUMENT for NULL and for a part out of range.
 */
GAIT_API gait_status gait_file_part_mask(const gait_file *file, uint32_t part,
                                         const gait_skeleton *skeleton, float *out_mask);
/* The same for the bones on which X-Ray plays a clip, by `flags` and `bone_or_part` of its
 * playback: a cycle on the bones of a part or of all parts, an FX on a bone and its descendants. 1
 * for all bones when the playback is not known, and for cycles on all parts when the file has no
 * parts. GAIT_NOT_FOUND, with nothing written, when the file does not contain the part, or the file
 * or the skeleton not the bone. The games take the parts from the first bank of a model: for
 * motions of its other banks, use gait_file_part_mask() with that bank. */
GAIT_API gait_status gait_file_clip_mask(const gait_file *file, uint32_t clip,
                                         const gait_skeleton *skeleton, float *out_mask);
/* The number of files that this file refers to (OGF motion references); 0 for other formats. */
GAIT_API uint32_t gait_file_ref_count(const gait_file *file);
/* One of these references as stored, in gait_file_code_page(). */
GAIT_API gait_span gait_file_ref(const gait_file *file, uint32_t ref);
/* The number of skeletons in the file (GAIT_HAS_SKELETON): any number in a model.cfg, at most one
 * in models. */
GAIT_API uint32_t gait_file_skeleton_count(const gait_file *file);

/* Facts about a skeleton of a file. */
typedef struct gait_skeleton_info {
    const char *name; /* UTF-8; valid as long as the file. A skeleton without a name has the name of
                         the file */
    uint32_t bone_count;
} gait_skeleton_info;

/* A skeleton in file order; its name is NULL when the index is out of range. */
GAIT_API gait_skeleton_info gait_file_skeleton_info(const gait_file *file, uint32_t skeleton);
/* One of these skeletons; the caller frees it. GAIT_BAD_ARGUMENT for an index out of range. */
GAIT_API gait_status gait_file_skeleton_at(const gait_file *file, uint32_t skeleton,
                                           const gait_options *options,
                                           gait_skeleton **out_skeleton);

#ifdef __cplusplus
}
#endif
#endif
