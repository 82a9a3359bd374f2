/* The internals of gait_file, for formats and for code that handles documents of any format. */
#ifndef GAITI_FORMATS_FILE_STATE_H
#define GAITI_FORMATS_FILE_STATE_H

#include "base/diagnose.h"
#include "base/memory.h"
#include "formats/format_row.h"
#include "gait/file.h"
#include "gait/metadata.h"

/* True when a glTF has metadata of Gait: data that glTF itself cannot hold (metadata.h). */
bool gaiti_file_has_metadata(const gait_file *file);
/* A part in file order; all zero when the index is out of range. */
gaiti_part_info gaiti_file_part(const gait_file *file, uint32_t part);
/* The name of a bone of a part, in the order of its list, encoded as the
 * part. Both indices must be in range. */
gait_span gaiti_file_part_bone(const gait_file *file, uint32_t part, uint32_t index);

/* The metadata of an open glTF, NULL when there is none and for other formats. The metadata of a
 * clip is from the first copy that has it, in the order of gaiti_metadata_copy; so are the parts
 * and the skeleton. It is valid as long as the file, and until metadata is attached to the file. */
const gait_metadata *gaiti_file_metadata(const gait_file *file);
/* The metadata of one animation. NULL when there is none, for other formats, and for an index out
 * of range. It is valid as long as the result of gaiti_file_metadata(). */
const gait_metadata_clip *gaiti_file_metadata_clip(const gait_file *file, uint32_t clip);

struct gait_file {
    gaiti_arena arena;
    const gaiti_format_row *row;
    gait_span bytes; /* from which it was opened; empty if salvaged */
    void *document;
    const char *name; /* of the caller, including folders; NULL = none */
    char *
        clip_name; /* the name without folders and extension, for formats that store no clip name */
    gait_buffer owned;     /* the bytes of a file that was read through a callback */
    bool is_skeleton_only; /* opened by GAIT_OPEN_SKELETON */
};

/* The extension, dot included: from the last dot of the file name; "" when there is none. */
gait_span gaiti_file_extension(const char *file_name);
/* True for one of the extensions of the format. */
bool gaiti_format_has_extension(const gaiti_format_row *row, gait_span extension);
/* The row of a format, which must be in range. */
const gaiti_format_row *gaiti_format_row_of(gait_format format);

/* The document of a file if it has this format; NULL for another format, for NULL, and for a
 * file of which only the skeleton was opened from an outline. */
static inline const void *gaiti_file_document(const gait_file *file, const gaiti_format_row *row) {
    bool is_whole = file && !(file->is_skeleton_only && row->outline);
    return is_whole && file->row == row ? file->document : NULL;
}

/* The row for the clips and parts of a file, and their document: for a model those of its bank. */
const gaiti_format_row *gaiti_clips_of(const gait_file *file, const void **out_document);

/* Makes new diagnostics be about this file, if it has a name. Returns the previous name of the
 * sink, for gaiti_restore_file(). `diagnostics` may be NULL. */
static inline const char *gaiti_set_file(gait_diagnostics *diagnostics, const char *name) {
    const char *before = diagnostics ? diagnostics->file : NULL;
    if (diagnostics && name) {
        diagnostics->file = name;
    }
    return before;
}

static inline void gaiti_restore_file(gait_diagnostics *diagnostics, const char *before) {
    if (diagnostics) {
        diagnostics->file = before;
    }
}

/* Raises a finding about the whole file. Returns the status of the rule. */
gait_status gaiti_file_raise(const gait_file *file, gait_diagnostics *diagnostics, gaiti_rule rule,
                             gaiti_detail detail);
/* The skeleton in `file` that applies to `animation`: of several in a model.cfg, the one of the
 * model with the name of `animation`. Otherwise as gait_file_skeleton(). */
gait_status gaiti_file_skeleton_for(const gait_file *file, const gait_file *animation,
                                    const gait_options *options, gait_skeleton **out_skeleton);
/* gait_file_clip(), for game formats also on a skeleton that lacks other bones of the clip than
 * those it states to leave out. */
gait_status gaiti_file_clip_part(const gait_file *file, uint32_t index,
                                 const gait_skeleton *skeleton, const gait_options *options,
                                 gait_clip **out_clip);

#endif
