/* Gait - files of any format: detect, open, list, check, read clips, write. */
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
    GAIT_FORMAT_ANM,
    GAIT_FORMAT_CONFIG,
    GAIT_FORMAT_RAP, /* a binarised config */
    GAIT_FORMAT_LTX,
    GAIT_FORMAT_COUNT
} gait_format;

/* What can be done with a format. */
typedef enum gait_ability {
    GAIT_CAN_OPEN = 1,  /* gait_file_open() reads it */
    GAIT_CAN_WRITE = 2, /* gait_file_write() writes it, without changing a byte of unchanged data */
    GAIT_CAN_EXPORT = 4,      /* clips of other formats can be converted to it (convert.h) */
    GAIT_HAS_CLIPS = 8,       /* holds animation */
    GAIT_HAS_SKELETON = 16,   /* holds a hierarchy of bones */
    GAIT_MANY_CLIPS = 32,     /* can hold several clips: banks, and exchange formats such as glTF */
    GAIT_UTF8_NAMES = 64,     /* names are UTF-8; otherwise in a code page */
    GAIT_HAS_TEXT = 128,      /* has a text form: gait_text_dump(), gait_text_build() */
    GAIT_OWN_JOINTS = 256,    /* clips play on the joints of their file, and on no other skeleton */
    GAIT_HAS_BANK = 512,      /* models that can contain a bank, and refer to banks */
    GAIT_HAS_MESH = 1024,     /* can contain a mesh */
    GAIT_HAS_PHASES = 2048,   /* stores phases instead of times, and no duration */
    GAIT_MODEL_SPACE = 4096,  /* keys are relative to the model, so that parents can be unknown */
    GAIT_HAS_MOTIONS = 8192,  /* stores keys relative to the parents, in seconds */
    GAIT_HAS_PARTS = 16384,   /* banks, in which clips play on named parts of the bones */
    GAIT_MOVES_OBJECT = 32768 /* a clip moves one object, which has no bones and no model */
} gait_ability;

/* Facts about one format. */
typedef struct gait_format_info {
    gait_format format;
    const char *name;       /* the name in JSON: "rtm" */
    const char *title;      /* "plain RTM (Operation Flashpoint, Arma, DayZ)" */
    const char *extensions; /* separated by spaces, lower case, with dots: ".gltf .glb" */
    gait_family family;     /* of the games that have this format */
    uint32_t abilities;     /* of gait_ability */
} gait_format_info;

/* Static storage. For a value out of range, the entry of GAIT_FORMAT_UNKNOWN. */
GAIT_API const gait_format_info *gait_format_get_info(gait_format format);

/* The format of the bytes. It is determined by the content: the top-level structure is followed to
 * the end of the file. The extension of `file_name` only decides between formats that match equally
 * well; it may be NULL. */
GAIT_API gait_format gait_detect(gait_span bytes, const char *file_name);

/* An open file. It borrows the bytes and the `file_name` that it was opened with until
 * gait_file_free(). Several threads may read one file with functions that take it as const; no
 * other thread may use it while it is changed. Diagnostics of its functions contain the pointer
 * `file_name`, so the name must also be valid as long as they are used. */
typedef struct gait_file gait_file;

/* Opens a file of any format that has GAIT_CAN_OPEN. `file_name` (UTF-8, may contain folders) is
 * the name of the clip in formats that do not store one; it may be NULL. Errors are added to
 * options->diagnostics and determine the status. GAIT_UNSUPPORTED for all other formats, with a
 * diagnostic that gives the format.
 * Makes at most 4 allocations, 12 for a glTF and 18 for a BVH, regardless of the number of clips.
 * The metadata in a glTF takes one more allocation each time its size doubles, up to blocks of one
 * megabyte. */
GAIT_API gait_status gait_file_open(gait_span bytes, const char *file_name,
                                    const gait_options *options, gait_file **out_file);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_file_free(gait_file *file);

/* The format that was detected when the file was opened. */
GAIT_API gait_format gait_file_format(const gait_file *file);
/* The number of dependencies: other files that contain keys of this one, such as the buffers of a
 * .gltf. 0 for all other formats. */
GAIT_API uint32_t gait_file_dependency_count(const gait_file *file);
/* The path of a dependency, relative to the folder of this file and inside it, with '/' between
 * folders. NULL when the file refers to any other place; do not open such a file. */
GAIT_API const char *gait_file_dependency_at(const gait_file *file, uint32_t dependency);
/* The number of bytes of a dependency that are used, from its beginning on; 0 for an index out of
 * range. Its file can be longer. */
GAIT_API uint64_t gait_file_dependency_size(const gait_file *file, uint32_t dependency);
/* Provides the bytes of a dependency, which must outlive the file. GAIT_TRUNCATED when there are
 * too few. */
GAIT_API gait_status gait_file_provide(gait_file *file, uint32_t dependency, gait_span bytes,
                                       gait_diagnostics *diagnostics);
/* GAIT_OK when all dependencies were provided; otherwise GAIT_UNSUPPORTED, with a diagnostic for
 * each missing one. While one is missing, clips have no frames and the file has no skeleton. */
GAIT_API gait_status gait_file_check_complete(const gait_file *file, gait_diagnostics *diagnostics);

/* The version: 100 or 101 for RTM, 2 to 5 for BMTR, the version of the parameters for OMF, 2 to 4
 * for OGF, the version of the motion for SKL, 2 for glTF; -1 when the format has none. */
GAIT_API int32_t gait_file_version(const gait_file *file);

/* The code page of names in this file, for gait_name_to_utf8(): that of gait_options.code_page;
 * without it, 1251 for X-Ray, and 1250 or 1251 for Bohemia's formats, guessed from the names
 * (docs/formats/README.md#code-pages). GAIT_CODE_PAGE_UTF8 for glTF and BVH; 0 for NULL. */
