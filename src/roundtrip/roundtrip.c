/* gait_roundtrip() and gait_roundtrip_edited(): run all steps of a round trip in one call. */
#include "base/try.h"
#include "gait/roundtrip.h"
#include "gait/search.h"
#include "gait/search_steps.h"

#include "formats/file_state.h"
#include "metadata/metadata_state.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/roundtrip_parts.h"
#include "roundtrip/compare/compare_steps.h"

gait_status gait_roundtrip_skeleton(const gait_file *base, const gait_file *edited,
                                    const gait_options *options, gait_skeleton **out_skeleton) {
    gait_skeleton *exported = NULL;
    if (!GAITI_CLEAR(out_skeleton) || !base || !edited) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_metadata *metadata = gaiti_file_metadata(edited);
    gait_status status =
        metadata ? gaiti_metadata_skeleton(metadata, "extras", options, &exported) : GAIT_NOT_FOUND;
    if (status == GAIT_OK) {
        status = gait_file_bind_skeleton(base, exported, options, out_skeleton);
    }
    gait_skeleton_free(exported);
    return status == GAIT_OK || status == GAIT_NO_MEMORY ? status : GAIT_NOT_FOUND;
}

/* --- the steps -------------------------------------------------------------------------------- */

typedef struct roundtrip_job {
    gait_roundtrip_report *report;
    const gait_roundtrip_options *options;
    const gait_skeleton *skeleton; /* from the caller; NULL = none */
    gait_buffer *out;
    size_t out_start;
} roundtrip_job;

/* Refuses models without motions: most models only refer to banks. Refuses scenes of hands and
 * item, whose clips are of two files. */
static gait_status roundtrip_check_base(const roundtrip_job *job) {
    const gait_file *base = job->report->base_file;
    if (job->report->document && job->report->document->item_bone > 0) {
        return gaiti_roundtrip_refuse(job->report, GAITI_ROUNDTRIP_SCENE, (gaiti_detail){0});
    }
    bool is_model = gait_format_get_info(gait_file_format(base))->abilities & GAIT_HAS_SKELETON;
    return is_model && gait_file_clip_count(base) == 0
               ? gaiti_roundtrip_refuse_base(job->report, GAITI_ROUNDTRIP_NO_MOTIONS,
                                             (gaiti_detail){0})
               : GAIT_OK;
}

/* Selects the skeleton: that of the metadata, else the caller's, else the one found in the base
 * file or a built-in one. The metadata has priority because any other skeleton may have another
 * rest pose than that of the export, which would rotate every motion. */
static gait_status roundtrip_find_skeleton(const roundtrip_job *job) {
    gait_roundtrip_report *report = job->report;
    gait_status status = GAIT_NOT_FOUND;
    if (report->edited_file) {
        status = gait_roundtrip_skeleton(report->base_file, report->edited_file, &report->memory,
                                         &report->owned_skeleton);
    }
    report->overview.uses_metadata_skeleton = status == GAIT_OK;
    report->skeleton = job->skeleton;
    if (status == GAIT_NOT_FOUND && job->skeleton) {
        status = GAIT_OK;
    } else if (status == GAIT_NOT_FOUND) {
        const gait_search_options searching = {.common = job->options->common};
        gait_search_result *found = NULL;
        status = gait_skeleton_search(report->base_file, NULL, 0, &searching, &found);
        report->owned_skeleton = gait_search_result_detach_skeleton(found);
        gait_search_result_free(found);
    }
    if (report->owned_skeleton) {
        report->skeleton = report->owned_skeleton;
    }
    return status;
}

