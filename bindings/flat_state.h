/* The context of the flat interface: handles, errors, results. */
#ifndef GAITI_FLAT_STATE_H
#define GAITI_FLAT_STATE_H

#include "base/memory.h"
#include "flat.h"
#include "gait/gait.h"
#include "gait/host.h"
#include "gait/sampler.h"
#include "gait/report.h"

enum { FLAT_FINDINGS = 1000, FLAT_NEEDS = 4, FLAT_MESSAGE = 320 };

/* The kinds of handles, in the order in which they may depend on each other. */
typedef enum gaiti_flat_kind {
    FLAT_FREE = 0, /* an unused slot */
    FLAT_FILE,     /* gaiti_flat_file */
    FLAT_SKELETON, /* gait_skeleton; needs the file that it is bound to */
    FLAT_CLIP,
    FLAT_CONVERSION,
    FLAT_EDITED,
    FLAT_MESH,
    FLAT_MOD
} gaiti_flat_kind;

typedef void (*gaiti_flat_release)(gait_flat *flat, void *object);

typedef struct gaiti_flat_slot {
    void *object;
    gaiti_flat_release release;
    uint32_t needs[FLAT_NEEDS]; /* handles that are not closed before this one; 0 = none */
    uint32_t users;             /* number of handles that need this one */
    uint32_t next_free;         /* of an unused slot: the index of the next one plus 1; 0 = none */
    uint16_t generation;        /* the upper bits of the handle */
    uint8_t kind;
} gaiti_flat_slot;

/* An open file, or one that could not be opened. */
typedef struct gaiti_flat_file {
    gaiti_arena arena;
    gait_file *file; /* NULL = it could not be opened */
    const char *name;
    gait_span bytes;
    struct gaiti_flat_taken *taken; /* blocks to free with it */
    gait_status status;             /* of opening */
    gait_format format;
    gait_diagnostics opening; /* the findings of opening */
} gaiti_flat_file;

struct gait_flat {
    gait_allocator allocator;
    uint64_t max_bytes;
    gaiti_flat_slot *slots;
    uint32_t slot_count, slot_capacity;
    uint32_t first_free;       /* index plus 1; 0 = none */
    uint16_t first_generation; /* of every new slot */
    /* The last function. */
    gait_status status;
    const char *rule, *text;    /* of its error */
    const char *file;           /* the name of the file of the error, borrowed; "" = none */
    gait_buffer name;           /* a copy of this name, if the object that owned it was freed */
    char message[FLAT_MESSAGE]; /* a `text` with words of the host */
    double offset;
    uint32_t line;
    const gaiti_flat_file *subject; /* the file that its diagnostics are about; NULL = none */
    gait_diagnostics diagnostics;
    gait_buffer result; /* what it gave, followed by a NUL */
    gait_buffer report; /* of the last function with a report, without a NUL */
    gait_diagnostic findings[FLAT_FINDINGS];
};

/* gait_flat_new() with another allocator. */
gait_flat *gaiti_flat_new(const gait_allocator *allocator, uint64_t max_bytes);

/* --- calls ------------------------------------------------------------------------------------ */

/* Begins a function: there is no error and there are no diagnostics. False for NULL. */
bool gaiti_flat_begin(gait_flat *flat);
/* The same for a function that makes a report: also removes the report of an earlier function. */
bool gaiti_flat_begin_report(gait_flat *flat);
/* Removes the report that was written unless `status` is GAIT_OK; returns `status`. */
gait_status gaiti_flat_end_report(gait_flat *flat, gait_status status);
/* Options for the library: diagnostics of the context about `subject`, which may be NULL. */
gait_options gaiti_flat_options(gait_flat *flat, const gaiti_flat_file *subject);
/* Copies the file name of the error, before the object that contains the name is freed. */
void gaiti_flat_keep_name(gait_flat *flat);
/* Sets the error. `text` is static. Returns false. */
bool gaiti_flat_fail(gait_flat *flat, gait_status status, const char *text);
/* Ends a function with the status of the library. After a failure, the error text is that of the
 * last error in the diagnostics. Without diagnostics it is `text`, or the name of the status if
 * `text` is NULL. Returns true for GAIT_OK. */
bool gaiti_flat_end(gait_flat *flat, gait_status status, const char *text);
/* True when a text of the host is UTF-8; otherwise sets the error. `is_optional`: NULL is valid. */
bool gaiti_flat_is_text(gait_flat *flat, const char *text, bool is_optional);

/* --- results ---------------------------------------------------------------------------------- */

/* The result, emptied; its memory is used again. */
gait_buffer *gaiti_flat_begin_result(gait_flat *flat);
/* gaiti_flat_end(), and appends a NUL to the result, or empties it after a failure. */
bool gaiti_flat_end_result(gait_flat *flat, gait_status status, const char *text);

/* --- handles ---------------------------------------------------------------------------------- */

