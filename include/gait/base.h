/* Gait - base types: status, bytes, memory, diagnostics, rules.
 *
 * In all headers: a function that returns a status returns GAIT_BAD_ARGUMENT for a NULL that its
 * comment does not allow, and for an index out of range. A function that returns a value answers
 * both with zero, NULL, -1, false or an empty span, unless its comment states that the index must
 * be in range. */
#ifndef GAIT_BASE_H
#define GAIT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of these headers, which gait_version() returns when the library is the same. */
#define GAIT_VERSION_TEXT "0.1.0"
#define GAIT_VERSION_MAJOR 0 /* its first number */
#define GAIT_VERSION_MINOR 1 /* its second number */
#define GAIT_VERSION_PATCH 0 /* its third number */

#if defined(GAIT_SHARED) && defined(_WIN32)
#ifdef GAIT_BUILD
#define GAIT_API __declspec(dllexport)
#else
#define GAIT_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define GAIT_API __attribute__((visibility("default")))
#else
#define GAIT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that runs, such as "0.1.0"; static storage. */
GAIT_API const char *gait_version(void);

/* What every fallible function returns. Coarse, for `if`; what happened, and where, is in the
 * diagnostics. After any status but GAIT_OK, out-parameters that own memory are NULL or empty,
 * unless the function states otherwise. */
typedef enum gait_status {
    GAIT_OK = 0,
    GAIT_BAD_ARGUMENT, /* the caller's mistake: a null, an index out of range */
    GAIT_NO_MEMORY,    /* the allocator said no */
    GAIT_LIMIT,        /* a limit of gait_options was met */
    GAIT_TRUNCATED,    /* the bytes end too early */
    GAIT_CORRUPT,      /* the bytes contradict the format */
    GAIT_UNSUPPORTED,  /* known and not readable here, or not known at all */
    GAIT_WOULD_LOSE,   /* the result could not hold what the input holds */
    GAIT_NOT_FOUND,    /* no such clip, bone, skeleton */
    GAIT_INTERNAL      /* a defect of the library */
} gait_status;

/* A short English name of a status, such as "truncated", else "unknown"; static storage. */
GAIT_API const char *gait_status_name(gait_status status);

/* Bytes owned by somebody else. `data` may be NULL when `size` is 0. */
typedef struct gait_span {
    const uint8_t *data;
    size_t size;
} gait_span;

/* Memory. `resize` works like realloc: block NULL allocates, new_size 0 frees and returns NULL.
 * It may return NULL when there is no memory; the old block is then still valid. All zero means
 * the C library's. Not called from two threads at once by one document. */
typedef struct gait_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} gait_allocator;

/* Growing bytes, the result of every writer. Start with all zero (or just `allocator` set);
 * release with gait_buffer_free(). After a failed writer the content is unspecified but valid. */
typedef struct gait_buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    gait_allocator allocator;
} gait_buffer;

/* Frees the bytes and leaves an empty buffer with the same allocator. */
GAIT_API void gait_buffer_free(gait_buffer *buffer);

/* Appends the UTF-8 form of a game's name (CP1251, one to one, 0x98 = U+0098), without a NUL.
 * GAIT_OK or GAIT_NO_MEMORY. */
GAIT_API gait_status gait_name_to_utf8(gait_span cp1251, gait_buffer *out);

/* Reads a decimal number: an optional sign, digits with at most one point before, among or behind
 * them, an optional exponent. The nearest double, ties to even, whatever the machine and the
 * locale; what is too small becomes a zero of its sign. False, and `out_value` untouched, when the
 * text, up to its NUL, is anything else or the number is too large. */
GAIT_API bool gait_parse_f64(const char *text, double *out_value);

/* --- rules and diagnostics ------------------------------------------------------------------ */

/* How serious a diagnostic is: an error is damage, or content that cannot be read; a warning is
 * content that can be read, but a game or a tool may use it differently than intended; a note needs
 * no action. */
typedef enum gait_severity { GAIT_NOTE = 0, GAIT_WARNING, GAIT_ERROR } gait_severity;

/* "note", "warning" or "error", else "unknown"; static storage. */
GAIT_API const char *gait_severity_name(gait_severity severity);

