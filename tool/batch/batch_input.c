/* Opens an input of a batch: is it left out, and are its outputs current? */
#include <stdlib.h>

#include "batch/batch.h"
#include "base/platform.h"
#include "gait/output_names.h"

/* --- which inputs are left out ---------------------------------------------------------------- */

static bool has_matching_clip(const source *file, const text_list *patterns) {
    uint32_t count = gait_file_clip_count(file->file);
    bool is_found = !patterns || patterns->count == 0;
    for (uint32_t i = 0; i < count && !is_found; i++) {
        char *name = source_clip_name(file, i);
        for (size_t k = 0; k < patterns->count && !is_found; k++) {
            is_found =
                text_equal(patterns->items[k], name) || text_matches(patterns->items[k], name);
        }
        free(name);
    }
    return is_found;
}

int batch_open_input(const batch_work *self, const input *in, source *file) {
    return self->text_extensions ? source_read_input(file, in) : source_open_input(file, in);
}

const char *batch_reason_to_skip(const batch_work *self, const input *in, const source *file) {
    if (!in->is_found || self->text_extensions) {
        return NULL;
    }
    if (source_is_foreign(file)) {
        return "belongs to another program";
    }
    if (self->needs_text && file->format != GAIT_FORMAT_UNKNOWN &&
        !(gait_format_get_info(file->format)->abilities & GAIT_HAS_TEXT)) {
        return "has no text form";
    }
    if (!self->needs_clips) {
        return NULL;
    }
    bool has_no_clips =
        (file->format != GAIT_FORMAT_UNKNOWN && !format_has(file->format, GAIT_HAS_CLIPS)) ||
        path_has_one_of(in->path, ".p3d .cfg");
    if (!file->file && !has_no_clips) {
        return NULL;
    }
    if (has_no_clips || gait_file_clip_count(file->file) == 0) {
        return "holds no clips";
    }
    return has_matching_clip(file, self->clips) ? NULL : "no clip matches --clip";
}

/* --- outputs that are current ----------------------------------------------------------------- */

void batch_add_file(batch_file *file, const char *path) {
    if (file) {
        text_list_add(&file->made_from, text_copy(path));
    }
}

void batch_add_files(batch_file *file, const text_list *paths) {
    for (size_t i = 0; i < paths->count; i++) {
        batch_add_file(file, paths->items[i]);
    }
}

void batch_add_source(batch_file *file, const source *in) {
    if (!file) {
        return;
    }
    batch_add_file(file, in->path);
    if (in->sidecar) {
        batch_add_file(file, in->sidecar);
    }
    char *folder = path_folder(in->path);
    uint32_t count = in->file ? gait_file_dependency_count(in->file) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gait_file_dependency_at(in->file, i);
        if (name) {
            text_list_add(&file->made_from, path_join(folder, name));
        }
    }
    free(folder);
}

skeleton_cache *batch_cache(const batch_file *file) {
    return file ? file->cache : NULL;
}

text_list *batch_files(batch_file *file) {
    return file ? &file->made_from : NULL;
}

/* --- comparison ------------------------------------------------------------------------------- */

/* True for the folder of an output: it changes whenever an output is written. */
static bool is_folder_of(const char *path, const platform_info *info, const char *output) {
    char *folder = path_folder(output);
    bool is_same =
        info->kind == PLATFORM_FOLDER && platform_is_same(folder[0] ? folder : ".", path);
    free(folder);
    return is_same;
}

static bool is_older(const char *path, const platform_info *output, const char *output_path) {
    platform_info info;
    return platform_look(path, &info) == 0 &&
           (info.modified_ns < output->modified_ns || is_folder_of(path, &info, output_path));
}

/* True when the output exists, is not empty, and is newer than all files and folders. */
static bool is_file_newer(const char *path, const text_list *files) {
    platform_info output;
    bool is_newer =
        platform_look(path, &output) == 0 && output.kind == PLATFORM_FILE && output.size > 0;
    for (size_t i = 0; i < files->count && is_newer; i++) {
        is_newer = is_older(files->items[i], &output, path);
    }
    return is_newer;
}

/* The same for all files of an output. */
static bool is_newer(const char *path, const batch_file *file) {
    bool is_newer = is_file_newer(path, &file->made_from);
    const char *const extensions[] = {path_has_extension(path, ".gltf") ? ".bin" : NULL,
                                      file->has_sidecar ? ".gait.json" : NULL};
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0] && is_newer; i++) {
        char *other = extensions[i] ? path_with_extension(path, extensions[i]) : NULL;
        is_newer = !other || is_file_newer(other, &file->made_from);
        free(other);
    }
    return is_newer;
}

static bool are_clips_newer(const batch_file *file, const source *in, const char *out,
                            const clip_choice *clips) {
    text_list paths = clips_name_outputs(in, clips, out);
    bool are_newer = clips->count > 0;
    for (size_t i = 0; i < paths.count && are_newer; i++) {
        are_newer = is_newer(paths.items[i], file);
    }
    text_list_free(&paths, true);
    return are_newer;
}

bool batch_is_current(batch_file *file, const source *in, const char *out,
                      const clip_choice *clips) {
    if (file && file->updates) {
        file->is_current = gait_output_name_is_per_clip(out) ? are_clips_newer(file, in, out, clips)
                                                             : is_newer(out, file);
    }
    return file && file->is_current;
}

void batch_add_output(batch_file *file, const char *path) {
    if (file) {
        text_list_add(&file->outputs, text_copy(path));
    }
}