/* Refuses a skeleton that leaves out bones: their poses would be unknown in changed clips. */
static gait_status roundtrip_read_base(const roundtrip_job *job) {
    gait_roundtrip_report *report = job->report;
    uint32_t left_out = report->skeleton ? report->skeleton->left_out_count : 0;
    if (left_out > 0) {
        return gaiti_roundtrip_refuse_base(report, GAITI_ROUNDTRIP_PART,
                                           (gaiti_detail){.found = left_out});
    }
    gait_status status = gaiti_base_file_new(report->base_file, report->skeleton,
                                             &job->options->common, &report->base);
    return status == GAIT_UNSUPPORTED
               ? gaiti_roundtrip_refuse_base(report, GAITI_CONVERT_NEEDS_PARENTS, (gaiti_detail){0})
               : status;
}

/* Opens the edited glTF, unless the caller made the edited file. */
static gait_status roundtrip_read_edited(const roundtrip_job *job) {
    gait_roundtrip_report *report = job->report;
    gait_status status = GAIT_OK;
    if (report->edited_file) {
        status = gait_file_check_complete(report->edited_file, job->options->common.diagnostics);
        if (status == GAIT_OK) {
            status = gaiti_edited_gltf_open(report->edited_file, report->skeleton, &report->memory,
                                            &report->edited);
        }
        report->edit = report->edited.edit;
    } else if (report->edit->joint_count == 0) {
        status = GAIT_NOT_FOUND;
    } else if (!gaiti_edited_file_is_valid(report->edit)) {
        status = GAIT_CORRUPT;
    }
    return status == GAIT_NOT_FOUND
               ? gaiti_roundtrip_refuse(report, GAITI_ROUNDTRIP_NO_JOINTS, (gaiti_detail){0})
               : status;
}

static gait_status roundtrip_compare(const roundtrip_job *job) {
    gait_roundtrip_report *report = job->report;
    gaiti_diff_options options = {.common.allocator = job->options->common.allocator,
                                  .tolerance_deg = job->options->tolerance_deg,
                                  .tolerance_mm = job->options->tolerance_mm,
                                  .pairs_renamed = gaiti_roundtrip_renames(report, job->options)};
    GAITI_TRY(gaiti_roundtrip_compare_clips(report, &options));
    GAITI_TRY(gaiti_roundtrip_list_clips(report));
    gaiti_roundtrip_set_names(report);
    return GAIT_OK;
}

static gait_status roundtrip_compare_metadata(const roundtrip_job *job) {
    return gaiti_roundtrip_compare_metadata(job->report);
}

static gait_status roundtrip_decide(const roundtrip_job *job) {
    GAITI_TRY(gaiti_roundtrip_decide(job->report, job->options));
    GAITI_TRY(gaiti_roundtrip_check_names(job->report));
    return gaiti_roundtrip_check_source(job->report);
}

static gait_status roundtrip_apply(const roundtrip_job *job) {
    return gaiti_roundtrip_apply(job->report, job->options, job->out);
}

static gait_status roundtrip_read_back(const roundtrip_job *job) {
    const gait_buffer *out = job->out;
    const uint32_t *outcomes = job->report->overview.outcomes;
    if (outcomes[GAIT_ROUNDTRIP_CHANGED] + outcomes[GAIT_ROUNDTRIP_RENAMED] == 0) {
        return GAIT_OK;
    }
    gait_span result = {out->data + job->out_start, out->size - job->out_start};
    return gaiti_roundtrip_find_rounding(job->report, job->options, result);
}

static gait_status roundtrip_run(const roundtrip_job *job) {
    static const struct {
        gait_status (*run)(const roundtrip_job *job);
        gaiti_rule rule; /* of a failure, unless the step refuses the round trip */
    } steps[] = {
        {roundtrip_check_base, GAITI_ROUNDTRIP_BASE},
        {roundtrip_find_skeleton, GAITI_ROUNDTRIP_BASE},
        {roundtrip_read_base, GAITI_ROUNDTRIP_BASE},
        {roundtrip_read_edited, GAITI_ROUNDTRIP_EDITED},
        {roundtrip_compare, GAITI_ROUNDTRIP_COMPARING},
        {roundtrip_compare_metadata, GAITI_ROUNDTRIP_METADATA},
        {roundtrip_decide, GAITI_ROUNDTRIP_COMPARING},
        {roundtrip_apply, GAITI_ROUNDTRIP_APPLYING},
        {roundtrip_read_back, GAITI_ROUNDTRIP_READING_BACK},
    };
    gait_status status = GAIT_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == GAIT_OK; i++) {
        status = steps[i].run(job);
        if (status != GAIT_OK && !job->report->overview.rule) {
            gaiti_roundtrip_fail(job->report, steps[i].rule, status);
        }
    }
    return status;
}

