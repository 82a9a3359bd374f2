/* Gait - skeleton search: finds the skeleton on which the clips of a file are posed. */
#ifndef GAIT_SEARCH_H
#define GAIT_SEARCH_H

#include "gait/file.h"
#include "gait/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open file that may hold the skeleton, usually from the folder of the animation: a model.cfg
 * for RTM and BMTR, an .ogf for other formats. */
typedef struct gait_candidate {
    const gait_file *file; /* need not outlive the call; NULL = a file that did not open */
    const char *path;      /* UTF-8, copied to the entry of the result; NULL = "" */
    uint32_t place;        /* of equal candidates, those with the lower place are preferred: usually
                              0 = in the folder of the animation, 1 = in its parent, ... */
    bool is_distant; /* found far from the animation: for a plain RTM, only with all its bones; for
                        OMF, SKL and SKLS, only if the file has at least half of its bones, or it
                        refers to the file */
} gait_candidate;

/* The result of one search. Several threads may read it. */
typedef struct gait_search_result gait_search_result;

/* All zero is the default. */
typedef struct gait_search_options {
    gait_options common; /* allocator, limits, diagnostics */
    /* GAIT_FORMAT_BMTR: the skeleton is for records of a binarised RTM, which are relative to true
     * parents. GAIT_FORMAT_RTM: none is recovered from the motion, since plain RTM needs no
     * parents. A format of no game, such as GAIT_FORMAT_GLTF: the animation is only shown, so a
     * skeleton of most of its bones is enough (docs/skeletons.md#bones-that-are-not-shown). Else
     * for poses of all bones. */
    gait_format target;
    const gait_skeleton *skeleton; /* use this skeleton without a search; NULL = search */
    bool bones_only;  /* only compare the bones: pivots are not placed, and not computed from the
                         motion */
    bool from_motion; /* without a search, recover the skeleton of a plain RTM from its motion, also
                         from one key; requires that `skeleton` is NULL */
    /* Path of the animation, UTF-8: from the folder to which references of models are relative (for
     * X-Ray, `meshes`), or only the end of that path, such as the file name. A complete path begins
     * with a slash. NULL = references are not considered. */
    const char *path;
    gait_missing_bones missing_bones;
    const gait_skeleton *pivots; /* positions of the bones of an RTM or BMTR, such as the skeleton
                                    of a pivots .p3d; NULL = none */
    /* Receives the result of a search whose skeleton cannot be bound, for
     * gait_search_result_summary(); the caller frees it. Otherwise NULL. It may be the variable
     * that receives the result. NULL = not needed. */
    gait_search_result **refused;
} gait_search_options;

/* The source of a skeleton. */
typedef enum gait_skeleton_source {
    GAIT_SKELETON_NONE = 0,  /* none was found */
    GAIT_SKELETON_GIVEN,     /* options->skeleton */
    GAIT_SKELETON_IN_FILE,   /* the animation file itself */
    GAIT_SKELETON_CANDIDATE, /* one of the candidates */
    GAIT_SKELETON_BUILTIN,   /* a built-in table */
    GAIT_SKELETON_RECOVERED  /* the motion of the file itself (joints.h) */
} gait_skeleton_source;

/* The result for one candidate or built-in skeleton. */
typedef enum gait_search_outcome {
    GAIT_SEARCH_NO_SKELETON = 0, /* the candidate has no skeleton, or none for this animation */
    GAIT_SEARCH_LACKS_BONES, /* it lacks bones of the file; for a plain RTM it lacks all of them */
    GAIT_SEARCH_LACKS_BODY,  /* human skeletons: too few bones of the body are in the file */
    GAIT_SEARCH_SURPASSED, /* it has all bones, but another skeleton that has all of them is used */
    GAIT_SEARCH_USED,
    GAIT_SEARCH_TOO_LARGE /* is_distant, and the file has less than half of its bones */
} gait_search_outcome;

/* Why a candidate can be used, in ascending order of preference. */
typedef enum gait_search_reason {
    GAIT_REASON_NONE = 0,   /* it cannot be used */
    GAIT_REASON_MOST_BONES, /* RTM: it has at least half of the bones of the file, but not all */
    GAIT_REASON_ALL_BONES,  /* it has all bones of the file, and others */
    GAIT_REASON_SAME_BONES, /* it has exactly the bones of the file */
    GAIT_REASON_NAMES_FILE  /* it refers to the file, and has all its bones */
} gait_search_reason;

