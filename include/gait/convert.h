/* Gait - conversion: an open file to any format that can be written. */
#ifndef GAIT_CONVERT_H
#define GAIT_CONVERT_H

#include "gait/file.h"
#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- what is asked for ------------------------------------------------------------------------ */

/* Why a conversion was refused, or stopped. */
typedef enum gait_convert_reason {
    GAIT_CONVERT_OK = 0,
    GAIT_CONVERT_NO_ROUTE,       /* nothing converts this format to the target */
    GAIT_CONVERT_BAD_OPTION,     /* an option is out of range, or has no use for this conversion */
    GAIT_CONVERT_NO_CLIPS,       /* no clips are chosen, and the target is made of them */
    GAIT_CONVERT_ONE_CLIP,       /* the target holds one clip: choose one, or name by "{clip}" */
    GAIT_CONVERT_WHOLE_ONLY,     /* a bank is copied, extracted and replaced as a whole */
    GAIT_CONVERT_NO_MOTIONS,     /* the model has no motions that can be extracted */
    GAIT_CONVERT_NEEDS_BASE,     /* a bank becomes part of a model, which is missing */
    GAIT_CONVERT_WRONG_BASE,     /* the base has another format than the output */
    GAIT_CONVERT_BASE_DIFFERS,   /* the base has other bones, or another number of keys or frames */
    GAIT_CONVERT_NO_BONES,       /* retargeting: the file has no bones */
    GAIT_CONVERT_RETARGETING,    /* retargeting: the joints cannot be compared: the status */
    GAIT_CONVERT_NO_JOINT,       /* retargeting: no joint has the name of a bone of the skeleton */
    GAIT_CONVERT_WRONG_SKELETON, /* the skeleton lacks bones of the file: it is another file's */
    GAIT_CONVERT_NEEDS_PARENTS,  /* the parents of the bones are not known: give a skeleton */
    GAIT_CONVERT_NEEDS_REST,     /* the rest pose of the bones is not known: give a skeleton */
    GAIT_CONVERT_HAS_DURATION,   /* fps or duration_s is given for a clip in seconds */
    GAIT_CONVERT_NO_DURATION,    /* the clip is in phases, and the target needs seconds */
    GAIT_CONVERT_LOSES,          /* the target cannot hold everything: `losses`, GAIT_WOULD_LOSE */
    GAIT_CONVERT_SCALED,         /* retargeting: a bone is scaled, which would be lost */
    GAIT_CONVERT_BAD_NAME,       /* a name that the target cannot hold */
    GAIT_CONVERT_READING,        /* a clip cannot be read: status and diagnostics */
    GAIT_CONVERT_WRITING         /* the output cannot be made: status and diagnostics */
} gait_convert_reason;

/* One English sentence without a full stop, such as "the file has no clips"; static storage. */
GAIT_API const char *gait_convert_reason_text(gait_convert_reason reason);

/* What went wrong, and with which clip. */
typedef struct gait_convert_problem {
    gait_convert_reason reason;
    int32_t clip;     /* index in the file; -1 = no single clip */
    const char *name; /* of that clip where it could be read, UTF-8; NULL = not read. Valid until
                         the conversion is ended */
    uint32_t losses;  /* of gait_loss, with GAIT_CONVERT_LOSES */
} gait_convert_problem;

/* One thing that an output lacks. */
typedef struct gait_loss_entry {
    gait_loss what;
    int32_t clip; /* index in the file */
} gait_loss_entry;

/* Where losses go: an array of the caller's. Zero `count` to start; it goes on counting when the
 * array is full. */
typedef struct gait_losses {
    gait_loss_entry *items;
    uint32_t capacity;
    uint32_t count;
} gait_losses;

/* What to make. All zero but `target` is the default. Everything that pointers point to is borrowed
 * until gait_convert_end(). */
typedef struct gait_convert_options {
    gait_options common; /* the limits are those of each document that is made on the way */
    gait_format target;
    /* File name of the output, folders allowed, as outputs repeat it. "{clip}" in it asks for one
     * output per clip, and is replaced by the clip's name: characters that file names cannot hold
     * become '_', as an empty name and a '.' in front do, and names that differ in case only get
     * numbers. Folders of it are repeated unchecked. The extension .gltf asks for
     * text with a .bin beside it, any other for a .glb. NULL: "{clip}" and the extension for
     * targets of one clip, else the name of the file with the extension of the target. */
    const char *name;
    const uint32_t *clips; /* indices, ascending; NULL = all */
    uint32_t clip_count;
    /* The skeleton that clips are posed on, bound to this file: gait_skeleton_search() finds it.
     * NULL: that of a search without candidates, which knows the file's own and the built-in ones.
     */
    const gait_skeleton *skeleton;
    /* Of a glTF only: the skeleton whose bones its joints become by their names. NULL: for banks
     * the one that its extras describe, else the joints stay what they are. */
    const gait_skeleton *retarget;
    /* To BMTR: the file that the clip came from, whose bytes stay where nothing changed. OMF to
     * OGF: the model that the bank is put into. */
    const gait_file *base;
    uint32_t version;  /* of the target: BMTR 2 to 5, OMF 3 or 4, SKL, SKLS 6 or 7; 0 = newest */
    double fps;        /* of clips in phases, to glTF and BVH: 0.001 to 1000000; 0 = by the rule */
    double duration_s; /* the same, at most 279620; not together with fps */
    double tolerance_mm;  /* to OMF: maximum error per key; 0 = as exact as 16 bits, of exchange */
    double tolerance_deg; /* formats 0.05 mm and 0.01 degrees */
    bool is_lossy;        /* go on where the target cannot hold everything */
    gait_losses *losses;  /* what the outputs lack, clip by clip; may be NULL */
    bool has_sidecar;     /* to glTF: the extras as a file NAME.gait.json too */
} gait_convert_options;

