/* Runs tasks in several threads, and shows their output in the order of the tasks. */
#include "batch/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"
#include "io/threads.h"

/* --- progress --------------------------------------------------------------------------------- */

/* A progress line on stderr for long runs: what is done, the rate, and the time left. It is shown
 * only on a terminal, and only after half a second. */
typedef struct progress {
    size_t total;
    size_t done;
    double start; /* time of the start */
    double next;  /* time of the next update */
    bool enabled;
    bool drawn;
} progress;

static progress progress_start(size_t total) {
    double now = platform_seconds();
    return (progress){.total = total,
                      .start = now,
                      .next = now + 0.5,
                      .enabled = total > 1 && !terminal_is_quiet() &&
                                 platform_is_terminal(PLATFORM_STDERR)};
}

/* Prints a duration: "12 s", "3 min 5 s", "2 h 10 min". */
static void print_duration(char *out, size_t size, double seconds) {
    unsigned long long whole = seconds < 1e9 ? (unsigned long long)(seconds + 0.5) : 999999999;
    if (whole < 60) {
        snprintf(out, size, "%llu s", whole);
    } else if (whole < 3600) {
        snprintf(out, size, "%llu min %llu s", whole / 60, whole % 60);
    } else {
        snprintf(out, size, "%llu h %llu min", whole / 3600, whole % 3600 / 60);
    }
}

static void draw(const progress *bar, double now) {
    enum { WIDTH = 30 };
    char line[WIDTH + 1], left[48];
    size_t filled = bar->done * WIDTH / bar->total;
    double rate = (double)bar->done / (now - bar->start);
    for (size_t i = 0; i < WIDTH; i++) {
        line[i] = i < filled ? '#' : '.';
    }
    line[WIDTH] = 0;
    print_duration(left, sizeof left, (double)(bar->total - bar->done) / rate);
    fprintf(stderr, "\r\033[K[%s] %zu of %zu, %.*f/s, %s left", line, bar->done, bar->total,
            rate < 10, rate, left);
    fflush(stderr);
}

/* Call it when an item is done. */
static void progress_step(progress *bar) {
    bar->done++;
    if (!bar->enabled || bar->done == bar->total) {
        return;
    }
    double now = platform_seconds();
    if (now >= bar->next) {
        draw(bar, now);
        bar->drawn = true;
        bar->next = now + 0.1;
    }
}

/* Removes the line. Call it before messages and at the end. */
static void progress_clear(progress *bar) {
    if (bar->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        bar->drawn = false;
    }
}

/* The result of a task that waits for its turn. */
typedef struct slot {
    capture output;
    void *outcome;
    int code;
    bool is_finished;
} slot;

/* The state that the threads share. Tasks from `shown` to `next` have begun; each has a slot. */
typedef struct job_queue {
    const job_list *list;
    slot *slots;
    size_t slot_count;
    thread_lock *lock; /* of the members below, and of is_finished */
    size_t next;       /* the first task that has not begun */
    size_t shown;      /* the first task whose output was not written */
    bool stops;        /* no further task begins */
} job_queue;

typedef struct job_thread {
    job_queue *queue;
    void *context;
    thread *handle;
} job_thread;

int jobs_check(option_count threads) {
    if (threads.given && (threads.value == 0 || threads.value > JOBS_MAX_THREADS)) {
        return refuse(EXIT_USAGE, NULL, "-j requires a number from 1 to %d", JOBS_MAX_THREADS);
    }
    return EXIT_OK;
}

/* --- tasks ------------------------------------------------------------------------------------ */

static slot *slot_of(const job_queue *queue, size_t index) {
    return &queue->slots[index % queue->slot_count];
}

/* With the lock: takes the next tasks. False if there are none, or all slots are in use. */
static bool take_tasks(job_queue *queue, size_t *out_first, size_t *out_end) {
    size_t count = queue->list->count, portion = queue->list->portion;
    queue->stops = queue->stops || platform_interrupted() ||
                   (queue->list->is_useless && queue->list->is_useless());
    if (queue->stops || queue->next == count ||
        queue->next + portion > queue->shown + queue->slot_count) {
        return false;
    }
    *out_first = queue->next;
    *out_end = count - queue->next < portion ? count : queue->next + portion;
    queue->next = *out_end;
    return true;
}

/* With the lock, which is released meanwhile: runs tasks that were taken. */
static void run_tasks(const job_thread *self, size_t first, size_t end) {
    job_queue *queue = self->queue;
    thread_lock_release(queue->lock);
    for (size_t i = first; i < end; i++) {
        slot *place = slot_of(queue, i);
        capture_start(&place->output);
        place->code = queue->list->run(self->context, i, place->outcome);
        capture_start(NULL);
        terminal_messages messages = terminal_take_messages();
        terminal_messages_free(&messages); /* tasks that report them have taken them */
    }
    thread_lock_acquire(queue->lock);
    for (size_t i = first; i < end; i++) {
        slot_of(queue, i)->is_finished = true;
    }
    thread_lock_notify(queue->lock);
}