/* One rule of the checker. Ids are stable and never used again for something else. */
typedef struct gait_rule {
    const char *id; /* such as "OMF104" */
    gait_severity severity;
    gait_status status;  /* what a reader returns when this stops it */
    const char *summary; /* one line */
    const char *advice;  /* what to do about it */
    const char *page;    /* section of docs/formats/, such as "omf.md#tracks" */
} gait_rule;

/* The number of rules. All rules are in one table, sorted by id; indices into it may differ between
 * versions of the library, ids do not. */
GAIT_API uint32_t gait_rule_count(void);
/* One rule of that table; static storage. NULL when the index is out of range. */
GAIT_API const gait_rule *gait_rule_at(uint32_t index);
/* The rule with this id (case counts), or NULL. */
GAIT_API const gait_rule *gait_rule_find(const char *id);

/* Sizes of the texts in a gait_diagnostic, in bytes with the NUL. */
enum { GAIT_DIAGNOSTIC_TEXT = 240, GAIT_DIAGNOSTIC_FILE = 120 };

/* What happened, once or several times. Equal ones (same rule, same clip, same file) are counted:
 * the place is the first one's. */
typedef struct gait_diagnostic {
    const gait_rule *rule;
    uint64_t offset; /* bytes from the start of the source */
    uint64_t length; /* bytes the diagnostic is about; 0 = a point */
    int32_t clip;    /* index in the file, -1 = none */
    int32_t bone;    /* track index in the file, -1 = none */
    int32_t frame;   /* key index, -1 = none */
    uint32_t count;
    char text[GAIT_DIAGNOSTIC_TEXT]; /* UTF-8, NUL terminated, derived from the rule */
    char file[GAIT_DIAGNOSTIC_FILE]; /* name of the file it is about, or the end of a longer name;
                                        UTF-8, NUL terminated; empty = unknown */
} gait_diagnostic;

/* Where diagnostics go: an array of the caller's, with a cap. Zero the other members to start.
 * `errors` and `warnings` count occurrences, dropped ones included. */
typedef struct gait_diagnostics {
    gait_diagnostic *items;
    uint32_t capacity;
    uint32_t count;
    uint64_t errors;
    uint64_t warnings;
    uint64_t dropped; /* occurrences that found no room in `items` */
    /* Name of the file (UTF-8) that new diagnostics are about; NULL = unknown. Functions of
     * gait_file set it to the name given to gait_file_open() and restore it before they return. Set
     * it before calls of functions of one format; the library keeps no reference to it. */
    const char *file;
} gait_diagnostics;

/* Options of every reader; all zero is the default. */
typedef struct gait_options {
    gait_allocator allocator;
    uint64_t max_bytes;            /* memory of one document; 0 = 4 GiB */
    uint32_t max_allocations;      /* of one document; 0 = 1,000,000 */
    gait_diagnostics *diagnostics; /* may be NULL: then only the status is told */
    uint32_t code_page; /* of names in the games' files: 0 or 1251, the only one so far. Another one
                           is GAIT_UNSUPPORTED when a file is opened */
} gait_options;

/* --- fields ---------------------------------------------------------------------------------- */

/* The type of the elements of a field. Numbers are little-endian. */
typedef enum gait_field_type {
    GAIT_FIELD_U8 = 0,
    GAIT_FIELD_U16,
    GAIT_FIELD_U32,
    GAIT_FIELD_S8,
    GAIT_FIELD_S16,
    GAIT_FIELD_S32,
    GAIT_FIELD_F16, /* as docs/formats/bmtr.md#translations has it */
    GAIT_FIELD_F32,
    GAIT_FIELD_CHARS, /* CP1251, up to the first NUL or the end */
    GAIT_FIELD_TEXT,  /* CP1251 and its NUL */
    GAIT_FIELD_BYTES  /* carried, not described */
} gait_field_type;

/* One field of a file, as stored: little-endian, rows x columns elements. */
typedef struct gait_field {
    uint64_t offset; /* bytes from the start of the file */
    gait_span bytes;
    const char *name; /* a path such as motions[3].tracks[12].rotation.crc; valid during the call */
    gait_field_type type;
    uint32_t rows;    /* 1 unless a table */
    uint32_t columns; /* elements of a row; for text and bytes their number */
} gait_field;

/* Called once per field, in the order of the file. False stops the walk. */
typedef bool (*gait_field_visitor)(void *user, const gait_field *field);

#ifdef __cplusplus
}
#endif
#endif
