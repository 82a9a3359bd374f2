/* The context of the flat interface: handles, errors, results. */
#ifndef GAITI_FLAT_STATE_H
#define GAITI_FLAT_STATE_H

#include "base/memory.h"
#include "flat.h"
#include "gait/gait.h"

enum { FLAT_FINDINGS = 1000, FLAT_NEEDS = 4, FLAT_MESSAGE = 320 };

/* The kinds of handles, in the order in which they may depend on each other. */
typedef enum gaiti_flat_kind {
    FLAT_FREE = 0, /* an unused slot */
    FLAT_FILE,     /* gaiti_flat_file */
    FLAT_SKELETON, /* gait_skeleton; needs the file that it is bound to */
    FLAT_CLIP,
    FLAT_CONVERSION,
    FLAT_EDITED,
    FLAT_MESH
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

#endif
