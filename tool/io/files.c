#include "io/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/paths.h"
#include "io/platform.h"
#include "terminal.h"
#include "text.h"

/* --- reading ---------------------------------------------------------------------------------- */

static void reserve_bytes(file_bytes *bytes, size_t capacity) {
    if (capacity > bytes->capacity) {
        /* The old content is not needed: do not copy it. */
        if (bytes->size == 0) {
            free(bytes->data);
            bytes->data = NULL;
        }
        bytes->data = memory_resize(bytes->data, capacity, 1);
        bytes->capacity = capacity;
    }
}

static int explain(char why[FILES_WHY], const char *what, int error) {
    snprintf(why, FILES_WHY, "%s: %s", what, platform_explain(error));
    return EXIT_FILES;
}

static int refuse_size(char why[FILES_WHY]) {
    snprintf(why, FILES_WHY, "larger than %llu bytes, which is the limit",
             (unsigned long long)FILES_LIMIT);
    return EXIT_DAMAGED;
}

/* Reads to the end. One byte more than the known size detects the end without growing the
 * buffer. */
static int read_all(platform_file file, file_bytes *bytes, uint64_t known_size, char *why) {
    enum { SMALLEST = 1 << 16 };
    reserve_bytes(bytes, known_size > 0 ? (size_t)known_size + 1 : SMALLEST);
    for (;;) {
        if (bytes->size == bytes->capacity) {
            reserve_bytes(bytes, bytes->capacity * 2);
        }
        size_t got = 0;
        int error =
            platform_read(file, bytes->data + bytes->size, bytes->capacity - bytes->size, &got);
        bytes->size += got;
        if (error != 0) {
            return explain(why, "cannot read", error);
        }
        if (bytes->size > FILES_LIMIT) {
            return refuse_size(why);
        }
        if (got == 0) {
            return EXIT_OK;
        }
    }
}

static int read_file(platform_file file, file_bytes *bytes, char *why) {
    platform_info info;
    int error = platform_look_at(file, &info);
    if (error != 0) {
        return explain(why, "cannot read", error);
    }
    if (info.kind == PLATFORM_FOLDER) {
        snprintf(why, FILES_WHY, "is a folder, not a file");
        return EXIT_FILES;
    }
    uint64_t size = info.kind == PLATFORM_FILE ? info.size : 0;
    return size > FILES_LIMIT ? refuse_size(why) : read_all(file, bytes, size, why);
}

int files_read(const char *path, file_bytes *bytes, char why[FILES_WHY]) {
    bytes->size = 0;
    why[0] = 0;
    if (path_is_stream(path)) {
        return read_file(platform_stream(PLATFORM_STDIN), bytes, why);
    }
    platform_file file;
    int error = platform_open(path, &file);
    if (error != 0) {
        return explain(why, "cannot open", error);
    }
    int code = read_file(file, bytes, why);
    (void)platform_close(file);
    return code;
}

void files_free(file_bytes *bytes) {
    free(bytes->data);
    *bytes = (file_bytes){0};
}

/* --- parts of files --------------------------------------------------------------------------- */

/* The library reads only within the size that it was given. The file can have become shorter since
 * then: GAIT_TRUNCATED. */
static gait_status read_part(void *user, uint64_t offset, void *out, size_t size) {
    const platform_file *file = user;
    uint8_t *to = out;
    while (size > 0) {
        size_t got = 0;
        if (platform_read_at(*file, offset, to, size, &got) != 0 || got == 0) {
            return GAIT_TRUNCATED;
        }
        to += got;
        offset += got;
        size -= got;
    }
    return GAIT_OK;
}

static uint32_t files_page;

void files_set_code_page(uint32_t code_page) {
    files_page = code_page;
}

uint32_t files_code_page(void) {
    return files_page;
}

gait_file *files_open_skeleton(const char *path) {
    platform_file file;
    platform_info info;
    gait_file *opened = NULL;
    if (platform_open(path, &file) != 0) {
        return NULL;
    }
    if (platform_look_at(file, &info) == 0 && info.kind == PLATFORM_FILE &&
        info.size <= FILES_LIMIT) {
        gait_reader reader = {.read = read_part, .user = &file, .size = info.size};
        gait_options options = {.code_page = files_page};
        memory_check(gait_file_open_reader(&reader, path, GAIT_OPEN_SKELETON, &options, &opened));
    }
    (void)platform_close(file);
    return opened;
}

/* --- writing ---------------------------------------------------------------------------------- */

typedef struct file_content {
    const gait_span *parts;
    uint32_t count;
} file_content;

/* The target of a write: the path after links, and the existing file. */
typedef struct file_target {
    char *path;
    bool exists;
    platform_info info;
} file_target;

static int refuse(const char *path, const char *what, int error) {
    log_error(path, "%s: %s", what, platform_explain(error));
    return EXIT_FILES;
}

/* Reports a failed write. The reader of a pipe may stop early, as `head` does: no message. */
static int refuse_write(const char *path, int error) {
    return platform_is_unread(error) ? EXIT_FILES : refuse(path, "cannot write", error);
}

