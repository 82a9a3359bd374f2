/* Compares two open files. */
#include "gait/compare.h"

#include <stddef.h>
#include <string.h>

#include "base/try.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "difference/difference_state.h"
#include "formats/abilities.h"
#include "formats/file_state.h"
#include "model/clip.h"

/* The default tolerance for files of two formats, which round keys in different ways. */
#define DIFFERENCE_OTHER_DEG 0.02
#define DIFFERENCE_OTHER_MM 1

void gait_file_comparison_free(gait_file_comparison *comparison) {
    gaiti_free_object(comparison, offsetof(gait_file_comparison, arena));
}

/* --- bytes ------------------------------------------------------------------------------------ */

/* The number of bytes that differ between two words. */
static unsigned difference_count_bytes(uint64_t a, uint64_t b) {
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F), ones = UINT64_C(0x0101010101010101);
    uint64_t other = a ^ b;
    uint64_t marked = (((other & low) + low) | other) & ~low;
    return (unsigned)((marked >> 7) * ones >> 56);
}

static void difference_compare_bytes(gait_file_comparison *result, gait_span a, gait_span b) {
    gait_files_summary *summary = &result->summary;
    size_t size = a.size < b.size ? a.size : b.size, at = 0;
    uint64_t count = a.size < b.size ? b.size - a.size : a.size - b.size;
    summary->size = a.size;
    summary->other_size = b.size;
    summary->differing_bytes = count;
    if (size == 0 || memcmp(a.data, b.data, size) == 0) {
        return;
    }
    for (; at + 8 <= size; at += 8) {
        count += difference_count_bytes(gaiti_load_u64(a.data + at), gaiti_load_u64(b.data + at));
    }
    for (; at < size; at++) {
        count += a.data[at] != b.data[at];
    }
    summary->differing_bytes = count;
}

/* True when equal bytes are equal files: all of the content is in the file itself. */
static bool difference_is_whole(const gait_file *file) {
    return gait_file_dependency_count(file) == 0 && !gaiti_file_has_metadata(file);
}

/* --- skeletons -------------------------------------------------------------------------------- */

/* True when the parents of the bones are known. Keys of plain RTM are in model space, so bones that
 * the hierarchy lacks are roots. */
static bool difference_has_parents(const gaiti_difference_side *side) {
    const gait_skeleton *skeleton = side->skeleton;
    uint32_t count = skeleton ? skeleton->bone_count : 0, known = 0;
    for (uint32_t b = 0; b < count; b++) {
        known += gaiti_bone_outcome(&skeleton->bones[b]) != GAIT_BONE_ALONE;
    }
    return known > 0 && (known == count || gaiti_file_has(side->file, GAIT_MODEL_SPACE));
}

/* Binds the bones of a file to `tree`, or without it if that fails. */
static gait_status difference_bind(gaiti_difference_job *job, int s, const gait_skeleton *tree) {
    gaiti_difference_side *side = &job->side[s];
    side->skeleton = NULL;
    gait_status status = gait_file_bind_skeleton(side->file, tree, &job->options, &side->skeleton);
    if (status != GAIT_OK && status != GAIT_NO_MEMORY && tree) {
        status = gait_file_bind_skeleton(side->file, NULL, &job->options, &side->skeleton);
    }
    side->has_parents = difference_has_parents(side);
    return status == GAIT_NO_MEMORY ? status : GAIT_OK;
}

/* The skeleton in one of the files, if there is one. The caller frees it. */
static gait_skeleton *difference_own_tree(gaiti_difference_job *job) {
    gait_skeleton *tree = NULL;
    for (int s = 0; s < 2 && !tree; s++) {
        gait_status status = gait_file_skeleton(job->side[s].file, &job->options, &tree);
        gaiti_difference_check(job, status);
    }
    return tree;
}

