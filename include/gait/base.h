/* Gait - base types: status, bytes, memory, diagnostics, rules.
 *
 * In all headers: a function that returns a status returns GAIT_BAD_ARGUMENT for a NULL that its
 * comment does not allow, and for an index out of range. In both cases any other function returns
 * zero, NULL, -1, false or an empty span, unless its comment states that the index must be in
 * range. */
#ifndef GAIT_BASE_H
#define GAIT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of these headers. gait_version() returns the version of the linked library. */
#define GAIT_VERSION_TEXT "0.1.0"
#define GAIT_VERSION_MAJOR 0 /* first number */
#define GAIT_VERSION_MINOR 1 /* second number */
#define GAIT_VERSION_PATCH 0 /* third number */

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

/* The version of the linked library, such as "0.1.0"; static storage. */
GAIT_API const char *gait_version(void);

/* The result of every function that can fail. Diagnostics give the details and the place. After any
 * status but GAIT_OK, out-parameters that own memory are NULL or empty. */
typedef enum gait_status {
    GAIT_OK = 0,
    GAIT_BAD_ARGUMENT, /* an error of the caller: NULL, an index out of range */
    GAIT_NO_MEMORY,    /* the allocator returned NULL */
    GAIT_LIMIT,        /* a limit of gait_options was reached */
    GAIT_TRUNCATED,    /* the bytes end too early */
    GAIT_CORRUPT,      /* the bytes contradict the format */
    GAIT_UNSUPPORTED,  /* a known format or variant that cannot be read, or an unknown one */
    GAIT_WOULD_LOSE,   /* the result cannot hold all data of the input */
    GAIT_NOT_FOUND,    /* no such clip, bone or skeleton */
    GAIT_INTERNAL      /* a defect of the library */
} gait_status;

/* A short English name of a status, such as "truncated", else "unknown"; static storage. */
GAIT_API const char *gait_status_name(gait_status status);

/* Borrowed bytes. `data` may be NULL when `size` is 0. */
typedef struct gait_span {
    const uint8_t *data;
    size_t size;
} gait_span;

/* Memory. `resize` works like realloc: if `block` is NULL, it allocates; if `new_size` is 0, it
 * frees and returns NULL. It may return NULL when there is no memory; the old block is then still
 * valid. A struct of zeros means the allocator of the C library. `resize` is never called from two
 * threads at once for one document. */
typedef struct gait_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} gait_allocator;

/* A growing array of bytes, the output of every writer. Initialise it with zeros (`allocator` may
 * be set), and free it with gait_buffer_free(). After a failure of a writer the content is
 * unspecified but valid. */
typedef struct gait_buffer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    gait_allocator allocator;
} gait_buffer;

/* Frees the bytes and leaves an empty buffer with the same allocator. */
GAIT_API void gait_buffer_free(gait_buffer *buffer);
/* Appends bytes, for callers that compose documents of several parts. `bytes` may be NULL when
 * `size` is 0. GAIT_NO_MEMORY; GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_buffer_append(gait_buffer *buffer, const void *bytes, size_t size);

/* The code page of names in files of exchange formats. */
#define GAIT_CODE_PAGE_UTF8 65001

/* Converts a name from a file to UTF-8 and appends it, without a NUL. `code_page` is that of the
 * file (gait_file_code_page()): 0 or 1251, 1250, 1252, or GAIT_CODE_PAGE_UTF8 for a copy of the
 * bytes. Every byte is valid: one that the code page does not define becomes the character with the
 * same number (0x98 becomes U+0098). GAIT_BAD_ARGUMENT for another code page. */
GAIT_API gait_status gait_name_to_utf8(gait_span name, uint32_t code_page, gait_buffer *out);

/* --- rules and diagnostics -------------------------------------------------------------------- */

/* How serious a diagnostic is. An error is damage, or content that cannot be read. A warning is
 * about content that can be read, but that a game or a tool may use differently than intended. A
 * note needs no action. No diagnostic is GAIT_OFF; rules can be (games.h). */
typedef enum gait_severity { GAIT_OFF = -1, GAIT_NOTE = 0, GAIT_WARNING, GAIT_ERROR } gait_severity;

/* "off", "note", "warning" or "error", else "unknown"; static storage. */
GAIT_API const char *gait_severity_name(gait_severity severity);

/* One rule of the checker. Ids are stable and are never reused. */
typedef struct gait_rule {
    const char *id; /* such as "OMF104" */
    gait_severity severity;
    gait_status status;  /* what a reader returns when it stops here */
    const char *summary; /* one line */
    const char *advice;  /* what to do */
    const char *page;    /* section of docs/formats/, such as "omf.md#tracks" */
} gait_rule;

/* The size of the text in a gait_diagnostic, in bytes with the NUL. */
enum { GAIT_DIAGNOSTIC_TEXT = 240 };

/* The offset of a diagnostic about a clip or a skeleton that is being converted: it is not about
 * bytes of a file. */