static void make_context(job_thread *self) {
    const job_list *list = self->queue->list;
    self->context = list->user;
    if (list->context_size > 0) {
        self->context = memory_resize(NULL, list->context_size, 1);
        list->begin(list->user, self->context);
    }
}

static void jobs_run_thread(void *user) {
    job_thread *self = user;
    job_queue *queue = self->queue;
    size_t first, end;
    make_context(self);
    thread_lock_acquire(queue->lock);
    while (!queue->stops && queue->next < queue->list->count) {
        if (take_tasks(queue, &first, &end)) {
            run_tasks(self, first, end);
        } else if (!queue->stops) {
            thread_lock_wait(queue->lock);
        }
    }
    thread_lock_release(queue->lock);
}

/* --- output ----------------------------------------------------------------------------------- */

static void show_task(const job_queue *queue, size_t index, progress *bar) {
    slot *place = slot_of(queue, index);
    if (place->output.size > 0) {
        progress_clear(bar);
        capture_replay(&place->output);
        capture_clear(&place->output);
    }
    if (queue->list->finish) {
        queue->list->finish(queue->list->user, index, place->outcome);
    }
    if (queue->list->code) {
        *queue->list->code = exit_worse(*queue->list->code, place->code);
    }
    progress_step(bar);
}

/* With the lock, which is released meanwhile: writes the output of the tasks that are finished.
 * False if the next one is not. */
static bool show_finished(job_queue *queue, progress *bar) {
    size_t first = queue->shown, end = first;
    while (end < queue->next && slot_of(queue, end)->is_finished) {
        slot_of(queue, end++)->is_finished = false;
    }
    if (end == first) {
        return false;
    }
    thread_lock_release(queue->lock);
    for (size_t i = first; i < end; i++) {
        show_task(queue, i, bar);
    }
    thread_lock_acquire(queue->lock);
    queue->shown = end;
    queue->stops = queue->stops || result_failed();
    thread_lock_notify(queue->lock);
    return true;
}

/* The main thread writes the output, and runs tasks while there is none. */
static void run_main(const job_thread *self) {
    job_queue *queue = self->queue;
    progress bar = progress_start(queue->list->count);
    size_t first, end;
    thread_lock_acquire(queue->lock);
    while (queue->shown < (queue->stops ? queue->next : queue->list->count)) {
        if (show_finished(queue, &bar)) {
            continue;
        }
        if (take_tasks(queue, &first, &end)) {
            run_tasks(self, first, end);
        } else if (queue->shown < queue->next) {
            thread_lock_wait(queue->lock);
        }
    }
    thread_lock_release(queue->lock);
    progress_clear(&bar);
}

/* --- the run ---------------------------------------------------------------------------------- */

static uint32_t count_threads(const job_list *list) {
    size_t portions = list->count / list->portion + (list->count % list->portion > 0);
    uint32_t threads = list->threads.given ? list->threads.value : threads_processors();
    threads = threads < JOBS_MAX_THREADS ? threads : JOBS_MAX_THREADS;
    return portions < threads ? (uint32_t)portions : threads;
}

static void make_slots(job_queue *queue, uint32_t threads) {
    enum { PORTIONS_PER_THREAD = 4 };
    const job_list *list = queue->list;
    queue->slot_count = (size_t)threads * PORTIONS_PER_THREAD * list->portion;
    queue->slots = memory_resize(NULL, queue->slot_count, sizeof *queue->slots);
    for (size_t i = 0; i < queue->slot_count; i++) {
        void *outcome = memory_resize(NULL, list->outcome_size, 1);
        memset(outcome, 0, list->outcome_size);
        queue->slots[i] = (slot){.outcome = outcome};
    }
}

static void free_slots(job_queue *queue) {
    for (size_t i = 0; i < queue->slot_count; i++) {
        slot *place = &queue->slots[i];
        if (queue->list->free_outcome) {
            queue->list->free_outcome(place->outcome);
        }
        free(place->outcome);
        capture_free(&place->output);
    }
    free(queue->slots);
}

size_t jobs_run(const job_list *list) {
    job_queue queue = {.list = list, .lock = thread_lock_new()};
    job_thread threads[JOBS_MAX_THREADS] = {{0}};
    uint32_t count = count_threads(list);
    if (list->count > 1) {
        platform_watch_interrupts();
    }
    make_slots(&queue, count > 0 ? count : 1);
    for (uint32_t i = 1; i < count; i++) {
        threads[i].queue = &queue;
        threads[i].handle = thread_start(jobs_run_thread, &threads[i]);
    }
    threads[0].queue = &queue;
    make_context(&threads[0]);
    run_main(&threads[0]);
    for (uint32_t i = 1; i < count; i++) {
        if (threads[i].handle) {
            thread_join(threads[i].handle);
        }
    }
    for (uint32_t i = 0; i < (count > 0 ? count : 1); i++) {
        if (list->context_size > 0 && (i == 0 || threads[i].handle)) {
            list->end(list->user, threads[i].context);
            free(threads[i].context);
        }
    }
    free_slots(&queue);
    thread_lock_free(queue.lock);
    return queue.shown;
}
