/* Smaller banks that play the same: the loop over formats, and the result. */
#include "gait/optimise.h"

#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/diagnose.h"
#include "base/number/trig.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/file_state.h"
#include "formats/xray/ogf/ogf.h"

struct gait_optimised {
    gaiti_arena arena;
    gait_optimised_clip *clips;
    gait_optimise_summary total;
};

/* --- refusals --------------------------------------------------------------------------------- */

static gait_status optimise_refuse(const gait_file *file, const gait_options *options,
                                   const char *why) {
    const char *title = gait_format_get_info(gait_file_format(file))->title;
    return gaiti_file_raise(file, options->diagnostics, GAITI_OPTIMISE_FORMAT,
                            (gaiti_detail){.name = gaiti_span_of(title),
                                           .name_is_utf8 = true,
                                           .other = gaiti_span_of(why)});
}

/* Why a file cannot be optimised. */
static const char *optimise_reason(const gait_file *file) {
    if (file->is_skeleton_only) {
        return "only its skeleton was opened";
    }
    return file->row->not_smaller ? file->row->not_smaller : "this format cannot be made smaller";
}

/* --- the result ------------------------------------------------------------------------------- */

static bool optimise_name_clips(gait_optimised *self, const gait_file *file) {
    uint32_t page = gait_file_code_page(file);
    for (uint32_t c = 0; c < self->total.clip_count; c++) {
        gait_clip_info info = gait_file_clip_info(file, c);
        self->clips[c].name = info.name_is_utf8
                                  ? gaiti_copy_text(&self->arena, (const char *)info.name.data)
                                  : gaiti_utf8(&self->arena, page, info.name);
        if (!self->clips[c].name) {
            return false;
        }
    }
    return true;
}

static gait_status optimise_choose(gait_optimised *self, const gait_optimise_options *options) {
    uint32_t count = self->total.clip_count;
    for (uint32_t c = 0; c < count; c++) {
        self->clips[c].is_chosen = !options->clips;
    }
    for (uint32_t i = 0; options->clips && i < options->clip_count; i++) {
        if (options->clips[i] >= count) {
            return GAIT_BAD_ARGUMENT;
        }
        self->clips[options->clips[i]].is_chosen = true;
    }
    return GAIT_OK;
}

static gait_status optimise_begin(const gait_file *file, const gait_optimise_options *options,
                                  gait_optimised **out) {
    gait_status status;
    gait_optimised *self = gaiti_new_object(&options->common, sizeof *self,
                                            offsetof(gait_optimised, arena), 0, &status);
    GAITI_TRY(status);
    self->total.clip_count = gait_file_clip_count(file);
    self->total.tolerance_mm = options->tolerance_mm;
    self->total.tolerance_deg = options->tolerance_deg;
    self->clips = gaiti_alloc(&self->arena, self->total.clip_count, sizeof *self->clips);
    status = self->clips && optimise_name_clips(self, file) ? optimise_choose(self, options)
                                                            : self->arena.status;
    if (status != GAIT_OK) {
        gait_optimised_free(self);
        return status;
    }
    *out = self;
    return GAIT_OK;
}

/* Undoes all clips: the result is the unchanged file. */
static void optimise_reset(gait_optimised *self) {
    for (uint32_t c = 0; c < self->total.clip_count; c++) {
        const gait_optimised_clip *clip = &self->clips[c];
        self->clips[c] = (gait_optimised_clip){.name = clip->name,
                                               .bytes_before = clip->bytes_before,
                                               .bytes_after = clip->bytes_before,
                                               .is_chosen = clip->is_chosen};
    }
}

static void optimise_total(gait_optimised *self, uint64_t before, uint64_t after) {
    gait_optimise_summary *total = &self->total;
    total->bytes_before = before;
    total->bytes_after = after;
    for (uint32_t c = 0; c < total->clip_count; c++) {
        const gait_optimised_clip *clip = &self->clips[c];
        total->smaller_clips += clip->bytes_after < clip->bytes_before;
        total->error_mm = clip->error_mm > total->error_mm ? clip->error_mm : total->error_mm;
        total->error_deg = clip->error_deg > total->error_deg ? clip->error_deg : total->error_deg;
    }
}

