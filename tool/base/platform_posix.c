/* The calls to Linux and macOS: files, folders, interruptions, the terminal. */
#ifndef _WIN32

#include "base/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#define st_mtim st_mtimespec
#endif

#include "base/base.h"

/* Replaces closed standard streams by ones that fail on use. Otherwise the next opened file would
 * get the number of the stream, and messages would be written to that file. */
static void keep_streams_open(void) {
    static const int unusable[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) == -1) {
            (void)open("/dev/null", unusable[fd]);
        }
    }
}

/* --- interruption ----------------------------------------------------------------------------- */

static void (*clean_up)(void);
static atomic_bool watches_interrupts;
static atomic_int interruption; /* number of the signal; 0 = none */

static void end_by(int number) {
    clean_up();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void interrupt(int number) {
    int none = 0;
    bool is_first = atomic_compare_exchange_strong(&interruption, &none, number);
    if (!atomic_load(&watches_interrupts) || !is_first) {
        end_by(number);
    }
}

static void guard_against(int number) {
    struct sigaction before;
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
        (void)sigaction(number, &action, NULL);
    }
}

void platform_watch_interrupts(void) {
    atomic_store(&watches_interrupts, true);
}

bool platform_interrupted(void) {
    return atomic_load(&interruption) != 0;
}

void platform_end_interrupted(void) {
    int number = atomic_load(&interruption);
    if (number != 0) {
        end_by(number);
    }
}

void platform_start(int *argc, char ***argv, void (*clean)(void)) {
    (void)argc;
    (void)argv;
    clean_up = clean;
    keep_streams_open();
    /* Failed writes return errors instead of ending the process. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    guard_against(SIGINT);
    guard_against(SIGTERM);
    guard_against(SIGHUP);
}

const char *platform_explain(int error) {
    return strerror(error);
}

bool platform_is_missing(int error) {
    return error == ENOENT || error == ENOTDIR;
}

bool platform_is_taken(int error) {
    return error == EEXIST;
}

bool platform_is_full(int error) {
    return error == ENOSPC || error == EDQUOT;
}

bool platform_is_unread(int error) {
    return error == EPIPE;
}

platform_file platform_stream(int which) {
    return (platform_file){which};
}

static int open_file(const char *path, int flags, platform_file *out) {
    bool waits = (flags & O_CREAT) == 0; /* possibly for ever, for the writer of a pipe */
    int fd;
    do {
        fd = open(path, flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR && !(waits && platform_interrupted()));
    out->handle = fd;
    return fd < 0 ? errno : 0;
}

int platform_open(const char *path, platform_file *out) {
    return open_file(path, O_RDONLY, out);
}

int platform_open_device(const char *path, platform_file *out) {
    return open_file(path, O_WRONLY, out);
}

int platform_create(const char *path, platform_file *out) {
    return open_file(path, O_WRONLY | O_CREAT | O_EXCL, out);
}

static void describe(const struct stat *status, platform_info *out) {
    *out = (platform_info){.kind = S_ISREG(status->st_mode)   ? PLATFORM_FILE
                                   : S_ISDIR(status->st_mode) ? PLATFORM_FOLDER
                                   : S_ISLNK(status->st_mode) ? PLATFORM_LINK
                                                              : PLATFORM_OTHER,
                           .size = status->st_size > 0 ? (uint64_t)status->st_size : 0,
                           .mode = (uint32_t)status->st_mode & 07777,
                           .owner = (uint32_t)status->st_uid,
                           .group = (uint32_t)status->st_gid,
                           .age_s = difftime(time(NULL), status->st_mtime),
                           .modified_ns = (int64_t)status->st_mtim.tv_sec * 1000000000 +
                                          (int64_t)status->st_mtim.tv_nsec};
}

int platform_look(const char *path, platform_info *out) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return errno;
    }
    describe(&status, out);
    return 0;
}

int platform_look_at(platform_file file, platform_info *out) {
    struct stat status;
    if (fstat((int)file.handle, &status) != 0) {
        return errno;
    }
    describe(&status, out);
    return 0;
}

/* The size of one call: some systems shorten larger ones. */
static size_t portion(size_t size) {
    enum { LARGEST = 1 << 30 };
    return size < LARGEST ? size : LARGEST;
}

int platform_read(platform_file file, void *to, size_t size, size_t *out_size) {
    ssize_t got;
    do {
        got = read((int)file.handle, to, portion(size));
    } while (got < 0 && errno == EINTR && !platform_interrupted());
    *out_size = got > 0 ? (size_t)got : 0;
    return got < 0 ? errno : 0;
}

int platform_read_at(platform_file file, uint64_t offset, void *to, size_t size, size_t *out_size) {
    ssize_t got;
    do {
        got = pread((int)file.handle, to, portion(size), (off_t)offset);
    } while (got < 0 && errno == EINTR);
    *out_size = got > 0 ? (size_t)got : 0;
    return got < 0 ? errno : 0;
}

