/* gait info: lists what each file contains. */
#include "cmd/command.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "gait/mesh.h"
#include "gait/report.h"
#include "gait/inspect.h"
#include "options/options.h"
#include "batch/jobs.h"
#include "mod/mod_durations.h"
#include "io/source.h"

typedef struct info_options {
    common_options common;
    bool json;
    option_count jobs;
    input_options inputs;
    state_options state;
} info_options;

static const option info_table[] = {
    {"json", 0, OPTION_FLAG, NULL, offsetof(info_options, json), "print JSON (gait.info/1)"},
    OPTIONS_VERBOSE(info_options,
                    "also list clips, references, skeletons and meshes; print warnings and notes"),
    OPTIONS_NO_CONFIG(info_options),
    OPTIONS_INPUTS(info_options, inputs),
    OPTIONS_JOBS(info_options, jobs),
    OPTIONS_CODE_PAGE(info_options, "names"),
    OPTIONS_COMMON(info_options),
};

/* --- for people ------------------------------------------------------------------------------- */

typedef struct clip_totals {
    uint64_t frames, events, timed_events;
    double seconds; /* negative = unknown */
} clip_totals;

static clip_totals add_up_clips(const gait_file *file) {
    clip_totals totals = {.seconds = -1};
    uint32_t count = gait_file_clip_count(file);
    for (uint32_t i = 0; i < count; i++) {
        gait_clip_info clip = gait_file_clip_info(file, i);
        totals.frames += clip.frame_count;
        totals.events += clip.event_count;
        totals.timed_events += clip.timed_event_count;
        if (clip.duration_s >= 0) {
            totals.seconds = (totals.seconds < 0 ? 0 : totals.seconds) + clip.duration_s;
        }
    }
    return totals;
}

/* Prints "-" for an unknown duration. */
static void print_seconds(double seconds) {
    if (seconds < 0) {
        result_printf("%9s ", "-");
    } else {
        result_printf("%9.2f ", seconds);
    }
}

/* The number of bones of all skeletons of the file. */
static unsigned count_all_bones(const gait_file *file) {
    uint32_t skeletons = gait_file_skeleton_count(file);
    uint32_t bones = 0;
    for (uint32_t i = 0; i < skeletons; i++) {
        bones += gait_file_skeleton_info(file, i).bone_count;
    }
    return skeletons > 0 ? bones : gait_file_bone_count(file);
}

static void info_print_counts(const gait_file *file) {
    clip_totals totals = add_up_clips(file);
    char version[16] = "-";
    if (gait_file_version(file) >= 0) {
        snprintf(version, sizeof version, "%d", (int)gait_file_version(file));
    }
    result_printf("%7s %6u %6u %8llu ", version, count_all_bones(file),
                  (unsigned)gait_file_clip_count(file), (unsigned long long)totals.frames);
    print_seconds(totals.seconds);
    result_printf("%6llu ", (unsigned long long)totals.events);
}

static void info_print_line(const source *file) {
    result_printf("%-8s ", gait_format_get_info(file->format)->name);
    if (file->file) {
        info_print_counts(file->file);
    } else {
        result_printf("%7s %6s %6s %8s %9s %6s ", "-", "-", "-", "-", "-", "-");
    }
    result_printf("%-11s ", source_status(file));
    result_text(source_label(file), 0);
    result_printf("\n");
}

/* Marks without intervals have names but no times: other programs get no events from them. */
static void print_marks(const source *file) {
    clip_totals totals = file->file ? add_up_clips(file->file) : (clip_totals){0};
    if (totals.timed_events < totals.events) {
        result_printf("%15s %llu mark%s, %llu with times\n", "", (unsigned long long)totals.events,
                      text_plural(totals.events), (unsigned long long)totals.timed_events);
    }
}

