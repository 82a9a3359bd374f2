/* System calls of the command that fail, are cut short, or are interrupted, for test_faults.py.
 * The linker sends the calls of the command here (--wrap); those of the C library are not changed.
 *
 * GAIT_FAULT="KIND MODE AT VALUE" changes calls of one kind from the AT-th one on:
 *   once, on       this one fails with errno VALUE; this one and all later ones do
 *   short          this one and all later ones read or write at most VALUE bytes
 *   before, after  signal VALUE before or after this one
 *   twice          signal VALUE after this one, and again before the next call of any kind
 * GAIT_FAULT_TRACE=FILE writes the kinds of all calls to FILE, one letter each. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    char kind;
    char mode[8];
    long at;
    int value;
} fault;

static atomic_long counts[128];
static atomic_bool signals_again;
static int trace = -1;

ssize_t __real_write(int file, const void *from, size_t size);

__attribute__((constructor)) static void start(void) {
    const char *text = getenv("GAIT_FAULT"), *path = getenv("GAIT_FAULT_TRACE");
    if (text &&
        sscanf(text, "%c %7s %ld %d", &fault.kind, fault.mode, &fault.at, &fault.value) != 4) {
        abort();
    }
    if (path) {
        trace = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    }
}

static bool has_mode(const char *mode) {
    return strcmp(fault.mode, mode) == 0;
}

/* Counts a call; true when it fails. */
static bool fails(char kind, long *out_number) {
    long number = *out_number = atomic_fetch_add(&counts[(int)kind], 1) + 1;
    if (trace >= 0) {
        (void)!__real_write(trace, &kind, 1);
    }
    if (atomic_exchange(&signals_again, false) ||
        (kind == fault.kind && number == fault.at && has_mode("before"))) {
        raise(fault.value);
    }
    bool is_hit = kind == fault.kind && ((number == fault.at && has_mode("once")) ||
                                         (number >= fault.at && has_mode("on")));
    errno = is_hit ? fault.value : errno;
    return is_hit;
}

static void end_call(char kind, long number) {
    if (kind == fault.kind && number == fault.at && (has_mode("after") || has_mode("twice"))) {
        int error = errno;
        atomic_store(&signals_again, has_mode("twice"));
        raise(fault.value);
        errno = error;
    }
}

static size_t shorten(char kind, long number, size_t size) {
    bool is_hit = kind == fault.kind && number >= fault.at && has_mode("short");
    return is_hit && size > (size_t)fault.value ? (size_t)fault.value : size;
}

/* One wrapped call: its real function, and the value that it returns when it fails. */
#define WRAP(kind, type, name, parameters, arguments, failure)                                     \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        long number;                                                                               \
        if (fails(kind, &number)) {                                                                \
            return failure;                                                                        \
        }                                                                                          \
        type result = __real_##name arguments;                                                     \
        end_call(kind, number);                                                                    \
        return result;                                                                             \
    }

WRAP('n', int, rename, (const char *from, const char *to), (from, to), -1)
WRAP('l', int, link, (const char *from, const char *to), (from, to), -1)
WRAP('u', int, unlink, (const char *path), (path), -1)
WRAP('d', int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
WRAP('x', int, rmdir, (const char *path), (path), -1)
WRAP('t', int, fstat64, (int file, struct stat64 *out), (file, out), -1)
WRAP('a', int, stat64, (const char *path, struct stat64 *out), (path, out), -1)
WRAP('a', int, lstat64, (const char *path, struct stat64 *out), (path, out), -1)
WRAP('a', int, fstatat64, (int folder, const char *path, struct stat64 *out, int flags),
     (folder, path, out, flags), -1)
WRAP('i', DIR *, opendir, (const char *path), (path), NULL)
WRAP('e', struct dirent64 *, readdir64, (DIR * folder), (folder), NULL)
WRAP('h', int, fchmod, (int file, mode_t mode), (file, mode), -1)
WRAP('g', int, fchown, (int file, uid_t owner, gid_t group), (file, owner, group), -1)
WRAP('k', ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size), -1)
WRAP('b', char *, realpath, (const char *path, char *to), (path, to), NULL)
WRAP('m', void *, malloc, (size_t size), (size), NULL)
WRAP('m', void *, calloc, (size_t count, size_t size), (count, size), NULL)
WRAP('m', void *, realloc, (void *block, size_t size), (block, size), NULL)
WRAP('v', void *, mmap64, (void *at, size_t size, int access, int flags, int file, off64_t from),
     (at, size, access, flags, file, from), MAP_FAILED)
WRAP('y', int, pthread_create,
     (pthread_t * out, const pthread_attr_t *how, void *(*run)(void *), void *user),
     (out, how, run, user), fault.value)

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...) {
    long number;
    va_list more;
    va_start(more, flags);
    unsigned mode = flags & O_CREAT ? va_arg(more, unsigned) : 0;
    va_end(more);
    char kind = flags & O_CREAT ? 'c' : 'o';
    if (fails(kind, &number)) {
        return -1;
    }
    int file = __real_open64(path, flags, mode);
    end_call(kind, number);
    return file;
}

int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file) {
    long number;
    bool is_failed = fails('z', &number);
    int error = errno, result = __real_close(file); /* closed, also when it fails */
    if (is_failed) {
        errno = error;
        return -1;
    }
    end_call('z', number);
    return result;
}

int __wrap_fsync(int file);
int __wrap_fsync(int file) {
    long number;
    (void)file; /* no test ends with a power failure */
    if (fails('f', &number)) {
        return -1;
    }
    end_call('f', number);
    return 0;
}

ssize_t __wrap_write(int file, const void *from, size_t size);
ssize_t __wrap_write(int file, const void *from, size_t size) {
    long number;
    char kind = file == STDOUT_FILENO ? 's' : 'w';
    if (fails(kind, &number)) {
        return -1;
    }
    ssize_t done = __real_write(file, from, shorten(kind, number, size));
    end_call(kind, number);
    return done;
}

ssize_t __real_read(int file, void *to, size_t size);
ssize_t __wrap_read(int file, void *to, size_t size);
ssize_t __wrap_read(int file, void *to, size_t size) {
    long number;
    if (fails('r', &number)) {
        return -1;
    }
    ssize_t done = __real_read(file, to, shorten('r', number, size));
    end_call('r', number);
    return done;
}

ssize_t __real_pread64(int file, void *to, size_t size, off64_t from);
ssize_t __wrap_pread64(int file, void *to, size_t size, off64_t from);
ssize_t __wrap_pread64(int file, void *to, size_t size, off64_t from) {
    long number;
    if (fails('p', &number)) {
        return -1;
    }
    ssize_t done = __real_pread64(file, to, shorten('p', number, size), from);
    end_call('p', number);
    return done;
}
