/* Banks out of models and into them, and out of damaged files. */
#include <stdlib.h>

#include "convert/convert.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "gait/ogf.h"
#include "io/paths.h"
#include "terminal.h"

/* Options that say how to make glTF. */
static int refuse_gltf_options(const convert_options *options) {
    const char *unused = options->fps.given        ? "--fps"
                         : options->duration.given ? "--duration"
                                                   : NULL;
    if (unused) {
        tell_error(NULL, "%s has no use for a bank, which has 30 frames per second", unused);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

/* Clips are not chosen: a part of a bank is another bank. */
static int refuse_choice(const conversion *job) {
    int code = refuse_gltf_options(job->options);
    if (code == EXIT_FINE && job->options->skeletons.count > 0) {
        tell_error(NULL, "--skeleton has no use here: the bones are the model's");
        code = EXIT_USAGE;
    }
    if (code == EXIT_FINE && (job->options->clips.count > 0 || convert_is_per_clip(job->out))) {
        tell_error(source_label(job->in), "a bank is taken and put whole");
        tell_advice("leave out --clip and {clip}");
        code = EXIT_UNSUPPORTED;
    }
    return code;
}

/* What went wrong with `place`, where no diagnostic has said it. */
static int fail_with(gait_status status, const char *place, const gait_diagnostics *said) {
    if (status != GAIT_OK && said->errors == 0) {
        tell_error(place, "cannot be converted: %s", gait_status_name(status));
    }
    return exit_of_status(status);
}

static int write_content(const conversion *job, gait_status status, const gait_buffer *content,
                         uint32_t clips) {
    memory_check(status);
    if (status != GAIT_OK) {
        tell_error(source_label(job->in), "cannot be written: %s", gait_status_name(status));
        return exit_of_status(status);
    }
    int code = convert_write(job, job->out, content);
    if (code == EXIT_FINE) {
        tell_note("%s %s: %zu bytes, %u clip%s", job->options->dry_run ? "would write" : "wrote",
                  job->out, content->size, (unsigned)clips, clips == 1 ? "" : "s");
    }
    return code;
}

static int write_bank(const conversion *job, const gait_omf *bank) {
    gait_buffer content = {0};
    gait_status status = gait_omf_write(bank, &content);
    int code = write_content(job, status, &content, gait_omf_motion_count(bank));
    gait_buffer_free(&content);
    return code;
}

/* --- out -------------------------------------------------------------------------------------- */

int convert_take_bank(const conversion *job) {
    gait_span bytes = {job->in->bytes.data, job->in->bytes.size};
    gait_options options = source_options(job->in);
    gait_options again = {0}; /* what opening says was told */
    gait_ogf *model = NULL;
    gait_omf *bank = NULL;
    int code = refuse_choice(job);
    if (code != EXIT_FINE) {
        return code;
    }
    gait_status status = gait_ogf_open(bytes, &again, &model);
    if (status == GAIT_OK) {
        status = gait_ogf_take_bank(model, &options, &bank);
    }
    memory_check(status);
    source_tell(job->in);
    if (status == GAIT_NOT_FOUND) {
        tell_error(source_label(job->in), "the model holds no motions that can be read");
        tell_advice("`gait info` lists the banks it refers to");
    }
    code = bank ? write_bank(job, bank)
                : fail_with(status == GAIT_NOT_FOUND ? GAIT_OK : status, source_label(job->in),
                            &job->in->diagnostics);
    gait_omf_free(bank);
    gait_ogf_free(model);
    return status == GAIT_NOT_FOUND ? EXIT_UNSUPPORTED : code;
}

/* --- in --------------------------------------------------------------------------------------- */

/* Puts the bank of the job into the open base and writes that. */
static int put_into(const conversion *job, gait_ogf *model, const gait_omf *bank) {
    gait_buffer content = {0};
    gait_status status = gait_ogf_put_bank(model, bank, &job->in->diagnostics);
    memory_check(status);
    source_tell(job->in);
    int code = fail_with(status, source_label(job->in), &job->in->diagnostics);
    if (code == EXIT_FINE) {
        status = gait_ogf_write(model, &content);
        code = write_content(job, status, &content, gait_omf_motion_count(bank));
    }
    gait_buffer_free(&content);
    return code;
}

static int put_into_base(const conversion *job, const source *base) {
    gait_span bytes = {job->in->bytes.data, job->in->bytes.size};
    gait_span base_bytes = {base->bytes.data, base->bytes.size};
    gait_options again = {0}; /* what opening says was told */
    gait_ogf *model = NULL;
    gait_omf *bank = NULL;
    gait_status status = gait_ogf_open(base_bytes, &again, &model);
    if (status == GAIT_OK) {
        status = gait_omf_open(bytes, &again, &bank);
    }
    memory_check(status);
    int code = bank ? put_into(job, model, bank) : exit_of_status(status);
    gait_omf_free(bank);
    gait_ogf_free(model);
    return code;
}

int convert_put_bank(const conversion *job) {
    int code = refuse_choice(job);
    if (code != EXIT_FINE) {
        return code;
    }
    if (!job->options->base) {
        tell_error(source_label(job->in), "an .ogf is a model: say with --base which one");
        tell_advice("gait convert --base model.ogf bank.omf new.ogf");
        return EXIT_USAGE;
    }
    source *base = source_new();
    code = source_need(base, job->options->base);
    if (code == EXIT_FINE) {
        source_tell(base);
    }
    if (code == EXIT_FINE && base->format != GAIT_FORMAT_OGF) {
        tell_error(source_label(base), "is no model: --base takes an .ogf");
        code = EXIT_UNSUPPORTED;
    }
    if (code == EXIT_FINE) {
        code = put_into_base(job, base);
    }
    source_free(base);
    return code;
}

/* --- out of the damage ------------------------------------------------------------------------ */

/* Names of the model's bones in its own order, which is that of tracks. */
static int name_bones(const convert_options *options, source *model, gait_span **out_names,
                      uint32_t *out_count) {
    bool given = options->skeletons.count > 0;
    int code = given ? source_need(model, options->skeletons.items[0]) : EXIT_FINE;
    *out_names = NULL;
    *out_count = 0;
    if (given && code == EXIT_FINE && model->format != GAIT_FORMAT_OGF) {
        tell_error(source_label(model), "is no model");
        code = EXIT_UNSUPPORTED;
    }
    if (code != EXIT_FINE) {
        tell_advice("to salvage a bank, --skeleton takes an .ogf");
    }
    if (!given || code != EXIT_FINE) {
        return code;
    }
    *out_count = gait_file_bone_count(model->file);
    *out_names = memory_resize(NULL, *out_count ? *out_count : 1, sizeof **out_names);
    for (uint32_t b = 0; b < *out_count; b++) {
        (*out_names)[b] = gait_file_bone_name(model->file, b);
    }
    return EXIT_FINE;
}

static void tell_kept(const gait_omf *bank, const gait_omf_salvaged *salvaged) {
    tell_note("kept %u of %u motions", (unsigned)salvaged->kept, (unsigned)salvaged->stated);
    if (salvaged->kept > 0) {
        char *first = text_of_name(gait_omf_motion_at(bank, 0).name);
        char *last = text_of_name(gait_omf_motion_at(bank, salvaged->kept - 1).name);
        tell_note("kept: 1 '%s' to %u '%s'", first, (unsigned)salvaged->kept, last);
        free(last);
        free(first);
    }
    if (salvaged->kept < salvaged->stated) {
        tell_note("lost: %u to %u, from byte %llu on", (unsigned)salvaged->kept + 1,
                  (unsigned)salvaged->stated, (unsigned long long)salvaged->damage_offset);
    }
}

static int salvage_with(const conversion *job, const gait_span *names, uint32_t count) {
    gait_span bytes = {job->in->bytes.data, job->in->bytes.size};
    gait_options options = source_options(job->in);
    gait_omf_salvaged salvaged;
    gait_omf *bank;
    gait_status status = gait_omf_salvage(bytes, names, count, &options, &bank, &salvaged);
    memory_check(status);
    source_tell(job->in);
    if (!bank) {
        return exit_of_status(status);
    }
    tell_kept(bank, &salvaged);
    int code = write_bank(job, bank);
    gait_omf_free(bank);
    return code;
}

int convert_salvage(const conversion *job, gait_format target) {
    int code = refuse_gltf_options(job->options);
    if (code != EXIT_FINE) {
        return code;
    }
    if (target != GAIT_FORMAT_OMF || job->options->clips.count > 0 ||
        convert_is_per_clip(job->out)) {
        tell_error(source_label(job->in), "what is saved of a bank is a bank: give an .omf");
        return EXIT_USAGE;
    }
    source *model = source_new();
    gait_span *names;
    uint32_t count;
    code = name_bones(job->options, model, &names, &count);
    if (code == EXIT_FINE) {
        code = salvage_with(job, names, count);
    }
    free(names);
    source_free(model);
    return code;
}
