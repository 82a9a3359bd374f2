/* Conversions that `gait convert` can do. */
#ifndef TOOL_CONVERT_H
#define TOOL_CONVERT_H

#include "convert/clip_choice.h"
#include "options.h"
#include "skeleton/skeleton_resolve.h"
#include "io/source.h"
#include "convert/tolerance.h"

typedef struct convert_options {
    common_options common;
    const char *to;
    text_list clips;
    text_list skeletons;
    const char *base;
    option_count version;
    bool lossy;
    bool add_new;
    bool drop_missing;
    text_list tolerances;
    option_number fps;
    option_number duration;
    bool force;
    bool dry_run;
    bool json;
    bool salvage;
    bool sidecar;
} convert_options;

typedef struct conversion {
    const convert_options *options;
    source *in;
    const char *out; /* as given; may hold {clip} */
    clip_choice clips;
    struct fitting *fit; /* of a glTF that is put on a skeleton; NULL = its own */
    tolerance tolerance;
} conversion;

/* The input's own format again, from its fields. */
int convert_copy(const conversion *job);
int convert_to_gltf(const conversion *job);
/* RTM, plain or binarised. */
int convert_to_rtm(const conversion *job, gait_format format);
/* An edited glTF over the file that it came from, --base. */
bool convert_goes_back(const conversion *job, gait_format target);
int convert_back(const conversion *job, gait_format target);
/* OMF, SKL or SKLS. */
int convert_to_motions(const conversion *job, gait_format format);
/* The bank inside a model as a bank of its own, and a bank into the model of --base. */
int convert_take_bank(const conversion *job);
int convert_put_bank(const conversion *job);
/* What is whole in a bank that does not open. */
int convert_salvage(const conversion *job, gait_format target);
int convert_to_bvh(const conversion *job);

/* What motions have no place for, of gait_omf_loss, as advice. */
void convert_tell_losses(uint32_t losses, bool allowed);
/* Refuses what X-Ray's formats have no place for: names outside CP1251, long ones, many parts. */
int convert_refuse_name(const source *in, const char *what, gait_format format);

/* The skeleton of all outputs, and a clip on it; the caller frees both. Tell what is wrong. */
int convert_resolve(const conversion *job, skeleton_use use, gait_skeleton **out);
int convert_read(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip);
/* One clip in model space or what leads there: tells what is missing for it, or what was asked of
 * its timing in vain. The caller frees it. */
int convert_lift(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip);
/* Tells a status that is not GAIT_OK, and returns its exit code. */
int convert_tell_status(const source *in, const char *what, gait_status status);
/* The same of what cannot become `format`. */
int convert_tell_failure(const source *in, const char *what, gait_format format,
                         gait_status status);
/* Refuses a file without clips for a format that is made of them. */
int convert_need_clips(const conversion *job, gait_format format);
/* What to know before the files are opened elsewhere. */
void convert_tell_next_step(const conversion *job);

/* `pattern` with {clip} replaced by what fits into a file's name: a new text. */
char *convert_path(const char *pattern, const char *clip_name);
/* Makes one output of a clip; returns an exit code. */
typedef int convert_maker(void *user, const char *path, uint32_t clip);
/* One output for each of these clips, until one fails: `pattern` with {clip} replaced. Names that
 * differ only in case are one file on some systems: such get a number. */
int convert_each(const source *in, const clip_choice *clips, const char *pattern,
                 convert_maker *make, void *user);
bool convert_is_per_clip(const char *out);
/* A misspelt {clip} would be a file of that name. */
void convert_warn_of_braces(const char *out);
/* Writes one output unless --dry-run, where it only asks whether it could. */
int convert_write(const conversion *job, const char *path, const gait_buffer *content);
int convert_write_parts(const conversion *job, const char *path, const gait_span *parts,
                        uint32_t count);

#endif