/* --- the call --------------------------------------------------------------------------------- */

/* The files of a round trip: `edited` is a glTF, or NULL when the caller made `edit`. */
typedef struct roundtrip_files {
    const gait_file *base, *edited;
    const gait_edited_file *edit;
} roundtrip_files;

static bool roundtrip_is_base(const gait_file *base) {
    return base && base->row->roundtrip && !base->is_skeleton_only;
}

static gait_status roundtrip_start(const roundtrip_files *files, const gait_skeleton *skeleton,
                                   const gait_roundtrip_options *options,
                                   gait_roundtrip_report **out_report, gait_buffer *out_bytes) {
    gait_roundtrip_options settings = options ? *options : (gait_roundtrip_options){0};
    gait_options memory = settings.common;
    gait_status status;
    memory.diagnostics = NULL;
    memory.code_page = gait_file_code_page(files->base);
    gait_roundtrip_report *report = gaiti_roundtrip_report_new(&memory, &status);
    GAITI_TRY(status);
    report->base_file = files->base;
    report->edited_file = files->edited;
    report->edit = files->edit;
    report->document = files->edited ? gaiti_file_metadata(files->edited) : settings.metadata;
    report->sink = settings.common.diagnostics;
    report->errors_before = report->sink ? report->sink->errors : 0;
    report->overview.format = gait_file_format(files->base);
    roundtrip_job job = {report, &settings, skeleton, out_bytes, out_bytes->size};
    status = roundtrip_run(&job);
    out_bytes->size = status == GAIT_OK ? out_bytes->size : job.out_start;
    gait_roundtrip_report **out = status == GAIT_OK ? out_report : settings.refused;
    if (out && status != GAIT_NO_MEMORY) {
        *out = report;
    } else {
        gait_roundtrip_report_free(report);
    }
    return status;
}

static void roundtrip_clear_refused(const gait_roundtrip_options *options) {
    if (options && options->refused) {
        *options->refused = NULL;
    }
}

gait_status gait_roundtrip(const gait_file *base, const gait_file *edited,
                           const gait_skeleton *skeleton, const gait_roundtrip_options *options,
                           gait_roundtrip_report **out_report, gait_buffer *out_bytes) {
    const roundtrip_files files = {.base = base, .edited = edited};
    roundtrip_clear_refused(options);
    if (!GAITI_CLEAR(out_report) || !roundtrip_is_base(base) || !edited || !out_bytes ||
        !gait_file_gltf(edited) || edited->is_skeleton_only) {
        return GAIT_BAD_ARGUMENT;
    }
    return roundtrip_start(&files, skeleton, options, out_report, out_bytes);
}

gait_status gait_roundtrip_edited(const gait_file *base, const gait_edited_file *edited,
                                  const gait_skeleton *skeleton,
                                  const gait_roundtrip_options *options,
                                  gait_roundtrip_report **out_report, gait_buffer *out_bytes) {
    const roundtrip_files files = {.base = base, .edit = edited};
    roundtrip_clear_refused(options);
    if (!GAITI_CLEAR(out_report) || !roundtrip_is_base(base) || !out_bytes ||
        !gaiti_edited_file_is_complete(edited)) {
        return GAIT_BAD_ARGUMENT;
    }
    return roundtrip_start(&files, skeleton, options, out_report, out_bytes);
}
