/* The row of a format: what it is, and its functions. formats.def lists all formats. */
#ifndef GAITI_FORMATS_FORMAT_ROW_H
#define GAITI_FORMATS_FORMAT_ROW_H

#include "base/fields.h"
#include "model/clip_change.h"
#include "gait/bank_edit.h"
#include "gait/file.h"
#include "gait/mesh.h"
#include "gait/metadata.h"
#include "gait/inspect.h"

/* Facts about a part. */
typedef struct gaiti_part_info {
    gait_span name; /* in the code page of the source of the file; valid as long as the file */
    uint32_t bone_count;
} gaiti_part_info;

struct gaiti_text;

/* The result of a probe. */
typedef enum gaiti_guess {
    GAITI_GUESS_NO = 0,
    GAITI_GUESS_BEGINS, /* begins like the format; the rest is damaged or was not examined */
    GAITI_GUESS_YES     /* the outermost structure was examined completely */
} gaiti_guess;

/* Abilities that several formats have. */
enum {
    GAITI_ANIMATION_ABILITIES =
        GAIT_CAN_OPEN | GAIT_CAN_WRITE | GAIT_CAN_EXPORT | GAIT_HAS_CLIPS | GAIT_HAS_TEXT
};

/* The functions that apply a round trip to a format (roundtrip.h). `edited` is a document that was
 * opened for this purpose, for models the copy of its bank; after a failure it can only be freed.
 */
typedef struct gaiti_roundtrip_functions {
    uint32_t lost_metadata; /* mask of gait_metadata_field: what the format cannot store */
    bool has_marks;         /* events are marks, which have no values */
    /* Changes the keys of a clip. `file_clip` is the result of gait_file_clip() before the
     * change. */
    gait_status (*apply_changes)(void *edited, uint32_t clip, const gaiti_clip_change *change,
                                 const gait_clip *file_clip, const gait_options *options);
    /* Changes the metadata of a clip. `changes` is a mask of gait_metadata_field without
     * lost_metadata; `clip_metadata` as in gaiti_metadata_compare(). */
    gait_status (*apply_metadata)(void *edited, uint32_t clip, const gait_clip *clip_metadata,
                                  uint32_t changes, const gait_options *options);
    /* Remove and add clips; both are NULL for formats with one clip. Removing a clip decrements the
     * indices of the following ones. An added clip is in GAIT_SPACE_LOCAL and GAIT_AXES_ENGINE; the
     * error of its keys is at most half of the tolerance, 0 = as exact as possible; *out_losses is
     * a mask of gait_loss. */
    gait_status (*remove_clip)(void *edited, uint32_t clip);
    gait_status (*add_clip)(void *edited, const gait_clip *clip, double tolerance_deg,
                            double tolerance_mm, uint32_t *out_losses);
    /* Changes the name of a clip and nothing else; NULL for formats without names. `name` is UTF-8.
     * GAIT_BAD_ARGUMENT when the format cannot hold it. */
    gait_status (*rename_clip)(void *edited, uint32_t clip, const char *name);
} gaiti_roundtrip_functions;

/* The functions for formats that hold several motions, with which banks are extracted and merged
 * (bank_edit.h). */
typedef struct gaiti_bank_functions {
    gait_format many; /* the format of results with several clips */
    /* Makes a bank of these clips, in a format with the same functions. It borrows from the
     * document until it is detached. */
    gait_status (*extract)(const void *document, const uint32_t *clips, uint32_t count,
                           gait_format format, const gait_options *options, void **out_bank);
    gait_status (*detach)(void *bank);
    /* Appends clips of another bank with the same functions. */
    gait_status (*merge)(void *bank, const void *from, const gait_merge_options *options,
                         gait_diagnostics *diagnostics, gait_merged *out_merged);
} gaiti_bank_functions;

/* The functions for models that contain a bank. Edits are made in a copy of it, which then replaces
 * it. */
typedef struct gaiti_model_functions {
    const struct gaiti_format_row *bank; /* of the bank and the copy */
    /* The bank in the model; NULL when it has none. It has the clips and parts of the file, so the
     * row of a model has no functions for these. */
    const void *(*motions)(const void *model);
    /* GAIT_NOT_FOUND when the model has none. */
    gait_status (*extract)(const void *model, const gait_options *options, void **out_bank);
    gait_status (*replace)(void *model, const void *bank, gait_diagnostics *diagnostics);
    /* True when replacing the bank by its changed copy changes nothing else. */
    bool (*is_exact)(const void *model);
    /* Removes the bytes after the last chunk; returns their number. */
    uint64_t (*remove_tail)(void *model);
} gaiti_model_functions;

/* The text form (text/text_form.h). */
typedef struct gaiti_text_functions {
    /* Writes the fields of a copy of a document, or reads them into an empty one. */
    void (*fields)(struct gaiti_text *text, void *document);
    size_t size, arena; /* of the document: its size, and the offset of its gaiti_arena */
} gaiti_text_functions;

