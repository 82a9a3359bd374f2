/* Gait - conversion: an open file to any format that can be written. */
#ifndef GAIT_CONVERT_H
#define GAIT_CONVERT_H

#include "gait/file.h"
#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The way in which a file is converted. */
typedef enum gait_convert_route {
    GAIT_ROUTE_NONE,         /* it cannot be converted */
    GAIT_ROUTE_COPY,         /* the same format: writes the document */
    GAIT_ROUTE_EXTRACT_BANK, /* OGF to OMF: the bank inside a model */
    GAIT_ROUTE_REPLACE_BANK, /* OMF to OGF: a bank replaces the motions of a model */
    GAIT_ROUTE_OTHER_FORM,   /* configs: from text to binarised, and back */
    GAIT_ROUTE_GLTF,         /* the clips are posed on a skeleton, as for the following */
    GAIT_ROUTE_CLIP,         /* one clip per file: BVH, SEAnim */
    GAIT_ROUTE_RTM,          /* plain or binarised */
    GAIT_ROUTE_MOTIONS       /* OMF, SKL, SKLS */
} gait_convert_route;

/* The way from one format to another. GAIT_ROUTE_NONE for invalid formats. */
GAIT_API gait_convert_route gait_convert_route_of(gait_format from, gait_format to);

/* --- input ------------------------------------------------------------------------------------ */

/* Why a conversion or an output was refused. */
typedef struct gait_convert_problem {
    const gait_rule *rule; /* of the group CNV; NULL = no failure. The diagnostics contain its text,
                              or those of the step that failed */
    int32_t clip;          /* index in the file; -1 = no single clip */
    uint32_t losses;       /* of gait_loss: would be lost (CNV034) */
} gait_convert_problem;

/* One kind of data that an output cannot hold. */
typedef struct gait_loss_entry {
    gait_loss what;
    int32_t clip; /* index in the file */
} gait_loss_entry;

/* Such as "root motion"; NULL unless `loss` is one bit of gait_loss. Static storage. */
GAIT_API const char *gait_loss_text(gait_loss loss);

/* A list of losses in an array of the caller. Set `count` to zero first. It also counts entries
 * that do not fit into the array. */
typedef struct gait_losses {
    gait_loss_entry *items;
    uint32_t capacity;
    uint32_t count;
} gait_losses;

/* The item that the hands of a first-person animation hold, as the game attaches it
 * (docs/formats/gltf.md#hands-and-item). */
typedef struct gait_convert_item {
    const gait_file *file;         /* its clips */
    const gait_skeleton *skeleton; /* bound to `file`; it has one root. NULL = no bones: refused */
    const gait_file *model;        /* whose mesh is written if `file` has none; NULL = none */
    const char *anchor; /* bone of the hands, UTF-8; NULL = hands and item stay at the origin */
    /* GAIT_RANGE_ITEM_PLACE */
    double position[3];    /* item_position, metres */
    double orientation[3]; /* item_orientation, degrees */
    /* Name of the clip that plays with every clip of the hands, UTF-8. NULL: that with the name of
     * the clip of the hands, else with the longest end of that name after one of its first 16 '_',
     * else "idle", else the only clip; without one the item does not move. */
    const char *clip;
} gait_convert_item;

typedef struct gait_conversion gait_conversion; /* below */

/* Options of a conversion. Zero is the default of everything but `target`. All pointers are
 * borrowed until gait_conversion_free(). */
