/* Writes files as a whole or not at all: temporary files, renames, and how failures are undone. */
#include "io/files.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/output_names.h"
#include "base/platform.h"

/* --- targets ---------------------------------------------------------------------------------- */

/* A file with another name than its final one, in the folder of its target. */
typedef struct temporary_file {
    char *path; /* NULL = none */
    guard *guard;
} temporary_file;

/* A file that got its new content, for files_print_written(). Records are never freed. */
typedef struct written_file {
    struct written_file *next;
    const char *what; /* "written", "changed" or "removed" */
    char *name;       /* printable */
} written_file;

/* The target of a write: the path after links, and the existing file. */
typedef struct file_target {
    char *given;
    char *path; /* NULL = standard output */
    bool exists;
    bool force;      /* an existing file may be replaced */
    bool is_removed; /* the file gets no new content */
    bool is_backup;  /* of the next target */
    bool is_done;    /* it has its new content, or was removed */
    platform_info info;
    temporary_file new_file;     /* complete, not yet renamed */
    temporary_file old_file;     /* another link to the existing file, to put it back */
    const file_content *content; /* of a device or standard output */
    /* Made before the first rename, so that no memory is required after it: */
    char *backup;         /* a name for the old file if it cannot be put back */
    char *synced;         /* the folder that is made durable after this target; NULL = none */
    written_file *record; /* for the list of written files; NULL = it is in the list */
    const char *kept;     /* where the old file is, because it could not be put back */
    bool keeps_old_file;  /* under its temporary name */
} file_target;

static int refuse_file(const char *path, const char *what, int error) {
    return refuse(EXIT_FILES, path, "%s: %s", what, platform_explain(error));
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
    return platform_is_unread(error) ? EXIT_FILES : refuse_file(path, "cannot write", error);
}

static bool makes_folders;

void files_make_folders(bool makes_missing) {
    makes_folders = makes_missing;
}

/* Creates the folder and its parents if they do not exist. Its path ends with a separator. The
 * paths of new folders are added to `created`, which may be NULL. */
static int make_folder(const char *folder, text_list *created) {
    platform_info info;
    char *path = path_without_separators(folder);
    int error = path[0] ? platform_look(path, &info) : 0;
    if (error != 0 && platform_is_missing(error)) {
        char *parent = path_parent(path);
        error = parent ? make_folder(parent, created) : 0;
        free(parent);
        error = error == 0 ? platform_make_folder(path) : error;
        if (error == 0 && created) {
            text_list_add(created, text_copy(path));
        }
        error = platform_is_taken(error) ? 0 : error; /* another thread has created it */
    }
    free(path);
    return error;
}

