/* Compares the times of outputs with those of everything that they are made from. */
#include "batch/batch_update.h"

#include <stdlib.h>

#include "gait/convert.h"
#include "gait/output_names.h"
#include "io/paths.h"
#include "io/platform.h"

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
    gait_output_names *names;
    bool are_newer = clips->count > 0;
    memory_check(gait_output_names_new(out, (uint32_t)clips->count, NULL, &names));
    for (size_t i = 0; i < clips->count && are_newer; i++) {
        char *name = source_clip_name(in, clips->clips[i]);
        const char *path = gait_output_names_next(names, name);
        free(name);
        memory_check(path ? GAIT_OK : GAIT_NO_MEMORY);
        are_newer = is_newer(path, file);
    }
    gait_output_names_free(names);
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