/* --- what is made ----------------------------------------------------------------------------- */

/* One file to be written: `parts` one behind the other. */
typedef struct gait_output_file {
    const char *name; /* UTF-8 */
    const gait_span *parts;
    uint32_t part_count;
    uint64_t size; /* bytes of all parts */
} gait_output_file;

/* The largest number of files in one output. */
enum { GAIT_OUTPUT_FILES = 3 };

/* One output. Bytes and lists are valid until the next call on the conversion. */
typedef struct gait_output {
    /* The file of the target format; then, where there are any, the .bin of a .gltf and the
     * sidecar. Write them in reverse order: a .gltf without its .bin is of no use. */
    gait_output_file files[GAIT_OUTPUT_FILES];
    uint32_t file_count;
    const uint32_t *clips; /* those that it holds, indices in the file */
    uint32_t clip_count;
    uint64_t frame_count; /* of all of them */
    uint32_t bone_count;  /* 0 where the file was copied */
    uint32_t losses;      /* what is missing in it, of gait_loss */
    uint32_t changed;     /* BMTR with a base: records, keys and phases that are not the base's */
} gait_output;

/* A conversion on its way; by one thread at a time. It never holds more than one output. */
typedef struct gait_conversion gait_conversion;

/* Decides how the file becomes the target, without reading a clip: what a clip lacks, such as
 * parents of its bones or a duration, is found by gait_convert_next(). `file` must outlive the
 * conversion. GAIT_BAD_ARGUMENT for NULL, and for clips and numbers out of range; GAIT_UNSUPPORTED
 * and others for what cannot be done. Also after a failure, but for NULL and want of memory,
 * *out_conversion is one to be asked why, and to be ended by the caller. */
GAIT_API gait_status gait_convert_begin(const gait_file *file, const gait_convert_options *options,
                                        gait_conversion **out_conversion);
/* The names of the output that comes next, without its bytes; false when there is none. */
GAIT_API bool gait_convert_peek(gait_conversion *conversion, gait_output *out_output);
/* Makes the next output. GAIT_NOT_FOUND, with GAIT_CONVERT_OK as reason, when there is none. An
 * output that fails is left out: the next call goes on with the one behind it. After a failure of
 * gait_convert_begin() every call returns its status. */
GAIT_API gait_status gait_convert_next(gait_conversion *conversion, gait_output *out_output);
/* What went wrong; GAIT_CONVERT_OK = nothing. */
GAIT_API gait_convert_problem gait_convert_what_failed(const gait_conversion *conversion);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_convert_end(gait_conversion *conversion);

/* --- names of outputs ------------------------------------------------------------------------- */

/* The names that gait_convert_options.name describes, for files that other functions make. */
typedef struct gait_output_names gait_output_names;

/* For at most `count` names. `pattern` is copied. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_output_names_new(const char *pattern, uint32_t count,
                                           const gait_options *options,
                                           gait_output_names **out_names);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_output_names_free(gait_output_names *names);
/* A name that was not given before, for a clip of that name (UTF-8); valid until `names` is freed.
 * NULL when there is no memory, or more are asked for than were announced. */
GAIT_API const char *gait_output_names_next(gait_output_names *names, const char *clip_name);
/* True when "{clip}" is in the pattern: one file per clip. */
GAIT_API bool gait_output_name_is_per_clip(const char *pattern);

/* --- retargeting ------------------------------------------------------------------------------ */

/* How the joints of a glTF became bones of another skeleton. */
typedef struct gait_retarget_info {
    const gait_skeleton *tree; /* the skeleton that was asked for */
    const int32_t *joint_of;   /* per bone of `tree`: the joint that moves it; -1 = none */
    const char *const *joints; /* names of the joints, UTF-8 */
    uint32_t joint_count;
    gait_diff_summary summary;
} gait_retarget_info;

/* False when the conversion does not retarget; NULL is fine. Valid until it is ended. */
GAIT_API bool gait_convert_retarget_info(const gait_conversion *conversion,
                                         gait_retarget_info *out_info);
/* What was found in one clip of the file; its notes are of gait_diff_note. All zero when the
 * conversion does not retarget, or the index is out of range. */
GAIT_API gait_clip_diff gait_convert_retarget_clip(const gait_conversion *conversion,
                                                   uint32_t clip);

#ifdef __cplusplus
}
#endif
#endif
