/* Compares each model of the inputs with its banks, and adds the findings to those of the file. */
#include "check/check_models.h"

#include <stdlib.h>

#include "io/paths.h"
#include "io/platform.h"
#include "gait/inspect.h"

int check_models_begin(check_models *self, const text_list *folders) {
    *self = (check_models){.lock = thread_lock_new(), .cache = skeleton_cache_new(false)};
    self->banks.folders = &skeleton_cache_folders(self->cache)->added;
    return skeleton_cache_load(self->cache, NULL, folders);
}

/* True when a file MODEL.ltx next to a model may define parts in place of those of its banks. */
static bool has_own_parts(const source *file) {
    platform_info info;
    char *path = path_with_extension(file->path, ".ltx");
    bool is_there = !path_is_stream(file->path) && platform_look(path, &info) == 0;
    free(path);
    return is_there;
}

void check_models_examine(check_models *self, source *file) {
    model_banks banks = {0};
    if (!file->file || !format_has(file->format, GAIT_HAS_BANK)) {
        return;
    }
    gait_bank_check_options options = {.common = source_options(file)};
    if (gait_file_ref_count(file->file) > 0) {
        thread_lock_acquire(self->lock);
        check_banks_resolve(&self->banks, file, &banks);
        thread_lock_release(self->lock);
        options.skipped_refs = banks.skipped_refs;
        options.is_loose = banks.is_loose;
        options.has_own_parts = has_own_parts(file);
    }
    memory_check(gait_check_banks(file->file, banks.items, (uint32_t)banks.count, &options));
    model_banks_free(&banks);
}

void check_models_free(check_models *self) {
    check_banks_free(&self->banks);
    skeleton_cache_free(self->cache);
    if (self->lock) {
        thread_lock_free(self->lock);
    }
    *self = (check_models){0};
}