/* --- formats ---------------------------------------------------------------------------------- */

/* One call of gait_optimise(). */
typedef struct optimise_job {
    const gait_file *file;
    gaiti_optimiser request;
    gait_optimised *result;
    gaiti_arena arena; /* for lists of the new documents */
    gait_buffer keys;  /* new keys of a bank */
    gait_buffer old;   /* the bytes of the file; not of an OMF, whose motions only become smaller */
    gait_diagnostics *diagnostics;
} optimise_job;

static gait_status optimise_omf(optimise_job *job, const gait_omf *omf, gait_buffer *out) {
    gait_omf copy = *omf;
    GAITI_TRY(gaiti_omf_optimise(&copy, &job->request, &job->arena, &job->keys));
    return gait_omf_write(&copy, out);
}

static gait_status optimise_bmtr(optimise_job *job, const gait_bmtr *bmtr, gait_buffer *out) {
    gait_bmtr copy = *bmtr;
    size_t start = out->size;
    gait_optimised_clip *clip = &job->result->clips[0];
    clip->bytes_before = clip->bytes_after = job->old.size;
    GAITI_TRY(clip->is_chosen ? gaiti_bmtr_optimise(&copy, &job->request, &job->arena) : GAIT_OK);
    GAITI_TRY(gait_bmtr_write(&copy, out));
    clip->bytes_after = out->size - start;
    return GAIT_OK;
}

/* Replaces the bank of a model by a smaller one, in a second document of the model. */
static gait_status optimise_ogf(optimise_job *job, const gait_ogf *model, gait_buffer *out) {
    gait_options options = job->request.options;
    gait_omf *bank = NULL;
    gait_ogf *ogf = NULL;
    options.code_page = model->code_page;
    gait_status status = gaiti_ogf_extract_motions(model, &options, &bank);
    if (status == GAIT_NOT_FOUND) {
        return optimise_refuse(job->file, &(gait_options){.diagnostics = job->diagnostics},
                               optimise_reason(job->file));
    }
    GAITI_TRY(status);
    GAITI_TRY_DONE(gaiti_ogf_open(gaiti_span(job->old.data, job->old.size), &options, &ogf));
    gait_omf copy = *bank;
    GAITI_TRY_DONE(gaiti_omf_optimise(&copy, &job->request, &job->arena, &job->keys));
    GAITI_TRY_DONE(gaiti_ogf_replace_motions(ogf, &copy, job->diagnostics));
    status = gaiti_ogf_write(ogf, out);
done:
    gaiti_ogf_free(ogf);
    gait_omf_free(bank);
    return status;
}

static gait_status optimise_document(optimise_job *job, gait_buffer *out) {
    const gait_omf *omf = gait_file_omf(job->file);
    const gait_ogf *ogf = gait_file_ogf(job->file);
    const gait_bmtr *bmtr = gait_file_bmtr(job->file);
    return omf   ? optimise_omf(job, omf, out)
           : ogf ? optimise_ogf(job, ogf, out)
                 : optimise_bmtr(job, bmtr, out);
}

/* Opens the result, which must have as many clips as the file. */
static gait_status optimise_verify(const optimise_job *job, gait_span written) {
    gait_options options = job->request.options;
    gait_file *file;
    gait_status status = gait_file_open(written, job->file->name, &options, &file);
    bool is_same = file && gait_file_format(file) == gait_file_format(job->file) &&
                   gait_file_clip_count(file) == gait_file_clip_count(job->file);
    gait_file_free(file);
    if (status == GAIT_NO_MEMORY || status == GAIT_LIMIT) {
        return status;
    }
    return is_same ? GAIT_OK : GAIT_INTERNAL;
}