/* Which files of src/convert write clips in a format. */
typedef enum gaiti_export_route {
    GAITI_EXPORT_NONE = 0,
    GAITI_EXPORT_GLTF,
    GAITI_EXPORT_CLIP, /* one clip per file, with write_clip */
    GAITI_EXPORT_RTM,
    GAITI_EXPORT_MOTIONS
} gaiti_export_route;

/* The same content in another format: configs as text, and binarised. */
typedef struct gaiti_other_form {
    gait_format format;
    /* Appends the file. What that format cannot hold is a diagnostic. */
    gait_status (*write)(const void *document, gait_diagnostics *diagnostics, gait_buffer *out);
} gaiti_other_form;

/* Data that a format cannot hold, as bits of gait_loss. */
typedef struct gaiti_loss_limits {
    uint32_t lost;   /* all of it */
    uint32_t played; /* the part of it that changes how a game plays the result: only lost when the
                        caller of the conversion allows it */
} gaiti_loss_limits;

/* Options of a conversion for write_clip. */
typedef struct gaiti_clip_writing {
    gait_options common;    /* for temporary memory and diagnostics */
    double fps, duration_s; /* for clips in phases; 0 = default */
} gaiti_clip_writing;

/* How clips are exported to a format. */
typedef struct gaiti_export {
    gaiti_export_route route;
    /* Appends a clip in GAIT_SPACE_LOCAL and GAIT_AXES_GLTF, without scale if `limits` has
     * GAIT_LOSES_SCALE. Adds bits of gait_loss to *losses. With GAITI_EXPORT_CLIP. */
    gait_status (*write_clip)(const gait_clip *clip, const gaiti_clip_writing *writing,
                              gait_buffer *out, uint32_t *losses);
    gaiti_loss_limits limits;
    uint32_t last_old;            /* the last version that holds less; 0 = none */
    gaiti_loss_limits old_limits; /* of versions up to it */
    bool has_no_infinity;         /* cannot hold numbers that are not finite */
    /* Keys of files in this format that programs write without a movement move so much. */
    double noise_mm, noise_deg;
} gaiti_export;

/* The losses of several formats. */
enum {
    GAITI_LOSSES_OF_EVENTS = GAIT_LOSES_EVENTS | GAIT_LOSES_EVENT_VALUES | GAIT_LOSES_EVENT_ENDS,
    GAITI_LOSSES_OF_PLAYBACK = GAIT_LOSES_LOOP | GAIT_LOSES_PLAYBACK | GAIT_LOSES_PARTS,
    /* RTM stores phases instead of times, and moments instead of intervals. The game's config sets
     * speed and loop. */
    GAITI_LOSSES_OF_RTM = GAITI_LOSSES_OF_PLAYBACK | GAIT_LOSES_EVENT_ENDS | GAIT_LOSES_DURATION |
                          GAIT_LOSES_CLIP_NAME,
    GAITI_LOSSES_OF_MOTIONS =
        GAIT_LOSES_SCALE | GAIT_LOSES_EVENT_VALUES | GAIT_LOSES_ROOT_MOTION | GAIT_LOSES_PARTS
};

/* The row of a format. Mandatory are `info` and `probe`; with GAIT_CAN_OPEN also `open` and `free`,
 * and with `clip_count` also `clip_info`. Functions that do not apply are NULL: then the file has
 * none of the things that they count, or the public function (open_file.c) returns
 * GAIT_UNSUPPORTED or GAIT_NOT_FOUND. tests/unit/formats/test_rows.c checks each row. */