GAIT_API uint32_t gait_file_code_page(const gait_file *file);
/* The number of bones (tracks); 0 for formats without bones. */
GAIT_API uint32_t gait_file_bone_count(const gait_file *file);
/* The name of a bone in track order, in the spelling and encoding of the file (GAIT_UTF8_NAMES);
 * empty for a node of a glTF without a name. The bytes are valid as long as the file. */
GAIT_API gait_span gait_file_bone_name(const gait_file *file, uint32_t bone);

/* Facts about one clip of a file. `name` is valid as long as the file. */
typedef struct gait_clip_info {
    gait_span name; /* in gait_file_code_page(); for RTM, BMTR and BVH the file name without folder
                       and extension */
    bool name_is_utf8;
    uint32_t frame_count;
    double duration_s;          /* negative = the format does not store it */
    int loop;                   /* 1 yes, 0 no, -1 the format does not store it */
    uint32_t event_count;       /* marks, key stones, properties or events of the metadata */
    uint32_t timed_event_count; /* those with a time: marks without intervals have none */
    bool has_root_motion;
    float root_motion[3]; /* displacement per cycle as stored (RTM, BMTR) */
    bool has_phases;
    float phases[2]; /* of the first and the last frame, as stored (RTM, BMTR) */
} gait_clip_info;

/* The number of clips; 0 for formats without animation, and for files opened with
 * GAIT_OPEN_SKELETON. */
GAIT_API uint32_t gait_file_clip_count(const gait_file *file);
/* Facts about one clip; all zero when the index is out of range. */
GAIT_API gait_clip_info gait_file_clip_info(const gait_file *file, uint32_t clip);
/* Finds a clip by its name (UTF-8): the index of the first exact match, otherwise of the first
 * match that ignores the case of ASCII letters. If nothing matches, NAME@2 is the second clip with
 * the name NAME, ignoring case. -1 when nothing matches or an argument is NULL. */
GAIT_API int32_t gait_file_find_clip(const gait_file *file, const char *name);

/* How a game plays one clip: from a bank, an SDK motion or the metadata of a glTF. Its member
 * `known` is false for other formats, and when the index is out of range. */
GAIT_API gait_playback gait_file_playback(const gait_file *file, uint32_t clip);

/* Finds defects beyond those found by opening: checksums, values, names. Does not repeat the
 * diagnostics of opening. Returns GAIT_OK, or the status of the first error found. */
GAIT_API gait_status gait_file_check(const gait_file *file, gait_diagnostics *diagnostics);

/* Appends the file as bytes, written from its fields. An unchanged file gives the same bytes.
 * GAIT_UNSUPPORTED for formats without GAIT_CAN_WRITE. */
GAIT_API gait_status gait_file_write(const gait_file *file, gait_buffer *out);

/* The main skeleton of the file: the only one with bones; in a model.cfg with several, that of the
 * model with the name of the file. The caller frees it. GAIT_NOT_FOUND when there is none. */
GAIT_API gait_status gait_file_skeleton(const gait_file *file, const gait_options *options,
                                        gait_skeleton **out_skeleton);

/* What happens to bones of the file that the skeleton lacks. RTM means from plain RTM to BMTR: for
 * poses, such bones are roots. */
typedef enum gait_missing_bones {
    GAIT_MISSING_AUTO = 0, /* RTM: leave out. Otherwise refuse; a search for clips that are only
                              shown leaves out if the remaining bones form whole chains
                              (docs/skeletons.md#bones-that-are-not-shown) */
    GAIT_MISSING_REFUSE,
    GAIT_MISSING_LEAVE_OUT /* for OMF, SKL and SKLS, also use a skeleton that lacks bones of the
                              file, if no other has all of them */
} gait_missing_bones;

/* The skeleton on which the clips of `file` are posed, made from the bones of the file and `tree`.
 * `tree` is a skeleton from another source, or NULL when none is known; it is copied. The caller
 * frees the result. GAIT_NOT_FOUND for formats without clips.
 * RTM: the bones of the file, in its spelling. The parent of a bone is its nearest ancestor in
 * `tree` that the file has. Bones that are not in `tree` are roots (warning). Without `tree` all
 * bones are roots.
 * BMTR: the bones of the file. The parent of a bone is its parent in `tree`. If the file does not
 * have that bone, the bone is a root. GAIT_UNSUPPORTED with a diagnostic when `tree` lacks a bone
 * of the file. Without `tree`: the bones of the file with unknown parents, usable for
 * GAIT_SPACE_LOCAL_DELTA only.
 * OMF, SKL: a copy of `tree`. GAIT_UNSUPPORTED with a diagnostic when it lacks a bone of the file.
 * Without `tree`: the bones of the file with unknown parents, usable for GAIT_SPACE_LOCAL only.
 * Unknown rest poses are taken from the first frame of the first clip.
 * glTF, BVH: the bones of the file; `tree` is ignored. */
GAIT_API gait_status gait_file_bind_skeleton(const gait_file *file, const gait_skeleton *tree,
                                             const gait_options *options,
                                             gait_skeleton **out_skeleton);

/* A clip on a skeleton from gait_file_bind_skeleton(). Keys are views of the bytes of the file
 * where possible: the file and the skeleton must outlive the clip. The caller frees it.
 * GAIT_BAD_ARGUMENT for a skeleton that lacks a bone of the clip: it is not bound to the file. */
GAIT_API gait_status gait_file_clip(const gait_file *file, uint32_t index,
                                    const gait_skeleton *skeleton, const gait_options *options,
                                    gait_clip **out_clip);

#ifdef __cplusplus
}
#endif
#endif