typedef struct gait_convert_options {
    gait_options common; /* the limits apply to each intermediate document */
    gait_format target;
    /* File name of the output; it may contain folders, which are copied unchecked. "{clip}"
     * requests one output per clip and is replaced by the name of the clip. The names are valid on
     * every system: invalid characters, an empty name, a leading '.', and '.' and ' ' at the end of
     * a name become '_'; '_' is put before a name that Windows reserves for a device, such as CON
     * or com1.x. Names that are equal except for ASCII case get numbers.
     * The extension .gltf requests text with a .bin file beside it, any other extension a .glb.
     * NULL: "{clip}" with the extension of the target if the target holds one clip, otherwise the
     * name of the input file with that extension. */
    const char *name;
    const uint32_t *clips; /* indices, ascending; NULL = all */
    uint32_t clip_count;
    /* The skeleton on which clips are posed, bound to this file, from gait_skeleton_search(). NULL:
     * the result of a search without candidates (in the file itself and the built-in skeletons).
     */
    const gait_skeleton *skeleton;
    /* From glTF and BVH only: the skeleton to retarget to; joints are matched with its bones by
     * name. NULL: from glTF to OMF, SKL and SKLS the skeleton in the metadata of the file; else no
     * retargeting. */
    const gait_skeleton *retarget;
    /* To BMTR: the original file; unchanged data keeps its bytes. OMF to OGF: the model whose
     * motions are replaced. */
    const gait_file *base;
    /* To glTF: an open model whose mesh is written if the file has none itself, usually that of the
     * skeleton (OGF), or that with the pivots (P3D); NULL = none. */
    const gait_file *model;
    uint32_t version; /* of the target: BMTR 2 to 5, OMF 3 or 4, SKL, SKLS 6 or 7; 0 = newest */
    double
        fps; /* for clips in phases, to glTF and BVH: frames per second, 0.001 to 1000000; 0 = 30 */
    double duration_s; /* for the same clips, at most 279620; 0 = default rule */
    /* To glTF: how a config plays the clips, for their metadata: JSON from gait_report_config(). It
     * is copied as it is; GAIT_BAD_ARGUMENT if it is no object. NULL = unknown; clips of a glTF
     * keep what they have. */
    const char *config;
    /* To OMF: maximum error per key. 0 = as exact as 16 bits allow; for clips from glTF and BVH
     * 0.05 mm and 0.01 degrees. */
    double tolerance_mm, tolerance_deg;
    gait_losses *losses; /* receives all data that the outputs cannot hold; may be NULL */
    /* To glTF: returns the image of a texture of the mesh (gait_mesh_part.texture), or false if the
     * texture has no image. gait_convert_begin() calls it once for each texture. The bytes must
     * stay valid until gait_conversion_free(); see gaiti_gltf_writer_set_images(). NULL = no
     * images. */
    bool (*find_image)(void *user, const char *texture, gait_span *out_bytes);
    void *image_user;
    const gait_convert_item *item;    /* to glTF: held by the hands in the file; NULL = none */
    gait_missing_bones missing_bones; /* bones of the file that `skeleton` lacks */
    bool is_lossy;    /* allows losses that change how a game plays the result; all other losses
                         need no permission */
    bool has_sidecar; /* to glTF: also write the metadata as a file NAME.gait.json */
    bool no_mesh;     /* to glTF: write no mesh, only the shapes of the bones */
    /* Receives a conversion that is refused, for gait_convert_what_failed(); the caller frees it
     * with gait_conversion_free(). Otherwise NULL. It may be the variable that receives the
     * conversion. NULL = not needed. */
    gait_conversion **refused;
} gait_convert_options;

/* --- output ----------------------------------------------------------------------------------- */

/* One file to be written: the concatenation of `parts`. */
typedef struct gait_output_file {
    const char *name; /* UTF-8 */
    const gait_span *parts;
    uint32_t part_count;
    uint64_t size; /* bytes of all parts */
} gait_output_file;

/* The maximum number of files of one output. */
enum { GAIT_OUTPUT_FILES = 3 };

/* One output. Bytes and lists are valid until the next call on the conversion. */
typedef struct gait_output {
    /* The file of the target format, then, if present, the .bin of a .gltf and the sidecar. Write
     * them in reverse order, so that a .gltf never exists without its .bin. */
    gait_output_file files[GAIT_OUTPUT_FILES];
    uint32_t file_count;
    const uint32_t *clips; /* the clips that it contains, indices in the file */
    uint32_t clip_count;
    uint64_t frame_count; /* of all these clips */
    uint32_t bone_count;  /* 0 when the file was copied, or a bank extracted or replaced */
    uint32_t losses;      /* data of its clips that it cannot hold, of gait_loss */
    uint32_t changed; /* BMTR with a base: number of records, keys and phases that differ from it */
} gait_output;

/* gait_conversion: a running conversion; used by one thread at a time. It holds at most one output
 * in memory. */

/* Starts a conversion without reading clips. The mesh for glTF (mesh.h) is read here, once for all
 * outputs: see gait_convert_mesh_status(). Problems of single clips, such as unknown parents of
 * bones, are found by gait_convert_next(). `file` must outlive the conversion. Returns
 * GAIT_BAD_ARGUMENT for NULL, and for clips and numbers out of range; GAIT_UNSUPPORTED and others
 * if the conversion is impossible. Then options->refused has the reason, except after a NULL
 * argument, an invalid target, GAIT_NO_MEMORY, or GAIT_LIMIT when the conversion object itself
 * exceeds a limit. */
GAIT_API gait_status gait_convert_begin(const gait_file *file, const gait_convert_options *options,
                                        gait_conversion **out_conversion);
/* Makes the next output. Returns GAIT_NOT_FOUND at the end. After a failure the next call continues
 * with the following output. For a refused conversion every call returns the status of
 * gait_convert_begin(). */
GAIT_API gait_status gait_convert_next(gait_conversion *conversion, gait_output *out_output);
/* The reason of the last failure. */
GAIT_API gait_convert_problem gait_convert_what_failed(const gait_conversion *conversion);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_conversion_free(gait_conversion *conversion);

#ifdef __cplusplus
}
#endif
#endif