/* A state, section or class that plays a clip, with the duration and loop of a state. */
static void info_print_use(const mod_index *index, const gait_mod_use *use) {
    bool is_state = use->kind == GAIT_USE_STATE;
    char *place = mod_index_place(index, use);
    char *seconds = use->seconds_why == GAIT_SECONDS_KNOWN    ? text_format("%.3f", use->seconds)
                    : use->seconds_why == GAIT_SECONDS_STATIC ? text_copy("static")
                                                              : text_copy(is_state ? "?" : "-");
    const char *loop = !is_state ? "-" : use->loop < 0 ? "?" : use->loop ? "loop" : "once";
    result_printf("%15s %6s %14s ", is_state ? "state" : "used by", "", "");
    result_printf("%9s %6s %-11s ", seconds, "", loop);
    result_text(use->name ? use->name : use->key ? use->key : "", 0);
    if (use->mask) {
        result_printf("  mask ");
        result_text(use->mask, 0);
    }
    if (!is_state && use->name && use->key) {
        result_printf("  ");
        result_text(use->key, 0);
    }
    result_printf("  ");
    result_text(place, 0);
    result_printf("\n");
    free(seconds);
    free(place);
}

/* What plays a clip. */
static void info_print_uses(const source *file, uint32_t clip, const mod_index *index,
                            uint32_t mod_file) {
    gait_mod_clip played;
    memory_check(gait_mod_clip_of(index->mod, mod_file, file->file, clip, &played));
    for (uint32_t u = 0; u < played.use_count && !result_failed(); u++) {
        info_print_use(index, gait_mod_use_at(index->mod, played.uses[u]));
    }
}

/* `index` is NULL if the file is in no mod. */
static void print_clips(const source *file, const mod_index *index, uint32_t mod_file) {
    uint32_t count = gait_file_clip_count(file->file);
    for (uint32_t i = 0; i < count; i++) {
        gait_clip_info clip = gait_file_clip_info(file->file, i);
        char *name = source_clip_name(file, i);
        result_printf("%15s %-6u %14u ", "clip", (unsigned)i, (unsigned)clip.frame_count);
        print_seconds(clip.duration_s);
        result_printf("%6u %-11s ", (unsigned)clip.event_count,
                      clip.loop < 0 ? "-"
                      : clip.loop   ? "loop"
                                    : "once");
        result_text(name, 0);
        result_printf("\n");
        free(name);
        if (index) {
            info_print_uses(file, i, index, mod_file);
        }
    }
}

static void print_refs(const source *file) {
    uint32_t count = gait_file_ref_count(file->file);
    for (uint32_t i = 0; i < count; i++) {
        char *name = text_of_name(gait_file_ref(file->file, i), gait_file_code_page(file->file));
        result_printf("%15s %-6u ", "refers to", (unsigned)i);
        result_text(name, 0);
        result_printf("\n");
        free(name);
    }
}

/* Lists the skeletons of formats that can contain several. The line of a model shows its bones
 * already. */
static void print_skeletons(const source *file) {
    uint32_t count = gait_file_skeleton_count(file->file);
    bool has_several = (gait_format_get_info(file->format)->abilities & GAIT_HAS_CLIPS) == 0;
    for (uint32_t i = 0; has_several && i < count; i++) {
        result_printf("%15s %6u %39s ", "skeleton",
                      (unsigned)gait_file_skeleton_info(file->file, i).bone_count, "");
        result_text(gait_file_skeleton_info(file->file, i).name, 0);
        result_printf("\n");
    }
}

static void print_mesh(const source *file) {
    gait_mesh_info mesh;
    if (gait_file_mesh_info(file->file, NULL, &mesh) == GAIT_OK) {
        result_printf("%15s %u part%s, %u texture%s, %llu vertices, %llu triangle%s\n", "mesh",
                      (unsigned)mesh.part_count, text_plural(mesh.part_count),
                      (unsigned)mesh.texture_count, text_plural(mesh.texture_count),
                      (unsigned long long)mesh.vertex_count,
                      (unsigned long long)mesh.triangle_count, text_plural(mesh.triangle_count));
    }
}

/* --- one file --------------------------------------------------------------------------------- */

typedef struct info_run {
    const info_options *options;
    inputs list;
    mod_durations *durations;
    int code;
} info_run;

