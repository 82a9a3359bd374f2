#include "results.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exit_code.h"
#include "gait/report.h"
#include "terminal.h"

void result_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void result_text(const char *utf8, size_t width) {
    print_clean(stdout, utf8);
    for (size_t length = text_length(utf8); length < width; length++) {
        putchar(' ');
    }
}

void result_heading(const char *text) {
    bool colors = terminal_colors_results();
    printf("%s%s%s\n", colors ? "\033[1m" : "", text, colors ? "\033[0m" : "");
}

void result_json_raw(const char *json) {
    fputs(json, stdout);
}

void result_json_text(const char *utf8) {
    gait_buffer json = {0};
    gait_status status = gait_report_text(utf8, &json);
    result_json(status, &json);
    gait_buffer_free(&json);
}

void result_json(gait_status status, gait_buffer *json) {
    memory_check(status);
    if (json->size > 0) {
        fwrite(json->data, 1, json->size, stdout);
    }
    json->size = 0;
}

bool result_failed(void) {
    return ferror(stdout) != 0;
}

int result_finish(void) {
    bool failed_before = result_failed();
    errno = 0;
    if (fflush(stdout) == 0 && !failed_before) {
        return EXIT_FINE;
    }
    tell_error("standard output", "cannot write: %s",
               errno != 0 ? strerror(errno) : "what was written before did not arrive");
    return EXIT_FILES;
}
