/* Threads and locks by POSIX and by Windows. */
#include "io/threads.h"

#include <stdlib.h>

#include "base/base.h"

#ifdef _WIN32

#include <windows.h>

struct thread {
    HANDLE handle;
    void (*work)(void *user);
    void *user;
};

struct thread_lock {
    SRWLOCK lock;
    CONDITION_VARIABLE change;
};

uint32_t threads_processors(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (uint32_t)info.dwNumberOfProcessors : 1;
}

static DWORD WINAPI run_thread(void *user) {
    thread *self = user;
    self->work(self->user);
    return 0;
}

static bool create_thread(thread *self) {
    self->handle = CreateThread(NULL, 0, run_thread, self, 0, NULL);
    return self->handle != NULL;
}

void thread_join(thread *self) {
    WaitForSingleObject(self->handle, INFINITE);
    CloseHandle(self->handle);
    free(self);
}

thread_lock *thread_lock_new(void) {
    thread_lock *self = memory_resize(NULL, 1, sizeof *self);
    InitializeSRWLock(&self->lock);
    InitializeConditionVariable(&self->change);
    return self;
}

void thread_lock_free(thread_lock *self) {
    free(self);
}

void thread_lock_acquire(thread_lock *self) {
    AcquireSRWLockExclusive(&self->lock);
}

void thread_lock_release(thread_lock *self) {
    ReleaseSRWLockExclusive(&self->lock);
}

void thread_lock_wait(thread_lock *self) {
    SleepConditionVariableSRW(&self->change, &self->lock, INFINITE, 0);
}

void thread_lock_notify(thread_lock *self) {
    WakeAllConditionVariable(&self->change);
}

#else

#include <pthread.h>
#include <unistd.h>

struct thread {
    pthread_t handle;
    void (*work)(void *user);
    void *user;
};

struct thread_lock {
    pthread_mutex_t lock;
    pthread_cond_t change;
};

uint32_t threads_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

static void *run_thread(void *user) {
    thread *self = user;
    self->work(self->user);
    return NULL;
}

/* Musl gives threads small stacks; the library needs less than this. */
enum { THREAD_STACK = 8 << 20 };

static bool create_thread(thread *self) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    (void)pthread_attr_setstacksize(&attributes, THREAD_STACK);
    bool is_created = pthread_create(&self->handle, &attributes, run_thread, self) == 0;
    (void)pthread_attr_destroy(&attributes);
    return is_created;
}

void thread_join(thread *self) {
    (void)pthread_join(self->handle, NULL);
    free(self);
}

thread_lock *thread_lock_new(void) {
    thread_lock *self = memory_resize(NULL, 1, sizeof *self);
    (void)pthread_mutex_init(&self->lock, NULL);
    (void)pthread_cond_init(&self->change, NULL);
    return self;
}

void thread_lock_free(thread_lock *self) {
    (void)pthread_cond_destroy(&self->change);
    (void)pthread_mutex_destroy(&self->lock);
    free(self);
}

void thread_lock_acquire(thread_lock *self) {
    (void)pthread_mutex_lock(&self->lock);
}

void thread_lock_release(thread_lock *self) {
    (void)pthread_mutex_unlock(&self->lock);
}

void thread_lock_wait(thread_lock *self) {
    (void)pthread_cond_wait(&self->change, &self->lock);
}

void thread_lock_notify(thread_lock *self) {
    (void)pthread_cond_broadcast(&self->change);
}

#endif

thread *thread_start(void (*work)(void *user), void *user) {
    thread *self = memory_resize(NULL, 1, sizeof *self);
    self->work = work;
    self->user = user;
    if (!create_thread(self)) {
        free(self);
        return NULL;
    }
    return self;
}
