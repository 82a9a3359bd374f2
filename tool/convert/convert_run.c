/* Converts with the library and writes the outputs. */
#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/exit_code.h"
#include "base/large_memory.h"
#include "base/platform.h"
#include "skeleton/skeleton.h"
#include "base/terminal.h"
#include "gait/mesh.h"
#include "gait/output_names.h"

enum { LOSSES_PER_CLIP = 16 }; /* number of values of gait_loss */

/* The state of one conversion. */
typedef struct run {
    const conversion *job;
    convert_kind kind;
    gait_format target;
    source *base;         /* the file of --base; NULL = none */
    gait_skeleton *bound; /* on which clips are posed; NULL for copies, banks and retargeting */
    /* Target of retargeting. `skeleton` is NULL = from the metadata, `from` is NULL = no
     * retargeting. */
    loaded_skeleton retarget;
    gait_conversion *conversion;
    gait_losses losses;    /* of the last output */
    skeleton_cache *cache; /* of the batch, or `own_cache` */
    skeleton_cache *own_cache;
    source *model; /* whose mesh is written; borrowed, NULL = none */
    textures textures;
    held_item item;
    text_list skeleton_files; /* from which the skeleton was taken, and folders; owned */
} run;

static convert_kind find_kind(const conversion *job, gait_format target) {
    gait_format from = job->in->format;
    if (from == target && gait_format_get_info(target)->abilities & GAIT_CAN_WRITE) {
        return CONVERT_COPY;
    }
    if (format_has(target, GAIT_OWN_JOINTS)) {
        return format_has_scene(target) ? CONVERT_GLTF : CONVERT_BVH;
    }
    if (format_is_rtm(target)) {
        return CONVERT_RTM;
    }
    if (format_has(target, GAIT_HAS_BANK)) {
        return format_has(from, GAIT_HAS_PARTS) ? CONVERT_REPLACE : CONVERT_NOTHING;
    }
    if (format_has(target, GAIT_HAS_PARTS) && format_has(from, GAIT_HAS_BANK)) {
        return CONVERT_EXTRACT;
    }
    return format_has(target, GAIT_HAS_MOTIONS) ? CONVERT_MOTIONS : CONVERT_NOTHING;
}

/* --- before the conversion -------------------------------------------------------------------- */

static int open_base(run *self) {
    bool is_model = self->kind == CONVERT_REPLACE;
    if (!self->job->options->base) {
        return EXIT_OK;
    }
    self->base = source_new();
    int code = source_open_or_fail(self->base, self->job->options->base);
    batch_add_file(self->job->batch, self->job->options->base);
    if (code == EXIT_OK && is_model) {
        source_log_diagnostics(self->base);
    }
    return code;
}

/* True when outputs get the mesh of a model, if there is one. */
static bool writes_mesh(const run *self) {
    return self->kind == CONVERT_GLTF && !self->job->options->no_mesh;
}

static int convert_run_find_skeleton(run *self) {
    const convert_options *options = self->job->options;
    bool poses_clips = self->kind == CONVERT_GLTF || self->kind == CONVERT_RTM ||
                       self->kind == CONVERT_MOTIONS || self->kind == CONVERT_BVH;
    skeleton_use use = format_has_records(self->target) ? SKELETON_FOR_RECORDS : SKELETON_FOR_POSES;
    if (!poses_clips) {
        return EXIT_OK;
    }
    char *found = NULL;
    self->cache = batch_cache(self->job->batch);
    if (!self->cache) {
        self->cache = self->own_cache = skeleton_cache_new(false);
    }
    const skeleton_request request = {.given = &options->skeletons,
                                      .folders = &options->folders,
                                      .use = use,
                                      .verbose = options->common.verbose,
                                      .missing_bones = options->missing_bones,
                                      .cache = self->cache,
                                      .used_model = self->kind == CONVERT_GLTF ? &found : NULL,
                                      .used_files = &self->skeleton_files};
    int code = skeleton_resolve(self->job->in, &request, &self->bound);
    if (code == EXIT_OK && writes_mesh(self)) {
        self->model = skeleton_cache_model(self->cache, self->job->in, found);
    }
    free(found);
    if (code == EXIT_OK && self->kind == CONVERT_MOTIONS &&
        format_has_scene(self->job->in->format)) {
        log_note(
            "the axes of the joints are used as exported; the exporter may have changed them:");
        log_hint(
            "to correct them, pass the .ogf of the model with --skeleton, or export with custom "
            "properties");
    }
    return code;
}

/* --- the conversion --------------------------------------------------------------------------- */

