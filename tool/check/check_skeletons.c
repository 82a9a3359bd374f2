/* Compares the bones of plain RTM files with the skeletons that `gait convert` would use. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "check/check.h"

/* Files in one folder with the same bones have the same skeleton. */
enum { MAX_FOUND = 64 };

typedef struct found_skeleton {
    gait_buffer key; /* the skeleton of the project, the folder, and the names of the bones */
    gait_search_result *result;
    const gait_skeleton *lacking; /* the skeleton of `result`; NULL = it has all bones, or there is
                                     none */
} found_skeleton;

struct check_skeletons {
    skeleton_cache *cache;
    bool is_usable; /* the cache is loaded */
    found_skeleton found[MAX_FOUND];
    size_t count, next; /* `next` is replaced when the list is full */
};

check_skeletons *check_skeletons_new(const text_list *folders) {
    check_skeletons *self = memory_resize(NULL, 1, sizeof *self);
    memset(self, 0, sizeof *self);
    self->cache = skeleton_cache_new(true);
    self->is_usable = skeleton_cache_load(self->cache, NULL, folders) == EXIT_OK;
    return self;
}

void check_skeletons_free(check_skeletons *self) {
    for (size_t i = 0; i < self->count; i++) {
        gait_buffer_free(&self->found[i].key);
        gait_search_result_free(self->found[i].result);
    }
    skeleton_cache_free(self->cache);
    free(self);
}

static void key_add(gait_buffer *key, const void *bytes, size_t size) {
    memory_check(gait_buffer_append(key, bytes, size));
    memory_check(gait_buffer_append(key, "", 1));
}

static gait_buffer key_of(const check_skeletons *self, const source *file) {
    gait_buffer key = {0};
    const toml_item *chosen = skeleton_cache_chosen(self->cache);
    char *folder = path_is_stream(file->path) ? text_copy("-") : path_folder(file->path);
    key_add(&key, &chosen, sizeof chosen);
    key_add(&key, folder, strlen(folder));
    for (uint32_t b = 0; b < gait_file_bone_count(file->file); b++) {
        gait_span name = gait_file_bone_name(file->file, b);
        key_add(&key, name.data, name.size);
    }
    free(folder);
    return key;
}

/* Chooses the skeleton that the project has for the file. Each thread loads it, so that only errors
 * are logged. */
static int choose_quietly(const check_skeletons *self, const source *file) {
    capture *outer = capture_current(), inner = {0};
    capture_start(&inner);
    int code = skeleton_cache_choose(self->cache, file);
    capture_start(outer);
    if (code != EXIT_OK && outer) {
        capture_split(&inner, NULL, outer);
    } else if (code != EXIT_OK) {
        capture_replay(&inner);
    }
    capture_free(&inner);
    return code;
}

/* The skeleton of an animation, if it lacks bones; otherwise NULL. */
static const gait_skeleton *find_skeleton(check_skeletons *self, source *file) {
    gait_buffer key = key_of(self, file);
    for (size_t i = 0; i < self->count; i++) {
        found_skeleton *found = &self->found[i];
        if (found->key.size == key.size && memcmp(found->key.data, key.data, key.size) == 0) {
            gait_buffer_free(&key);
            return found->lacking;
        }
    }
    found_skeleton *found = &self->found[self->next];
    self->next = (self->next + 1) % MAX_FOUND;
    if (self->count < MAX_FOUND) {
        self->count++;
    } else {
        gait_buffer_free(&found->key);
        gait_search_result_free(found->result);
    }
    const skeleton_request request = {.use = SKELETON_FOR_NAMES};
    found->key = key;
    (void)skeleton_search_models(file, self->cache, &request, &found->result);
    gait_search_summary summary = gait_search_result_summary(found->result);
    bool has_all = summary.used && summary.used->coverage.missing == 0;
    found->lacking = has_all ? NULL : summary.tree;
    return found->lacking;
}

int check_skeletons_examine(check_skeletons *self, source *file, const gait_skeleton **out_given) {
    gait_search_options options = {
        .common = source_options(file), .target = GAIT_FORMAT_RTM, .bones_only = true};
    *out_given = NULL;
    if (!self->is_usable) {
        return EXIT_OK;
    }
    TRY(choose_quietly(self, file));
    if (!source_is_rtm(file) || format_has_records(file->format)) {
        *out_given = skeleton_cache_chosen(self->cache)
                         ? skeleton_cache_arguments(self->cache)->bones.skeleton
                         : NULL;
        return EXIT_OK;
    }
    options.skeleton = find_skeleton(self, file);
    gait_search_result *bound = NULL;
    if (options.skeleton) {
        memory_check(gait_skeleton_search(file->file, NULL, 0, &options, &bound));
    }
    gait_search_result_free(bound);
    return EXIT_OK;
}
