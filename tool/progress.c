#include "progress.h"

#include <stdio.h>

#include "io/platform.h"
#include "terminal.h"

progress progress_start(size_t total) {
    return (progress){.total = total,
                      .next = platform_seconds() + 0.5,
                      .enabled = !terminal_is_quiet() && platform_is_terminal(PLATFORM_STDERR) &&
                                 !platform_is_terminal(PLATFORM_STDOUT)};
}

void progress_step(progress *bar) {
    bar->done++;
    if (!bar->enabled || platform_seconds() < bar->next) {
        return;
    }
    enum { WIDTH = 30 };
    char line[WIDTH + 1];
    size_t filled = bar->total > 0 ? (bar->done - 1) * WIDTH / bar->total : 0;
    for (size_t i = 0; i < WIDTH; i++) {
        line[i] = i < filled ? '#' : '.';
    }
    line[WIDTH] = 0;
    fprintf(stderr, "\r[%s] %zu of %zu", line, bar->done, bar->total);
    fflush(stderr);
    bar->drawn = true;
    bar->next = platform_seconds() + 0.1;
}

void progress_clear(progress *bar) {
    if (bar->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        bar->drawn = false;
    }
}
