/* Gait - one bank: extract its motions, merge banks. */
#ifndef GAIT_BANK_EDIT_H
#define GAIT_BANK_EDIT_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A bank that is edited: an OMF, a copy of the bank in an OGF, an SKLS or an SKL. Keys are copied
 * as bytes, never decoded, so no skeleton is needed. It borrows from the file or the bank that it
 * was made from, and from every bank that was merged into it; free it before them. Several threads
 * may read one, but not while it is changed. */
typedef struct gait_bank gait_bank;

/* Makes an editable bank from an open file, which does not change. The caller frees it. For a
 * model, it is the result of gaiti_ogf_extract_motions() (ogf.h). `options` (may be NULL) has the
 * allocator, limits and diagnostics. GAIT_NOT_FOUND for a model without a bank; GAIT_UNSUPPORTED
 * for other formats, for files opened with GAIT_OPEN_SKELETON, and for the results of
 * gait_file_salvage(). */
GAIT_API gait_status gait_bank_open(const gait_file *file, const gait_options *options,
                                    gait_bank **out_bank);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_bank_free(gait_bank *bank);

/* The format that gait_bank_write() writes; GAIT_FORMAT_UNKNOWN for NULL. */
GAIT_API gait_format gait_bank_format(const gait_bank *bank);
/* The number of motions; 0 for NULL. */
GAIT_API uint32_t gait_bank_clip_count(const gait_bank *bank);

/* Makes a bank of these motions, in the order of `clips`, which contains no index twice. The caller
 * frees it before `from`. `format` is GAIT_FORMAT_OMF if that is the format of `from`; otherwise
 * GAIT_FORMAT_SKLS, or for one motion GAIT_FORMAT_SKL. The bank has the version, the parts and the
 * unknown chunks of `from`. The banks of all motions of an OMF or an SKLS, merged in order with
 * GAIT_EQUAL_NAMES_KEEP_ALL, have the bytes of that file, with the exceptions of
 * gaiti_omf_extract() (omf.h) and gaiti_skl_extract() (skl.h). GAIT_WOULD_LOSE, with a diagnostic,
 * when games could read unknown data as a motion afterwards. `options` may be NULL. */
GAIT_API gait_status gait_bank_extract(const gait_bank *from, const uint32_t *clips, uint32_t count,
                                       gait_format format, const gait_options *options,
                                       gait_bank **out_bank);

/* --- merging ---------------------------------------------------------------------------------- */

/* What happens to a motion whose name the bank already has. Case is ignored, as in the games. Equal
 * names within the merged bank are no conflict. */
typedef enum gait_equal_names {
    GAIT_EQUAL_NAMES_REFUSE = 0, /* merges nothing; diagnostics list the names */
    GAIT_EQUAL_NAMES_KEEP_FIRST, /* does not copy the motion */
    GAIT_EQUAL_NAMES_REPLACE,    /* replaces the first such motion; further ones are appended */
    GAIT_EQUAL_NAMES_RENAME,     /* appends the motion with "_2", "_3" ... after its name */
    GAIT_EQUAL_NAMES_KEEP_ALL    /* appends the motion; games find the first one of a name */
} gait_equal_names;

/* Which parts the result has. In all cases the motions of both banks play on the same bones as
 * before; if the result has no such part, nothing is merged. */
typedef enum gait_merged_parts {
    GAIT_MERGED_PARTS_EQUAL = 0, /* both banks must have parts with the same names and bones */
    GAIT_MERGED_PARTS_FIRST,     /* those of the bank that is merged into */
    GAIT_MERGED_PARTS_UNION      /* parts of either bank, divided where the other bank divides them
                                  */
} gait_merged_parts;

/* What happens to marks when the bank has a version that cannot store them. */
typedef enum gait_merged_marks {
    GAIT_MERGED_MARKS_RAISE_VERSION = 0, /* the bank gets a version with marks */
    GAIT_MERGED_MARKS_REFUSE,            /* merges nothing if there are marks */
    GAIT_MERGED_MARKS_DROP
} gait_merged_marks;

/* The rules of gait_bank_merge(); all zero is the strictest choice, except that tracks are put into
 * the order of the bank. SDK motions (SKL, SKLS) have their own bones and versions, and no parts:
 * only the names concern them. */
typedef struct gait_merge_options {
    gait_equal_names names;
    gait_merged_parts parts;
    gait_merged_marks marks;
    bool keep_bone_order;  /* refuse banks whose bones are in another order */
    const uint32_t *clips; /* the motions to merge, in this order, none twice; NULL = all */
    uint32_t clip_count;   /* of `clips` */
} gait_merge_options;

/* Numbers of motions in the result of gait_bank_merge(). */
typedef struct gait_merged {
    uint32_t appended; /* including renamed ones */
    uint32_t renamed;
    uint32_t replaced;
    uint32_t skipped; /* not copied: GAIT_EQUAL_NAMES_KEEP_FIRST */
} gait_merged;

/* Copies motions of `from` to the end of `bank`, in order (docs/formats/omf.md#merging). Both banks
 * must contain the same bones, unless they are SDK motions; then the result is an SKLS. `bank`
 * borrows from `from` until it is freed. After a failure it is unchanged: GAIT_WOULD_LOSE or
 * GAIT_UNSUPPORTED, with diagnostics, when a rule refuses the motions; GAIT_UNSUPPORTED for a bank
 * and SDK motions; GAIT_LIMIT for too many motions; GAIT_BAD_ARGUMENT also when both are the same.
 * `options` may be NULL: all zero. `diagnostics` and `out_merged` may be NULL. */
GAIT_API gait_status gait_bank_merge(gait_bank *bank, const gait_bank *from,
                                     const gait_merge_options *options,
                                     gait_diagnostics *diagnostics, gait_merged *out_merged);

/* --- writing ---------------------------------------------------------------------------------- */

/* Appends the bytes of the bank to `out`, and opens them again to verify them: GAIT_INTERNAL when
 * they do not contain the motions of the bank. After a failure the size of `out` is as before. */
GAIT_API gait_status gait_bank_write(const gait_bank *bank, gait_buffer *out);
/* The same bytes as a list of parts, for large banks: most keys are not copied, and nothing is
 * verified. *out_parts is an array of *out_count parts, valid until the bank is changed or freed,
 * or this function is called again. Each call takes memory until the bank is freed. */
GAIT_API gait_status gait_bank_parts(gait_bank *bank, const gait_span **out_parts,
                                     uint32_t *out_count);
/* Appends a copy of `model` (an OGF) to `out` in which the bank is replaced; all other chunks keep
 * their bytes. `options` may be NULL. GAIT_UNSUPPORTED, with a diagnostic, when the model cannot
 * hold the bank (gaiti_ogf_replace_motions() in ogf.h), and for other formats. */
GAIT_API gait_status gait_bank_write_model(const gait_bank *bank, const gait_file *model,
                                           const gait_options *options, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif
