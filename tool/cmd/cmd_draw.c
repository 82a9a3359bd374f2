/* gait draw: draws a strip of stick figures as SVG. */
#include "cmd/command.h"

#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/base.h"
#include "gait/draw.h"
#include "gait/mesh.h"
#include "gait/output_names.h"
#include "base/platform.h"
#include "skeleton/skeleton.h"
#include "mod/mod_durations.h"

typedef struct draw_options {
    common_options common;
    text_list clips;
    option_count frames;
    int view;
    bool names;
    bool mesh;
    text_list skeletons;
    text_list folders;
    bool force;
    bool json;
    state_options state;
    batch_options batch;
} draw_options;

static const option draw_table[] = {
    {"clip", 0, OPTION_LIST, "NAME", offsetof(draw_options, clips),
     "draw only these clips; * matches any text, ? matches one character"},
    {"frames", 0, OPTION_COUNT, "N", offsetof(draw_options, frames),
     "number of figures, 1 to 200; default: 8"},
    {"view", 0, OPTION_CHOICE, "side|front|top|three-quarter", offsetof(draw_options, view),
     "direction of view; default: side"},
    {"names", 0, OPTION_FLAG, NULL, offsetof(draw_options, names),
     "begin with a large figure that shows the names of the bones"},
    {"mesh", 0, OPTION_FLAG, NULL, offsetof(draw_options, mesh),
     "also draw the outline of the model whose skeleton is used (.ogf, .p3d)"},
    {"skeleton", 0, OPTION_LIST, "SKELETON", offsetof(draw_options, skeletons), SKELETON_HELP},
    OPTIONS_SEARCH(draw_options),
    OPTIONS_STATE(draw_options),
    OPTIONS_BATCH(draw_options),
    {"force", 'f', OPTION_FLAG, NULL, offsetof(draw_options, force), "overwrite OUT"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(draw_options, json),
     "with --out: print JSON (gait.batch/1)"},
    OPTIONS_VERBOSE(draw_options, "print how the skeleton was found; print notes"),
    OPTIONS_CODE_PAGE(draw_options, "code-page"),
    OPTIONS_COMMON(draw_options),
};

typedef struct draw_job {
    const draw_options *options;
    mod_durations *durations;
    mod_duration duration;
    source *in;
    const char *out;
    clip_choice clips;
    gait_skeleton *skeleton;
    gait_mesh *mesh;   /* NULL = draw none */
    batch_file *batch; /* the input of a batch; NULL = not in a batch */
} draw_job;

/* Refuses the extensions of other picture formats: programs could not open the file. */
static int check_name(const char *out) {
    static const char *const others[] = {".png", ".jpg",  ".jpeg", ".gif",
                                         ".pdf", ".webp", ".bmp",  ".html"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (path_has_extension(out, others[i])) {
            log_error(out, "pictures are SVG files, not %s", others[i] + 1);
            log_hint("give a name that ends in .svg; every browser shows SVG files");
            return EXIT_USAGE;
        }
    }
    return EXIT_OK;
}