/* The bytes that all clips save together. */
static uint64_t optimise_saved(const gait_optimised *self) {
    uint64_t saved = 0;
    for (uint32_t c = 0; c < self->total.clip_count; c++) {
        saved += self->clips[c].bytes_before - self->clips[c].bytes_after;
    }
    return saved;
}

/* Replaces a result that is not smaller by the bytes of the file. */
static gait_status optimise_finish(optimise_job *job, size_t start, gait_buffer *out) {
    uint64_t size = out->size - start;
    bool is_omf = gait_file_omf(job->file) != NULL;
    uint64_t before = is_omf ? size + optimise_saved(job->result) : job->old.size;
    if (size < before) {
        optimise_total(job->result, before, size);
        return optimise_verify(job, gaiti_span(out->data + start, (size_t)size));
    }
    optimise_reset(job->result);
    optimise_total(job->result, before, before);
    if (is_omf) {
        return GAIT_OK; /* nothing was changed */
    }
    out->size = start;
    return gait_buffer_append(out, job->old.data, job->old.size);
}

static gait_status optimise_run(optimise_job *job, gait_buffer *out) {
    size_t start = out->size;
    gaiti_arena_init(&job->arena, &job->request.options, 0);
    bool is_omf = gait_file_omf(job->file) != NULL;
    gait_status status;
    GAITI_TRY_DONE(is_omf ? GAIT_OK : gait_file_write(job->file, &job->old));
    GAITI_TRY_DONE(optimise_document(job, out));
    status = optimise_finish(job, start, out);
done:
    gaiti_arena_free(&job->arena);
    gait_buffer_free(&job->keys);
    gait_buffer_free(&job->old);
    out->size = status == GAIT_OK ? out->size : start;
    return status;
}

/* --- functions of optimise.h ------------------------------------------------------------------ */

static bool optimise_is_tolerance(double value) {
    return value >= 0 && value - value == 0;
}

gait_status gait_optimise(const gait_file *file, const gait_optimise_options *options,
                          gait_buffer *out, gait_optimised **out_optimised) {
    gait_optimise_options given = options ? *options : (gait_optimise_options){0};
    gait_optimised *result = NULL;
    if (out_optimised) {
        *out_optimised = NULL;
    }
    if (!file || !out || !optimise_is_tolerance(given.tolerance_mm) ||
        !optimise_is_tolerance(given.tolerance_deg)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (!gait_file_omf(file) && !gait_file_ogf(file) && !gait_file_bmtr(file)) {
        return optimise_refuse(file, &given.common, optimise_reason(file));
    }
    const gait_omf *omf = gait_file_omf(file);
    if (omf && omf->packed.size > 0) {
        return optimise_refuse(file, &given.common, "it has compressed chunks");
    }
    GAITI_TRY(optimise_begin(file, &given, &result));
    optimise_job job = {.file = file,
                        .request = {.options = given.common,
                                    .tolerance_m = given.tolerance_mm / 1000,
                                    .tolerance_rad = given.tolerance_deg * GAITI_RADIANS_PER_DEGREE,
                                    .clips = result->clips},
                        .result = result,
                        .keys = {.allocator = given.common.allocator},
                        .old = {.allocator = given.common.allocator},
                        .diagnostics = given.common.diagnostics};
    job.request.options.diagnostics = NULL;
    gait_status status = optimise_run(&job, out);
    if (status != GAIT_OK || !out_optimised) {
        gait_optimised_free(result);
        return status;
    }
    *out_optimised = result;
    return GAIT_OK;
}

void gait_optimised_free(gait_optimised *optimised) {
    gaiti_free_object(optimised, offsetof(gait_optimised, arena));
}

gait_optimise_summary gait_optimised_summary(const gait_optimised *optimised) {
    return optimised ? optimised->total : (gait_optimise_summary){0};
}

gait_optimised_clip gait_optimised_clip_at(const gait_optimised *optimised, uint32_t clip) {
    return optimised && clip < optimised->total.clip_count ? optimised->clips[clip]
                                                           : (gait_optimised_clip){0};
}