/* The options for the library. Those that were not found yet are NULL. */
static gait_convert_options library_options(run *self) {
    const conversion *job = self->job;
    const convert_options *given = job->options;
    bool chooses = given->clips.count > 0;
    bool takes_version = self->kind != CONVERT_EXTRACT && self->kind != CONVERT_REPLACE;
    return (gait_convert_options){
        .common = source_options(job->in),
        .target = self->target,
        .name = job->out,
        .clips = chooses ? job->clips.clips : NULL,
        .clip_count = chooses ? (uint32_t)job->clips.count : 0,
        .skeleton = self->bound,
        .retarget = self->retarget.skeleton,
        .base = self->base ? self->base->file : NULL,
        .version = takes_version && given->version.given ? given->version.value : 0,
        .fps = given->fps.given ? given->fps.value : 0,
        .duration_s = given->duration.given ? given->duration.value : 0,
        .tolerance_mm = job->tolerance.mm,
        .tolerance_deg = job->tolerance.deg,
        .is_lossy = given->lossy,
        .losses = &self->losses,
        .missing_bones = (gait_missing_bones)given->missing_bones,
        .has_sidecar = given->sidecar,
        .model = self->model ? self->model->file : NULL,
        .no_mesh = given->no_mesh,
        .item = job->item ? &self->item.item : NULL,
        .find_image = textures_find,
        .image_user = &self->textures,
        .refused = &self->conversion};
}

static gait_status begin(run *self) {
    static const skeleton_folders no_folders = {0};
    const conversion *job = self->job;
    gait_convert_options options = library_options(self);
    self->textures =
        (textures){.models = {self->model, self->item.model},
                   .others = self->cache ? skeleton_cache_folders(self->cache) : &no_folders,
                   .is_verbose = job->options->common.verbose};
    options.common.allocator = large_allocator();
    self->losses.capacity = gait_file_clip_count(job->in->file) * LOSSES_PER_CLIP;
    self->losses.items = memory_resize(NULL, self->losses.capacity, sizeof *self->losses.items);
    return gait_convert_begin(job->in->file, &options, &self->conversion);
}

/* Logs refusals for which no skeleton must be searched. Returns an exit code. */
static int convert_run_check(run *self) {
    const gait_convert_options options = library_options(self);
    gait_convert_problem problem;
    gait_status status = gait_convert_check(self->job->in->file, &options, &problem);
    return status == GAIT_OK ? EXIT_OK : convert_log_problem(self->job, status, problem);
}

static int convert_run_log_problem(const run *self, gait_status status) {
    return convert_log_problem(self->job, status, gait_convert_what_failed(self->conversion));
}

/* Logs the notes of retargeting about the clips of an output, up to the clip that failed. */
static void convert_run_log_clips(const run *self, const uint32_t *clips, uint32_t count) {
    gait_convert_problem problem = gait_convert_what_failed(self->conversion);
    for (uint32_t i = 0; self->retarget.from && i < count; i++) {
        bool is_last = problem.clip == (int32_t)clips[i];
        gait_clip_diff found = gait_convert_retarget_clip(self->conversion, clips[i]);
        char *name = source_clip_name(self->job->in, clips[i]);
        if (!is_last || !refusal_is(problem.rule, "CNV035")) {
            roundtrip_log_clip_notes(name, &found);
        }
        free(name);
        if (is_last) {
            break;
        }
    }
}

static int convert_run_make_output(run *self, const gait_output *upcoming) {
    const conversion *job = self->job;
    gait_output output;
    self->losses.count = 0;
    gait_status status = gait_convert_next(self->conversion, &output);
    convert_run_log_clips(self, upcoming->clips, upcoming->clip_count);
    if (status == GAIT_OK && self->kind == CONVERT_RTM && self->base) {
        log_note("compared with %s: %u value%s changed (records, keys, phases)",
                 source_label(self->base), (unsigned)output.changed, text_plural(output.changed));
    }
    source_log_diagnostics(job->in);
    int code = status == GAIT_OK ? convert_write_output(job, &output)
                                 : convert_run_log_problem(self, status);
    if (code == EXIT_OK) {
        convert_log_output(job, self->kind, self->target, &output, &self->losses);
    }
    if (code == EXIT_OK && job->item && job->options->common.verbose) {
        held_item_log_clips(&self->item, job->in, output.clips, output.clip_count);
    }
    return code;
}

/* Refuses to overwrite the model whose skeleton is used. */
static int refuse_skeleton(const run *self, const gait_output *output) {
    for (size_t i = 0; i < self->skeleton_files.count; i++) {
        for (uint32_t k = 0; k < output->file_count; k++) {
            if (platform_is_same(output->files[k].name, self->skeleton_files.items[i])) {
                log_error(output->files[k].name, "is the file with the skeleton, and would be "
                                                 "overwritten");
                log_hint("give another name");
                return EXIT_USAGE;
            }
        }
    }
    return EXIT_OK;
}

/* Checks each output before it is made, so that no work is done for a file that cannot be
 * written. */