/* A picture shows one clip; several clips require {clip} in OUT. */
static int draw_choose_clips(draw_job *job) {
    bool is_per_clip = gait_output_name_is_per_clip(job->out);
    if (job->options->clips.count == 0 && !is_per_clip) {
        TRY(clip_choose_only(job->in));
    }
    TRY(clips_choose(job->in, &job->options->clips, &job->clips));
    if (job->clips.count > 1 && !is_per_clip) {
        log_error(source_label(job->in), "%zu clips match, but a picture shows one clip",
                  job->clips.count);
        log_hint("choose one with --clip, or put {clip} into OUT to draw each");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int refuse_status(const draw_job *job, const gait_clip *clip, gait_status status) {
    memory_check(status);
    if (status == GAIT_NOT_FOUND) {
        log_error(source_label(job->in), "'%s' cannot be drawn: no bone has a known pivot",
                  clip->name);
        skeleton_log_hint(job->in);
        return EXIT_UNSUPPORTED;
    }
    if (status != GAIT_OK) {
        log_error(source_label(job->in), "cannot draw '%s': %s", clip->name,
                  gait_status_name(status));
    }
    return exit_of_status(status);
}

static void log_picture(const char *path, const gait_draw_facts *facts, size_t bytes) {
    char *missing =
        facts->left_out + facts->unplaced > 0
            ? text_format(" (%u not drawn)", (unsigned)(facts->left_out + facts->unplaced))
            : text_copy("");
    log_note("wrote %s: %u figure%s, %u joint%s each%s%s, %zu bytes", path,
             (unsigned)facts->figures, text_plural(facts->figures), (unsigned)facts->bones,
             text_plural(facts->bones), missing, facts->has_mesh ? ", with the mesh" : "", bytes);
    free(missing);
}

/* gait_draw_options.loop */
static int draw_loop_of(const gait_mod_use *state) {
    return !state || state->loop < 0 ? 0 : state->loop > 0 ? 1 : -1;
}

static int draw_clip(const draw_job *job, const gait_clip *clip, const char *path) {
    static const gait_view views[] = {GAIT_VIEW_SIDE, GAIT_VIEW_FRONT, GAIT_VIEW_TOP,
                                      GAIT_VIEW_THREE_QUARTER};
    const draw_options *options = job->options;
    gait_draw_options drawing = {.view = views[options->view],
                                 .figures = options->frames.value,
                                 .names = options->names,
                                 .draws_path = format_has(job->in->format, GAIT_MOVES_OBJECT),
                                 .duration_s = job->duration.seconds,
                                 .loop = draw_loop_of(job->duration.state),
                                 .mesh = job->mesh,
                                 .file = path_is_stream(job->in->path) ? NULL
                                                                       : path_name(job->in->path)};
    gait_options reading = source_options(job->in);
    gait_draw_facts facts = {0};
    gait_buffer svg = {0};
    gait_status status = gait_draw_strip(clip, &drawing, &reading, &facts, &svg);
    int code;
    TRY_DONE(refuse_status(job, clip, status));
    TRY_DONE(files_write(path, &svg, options->force));
    batch_add_output(job->batch, path);
    log_picture(path, &facts, svg.size);
done:
    gait_buffer_free(&svg);
    return code;
}

static int draw_one(const draw_job *job, const char *path, uint32_t index) {
    gait_options reading = source_options(job->in);
    gait_clip *clip = NULL;
    TRY(files_may_write(path, job->options->force));
    gait_status status = gait_file_clip(job->in->file, index, job->skeleton, &reading, &clip);
    source_log_diagnostics(job->in);
    int code;
    TRY_DONE(convert_log_status(job->in, "cannot read the clip", status));
    if (clip->frame_count == 0) {
        log_error(source_label(job->in), "clip '%s' has no frames", clip->name);
        TRY_DONE(EXIT_USAGE);
    }
    gait_requirement need = gait_pose_requirements(clip, GAIT_SPACE_MODEL);
    code = need == GAIT_REQUIRES_NOTHING ? draw_clip(job, clip, path)
                                         : skeleton_refuse(job->in, clip->name, need);
done:
    gait_clip_free(clip);
    return code;
}

/* Draws one picture for each clip; stops at the first error. */
static int draw_each(const draw_job *job) {
    text_list paths = clips_name_outputs(job->in, &job->clips, job->out);
    int code = EXIT_OK;
    size_t done = 0;
    while (done < paths.count && code == EXIT_OK && (job->batch || !platform_interrupted())) {
        code = draw_one(job, paths.items[done], job->clips.clips[done]);
        done += code == EXIT_OK;
    }
    files_log_outputs(source_label(job->in), done, paths.count);
    code = code == EXIT_OK && done < paths.count ? EXIT_FILES : code;
    text_list_free(&paths, true);
    return code;
}

/* --- the mesh --------------------------------------------------------------------------------- */

/* True when the skeleton lacks bones of the model. The bones of a P3D are those of the skeleton. */
static bool lacks_bones(const draw_job *job, const source *model) {
    for (uint32_t b = 0; format_has(model->format, GAIT_HAS_BANK) && b < job->mesh->bone_count;
         b++) {
        if (gait_skeleton_find(job->skeleton, job->mesh->bones[b]) < 0) {
            return true;
        }
    }
    return false;
}

/* Makes the mesh of the model for this skeleton. */
static int make_mesh(draw_job *job, source *model) {
    gait_options reading = source_options(model);
    gait_status status = gait_file_mesh(model->file, job->skeleton, &reading, &job->mesh);
    memory_check(status);
    if (model != job->in) {
        source_log_diagnostics(model);
    }
    if (status == GAIT_NOT_FOUND) {
        return refuse(EXIT_UNSUPPORTED, source_label(model), "it has no mesh");
    }
    if (status != GAIT_OK) {
        return convert_log_status(model, "the mesh cannot be read", status);
    }
    if (lacks_bones(job, model)) {
        return refuse(EXIT_UNSUPPORTED, source_label(model),
                      "the skeleton lacks bones of this model, so its mesh cannot be drawn");
    }
    if (job->options->common.verbose) {
        log_note("mesh: %s", source_label(model));
    }
    return EXIT_OK;
}

/* Makes the mesh of the file itself, else that of a model given with --skeleton, else that of the
 * model whose skeleton was found. */
static int find_mesh(draw_job *job, skeleton_cache *cache, const char *found) {
    source *model = skeleton_cache_model(cache, job->in, found);
    if (!model) {
        log_error(source_label(job->in), "no model with a mesh was found for --mesh");
        log_hint("give the model (.ogf, .p3d) with --skeleton");
        return EXIT_UNSUPPORTED;
    }
    return make_mesh(job, model);
}

/* Finds the skeleton, and the mesh if it is drawn. */
static int find_skeleton_and_mesh(draw_job *job) {
    const draw_options *options = job->options;
    skeleton_cache *own_cache = batch_cache(job->batch) ? NULL : skeleton_cache_new(false);
    skeleton_cache *cache = own_cache ? own_cache : batch_cache(job->batch);
    char *found = NULL;
    const skeleton_request request = {.given = &options->skeletons,
                                      .folders = &options->folders,
                                      .use = SKELETON_FOR_SHOWING,
                                      .verbose = options->common.verbose,
                                      .cache = cache,
                                      .used_model = options->mesh ? &found : NULL,
                                      .used_files = batch_files(job->batch)};
    int code = skeleton_resolve(job->in, &request, &job->skeleton);
    if (code == EXIT_OK && options->mesh) {
        code = find_mesh(job, cache, found);
    }
    free(found);
    skeleton_cache_free(own_cache);
    return code;
}

/* Finds the duration of an animation that stores none. */
static int draw_find_duration(draw_job *job) {
    if (source_is_rtm(job->in) && !path_is_stream(job->in->path)) {
        return mod_durations_find(job->durations, job->in->path, &job->duration,
                                  batch_files(job->batch));
    }
    return job->options->state.name
               ? refuse(EXIT_USAGE, source_label(job->in), "--state applies only to RTM files")
               : EXIT_OK;
}

/* Draws the clips of an open file. */
static int draw_file(draw_job *job) {
    source_log_diagnostics(job->in);
    int code;
    TRY_DONE(draw_choose_clips(job));
    TRY_DONE(draw_find_duration(job));
    TRY_DONE(find_skeleton_and_mesh(job));
    if (!batch_is_current(job->batch, job->in, job->out, &job->clips)) {
        code = draw_each(job);
    }
done:
    clips_free(&job->clips);
    gait_mesh_free(job->mesh);
    gait_skeleton_free(job->skeleton);
    return code;
}

static int draw_one_file(const draw_options *options, const char *path, const char *out) {
    TRY(check_name(out));
    convert_warn_of_braces(out);
    draw_job job = {.options = options,
                    .durations = mod_durations_new(&options->state),
                    .in = source_new(),
                    .out = out};
    int code = source_open_or_fail(job.in, path);
    if (code == EXIT_OK) {
        code = draw_file(&job);
    }
    source_free(job.in);
    mod_durations_free(job.durations);
    return code;
}

/* --- many files ------------------------------------------------------------------------------- */

typedef struct draw_run {
    const draw_options *options;
    mod_durations *durations;
} draw_run;

static int draw_draw_item(void *user, batch_file *file) {
    const draw_run *run = user;
    draw_options options = *run->options;
    options.force = options.force || options.batch.update;
    draw_job job = {.options = &options,
                    .durations = run->durations,
                    .in = file->in,
                    .out = file->item->out,
                    .batch = file};
    return draw_file(&job);
}

static int draw_many(const draw_options *options, const command_call *call) {
    draw_run run = {.options = options};
    const batch_work work = {.done = "drawn",
                             .extension = "svg",
                             .clips = &options->clips,
                             .skeletons = &options->skeletons,
                             .folders = &options->folders,
                             .has_clip_outputs = true,
                             .needs_clips = true,
                             .is_json = options->json,
                             .verbose = options->common.verbose,
                             .user = &run,
                             .run = draw_draw_item};
    if (batch_is_pattern(options->batch.out)) {
        TRY(check_name(options->batch.out));
    }
    run.durations = mod_durations_new(&options->state);
    int code = batch_run(&work, &options->batch, call);
    mod_durations_free(run.durations);
    return code;
}

static int run_draw(const command_call *call) {
    draw_options options = *(const draw_options *)call->options;
    int code;
    if (options.frames.given &&
        (options.frames.value == 0 || options.frames.value > GAIT_DRAW_MAX_FIGURES)) {
        return refuse(EXIT_USAGE, NULL, "--frames must be from 1 to %d", GAIT_DRAW_MAX_FIGURES);
    }
    if (batch_is_asked(call, &options.batch, &code)) {
        return draw_many(&options, call);
    }
    TRY(code);
    if (options.json) {
        return refuse(EXIT_USAGE, NULL, "--json requires --out");
    }
    return draw_one_file(&options, call->operands[0], call->operands[1]);
}

const command command_draw = {
    "draw",
    "draw a strip of stick figures as SVG",
    "FILE OUT | FILE... --out FOLDER",
    "gait draw walk.rtm walk.svg\n"
    "gait draw --clip idle --view front --skeleton actor.ogf bank.omf idle.svg\n"
    "gait draw --mesh --clip idle --skeleton actor.ogf bank.omf idle.svg\n"
    "gait draw bank.omf \"{clip}.svg\"\n"
    "gait draw animations/ --out \"pictures/{dir}/{name}/{clip}.svg\"",
    "If OUT contains {clip}, Gait draws one picture per clip. With --out, each file and each\n"
    "animation in folders is drawn; see `gait help convert`.\n\n"
    "All figures have the same scale. Left bones are blue, and right bones are orange. Lighter\n"
    "bones are farther away. Under the figures are the keys and their times, the events, the\n"
    "root motion of an RTM and the scale.\n\n"
    "--mesh draws the mesh of the model behind the bones, without its hidden parts.",
    0,
    SIZE_MAX,
    COMMAND_RUN(draw_table, draw_options, run_draw)};
