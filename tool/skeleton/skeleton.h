/* Finds the skeleton on which an animation is posed. */
#ifndef TOOL_SKELETON_H
#define TOOL_SKELETON_H

#include "io/source.h"
#include "gait/joints.h"
#include "gait/search.h"
#include "gait/search_steps.h"
#include "project/settings.h"

/* --- FILE:NAME -------------------------------------------------------------------------------- */

/* The parts of "model.cfg:Name". If a file with the complete name exists, it is not split. */
typedef struct skeleton_place {
    char *path;
    char *name; /* NULL = not given */
} skeleton_place;

skeleton_place skeleton_place_of(const char *given);
void skeleton_place_free(skeleton_place *place);

/* The skeleton with this name in an open file, or with NULL its main one. Logs an error and returns
 * its exit code. A file without any skeleton is not an error: EXIT_OK, and *out is NULL. */
int skeleton_from_argument(source *file, const char *name, gait_skeleton **out);

/* --- --skeleton ------------------------------------------------------------------------------- */

#define SKELETON_HELP                                                                              \
    "skeleton: an .ogf, a glTF, a model.cfg, a built-in name, a .p3d with pivots; or 'motion', "   \
    "or "                                                                                          \
    "an .rtm, to recover it from the motion"

typedef struct loaded_skeleton {
    gait_skeleton *skeleton; /* NULL = none is known */
    char *from;              /* description for messages: "built-in arma3-man" */
    source *model;           /* the open model that has it; NULL = it is from another file */
} loaded_skeleton;

/* True for a value of --skeleton that is no path: a built-in name, or SKELETON_MOTION. */
bool skeleton_is_word(const char *given);
/* The skeleton that the project has for a file, a new text for --skeleton. NULL if it has none, and
 * then *out_item is NULL too, or with an error if its path leaves the project. */
char *skeleton_of_project(const source *animation, const toml_item **out_item);

/* EXIT_OK when `given` is a built-in name or may be a path; otherwise logs an error with the
 * nearest name and returns another exit code. */
int skeleton_check_name(const char *given);

/* The value of --skeleton for the skeleton that the motion of the file shows. */
#define SKELETON_MOTION "motion"

/* What is given with --skeleton: a hierarchy, a pivots model with the positions of its bones, and a
 * .p3d without pivots, which can have a mesh. Each may be missing. */
typedef struct skeleton_arguments {
    loaded_skeleton bones;
    bool from_motion; /* the motion of each file itself; `bones` has no skeleton */
    loaded_skeleton pivots;
    loaded_skeleton mesh; /* its skeleton is NULL */
} skeleton_arguments;

/* The open model whose mesh is used: the last of these that is a model; NULL = none. */
source *skeleton_arguments_model(const skeleton_arguments *self);

/* Logs an error if one cannot be loaded. Returns an exit code. */
int skeleton_arguments_load(const text_list *given, skeleton_arguments *out);
/* The same for commands that take no pivots: at most one skeleton, which has bones. */
int skeleton_arguments_load_bones(const text_list *given, loaded_skeleton *out);
void skeleton_arguments_free(skeleton_arguments *self);
void loaded_skeleton_free(loaded_skeleton *self);

/* --- the cache -------------------------------------------------------------------------------- */

/* What the searches for skeletons in one run have in common: the skeletons that were given, and the
 * models in folders. */

/* Folders of the user: values of --skeleton, which come before the mod, and those of --search and
 * GAIT_SEARCH, which come after it. The texts are owned. */
typedef struct skeleton_folders {
    text_list given;
    text_list added;
} skeleton_folders;

/* The files with one extension in a folder, or in and below it. */
typedef struct skeleton_models {
    inputs files;
    gait_file **open; /* per file, if it was opened and is kept */
} skeleton_models;

/* Used by one thread. */
typedef struct skeleton_cache skeleton_cache;

/* `keeps_models`: models stay open for further searches. Otherwise each is open for one call. */
skeleton_cache *skeleton_cache_new(bool keeps_models);
/* NULL is allowed. */
void skeleton_cache_free(skeleton_cache *self);

/* Loads the values of --skeleton, --search and GAIT_SEARCH at the first call. Logs errors and
 * returns an exit code. Both lists may be NULL. */
