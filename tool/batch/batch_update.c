#include "batch/batch_update.h"

#include <stdlib.h>

#include "gait/convert.h"
#include "io/paths.h"
#include "io/platform.h"

void batch_add_file(batch_result *result, const char *path) {
    if (result) {
        text_list_add(&result->made_from, text_copy(path));
    }
}

void batch_add_files(batch_result *result, const text_list *paths) {
    for (size_t i = 0; i < paths->count; i++) {
        batch_add_file(result, paths->items[i]);
    }
}

void batch_add_source(batch_result *result, const source *in) {
    if (!result) {
        return;
    }
    batch_add_file(result, in->path);
    if (in->sidecar) {
        batch_add_file(result, in->sidecar);
    }
    char *folder = path_folder(in->path);
    uint32_t count = in->file ? gait_file_dependency_count(in->file) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = gait_file_dependency_at(in->file, i);
        if (name) {
            text_list_add(&result->made_from, path_join(folder, name));
        }
    }
    free(folder);
}

text_list *batch_files(batch_result *result) {
    return result ? &result->made_from : NULL;
}

/* --- comparison ------------------------------------------------------------------------------- */

/* True when the output exists and is newer than all files. */
static bool is_newer(const char *path, const text_list *files) {
    platform_info output, file;
    bool is_newer = platform_look(path, &output) == 0 && output.kind == PLATFORM_FILE;
    for (size_t i = 0; i < files->count && is_newer; i++) {
        is_newer =
            platform_look(files->items[i], &file) == 0 && output.modified_ns > file.modified_ns;
    }
    return is_newer;
}

static bool are_clips_newer(const batch_result *result, const source *in, const char *out,
                            const clip_choice *clips) {
    gait_output_names *names;
    bool are_newer = clips->count > 0;
    memory_check(gait_output_names_new(out, (uint32_t)clips->count, NULL, &names));
    for (size_t i = 0; i < clips->count && are_newer; i++) {
        char *name = source_clip_name(in, clips->clips[i]);
        const char *path = gait_output_names_next(names, name);
        free(name);
        memory_check(path ? GAIT_OK : GAIT_NO_MEMORY);
        are_newer = is_newer(path, &result->made_from);
    }
    gait_output_names_free(names);
    return are_newer;
}

bool batch_is_current(batch_result *result, const source *in, const char *out,
                      const clip_choice *clips) {
    if (result && result->updates) {
        result->is_current = gait_output_name_is_per_clip(out)
                                 ? are_clips_newer(result, in, out, clips)
                                 : is_newer(out, &result->made_from);
    }
    return result && result->is_current;
}

void batch_add_output(batch_result *result, const char *path) {
    if (result) {
        text_list_add(&result->outputs, text_copy(path));
    }
}