/* Of one thread. */
typedef struct info_context {
    const info_run *run;
    source *file;
    gait_buffer json;
} info_context;

static void log_findings(source *file, bool verbose) {
    const gait_diagnostic *error = source_error(file);
    if (error) {
        log_diagnostic(source_label(file), error);
    } else if (verbose) {
        source_log_diagnostics(file);
    }
}

static void info_print_json(info_context *self, size_t index, const mod_index *mod,
                            uint32_t mod_file) {
    const source *file = self->file;
    const gait_report_input report = {.path = file->path,
                                      .size = file->bytes.file_size,
                                      .file = file->file,
                                      .format = file->format,
                                      .status = source_status(file),
                                      .error = source_error(file),
                                      .mod = mod ? mod->mod : NULL,
                                      .mod_file = mod_file};
    result_json_raw(index == 0 ? "\n" : ",\n");
    gait_status status = gait_report_info(&report, &self->json);
    result_json(status, &self->json);
}

static int run_info_task(void *context, size_t index, void *outcome) {
    info_context *self = context;
    source *file = self->file;
    bool verbose = self->run->options->common.verbose;
    int code = source_open_input(file, &self->run->list.items[index]);
    (void)outcome;
    uint32_t mod_file = 0;
    bool has_uses = (self->run->options->json || verbose) && gait_file_clip_count(file->file) > 0;
    const mod_index *mod =
        has_uses ? mod_durations_of_source(self->run->durations, file, &mod_file) : NULL;
    if (self->run->options->json) {
        info_print_json(self, index, mod, mod_file);
    } else {
        info_print_line(file);
        print_marks(file);
    }
    if (!self->run->options->json && verbose && file->file) {
        print_skeletons(file);
        print_clips(file, mod, mod_file);
        print_refs(file);
        print_mesh(file);
    }
    log_findings(file, verbose);
    return code;
}

/* --- all files -------------------------------------------------------------------------------- */

static void begin_info(void *user, void *context) {
    *(info_context *)context = (info_context){.run = user, .file = source_new()};
}

static void end_info(void *user, void *context) {
    info_context *self = context;
    (void)user;
    gait_buffer_free(&self->json);
    source_free(self->file);
}

static void look_at_all(info_run *self) {
    enum { FILES_AT_A_TIME = 16 };
    const job_list list = {.count = self->list.count,
                           .portion = FILES_AT_A_TIME,
                           .threads = self->options->jobs,
                           .context_size = sizeof(info_context),
                           .user = self,
                           .code = &self->code,
                           .begin = begin_info,
                           .run = run_info_task,
                           .end = end_info};
    size_t done = jobs_run(&list);
    inputs_log_rest(&self->list, done);
}

static int run_info(const command_call *call) {
    info_run self = {.options = call->options};
    TRY(jobs_check(self.options->jobs));
    int code;
    TRY_DONE(inputs_read(call, &self.options->inputs, &self.list));
    if (self.options->json) {
        result_json_raw("{\"schema\":\"gait.info/1\",\"files\":[");
    } else {
        result_heading("FORMAT   VERSION  BONES  CLIPS   FRAMES   SECONDS EVENTS STATUS      FILE");
    }
    self.durations = mod_durations_new(&self.options->state);
    look_at_all(&self);
    if (self.options->json) {
        result_json_raw("]}\n");
    }
    code = self.code;
done:
    mod_durations_free(self.durations);
    inputs_free(&self.list);
    return code;
}

const command command_info = {
    "info",
    "list what each file contains",
    "PATH...",
    "gait info walk.rtm stalker_animation.omf\n"
    "gait info -v meshes/actors/\n"
    "gait info --json animations/ > animations.json",
    "If PATH is a folder, all files below it with a known format are listed in sorted order.\n"
    "Links are not followed. The column SECONDS shows '-' if the format stores no duration;\n"
    "then the configs of its mod define the duration. With -v and --json, the states and sections\n"
    "are listed that play each clip.",
    0,
    SIZE_MAX,
    COMMAND_RUN(info_table, info_options, run_info)};
