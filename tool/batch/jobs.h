/* Tasks that run in several threads, such as one per file. Their output appears in their order. */
#ifndef TOOL_JOBS_H
#define TOOL_JOBS_H

#include "options/options.h"

enum { JOBS_MAX_THREADS = 64 };

#define OPTIONS_JOBS(type, member)                                                                 \
    OPTION_ROW("jobs", 'j', OPTION_COUNT, "N", offsetof(type, member),                             \
               "number of threads, 1 to 64; default: one per processor")

/* The tasks of a run. Functions that are NULL are left out. */
typedef struct job_list {
    size_t count;
    size_t portion; /* tasks that a thread takes at a time: 1 for long tasks, more for short ones */
    bool (*is_useless)(void); /* true when no further task need be run */
    option_count threads;     /* from OPTIONS_JOBS */
    size_t context_size;      /* of the context of a thread; 0 = it is `user` */
    size_t outcome_size;      /* of an outcome; 0 = tasks have none */
    void *user;
    int *code; /* becomes the worst of its value and the exit codes of the tasks; NULL = unused */
    /* Fills the context of a thread, which its tasks use one after the other. */
    void (*begin)(void *user, void *context);
    /* Runs a task; returns an exit code. Its results and messages are kept until its turn.
     * `outcome` is all zero, or what `finish` left of the outcome of an earlier task. */
    int (*run)(void *context, size_t index, void *outcome);
    /* Called in the main thread for each task in order, after its output was written. */
    void (*finish)(void *user, size_t index, void *outcome);
    void (*free_outcome)(void *outcome);
    /* Called in the main thread when all tasks are done: uses a context, and frees its members. */
    void (*end)(void *user, void *context);
} job_list;

/* Logs an error and returns EXIT_USAGE if the number of threads is not allowed. */
int jobs_check(option_count threads);
/* Runs the tasks; shows the progress on a terminal. Stops early when stdout cannot be written,
 * when is_useless() is true, or when the user interrupts the command: then the tasks that have
 * begun are completed, and the caller reports what was not done. Returns the number of tasks that
 * were done, which are the first ones. */
size_t jobs_run(const job_list *list);

#endif
