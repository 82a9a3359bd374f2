/* Merges banks: docs/formats/omf.md#merging. */
#include "base/try.h"
#include "formats/xray/omf/omf_match.h"
#include "formats/xray/xray_merge.h"
#include "formats/xray/omf/omf.h"

/* One call of gaiti_omf_merge(). */
typedef struct merge_job {
    gait_omf *to;
    const gait_omf *from;
    gaiti_omf_match match;
    gaiti_merge plan;
    bool has_marks;       /* motions with marks are merged into a version that has none */
    gaiti_omf_keys *keys; /* per step */
    gaiti_omf_definition *definitions; /* per step */
} merge_job;

/* The status after an allocation failed in the memory of the bank or of the job. */
static gait_status merge_memory(const merge_job *job) {
    return job->plan.scratch.status ? job->plan.scratch.status : job->to->arena.status;
}

/* The status of the first refusal; all refusals are reported. */
static void merge_refuse(gait_status *status, gait_status refusal) {
    *status = *status == GAIT_OK ? refusal : *status;
}

/* The motions of a bank, of which there are as many definitions as keys. */
static gaiti_merge_names merge_names_of(const gait_omf *omf) {
    return (gaiti_merge_names){omf->definitions ? &omf->definitions->values.name : NULL,
                               sizeof *omf->definitions, gait_omf_motion_count(omf)};
}

/* --- checks ----------------------------------------------------------------------------------- */

/* The value of bone_or_part in the result; GAITI_OMF_NO_PART when there is none. A value that
 * is not the index of a bone or part of the bank is kept. */
static uint32_t merge_new_part(const gaiti_omf_match *match, const gait_omf *omf,
                               const gait_omf_motion *motion) {
    uint32_t value = motion->bone_or_part;
    bool is_fx = motion->flags & GAIT_OMF_FX, is_merged = omf == match->from;
    if (value == GAITI_OMF_ALL_PARTS || value >= (is_fx ? omf->bone_count : omf->part_count)) {
        return value;
    }
    if (is_fx) {
        return is_merged ? match->to_track[value] : value;
    }
    return is_merged ? match->new_part_of_from[value] : match->new_part_of_to[value];
}

static gait_status merge_check_part(merge_job *job, const gait_omf *omf, uint32_t motion) {
    const gait_omf_motion *values = &omf->definitions[motion].values;
    if (merge_new_part(&job->match, omf, values) != GAITI_OMF_NO_PART) {
        return GAIT_OK;
    }
    job->plan.report.clip = (int32_t)motion;
    return gaiti_raise(&job->plan.report, GAITI_OMF_NO_SUCH_PART,
                       (gaiti_detail){.name = values->name, .found = values->bone_or_part});
}

/* Checks parts and marks of every motion of the result. */
static gait_status merge_check_motions(merge_job *job) {
    gait_status status = GAIT_OK;
    for (uint32_t m = 0; job->match.has_new_parts && m < job->to->keys_count; m++) {
        merge_refuse(&status, merge_check_part(job, job->to, m));
    }
    for (uint32_t i = 0; i < job->plan.count; i++) {
        const gaiti_merge_step *step = &job->plan.steps[i];
        const gaiti_omf_definition *definition = &job->from->definitions[step->source];
        if (step->target == GAITI_MERGE_SKIPPED) {
            continue;
        }
        merge_refuse(&status, merge_check_part(job, job->from, step->source));
        if (definition->mark_count == 0 || job->to->version >= 4) {
            continue;
        }
        job->has_marks = true;
        if (job->plan.options.marks != GAIT_MERGED_MARKS_RAISE_VERSION) {
            job->plan.report.clip = (int32_t)step->source;
            gaiti_raise(
                &job->plan.report, GAITI_OMF_MARKS_LOST,
                (gaiti_detail){.found = definition->mark_count, .name = definition->values.name});
            merge_refuse(&status, job->plan.options.marks == GAIT_MERGED_MARKS_DROP
                                      ? GAIT_OK
                                      : GAIT_WOULD_LOSE);
        }
    }
    job->plan.report.clip = -1;
    return status;
}

/* The size of the unknown sub-chunks of `from` after its count, unless `to` has the same in the
 * same order. */
