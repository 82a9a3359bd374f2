#include "io/files.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/paths.h"
#include "io/platform.h"
#include "terminal.h"
#include "text.h"

/* --- targets ---------------------------------------------------------------------------------- */

/* The target of a write: the path after links, and the existing file. */
typedef struct file_target {
    const char *given;
    char *path; /* NULL = standard output */
    bool exists;
    platform_info info;
    char *temporary; /* the complete new file, not yet renamed; NULL = none */
    int guard;       /* of the temporary file */
} file_target;

static int refuse(const char *path, const char *what, int error) {
    log_error(path, "%s: %s", what, platform_explain(error));
    return EXIT_FILES;
}

static atomic_bool disk_is_full;

bool files_disk_is_full(void) {
    return atomic_load(&disk_is_full);
}

/* Reports a failed write. The reader of a pipe may stop early, as `head` does: no message. */
static int refuse_write(const char *path, int error) {
    if (platform_is_full(error)) {
        atomic_store(&disk_is_full, true);
    }
    return platform_is_unread(error) ? EXIT_FILES : refuse(path, "cannot write", error);
}

static bool makes_folders;

void files_make_folders(bool makes_missing) {
    makes_folders = makes_missing;
}

/* Creates the folder and its parents if they do not exist. Its path ends with a separator. */
static int make_folder(const char *folder) {
    platform_info info;
    char *path = path_without_separators(folder);
    int error = path[0] ? platform_look(path, &info) : 0;
    if (error != 0 && platform_is_missing(error)) {
        char *parent = path_parent(path);
        error = parent ? make_folder(parent) : 0;
        free(parent);
        error = error == 0 ? platform_make_folder(path) : error;
        error = platform_is_taken(error) ? 0 : error; /* another thread has created it */
    }
    free(path);
    return error;
}

static int check_folder(const char *path, const char *target) {
    platform_info info;
    if (makes_folders) {
        return EXIT_OK;
    }
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
    *out = (file_target){.given = path};
    if (path_is_stream(path)) {
        return EXIT_OK;
    }
    /* NUL is a device to write to, but NUL.glb is probably meant as a file. */
    if (PLATFORM_HAS_WINDOWS_NAMES && gait_output_name_is_device(path) &&
        strchr(path_name(path), '.')) {
        log_error(path, "Windows reserves this name for a device");
        log_hint("give the file another name");
        return EXIT_FILES;
    }
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

/* --- content ---------------------------------------------------------------------------------- */

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

/* --- temporary files -------------------------------------------------------------------------- */

/* The number of the process in the name of a temporary file; 0 for other names. */
static uint32_t process_of_name(const char *name) {
    static const char prefix[] = ".gait-";
    static const char digits[] = "0123456789";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) {
        return 0;
    }
    const char *number = name + sizeof prefix - 1;
    size_t size = strspn(number, digits);
    if (size > 10 || number[size] != '-') {
        return 0;
    }
    const char *end = number + size + 1 + strspn(number + size + 1, digits);
    unsigned long long process = strtoull(number, NULL, 10);
    return strcmp(end, ".tmp") == 0 && process <= UINT32_MAX ? (uint32_t)process : 0;
}

static void remove_abandoned(void *user, const char *name, platform_kind kind) {
    enum { MIN_AGE_S = 3600 };
    const char *folder = user;
    uint32_t process = kind == PLATFORM_FILE ? process_of_name(name) : 0;
    platform_info info;
    if (process == 0 || platform_is_running(process)) {
        return;
    }
    char *path = path_join(folder, name);
    if (platform_look(path, &info) == 0 && info.age_s > MIN_AGE_S) {
        platform_remove(path);
    }
    free(path);
}

/* A number for the name of a temporary file, which no other thread has. */
static unsigned next_number(void) {
    static atomic_uint number;
    return atomic_fetch_add(&number, 1);
}

/* Removes the temporary files of commands that were killed. The age protects files of processes on
 * other machines. Each folder is searched once if its files are written one after the other. */
static void clean_folder(const char *folder) {
    static _Thread_local char last_folder[1024]; /* longer ones are searched for every file */
    static _Thread_local bool is_known;
    if (is_known && strcmp(last_folder, folder) == 0) {
        return;
    }
    is_known = strlen(folder) < sizeof last_folder;
    if (is_known) {
        memcpy(last_folder, folder, strlen(folder) + 1);
    }
    (void)platform_list(folder, remove_abandoned, (void *)(uintptr_t)folder);
}

/* Creates a temporary file in the folder of the target, so that it can be renamed within one file
 * system. */
static int create_beside(const char *target, platform_file *out_file, char **out_path) {
    enum { MAX_TRIES = 100 };
    char *folder = path_folder(target);
    int error = makes_folders ? make_folder(folder) : 0;
    if (error != 0) {
        free(folder);
        return error;
    }
    clean_folder(folder);
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        char *name = text_format(".gait-%u-%u.tmp", (unsigned)platform_process(), next_number());
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

/* Pipes, devices and standard output are written directly. */
static bool has_temporary(const file_target *target) {
    return target->path && (!target->exists || target->info.kind == PLATFORM_FILE);
}

static int write_temporary(file_target *target, const file_content *content) {
    platform_file file;
    int error = create_beside(target->path, &file, &target->temporary);
    if (error == 0) {
        target->guard = platform_guard(target->temporary);
        error = fill(file, content, target);
    }
    return error == 0 ? EXIT_OK : refuse_write(target->given, error);
}

static void free_targets(file_target *targets, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (targets[i].temporary) {
            platform_remove(targets[i].temporary);
        }
        platform_unguard(targets[i].guard);
        free(targets[i].temporary);
        free(targets[i].path);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

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

/* Makes the new content available under the name of the target. */
static int finish_target(file_target *target, const file_content *content, bool force) {
    int error;
    if (!target->path) {
        error = write_content(platform_stream(PLATFORM_STDOUT), content);
    } else if (!target->temporary) {
        error = write_device(target->path, content);
    } else {
        error = platform_rename(target->temporary, target->path, force);
        if (error == 0) {
            free(target->temporary);
            target->temporary = NULL;
        }
    }
    const char *place = target->path ? target->given : "standard output";
    return error == 0 ? EXIT_OK : refuse_write(place, error);
}

static void sync_folders(const file_target *targets, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (has_temporary(&targets[i])) {
            char *folder = path_folder(targets[i].path);
            platform_sync_folder(folder);
            free(folder);
        }
    }
}

int files_may_write(const char *path, bool force) {
    file_target target;
    int code = find_target(path, force, &target);
    free(target.path);
    return code;
}

int files_write_all(const file_content *files, uint32_t count, bool force) {
    file_target targets[FILES_MAX_OUTPUTS] = {{0}};
    int code = EXIT_OK;
    for (uint32_t i = 0; i < count && code == EXIT_OK; i++) {
        code = find_target(files[i].path, force, &targets[i]);
    }
    for (uint32_t i = 0; i < count && code == EXIT_OK; i++) {
        if (has_temporary(&targets[i])) {
            code = write_temporary(&targets[i], &files[i]);
        }
    }
    for (uint32_t i = 0; i < count && code == EXIT_OK; i++) {
        code = finish_target(&targets[i], &files[i], force);
    }
    sync_folders(targets, code == EXIT_OK ? count : 0);
    free_targets(targets, count);
    return code;
}

int files_write(const char *path, const gait_buffer *content, bool force) {
    gait_span part = {content->data, content->size};
    file_content file = {path, &part, 1};
    return files_write_all(&file, 1, force);
}
