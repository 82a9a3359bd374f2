/* A comparison of two files in progress, and its result. */
#ifndef GAITI_DIFFERENCE_STATE_H
#define GAITI_DIFFERENCE_STATE_H

#include "base/memory.h"
#include "gait/compare.h"

/* The name of a result in reports, such as "not_compared", else "unknown"; static storage. */
const char *gaiti_compared_keys_name(gait_compared_keys keys);
/* The name of an outcome in reports, such as "same_content", else "unknown"; static storage. */
const char *gaiti_files_outcome_name(gait_files_outcome outcome);

/* A clip with the places of its lists in those of the result. */
typedef struct gaiti_difference_clip {
    gait_clip_difference entry;
    uint32_t first_difference, first_bone;
} gaiti_difference_clip;

struct gait_file_comparison {
    gaiti_arena arena;
    gait_files_summary summary;
    gaiti_difference_clip *clips;
    gait_difference *differences; /* those of the files, then those of each clip */
    uint32_t difference_count, difference_capacity;
    gait_key_difference *bones; /* of all clips */
    uint32_t bone_count, bone_capacity;
};

/* One of the two files. */
typedef struct gaiti_difference_side {
    const gait_file *file;
    gait_skeleton *skeleton; /* on which clips are posed, owned; NULL = the file has no clips */
    bool has_parents;        /* its hierarchy is known */
    gait_span *clip_names;   /* UTF-8 with a NUL after it, one per clip */
    uint32_t clip_count;
} gaiti_difference_side;

typedef struct gaiti_difference_job {
    gait_file_comparison *result;
    gait_options options; /* without diagnostics */
    gaiti_arena work;     /* temporary memory of the whole comparison */
    gaiti_difference_side side[2];
    const char **bone_names; /* of the first skeleton, in the result */
    int32_t *bone_map;       /* per bone of the first skeleton: that of the second; -1 = none */
    bool has_no_common_bone; /* although at least one skeleton has bones */
    bool is_exact;           /* no difference is ignored */
    bool is_one_format;
} gaiti_difference_job;

/* --- memory and texts ------------------------------------------------------------------------- */

/* The status of the job: of its result, or of its temporary memory. */
static inline gait_status gaiti_difference_status(const gaiti_difference_job *job) {
    return job->result->arena.status != GAIT_OK ? job->result->arena.status : job->work.status;
}

/* Records that there is no memory if that is the status of a call. Returns true for GAIT_OK. */
static inline bool gaiti_difference_check(gaiti_difference_job *job, gait_status status) {
    if (status == GAIT_NO_MEMORY) {
        job->work.status = status;
    }
    return status == GAIT_OK;
}

/* Adds a difference; texts must be in the result or static. */
void gaiti_difference_add(gaiti_difference_job *job, gait_difference difference);
/* The same for values that are numbers. */
void gaiti_difference_add_numbers(gaiti_difference_job *job, gait_difference_subject subject,
                                  const char *name, double before, double after);
/* A name as UTF-8 in the result; "" when it is empty or without memory. */
const char *gaiti_difference_name(gaiti_difference_job *job, uint32_t code_page, gait_span name);
/* The code page of names of parts and of their bones. */
uint32_t gaiti_difference_part_page(const gait_file *file);
/* A number as text in the result: the fewest digits that read back as the same float. */
const char *gaiti_difference_f32(gaiti_difference_job *job, float value);
/* Joins up to four texts in the result; NULL = none. */
const char *gaiti_difference_join(gaiti_difference_job *job, const char *const texts[4]);

/* --- lists (difference_lists.c) --------------------------------------------------------------- */

/* Two lists of names, and which of them belong together. */
typedef struct gaiti_difference_lists {
    const gait_span *names[2];
    uint32_t count[2];
    int32_t *match[2]; /* per item: that of the other list; -1 = none */
    bool *is_moved;    /* per item of the first list: its place among the matched ones differs */
} gaiti_difference_lists;

/* Matches equal names in their order, then those that are equal ignoring the case of ASCII letters.
 * Allocates the matches in the temporary memory. False without memory. */
bool gaiti_difference_match(gaiti_difference_job *job, gaiti_difference_lists *lists);
/* Sets is_moved: items outside of the longest sequence that is in the same order in both lists.
 * Returns their number. */
uint32_t gaiti_difference_find_moved(gaiti_difference_job *job, gaiti_difference_lists *lists);
/* Adds what was added, removed, renamed (only in case) and, with `has_order`, moved. */
void gaiti_difference_add_lists(gaiti_difference_job *job, const gaiti_difference_lists *lists,
                                gait_difference_subject subject, bool has_order);
/* An array of names in the temporary memory, each UTF-8 with a NUL; NULL without memory. */
gait_span *gaiti_difference_new_names(gaiti_difference_job *job, uint32_t count);

/* --- steps ------------------------------------------------------------------------------------ */

/* Compares the files as a whole: format, version, bones, parts, references, skeletons. */
void gaiti_difference_compare_files(gaiti_difference_job *job);
/* Lists the clips of both files with their names, order and content. */
void gaiti_difference_list_clips(gaiti_difference_job *job);
/* Compares what is not keys: frames, parameters, root motion, events. */
void gaiti_difference_compare_parameters(gaiti_difference_job *job,
                                         const gait_clip_difference *entry);
void gaiti_difference_compare_events(gaiti_difference_job *job, const gait_clip_difference *entry);
/* Compares the keys of a clip that both files have. */
void gaiti_difference_compare_keys(gaiti_difference_job *job, gait_clip_difference *entry);

/* --- stored keys (difference_stored.c) -------------------------------------------------------- */

/* True when the keys of two motions of banks are equal as bytes, without decoding them; false also
 * for other formats. */
bool gaiti_difference_equal_motions(const gaiti_difference_job *job, uint32_t clip, uint32_t other);
/* True when the bones of two SDK motions have the same flags and curves; true also for motions of
 * different versions or other formats. */
bool gaiti_difference_equal_envelopes(const gaiti_difference_job *job, uint32_t clip,
                                      uint32_t other);
/* True when two tracks have the same keys in the same form: the first `frames`. A constant has the
 * same keys as a channel whose keys are all equal. */
bool gaiti_difference_equal_tracks(const gait_track *a, const gait_track *b, uint32_t frames);
/* A hash of the keys of a clip of side `s`; equal for equal keys in one format. Returns the status
 * of reading the clip. */
gait_status gaiti_difference_hash(gaiti_difference_job *job, int s, uint32_t clip, uint64_t *out);
/* True when both clips have the same frames and keys. */
bool gaiti_difference_equal_clips(gaiti_difference_job *job, uint32_t clip, uint32_t other);

#endif