static uint64_t merge_count_other_subs(const gait_omf *to, const gait_omf *from) {
    uint64_t size = 0;
    uint32_t other = 0;
    for (uint32_t s = 0; s < from->sub_count; s++) {
        const gaiti_omf_sub *sub = &from->subs[s];
        if (!sub->payload.data) {
            continue;
        }
        while (other < to->sub_count && !to->subs[other].payload.data) {
            other++;
        }
        bool is_equal = other < to->sub_count && to->subs[other].id == sub->id &&
                        gaiti_count_lost(sub->payload, to->subs[other].payload) == 0 &&
                        to->subs[other].payload.size == sub->payload.size;
        size += is_equal ? 0 : GAITI_CHUNK_HEAD + sub->payload.size;
        other += is_equal;
    }
    return size;
}

/* Warns about unknown data of `from`, which is not copied. */
static void merge_report_lost(merge_job *job) {
    const gait_omf *to = job->to, *from = job->from;
    uint64_t size = gaiti_count_lost(from->params_tail, to->params_tail) +
                    gaiti_count_lost(from->count_tail, to->count_tail) +
                    gaiti_count_lost(from->motions_tail, to->motions_tail) +
                    merge_count_other_subs(to, from);
    for (int i = 0; i < 3; i++) {
        size += gaiti_count_lost(from->gaps[i], to->gaps[i]);
    }
    if (size > 0) {
        gaiti_raise(&job->plan.report, GAITI_OMF_NOT_MERGED,
                    (gaiti_detail){.found = (int64_t)size});
    }
}

/* --- motions ---------------------------------------------------------------------------------- */

/* Copies the tracks of a motion in the order of `to`. False when out of memory. */
static bool merge_order_tracks(const merge_job *job, gaiti_omf_keys *keys, uint32_t *offsets) {
    uint32_t bones = job->to->bone_count, at = 0;
    const gait_span tracks = keys->tracks;
    uint8_t *bytes = gaiti_alloc_uninitialised(&job->to->arena, tracks.size, 1);
    if (!bytes) {
        return false;
    }
    for (uint32_t t = 0; t < bones; t++) {
        uint32_t source = job->match.from_track[t], begin = keys->offsets[source];
        uint32_t end = source + 1 < bones ? keys->offsets[source + 1] : (uint32_t)tracks.size;
        memcpy(bytes + at, tracks.data + begin, end - begin);
        offsets[t] = at;
        at += end - begin;
    }
    keys->tracks = gaiti_span(bytes, tracks.size);
    return true;
}

/* Makes the keys and the definition of a step. */
static bool merge_make_motion(merge_job *job, uint32_t index, uint32_t *offsets) {
    const gaiti_merge_step *step = &job->plan.steps[index];
    gaiti_omf_keys *keys = &job->keys[index];
    gaiti_omf_definition *definition = &job->definitions[index];
    uint32_t bones = job->to->bone_count;
    *keys = job->from->keys[step->source];
    *definition = job->from->definitions[step->source];
    gait_omf_motion *values = &definition->values;
    bool done = true;
    if (!job->match.is_same_order) {
        done = merge_order_tracks(job, keys, offsets);
    } else if (bones > 0) {
        memcpy(offsets, keys->offsets, bones * sizeof *offsets);
    }
    keys->offsets = offsets;
    values->bone_or_part = (uint16_t)merge_new_part(&job->match, job->from, values);
    values->motion = (uint16_t)(values->motion == step->source ? step->target : values->motion);
    gaiti_omf_set_name(keys, definition, step->name);
    if (job->has_marks && job->plan.options.marks == GAIT_MERGED_MARKS_DROP) {
        definition->mark_count = 0;
    }
    return done && gaiti_omf_copy_marks(&job->to->arena, definition);
}

/* Makes all motions in memory of `to`, which is otherwise unchanged. */
static gait_status merge_make_motions(merge_job *job) {
    uint32_t bones = job->to->bone_count,
             made = job->plan.merged.appended + job->plan.merged.replaced;
    uint32_t *offsets =
        gaiti_alloc_uninitialised(&job->to->arena, (uint64_t)made * bones, sizeof *offsets);
    job->keys = gaiti_alloc(&job->plan.scratch, job->plan.count, sizeof *job->keys);
    job->definitions = gaiti_alloc(&job->plan.scratch, job->plan.count, sizeof *job->definitions);
    bool done = offsets && job->keys && job->definitions &&
                gaiti_omf_reserve_motions(job->to, job->plan.merged.appended);
    for (uint32_t i = 0; done && i < job->plan.count; i++) {
        if (job->plan.steps[i].target != GAITI_MERGE_SKIPPED) {
            done = merge_make_motion(job, i, offsets);
            offsets += bones;
        }
    }
    return done ? GAIT_OK : merge_memory(job);
}