static int make_outputs(run *self) {
    const conversion *job = self->job;
    size_t chosen =
        job->options->clips.count > 0 ? job->clips.count : gait_file_clip_count(job->in->file);
    size_t count = gait_output_name_is_per_clip(job->out) ? chosen : 1, done = 0;
    gait_output upcoming;
    int code = EXIT_OK;
    while (code == EXIT_OK && (job->batch || done == 0 || !platform_interrupted()) &&
           gait_convert_peek(self->conversion, &upcoming)) {
        code = convert_may_write(self->job, &upcoming);
        if (code == EXIT_OK) {
            code = refuse_skeleton(self, &upcoming);
        }
        if (code == EXIT_OK) {
            code = convert_run_make_output(self, &upcoming);
        }
        done += code == EXIT_OK;
    }
    files_log_outputs(source_label(job->in), done, count);
    return code == EXIT_OK && done < count ? EXIT_FILES : code;
}

static int run_retargeted(run *self) {
    gait_retarget_info info;
    int code = retarget_load(self->job, &self->retarget);
    if (code != EXIT_OK) {
        return code;
    }
    for (size_t i = 0; i < self->job->options->skeletons.count; i++) {
        text_list_add(&self->skeleton_files, text_copy(self->job->options->skeletons.items[i]));
    }
    if (writes_mesh(self)) {
        self->model = source_has_mesh(self->job->in) ? self->job->in : self->retarget.model;
    }
    gait_status status = begin(self);
    bool is_known = gait_convert_retarget_info(self->conversion, &info);
    if (is_known && refusal_is(gait_convert_what_failed(self->conversion).rule, "CNV021")) {
        code = convert_run_log_problem(self, status);
        retarget_log_missing(&info, self->retarget.from);
        return code;
    }
    if (is_known && info.summary.matched_bones > 0) {
        retarget_log(self->job, &info, self->retarget.from, self->target);
    }
    return status == GAIT_OK ? EXIT_OK : convert_run_log_problem(self, status);
}

/* Refuses a .p3d of --skeleton that has neither pivots nor a mesh. */
static int refuse_useless_model(const run *self) {
    source *model = self->cache ? skeleton_cache_arguments(self->cache)->mesh.model : NULL;
    gait_skeleton *none;
    bool is_useless = model && !self->job->options->no_mesh &&
                      gait_convert_mesh_status(self->conversion) == GAIT_NOT_FOUND;
    return is_useless ? skeleton_from_argument(model, NULL, &none) : EXIT_OK;
}

static int run_bound(run *self) {
    int code = convert_request_check(self->job, self->kind, self->target);
    if (code == EXIT_OK) {
        code = open_base(self);
    }
    if (code == EXIT_OK) {
        code = convert_run_check(self);
    }
    if (code == EXIT_OK) {
        code = convert_run_find_skeleton(self);
    }
    if (code == EXIT_OK && self->job->item) {
        code = held_item_load(self->job, &self->item);
    }
    if (code != EXIT_OK) {
        return code;
    }
    gait_status status = begin(self);
    if (status == GAIT_OK && self->job->item) {
        held_item_warn(&self->item, self->job, self->model);
    }
    return status == GAIT_OK ? refuse_useless_model(self) : convert_run_log_problem(self, status);
}

/* Logs the models whose meshes are written, or that a mesh is left out. */
static void log_mesh(const run *self) {
    gait_status status = gait_convert_mesh_status(self->conversion);
    const source *models[] = {self->model, self->item.model};
    for (int i = 0; i < 2 && status == GAIT_OK; i++) {
        if (models[i] && source_has_mesh(models[i])) {
            log_note("mesh: %s", source_label(models[i]));
        }
    }
    if (status != GAIT_OK && status != GAIT_NOT_FOUND) {
        source_log_diagnostics(self->job->in);
        log_warning(source_label(self->model ? self->model : self->job->in),
                    "its mesh is left out: %s",
                    status == GAIT_UNSUPPORTED ? "it is unsupported, or has other bones"
                                               : gait_status_name(status));
    }
}

int convert_command(const conversion *job, gait_format target) {
    run self = {.job = job, .kind = find_kind(job, target), .target = target};
    int code = retarget_is_asked(job, target) ? run_retargeted(&self) : run_bound(&self);
    batch_add_files(job->batch, &self.skeleton_files);
    batch_add_files(job->batch, &self.textures.paths);
    bool is_current =
        code == EXIT_OK && batch_is_current(job->batch, job->in, job->out, &job->clips);
    if (code == EXIT_OK && !is_current) {
        log_mesh(&self);
        code = make_outputs(&self);
    }
    if (code == EXIT_OK && self.kind == CONVERT_GLTF) {
        convert_log_next_step(job);
    } else if (code == EXIT_OK && self.kind == CONVERT_BVH) {
        log_note("set the Blender scene to the same frame rate before you import the file: Blender "
                 "ignores Frame Time");
    }
    gait_conversion_free(self.conversion);
    textures_free(&self.textures);
    held_item_free(&self.item);
    free(self.losses.items);
    text_list_free(&self.skeleton_files, true);
    gait_skeleton_free(self.bound);
    loaded_skeleton_free(&self.retarget);
    source_free(self.base);
    skeleton_cache_free(self.own_cache);
    return code;
}