/* The object of a handle; NULL, with an error, when the handle is not of this kind. */
void *gaiti_flat_get(gait_flat *flat, uint32_t handle, gaiti_flat_kind kind);
/* The same for an open file; NULL also when it could not be opened. */
gaiti_flat_file *gaiti_flat_get_file(gait_flat *flat, uint32_t handle);
/* True when another handle needs this one, which must be valid. */
bool gaiti_flat_is_used(const gait_flat *flat, uint32_t handle);
/* True when the handle, which must be valid, needs `other`. */
bool gaiti_flat_needs(const gait_flat *flat, uint32_t handle, uint32_t other);
/* Replaces the last of the handles that a handle needs; 0 = none. Both must be valid. */
void gaiti_flat_set_last_need(gait_flat *flat, uint32_t handle, uint32_t other);
/* A new handle. `needs` are valid handles or 0. Without memory, releases the object and returns 0
 * with an error. */
uint32_t gaiti_flat_add(gait_flat *flat, gaiti_flat_kind kind, void *object,
                        gaiti_flat_release release, const uint32_t needs[FLAT_NEEDS]);

/* --- clips ------------------------------------------------------------------------------------ */

/* The last host for which a pose was computed. */
typedef struct gaiti_flat_host {
    gait_host_rig *rig;
    float *matrices; /* a copy of the rest poses, then of the axes if there are any */
    size_t size;     /* bytes */
} gaiti_flat_host;

/* The sampler of a clip. */
typedef struct gaiti_flat_sampler {
    const gait_sampler *sampler; /* NULL before the first fast pose */
    uint8_t *block;              /* its memory, and that of `matrices` */
    size_t size;                 /* bytes */
    float *matrices;             /* 12 per bone, for the joints */
} gaiti_flat_sampler;

typedef struct gaiti_flat_clip {
    const gaiti_flat_file *file;
    uint32_t index; /* in the file */
    gait_clip *clip;
    gait_affine *poses; /* two poses; NULL before the first call that needs them */
    size_t poses_size;  /* bytes */
    gaiti_flat_host host;
    gaiti_flat_sampler sampler;
} gaiti_flat_clip;

/* True when a clip has frames and can be posed in `space`; otherwise sets the error. */
bool gaiti_flat_is_posable(gait_flat *flat, const gait_clip *clip, gait_space space);
/* Makes room for two poses, in the first call only. False, with an error, without memory. */
bool gaiti_flat_reserve_poses(gait_flat *flat, gaiti_flat_clip *clip);
/* The nearest time inside of a clip that has frames. */
double gaiti_flat_time_in(const gait_clip *clip, double time);
/* Stores a transform as 16 floats, column by column. */
void gaiti_flat_store_matrix(const gait_affine *pose, float *out);
/* Frees the host of a clip. */
void gaiti_flat_release_host(gait_flat *flat, gaiti_flat_clip *clip);

/* --- errors that name a wrong word, and the right one ----------------------------------------- */

enum { FLAT_WORD = 80 }; /* bytes of a wrong word that are shown */

/* The word that is most similar to a wrong one. */
typedef struct gaiti_flat_guess {
    const char *word;
    uint32_t distance;
    char nearest[FLAT_WORD + 1]; /* "" = none is similar */
} gaiti_flat_guess;

gaiti_flat_guess gaiti_flat_begin_guess(const char *word);
void gaiti_flat_guess_word(gaiti_flat_guess *guess, const char *candidate);
/* Sets the error: there is no WHAT with this word; the most similar one. Returns false. */
bool gaiti_flat_fail_guess(gait_flat *flat, gait_status status, const char *what,
                           const gaiti_flat_guess *guess);

/* The index of a word in a NULL-terminated list, or -1 with an error that lists the words. NULL
 * selects the first one. */
int gaiti_flat_find_word(gait_flat *flat, const char *what, const char *word,
                         const char *const *words);
/* The format with this name; "glb" is "gltf". False with an error for another word. */
bool gaiti_flat_find_format(gait_flat *flat, const char *word, gait_format *out_format);

/* Sets the error of an index that is not below `count`. Returns false. */
bool gaiti_flat_fail_index(gait_flat *flat, const char *what, uint32_t index, uint32_t count);
/* Sets the error of a name that no clip has. Returns false. */
bool gaiti_flat_fail_clip(gait_flat *flat, const gait_file *file, const char *name);

/* --- round trips ------------------------------------------------------------------------------ */

/* Ends a round trip: writes its report, and sets the error if `status` is not GAIT_OK. */
bool gaiti_flat_end_roundtrip(gait_flat *flat, gait_status status,
                              const gait_roundtrip_report *report,
                              const gait_roundtrip_files *files);

/* --- files (flat_files.c) --------------------------------------------------------------------- */

/* gait_flat_list(); with the index of a mod, also what plays each clip. `mod` may be NULL. */
bool gaiti_flat_list(gait_flat *flat, const gaiti_flat_file *self, const gait_mod *mod,
                     uint32_t mod_file);

#endif