/* Changes `to`. Cannot fail: everything is allocated and checked. */
static void merge_store(merge_job *job) {
    gait_omf *to = job->to;
    if (job->match.has_new_parts) {
        for (uint32_t m = 0; m < to->keys_count; m++) {
            gait_omf_motion *values = &to->definitions[m].values;
            values->bone_or_part = (uint16_t)merge_new_part(&job->match, to, values);
        }
        to->parts = job->match.parts;
        to->part_count = job->match.part_count;
        to->bones = job->match.bones;
        to->bone_of_track = job->match.bone_of_track;
        to->part_capacity = to->bone_capacity = 0;
    }
    if (job->has_marks && job->plan.options.marks == GAIT_MERGED_MARKS_RAISE_VERSION) {
        to->version = 4;
        to->listing = GAITI_OMF_LISTS_NAMES_AND_IDS;
    }
    for (uint32_t i = 0; i < job->plan.count; i++) {
        uint32_t target = job->plan.steps[i].target;
        if (target != GAITI_MERGE_SKIPPED) {
            to->keys[target] = job->keys[i];
            to->definitions[target] = job->definitions[i];
        }
    }
    if (job->plan.merged.appended > 0) {
        gaiti_omf_append_reserved(to, job->plan.merged.appended);
    }
}

/* --- merging ---------------------------------------------------------------------------------- */

static gait_status merge_run(merge_job *job) {
    GAITI_TRY(gaiti_merge_select(&job->plan, merge_names_of(job->from)));
    GAITI_TRY(gaiti_omf_check_append(job->to, 0, &job->plan.report));
    if (job->to->version == 0 && job->from->version != 0) {
        /* Version 0 has other flags, and is part of a model. */
        return gaiti_raise(&job->plan.report, GAITI_OMF_OLD_TARGET, (gaiti_detail){0});
    }
    GAITI_TRY(
        gaiti_omf_match_bones(&job->match, job->plan.options.keep_bone_order, &job->plan.report));
    GAITI_TRY(gaiti_omf_match_parts(&job->match, job->plan.options.parts, &job->plan.report));
    GAITI_TRY(gaiti_merge_plan(&job->plan, merge_names_of(job->to)));
    GAITI_TRY(gaiti_omf_check_append(job->to, job->plan.merged.appended, &job->plan.report));
    GAITI_TRY(merge_check_motions(job));
    if (job->has_marks && job->plan.options.marks == GAIT_MERGED_MARKS_RAISE_VERSION) {
        GAITI_TRY(gaiti_omf_check_bone_names(job->to, &job->plan.report));
    }
    GAITI_TRY(merge_make_motions(job));
    merge_report_lost(job);
    merge_store(job);
    return GAIT_OK;
}

gait_status gaiti_omf_merge(gait_omf *to, const gait_omf *from, const gait_merge_options *options,
                            gait_diagnostics *diagnostics, gait_merged *out_merged) {
    gait_merged merged = {0};
    gait_status status = GAIT_BAD_ARGUMENT;
    if (to && from && to != from) {
        merge_job job = {.to = to,
                         .from = from,
                         .plan = {.equal_name = GAITI_OMF_EQUAL_NAME,
                                  .bad_name = GAITI_OMF_BAD_NAME,
                                  .code_page = to->code_page}};
        gaiti_merge_init(&job.plan, &to->arena, options, diagnostics);
        job.match = (gaiti_omf_match){.to = to, .from = from, .scratch = &job.plan.scratch};
        status = merge_run(&job);
        merged = status == GAIT_OK ? job.plan.merged : merged;
        gaiti_arena_free(&job.plan.scratch);
    }
    if (out_merged) {
        *out_merged = merged;
    }
    return status;
}

/* --- for the row of the format ---------------------------------------------------------------- */

static gait_status omf_row_extract(const void *document, const uint32_t *clips, uint32_t count,
                                   gait_format format, const gait_options *options,
                                   void **out_bank) {
    gait_omf *bank = NULL;
    (void)format;
    gait_status status = gaiti_omf_extract(document, clips, count, options, &bank);
    *out_bank = bank;
    return status;
}

static gait_status omf_row_merge(void *bank, const void *from, const gait_merge_options *options,
                                 gait_diagnostics *diagnostics, gait_merged *out_merged) {
    return gaiti_omf_merge(bank, from, options, diagnostics, out_merged);
}

static gait_status omf_row_detach(void *bank) {
    return gait_omf_detach(bank);
}

const gaiti_bank_functions gaiti_omf_bank_functions = {
    .many = GAIT_FORMAT_OMF,
    .extract = omf_row_extract,
    .detach = omf_row_detach,
    .merge = omf_row_merge,
};