static int check_folder(const char *path, const char *target) {
    platform_info info;
    char *folder = path_folder(target);
    int error = folder[0] ? platform_look(folder, &info) : 0;
    if (error != 0 && platform_is_missing(error)) {
        log_error(path, "cannot write: there is no folder '%s'", folder);
        log_hint("create the folder first, or give another name");
    }
    free(folder);
    return error != 0 && platform_is_missing(error) ? EXIT_FILES : EXIT_OK;
}

static int find_target(const char *path, bool force, file_target *out) {
    *out = (file_target){0};
    int error = platform_follow(path, &out->path);
    if (error != 0) {
        return refuse(path, "cannot write", error);
    }
    error = platform_look(out->path, &out->info);
    out->exists = error == 0;
    if (error != 0 && !platform_is_missing(error)) {
        return refuse(path, "cannot write", error);
    }
    if (out->exists && out->info.kind == PLATFORM_FOLDER) {
        log_error(path, "is a folder; give the name of a file");
        return EXIT_FILES;
    }
    if (out->exists && out->info.kind == PLATFORM_FILE && !force) {
        log_error(path, "exists already");
        log_hint("pass -f to overwrite it, or give another name");
        return EXIT_FILES;
    }
    return out->exists ? EXIT_OK : check_folder(path, out->path);
}

/* Creates a temporary file in the folder of the target, so that it can be renamed within one file
 * system. */
static int create_beside(const char *target, platform_file *out_file, char **out_path) {
    enum { MAX_TRIES = 100 };
    char *folder = path_folder(target);
    int error = 0;
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        char *name = text_format(".gait-%u-%u.tmp", (unsigned)platform_process(), i);
        *out_path = path_join(folder, name);
        free(name);
        error = platform_create(*out_path, out_file);
        if (!platform_is_taken(error)) {
            break;
        }
        free(*out_path);
        *out_path = NULL;
    }
    free(folder);
    return error;
}

/* Small parts that are written together: one call for each would take longer than the copy. */
typedef struct gathered {
    uint8_t bytes[1 << 16];
    size_t size;
} gathered;

static int write_gathered(platform_file file, gathered *waiting) {
    int error = platform_write(file, waiting->bytes, waiting->size);
    waiting->size = 0;
    return error;
}

static int write_part(platform_file file, gathered *waiting, gait_span part) {
    int error = 0;
    if (part.size > sizeof waiting->bytes - waiting->size) {
        error = write_gathered(file, waiting);
    }
    if (error != 0 || part.size == 0) {
        return error;
    }
    if (part.size > sizeof waiting->bytes) {
        return platform_write(file, part.data, part.size);
    }
    memcpy(waiting->bytes + waiting->size, part.data, part.size);
    waiting->size += part.size;
    return 0;
}

static int write_content(platform_file file, const file_content *content) {
    gathered waiting;
    int error = 0;
    waiting.size = 0;
    for (uint32_t i = 0; i < content->count && error == 0; i++) {
        error = write_part(file, &waiting, content->parts[i]);
    }
    return error == 0 ? write_gathered(file, &waiting) : error;
}

static int fill(platform_file file, const file_content *content, const file_target *target) {
    int error = write_content(file, content);
    if (error == 0 && target->exists) {
        platform_keep_mode(file, &target->info);
    }
    if (error == 0) {
        error = platform_sync(file);
    }
    int close_error = platform_close(file);
    return error != 0 ? error : close_error;
}

static int write_beside(const file_target *target, const file_content *content, bool force) {
    platform_file file;
    char *temporary = NULL;
    int error = create_beside(target->path, &file, &temporary);
    if (error == 0) {
        platform_guard(temporary);
        error = fill(file, content, target);
        if (error == 0) {
            error = platform_rename(temporary, target->path, force);
        }
        if (error == 0) {
            char *folder = path_folder(target->path);
            platform_sync_folder(folder);
            free(folder);
        } else {
            platform_remove(temporary);
        }
        platform_guard(NULL);
    }
    free(temporary);
    return error;
}

static int write_device(const char *path, const file_content *content) {
    platform_file file;
    int error = platform_open_device(path, &file);
    if (error == 0) {
        error = write_content(file, content);
        int close_error = platform_close(file);
        error = error != 0 ? error : close_error;
    }
    return error;
}

int files_may_write(const char *path, bool force) {
    if (path_is_stream(path)) {
        return EXIT_OK;
    }
    file_target target;
    int code = find_target(path, force, &target);
    free(target.path);
    return code;
}

static int write_target(const char *path, const file_content *content, bool force) {
    file_target target;
    int code = find_target(path, force, &target);
    if (code == EXIT_OK) {
        bool is_device = target.exists && target.info.kind != PLATFORM_FILE;
        int error =
            is_device ? write_device(target.path, content) : write_beside(&target, content, force);
        code = error == 0 ? EXIT_OK : refuse_write(path, error);
    }
    free(target.path);
    return code;
}

int files_write_parts(const char *path, const gait_span *parts, uint32_t count, bool force) {
    file_content content = {parts, count};
    if (path_is_stream(path)) {
        int error = write_content(platform_stream(PLATFORM_STDOUT), &content);
        return error == 0 ? EXIT_OK : refuse_write("standard output", error);
    }
    return write_target(path, &content, force);
}

int files_write(const char *path, const gait_buffer *content, bool force) {
    gait_span part = {content->data, content->size};
    return files_write_parts(path, &part, 1, force);
}