/* A candidate or built-in skeleton that was considered. Texts are valid as long as the result. */
typedef struct gait_search_entry {
    gait_skeleton_source source; /* GAIT_SKELETON_CANDIDATE or GAIT_SKELETON_BUILTIN */
    gait_search_outcome outcome;
    gait_search_reason reason;
    bool names_file;        /* the candidate refers to the file */
    uint32_t index;         /* index of the candidate, or of the built-in skeleton */
    uint32_t place;         /* of the candidate */
    uint32_t name_distance; /* edit distance of the file names of candidate and animation, without
                               folder and extension; only with options->path */
    bool has_other_rest;    /* same reason and place as the one used, but another rest pose or other
                               parents of bones */
    const char *path;       /* path of the candidate; "" for a built-in skeleton */
    const char *name; /* name of the skeleton, UTF-8; "" when there is none, or it was not needed */
    gait_coverage coverage; /* coverage of the bones of the file; zero when there is no skeleton */
    uint32_t body_count;    /* human built-in skeletons: number of bones without those of the face;
                               otherwise 0 */
    uint32_t body_matched;  /* how many of these are in the file; otherwise 0 */
} gait_search_entry;

struct gait_recovered;

/* The result of a search. Pointers are valid as long as the result. */
typedef struct gait_search_summary {
    gait_skeleton_source source;
    const gait_search_entry *entries; /* candidates and built-in skeletons, in the order in which
                                         they were considered; NULL when there are none */
    uint32_t entry_count;
    const gait_search_entry *used; /* the one used, for CANDIDATE and BUILTIN; otherwise NULL */
    const gait_skeleton *tree;     /* the skeleton found or given, before binding; NULL = none */
    /* A model that refers to the file but lacks bones of it, unless another one that refers to it
     * is used. If no skeleton has all bones of the file, also the candidate or built-in X-Ray
     * skeleton with the most of its bones (at least half of them). NULL = none. */
    const gait_search_entry *nearest;
    const gait_skeleton *nearest_tree;
    /* One per bone of the bound skeleton, GAIT_ORIGIN_RECOVERED where computed from the motion;
     * NULL = none is computed from the motion. */
    const gait_pivot *recovered;
    const struct gait_recovered *motion; /* joints.h; for GAIT_SKELETON_RECOVERED; otherwise NULL */
} gait_search_summary;

/* Finds the skeleton for the clips of `animation`: options->skeleton, else the skeleton in the
 * file, else that of the best candidate, else a built-in one (docs/skeletons.md has the exact
 * rules). Then binds the bones of the file to it, also when none was found. The usual result is
 * GAIT_OK, with a skeleton whose bones state the origins of their parents and rest poses. `options`
 * may be NULL, and `candidates` when `candidate_count` is 0. Diagnostics of binding go to
 * options->common.diagnostics. The caller frees *out_result.
 * GAIT_UNSUPPORTED when the skeleton lacks required bones; with options->from_motion, when the
 * motion shows no joint, or the file is no plain RTM; and when records would depend on a recovered
 * skeleton whose bones are not all in one tree. If binding failed, except with
 * GAIT_NO_MEMORY, options->refused has the result without a skeleton. GAIT_BAD_ARGUMENT for wrong
 * arguments, and for options->skeleton or from_motion with a format that has GAIT_OWN_JOINTS (glTF,
 * BVH, ANM); an ANM may be given a skeleton with one bone, such as that of the file before its
 * first frame was edited. */
GAIT_API gait_status gait_skeleton_search(const gait_file *animation,
                                          const gait_candidate *candidates,
                                          uint32_t candidate_count,
                                          const gait_search_options *options,
                                          gait_search_result **out_result);

/* Frees the object. NULL is allowed. */
GAIT_API void gait_search_result_free(gait_search_result *result);

/* The skeleton for gait_file_clip(), owned by the result. NULL when the search returned another
 * status than GAIT_OK, after gait_search_result_detach_skeleton(), and for NULL. */
GAIT_API const gait_skeleton *gait_search_result_skeleton(const gait_search_result *result);

/* The result of the search. All zero for NULL. */
GAIT_API gait_search_summary gait_search_result_summary(const gait_search_result *result);

#ifdef __cplusplus
}
#endif
#endif