int skeleton_cache_load(skeleton_cache *self, const text_list *given, const text_list *folders);
/* Unless --skeleton is given, uses the skeleton that the project has for this file, until the next
 * call. Logs an error and returns an exit code if it cannot be loaded. */
int skeleton_cache_choose(skeleton_cache *self, const source *animation);
/* The key of the project with the skeleton that is used now; NULL = it has none for the file. */
const toml_item *skeleton_cache_chosen(const skeleton_cache *self);
/* What was loaded. */
const skeleton_arguments *skeleton_cache_arguments(const skeleton_cache *self);
const skeleton_folders *skeleton_cache_folders(const skeleton_cache *self);

/* The open model whose mesh is used with a file: the file itself if it has a mesh, else the model
 * of
 * --skeleton, else the one at the path `found` (NULL = none), which stays open until the next call
 * for another path. NULL, with a warning if `found` cannot be opened. */
source *skeleton_cache_model(skeleton_cache *self, source *file, const char *found);

/* Files like those of inputs_beside(), or with `is_deep` of inputs_below(). Valid until the next
 * call. */
skeleton_models *skeleton_cache_models(skeleton_cache *self, const char *folder,
                                       const char *extension, bool is_deep);
/* Opens a file of these models that has no problem. NULL if that fails: its problem is then set.
 * Call skeleton_cache_close() after its use. */
gait_file *skeleton_cache_open(skeleton_cache *self, skeleton_models *models, size_t index);
void skeleton_cache_close(const skeleton_models *models, size_t index, gait_file *file);

/* --- candidates ------------------------------------------------------------------------------- */

/* Files that may hold the skeleton of an animation: where they are, and in which order. */

/* Where the models of an animation can be. */
typedef struct skeleton_places {
    text_list folders; /* that of the animation, then its parents up to the root of the mod */
    char *own;         /* the folder of the animation, absolute; NULL = unknown */
    char *root;        /* root of the mod, with a separator at its end; NULL = none was found */
    char *path;        /* path of the animation for gait_search_options.path; NULL for a stream */
} skeleton_places;

/* The root of a mod is the folder of the project, or else the nearest folder that is called
 * `meshes`, `gamedata` or `addons`, or has a .git or a $PBOPREFIX$, at most eight levels up.
 * Without one, it is the folder of the animation alone, for an RTM also its two nearest parents. */
skeleton_places skeleton_places_of(const source *animation);
void skeleton_places_free(skeleton_places *self);

/* Which files that cannot be used are logged. */
typedef enum skeleton_log {
    SKELETON_LOG_QUIET, /* none */
    SKELETON_LOG_SOME,
    SKELETON_LOG_VERBOSE
} skeleton_log;

/* Adds models to a search: every model.cfg for an RTM, every .ogf for another file. First those in
 * and below extra->given, then those in the folders, then those below the root, the nearer ones
 * first, then those in and below the other folders of `cache`. Stops when no further model can be
 * better. Files that cannot be opened have no skeleton; they are logged unless `log` is quiet, all
 * of them with verbose, then also folders that cannot be listed. */
void skeleton_candidates_add(gait_search *search, const source *animation,
                             const skeleton_places *places, skeleton_cache *cache,
                             skeleton_log log);

/* --- the search ------------------------------------------------------------------------------- */

/* The purpose of the skeleton. */
typedef enum skeleton_use {
    SKELETON_FOR_POSES,
    SKELETON_FOR_SHOWING, /* poses of most of the bones are enough */
    SKELETON_FOR_RECORDS, /* records of binarised RTM, relative to the true parents */
    SKELETON_FOR_NAMES    /* only its bones; no diagnostics, and nothing is logged */
} skeleton_use;

/* Where to look for the skeleton of an animation. */
typedef struct skeleton_request {
    const text_list *given;   /* values of --skeleton; NULL = none */
    const text_list *folders; /* values of --search; NULL = none */
    skeleton_use use;
    bool verbose;
    int missing_bones;     /* gait_missing_bones */
    skeleton_cache *cache; /* for many searches with the same skeletons and folders; NULL = none */
    char **used_model;     /* gets the path of the .ogf with the skeleton, owned, or NULL if it is
                              from elsewhere; NULL = no mesh is needed: a .p3d without pivots is
                              refused */
    text_list *used_files; /* gets the paths of the files with the skeleton, and of folders whose
                              models were considered, owned; NULL = unused */
} skeleton_request;

