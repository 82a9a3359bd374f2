/* Converts with the library and writes the outputs: one function for each kind of route. */
#include <stdlib.h>

#include "base/base.h"
#include "base/platform.h"
#include "batch/batch.h"
#include "convert/convert.h"
#include "skeleton/skeleton.h"
#include "gait/output_names.h"

enum { LOSSES_PER_CLIP = 16 }; /* number of values of gait_loss */

/* What the routes have in common. */
typedef struct convert_run {
    conversion *job;
    gait_convert_route route;
    source *base;          /* the file of --base; NULL = none */
    const held_item *item; /* NULL = none */
    source *model;         /* whose mesh is written; borrowed, NULL = none */
    textures textures;
    gait_conversion *conversion;
    gait_losses losses;       /* of the last output */
    text_list skeleton_files; /* from which the skeleton was taken, and folders; owned */
} convert_run;

/* --- outputs ---------------------------------------------------------------------------------- */

/* Checks each file of an output before it is made, so that no work is done for one that cannot be
 * written, and refuses to overwrite the model whose skeleton is used. */
static int check_files(const convert_run *self, const gait_output *output) {
    for (uint32_t k = 0; k < output->file_count; k++) {
        TRY(files_may_write(output->files[k].name, self->job->options->force));
    }
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

/* Writes all files of an output, unless --dry-run is given. */
static int write_files(const conversion *job, const gait_output *output) {
    file_content files[GAIT_OUTPUT_FILES];
    uint32_t count = output->file_count;
    for (uint32_t i = 0; i < count; i++) {
        const gait_output_file *file = &output->files[count - 1 - i];
        files[i] = (file_content){file->name, file->parts, file->part_count};
    }
    if (!job->options->dry_run) {
        TRY(files_write_all(files, count, job->options->force));
    }
    batch_add_output(job->batch, output->files[0].name);
    return EXIT_OK;
}

/* Logs the notes of retargeting about the clips of an output, up to the clip that failed. */
static void convert_run_log_clips(const convert_run *self, const gait_output *output) {
    gait_convert_problem problem = gait_convert_what_failed(self->conversion);
    bool is_last = false;
    for (uint32_t i = 0; i < output->clip_count && !is_last; i++) {
        uint32_t clip = output->clips[i];
        gait_clip_diff found = gait_convert_retarget_clip(self->conversion, clip);
        char *name = source_clip_name(self->job->in, clip);
        is_last = problem.clip == (int32_t)clip;
        if (!is_last || !refusal_is(problem.rule, "CNV035")) {
            roundtrip_log_clip_notes(name, &found);
        }
        free(name);
    }
}

/* Logs why the conversion was refused, or an output failed. Returns the exit code. */
static int convert_run_log_problem(const convert_run *self, gait_status status) {
    return status == GAIT_OK
               ? EXIT_OK
               : convert_log_problem(self->job, status, gait_convert_what_failed(self->conversion));
}

static int convert_run_make_output(convert_run *self, const gait_output *upcoming) {
    const conversion *job = self->job;
    gait_output output;
    self->losses.count = 0;
    gait_status status = gait_convert_next(self->conversion, &output);
    convert_run_log_clips(self, upcoming);
    if (status == GAIT_OK && self->route == GAIT_ROUTE_RTM && self->base) {
        log_note("compared with %s: %u value%s changed (records, keys, phases)",
                 source_label(self->base), (unsigned)output.changed, text_plural(output.changed));
    }
    source_log_diagnostics(job->in);
    TRY(convert_run_log_problem(self, status));
    TRY(write_files(job, &output));
    convert_log_output(job, self->route, &output, &self->losses);
    if (self->item && job->options->common.verbose) {
        held_item_log_clips(self->item, job->in, output.clips, output.clip_count);
    }
    return EXIT_OK;
}

/* Logs the models whose meshes are written, or that a mesh is left out. */
static void log_mesh(const convert_run *self) {
    gait_status status = gait_convert_mesh_status(self->conversion);
    for (int i = 0; i < 2 && status == GAIT_OK; i++) {
        const source *model = self->textures.models[i];
        if (model && source_has_mesh(model)) {
            log_note("mesh: %s", source_label(model));
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

static int make_outputs(convert_run *self) {
    const conversion *job = self->job;
    size_t chosen =
        job->options->clips.count > 0 ? job->clips.count : gait_file_clip_count(job->in->file);
    size_t count = gait_output_name_is_per_clip(job->library.name) ? chosen : 1, done = 0;
    gait_output upcoming;
    int code = EXIT_OK;
    while (code == EXIT_OK && (job->batch || done == 0 || !platform_interrupted()) &&
           gait_convert_peek(self->conversion, &upcoming)) {
        code = check_files(self, &upcoming);
        if (code == EXIT_OK) {
            code = convert_run_make_output(self, &upcoming);
        }
        done += code == EXIT_OK;
    }
    files_log_outputs(source_label(job->in), done, count);
    return code == EXIT_OK && done < count ? EXIT_FILES : code;
}

/* Makes the outputs of a conversion that has begun, unless they are current. */
static int convert_outputs(convert_run *self) {
    const conversion *job = self->job;
    batch_add_files(job->batch, &self->skeleton_files);
    batch_add_files(job->batch, &self->textures.paths);
    if (!batch_is_current(job->batch, job->in, job->library.name, &job->clips)) {
        log_mesh(self);
        TRY(make_outputs(self));
    }
    if (self->route == GAIT_ROUTE_GLTF) {
        convert_log_next_step(job);
    } else if (self->route == GAIT_ROUTE_CLIP && format_has(job->library.target, GAIT_OWN_JOINTS)) {
        log_note("set the Blender scene to the same frame rate before you import the file: Blender "
                 "ignores Frame Time");
    }
    return EXIT_OK;
}

/* --- begin and end ---------------------------------------------------------------------------- */

static convert_run convert_run_new(conversion *job) {
    bool chooses = job->options->clips.count > 0;
    convert_run self = {.job = job,
                        .route = gait_convert_route_of(job->in->format, job->library.target),
                        .losses.capacity = gait_file_clip_count(job->in->file) * LOSSES_PER_CLIP};
    self.losses.items = memory_resize(NULL, self.losses.capacity, sizeof *self.losses.items);
    job->library.common = source_options(job->in);
    job->library.common.allocator = large_allocator();
    job->library.clips = chooses ? job->clips.clips : NULL;
    job->library.clip_count = chooses ? (uint32_t)job->clips.count : 0;
    if (self.route != GAIT_ROUTE_EXTRACT_BANK && self.route != GAIT_ROUTE_REPLACE_BANK) {
        job->library.version = job->options->version.value;
    }
    return self;
}

/* `folders` are those in which textures are searched; NULL = none. */
static gait_status convert_run_begin(convert_run *self, const skeleton_folders *folders) {
    static const skeleton_folders no_folders = {0};
    gait_convert_options *library = &self->job->library;
    self->textures = (textures){.models = {self->model, self->item ? self->item->model : NULL},
                                .others = folders ? folders : &no_folders,
                                .is_verbose = self->job->options->common.verbose};
    library->model = self->model ? self->model->file : NULL;
    library->losses = &self->losses;
    library->find_image = textures_find;
    library->image_user = &self->textures;
    library->refused = &self->conversion;
    return gait_convert_begin(self->job->in->file, library, &self->conversion);
}

static void convert_end(convert_run *self) {
    gait_conversion_free(self->conversion);
    textures_free(&self->textures);
    free(self->losses.items);
    text_list_free(&self->skeleton_files, true);
    source_free(self->base);
}

/* True when outputs get the mesh of a model, if there is one. */
static bool writes_mesh(const convert_run *self) {
    return self->route == GAIT_ROUTE_GLTF && !self->job->library.no_mesh;
}

static int open_base(convert_run *self) {
    const char *path = self->job->options->base;
    if (!path) {
        return EXIT_OK;
    }
    self->base = source_new();
    batch_add_file(self->job->batch, path);
    TRY(source_open_or_fail(self->base, path));
    if (self->route == GAIT_ROUTE_REPLACE_BANK) {
        source_log_diagnostics(self->base);
    }
    self->job->library.base = self->base->file;
    return EXIT_OK;
}

/* --- banks and copies ------------------------------------------------------------------------- */

static int convert_bank(convert_run *self) {
    if (self->route != GAIT_ROUTE_NONE && self->job->options->skeletons.count > 0) {
        return convert_refuse_option(self->job, "--skeleton does not apply to");
    }
    if ((self->route == GAIT_ROUTE_COPY || self->route == GAIT_ROUTE_OTHER_FORM) &&
        self->job->library.is_lossy) {
        return convert_refuse_option(self->job, "--lossy does not apply to");
    }
    TRY(open_base(self));
    TRY(convert_run_log_problem(self, convert_run_begin(self, NULL)));
    return convert_outputs(self);
}

/* --- clips on a skeleton ---------------------------------------------------------------------- */

/* Logs refusals for which no skeleton must be searched. Returns an exit code. */
static int convert_run_check(const convert_run *self) {
    const conversion *job = self->job;
    gait_convert_problem problem;
    gait_status status = gait_convert_check(job->in->file, &job->library, &problem);
    return status == GAIT_OK ? EXIT_OK : convert_log_problem(job, status, problem);
}

static int convert_run_find_skeleton(convert_run *self, skeleton_cache *cache,
                                     gait_skeleton **out) {
    const conversion *job = self->job;
    const convert_options *options = job->options;
    gait_format target = job->library.target;
    bool has_records = format_has_records(target);
    char *found = NULL;
    const skeleton_request request = {.given = &options->skeletons,
                                      .folders = &options->folders,
                                      .use =
                                          has_records ? SKELETON_FOR_RECORDS : SKELETON_FOR_POSES,
                                      .verbose = options->common.verbose,
                                      .missing_bones = options->missing_bones,
                                      .cache = cache,
                                      .used_model = self->route == GAIT_ROUTE_GLTF ? &found : NULL,
                                      .used_files = &self->skeleton_files};
    int code = skeleton_resolve(job->in, &request, out);
    if (code == EXIT_OK && writes_mesh(self)) {
        self->model = skeleton_cache_model(cache, job->in, found);
    }
    free(found);
    TRY(code);
    if (self->route == GAIT_ROUTE_MOTIONS && format_has_scene(job->in->format) &&
        !format_has(job->library.target, GAIT_MOVES_OBJECT)) {
        log_note(
            "the axes of the joints are used as exported; the exporter may have changed them:");
        log_hint(
            "to correct them, pass the .ogf of the model with --skeleton, or export with custom "
            "properties");
    }
    return EXIT_OK;
}

/* Refuses a .p3d of --skeleton that has neither pivots nor a mesh. */
static int refuse_useless_model(const convert_run *self, const skeleton_cache *cache) {
    source *model = skeleton_cache_arguments(cache)->mesh.model;
    gait_skeleton *none;
    bool is_useless = model && !self->job->library.no_mesh &&
                      gait_convert_mesh_status(self->conversion) == GAIT_NOT_FOUND;
    return is_useless ? skeleton_from_argument(model, NULL, &none) : EXIT_OK;
}

static int convert_posed(convert_run *self) {
    conversion *job = self->job;
    held_item item = {0};
    gait_skeleton *skeleton = NULL;
    skeleton_cache *own_cache = batch_cache(job->batch) ? NULL : skeleton_cache_new(false);
    skeleton_cache *cache = own_cache ? own_cache : batch_cache(job->batch);
    int code;
    if (job->library.is_lossy && format_has(job->library.target, GAIT_MODEL_SPACE)) {
        TRY_DONE(convert_refuse_option(job, "--lossy does not apply to"));
    }
    TRY_DONE(open_base(self));
    if (job->item) {
        job->library.item = &item.item;
    }
    TRY_DONE(convert_run_check(self));
    TRY_DONE(convert_run_find_skeleton(self, cache, &skeleton));
    if (job->item) {
        TRY_DONE(held_item_load(job, &item));
        self->item = &item;
    }
    job->library.skeleton = skeleton;
    TRY_DONE(convert_run_log_problem(self, convert_run_begin(self, skeleton_cache_folders(cache))));
    if (job->item) {
        held_item_warn(&item, job, self->model);
    }
    TRY_DONE(refuse_useless_model(self, cache));
    code = convert_outputs(self);
done:
    gait_conversion_free(self->conversion);
    self->conversion = NULL;
    held_item_free(&item);
    gait_skeleton_free(skeleton);
    skeleton_cache_free(own_cache);
    return code;
}

/* --- clips on another skeleton ---------------------------------------------------------------- */

/* Without --skeleton, the skeleton in the metadata is used. */
static int convert_retargeted(convert_run *self) {
    conversion *job = self->job;
    const text_list *given = &job->options->skeletons;
    loaded_skeleton skeleton;
    gait_retarget_info info;
    TRY(skeleton_arguments_load_bones(given, &skeleton));
    if (!skeleton.skeleton) {
        skeleton.from = text_copy("from the extras of the file");
    }
    for (size_t i = 0; i < given->count; i++) {
        text_list_add(&self->skeleton_files, text_copy(given->items[i]));
    }
    if (writes_mesh(self)) {
        self->model = source_has_mesh(job->in) ? job->in : skeleton.model;
    }
    job->library.retarget = skeleton.skeleton;
    gait_status status = convert_run_begin(self, NULL);
    bool is_known = gait_convert_retarget_info(self->conversion, &info);
    bool has_no_match = refusal_is(gait_convert_what_failed(self->conversion).rule, "CNV021");
    if (is_known && !has_no_match && info.summary.matched_bones > 0) {
        retarget_log(job, &info, skeleton.from);
    }
    int code = convert_run_log_problem(self, status);
    if (is_known && has_no_match) {
        retarget_log_missing(&info, skeleton.from);
    }
    if (code == EXIT_OK) {
        code = convert_outputs(self);
    }
    gait_conversion_free(self->conversion);
    self->conversion = NULL;
    loaded_skeleton_free(&skeleton);
    return code;
}

int convert_command(conversion *job) {
    convert_run self = convert_run_new(job);
    int code = retarget_is_asked(job)          ? convert_retargeted(&self)
               : self.route >= GAIT_ROUTE_GLTF ? convert_posed(&self)
                                               : convert_bank(&self);
    convert_end(&self);
    return code;
}
