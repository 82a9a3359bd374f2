/* `gait convert`: checks the request, converts with the library, writes the outputs. */
#ifndef TOOL_CONVERT_H
#define TOOL_CONVERT_H

#include "batch/batch.h"
#include "options/options.h"
#include "io/source.h"
#include "mod/mod_durations.h"
#include "skeleton/skeleton.h"
#include "gait/convert.h"
#include "gait/roundtrip.h"
#include "gait/convert_steps.h"
#include "gait/matched_joints.h"

typedef struct convert_options {
    common_options common;
    const char *to;
    text_list clips;
    text_list skeletons;
    text_list folders; /* values of --search */
    const char *base;
    option_count version;
    int missing_bones; /* gait_missing_bones */
    bool add_new;
    bool drop_missing;
    text_list tolerances;
    bool force;
    bool dry_run;
    bool json;
    bool salvage;
    const char *output; /* value of -o */
    const char *item_position, *item_orientation;
    const char *ltx; /* FILE:SECTION with these values; NULL = not given */
    text_list item_skeletons;
    gait_convert_item item; /* the anchor and the clip */
    state_options state;
    gait_convert_options library; /* the other options that the library gets */
    batch_options batch;
} convert_options;

typedef struct conversion {
    const convert_options *options;
    source *in;
    const char *item; /* held by the hands in IN; NULL = none */
    clip_choice clips;
    mod_durations *durations;
    gait_convert_options library; /* `name` is OUT as given */
    gait_buffer config;           /* with its NUL: library.config */
    batch_file *batch;            /* the input of a batch; NULL = not in a batch */
} conversion;

/* The library's options from those of the command. Logs errors; returns an exit code. */
int convert_read_options(const convert_options *options, gait_convert_options *out);
/* Converts a file. Logs errors; returns an exit code. */
int convert_file(conversion *job, const char *path);
/* The same for a file that was opened, even without success. */
int convert_opened_file(conversion *job);

/* --- formats (convert_file.c) ----------------------------------------------------------------- */

/* The extension, without dot, of files of the format with this name or extension; NULL = there is
 * no such format. */
const char *convert_file_extension(const char *name);
/* Logs that there is no such format. Returns EXIT_USAGE. */
int convert_refuse_format(const char *name);

/* --- conversions ------------------------------------------------------------------------------ */

/* Logs "WHAT a conversion from FORMAT to FORMAT" about an option that does not apply to it. Returns
 * EXIT_USAGE. */
int convert_refuse_option(const conversion *job, const char *what);
/* Converts the chosen clips, or copies the file, to the target. Returns an exit code. */
int convert_command(conversion *job);
/* Salvages a damaged bank as an .omf. Returns an exit code. */
int convert_salvage(const conversion *job);

/* --- messages --------------------------------------------------------------------------------- */

/* Logs a status other than GAIT_OK; returns its exit code. */
int convert_log_status(const source *in, const char *what, gait_status status);
/* Logs the data that was lost, of gait_loss, as hints. */
void convert_log_losses(uint32_t losses);
/* Logs hints for opening the outputs in other programs. */
void convert_log_next_step(const conversion *job);
/* Logs the possible targets of a file, after an error. */
void convert_log_targets(const source *in);

/* Logs the diagnostics of a conversion that was refused or stopped, and what helps with its input;
 * returns the exit code. */
int convert_log_problem(const conversion *job, gait_status status, gait_convert_problem problem);
/* Logs one output that was written, and its losses. */
void convert_log_output(const conversion *job, gait_convert_route route, const gait_output *output,
                        const gait_losses *losses);

/* --- outputs ---------------------------------------------------------------------------------- */

/* Warns if the name contains '{' without being {clip}: it would be used literally. */
void convert_warn_of_braces(const char *out);
/* Writes a file; with --dry-run only checks whether that is possible. Returns an exit code. */
int convert_write(const conversion *job, const char *path, const gait_buffer *content);

/* --- retargeting ------------------------------------------------------------------------------ */

/* True when --skeleton is given for a glTF or BVH, or the metadata of the glTF contains the
 * skeleton of a bank. */