/* gait_skeleton_search() for an open animation: among the skeletons given, and the models in its
 * mod, in folders given and in those of the environment variable GAIT_SEARCH. Logs the sources of
 * the result, and errors. Returns an exit code. */
int skeleton_resolve(source *animation, const skeleton_request *request, gait_skeleton **out);
/* The search of skeleton_resolve() without its messages, among the skeletons and folders of a cache
 * that is loaded. The caller frees the result, which is NULL after a failure other than that of
 * binding. */
gait_status skeleton_search_models(source *animation, skeleton_cache *cache,
                                   const skeleton_request *request, gait_search_result **out);

/* --- messages --------------------------------------------------------------------------------- */

/* Logs each skeleton that was considered, and how it covers the bones of the file. */
void skeleton_log_considered(const gait_search_result *result);
/* Logs each bone whose pivot was recovered from the motion. */
void skeleton_log_recovered(const gait_search_result *result);
/* Logs the skeleton found, the pivots given, and the sources of both. */
void skeleton_log_found(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given);
/* Logs that the skeleton found lacks bones that are required, and lists them. */
void skeleton_log_unfit(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given);
/* Logs the models that could be used just as well as the one found, but have another rest pose. */
void skeleton_log_ties(const source *animation, const gait_search_result *result);
/* Logs a warning with the bones of the animation that the skeleton lacks, if there are any. */
void skeleton_log_left_out(const source *animation, const gait_skeleton *skeleton);
/* Logs the model that has most of the bones of the animation, and the bones that it lacks if it has
 * at least half of them. */
void skeleton_log_nearest(const source *animation, const gait_search_result *result);
/* Logs the bones of the animation that a skeleton lacks, each with the nearest name. */
void skeleton_log_missing(const source *animation, const gait_skeleton *skeleton);

/* Returns a new text such as "parents: built-in table 63, unknown 2; rest: ...". */
char *skeleton_origins(const gait_skeleton *skeleton);

/* Logs what to try when the skeleton of an animation is unknown. */
void skeleton_log_hint(const source *animation);
/* Logs what to try when the parents or the rest pose are unknown, and the names of the bones. */
void skeleton_log_needs(const source *animation);
/* The same after a message that the parents or the rest pose are unknown. `clip` is the name of the
 * clip that cannot be posed; NULL = none. Returns the exit code. */
int skeleton_refuse(const source *animation, const char *clip, gait_requirement need);

/* --- skeletons from the motion ---------------------------------------------------------------- */

/* Counts the bones by the kind of their joint. */
void skeleton_count_joints(const gait_recovered *found, unsigned kinds[GAIT_JOINT_PROVED + 1]);

/* Open plain RTM files. */
typedef struct motion_files motion_files;

/* Opens all inputs. Logs errors and returns an exit code; the caller frees *out in any case. */
int motion_files_open(const inputs *list, motion_files **out);
/* NULL is allowed. */
void motion_files_free(motion_files *self);
/* Recovers a skeleton from the motion of the files, and logs how it is known and which files were
 * left out. Returns an exit code. The caller frees *out. */
int motion_recover(const motion_files *self, const char *name, gait_recovered **out);
/* Compares the parents in CONFIG or CONFIG:SKELETON with the motion of the files. Logs what
 * differs. Returns an exit code, EXIT_FINDINGS for differences. */
int motion_compare(const motion_files *self, const char *given);
/* Adds findings to the diagnostics of an open model.cfg: what its skeleton states otherwise than
 * the motion of plain RTM files in and below its folder. Opens at most 512 of them, and uses the
 * first 64 that have at least half of their bones in the skeleton. Does nothing for other files. */
void motion_check(source *config);
/* Writes a skeleton as a model.cfg, or with the extension .glb as a glTF with the motion of the
 * first of `files`. `joints` and `files` may be NULL. Logs the result, returns an exit code. */
int skeleton_write(const char *path, const char *name, const gait_skeleton *skeleton,
                   const gait_joint *joints, const motion_files *files, bool force);

#endif
