/* Adds what the configs of mods say about their files. */
#include <stdlib.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/paths.h"
#include "base/platform.h"
#include "check/check.h"
#include "gait/pose.h"

/* --- indexes ---------------------------------------------------------------------------------- */

/* True when the list has a file below a folder. */
static bool check_mods_lists(const inputs *list, const char *root) {
    bool found = false;
    for (size_t i = 0; i < list->count && !found; i++) {
        found = strncmp(list->items[i].path, root, strlen(root)) == 0;
    }
    return found;
}

/* Adds the configs with findings that are not files to check anyway. True when the folder has
 * configs that were read. */
static bool check_mods_add_configs(const mod_index *index, const input_filter *filter,
                                   inputs *list) {
    bool was_empty = !check_mods_lists(list, index->root), has_configs = false;
    bool has_included = filter->included->count > 0, has_excluded = filter->excluded->count > 0;
    for (uint32_t f = 0; f < gait_mod_file_count(index->mod); f++) {
        gait_mod_file info = gait_mod_file_at(index->mod, f);
        char *path = mod_index_path(index, f);
        bool is_config = !info.is_asset && (index->bytes[f].data || info.finding_count > 0) &&
                         mod_index_selects(index, f, has_included, has_excluded) &&
                         inputs_selects(filter, path, strlen(index->root));
        has_configs = has_configs || is_config;
        if (!is_config || info.finding_count == 0) {
            free(path);
            continue;
        }
        list->items =
            memory_reserve(list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = (input){
            .path = path, .is_found = true, .is_config = true, .root_size = strlen(index->root)};
    }
    list->empty_folders -= was_empty && has_configs && list->empty_folders > 0;
    return has_configs;
}

int check_mods_load(check_mods *self, const command_call *call, const input_options *options,
                    inputs *list) {
    const input_filter filter = {.included = &options->included, .excluded = &options->excluded};
    int code = EXIT_OK;
    for (size_t i = 0; i < call->count; i++) {
        platform_info info;
        bool is_folder = !path_is_stream(call->operands[i]) &&
                         platform_look(call->operands[i], &info) == 0 &&
                         info.kind == PLATFORM_FOLDER;
        if (!is_folder) {
            continue;
        }
        self->items =
            memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
        mod_index *index = &self->items[self->count++];
        const mod_request request = {.root = call->operands[i], .finds_copies = true};
        int loaded = mod_index_load(&request, index);
        code = exit_worse(code, loaded);
        if (loaded != EXIT_OK) {
            mod_index_free(index); /* it would miss files that are there */
            self->count--;
            continue;
        }
        self->has_configs |= check_mods_add_configs(index, &filter, list);
    }
    return code;
}

void check_mods_free(check_mods *self) {
    for (size_t i = 0; i < self->count; i++) {
        mod_index_free(&self->items[i]);
    }
    free(self->items);
    *self = (check_mods){0};
}

/* --- files ------------------------------------------------------------------------------------ */

/* True when a state of the configs plays the file as a loop. */
static bool check_mods_loops(const gait_mod *mod, uint32_t file) {
    gait_mod_file info = gait_mod_file_at(mod, file);
    bool loops = false;
    for (uint32_t u = 0; u < info.use_count && !loops; u++) {
        const gait_mod_use *use = gait_mod_use_at(mod, info.first_use + u);
        loops = use->kind == GAIT_USE_STATE && use->loop == 1 && !use->is_weak;
    }
    return loops;
}

/* Adds a finding if a loop jumps where it begins again. */
static void check_mods_examine_loop(source *file) {
    gait_skeleton *bones = NULL;
    gait_clip *clip = NULL;
    gait_options options = source_options(file), quiet = options;
    quiet.diagnostics = NULL;
    gait_status status = gait_file_bind_skeleton(file->file, NULL, &quiet, &bones);
    if (status == GAIT_OK) {
        status = gait_file_clip(file->file, 0, bones, &quiet, &clip);
    }
    if (status == GAIT_OK) {
        status = gait_check_loop(clip, &options);
    }
    memory_check(status);
    gait_clip_free(clip);
    gait_skeleton_free(bones);
}

void check_mods_examine(const check_mods *self, source *file) {
    for (size_t i = 0; i < self->count; i++) {
        const mod_index *index = &self->items[i];
        bool is_below = strncmp(file->path, index->root, strlen(index->root)) == 0;
        int32_t found = is_below ? mod_index_find(index, file->path) : -1;
        if (found >= 0) {
            memory_check(gait_mod_check(index->mod, (uint32_t)found, &file->diagnostics));
            if (file->file && source_is_rtm(file) &&
                check_mods_loops(index->mod, (uint32_t)found)) {
                check_mods_examine_loop(file);
            }
            return;
        }
    }
}
