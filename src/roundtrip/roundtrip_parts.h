/* The files that a round trip reads, and the report that it makes. */
#ifndef GAITI_ROUNDTRIP_PARTS_H
#define GAITI_ROUNDTRIP_PARTS_H

#include "gait/edited_file.h"
#include "model/keyframes.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/gltf.h"
#include "base/memory.h"
#include "base/diagnose.h"
#include "gait/metadata.h"

/* --- the key times of a base file from gaiti_base_file_new() ---------------------------------- */

/* Places the keys of a clip as an export with these options does. */
gait_status gaiti_base_file_place(gaiti_base_file *base, uint32_t clip, gaiti_key_request request);

/* An export whose request is searched. */
typedef struct gaiti_unknown_export {
    double last_s;       /* of gaiti_list_key_requests() */
    const float *found;  /* of gaiti_find_key_request(): one time per key of the clip */
    bool is_since_first; /* it is of an earlier version */
} gaiti_unknown_export;

/* Calls gaiti_list_key_requests() for a clip. */
gait_status gaiti_base_file_list_requests(gaiti_base_file *base, uint32_t clip,
                                          const gaiti_unknown_export *from,
                                          gaiti_key_request out[GAITI_KEY_REQUESTS_MAX],
                                          uint32_t *out_count);
/* Calls gaiti_find_key_request() for a clip. */
gait_status gaiti_base_file_find_request(gaiti_base_file *base, uint32_t clip,
                                         const gaiti_unknown_export *from, gaiti_key_request *out,
                                         bool *out_is_found);

/* --- an edited glTF, for round trips and retargeting ------------------------------------------ */

/* Makes the edited file of a comparison from an open glTF. Used by round trips and by retargeting.
 */

typedef struct gaiti_edited_gltf {
    gait_gltf_rig *rig;
    gait_edited_file *edit;
} gaiti_edited_gltf;

/* Selects the skin with the most bones of the skeleton, or the node hierarchy when no skin has one.
 * GAIT_BAD_ARGUMENT when the file is not a glTF, GAIT_NOT_FOUND when it has no bones; otherwise the
 * status of gaiti_edited_file_new(). Call gaiti_edited_gltf_close() in every case. */
gait_status gaiti_edited_gltf_open(const gait_file *file, const gait_skeleton *skeleton,
                                   const gait_options *options, gaiti_edited_gltf *out);
void gaiti_edited_gltf_close(gaiti_edited_gltf *self);

/* --- the memory of edited files, for gait_edited_file_free() ---------------------------------- */

/* The first member of every object that contains an edited file. */
typedef struct gaiti_edited_object {
    gait_edited_file edit; /* edit.storage is the object */
    const void *kind;      /* an address that stands for the type of the object, or NULL */
    gaiti_arena arena;
} gaiti_edited_object;

/* Allocates an object of `size` bytes that begins with a gaiti_edited_object. NULL with *out_status
 * set when there is no memory. Free it with gait_edited_file_free(). */
void *gaiti_edited_object_new(size_t size, const gait_options *options, gait_status *out_status);

/* The names of the bones of a skeleton in an export, allocated from `arena`. NULL when there is no
 * memory (roundtrip_base_file.c). */
const char *const *gaiti_exported_bone_names(const gait_skeleton *skeleton, gaiti_arena *arena);

/* --- motion of animated nodes above joints ---------------------------------------------------- */

/* Times in seconds. */
typedef struct gaiti_edited_times {
    const double *at;
    uint32_t count;
} gaiti_edited_times;

/* The times of the keys of a channel; those of a spline are close enough for linear pieces between
 * them. */
gait_status gaiti_edited_channel_times(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                       gaiti_arena *arena, gaiti_edited_times *out);

/* Replaces the rotation and translation of each bone that animated nodes between it and its parent
 * move. `from_axes` is applied to poses of root bones, which are relative to the space of the rig
 * before. *out_moves is true when there is such a bone. */
gait_status gaiti_edited_add_motion(const gait_gltf_animated_rig *animated,
                                    const gait_affine *from_axes, const gait_options *options,
                                    gaiti_arena *arena, gait_edited_track *tracks, bool *out_moves);

/* --- the report of a round trip and its steps, one source file per step ----------------------- */

struct gait_roundtrip_report {
    gaiti_arena arena;
    gait_options memory; /* options of objects in the report: without diagnostics */
    const gait_file *base_file;
    const gait_file *edited_file;  /* NULL = none: the caller made `edit` */
    const gait_skeleton *skeleton; /* NULL = none was found */
    gait_skeleton *owned_skeleton; /* equal to `skeleton`, or NULL when the caller owns it */
    gaiti_edited_gltf edited;      /* of `edited_file` */
    const gait_edited_file *edit;  /* edited.edit, or that of the caller */
    const gait_metadata *document; /* metadata of `edited_file`, or that of the caller; or NULL */
    gaiti_base_file *base;
    gaiti_key_request key_request; /* options of the export; all zero = the default ones */
    gaiti_diff *diff;              /* NULL = not compared */
    gait_diagnostics *sink;        /* of the caller; may be NULL */
    uint64_t errors_before;        /* in it when the round trip began */
    gait_roundtrip_summary overview;
    gait_roundtrip_clip_result *clips; /* per clip of `diff` */
    gait_clip **metadata; /* per clip of `diff`: result of gaiti_metadata_compare(), or NULL */
};