#define GAIT_NO_OFFSET UINT64_MAX

/* A finding. Equal findings (same rule, clip and file) are one diagnostic with a count; its place
 * is that of the first one. Findings about the banks of a model (bank_check.h) and about joints
 * (joints.h) are never combined. */
typedef struct gait_diagnostic {
    const gait_rule *rule;
    uint64_t offset; /* bytes from the start of the source, or GAIT_NO_OFFSET */
    uint64_t length; /* bytes the diagnostic is about; 0 = a point */
    int32_t clip;    /* index in the file; without an offset, in the output; -1 = none */
    int32_t bone;    /* track index in the file; -1 = none, and without an offset */
    int32_t frame;   /* key index, -1 = none */
    uint32_t count;
    gait_severity severity; /* that of the rule, unless games are known (games.h) */
    uint32_t line;          /* of `offset` in a text, from 1; 0 = none, or unknown */
    uint64_t cause; /* a hash of what is wrong if that is not the file itself, such as the name of a
                       missing file: equal in all files with the same cause. 0 = the rule says it */
    char text[GAIT_DIAGNOSTIC_TEXT]; /* UTF-8, NUL terminated, derived from the rule */
    const char *file; /* name of the file it is about; not copied: the `file` of gait_diagnostics
                         or the name given to gait_file_open(); NULL = unknown */
} gait_diagnostic;

/* A list of diagnostics in an array of the caller. Set the members other than `items` and
 * `capacity` to zero. `errors` and `warnings` count all occurrences, including dropped ones. */
typedef struct gait_diagnostics {
    gait_diagnostic *items;
    uint32_t capacity;
    uint32_t count;
    uint64_t errors;
    uint64_t warnings;
    uint64_t dropped; /* occurrences that did not fit into `items` */
    /* Name of the file (UTF-8) that new diagnostics are about; NULL = unknown. Functions of
     * gait_file, conversions and merges set it to the name given to gait_file_open() and restore it
     * before they return. Set it yourself before calling functions of a single format. Diagnostics
     * contain the pointer: the name must be valid as long as they are used. */
    const char *file;
    /* The code page of names that are passed on to new diagnostics; 0 = 1251. Functions of
     * gait_file set it to that of the file and restore it before they return. */
    uint32_t code_page;
    /* A diagnostic about bones that a skeleton lacks lists them, instead of the first one. */
    bool lists_missing_bones;
    uint32_t games; /* a set of games; 0 = not known (gait_diagnostics_set_games()) */
} gait_diagnostics;

/* Options of every reader; all zero is the default. */
typedef struct gait_options {
    gait_allocator allocator;
    uint64_t max_bytes;            /* memory of one document; 0 = 4 GiB */
    uint32_t max_allocations;      /* of one document; 0 = 1,000,000 */
    gait_diagnostics *diagnostics; /* may be NULL: only the status is returned then */
    uint32_t code_page; /* of names in game files: 1250, 1251 or 1252. 0 = guessed for files of
                           Bohemia's games, 1251 for X-Ray. Opening a file with another one returns
                           GAIT_UNSUPPORTED */
} gait_options;

/* The diagnostic that explains a failed call: the last error, or the last diagnostic if there is no
 * error. NULL for NULL, and for an empty list. */
GAIT_API const gait_diagnostic *gait_diagnostics_cause(const gait_diagnostics *diagnostics);

/* --- fields ----------------------------------------------------------------------------------- */

/* The type of the elements of a field. Numbers are little-endian. */
typedef enum gait_field_type {
    GAIT_FIELD_U8 = 0,
    GAIT_FIELD_U16,
    GAIT_FIELD_U32,
    GAIT_FIELD_S8,
    GAIT_FIELD_S16,
    GAIT_FIELD_S32,
    GAIT_FIELD_F16, /* half float as in docs/formats/bmtr.md#translations */
    GAIT_FIELD_F32,
    GAIT_FIELD_CHARS, /* in the code page of the file, up to the first NUL or the end */
    GAIT_FIELD_TEXT,  /* in the code page of the file, and its NUL */
    GAIT_FIELD_BYTES  /* bytes without a known structure */
} gait_field_type;

/* One field of a file, as stored: little-endian, rows x columns elements. */
typedef struct gait_field {
    uint64_t offset; /* bytes from the start of the file */
    gait_span bytes;
    const char *name; /* path such as motions[3].tracks[12].rotation.crc; valid during the call */
    gait_field_type type;
    uint32_t rows;      /* 1 unless a table */
    uint32_t columns;   /* elements per row; for texts and bytes: their size in bytes */
    uint32_t code_page; /* of texts; 0 = 1251 */
} gait_field;

/* Called for each field in file order. Returning false stops the visit. */
typedef bool (*gait_field_visitor)(void *user, const gait_field *field);

#ifdef __cplusplus
}
#endif
#endif
