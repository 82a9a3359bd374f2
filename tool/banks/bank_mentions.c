/* Searches configs and scripts for the name of a bank. */
#include "banks/bank_mentions.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "io/files.h"
#include "io/inputs.h"
#include "terminal.h"

static bool is_slash(uint8_t c) {
    return c == '/' || c == '\\';
}

/* True for bytes of names, among them those of other letters than ASCII. */
static bool is_name(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-' || c >= 0x80;
}

static uint8_t bank_mentions_lower(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

/* True when the reference is at `at` and no longer name is. */
static bool is_at(gait_span text, size_t at, const char *ref) {
    if (at > 0 && is_name(text.data[at - 1])) {
        return false;
    }
    for (; *ref; ref++) {
        if (at == text.size) {
            return false;
        }
        if (*ref == '\\'
                ? !is_slash(text.data[at])
                : bank_mentions_lower(text.data[at]) != bank_mentions_lower((uint8_t)*ref)) {
            return false;
        }
        at++;
        while (*ref == '\\' && at < text.size && is_slash(text.data[at])) {
            at++;
        }
    }
    return at == text.size || !is_name(text.data[at]);
}

static void search_text(bank_mentions *out, gait_span text, const char *path, const char *ref) {
    size_t line = 1;
    bool is_found = false; /* in this line */
    for (size_t at = 0; at < text.size; at++) {
        if (!is_found && is_at(text, at, ref)) {
            out->items = memory_reserve(out->items, out->count, &out->capacity, sizeof *out->items);
            out->items[out->count++] = (bank_mention){.path = text_copy(path), .line = line};
            is_found = true;
        }
        if (text.data[at] == '\n') {
            line++;
            is_found = false;
        }
    }
}

void bank_mentions_find(const bank_rename *rename, bank_mentions *out) {
    static const char *const extensions[] = {".ltx", ".script", ".xml"};
    file_bytes bytes = {0};
    for (size_t e = 0; e < sizeof extensions / sizeof *extensions; e++) {
        inputs found = inputs_below(rename->folder, extensions[e]);
        for (size_t i = 0; i < found.count; i++) {
            const input *item = &found.items[i];
            char why[FILES_WHY];
            int code = item->problem ? EXIT_FILES : files_read(item->path, &bytes, why);
            if (code == EXIT_OK) {
                gait_span text = {bytes.data, bytes.size};
                search_text(out, text, item->path, rename->from.ref);
            } else if (!item->problem) {
                log_warning(item->path, "%s", why);
            }
        }
        inputs_free(&found);
    }
    files_free(&bytes);
}

void bank_mentions_free(bank_mentions *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].path);
    }
    free(self->items);
    *self = (bank_mentions){0};
}