typedef struct gaiti_format_row {
    gait_format_info info;
    gaiti_guess (*probe)(gait_span bytes);
    /* False when no file of this size begins with `prefix`. For formats that can begin with
     * anything; NULL: `probe` tells. */
    bool (*is_possible)(gait_span prefix, uint64_t file_size);
    /* Makes the document, with which the other functions are called. */
    gait_status (*open)(gait_span bytes, const gait_options *options, void **out_document);
    /* Reads the parts that skeletons require and appends them as a smaller file of the same format,
     * at most `max_bytes`. Appends nothing and returns GAIT_OK when the file has another format or
     * is damaged: then the complete file must be read. Otherwise GAIT_LIMIT, GAIT_NO_MEMORY or the
     * status of the reader. NULL: always read the complete file. */
    gait_status (*outline)(const gait_reader *reader, uint64_t max_bytes, gait_buffer *out);
    void (*free)(void *document);
    size_t code_page; /* offset of a uint32_t in the document, its code page; 0 = UTF-8 */
    int32_t (*version)(const void *document);
    uint32_t (*bone_count)(const void *document);
    gait_span (*bone_name)(const void *document, uint32_t bone);
    uint32_t (*clip_count)(const void *document);
    /* The name is empty for formats whose clip is named after the file. */
    gait_clip_info (*clip_info)(const void *document, uint32_t clip);
    gait_playback (*playback)(const void *document, uint32_t clip);
    /* Events: both or none. The interval is below the interval_count of the event. */
    gait_event_info (*event)(const void *document, uint32_t clip, uint32_t event);
    void (*event_interval)(const void *document, uint32_t clip, uint32_t event, uint32_t interval,
                           double out_from_to[2]);
    uint32_t (*part_count)(const void *document);
    gaiti_part_info (*part)(const void *document, uint32_t part);
    gait_span (*part_bone)(const void *document, uint32_t part, uint32_t index);
    uint32_t (*ref_count)(const void *document);
    gait_span (*ref)(const void *document, uint32_t ref);
    /* NULL: there is nothing to check. */
    gait_status (*check)(const void *document, gait_diagnostics *diagnostics);
    /* Visits all fields of the file, whose bytes `visitor` reads: those of `write` for documents
     * that can be edited, otherwise those from which it was opened. NULL: one field, "content". */
    void (*show)(const void *document, gaiti_visitor *visitor);
    gait_status (*write)(const void *document, gait_buffer *out);
    /* The same, but large keys are added to `blocks`; NULL: `write`. */
    gait_status (*write_blocks)(const void *document, gaiti_blocks *blocks, gait_buffer *out);
    gaiti_text_functions text; /* `fields` is NULL: no text form */
    /* If these three are NULL, the document has at most one skeleton, that of `skeleton`. */
    uint32_t (*skeleton_count)(const void *document);
    /* The name may be NULL: named after the file. */
    gait_skeleton_info (*skeleton_info)(const void *document, uint32_t skeleton);
    gait_status (*skeleton_at)(const void *document, uint32_t skeleton, const char *file_clip,
                               const gait_options *options, gait_skeleton **out_skeleton);
    gait_status (*skeleton)(const void *document, const char *file_clip,
                            const gait_options *options, gait_skeleton **out_skeleton);
    gait_status (*bind_skeleton)(const void *document, const gait_skeleton *tree,
                                 const gait_options *options, gait_skeleton **out_skeleton);
    /* `file_clip` is the clip name for formats that store none, in UTF-8. */
    gait_status (*clip)(const void *document, uint32_t index, const char *file_clip,
                        const gait_skeleton *skeleton, const gait_options *options,
                        gait_clip **out_clip);
    gait_status (*mesh)(const void *document, const gait_skeleton *skeleton,
                        const gait_options *options, gait_mesh **out_mesh);
    /* Counts without examining vertices; both functions about meshes, or none. */
    gait_status (*mesh_info)(const void *document, const gait_options *options,
                             gait_mesh_info *out_info);
    /* Dependencies: other files that this one requires. All four or none. */
    uint32_t (*dependency_count)(const void *document);
    const char *(*dependency)(const void *document, uint32_t dependency);
    uint64_t (*dependency_size)(const void *document, uint32_t dependency);
    gait_status (*provide)(void *document, uint32_t dependency, gait_span bytes,
                           gait_diagnostics *diagnostics);
    gait_status (*check_complete)(const void *document, gait_diagnostics *diagnostics);
    /* Metadata: all three or none. */
    const gait_metadata *(*metadata)(const void *document);
    const gait_metadata_clip *(*metadata_clip)(const void *document, uint32_t clip);
    gait_status (*attach_metadata)(void *document, gait_span json, gait_diagnostics *diagnostics);
    /* NULL: the format cannot be the base of a round trip. */
    const gaiti_roundtrip_functions *roundtrip;
    const struct gaiti_edit_functions *edit; /* formats/edit_functions.h; NULL: no edits */
    const char *not_smaller;    /* why gait_optimise() cannot make it smaller; NULL: no reason */
    const gaiti_export *export; /* with GAIT_CAN_EXPORT */
    const gaiti_other_form *other_form; /* NULL: there is none */
    const gaiti_bank_functions *bank;   /* NULL: no banks */
    const gaiti_model_functions *model; /* NULL: no models with banks */
} gaiti_format_row;

/* The code page of the names in a document; 0 = 1251. */
static inline uint32_t gaiti_row_code_page(const gaiti_format_row *row, const void *document) {
    const void *place = (const uint8_t *)document + row->code_page;
    return row->code_page ? *(const uint32_t *)place : GAIT_CODE_PAGE_UTF8;
}

/* Writes a document, large keys to `blocks` if its format can. */
static inline gait_status gaiti_row_write_blocks(const gaiti_format_row *row, const void *document,
                                                 gaiti_blocks *blocks, gait_buffer *out) {
    return row->write_blocks ? row->write_blocks(document, blocks, out) : row->write(document, out);
}

#define GAITI_FORMAT(number, name) extern const gaiti_format_row gaiti_##name##_row;
#include "formats/formats.def"
#undef GAITI_FORMAT

#endif