bool retarget_is_asked(const conversion *job);
/* Logs matched and missing bones. */
void retarget_log(const conversion *job, const gait_retarget_info *info, const char *from);
/* Logs the skeleton and its bones without a joint, each with the joint that has the nearest name,
 * after a message that no joint matches. */
void retarget_log_missing(const gait_retarget_info *info, const char *from);

/* --- hands and item --------------------------------------------------------------------------- */

typedef struct held_item {
    source *file;
    skeleton_cache *cache;
    gait_skeleton *skeleton;
    const source *model;    /* whose mesh is written; NULL = none */
    gait_convert_item item; /* for gait_convert_options */
    char *anchor;           /* of the hands in the .ltx */
} held_item;

/* Refuses options of an item without one, and malformed numbers. Returns an exit code. */
int held_item_check(const convert_options *options, bool has_item);
/* Opens the item of a conversion, and finds its skeleton and its mesh. Logs errors; returns an exit
 * code. */
int held_item_load(const conversion *job, held_item *out);
/* Warns of hands and an item without a mesh, and of an item that does not move in any clip.
 * `model` is that of the hands, NULL = none was found. */
void held_item_warn(const held_item *self, const conversion *job, const source *model);
/* Logs which clips play together. */
void held_item_log_clips(const held_item *self, const source *hands, const uint32_t *clips,
                         uint32_t count);
void held_item_free(held_item *self);

/* --- textures --------------------------------------------------------------------------------- */

typedef struct textures {
    const source *models[2];        /* whose textures are found; NULL = none */
    const skeleton_folders *others; /* further folders to search */
    bool is_verbose;                /* log the files that are found */
    file_bytes *files;              /* images that were read */
    size_t count, capacity;
    uint32_t tried;  /* number of textures that were looked for */
    text_list paths; /* of `files`, owned */
} textures;

/* gait_convert_options.find_image with a `textures`: reads NAME.png, .jpg or .jpeg instead of the
 * texture NAME or NAME.paa. The textures of an OGF are in the folder `textures` next to `meshes`,
 * or in one of the other folders. Those of a P3D are in a folder of its mod: a path from the root
 * of the mod, or its end. Names are compared ignoring ASCII case. Links are not followed. */
bool textures_find(void *user, const char *texture, gait_span *out_bytes);
void textures_free(textures *self);

/* --- round trips ------------------------------------------------------------------------------ */

/* True when a conversion is a round trip. */
bool convert_is_roundtrip(const conversion *job);
/* If the base file is a binarised RTM, a target of plain RTM becomes binarised unless --to is
 * given. Returns an exit code. */
int convert_roundtrip(conversion *job);

/* Round trip of an edited glTF (docs/roundtrip_algorithm.md). The library does the work; this part
 * opens and writes the files and logs messages. */

/* One round trip. */
typedef struct round_trip {
    conversion *job;
    source *base;
    gait_skeleton *skeleton; /* of the base file */
    gait_status status;      /* of gait_roundtrip() */
    gait_roundtrip_report *report;
    gait_roundtrip_summary overview;
    gait_buffer content;
    bool is_written;
} round_trip;

/* --- messages (roundtrip_report.c, roundtrip_report_clip.c) ----------------------------------- */

enum {
    ROUNDTRIP_MAX_CLIPS = 8
}; /* number of clips with the same outcome that are logged by name */

/* Logs everything that is known before the result is written. Returns an exit code. */
int roundtrip_log(const round_trip *trip);
/* Writes the gait.roundtrip/1 document to stdout. */
void roundtrip_print_json(const round_trip *trip);

/* Log the outcome of one clip, after `before` others with the same outcome; the losses of an added
 * clip; and where the result differs from the edit by more than the tolerance. */
void roundtrip_log_clip(const round_trip *trip, uint32_t index, unsigned before);
void roundtrip_log_losses(const round_trip *trip, uint32_t index);
void roundtrip_log_rounding(const round_trip *trip, uint32_t index);

/* --- comparisons ------------------------------------------------------------------------------ */

/* Log the notes about the edited file as a whole, and about one clip. */
void roundtrip_log_file_notes(const gait_diff_summary *summary);
void roundtrip_log_clip_notes(const char *name, const gait_clip_diff *clip);

#endif
