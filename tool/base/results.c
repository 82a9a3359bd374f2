/* Writes tables and JSON to stdout, or to the capture of a task. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#include "gait/report.h"
#include "base/platform.h"

/* A buffer instead of stdio, to keep the error of the first failed write. */
static struct {
    char bytes[1 << 16];
    size_t size;
    int error;
    bool is_terminal;
    bool is_open;
    bool has_colors;
} result;

void result_set_colors(bool has_colors) {
    result.has_colors = has_colors;
}

bool result_has_colors(void) {
    return result.has_colors;
}

void result_flush(void) {
    if (capture_current()) {
        return;
    }
    if (result.size > 0 && result.error == 0) {
        result.error = platform_write(platform_stream(PLATFORM_STDOUT), result.bytes, result.size);
    }
    result.size = 0;
}

void result_bytes(const void *bytes, size_t size) {
    if (capture_current()) {
        capture_add(capture_current(), CAPTURE_RESULT, bytes, size);
        return;
    }
    if (!result.is_open) {
        result.is_open = true;
        result.is_terminal = platform_is_terminal(PLATFORM_STDOUT);
    }
    const char *from = bytes;
    while (size > 0 && result.error == 0) {
        size_t capacity = sizeof result.bytes - result.size;
        size_t part = size < capacity ? size : capacity;
        memcpy(result.bytes + result.size, from, part);
        result.size += part;
        from += part;
        size -= part;
        if (result.size == sizeof result.bytes) {
            result_flush();
        }
    }
    if (result.is_terminal && result.size > 0 && result.bytes[result.size - 1] == '\n') {
        result_flush();
    }
}

void result_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_format_list(format, arguments);
    va_end(arguments);
    result_bytes(text, strlen(text));
    free(text);
}

void result_text(const char *utf8, size_t width) {
    char *clean = text_clean(utf8);
    result_bytes(clean, strlen(clean));
    for (size_t length = text_length(clean); length < width; length++) {
        result_bytes(" ", 1);
    }
    free(clean);
}

void result_heading(const char *text) {
    result_printf("%s%s%s\n", result.has_colors ? "\033[1m" : "", text,
                  result.has_colors ? "\033[0m" : "");
}

void result_json_raw(const char *json) {
    result_bytes(json, strlen(json));
}

void result_json_text(const char *utf8) {
    gait_buffer json = {0};
    if (!utf8) {
        result_json_raw("null");
        return;
    }
    gait_status status = gait_report_text(utf8, &json);
    result_json(status, &json);
    gait_buffer_free(&json);
}

void result_json_member(const char *key, const char *text) {
    result_json_raw(key);
    result_json_text(text);
}

void result_json_texts(const text_list *texts) {
    result_json_raw("[");
    for (size_t i = 0; i < texts->count; i++) {
        result_json_member(i > 0 ? "," : "", texts->items[i]);
    }
    result_json_raw("]");
}

void result_json_error(const char *rule, const char *message, int64_t line) {
    result_json_raw(",\"error\":");
    if (!message) {
        result_json_raw("null");
        return;
    }
    result_json_member("{\"rule\":", rule);
    result_json_member(",\"message\":", message);
    if (line >= 0) {
        result_printf(",\"line\":%lld", (long long)line);
    }
    result_json_raw("}");
}

void result_json(gait_status status, gait_buffer *json) {
    memory_check(status);
    result_bytes(json->data, json->size);
    json->size = 0;
}

bool result_failed(void) {
    return result.error != 0;
}

int result_finish(void) {
    result_flush();
    return result.error;
}
