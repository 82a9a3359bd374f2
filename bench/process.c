/* Temporary files, and running other programs. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

enum { PROCESS_FILES = 32, PROCESS_PIECES = 1024 };

static struct {
    char folder[64];
    char *paths[PROCESS_FILES];
    int count;
} process_files;

static volatile sig_atomic_t process_interrupted;

static void process_interrupt(int signal) {
    (void)signal;
    process_interrupted = 1;
}

/* Removes a file, or a folder of files. */
static void process_remove(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) {
        unlink(path);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
    rmdir(path);
}

void bench_remove_files(void) {
    while (process_files.count > 0) {
        char *path = process_files.paths[--process_files.count];
        process_remove(path);
        free(path);
    }
    if (process_files.folder[0]) {
        rmdir(process_files.folder);
        process_files.folder[0] = 0;
    }
}

static void process_make_folder(void) {
    bool shared = access("/dev/shm", W_OK) == 0;
    snprintf(process_files.folder, sizeof process_files.folder, "%s/gait-bench-XXXXXX",
             shared ? "/dev/shm" : "/tmp");
    if (!mkdtemp(process_files.folder)) {
        process_files.folder[0] = 0;
        bench_fail("no folder for files");
    }
    if (atexit(bench_remove_files) != 0) {
        bench_remove_files();
        bench_fail("no memory");
    }
}

char *bench_path(const char *name) {
    if (!process_files.folder[0]) {
        process_make_folder();
    }
    if (process_files.count == PROCESS_FILES) {
        bench_fail("too many files");
    }
    size_t size = strlen(process_files.folder) + strlen(name) + 2;
    char *path = bench_allocate(size, 1);
    snprintf(path, size, "%s/%s", process_files.folder, name);
    process_files.paths[process_files.count++] = path;
    return path;
}

/* Large folders must not remain after a signal: from here on, it ends the program at the next file
 * or process. */
char *bench_folder(const char *name) {
    const struct sigaction action = {.sa_handler = process_interrupt, .sa_flags = SA_RESTART};
    char *path = bench_path(name);
    if (mkdir(path, 0700) != 0 || sigaction(SIGINT, &action, NULL) != 0 ||
        sigaction(SIGTERM, &action, NULL) != 0 || sigaction(SIGHUP, &action, NULL) != 0) {
        bench_fail("no folder for files");
    }
    return path;
}

static void process_check_signals(void) {
    if (process_interrupted) {
        bench_fail("interrupted");
    }
}

uint64_t bench_room(void) {
    struct statvfs about;
    if (!process_files.folder[0]) {
        process_make_folder();
    }
    if (statvfs(process_files.folder, &about) != 0) {
        bench_fail("no folder for files");
    }
    return (uint64_t)about.f_bavail * about.f_frsize;
}

static void process_write(int file, const gait_span *parts, uint32_t count) {
    struct iovec pieces[PROCESS_PIECES];
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        pieces[i] = (struct iovec){(void *)(uintptr_t)parts[i].data, parts[i].size};
        size += parts[i].size;
    }
    if (file < 0 || writev(file, pieces, (int)count) != (ssize_t)size) {
        bench_fail("a file could not be written");
    }
}

void bench_write_file(const char *path, const gait_span *parts, uint32_t count) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (uint32_t first = 0, some; first < count; first += some) {
        some = count - first < PROCESS_PIECES ? count - first : PROCESS_PIECES;
        process_write(file, parts + first, some);
    }
    if (close(file) != 0) {
        bench_fail("a file could not be closed");
    }
    process_check_signals();
}

gait_buffer bench_read_file(const char *path) {
    struct stat about;
    gait_buffer content = {0};
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &about) != 0) {
        bench_fail("a file is missing");
    }
    content.size = content.capacity = (size_t)about.st_size;
    content.data = bench_allocate(content.size + 1, 1);
    if (read(file, content.data, content.size) != (ssize_t)content.size || close(file) != 0) {
        bench_fail("a file could not be read");
    }
    return content;
}

static pid_t process_start(const char *const *arguments) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&child, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments,
                    environ) != 0) {
        bench_fail("a program could not be run");
    }
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

static int process_wait(pid_t child, struct rusage *out_usage) {
    int status;
    if (wait4(child, &status, 0, out_usage) != child) {
        bench_fail("a program could not be run");
    }
    return status;
}

static void process_check(int status, const char *const *arguments) {
    process_check_signals();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "bench: %s %s\n", arguments[0], arguments[1] ? arguments[1] : "");
        bench_fail("a program failed");
    }
}

uint64_t bench_run(const char *const *arguments) {
    struct rusage usage;
    process_check(process_wait(process_start(arguments), &usage), arguments);
    return (uint64_t)usage.ru_maxrss * 1024;
}

void bench_run_two(const char *const *first, const char *const *second) {
    struct rusage usage;
    pid_t one = process_start(first), other = process_start(second);
    int status = process_wait(one, &usage), other_status = process_wait(other, &usage);
    process_check(status, first);
    process_check(other_status, second);
}
