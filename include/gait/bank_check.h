/* Gait - the banks of a model: does a model have the banks it refers to, and do they fit it? */
#ifndef GAIT_BANK_CHECK_H
#define GAIT_BANK_CHECK_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The names of the bones, parts and motions of a bank, without its keys. A program that checks many
 * models can keep summaries instead of open banks. Several threads may read one. */
typedef struct gait_bank_summary gait_bank_summary;

/* Makes the summary of an OMF, or of the bank in an OGF. `bank` may be opened with
 * GAIT_OPEN_SKELETON if it is an OMF; it need not outlive the call. The caller frees the summary.
 * `options` may be NULL. GAIT_NOT_FOUND when the file has no readable parameters of a bank. */
GAIT_API gait_status gait_bank_summary_new(const gait_file *bank, const gait_options *options,
                                           gait_bank_summary **out_summary);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_bank_summary_free(gait_bank_summary *summary);
/* The memory of a summary in bytes, approximately. */
GAIT_API uint64_t gait_bank_summary_size(const gait_bank_summary *summary);

/* A bank to which a motion reference of a model resolved. */
typedef struct gait_model_bank {
    uint32_t ref;                     /* index of the reference (gait_file_ref()) */
    const gait_bank_summary *summary; /* NULL = the file cannot be read as a bank */
    const char *name;                 /* for diagnostics, UTF-8; NULL = the reference as stored */
    bool is_repeated; /* the same bank is earlier in the list: it is not compared again */
    /* The path of the file and why it cannot be read as a bank, for the diagnostic (OGF133); UTF-8.
     * Unused if `summary` is given; NULL = unknown. */
    const char *path, *problem;
} gait_model_bank;

/* All zero is the default. */
typedef struct gait_bank_check_options {
    gait_options common;   /* allocator, limits, diagnostics */
    uint32_t skipped_refs; /* number of references at the end of the list that were not resolved;
                              nothing is known about their banks */
    /* Per reference of the model, another bank to which it could refer if its own is missing, as a
     * reference in UTF-8, for the diagnostic (OGF130); NULL = none is known. May be NULL. */
    const char *const *near_banks;
    bool may_be_in_game; /* missing banks may be in the base game: with a known game, they are notes
                          */
    bool is_loose;       /* the model is not in the folder to which references are relative: missing
                            banks are one note */
    bool has_own_parts;  /* a configuration file of the model replaces the parts of its banks */
} gait_bank_check_options;

/* Checks the references of a model (an OGF) and the banks that they resolved to, as games load
 * them: a reference without a bank, bones that are only in the model or only in a bank, bones
 * outside all parts, motions in several banks (docs/formats/ogf.md#banks-of-a-model). `banks` are
 * in the order in which games load them, with ascending `ref`; a reference with a wildcard can have
 * several. A model without references is checked with the bank inside it. Models that games do not
 * animate have no findings. Findings have the offset of the reference; they do not
 * change the status.
 * `banks` may be NULL when `bank_count` is 0, and `options` may be NULL.
 * GAIT_UNSUPPORTED for files that are not an OGF, and for one opened with GAIT_OPEN_SKELETON;
 * GAIT_BAD_ARGUMENT when `ref` is out of range or does not ascend. */
GAIT_API gait_status gait_check_banks(const gait_file *model, const gait_model_bank *banks,
                                      uint32_t bank_count, const gait_bank_check_options *options);

/* How a model stores its references: "text" or "list"; NULL when it has none, and for files that
 * are not an OGF. */
GAIT_API const char *gait_refs_form(const gait_file *model);

#ifdef __cplusplus
}
#endif
#endif