static int files_write_check_folder(const char *path, const char *target) {
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

static int files_write_find_target(const char *path, bool force, file_target *out) {
    *out = (file_target){.given = text_copy(path), .force = force};
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
        return refuse_file(path, "cannot write", error);
    }
    error = platform_look(out->path, &out->info);
    out->exists = error == 0;
    if (error != 0 && !platform_is_missing(error)) {
        return refuse_file(path, "cannot write", error);
    }
    if (out->exists && out->info.kind == PLATFORM_FOLDER) {
        return refuse(EXIT_FILES, path, "is a folder; give the name of a file");
    }
    if (out->exists && out->info.kind == PLATFORM_FILE && !force) {
        log_error(path, "exists already");
        log_hint("pass -f to overwrite it, or give another name");
        return EXIT_FILES;
    }
    return out->exists ? EXIT_OK : files_write_check_folder(path, out->path);
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

static int files_write_write_content(platform_file file, const file_content *content) {
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

/* The name of the file is not used any longer, or the file is kept. */
static void forget_temporary(temporary_file *self) {
    guard_drop(self->guard);
    free(self->path);
    *self = (temporary_file){0};
}

/* What makes a temporary file with this path. */
typedef int (*temporary_maker)(const char *path, void *user);

/* Makes a temporary file in the folder of the target, so that it can be renamed within one file
 * system. */
static int make_beside(const char *target, temporary_maker make, void *user, temporary_file *out) {
    enum { MAX_TRIES = 100 };
    int error = 0;
    char *folder = path_folder(target);
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        char *name = text_format(".gait-%u-%u.tmp", (unsigned)platform_process(), next_number());
        out->path = path_join(folder, name);
        free(name);
        out->guard = guard_add(out->path);
        error = make(out->path, user);
        guard_made();
        if (error == 0) {
            break;
        }
        forget_temporary(out);
        if (!platform_is_taken(error)) {
            break;
        }
    }
    free(folder);
    return error;
}

static void remove_temporary(temporary_file *self) {
    int error = self->path ? platform_remove(self->path) : 0;
    if (error != 0 && !platform_is_missing(error)) {
        log_warning(self->path, "this temporary file cannot be removed: %s",
                    platform_explain(error));
    }
    forget_temporary(self);
}

static int create_temporary(const char *path, void *user) {
    return platform_create(path, user);
}

static int link_temporary(const char *path, void *user) {
    const char *from = user;
    return platform_link(from, path);
}

static int prepare_folder(const char *target, text_list *created) {
    char *folder = path_folder(target);
    int error = makes_folders ? make_folder(folder, created) : 0;
    if (error == 0) {
        clean_folder(folder);
    }
    free(folder);
    return error;
}

static int fill(platform_file file, const file_content *content, const file_target *target) {
    int error = files_write_write_content(file, content);
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

static int write_temporary(file_target *target, const file_content *content, text_list *created) {
    platform_file file;
    int error = prepare_folder(target->path, created);
    if (error == 0) {
        error = make_beside(target->path, create_temporary, &file, &target->new_file);
    }
    if (error == 0) {
        error = fill(file, content, target);
    }
    return error == 0 ? EXIT_OK : refuse_write(target->given, error);
}

static void free_target(file_target *self) {
    remove_temporary(&self->new_file);
    if (self->keeps_old_file) {
        forget_temporary(&self->old_file);
    }
    remove_temporary(&self->old_file);
    if (self->record) {
        free(self->record->name);
        free(self->record);
    }
    free(self->backup);
    free(self->synced);
    free(self->given);
    free(self->path);
}

/* --- writing ---------------------------------------------------------------------------------- */

static int write_device(const char *path, const file_content *content) {
    platform_file file;
    int error = platform_open_device(path, &file);
    if (error == 0) {
        error = files_write_write_content(file, content);
        int close_error = platform_close(file);
        error = error != 0 ? error : close_error;
    }
    return error;
}

/* --- written files ---------------------------------------------------------------------------- */

static _Atomic(written_file *) written_files; /* the last one first */

static void add_written(written_file *file) {
    file->next = atomic_load(&written_files);
    while (!atomic_compare_exchange_weak(&written_files, &file->next, file)) {
    }
}

void files_print_written(void) {
    enum { MAX_SHOWN = 10 };
    unsigned count = 0;
    for (const written_file *file = atomic_load(&written_files); file; file = file->next) {
        if (count++ < MAX_SHOWN) {
            fprintf(stderr, "      %s is %s\n", file->name, file->what);
        }
    }
    if (count > MAX_SHOWN) {
        fprintf(stderr, "      and %u more\n", count - MAX_SHOWN);
    }
}

void files_log_outputs(const char *label, size_t written, size_t count) {
    if (written == count || count < 2) {
        return;
    }
    if (platform_interrupted()) {
        log_error(label, "interrupted: %zu of %zu outputs are written", written, count);
    } else {
        log_news("%s: %zu of %zu outputs are written", label, written, count);
    }
}

int files_may_write(const char *path, bool force) {
    file_target target;
    int code = files_write_find_target(path, force, &target);
    free_target(&target);
    return code;
}

int files_may_replace(const char *path, bool keeps_backup, bool force) {
    char *backup = text_format("%s.bak", path);
    int code = keeps_backup ? files_may_write(backup, force) : EXIT_OK;
    free(backup);
    TRY(code);
    return files_may_write(path, true);
}

/* --- several files ---------------------------------------------------------------------------- */

struct files_transaction {
    file_target *targets;
    size_t count;
    size_t capacity;
    text_list folders;  /* created for the targets */
    bool keeps_folders; /* other threads can use them too */
    bool is_committed;
};

files_transaction *files_transaction_new(void) {
    files_transaction *self = memory_resize(NULL, 1, sizeof *self);
    *self = (files_transaction){0};
    return self;
}

void files_transaction_free(files_transaction *self) {
    if (!self) {
        return;
    }
    for (size_t i = 0; i < self->count; i++) {
        free_target(&self->targets[i]);
    }
    for (size_t i = self->is_committed ? 0 : self->folders.count; i-- > 0;) {
        platform_remove_folder(self->folders.items[i]); /* if nobody else uses it */
    }
    text_list_free(&self->folders, true);
    free(self->targets);
    free(self);
}

static file_target *add_target(files_transaction *self) {
    self->targets =
        memory_reserve(self->targets, self->count, &self->capacity, sizeof *self->targets);
    self->targets[self->count] = (file_target){0};
    return &self->targets[self->count++];
}

/* Makes a copy of a file in the folder of the target. */
static int copy_beside(file_target *target, const char *from, temporary_file *out) {
    file_bytes bytes = {0};
    platform_file file;
    int code;
    TRY_DONE(files_read_or_fail(from, &bytes));
    gait_span part = {bytes.data, bytes.size};
    file_content content = {target->given, &part, 1};
    int error = make_beside(target->path, create_temporary, &file, out);
    if (error == 0) {
        error = fill(file, &content, target);
    }
    code = error == 0 ? EXIT_OK : refuse_write(target->given, error);
done:
    files_free(&bytes);
    return code;
}

/* Makes a second link to a file in the folder of the target, or a copy if that is impossible. */
static int link_beside(file_target *target, const char *from, temporary_file *out) {
    int error = make_beside(target->path, link_temporary, (void *)(uintptr_t)from, out);
    return error == 0 ? EXIT_OK : copy_beside(target, from, out);
}

static int prepare_write(files_transaction *self, file_target *target, const file_content *file) {
    target->content = file;
    return has_temporary(target)
               ? write_temporary(target, file, self->keeps_folders ? NULL : &self->folders)
               : EXIT_OK;
}

int files_transaction_write(files_transaction *self, const file_content *file, bool force) {
    file_target *target = add_target(self);
    TRY(files_write_find_target(file->path, force, target));
    return prepare_write(self, target, file);
}

/* Prepares a link to the file `from`, or to the target of the links at this path. */
static int prepare_link(file_target *target, const char *from) {
    char *path;
    int error = platform_follow(from, &path);
    if (error != 0) {
        return refuse_file(from, "cannot open", error);
    }
    int code = link_beside(target, path, &target->new_file);
    free(path);
    return code;
}

int files_transaction_link(files_transaction *self, const char *from, const char *to, bool force) {
    file_target *target = add_target(self);
    TRY(files_write_find_target(to, force, target));
    if (!has_temporary(target)) {
        return refuse(EXIT_FILES, to, "exists already");
    }
    int error = prepare_folder(target->path, &self->folders);
    return error == 0 ? prepare_link(target, from) : refuse_write(to, error);
}

int files_transaction_replace(files_transaction *self, const file_content *file, bool keeps_backup,
                              bool force) {
    char *backup = text_format("%s.bak", file->path);
    int code = keeps_backup ? files_transaction_link(self, file->path, backup, force) : EXIT_OK;
    free(backup);
    if (keeps_backup) {
        self->targets[self->count - 1].is_backup = true;
    }
    TRY(code);
    return files_transaction_write(self, file, true);
}

void files_transaction_remove(files_transaction *self, const char *path) {
    file_target *target = add_target(self);
    *target = (file_target){.given = text_copy(path),
                            .path = text_copy(path),
                            .exists = true,
                            .is_removed = true,
                            .info.kind = PLATFORM_FILE};
}

/* --- the commit ------------------------------------------------------------------------------- */

/* The folder that is made durable after a target: after the last one of several in a folder, before
 * those in other folders. NULL = none. */
static char *find_synced(const files_transaction *self, size_t at) {
    const file_target *target = &self->targets[at];
    const file_target *next = at + 1 < self->count ? target + 1 : NULL;
    if (!has_temporary(target)) {
        return NULL;
    }
    char *folder = path_folder(target->path);
    if (next && next->is_removed == target->is_removed && has_temporary(next)) {
        char *other = path_folder(next->path);
        bool is_same = strcmp(folder, other) == 0;
        free(other);
        if (is_same) {
            free(folder);
            return NULL;
        }
    }
    return folder;
}

/* Keeps links to existing files, to put them back if a later file cannot be renamed, and asks for
 * all memory that the renames require. */
static int prepare_commit(files_transaction *self) {
    for (size_t i = 0; i < self->count; i++) {
        file_target *target = &self->targets[i];
        bool is_last = i + 1 == self->count;
        target->synced = find_synced(self, i);
        if (!has_temporary(target)) {
            continue;
        }
        target->backup = text_format("%s.bak", target->path);
        if (!target->is_backup) {
            const char *what = target->is_removed ? "removed"
                               : target->exists   ? "changed"
                                                  : "written";
            target->record = memory_resize(NULL, 1, sizeof *target->record);
            *target->record = (written_file){.what = what, .name = text_clean(target->given)};
        }
        if (target->exists && !target->is_removed && !is_last) {
            TRY(link_beside(target, target->path, &target->old_file));
        }
    }
    return EXIT_OK;
}

/* Makes the new content available under the name of the target, or removes it. Returns 0 or the
 * error. */
static int finish_target(file_target *target) {
    int error;
    if (target->is_removed) {
        error = platform_remove(target->path);
    } else if (!target->path) {
        error = files_write_write_content(platform_stream(PLATFORM_STDOUT), target->content);
    } else if (!target->new_file.path) {
        error = write_device(target->path, target->content);
    } else {
        error = platform_rename(target->new_file.path, target->path, target->force);
        if (error == 0 && target->force) {
            forget_temporary(&target->new_file);
        } /* else the old name can still exist: free_target() removes it */
    }
    target->is_done = error == 0;
    if (error == 0 && target->synced) {
        platform_sync_folder(target->synced);
    }
    return error;
}

/* Puts the old file back. False if that is impossible. */
static bool put_back(file_target *target) {
    int error = 0;
    if (!has_temporary(target) || (target->exists && !target->old_file.path)) {
        return false;
    }
    if (target->exists) {
        error = platform_rename(target->old_file.path, target->path, true);
    } else {
        error = platform_remove(target->path);
        error = platform_is_missing(error) ? 0 : error;
    }
    if (error == 0 && target->exists) {
        forget_temporary(&target->old_file);
    }
    target->is_done = error != 0;
    return error == 0;
}

/* Keeps the old file of a target that has its new content: as the backup, or under the temporary
 * name if that is impossible. */
static void keep_old(files_transaction *self, size_t at) {
    file_target *target = &self->targets[at];
    const file_target *before = at > 0 ? target - 1 : NULL;
    if (!target->old_file.path || target->is_backup) {
        return;
    }
    if (before && before->is_backup) {
        target->kept = before->given;
    } else if (platform_rename(target->old_file.path, target->backup, false) == 0) {
        target->kept = target->backup;
    } else {
        target->kept = target->old_file.path;
        target->keeps_old_file = true;
        guard_drop(target->old_file.guard);
        target->old_file.guard = NULL;
    }
}

/* Undoes the first `done` steps in reverse order, up to one that cannot be undone: those before it
 * stay too, because later files can require earlier ones. Returns the number of those that stay. */
static size_t undo(files_transaction *self, size_t done) {
    while (done > 0 && put_back(&self->targets[done - 1])) {
        done--;
    }
    for (size_t i = 0; i < done; i++) {
        keep_old(self, i);
    }
    return done;
}

static const char *place_of(const file_target *target) {
    return target->path ? target->given : "standard output";
}

/* Reports which files stay changed, the first `done` ones, and which do not. */
static void log_undone(const files_transaction *self, size_t done) {
    enum { MAX_SHOWN = 10 };
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < done; i++) {
        const file_target *target = &self->targets[i];
        if (target->kept) {
            log_error(place_of(target),
                      "is changed, and was not put back; its old content is in '%s'", target->kept);
        } else if (!target->is_backup) {
            log_error(place_of(target), "is written, and was not removed");
        }
    }
    for (size_t i = done; i < self->count && self->count > 1; i++) {
        const file_target *target = &self->targets[i];
        if (target->is_backup) {
            continue;
        }
        if (shown++ < MAX_SHOWN) {
            log_hint("%s is not %s", place_of(target), target->exists ? "changed" : "written");
        } else {
            more++;
        }
    }
    if (more > 0) {
        log_hint("and %zu more", more);
    }
}

int files_transaction_commit(files_transaction *self) {
    size_t done = 0;
    int code = EXIT_OK, error = 0;
    TRY(prepare_commit(self));
    platform_watch_interrupts();
    while (done < self->count && error == 0) {
        error = finish_target(&self->targets[done]);
        done += error == 0;
    }
    self->is_committed = error == 0;
    size_t failed = done;
    if (error != 0) {
        done = undo(self, done);
    }
    for (size_t i = 0; i < done; i++) {
        if (self->targets[i].record) {
            add_written(self->targets[i].record);
            self->targets[i].record = NULL;
        }
    }
    if (error != 0) {
        const file_target *target = &self->targets[failed];
        code = target->is_removed ? refuse_file(place_of(target), "cannot remove", error)
                                  : refuse_write(place_of(target), error);
        log_undone(self, done);
    }
    return code;
}

bool files_transaction_has_changed(const files_transaction *self, const char *path) {
    for (size_t i = 0; i < self->count; i++) {
        const file_target *target = &self->targets[i];
        if (target->is_done && (!path || strcmp(target->given, path) == 0)) {
            return true;
        }
    }
    return false;
}

int files_write_all(const file_content *files, uint32_t count, bool force) {
    files_transaction *all = files_transaction_new();
    all->keeps_folders = true;
    int code = EXIT_OK;
    for (uint32_t i = 0; i < count; i++) {
        TRY_DONE(files_write_find_target(files[i].path, force, add_target(all)));
    }
    for (uint32_t i = 0; i < count; i++) {
        TRY_DONE(prepare_write(all, &all->targets[i], &files[i]));
    }
    code = files_transaction_commit(all);
done:
    files_transaction_free(all);
    return code;
}

int files_write(const char *path, const gait_buffer *content, bool force) {
    gait_span part = {content->data, content->size};
    file_content file = {path, &part, 1};
    return files_write_all(&file, 1, force);
}