/* Binds both files: to the same skeleton or, if only one of them has its bones, to none. */
static gait_status difference_bind_both(gaiti_difference_job *job, const gait_skeleton *given) {
    gait_skeleton *own = given ? NULL : difference_own_tree(job);
    const gait_skeleton *tree = given ? given : own;
    gait_status status = job->work.status;
    if (status == GAIT_OK) {
        status = difference_bind(job, 0, tree);
    }
    if (status == GAIT_OK) {
        status = difference_bind(job, 1, tree ? tree : job->side[0].skeleton);
    }
    bool is_known = job->side[0].has_parents;
    if (status == GAIT_OK && is_known != job->side[1].has_parents) {
        gait_skeleton_free(job->side[is_known ? 0 : 1].skeleton);
        status = difference_bind(job, is_known ? 0 : 1, NULL);
    }
    gait_skeleton_free(own);
    job->result->summary.is_posed = job->side[0].has_parents && job->side[1].has_parents;
    return status;
}

/* Matches the bones of both skeletons by name. */
static gait_status difference_map_bones(gaiti_difference_job *job) {
    gaiti_difference_lists lists = {0};
    for (int s = 0; s < 2; s++) {
        const gait_skeleton *skeleton = job->side[s].skeleton;
        uint32_t count = skeleton ? skeleton->bone_count : 0;
        gait_span *names = gaiti_difference_new_names(job, count);
        for (uint32_t b = 0; names && b < count; b++) {
            names[b] = gaiti_span_of(skeleton->bones[b].name);
        }
        lists.names[s] = names;
        lists.count[s] = names ? count : 0;
    }
    const gait_file_comparison *result = job->result;
    job->bone_names = gaiti_alloc(&job->work, lists.count[0], sizeof *job->bone_names);
    if (!gaiti_difference_match(job, &lists) || !job->bone_names) {
        return job->work.status;
    }
    job->bone_map = lists.match[0];
    job->has_no_common_bone = lists.count[0] > 0 || lists.count[1] > 0;
    for (uint32_t b = 0; b < lists.count[0]; b++) {
        job->has_no_common_bone = job->has_no_common_bone && job->bone_map[b] < 0;
        const char *name = job->side[0].skeleton->bones[b].name;
        job->bone_names[b] = gaiti_copy_text(&job->result->arena, name);
    }
    return result->arena.status;
}

/* --- clips ------------------------------------------------------------------------------------ */

static void difference_compare_clip(gaiti_difference_job *job, gaiti_difference_clip *clip) {
    gait_clip_difference *entry = &clip->entry;
    gait_file_comparison *result = job->result;
    clip->first_difference = result->difference_count;
    clip->first_bone = result->bone_count;
    entry->is_different = entry->clip < 0 || entry->other < 0;
    if (entry->is_different) {
        return;
    }
    gaiti_difference_compare_parameters(job, entry);
    gaiti_difference_compare_events(job, entry);
    gaiti_difference_compare_keys(job, entry);
    entry->difference_count = result->difference_count - clip->first_difference;
    bool is_changed = entry->difference_count > 0 || entry->keys == GAIT_KEYS_DIFFERENT;
    entry->is_different = is_changed || entry->is_renamed || entry->is_moved;
    result->summary.changed += is_changed;
    result->summary.not_compared += entry->keys == GAIT_KEYS_NOT_COMPARED;
}

static gait_status difference_compare_clips(gaiti_difference_job *job,
                                            const gait_skeleton *skeleton) {
    gait_file_comparison *result = job->result;
    bool is_any = false;
    GAITI_TRY(difference_bind_both(job, skeleton));
    GAITI_TRY(difference_map_bones(job));
    gaiti_difference_list_clips(job);
    GAITI_TRY(gaiti_difference_status(job));
    for (uint32_t i = 0; i < result->summary.clip_count; i++) {
        difference_compare_clip(job, &result->clips[i]);
        is_any = is_any || result->clips[i].entry.is_different;
        GAITI_TRY(gaiti_difference_status(job));
    }
    if (is_any) {
        result->summary.outcome = GAIT_FILES_DIFFERENT;
    }
    return GAIT_OK;
}

/* --- the comparison --------------------------------------------------------------------------- */

static bool difference_is_tolerance(double value) {
    return value >= 0 && gaiti_is_finite(value);
}

