/* Draws the progress line, with the rate and the time left. */
#include "progress.h"

#include <stdio.h>

#include "io/platform.h"
#include "terminal.h"

progress progress_start(size_t total) {
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

void progress_step(progress *bar) {
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

void progress_clear(progress *bar) {
    if (bar->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        bar->drawn = false;
    }
}
