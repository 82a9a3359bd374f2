/* Names temporary files, and removes them when the process is interrupted. */
#include "io/files.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/platform.h"
#include "base/base.h"

/* Guards are never freed, because a signal handler can read the list at any time. */
struct guard {
    guard *next;          /* in the list of all guards */
    guard *next_unused;   /* in the list of those that can be used again */
    _Atomic(char *) path; /* NULL = nothing is guarded */
    char *removed;        /* the path after the file was removed */
};

static _Atomic(guard *) all_guards;
static guard *unused_guards;
static atomic_flag unused_is_locked = ATOMIC_FLAG_INIT; /* never by a signal handler */
static atomic_int new_files;                            /* that are just being created */
static atomic_bool is_ending;

static void lock_unused(void) {
    while (atomic_flag_test_and_set(&unused_is_locked)) {
    }
}

static guard *find_unused(void) {
    lock_unused();
    guard *self = unused_guards;
    unused_guards = self ? self->next_unused : NULL;
    atomic_flag_clear(&unused_is_locked);
    return self;
}

static guard *make_guard(void) {
    guard *self = memory_resize(NULL, 1, sizeof *self);
    *self = (guard){.next = atomic_load(&all_guards)};
    while (!atomic_compare_exchange_weak(&all_guards, &self->next, self)) {
    }
    return self;
}

guard *guard_add(const char *path) {
    char *copy = text_copy(path);
    guard *self = find_unused();
    self = self ? self : make_guard();
    atomic_store(&self->path, copy);
    atomic_fetch_add(&new_files, 1);
    if (atomic_load(&is_ending)) {
        guard_made();
        for (;;) { /* another thread ends the process */
        }
    }
    return self;
}

void guard_made(void) {
    atomic_fetch_sub(&new_files, 1);
}

void guard_drop(guard *self) {
    if (self) {
        free(atomic_exchange(&self->path, NULL));
        lock_unused();
        self->next_unused = unused_guards;
        unused_guards = self;
        atomic_flag_clear(&unused_is_locked);
    }
}

void guards_remove_files(void) {
    for (guard *self = atomic_load(&all_guards); self; self = self->next) {
        char *path = atomic_exchange(&self->path, NULL);
        if (path) {
            self->removed = path;
            (void)platform_remove(path);
        }
    }
}

void guards_end(void) {
    atomic_store(&is_ending, true);
    while (atomic_load(&new_files) > 0) {
    }
    guards_remove_files();
}
