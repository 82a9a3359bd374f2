/* Threads of the operating system. */
#ifndef TOOL_THREADS_H
#define TOOL_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* The number of processors; at least 1. */
uint32_t threads_processors(void);

typedef struct thread thread;
/* Runs `work` in a new thread. NULL when the system allows no further thread. */
thread *thread_start(void (*work)(void *user), void *user);
/* Waits for the end of the thread, and frees it. */
void thread_join(thread *self);

/* A lock, and a signal for those who wait for a change of what it protects. */
typedef struct thread_lock thread_lock;
thread_lock *thread_lock_new(void);
void thread_lock_free(thread_lock *self);
void thread_lock_acquire(thread_lock *self);
void thread_lock_release(thread_lock *self);
/* Releases the lock until another thread calls thread_lock_notify(), and acquires it again. May
 * return early. */
void thread_lock_wait(thread_lock *self);
/* Wakes all threads that wait. */
void thread_lock_notify(thread_lock *self);

#endif
