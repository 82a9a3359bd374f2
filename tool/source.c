#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "paths.h"
#include "platform.h"
#include "terminal.h"

source *source_new(void) {
    source *self = memory_resize(NULL, 1, sizeof *self);
    memset(self, 0, offsetof(source, items));
    self->diagnostics = (gait_diagnostics){.items = self->items, .capacity = SOURCE_DIAGNOSTICS};
    return self;
}

void source_free(source *self) {
    if (!self) {
        return;
    }
    gait_file_free(self->file);
    files_free(&self->bytes);
    free(self);
}

static void source_reset(source *self, const char *path) {
    gait_file_free(self->file);
    self->file = NULL;
    self->path = path;
    self->format = GAIT_FORMAT_UNKNOWN;
    self->exit_code = EXIT_FINE;
    self->told = 0;
    self->diagnostics = (gait_diagnostics){.items = self->items, .capacity = SOURCE_DIAGNOSTICS};
}

/* What has no rule, because no format is to blame. */
static void source_refuse(source *self, int exit_code, const char *why) {
    gait_diagnostics *all = &self->diagnostics;
    all->count -= all->count == all->capacity;
    self->exit_code = exit_code;
    gait_diagnostic *item = &self->items[all->count++];
    *item = (gait_diagnostic){.clip = -1, .bone = -1, .frame = -1, .count = 1};
    snprintf(item->text, sizeof item->text, "%s", why);
    all->errors++;
}

/* There is no such file: was another one in its folder meant? */
static int refuse_missing(source *self, int code, const char *why) {
    char *folder = path_folder(self->path);
    inputs beside = inputs_beside(folder, "");
    text_list names = {0};
    for (size_t i = 0; i < beside.count; i++) {
        text_list_add(&names, path_name(beside.items[i].path));
    }
    const char *nearest = text_nearest(path_name(self->path), names.items, names.count);
    char *text = nearest ? text_format("%s; did you mean '%s'?", why, nearest) : text_copy(why);
    source_refuse(self, code, text);
    free(text);
    text_list_free(&names, false);
    inputs_free(&beside);
    free(folder);
    return code;
}

int source_open(source *self, const char *path) {
    char why[FILES_WHY];
    source_reset(self, path);
    int code = files_read(path, &self->bytes, why);
    if (code != EXIT_FINE) {
        platform_info about;
        if (!path_is_stream(path) && platform_is_missing(platform_look(path, &about))) {
            return refuse_missing(self, code, why);
        }
        source_refuse(self, code, why);
        return code;
    }
    gait_span bytes = {self->bytes.data, self->bytes.size};
    const char *name = path_is_stream(path) ? NULL : path;
    gait_options options = source_options(self);
    gait_status status = gait_file_open(bytes, name, &options, &self->file);
    memory_check(status);
    self->format = self->file ? gait_file_format(self->file) : gait_detect(bytes, name);
    self->exit_code = exit_of_status(status);
    if (status != GAIT_OK && self->diagnostics.errors == 0) {
        source_refuse(self, self->exit_code, gait_status_name(status));
    }
    return self->exit_code;
}

int source_open_input(source *self, const input *item) {
    if (!item->problem) {
        return source_open(self, item->path);
    }
    source_reset(self, item->path);
    source_refuse(self, EXIT_FILES, item->problem);
    return self->exit_code;
}

const char *source_label(const source *self) {
    return path_is_stream(self->path) ? "standard input" : self->path;
}

gait_options source_options(source *self) {
    return (gait_options){.diagnostics = &self->diagnostics};
}

const char *source_status(const source *self) {
    switch (self->exit_code) {
    case EXIT_FINE:
        return "ok";
    case EXIT_FILES:
        return "unreadable";
    case EXIT_UNSUPPORTED:
        return "unsupported";
    default:
        return "bad";
    }
}

const gait_diagnostic *source_error(const source *self) {
    for (uint32_t i = self->diagnostics.count; self->exit_code != EXIT_FINE && i > 0; i--) {
        const gait_diagnostic *item = &self->items[i - 1];
        if (!item->rule || item->rule->severity == GAIT_ERROR) {
            return item;
        }
    }
    return NULL;
}

void source_tell(source *self) {
    tell_diagnostics(source_label(self), &self->diagnostics, self->told);
    self->told = self->diagnostics.count;
}

void source_forget(source *self, const char *rule_id) {
    gait_diagnostics *all = &self->diagnostics;
    uint32_t kept = self->told;
    for (uint32_t i = self->told; i < all->count; i++) {
        if (strcmp(all->items[i].rule->id, rule_id) == 0) {
            all->warnings -= all->items[i].count;
        } else {
            all->items[kept++] = all->items[i];
        }
    }
    all->count = kept;
}

int source_need(source *self, const char *path) {
    int code = source_open(self, path);
    if (code != EXIT_FINE) {
        source_tell(self);
    }
    return code;
}

text_list source_bone_names(const source *self) {
    text_list names = {0};
    uint32_t count = gait_file_bone_count(self->file);
    for (uint32_t i = 0; i < count; i++) {
        text_list_add(&names, text_of_name(gait_file_bone_name(self->file, i)));
    }
    return names;
}

char *source_clip_name(const source *self, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(self->file, clip);
    return info.name_is_utf8 ? text_slice((const char *)info.name.data, info.name.size)
                             : text_of_name(info.name);
}

text_list source_clip_names(const source *self) {
    text_list names = {0};
    uint32_t count = gait_file_clip_count(self->file);
    for (uint32_t i = 0; i < count; i++) {
        text_list_add(&names, source_clip_name(self, i));
    }
    return names;
}