int platform_write(platform_file file, const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        ssize_t done = write((int)file.handle, at, portion(size));
        if (done < 0 && errno != EINTR) {
            return errno;
        }
        at += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

int platform_sync(platform_file file) {
    int error;
    do {
        error = fsync((int)file.handle) == 0 ? 0 : errno;
    } while (error == EINTR);
    /* Some file systems do not support this, which is not an error. */
    return error == EINVAL || error == ENOTSUP ? 0 : error;
}

int platform_close(platform_file file) {
    return close((int)file.handle) == 0 || errno == EINTR ? 0 : errno;
}

void platform_keep_mode(platform_file file, const platform_info *old) {
    /* Only root may change the owner. The mode is set afterwards, because chown clears some of its
     * bits. */
    if (fchown((int)file.handle, old->owner, old->group) != 0) {
        (void)fchmod((int)file.handle, old->mode & 0777);
        return;
    }
    (void)fchmod((int)file.handle, old->mode);
}

int platform_rename(const char *from, const char *to, bool replace) {
    if (!replace) {
        if (link(from, to) == 0) {
            return 0;
        }
        if (errno == EEXIST) {
            return errno;
        }
        /* A file system without hard links: check, then rename. */
        struct stat status;
        if (lstat(to, &status) == 0) {
            return EEXIST;
        }
    }
    return rename(from, to) == 0 ? 0 : errno;
}

int platform_link(const char *from, const char *to) {
    return link(from, to) == 0 ? 0 : errno;
}

int platform_remove(const char *path) {
    return unlink(path) == 0 ? 0 : errno;
}

void platform_remove_folder(const char *path) {
    (void)rmdir(path);
}

int platform_make_folder(const char *path) {
    return mkdir(path, 0777) == 0 ? 0 : errno;
}

void platform_sync_folder(const char *folder) {
    platform_file file;
    if (open_file(folder[0] ? folder : ".", O_RDONLY | O_DIRECTORY, &file) == 0) {
        (void)platform_sync(file);
        (void)platform_close(file);
    }
}

/* The target of the link at `path`, joined to the folder of the link; NULL when `path` is not a
 * link. */
static char *link_target(const char *path) {
    char target[PATH_MAX];
    ssize_t size = readlink(path, target, sizeof target - 1);
    if (size < 0) {
        return NULL;
    }
    target[size] = 0;
    if (target[0] == '/') {
        return text_copy(target);
    }
    char *folder = path_folder(path);
    char *joined = path_join(folder, target);
    free(folder);
    return joined;
}

int platform_follow(const char *path, char **out_path) {
    enum { MAX_LINKS = 40 };
    char *at = text_copy(path);
    for (int i = 0; i < MAX_LINKS; i++) {
        char *target = link_target(at);
        if (!target) {
            *out_path = at;
            return 0;
        }
        free(at);
        at = target;
    }
    free(at);
    *out_path = NULL;
    return ELOOP;
}

#ifdef __APPLE__
/* The path with which the program was started, which may be a link. */
static char *started_path(void) {
    uint32_t size = 0;
    (void)_NSGetExecutablePath(NULL, &size);
    char *path = memory_resize(NULL, (size_t)size + 1, 1);
    path[0] = 0;
    (void)_NSGetExecutablePath(path, &size);
    return path;
}
#else
static char *started_path(void) {
    return text_copy("/proc/self/exe");
}
#endif

int platform_program(char **out_path) {
    char *path = started_path();
    char *found = realpath(path, NULL);
    int error = found ? 0 : errno;
    *out_path = found ? text_copy(found) : NULL;
    free(found);
    free(path);
    return error;
}

char *platform_environment(const char *name) {
    const char *value = getenv(name);
    return value ? text_copy(value) : NULL;
}

bool platform_is_same(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

int platform_absolute(const char *folder, char **out_path) {
    char *found = realpath(folder[0] ? folder : ".", NULL);
    *out_path = found ? text_copy(found) : NULL;
    free(found);
    return *out_path ? 0 : errno;
}

int platform_resolve(const char *path, char **out_path) {
    return platform_absolute(path, out_path);
}

/* Most file systems store the kind of an entry in its folder; others need a call per entry. */
static platform_kind kind_of_entry(int folder, const struct dirent *entry) {
    const char *name = entry->d_name;
#ifdef DT_REG
    if (entry->d_type != DT_UNKNOWN) {
        return entry->d_type == DT_REG   ? PLATFORM_FILE
               : entry->d_type == DT_DIR ? PLATFORM_FOLDER
               : entry->d_type == DT_LNK ? PLATFORM_LINK
                                         : PLATFORM_OTHER;
    }
#endif
    struct stat status;
    platform_info info;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return PLATFORM_OTHER;
    }
    describe(&status, &info);
    return info.kind;
}

int platform_list(const char *folder,
                  void (*visit)(void *user, const char *name, platform_kind kind), void *user) {
    DIR *stream = opendir(folder[0] ? folder : ".");
    if (!stream) {
        return errno;
    }
    errno = 0;
    for (struct dirent *entry = readdir(stream); entry; entry = readdir(stream)) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            visit(user, name, kind_of_entry(dirfd(stream), entry));
        }
        errno = 0;
    }
    int error = errno;
    closedir(stream);
    return error;
}

char *platform_fold_case(const char *name) {
    return text_copy(name);
}

bool platform_is_terminal(int which) {
    return isatty(which) == 1;
}

bool platform_owns_window(void) {
    return false;
}

void platform_hold_window(void) {
}

double platform_seconds(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint32_t platform_process(void) {
    return (uint32_t)getpid();
}

bool platform_is_running(uint32_t process) {
    return process == 0 || process > INT32_MAX || kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

#else
typedef int platform_posix_is_empty;
#endif
