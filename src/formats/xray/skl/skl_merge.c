/* Merges SDK motions: docs/formats/skl.md#editing. */
#include "base/try.h"
#include "formats/xray/skl/skl.h"
#include "formats/xray/xray_merge.h"

/* One call of gaiti_skl_merge(). */
typedef struct skl_merge_job {
    gait_skl *to;
    const gait_skl *from;
    gait_merge_options options;
    gaiti_report report;
    gaiti_arena scratch;
    gaiti_merge plan;
    gaiti_skl_motion *motions; /* per step */
} skl_merge_job;

static gait_status skl_check_kinds(const skl_merge_job *job) {
    if (job->to->kind != GAIT_SKL_MANY) {
        return gaiti_raise(&job->report, GAITI_SKL_NOT_MANY, (gaiti_detail){0});
    }
    if (job->from->kind == GAIT_SKL_OBJECT) {
        return gaiti_raise(&job->report, GAITI_SKL_IS_OBJECT,
                           (gaiti_detail){.name = job->from->motions[0].values.name});
    }
    return GAIT_OK;
}

/* Sets the targets and names of all steps. */
static gait_status skl_plan_names(skl_merge_job *job) {
    uint32_t count = job->to->motion_count;
    gait_status status = gaiti_merge_select(&job->plan, job->options.clips, job->options.clip_count,
                                            job->from->motion_count);
    gait_span *names = gaiti_alloc(&job->scratch, count, sizeof *names);
    if (status != GAIT_OK || !names) {
        return status ? status : job->scratch.status;
    }
    for (uint32_t m = 0; m < count; m++) {
        names[m] = job->to->motions[m].values.name;
    }
    for (uint32_t i = 0; i < job->plan.count; i++) {
        gaiti_merge_step *step = &job->plan.steps[i];
        step->name = job->from->motions[step->source].values.name;
    }
    return gaiti_merge_plan(&job->plan, names, count);
}

/* Makes all motions in memory of `to`, which is otherwise unchanged. */
static gait_status skl_make_motions(skl_merge_job *job) {
    job->motions = gaiti_alloc(&job->scratch, job->plan.count, sizeof *job->motions);
    bool done = job->motions && gaiti_skl_reserve_motions(job->to, job->plan.merged.appended);
    for (uint32_t i = 0; done && i < job->plan.count; i++) {
        const gaiti_merge_step *step = &job->plan.steps[i];
        if (step->target != GAITI_MERGE_SKIPPED) {
            job->motions[i] = job->from->motions[step->source];
            job->motions[i].values.name = step->name;
            done = gaiti_skl_copy_arrays(&job->to->arena, &job->motions[i]);
        }
    }
    return done ? GAIT_OK : job->scratch.status ? job->scratch.status : job->to->arena.status;
}

/* Changes `to`. Cannot fail: everything is allocated and checked. */
static void skl_store_motions(const skl_merge_job *job) {
    uint64_t lost = gaiti_skl_count_rest(job->from, job->to->tail, job->to->trailing);
    if (lost > 0) {
        gaiti_raise(&job->report, GAITI_SKL_NOT_COPIED, (gaiti_detail){.found = (int64_t)lost});
    }
    for (uint32_t i = 0; i < job->plan.count; i++) {
        uint32_t target = job->plan.steps[i].target;
        if (target != GAITI_MERGE_SKIPPED) {
            job->to->motions[target] = job->motions[i];
        }
    }
    job->to->motion_count += job->plan.merged.appended;
}

gait_status gaiti_skl_merge(gait_skl *to, const gait_skl *from, const gait_merge_options *options,
                            gait_diagnostics *diagnostics, gait_merged *out_merged) {
    if (out_merged) {
        *out_merged = (gait_merged){0};
    }
    if (!to || !from || to == from) {
        return GAIT_BAD_ARGUMENT;
    }
    skl_merge_job job = {.to = to, .from = from, .report = gaiti_report_to(diagnostics)};
    gait_options memory = {.allocator = to->arena.allocator};
    job.report.has_no_offset = true; /* a refusal concerns both files */
    job.options = options ? *options : (gait_merge_options){0};
    gaiti_arena_init(&job.scratch, &memory, 1 << 14);
    job.plan = (gaiti_merge){.arena = &to->arena,
                             .scratch = &job.scratch,
                             .report = &job.report,
                             .rule = job.options.names,
                             .equal_name = GAITI_SKL_EQUAL_NAME,
                             .bad_name = GAITI_SKL_BAD_NAME,
                             .code_page = to->code_page};
    gait_status status;
    GAITI_TRY_DONE(skl_check_kinds(&job));
    GAITI_TRY_DONE(skl_plan_names(&job));
    GAITI_TRY_DONE(skl_make_motions(&job));
    skl_store_motions(&job);
    if (out_merged) {
        *out_merged = job.plan.merged;
    }
done:
    gaiti_arena_free(&job.scratch);
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
