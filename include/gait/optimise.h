/* Gait - banks become smaller and play the same (docs/commands/optimise.md). */
#ifndef GAIT_OPTIMISE_H
#define GAIT_OPTIMISE_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What gait_optimise() may do; all zero: every clip, and nothing that changes a played value. */
typedef struct gait_optimise_options {
    gait_options common;
    /* The largest error of a translation in millimetres, and of a rotation in degrees; 0 = none.
     * Both are relative to the parent bone, so the errors of a chain of bones add up. */
    double tolerance_mm, tolerance_deg;
    const uint32_t *clips; /* indices of the clips to optimise, in any order; NULL = all */
    uint32_t clip_count;   /* of `clips` */
} gait_optimise_options;

/* What was done with one clip. Sizes are those of its keys in the file with their chunk header; the
 * size of the whole file for formats with one clip. */
typedef struct gait_optimised_clip {
    const char *name;      /* UTF-8; valid as long as the result */
    uint64_t bytes_before; /* 0 for a clip that cannot be read */
    uint64_t bytes_after;
    uint32_t constant_rotations;    /* tracks of rotations that became constant */
    uint32_t constant_translations; /* tracks of translations that became constant */
    uint32_t narrowed_translations; /* tracks with 8 instead of 16 bits */
    uint32_t quantised_tracks;      /* tracks with integers instead of floats */
    uint32_t removed_keys;          /* frames, with the keys of all bones */
    uint32_t compressed_arrays;     /* arrays that were compressed better */
    bool is_chosen;                 /* the options include this clip */
    double error_mm, error_deg;     /* the largest errors, measured; 0 = none */
} gait_optimised_clip;

/* The result of gait_optimise() besides the bytes. It borrows nothing. */
typedef struct gait_optimised gait_optimised;

/* Totals of a result. */
typedef struct gait_optimise_summary {
    uint64_t bytes_before, bytes_after; /* of the file */
    uint32_t clip_count;                /* of the file */
    uint32_t smaller_clips;
    double tolerance_mm, tolerance_deg; /* those of the options */
    double error_mm, error_deg;         /* the largest of all clips */
} gait_optimise_summary;

/* Appends a copy of the file to `out` that is not larger and plays the same, within the tolerances:
 * an OMF, an OGF with a bank, or a binarised RTM. The copy is opened again as a check. If both
 * tolerances are 0, values at keys and between keys do not change. If nothing can be saved, the
 * bytes are those of the file. Optimising a result again gives the same bytes. `out_optimised` may
 * be NULL; otherwise the caller frees *out_optimised. GAIT_UNSUPPORTED, with a diagnostic, for
 * other formats, for models without a bank or whose bank cannot be replaced, and for files opened
 * with GAIT_OPEN_SKELETON. GAIT_BAD_ARGUMENT also for tolerances that are negative or not finite,
 * and for clips out of range. After a failure the size of `out` is as before. */
GAIT_API gait_status gait_optimise(const gait_file *file, const gait_optimise_options *options,
                                   gait_buffer *out, gait_optimised **out_optimised);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_optimised_free(gait_optimised *optimised);
/* The totals; all zero for NULL. */
GAIT_API gait_optimise_summary gait_optimised_summary(const gait_optimised *optimised);
/* What was done with one clip of the file; all zero when the index is out of range. */
GAIT_API gait_optimised_clip gait_optimised_clip_at(const gait_optimised *optimised, uint32_t clip);

#ifdef __cplusplus
}
#endif
#endif