static gait_status difference_run(gaiti_difference_job *job, const gait_skeleton *skeleton) {
    const gait_file *a = job->side[0].file, *b = job->side[1].file;
    gait_files_summary *summary = &job->result->summary;
    difference_compare_bytes(job->result, a->bytes, b->bytes);
    if (summary->differing_bytes == 0 && difference_is_whole(a) && difference_is_whole(b)) {
        return GAIT_OK;
    }
    gaiti_difference_compare_files(job);
    GAITI_TRY(gaiti_difference_status(job));
    summary->outcome =
        summary->difference_count > 0 ? GAIT_FILES_DIFFERENT : GAIT_FILES_SAME_CONTENT;
    return difference_compare_clips(job, skeleton);
}

static void difference_set_tolerance(gaiti_difference_job *job,
                                     const gait_file_compare_options *options) {
    gait_files_summary *summary = &job->result->summary;
    summary->tolerance_deg = options->tolerance_deg;
    summary->tolerance_mm = options->tolerance_mm;
    job->is_exact = options->tolerance_deg == 0 && options->tolerance_mm == 0;
    if (job->is_exact && !job->is_one_format) {
        summary->tolerance_deg = DIFFERENCE_OTHER_DEG;
        summary->tolerance_mm = DIFFERENCE_OTHER_MM;
        job->is_exact = false;
    }
}

gait_status gait_file_compare(const gait_file *file, const gait_file *other,
                              const gait_file_compare_options *options,
                              gait_file_comparison **out_comparison) {
    static const gait_file_compare_options defaults = {0};
    gaiti_difference_job job = {.side = {{.file = file}, {.file = other}}};
    gait_status status;
    options = options ? options : &defaults;
    if (!GAITI_CLEAR(out_comparison) || !file || !other || file->is_skeleton_only ||
        other->is_skeleton_only || !difference_is_tolerance(options->tolerance_deg) ||
        !difference_is_tolerance(options->tolerance_mm)) {
        return GAIT_BAD_ARGUMENT;
    }
    job.options = options->common;
    job.options.diagnostics = NULL;
    job.is_one_format = gait_file_format(file) == gait_file_format(other);
    job.result = gaiti_new_object(&job.options, sizeof *job.result,
                                  offsetof(gait_file_comparison, arena), 0, &status);
    GAITI_TRY(status);
    job.result->summary.format = gait_file_format(file);
    job.result->summary.other_format = gait_file_format(other);
    gaiti_arena_init(&job.work, &job.options, 0);
    difference_set_tolerance(&job, options);
    status = difference_run(&job, options->skeleton);
    gait_skeleton_free(job.side[0].skeleton);
    gait_skeleton_free(job.side[1].skeleton);
    gaiti_arena_free(&job.work);
    if (status != GAIT_OK) {
        gait_file_comparison_free(job.result);
        return status;
    }
    *out_comparison = job.result;
    return GAIT_OK;
}

/* --- the result ------------------------------------------------------------------------------- */

gait_files_summary gait_file_comparison_summary(const gait_file_comparison *comparison) {
    return comparison ? comparison->summary : (gait_files_summary){0};
}

gait_difference gait_file_comparison_difference(const gait_file_comparison *comparison,
                                                uint32_t index) {
    return comparison && index < comparison->summary.difference_count
               ? comparison->differences[index]
               : (gait_difference){0};
}

/* NULL when the index is out of range. */
static const gaiti_difference_clip *difference_clip(const gait_file_comparison *comparison,
                                                    uint32_t clip) {
    return comparison && clip < comparison->summary.clip_count ? &comparison->clips[clip] : NULL;
}

gait_clip_difference gait_file_comparison_clip(const gait_file_comparison *comparison,
                                               uint32_t index) {
    const gaiti_difference_clip *clip = difference_clip(comparison, index);
    return clip ? clip->entry : (gait_clip_difference){.clip = -1, .other = -1};
}

gait_difference gait_file_comparison_clip_difference(const gait_file_comparison *comparison,
                                                     uint32_t clip, uint32_t index) {
    const gaiti_difference_clip *found = difference_clip(comparison, clip);
    return found && index < found->entry.difference_count
               ? comparison->differences[found->first_difference + index]
               : (gait_difference){0};
}

gait_key_difference gait_file_comparison_bone(const gait_file_comparison *comparison, uint32_t clip,
                                              uint32_t index) {
    const gaiti_difference_clip *found = difference_clip(comparison, clip);
    return found && index < found->entry.bone_count ? comparison->bones[found->first_bone + index]
                                                    : (gait_key_difference){0};
}
