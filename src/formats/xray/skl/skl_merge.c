/* Merges SDK motions: docs/formats/skl.md#editing. */
#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_merge.h"

/* One call of gaiti_skl_merge(). */
typedef struct skl_merge_job {
    gait_skl *to;
    const gait_skl *from;
    gaiti_merge plan;
    gaiti_skl_motion *motions; /* per step */
} skl_merge_job;

static gait_status skl_check_kinds(const skl_merge_job *job) {
    if (job->to->kind != GAIT_SKL_MANY) {
        return gaiti_raise(&job->plan.report, GAITI_SKL_NOT_MANY, (gaiti_detail){0});
    }
    if (job->from->kind == GAIT_SKL_OBJECT) {
        return gaiti_raise(&job->plan.report, GAITI_SKL_IS_OBJECT,
                           (gaiti_detail){.name = job->from->motions[0].values.name});
    }
    return GAIT_OK;
}

static gaiti_merge_names skl_names_of(const gait_skl *skl) {
    return (gaiti_merge_names){skl->motions ? &skl->motions->values.name : NULL,
                               sizeof *skl->motions, skl->motion_count};
}

/* Makes all motions in memory of `to`, which is otherwise unchanged. */
static gait_status skl_make_motions(skl_merge_job *job) {
    job->motions = gaiti_alloc(&job->plan.scratch, job->plan.count, sizeof *job->motions);
    bool done = job->motions && gaiti_skl_reserve_motions(job->to, job->plan.merged.appended);
    for (uint32_t i = 0; done && i < job->plan.count; i++) {
        const gaiti_merge_step *step = &job->plan.steps[i];
        if (step->target != GAITI_MERGE_SKIPPED) {
            job->motions[i] = job->from->motions[step->source];
            job->motions[i].values.name = step->name;
            done = gaiti_skl_copy_arrays(&job->to->arena, &job->motions[i]);
        }
    }
    return done                       ? GAIT_OK
           : job->plan.scratch.status ? job->plan.scratch.status
                                      : job->to->arena.status;
}

/* Changes `to`. Cannot fail: everything is allocated and checked. */
static void skl_store_motions(const skl_merge_job *job) {
    uint64_t lost = gaiti_skl_count_rest(job->from, job->to->tail, job->to->trailing);
    if (lost > 0) {
        gaiti_raise(&job->plan.report, GAITI_SKL_NOT_COPIED,
                    (gaiti_detail){.found = (int64_t)lost});
    }
    for (uint32_t i = 0; i < job->plan.count; i++) {
        uint32_t target = job->plan.steps[i].target;
        if (target != GAITI_MERGE_SKIPPED) {
            job->to->motions[target] = job->motions[i];
        }
    }
    job->to->motion_count += job->plan.merged.appended;
}

static gait_status skl_merge_run(skl_merge_job *job) {
    GAITI_TRY(skl_check_kinds(job));
    GAITI_TRY(gaiti_merge_select(&job->plan, skl_names_of(job->from)));
    GAITI_TRY(gaiti_merge_plan(&job->plan, skl_names_of(job->to)));
    GAITI_TRY(skl_make_motions(job));
    skl_store_motions(job);
    return GAIT_OK;
}

gait_status gaiti_skl_merge(gait_skl *to, const gait_skl *from, const gait_merge_options *options,
                            gait_diagnostics *diagnostics, gait_merged *out_merged) {
    gait_merged merged = {0};
    gait_status status = GAIT_BAD_ARGUMENT;
    if (to && from && to != from) {
        skl_merge_job job = {.to = to,
                             .from = from,
                             .plan = {.equal_name = GAITI_SKL_EQUAL_NAME,
                                      .bad_name = GAITI_SKL_BAD_NAME,
                                      .code_page = to->code_page}};
        gaiti_merge_init(&job.plan, &to->arena, options, diagnostics);
        status = skl_merge_run(&job);
        merged = status == GAIT_OK ? job.plan.merged : merged;
        gaiti_arena_free(&job.plan.scratch);
    }
    if (out_merged) {
        *out_merged = merged;
    }
    return status;
}

/* --- for the rows of the formats -------------------------------------------------------------- */

static gait_status skl_row_extract(const void *document, const uint32_t *clips, uint32_t count,
                                   gait_format format, const gait_options *options,
                                   void **out_bank) {
    gait_skl *bank = NULL;
    gait_skl_kind kind = format == GAIT_FORMAT_SKL ? GAIT_SKL_ONE : GAIT_SKL_MANY;
    gait_status status = gaiti_skl_extract(document, clips, count, kind, options, &bank);
    *out_bank = bank;
    return status;
}

static gait_status skl_row_merge(void *bank, const void *from, const gait_merge_options *options,
                                 gait_diagnostics *diagnostics, gait_merged *out_merged) {
    return gaiti_skl_merge(bank, from, options, diagnostics, out_merged);
}

static gait_status skl_row_detach(void *bank) {
    return gait_skl_detach(bank);
}

const gaiti_bank_functions gaiti_skl_bank_functions = {
    .many = GAIT_FORMAT_SKLS,
    .extract = skl_row_extract,
    .detach = skl_row_detach,
    .merge = skl_row_merge,
};