/* Returns NULL and sets *out_status when there is no memory. */
gait_roundtrip_report *gaiti_roundtrip_report_new(const gait_options *memory,
                                                  gait_status *out_status);

/* Fills `clips` and `overview` from `base`, `edited` and `diff`. */
gait_status gaiti_roundtrip_list_clips(gait_roundtrip_report *report);

/* True when the format of the base file stores names of clips (roundtrip_clip_names.c). */
bool gaiti_roundtrip_has_names(const gait_roundtrip_report *report);
/* Sets the names of renamed clips. In formats without names, the name is that of the file, and no
 * clip is renamed (roundtrip_clip_names.c). */
void gaiti_roundtrip_set_names(gait_roundtrip_report *report);

/* --- refusals (roundtrip_refuse.c) ------------------------------------------------------------ */

/* Refuse the round trip because of the base file or of the edited file: raise the rule, and set
 * overview.rule. Return the status of the rule. */
gait_status gaiti_roundtrip_refuse_base(gait_roundtrip_report *report, gaiti_rule rule,
                                        gaiti_detail detail);
gait_status gaiti_roundtrip_refuse(gait_roundtrip_report *report, gaiti_rule rule,
                                   gaiti_detail detail);
/* Refuses a clip of the report because the format cannot store its name or, unless that is the
 * reason, the name of an event of `clip`, which may be NULL. */
gait_status gaiti_roundtrip_refuse_name(gait_roundtrip_report *report, uint32_t index,
                                        const gait_clip *clip, bool has_new_name);
/* Sets the rule of the step that failed with this status. Raises it unless the step has raised an
 * error. */
void gaiti_roundtrip_fail(gait_roundtrip_report *report, gaiti_rule rule, gait_status status);

/* Warns that the edited file was made from another version of the base file. */
gait_status gaiti_roundtrip_warn_source(gait_roundtrip_report *report);

/* --- the following steps ---------------------------------------------------------------------- */

/* Places the keys of the base file as the export did, sets `key_request`, and makes `diff`
 * (roundtrip_key_times.c). */
gait_status gaiti_roundtrip_compare_clips(gait_roundtrip_report *report,
                                          const gaiti_diff_options *options);
/* Places the keys of another base file in the same way. */
gait_status gaiti_roundtrip_place_again(const gait_roundtrip_report *report, gaiti_base_file *base);
/* The metadata of an animation of the edited file; NULL = none (roundtrip_metadata.c). */
const gait_metadata_clip *gaiti_roundtrip_metadata_of(const gait_roundtrip_report *report,
                                                      uint32_t animation);
/* Finds differences between the metadata of the edited file and the base file
 * (roundtrip_metadata.c). */
gait_status gaiti_roundtrip_compare_metadata(gait_roundtrip_report *report);
/* True when the round trip may rename clips: it may add and remove clips, and the format stores
 * names (roundtrip_outcome.c). */
bool gaiti_roundtrip_renames(const gait_roundtrip_report *report,
                             const gait_roundtrip_options *options);
/* Decides the outcome of each clip. Refuses the round trip when nothing can be written
 * (roundtrip_outcome.c). */
gait_status gaiti_roundtrip_decide(gait_roundtrip_report *report,
                                   const gait_roundtrip_options *options);
/* Refuses new names that differ only in ASCII case from another name of the result, or not at all:
 * games find only the first of these clips (roundtrip_clip_names.c). */
gait_status gaiti_roundtrip_check_names(gait_roundtrip_report *report);
/* Appends the changed base file to `out` (roundtrip_apply.c). */
gait_status gaiti_roundtrip_apply(gait_roundtrip_report *report,
                                  const gait_roundtrip_options *options, gait_buffer *out);
/* Compares `result` with the edited file and reports rounding (roundtrip_rounding.c). */
gait_status gaiti_roundtrip_find_rounding(gait_roundtrip_report *report,
                                          const gait_roundtrip_options *options, gait_span result);

/* Warns about changed metadata of a clip that games do not accept. `changes` is a mask of
 * gait_metadata_field (roundtrip_metadata_warnings.c). */
void gaiti_roundtrip_warn(const gait_roundtrip_report *report, const gait_clip *clip,
                          uint32_t changes, gait_diagnostics *diagnostics);
/* True when the metadata of the edited file has other parts than the base file. */
bool gaiti_roundtrip_has_other_parts(const gait_file *base, const gait_file *edited);
/* If clips are changed, renamed or dropped: compares the base file with the checksum in the
 * metadata; if it differs, sets overview.has_other_source and warns. */
gait_status gaiti_roundtrip_check_source(gait_roundtrip_report *report);
/* True when the edited file has another number of triangles than its metadata. */
bool gaiti_roundtrip_has_other_mesh(const gait_file *edited, const gait_metadata *metadata);

#endif
